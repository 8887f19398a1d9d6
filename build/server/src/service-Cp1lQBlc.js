import { Lt as inTransaction, i as warn, pt as hashToken, st as withinQuota, wt as record } from "./esm-BFPbzlf6.js";
import { o as toWireDate } from "./ids-Do-e9haK.js";
import { a as networkList, n as isLoopback, r as isNetwork } from "./networks-DBFyHIwG.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { C as adopt$1, D as listServed, E as findServed, O as renewServed, S as withinLockQuota, T as endServed, w as countServed } from "./service-DFAaALax.js";
import { isIP, isIPv4, isIPv6 } from "node:net";
import { lookup } from "node:dns/promises";
//#region packages/server/src/platform/net/trusted-proxies.ts
const NONE = /^(|0|off|false)$/i;
const HOPS = /^([1-9]|10)$/;
const networksOf = (text) => text.split(",").map((item) => asNetwork(item.trim()));
function asNetwork(text) {
	if (isIPv4(text)) return `${text}/32`;
	return isIPv6(text) ? `${text}/128` : text;
}
/** Is it what the setting takes: a number of proxies, or a list of their addresses and networks? */
const namesProxies = (text) => NONE.test(text) || HOPS.test(text) || networksOf(text).every(isNetwork);
/** Reads the setting; undefined where there is no proxy. */
function readTrustedProxies(text) {
	if (NONE.test(text)) return void 0;
	const hops = Number(text);
	if (HOPS.test(text)) return { trusts: (_address, hop) => hop < hops };
	const isProxy = networkList(networksOf(text));
	return { trusts: (address) => isProxy(address) };
}
//#endregion
//#region packages/server/src/config/transport.ts
/** Does this process end TLS itself there? */
const speaksTls = ({ tls }, listener) => tls.certFile !== void 0 && tls.keyFile !== void 0 && tls.listeners.includes(listener);
/** Settings that are right each for itself and wrong together. */
function transportProblems(config) {
	const { tls, mqtt, sandbox } = config;
	const problems = [];
	if (tls.certFile === void 0 !== (tls.keyFile === void 0)) problems.push("LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE belong together; one is missing");
	if (mqtt.url !== void 0) return problems;
	const asksLocks = mqtt.clientCaFile !== void 0;
	if (mqtt.clientCertificates === "required" && !asksLocks) problems.push("LATCHWORK_MQTT_CLIENT_CERTIFICATES=required needs LATCHWORK_MQTT_CLIENT_CA_FILE");
	if (asksLocks && !speaksTls(config, "mqtt")) problems.push("LATCHWORK_MQTT_CLIENT_CA_FILE needs the embedded broker with TLS (LATCHWORK_TLS_CERT_FILE)");
	if (mqtt.clientCertificates === "required" && sandbox) problems.push("LATCHWORK_MQTT_CLIENT_CERTIFICATES=required keeps the simulated locks of the sandbox out");
	return problems;
}
/**
* Tokens, passwords and door codes travel on these connections. Who opens them to other machines in clear text has to
* say so in so many words; a proxy that ends TLS counts for HTTP, because it does not carry MQTT.
*/
async function refusePlainListeners(config) {
	const { http, mqtt } = config;
	const refusals = [];
	if (!isBehindProxy(config) && await isOpenInClear(config, "http", http.host)) refusals.push(`The API would listen on ${http.host} (LATCHWORK_HTTP_HOST) in clear text, where other machines reach it. Set LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE (\`latchwork tls init\` makes a pair), or put a proxy that ends TLS before it and say so with LATCHWORK_TRUST_PROXY, or listen on 127.0.0.1, or accept it with LATCHWORK_ALLOW_PLAIN=http.`);
	if (mqtt.url === void 0 && await isOpenInClear(config, "mqtt", mqtt.host)) refusals.push(`The broker would listen on ${mqtt.host} (LATCHWORK_MQTT_HOST) in clear text, where other machines reach it. Set LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE (\`latchwork tls init\` makes a pair), or listen on 127.0.0.1, or accept it with LATCHWORK_ALLOW_PLAIN=mqtt.`);
	if (config.bridge.enabled && await isOpenInClear(config, "bridge", config.bridge.host)) refusals.push(`The bridge would listen on ${config.bridge.host} (LATCHWORK_BRIDGE_HOST), where other machines reach it, and its programs know no TLS. Keep it to a network you trust and to encrypted tokens, and say so with LATCHWORK_ALLOW_PLAIN=bridge, or listen on 127.0.0.1.`);
	if (refusals.length > 0) throw new StartupError(refusals.join("\n"));
}
const isBehindProxy = ({ trustProxy }) => readTrustedProxies(trustProxy) !== void 0;
async function isOpenInClear(config, listener, host) {
	if (config.allowPlain.includes(listener)) return false;
	if (listener !== "bridge" && speaksTls(config, listener)) return false;
	return !await isOnlyThisMachine(host);
}
/** A name that leads nowhere is left to the listener, which says so better. */
async function isOnlyThisMachine(host) {
	if (isIP(host) !== 0) return isLoopback(host);
	return (await lookup(host, { all: true }).catch(() => [])).every(({ address }) => isLoopback(address));
}
/**
* Whether browsers are told to come back over HTTPS only. Not for names of this machine: the promise holds for all ports
* of a name, and `localhost` is shared with whatever else runs here.
*/
function promisesHttps(config) {
	if (config.publicUrl !== void 0) {
		const { protocol, hostname } = new URL(config.publicUrl);
		return protocol === "https:" && hostname !== "localhost";
	}
	return speaksTls(config, "http") && !isLoopback(config.http.host) && config.http.host !== "localhost";
}
/** For so long a claim code can be used. */
const CLAIM_MS = 36e5;
/** Letters and digits that nobody mistakes for one another (Crockford). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CLAIM_LENGTH = 20;
const CLAIM_GROUP = 5;
/** A claim code of 100 bits, from chance given as hex digits, of which 120 bits are there or more. */
function claimCodeFrom(chance) {
	let rest = BigInt(`0x${chance}`);
	let code = "";
	while (code.length < CLAIM_LENGTH) {
		code += ALPHABET[Number(rest % 32n)];
		rest /= 32n;
	}
	return code;
}
/** As it is shown: in groups, which are easier to type. */
const groupedClaim = (code) => (code.match(new RegExp(`.{${CLAIM_GROUP}}`, "g")) ?? []).join("-");
/** What was typed, as it was made: hyphens, spaces and case do not matter, nor what looks alike. Undefined: it is none. */
function readClaim(typed) {
	const code = typed.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
	return code.length === CLAIM_LENGTH && [...code].every((c) => ALPHABET.includes(c)) ? code : void 0;
}
function stateOf({ token_hash, last_report_at }, now) {
	if (token_hash === null) return "unclaimed";
	return last_report_at !== null && now - last_report_at < 9e4 ? "connected" : "away";
}
/** What changes in the stored list when a gateway names these: every row is written only when it is another one. */
function compareFound(known, named) {
	const texts = new Map(named.map((lock) => [lock.key, JSON.stringify(lock)]));
	return {
		changed: [...texts].flatMap(([key, found]) => {
			const before = known.get(key);
			return before && !before.isLost && before.found === found ? [] : [{
				key,
				found
			}];
		}),
		missing: [...known].flatMap(([key, { isLost }]) => isLost || texts.has(key) ? [] : [key])
	};
}
//#endregion
//#region packages/server/src/features/gateways/present.ts
function presentListed(row, adopted, now) {
	const state = stateOf(row, now);
	return {
		gatewayId: row.id,
		name: row.name,
		state,
		...state === "connected" && row.connected_since !== null && { connectedSinceDate: toWireDate(row.connected_since) },
		...row.last_report_at !== null && { lastReportDate: toWireDate(row.last_report_at) },
		...row.version !== null && { version: row.version },
		adopted,
		creationDate: toWireDate(row.created_at)
	};
}
function presentGateway(row, locks, now) {
	const adopted = locks.filter(({ smartlockId }) => smartlockId !== void 0).length;
	const isClaimable = row.claim_until !== null && row.claim_until > now && row.claimed_with !== row.claim_hash;
	return {
		...presentListed(row, adopted, now),
		...row.started_at !== null && { startedDate: toWireDate(row.started_at) },
		...isClaimable && { claimUntilDate: toWireDate(row.claim_until) },
		hubs: JSON.parse(row.hubs),
		locks: locks.map(presentFound),
		...row.queue !== null && { queue: JSON.parse(row.queue) }
	};
}
const presentFound = ({ found, lostAt, smartlockId }) => ({
	...JSON.parse(found),
	...lostAt !== null && {
		ready: false,
		present: false
	},
	lost: lostAt !== null,
	...smartlockId !== void 0 && { smartlockId }
});
//#endregion
//#region packages/server/src/features/gateways/store.ts
const list$1 = (db, accountId) => db.selectFrom("gateway").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
const count = async (db, accountId) => {
	const { n } = await db.selectFrom("gateway").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
const find$1 = (db, accountId, id) => db.selectFrom("gateway").selectAll().where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
/** The same, held until the transaction ends. */
const findForUpdate = (db, engine, accountId, id) => db.selectFrom("gateway").selectAll().where("account_id", "=", accountId).where("id", "=", id).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
/** Whose claim code it is, of whatever account: the caller has shown that it was told the code. */
const findByClaim = (db, engine, claimHash) => db.selectFrom("gateway").selectAll().where("claim_hash", "=", claimHash).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
/** Whose token it is: gateways make their own, so two could have the same, and then nobody knows which of them calls. */
const listByToken = (db, tokenHash) => db.selectFrom("gateway").select(["id", "account_id"]).where("token_hash", "=", tokenHash).limit(2).execute();
const insert = (db, row) => db.insertInto("gateway").values(row).returningAll().executeTakeFirstOrThrow();
const update = (db, accountId, id, changes) => db.updateTable("gateway").set(changes).where("account_id", "=", accountId).where("id", "=", id).execute();
const remove$1 = (db, accountId, id) => db.deleteFrom("gateway").where("account_id", "=", accountId).where("id", "=", id).execute();
const listLocks = (db, accountId, gatewayId) => db.selectFrom("gateway_lock").selectAll().where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).orderBy("key").execute();
const findLock = (db, accountId, gatewayId, key) => db.selectFrom("gateway_lock").selectAll().where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).where("key", "=", key).executeTakeFirst();
const CHUNK = 200;
const putLocks = async (db, rows) => {
	for (let i = 0; i < rows.length; i += CHUNK) await db.insertInto("gateway_lock").values(rows.slice(i, i + CHUNK)).onConflict((c) => c.columns(["gateway_id", "key"]).doUpdateSet((e) => ({
		found: e.ref("excluded.found"),
		lost_at: e.ref("excluded.lost_at")
	}))).execute();
};
const markLost = (db, accountId, gatewayId, keys, now) => db.updateTable("gateway_lock").set({ lost_at: now }).where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).where("key", "in", [...keys]).execute();
const removeLocks = (db, accountId, gatewayId, keys) => db.deleteFrom("gateway_lock").where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).where("key", "in", [...keys]).execute();
/** Of all accounts, those that reported last first: for figures. */
const listReporting = (db, limit) => db.selectFrom("gateway").select([
	"id",
	"token_hash",
	"last_report_at",
	"queue"
]).where("token_hash", "is not", null).orderBy("last_report_at", (o) => o.desc().nullsLast()).limit(limit).execute();
/** How many locks these gateways found that are still there. */
const countLocks = async (db, gatewayIds) => {
	if (gatewayIds.length === 0) return /* @__PURE__ */ new Map();
	const rows = await db.selectFrom("gateway_lock").select(["gateway_id", (e) => e.fn.countAll().as("n")]).where("gateway_id", "in", [...gatewayIds]).where("lost_at", "is", null).groupBy("gateway_id").execute();
	return new Map(rows.map((row) => [row.gateway_id, Number(row.n)]));
};
//#endregion
//#region packages/server/src/features/gateways/adoptions.ts
/** Which of the locks that gateways found are smartlocks of their account. */
/** Makes a lock that a gateway found a smartlock of the account. Asked again, it answers the same. */
async function adopt(ctx, { gatewayId, key }, name) {
	const known = await findServed(ctx, gatewayId, key);
	if (known) return known.smartlock_id;
	return withinLockQuota(ctx, async (tx) => {
		const gateway = await findForUpdate(tx.db, tx.engine, tx.accountId, gatewayId) ?? tx.fail("not_found");
		const meanwhile = await findServed(tx, gatewayId, key);
		if (meanwhile) return meanwhile.smartlock_id;
		const row = await findLock(tx.db, tx.accountId, gatewayId, key) ?? tx.fail("not_found");
		const found = JSON.parse(row.found);
		if (!found.ready || row.lost_at !== null) tx.fail("lock_not_ready");
		const { smartlock_id } = await adopt$1(tx, {
			...found,
			name,
			gatewayId
		});
		await noteChange(tx, gateway);
		return smartlock_id;
	});
}
/** What is adopted has changed: the gateway gets to know at once if it waits for that. */
async function noteChange(ctx, { id, adoption_revision }) {
	const revision = Math.max(adoption_revision + 1, ctx.clock.now());
	await update(ctx.db, ctx.accountId, id, { adoption_revision: revision });
	ctx.afterCommit(() => ctx.wake.notify("gateway", ctx.accountId));
}
/** A smartlock is being deleted; if a gateway served it, it is one of those found again. */
async function giveUp(ctx, lock) {
	if (lock.gateway_id === null) return;
	const gateway = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, lock.gateway_id);
	if (gateway) await noteChange(ctx, gateway);
}
/** What is adopted, as soon as it is another revision than the gateway has, or its time is up. */
async function waitForAdoptions(ctx, waits, { revision, waitSeconds = 0 }) {
	const { gatewayId } = ctx.gateway;
	if (revision === void 0 || waitSeconds === 0) return adopted(ctx);
	const waiting = waits.begin(gatewayId, ctx.accountId, waitSeconds * 1e3);
	try {
		if ((await find$1(ctx.db, ctx.accountId, gatewayId))?.adoption_revision === revision) await waiting.done;
	} finally {
		waiting.end();
	}
	return adopted(ctx);
}
async function adopted(ctx) {
	const { gatewayId } = ctx.gateway;
	const row = await find$1(ctx.db, ctx.accountId, gatewayId) ?? ctx.fail("token_invalid");
	const rows = await listServed(ctx, gatewayId);
	return {
		revision: row.adoption_revision,
		adoptions: rows.map(adoptionOf)
	};
}
const adoptionOf = (row) => ({
	key: row.gateway_key,
	smartlockId: row.smartlock_id,
	deviceId: row.device_id,
	type: row.type,
	name: row.name
});
/** New credentials for one of its locks: a gateway that lost what it was given asks again. */
async function credentialsFor(ctx, key) {
	const lock = await findServed(ctx, ctx.gateway.gatewayId, key) ?? ctx.fail("not_found");
	const actor = {
		accountId: null,
		name: `gateway ${(await find$1(ctx.db, ctx.accountId, ctx.gateway.gatewayId))?.name ?? ""}`
	};
	const credentials = await renewServed({
		...ctx,
		actor
	}, lock.smartlock_id);
	return {
		smartlockId: lock.smartlock_id,
		deviceId: lock.device_id,
		username: credentials.username,
		secret: credentials.secret
	};
}
//#endregion
//#region packages/server/src/features/gateways/claims.ts
/** The code, and the columns that recognise it; it is kept nowhere else. */
function newClaimCode(ctx) {
	const code = claimCodeFrom(ctx.ids.random() + ctx.ids.random());
	const until = ctx.clock.now() + CLAIM_MS;
	return {
		shown: {
			claimCode: groupedClaim(code),
			until
		},
		columns: {
			claim_hash: hashToken(code),
			claim_until: until
		}
	};
}
async function create(ctx, name) {
	const quota = {
		limit: ctx.limits.gateways,
		of: "gateways per account",
		count: (tx) => count(tx.db, tx.accountId)
	};
	return withinQuota(ctx, ctx.accountId, quota, async (tx) => {
		const { shown, columns } = newClaimCode(tx);
		const now = tx.clock.now();
		const gatewayId = tx.ids.timeOrdered();
		await insert(tx.db, {
			id: gatewayId,
			account_id: tx.accountId,
			name,
			...columns,
			token_hash: null,
			claimed_with: null,
			adoption_revision: now,
			version: null,
			started_at: null,
			connected_since: null,
			last_report_at: null,
			hubs: "[]",
			queue: null,
			created_at: now
		});
		await record(tx, {
			action: "gateway.created",
			subject: gatewayId,
			detail: { name }
		});
		return {
			...shown,
			gatewayId
		};
	});
}
/** Whoever comes with the new code gets the codes of all its locks: who asks has shown who they are (D107). */
const renewClaim = (ctx, gatewayId) => inTransaction(ctx, async (tx) => {
	const row = await findForUpdate(tx.db, tx.engine, tx.accountId, gatewayId) ?? tx.fail("not_found");
	const { shown, columns } = newClaimCode(tx);
	await update(tx.db, tx.accountId, gatewayId, columns);
	await record(tx, {
		action: "gateway.claimCodeMade",
		subject: gatewayId
	});
	if (row.token_hash !== null) await warn(tx, tx.accountId, "deviceCredentialsReplaced", { what: row.name });
	return shown;
});
/** A gateway of this name that nobody has claimed yet, or a new one: starting again and again makes no second. */
async function createOrRenew(ctx, name) {
	const waiting = (await list$1(ctx.db, ctx.accountId)).find((row) => row.name === name && row.token_hash === null);
	return waiting ? renewClaim(ctx, waiting.id) : create(ctx, name);
}
/**
* Takes a gateway's own token on. The same code with the same token again is the same claim, so that a box that went
* down before it heard the answer asks once more. What is wrong about a code is not told.
*/
const claim = (ctx, { claimCode, token, version }) => inTransaction(ctx, async (tx) => {
	const refuse = () => tx.fail("claim_invalid", { isGuess: true });
	const code = readClaim(claimCode);
	if (code === void 0) return refuse();
	const row = await findByClaim(tx.db, tx.engine, hashToken(code));
	if (!row || row.claim_until === null || row.claim_until <= tx.clock.now()) return refuse();
	const tokenHash = hashToken(token);
	const isUsed = row.claimed_with === row.claim_hash;
	if (isUsed && row.token_hash !== tokenHash) return refuse();
	if (!isUsed) {
		const owned = {
			...tx,
			accountId: row.account_id
		};
		await takeOver(owned, row, {
			tokenHash,
			version
		});
		if (row.token_hash !== tokenHash) await endServed(owned, row.id);
	}
	return {
		gatewayId: row.id,
		name: row.name
	};
});
async function takeOver(ctx, { id, name, claim_hash }, { tokenHash, version }) {
	if ((await listByToken(ctx.db, tokenHash)).some((other) => other.id !== id)) ctx.fail("claim_invalid", { isGuess: true });
	await update(ctx.db, ctx.accountId, id, {
		token_hash: tokenHash,
		claimed_with: claim_hash,
		version,
		connected_since: null,
		last_report_at: null
	});
	const actor = {
		accountId: null,
		name: `gateway ${name}`
	};
	await record({
		...ctx,
		actor
	}, {
		action: "gateway.claimed",
		subject: id,
		detail: { version }
	});
	ctx.afterCommit(() => ctx.wake.notify("gateway", ctx.accountId));
}
/** Who a gateway's token belongs to; nobody, if two gateways came with the same one. */
async function lookUp(ctx, token) {
	const rows = await listByToken(ctx.db, hashToken(token));
	const [only] = rows;
	return only && rows.length === 1 ? {
		gatewayId: only.id,
		accountId: only.account_id
	} : void 0;
}
//#endregion
//#region packages/server/src/features/gateways/service.ts
async function list(ctx) {
	const adopted = await countServed(ctx);
	return (await list$1(ctx.db, ctx.accountId)).map((row) => presentListed(row, adopted.get(row.id) ?? 0, ctx.clock.now()));
}
/** The gateway, or the same 404 whether it is missing or somebody else's (D38). */
async function find(ctx, gatewayId) {
	return await find$1(ctx.db, ctx.accountId, gatewayId) ?? ctx.fail("not_found");
}
/** The id of a gateway of this account that somebody claimed; undefined when there is none. */
async function known(ctx, gatewayId) {
	const row = await find$1(ctx.db, ctx.accountId, gatewayId);
	return row?.token_hash ? row.id : void 0;
}
/** With what it found; of what it lost only what is adopted. */
async function get(ctx, gatewayId) {
	const row = await find(ctx, gatewayId);
	const served = new Map((await listServed(ctx, gatewayId)).map((lock) => [lock.gateway_key, lock.smartlock_id]));
	return presentGateway(row, (await listLocks(ctx.db, ctx.accountId, gatewayId)).map((lock) => ({
		found: lock.found,
		lostAt: lock.lost_at,
		smartlockId: served.get(lock.key)
	})).filter(({ lostAt, smartlockId }) => lostAt === null || smartlockId !== void 0), ctx.clock.now());
}
const rename = (ctx, gatewayId, name) => inTransaction(ctx, async (tx) => {
	if ((await findForUpdate(tx.db, tx.engine, tx.accountId, gatewayId) ?? tx.fail("not_found")).name === name) return;
	await update(tx.db, tx.accountId, gatewayId, { name });
	await record(tx, {
		action: "gateway.renamed",
		subject: gatewayId,
		detail: { name }
	});
});
/** Not while it serves locks: it would take their codes off them no more. */
const remove = (ctx, gatewayId) => inTransaction(ctx, async (tx) => {
	const row = await findForUpdate(tx.db, tx.engine, tx.accountId, gatewayId) ?? tx.fail("not_found");
	if ((await listServed(tx, gatewayId)).length > 0) tx.fail("gateway_in_use");
	await remove$1(tx.db, tx.accountId, gatewayId);
	await record(tx, {
		action: "gateway.deleted",
		subject: gatewayId,
		detail: { name: row.name }
	});
	tx.afterCommit(() => tx.wake.notify("gateway", tx.accountId));
});
/** What a gateway says about itself; answers with the revision of what is adopted. */
const report = (ctx, said) => inTransaction(ctx, async (tx) => {
	const { gatewayId } = tx.gateway;
	const row = await findForUpdate(tx.db, tx.engine, tx.accountId, gatewayId) ?? tx.fail("token_invalid");
	const now = tx.clock.now();
	const wasHere = row.last_report_at !== null && now - row.last_report_at < 9e4;
	await update(tx.db, tx.accountId, gatewayId, {
		version: said.version,
		started_at: said.startedDate === void 0 ? null : Date.parse(said.startedDate),
		connected_since: wasHere && row.connected_since !== null ? row.connected_since : now,
		last_report_at: now,
		hubs: JSON.stringify(said.hubs),
		queue: JSON.stringify(said.queue)
	});
	if (said.locks) await storeFound(tx, gatewayId, said.locks);
	return row.adoption_revision;
});
/** What is not named any more is lost; of those only adopted ones are worth remembering. */
async function storeFound(ctx, gatewayId, named) {
	const { accountId } = ctx;
	const rows = await listLocks(ctx.db, accountId, gatewayId);
	const { changed, missing } = compareFound(new Map(rows.map(({ key, found, lost_at }) => [key, {
		found,
		isLost: lost_at !== null
	}])), named);
	await putLocks(ctx.db, changed.map((lock) => ({
		...lock,
		gateway_id: gatewayId,
		account_id: accountId,
		lost_at: null
	})));
	const gone = [...missing, ...rows.filter(({ lost_at }) => lost_at !== null).map(({ key }) => key)].filter((key) => !named.some((lock) => lock.key === key));
	if (gone.length === 0) return;
	const served = new Set((await listServed(ctx, gatewayId)).map((lock) => lock.gateway_key));
	const forgotten = gone.filter((key) => !served.has(key));
	const newlyLost = missing.filter((key) => served.has(key));
	if (forgotten.length > 0) await removeLocks(ctx.db, accountId, gatewayId, forgotten);
	if (newlyLost.length > 0) await markLost(ctx.db, accountId, gatewayId, newlyLost, ctx.clock.now());
}
/** As many gateways have figures of their own, those that reported last. */
const MAX_MEASURED = 200;
/** Figures of gateways, counted when somebody looks. */
async function measure(ctx) {
	const { gatewayUp, gatewayLocks, gatewayQueue } = ctx.metrics;
	for (const gauge of [
		gatewayUp,
		gatewayLocks,
		gatewayQueue
	]) gauge.reset();
	const rows = await listReporting(ctx.db, MAX_MEASURED);
	const found = await countLocks(ctx.db, rows.map(({ id }) => id));
	for (const row of rows) {
		const gateway = row.id;
		gatewayUp.set({ gateway }, stateOf(row, ctx.clock.now()) === "connected" ? 1 : 0);
		gatewayLocks.set({ gateway }, found.get(gateway) ?? 0);
		const queue = row.queue === null ? void 0 : JSON.parse(row.queue);
		gatewayQueue.set({ gateway }, queue?.waiting ?? 0);
	}
}
//#endregion
export { readTrustedProxies as C, namesProxies as S, waitForAdoptions as _, measure as a, speaksTls as b, report as c, createOrRenew as d, lookUp as f, giveUp as g, credentialsFor as h, list as i, claim as l, adopt as m, get as n, remove as o, renewClaim as p, known as r, rename as s, find as t, create as u, promisesHttps as v, transportProblems as x, refusePlainListeners as y };
