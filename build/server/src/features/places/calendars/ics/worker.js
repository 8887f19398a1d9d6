import { t as SERVICE_NAMES } from "../../../../rules-Ckp6_WcM.js";
import { parentPort } from "node:worker_threads";
import { createHash } from "node:crypto";
import ICAL from "ical.js";
//#region packages/server/src/features/places/calendars/ics/steps.ts
/** A calendar that asks for more work than any honest one. */
var TooComplex = class extends Error {};
/** The steps one event may take: a daily rule that began 30 years ago, and the time zone it is in. */
const STEPS_PER_EVENT = 4e4;
/** And all events of a calendar together. */
const STEPS_PER_CALENDAR = 3e5;
let left = {
	event: Number.POSITIVE_INFINITY,
	calendar: Number.POSITIVE_INFINITY
};
/** An event begins: it gets its own share, and all of them the calendar's. */
function beginEvent() {
	left.event = STEPS_PER_EVENT;
}
function beginCalendar() {
	left = {
		event: STEPS_PER_EVENT,
		calendar: STEPS_PER_CALENDAR
	};
}
/** For what takes time without a rule, such as a list of dates. */
function take(steps) {
	left.calendar -= steps;
	left.event -= steps;
	if (left.calendar < 0) throw new TooComplex("its rules take more steps than a calendar may");
	if (left.event < 0) throw new Error("the rule takes more steps than an event may");
}
/**
* The library looks for the next match of a rule for as long as it takes: 30 February never comes. These are the
* places that every one of its loops goes through, and what a call costs.
*/
const LOOPS = {
	check_contracting_rules: () => 1,
	increment_month: () => 1,
	expand_year_days: () => 20,
	increment_monthday: (days) => Math.ceil(days / 100)
};
const iterators = ICAL.RecurIterator.prototype;
for (const [name, cost] of Object.entries(LOOPS)) {
	const original = iterators[name];
	if (typeof original !== "function") throw new Error(`ical.js has no ${name} any more`);
	iterators[name] = function counted(given) {
		take(cost(given));
		return original.call(this, given);
	};
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/lines.ts
/** What is used of each component, and how long its line may be; everything else never becomes an object. */
const WORDS = 8e3;
const SHORT = 2e3;
const DATES = 1e5;
const KEPT = {
	vevent: {
		uid: WORDS,
		dtstart: SHORT,
		dtend: SHORT,
		duration: SHORT,
		rrule: SHORT,
		rdate: DATES,
		exdate: DATES,
		"recurrence-id": SHORT,
		sequence: SHORT,
		status: SHORT,
		summary: SHORT,
		description: WORDS,
		attendee: SHORT,
		"last-modified": SHORT,
		dtstamp: SHORT
	},
	vtimezone: { tzid: SHORT },
	standard: {
		dtstart: SHORT,
		tzoffsetfrom: SHORT,
		tzoffsetto: SHORT,
		rrule: SHORT,
		rdate: SHORT
	},
	daylight: {
		dtstart: SHORT,
		tzoffsetfrom: SHORT,
		tzoffsetto: SHORT,
		rrule: SHORT,
		rdate: SHORT
	},
	vcalendar: {}
};
/** What may be said more than once, and how often; of everything else the first counts. */
const REPEATED = {
	rrule: 4,
	rdate: 500,
	exdate: 500
};
/** Cut where they are too long; of a list or a rule that was cut the rest would mean something else. */
const CUT = /* @__PURE__ */ new Set([
	"uid",
	"summary",
	"description"
]);
/** Which components lie in which. */
const INSIDE = {
	vcalendar: ["vevent", "vtimezone"],
	vtimezone: ["standard", "daylight"]
};
const MAX_COUNTS = {
	events: 1e4,
	others: 2e3,
	dates: 2e4
};
const COUNTED = {
	events: "events",
	others: "parts of time zones",
	dates: "dates in lists"
};
const MAX_DATES_PER_EVENT = 5e3;
const MAX_DEPTH = 16;
/**
* Reads the lines of a document into the tree ical.js works on, and leaves out what nobody asks for. It is written by
* strangers: components, lines and depth have limits. An event with a line that cannot be read is left out.
*/
function readLines(text) {
	const tree = new Tree();
	eachLine(text, (line) => tree.add(line.replaceAll("\0", "")));
	return tree.finish();
}
const frameOf = (part) => ({
	part,
	counts: /* @__PURE__ */ new Map(),
	dates: 0
});
var Tree = class {
	#root = frameOf([
		"x-root",
		[],
		[]
	]);
	#open = [this.#root];
	/** Components left out with all that is in them. */
	#skipped = 0;
	#spoiled = /* @__PURE__ */ new Set();
	#counts = {
		events: 0,
		others: 0,
		dates: 0
	};
	add(line) {
		const name = /^[\w-]{1,40}(?=[:;])/.exec(line)?.[0].toLowerCase();
		if (name === void 0) return;
		if (name === "begin") this.#begin(line.slice(6).trim().toLowerCase());
		else if (name === "end") this.#end();
		else if (this.#skipped === 0) this.#property(name, line);
	}
	finish() {
		if (this.#open.length > 1 || this.#skipped > 0) throw new Error("a component began but did not end");
		const calendars = this.#root.part[2];
		if (calendars.length === 0) throw new Error("the document is not a calendar");
		for (const calendar of calendars) calendar[2] = calendar[2].filter((part) => !this.#spoiled.has(part));
		return calendars;
	}
	get #current() {
		return this.#open.at(-1);
	}
	#begin(name) {
		const { part: parent } = this.#current;
		const isTop = this.#open.length === 1;
		if (this.#open.length + this.#skipped > MAX_DEPTH) throw new TooComplex("its components lie too deep");
		if (isTop && name !== "vcalendar") throw new Error("the document is not a calendar");
		if (this.#skipped > 0 || !(isTop || INSIDE[parent[0]]?.includes(name))) {
			this.#skipped += 1;
			return;
		}
		this.#count(name === "vevent" ? "events" : "others", 1);
		const part = [
			name,
			[],
			[]
		];
		parent[2].push(part);
		this.#open.push(frameOf(part));
	}
	#count(what, number) {
		this.#counts[what] += number;
		if (this.#counts[what] > MAX_COUNTS[what]) throw new TooComplex(`it has more than ${MAX_COUNTS[what]} ${COUNTED[what]}`);
	}
	#end() {
		if (this.#skipped > 0) this.#skipped -= 1;
		else if (this.#open.length > 1) this.#open.pop();
		else throw new Error("a component ended that did not begin");
	}
	#property(name, line) {
		const frame = this.#current;
		const longest = KEPT[frame.part[0]]?.[name];
		if (longest === void 0 || this.#spoiled.has(frame.part)) return;
		const before = frame.counts.get(name) ?? 0;
		const most = REPEATED[name] ?? 1;
		if (before >= most && most === 1) return;
		frame.counts.set(name, before + 1);
		if (longest === DATES) this.#countDates(frame, line);
		if (before >= most || frame.dates > MAX_DATES_PER_EVENT || line.length > longest && !CUT.has(name)) this.#spoil(frame);
		else this.#keep(frame, line.slice(0, longest));
	}
	#countDates(frame, line) {
		const dates = line.split(",").length;
		frame.dates += dates;
		this.#count("dates", dates);
	}
	#keep(frame, line) {
		try {
			frame.part[1].push(ICAL.parse.property(line));
		} catch {
			this.#spoil(frame);
		}
	}
	/** A part of a time zone stays, but says nothing. */
	#spoil({ part }) {
		this.#spoiled.add(part);
		part[1] = [];
	}
};
/** No kept line is longer; what comes after is not even put together. */
const LONGEST = 100001;
/** Lines that were folded are put together again (RFC 5545, 3.1). */
function eachLine(text, use) {
	let line = "";
	for (const { isFolded, from, end } of rawLines(text)) {
		if (!isFolded) {
			if (line !== "") use(line);
			line = "";
		}
		if (line.length < LONGEST) line += text.slice(from, Math.min(end, from + LONGEST - line.length));
	}
	if (line.trim() !== "") use(line.trimEnd());
}
/** Where the lines are, without their ends. */
function* rawLines(text) {
	for (let start = 0; start < text.length;) {
		const found = text.indexOf("\n", start);
		const stop = found === -1 ? text.length : found;
		const isFolded = text[start] === " " || text[start] === "	";
		yield {
			isFolded,
			from: isFolded ? start + 1 : start,
			end: text[stop - 1] === "\r" ? stop - 1 : stop
		};
		start = stop + 1;
	}
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/calendar.ts
/** Guards against a rule that repeats every second. */
const MAX_OCCURRENCES = 2e3;
/** More characters than this do not come back from one calendar: they all pass through the main thread. */
const MAX_CHARACTERS = 4e6;
/**
* Reads an iCalendar document. Throws when it is none, or asks for more than any calendar should. What a single event
* gets wrong costs that event only: feeds are written by many hands, and one bad line must not hide the other bookings.
*/
function readCalendar(text, options) {
	beginCalendar();
	const newest = newestVersions(new ICAL.Component([
		"x-root",
		[],
		readLines(text)
	]).getAllSubcomponents("vcalendar").flatMap((calendar) => calendar.getAllSubcomponents("vevent")));
	const masters = newest.filter((part) => !part.hasProperty("recurrence-id"));
	const exceptions = Map.groupBy(newest.filter((part) => part.hasProperty("recurrence-id")), uidOf);
	const found = new Found(options.maxEvents);
	for (const master of masters) {
		const uid = uidOf(master);
		found.add(() => expand(master, exceptions.get(uid) ?? [], options, found.room));
		exceptions.delete(uid);
	}
	for (const part of [...exceptions.values()].flat()) found.add(() => [occurrence(part, options)]);
	return found.events;
}
/** What was read so far, and how much more may be. */
var Found = class {
	events = [];
	#max;
	#characters = 0;
	constructor(max) {
		this.#max = max;
	}
	get room() {
		return this.#max - this.events.length;
	}
	add(read) {
		if (this.room <= 0) return;
		for (const event of readable$1(read).slice(0, this.room)) {
			this.#characters += event.key.length + event.summary.length + event.attendee.length;
			if (this.#characters > MAX_CHARACTERS) throw new TooComplex("its events say too much");
			this.events.push(event);
		}
	}
};
function readable$1(read) {
	beginEvent();
	try {
		return read();
	} catch (error) {
		if (error instanceof TooComplex) throw error;
		return [];
	}
}
const textOf = (part, name) => String(part.getFirstPropertyValue(name) ?? "");
/** Some exporters leave the UID out; what an event says is all there is to know it by. */
const uidOf = (part) => textOf(part, "uid") || `${textOf(part, "dtstart")}/${textOf(part, "dtend")}/${textOf(part, "summary")}`;
const sequenceOf = (part) => Number(textOf(part, "sequence")) || 0;
const changedAt = (part) => textOf(part, "last-modified") || textOf(part, "dtstamp");
/** Of several versions of one event the one with the highest SEQUENCE counts, then the one changed last. */
function newestVersions(parts) {
	const byKey = /* @__PURE__ */ new Map();
	for (const part of parts) {
		const key = `${uidOf(part)}\n${textOf(part, "recurrence-id")}`;
		const known = byKey.get(key);
		if (!known || sequenceOf(part) > sequenceOf(known) || sequenceOf(part) === sequenceOf(known) && changedAt(part) >= changedAt(known)) byKey.set(key, part);
	}
	return [...byKey.values()];
}
function expand(master, exceptions, options, room) {
	const event = new ICAL.Event(master, {
		exceptions,
		strictExceptions: false
	});
	if (!event.isRecurring()) return [single(master, options)];
	const uid = uidOf(master);
	const words = /* @__PURE__ */ new Map();
	const found = [];
	const series = event.iterator();
	const most = Math.min(MAX_OCCURRENCES, room);
	const longAgo = options.from / 1e3 - event.duration.toSeconds() - 172800;
	const isLongOver = (at) => exceptions.length === 0 && at.toUnixTime() < longAgo;
	while (found.length < most) {
		take(1);
		const next = series.next();
		if (!next) break;
		if (isLongOver(next)) continue;
		const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next);
		const zone = zoneOf(item.component, "dtstart");
		const start = timeOf(startDate, zone, options);
		const end = timeOf(endDate, zone, options);
		if (roughly(start) > options.until) break;
		if (roughly(end) < options.from) continue;
		const known = words.get(item.component) ?? wordsOf(item.component);
		words.set(item.component, known);
		found.push({
			...known,
			key: `${uid}/${recurrenceId.toString()}`,
			start,
			end
		});
	}
	return found;
}
/** For choosing what to list only: a date stands for its midnight in UTC. */
const roughly = (time) => "at" in time ? time.at : Date.parse(time.date);
const single = (part, options) => ({
	...wordsOf(part),
	key: uidOf(part),
	...timesOf(part, options)
});
const occurrence = (part, options) => ({
	...single(part, options),
	key: `${uidOf(part)}/${textOf(part, "recurrence-id")}`
});
const wordsOf = (part) => ({
	sequence: sequenceOf(part),
	isCanceled: textOf(part, "status").toUpperCase() === "CANCELLED",
	summary: textOf(part, "summary").trim(),
	description: textOf(part, "description").trim(),
	attendee: textOf(part, "attendee").replace(/^mailto:/i, "")
});
function timesOf(part, options) {
	const { startDate, endDate } = new ICAL.Event(part, { exceptions: [] });
	return {
		start: timeOf(startDate, zoneOf(part, "dtstart"), options),
		end: timeOf(endDate, zoneOf(part, part.hasProperty("dtend") ? "dtend" : "dtstart"), options)
	};
}
const zoneOf = (part, property) => part.getFirstProperty(property)?.getFirstParameter("tzid");
/** Zones known by name are taken from the system, which is up to date; others from the calendar itself. */
function timeOf(time, tzid, options) {
	const date = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`;
	if (time.isDate) return { date };
	if (time.zone.tzid === "UTC") return { at: time.toUnixTime() * 1e3 };
	const local = `${date}T${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}`;
	if (tzid !== void 0) {
		const known = instantIn(local, tzid);
		if (known !== void 0) return { at: known };
		if (time.zone.component) return { at: time.toUnixTime() * 1e3 };
	}
	return { at: instantIn(local, options.timeZone) ?? time.toUnixTime() * 1e3 };
}
const pad = (value, digits = 2) => String(value).padStart(digits, "0");
function instantIn(local, timeZone) {
	try {
		return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
	} catch {
		return;
	}
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/rules.ts
/** How platforms mark dates that the host blocked; everything else in their calendars is a booking. */
const BLOCKED = {
	airbnb: /^airbnb \(not available\)$|^not available$/i,
	booking: /^closed - not available$|^not available$/i,
	vrbo: /^blocked\b|^not available$/i,
	ical: /^(airbnb \(not available\)|closed - not available|not available|blocked|unavailable)$/i
};
/** What platforms write before the guest's name. */
const PREFIX = {
	airbnb: /^reserved( - |$)/i,
	booking: /^closed( - |$)/i,
	vrbo: /^reserved( - |$)/i,
	ical: /^(reserved|booked|closed)( - |$)/i
};
const isBlocked = (serviceId, { summary }) => BLOCKED[serviceId].test(summary);
/** The booking code, where the description links to the booking (Airbnb) or names it. */
function referenceOf({ description }) {
	const linked = /\/reservations\/details\/([A-Za-z0-9]{4,40})/.exec(description);
	const named = /(?:reservation|booking|confirmation)(?: id| code| number)?:\s*([A-Za-z0-9-]{4,40})\s*$/im.exec(description);
	return linked?.[1] ?? named?.[1];
}
/** A name for the guest; platforms that keep it to themselves give at least the booking code. */
function guestNameOf(serviceId, event) {
	const name = event.summary.replace(PREFIX[serviceId], "").trim();
	const reference = referenceOf(event);
	const substitute = [SERVICE_NAMES[serviceId], reference].filter(Boolean).join(" ");
	return (name || substitute).slice(0, 255);
}
function guestsOf({ description }) {
	const [, text] = /(?:guests?|persons?)\s*:\s*(\d{1,3})\b/i.exec(description) ?? [];
	return Math.max(Number(text ?? 1), 1);
}
/** The local date and time of a stay's boundary as an instant; dates take the given minute of the day (D69). */
function instantOf(time, minuteOfDay, timeZone) {
	if ("at" in time) return time.at;
	const clock = Temporal.PlainTime.from({
		hour: Math.floor(minuteOfDay / 60),
		minute: minuteOfDay % 60
	});
	return Temporal.PlainDate.from(time.date).toZonedDateTime({
		timeZone,
		plainTime: clock
	}).epochMilliseconds;
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/entries.ts
/** The bookings of a calendar. Only what is kept of an event, at the length it is kept, leaves this function. */
function readBookings({ text, serviceId, times, options }) {
	const events = readCalendar(text.replace(/^\uFEFF?\s*/, ""), {
		...options,
		timeZone: times.timeZone
	});
	const wordsOf = rememberWords(serviceId);
	return {
		isEmpty: events.length === 0,
		entries: events.flatMap((event) => readable(() => entryOf(event, wordsOf(event), times)))
	};
}
/** There are dates that no calendar has: they cost their event only. */
function readable(read) {
	try {
		return read();
	} catch {
		return [];
	}
}
/** A UID may be of any length, an index entry may not. */
const keyOf = (key) => key.length <= 255 ? key : createHash("sha256").update(key).digest("hex");
function readWords(serviceId, event) {
	if (isBlocked(serviceId, event)) return void 0;
	const reference = referenceOf(event);
	const isMail = event.attendee.length <= 255 && /^[^\s@]+@[^\s@]+$/.test(event.attendee);
	return {
		name: guestNameOf(serviceId, event),
		email: isMail ? event.attendee : "",
		guests: guestsOf(event),
		...reference !== void 0 && { reference }
	};
}
/** The occurrences of a series follow each other and say the same: it is looked through once. */
function rememberWords(serviceId) {
	let last;
	const isLast = ({ summary, description, attendee }) => last?.of.summary === summary && last.of.description === description && last.of.attendee === attendee;
	return (event) => {
		if (!last || !isLast(event)) last = {
			of: event,
			words: readWords(serviceId, event)
		};
		return last.words;
	};
}
function entryOf(event, words, times) {
	if (!words) return [];
	const startsAt = instantOf(event.start, times.checkInTime, times.timeZone);
	const endsAt = instantOf(event.end, times.checkOutTime, times.timeZone);
	if (startsAt >= endsAt) return [];
	const { key, sequence, isCanceled } = event;
	return [{
		key: keyOf(key),
		sequence,
		isCanceled,
		...words,
		startsAt,
		endsAt
	}];
}
//#endregion
//#region packages/server/src/features/places/calendars/ics/worker.ts
parentPort?.on("message", (task) => {
	parentPort?.postMessage(answer(task));
});
function answer(task) {
	try {
		return readBookings(task);
	} catch (error) {
		return {
			error: error.message.slice(0, 200),
			isTooComplex: error instanceof TooComplex
		};
	}
}
//#endregion
export {};
