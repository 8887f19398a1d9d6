import { ct as isDatabaseAway } from "./ids-Do-e9haK.js";
import { setTimeout } from "node:timers/promises";
//#region packages/server/src/platform/store/wait-for-store.ts
const PAUSE_MS = {
	first: 250,
	longest: 5e3
};
/** How often it is said again that the database is still away. */
const SAY_EVERY_MS = 3e4;
/**
* Tries until the database is there and has a connection left, with growing pauses, and says so now and then. What will
* not get better by waiting is thrown at once; and so is everything where there is nobody to tell.
*/
async function waitForStore(attempt, where, onWaiting) {
	let saidAt = Number.NEGATIVE_INFINITY;
	for (let pauseMs = PAUSE_MS.first;; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
		try {
			return await attempt();
		} catch (error) {
			if (!onWaiting || !isDatabaseAway(error)) throw error;
			if (performance.now() - saidAt >= SAY_EVERY_MS) {
				onWaiting(`Waiting for PostgreSQL at ${where} (${reasonOf(error)}).`);
				saidAt = performance.now();
			}
		}
		await setTimeout(pauseMs);
	}
}
/** A name with several addresses fails with an error that has a code and no text. */
function reasonOf(error) {
	const { message, code } = error;
	return message || String(code);
}
//#endregion
export { waitForStore as n, reasonOf as t };
