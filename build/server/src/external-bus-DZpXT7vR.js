import "./device-D4fG9Uzh.js";
import { n as LDP_MAX_BYTES } from "./topics-CqVt81xD.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { t as resetSocket } from "./reset-socket-Ei9I-6Iv.js";
import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { connect } from "mqtt";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { rootCertificates } from "node:tls";
//#region packages/server/src/devices/bus/broker-address.ts
/** Reads `mqtt://user:password@host:port` or `mqtts://…`. Its errors never repeat the text, which holds a password. */
function parseBrokerAddress(text) {
	const url = URL.parse(text);
	const protocol = url?.protocol.slice(0, -1);
	if (!url?.hostname || protocol !== "mqtt" && protocol !== "mqtts") throw new StartupError("The address of the MQTT broker must look like mqtt://user:password@host:port or mqtts://…");
	const port = Number(url.port) || (protocol === "mqtt" ? 1883 : 8883);
	return {
		protocol,
		host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
		port,
		...url.username && { username: decode(url.username) },
		...url.password && { password: decode(url.password) }
	};
}
/** A password with a bare percent sign is meant as it stands. */
function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
/** Host and port as people write them. */
const hostAndPort = ({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`;
//#endregion
//#region packages/server/src/devices/bus/link-silence.ts
const LOOK_MS = 500;
/**
* Looks without a word from the broker. Looks are counted and not time: after a moment in which this process stood still
* there is one, and what came meanwhile is read before the next.
*/
const ASK_AFTER = 2;
const GIVE_UP_AFTER = 5;
/**
* Finds a link on which nothing passes any more: a machine that vanished, a firewall that forgot. TCP would need minutes,
* and no door moves until then. A broker that has said nothing for a second is pinged; one and a half more without a word,
* and the link is lost. The keep-alive of MQTT.js would need longer, and the broker needs its own slower one.
*/
function watchSilence(client, onSilent) {
	let looks = 0;
	let timer;
	const hear = () => {
		looks = 0;
	};
	const end = () => {
		clearInterval(timer);
		timer = void 0;
	};
	function look() {
		looks += 1;
		if (looks === ASK_AFTER) client.sendPing();
		if (looks < GIVE_UP_AFTER) return;
		end();
		onSilent();
	}
	client.on("packetreceive", hear);
	client.on("connect", () => {
		hear();
		end();
		timer = setInterval(look, LOOK_MS).unref();
	});
	client.on("close", end);
}
//#endregion
//#region packages/server/src/devices/bus/broker-link.ts
/** Short: doors stand still until the link is back, and few processes knock at one broker. */
const RECONNECT_MS = {
	first: 300,
	longest: 2e3
};
/** When a start that waits says so. */
const SAY_MS = {
	first: 1e3,
	again: 3e4
};
/** CONNACK: server unavailable, server busy. Every other refusal will be the same the next time. */
const PASSING_REFUSALS = [136, 137];
/** A connection, renewed with growing pauses whenever it breaks. `where` is for messages. */
function openLink(settings, where, events) {
	const client = connect({
		...settings,
		resubscribe: false,
		reconnectOnConnackError: true,
		reconnectPeriod: RECONNECT_MS.first
	});
	let isUp = false;
	const first = createFirstUp(where);
	function failed(error, isFinal) {
		events.failed(error);
		first.failed(error, isFinal);
	}
	function connected(connack) {
		if (connack.properties?.wildcardSubscriptionAvailable === false) {
			failed(/* @__PURE__ */ new Error("it has no wildcard subscriptions"), true);
			client.stream.destroy();
			return;
		}
		isUp = true;
		client.options.reconnectPeriod = RECONNECT_MS.first;
		events.up(connack);
		first.reached();
	}
	watchSilence(client, () => {
		events.failed(/* @__PURE__ */ new Error("it has gone silent"));
		resetSocket(client.stream);
	});
	client.on("connect", connected);
	client.on("reconnect", () => lengthenPause(client));
	client.on("error", (error) => failed(error, isLastingRefusal(error)));
	client.on("close", () => {
		if (isUp) events.down();
		isUp = false;
	});
	return {
		client,
		firstUp: first.within,
		async end() {
			if (client.connected) await client.endAsync(false, { properties: { sessionExpiryInterval: 0 } });
			else await client.endAsync(true);
		}
	};
}
/** Read by MQTT.js for the pause after this attempt. Chance keeps processes from coming all at once. */
function lengthenPause({ options }) {
	const doubled = (options.reconnectPeriod ?? RECONNECT_MS.first) * (1.5 + Math.random());
	options.reconnectPeriod = Math.min(doubled, RECONNECT_MS.longest);
}
/** The wait of a start for a link that is up. */
function createFirstUp(where) {
	const first = Promise.withResolvers();
	let lastError;
	first.promise.catch(() => {});
	return {
		reached: () => first.resolve(),
		failed(error, isFinal) {
			lastError = error;
			if (isFinal) first.reject(error);
		},
		async within(withinMs, onWaiting) {
			const why = () => lastError ?? /* @__PURE__ */ new Error("no answer");
			const say = () => onWaiting(`Waiting for the MQTT broker at ${where} (${describe(why())}).`);
			const timers = withinMs === void 0 ? [setTimeout(say, SAY_MS.first), setInterval(say, SAY_MS.again)] : [setTimeout(() => first.reject(why()), withinMs)];
			try {
				await first.promise;
			} catch (error) {
				const reason = describe(error);
				throw new StartupError(`The MQTT broker at ${where} cannot be used: ${reason}.`, { cause: error });
			} finally {
				for (const timer of timers) clearTimeout(timer);
			}
		}
	};
}
/** Certificates do not get better by waiting. */
const DISTRUST = /CERT|ISSUER|SIGNATURE|^ERR_TLS/;
/** Errors of the network have words for codes, refusals by the broker have numbers. */
function isLastingRefusal(error) {
	const { code } = error;
	if (typeof code === "number") return !PASSING_REFUSALS.includes(code);
	return typeof code === "string" && DISTRUST.test(code);
}
/** A name with several addresses fails with an error that has a code and no text. */
const describe = (error) => error.message || String(error.code);
//#endregion
//#region packages/server/src/devices/bus/send-window.ts
/**
* As many messages as a broker takes unconfirmed (MQTT 5, receive maximum); further ones wait for their turn. Brokers
* end the connection of a client that sends more.
*/
var SendWindow = class {
	#size = 0;
	#used = 0;
	#waiting = [];
	/** Starts over for a new connection. */
	open(size) {
		this.close();
		this.#size = size;
	}
	/** Turns away everybody who waits, and all who come until it opens again. */
	close() {
		this.#size = 0;
		this.#used = 0;
		for (const turnAway of this.#waiting.splice(0)) turnAway(false);
	}
	/** True when a message may be sent now; false when the time is up or the connection ended first. */
	async enter(withinMs) {
		if (this.#size === 0) return false;
		if (this.#used < this.#size) {
			this.#used += 1;
			return true;
		}
		return new Promise((resolve) => {
			const settle = (entered) => {
				clearTimeout(timer);
				resolve(entered);
			};
			const timer = setTimeout(() => {
				this.#waiting = this.#waiting.filter((other) => other !== settle);
				resolve(false);
			}, withinMs);
			timer.unref();
			this.#waiting.push(settle);
		});
	}
	/** One message was confirmed; the place goes to whoever waits longest. */
	leave() {
		const next = this.#waiting.shift();
		if (next) next(true);
		else this.#used = Math.max(0, this.#used - 1);
	}
};
//#endregion
//#region packages/server/src/devices/bus/live-publisher.ts
/** MQTT 5, 2.4: the broker took the message, but nobody had subscribed to its topic. */
const NO_MATCHING_SUBSCRIBERS = 16;
const MAX_UNCONFIRMED = 1e3;
function createLivePublisher(link, minConfirmWaitMs) {
	const window = new SendWindow();
	const unconfirmed = /* @__PURE__ */ new Set();
	const unheard = /* @__PURE__ */ new Set();
	link.on("packetreceive", (packet) => {
		if (packet.cmd === "puback" && packet.reasonCode === NO_MATCHING_SUBSCRIBERS && packet.messageId) unheard.add(packet.messageId);
	});
	function send(topic, payload, expiresInMs) {
		return new Promise((resolve) => {
			const giveUp = () => {
				link.removeOutgoingMessage(messageId);
				resetSocket(link.stream);
			};
			const timer = setTimeout(giveUp, Math.max(expiresInMs, minConfirmWaitMs));
			timer.unref();
			const properties = { messageExpiryInterval: Math.max(1, Math.ceil(expiresInMs / 1e3)) };
			link.publish(topic, payload, {
				qos: 1,
				retain: false,
				properties
			}, (error) => {
				clearTimeout(timer);
				unconfirmed.delete(messageId);
				window.leave();
				resolve(unheard.delete(messageId) ? "offline" : resultOf(error));
			});
			const messageId = link.getLastMessageId();
			unconfirmed.add(messageId);
		});
	}
	return {
		open(receiveMaximum = MAX_UNCONFIRMED) {
			window.open(Math.min(receiveMaximum, MAX_UNCONFIRMED));
		},
		close() {
			window.close();
			for (const messageId of [...unconfirmed]) link.removeOutgoingMessage(messageId);
			unheard.clear();
		},
		async publish(topic, payload, expiresInMs) {
			const expiresAt = performance.now() + expiresInMs;
			return await window.enter(expiresInMs) && link.connected ? send(topic, payload, expiresAt - performance.now()) : "busLost";
		}
	};
}
/** Only a refusal by the broker proves that nothing was delivered; a message that got no answer may have been. */
function resultOf(error) {
	return error && "code" in error ? "busLost" : "sent";
}
//#endregion
//#region packages/server/src/devices/bus/subscriptions.ts
/** Filters in one packet: its size stays far below any broker's limit, and live messages get through in between. */
const CHUNK = 500;
/** The broker refused: its rules may be repaired meanwhile. */
const RETRY_MS = 5e3;
/**
* The devices that are listened to, each by a subscription of its own: a process hears those it serves and no others.
* What a change has not brought to the broker is made up for on the next link.
*/
var Subscriptions = class {
	#options;
	#followed = /* @__PURE__ */ new Set();
	#toAdd = /* @__PURE__ */ new Set();
	#toDrop = /* @__PURE__ */ new Set();
	#isOpen = false;
	#working;
	#retry;
	constructor(options) {
		this.#options = options;
	}
	/**
	* Subscribes, anew where it had already, so that what is retained comes (again). Resolves when that is done, or the
	* link is lost.
	*/
	follow(deviceIds) {
		for (const deviceId of deviceIds) {
			this.#followed.add(deviceId);
			this.#toDrop.delete(deviceId);
			this.#toAdd.add(deviceId);
		}
		return this.#start();
	}
	unfollow(deviceIds) {
		for (const deviceId of deviceIds) {
			if (!this.#followed.delete(deviceId)) continue;
			this.#toAdd.delete(deviceId);
			this.#toDrop.add(deviceId);
		}
		return this.#start();
	}
	/** The link is up; whether the broker still knows what was subscribed to before. */
	open(isKnown) {
		this.#isOpen = true;
		if (!isKnown) {
			this.#toDrop.clear();
			for (const deviceId of this.#followed) this.#toAdd.add(deviceId);
		}
		this.#start();
	}
	close() {
		this.#isOpen = false;
		clearTimeout(this.#retry);
	}
	#start() {
		this.#working ??= this.#work().finally(() => {
			this.#working = void 0;
		});
		return this.#working;
	}
	async #work() {
		clearTimeout(this.#retry);
		try {
			while (this.#isOpen && this.#toAdd.size + this.#toDrop.size > 0) await (this.#toDrop.size > 0 ? this.#drop() : this.#add());
		} catch (error) {
			if (!this.#isOpen || !this.#options.client.connected) return;
			this.#options.onRefused(error);
			this.#retry = setTimeout(() => void this.#start(), RETRY_MS).unref();
		}
	}
	/**
	* At quality of service 0 first: at 1 Mosquitto (measured) drops what is retained beyond the first thousand messages,
	* because they wait for their confirmation. Then again at 1, without what is retained, for what comes from now on.
	*/
	#add() {
		return this.#takeFrom(this.#toAdd, async (client, filters) => {
			await client.subscribeAsync(filters, {
				qos: 0,
				rap: false,
				rh: 0
			});
			await client.subscribeAsync(filters, {
				qos: 1,
				rap: false,
				rh: 2
			});
		});
	}
	#drop() {
		return this.#takeFrom(this.#toDrop, (client, filters) => client.unsubscribeAsync(filters));
	}
	/** What is asked for once more meanwhile is done once more. */
	async #takeFrom(waiting, send) {
		const { client, filterOf } = this.#options;
		const chunk = [...waiting.keys().take(CHUNK)];
		for (const deviceId of chunk) waiting.delete(deviceId);
		try {
			await send(client, chunk.map(filterOf));
		} catch (error) {
			const isWanted = waiting === this.#toAdd;
			for (const deviceId of chunk) if (this.#followed.has(deviceId) === isWanted) waiting.add(deviceId);
			throw error;
		}
	}
};
//#endregion
//#region packages/server/src/devices/bus/external-bus.ts
/**
* For this long the broker keeps the messages for a process that lost its link, so that a short interruption loses
* nothing. Whoever serves the locks by then hears what is retained, and asks for the rest.
*/
const SESSION_EXPIRY_S = 30;
const STOP_WITHIN_MS = 2e3;
/** The bus over any MQTT 5 broker. The broker, not the service, checks the devices' passwords and topics. */
function createExternalBus(options) {
	const address = parseBrokerAddress(options.url);
	const where = hostAndPort(address);
	const trust = options.caFile === void 0 ? void 0 : trustIn(options.caFile);
	const login = {
		...address,
		...trust,
		...sessionOf(options)
	};
	let running;
	async function stop() {
		const stopping = running;
		running = void 0;
		if (!stopping) return;
		stopping.subscriptions.close();
		stopping.publisher.close();
		await Promise.race([stopping.link.end(), setTimeout$1(STOP_WITHIN_MS, void 0, { ref: false })]);
		stopping.link.client.stream.destroy();
	}
	return {
		url: `${address.protocol}://${where}`,
		trust: trust && (() => trust),
		async start(handlers) {
			running = connectTo({
				options,
				login,
				where,
				handlers
			});
			try {
				await running.link.firstUp(options.connectTimeoutMs, (sentence) => options.log?.warn(sentence));
			} catch (error) {
				await stop();
				throw error;
			}
		},
		async publishLive(_deviceId, topic, payload, { expiresInMs }) {
			return running ? running.publisher.publish(topic, payload, expiresInMs) : "busLost";
		},
		follow: async (deviceIds) => running?.subscriptions.follow(deviceIds),
		unfollow: async (deviceIds) => running?.subscriptions.unfollow(deviceIds),
		async disconnect() {},
		stop
	};
}
function connectTo({ options, login, where, handlers }) {
	const properties = {
		...login.properties,
		sessionExpiryInterval: SESSION_EXPIRY_S
	};
	const failed = (err) => options.log?.warn({
		err,
		broker: where
	}, "MQTT broker link failed");
	const link = openLink({
		...login,
		clean: false,
		properties
	}, where, {
		up({ sessionPresent, properties: granted }) {
			publisher.open(granted?.receiveMaximum);
			subscriptions.open(sessionPresent);
			handlers.link(true);
		},
		down() {
			publisher.close();
			subscriptions.close();
			handlers.link(false);
		},
		failed
	});
	const { uplinkFilter: filterOf } = options;
	const subscriptions = new Subscriptions({
		client: link.client,
		filterOf,
		onRefused: failed
	});
	const publisher = createLivePublisher(link.client, options.minConfirmWaitMs ?? 2e3);
	link.client.on("message", (topic, payload, { retain }) => handlers.message({
		topic,
		payload,
		retained: retain
	}));
	return {
		link,
		subscriptions,
		publisher
	};
}
const sessionOf = ({ clientIdPrefix }) => ({
	protocolVersion: 5,
	clientId: `${clientIdPrefix}${randomBytes(8).toString("hex")}`,
	keepalive: 2,
	connectTimeout: 5e3,
	queueQoSZero: false,
	properties: { maximumPacketSize: LDP_MAX_BYTES + 1024 }
});
function trustIn(caFile) {
	try {
		return { ca: [...rootCertificates, readFileSync(caFile, "utf8")] };
	} catch (error) {
		throw new StartupError(`LATCHWORK_MQTT_CA_FILE cannot be read: ${error.message}`, { cause: error });
	}
}
//#endregion
export { createExternalBus };
