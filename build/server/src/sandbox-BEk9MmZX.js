import { i as zoneOf, n as decide, o as overlaps, s as Compile } from "./src-FcBeM93y.js";
import { D as AdvancedConfigChange, N as SmartlockConfigChange, S as OPENER_ACTION, b as ACTION_OPTION, j as SmartdoorAdvancedConfigChange, k as OpenerAdvancedConfigChange, o as SIM_ALL_WELL, s as SIM_PROFILES, x as LOCK_ACTION } from "./src-BsslFKKG.js";
import "./device-D4fG9Uzh.js";
import { t as LDP_REFUSAL } from "./refusals-CnTy4iKg.js";
import { a as varied, d as deviceKey, i as variationOf, l as accessPages, o as ACCESS_ERROR, r as VARIES, s as accessDigest, t as LdpDevice, u as objectionTo } from "./src-DcB4HLyV.js";
import { Lt as inTransaction } from "./esm-BFPbzlf6.js";
import { Qt as smartlockIdOf, y as enrolOrRenew } from "./service-DFAaALax.js";
import { t as MovableClock } from "./movable-clock-BKJ6hOJx.js";
import { setImmediate } from "node:timers/promises";
//#region packages/ldp-device/src/revisions.ts
/**
* Orders of one section, by their revisions: an older one than the last is none any more, the same again has the same
* answer, and only a newer one is carried out.
*/
var Revisions = class {
	#last;
	/** Undefined when the order is older than one that was carried out. */
	apply(rev, carryOut) {
		if (this.#last && rev < this.#last.rev) return void 0;
		if (this.#last?.rev !== rev) this.#last = {
			rev,
			answer: carryOut()
		};
		return this.#last.answer;
	}
};
//#endregion
//#region packages/simulator/src/device-spec.ts
/** D20: three bytes major, minor, patch. */
const packFirmware = (major, minor, patch) => major << 16 | minor << 8 | patch;
/** D20: two bytes major, minor. */
const packHardware = (major, minor) => major << 8 | minor;
/** The version as a person reads it: 0x02080f is 2.8.15. */
const firmwareText = (packed) => `${packed >> 16}.${packed >> 8 & 255}.${packed & 255}`;
//#endregion
//#region packages/simulator/src/battery.ts
/** Charge is counted in hundredths of a percent: a set of batteries lasts for about five thousand movements. */
const CHARGE_PER_PERCENT = 100;
const CHARGE_PER_MOVEMENT = 2;
const CRITICAL_PERCENT = 20;
/** A battery that drains with every movement. New locks start between 70 and 95 percent. */
var Battery = class {
	#charge;
	constructor(deviceId, percent = 70 + Math.floor(26 * variationOf(deviceId, VARIES.battery))) {
		this.#charge = percent * CHARGE_PER_PERCENT;
	}
	/** A set of batteries with this much left is put in. */
	replace(percent) {
		this.#charge = percent * CHARGE_PER_PERCENT;
	}
	drain() {
		this.#charge = Math.max(0, this.#charge - CHARGE_PER_MOVEMENT);
	}
	report() {
		const pct = Math.floor(this.#charge / CHARGE_PER_PERCENT);
		return {
			pct,
			critical: pct < CRITICAL_PERCENT,
			charging: false
		};
	}
};
//#endregion
//#region packages/simulator/src/device-clock.ts
/** The clock a lock goes by when it says what time it is; it may be wrong. What it waits for still takes as long. */
var DeviceClock = class {
	#clock;
	#skewMs = 0;
	#driftPpm = 0;
	#driftsSince = 0;
	constructor(clock) {
		this.#clock = clock;
	}
	now() {
		return this.#clock.now() + this.aheadMs;
	}
	after(delayMs, callback) {
		return this.#clock.after(delayMs, callback);
	}
	get skewMs() {
		return this.#skewMs;
	}
	get driftPpm() {
		return this.#driftPpm;
	}
	/** How far it is ahead now. */
	get aheadMs() {
		const driftedMs = (this.#clock.now() - this.#driftsSince) * this.#driftPpm / 1e6;
		return this.#skewMs + Math.round(driftedMs);
	}
	/** Sets it wrong by this much, drifting from now on. */
	set(skewMs, driftPpm) {
		this.#skewMs = skewMs;
		if (driftPpm !== this.#driftPpm) this.#driftsSince = this.#clock.now();
		this.#driftPpm = driftPpm;
	}
};
//#endregion
//#region packages/simulator/src/device-settings.ts
/** Device errors (7.5). */
const BAD_PARAMETER = 18;
const BAD_PIN = 33;
const checksOf = (change) => new Map(Object.entries(change.properties).map(([name, schema]) => [name, Compile(schema)]));
const CONFIG = checksOf(SmartlockConfigChange);
const LOCK = checksOf(AdvancedConfigChange);
const ADVANCED = {
	0: LOCK,
	1: void 0,
	2: checksOf(OpenerAdvancedConfigChange),
	3: checksOf(SmartdoorAdvancedConfigChange),
	4: LOCK,
	5: LOCK
};
const LOCK_DEFAULTS = {
	doubleButtonPressAction: 5,
	automaticBatteryTypeDetection: true,
	detachedCylinder: false,
	autoUpdateEnabled: true,
	totalDegrees: 720,
	singleLockedPositionOffsetDegrees: 0,
	unlockedPositionOffsetDegrees: 0,
	lockedPositionOffsetDegrees: 0,
	batteryType: 0,
	motorSpeed: 0,
	enableSlowSpeedDuringNightmode: false
};
/** What the devices of a type hold as delivered, beside what their machine acts on. */
const DEFAULTS = {
	0: LOCK_DEFAULTS,
	1: {},
	2: {
		intercomId: 0,
		busModeSwitch: 0,
		shortCircuitDuration: 0,
		electricStrikeDelay: 0,
		randomElectricStrikeDelay: false,
		doorbellSuppression: 0,
		doorbellSuppressionDuration: 500,
		soundRing: 1,
		soundOpen: 1,
		soundRto: 1,
		soundCm: 1,
		soundConfirmation: 1,
		soundLevel: 128,
		doubleButtonPressAction: 7,
		batteryType: 0,
		automaticBatteryTypeDetection: true,
		autoUpdateEnabled: true
	},
	3: {
		doubleButtonPressAction: 5,
		automaticBatteryTypeDetection: true,
		buzzerVolume: 1,
		supportedBatteryTypes: [
			0,
			1,
			2
		],
		batteryType: 0
	},
	4: LOCK_DEFAULTS,
	5: LOCK_DEFAULTS
};
/** The settings a device holds, and the rules by which it takes others. It forgets them with the power. */
var DeviceSettings = class {
	/** What the machine moves by. */
	spec;
	#adminPin;
	#revisions = /* @__PURE__ */ new Map();
	/** A device with an admin PIN checks the one it is shown; without one any is fine. */
	constructor(spec, adminPin) {
		this.spec = {
			...spec,
			advanced: {
				...DEFAULTS[spec.type],
				...spec.advanced
			}
		};
		this.#adminPin = adminPin;
	}
	/** As `up/info` tells them. */
	report() {
		const { type, firmware, hardware, config, advanced } = this.spec;
		return {
			type,
			firmware,
			hardware,
			config,
			...ADVANCED[type] && { advanced: { ...advanced } }
		};
	}
	/** Undefined when the order is older than one that was carried out. */
	apply({ section, rev, set }, refuseAll) {
		return this.#revisions.getOrInsertComputed(section, () => new Revisions()).apply(rev, () => this.#change(section, set, refuseAll));
	}
	#change(section, set, refuseAll) {
		if (refuseAll) return {
			errors: refused(set, BAD_PARAMETER),
			...this.#show(section)
		};
		if (section === "config") return this.#merge("config", set, CONFIG);
		const advanced = ADVANCED[this.spec.type];
		if (section === "advanced" && advanced) return this.#merge("advanced", set, advanced);
		if (section === "pin") return { errors: this.#adminPin === void 0 || set.adminPin === this.#adminPin ? [] : refused(set, BAD_PIN) };
		return { errors: refused(set, LDP_REFUSAL.notCapable) };
	}
	#merge(section, set, checks) {
		const isGood = ([name, value]) => checks.get(name)?.Check(value) === true;
		const good = Object.entries(set).filter(isGood);
		const bad = Object.entries(set).filter((entry) => !isGood(entry));
		this.spec = {
			...this.spec,
			[section]: {
				...this.spec[section],
				...Object.fromEntries(good)
			}
		};
		return {
			errors: refused(Object.fromEntries(bad), BAD_PARAMETER),
			...this.#show(section)
		};
	}
	#show(section) {
		if (section === "config") return { values: { ...this.spec.config } };
		return section === "advanced" && ADVANCED[this.spec.type] ? { values: { ...this.spec.advanced } } : {};
	}
};
const refused = (set, code) => Object.keys(set).map((path) => ({
	path,
	code
}));
//#endregion
//#region packages/simulator/src/access-list.ts
/** The access rights a device holds. They survive a loss of power. */
var AccessList = class {
	#held = /* @__PURE__ */ new Map();
	#key;
	#faults;
	/** Never given twice: a number in an old log entry must not point to somebody else. */
	#lastNumber = 0;
	constructor(key, faults) {
		this.#key = key;
		this.#faults = faults;
	}
	get size() {
		return this.#held.size;
	}
	get rights() {
		return [...this.#held.values()];
	}
	/** What stands under the key now; its number stays when the entry changes. */
	set(key, entry) {
		const number = this.#held.get(key)?.number ?? ++this.#lastNumber;
		this.#held.set(key, {
			number,
			entry
		});
	}
	get(key) {
		return this.#held.get(key);
	}
	delete(key) {
		this.#held.delete(key);
	}
	/** As after a reset with the device's own app. */
	clear() {
		this.#held.clear();
	}
	/** Rights under other keys than these. */
	except(keys) {
		return [...this.#held].flatMap(([key, { entry }]) => keys.has(key) ? [] : [entry]);
	}
	/** Somebody typed a code. Of several rights with the same code the one that holds now counts. */
	tryCode(code, zone, now) {
		const known = this.rights.filter(({ entry }) => entry.type === 13 && String(entry.code) === code);
		return attemptOf(known.find(({ entry }) => ruleFor(entry, zone, now) === "allowed") ?? known[0], zone, now);
	}
	/** Somebody came with what stands for the right of this number: a fob, a finger. */
	tryNumber(number, zone, now) {
		return attemptOf(this.rights.find((right) => right.number === number), zone, now);
	}
	/** What it reports of what stands under these keys; never a code. */
	report(keys) {
		const entries = {};
		for (const key of keys) {
			const right = this.#held.get(key);
			if (right) entries[key] = this.#present(right);
		}
		return entries;
	}
	/** The whole list. */
	pages() {
		return accessPages(this.report(this.#held.keys()));
	}
	#present({ number, entry }) {
		if (this.#faults.maskCodes) return { n: number };
		return {
			n: number,
			h: accessDigest(this.#key, entry)
		};
	}
};
/** Which rule decides about a right at an instant of the device's own clock. */
const ruleFor = (entry, zone, now) => entry.enabled ? decide(entry, zone, now) : "disabled";
function attemptOf(right, zone, now) {
	if (!right) return { allowed: false };
	const { number: authId, entry } = right;
	return {
		who: {
			authId,
			name: entry.name
		},
		allowed: ruleFor(entry, zone, now) === "allowed"
	};
}
//#endregion
//#region packages/simulator/src/access-orders.ts
/** As many as the locks people know hold. */
const CAPACITY = 200;
/** D51: six digits 1 to 9, not starting with 12. */
const CODE = /^(?!12)[1-9]{6}$/;
/** Takes orders about access rights, by the rules of a device: it takes what it can and says what it cannot. */
var AccessOrders = class {
	#list;
	#hasKeypad;
	#faults;
	#revisions = new Revisions();
	constructor(list, hasKeypad, faults) {
		this.#list = list;
		this.#hasKeypad = hasKeypad;
		this.#faults = faults;
	}
	/** Undefined when the order is older than one that was carried out. */
	apply({ rev, set }) {
		return this.#revisions.apply(rev, () => this.#carryOut(set));
	}
	#carryOut(set) {
		const keys = Object.keys(set);
		return {
			errors: this.#faults.rejectConfig ? keys.map((path) => ({
				path,
				code: ACCESS_ERROR.badParameter
			})) : this.#take(set),
			values: this.#list.report(keys)
		};
	}
	/** Removals first: what they free, places and codes, is there for the additions. */
	#take(set) {
		const additions = Object.entries(set).filter(([key, entry]) => entry !== null || this.#list.delete(key));
		const waiting = new Set(additions.map(([key]) => key));
		const errors = [];
		for (const [key, entry] of additions) {
			const code = this.#objection(key, entry, waiting);
			if (code === void 0) this.#list.set(key, entry);
			else errors.push({
				path: key,
				code
			});
			waiting.delete(key);
		}
		return errors;
	}
	/** `waiting` are the keys whose entries are about to be replaced: two of them may swap their codes. */
	#objection(key, entry, waiting) {
		return objectionTo(key, entry, {
			canHold: ({ type }) => type !== 13 || this.#hasKeypad(),
			isGoodCode: (code) => CODE.test(code),
			isTaken: (asked) => this.#list.except(/* @__PURE__ */ new Set([...waiting, key])).some((other) => other.code === asked.code && overlaps(other, asked)),
			isFull: ({ type }) => !this.#list.get(key) && this.#isFullFor(type)
		});
	}
	#isFullFor(type) {
		return this.#list.size >= CAPACITY || type === 13 && this.#faults.keypadFull;
	}
};
//#endregion
//#region packages/simulator/src/doorkeeper.ts
/** Who decides at a lock who comes in: its access rights, by the lock's own clock and in its zone. */
var Doorkeeper = class {
	orders;
	#list;
	#clock;
	#faults;
	#spec;
	constructor(key, clock, faults, spec) {
		this.#list = new AccessList(key, faults);
		this.orders = new AccessOrders(this.#list, () => this.hasKeypad, faults);
		this.#clock = clock;
		this.#faults = faults;
		this.#spec = spec;
	}
	get hasKeypad() {
		const { keypadPaired, keypad2Paired } = this.#spec().config;
		return keypadPaired === true || keypad2Paired === true;
	}
	tryCode(code) {
		return this.#list.tryCode(code, this.#zone, this.#clock.now());
	}
	/** Somebody with something that belongs to no access right is let in if it is known. */
	tryNumber(known, authId) {
		if (authId === void 0) return { allowed: known };
		return this.#list.tryNumber(authId, this.#zone, this.#clock.now());
	}
	pages() {
		return this.#list.pages();
	}
	forget() {
		this.#list.clear();
	}
	view() {
		const now = this.#clock.now();
		return this.#list.rights.map(({ number: authId, entry }) => ({
			authId,
			type: entry.type,
			name: entry.name,
			...entry.code !== void 0 && { code: this.#shown(String(entry.code)) },
			allowed: ruleFor(entry, this.#zone, now) === "allowed"
		}));
	}
	get #zone() {
		return zoneOf(this.#spec().config.timezoneId);
	}
	#shown(code) {
		return this.#faults.maskCodes ? "*".repeat(code.length) : code;
	}
};
//#endregion
//#region packages/simulator/src/faults.ts
function noFaults() {
	const { clockSkewMs: _skew, clockDriftPpm: _drift, ...faults } = SIM_ALL_WELL;
	return { ...faults };
}
//#endregion
//#region packages/simulator/src/attention.ts
/** How soon a device looks at an order, and how soon it takes another one: sleeping locks, busy gateways. */
var Attention = class {
	#clock;
	#faults;
	#lastTurnAt = Number.NEGATIVE_INFINITY;
	constructor(clock, faults) {
		this.#clock = clock;
		this.#faults = faults;
	}
	/** Looks at an order now, later, or never. */
	give(look) {
		if (this.#faults.mute) return;
		if (this.#faults.commandDelayMs > 0) this.#clock.after(this.#faults.commandDelayMs, look);
		else look();
	}
	/** Whether an order can be taken now; if so, the next one has to wait. */
	takeTurn() {
		const now = this.#clock.now();
		if (now - this.#lastTurnAt < this.#faults.commandGapMs) return false;
		this.#lastTurnAt = now;
		return true;
	}
};
//#endregion
//#region packages/simulator/src/radio.ts
/** Aspects up to here are used for something else. */
const FIRST_ASPECT = 100;
/** The way between a lock and its gateway, which loses messages; the same ones in every run. */
var Radio = class {
	#deviceId;
	#faults;
	#messages = 0;
	constructor(deviceId, faults) {
		this.#deviceId = deviceId;
		this.#faults = faults;
	}
	/** Whether the next message gets lost. */
	loses() {
		if (this.#faults.lossPercent === 0) return false;
		this.#messages += 1;
		return variationOf(this.#deviceId, FIRST_ASPECT + this.#messages) * 100 < this.#faults.lossPercent;
	}
};
//#endregion
//#region packages/simulator/src/faulty-medium.ts
/** What can be made to go wrong between a simulated lock and the wire, at any time. */
var FaultyMedium = class {
	#clock;
	#faults;
	#attention;
	#radio;
	constructor(deviceId, clock, faults) {
		this.#clock = clock;
		this.#faults = faults;
		this.#attention = new Attention(clock, faults);
		this.#radio = new Radio(deviceId, faults);
	}
	copiesIn() {
		return this.#radio.loses() ? 0 : this.#copies;
	}
	copiesOut(leaf) {
		return leaf !== "info" && this.#radio.loses() ? 0 : this.#copies;
	}
	attend(look) {
		this.#attention.give(look);
	}
	takeTurn() {
		return this.#attention.takeTurn();
	}
	/** What answers and tells may come late, or get lost. */
	tell(say) {
		const unlessDropped = () => {
			if (!this.#faults.dropAcks) say();
		};
		if (this.#faults.ackDelayMs > 0) this.#clock.after(this.#faults.ackDelayMs, unlessDropped);
		else unlessDropped();
	}
	get #copies() {
		return this.#faults.duplicate ? 2 : 1;
	}
};
//#endregion
//#region packages/simulator/src/machine-step.ts
/**
* The words both state machines use. A machine is pure: state, input and surroundings in; next state and effects out.
* It has no timers: its state says when it wants to be woken.
*/
/** Lock states (6.3). Openers use some of the same numbers with their own meaning. */
const LOCK_STATE = {
	uncalibrated: 0,
	locked: 1,
	unlocking: 2,
	unlocked: 3,
	locking: 4,
	unlatched: 5,
	unlockedLockNgo: 6,
	unlatching: 7,
	wrongCode: 224,
	wrongFingerprint: 225,
	motorBlocked: 254,
	undefined: 255
};
/** Opener states (6.3). */
const OPENER_STATE = {
	untrained: 0,
	online: 1,
	rtoActive: 3,
	open: 5,
	opening: 7,
	bootRun: 253,
	undefined: 255
};
/** Modes (6.2). */
const MODE = {
	door: 2,
	continuous: 3
};
/** Door states (6.7). */
const DOOR_STATE = {
	unavailable: 0,
	closed: 2,
	opened: 3
};
/** Log actions beyond those of 6.6 (6.8). */
const LOG_ACTION = {
	doorAjar: 208,
	doorMismatch: 209,
	doorbell: 224,
	doorOpened: 240,
	doorClosed: 241,
	doorSensorJammed: 242,
	initialisation: 252,
	calibration: 253
};
const ORIGIN = {
	system: {
		state: 0,
		log: 0
	},
	hand: {
		state: 1,
		log: 1
	},
	button: {
		state: 2,
		log: 2
	},
	automatic: {
		state: 3,
		log: 3
	},
	service: {
		state: 4,
		log: 4
	},
	autoLock: {
		state: 6,
		log: 6
	},
	continuousMode: {
		state: 6,
		log: 6
	},
	keypad: {
		state: 7,
		log: 255
	},
	fob: {
		state: 7,
		log: 7
	}
};
const OUTCOME = {
	done: {
		code: 0,
		result: 0,
		refused: false
	},
	motorBlocked: {
		code: 66,
		result: 1,
		refused: false
	},
	positionUnknown: {
		code: 65,
		result: 9,
		refused: true
	},
	busy: {
		code: 69,
		result: 4,
		refused: true
	},
	notCalibrated: {
		code: 71,
		result: 254,
		refused: true
	},
	nightMode: {
		code: 79,
		result: 10,
		refused: true
	}
};
/** Log source (6.8) of a keypad. */
const keypadSource = (by) => by === "code" ? 1 : 2;
/**
* Ends an order: an entry in the log and the answer to its command. A refusal is only worth telling to the service,
* which asked; somebody at the door sees that nothing moved.
*/
function conclude(effects, order, action, outcome) {
	const { origin, cmd, source, who } = order;
	if (outcome.refused && cmd === void 0) return;
	effects.push({
		do: "log",
		kind: outcome.refused ? "denied" : "action",
		action,
		trigger: origin.log,
		result: outcome.result,
		...source !== void 0 && { source },
		...who,
		...cmd !== void 0 && { cmd }
	});
	if (cmd !== void 0) effects.push({
		do: "finish",
		cmd,
		code: outcome.code
	});
}
/** The log's word for somebody at the door who may not come in now: rejected (6.8). */
const REJECTED = 9;
/** A fob that is known but not allowed now. */
const fobDenied = (action, who) => ({
	do: "log",
	kind: "denied",
	action,
	trigger: ORIGIN.fob.log,
	result: REJECTED,
	...who
});
/** The action (6.10) a fob's presses stand for; a fob that is not paired does nothing. */
function fobAction(config, presses) {
	if (!config.fobPaired) return 0;
	return [
		config.fobAction1,
		config.fobAction2,
		config.fobAction3
	][presses - 1] ?? 0;
}
/** The action (6.11) the device's own button is set to; 0 for none. */
function buttonSetting({ config, advanced }, presses) {
	if (config.buttonEnabled === false) return 0;
	return [advanced.singleButtonPressAction, advanced.doubleButtonPressAction][presses - 1] ?? 0;
}
/** The earlier of two moments, either of which may never come. */
const earlier = (a, b) => a === void 0 ? b : b === void 0 ? a : Math.min(a, b);
//#endregion
//#region packages/simulator/src/lock-motion.ts
/** How a lock turns and comes to rest, and what its door sensor has to say to that. */
const { locked: locked$2, unlatched: unlatched$1, unlockedLockNgo: unlockedLockNgo$2, motorBlocked: motorBlocked$1, uncalibrated: uncalibrated$1 } = LOCK_STATE;
/** A door that is open for so long has been forgotten. */
const AJAR_MS = 6e5;
function startMotor(turn, move, order) {
	const { next, effects, env } = turn;
	next.trigger = order.origin.state;
	next.lastAction = move.action;
	next.motion = {
		move,
		order
	};
	next.autoLockAt = void 0;
	effects.push({ do: "startMotor" });
	if (env.movementMs === 0) return stopMotor(turn, move, order);
	next.lock = move.through;
	next.due = env.now + env.movementMs;
	effects.push({ do: "show" });
}
function stopMotor(turn, move, order) {
	const { next, effects, env } = turn;
	next.motion = void 0;
	next.afterLatch = move.afterLatch;
	settle(turn, env.jammed ? motorBlocked$1 : move.to);
	if (env.jammed && order.origin === ORIGIN.autoLock) next.autoLockAt = void 0;
	effects.push({ do: "show" });
	conclude(effects, order, move.action, env.jammed ? OUTCOME.motorBlocked : OUTCOME.done);
	checkDoor(turn);
}
/** Comes to rest, and notes what follows by itself. */
function settle(turn, lock) {
	const { next, env } = turn;
	next.lock = lock;
	next.due = void 0;
	if (lock === unlatched$1) next.due = env.now + env.spec.advanced.unlatchDuration * 1e3;
	if (lock === unlockedLockNgo$2) next.due = env.now + env.spec.advanced.lngTimeout * 1e3;
	armAutoLock(turn);
}
/** The time runs from when the lock was opened, also while the latch is held. */
function armAutoLock({ next, env }) {
	const { autoLock, autoLockTimeout } = env.spec.advanced;
	if (next.lock !== locked$2 && next.lock !== uncalibrated$1 && autoLock && autoLockTimeout > 0) next.autoLockAt ??= env.now + Math.max(autoLockTimeout, 2) * 1e3;
	else next.autoLockAt = void 0;
}
/** What the door sensor has to say. */
function reportDoor({ effects }, action) {
	effects.push({
		do: "log",
		kind: "door",
		action,
		trigger: ORIGIN.system.log,
		result: 0
	});
}
/** The bolt is out, and the door is open: one of both cannot be true. */
function checkDoor(turn) {
	const { lock, door } = turn.next;
	if (lock === locked$2 && door === DOOR_STATE.opened) reportDoor(turn, LOG_ACTION.doorMismatch);
}
//#endregion
//#region packages/simulator/src/lock-moves.ts
const { locked: locked$1, unlocking, unlocked: unlocked$1, locking, unlatched, unlockedLockNgo: unlockedLockNgo$1, unlatching, motorBlocked } = LOCK_STATE;
const unknown = LOCK_STATE.undefined;
const MOVES = {
	lock: {
		action: LOCK_ACTION.lock,
		from: [
			unlocked$1,
			unlatched,
			unlockedLockNgo$1,
			motorBlocked,
			unknown
		],
		through: locking,
		to: locked$1,
		afterLatch: unlocked$1
	},
	unlock: {
		action: LOCK_ACTION.unlock,
		from: [
			locked$1,
			motorBlocked,
			unknown
		],
		through: unlocking,
		to: unlocked$1,
		afterLatch: unlocked$1
	},
	unlatch: {
		action: LOCK_ACTION.unlatch,
		from: [
			locked$1,
			unlocked$1,
			unlockedLockNgo$1,
			motorBlocked,
			unknown
		],
		through: unlatching,
		to: unlatched,
		afterLatch: unlocked$1
	},
	lockNgo: {
		action: LOCK_ACTION.lockNgo,
		from: [
			locked$1,
			unlocked$1,
			unlatched,
			unlockedLockNgo$1
		],
		through: unlocking,
		to: unlockedLockNgo$1,
		afterLatch: unlocked$1
	},
	lockNgoUnlatch: {
		action: LOCK_ACTION.lockNgoUnlatch,
		from: [
			locked$1,
			unlocked$1,
			unlatched,
			unlockedLockNgo$1
		],
		through: unlatching,
		to: unlatched,
		afterLatch: unlockedLockNgo$1
	}
};
/** Device numbering: full lock is an action of its own. */
const FULL_LOCK = 6;
/** Which actions of `DownCmd` a lock or Box knows. */
const lockCanDo = (spec, action) => spec.type === 1 ? action === LOCK_ACTION.unlock : action >= LOCK_ACTION.unlock && action <= FULL_LOCK;
function resolveAction(action, force, autoUnlatch) {
	switch (action) {
		case LOCK_ACTION.unlock: {
			const from = force ? [...MOVES.unlock.from, unlocked$1] : MOVES.unlock.from;
			return {
				asked: action,
				move: autoUnlatch ? MOVES.unlatch : MOVES.unlock,
				from
			};
		}
		case LOCK_ACTION.lock:
		case FULL_LOCK: {
			const from = force || action === FULL_LOCK ? [...MOVES.lock.from, locked$1] : MOVES.lock.from;
			return {
				asked: LOCK_ACTION.lock,
				move: MOVES.lock,
				from
			};
		}
		case LOCK_ACTION.unlatch: return {
			asked: action,
			move: MOVES.unlatch,
			from: MOVES.unlatch.from
		};
		case LOCK_ACTION.lockNgo: return {
			asked: action,
			move: MOVES.lockNgo,
			from: MOVES.lockNgo.from
		};
		case LOCK_ACTION.lockNgoUnlatch: return {
			asked: action,
			move: MOVES.lockNgoUnlatch,
			from: MOVES.lockNgoUnlatch.from
		};
		default: throw new RangeError(`no lock knows action ${action}`);
	}
}
//#endregion
//#region packages/simulator/src/lock-machine.ts
const { locked, unlocked, unlockedLockNgo, uncalibrated } = LOCK_STATE;
/** A lock that stands still in this state. */
function lockAtRest(lock, door, env) {
	const next = {
		lock,
		mode: MODE.door,
		trigger: ORIGIN.system.state,
		lastAction: 0,
		door,
		nightMode: false,
		rtoEndsAt: void 0,
		wakeAt: void 0,
		motion: void 0,
		due: void 0,
		afterLatch: unlocked,
		autoLockAt: void 0,
		ajarAt: door === DOOR_STATE.opened ? env.now + AJAR_MS : void 0
	};
	settle({
		next,
		effects: [],
		env
	}, lock);
	next.wakeAt = nextWake(next);
	return next;
}
const nextWake = ({ due, autoLockAt, ajarAt }) => earlier(earlier(due, autoLockAt), ajarAt);
/** Contract 8.1: one thing happens to a lock. */
function stepLock(state, input, env) {
	const turn = {
		next: { ...state },
		effects: [],
		env
	};
	take$1(turn, input);
	turn.next.wakeAt = nextWake(turn.next);
	return {
		state: turn.next,
		effects: turn.effects
	};
}
function take$1(turn, input) {
	switch (input.kind) {
		case "command": return obey$1(turn, input.action, input.force, {
			origin: ORIGIN.service,
			cmd: input.cmd
		});
		case "wake": return wake$1(turn);
		case "hand": return turnByHand(turn, input.verb);
		case "button": return pressButton$1(turn, input.presses);
		case "fob": return useFob$1(turn, input.presses, input);
		case "keypad": return useKeypad$1(turn, input.by, input);
		case "door": return moveDoor(turn, input.open);
		case "doorSensorJam": return reportDoor(turn, LOG_ACTION.doorSensorJammed);
		case "nightMode": return setNightMode$1(turn, input.on);
		case "calibrated": return calibrate(turn, input.lock);
		case "ring": return;
	}
}
function obey$1(turn, action, force, order) {
	const { next, effects, env } = turn;
	const { asked, move, from } = resolveAction(action, force, env.spec.config.autoUnlatch === true);
	if (next.lock === uncalibrated) return conclude(effects, order, asked, OUTCOME.notCalibrated);
	if (next.motion) return conclude(effects, order, asked, OUTCOME.busy);
	if (next.nightMode && asked !== LOCK_ACTION.lock && order.origin === ORIGIN.service) return conclude(effects, order, asked, OUTCOME.nightMode);
	if (from.includes(next.lock)) return startMotor(turn, move, order);
	conclude(effects, order, asked, asked === LOCK_ACTION.lockNgo || asked === LOCK_ACTION.lockNgoUnlatch ? OUTCOME.positionUnknown : OUTCOME.done);
}
function wake$1(turn) {
	const { next, env } = turn;
	if (next.due !== void 0 && env.now >= next.due) return becomeDue(turn);
	if (next.autoLockAt !== void 0 && env.now >= next.autoLockAt) return autoLock(turn);
	if (next.ajarAt === void 0 || env.now < next.ajarAt) return;
	next.ajarAt = void 0;
	reportDoor(turn, LOG_ACTION.doorAjar);
}
function autoLock(turn) {
	turn.next.autoLockAt = void 0;
	if (turn.next.door !== DOOR_STATE.opened) startMotor(turn, MOVES.lock, { origin: ORIGIN.autoLock });
}
function becomeDue(turn) {
	const { next, effects } = turn;
	if (next.motion) return stopMotor(turn, next.motion.move, next.motion.order);
	if (next.lock === unlockedLockNgo) return startMotor(turn, MOVES.lock, { origin: ORIGIN.automatic });
	settle(turn, next.afterLatch);
	effects.push({ do: "show" });
}
/** The key is turned: the position changes without the motor. */
function turnByHand(turn, verb) {
	const { next, effects } = turn;
	const move = MOVES[verb];
	if (next.motion || !move.from.includes(next.lock)) return;
	next.trigger = ORIGIN.hand.state;
	next.lastAction = move.action;
	next.autoLockAt = void 0;
	next.afterLatch = unlocked;
	settle(turn, move.to);
	effects.push({ do: "show" });
	conclude(effects, { origin: ORIGIN.hand }, move.action, OUTCOME.done);
	checkDoor(turn);
}
function pressButton$1(turn, presses) {
	const { spec } = turn.env;
	const action = [
		void 0,
		turn.next.lock === locked ? LOCK_ACTION.unlock : LOCK_ACTION.lock,
		1,
		2,
		3,
		4
	][buttonSetting(spec, presses)];
	if (action !== void 0 && lockCanDo(spec, action)) obey$1(turn, action, false, { origin: ORIGIN.button });
}
function useFob$1(turn, presses, { allowed, who }) {
	const { spec } = turn.env;
	const action = [
		void 0,
		1,
		2,
		4,
		turn.next.lock === locked ? LOCK_ACTION.unlock : LOCK_ACTION.lock
	][fobAction(spec.config, presses)];
	if (action === void 0 || !lockCanDo(spec, action)) return;
	if (allowed) obey$1(turn, action, false, {
		origin: ORIGIN.fob,
		...who && { who }
	});
	else turn.effects.push(fobDenied(action, who));
}
function useKeypad$1(turn, by, { allowed, who }) {
	const source = keypadSource(by);
	if (allowed) return obey$1(turn, LOCK_ACTION.unlock, false, {
		origin: ORIGIN.keypad,
		source,
		...who && { who }
	});
	const { state, log: trigger } = ORIGIN.keypad;
	const result = by === "code" ? LOCK_STATE.wrongCode : LOCK_STATE.wrongFingerprint;
	turn.effects.push({
		do: "show",
		passing: {
			lock: result,
			trigger: state
		}
	}, {
		do: "log",
		kind: "denied",
		action: LOCK_ACTION.unlock,
		trigger,
		result,
		source,
		...who
	}, { do: "show" });
}
function moveDoor(turn, open) {
	const { next, effects, env } = turn;
	if (env.spec.type === 1 && !open) return shutBox(turn);
	const door = open ? DOOR_STATE.opened : DOOR_STATE.closed;
	if (!env.spec.hasDoorSensor || next.door === door) return;
	next.door = door;
	next.ajarAt = open ? env.now + AJAR_MS : void 0;
	if (!open && !next.motion) armAutoLock(turn);
	const action = open ? LOG_ACTION.doorOpened : LOG_ACTION.doorClosed;
	effects.push({ do: "show" });
	reportDoor(turn, action);
}
/** 8.1: a Box falls into its lock when it is shut. */
function shutBox(turn) {
	if (turn.next.lock !== unlocked) return;
	turn.next.trigger = ORIGIN.automatic.state;
	settle(turn, locked);
	turn.effects.push({ do: "show" });
	conclude(turn.effects, { origin: ORIGIN.automatic }, LOCK_ACTION.lock, OUTCOME.done);
}
function setNightMode$1({ next, effects }, on) {
	if (next.nightMode === on) return;
	next.nightMode = on;
	effects.push({ do: "show" });
}
function calibrate(turn, lock) {
	if (turn.next.lock !== uncalibrated) return;
	turn.next.trigger = ORIGIN.hand.state;
	settle(turn, lock);
	const { calibration: action } = LOG_ACTION;
	turn.effects.push({ do: "show" }, {
		do: "log",
		kind: "config",
		action,
		trigger: ORIGIN.hand.log,
		result: 0
	});
}
//#endregion
//#region packages/simulator/src/opener-actions.ts
/** Actions in device numbering (`DownCmd`). */
const DEVICE_ACTION = {
	rtoOn: 1,
	rtoOff: 2,
	open: 3,
	cmOn: 4,
	cmOff: 5
};
/** The same in the numbering of log and state (6.6), where continuous mode is 6 and 7. */
const { rtoOn, rtoOff, cmOn, cmOff } = OPENER_ACTION;
const LOGGED_AS = [
	void 0,
	rtoOn,
	rtoOff,
	OPENER_ACTION.open,
	cmOn,
	cmOff
];
/** Which actions of `DownCmd` an opener knows: `capabilities` (4.8) may lack ringing or opening. */
function openerCanDo(spec, action) {
	if (action < DEVICE_ACTION.rtoOn || action > DEVICE_ACTION.cmOff) return false;
	if (action === DEVICE_ACTION.open) return spec.config.capabilities !== 2;
	return spec.config.capabilities !== 0;
}
const toggledRto = ({ lock }) => lock === OPENER_STATE.rtoActive ? DEVICE_ACTION.rtoOff : DEVICE_ACTION.rtoOn;
const toggledCm = ({ mode }) => mode === MODE.continuous ? DEVICE_ACTION.cmOff : DEVICE_ACTION.cmOn;
const ifAble = (spec, action) => action !== void 0 && openerCanDo(spec, action) ? action : void 0;
/** What the button is set to do when it is pressed so often; undefined for nothing. */
function buttonAction(spec, at, presses) {
	const { rtoOn, rtoOff, cmOn, cmOff, open } = DEVICE_ACTION;
	const actions = [
		void 0,
		toggledRto(at),
		rtoOn,
		rtoOff,
		toggledCm(at),
		cmOn,
		cmOff,
		open
	];
	return ifAble(spec, actions[buttonSetting(spec, presses)]);
}
/** The same for a fob, which may also ring (6.10): 0 none, 1-3 toggle, activate, deactivate RTO, 7 open. */
function fobOrder(spec, at, pressed) {
	const { rtoOn, rtoOff, open } = DEVICE_ACTION;
	const actions = [
		void 0,
		toggledRto(at),
		rtoOn,
		rtoOff,
		void 0,
		void 0,
		void 0,
		open
	];
	return ifAble(spec, actions[pressed]);
}
//#endregion
//#region packages/simulator/src/opener-log.ts
/** What caused an entry of the log (4.16), by its trigger: a gateway for the service, a hand at the device for training. */
const SOURCE_OF = {
	[ORIGIN.hand.log]: 3,
	[ORIGIN.button.log]: 3,
	[ORIGIN.fob.log]: 4,
	[ORIGIN.service.log]: 5,
	[ORIGIN.keypad.log]: 6
};
const DOORBELL = 0;
const TIME_CONTROL = 1;
/** `doorbellSuppression` (4.10): when the bell stays silent. */
const SILENT = {
	idle: 1,
	rto: 2,
	cm: 4
};
/** What an entry of an opener's log tells beyond the action (4.16). */
function openerFlags({ mode, rto, force }, { action, trigger }, { advanced }) {
	const cm = mode === MODE.continuous;
	const isTimeOut = action === OPENER_ACTION.rtoOff && trigger === ORIGIN.automatic.log;
	const source = SOURCE_OF[trigger] ?? (isTimeOut ? TIME_CONTROL : DOORBELL);
	const silentNow = (cm ? SILENT.cm : 0) | (rto ? SILENT.rto : 0) || SILENT.idle;
	const suppressed = action === LOG_ACTION.doorbell && ((advanced.doorbellSuppression ?? 0) & silentNow) !== 0;
	return {
		cm,
		rto,
		source,
		...force && { force },
		...suppressed && { suppressed }
	};
}
//#endregion
//#region packages/simulator/src/opener-machine.ts
const { untrained, online, rtoActive, open, opening, bootRun } = OPENER_STATE;
/** An opener that has just come to this state. */
function openerAtRest(lock, mode, env) {
	const next = {
		lock,
		mode,
		trigger: ORIGIN.system.state,
		lastAction: 0,
		door: DOOR_STATE.unavailable,
		nightMode: false,
		rtoEndsAt: lock === rtoActive ? rtoEnd(env) : void 0,
		wakeAt: void 0,
		strike: void 0,
		due: lock === bootRun ? env.now + env.movementMs : void 0
	};
	next.wakeAt = wakeTime(next);
	return next;
}
/** Contract 8.2: one thing happens to an opener. */
function stepOpener(state, input, env) {
	const turn = {
		next: { ...state },
		effects: [],
		env
	};
	take(turn, input);
	turn.next.wakeAt = wakeTime(turn.next);
	const { next } = turn;
	const standing = {
		mode: next.mode,
		rto: next.lock === rtoActive || (next.strike?.inRto ?? false),
		force: input.kind === "command" ? input.force : state.strike?.force ?? false
	};
	const effects = turn.effects.map((effect) => effect.do === "log" ? {
		...effect,
		opener: openerFlags(standing, effect, env.spec)
	} : effect);
	return {
		state: turn.next,
		effects
	};
}
const rtoEnd = (env) => env.now + env.spec.advanced.rtoTimeout * 6e4;
/** Ring-to-open that ends while the strike is operated is noticed afterwards. */
const wakeTime = (state) => state.due ?? (state.lock === rtoActive ? state.rtoEndsAt : void 0);
function take(turn, input) {
	switch (input.kind) {
		case "command": return obey(turn, input.action, {
			origin: ORIGIN.service,
			cmd: input.cmd
		}, input.force);
		case "wake": return wake(turn);
		case "ring": return ring(turn);
		case "button": return pressButton(turn, input.presses);
		case "fob": return useFob(turn, input.presses, input);
		case "keypad": return useKeypad(turn, input.by, input);
		case "nightMode": return setNightMode(turn, input.on);
		case "calibrated": return train(turn);
		case "hand":
		case "door":
		case "doorSensorJam": return;
	}
}
function obey(turn, action, order, force = false) {
	const { next, effects } = turn;
	const logged = LOGGED_AS[action];
	if (logged === void 0) throw new RangeError(`no opener knows action ${action}`);
	if (next.lock === untrained) return conclude(effects, order, logged, OUTCOME.notCalibrated);
	if (next.lock !== online && next.lock !== rtoActive) return conclude(effects, order, logged, OUTCOME.busy);
	const opens = action !== DEVICE_ACTION.rtoOff && action !== DEVICE_ACTION.cmOff;
	if (next.nightMode && opens && order.origin === ORIGIN.service) return conclude(effects, order, logged, OUTCOME.nightMode);
	if (action === DEVICE_ACTION.open) return operateStrike(turn, {
		order,
		back: next.lock,
		inRto: next.lock === rtoActive,
		force
	}, 0);
	if (changesSetting(turn, action)) {
		next.trigger = order.origin.state;
		next.lastAction = logged;
		effects.push({ do: "show" });
	}
	conclude(effects, order, logged, OUTCOME.done);
}
/** Ring-to-open and continuous mode; false where it is already so. */
function changesSetting({ next, env }, action) {
	const { lock, mode } = next;
	if (action === DEVICE_ACTION.rtoOn && lock === online) {
		next.lock = rtoActive;
		next.rtoEndsAt = rtoEnd(env);
	} else if (action === DEVICE_ACTION.rtoOff) {
		next.lock = online;
		next.rtoEndsAt = void 0;
	} else if (action === DEVICE_ACTION.cmOn) next.mode = MODE.continuous;
	else if (action === DEVICE_ACTION.cmOff) next.mode = MODE.door;
	return next.lock !== lock || next.mode !== mode;
}
function operateStrike(turn, strike, delayMs) {
	const { next, effects, env } = turn;
	next.trigger = strike.order.origin.state;
	next.lastAction = OPENER_ACTION.open;
	next.strike = strike;
	if (strike.back === online) next.rtoEndsAt = void 0;
	effects.push({ do: "startMotor" });
	if (env.movementMs + delayMs === 0) return energise(turn, strike.order);
	next.lock = opening;
	next.due = env.now + delayMs + env.movementMs;
	effects.push({ do: "show" });
}
function energise({ next, effects, env }, order) {
	next.lock = open;
	next.due = env.now + env.spec.advanced.electricStrikeDuration;
	effects.push({ do: "show" });
	conclude(effects, order, OPENER_ACTION.open, OUTCOME.done);
}
function wake(turn) {
	const { next, effects, env } = turn;
	if (next.wakeAt === void 0 || env.now < next.wakeAt) return;
	if (next.strike && next.lock === opening) return energise(turn, next.strike.order);
	if (next.lock === rtoActive) return endRto(turn);
	const isRtoOn = next.strike?.back === rtoActive;
	next.lock = isRtoOn ? rtoActive : online;
	next.strike = void 0;
	next.due = void 0;
	if (isRtoOn && next.rtoEndsAt !== void 0 && env.now >= next.rtoEndsAt) return endRto(turn);
	effects.push({ do: "show" });
}
function endRto({ next, effects }) {
	next.lock = online;
	next.rtoEndsAt = void 0;
	next.trigger = ORIGIN.automatic.state;
	next.lastAction = OPENER_ACTION.rtoOff;
	effects.push({ do: "show" });
	conclude(effects, { origin: ORIGIN.automatic }, OPENER_ACTION.rtoOff, OUTCOME.done);
}
/** Who rings waits a little, as if somebody came to the door; an order opens at once. */
function delayAfterRing({ spec: { advanced }, now }) {
	if (advanced.randomElectricStrikeDelay) return 3e3 + now * 7919 % 4001;
	return advanced.electricStrikeDelay ?? 0;
}
function ring(turn) {
	const { next, effects, env } = turn;
	if (next.lock === untrained || next.lock === bootRun) return;
	const { doorbell: action } = LOG_ACTION;
	effects.push({
		do: "log",
		kind: "ring",
		action,
		trigger: ORIGIN.system.log,
		result: 0
	});
	if (next.lock === rtoActive) {
		const back = env.spec.advanced.disableRtoAfterRing ? online : rtoActive;
		operateStrike(turn, {
			order: { origin: ORIGIN.automatic },
			back,
			inRto: true,
			force: false
		}, delayAfterRing(env));
	} else if (next.lock === online && next.mode === MODE.continuous) operateStrike(turn, {
		order: { origin: ORIGIN.continuousMode },
		back: online,
		inRto: false,
		force: false
	}, delayAfterRing(env));
}
function pressButton(turn, presses) {
	const { next, env } = turn;
	const action = buttonAction(env.spec, next, presses);
	if (action !== void 0) obey(turn, action, { origin: ORIGIN.button });
}
function useFob(turn, presses, { allowed, who }) {
	const { next, env } = turn;
	const pressed = fobAction(env.spec.config, presses);
	if (pressed === 8) return ring(turn);
	const action = fobOrder(env.spec, next, pressed);
	if (action === void 0) return;
	if (allowed) obey(turn, action, {
		origin: ORIGIN.fob,
		...who && { who }
	});
	else turn.effects.push(fobDenied(action, who));
}
function useKeypad(turn, by, { allowed, who }) {
	const source = keypadSource(by);
	if (allowed) return obey(turn, DEVICE_ACTION.open, {
		origin: ORIGIN.keypad,
		source,
		...who && { who }
	});
	const result = by === "code" ? LOCK_STATE.wrongCode : LOCK_STATE.wrongFingerprint;
	const { log: trigger } = ORIGIN.keypad;
	turn.effects.push({
		do: "log",
		kind: "denied",
		action: OPENER_ACTION.open,
		trigger,
		result,
		source,
		...who
	});
}
function setNightMode({ next, effects }, on) {
	if (next.nightMode === on) return;
	next.nightMode = on;
	effects.push({ do: "show" });
}
function train({ next, effects }) {
	if (next.lock !== untrained) return;
	next.lock = online;
	next.trigger = ORIGIN.hand.state;
	const { initialisation: action } = LOG_ACTION;
	effects.push({ do: "show" }, {
		do: "log",
		kind: "config",
		action,
		trigger: ORIGIN.hand.log,
		result: 0
	});
}
//#endregion
//#region packages/simulator/src/machine.ts
/** The machine for a kind of device, at rest. */
const machineFor = (spec, waking, now, movementMs) => spec.type === 2 ? new OpenerMachine(spec, waking, now, movementMs) : new LockMachine(spec, waking, now, movementMs);
/** Nothing is under way after a loss of power: where the motor was turning the position is unknown, a held latch is back. */
function restingLock(lock) {
	const { unlatched, unlockedLockNgo, unlocked } = LOCK_STATE;
	if (lock === unlatched || lock === unlockedLockNgo) return unlocked;
	return [
		LOCK_STATE.uncalibrated,
		LOCK_STATE.locked,
		unlocked,
		LOCK_STATE.motorBlocked
	].includes(lock) ? lock : LOCK_STATE.undefined;
}
/** Likewise: an opener comes back with its strike released and ring-to-open off. */
const restingOpener = (lock) => lock === OPENER_STATE.untrained || lock === OPENER_STATE.bootRun ? lock : OPENER_STATE.online;
var LockMachine = class {
	state;
	#spec;
	#movementMs;
	constructor(spec, waking, now, movementMs) {
		this.#spec = spec;
		this.#movementMs = movementMs;
		const door = spec.hasDoorSensor ? waking.door ?? DOOR_STATE.closed : DOOR_STATE.unavailable;
		const lock = restingLock(waking.lock ?? spec.initialLock);
		this.state = lockAtRest(lock, door, {
			spec,
			now,
			movementMs,
			jammed: false
		});
	}
	configure(spec) {
		this.#spec = spec;
	}
	canDo(action) {
		return lockCanDo(this.#spec, action);
	}
	step(input, now, jammed) {
		const env = {
			spec: this.#spec,
			now,
			movementMs: this.#movementMs,
			jammed
		};
		const { state, effects } = stepLock(this.state, input, env);
		this.state = state;
		return effects;
	}
};
var OpenerMachine = class {
	state;
	#spec;
	#movementMs;
	constructor(spec, waking, now, movementMs) {
		this.#spec = spec;
		this.#movementMs = movementMs;
		const lock = restingOpener(waking.lock ?? spec.initialLock);
		this.state = openerAtRest(lock, waking.mode ?? MODE.door, {
			spec,
			now,
			movementMs
		});
	}
	configure(spec) {
		this.#spec = spec;
	}
	canDo(action) {
		return openerCanDo(this.#spec, action);
	}
	step(input, now) {
		const env = {
			spec: this.#spec,
			now,
			movementMs: this.#movementMs
		};
		const { state, effects } = stepOpener(this.state, input, env);
		this.state = state;
		return effects;
	}
};
//#endregion
//#region packages/simulator/src/lock-simulation.ts
const DEFAULT_MOVEMENT_MS = 1e3;
/** Powers a simulated lock up. Rejects when it cannot connect; later it comes back by itself. */
async function startSimulatedLock(options) {
	const lock = new LockSimulation(options);
	try {
		await lock.reconnect();
	} catch (error) {
		await lock.stop();
		throw error;
	}
	return lock;
}
var LockSimulation = class {
	deviceId;
	faults = noFaults();
	clock;
	connection = "offline";
	#settings;
	#clock;
	#movementMs;
	#battery;
	#doorkeeper;
	#endpointOptions;
	#journal;
	#machine;
	#endpoint;
	#motorStarts = 0;
	#plannedWake;
	#cancelWake;
	constructor(options) {
		const { spec, deviceId, clock, initialState = {}, movementMs = DEFAULT_MOVEMENT_MS } = options;
		this.deviceId = deviceId;
		this.#settings = new DeviceSettings(spec, options.adminPin);
		this.#clock = clock;
		this.#journal = options.journal ?? (() => void 0);
		this.clock = new DeviceClock(clock);
		const key = deviceKey(options.secret);
		this.#doorkeeper = new Doorkeeper(key, this.clock, this.faults, () => this.spec);
		this.#movementMs = varied(movementMs, deviceId, VARIES.movement);
		this.#battery = new Battery(deviceId, initialState.batteryCharge ?? spec.batteryCharge);
		this.#machine = machineFor(this.spec, initialState, clock.now(), this.#movementMs);
		const medium = () => new FaultyMedium(deviceId, this.clock, this.faults);
		this.#endpointOptions = {
			...options,
			key,
			clock: this.clock,
			medium
		};
		this.#endpoint = new LdpDevice(this.#endpointOptions, this);
		this.#planWake();
	}
	/** As it is set now. */
	get spec() {
		return this.#settings.spec;
	}
	get hasKeypad() {
		return this.#doorkeeper.hasKeypad;
	}
	get name() {
		return this.spec.name;
	}
	get unconfirmed() {
		return this.#endpoint.unconfirmed;
	}
	get activity() {
		return this.#endpoint.activity;
	}
	get waitingEvents() {
		return this.#endpoint.events.waiting;
	}
	get lostEvents() {
		return this.#endpoint.events.lost;
	}
	get firmware() {
		return firmwareText(this.spec.firmware);
	}
	snapshot() {
		const { lock, mode, door, nightMode } = this.#machine.state;
		const { pct, critical } = this.#battery.report();
		return {
			state: lock,
			mode,
			door,
			nightMode,
			batteryCharge: pct,
			batteryCritical: critical,
			motorStarts: this.#motorStarts,
			connected: this.#endpoint.isConnected
		};
	}
	async stop() {
		this.#cancelWake?.();
		this.#cancelWake = void 0;
		await this.#endpoint.disconnect();
	}
	loseConnection() {
		this.connection = "cut";
		this.#endpoint.cut();
	}
	reconnect() {
		return this.goOnline();
	}
	goOffline() {
		this.connection = "offline";
		return this.#endpoint.disconnect();
	}
	goOnline() {
		this.connection = "online";
		return this.#endpoint.connect();
	}
	async goSilent() {
		if (this.connection !== "halfOpen") await this.goOnline();
		this.connection = "halfOpen";
		this.#endpoint.goSilent();
	}
	setBattery(percent) {
		this.#battery.replace(percent);
		this.#endpoint.publishState();
	}
	turnByHand(verb) {
		this.#happens({
			kind: "hand",
			verb
		});
	}
	pressButton(presses = 1) {
		this.#happens({
			kind: "button",
			presses
		});
	}
	setDoor(open) {
		const isStuck = this.spec.hasDoorSensor && this.faults.doorSensorJam;
		this.#happens(isStuck ? { kind: "doorSensorJam" } : {
			kind: "door",
			open
		});
	}
	ring() {
		this.#happens({ kind: "ring" });
	}
	typeCode(code) {
		if (this.hasKeypad) this.#happens({
			kind: "keypad",
			by: "code",
			...this.#doorkeeper.tryCode(code)
		});
	}
	showFinger(known, authId) {
		if (!this.hasKeypad) return;
		this.#happens({
			kind: "keypad",
			by: "fingerprint",
			...this.#doorkeeper.tryNumber(known, authId)
		});
	}
	pressFob(presses, authId) {
		this.#happens({
			kind: "fob",
			presses,
			...this.#doorkeeper.tryNumber(true, authId)
		});
	}
	forgetAccess() {
		this.#doorkeeper.forget();
	}
	access() {
		return this.#doorkeeper.view();
	}
	async reboot() {
		this.#endpoint.cut();
		const { lock, mode, door } = this.#machine.state;
		this.#machine = machineFor(this.spec, {
			lock,
			mode,
			door
		}, this.#clock.now(), this.#movementMs);
		this.#endpoint = new LdpDevice(this.#endpointOptions, this);
		this.#planWake();
		if (this.connection === "online" || this.connection === "halfOpen") await this.goOnline();
	}
	setNightMode(on) {
		this.#happens({
			kind: "nightMode",
			on
		});
	}
	calibrate(lock = 1) {
		this.#happens({
			kind: "calibrated",
			lock
		});
	}
	info() {
		return this.#settings.report();
	}
	accessPages() {
		return this.#doorkeeper.pages();
	}
	configure(desired) {
		if (desired.section === "auths") return this.#doorkeeper.orders.apply(desired);
		const answer = this.#settings.apply(desired, this.faults.rejectConfig);
		this.#machine.configure(this.spec);
		return answer;
	}
	state() {
		const { lock, mode, trigger, lastAction, door, nightMode, rtoEndsAt } = this.#machine.state;
		return {
			mode,
			lock,
			trigger,
			lastAction,
			door,
			battery: this.#battery.report(),
			...this.hasKeypad && { keypadBatteryCritical: false },
			...this.spec.hasDoorSensor && { doorsensorBatteryCritical: false },
			nightMode,
			...rtoEndsAt !== void 0 && { rtoEndsAt: rtoEndsAt + this.clock.aheadMs }
		};
	}
	canDo(action) {
		return this.#machine.canDo(action);
	}
	execute({ id, action, opt, exp }) {
		const [at, ownTime] = [this.#clock.now(), this.clock.now()];
		this.#journal({
			did: "began",
			at,
			command: id,
			action,
			expiresAt: exp,
			ownTime
		});
		this.#happens({
			kind: "command",
			cmd: id,
			action,
			force: (opt & ACTION_OPTION.force) !== 0
		});
	}
	#happens(input) {
		for (const effect of this.#machine.step(input, this.#clock.now(), this.faults.jam)) this.#carryOut(effect);
		this.#planWake();
	}
	#carryOut(effect) {
		switch (effect.do) {
			case "startMotor":
				this.#motorStarts++;
				this.#journal({
					did: "startedMotor",
					at: this.#clock.now()
				});
				this.#battery.drain();
				return;
			case "show": return this.#endpoint.publishState(effect.passing);
			case "log": {
				const { do: _, ...entry } = effect;
				this.#journal({
					did: "noted",
					at: this.#clock.now()
				});
				return this.#endpoint.recordEvent(entry);
			}
			case "finish":
				this.#journal({
					did: "ended",
					at: this.#clock.now(),
					command: effect.cmd,
					code: effect.code
				});
				return this.#endpoint.finishCommand(effect.cmd, effect.code);
		}
	}
	#planWake() {
		const { wakeAt } = this.#machine.state;
		if (this.#cancelWake && wakeAt === this.#plannedWake) return;
		this.#cancelWake?.();
		this.#cancelWake = void 0;
		this.#plannedWake = wakeAt;
		if (wakeAt === void 0) return;
		this.#cancelWake = this.#clock.after(wakeAt - this.#clock.now(), () => {
			this.#cancelWake = void 0;
			this.#happens({ kind: "wake" });
		});
	}
};
//#endregion
//#region packages/simulator/src/building.ts
/** What every device of the building has: it stands in Berlin (time zone 37, 6.14). */
const inBerlin = {
	latitude: 52.520008,
	longitude: 13.404954,
	pairingEnabled: true,
	buttonEnabled: true,
	ledEnabled: true,
	ledBrightness: 3,
	timezoneOffset: 60,
	daylightSavingMode: 1,
	fobPaired: false,
	fobAction1: 1,
	fobAction2: 2,
	fobAction3: 4,
	advertisingMode: 0,
	timezoneId: 37
};
const turning = {
	...inBerlin,
	autoUnlatch: false,
	liftUpHandle: false,
	singleLock: false
};
/** As delivered: the button locks and unlocks, the latch is held for 3 s, lock 'n' go waits 20 s. */
const asDelivered = {
	lngTimeout: 20,
	unlatchDuration: 3,
	autoLock: false,
	autoLockTimeout: 300,
	singleButtonPressAction: 1
};
/** The building the sandbox starts with: one of each kind of device. */
const SANDBOX_BUILDING = [
	{
		name: "Front door",
		deviceId: "2BB28570",
		type: 4,
		firmware: packFirmware(4, 4, 12),
		hardware: packHardware(4, 2),
		config: {
			...turning,
			name: "Front door",
			fobPaired: true,
			keypadPaired: true,
			keypad2Paired: false,
			homekitState: 0,
			matterState: 2,
			deviceType: 4,
			wifiEnabled: true
		},
		advanced: {
			...asDelivered,
			autoLock: true
		},
		hasDoorSensor: true,
		initialLock: LOCK_STATE.locked,
		batteryCharge: 88
	},
	{
		name: "Apartment 1",
		deviceId: "2C41A9E3",
		type: 4,
		firmware: packFirmware(3, 9, 7),
		hardware: packHardware(3, 1),
		config: {
			...turning,
			name: "Apartment 1",
			keypadPaired: true,
			keypad2Paired: false,
			homekitState: 1,
			matterState: 0,
			deviceType: 4,
			wifiEnabled: true
		},
		advanced: asDelivered,
		hasDoorSensor: true,
		initialLock: LOCK_STATE.locked,
		batteryCharge: 76
	},
	{
		name: "Apartment 2",
		deviceId: "51D07B1C",
		type: 5,
		firmware: packFirmware(5, 2, 4),
		hardware: packHardware(5, 1),
		config: {
			...turning,
			name: "Apartment 2",
			keypadPaired: false,
			keypad2Paired: true,
			homekitState: 0,
			matterState: 3,
			deviceType: 5,
			wifiEnabled: true,
			productVariant: 2
		},
		advanced: asDelivered,
		hasDoorSensor: true,
		initialLock: LOCK_STATE.unlocked,
		batteryCharge: 93
	},
	{
		name: "Old cellar",
		deviceId: "0A1F3C62",
		type: 0,
		firmware: packFirmware(2, 8, 15),
		hardware: packHardware(11, 21),
		config: {
			...turning,
			name: "Old cellar",
			keypadPaired: false,
			keypad2Paired: false,
			homekitState: 1,
			deviceType: 0
		},
		advanced: asDelivered,
		hasDoorSensor: false,
		initialLock: LOCK_STATE.locked,
		batteryCharge: 71
	},
	{
		name: "Lobby",
		deviceId: "36E8D215",
		type: 3,
		firmware: packFirmware(1, 10, 3),
		hardware: packHardware(1, 4),
		config: {
			...turning,
			name: "Lobby",
			keypadPaired: false,
			keypad2Paired: false,
			homekitState: 0,
			deviceType: 3
		},
		advanced: {
			...asDelivered,
			autoLock: true,
			autoLockTimeout: 60
		},
		hasDoorSensor: true,
		initialLock: LOCK_STATE.locked,
		batteryCharge: 95
	},
	{
		name: "Intercom",
		deviceId: "1E5A9044",
		type: 2,
		firmware: packFirmware(1, 9, 2),
		hardware: packHardware(2, 2),
		config: {
			...inBerlin,
			name: "Intercom",
			capabilities: 1,
			fobPaired: true,
			fobAction1: 1,
			fobAction2: 7,
			fobAction3: 0,
			singleLock: false,
			operatingMode: 2,
			keypadPaired: false,
			keypad2Paired: false,
			homekitState: 0,
			deviceType: 2
		},
		advanced: {
			rtoTimeout: 20,
			disableRtoAfterRing: false,
			electricStrikeDuration: 3e3,
			singleButtonPressAction: 1
		},
		hasDoorSensor: false,
		initialLock: OPENER_STATE.online,
		batteryCharge: 82
	}
];
/** Powers all locks up; when one cannot connect, none stays behind. */
async function startBuilding({ locks, ...surroundings }) {
	const starts = locks.map((lock) => startSimulatedLock({
		...surroundings,
		...lock,
		deviceId: lock.spec.deviceId
	}));
	const outcomes = await Promise.allSettled(starts);
	const running = outcomes.flatMap((outcome) => outcome.status === "fulfilled" ? [outcome.value] : []);
	const stop = async () => {
		await Promise.all(running.map((lock) => lock.stop()));
	};
	const failed = outcomes.find((outcome) => outcome.status === "rejected");
	if (failed) {
		await stop();
		throw failed.reason;
	}
	const byId = new Map(running.map((lock) => [lock.deviceId, lock]));
	return {
		locks: byId,
		unconfirmed: () => running.reduce((sum, lock) => sum + lock.unconfirmed, 0),
		activity: () => running.reduce((sum, lock) => sum + lock.activity, 0),
		find: (nameOrDeviceId) => byId.get(nameOrDeviceId) ?? running.find((lock) => lock.name === nameOrDeviceId),
		stop
	};
}
//#endregion
//#region packages/simulator/src/control.ts
function controlOf(lock) {
	let profile = "none";
	return {
		deviceId: lock.deviceId,
		view: () => viewOf(lock, profile),
		async change({ profile: chosen, ...changes }) {
			profile = chosen ?? profile;
			await turnSwitches(lock, chosen ? {
				...SIM_ALL_WELL,
				...SIM_PROFILES[chosen].switches,
				...changes
			} : changes);
		},
		happen: (event) => happen(lock, event)
	};
}
function viewOf(lock, profile) {
	const { state, mode, door, batteryCharge, batteryCritical, motorStarts, connected } = lock.snapshot();
	const { clock } = lock;
	return {
		deviceId: lock.deviceId,
		name: lock.name,
		type: lock.spec.type,
		state,
		mode,
		doorState: door,
		batteryCritical,
		motorStarts,
		connected,
		deviceDate: new Date(clock.now()).toISOString(),
		keypad: lock.hasKeypad,
		access: lock.access(),
		profile,
		switches: {
			connection: lock.connection,
			batteryCharge,
			clockSkewMs: clock.skewMs,
			clockDriftPpm: clock.driftPpm,
			...lock.faults
		}
	};
}
async function turnSwitches(lock, changes) {
	const { connection, batteryCharge, clockSkewMs, clockDriftPpm, ...faults } = changes;
	Object.assign(lock.faults, faults);
	const { clock } = lock;
	clock.set(clockSkewMs ?? clock.skewMs, clockDriftPpm ?? clock.driftPpm);
	if (batteryCharge !== void 0) lock.setBattery(batteryCharge);
	switch (connection) {
		case "online": return lock.goOnline();
		case "offline": return lock.goOffline();
		case "cut": return lock.loseConnection();
		case "halfOpen": return lock.goSilent();
	}
}
async function happen(lock, event) {
	if (!isPossible(lock, event.event)) return event.event === "keypad" ? "noKeypad" : "notPossible";
	await act(lock, event);
	return "happened";
}
function act(lock, { event, code = "", known = true, authId, presses = 1, to = "unlock" }) {
	switch (event) {
		case "keypad":
			lock.typeCode(code);
			return;
		case "fingerprint":
			lock.showFinger(known, authId);
			return;
		case "fob":
			lock.pressFob(presses, authId);
			return;
		case "button":
			lock.pressButton(presses);
			return;
		case "turn":
			lock.turnByHand(to);
			return;
		case "ring":
			lock.ring();
			return;
		case "doorOpened":
			lock.setDoor(true);
			return;
		case "doorClosed":
			lock.setDoor(false);
			return;
		case "forgetAccess":
			lock.forgetAccess();
			return;
		case "reboot": return lock.reboot();
	}
}
/** What the device has the parts for. */
function isPossible({ spec, hasKeypad }, event) {
	switch (event) {
		case "keypad": return hasKeypad;
		case "fingerprint": return spec.config.keypad2Paired === true;
		case "fob": return spec.config.fobPaired === true;
		case "ring": return spec.type === 2;
		case "turn": return spec.type !== 1 && spec.type !== 2;
		case "doorOpened":
		case "doorClosed": return spec.hasDoorSensor || spec.type === 1;
		case "button":
		case "forgetAccess":
		case "reboot": return true;
	}
}
//#endregion
//#region packages/server/src/compose/sandbox.ts
/** Made before the service, because the service goes by the sandbox's clock; started when the broker is there. */
function createSandbox() {
	const clock = new MovableClock();
	let building;
	let devices = [];
	let locks = [];
	return {
		clock,
		devices: () => devices,
		locks: () => locks,
		async start(service, accountId) {
			const started = await startLocks(service, accountId);
			building = started;
			devices = [...started.locks.values()].map(controlOf);
			locks = [...started.locks.values()].map(({ name, spec, deviceId }) => ({
				name,
				smartlockId: smartlockIdOf(spec.type, deviceId)
			}));
			clock.settleWith(() => untilQuiet(service, started));
		},
		async stop() {
			await building?.stop();
		}
	};
}
/**
* The locks are registered like any other, and speak the device protocol over TCP through the broker. They get new
* credentials at every start, so nobody has to keep their secrets.
*/
async function startLocks(service, accountId) {
	const ctx = service.contextFor(accountId);
	const locks = [];
	for (const spec of SANDBOX_BUILDING) {
		const lock = {
			type: spec.type,
			name: spec.name,
			deviceId: spec.deviceId,
			virtualDevice: true
		};
		const credentials = await inTransaction(ctx, (tx) => enrolOrRenew(tx, lock));
		if (credentials) locks.push({
			spec,
			...credentials
		});
		else ctx.log.warn({ deviceId: spec.deviceId }, "a lock of the sandbox belongs to another account and is left out");
	}
	const { url, trust } = service.bus;
	return startBuilding({
		locks,
		brokerUrl: url,
		...trust && { brokerTrust: trust },
		clock: service.platform.clock
	});
}
/** Real time for messages to arrive; a link on which nothing passes would keep us waiting for ever. */
const ARRIVAL_MS = 200;
/** Waits until nothing is on its way between locks and service, and nothing is left to be done with what arrived. */
async function untilQuiet(service, building) {
	const onTheWay = () => building.unconfirmed() + (service.bus.unconfirmed?.() ?? 0);
	const deadline = performance.now() + ARRIVAL_MS;
	for (let seen = -1; seen !== building.activity();) {
		seen = building.activity();
		while (onTheWay() > 0 && performance.now() < deadline) await setImmediate();
		await service.quiet();
	}
}
//#endregion
export { createSandbox };
