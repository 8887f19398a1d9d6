import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { WebSocket } from "ws";
//#region packages/gateway/src/families/zwave/frame.ts
/** Deeper or more than a network of 232 nodes says in its longest answer. */
const DEEPEST = 32;
const MOST_PARTS = 2e6;
const QUOTE = 34;
const BACKSLASH = 92;
/** By byte: how much deeper it leads, and whether another part follows. */
const DEEPER = /* @__PURE__ */ new Int8Array(256);
const PARTS = /* @__PURE__ */ new Int8Array(256);
for (const opening of "[{") DEEPER[opening.charCodeAt(0)] = 1;
for (const closing of "]}") DEEPER[closing.charCodeAt(0)] = -1;
for (const mark of "[{,") PARTS[mark.charCodeAt(0)] = 1;
/**
* Looks at a frame before it is parsed: thirty megabytes of brackets are a gigabyte of arrays, and parsing them is what
* a broken or hostile hub would bring the gateway down with.
*/
function isModest(data, limits = {
	depth: DEEPEST,
	parts: MOST_PARTS
}) {
	let depth = 0;
	let parts = 0;
	let isText = false;
	for (let at = 0; at < data.length; at++) {
		const byte = data[at];
		if (byte === QUOTE) isText = !isText;
		else if (isText) at += byte === BACKSLASH ? 1 : 0;
		else {
			depth += DEEPER[byte];
			parts += PARTS[byte];
			if (depth > limits.depth || parts > limits.parts) return false;
		}
	}
	return true;
}
/** Undefined: no frame of this protocol. */
function readFrame(data) {
	if (!isModest(data)) return void 0;
	const frame = parsed(data);
	if (!frame) return void 0;
	if (frame.type === "version") return versionOf(frame);
	if (frame.type === "result") return resultOf$2(frame);
	if (frame.type === "event") return eventOf(frame);
	return { kind: "other" };
}
function parsed(data) {
	try {
		return membersOf(JSON.parse(data.toString("utf8")));
	} catch {
		return;
	}
}
function versionOf(frame) {
	const homeId = wholeOf(frame.homeId);
	const min = wholeOf(frame.minSchemaVersion);
	const max = wholeOf(frame.maxSchemaVersion);
	if (homeId === void 0 || min === void 0 || max === void 0) return void 0;
	return {
		kind: "version",
		homeId,
		schemas: {
			min,
			max
		},
		version: textOf(frame.serverVersion, 32) ?? ""
	};
}
function resultOf$2(frame) {
	const id = textOf(frame.messageId, 32);
	if (id === void 0) return void 0;
	return {
		kind: "result",
		id,
		reply: frame.success ? {
			ok: true,
			result: membersOf(frame.result) ?? {}
		} : {
			ok: false,
			error: wholeOf(frame.zwaveErrorCode) ?? 0
		}
	};
}
function eventOf(frame) {
	const members = membersOf(frame.event);
	const source = textOf(members?.source, 32);
	const name = textOf(members?.event, 64);
	if (!members || source === void 0 || name === void 0) return { kind: "other" };
	return {
		kind: "event",
		event: {
			source,
			name,
			nodeId: wholeOf(members.nodeId) ?? wholeOf(membersOf(members.node)?.nodeId) ?? 0,
			members
		}
	};
}
function membersOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}
/** A number as this protocol uses them: whole, and none that is negative. */
function wholeOf(value) {
	return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 4294967295 ? value : void 0;
}
function textOf(value, longest) {
	return typeof value === "string" && value.length <= longest ? value : void 0;
}
//#endregion
//#region packages/gateway/src/families/zwave/lock-node.ts
/** Command classes, by their numbers in the Z-Wave specification. */
const CLASS = {
	doorLock: 98,
	userCode: 99,
	scheduleEntryLock: 78,
	configuration: 112,
	notification: 113,
	battery: 128,
	userCredential: 131
};
/** How the hub holds a node; asleep and awake do not occur with locks. */
const STATUS = {
	unknown: 0,
	dead: 3,
	alive: 4
};
const MOST_SLOTS = 1024;
/** Undefined: no lock, or not to be understood. */
function lockNodeOf(raw) {
	const node = membersOf(raw);
	const nodeId = wholeOf(node?.nodeId);
	if (!node || !nodeId || nodeId > 65535) return void 0;
	const home = endpointWithLock(node);
	if (!home) return void 0;
	const values = listOf(node.values).flatMap((value) => nodeValueOf(value) ?? []);
	const here = values.filter(({ endpoint }) => endpoint === home.endpoint);
	return {
		nodeId,
		endpoint: home.endpoint,
		isReady: node.ready === true,
		status: wholeOf(node.status) ?? STATUS.unknown,
		isSecure: node.isSecure === true,
		name: textOf(node.name, 64) || void 0,
		...productOf(node),
		classes: home.classes,
		codeLength: codeLengthOf(listOf(node.values)),
		rememberedSlots: rememberedSlotsOf(here),
		sight: sightOf$2(values)
	};
}
function endpointWithLock(node) {
	for (const raw of listOf(node.endpoints)) {
		const endpoint = membersOf(raw);
		const index = wholeOf(endpoint?.index);
		const classes = listOf(endpoint?.commandClasses).flatMap((entry) => wholeOf(membersOf(entry)?.id) ?? []);
		if (index !== void 0 && classes.includes(CLASS.doorLock)) return {
			endpoint: index,
			classes: new Set(classes)
		};
	}
}
/** Names from the hub's database of devices, where it knows the lock. */
function productOf(node) {
	const config = membersOf(node.deviceConfig);
	return {
		vendor: textOf(config?.manufacturer, 64) ?? textOf(node.manufacturer, 64),
		model: textOf(config?.label, 64) ?? textOf(node.label, 64),
		firmware: textOf(node.firmwareVersion, 32)
	};
}
function nodeValueOf(raw) {
	const value = membersOf(raw);
	const commandClass = wholeOf(value?.commandClass);
	const property = nameOf(value?.property);
	if (!value || commandClass === void 0 || property === void 0) return void 0;
	return {
		commandClass,
		endpoint: wholeOf(value.endpoint) ?? 0,
		property,
		key: nameOf(value.propertyKey),
		value: "newValue" in value ? value.newValue : value.value
	};
}
const nameOf = (value) => wholeOf(value) ?? textOf(value, 64);
/** The database of devices calls it so with every lock that has one: Schlage's parameter 16. */
const CODE_LENGTH_LABEL = /\bcode\b.*\blength\b/i;
function codeLengthOf(values) {
	for (const raw of values) {
		const members = membersOf(raw);
		if (members?.commandClass !== CLASS.configuration) continue;
		const label = textOf(membersOf(members.metadata)?.label, 64);
		const length = wholeOf(members.value);
		if (label && CODE_LENGTH_LABEL.test(label) && length !== void 0 && length >= 1 && length <= 10) return length;
	}
}
/** Status 0 is free, 254 says that the lock does not tell; everything else is somebody's. */
function rememberedSlotsOf(values) {
	const slots = /* @__PURE__ */ new Map();
	for (const { commandClass, property, key, value } of values) if (commandClass === CLASS.userCode && property === "userIdStatus" && typeof key === "number" && key >= 1 && slots.size < MOST_SLOTS) slots.set(key, typeof value !== "number" || value === 254 ? void 0 : value === 0 ? "free" : "used");
	return slots;
}
function sightOf$2(values) {
	return values.reduce((sight, value) => sightWith(sight, value) ?? sight, { bolt: "unknown" });
}
/** The sight after this value; undefined when it shows nothing of the lock. */
function sightWith(sight, value) {
	if (value.commandClass === CLASS.doorLock) return sightWithDoorLock(sight, value);
	if (value.commandClass === CLASS.battery) return sightWithBattery(sight, value);
	if (value.commandClass !== CLASS.notification || value.property !== "Access Control") return void 0;
	if (value.key === "Door state (simple)" || value.key === "Door state") {
		const door = DOOR_STATES.get(wholeOf(value.value) ?? 0);
		return door && {
			...sight,
			door
		};
	}
	return value.key === "Lock state" && value.value === 11 ? {
		...sight,
		bolt: "jammed"
	} : void 0;
}
const DOOR_STATES = /* @__PURE__ */ new Map([[22, "open"], [23, "closed"]]);
function sightWithDoorLock(sight, { property, value }) {
	if (property === "currentMode") return {
		...sight,
		bolt: boltOf(value)
	};
	if (property === "doorStatus" && (value === "open" || value === "closed")) return {
		...sight,
		door: value
	};
}
const BATTERY_LOW = 20;
function sightWithBattery(sight, { property, value }) {
	const percent = sight.battery?.percent ?? 100;
	if (property === "level") {
		const level = wholeOf(value);
		if (level === void 0) return void 0;
		const shown = level > 100 ? 0 : level;
		return {
			...sight,
			battery: {
				percent: shown,
				isCritical: shown <= BATTERY_LOW
			}
		};
	}
	if (property === "isLow" && value === true) return {
		...sight,
		battery: {
			percent,
			isCritical: true
		}
	};
}
/** 0 open, 1 open for a time, 16/17 and 32/33 the handle of one side, 254 unknown, 255 secured. */
function boltOf(mode) {
	if (mode === 255) return "locked";
	return typeof mode === "number" && UNSECURED.has(mode) ? "unlocked" : "unknown";
}
const UNSECURED = /* @__PURE__ */ new Set([
	0,
	1,
	16,
	17,
	32,
	33
]);
//#endregion
//#region packages/gateway/src/families/zwave/happenings.ts
/** Notification type 6, "Access Control", of the Z-Wave specification. */
const ACCESS_CONTROL = 6;
/** Events by number. What is not listed says nothing about bolt, door or codes. */
const EVENTS = {
	1: {
		what: "locked",
		by: "manual"
	},
	2: {
		what: "unlocked",
		by: "manual"
	},
	3: {
		what: "locked",
		by: "radio"
	},
	4: {
		what: "unlocked",
		by: "radio"
	},
	5: {
		what: "locked",
		by: "keypad"
	},
	6: {
		what: "unlocked",
		by: "keypad"
	},
	7: {
		what: "jammed",
		by: "manual"
	},
	8: {
		what: "jammed",
		by: "radio"
	},
	9: {
		what: "locked",
		by: "auto"
	},
	10: {
		what: "jammed",
		by: "auto"
	},
	11: {
		what: "jammed",
		by: "unknown"
	},
	12: {
		what: "codesChanged",
		by: "unknown"
	},
	13: {
		what: "codesChanged",
		by: "unknown"
	},
	14: {
		what: "codesChanged",
		by: "unknown"
	},
	19: {
		what: "denied",
		by: "keypad"
	},
	20: {
		what: "denied",
		by: "keypad"
	},
	21: {
		what: "denied",
		by: "radio"
	},
	22: {
		what: "doorOpened",
		by: "unknown"
	},
	23: {
		what: "doorClosed",
		by: "unknown"
	},
	33: {
		what: "locked",
		by: "radio"
	},
	34: {
		what: "unlocked",
		by: "radio"
	},
	35: {
		what: "locked",
		by: "keypad"
	},
	36: {
		what: "unlocked",
		by: "keypad"
	},
	47: {
		what: "denied",
		by: "keypad"
	},
	48: {
		what: "denied",
		by: "keypad"
	},
	49: {
		what: "denied",
		by: "keypad"
	},
	50: {
		what: "denied",
		by: "keypad"
	}
};
/** "New user code not added due to duplicate code": the only word that old locks have for it. */
const DUPLICATE_CODE = 15;
/** All codes were deleted: whatever number comes with it is no slot. */
const ALL_CODES_DELETED = 12;
/** The number of an access-control event; undefined for every other notification. */
function accessEventOf(members) {
	if (members.ccId !== CLASS.notification) return void 0;
	const args = membersOf(members.args);
	return args?.type === ACCESS_CONTROL ? wholeOf(args.event) : void 0;
}
const isDuplicateCode = (event) => event === DUPLICATE_CODE;
function happeningOf(event, members) {
	const told = EVENTS[event];
	if (!told) return void 0;
	const slot = event === ALL_CODES_DELETED ? void 0 : slotOf(membersOf(members.args)?.parameters);
	return slot === void 0 ? told : {
		...told,
		slot
	};
}
/** The user whose code or credential it was; a number, or in a list of numbers with the newer locks. */
function slotOf(parameters) {
	const members = membersOf(parameters);
	const user = wholeOf(members?.userId) ?? wholeOf(listOf(members?.userIds)[0]);
	return user !== void 0 && user >= 1 && user <= 65535 ? user : void 0;
}
/** The events of users and credentials that say that a slot may hold something else now. */
const CREDENTIAL_EVENTS = /* @__PURE__ */ new Set([
	"user added",
	"user modified",
	"user deleted",
	"credential added",
	"credential modified",
	"credential deleted"
]);
/** They come after our own orders, too, and then repeat only what was ordered: whoever hears them reads the slot. */
function codesChangedOf(name, members) {
	if (!CREDENTIAL_EVENTS.has(name)) return void 0;
	const args = membersOf(members.args);
	const slot = wholeOf(args?.credentialSlot) ?? wholeOf(args?.userId);
	const told = {
		what: "codesChanged",
		by: "unknown"
	};
	return slot === void 0 || slot < 1 ? told : {
		...told,
		slot
	};
}
/** How the lock stands after what happened; undefined when that did not move it. */
function sightAfter(sight, { what }) {
	if (what === "locked" || what === "unlocked" || what === "jammed") return {
		...sight,
		bolt: what
	};
	if (what === "doorOpened") return {
		...sight,
		door: "open"
	};
	if (what === "doorClosed") return {
		...sight,
		door: "closed"
	};
}
/** Which of these a lock sends is told by its interview; without one of them it keeps silent about wrong codes. */
const DENIED = Object.entries(EVENTS).filter(([, { what }]) => what === "denied").map(([event]) => Number(event));
/** From the hub's list of what each part of the node can tell. */
function tellsDenied(supported) {
	return listOf(supported).some((raw) => {
		const events = membersOf(membersOf(membersOf(membersOf(raw)?.supportedNotificationTypes)?.[ACCESS_CONTROL])?.supportedEvents) ?? {};
		return DENIED.some((event) => String(event) in events);
	});
}
//#endregion
//#region packages/gateway/src/families/zwave/movement.ts
/** The two movements that every Z-Wave lock has; there is no unlatching. */
const MODE_OF_ACTION = /* @__PURE__ */ new Map([[1, 0], [2, 255]]);
const ACTIONS = [...MODE_OF_ACTION.keys()];
/** The driver's answers to an order. 254 is "sent, nobody knows", and comes with an event that says it was done. */
const DONE = 255;
const WORKING = 1;
const SENT = 254;
const REFUSED = 2;
/** Errors of the driver after which it is certain that nothing was sent; and those that say the node cannot do it. */
const EXPIRED$1 = 215;
const NOT_ABLE = /* @__PURE__ */ new Set([302, 322]);
/** When to read whether the bolt has arrived, after an answer that does not say so. A battery pays for each. */
const READ_AFTER_MS$1 = [
	0,
	600,
	1200,
	2e3,
	3e3
];
/** Reads that nobody answered say that the next will not be answered either. */
const MOST_UNANSWERED = 2;
/** Sends one order and finds out what came of it. The caller has made sure that nothing of ours is under way. */
async function move(road, order, signal) {
	const mode = MODE_OF_ACTION.get(order.action);
	if (mode === void 0) return {
		answer: "refused",
		why: "notCapable"
	};
	const told = road.boltTold(boltOf(mode));
	const answer = await untilAborted(road.socket.request("node.set_value", {
		nodeId: road.node.nodeId,
		valueId: {
			commandClass: CLASS.doorLock,
			endpoint: road.node.endpoint,
			property: "targetMode"
		},
		value: mode
	}), signal);
	if (!answer) return { answer: "unproven" };
	if (!answer.ok) return afterError(answer.error);
	const { status, remainingMs } = resultOf$1(answer.result);
	if (status === DONE) return {
		answer: "proven",
		how: "report",
		state: { bolt: boltOf(mode) }
	};
	if (status === WORKING) await untilAborted(first(told, pause(road.clock, remainingMs)), signal);
	if (status === WORKING || status === SENT) return proveByReading(road, mode, signal);
	if (status !== REFUSED) return {
		answer: "refused",
		why: "notCapable"
	};
	return {
		answer: "refused",
		why: road.isJammed() ? "jammed" : "refused"
	};
}
/** "Not acknowledged" is no proof that it did not run: a lock that came back in time ran it. */
function afterError(error) {
	if (error === EXPIRED$1) return { answer: "notSent" };
	if (error !== "gone" && NOT_ABLE.has(error)) return {
		answer: "refused",
		why: "notCapable"
	};
	return { answer: "unproven" };
}
async function proveByReading(road, mode, signal) {
	let unanswered = 0;
	for (const delayMs of READ_AFTER_MS$1) {
		await untilAborted(pause(road.clock, delayMs), signal);
		if (signal.aborted) break;
		if (road.isJammed()) return {
			answer: "refused",
			why: "jammed"
		};
		const sight = await untilAborted(readLock(road.socket, road.node), signal);
		if (sight?.bolt === boltOf(mode)) return {
			answer: "proven",
			how: "read",
			state: sight
		};
		unanswered += sight ? 0 : 1;
		if (unanswered >= MOST_UNANSWERED) break;
	}
	return { answer: "unproven" };
}
/** Asks the lock itself; undefined when it did not answer. */
async function readLock(socket, node) {
	const answer = await invoke(socket, node, CLASS.doorLock, "get", []);
	const report = answer.ok ? membersOf(answer.result.response) : void 0;
	if (!report || wholeOf(report.currentMode) === void 0) return void 0;
	const bolt = movingTo(report) ?? boltOf(report.currentMode);
	const door = report.doorStatus;
	return door === "open" || door === "closed" ? {
		bolt,
		door
	} : { bolt };
}
/** A lock that says where it is going has not arrived. */
function movingTo({ currentMode, targetMode }) {
	if (wholeOf(targetMode) === void 0 || targetMode === currentMode || targetMode === 254) return void 0;
	return boltOf(targetMode) === "locked" ? "locking" : "unlocking";
}
/** Calls a method of a command class: it goes over the radio. */
function invoke(socket, node, commandClass, methodName, args) {
	const { nodeId, endpoint } = node;
	return socket.request("endpoint.invoke_cc_api", {
		nodeId,
		endpoint,
		commandClass,
		methodName,
		args
	});
}
function resultOf$1(result) {
	const told = membersOf(result.result);
	const duration = membersOf(told?.remainingDuration);
	const factor = duration?.unit === "minutes" ? 6e4 : 1e3;
	const remaining = (wholeOf(duration?.value) ?? 3) * factor;
	return {
		status: wholeOf(told?.status) ?? SENT,
		remainingMs: Math.min(remaining + 1e3, 2e4)
	};
}
function pause(clock, delayMs) {
	return new Promise((resolve) => {
		if (delayMs === 0) resolve();
		else clock.after(delayMs, resolve);
	});
}
const first = (...those) => Promise.race(those);
/** What was promised, or undefined when the signal fires before. */
function untilAborted(promise, signal) {
	if (signal.aborted) return Promise.resolve(void 0);
	return new Promise((resolve) => {
		const give = () => resolve(void 0);
		signal.addEventListener("abort", give, { once: true });
		promise.then((value) => {
			signal.removeEventListener("abort", give);
			resolve(value);
		});
	});
}
//#endregion
//#region packages/gateway/src/families/zwave/codes.ts
/** Codes of the driver's errors. 322 never gets better by repeating; the others may. */
const EXPIRED = 215;
const NOT_SUPPORTED = 302;
const BAD_ARGUMENT = 322;
function wordOfError(answer) {
	if (answer.error === EXPIRED) return "notSent";
	if (answer.error === NOT_SUPPORTED) return { refused: "notCapable" };
	return answer.error === BAD_ARGUMENT ? { refused: "digits" } : "vague";
}
/** The driver's results of writing a credential. 255 is "unknown", and may be wrong in both directions. */
const REFUSALS = {
	3: "duplicate",
	4: "digits",
	5: "duplicate",
	6: "full"
};
function wordOfResult(result) {
	if (result === 0) return "taken";
	const refused = typeof result === "number" ? REFUSALS[result] : void 0;
	return refused ? { refused } : "vague";
}
/**
* One attempt to write a slot, and what can be proven of it by a fresh reading. When the signal fires, because somebody
* wants to move the lock, the reading is left for later.
*/
async function writeSlot(way, lock, slot, entry, signal) {
	const wasFree = lock.wasFree(slot);
	const isDuplicate = lock.listenForDuplicate();
	const word = await way.put(lock, slot, entry);
	if (word === "notSent") return { answer: "notSent" };
	if (typeof word === "object") return {
		answer: "refused",
		why: word.refused
	};
	if (signal.aborted) return { answer: "unproven" };
	if (word === "vague" && await isDuplicate()) return {
		answer: "refused",
		why: "duplicate"
	};
	return proofOfWrite(await way.read(lock, slot), entry.digits, word, wasFree);
}
/**
* A lock that masks or withholds its codes proves with the word "taken" that there is one, and with a vague one only
* where there was none before: the code it shows masked may be the former.
*/
function proofOfWrite(sight, digits, word, wasFree) {
	if (!sight) return word === "taken" ? {
		answer: "proven",
		by: "occupied"
	} : { answer: "unproven" };
	if (sight.holds !== "code") return { answer: "unproven" };
	if (sight.digits !== void 0) return sight.digits === digits ? {
		answer: "proven",
		by: "value"
	} : { answer: "unproven" };
	return word === "taken" || wasFree ? {
		answer: "proven",
		by: "occupied"
	} : { answer: "unproven" };
}
/** One attempt to empty a slot. */
async function eraseSlot(way, lock, slot, signal) {
	const word = await way.take(lock, slot);
	if (word === "notSent") return { answer: "notSent" };
	if (typeof word === "object" && word.refused === "notCapable") return {
		answer: "refused",
		why: "notCapable"
	};
	if (signal.aborted) return { answer: "unproven" };
	const sight = await way.read(lock, slot);
	if (sight) return sight.holds === "free" ? { answer: "proven" } : { answer: "unproven" };
	return word === "taken" ? { answer: "proven" } : { answer: "unproven" };
}
const ENABLED = 1;
const SUPERVISED_DONE = 255;
/** The command class User Code, which most locks have: a slot is a user and a code in one, and has no name. */
const userCodes = {
	async put({ socket, node, credentialType }, slot, { digits }) {
		if (socket.schema < 48) {
			const answer = await invoke(socket, node, CLASS.userCode, "set", [
				slot,
				ENABLED,
				digits
			]);
			if (!answer.ok) return wordOfError(answer);
			return membersOf(answer.result.response)?.status === SUPERVISED_DONE ? "taken" : "vague";
		}
		const answer = await socket.request("endpoint.access_control.add_user", {
			nodeId: node.nodeId,
			endpoint: node.endpoint,
			userId: slot,
			options: { active: true },
			credential: {
				credentialType,
				credentialSlot: slot,
				data: digits
			}
		});
		return answer.ok ? wordOfResult(membersOf(answer.result.result)?.credential) : wordOfError(answer);
	},
	async take({ socket, node }, slot) {
		if (socket.schema < 48) {
			const answer = await invoke(socket, node, CLASS.userCode, "clear", [slot]);
			if (!answer.ok) return wordOfError(answer);
			return membersOf(answer.result.response)?.status === SUPERVISED_DONE ? "taken" : "vague";
		}
		const { nodeId, endpoint } = node;
		const answer = await socket.request("endpoint.access_control.delete_user", {
			nodeId,
			endpoint,
			userId: slot
		});
		return answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer);
	},
	/** Not `get_credential`: it says the same of a free slot and of a lock that did not answer. */
	async read({ socket, node }, slot) {
		const answer = await invoke(socket, node, CLASS.userCode, "get", [slot]);
		const report = answer.ok ? membersOf(answer.result.response) : void 0;
		const status = wholeOf(report?.userIdStatus);
		return report && status !== void 0 ? sightOf$1(slot, status, report.userCode) : void 0;
	},
	/** Until a slot was read once nobody knows of it: the driver does not ask for all codes when it meets a lock. */
	async remembered({ socket, node, places }) {
		const answer = await socket.request("node.get_state", { nodeId: node.nodeId });
		const slots = answer.ok ? lockNodeOf(answer.result.state)?.rememberedSlots : void 0;
		return Array.from({ length: places }, (_, i) => i + 1).filter((slot) => slots?.get(slot) !== "free");
	}
};
function usersOf(users) {
	return listOf(users).flatMap((user) => wholeOf(membersOf(user)?.userId) ?? []);
}
/** 0 free, 1 enabled, 2 disabled, 254 the lock does not tell: then it has not been seen. */
function sightOf$1(slot, status, code) {
	if (status === 0) return {
		slot,
		holds: "free"
	};
	if (status === 254) return void 0;
	const digits = digitsOf(code);
	const holds = status === ENABLED ? "code" : "disabled";
	return digits === void 0 ? {
		slot,
		holds
	} : {
		slot,
		holds,
		digits
	};
}
/** Locks that mask their codes show asterisks, or nothing. */
function digitsOf(data) {
	const bytes = membersOf(data)?.data;
	const text = Array.isArray(bytes) ? Buffer.from(bytes.map(Number)).toString("latin1") : data;
	return typeof text === "string" && /^\d{1,10}$/.test(text) ? text : void 0;
}
//#endregion
//#region packages/gateway/src/families/zwave/capability.ts
/** The socket has no time limit for an order: as long as it may still run behind what others ask of the same radio. */
const WORST_LATE_MS = 1e4;
/** What the specification allows where the lock does not say. */
const SHORTEST_CODE = 4;
const LONGEST_CODE = 10;
/** Codes are numbers up to 999 999 999 in the service. */
const LONGEST_OF_OURS = 9;
/** As long as names of access rights are. */
const LONGEST_NAME = 32;
const PIN = 1;
const PASSWORD = 2;
async function codeFactsOf(socket, node) {
	if (!node.classes.has(CLASS.userCode) && !node.classes.has(CLASS.userCredential)) return void 0;
	const { nodeId, endpoint } = node;
	const events = await socket.request("node.get_supported_notification_events", { nodeId });
	const denied = events.ok && tellsDenied(events.result.events);
	if (socket.schema < 48) return rememberedFactsOf(node, denied);
	const users = await socket.request("endpoint.access_control.get_user_capabilities_cached", {
		nodeId,
		endpoint
	});
	const codes = await socket.request("endpoint.access_control.get_credential_capabilities_cached", {
		nodeId,
		endpoint
	});
	if (!users.ok || !codes.ok) return void 0;
	return factsOf(users.result.capabilities, codes.result.capabilities, denied);
}
/** Before schema 48: as many places as the hub remembers a status of. */
function rememberedFactsOf(node, denied) {
	const places = Math.max(0, ...node.rememberedSlots.keys());
	if (!node.classes.has(CLASS.userCode) || places === 0) return void 0;
	return {
		places,
		min: SHORTEST_CODE,
		max: LONGEST_CODE,
		nameLength: 0,
		credentialType: PIN,
		hasUsers: false,
		tellsDenied: denied
	};
}
function factsOf(users, codes, denied) {
	const ofUsers = membersOf(users);
	const types = membersOf(membersOf(codes)?.supportedCredentialTypes);
	const credentialType = [PIN, PASSWORD].find((type) => membersOf(types?.[type]));
	const type = credentialType === void 0 ? void 0 : membersOf(types?.[credentialType]);
	const places = Math.min(wholeOf(ofUsers?.maxUsers) ?? 0, wholeOf(type?.numberOfCredentialSlots) ?? 0, 65535);
	if (!type || credentialType === void 0 || places === 0) return void 0;
	return {
		places,
		min: wholeOf(type.minCredentialLength) ?? SHORTEST_CODE,
		max: wholeOf(type.maxCredentialLength) ?? LONGEST_CODE,
		nameLength: Math.min(wholeOf(ofUsers?.maxUserNameLength) ?? 0, LONGEST_NAME),
		credentialType,
		hasUsers: ofUsers?.supportsUsersWithoutCredentials === true,
		tellsDenied: denied
	};
}
function foundLock(node, facts, promises) {
	const trouble = troubleOf(node, facts);
	const texts = {
		name: node.name,
		vendor: node.vendor,
		model: node.model,
		firmware: node.firmware
	};
	return {
		...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
		isReady: node.isReady,
		...trouble ? { trouble } : {},
		capability: capabilityOf(node, facts, promises)
	};
}
function troubleOf(node, facts) {
	if (!node.isReady) return "interviewUnfinished";
	if (!node.isSecure) return "insecure";
	return facts ? void 0 : "noCodes";
}
function capabilityOf(node, facts, promises) {
	return {
		actions: ACTIONS,
		expiry: {
			by: "none",
			worstLateMs: WORST_LATE_MS
		},
		proof: "read",
		mayRepeat: false,
		presence: {
			detectMs: promises.probeAfterMs + WORST_LATE_MS,
			probe: true
		},
		...facts ? { codes: codesOf(node, facts, promises) } : {},
		windows: {
			dates: "gateway",
			weekly: "gateway",
			acrossMidnight: true
		},
		events: {
			who: true,
			denied: facts?.tellsDenied ?? false,
			buffered: false
		},
		secretsOnWire: !promises.isPrivate
	};
}
function codesOf(node, facts, { showsDigits }) {
	const min = node.codeLength ?? facts.min;
	const max = node.codeLength ?? facts.max;
	return {
		places: facts.places,
		minDigits: Math.min(min, LONGEST_OF_OURS),
		maxDigits: Math.min(max, LONGEST_OF_OURS),
		alphabet: "0123456789",
		forbiddenPrefixes: [],
		unique: "lock",
		nameLength: facts.nameLength,
		readBack: showsDigits ? "value" : "occupied",
		foreign: true
	};
}
//#endregion
//#region packages/gateway/src/families/zwave/errands.ts
/** A bolt needs so long; asked earlier, the lock would say where it was. */
const READ_AFTER_MS = 1500;
/** Later and later, and then not any more: each try wakes a battery. */
const READ_AGAIN_MS = [
	5e3,
	3e4,
	12e4,
	6e5
];
/** A lock that is gone is asked for again; each time the radio is busy for three seconds. */
const PROBE_AGAIN_MS = [
	3e4,
	6e4,
	3e5,
	9e5,
	36e5
];
/** While somebody else's request is under way, or an action. */
const BUSY_MS = 250;
/**
* What the family asks by itself: how a lock stands when only the hub said so, and whether a lock is there. One request
* at a time, none while an action waits, and none that would make an action wait for more than that one.
*/
var Errands = class {
	#master;
	#probeAfterMs;
	#due = /* @__PURE__ */ new Map();
	#stopTimer;
	#actions = 0;
	#isRunning = false;
	#isStopped = false;
	constructor(master, probeAfterMs) {
		this.#master = master;
		this.#probeAfterMs = probeAfterMs;
	}
	/** Of what is only hearsay nothing is read if the lock has said the same by then. */
	readSoon(lock, { onlyHearsay = false } = {}) {
		const due = this.#of(lock);
		due.onlyHearsay = onlyHearsay && (due.readAt === void 0 || due.onlyHearsay === true);
		due.readAt = this.#now() + READ_AFTER_MS;
		due.readTries = 0;
		this.#arm();
	}
	/** The lock is offline: ask again and again whether it answers. */
	probeLater(lock) {
		const due = this.#of(lock);
		due.readAt = void 0;
		due.probeTries = 0;
		due.probeAt = this.#now() + this.#probeDelay(0);
		this.#arm();
	}
	forget(lock) {
		this.#due.delete(lock);
	}
	stop() {
		this.#isStopped = true;
		this.#stopTimer?.();
		this.#due.clear();
	}
	/** An action waits: nothing new is begun until `goOn`. Returns what `quiet` finds out. */
	standBack(quiet) {
		this.#actions++;
		return quiet();
	}
	goOn() {
		this.#actions--;
		this.#arm();
	}
	#now() {
		return this.#master.tools.clock.now();
	}
	#of(lock) {
		const known = this.#due.get(lock);
		if (known) return known;
		const due = {
			readTries: 0,
			probeTries: 0
		};
		this.#due.set(lock, due);
		return due;
	}
	/** When this lock is to be asked next, for whatever reason. */
	#dueAt(lock, due) {
		const probeAt = lock.isOnline ? lock.heardAt + this.#probeAfterMs : due.probeAt ?? Number.POSITIVE_INFINITY;
		return Math.min(due.readAt ?? Number.POSITIVE_INFINITY, probeAt);
	}
	#arm() {
		if (this.#isStopped || this.#isRunning) return;
		this.#stopTimer?.();
		const next = Math.min(...[...this.#due].map(([lock, due]) => this.#dueAt(lock, due)));
		if (!Number.isFinite(next)) return;
		const isBusy = this.#actions > 0 || this.#master.socket.outstanding > 0;
		const delay = Math.max(isBusy ? BUSY_MS : 0, next - this.#now());
		this.#stopTimer = this.#master.tools.clock.after(Math.min(delay, 2147483647), () => this.#run());
	}
	async #run() {
		this.#isRunning = true;
		try {
			for (const [lock, due] of [...this.#due]) {
				if (this.#isStopped || this.#actions > 0 || this.#master.socket.outstanding > 0) break;
				if (this.#dueAt(lock, due) <= this.#now()) await this.#ask(lock, due);
			}
		} finally {
			this.#isRunning = false;
			this.#arm();
		}
	}
	async #ask(lock, due) {
		if (due.readAt !== void 0 && due.readAt <= this.#now()) return this.#read(lock, due);
		return this.#probe(lock, due);
	}
	async #read(lock, due) {
		const asked = due.readAt;
		if (due.onlyHearsay && lock.hearsay === void 0) {
			due.readAt = void 0;
			return;
		}
		const sight = await readLock(this.#master.socket, lock.node);
		if (sight) {
			this.#master.heardFrom(lock);
			this.#master.tellSight(lock, sight, "read");
		}
		if (due.readAt !== asked) return;
		const isMoving = sight?.bolt === "locking" || sight?.bolt === "unlocking";
		const again = sight && !isMoving ? void 0 : READ_AGAIN_MS[due.readTries++];
		due.readAt = again === void 0 ? void 0 : this.#now() + again;
	}
	async #probe(lock, due) {
		const answer = await this.#master.socket.request("node.ping", { nodeId: lock.node.nodeId });
		if (!this.#due.has(lock)) return;
		const didAnswer = answer.ok && answer.result.responded === true;
		if (didAnswer) lock.node = {
			...lock.node,
			status: STATUS.alive
		};
		if (didAnswer) this.#master.heardFrom(lock);
		due.probeTries = didAnswer || lock.isOnline ? 0 : due.probeTries + 1;
		due.probeAt = this.#now() + this.#probeDelay(due.probeTries);
		this.#master.tellPresence(lock, didAnswer && lock.node.isReady);
	}
	/** Never more often than a lock that is there would be asked. */
	#probeDelay(tries) {
		const delay = PROBE_AGAIN_MS[Math.min(tries, PROBE_AGAIN_MS.length - 1)];
		return Math.min(delay, this.#probeAfterMs);
	}
};
//#endregion
//#region packages/gateway/src/families/zwave/hearing.ts
/** What the hub tells without having been asked. Events that are not known, or of nodes that are none, say nothing. */
function hear(network, event) {
	const { source, name, nodeId, members } = event;
	if (source === "node") hearOfNode(network, event);
	else if (source === "driver" && name === "driver ready") network.socket.close();
	else if (source === "controller" && name === "node added") network.take(lockNodeOf(members.node));
	else if (source === "controller" && name === "node removed") network.drop(nodeId);
}
function hearOfNode(network, { name, nodeId, members }) {
	if (name === "ready") network.take(lockNodeOf(members.nodeState));
	const lock = network.lockOf(nodeId);
	if (!lock) return;
	HANDLERS[name]?.(network, lock, members);
	const changed = codesChangedOf(name, members);
	if (changed) hearOfCodes(network, lock, changed);
}
/** What the hub says of the slot that is being written is our own doing. */
function hearOfCodes(network, lock, changed) {
	if (changed.slot !== void 0 && changed.slot === lock.writing) return;
	if (changed.slot !== void 0 && changed.slot <= (lock.facts?.places ?? 0)) lock.toRead.add(changed.slot);
	network.sink.happened(lock.key, changed);
}
const HANDLERS = {
	dead: (network, lock) => network.tellPresence(lock, false),
	alive: (network, lock) => network.tellPresence(lock, lock.node.isReady),
	"interview started": (network, lock) => {
		lock.node = {
			...lock.node,
			isReady: false
		};
		network.tellPresence(lock, false);
		network.describe(lock);
	},
	"interview completed": (network, lock) => void describeAnew(network, lock),
	"interview failed": (network, lock) => void network.describe(lock),
	"value updated": (network, lock, members) => hearOfValue(network, lock, nodeValueOf(members.args)),
	"value added": (network, lock, members) => hearOfValue(network, lock, nodeValueOf(members.args)),
	notification: hearNotification,
	"statistics updated": (network, lock, members) => {
		const seen = membersOf(members.statistics)?.lastSeen;
		if (seen !== lock.lastSeen) lock.heardAt = network.tools.clock.now();
		lock.lastSeen = seen;
	}
};
async function describeAnew(network, lock) {
	const answer = await network.socket.request("node.get_state", { nodeId: lock.node.nodeId });
	if (answer.ok) network.take(lockNodeOf(answer.result.state));
}
function hearOfValue(network, lock, value) {
	if (!value) return;
	lock.heardAt = network.tools.clock.now();
	if (value.commandClass === CLASS.configuration && typeof value.value === "number") describeAnew(network, lock);
	if (value.key === "Lock state" && value.value !== 11 && lock.isJammed) {
		lock.isJammed = false;
		network.errands.readSoon(lock);
	}
	const sight = sightWith(lock.sight, value);
	if (!sight) return;
	if (value.property === "currentMode") hearOfMode(network, lock, sight);
	else hearOfChange(network, lock, sight);
}
/**
* The hub tells a mode when the lock reports it, and also when somebody ordered it and nothing is known of what became
* of that. Both look the same, so it is never more than hearsay: what differs from the lock's own last word is read.
*/
function hearOfMode(network, lock, sight) {
	lock.boltTold(sight.bolt);
	if (sight.bolt === lock.sight.bolt) {
		lock.hearsay = void 0;
		return;
	}
	lock.hearsay = sight.bolt;
	network.sink.state(lock.key, sight, "echo");
	network.errands.readSoon(lock, { onlyHearsay: true });
}
/** Door, battery and a bolt that is stuck are told by the lock alone. */
function hearOfChange(network, lock, sight) {
	const { key, sight: before } = lock;
	if (isDeepStrictEqual(sight, before)) return;
	network.tellSight(lock, sight, "report");
	if (sight.bolt === "jammed") lock.isJammed = true;
	if (sight.bolt === "jammed" && before.bolt !== "jammed") network.sink.happened(key, {
		what: "jammed",
		by: "unknown"
	});
	if (sight.door && sight.door !== before.door && sight.door !== "unknown") network.sink.happened(key, {
		what: sight.door === "open" ? "doorOpened" : "doorClosed",
		by: "unknown"
	});
}
function hearNotification(network, lock, members) {
	lock.heardAt = network.tools.clock.now();
	const number = accessEventOf(members);
	if (number === void 0) return;
	if (isDuplicateCode(number)) lock.duplicateTold();
	const happening = happeningOf(number, members);
	if (!happening) return;
	const sight = sightAfter(lock.sight, happening);
	if (happening.what === "codesChanged") {
		hearOfCodes(network, lock, happening);
		return;
	}
	if (sight && sight.bolt !== lock.sight.bolt) lock.isJammed = happening.what === "jammed";
	if (sight) network.tellSight(lock, sight, "report");
	network.sink.happened(lock.key, happening);
}
//#endregion
//#region packages/gateway/src/families/zwave/known-lock.ts
/** One lock, for as long as one connection to its hub lasts. */
var KnownLock = class {
	key;
	node;
	facts;
	/** What the lock itself said or showed last; at first what the hub remembers. */
	sight = { bolt: "unknown" };
	/** What the hub says and the lock has not: to be read. */
	hearsay;
	isOnline;
	heardAt = 0;
	/** The hub's own date of the last sign of life. */
	lastSeen;
	showsDigits = false;
	isJammed = false;
	/** The slot that is being written: what the hub tells of it is our own doing. */
	writing;
	/** Slots that were found free when they were last read. */
	free = /* @__PURE__ */ new Set();
	/** Slots that somebody is said to have changed: the hub does not always look at them itself. */
	toRead = /* @__PURE__ */ new Set();
	#boltListeners = /* @__PURE__ */ new Map();
	#duplicateListeners = /* @__PURE__ */ new Set();
	constructor(key, node) {
		this.key = key;
		this.node = node;
	}
	boltTold(bolt) {
		for (const [tell, wanted] of [...this.#boltListeners]) if (bolt === wanted) tell();
	}
	duplicateTold() {
		for (const tell of [...this.#duplicateListeners]) tell();
	}
	/** What an order that is under way has to know of the lock. */
	ears() {
		return {
			isJammed: () => this.isJammed,
			boltTold: (bolt) => new Promise((resolve) => {
				const tell = () => {
					this.#boltListeners.delete(tell);
					resolve();
				};
				this.#boltListeners.set(tell, bolt);
			})
		};
	}
	/** Listens from now on; who asks is answered at once where it was told already, else after `waitMs` at the latest. */
	listenForDuplicate(clock, waitMs) {
		let isTold = false;
		let answer;
		const end = () => {
			this.#duplicateListeners.delete(tell);
			answer?.(isTold);
		};
		const tell = () => {
			isTold = true;
			end();
		};
		this.#duplicateListeners.add(tell);
		return () => new Promise((resolve) => {
			answer = resolve;
			if (isTold) resolve(true);
			else clock.after(waitMs, end);
		});
	}
	/** The connection is over, or the hub has forgotten the lock: whoever listens hears no more. */
	end() {
		this.isOnline = false;
		for (const tell of [...this.#boltListeners.keys()]) tell();
		this.#duplicateListeners.clear();
	}
};
//#endregion
//#region packages/gateway/src/families/zwave/user-credential.ts
const COMMANDS = "endpoint.access_control.";
/** The hub chose "add" or "modify" by its memory, and the lock says that its memory is wrong. */
const WRONG_MEMORY = /* @__PURE__ */ new Set([1, 2]);
/**
* The command class User Credential of newer locks: users, who have names, and credentials, which are theirs. A slot of
* ours is the user and the credential of that number, so what is free has neither.
*/
const userCredentials = {
	async put(lock, slot, entry) {
		const isNew = !await userIn(lock, slot);
		const user = await putUser(lock, slot, entry);
		if (user !== "taken") return user;
		const word = await putCredential(lock, slot, entry.digits);
		if (isNew && word !== "taken" && !await hasCredential(lock, slot)) await call(lock, "delete_user", { userId: slot });
		return word;
	},
	async take(lock, slot) {
		const { credentialType } = lock;
		const word = await resultOf(lock, "delete_credential", {
			userId: slot,
			credentialType,
			credentialSlot: slot
		});
		if (word !== "taken" && word !== "vague") return word;
		const left = await call(lock, "get_credentials_cached", { userId: slot });
		if ((left.ok ? listOf(left.result.credentials).filter((one) => !isAt(one, credentialType, slot)) : []).length > 0) return word;
		const user = await resultOf(lock, "delete_user", { userId: slot });
		return word === "taken" ? word : user;
	},
	async read(lock, slot) {
		const { credentialType } = lock;
		const answer = await call(lock, "get_credential", {
			credentialType,
			credentialSlot: slot
		});
		const credential = answer.ok ? membersOf(answer.result.credential) : void 0;
		if (!credential) return void 0;
		const user = await userIn(lock, slot);
		if (wholeOf(credential.userId)) return sightOf(slot, credential, user);
		return user ? {
			slot,
			holds: "disabled"
		} : {
			slot,
			holds: "free"
		};
	},
	async remembered(lock) {
		const users = await call(lock, "get_users_cached", {});
		const credentials = await call(lock, "get_credentials_by_type_cached", { credentialType: lock.credentialType });
		const slots = credentials.ok ? listOf(credentials.result.credentials).flatMap((one) => wholeOf(membersOf(one)?.slot) ?? []) : [];
		return [.../* @__PURE__ */ new Set([...users.ok ? usersOf(users.result.users) : [], ...slots])];
	}
};
function call(lock, command, args) {
	const { nodeId, endpoint } = lock.node;
	return lock.socket.request(`${COMMANDS}${command}`, {
		nodeId,
		endpoint,
		...args
	});
}
async function resultOf(lock, command, args) {
	const answer = await call(lock, command, args);
	return answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer);
}
/** The hub hears of every change of a user, so its memory will do where nothing is to be proven. */
async function userIn(lock, slot) {
	const answer = await call(lock, "get_user_cached", { userId: slot });
	return answer.ok ? membersOf(answer.result.user) : void 0;
}
/** By a fresh reading; where nothing is answered, there may be one. */
async function hasCredential(lock, slot) {
	const { credentialType } = lock;
	const answer = await call(lock, "get_credential", {
		credentialType,
		credentialSlot: slot
	});
	return !answer.ok || membersOf(answer.result.credential)?.userId !== 0;
}
async function putUser(lock, slot, { name }) {
	const args = {
		userId: slot,
		options: {
			active: true,
			userType: 0,
			...name ? { userName: name } : {}
		}
	};
	const answer = await call(lock, "set_user", args);
	if (!answer.ok || !WRONG_MEMORY.has(Number(answer.result.result))) return wordOf(answer);
	await call(lock, "get_user", { userId: slot });
	return resultOf(lock, "set_user", args);
}
async function putCredential(lock, slot, data) {
	const { credentialType } = lock;
	const args = {
		userId: slot,
		credentialType,
		credentialSlot: slot,
		data
	};
	const answer = await call(lock, "set_credential", args);
	if (!answer.ok || !WRONG_MEMORY.has(Number(answer.result.result))) return wordOf(answer);
	await call(lock, "get_credential", {
		credentialType,
		credentialSlot: slot
	});
	return resultOf(lock, "set_credential", args);
}
const wordOf = (answer) => answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer);
function isAt(credential, type, slot) {
	const members = membersOf(credential);
	return members?.type === type && members.slot === slot;
}
function sightOf(slot, credential, user) {
	const digits = digitsOf(credential.data);
	const holds = user?.active === false ? "disabled" : "code";
	return digits === void 0 ? {
		slot,
		holds
	} : {
		slot,
		holds,
		digits
	};
}
//#endregion
//#region packages/gateway/src/families/zwave/network.ts
const PROBE_AFTER_MS = 432e5;
/** How long an old lock may take to say that it has a code already. */
const DUPLICATE_TOLD_MS = 700;
const MOST_LOCKS = 500;
/** The locks of one hub, for as long as one connection to it lasts. */
var Network = class {
	socket;
	sink;
	tools;
	errands;
	#probeAfterMs;
	#isPrivate;
	#locks = /* @__PURE__ */ new Map();
	#homeId = 0;
	constructor(socket, sink, tools, options) {
		this.socket = socket;
		this.sink = sink;
		this.tools = tools;
		this.#probeAfterMs = options.probeAfterMs ?? PROBE_AFTER_MS;
		this.#isPrivate = options.isPrivate ?? false;
		this.errands = new Errands(this, this.#probeAfterMs);
	}
	start({ homeId, nodes }) {
		this.#homeId = homeId;
		for (const raw of nodes) this.take(lockNodeOf(raw));
	}
	/** Returns what was there, for the next connection to compare with. */
	stop() {
		this.errands.stop();
		for (const lock of this.#locks.values()) lock.end();
		return new Set([...this.#locks.values()].map(({ key }) => key));
	}
	has(key) {
		return this.#byKey(key) !== void 0;
	}
	lockOf(nodeId) {
		return this.#locks.get(nodeId);
	}
	heard(event) {
		hear(this, event);
	}
	/** A node as the hub describes it now. */
	take(node) {
		if (!node) return;
		const known = this.#locks.get(node.nodeId);
		if (!known && this.#locks.size >= MOST_LOCKS) return;
		const lock = known ?? new KnownLock(`zwave:${this.#homeId.toString(16).padStart(8, "0")}:${node.nodeId}`, node);
		this.#locks.set(node.nodeId, lock);
		lock.node = node;
		lock.heardAt = this.tools.clock.now();
		if (!known) lock.sight = node.sight;
		this.describe(lock);
		this.tellPresence(lock, node.isReady && node.status !== STATUS.dead);
		this.sink.state(lock.key, lock.sight, "echo");
	}
	drop(nodeId) {
		const lock = this.#locks.get(nodeId);
		if (!lock) return;
		this.#locks.delete(nodeId);
		lock.end();
		this.errands.forget(lock);
		this.sink.lost(lock.key);
	}
	/** Asks the hub, not the lock, what the lock can do, and tells it. */
	async describe(lock) {
		this.#tellFound(lock);
		if (!lock.node.isReady) return;
		lock.facts = await codeFactsOf(this.socket, lock.node);
		if (this.#locks.get(lock.node.nodeId) === lock) this.#tellFound(lock);
	}
	#tellFound(lock) {
		const promises = {
			probeAfterMs: this.#probeAfterMs,
			showsDigits: lock.showsDigits,
			isPrivate: this.#isPrivate
		};
		this.sink.found(lock.key, foundLock(lock.node, lock.facts, promises));
	}
	tellPresence(lock, isOnline) {
		if (lock.isOnline === isOnline) return;
		lock.isOnline = isOnline;
		this.sink.presence(lock.key, isOnline);
		if (isOnline) this.errands.readSoon(lock);
		else if (lock.node.isReady) this.errands.probeLater(lock);
	}
	heardFrom(lock) {
		lock.heardAt = this.tools.clock.now();
	}
	/** What the lock itself said, or what was read from it. */
	tellSight(lock, sight, from) {
		const isStuck = from === "read" && lock.isJammed;
		lock.sight = {
			...lock.sight,
			...sight,
			...isStuck ? { bolt: "jammed" } : {}
		};
		if (lock.hearsay === lock.sight.bolt || from === "read") lock.hearsay = void 0;
		this.sink.state(lock.key, lock.sight, from);
	}
	async act(key, order, signal) {
		if (!ACTIONS.includes(order.action)) return {
			answer: "refused",
			why: "notCapable"
		};
		const { clock } = this.tools;
		const lock = this.#byKey(key);
		if (!lock?.isOnline) return { answer: "notSent" };
		const isFree = await this.errands.standBack(() => this.socket.quiet(signal));
		try {
			if (!isFree || !lock.isOnline || clock.now() >= order.deadline) return { answer: "notSent" };
			lock.isJammed = false;
			const answer = await move({
				socket: this.socket,
				node: lock.node,
				clock,
				...lock.ears()
			}, order, signal);
			if (answer.answer === "proven") this.tellSight(lock, answer.state, answer.how);
			else if (answer.answer === "unproven") this.errands.readSoon(lock);
			return answer;
		} finally {
			this.errands.goOn();
		}
	}
	async write(key, slot, entry, signal) {
		const lock = this.#byKey(key);
		if (!lock?.isOnline || signal.aborted) return { answer: "notSent" };
		const refusal = this.#refusalOf(lock, slot, entry);
		if (refusal) return {
			answer: "refused",
			why: refusal
		};
		const name = entry.name.slice(0, lock.facts?.nameLength ?? 0);
		lock.writing = slot;
		const put = {
			digits: entry.digits,
			name
		};
		const answer = await writeSlot(wayOf(lock), this.#codeLock(lock), slot, put, signal);
		lock.writing = void 0;
		lock.free.delete(slot);
		if (answer.answer === "proven" && answer.by === "value") this.#shown(lock);
		return answer;
	}
	async erase(key, slot, signal) {
		const lock = this.#byKey(key);
		if (!lock?.isOnline || signal.aborted) return { answer: "notSent" };
		if (!lock.facts) return {
			answer: "refused",
			why: "notCapable"
		};
		lock.writing = slot;
		const answer = await eraseSlot(wayOf(lock), this.#codeLock(lock), slot, signal);
		lock.writing = void 0;
		if (answer.answer === "proven") lock.free.add(slot);
		else lock.free.delete(slot);
		return answer;
	}
	async look(key, what, signal) {
		const lock = this.#byKey(key);
		const unseen = { seen: false };
		if (!lock?.isOnline || signal.aborted) return unseen;
		if (what === "state") {
			const state = await readLock(this.socket, lock.node);
			if (state) this.tellSight(lock, state, "read");
			return state ? {
				seen: true,
				state: lock.sight
			} : unseen;
		}
		if (!lock.facts) return unseen;
		if (what === "slots") return await this.#lookAtSlots(lock, signal) ?? unseen;
		const slot = await this.#read(lock, what.slot);
		return slot ? {
			seen: true,
			slot
		} : unseen;
	}
	/** One by one, so that an action waits for one exchange at most. */
	async #lookAtSlots(lock, signal) {
		const slots = [];
		const remembered = await wayOf(lock).remembered(this.#codeLock(lock));
		for (const slot of [.../* @__PURE__ */ new Set([...remembered, ...lock.toRead])].sort((a, b) => a - b)) {
			if (signal.aborted) return void 0;
			const sight = await this.#read(lock, slot);
			if (!sight && !lock.isOnline) return void 0;
			if (sight?.holds !== "free") slots.push(sight ?? {
				slot,
				holds: "code"
			});
		}
		return {
			seen: true,
			slots
		};
	}
	async #read(lock, slot) {
		const sight = await wayOf(lock).read(this.#codeLock(lock), slot);
		if (sight?.holds === "free") lock.free.add(slot);
		else lock.free.delete(slot);
		if (sight?.holds === "free") lock.toRead.delete(slot);
		if (sight?.digits !== void 0) this.#shown(lock);
		return sight;
	}
	#shown(lock) {
		if (lock.showsDigits) return;
		lock.showsDigits = true;
		this.#tellFound(lock);
	}
	#refusalOf(lock, slot, { digits, window }) {
		const { facts, node } = lock;
		if (!facts || window) return "notCapable";
		if (slot < 1 || slot > facts.places) return "full";
		if (!/^\d+$/.test(digits)) return "digits";
		const min = node.codeLength ?? facts.min;
		const max = node.codeLength ?? facts.max;
		return digits.length < min || digits.length > max ? "length" : void 0;
	}
	#codeLock(lock) {
		return {
			socket: this.socket,
			node: lock.node,
			places: lock.facts?.places ?? 0,
			credentialType: lock.facts?.credentialType ?? 1,
			listenForDuplicate: () => lock.listenForDuplicate(this.tools.clock, DUPLICATE_TOLD_MS),
			wasFree: (slot) => lock.free.has(slot)
		};
	}
	#byKey(key) {
		const nodeId = Number(key.slice(key.lastIndexOf(":") + 1));
		const lock = this.#locks.get(nodeId);
		return lock?.key === key ? lock : void 0;
	}
};
const wayOf = ({ facts }) => facts?.hasUsers ? userCredentials : userCodes;
//#endregion
//#region packages/gateway/src/families/zwave/socket.ts
/** Users and credentials came with 48; before 29 an order was answered with true or false, which proves nothing. */
const NEWEST_SCHEMA = 48;
const OLDEST_SCHEMA = 29;
/** The longest answer is the first: everything about every node. Afterwards one node at most. */
const LONGEST_FRAME = 33554432;
const LONGEST_LATER_FRAME = 2097152;
const GREETING_MS = 1e4;
/** Other programs use the same radio: an answer may wait behind theirs. A hub that takes longer is broken. */
const ANSWER_MS = 12e4;
const HEARTBEAT_MS = 15e3;
/** A client that was refused for this reason may come again: the controller is still starting. */
const TRY_AGAIN_LATER = 1013;
const GONE = {
	ok: false,
	error: "gone"
};
/** One connection to a Z-Wave server, from the first byte to the last; the next one is another object. */
var HubSocket = class {
	#tools;
	#owner;
	#socket;
	#waiting = /* @__PURE__ */ new Map();
	#quiet = /* @__PURE__ */ new Set();
	#stopTimer;
	#lastId = 0;
	#stage = "greeting";
	#version;
	#isAlive = true;
	constructor(address, tools, owner) {
		this.#tools = tools;
		this.#owner = owner;
		this.#socket = new WebSocket(address, {
			maxPayload: LONGEST_FRAME,
			perMessageDeflate: false,
			handshakeTimeout: GREETING_MS,
			followRedirects: false
		});
		this.#stopTimer = tools.clock.after(GREETING_MS * 2, () => this.#end(this.#stage === "greeting" ? "wrongProtocol" : "noAnswer"));
		this.#socket.on("message", (data) => this.#receive(data));
		this.#socket.on("pong", () => {
			this.#isAlive = true;
		});
		this.#socket.on("error", (error) => this.#end(this.#troubleOf(error)));
		this.#socket.on("close", (code) => this.#end(code === TRY_AGAIN_LATER ? "notReady" : this.#troubleOnClose()));
	}
	get schema() {
		return this.#version?.schema ?? 0;
	}
	/** Requests that the hub has not answered; it has no way to take one back. */
	get outstanding() {
		return this.#waiting.size;
	}
	/** True as soon as nothing of ours is under way, false when the signal fires before. */
	async quiet(signal) {
		while (this.#waiting.size > 0 && !signal.aborted) await new Promise((resolve) => {
			const done = () => {
				signal.removeEventListener("abort", done);
				this.#quiet.delete(done);
				resolve();
			};
			signal.addEventListener("abort", done, { once: true });
			this.#quiet.add(done);
		});
		return !signal.aborted;
	}
	/** Answered in any case: by the hub, or with `gone` when the connection ends. */
	request(command, args = {}) {
		if (this.#stage === "ended") return Promise.resolve(GONE);
		const messageId = String(++this.#lastId);
		return new Promise((resolve) => {
			const stop = this.#tools.clock.after(ANSWER_MS, () => this.#end("misbehaved"));
			this.#waiting.set(messageId, (answer) => {
				stop();
				this.#waiting.delete(messageId);
				if (this.#waiting.size === 0) for (const tell of [...this.#quiet]) tell();
				resolve(answer);
			});
			this.#socket.send(JSON.stringify({
				...args,
				messageId,
				command
			}));
		});
	}
	close() {
		this.#end("lost");
	}
	#receive(data) {
		if (this.#stage === "ended") return;
		const frame = this.#stage === "open" && data.length > LONGEST_LATER_FRAME ? void 0 : readFrame(data);
		if (frame) this.#take(frame);
		else this.#end(this.#stage === "greeting" ? "wrongProtocol" : "misbehaved");
	}
	#take(frame) {
		if (this.#stage === "greeting") this.#greet(frame);
		else if (frame.kind === "result") this.#waiting.get(frame.id)?.(frame.reply);
		else if (frame.kind === "event" && this.#stage === "open") this.#owner.heard(frame.event);
	}
	#greet(frame) {
		const schema = frame.kind === "version" ? commonSchema(frame.schemas) : void 0;
		if (frame.kind !== "version") this.#end("wrongProtocol");
		else if (schema === void 0) this.#end("tooOld");
		else {
			this.#version = {
				homeId: frame.homeId,
				version: frame.version,
				schema
			};
			this.#stage = "opening";
			this.#listen(schema);
		}
	}
	async #listen(schemaVersion) {
		const agreed = await this.request("initialize", {
			schemaVersion,
			additionalUserAgentComponents: {}
		});
		const told = agreed.ok ? await this.request("start_listening") : agreed;
		const nodes = (told.ok ? told.result.state : void 0)?.nodes;
		if (this.#stage !== "opening" || !this.#version) return;
		if (!Array.isArray(nodes)) {
			this.#end("misbehaved");
			return;
		}
		this.#stage = "open";
		this.#stopTimer();
		this.#beat();
		this.#owner.opened({
			...this.#version,
			nodes
		});
	}
	/** A hub whose machine was switched off closes nothing. */
	#beat() {
		this.#stopTimer = this.#tools.clock.after(HEARTBEAT_MS, () => {
			if (!this.#isAlive) {
				this.#end("lost");
				return;
			}
			this.#isAlive = false;
			this.#socket.ping();
			this.#beat();
		});
	}
	#troubleOf(error) {
		const code = error.code;
		if (this.#stage === "open") return code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? "misbehaved" : "lost";
		if (typeof code === "string" && code.startsWith("WS_ERR")) return "misbehaved";
		if (code === void 0 || code === "ECONNRESET" || String(code).startsWith("HPE_")) return "wrongProtocol";
		return "noAnswer";
	}
	#troubleOnClose() {
		return this.#stage === "open" ? "lost" : this.#stage === "greeting" ? "wrongProtocol" : "misbehaved";
	}
	#end(trouble) {
		if (this.#stage === "ended") return;
		this.#stage = "ended";
		this.#stopTimer();
		for (const answer of [...this.#waiting.values()]) answer(GONE);
		this.#socket.terminate();
		this.#owner.ended(trouble);
	}
};
/** The newest schema that both sides speak; undefined when that is none, or one whose answers prove nothing. */
function commonSchema({ min, max }) {
	const schema = Math.min(NEWEST_SCHEMA, max);
	return schema >= min && schema >= OLDEST_SCHEMA ? schema : void 0;
}
//#endregion
//#region packages/gateway/src/families/zwave/index.ts
const FIRST_RETRY_MS = 1e3;
const LONGEST_RETRY_MS = 6e4;
/** Locks behind `@zwave-js/server`, as zwave-js-ui and Home Assistant run it. */
const zwaveFamily = (hub, tools) => new ZwaveFamily(hub, tools, {});
/** Comes back to the hub whenever it is lost, and knows the network only while it is connected. */
var ZwaveFamily = class {
	#hub;
	#tools;
	#options;
	#network;
	#socket;
	#sink;
	#failures = 0;
	#trouble;
	#stopRetry;
	/** Locks of the last connection: the hub may have forgotten one while it was not reached. */
	#known = /* @__PURE__ */ new Set();
	constructor(hub, tools, options) {
		this.#hub = hub;
		this.#tools = tools;
		this.#options = options;
	}
	open(sink, signal) {
		this.#sink = sink;
		signal.addEventListener("abort", () => this.#close(), { once: true });
		if (!signal.aborted) this.#connect(signal);
	}
	act(lock, order, signal) {
		return this.#network?.act(lock, order, signal) ?? Promise.resolve({ answer: "notSent" });
	}
	write(lock, slot, entry, signal) {
		return this.#network?.write(lock, slot, entry, signal) ?? Promise.resolve({ answer: "notSent" });
	}
	erase(lock, slot, signal) {
		return this.#network?.erase(lock, slot, signal) ?? Promise.resolve({ answer: "notSent" });
	}
	look(lock, what, signal) {
		return this.#network?.look(lock, what, signal) ?? Promise.resolve({ seen: false });
	}
	#connect(signal) {
		const address = addressOf(this.#hub.address);
		if (!address) {
			this.#sink?.hubDown("badAddress");
			return;
		}
		const socket = new HubSocket(address, this.#tools, {
			opened: (greeting) => this.#opened(socket, greeting),
			heard: (event) => this.#network?.heard(event),
			ended: (trouble) => this.#ended(trouble, signal)
		});
		this.#socket = socket;
	}
	#opened(socket, greeting) {
		if (!this.#sink) return;
		this.#failures = 0;
		this.#trouble = void 0;
		this.#tools.log("Z-Wave server connected", {
			schema: greeting.schema,
			nodes: greeting.nodes.length
		});
		this.#sink.hubUp({
			product: "Z-Wave JS",
			version: greeting.version
		});
		this.#network = new Network(socket, this.#sink, this.#tools, {
			isPrivate: this.#hub.address.startsWith("wss:"),
			...this.#options
		});
		this.#network.start(greeting);
		for (const lock of this.#known) if (!this.#network.has(lock)) this.#sink.lost(lock);
	}
	#ended(trouble, signal) {
		if (this.#network) this.#known = this.#network.stop();
		this.#network = void 0;
		this.#socket = void 0;
		if (signal.aborted) return;
		if (trouble !== this.#trouble) this.#tools.log(`Z-Wave server: ${trouble}`);
		this.#trouble = trouble;
		this.#sink?.hubDown(trouble);
		const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures++, 10));
		this.#stopRetry = this.#tools.clock.after(delay / 2 + randomInt(delay / 2), () => this.#connect(signal));
	}
	#close() {
		this.#stopRetry?.();
		this.#socket?.close();
	}
};
/** Undefined: no address of a socket. */
function addressOf(address) {
	const url = URL.parse(address);
	return url && (url.protocol === "ws:" || url.protocol === "wss:") ? url.href : void 0;
}
//#endregion
export { zwaveFamily };
