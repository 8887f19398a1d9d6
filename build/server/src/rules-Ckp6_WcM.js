//#region packages/server/src/features/places/calendars/rules.ts
const SERVICE_NAMES = {
	ical: "iCalendar feed",
	airbnb: "Airbnb",
	booking: "Booking.com",
	vrbo: "Vrbo"
};
/** The URL without what makes it a key: whoever knows the path of a calendar can read it. */
const maskUrl = (url) => `${new URL(url).origin}/…`;
/** Spreads fetches that began together; `chance` is from 0 to 1. */
const nextFetchAt = (now, intervalMs, chance) => Math.round(now + intervalMs * (.95 + .1 * chance));
//#endregion
export { maskUrl as n, nextFetchAt as r, SERVICE_NAMES as t };
