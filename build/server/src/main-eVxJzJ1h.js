import { O as build_default, r as LockCapability } from "./lock-capability-DFzoqLhG.js";
import { i as zoneOf, n as decide, o as overlaps, s as Compile, t as nextWindows } from "./src-FcBeM93y.js";
import { r as TIME_ZONES } from "./src-BsslFKKG.js";
import { r as accessText } from "./device-D4fG9Uzh.js";
import { t as LDP_REFUSAL } from "./refusals-CnTy4iKg.js";
import { c as accessPageFor, d as deviceKey, l as accessPages, n as EventBuffer, o as ACCESS_ERROR, s as accessDigest, t as LdpDevice, u as objectionTo } from "./src-DcB4HLyV.js";
import process from "node:process";
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { dirname, join, resolve } from "node:path";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { request } from "node:http";
import { request as request$1 } from "node:https";
//#region packages/gateway/package.json
var version = "0.1.0";
//#endregion
//#region packages/gateway/src/operator-error.ts
/** Something that whoever runs the gateway can mend; the sentence says what. */
var OperatorError = class extends Error {};
/** The service does not know this gateway, or not any more. */
var ClaimError = class extends OperatorError {};
//#endregion
//#region packages/gateway/src/config/config.ts
/** As many as the service shows. */
const MOST_HUBS = 16;
const HubEntry = build_default.Object({
	family: build_default.String({ pattern: "^[a-z0-9-]{1,32}$" }),
	address: build_default.String({
		minLength: 1,
		maxLength: 255
	})
}, { additionalProperties: false });
/** The config file: where the service is, where to keep things, which hubs there are. */
const GatewayFile = build_default.Object({
	server: build_default.String({
		minLength: 1,
		maxLength: 500
	}),
	dataDir: build_default.String({
		minLength: 1,
		maxLength: 1e3
	}),
	hubs: build_default.Array(HubEntry, {
		minItems: 1,
		maxItems: MOST_HUBS
	}),
	/** Where the broker is reached from here, if not where the service says. */
	broker: build_default.Optional(build_default.String({
		minLength: 1,
		maxLength: 500
	})),
	/** A PEM file: the authorities that vouch for service and broker, instead of the usual ones. */
	caFile: build_default.Optional(build_default.String({
		minLength: 1,
		maxLength: 1e3
	})),
	/** A PEM file: the certificate that service and broker show. Nothing else is believed, and no name has to fit. */
	certFile: build_default.Optional(build_default.String({
		minLength: 1,
		maxLength: 1e3
	})),
	/** Connect to other machines without TLS, too. */
	allowPlain: build_default.Optional(build_default.Boolean())
}, { additionalProperties: false });
const fileShape = Compile(GatewayFile);
/** Reads a config file; what is wrong with it is said in a sentence that names the place. */
function readConfig(path, families) {
	const text = readOrSay(path, `the config file ${path}`).toString("utf8");
	let value;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new OperatorError(`${path} is not JSON: ${error.message}`);
	}
	return checkConfig(value, path, families);
}
/** Paths count from the folder of the file. */
function checkConfig(value, path, families) {
	if (!fileShape.Check(value)) {
		const [problem] = fileShape.Errors(value);
		throw new OperatorError(`${path}: ${problem?.instancePath || "the file"} ${problem?.keyword === "boolean" ? "is no setting" : problem?.message}`);
	}
	const { caFile, certFile, dataDir, ...rest } = value;
	for (const { family } of value.hubs) if (!families.includes(family)) throw new OperatorError(`${path}: there is no family "${family}"; there is ${families.join(", ")}`);
	checkServer(value.server, value.allowPlain ?? false, path);
	const fromHere = (name) => resolve(dirname(path), name);
	return {
		...rest,
		dataDir: fromHere(dataDir),
		...trustOf(caFile && fromHere(caFile), certFile && fromHere(certFile), path)
	};
}
/** With both files the service shows the certificate, and the broker is vouched for. */
function trustOf(caFile, certFile, path) {
	const byAuthority = caFile ? trustIn(caFile, `${path}: the file of "caFile"`) : void 0;
	const byCertificate = certFile ? trustIn(certFile, `${path}: the file of "certFile"`, {
		allowPartialTrustChain: true,
		checkServerIdentity: () => void 0
	}) : void 0;
	const [trust, brokerTrust] = [byCertificate ?? byAuthority, byAuthority ?? byCertificate];
	return {
		...trust && { trust },
		...brokerTrust && { brokerTrust }
	};
}
function trustIn(path, what, more = {}) {
	const read = () => ({
		ca: readOrSay(path, what),
		...more
	});
	read();
	return read;
}
function checkServer(server, allowPlain, path) {
	const url = URL.parse(server);
	if (!url || url.protocol !== "https:" && url.protocol !== "http:") throw new OperatorError(`${path}: "server" must be an address that starts with https://`);
	if (url.username || url.password) throw new OperatorError(`${path}: "server" must not hold a name or password`);
	if (url.protocol === "http:" && !allowPlain && !isLoopback(url.hostname)) throw new OperatorError(`${path}: "server" must start with https://, or set "allowPlain" to true`);
}
const isLoopback = (host) => host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
function readOrSay(path, what) {
	try {
		return readFileSync(path);
	} catch (error) {
		throw new OperatorError(`${what} cannot be read: ${error.code ?? error}`);
	}
}
//#endregion
//#region packages/gateway/src/families.ts
/** Every lock family: one folder and one line. Loaded only where a hub of it is configured. */
const FAMILIES = { "zwave-js": () => import("./zwave-zPsorbV7.js").then(({ zwaveFamily }) => zwaveFamily) };
//#endregion
//#region packages/gateway/src/book/adoptions.ts
const parsed$1 = (text) => text === null ? void 0 : JSON.parse(text);
/** Which locks people adopted, as the service last said. */
var AdoptionBook = class {
	#book;
	constructor(book) {
		this.#book = book;
	}
	all() {
		return this.#book.rows("select * from adoption order by lock").map((row) => this.#read(row));
	}
	one(lock) {
		const [row] = this.#book.rows("select * from adoption where lock = ?", lock);
		return row && this.#read(row);
	}
	#read(row) {
		return {
			lock: row.lock,
			deviceId: row.device_id,
			smartlockId: row.smartlock_id,
			type: row.type,
			name: row.name,
			...row.username !== null && row.secret !== null && { credentials: {
				username: row.username,
				secret: this.#book.seal.open(row.secret, `${row.lock}/secret`)
			} },
			isLeaving: row.is_leaving === 1,
			epoch: row.epoch,
			timeZone: row.time_zone ?? void 0,
			sight: parsed$1(row.sight),
			about: parsed$1(row.about),
			knowsForeign: row.knows_foreign === 1
		};
	}
	/**
	* A lock is ours from now on, as another device than before if it ever was: what that one was told to hold is to come
	* off, and its events are nobody's any more.
	*/
	begin({ key: lock, deviceId, smartlockId, type, name }) {
		this.#book.atomically(() => {
			this.#book.run("delete from event where lock = ?", lock);
			this.#book.run("update access set is_gone = 1, previous = null where lock = ?", lock);
			this.#book.run("delete from access where lock = ? and key not in (select key from slot where slot.lock = access.lock)", lock);
			this.#book.run(`insert into adoption (lock, device_id, smartlock_id, type, name, epoch) values (?, ?, ?, ?, ?, ?)
         on conflict (lock) do update set device_id = excluded.device_id, smartlock_id = excluded.smartlock_id,
           type = excluded.type, name = excluded.name, epoch = excluded.epoch, username = null, secret = null,
           last_event = 0, states_reserved = 0, is_leaving = 0`, ...[
				lock,
				deviceId,
				smartlockId,
				type,
				name,
				randomBytes(8).toString("hex")
			]);
		});
	}
	/** Nobody's lock any more; its codes have to come off first. */
	leave(lock) {
		this.#book.run("update adoption set is_leaving = 1, username = null, secret = null where lock = ?", lock);
	}
	/** Nothing of it is left on the lock. */
	forget(lock) {
		this.#book.atomically(() => {
			for (const table of [
				"adoption",
				"access",
				"slot",
				"foreign_code",
				"event"
			]) this.#book.run(`delete from ${table} where lock = ?`, lock);
		});
	}
	keepCredentials(lock, { username, secret }) {
		const sealed = this.#book.seal.close(secret, `${lock}/secret`);
		this.#book.run("update adoption set username = ?, secret = ? where lock = ?", username, sealed, lock);
	}
	keepName(lock, name) {
		this.#book.run("update adoption set name = ? where lock = ?", name, lock);
	}
	keepZone(lock, timeZone) {
		this.#book.run("update adoption set time_zone = ? where lock = ?", timeZone, lock);
	}
	keepSight(lock, sight) {
		this.#book.run("update adoption set sight = ? where lock = ?", JSON.stringify(sight), lock);
	}
	keepAbout(lock, about) {
		this.#book.run("update adoption set about = ? where lock = ?", JSON.stringify(about), lock);
	}
	noteForeignListed(lock) {
		this.#book.run("update adoption set knows_foreign = 1 where lock = ?", lock);
	}
	/** A number for an access right; never given again. */
	nextNumber(lock) {
		const [row] = this.#book.rows("update adoption set last_number = last_number + 1 where lock = ? returning last_number", lock);
		return row?.last_number ?? 1;
	}
	/** Whether the hub's own number of a happening is news. */
	isNews(lock, hubNumber) {
		return this.#book.rows(`update adoption set hub_number = ? where lock = ? and (hub_number is null or hub_number < ?) returning lock`, ...[
			hubNumber,
			lock,
			hubNumber
		]).length > 0;
	}
};
//#endregion
//#region packages/gateway/src/book/seal.ts
const NONCE_BYTES = 12;
/** AES-256-GCM with a key of 32 bytes. */
const sealWith = (key) => ({
	close(text, place) {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv("aes-256-gcm", key, nonce);
		cipher.setAAD(Buffer.from(place));
		const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
		return Buffer.concat([
			nonce,
			body,
			cipher.getAuthTag()
		]).toString("base64url");
	},
	open(sealed, place) {
		const bytes = Buffer.from(sealed, "base64url");
		const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
		decipher.setAAD(Buffer.from(place));
		decipher.setAuthTag(bytes.subarray(-16));
		const body = bytes.subarray(NONCE_BYTES, -16);
		return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
	}
});
//#endregion
//#region packages/gateway/src/book/book.ts
const FORMAT = 1;
/**
* `adoption`: locks this gateway serves, and what a device of LDP/1 has to remember. `access`: what the service ordered.
* `slot`: places on locks that are ours, written down before anything is written there. `foreign_code`: places of others.
* `event`: what the service has not stored yet.
*/
const TABLES = `
  create table adoption (
    lock text primary key,
    device_id text not null,
    smartlock_id integer not null,
    type integer not null,
    name text not null,
    username text,
    secret text,
    epoch text not null,
    last_event integer not null default 0,
    states_reserved integer not null default 0,
    last_number integer not null default 0,
    time_zone integer,
    sight text,
    about text,
    hub_number integer,
    knows_foreign integer not null default 0,
    is_leaving integer not null default 0
  ) strict;
  create table access (
    lock text not null,
    key text not null,
    number integer not null,
    entry text not null,
    previous text,
    is_gone integer not null default 0,
    repairs integer not null default 0,
    primary key (lock, key)
  ) strict, without rowid;
  create table slot (
    lock text not null,
    slot integer not null,
    key text not null,
    held text,
    wanted text,
    is_erasing integer not null default 0,
    proof text,
    attempts integer not null default 0,
    primary key (lock, slot)
  ) strict, without rowid;
  create table foreign_code (
    lock text not null,
    slot integer not null,
    primary key (lock, slot)
  ) strict, without rowid;
  create table event (
    lock text not null,
    seq integer not null,
    body text not null,
    primary key (lock, seq)
  ) strict, without rowid;
`;
/** The gateway's memory: one SQLite file that survives whatever the process does not. */
var Book = class {
	seal;
	#db;
	#statements = /* @__PURE__ */ new Map();
	#isInTransaction = false;
	constructor(db, seal) {
		this.#db = db;
		this.seal = seal;
	}
	rows(sql, ...values) {
		return this.#prepared(sql).all(...values);
	}
	run(sql, ...values) {
		this.#prepared(sql).run(...values);
	}
	/** Puts a whole row in the place of the one with its key. */
	put(table, row) {
		const names = Object.keys(row);
		this.run(`insert or replace into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`, ...Object.values(row));
	}
	/** All of it or nothing, and on the disk when it returns. */
	atomically(change) {
		if (this.#isInTransaction) return change();
		this.#db.exec("begin immediate");
		this.#isInTransaction = true;
		try {
			const result = change();
			this.#db.exec("commit");
			return result;
		} catch (error) {
			this.#db.exec("rollback");
			throw error;
		} finally {
			this.#isInTransaction = false;
		}
	}
	close() {
		this.#db.close();
	}
	#prepared(sql) {
		return this.#statements.getOrInsertComputed(sql, () => this.#db.prepare(sql));
	}
};
/** Opens the book in the data directory; a second gateway on the same directory is turned away. */
function openBook(dataDir, key) {
	const path = join(dataDir, "book.db");
	const db = new DatabaseSync(path);
	try {
		db.exec("pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full");
		chmodSync(path, 384);
		prepareTables(db, path);
	} catch (error) {
		db.close();
		if (/database is locked/.test(String(error))) throw new OperatorError(`another gateway is running on ${dataDir}`);
		throw error;
	}
	return new Book(db, sealWith(key));
}
function prepareTables(db, path) {
	db.exec("begin immediate");
	const { user_version: format } = db.prepare("pragma user_version").get();
	if (format > FORMAT) throw new OperatorError(`${path} was written by a newer version of the gateway`);
	if (format === 0) db.exec(`${TABLES}; pragma user_version = ${FORMAT}`);
	db.exec("commit");
}
//#endregion
//#region packages/gateway/src/config/identity.ts
const newToken = () => `lwg_${randomBytes(32).toString("base64url")}`;
/** The file `identity.json` of the data directory, readable for its owner only. */
var IdentityFile = class {
	#path;
	#identity;
	/** Makes the directory and the identity where there is none yet. */
	constructor(dataDir) {
		mkdirSync(dataDir, {
			recursive: true,
			mode: 448
		});
		this.#path = join(dataDir, "identity.json");
		this.#identity = this.#read() ?? this.#write({
			token: newToken(),
			bookKey: randomBytes(32).toString("base64url")
		});
	}
	get current() {
		return this.#identity;
	}
	/** A token that nobody has seen yet; on the disk before anybody does. */
	renewToken() {
		this.#identity = this.#write({
			token: newToken(),
			bookKey: this.#identity.bookKey
		});
	}
	claimed(gatewayId, name) {
		this.#identity = this.#write({
			...this.#identity,
			gatewayId,
			name
		});
	}
	#read() {
		try {
			return JSON.parse(readFileSync(this.#path, "utf8"));
		} catch (error) {
			if (error.code === "ENOENT") return void 0;
			throw new OperatorError(`${this.#path} cannot be read: ${error.message}`);
		}
	}
	/** Beside the old one and then in its place, so that a crash leaves one of them whole. */
	#write(identity) {
		const draft = `${this.#path}.new`;
		const file = openSync(draft, "w", 384);
		try {
			writeSync(file, `${JSON.stringify(identity, void 0, 2)}\n`);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(draft, this.#path);
		return identity;
	}
};
//#endregion
//#region packages/gateway/src/hubs/turns.ts
/** What was asked of a family that then fell silent for so long counts as without an answer. */
const GRACE_MS = 1e4;
/** A movement is called off so long before its deadline: what is on its way to the hub must be there in time. */
const MARGIN_MS = 100;
/** More movements than this wait for no hub: each has seconds to live. */
const MOST_ACTIONS = 64;
/**
* One thing at a time at one hub. Movements come first: one that waits stops a read that is under way, which is done
* again later; a write is let finish, because nobody could tell what became of it.
*/
var Turns = class {
	#clock;
	#onSilence;
	#actions = [];
	#work = [];
	#current;
	#isOpen = false;
	/** `onSilence`: a call was not answered in time and still is under way. */
	constructor(clock, onSilence) {
		this.#clock = clock;
		this.#onSilence = onSilence;
	}
	get waiting() {
		return this.#actions.length + this.#work.length + Number(this.#current !== void 0);
	}
	/** When the oldest thing that waits was asked for. */
	get oldest() {
		const all = [...this.#actions, ...this.#work].map(({ since }) => since);
		return all.length === 0 ? void 0 : Math.min(...all);
	}
	open() {
		this.#isOpen = true;
		this.#next();
	}
	/** The hub is gone: whatever waits has no turn. */
	close() {
		this.#isOpen = false;
		const waiting = [...this.#actions, ...this.#work];
		this.#actions = [];
		this.#work = [];
		this.#current?.stop.abort();
		for (const { settle } of waiting) settle(void 0);
	}
	/** A movement. Undefined: its turn did not come before the deadline, so that surely nothing was sent. */
	action(deadline, run) {
		if (!this.#isOpen || this.#actions.length >= MOST_ACTIONS) return Promise.resolve(void 0);
		return new Promise((resolve) => {
			const limitMs = () => deadline - MARGIN_MS - this.#clock.now();
			if (limitMs() <= 0) return resolve(void 0);
			const cancel = this.#clock.after(limitMs(), () => {
				this.#actions = this.#actions.filter((one) => one !== turn);
				resolve(void 0);
			});
			const turn = {
				kind: "action",
				since: this.#clock.now(),
				limitMs,
				run: (signal) => {
					cancel();
					return run(signal);
				},
				settle: (answer) => {
					cancel();
					resolve(answer);
				}
			};
			this.#actions.push(turn);
			if (this.#current?.turn.kind === "read") {
				this.#current.isPreempted = true;
				this.#current.stop.abort();
			}
			this.#next();
		});
	}
	/** A write or a read of codes. Undefined: it had no turn because the hub is gone. */
	work(kind, limitMs, run) {
		if (!this.#isOpen) return Promise.resolve(void 0);
		return new Promise((resolve) => {
			const settle = resolve;
			this.#work.push({
				kind,
				since: this.#clock.now(),
				limitMs: () => limitMs,
				run,
				settle
			});
			this.#next();
		});
	}
	#next() {
		if (this.#current || !this.#isOpen) return;
		const turn = this.#actions.shift() ?? this.#work.shift();
		if (!turn) return;
		const current = {
			turn,
			stop: new AbortController(),
			isPreempted: false
		};
		this.#current = current;
		this.#take(current).then((answer) => {
			this.#current = void 0;
			if (current.isPreempted && this.#isOpen) this.#work.unshift(turn);
			else turn.settle(answer);
			this.#next();
		});
	}
	/** Never longer than the limit and a grace: a family that hangs must not hold up everything for ever. */
	#take({ turn, stop }) {
		return new Promise((resolve) => {
			let cancel = this.#clock.after(turn.limitMs(), () => {
				stop.abort();
				cancel = this.#clock.after(GRACE_MS, () => {
					resolve("silent");
					this.#onSilence();
				});
			});
			turn.run(stop.signal).then((answer) => {
				cancel();
				resolve(answer);
			}, () => {
				cancel();
				resolve("silent");
			});
		});
	}
};
//#endregion
//#region packages/gateway/src/hubs/hub.ts
const capabilityShape = Compile(LockCapability);
/** As the service names hubs and locks. */
const KEY = /^[A-Za-z0-9._:-]{1,64}$/;
/** As many as the service lists for one gateway. */
const MOST_LOCKS$1 = 500;
const LONGEST_TEXT$1 = 64;
/** A family that hung is made anew after this, longer and longer while it goes on hanging. */
const FIRST_RESTART_MS = 1e3;
const LONGEST_RESTART_MS = 3e5;
/** One hub: the family that speaks to it, whose turn it is, and what it says of its locks. */
var Hub = class {
	id;
	config;
	turns;
	locks = /* @__PURE__ */ new Map();
	family;
	status = "connecting";
	since;
	#make;
	#clock;
	#log;
	#listener;
	#open = new AbortController();
	#restarts = 0;
	/** Locks of the family before, which this one has not found yet. */
	#unseen = /* @__PURE__ */ new Set();
	#cancelRestart;
	constructor(options) {
		this.id = options.id;
		this.config = options.config;
		this.#make = options.make;
		this.#clock = options.clock;
		this.#log = options.log;
		this.#listener = options.listener;
		this.since = options.clock.now();
		this.turns = new Turns(options.clock, () => this.#restart());
		this.family = this.#newFamily();
	}
	get isUp() {
		return this.status === "up";
	}
	open() {
		this.family.open(this.#sink(this.#open), this.#open.signal);
	}
	close() {
		this.#cancelRestart?.();
		this.#open.abort();
		this.turns.close();
	}
	#newFamily() {
		const log = (fact, details) => this.#log("info", fact, {
			hub: this.id,
			...details
		});
		return this.#make(this.config, {
			clock: this.#clock,
			log
		});
	}
	/** The family does not answer any more: another one takes its place, and everything it said is forgotten. */
	#restart() {
		this.#log("warn", "a hub did not answer in time; connecting anew", { hub: this.id });
		this.#open.abort();
		this.#open = new AbortController();
		this.#unseen = new Set(this.locks.keys());
		this.#down("noAnswer");
		const delayMs = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts, LONGEST_RESTART_MS);
		this.#restarts += 1;
		this.#cancelRestart = this.#clock.after(delayMs, () => {
			this.family = this.#newFamily();
			this.open();
		});
	}
	#down(trouble) {
		const isNews = this.status !== trouble;
		this.turns.close();
		this.#becomes(trouble);
		if (isNews) this.#log("warn", "a hub cannot be used", {
			hub: this.id,
			trouble
		});
	}
	#becomes(status) {
		if (this.status === status) return;
		this.status = status;
		this.since = this.#clock.now();
		this.#listener.changed(this);
	}
	/** What a family that was given up says is nobody's business; and a hub may say anything. */
	#sink(opening) {
		const whenOpen = (take) => (...args) => {
			if (!opening.signal.aborted) take(...args);
		};
		return {
			hubUp: whenOpen(() => {
				if (this.isUp) return;
				for (const lock of this.#unseen) this.locks.delete(lock);
				this.#unseen.clear();
				this.turns.open();
				this.#becomes("up");
				this.#log("info", "a hub is connected", { hub: this.id });
			}),
			hubDown: whenOpen((trouble) => this.#down(trouble)),
			found: whenOpen((lock, about) => this.#found(lock, about)),
			lost: whenOpen((lock) => {
				if (this.locks.delete(lock)) this.#listener.changed(this, lock);
			}),
			presence: whenOpen((lock, isOnline) => {
				const known = this.locks.get(lock);
				if (!known || known.isOnline === isOnline) return;
				this.locks.set(lock, {
					...known,
					isOnline
				});
				this.#listener.changed(this, lock);
			}),
			state: whenOpen((lock, sight, from) => {
				if (from !== "echo" && this.locks.has(lock)) this.#listener.state(lock, sight, from);
			}),
			happened: whenOpen((lock, happening) => {
				if (this.locks.has(lock)) this.#listener.happened(lock, happening);
			})
		};
	}
	#found(lock, about) {
		const known = this.locks.get(lock);
		if (!KEY.test(lock) || !known && this.locks.size >= MOST_LOCKS$1) return;
		if (!capabilityShape.Check(about.capability)) return;
		this.#unseen.delete(lock);
		const trimmed = {
			...about,
			...shortTexts(about)
		};
		if (known && JSON.stringify(known.about) === JSON.stringify(trimmed)) return;
		this.locks.set(lock, {
			about: trimmed,
			isOnline: known?.isOnline ?? false
		});
		this.#listener.changed(this, lock);
	}
};
/** What the hub says for people to read, so short that it fits everywhere; no store keeps the character 0. */
function shortTexts(about) {
	const texts = [
		"name",
		"vendor",
		"model",
		"firmware"
	].flatMap((member) => {
		const text = about[member];
		return typeof text === "string" ? [[member, clean(text)]] : [];
	});
	return Object.fromEntries(texts);
}
const clean = (text) => text.replaceAll("\0", "").slice(0, LONGEST_TEXT$1);
//#endregion
//#region packages/gateway/src/book/device-memory.ts
/** State numbers are set aside by so many: one write to the disk for all of them. */
const RESERVED = 1e3;
/** The memory of one lock's device: events, their numbers and those of states go on after a restart. */
function deviceMemory(book, lock, epoch) {
	return {
		epoch,
		events: new EventBuffer(eventKeeper(book, lock)),
		nextStateNumber: stateNumbers(book, lock)
	};
}
function eventKeeper(book, lock) {
	const rows = book.rows("select body from event where lock = ? order by seq", lock);
	const [row] = book.rows("select last_event from adoption where lock = ?", lock);
	return {
		lastSeq: row?.last_event ?? 0,
		events: rows.map(({ body }) => JSON.parse(body)),
		add(event) {
			book.atomically(() => {
				book.put("event", {
					lock,
					seq: event.seq,
					body: JSON.stringify(event)
				});
				book.run("update adoption set last_event = ? where lock = ?", event.seq, lock);
			});
		},
		forget(upTo) {
			book.run("delete from event where lock = ? and seq <= ?", lock, upTo);
		}
	};
}
function stateNumbers(book, lock) {
	let [next, end] = [0, 0];
	return () => {
		if (next === end) {
			const [row] = book.rows("update adoption set states_reserved = states_reserved + ? where lock = ? returning states_reserved", ...[RESERVED, lock]);
			end = row?.states_reserved ?? RESERVED;
			next = end - RESERVED;
		}
		next += 1;
		return next;
	};
}
//#endregion
//#region packages/gateway/src/book/lock-page.ts
/** What the book knows of the codes of one lock. Reads come from memory; every change is on the disk when it returns. */
var LockPage = class {
	rights = /* @__PURE__ */ new Map();
	slots = /* @__PURE__ */ new Map();
	foreign;
	#book;
	#lock;
	constructor(book, lock) {
		this.#book = book;
		this.#lock = lock;
		const opened = (sealed, place) => book.seal.open(sealed, `${lock}/${place}`);
		for (const row of book.rows("select * from access where lock = ?", lock)) this.rights.set(row.key, {
			key: row.key,
			number: row.number,
			entry: JSON.parse(opened(row.entry, row.key)),
			previous: row.previous === null ? void 0 : JSON.parse(opened(row.previous, row.key)),
			isGone: row.is_gone === 1,
			repairs: row.repairs
		});
		for (const row of book.rows("select * from slot where lock = ?", lock)) this.slots.set(row.slot, {
			slot: row.slot,
			key: row.key,
			held: row.held === null ? void 0 : opened(row.held, `${row.slot}`),
			wanted: row.wanted === null ? void 0 : opened(row.wanted, `${row.slot}`),
			isErasing: row.is_erasing === 1,
			proof: row.proof ?? void 0,
			attempts: row.attempts
		});
		const foreign = book.rows("select slot from foreign_code where lock = ?", lock);
		this.foreign = new Set(foreign.map(({ slot }) => slot));
	}
	slotOf(key) {
		return [...this.slots.values()].find((slot) => slot.key === key);
	}
	/** Whose code a place holds, if it is one of ours. */
	rightIn(slot) {
		const key = slot === void 0 ? void 0 : this.slots.get(slot)?.key;
		return key === void 0 ? void 0 : this.rights.get(key);
	}
	putRight(right) {
		const sealed = (entry) => this.#sealed(JSON.stringify(entry), right.key);
		this.#book.put("access", {
			lock: this.#lock,
			key: right.key,
			number: right.number,
			entry: sealed(right.entry),
			previous: right.previous ? sealed(right.previous) : null,
			is_gone: Number(right.isGone),
			repairs: right.repairs
		});
		this.rights.set(right.key, right);
	}
	/** Not wanted any more; it stays in the book until its code is off the lock. */
	removeRight(key) {
		const right = this.rights.get(key);
		if (right && this.slotOf(key)) this.putRight({
			...right,
			isGone: true,
			previous: void 0
		});
		else this.#dropRight(key);
	}
	#dropRight(key) {
		this.#book.run("delete from access where lock = ? and key = ?", this.#lock, key);
		this.rights.delete(key);
	}
	putSlot(slot) {
		this.#book.put("slot", {
			lock: this.#lock,
			slot: slot.slot,
			key: slot.key,
			held: slot.held === void 0 ? null : this.#sealed(slot.held, `${slot.slot}`),
			wanted: slot.wanted === void 0 ? null : this.#sealed(slot.wanted, `${slot.slot}`),
			is_erasing: Number(slot.isErasing),
			proof: slot.proof ?? null,
			attempts: slot.attempts
		});
		this.slots.set(slot.slot, slot);
	}
	/** The place is not ours any more. With it goes a right that only waited for that. */
	dropSlot(slot) {
		const key = this.slots.get(slot)?.key;
		this.#book.atomically(() => {
			this.#book.run("delete from slot where lock = ? and slot = ?", this.#lock, slot);
			if (key !== void 0 && this.rights.get(key)?.isGone) this.#dropRight(key);
		});
		this.slots.delete(slot);
	}
	/** True when that is news. */
	addForeign(slot) {
		if (this.foreign.has(slot)) return false;
		this.#book.put("foreign_code", {
			lock: this.#lock,
			slot
		});
		this.foreign.add(slot);
		return true;
	}
	dropForeign(slot) {
		this.#book.run("delete from foreign_code where lock = ? and slot = ?", this.#lock, slot);
		return this.foreign.delete(slot);
	}
	atomically(change) {
		return this.#book.atomically(change);
	}
	#sealed(text, place) {
		return this.#book.seal.close(text, `${this.#lock}/${place}`);
	}
};
/** A code that vanished is put back so often; then it is told and left to the service. */
const MOST_REPAIRS = 1;
/** What a slot is to hold, as one text, so that equal contents are equal texts. */
const contentOf = (entry) => JSON.stringify(entry);
const entryOf = (content) => JSON.parse(content);
/** The part of a window that the gateway keeps, and the part that the lock keeps itself. */
function partsOf(entry, { windows }) {
	const { fromDate, untilDate, weekDays, fromTime, untilTime } = entry;
	const dates = {
		...fromDate !== void 0 && { fromDate },
		...untilDate !== void 0 && { untilDate }
	};
	const weekly = {
		...weekDays !== void 0 && { weekDays },
		...fromTime !== void 0 && { fromTime },
		...untilTime !== void 0 && { untilTime }
	};
	const crossesMidnight = fromTime !== void 0 && untilTime !== void 0 && untilTime <= fromTime;
	const lockKeepsWeekly = windows.weekly === "lock" && (windows.acrossMidnight || !crossesMidnight || untilTime === 0);
	return {
		byLock: {
			...windows.dates === "lock" && dates,
			...lockKeepsWeekly && weekly
		},
		byGateway: {
			...windows.dates !== "lock" && dates,
			...!lockKeepsWeekly && weekly
		}
	};
}
/** What has to be on the lock for a right now; undefined: nothing. */
function targetOf(right, { capability, zone, now }) {
	const { entry } = right;
	if (right.isGone || !isOnKeypad(entry) || !capability.codes) return void 0;
	const { byLock, byGateway } = partsOf(entry, capability);
	if (decide(byGateway, zone, now) !== "allowed") return void 0;
	return contentOf({
		digits: String(entry.code),
		name: entry.name.slice(0, capability.codes.nameLength),
		...Object.keys(byLock).length > 0 && { window: {
			...byLock,
			zone
		} }
	});
}
const isOnKeypad = (entry) => entry.type === 13 && entry.enabled && entry.code !== void 0;
/** When the gateway next has to put a code on or take one off. */
function nextEdge(rights, { capability, zone, now }) {
	let next = Number.POSITIVE_INFINITY;
	for (const { entry, isGone } of rights) {
		if (isGone || !isOnKeypad(entry)) continue;
		const [span] = nextWindows(partsOf(entry, capability).byGateway, zone, now, 1);
		const edge = span === void 0 || span.from > now ? span?.from : span.until;
		if (edge !== void 0) next = Math.min(next, edge);
	}
	return next;
}
/** Whether a slot was erased as often as it may be, and still is not known to be free. */
const isErased = (slot) => slot.isErasing && slot.attempts >= 3;
/** Whether this content was written as often as it may be. */
const isWritten = (slot, content) => !slot.isErasing && slot.wanted === content && slot.attempts >= 3;
/** Whether a slot holds what it should, as far as anybody knows. */
const isSettled = (slot, content) => slot.held === content && slot.wanted === void 0 && !slot.isErasing;
/** What to do next, so that the lock holds what was promised: removals first, then what is new or changed. */
function nextStep(page, surroundings) {
	const targets = /* @__PURE__ */ new Map();
	for (const right of page.rights.values()) {
		const target = targetOf(right, surroundings);
		if (target !== void 0) targets.set(right.key, target);
	}
	const slots = [...page.slots.values()].sort((a, b) => a.slot - b.slot);
	const superfluous = slots.find((slot) => !targets.has(slot.key) && !isErased(slot));
	if (superfluous) return {
		do: "erase",
		slot: superfluous
	};
	const rights = [...page.rights.values()].sort((a, b) => a.number - b.number);
	for (const right of rights) {
		const step = stepFor(right, page.slotOf(right.key), targets, slots);
		if (step) return step;
	}
}
/** What a right that has to be on the lock still wants. */
function stepFor(right, slot, targets, slots) {
	const content = targets.get(right.key);
	if (content === void 0 || right.repairs > MOST_REPAIRS) return void 0;
	if (slot && (isSettled(slot, content) || isWritten(slot, content))) return void 0;
	const inTheWay = slots.find((other) => other.key !== right.key && standsInTheWay(other, content, targets));
	if (!inTheWay) return {
		do: "write",
		right,
		content,
		...slot && { slot }
	};
	return isErased(inTheWay) ? void 0 : {
		do: "erase",
		slot: inTheWay
	};
}
/** Two rights that swap their codes: a lock that takes no code twice wants one of them off first. */
function standsInTheWay(other, content, targets) {
	const { digits } = entryOf(content);
	const has = (text) => text !== void 0 && entryOf(text).digits === digits;
	return (has(other.held) || has(other.wanted)) && !has(targets.get(other.key));
}
//#endregion
//#region packages/gateway/src/locks/access-desk.ts
const REFUSAL_CODES = {
	full: ACCESS_ERROR.tooMany,
	duplicate: ACCESS_ERROR.codeExists,
	digits: ACCESS_ERROR.codeInvalid,
	length: ACCESS_ERROR.codeInvalid,
	notCapable: LDP_REFUSAL.notCapable
};
/** Takes orders about access rights into the book, has them carried out, and says what came of them. */
var AccessDesk = class {
	#options;
	#refusals = /* @__PURE__ */ new Map();
	#lastRev = 0;
	#revsAtWork = /* @__PURE__ */ new Set();
	constructor(options) {
		this.#options = options;
	}
	/** Undefined when the order is out of date, or when the answer to it is on its way. */
	async apply({ rev, set }) {
		if (rev < this.#lastRev || this.#revsAtWork.has(rev)) return void 0;
		this.#lastRev = rev;
		const { keeper } = this.#options;
		this.#revsAtWork.add(rev);
		try {
			const errors = this.#take(set);
			const keys = Object.keys(set);
			keeper.doubt(keys);
			await keeper.work();
			return this.#answer(set, errors);
		} finally {
			this.#revsAtWork.delete(rev);
		}
	}
	/** The lock said no: the right is what it was before, or is not. */
	refuse(key, why) {
		const { page } = this.#options;
		this.#refusals.set(key, REFUSAL_CODES[why]);
		const right = page.rights.get(key);
		if (right?.previous) page.putRight({
			...right,
			entry: right.previous,
			previous: void 0
		});
		else page.removeRight(key);
	}
	/** All that is held, by key. */
	held(keys = this.#options.page.rights.keys()) {
		const held = {};
		for (const key of keys) {
			const right = this.#options.page.rights.get(key);
			const shown = right && this.#present(right);
			if (shown) held[key] = shown;
		}
		return held;
	}
	/** Removals first: what they free, places and codes, is there for the additions. All of it in the book, or nothing. */
	#take(set) {
		const { page } = this.#options;
		const errors = [];
		page.atomically(() => {
			const additions = Object.entries(set).filter(([, entry]) => entry !== null);
			for (const [key, entry] of Object.entries(set)) if (entry === null) page.removeRight(key);
			const waiting = new Set(additions.map(([key]) => key));
			for (const [key, entry] of additions) {
				this.#refusals.delete(key);
				const code = this.#objection(key, entry, waiting);
				if (code === void 0) this.#put(key, entry);
				else errors.push({
					path: key,
					code
				});
				waiting.delete(key);
			}
		});
		return errors;
	}
	#put(key, entry) {
		const { page, nextNumber } = this.#options;
		const known = page.rights.get(key);
		const isSame = known !== void 0 && !known.isGone && accessText(known.entry) === accessText(entry);
		if (isSame && known.repairs === 0) return;
		const previous = isSame || known?.isGone ? known?.previous : known?.entry;
		page.putRight({
			key,
			number: known?.number ?? nextNumber(),
			entry,
			previous,
			isGone: false,
			repairs: 0
		});
	}
	#objection(key, entry, waiting) {
		const capability = this.#options.capability();
		if (!capability) return LDP_REFUSAL.notReached;
		const { codes } = capability;
		const others = () => [...this.#options.page.rights.values()].filter((other) => other.key !== key && !other.isGone && other.entry.type === 13);
		return objectionTo(key, entry, {
			canHold: ({ type }) => type === 0 || type === 13 && codes !== void 0,
			isGoodCode: (code) => codes !== void 0 && isGoodCode(code, codes),
			isTaken: (asked) => others().some((other) => !waiting.has(other.key) && other.entry.code === asked.code && (codes?.unique === "lock" || overlaps(other.entry, asked))),
			isFull: ({ type }) => type === 13 && others().length >= (codes?.places ?? 0) - this.#options.page.foreign.size
		});
	}
	#answer(set, errors) {
		const { page } = this.#options;
		const known = new Set(errors.map(({ path }) => path));
		for (const [key, entry] of Object.entries(set)) {
			if (known.has(key)) continue;
			const code = this.#refusals.get(key) ?? this.#unfinished(key, entry === null);
			if (code !== void 0) errors.push({
				path: key,
				code
			});
			const right = page.rights.get(key);
			if (right?.previous && code === void 0) page.putRight({
				...right,
				previous: void 0
			});
		}
		return {
			errors,
			values: this.held(Object.keys(set))
		};
	}
	/** What keeps an order from being carried out: the lock proved nothing, or was not there. */
	#unfinished(key, isRemoval) {
		const { page, keeper, capability } = this.#options;
		const right = page.rights.get(key);
		if (!right || !isRemoval && this.#isInForce(right)) return void 0;
		if (!capability()) return LDP_REFUSAL.notReached;
		return keeper.isUnproven(key) ? LDP_REFUSAL.unproven : LDP_REFUSAL.notReached;
	}
	/** Whether a right is as it should be: on the lock when it should be there, off it when not. */
	#isInForce(right) {
		const surroundings = this.#options.keeper.surroundings();
		if (right.entry.type !== 13) return true;
		const slot = this.#options.page.slotOf(right.key);
		const target = surroundings && targetOf(right, surroundings);
		if (target === void 0) return slot === void 0;
		return slot !== void 0 && isSettled(slot, target);
	}
	#present(right) {
		const { page, keeper } = this.#options;
		const { number: n, entry, previous } = right;
		const slot = page.slotOf(right.key);
		const surroundings = keeper.surroundings();
		const shown = (of, more = {}) => ({
			n,
			h: accessDigest(this.#options.key(), of),
			...slot?.proof && { p: slot.proof },
			...more
		});
		if (right.isGone) return slot && shown(entry, { at: "stuck" });
		if (entry.type !== 13) return shown(entry);
		const target = surroundings && targetOf(right, surroundings);
		if (target === void 0) return shown(entry, { at: slot ? "stuck" : "kept" });
		if (slot && isSettled(slot, target)) return shown(entry);
		return slot?.held !== void 0 && previous ? shown(previous) : void 0;
	}
};
function isGoodCode(code, { minDigits, maxDigits, alphabet, forbiddenPrefixes }) {
	return code.length >= minDigits && code.length <= maxDigits && [...code].every((digit) => alphabet.includes(digit)) && !forbiddenPrefixes.some((prefix) => code.startsWith(prefix));
}
//#endregion
//#region packages/gateway/src/locks/slot-work.ts
const READ_MS = 3e4;
const WRITE_MS = 6e4;
/** So many places are looked at in search of a free one before the lock is left alone for a while. */
const MOST_LOOKS = 16;
const DONE = { end: "done" };
const AWAY = { end: "away" };
const UNPROVEN = { end: "unproven" };
/**
* One slot of one lock: every write and erasure goes through here. What is about to be done is in the book before it
* leaves, what came of it after; a slot is looked at before it is touched, and one that holds what we never put there is
* somebody else's.
*/
var SlotWork = class {
	#page;
	#lock;
	#hub;
	#codes;
	constructor(page, lock, hub, codes) {
		this.#page = page;
		this.#lock = lock;
		this.#hub = hub;
		this.#codes = codes;
	}
	/** A fresh look; undefined: nothing was seen; `away`: the hub is gone. */
	async look(slot) {
		const sight = await this.#hub.turns.work("read", READ_MS, (signal) => this.#hub.family.look(this.#lock, { slot }, signal));
		if (sight === void 0) return "away";
		return sight !== "silent" && sight.seen ? sight.slot : void 0;
	}
	async erase(slot) {
		const known = await this.#beforeTouching(slot);
		if (known !== "ours") return known === "away" ? AWAY : DONE;
		const attempts = slot.isErasing ? slot.attempts + 1 : 1;
		const erasing = {
			...slot,
			isErasing: true,
			attempts
		};
		this.#page.putSlot(erasing);
		const { answer } = await this.#ask((signal) => this.#hub.family.erase(this.#lock, slot.slot, signal));
		if (answer === "notSent") return this.#notCounted(erasing);
		if (answer === "proven") return this.#free(slot.slot);
		if (answer === "refused") return this.#stands(erasing);
		const sight = await this.look(slot.slot);
		if (sight === "away") return AWAY;
		if (sight?.holds === "free") return this.#free(slot.slot);
		return sight ? UNPROVEN : this.#stands(erasing);
	}
	async write(right, own, content) {
		const slot = own ? await this.#reuse(own, content) : await this.#claim(right, content);
		if (slot === "away") return AWAY;
		if (slot === "done") return DONE;
		if (slot === "full") return {
			end: "refused",
			why: "full"
		};
		const attempts = slot.wanted === content && !slot.isErasing ? slot.attempts + 1 : 1;
		const written = {
			...slot,
			wanted: content,
			isErasing: false,
			attempts
		};
		this.#page.putSlot(written);
		const answer = await this.#ask((signal) => this.#hub.family.write(this.#lock, slot.slot, entryOf(content), signal));
		if (answer.answer === "notSent") return this.#notCounted(written);
		if (answer.answer === "proven") return this.#holds(written, answer.by);
		if (answer.answer === "unproven") return this.#afterVagueWrite(written);
		if (written.held === void 0) this.#page.dropSlot(slot.slot);
		else this.#page.putSlot({
			...written,
			wanted: void 0,
			attempts: 0
		});
		return {
			end: "refused",
			why: answer.why
		};
	}
	/** Whoever had no turn sent nothing; whoever fell silent may have. */
	async #ask(run) {
		const answer = await this.#hub.turns.work("write", WRITE_MS, run);
		if (answer === void 0) return { answer: "notSent" };
		return answer === "silent" ? { answer: "unproven" } : answer;
	}
	/** Nothing left for the lock. */
	#notCounted(slot) {
		this.#page.putSlot({
			...slot,
			attempts: slot.attempts - 1
		});
		return AWAY;
	}
	/** Nobody said what became of a write: only the lock itself can tell. */
	async #afterVagueWrite(slot) {
		const sight = await this.look(slot.slot);
		if (sight === "away") return AWAY;
		if (!sight) return this.#stands(slot);
		const judged = judge(slot, sight);
		if (judged === "wanted") return this.#holds(slot, sight.digits === void 0 ? "occupied" : "value");
		if (judged === "foreign") this.#giveUp(slot.slot);
		return judged === "held" && sight.digits === void 0 ? this.#stands(slot) : UNPROVEN;
	}
	/** Compares a slot of ours with what the lock shows, and writes down what that means. True: something changed. */
	compare(slot, sight) {
		const judged = judge(slot, sight);
		if (judged === "free" && slot.held === void 0 && !slot.isErasing) return false;
		if (judged === "free") this.#page.dropSlot(slot.slot);
		if (judged === "foreign") this.#giveUp(slot.slot);
		if (judged === "wanted") this.#holds(slot, sight.digits === void 0 ? "occupied" : "value");
		if (judged === "unfinished") return false;
		if (judged !== "held" || sight.digits === void 0) return judged !== "held";
		const isNews = slot.proof !== "value";
		if (isNews) this.#page.putSlot({
			...slot,
			proof: "value"
		});
		return isNews;
	}
	/** Whether a slot of ours may be touched. On the way it may turn out that there is nothing left to do. */
	async #beforeTouching(slot) {
		const sight = await this.look(slot.slot);
		if (sight === "away") return "away";
		if (!sight) return "ours";
		const judged = judge(slot, sight);
		if (judged === "free") this.#page.dropSlot(slot.slot);
		if (judged === "foreign") this.#giveUp(slot.slot);
		return judged === "free" || judged === "foreign" ? "gone" : "ours";
	}
	/** A slot that was written before: it may already hold what is wanted. */
	async #reuse(slot, content) {
		const sight = await this.look(slot.slot);
		if (sight === "away") return "away";
		if (!sight) return slot;
		const judged = judge(slot, sight);
		if (judged === "foreign") {
			this.#giveUp(slot.slot);
			return "done";
		}
		if (judged === "wanted" && slot.wanted === content) {
			this.#holds(slot, sight.digits === void 0 ? "occupied" : "value");
			return "done";
		}
		if (judged === "held" && slot.held === content && sight.digits !== void 0) {
			this.#page.putSlot({
				...slot,
				wanted: void 0,
				isErasing: false,
				proof: "value",
				attempts: 0
			});
			return "done";
		}
		return slot;
	}
	/** A place that is free by a fresh look, ours from now on. */
	async #claim(right, content) {
		let unseen = 0;
		for (const slot of this.#candidates()) {
			const sight = await this.#lookForRoom(slot);
			if (sight === "away") return "away";
			if (sight === "free") {
				const own = {
					slot,
					key: right.key,
					wanted: content,
					isErasing: false,
					attempts: 0
				};
				this.#page.putSlot(own);
				return own;
			}
			if (sight === "unseen" && ++unseen >= MOST_LOOKS) return "away";
		}
		return unseen > 0 ? "away" : "full";
	}
	*#candidates() {
		for (let slot = 1; slot <= this.#codes.places; slot++) if (!this.#page.slots.has(slot) && !this.#page.foreign.has(slot)) yield slot;
	}
	async #lookForRoom(slot) {
		if (this.#codes.readBack === "none") return "free";
		const sight = await this.look(slot);
		if (sight === "away") return "away";
		if (!sight || sight.holds === "free") return sight ? "free" : "unseen";
		this.#page.addForeign(slot);
		return "taken";
	}
	#holds(slot, by) {
		const held = slot.wanted ?? slot.held;
		this.#page.putSlot({
			...slot,
			held,
			wanted: void 0,
			isErasing: false,
			proof: by,
			attempts: 0
		});
		return DONE;
	}
	#free(slot) {
		this.#page.dropSlot(slot);
		return DONE;
	}
	/** No further write: what the lock shows, or does not show, stands. */
	#stands(slot) {
		this.#page.putSlot({
			...slot,
			attempts: 3
		});
		return UNPROVEN;
	}
	/** Somebody put another code there. */
	#giveUp(slot) {
		this.#page.atomically(() => {
			this.#page.dropSlot(slot);
			this.#page.addForeign(slot);
		});
	}
};
/**
* What a slot of ours holds, by a fresh look: nothing, what was last proven, what is being written, or what is not ours.
* A code that the lock does not tell counts as ours once we wrote there: the place was free when it was taken.
*/
function judge(slot, sight) {
	if (sight.holds === "free") return "free";
	const judged = judgeCode(slot, sight);
	return sight.holds === "disabled" && judged === "wanted" ? "unfinished" : judged;
}
function judgeCode(slot, sight) {
	const { held, wanted, attempts } = slot;
	if (sight.digits === void 0 && held !== void 0) return "held";
	if (sight.digits === void 0) return attempts > 0 ? "wanted" : "foreign";
	const has = (content) => content !== void 0 && entryOf(content).digits === sight.digits;
	if (has(wanted) && !has(held)) return "wanted";
	return has(held) ? "held" : "foreign";
}
//#endregion
//#region packages/gateway/src/locks/code-keeper.ts
/** Listing the places of others may take a radio exchange for each. */
const LIST_MS = 6e5;
/** The clock of a machine may be set, and machines sleep: the time is looked at at least this often. */
const LONGEST_WAIT_MS = 6e4;
/** A lock that answers nothing useful is tried again after this, longer and longer. */
const FIRST_RETRY_MS = 5e3;
const LONGEST_RETRY_MS = 9e5;
/** What a lock says about its codes so soon after we wrote one is mostly about ours: looked at once, a little later. */
const ECHO_MS = 3e3;
/**
* Sees to it that a lock holds the codes it should, now and at every edge of a window, one slot after the other. Works
* from the book alone, so it goes on where it was after a crash, and needs no service.
*/
var CodeKeeper = class {
	#page;
	#clock;
	#host;
	#working;
	#isStopped = false;
	#mustGoOn = false;
	#cancelWake;
	#retries = 0;
	/** Places to look at again; all own ones after a start. */
	#doubted;
	#mustList;
	#lastTouch = /* @__PURE__ */ new Map();
	/** Places that were said to have changed and are looked at in a moment. */
	#putOff = /* @__PURE__ */ new Set();
	/** Rights whose window was open when they were last looked at. */
	#open;
	constructor(page, clock, host, knowsForeign) {
		this.#page = page;
		this.#clock = clock;
		this.#host = host;
		this.#doubted = new Set(page.slots.keys());
		this.#mustList = !knowsForeign;
	}
	/** Resolves when nothing of it is under way any more. */
	async stop() {
		this.#isStopped = true;
		this.#cancelWake?.();
		await this.#working;
	}
	/** Whether nothing of ours is left on the lock. */
	get isClean() {
		return this.#page.slots.size === 0;
	}
	/** Something changed: orders, the time zone, the lock's presence. Resolves when there is nothing to do for now. */
	work() {
		this.#mustGoOn = true;
		this.#working ??= this.#goOn();
		return this.#working;
	}
	/** The lock came back: what it could not be told is told now, and what it did not prove may be tried again. */
	lockIsBack() {
		this.#retries = 0;
		for (const slot of this.#page.slots.values()) if (slot.isErasing && slot.attempts > 0) this.#page.putSlot({
			...slot,
			attempts: 0
		});
		return this.work();
	}
	/** Somebody changed codes at the lock. */
	codesChanged(slot) {
		const touchedAt = slot === void 0 ? void 0 : this.#lastTouch.get(slot);
		if (slot !== void 0 && touchedAt !== void 0 && this.#clock.now() - touchedAt < ECHO_MS) {
			if (this.#putOff.has(slot)) return;
			this.#putOff.add(slot);
			this.#clock.after(ECHO_MS, () => {
				this.#putOff.delete(slot);
				if (!this.#isStopped) this.codesChanged(slot);
			});
			return;
		}
		if (slot === void 0) this.#mustList = true;
		else if (slot >= 1 && slot <= 65535) this.#doubted.add(slot);
		this.work();
	}
	/** What was not proven is asked about again: the lock is read, not written. */
	doubt(keys) {
		for (const key of keys) {
			const slot = this.#page.slotOf(key);
			if (slot && slot.attempts > 0) this.#doubted.add(slot.slot);
		}
	}
	surroundings() {
		const capability = this.#host.capability();
		return capability && {
			capability,
			zone: zoneOf(this.#host.timeZone()),
			now: this.#clock.now()
		};
	}
	async #goOn() {
		let isStuck = false;
		while (this.#mustGoOn && !isStuck && !this.#isStopped) {
			this.#mustGoOn = false;
			this.#tellEdges();
			isStuck = !await this.#untilNothingIsLeft();
		}
		this.#working = void 0;
		this.#planWake(isStuck);
	}
	/** False: the lock is there and did not let itself be worked on. */
	async #untilNothingIsLeft() {
		for (;;) {
			const reach = this.#host.reach();
			const surroundings = this.surroundings();
			if (!reach?.capability.codes || !surroundings || this.#isStopped) return true;
			const work = new SlotWork(this.#page, this.#host.lock, reach.hub, reach.capability.codes);
			if (!await this.#settleDoubts(work, reach)) return false;
			const step = nextStep(this.#page, surroundings);
			if (!step) return true;
			if (!await this.#perform(step, work)) return false;
		}
	}
	async #perform(step, work) {
		const key = step.do === "erase" ? step.slot.key : step.right.key;
		const foreignBefore = this.#page.foreign.size;
		const { end, ...rest } = step.do === "erase" ? await work.erase(step.slot) : await work.write(step.right, step.slot, step.content);
		const slot = step.do === "erase" ? step.slot.slot : this.#page.slotOf(key)?.slot;
		if (slot !== void 0) this.#lastTouch.set(slot, this.#clock.now());
		if (this.#page.foreign.size !== foreignBefore) this.#host.foreignChanged();
		if (end === "away") return false;
		this.#retries = 0;
		if ("why" in rest) this.#host.codeRefused(key, rest.why);
		if (end !== "unproven" || this.isUnproven(key)) this.#host.accessChanged([key]);
		return true;
	}
	/** Looks at places that may hold something else than the book says. */
	async #settleDoubts(work, { hub }) {
		if (this.#mustList && !await this.#list(work, hub)) return false;
		for (const slot of this.#doubted) {
			const sight = await work.look(slot);
			if (sight === "away") return false;
			this.#doubted.delete(slot);
			if (sight) this.#take(work, sight);
		}
		return true;
	}
	async #list(work, hub) {
		const sight = await hub.turns.work("read", LIST_MS, (signal) => hub.family.look(this.#host.lock, "slots", signal));
		if (sight === void 0 || sight === "silent" || !sight.seen) return false;
		this.#mustList = false;
		const used = new Map(sight.slots.map((one) => [one.slot, one]));
		for (const slot of [...this.#page.foreign]) if (!used.has(slot)) this.#page.dropForeign(slot);
		for (const slot of this.#page.slots.keys()) this.#take(work, used.get(slot) ?? {
			slot,
			holds: "free"
		});
		for (const one of sight.slots) {
			this.#doubted.delete(one.slot);
			if (one.holds !== "free" && !this.#page.slots.has(one.slot)) this.#page.addForeign(one.slot);
		}
		this.#host.foreignListed();
		this.#host.foreignChanged();
		return true;
	}
	/** One place, as it was seen just now. */
	#take(work, sight) {
		const own = this.#page.slots.get(sight.slot);
		if (!own) {
			if (sight.holds === "free" ? this.#page.dropForeign(sight.slot) : this.#page.addForeign(sight.slot)) this.#host.foreignChanged();
			return;
		}
		const wasProven = own.held !== void 0 && !own.isErasing && own.wanted === void 0;
		if (!work.compare(own, sight)) return;
		if (!this.#page.slots.has(own.slot)) this.#vanished(own.key, wasProven);
		if (this.#page.foreign.has(own.slot)) this.#host.foreignChanged();
		this.#host.accessChanged([own.key]);
	}
	/** A code that was there and is not any more is put back once; then it is the service's turn. */
	#vanished(key, wasProven) {
		const right = this.#page.rights.get(key);
		if (right && wasProven) this.#page.putRight({
			...right,
			repairs: right.repairs + 1
		});
	}
	/** At the next edge of a window; after a while, where the lock did not let itself be worked on. */
	#planWake(isStuck) {
		this.#cancelWake?.();
		const surroundings = this.surroundings();
		if (this.#isStopped || !surroundings) return;
		const edgeMs = nextEdge(this.#page.rights.values(), surroundings) - surroundings.now;
		const retryMs = Math.min(FIRST_RETRY_MS * 2 ** this.#retries, LONGEST_RETRY_MS);
		if (isStuck) this.#retries += 1;
		const waitMs = isStuck ? Math.min(retryMs, edgeMs) : edgeMs;
		if (!Number.isFinite(waitMs)) return;
		this.#cancelWake = this.#clock.after(Math.min(waitMs, LONGEST_WAIT_MS), () => this.work());
	}
	/** Rights whose window opened or closed are another thing now; where the lock is there, the work itself will tell. */
	#tellEdges() {
		const surroundings = this.surroundings();
		if (!surroundings) return;
		const open = /* @__PURE__ */ new Set();
		for (const right of this.#page.rights.values()) if (targetOf(right, surroundings) !== void 0) open.add(right.key);
		const changed = open.symmetricDifference(this.#open ?? open);
		this.#open = open;
		if (changed.size > 0 && !this.#host.reach()) this.#host.accessChanged([...changed]);
	}
	/** How a right stands that cannot be what it should: written or erased as often as it may be, and not proven. */
	isUnproven(key) {
		const slot = this.#page.slotOf(key);
		if (!slot) return false;
		return isErased(slot) || slot.wanted !== void 0 && isWritten(slot, slot.wanted);
	}
};
//#endregion
//#region packages/gateway/src/locks/foreign-pages.ts
/** All places that hold codes of others; a page speaks for everything after the last place of the one before it. */
function foreignPages(foreign) {
	const slots = [...foreign].sort((a, b) => a - b);
	const pages = [];
	for (let start = 0; start === 0 || start < slots.length; start += 64) {
		const page = slots.slice(start, start + 64);
		const [after, upTo] = [slots[start - 1], page.at(-1)];
		const isLast = start + 64 >= slots.length;
		pages.push({
			...after !== void 0 && { after },
			...!isLast && upTo !== void 0 && { upTo },
			codes: page.map((slot) => ({ slot }))
		});
	}
	return pages;
}
//#endregion
//#region packages/gateway/src/locks/wording.ts
/** How a lock of any family is told in the numbers of LDP/1. */
/** Lock states (6.3). */
const BOLT = {
	locked: 1,
	unlocking: 2,
	unlocked: 3,
	locking: 4,
	unlatched: 5,
	jammed: 254,
	unknown: 255
};
/** Door states (6.7); a lock without a sensor has none. */
const DOOR = {
	closed: 2,
	open: 3,
	unknown: 4
};
/** Mode (6.2): a door. */
const DOOR_MODE = 2;
/** Who caused something: as a state trigger (6.5) and as a log trigger (6.8). */
const ORIGIN = {
	manual: {
		state: 1,
		log: 1
	},
	service: {
		state: 4,
		log: 4
	},
	auto: {
		state: 6,
		log: 6
	},
	keypad: {
		state: 7,
		log: 255
	},
	radio: {
		state: 0,
		log: 0
	},
	unknown: {
		state: 0,
		log: 0
	}
};
const NOTHING_YET = {
	trigger: 0,
	action: 0
};
const stateOf = (sight, last) => ({
	mode: DOOR_MODE,
	lock: BOLT[sight?.bolt ?? "unknown"],
	trigger: last.trigger,
	lastAction: last.action,
	door: sight?.door === void 0 ? 0 : DOOR[sight.door],
	battery: {
		pct: Math.round(Math.min(100, Math.max(0, sight?.battery?.percent ?? 100))),
		critical: sight?.battery?.isCritical ?? false,
		charging: false
	},
	nightMode: false
});
/** Actions (6.6) and further log actions, and completions (6.8). */
const ACTION = {
	unlock: 1,
	lock: 2,
	unlatch: 3,
	doorOpened: 240,
	doorClosed: 241
};
const RESULT = {
	done: 0,
	motorBlocked: 1,
	wrongCode: 224
};
const KEYPAD_SOURCE = 1;
/** An event for what the lock tells; undefined for what is no business of a log. */
function eventOf({ what, by }, who) {
	const person = {
		trigger: ORIGIN[by].log,
		...by === "keypad" && { source: KEYPAD_SOURCE },
		...who && {
			authId: who.number,
			name: who.entry.name
		}
	};
	switch (what) {
		case "unlocked": return {
			kind: "action",
			action: ACTION.unlock,
			result: RESULT.done,
			...person
		};
		case "locked": return {
			kind: "action",
			action: ACTION.lock,
			result: RESULT.done,
			...person
		};
		case "unlatched": return {
			kind: "action",
			action: ACTION.unlatch,
			result: RESULT.done,
			...person
		};
		case "jammed": return {
			kind: "action",
			action: ACTION.lock,
			result: RESULT.motorBlocked,
			...person
		};
		case "denied": return {
			kind: "denied",
			action: ACTION.unlock,
			result: RESULT.wrongCode,
			...person,
			trigger: ORIGIN.keypad.log,
			source: KEYPAD_SOURCE
		};
		case "doorOpened": return {
			kind: "door",
			action: ACTION.doorOpened,
			trigger: 0,
			result: RESULT.done
		};
		case "doorClosed": return {
			kind: "door",
			action: ACTION.doorClosed,
			trigger: 0,
			result: RESULT.done
		};
		case "tamper": return {
			kind: "tamper",
			action: ACTION.unlock,
			trigger: 0,
			result: RESULT.done
		};
		case "codesChanged": return;
	}
}
/** What a happening makes of the last act that the state tells. */
function lastActOf({ what, by }) {
	const action = {
		unlocked: ACTION.unlock,
		locked: ACTION.lock,
		unlatched: ACTION.unlatch
	}[what];
	return action === void 0 ? void 0 : {
		trigger: ORIGIN[by].state,
		action
	};
}
/** The event that proves an order of the service. */
const orderedEvent = (cmd, action, proof) => ({
	kind: "action",
	action,
	trigger: ORIGIN.service.log,
	result: RESULT.done,
	cmd,
	proof
});
const orderedAct = (action) => ({
	trigger: ORIGIN.service.state,
	action
});
/** What a finished movement shows as a happening: the lock's own word of it is no second event. */
const DEED = {
	1: "unlocked",
	2: "locked",
	3: "unlatched",
	6: "locked"
};
/** Device errors (7.5). */
const REFUSAL_CODE = {
	busy: 69,
	jammed: 66,
	refused: 78,
	notCapable: LDP_REFUSAL.notCapable
};
const BUSY = REFUSAL_CODE.busy;
function infoOf(options) {
	const { type, driver, about, capability } = options;
	return {
		type,
		firmware: packedVersion(about?.firmware),
		hardware: 0,
		config: configOf(options.name, options.timeZone, capability),
		driver,
		...about?.vendor && { vendor: about.vendor },
		...about?.model && { model: about.model },
		...capability && { capability }
	};
}
const configOf = (name, timeZone, capability) => ({
	name: name.slice(0, 32),
	latitude: 0,
	longitude: 0,
	timezoneOffset: 0,
	singleLock: false,
	advertisingMode: 0,
	timezoneId: timeZone ?? 65535,
	keypadPaired: capability?.codes !== void 0
});
/** D20: three bytes major, minor, patch. */
function packedVersion(text = "") {
	const [major = 0, minor = 0, patch = 0] = text.split(".").map((part) => Number.parseInt(part, 10) & 255 || 0);
	return major << 16 | minor << 8 | patch;
}
//#endregion
//#region packages/gateway/src/locks/lock-config.ts
const LONGEST_NAME = 32;
const isName = (value) => typeof value === "string" && value.length <= LONGEST_NAME;
const isZone = (value) => typeof value === "number" && (value in TIME_ZONES || value === 65535);
/** Of the configuration a name and a zone are all that a gateway can keep for a lock. */
var LockConfig = class {
	#lock;
	#book;
	name;
	timeZone;
	constructor({ lock, name, timeZone }, book) {
		this.#lock = lock;
		this.#book = book;
		this.name = name;
		this.timeZone = timeZone;
	}
	/** Takes what it can; returns what it did not take. */
	take({ name, timezoneId, ...others }) {
		const errors = refusals(Object.keys(others), LDP_REFUSAL.notCapable);
		if (isName(name)) {
			this.#book.keepName(this.#lock, name);
			this.name = name;
		} else if (name !== void 0) errors.push({
			path: "name",
			code: ACCESS_ERROR.badParameter
		});
		if (isZone(timezoneId)) {
			this.#book.keepZone(this.#lock, timezoneId);
			this.timeZone = timezoneId;
		} else if (timezoneId !== void 0) errors.push({
			path: "timezoneId",
			code: ACCESS_ERROR.badParameter
		});
		return errors;
	}
};
const refusals = (paths, code) => paths.map((path) => ({
	path,
	code
}));
//#endregion
//#region packages/gateway/src/locks/mover.ts
/** The lock's own word of a movement we ordered may come so much later. */
const OWN_WORD_MS = 15e3;
/** Carries out orders to move one lock: one at a time, before the deadline or not at all, and proven or passed over. */
var Mover = class {
	#clock;
	#host;
	#isMoving = false;
	#ordered;
	constructor(clock, host) {
		this.#clock = clock;
		this.#host = host;
	}
	async move(command) {
		const hub = this.#host.hub();
		if (!hub) return this.#host.notMoved(command, LDP_REFUSAL.notReached);
		if (this.#isMoving) return this.#host.notMoved(command, BUSY);
		this.#isMoving = true;
		try {
			this.#conclude(command, await this.#order(command, hub));
		} finally {
			this.#isMoving = false;
		}
	}
	/** Whether a happening is the lock's own word of what we ordered, and so no news. */
	isOwnWord({ what, by }) {
		if (by !== "radio" || !this.#ordered || this.#clock.now() > this.#ordered.until) return false;
		return this.#ordered.what === what;
	}
	async #order({ action, iat, exp }, hub) {
		const deadline = Math.min(exp, this.#clock.now() + Math.max(0, exp - iat));
		const answer = await hub.turns.action(deadline, (signal) => {
			this.#ordered = {
				what: DEED[action],
				until: deadline + OWN_WORD_MS
			};
			return hub.family.act(this.#host.lock, {
				action,
				deadline
			}, signal);
		});
		if (answer === void 0) return { answer: "notSent" };
		return answer === "silent" ? { answer: "unproven" } : answer;
	}
	/** What nobody can prove is not told: the service then says that it does not know. */
	#conclude(command, answer) {
		if (answer.answer === "proven") this.#host.moved(command, answer.how, answer.state);
		if (answer.answer === "refused") this.#host.notMoved(command, REFUSAL_CODE[answer.why]);
		if (answer.answer === "notSent") this.#host.notMoved(command, LDP_REFUSAL.notReached);
	}
};
//#endregion
//#region packages/gateway/src/locks/restraint.ts
/** Says no more than the service takes, whatever the hub says: so many at once, and then one after each interval. */
var Restraint = class {
	#clock;
	#burst;
	#everyMs;
	#left;
	#countedAt;
	#cancel;
	constructor(clock, { burst, everyMs }) {
		this.#clock = clock;
		this.#burst = burst;
		this.#everyMs = everyMs;
		this.#left = burst;
		this.#countedAt = clock.now();
	}
	/** Whether one more may be said now; if so it counts. */
	allows() {
		const now = this.#clock.now();
		const earned = Math.floor(Math.max(0, now - this.#countedAt) / this.#everyMs);
		if (earned > 0) {
			this.#left = Math.min(this.#burst, this.#left + earned);
			this.#countedAt = now;
		}
		if (this.#left === 0) return false;
		this.#left -= 1;
		return true;
	}
	/** Says it now, or once for all that wanted to be said as soon as that is allowed again. */
	whenAllowed(say) {
		if (this.#cancel) return;
		if (this.allows()) {
			say();
			return;
		}
		this.#cancel = this.#clock.after(this.#everyMs, () => {
			this.#cancel = void 0;
			this.whenAllowed(say);
		});
	}
	stop() {
		this.#cancel?.();
	}
};
/** How often a lock may say what, so that all of it together stays below what the service takes from one device. */
const restraintsFor = (clock) => ({
	states: new Restraint(clock, {
		burst: 10,
		everyMs: 200
	}),
	infos: new Restraint(clock, {
		burst: 5,
		everyMs: 5e3
	}),
	presences: new Restraint(clock, {
		burst: 10,
		everyMs: 5e3
	}),
	happenings: new Restraint(clock, {
		burst: 100,
		everyMs: 200
	})
});
//#endregion
//#region packages/gateway/src/locks/adopted-lock.ts
/** One adopted lock: a device of LDP/1 upward, a lock of some family downward, the book in between. */
var AdoptedLock = class {
	lock;
	firmware;
	#around;
	#page;
	#keeper;
	#mover;
	#restraints;
	#memory;
	#config;
	#desk;
	#adoption;
	#key = Buffer.alloc(0);
	#device;
	#sight;
	#about;
	#last = NOTHING_YET;
	#wasPresent = false;
	#onPresence;
	#connecting = Promise.resolve();
	#isStopped = false;
	constructor(adoption, around) {
		this.lock = adoption.lock;
		this.firmware = around.version;
		this.#adoption = adoption;
		this.#around = around;
		this.#sight = adoption.sight;
		this.#about = adoption.about;
		this.#page = new LockPage(around.book, adoption.lock);
		this.#keeper = new CodeKeeper(this.#page, around.clock, this, adoption.knowsForeign);
		this.#config = new LockConfig(adoption, around.adoptions);
		this.#mover = new Mover(around.clock, this);
		this.#memory = deviceMemory(around.book, adoption.lock, adoption.epoch);
		this.#restraints = restraintsFor(around.clock);
		this.#desk = new AccessDesk({
			page: this.#page,
			keeper: this.#keeper,
			key: () => this.#key,
			capability: () => this.capability(),
			nextNumber: () => around.adoptions.nextNumber(this.lock)
		});
	}
	get hasCredentials() {
		return this.#adoption.credentials !== void 0;
	}
	/** Whether it was connected once; from then on it comes back by itself. */
	get isStarted() {
		return this.#device !== void 0;
	}
	get isConnected() {
		return this.#device?.isConnected ?? false;
	}
	renew(adoption) {
		this.#adoption = adoption;
	}
	/** Connects with the credentials and to the broker there are now, one time after the other. */
	connect() {
		this.#connecting = this.#connecting.then(() => this.#connectAnew());
	}
	async #connectAnew() {
		await this.#device?.disconnect();
		this.#device = void 0;
		const broker = this.#around.broker();
		const { credentials, deviceId } = this.#adoption;
		if (!credentials || !broker || this.#isStopped) return;
		const { clock } = this.#around;
		this.#key = deviceKey(credentials.secret);
		const options = {
			...credentials,
			...broker,
			deviceId,
			key: this.#key,
			memory: this.#memory,
			clock
		};
		this.#device = new LdpDevice(options, this);
		await this.#device.connect().catch(() => void 0);
	}
	/** Nobody's lock any more: what is ours comes off, now or when the lock is there. */
	leave() {
		this.#adoption = {
			...this.#adoption,
			isLeaving: true,
			credentials: void 0
		};
		this.#device?.disconnect();
		this.#device = void 0;
		this.#page.atomically(() => {
			for (const key of [...this.#page.rights.keys()]) this.#page.removeRight(key);
		});
		this.#keeper.work().then(() => this.#tellLeft());
	}
	async stop() {
		for (const restraint of Object.values(this.#restraints)) restraint.stop();
		this.#onPresence = void 0;
		this.#isStopped = true;
		await this.#device?.disconnect();
		await this.#keeper.stop();
	}
	/** Calls back once: when the lock is there, or after a while. */
	whenPresent(withinMs, callback) {
		const cancel = this.#around.clock.after(withinMs, () => this.#onPresence?.());
		this.#onPresence = () => {
			cancel();
			this.#onPresence = void 0;
			callback();
		};
	}
	#tellLeft() {
		if (this.#adoption.isLeaving && this.#keeper.isClean) this.#around.left(this.lock);
	}
	/** The hub came or went, or said something new about the lock. */
	hubChanged() {
		const found = this.#around.hubOf(this.lock)?.locks.get(this.lock);
		if (found && JSON.stringify(found.about) !== JSON.stringify(this.#about)) {
			this.#about = found.about;
			this.#around.adoptions.keepAbout(this.lock, found.about);
			this.#restraints.infos.whenAllowed(() => this.#device?.publishInfo());
			this.#keeper.work();
		}
		this.#restraints.presences.whenAllowed(() => this.#takePresence());
	}
	#takePresence() {
		const isPresent = this.isPresent();
		if (isPresent === this.#wasPresent) return;
		this.#wasPresent = isPresent;
		this.#device?.presenceChanged();
		if (!isPresent) return;
		this.#onPresence?.();
		this.#keeper.lockIsBack().then(() => this.#tellLeft());
	}
	/** As the lock itself says. */
	sighted(sight) {
		const merged = {
			...this.#sight,
			...sight
		};
		if (JSON.stringify(merged) === JSON.stringify(this.#sight)) return;
		this.#sight = merged;
		this.#restraints.states.whenAllowed(() => {
			this.#around.adoptions.keepSight(this.lock, this.#sight ?? merged);
			this.#device?.publishState();
		});
	}
	happened(happening) {
		if (happening.what === "codesChanged") this.#keeper.codesChanged(happening.slot);
		if (this.#mover.isOwnWord(happening) || !this.#restraints.happenings.allows()) return;
		if (happening.number !== void 0 && !this.#around.adoptions.isNews(this.lock, happening.number)) return;
		this.#last = lastActOf(happening) ?? this.#last;
		const event = eventOf(happening, this.#page.rightIn(happening.slot));
		if (event) this.#record(event);
	}
	/** Kept also while there is no way to the service. */
	#record(event) {
		if (this.#device) this.#device.recordEvent(event);
		else this.#memory.events.add({
			at: this.#around.clock.now(),
			...event
		});
	}
	info() {
		const { type } = this.#adoption;
		const { name, timeZone } = this.#config;
		const driver = this.#around.hubOf(this.lock)?.config.family ?? "gateway";
		const capability = this.capability();
		return infoOf({
			type,
			name,
			timeZone,
			driver,
			about: this.#about,
			capability
		});
	}
	state() {
		return stateOf(this.#sight, this.#last);
	}
	accessPages() {
		return accessPages(this.#desk.held());
	}
	foreignPages() {
		return this.capability()?.codes?.foreign && this.#adoption.knowsForeign ? foreignPages(this.#page.foreign) : [];
	}
	isPresent() {
		const hub = this.#around.hubOf(this.lock);
		return hub?.isUp === true && hub.locks.get(this.lock)?.isOnline === true;
	}
	turnedAway() {
		this.#around.turnedAway(this.lock);
	}
	canDo(action) {
		return this.capability()?.actions.includes(action) ?? false;
	}
	execute(command) {
		this.#mover.move(command);
	}
	configure(desired) {
		if (desired.section === "auths") return this.#desk.apply(desired);
		if (desired.section === "config") return this.#takeConfig(desired.set);
		return { errors: refusals(Object.keys(desired.set), LDP_REFUSAL.notCapable) };
	}
	#takeConfig(set) {
		const errors = this.#config.take(set);
		this.#keeper.work();
		return {
			errors,
			values: { ...this.info().config }
		};
	}
	capability() {
		return this.#about?.capability;
	}
	timeZone() {
		return this.#config.timeZone;
	}
	reach() {
		const hub = this.hub();
		const about = hub?.locks.get(this.lock)?.about;
		return hub && about ? {
			hub,
			capability: about.capability
		} : void 0;
	}
	hub() {
		return this.isPresent() ? this.#around.hubOf(this.lock) : void 0;
	}
	accessChanged(keys) {
		const held = this.#desk.held(keys);
		this.#device?.publishAccess(keys.map((key) => accessPageFor(key, held[key])));
	}
	foreignChanged() {
		this.#device?.publishForeign();
	}
	foreignListed() {
		if (this.#adoption.knowsForeign) return;
		this.#around.adoptions.noteForeignListed(this.lock);
		this.#adoption = {
			...this.#adoption,
			knowsForeign: true
		};
	}
	moved(command, how, sight) {
		this.#last = orderedAct(command.action);
		this.#sight = {
			...this.#sight,
			...sight
		};
		this.#device?.publishState();
		this.#record(orderedEvent(command.id, command.action, how));
		this.#device?.finishCommand(command.id, 0, how);
		this.#around.adoptions.keepSight(this.lock, this.#sight);
	}
	notMoved(command, code) {
		this.#device?.finishCommand(command.id, code);
	}
	codeRefused(key, why) {
		this.#desk.refuse(key, why);
	}
};
//#endregion
//#region packages/gateway/src/service/service-client.ts
/** What is longer is no answer of the service. */
const LONGEST_ANSWER = 4194304;
const ANSWER_WITHIN_MS = 15e3;
const LONGEST_TEXT = 500;
const text = build_default.String({ maxLength: LONGEST_TEXT });
const Claimed = build_default.Object({
	gatewayId: text,
	name: text
});
const Reported = build_default.Object({ reportSeconds: build_default.Integer() });
const AdoptionList = build_default.Object({
	revision: build_default.Integer(),
	adoptions: build_default.Array(build_default.Object({
		key: text,
		smartlockId: build_default.Integer(),
		deviceId: build_default.String({ pattern: "^[0-9A-F]{8}$" }),
		type: build_default.Integer({
			minimum: 0,
			maximum: 9
		}),
		name: text
	}), { maxItems: 1e4 }),
	broker: build_default.Object({ url: text })
});
const NewCredentials = build_default.Object({
	username: text,
	secret: text,
	deviceId: text
});
const shapes = {
	claim: Compile(Claimed),
	report: Compile(Reported),
	adoptions: Compile(AdoptionList),
	credentials: Compile(NewCredentials)
};
/** The service did not do what it was asked. `status` 0: it did not answer, or not as a service does. */
var ServiceError = class extends Error {
	status;
	code;
	retryAfterMs;
	constructor(status, code, retryAfterMs, cause) {
		super(`the service answered ${status || "nothing"}${code ? ` ${code}` : ""}`, { cause });
		this.status = status;
		this.code = code;
		this.retryAfterMs = retryAfterMs;
	}
};
/** What a gateway asks of the service over HTTP; outward, with its own token. */
var ServiceClient = class {
	#base;
	#trust;
	#token;
	#signal;
	constructor(options) {
		this.#base = options.server.replace(/\/+$/, "");
		this.#trust = options.trust;
		this.#token = options.token;
		this.#signal = options.signal;
	}
	async claim(claimCode, version) {
		return check(shapes.claim, await this.#post("/gateway/claim", {
			claimCode,
			token: this.#token(),
			version
		}, false));
	}
	async report(report) {
		return check(shapes.report, await this.#post("/gateway/self/report", report));
	}
	/** Waits for a change up to `waitSeconds`. */
	async adoptions(revision, waitSeconds) {
		const body = {
			...revision !== void 0 && { revision },
			waitSeconds
		};
		const answer = await this.#post("/gateway/self/adoptions", body, true, waitSeconds * 1e3);
		return check(shapes.adoptions, answer);
	}
	async credentials(lock) {
		const path = `/gateway/self/adoptions/${encodeURIComponent(lock)}/credentials`;
		return check(shapes.credentials, await this.#post(path, {}));
	}
	async #post(path, body, withToken = true, waitMs = 0) {
		const payload = JSON.stringify(body);
		const { status, headers, content } = await this.#send(`${this.#base}${path}`, payload, withToken, waitMs);
		const answer = parsed(content);
		if (status >= 200 && status < 300) return answer;
		const code = answer?.code;
		const retryAfter = Number(headers["retry-after"]);
		throw new ServiceError(status, typeof code === "string" ? code.slice(0, LONGEST_TEXT) : void 0, Number.isFinite(retryAfter) ? retryAfter * 1e3 : void 0);
	}
	#send(url, payload, withToken, waitMs) {
		const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_WITHIN_MS + waitMs)]);
		const request$2 = url.startsWith("https:") ? request$1 : request;
		return new Promise((resolve, reject) => {
			const failed = (error) => reject(new ServiceError(0, void 0, void 0, error));
			const call = request$2(url, {
				method: "POST",
				signal,
				...this.#trust?.(),
				headers: {
					"content-type": "application/json",
					"content-length": Buffer.byteLength(payload),
					...withToken && { authorization: `Bearer ${this.#token()}` }
				}
			});
			call.on("error", failed);
			call.on("response", (response) => {
				const parts = [];
				let length = 0;
				response.on("error", failed);
				response.on("data", (part) => {
					length += part.length;
					if (length > LONGEST_ANSWER) return call.destroy(/* @__PURE__ */ new Error("the answer is too long"));
					parts.push(part);
				});
				response.on("end", () => resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					content: Buffer.concat(parts).toString("utf8")
				}));
			});
			call.end(payload);
		});
	}
};
function parsed(content) {
	try {
		return JSON.parse(content);
	} catch {
		return;
	}
}
/** Something answered, and it was not the service. */
function check(shape, value) {
	if (!shape.Check(value)) throw new ServiceError(0);
	return value;
}
//#endregion
//#region packages/gateway/src/service/backoff.ts
const FIRST_MS = 1e3;
const LONGEST_MS = 6e4;
/** Longer and longer waits, each up to half as long again: many gateways must not come back in step. */
var Backoff = class {
	#failures = 0;
	succeeded() {
		this.#failures = 0;
	}
	/** False: the waiting was called off. */
	async failed(error, signal) {
		const asked = error instanceof ServiceError ? error.retryAfterMs ?? 0 : 0;
		const delayMs = Math.max(asked, Math.min(FIRST_MS * 2 ** this.#failures, LONGEST_MS));
		this.#failures += 1;
		await setTimeout$1(delayMs * (1 + Math.random() / 2), void 0, { signal }).catch(() => void 0);
		return !signal.aborted;
	}
};
//#endregion
//#region packages/gateway/src/service/adoption-watch.ts
/** As long as the service lets a call wait. */
const WAIT_SECONDS = 25;
/** Learns which locks people adopted, as soon as they do: one call that waits, outward, again and again. */
async function watchAdoptions({ client, log, signal, take, failed }) {
	const backoff = new Backoff();
	let revision;
	while (!signal.aborted) try {
		const list = await client.adoptions(revision, revision === void 0 ? 0 : WAIT_SECONDS);
		if (list.revision !== revision) await take(list);
		revision = list.revision;
		backoff.succeeded();
	} catch (error) {
		if (signal.aborted) return;
		failed(error);
		if (!(error instanceof ServiceError)) throw error;
		log("warn", "the adopted locks could not be asked for", { cause: error.message });
		await backoff.failed(error, signal);
	}
}
//#endregion
//#region packages/gateway/src/service/broker-address.ts
/** Codes travel on this connection: without TLS only within one machine, unless the config file says otherwise. */
function brokerAddress(url, trust, allowPlain) {
	const { protocol, hostname } = URL.parse(url) ?? {
		protocol: "",
		hostname: ""
	};
	if (protocol === "mqtts:") return {
		brokerUrl: url,
		...trust && { brokerTrust: trust }
	};
	if (protocol !== "mqtt:") throw new OperatorError(`the address of the broker is no mqtt or mqtts address`);
	if (!allowPlain && !isLoopback(hostname)) throw new OperatorError(`the broker at ${hostname} is offered without TLS; give it TLS, or set "allowPlain" in the config file`);
	return { brokerUrl: url };
}
//#endregion
//#region packages/gateway/src/service/claim.ts
/**
* Becomes a gateway of the service: the token is on the disk first, so that whatever happens the same code with the same
* token is the same claim. A code that comes with a gateway that is claimed already is left unused.
*/
async function ensureClaimed(options) {
	if (options.identity.current.gatewayId === void 0) await claim(options);
}
/** The service does not know our token any more: with a claim code we may come back, as whoever it is for. */
async function claimAnew(options) {
	if (options.claimCode === void 0) throw new ClaimError("the service does not know this gateway any more; ask there for a new claim code and start with it");
	options.identity.renewToken();
	await claim(options);
}
async function claim({ identity, client, version, log, signal, claimCode }) {
	if (!claimCode) throw new ClaimError("this gateway is not claimed yet; make one in the console and start with its claim code (--claim <code>)");
	const backoff = new Backoff();
	for (;;) try {
		const { gatewayId, name } = await client.claim(claimCode, version);
		identity.claimed(gatewayId, name);
		log("info", "this gateway is claimed", {
			gatewayId,
			name
		});
		return;
	} catch (error) {
		if (error instanceof ServiceError && error.status >= 400 && error.status < 500 && error.status !== 429) throw new ClaimError(error.code === "claim_invalid" ? "the claim code is wrong, used up, or older than an hour; ask for a new one" : `the service does not take the claim: ${error.message}`);
		log("warn", "the service cannot be reached to claim this gateway; trying again", { cause: error.message });
		if (!await backoff.failed(error, signal)) return;
	}
}
//#endregion
//#region packages/gateway/src/service/reporter.ts
/** As many as the service lists. */
const MOST_LOCKS = 500;
const MOST_OFTEN_MS = 1e3;
const HUB_STATE = {
	connecting: "connecting",
	up: "ready",
	noAnswer: "unreachable",
	lost: "unreachable",
	wrongProtocol: "wrongProtocol",
	tooOld: "tooOld",
	notReady: "notReady",
	misbehaved: "failed",
	badAddress: "failed"
};
const HUB_ERROR = {
	noAnswer: "Nothing answers at this address.",
	lost: "The connection was lost.",
	misbehaved: "It said too much, or what makes no sense; the connection was ended.",
	badAddress: "The address in the config file is none."
};
/** Tells the service how the gateway is: at the start, when something changed, and before the service wonders. */
var Reporter = class {
	#options;
	#startedAt;
	#toldLocks;
	#wake;
	#hasNews = true;
	constructor(options) {
		this.#options = options;
		this.#startedAt = options.clock.now();
	}
	/** Something changed. */
	changed() {
		this.#hasNews = true;
		this.#wake?.();
	}
	async run() {
		const { signal, client, log } = this.#options;
		const backoff = new Backoff();
		let reportMs = 3e4;
		while (!signal.aborted) {
			this.#hasNews = false;
			try {
				const { report, locksText } = this.#report();
				const answer = await client.report(report);
				this.#toldLocks = locksText;
				reportMs = Math.min(Math.max(answer.reportSeconds, 5), 300) * 1e3;
				backoff.succeeded();
				await this.#pause(MOST_OFTEN_MS);
				if (!this.#hasNews) await this.#pause(reportMs);
			} catch (error) {
				if (signal.aborted) return;
				this.#options.failed(error);
				log("warn", "a report did not reach the service", { cause: error.message });
				await backoff.failed(error, signal);
			}
		}
	}
	#report() {
		const { hubs, version, clock } = this.#options;
		const locks = foundLocks(hubs);
		const locksText = JSON.stringify(locks);
		const oldest = hubs.flatMap(({ turns }) => turns.oldest ?? []);
		return {
			report: {
				version,
				startedDate: new Date(this.#startedAt).toISOString(),
				hubs: hubs.map(hubReport),
				...locksText !== this.#toldLocks && { locks },
				queue: {
					waiting: hubs.reduce((sum, { turns }) => sum + turns.waiting, 0),
					...oldest.length > 0 && { oldestSeconds: Math.max(0, Math.round((clock.now() - Math.min(...oldest)) / 1e3)) }
				}
			},
			locksText
		};
	}
	async #pause(ms) {
		if (this.#options.signal.aborted) return;
		await new Promise((resolve) => {
			const done = () => {
				clearTimeout(timer);
				this.#wake = void 0;
				this.#options.signal.removeEventListener("abort", done);
				resolve();
			};
			const timer = setTimeout(done, ms);
			if (ms > MOST_OFTEN_MS) this.#wake = done;
			this.#options.signal.addEventListener("abort", done);
		});
	}
};
const hubReport = ({ id, config, status, since }) => ({
	id,
	family: config.family,
	address: withoutSecrets(config.address),
	state: HUB_STATE[status],
	...HUB_ERROR[status] && { error: HUB_ERROR[status] },
	sinceDate: new Date(since).toISOString()
});
function withoutSecrets(address) {
	const url = URL.parse(address);
	if (!url) return address;
	url.username = "";
	url.password = "";
	url.search = "";
	return url.href.slice(0, 255);
}
/** Two hubs may show the same lock; the first one that has it serves it. */
function foundLocks(hubs) {
	const found = /* @__PURE__ */ new Map();
	for (const hub of hubs) for (const [key, lock] of hub.locks) if (!found.has(key) && found.size < MOST_LOCKS) found.set(key, lockReport(key, lock, hub));
	return [...found.values()];
}
function lockReport(key, { about, isOnline }, hub) {
	const { name, vendor, model, trouble, isReady, capability } = about;
	const present = hub.isUp && isOnline;
	return {
		key,
		hub: hub.id,
		family: hub.config.family,
		...vendor && { vendor },
		...model && { model },
		...name && { name },
		ready: isReady,
		present,
		notes: [...trouble ? [trouble] : [], ...present ? [] : ["away"]],
		capability
	};
}
//#endregion
//#region packages/gateway/src/gateway.ts
/** A lock that was not found yet is waited for so long before it is told to be away. */
const SETTLE_MS = 5e3;
/** New credentials for one lock are not asked for more often. */
const CREDENTIALS_EVERY_MS = 3e4;
/** Starts a gateway: the book, its hubs, and the ways to the service. Resolves when it is claimed. */
async function startGateway(options) {
	const identity = new IdentityFile(options.config.dataDir);
	const gateway = new Gateway(options, identity, openBook(options.config.dataDir, Buffer.from(identity.current.bookKey, "base64url")));
	try {
		await gateway.start();
	} catch (error) {
		await gateway.stop();
		throw error;
	}
	return gateway;
}
var Gateway = class {
	failed;
	#options;
	#book;
	#adoptions;
	#client;
	#claim;
	#locks = /* @__PURE__ */ new Map();
	#hubs = [];
	#stopping = new AbortController();
	#fail;
	#credentialsAt = /* @__PURE__ */ new Map();
	#broker;
	#reporter;
	#loops = [];
	#reclaiming;
	constructor(options, identity, book) {
		const { config, version, log, claimCode } = options;
		const { promise, reject } = Promise.withResolvers();
		promise.catch(() => void 0);
		this.failed = promise;
		this.#fail = reject;
		this.#options = options;
		this.#book = book;
		this.#adoptions = new AdoptionBook(book);
		options.signal?.addEventListener("abort", () => this.#stopping.abort());
		const { signal } = this.#stopping;
		this.#client = new ServiceClient({
			...config,
			token: () => identity.current.token,
			signal
		});
		this.#claim = {
			identity,
			client: this.#client,
			version,
			log,
			signal,
			claimCode
		};
	}
	async start() {
		const { config, families, clock, log, version } = this.#options;
		for (const [index, hub] of config.hubs.entries()) {
			const make = await families[hub.family]?.();
			if (!make) throw new OperatorError(`there is no family "${hub.family}"`);
			this.#hubs.push(new Hub({
				id: `${hub.family}-${index + 1}`,
				config: hub,
				make,
				clock,
				log,
				listener: this
			}));
		}
		await ensureClaimed(this.#claim);
		if (this.#stopping.signal.aborted) return;
		for (const adoption of this.#adoptions.all()) {
			const lock = this.#serve(adoption);
			if (adoption.isLeaving) lock.leave();
		}
		for (const hub of this.#hubs) hub.open();
		const { signal } = this.#stopping;
		const client = this.#client;
		const failed = (error) => this.#serviceFailed(error);
		this.#reporter = new Reporter({
			client,
			hubs: this.#hubs,
			clock,
			version,
			log,
			signal,
			failed
		});
		const take = (list) => this.#take(list);
		this.#loops = [this.#reporter.run(), watchAdoptions({
			client,
			log,
			signal,
			take,
			failed
		})];
		for (const loop of this.#loops) loop.catch((error) => this.#fail(error));
	}
	locks() {
		return [...this.#locks.values()].map(({ lock, isConnected }) => ({
			lock,
			isConnected
		}));
	}
	async stop() {
		this.#stopping.abort();
		for (const hub of this.#hubs) hub.close();
		await Promise.all([...this.#locks.values()].map((lock) => lock.stop()));
		await Promise.allSettled(this.#loops);
		this.#book.close();
	}
	changed(_hub, lock) {
		if (lock === void 0) for (const one of this.#locks.values()) one.hubChanged();
		else this.#locks.get(lock)?.hubChanged();
		this.#reporter?.changed();
	}
	state(lock, sight) {
		this.#locks.get(lock)?.sighted(sight);
	}
	happened(lock, happening) {
		this.#locks.get(lock)?.happened(happening);
	}
	/** Adopted locks are served, others left; what fails is tried again with the same list. */
	async #take({ adoptions, broker }) {
		const { config } = this.#options;
		const before = this.#broker?.brokerUrl;
		this.#broker = brokerAddress(config.broker ?? broker.url, config.brokerTrust, config.allowPlain ?? false);
		const kept = new Map(this.#adoptions.all().map((adoption) => [adoption.lock, adoption]));
		const wanted = new Set(adoptions.map(({ key }) => key));
		for (const [lock, { isLeaving }] of kept) if (!wanted.has(lock) && !isLeaving) this.#leave(lock);
		for (const adoption of adoptions) {
			const known = kept.get(adoption.key);
			if (!known || known.isLeaving || known.deviceId !== adoption.deviceId) await this.#begin(adoption);
			const served = this.#locks.get(adoption.key);
			if (!served?.hasCredentials) await this.#renewCredentials(adoption.key);
			else if (!served.isStarted || before !== this.#broker.brokerUrl) this.#connect(adoption.key);
		}
	}
	/** A lock that people adopted, or adopted anew: what it was before has come to rest first. */
	async #begin(adoption) {
		await this.#locks.get(adoption.key)?.stop();
		this.#adoptions.begin(adoption);
		const kept = this.#adoptions.one(adoption.key);
		if (kept) this.#serve(kept);
	}
	#serve(adoption) {
		const { clock, version } = this.#options;
		const lock = new AdoptedLock(adoption, {
			book: this.#book,
			adoptions: this.#adoptions,
			clock,
			version,
			hubOf: (key) => this.#hubs.find(({ locks }) => locks.has(key)),
			broker: () => this.#broker,
			turnedAway: (key) => this.#turnedAway(key),
			left: (key) => this.#forget(key)
		});
		this.#locks.set(adoption.lock, lock);
		lock.hubChanged();
		return lock;
	}
	/** A lock that its hub has not told of yet is given a moment: being away and back is two connections. */
	#connect(key) {
		const lock = this.#locks.get(key);
		if (!lock) return;
		const connect = () => {
			if (this.#locks.get(key) === lock && !this.#stopping.signal.aborted) lock.connect();
		};
		if (lock.isPresent() || lock.isStarted) connect();
		else lock.whenPresent(SETTLE_MS, connect);
	}
	#leave(key) {
		this.#options.log("info", "a lock is not ours any more; its codes are taken off", { lock: key });
		this.#adoptions.leave(key);
		this.#locks.get(key)?.leave();
	}
	#forget(key) {
		this.#options.log("info", "nothing of ours is on a lock that was given back", { lock: key });
		this.#adoptions.forget(key);
		this.#locks.get(key)?.stop();
		this.#locks.delete(key);
	}
	/** A crash between the answer of the service and the disk leaves credentials that are over. */
	#turnedAway(key) {
		const last = this.#credentialsAt.get(key);
		if (last !== void 0 && this.#options.clock.now() - last < CREDENTIALS_EVERY_MS) return;
		this.#renewCredentials(key).catch((error) => this.#serviceFailed(error));
	}
	/** New ones end the old ones at once, so they are on the disk before anything else happens. */
	async #renewCredentials(key) {
		this.#credentialsAt.set(key, this.#options.clock.now());
		try {
			this.#adoptions.keepCredentials(key, await this.#client.credentials(key));
		} catch (error) {
			if (error instanceof ServiceError && error.status === 404) return;
			throw error;
		}
		const adoption = this.#adoptions.one(key);
		if (adoption) this.#locks.get(key)?.renew(adoption);
		this.#connect(key);
	}
	/** Our token is not known any more: with a claim code we come back, without one this is the end. */
	#serviceFailed(error) {
		if (!(error instanceof ServiceError) || error.status !== 401) return;
		this.#reclaiming ??= claimAnew(this.#claim).catch((reason) => this.#fail(reason)).finally(() => {
			this.#reclaiming = void 0;
		});
	}
};
//#endregion
//#region packages/gateway/src/log.ts
/** One line of JSON per fact. */
const jsonLog = (write) => (level, fact, details = {}) => write(`${JSON.stringify({
	level,
	time: (/* @__PURE__ */ new Date()).toISOString(),
	msg: fact,
	...details
})}\n`);
//#endregion
//#region packages/gateway/src/system-clock.ts
const systemClock = {
	now: () => Date.now(),
	after(delayMs, callback) {
		const timer = setTimeout(() => void callback(), Math.max(0, delayMs));
		return () => clearTimeout(timer);
	}
};
//#endregion
//#region packages/gateway/src/main.ts
const STOP_WITHIN_MS = 8e3;
/** Exit codes that say: starting again will not help, the config file has to be mended; a claim code is needed. */
const MEND_FIRST = 2;
const CLAIM_FIRST = 3;
const USAGE = `Usage: latchwork gateway [--config <file>] [--claim <code>]

  --config   the config file (gateway.json unless told)
  --claim    the claim code the console shows; also LATCHWORK_CLAIM_CODE. Needed once

The config file:
  { "server": "https://locks.example.com", "dataDir": "gateway-data",
    "hubs": [{ "family": "${Object.keys(FAMILIES)[0] ?? "family"}", "address": "ws://127.0.0.1:3000" }] }
`;
/** The process of a gateway: `latchwork gateway`, or a child of the service. */
async function main(args) {
	const log = jsonLog((line) => process.stdout.write(line));
	const fail = (error) => {
		if (error instanceof OperatorError) {
			log("error", error.message);
			process.exit(error instanceof ClaimError ? CLAIM_FIRST : MEND_FIRST);
		}
		log("error", "the gateway failed", { cause: error.stack ?? String(error) });
		process.exit(1);
	};
	process.on("uncaughtException", fail);
	process.on("unhandledRejection", fail);
	try {
		const invocation = read(args);
		if (!invocation) return;
		const { config, claimCode, isChild } = invocation;
		const ending = new AbortController();
		const starting = startGateway({
			config,
			families: FAMILIES,
			clock: systemClock,
			log,
			version,
			claimCode,
			signal: ending.signal
		});
		stopWhenTold(starting, ending, isChild);
		const gateway = await starting;
		log("info", "the gateway is running", {
			server: config.server,
			hubs: config.hubs.length
		});
		await gateway.failed;
	} catch (error) {
		fail(error);
	}
}
function read(args) {
	const options = {
		config: {
			type: "string",
			default: "gateway.json"
		},
		claim: { type: "string" },
		child: {
			type: "boolean",
			default: false
		},
		help: {
			type: "boolean",
			default: false
		}
	};
	let values;
	try {
		values = parseArgs({
			args,
			options
		}).values;
	} catch (error) {
		throw new OperatorError(`${error.message}\n\n${USAGE}`);
	}
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	const claimCode = values.claim ?? process.env.LATCHWORK_CLAIM_CODE;
	return {
		config: readConfig(values.config, Object.keys(FAMILIES)),
		claimCode: claimCode || void 0,
		isChild: values.child
	};
}
/** At a signal, and as a child when the parent is gone, however it went. */
function stopWhenTold(starting, ending, isChild) {
	let isStopping = false;
	const stop = async () => {
		if (isStopping) process.exit(1);
		isStopping = true;
		setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
		ending.abort();
		await starting.then((gateway) => gateway.stop(), () => void 0);
		process.exit(0);
	};
	process.on("SIGINT", () => void stop());
	process.on("SIGTERM", () => void stop());
	if (!isChild) return;
	process.stdin.on("end", () => void stop());
	process.stdin.on("error", () => void stop());
	process.stdin.resume();
}
//#endregion
export { main };
