import { a as checkWindow, s as Compile } from "./src-FcBeM93y.js";
import { a as commandText, c as uplinkText, d as DownCmd, f as DownDesired, i as appendSignature, l as AccessEntry, m as DownSync, n as LOGIN_KEY_LABEL, o as downlinkText, p as DownEack, r as accessText, s as splitSignature, t as DEVICE_KEY_LABEL, u as DownAsk } from "./device-D4fG9Uzh.js";
import { t as LDP_REFUSAL } from "./refusals-CnTy4iKg.js";
import { a as downTopic, s as upTopic } from "./topics-CqVt81xD.js";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Socket } from "node:net";
import { connect as connect$1 } from "mqtt";
//#region packages/ldp-device/src/ldp-signing.ts
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
/** What the device shows the broker. It gives away neither the secret nor the key. */
const loginOf = (secret) => hmac(secret, LOGIN_KEY_LABEL).toString("hex");
/** The key both sides derive from the device's secret. */
const deviceKey = (secret) => hmac(secret, DEVICE_KEY_LABEL);
/** A message as it goes onto the wire: JSON with the signature as its last member. */
function signUplink(key, deviceId, leaf, message) {
	const unsigned = JSON.stringify(message);
	return appendSignature(unsigned, hmac(key, uplinkText(deviceId, leaf, unsigned)).toString("hex"));
}
/** Whether the service ordered exactly this. Takes equally long for every wrong signature. */
function isSignedCommand(key, deviceId, command) {
	const expected = hmac(key, commandText(deviceId, command));
	return timingSafeEqual(expected, Buffer.from(command.sig, "hex"));
}
/** The text of another message of the service, if the service signed exactly this for this leaf. */
function openDownlink(key, deviceId, leaf, message) {
	const parts = splitSignature(message);
	if (!parts) return void 0;
	const expected = hmac(key, downlinkText(deviceId, leaf, parts.unsigned));
	return timingSafeEqual(expected, Buffer.from(parts.sig, "hex")) ? message : void 0;
}
//#endregion
//#region packages/ldp-device/src/access-orders.ts
/** Device errors (7.5) that orders about access rights are answered with. */
const ACCESS_ERROR = {
	badParameter: 18,
	tooMany: 19,
	invalidKey: 36,
	codeExists: 42,
	codeInvalid: 43
};
const entryShape = Compile(AccessEntry);
const KEY = /^[0-9a-f]{24}$/;
/** Why a device does not take an entry under this key: a code for the answer; undefined when it does. */
function objectionTo(key, entry, rules) {
	if (!KEY.test(key)) return ACCESS_ERROR.invalidKey;
	if (!entryShape.Check(entry) || checkWindow(entry).length > 0) return ACCESS_ERROR.badParameter;
	if (entry.type !== 13 && entry.code !== void 0) return ACCESS_ERROR.badParameter;
	if (!rules.canHold(entry)) return LDP_REFUSAL.notCapable;
	if (entry.type === 13 && !rules.isGoodCode(String(entry.code))) return ACCESS_ERROR.codeInvalid;
	if (entry.type === 13 && rules.isTaken(entry)) return ACCESS_ERROR.codeExists;
	return rules.isFull(entry) ? ACCESS_ERROR.tooMany : void 0;
}
/** What proves to the service which entry a device holds, without telling it. */
const accessDigest = (key, entry) => hmac(key, accessText(entry)).toString("hex").slice(0, 16);
/** What a device holds under one key, and nothing about any other. */
function accessPageFor(key, held) {
	const before = BigInt(`0x${key}`) - 1n;
	return {
		...before >= 0n && { after: before.toString(16).padStart(key.length, "0") },
		upTo: key,
		entries: held ? { [key]: held } : {}
	};
}
/** Keys on one page of the list; so many fit into a message with room to spare. */
const PAGE_KEYS = 100;
/** The whole list; a page speaks for everything after the last key of the one before it. */
function accessPages(held) {
	const keys = Object.keys(held).sort();
	const pages = [];
	for (let start = 0; start === 0 || start < keys.length; start += PAGE_KEYS) {
		const page = keys.slice(start, start + PAGE_KEYS);
		const [after, upTo] = [keys[start - 1], page.at(-1)];
		const isLast = start + PAGE_KEYS >= keys.length;
		pages.push({
			...after !== void 0 && { after },
			...!isLast && upTo !== void 0 && { upTo },
			entries: Object.fromEntries(page.map((key) => [key, held[key]]))
		});
	}
	return pages;
}
//#endregion
//#region packages/ldp-device/src/device-variation.ts
/** What a device's variation is used for. */
const VARIES = {
	movement: 1,
	battery: 2,
	retry: 3
};
/**
* A number from 0 up to 1 that belongs to a device: locks differ from one another, but each is the same in every run.
* `aspect` tells apart what it is used for.
*/
function variationOf(deviceId, aspect) {
	return (Math.imul(Number.parseInt(deviceId, 16) + aspect * 40503, 2654435761) >>> 0) / 4294967296;
}
/** The base value, up to a fifth more or less. */
const varied = (base, deviceId, aspect) => Math.round(base * (.8 + .4 * variationOf(deviceId, aspect)));
//#endregion
//#region packages/ldp-device/src/event-buffer.ts
/** How many events a device keeps for a service that does not acknowledge them. */
const CAPACITY = 500;
/** Events numbered without gaps from 1, kept until the service has stored them. When full, the oldest goes. */
var EventBuffer = class {
	#events;
	#lastSeq;
	#hasLostEvents = false;
	#lost = 0;
	#keeper;
	constructor(keeper) {
		this.#keeper = keeper;
		this.#events = [...keeper?.events ?? []];
		this.#lastSeq = keeper?.lastSeq ?? 0;
	}
	/** How many were ever pushed out of the full buffer. */
	get lost() {
		return this.#lost;
	}
	/** Events the service has not acknowledged, oldest first. */
	get pending() {
		return this.#events;
	}
	/** The oldest event that can still be sent; with nothing waiting, the number of the next. */
	get oldest() {
		return this.#events[0]?.seq ?? this.#lastSeq + 1;
	}
	add(event) {
		const stored = {
			seq: this.#lastSeq + 1,
			...event
		};
		this.#keeper?.add(stored);
		this.#lastSeq = stored.seq;
		this.#events.push(stored);
		if (this.#events.length > CAPACITY) {
			this.#keeper?.forget(this.oldest);
			this.#events.shift();
			this.#hasLostEvents = true;
			this.#lost += 1;
		}
		return stored;
	}
	/** Whether events were pushed out of the full buffer since this was last asked. */
	takeLoss() {
		const hasLostEvents = this.#hasLostEvents;
		this.#hasLostEvents = false;
		return hasLostEvents;
	}
	/** Forgets everything up to this number; true when that was something. */
	acknowledge(upTo) {
		if (upTo > this.#lastSeq || upTo < this.oldest) return false;
		this.#events = this.#events.filter((event) => event.seq > upTo);
		this.#keeper?.forget(upTo);
		return true;
	}
};
//#endregion
//#region packages/ldp-device/src/command-desk.ts
const REFUSALS = Object.values(LDP_REFUSAL);
/** Device error (7.5): the motor turns already. */
const BUSY = 69;
/** Where commands come in: each is judged, taken or refused, and answered, also when it comes again. */
var CommandDesk = class {
	#gate;
	#medium;
	#clock;
	#parties;
	constructor(gate, medium, clock, parties) {
		this.#gate = gate;
		this.#medium = medium;
		this.#clock = clock;
		this.#parties = parties;
	}
	receive(payload, isRetained) {
		this.#medium.attend(() => this.#act(this.#gate.judge(payload, isRetained, this.#clock.now())));
	}
	/** Says what became of a command, and sees to it that one that did not come never runs. */
	answerQuestion(question) {
		this.#act(this.#gate.judgeQuestion(question));
	}
	finish(id, code, proof) {
		this.#gate.finish(id, {
			code,
			...proof && { proof }
		});
		this.#parties.answer(id, "done", code, proof);
	}
	#act(verdict) {
		switch (verdict.do) {
			case "ignore": return;
			case "refuse": return this.#parties.answer(verdict.id, "done", verdict.code);
			case "repeatAnswer": return this.#repeatAnswer(verdict.id, verdict.answer);
			case "run": return this.#run(verdict.command);
		}
	}
	#run(command) {
		if (!this.#parties.canDo(command.action)) return this.finish(command.id, LDP_REFUSAL.notCapable);
		if (!this.#medium.takeTurn()) return this.finish(command.id, BUSY);
		this.#parties.answer(command.id, "accepted");
		this.#parties.execute(command);
	}
	#repeatAnswer(id, answer) {
		if (!answer || !REFUSALS.includes(answer.code)) this.#parties.answer(id, "accepted");
		if (answer) this.#parties.answer(id, "done", answer.code, answer.proof);
	}
};
//#endregion
//#region packages/ldp-device/src/command-gate.ts
/** How many command ids a device remembers. */
const REMEMBERED_COMMANDS = 64;
const commandShape = Compile(DownCmd);
const IGNORE = { do: "ignore" };
/** Decides which commands may start the motor: each at most once, and none that is late. */
var CommandGate = class {
	#deviceId;
	#key;
	/** Answers to the last commands, oldest first; they outlive the connection. */
	#answers = /* @__PURE__ */ new Map();
	#session = "";
	#lastCounter = 0;
	constructor(deviceId, key) {
		this.#deviceId = deviceId;
		this.#key = key;
	}
	/** A new connection: whatever was ordered before it is dead from here on. */
	startSession(session) {
		this.#session = session;
		this.#lastCounter = 0;
	}
	judge(payload, isRetained, now) {
		if (isRetained || payload.length > 8192) return IGNORE;
		const command = parseCommand(payload);
		if (!command) return IGNORE;
		const { id } = command;
		const isKnown = this.#answers.has(id);
		if (!isSignedCommand(this.#key, this.#deviceId, command)) return isKnown ? IGNORE : {
			do: "refuse",
			id,
			code: LDP_REFUSAL.badSignature
		};
		if (isKnown) return {
			do: "repeatAnswer",
			id,
			answer: this.#answers.get(id)
		};
		if (command.sess !== this.#session) return {
			do: "refuse",
			id,
			code: LDP_REFUSAL.wrongSession
		};
		if (command.ctr <= this.#lastCounter) return {
			do: "refuse",
			id,
			code: LDP_REFUSAL.duplicate
		};
		this.#lastCounter = command.ctr;
		if (command.exp <= now) {
			this.#remember(id, { code: LDP_REFUSAL.expired });
			return {
				do: "refuse",
				id,
				code: LDP_REFUSAL.expired
			};
		}
		this.#remember(id, void 0);
		return {
			do: "run",
			command
		};
	}
	/**
	* The service asks what became of a command, in a message that was checked like settings. One that did not come is
	* refused from here on. Of one that others have overtaken nobody can tell any more whether it ran.
	*/
	judgeQuestion({ id, sess, ctr }) {
		if (sess !== this.#session) return IGNORE;
		if (this.#answers.has(id)) return {
			do: "repeatAnswer",
			id,
			answer: this.#answers.get(id)
		};
		if (ctr <= this.#lastCounter) return IGNORE;
		this.#lastCounter = ctr;
		this.#remember(id, { code: LDP_REFUSAL.neverCame });
		return {
			do: "refuse",
			id,
			code: LDP_REFUSAL.neverCame
		};
	}
	/** Notes how a command ended, for the case that it arrives again, or is asked for. */
	finish(id, answer) {
		if (this.#answers.has(id)) this.#answers.set(id, answer);
	}
	#remember(id, answer) {
		this.#answers.set(id, answer);
		if (this.#answers.size <= REMEMBERED_COMMANDS) return;
		for (const oldest of this.#answers.keys()) {
			this.#answers.delete(oldest);
			return;
		}
	}
};
function parseCommand(payload) {
	try {
		const value = JSON.parse(payload.toString("utf8"));
		return commandShape.Check(value) ? value : void 0;
	} catch {
		return;
	}
}
//#endregion
//#region packages/ldp-device/src/event-ack.ts
const shape = Compile(DownEack);
/** Up to which number the service has the events; undefined when the message says nothing of the kind. */
function parseEventAck(payload) {
	if (payload.length > 8192) return void 0;
	try {
		const value = JSON.parse(payload.toString("utf8"));
		return shape.Check(value) ? value.upTo : void 0;
	} catch {
		return;
	}
}
//#endregion
//#region packages/ldp-device/src/event-feed.ts
const FIRST_RESEND_MS = 5e3;
const LONGEST_RESEND_MS = 6e4;
/**
* So many are on their way at once; the next follow as the service acknowledges. A lock that says all it has, again and
* again, uses up what it may say, and a service that is busy gets busier.
*/
const WINDOW = 50;
/** What happened at a device, on its way to the service: kept until it is stored there, and sent again until then. */
var EventFeed = class {
	#events;
	#clock;
	#outlet;
	#resendMs = FIRST_RESEND_MS;
	/** The newest that was sent since everything was last sent again. */
	#sentUpTo = 0;
	#cancelResend;
	constructor(events, clock, outlet) {
		this.#events = events;
		this.#clock = clock;
		this.#outlet = outlet;
	}
	get oldest() {
		return this.#events.oldest;
	}
	/** How many the service has not acknowledged. */
	get waiting() {
		return this.#events.pending.length;
	}
	/** How many were pushed out of the full buffer. */
	get lost() {
		return this.#events.lost;
	}
	record(event) {
		this.#events.add({
			at: this.#clock.now(),
			...event
		});
		this.#sendWindow();
		this.#planResend();
	}
	/** On a new connection. */
	start() {
		this.#events.takeLoss();
		this.#outlet.announce();
	}
	/** Again from the oldest on. */
	sendPending() {
		this.#sentUpTo = 0;
		this.#sendWindow();
	}
	#sendWindow() {
		const end = this.#events.oldest + WINDOW;
		for (const event of this.#events.pending) {
			if (event.seq >= end) return;
			if (event.seq <= this.#sentUpTo) continue;
			this.#sentUpTo = event.seq;
			this.#outlet.send(event);
		}
	}
	/** Begins to look after what is not acknowledged. */
	watch() {
		this.#resendMs = FIRST_RESEND_MS;
		this.#planResend();
	}
	stop() {
		this.#cancelResend?.();
		this.#cancelResend = void 0;
	}
	acknowledge(upTo) {
		if (!this.#events.acknowledge(upTo)) return;
		this.stop();
		this.watch();
		this.#sendWindow();
	}
	/** Events still not acknowledged after a while are sent again, less and less often while the service is silent. */
	#planResend() {
		if (this.#cancelResend || !this.#outlet.isUp || this.#events.pending.length === 0) return;
		this.#cancelResend = this.#clock.after(this.#resendMs, () => {
			this.#cancelResend = void 0;
			this.#resendMs = Math.min(this.#resendMs * 2, LONGEST_RESEND_MS);
			if (this.#events.takeLoss()) this.#outlet.announce();
			this.sendPending();
			this.#planResend();
		});
	}
};
//#endregion
//#region packages/ldp-device/src/ldp-link.ts
const KEEPALIVE_S = 15;
const CONNECT_TIMEOUT_MS = 1e4;
const FIRST_RETRY_MS = 1e3;
const LONGEST_RETRY_MS = 6e4;
const QOS1 = {
	qos: 1,
	retain: false
};
const QOS1_RETAINED = {
	qos: 1,
	retain: true
};
const silent = () => void 0;
/**
* A device's MQTT connection. Every connection is a client of its own: MQTT.js would send what was left over from the
* last connection again on the next one, and a lock must decide for itself what is still true.
*/
var LdpLink = class {
	#options;
	#owner;
	#client;
	#isUp = false;
	#opening;
	#failures = 0;
	#isSilent = false;
	#unconfirmed = 0;
	#activity = 0;
	#cancelRetry;
	constructor(options, owner) {
		this.#options = options;
		this.#owner = owner;
	}
	get isUp() {
		return this.#isUp;
	}
	/** Messages the broker has not confirmed yet; nobody will confirm those that went into a silent link. */
	get unconfirmed() {
		return this.#isSilent ? 0 : this.#unconfirmed;
	}
	/** Counts the messages that passed, either way. */
	get activity() {
		return this.#activity;
	}
	/** Connects, and from now on comes back whenever the connection is lost. Rejects when this first attempt fails. */
	async open() {
		if (this.#isSilent) this.cut();
		if (this.#isUp) return;
		this.#opening ??= this.#attempt();
		await this.#opening;
	}
	/** Without a connection nothing is sent, now or later. */
	publish(topic, payload, isRetained) {
		const client = this.#client;
		if (!this.#isUp || !client) return;
		this.#activity += 1;
		this.#unconfirmed += 1;
		client.publish(topic, payload, isRetained ? QOS1_RETAINED : QOS1, () => {
			if (this.#client === client) this.#unconfirmed -= 1;
		});
	}
	/** From now on nothing passes in either direction, and nobody is told; until `cut`, `close` or `open`. */
	goSilent() {
		const stream = this.#client?.stream;
		if (!this.#isUp || !(stream instanceof Socket)) return;
		this.#isSilent = true;
		stream.unpipe();
		stream.pause();
		stream.cork();
	}
	/** Leaves with a last message, and does not come back by itself. */
	async close(farewell) {
		const client = this.#isUp && !this.#isSilent ? this.#client : void 0;
		if (!client) return this.cut();
		this.#forget();
		await new Promise((resolve) => {
			client.once("close", resolve);
			client.publish(farewell.topic, farewell.payload, QOS1_RETAINED, () => client.end());
		});
	}
	/** Breaks the connection without a word, and does not come back by itself. */
	cut() {
		const client = this.#client;
		this.#forget();
		this.#isSilent = false;
		client?.end(true);
	}
	#forget() {
		const wasUp = this.#isUp;
		this.#cancelRetry?.();
		this.#cancelRetry = void 0;
		this.#client = void 0;
		this.#opening = void 0;
		this.#isUp = false;
		this.#unconfirmed = 0;
		this.#failures = 0;
		if (wasUp) this.#owner.disconnected();
	}
	#attempt() {
		this.#cancelRetry?.();
		this.#cancelRetry = void 0;
		const client = this.#connect();
		this.#client = client;
		return new Promise((resolve, reject) => {
			let cause;
			client.on("error", (error) => {
				cause = error;
				if (this.#client === client && isRefusal(error)) this.#owner.turnedAway();
			});
			client.on("close", () => {
				const error = new Error(`device ${this.#options.deviceId} has no connection to the broker`, { cause });
				reject(Object.assign(error, { code: "NO_CONNECTION" }));
				this.#lost(client);
			});
			client.on("connect", () => {
				client.subscribe(this.#options.subscription, { qos: 1 }, (error, granted) => {
					if (error || granted?.[0]?.qos === 128) return client.end(true);
					if (this.#client !== client) return;
					this.#established();
					resolve();
				});
			});
			client.on("message", (topic, payload, packet) => {
				if (this.#client !== client) return;
				this.#activity += 1;
				this.#owner.received(topic, payload, packet.retain);
			});
		});
	}
	#connect() {
		const { brokerUrl, brokerTrust, username, secret } = this.#options;
		const will = this.#owner.connecting();
		const client = connect$1(brokerUrl, {
			...brokerTrust?.(),
			protocolVersion: 4,
			clean: true,
			keepalive: KEEPALIVE_S,
			clientId: username,
			username,
			password: loginOf(secret),
			will: {
				topic: will.topic,
				payload: Buffer.from(will.payload),
				qos: 1,
				retain: true
			},
			connectTimeout: CONNECT_TIMEOUT_MS,
			reconnectPeriod: 0,
			resubscribe: false,
			queueQoSZero: false,
			log: silent
		});
		if (client.stream instanceof Socket) client.stream.setNoDelay(true);
		return client;
	}
	#established() {
		this.#isUp = true;
		this.#opening = void 0;
		this.#failures = 0;
		this.#owner.connected();
	}
	/** The other side broke the connection, or none came about: tries again later and later. */
	#lost(client) {
		if (this.#client !== client) return;
		const failures = this.#failures;
		this.#forget();
		if (this.#isSilent) return;
		this.#failures = failures + 1;
		const { clock, deviceId } = this.#options;
		const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
		this.#cancelRetry = clock.after(varied(delayMs, deviceId, VARIES.retry), () => {
			this.#opening = this.#attempt();
			return this.#opening.catch(silent);
		});
	}
};
/** Answers of a broker (MQTT 3.1.1, 3.2.2.3) to a name or password it does not know, or to a client that may not come. */
const BAD_LOGIN = [4, 5];
const isRefusal = (error) => "code" in error && BAD_LOGIN.includes(error.code);
//#endregion
//#region packages/ldp-device/src/ldp-memory.ts
/** The memory of a device that forgets with the power: a new epoch, numbers from 1. */
function freshMemory() {
	let stateNumber = 0;
	return {
		epoch: randomBytes(8).toString("hex"),
		events: new EventBuffer(),
		nextStateNumber: () => ++stateNumber
	};
}
//#endregion
//#region packages/ldp-device/src/medium.ts
/** A device that is awake, on a line that works. */
const CLEAR = {
	copiesIn: () => 1,
	copiesOut: () => 1,
	attend: (look) => look(),
	takeTurn: () => true,
	tell: (say) => say()
};
//#endregion
//#region packages/ldp-device/src/ldp-device.ts
/** A state nobody got is shown again. */
const STATE_AGAIN_MS = 5e3;
const askShape = Compile(DownAsk);
const desiredShape = Compile(DownDesired);
const syncShape = Compile(DownSync);
/** A device's end of LDP/1: what it says, and what it believes. */
var LdpDevice = class {
	#options;
	#host;
	#link;
	#gate;
	#medium;
	#desk;
	events;
	#memory;
	#session = "";
	constructor(options, host) {
		const { deviceId, key, clock, memory = freshMemory() } = options;
		const medium = options.medium?.() ?? CLEAR;
		this.#options = options;
		this.#host = host;
		this.#medium = medium;
		this.#memory = memory;
		this.#link = new LdpLink({
			...options,
			subscription: downTopic(deviceId, "#")
		}, this);
		this.#gate = new CommandGate(deviceId, key);
		this.#desk = new CommandDesk(this.#gate, medium, clock, {
			canDo: (action) => host.canDo(action),
			execute: (command) => host.execute(command),
			answer: (id, phase, code, proof) => this.#acknowledge(id, phase, code, proof)
		});
		const link = this.#link;
		this.events = new EventFeed(memory.events, clock, {
			get isUp() {
				return link.isUp;
			},
			send: (event) => medium.tell(() => this.#publish("event", event, false)),
			announce: () => this.#announce()
		});
	}
	get unconfirmed() {
		return this.#link.unconfirmed;
	}
	get activity() {
		return this.#link.activity;
	}
	get isConnected() {
		return this.#link.isUp;
	}
	/** Comes online and stays so; rejects when the first attempt fails, and goes on trying. */
	connect() {
		return this.#link.open();
	}
	/** Says goodbye and stays away. */
	disconnect() {
		return this.#link.close(this.#presence(false));
	}
	/** Breaks the connection without a word and stays away. */
	cut() {
		this.#link.cut();
	}
	/** Keeps the connection, but nothing passes any more. */
	goSilent() {
		this.#link.goSilent();
	}
	/** Reports what it is and how it is set. */
	publishInfo() {
		this.#publish("info", {
			at: this.#options.clock.now(),
			...this.#host.info()
		}, true);
	}
	/** Reports the state, or what it shows in passing. */
	publishState(passing) {
		if (!this.#link.isUp) return;
		const state = {
			seq: this.#memory.nextStateNumber(),
			at: this.#options.clock.now(),
			...this.#host.state(),
			...passing
		};
		this.#publish("state", state, true);
	}
	/** Keeps an event until the service has it, and sends it. */
	recordEvent(event) {
		this.events.record(event);
	}
	finishCommand(id, code, proof) {
		this.#desk.finish(id, code, proof);
	}
	/**
	* The lock that this device speaks for went away or came back. Away is said on the connection there is; back is a new
	* one, because the broker still has the will of this one to send.
	*/
	presenceChanged() {
		if (!this.#link.isUp) return;
		if (!this.#isPresent) return this.#announce();
		this.#link.cut();
		this.#link.open().catch(() => void 0);
	}
	/** Says what stands under these keys now. */
	publishAccess(pages) {
		for (const page of pages) this.#publish("auths", {
			sess: this.#session,
			...page
		}, false);
	}
	publishForeign() {
		for (const page of this.#host.foreignPages?.() ?? []) this.#publish("foreign", {
			sess: this.#session,
			...page
		}, false);
	}
	connecting() {
		this.#session = randomBytes(16).toString("hex");
		this.#gate.startSession(this.#session);
		return this.#presence(false);
	}
	connected() {
		this.events.start();
		this.#reportEverything();
		this.events.watch();
	}
	disconnected() {
		this.events.stop();
	}
	turnedAway() {
		this.#host.turnedAway?.();
	}
	received(topic, payload, isRetained) {
		for (let copies = this.#medium.copiesIn(); copies > 0; copies--) this.#take(topic, payload, isRetained);
	}
	#take(topic, payload, isRetained) {
		const { deviceId } = this.#options;
		if (topic === downTopic(deviceId, "cmd")) this.#desk.receive(payload, isRetained);
		else if (isRetained) return;
		else if (topic === downTopic(deviceId, "ask")) this.#medium.attend(() => this.#receiveQuestion(payload));
		else if (topic === downTopic(deviceId, "eack")) this.#receiveEventAck(payload);
		else if (topic === downTopic(deviceId, "desired")) this.#medium.attend(() => this.#receiveDesired(payload));
		else if (topic === downTopic(deviceId, "sync")) this.#medium.attend(() => this.#receiveSync(payload));
	}
	/** A signed message for this connection; anything else is not believed and not answered. */
	#open(leaf, payload) {
		const { key, deviceId } = this.#options;
		if (payload.length > 8192) return void 0;
		const text = openDownlink(key, deviceId, leaf, payload.toString("utf8"));
		return text === void 0 ? void 0 : JSON.parse(text);
	}
	#receiveQuestion(payload) {
		const question = this.#open("ask", payload);
		if (askShape.Check(question)) this.#desk.answerQuestion(question);
	}
	#receiveDesired(payload) {
		const desired = this.#open("desired", payload);
		if (!desiredShape.Check(desired) || desired.sess !== this.#session) return;
		if (!this.#medium.takeTurn()) return;
		const answer = this.#host.configure(desired);
		if (answer instanceof Promise) answer.then((late) => this.#report(desired, late));
		else this.#report(desired, answer);
	}
	/** An answer that took so long that the connection is another one is not given: the service asks again. */
	#report({ sess, section, rev }, answer) {
		if (!answer || sess !== this.#session) return;
		const reported = {
			sess: this.#session,
			section,
			rev,
			...answer
		};
		this.#medium.tell(() => this.#publish("reported", reported, false));
		if (section !== "auths") this.#medium.tell(() => this.publishInfo());
	}
	#receiveSync(payload) {
		const sync = this.#open("sync", payload);
		if (!syncShape.Check(sync) || sync.sess !== this.#session) return;
		this.#reportEverything();
		this.#acknowledge(sync.id, "done", 0);
	}
	#reportEverything() {
		this.publishInfo();
		this.publishState();
		this.publishAccess(this.#host.accessPages());
		this.publishForeign();
		this.events.sendPending();
	}
	/** An ack that finds no connection is not kept: the event that names the command is the proof that lasts. */
	#acknowledge(id, phase, code, proof) {
		this.#medium.tell(() => {
			const ack = {
				id,
				sess: this.#session,
				phase,
				...code !== void 0 && { code },
				...proof && { proof }
			};
			this.#publish("ack", ack, false);
		});
	}
	#receiveEventAck(payload) {
		const upTo = parseEventAck(payload);
		if (upTo !== void 0) this.events.acknowledge(upTo);
	}
	get #isPresent() {
		return this.#host.isPresent?.() ?? true;
	}
	#announce() {
		const { topic, payload } = this.#presence(this.#isPresent);
		this.#link.publish(topic, payload, true);
	}
	#presence(online) {
		const { deviceId, username, key, clock } = this.#options;
		const presence = {
			online,
			sess: this.#session,
			at: clock.now(),
			proto: 1,
			minor: 4,
			fw: this.#host.firmware,
			epoch: this.#memory.epoch,
			key: username,
			oldest: this.events.oldest
		};
		return {
			topic: upTopic(deviceId, "presence"),
			payload: signUplink(key, deviceId, "presence", presence)
		};
	}
	#publish(leaf, message, isRetained) {
		if (!this.#link.isUp) return;
		const { deviceId, key, clock } = this.#options;
		const copies = this.#medium.copiesOut(leaf);
		if (copies === 0 && leaf === "state") clock.after(STATE_AGAIN_MS, () => this.publishState());
		if (copies === 0) return;
		const payload = signUplink(key, deviceId, leaf, leaf === "state" || leaf === "event" ? {
			...message,
			epoch: this.#memory.epoch
		} : message);
		for (let copy = 0; copy < copies; copy++) this.#link.publish(upTopic(deviceId, leaf), payload, isRetained);
	}
};
//#endregion
export { varied as a, accessPageFor as c, deviceKey as d, variationOf as i, accessPages as l, EventBuffer as n, ACCESS_ERROR as o, VARIES as r, accessDigest as s, LdpDevice as t, objectionTo as u };
