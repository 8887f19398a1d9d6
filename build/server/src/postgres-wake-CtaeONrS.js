import { n as WAKE_CHANNELS, r as WakeUps, t as LocalWake } from "./wake-Bw_T33G9.js";
import { t as readPostgresHosts } from "./postgres-hosts-CA3IDxJ8.js";
import { t as PostgresClient } from "./postgres-client-3yyo9tP6.js";
//#region packages/server/src/platform/work/postgres-wake.ts
const PG_CHANNEL = "latchwork";
const RECONNECT_MS = 500;
/** A connection that only listens does not notice that nobody talks any more: it asks, and wants to be answered. */
const BEAT_MS = 2e3;
/** PostgreSQL takes less than 8000 bytes. A number has 16 digits at most. */
const MAX_KEYS_PER_MESSAGE = 400;
/** Whoever is told of so many looks at everything just as quickly. */
const MAX_KEYS = 4e3;
/**
* Wake-ups between processes through LISTEN/NOTIFY. The own process is woken at once and directly; the others hear of
* it from the database. While the connection is down nothing is lost: listeners poll.
*/
var PostgresWake = class {
	#local = new LocalWake();
	#hosts;
	#name;
	#log;
	/** Tells our own notifications from those of other processes. */
	#origin = crypto.randomUUID();
	#client;
	#beat;
	#retry;
	#stopped = false;
	#unsent = new WakeUps();
	#sending;
	/** `processName` is what the names of the connections of this process end with. */
	constructor(url, log, processName = "") {
		this.#hosts = readPostgresHosts(url);
		this.#name = `latchwork-wake${processName}`;
		this.#log = log;
	}
	async start() {
		const client = new PostgresClient(this.#hosts, { application_name: this.#name });
		client.on("notification", (message) => this.#heard(message.payload ?? ""));
		client.on("error", (error) => this.#lost(client, error));
		client.on("end", () => this.#lost(client));
		await client.connect();
		await client.query(`listen ${PG_CHANNEL}`);
		this.#client = client;
		this.#watch(client);
	}
	#watch(client) {
		let isAnswered = true;
		clearInterval(this.#beat);
		this.#beat = setInterval(() => {
			if (!isAnswered) return client.drop(/* @__PURE__ */ new Error("Connection terminated: no answer came"));
			isAnswered = false;
			client.query("select 1").then(() => {
				isAnswered = true;
			}, () => void 0);
		}, BEAT_MS).unref();
	}
	notify(channel, keys) {
		this.#local.notify(channel, keys);
		this.#unsent.add(channel, keys);
		this.#sending ??= this.#send().finally(() => {
			this.#sending = void 0;
		});
	}
	/** One query at a time; what is notified meanwhile goes out together in the next. */
	async #send() {
		await void 0;
		while (!this.#unsent.isEmpty && this.#client) {
			const payloads = this.#unsent.take().flatMap(([channel, about]) => messagesOf(this.#origin, channel, about));
			await this.#client.query("select pg_notify($1, message) from unnest($2::text[]) as message", [PG_CHANNEL, payloads]).catch((error) => this.#log.warn({ err: error }, "wake-up could not be sent; others will poll"));
		}
		this.#unsent.take();
	}
	listen(channel, callback) {
		return this.#local.listen(channel, callback);
	}
	async stop() {
		this.#stopped = true;
		clearTimeout(this.#retry);
		clearInterval(this.#beat);
		await this.#local.stop();
		await this.#sending;
		await this.#client?.end().catch(() => void 0);
	}
	#heard(payload) {
		const message = readMessage(payload);
		if (!message || message[0] === this.#origin) return;
		const [, channel, keys] = message;
		this.#local.notify(channel, keys ?? void 0);
	}
	#lost(client, error) {
		if (this.#stopped || this.#client && this.#client !== client) return;
		this.#client = void 0;
		clearInterval(this.#beat);
		client.end().catch(() => void 0);
		if (error) this.#log.warn({ err: error }, "lost the wake-up connection; polling until it is back");
		clearTimeout(this.#retry);
		this.#retry = setTimeout(() => {
			this.start().then(() => WAKE_CHANNELS.forEach((channel) => void this.#local.notify(channel)), (cause) => this.#lost(client, cause));
		}, RECONNECT_MS);
		this.#retry.unref();
	}
};
/** As many messages as it takes; too many keys are everything. */
function messagesOf(origin, channel, about) {
	const message = (keys) => JSON.stringify([
		origin,
		channel,
		keys
	]);
	if (about === "all" || about.size > MAX_KEYS) return [message(null)];
	const keys = [...about];
	return Array.from({ length: Math.ceil(keys.length / MAX_KEYS_PER_MESSAGE) }, (_, i) => message(keys.slice(i * MAX_KEYS_PER_MESSAGE, (i + 1) * MAX_KEYS_PER_MESSAGE)));
}
/** A process of another version may send what we do not know: it is left alone, and the clock makes up for it. */
function readMessage(payload) {
	try {
		const [origin, channel, keys] = JSON.parse(payload);
		return WAKE_CHANNELS.includes(channel) && (keys === null || keys.every(Number.isSafeInteger)) ? [
			origin,
			channel,
			keys
		] : void 0;
	} catch {
		return;
	}
}
//#endregion
export { PostgresWake };
