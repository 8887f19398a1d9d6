import { t as __exportAll } from "./rolldown-runtime-8H4AJuhK.js";
import { L as LANGUAGES, i as ERRORS } from "./src-BsslFKKG.js";
import { m as sql, o as toWireDate, s as inDatabaseTransaction, u as engineOf } from "./ids-Do-e9haK.js";
import { i as together } from "./wake-Bw_T33G9.js";
import { argon2, createHash, createPrivateKey, createPublicKey, hash, randomBytes, sign, timingSafeEqual, verify } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
//#region packages/server/src/platform/app-error.ts
/** An expected refusal. Anything else that is thrown is a bug and answers 500. */
var AppError = class extends Error {
	code;
	detail;
	constructor(code, detail = {}) {
		super(detail.message ?? ERRORS[code].title);
		this.name = "AppError";
		this.code = code;
		this.detail = detail;
	}
	get status() {
		return ERRORS[this.code].status;
	}
};
function fail(code, detail) {
	throw new AppError(code, detail);
}
/** Refuses a parameter that only the service can judge, in the form the input reader uses. */
function failParameter(fail, path, message) {
	return fail("invalid_parameter", {
		message: `${path} ${message}`,
		errors: [{
			path,
			message
		}]
	});
}
//#endregion
//#region packages/server/src/platform/late-writes.ts
/**
* What a transaction writes last, in this order, whenever it was asked for (docs/architecture.md, "The order of rows").
* The heads of the two logs of an account are rows that all of its transactions want: held from here to the commit and
* no longer, and by everybody in the same order.
*/
const LATE = {
	locks: 1,
	operations: 2,
	counts: 3,
	logs: 4,
	audit: 5,
	events: 6
};
/** What one transaction has still to write. */
var LateWrites = class {
	#waiting = /* @__PURE__ */ new Map();
	add(kind, item) {
		const key = kind;
		const items = this.#waiting.get(key);
		if (items) items.push(item);
		else this.#waiting.set(key, [item]);
	}
	/** Writes what is of this rank or lower: by the end all of it, before that what the next statement has to see. */
	async write(ctx, upTo = LATE.events) {
		for (;;) {
			const kind = this.#first();
			if (!kind || kind.rank > upTo) return;
			const items = this.#waiting.get(kind);
			this.#waiting.delete(kind);
			await kind.write(ctx, items);
		}
	}
	#first() {
		let first;
		for (const kind of this.#waiting.keys()) if (!first || kind.rank < first.rank) first = kind;
		return first;
	}
};
/** Stands where no transaction is open: what belongs to a change commits with it or not at all. */
var NoLateWrites = class extends LateWrites {
	add() {
		throw new Error("what is written last is written in the transaction of the change it belongs to");
	}
};
//#endregion
//#region packages/server/src/platform/context.ts
/**
* Runs `work` in a transaction, or in the one that is already open. Effects registered with `afterCommit` run when
* the outermost transaction is durable, and not at all when it rolls back.
*/
async function inTransaction(ctx, work) {
	if (ctx.db.isTransaction) return ctx.late instanceof NoLateWrites ? withLateWrites(ctx, work) : work(ctx);
	let effects = [];
	const attempt = async (db) => {
		effects = [];
		const afterCommit = (effect) => void effects.push(effect);
		return withLateWrites({
			...ctx,
			db,
			afterCommit
		}, work);
	};
	const onUndone = (code) => ctx.metrics.transactionRetries.inc({ code });
	const result = await inDatabaseTransaction(ctx.db, attempt, onUndone);
	for (const effect of effects) effect();
	return result;
}
/** Whoever opened the transaction below this layer may join it with a context: what is written last is written here. */
async function withLateWrites(ctx, work) {
	const tx = {
		...ctx,
		late: new LateWrites()
	};
	const worked = await work(tx);
	await tx.late.write(tx);
	return worked;
}
/** What a context has while no transaction is open. */
const OUTSIDE_TRANSACTIONS = {
	afterCommit: (effect) => effect(),
	late: new NoLateWrites()
};
/** A context for work nobody asked for over HTTP: devices and timers. Its refusals are bugs. */
function systemContext(platform, db, accountId) {
	return {
		...platform,
		db,
		accountId,
		fail: (code) => {
			throw new Error(`unexpected refusal ${String(code)}`);
		},
		...OUTSIDE_TRANSACTIONS
	};
}
//#endregion
//#region packages/server/src/features/audit/rules.ts
/** What an entry's hash covers: every column, and through the hash before it every earlier entry. */
const chained = (previousHash, entry) => JSON.stringify([
	previousHash,
	entry.account_id,
	entry.seq,
	entry.at,
	entry.actor_account_id,
	entry.actor_name,
	entry.action,
	entry.subject,
	entry.detail,
	entry.request_id
]);
/** What the proof of a chain's end covers. */
const headText = (accountId, head) => JSON.stringify([
	accountId,
	head.seq,
	head.hash
]);
/** One chain in the list that a seal covers. */
const anchorLine = (anchor) => `${anchor.account_id} ${anchor.seq} ${anchor.hash}\n`;
/** What the proof of the seal covers. */
const sealText = (seal) => JSON.stringify([
	seal.number,
	seal.since,
	seal.at,
	seal.accounts,
	seal.entries,
	seal.digest
]);
//#endregion
//#region packages/server/src/features/audit/store.ts
/** The end of the chain, held until the transaction ends: entries of one account are added one after the other. */
const lockHead = (db, accountId) => db.insertInto("audit_head").values({
	account_id: accountId,
	seq: 0,
	hash: "",
	proof: ""
}).onConflict((c) => c.column("account_id").doUpdateSet({ seq: sql`audit_head.seq` })).returning(["seq", "hash"]).executeTakeFirstOrThrow();
const moveHead = (db, accountId, head) => db.updateTable("audit_head").set(head).where("account_id", "=", accountId).execute();
/** SQLite takes some ten thousand values in one statement. */
const ROWS_AT_ONCE = 500;
const insert$3 = async (db, rows) => {
	for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) await db.insertInto("audit").values(rows.slice(i, i + ROWS_AT_ONCE)).execute();
};
/** Newest first, older than `before`. */
const list$2 = (db, accountId, before, limit) => db.selectFrom("audit").selectAll().where("account_id", "=", accountId).$if(before !== void 0, (q) => q.where("seq", "<", before)).orderBy("seq", "desc").limit(limit).execute();
/** Oldest first, from `after` on: the way a chain is verified. */
const follow = (db, accountId, after, limit) => db.selectFrom("audit").selectAll().where("account_id", "=", accountId).where("seq", ">", after).orderBy("seq").limit(limit).execute();
const findHead = (db, accountId) => db.selectFrom("audit_head").selectAll().where("account_id", "=", accountId).executeTakeFirst();
/** Every account that has a chain or what is left of one, in order, after `after`. For the operator only. */
const nextChain = async (db, after) => {
	return (await db.selectFrom("audit_head").select("account_id").where("account_id", ">", after).union(db.selectFrom("audit").select("account_id").where("account_id", ">", after)).orderBy("account_id").limit(1).executeTakeFirst())?.account_id;
};
//#endregion
//#region packages/server/src/features/audit/anchor/store.ts
const SEAL = 1;
const findSeal = (db) => db.selectFrom("audit_seal").selectAll().where("id", "=", SEAL).executeTakeFirst();
/** Held until the transaction ends: processes anchor one after the other. Nobody else ever asks for this row. */
const lockSeal = (db, engine) => db.selectFrom("audit_seal").selectAll().where("id", "=", SEAL).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const storeSeal = (db, seal) => db.insertInto("audit_seal").values({
	id: SEAL,
	...seal
}).onConflict((c) => c.column("id").doUpdateSet(seal)).execute();
/** Only as the migration made it: nothing was anchored, and nobody has proven it yet. */
const proveBlank = (db, proof) => db.updateTable("audit_seal").set({ proof }).where("number", "=", 0).where("proof", "=", "").execute();
/** Chains that grew since they were anchored, in order, after `after`. */
const listGrown = (db, after, limit) => db.selectFrom("audit_head as h").leftJoin("audit_anchor as a", "a.account_id", "h.account_id").selectAll("h").where("h.account_id", ">", after).where((e) => e.or([e("a.seq", "is", null), e("a.seq", "<", e.ref("h.seq"))])).orderBy("h.account_id").limit(limit).execute();
/** The anchors in order, after `after`, each with the hash that its entry has now; null where it is gone. */
const listAnchors = (db, after, limit) => db.selectFrom("audit_anchor as a").leftJoin("audit as e", (j) => j.onRef("e.account_id", "=", "a.account_id").onRef("e.seq", "=", "a.seq")).select([
	"a.account_id",
	"a.seq",
	"a.hash",
	"e.hash as found"
]).where("a.account_id", ">", after).orderBy("a.account_id").limit(limit).execute();
const putAnchors = (db, rows) => db.insertInto("audit_anchor").values([...rows]).onConflict((c) => c.column("account_id").doUpdateSet((e) => ({
	seq: e.ref("excluded.seq"),
	hash: e.ref("excluded.hash")
}))).execute();
const hashOf = async (db, accountId, seq) => {
	return (await db.selectFrom("audit").select("hash").where("account_id", "=", accountId).where("seq", "=", seq).executeTakeFirst())?.hash;
};
/** Main accounts without a single entry: every one begins with its creation. */
const listUnlogged = async (db, limit) => {
	return (await db.selectFrom("account").select("account_id").where("master_account_id", "is", null).where("account_id", "not in", (e) => e.selectFrom("audit_head").select("account_id")).where("account_id", "not in", (e) => e.selectFrom("audit").select("account_id")).orderBy("account_id").limit(limit).execute()).map(({ account_id }) => account_id);
};
/** Is there anybody whose log could be anchored? */
const hasAccounts = async (db) => {
	const [account, entry] = await Promise.all([db.selectFrom("account").select("account_id").limit(1).executeTakeFirst(), db.selectFrom("audit").select("account_id").limit(1).executeTakeFirst()]);
	return account !== void 0 || entry !== void 0;
};
//#endregion
//#region packages/server/src/features/audit/anchor/anchor.ts
const PAGE$2 = 500;
const proofOf = (sealer, seal) => sealer.mac(sealText(seal), "audit seal");
const isSealed = (ctx, seal) => seal.proof === proofOf(ctx.sealer, seal);
/** Nothing was anchored yet. */
const isBlank = (seal) => seal.number === 0;
const BLANK = {
	number: 0,
	since: 0,
	at: 0,
	accounts: 0,
	entries: 0,
	digest: ""
};
/**
* Proves that the seal of a new store may begin. Done once, when the store gets its keys: who could make the seal blank
* again would have the service anchor what is left of the log as if it were all.
*/
const sealBlank = (db, sealer) => proveBlank(db, proofOf(sealer, BLANK));
/**
* Notes how far every chain is, and seals the list of them. What was sealed before is checked first: a log that was
* cut, exchanged or begun anew since is not sealed as if nothing had happened. Entries are added without ever waiting
* for this; what is younger than the last anchoring is what somebody could still cut off unnoticed.
*/
function anchor$1(ctx) {
	return inTransaction(ctx, async (tx) => {
		const seal = await lockSeal(tx.db, tx.engine);
		if (!seal) return { problem: "the anchor is missing" };
		if (!isSealed(tx, seal)) return { problem: "the anchor was altered" };
		return extend(tx, seal);
	});
}
/** For the operator, who knows why there is none: begins the anchor anew with what is there. */
function beginAnew(ctx) {
	return inTransaction(ctx, async (tx) => {
		await tx.db.deleteFrom("audit_anchor").execute();
		const blank = {
			...BLANK,
			proof: proofOf(tx.sealer, BLANK)
		};
		await storeSeal(tx.db, blank);
		return extend(tx, {
			id: 1,
			...blank
		});
	});
}
async function extend(ctx, seal) {
	const before = await digestAnchors(ctx);
	if (!isBlank(seal) && before.digest !== seal.digest) return { problem: "the list of anchors was altered" };
	const { problem, grown } = await moveAnchors(ctx, before.broken);
	if (grown === 0 && !isBlank(seal)) return problem === void 0 ? { seal } : { problem };
	const { accounts, entries, digest } = await digestAnchors(ctx);
	const now = ctx.clock.now();
	const next = {
		number: seal.number + 1,
		since: seal.since || now,
		at: now,
		accounts,
		entries,
		digest
	};
	const proved = {
		...next,
		proof: proofOf(ctx.sealer, next)
	};
	await storeSeal(ctx.db, proved);
	return problem === void 0 ? { seal: {
		id: seal.id,
		...proved
	} } : { problem };
}
/** Chains whose end is proven and that still hold what was anchored of them move on; the others stay as they were. */
async function moveAnchors(ctx, broken) {
	let problem;
	let grown = 0;
	for (let after = -1;;) {
		const heads = await listGrown(ctx.db, after, PAGE$2);
		const isWhole = (head) => !broken.has(head.account_id) && head.proof === ctx.sealer.mac(headText(head.account_id, head), "audit head");
		const good = heads.filter(isWhole);
		if (good.length < heads.length) problem = `the log of account ${heads.find((head) => !isWhole(head))?.account_id} was altered`;
		if (good.length > 0) await putAnchors(ctx.db, good.map(({ account_id, seq, hash }) => ({
			account_id,
			seq,
			hash
		})));
		grown += good.length;
		if (heads.length < PAGE$2) return {
			problem,
			grown
		};
		after = heads.at(-1)?.account_id ?? after;
	}
}
async function digestAnchors(ctx) {
	const digest = createHash("sha256");
	const broken = /* @__PURE__ */ new Set();
	let accounts = 0;
	let entries = 0;
	for (let after = -1;;) {
		const rows = await listAnchors(ctx.db, after, PAGE$2);
		for (const row of rows) {
			digest.update(anchorLine(row));
			if (row.found !== row.hash) broken.add(row.account_id);
			accounts += 1;
			entries += row.seq;
		}
		if (rows.length < PAGE$2) return {
			accounts,
			entries,
			digest: digest.digest("hex"),
			broken
		};
		after = rows.at(-1)?.account_id ?? after;
	}
}
//#endregion
//#region packages/server/src/features/audit/anchor/checkpoint.ts
/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const keys = /* @__PURE__ */ new WeakMap();
/**
* The key pair follows from the secret key, so that there is nothing to keep or to lose: whoever noted the public half
* can tell a checkpoint of this service for as long as it has its key.
*/
function signingKey({ sealer }) {
	const known = keys.get(sealer);
	if (known) return known;
	const seed = Buffer.from(sealer.mac("Ed25519", "audit checkpoint key"), "hex");
	const key = createPrivateKey({
		key: Buffer.concat([PKCS8, seed]),
		format: "der",
		type: "pkcs8"
	});
	keys.set(sealer, key);
	return key;
}
const publicKeyOf = (ctx) => createPublicKey(signingKey(ctx)).export({
	format: "der",
	type: "spki"
}).toString("base64");
const signed = (ctx, checkpoint) => ({
	checkpoint,
	publicKey: publicKeyOf(ctx),
	signature: sign(null, Buffer.from(JSON.stringify(checkpoint)), signingKey(ctx)).toString("base64")
});
/** Was it made by this service, and not changed since? */
const isGenuine = (ctx, { checkpoint, signature }) => verify(null, Buffer.from(JSON.stringify(checkpoint)), createPublicKey(signingKey(ctx)), Buffer.from(signature, "base64"));
async function checkpointOf(ctx, heads) {
	const seal = await findSeal(ctx.db);
	return signed(ctx, {
		version: 1,
		date: toWireDate(ctx.clock.now()),
		number: seal?.number ?? 0,
		accounts: seal?.accounts ?? 0,
		entries: seal?.entries ?? 0,
		digest: seal?.digest ?? "",
		heads
	});
}
/** The end of the caller's log as it is now, signed: whoever keeps it can prove later what was there. */
async function own(ctx) {
	const head = await findHead(ctx.db, ctx.accountId);
	return checkpointOf(ctx, head ? [[
		head.account_id,
		head.seq,
		head.hash
	]] : []);
}
const PAGE$1 = 500;
/** The ends of all logs that moved on since they were last written, signed; for the operator. Undefined when none did. */
async function ofAll(ctx, written = /* @__PURE__ */ new Map()) {
	const heads = [];
	for (let after = -1;;) {
		const rows = await listAnchors(ctx.db, after, PAGE$1);
		for (const { account_id, seq, hash } of rows) if (written.get(account_id) !== seq) heads.push([
			account_id,
			seq,
			hash
		]);
		if (rows.length < PAGE$1) break;
		after = rows.at(-1)?.account_id ?? after;
	}
	if (heads.length === 0 && written.size > 0) return void 0;
	const checkpoint = await checkpointOf(ctx, heads);
	for (const [accountId, seq] of heads) written.set(accountId, seq);
	return checkpoint;
}
//#endregion
//#region packages/server/src/features/audit/anchor/verification.ts
const PAGE = 1e3;
/**
* Recomputes every chain, and compares it with what was anchored and, where given, with checkpoints from outside. For
* the operator: it looks at all accounts.
*/
async function verify$1(ctx, checkpoints = []) {
	const anchors = await verifyAnchors(ctx);
	const outside = await compareCheckpoints(ctx, checkpoints);
	const verdict = {
		chains: 0,
		entries: 0,
		problems: [],
		notes: [...anchors.notes, ...outside.notes]
	};
	let accountId = await nextChain(ctx.db, -1);
	while (accountId !== void 0) {
		const found = await verifyChain(ctx, accountId);
		verdict.chains += 1;
		verdict.entries += found.entries;
		if (found.problem) verdict.problems.push(`Account ${accountId}: ${found.problem}`);
		accountId = await nextChain(ctx.db, accountId);
	}
	verdict.problems.push(...anchors.problems, ...outside.problems);
	return verdict;
}
async function verifyAnchors(ctx) {
	const unlogged = (await listUnlogged(ctx.db, PAGE)).map((id) => `Account ${id} has no log.`);
	const seal = await findSeal(ctx.db);
	if (!seal || isBlank(seal)) return !await hasAccounts(ctx.db) ? {
		problems: [],
		notes: ["There is nothing to anchor yet."]
	} : {
		problems: ["The anchor is missing. Somebody removed it, or the service has not run since it was updated; then begin it with \"latchwork audit anchor --begin-anew\".", ...unlogged],
		notes: []
	};
	if (!isSealed(ctx, seal)) return {
		problems: ["The anchor was altered.", ...unlogged],
		notes: []
	};
	const { digest, broken } = await digestAnchors(ctx);
	const later = await findSeal(ctx.db);
	if (later && later.number !== seal.number) return verifyAnchors(ctx);
	const problems = [
		...digest === seal.digest ? [] : ["The list of anchors was altered."],
		...[...broken].map((id) => `Account ${id}: the log is not the one that was anchored.`),
		...unlogged
	];
	const { number, since, at, accounts, entries } = seal;
	return {
		problems,
		notes: [`Anchor ${number} of ${toWireDate(at)} covers ${entries} entries of ${accounts} accounts; anchored since ${toWireDate(since)}.`, "Entries younger than the anchor are chained, but their removal together with that of the proof of their end would not be noticed."]
	};
}
async function compareCheckpoints(ctx, checkpoints) {
	const seal = await findSeal(ctx.db);
	const problems = /* @__PURE__ */ new Set();
	for (const one of checkpoints) {
		const { checkpoint } = one;
		if (!isGenuine(ctx, one)) {
			problems.add(`The checkpoint of ${checkpoint.date} was not made by this service, or was altered.`);
			continue;
		}
		if ((seal?.number ?? 0) < checkpoint.number) problems.add(`The database is older than the checkpoint of ${checkpoint.date}.`);
		for (const [accountId, seq, hash] of checkpoint.heads) if (seq > 0 && await hashOf(ctx.db, accountId, seq) !== hash) problems.add(`Account ${accountId}: entry ${seq} is not the one of the checkpoint of ${checkpoint.date}.`);
	}
	const [last] = checkpoints.slice(-1);
	const note = last ? `Compared with ${checkpoints.length} checkpoints, the last of ${last.checkpoint.date}.` : "No checkpoint was given: that an older copy of the whole database was put back would not be noticed.";
	return {
		problems: [...problems],
		notes: [note]
	};
}
async function verifyChain(ctx, accountId) {
	const head = await findHead(ctx.db, accountId);
	if (!head) return {
		entries: 0,
		problem: "the end of the log is missing."
	};
	const { last, problem } = await followChain(ctx, accountId, head.seq);
	return {
		entries: last.seq,
		problem: problem ?? await endProblem(ctx, head, last)
	};
}
/** Recomputes the hashes up to `end`, or to the first entry that does not hold. */
async function followChain(ctx, accountId, end) {
	let last = {
		seq: 0,
		hash: ""
	};
	while (last.seq < end) {
		const page = await follow(ctx.db, accountId, last.seq, Math.min(PAGE, end - last.seq));
		if (page.length === 0) return {
			last,
			problem: `entry ${last.seq + 1} is missing.`
		};
		for (const { hash, ...entry } of page) {
			if (entry.seq !== last.seq + 1) return {
				last,
				problem: `entry ${last.seq + 1} is missing.`
			};
			if (hash !== ctx.sealer.mac(chained(last.hash, entry), "audit")) return {
				last,
				problem: `entry ${entry.seq} was altered.`
			};
			last = {
				seq: entry.seq,
				hash
			};
		}
	}
	return {
		last,
		problem: void 0
	};
}
async function endProblem(ctx, head, last) {
	const proof = ctx.sealer.mac(headText(head.account_id, last), "audit head");
	if (head.hash !== last.hash || head.proof !== proof) return "the end of the log was altered.";
	const [beyond] = await follow(ctx.db, head.account_id, last.seq, 1);
	const end = await findHead(ctx.db, head.account_id);
	if (beyond && beyond.seq > (end?.seq ?? 0)) return `entry ${beyond.seq} was added by somebody else.`;
}
//#endregion
//#region packages/server/src/features/audit/service.ts
const OPERATOR = "operator";
/** What the service does by itself, as when a stay begins. */
const SERVICE = {
	accountId: null,
	name: "service"
};
/**
* Adds to the audit log of `ctx.accountId`, in the transaction of the change it records. Every hash needs the key of
* the service, so somebody who can only write to the database cannot make a chain that holds.
*/
const record = (ctx, entry) => recordAll(ctx, [entry]);
/** Several entries at once: the end of the chain is locked and moved once, however many there are. */
async function recordAll(ctx, entries) {
	for (const entry of entries) ctx.late.add(CHAIN, rowOf(ctx, entry));
}
/** Everybody who changes something in an account wants the end of its chain: it is held from here to the commit only. */
const CHAIN = {
	rank: LATE.audit,
	async write(ctx, entries) {
		const byAccount = Map.groupBy(entries, ({ account_id }) => account_id);
		for (const accountId of [...byAccount.keys()].sort((a, b) => a - b)) await append(ctx, accountId, byAccount.get(accountId));
	}
};
async function append(ctx, accountId, entries) {
	let end = await lockHead(ctx.db, accountId);
	const rows = entries.map((entry) => {
		const row = {
			...entry,
			seq: end.seq + 1
		};
		const hash = ctx.sealer.mac(chained(end.hash, row), "audit");
		end = {
			seq: row.seq,
			hash
		};
		return {
			...row,
			hash
		};
	});
	await insert$3(ctx.db, rows);
	const proof = ctx.sealer.mac(headText(accountId, end), "audit head");
	await moveHead(ctx.db, accountId, {
		...end,
		proof
	});
}
function rowOf(ctx, { action, subject, detail }) {
	const actor = ctx.actor ?? ctx.principal;
	return {
		account_id: ctx.accountId,
		at: ctx.clock.now(),
		actor_account_id: actor?.accountId ?? null,
		actor_name: actor?.name ?? OPERATOR,
		action,
		subject: subject === void 0 ? null : String(subject),
		detail: detail ? JSON.stringify(detail) : null,
		request_id: ctx.requestId ?? null
	};
}
/**
* Adds an act of the operator to the log of the account it is about, where it was the operator; which person that was
* is shown by the operator's own log.
*/
async function recordByOperator(ctx, accountId, entry) {
	if (accountId === ctx.accountId) return record(ctx, entry);
	await record({
		...ctx,
		accountId,
		principal: void 0
	}, entry);
	const detail = {
		...entry.detail,
		accountId: String(accountId)
	};
	if (ctx.principal) await record(ctx, {
		...entry,
		detail
	});
}
/** A page of the log, newest first. */
const list$1 = (ctx, page) => list$2(ctx.db, ctx.accountId, page.id, page.limit);
//#endregion
//#region packages/server/src/platform/store/id-list.ts
/** Is the column one of these numbers? However many there are, it is one parameter. */
function isOneOf(db, column, ids) {
	const list = JSON.stringify([...ids]);
	return engineOf(db) === "sqlite" ? sql`${column} in (select value from json_each(${list}))` : sql`${column} in (select cast(value as bigint) from json_array_elements_text(cast(${list} as json)))`;
}
/** The same in a statement that is compiled once: `list` stands for the JSON text of the ids. */
const isListed = (db, column, type, list) => engineOf(db) === "sqlite" ? sql`${sql.ref(column)} in (select value from json_each(${list}))` : sql`${sql.ref(column)} = any(array(
        select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${list} as json))))`;
//#endregion
//#region packages/server/src/platform/store/prepared.ts
/** Stands in a compiled query where a value will go. */
var Slot = class {
	name;
	constructor(name) {
		this.name = name;
	}
};
const slot = (name) => sql`${new Slot(name)}`;
/**
* A query that is built and compiled once per engine and then only filled in. Building one costs several times what
* SQLite needs to run it, so the statements of every action and every device message are made this way.
*/
function prepared(build) {
	const compiled = /* @__PURE__ */ new Map();
	return async (db, values) => {
		const engine = engineOf(db);
		const query = compiled.get(engine) ?? build(db, slot, engine).compile();
		compiled.set(engine, query);
		const parameters = query.parameters.map((p) => p instanceof Slot ? values[p.name] : p);
		const { rows } = await db.executeQuery({
			...query,
			parameters
		});
		return rows;
	};
}
/** The same for statements whose columns vary: one compiled query for each set of columns that comes. */
function preparedFor(build) {
	const byColumns = /* @__PURE__ */ new Map();
	return (db, columns, values) => {
		const key = columns.join();
		const statement = byColumns.get(key) ?? prepared((d, slots, engine) => build(d, columns, slots, engine));
		byColumns.set(key, statement);
		return statement(db, values);
	};
}
//#endregion
//#region packages/server/src/platform/work/lines.ts
/**
* Things that wait, each line in its order. Owners take turns, so that one who has many holds up nobody else. The
* order of the Map's keys is the order of turns; no line is empty.
*/
var Lines = class {
	#lines = /* @__PURE__ */ new Map();
	#size = 0;
	get size() {
		return this.#size;
	}
	sizeOf(owner) {
		const line = this.#lines.get(owner);
		return line ? line.items.length - line.taken : 0;
	}
	add(owner, item) {
		const line = this.#lines.get(owner);
		if (line) line.items.push(item);
		else this.#lines.set(owner, {
			items: [item],
			taken: 0
		});
		this.#size += 1;
	}
	/** Takes at most so many, one of each owner in turn and at most `share` of one. Who was served goes to the end. */
	take(count, share = count) {
		const items = [];
		const served = /* @__PURE__ */ new Map();
		while (items.length < count) {
			const next = this.#lines.entries().next().value;
			if (!next) break;
			const [owner, line] = next;
			const had = served.get(owner) ?? 0;
			if (had >= share) break;
			served.set(owner, had + 1);
			items.push(this.#takeFirst(owner, line));
		}
		return items;
	}
	/** Takes one of the first owner who may have a turn now, and who goes to the end then. */
	next(mayHaveTurn = () => true) {
		for (const [owner, line] of this.#lines) if (mayHaveTurn(owner)) return this.#takeFirst(owner, line);
	}
	/** Whoever waits meanwhile is before this owner. */
	toTheEnd(owner) {
		const line = this.#lines.get(owner);
		if (!line) return;
		this.#lines.delete(owner);
		this.#lines.set(owner, line);
	}
	/** The first of those who have most waiting. */
	longest() {
		let longest;
		for (const owner of this.#lines.keys()) if (longest === void 0 || this.sizeOf(owner) > this.sizeOf(longest)) longest = owner;
		return longest;
	}
	/** Takes the newest of an owner. */
	takeLast(owner) {
		const line = this.#lines.get(owner);
		if (!line) return void 0;
		this.#size -= 1;
		const last = line.items.pop();
		if (line.items.length === line.taken) this.#lines.delete(owner);
		return last;
	}
	#takeFirst(owner, line) {
		const item = line.items[line.taken];
		line.taken += 1;
		this.#size -= 1;
		this.#lines.delete(owner);
		if (line.taken < line.items.length) this.#lines.set(owner, trimmed(line));
		return item;
	}
};
const trimmed = (line) => line.taken < 1e3 ? line : {
	items: line.items.slice(line.taken),
	taken: 0
};
//#endregion
//#region packages/server/src/platform/security/hashing-turns.ts
/** The service itself, at its start and at the command line. */
const LOCALLY = {
	network: "local",
	account: "local"
};
const RETRY_SECONDS = 1;
/**
* Lets a few work at a time. Networks take turns, so nobody waits for more than one call of every other network; how
* many wait is bounded per network, per account and in all. When all places are taken the network that holds most of
* them gives one up for one that holds fewer: a flood pushes out itself.
*/
function createHashingTurns(limits) {
	const waiters = new Waiters(limits);
	let running = 0;
	let begun = 0;
	return {
		figures: {
			get begun() {
				return begun;
			},
			get refused() {
				return waiters.refused;
			},
			get waiting() {
				return waiters.size;
			}
		},
		async take(asker, work) {
			if (running < limits.running) running += 1;
			else await new Promise((begin, refuse) => waiters.add({
				asker,
				begin,
				refuse
			}));
			begun += 1;
			try {
				return await work();
			} finally {
				const waiter = waiters.next();
				if (waiter) waiter.begin();
				else running -= 1;
			}
		}
	};
}
/** Those who wait, networks by turns. */
var Waiters = class {
	#limits;
	#networks = new Lines();
	#ofAccount = /* @__PURE__ */ new Map();
	#refused = 0;
	constructor(limits) {
		this.#limits = limits;
	}
	get size() {
		return this.#networks.size;
	}
	get refused() {
		return this.#refused;
	}
	/** Throws when there is no place left for it. */
	add(waiter) {
		const { network, account } = waiter.asker;
		const ofNetwork = this.#networks.sizeOf(network);
		if (ofNetwork >= this.#limits.waitingPerNetwork) this.#refuse("rate_limited");
		if ((this.#ofAccount.get(account) ?? 0) >= this.#limits.waitingPerAccount) this.#refuse("rate_limited");
		if (this.size >= this.#limits.waiting) this.#makeRoom(ofNetwork + 1);
		this.#networks.add(network, waiter);
		this.#count(account, 1);
	}
	/** The first of the network whose turn it is; that network is the last one then. */
	next() {
		const waiter = this.#networks.next();
		if (waiter) this.#count(waiter.asker.account, -1);
		return waiter;
	}
	/** Sends the last of the longest line away, if that is longer than the one the newcomer makes. */
	#makeRoom(newLength) {
		const longest = this.#networks.longest();
		if (longest === void 0 || this.#networks.sizeOf(longest) <= newLength) this.#refuse("overloaded");
		const last = this.#networks.takeLast(longest);
		this.#count(last.asker.account, -1);
		try {
			this.#refuse("overloaded");
		} catch (error) {
			last.refuse(error);
		}
	}
	#refuse(code) {
		this.#refused += 1;
		return fail(code, { retryAfterSeconds: RETRY_SECONDS });
	}
	#count(account, by) {
		const n = (this.#ofAccount.get(account) ?? 0) + by;
		if (n === 0) this.#ofAccount.delete(account);
		else this.#ofAccount.set(account, n);
	}
};
//#endregion
//#region packages/server/src/platform/security/crypto.ts
/** How tokens are stored: they are random enough that a plain hash cannot be searched. */
const hashToken = (token) => hash("sha256", token);
/** A secret nobody can guess: 256 random bits, safe in headers and URLs. */
const newToken = () => randomBytes(32).toString("base64url");
/** 19 MiB and two passes: the smallest cost OWASP's password storage guidance gives for argon2id. Memory is in KiB. */
const COST = {
	memory: 19456,
	passes: 2,
	parallelism: 1
};
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
* Two at a time bound the memory of a flood of logins, and leave threads of Node's pool of four to files and DNS. One
* takes some 30 ms: who is let in waits for less than a second, also when every place is taken.
*/
const turns = createHashingTurns({
	running: 2,
	waiting: 40,
	waitingPerNetwork: 8,
	waitingPerAccount: 4
});
const derive = ({ password, salt, tagLength, cost }, asker) => turns.take(asker, () => new Promise((resolve, reject) => {
	const parameters = {
		message: password.normalize("NFKC"),
		nonce: salt,
		tagLength,
		...cost
	};
	argon2("argon2id", parameters, (error, tag) => error ? reject(error) : resolve(tag));
}));
const unpadded = (bytes) => bytes.toString("base64").replaceAll("=", "");
/** Returns a PHC string that carries its own parameters, so that the cost can be raised without breaking old ones. */
async function hashPassword(password, asker) {
	const salt = randomBytes(SALT_BYTES);
	const tag = await derive({
		password,
		salt,
		tagLength: HASH_BYTES,
		cost: COST
	}, asker);
	return `$argon2id$v=19$${`m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`}$${unpadded(salt)}$${unpadded(tag)}`;
}
const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
function parse(stored) {
	const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? [];
	if (!salt || !tag) throw new Error("the stored password is not an argon2id hash");
	return {
		memory: Number(memory),
		passes: Number(passes),
		parallelism: Number(parallelism),
		salt: Buffer.from(salt, "base64"),
		tag: Buffer.from(tag, "base64")
	};
}
/**
* Is it the password? For an account that does not exist pass `undefined`: the answer is no, after the same work, so
* that the time of the answer does not tell which mail addresses have accounts.
*/
async function verifyPassword(password, stored, asker) {
	if (stored === void 0) {
		await derive({
			password,
			salt: Buffer.alloc(SALT_BYTES),
			tagLength: HASH_BYTES,
			cost: COST
		}, asker);
		return false;
	}
	const { salt, tag, ...cost } = parse(stored);
	return timingSafeEqual(await derive({
		password,
		salt,
		tagLength: tag.length,
		cost
	}, asker), tag);
}
//#endregion
//#region packages/server/src/platform/security/attempts.ts
/** Attempts are kept for the longest window there is. */
const KEPT_MS = 36e5;
const keyOf = ({ kind, value }) => `${kind}:${hashToken(value)}`;
/**
* Counts one more attempt under every limit and answers with its id; or counts none and answers how long to wait
* when one limit is reached. Attempts at the same time cannot slip through together.
*/
async function countAttempt(ctx, limits) {
	return inTransaction(ctx, async (tx) => {
		const now = tx.clock.now();
		for (const limit of limits) {
			await lockKey(tx.db, tx.engine, keyOf(limit));
			const { count, oldest } = await countSince(tx.db, keyOf(limit), now - limit.windowMs);
			if (count >= limit.max) return { retryAfterSeconds: Math.ceil((oldest + limit.windowMs - now) / 1e3) };
		}
		const id = tx.ids.timeOrdered();
		await tx.db.insertInto("attempt").values(limits.map((limit) => ({
			id,
			key: keyOf(limit),
			at: now
		}))).execute();
		return { id };
	});
}
/** How long to wait when one of the limits is reached; counts nothing. */
async function retryAfterOf(ctx, limits) {
	const now = ctx.clock.now();
	for (const { windowMs, max, ...limit } of limits) {
		const { count, oldest } = await countSince(ctx.db, keyOf(limit), now - windowMs);
		if (count >= max) return Math.ceil((oldest + windowMs - now) / 1e3);
	}
}
/** Forgets one attempt, or all under this kind and value. */
async function forgetAttempts(ctx, limit, id) {
	await ctx.db.deleteFrom("attempt").where("key", "=", keyOf(limit)).$if(id !== void 0, (q) => q.where("id", "=", id)).execute();
}
async function removeOldAttempts(ctx) {
	await ctx.db.deleteFrom("attempt").where("at", "<", ctx.clock.now() - KEPT_MS).execute();
}
/** Attempts of one key go one after the other, in every process. SQLite has one writer. */
async function lockKey(db, engine, key) {
	if (engine === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}
/** How many attempts there were since, and the time of the oldest. */
async function countSince(db, key, since) {
	const row = await db.selectFrom("attempt").select((e) => [e.fn.countAll().as("n"), e.fn.min("at").as("oldest")]).where("key", "=", key).where("at", ">", since).executeTakeFirstOrThrow();
	return {
		count: Number(row.n),
		oldest: Number(row.oldest ?? 0)
	};
}
//#endregion
//#region packages/server/src/features/identity/account/mail-budget.ts
var mail_budget_exports = /* @__PURE__ */ __exportAll({
	assertMayMail: () => assertMayMail$1,
	assertMayMailCode: () => assertMayMailCode$1,
	mayMailReset: () => mayMailReset$1,
	renewResetMails: () => renewResetMails$1
});
/**
* Mails that an account, with its sub-accounts, can make the service write to addresses of its choice in an hour (D118).
* What the service tells people about their own account is not among them: nobody can use that up.
*/
const HOUR_MS = 36e5;
/** Nobody has so many mail addresses to change to, and a code is what a stranger would be pestered with. */
const CODES_PER_HOUR = 10;
const budget = (ctx, accountId) => ({
	kind: "account-mail",
	value: String(accountId),
	max: ctx.limits.mailsPerHour,
	windowMs: HOUR_MS
});
const codeBudget = (accountId) => ({
	kind: "account-code",
	value: String(accountId),
	max: CODES_PER_HOUR,
	windowMs: HOUR_MS
});
/** Counts one more mail of a master account; refuses when it had its share, and then nothing is counted. */
async function assertMayMail$1(ctx, ownerAccountId, { isCode = false, also = [] } = {}) {
	const counted = await countAttempt(ctx, [
		...also,
		...isCode ? [codeBudget(ownerAccountId)] : [],
		budget(ctx, ownerAccountId)
	]);
	if ("retryAfterSeconds" in counted) ctx.fail("rate_limited", counted);
}
const CODES_PER_ADDRESS = 3;
/**
* Codes to one address. The account's own is counted for that account alone: nobody else can use that share up, not by
* asking for resets, nor by pretending to want the address (D112). One that is not its own yet has a share for everybody.
*/
const assertMayMailCode$1 = (ctx, row, emailKey) => {
	const perAddress = {
		kind: "mailed",
		value: emailKey === row.email_key ? `own ${row.account_id}` : emailKey,
		max: CODES_PER_ADDRESS,
		windowMs: HOUR_MS
	};
	return assertMayMail$1(ctx, row.master_account_id ?? row.account_id, {
		isCode: true,
		also: [perAddress]
	});
};
/** Of resets, those that one network has mailed to an address, and all networks together. */
const RESETS_PER_NETWORK = 3;
const RESETS_PER_ADDRESS = 9;
const allResets = (email) => ({
	kind: "reset-mails",
	value: email.trim().toLowerCase(),
	max: RESETS_PER_ADDRESS,
	windowMs: HOUR_MS
});
/**
* Counts a reset that is mailed to this address; false when there were enough. A stranger uses up the share of their own
* network. Many of them together can use up that of the address, but then nine mails with a token that works for an
* hour went to the owner within that hour: any of them does what the refused one would have done (D112).
*/
async function mayMailReset$1(ctx, email, network) {
	const all = allResets(email);
	return "id" in await countAttempt(ctx, [{
		...all,
		kind: "reset-mail",
		value: `${network} ${all.value}`,
		max: RESETS_PER_NETWORK
	}, all]);
}
/** The tokens that were mailed are dead with the password they were for, so the share of the address is whole again. */
const renewResetMails$1 = (ctx, email) => forgetAttempts(ctx, allResets(email));
//#endregion
//#region packages/server/src/features/identity/account/store.ts
const selectViews = (db) => db.selectFrom("account").leftJoin("account_otp", "account_otp.account_id", "account.account_id").selectAll("account").select("account_otp.enabled_at as otp_enabled_at");
const view$1 = (db, accountId) => selectViews(db).where("account.account_id", "=", accountId).executeTakeFirst();
const viewSub = (db, masterId, accountId) => selectViews(db).where("account.master_account_id", "=", masterId).where("account.account_id", "=", accountId).executeTakeFirst();
const viewSubs = (db, masterId) => selectViews(db).where("account.master_account_id", "=", masterId).orderBy("account.account_id").execute();
const countSubs$1 = async (db, masterId) => {
	const { n } = await db.selectFrom("account").select((e) => e.fn.countAll().as("n")).where("master_account_id", "=", masterId).executeTakeFirstOrThrow();
	return Number(n);
};
const update$1 = (db, accountId, changes) => db.updateTable("account").set(changes).where("account_id", "=", accountId).execute();
/** Whoever wants this address goes one after the other, in every process. SQLite has one writer. */
const lockEmail = async (db, engine, emailKey) => {
	if (engine === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${`account.email ${emailKey}`}, 0))`.execute(db);
};
const count = async (db) => {
	const { n } = await db.selectFrom("account").select((e) => e.fn.countAll().as("n")).executeTakeFirstOrThrow();
	return Number(n);
};
/** Only one process may find that there is no account yet. */
const lockAll = async (db, engine) => {
	if (engine === "postgres") await sql`lock table account in share row exclusive mode`.execute(db);
};
const insert$2 = async (db, row) => {
	const { account_id } = await db.insertInto("account").values(row).returning("account_id").executeTakeFirstOrThrow();
	return account_id;
};
const find$3 = (db, accountId) => db.selectFrom("account").selectAll().where("account_id", "=", accountId).executeTakeFirst();
const findByEmail$1 = (db, emailKey) => db.selectFrom("account").selectAll().where("email_key", "=", emailKey).executeTakeFirst();
/**
* Holds the account until the transaction ends, so that two calls cannot both pass a quota; rows that refer to it can be
* added meanwhile. SQLite has one writer.
*/
const lock$1 = async (db, engine, accountId) => {
	if (engine === "sqlite") return;
	await db.selectFrom("account").select("account_id").where("account_id", "=", accountId).forNoKeyUpdate().execute();
};
/** The account goes, and with it everything that refers to it: sub-accounts, keys, tokens, locks, users. */
const remove$2 = (db, accountId) => db.deleteFrom("account").where("account_id", "=", accountId).execute();
//#endregion
//#region packages/server/src/features/identity/account/service.ts
/** How mail addresses are compared: any letter case is the same address (4.18). */
const emailKey = (email) => email.trim().toLowerCase();
/** Opens an account and returns its id. */
async function open(ctx, account) {
	return await openIfFree(ctx, account) ?? ctx.fail("email_taken", { isGuess: true });
}
/** The same; undefined when the address is another account's. */
async function openIfFree(ctx, account) {
	return inTransaction(ctx, async (tx) => await isTaken(tx, account.email) ? void 0 : insert$1(tx, account));
}
async function insert$1(ctx, account) {
	const now = ctx.clock.now();
	const accountId = await insert$2(ctx.db, {
		master_account_id: account.sub?.masterAccountId ?? null,
		type: 0,
		email: account.email,
		email_key: emailKey(account.email),
		password_hash: account.passwordHash,
		name: account.name,
		rights: account.sub?.rights ?? 31,
		language: account.language,
		profile: account.profile ? JSON.stringify(account.profile) : null,
		operator_since: account.isOperator ? now : null,
		created_at: now,
		updated_at: now
	});
	const owner = account.sub?.masterAccountId ?? accountId;
	const action = account.sub ? "subAccount.created" : "account.created";
	const detail = account.sub && { detail: { rights: String(account.sub.rights) } };
	await record({
		...ctx,
		accountId: owner
	}, {
		action,
		subject: accountId,
		...detail
	});
	return accountId;
}
/**
* Does another account have this address? Until the transaction ends nobody else can take it: it is unique in the
* whole service, so holding one's own account is not enough.
*/
async function isTaken(ctx, email, exceptFor) {
	await lockEmail(ctx.db, ctx.engine, emailKey(email));
	const other = await findByEmail(ctx, email);
	return other !== void 0 && other.account_id !== exceptFor;
}
/** Refuses an address that another account has. */
async function assertEmailFree(ctx, email, exceptFor) {
	if (await isTaken(ctx, email, exceptFor)) ctx.fail("email_taken", { isGuess: true });
}
/** The first account and whether this call made it (D41). However many processes start, one makes it. */
async function ensureFirst(ctx, { password, ...account }) {
	return inTransaction(ctx, async (tx) => {
		await lockAll(tx.db, tx.engine);
		if (await count(tx.db) === 0) {
			const passwordHash = await hashPassword(password, LOCALLY);
			return {
				accountId: await insert$1(tx, {
					...account,
					passwordHash,
					language: "en",
					isOperator: true
				}),
				isNew: true
			};
		}
		const known = await findByEmail$1(tx.db, emailKey(account.email));
		return known && {
			accountId: known.account_id,
			isNew: false
		};
	});
}
/**
* Runs `work` while nothing else can be added to the account, and refuses when it holds `limit` already.
* Counting and adding are one step, so two calls at once cannot both be the last that fits.
*/
async function withinQuota(ctx, accountId, quota, work) {
	return inTransaction(ctx, async (tx) => {
		await lock$1(tx.db, tx.engine, accountId);
		if (await quota.count(tx) >= quota.limit) tx.fail("quota_exceeded", { message: `At most ${quota.limit} ${quota.of}.` });
		return work(tx);
	});
}
/** Holds the account until the transaction ends: what is decided about all it owns stays true. */
const hold$1 = (ctx, accountId) => lock$1(ctx.db, ctx.engine, accountId);
/** The master of an account; the account itself when it is one (D39). */
async function ownerOf(ctx, accountId) {
	return (await find$3(ctx.db, accountId))?.master_account_id ?? accountId;
}
/** The account with this mail address, in any letter case. */
const findByEmail = (ctx, email) => findByEmail$1(ctx.db, emailKey(email));
/** An account by its id, whoever asks: who calls decides what of it is shown. */
const find$2 = (ctx, accountId) => find$3(ctx.db, accountId);
/** The account itself, for a call that came with one of its tokens or found it by them. */
const view = (ctx, accountId) => view$1(ctx.db, accountId);
/** A sub-account, or the same 404 whether it is missing or somebody else's (D38). */
async function getSub(ctx, accountId) {
	return await viewSub(ctx.db, ctx.accountId, accountId) ?? ctx.fail("not_found");
}
const listSubs = (ctx) => viewSubs(ctx.db, ctx.accountId);
const countSubs = (ctx) => countSubs$1(ctx.db, ctx.accountId);
/** Stores what was decided elsewhere about an account. */
const change = (ctx, accountId, changes) => update$1(ctx.db, accountId, {
	...changes,
	updated_at: ctx.clock.now()
});
/** Counts a mail to an address of the account's choice (D118). */
const { assertMayMail, mayMailReset, renewResetMails } = mail_budget_exports;
/** Counts a code for this address, against its share and that of the account that has it sent (D112, D118). */
const assertMayMailCode = (ctx, row, email) => assertMayMailCode$1(ctx, row, emailKey(email));
/** What the account is called, for those it writes to. */
const nameOf = async (ctx, accountId) => (await find$3(ctx.db, accountId))?.name ?? "";
/** With everything that refers to it: sub-accounts, keys, tokens, locks, users. */
const remove$1 = (ctx, accountId) => remove$2(ctx.db, accountId);
//#endregion
//#region packages/server/src/platform/store/group-changes.ts
/** Items by the change they get: one statement for each different change, however many rows there are. */
const groupByChange = (items, changeOf) => {
	const groups = /* @__PURE__ */ new Map();
	for (const item of items) {
		const change = changeOf(item);
		const key = JSON.stringify(change);
		const group = groups.get(key) ?? {
			change,
			items: []
		};
		groups.set(key, group);
		group.items.push(item);
	}
	return [...groups.values()];
};
//#endregion
//#region packages/server/src/platform/store/asking.ts
/** Holds what a query finds. SQLite has one writer, who holds everything. */
const holding = (engine, asking = "waiting") => (query) => engine === "sqlite" ? query : asking === "free" ? query.forUpdate().skipLocked() : query.forUpdate();
//#endregion
//#region packages/server/src/platform/work/lease-store.ts
const NOT_LEASED = {
	leased_until: null,
	lease_owner: null
};
/** Nobody has the row, or whoever had it is gone. */
const isFree = (now) => sql`(leased_until is null or leased_until < ${now})`;
/** When the first row is due that nobody has then. */
const firstFree = (due) => sql`min(case when leased_until >= ${sql.ref(due)} then leased_until + 1 else ${sql.ref(due)} end)`;
/**
* The statements on leases, for one table; which rows are due says its own store. Kysely cannot follow a table that is
* a parameter: in here every table looks like `Row`, and the signatures say what it is.
*/
function leasesOf(table, key) {
	const change = (db, values) => db.updateTable(table).set(values);
	const changeOwn = (db, owner, ids, values) => change(db, values).where(key, "in", (e) => e.selectFrom(table).select(key).where(key, "in", [...ids]).where("lease_owner", "=", owner).orderBy(key).$call(holding(engineOf(db))));
	return {
		/** Takes rows for a while: until the lease ends nobody else gets them. */
		claim: (db, engine, due, { owner, leasedUntil }) => change(db, {
			leased_until: leasedUntil,
			lease_owner: owner
		}).where(key, "in", engine === "postgres" ? due.forUpdate().skipLocked() : due).returningAll().execute(),
		/** Prolongs leases that are still the owner's, and returns the ids. */
		renew: async (db, owner, ids, until) => {
			return (await changeOwn(db, owner, ids, { leased_until: until }).returning(key).execute()).map((row) => row[key]);
		},
		/** Ends leases that are still the owner's. */
		giveBack: (db, owner, ids) => changeOwn(db, owner, ids, NOT_LEASED).execute(),
		/** With SQLite there is one process, and whoever held a lease before it is gone. */
		clear: (db) => change(db, NOT_LEASED).execute()
	};
}
//#endregion
//#region packages/server/src/platform/work/leases.ts
const LOST = 0;
/**
* Renews leases while the work goes on: work that takes longer than a lease is not done twice. One that was lost all
* the same, as after a machine slept, is not got back, and whoever works asks before each step.
*/
function createLeases(clock, log, terms) {
	const { leaseMs, renewMs = leaseMs / 3 } = terms;
	const held = /* @__PURE__ */ new Set();
	let cancel;
	let isRenewing = false;
	let isStopped = false;
	async function renew() {
		cancel = void 0;
		isRenewing = true;
		const until = clock.now() + leaseMs;
		const asked = [...held].filter((term) => term.until !== LOST);
		try {
			const ours = new Set(asked.length > 0 ? await terms.renew(asked.map(({ id }) => id), until) : []);
			for (const term of asked) term.until = ours.has(term.id) ? until : LOST;
		} catch (error) {
			log.warn({ err: error }, "leases could not be renewed");
		} finally {
			isRenewing = false;
			plan();
		}
	}
	function plan() {
		if (held.size > 0 && !isRenewing && !isStopped) cancel ??= clock.after(renewMs, renew);
	}
	function rest() {
		cancel?.();
		cancel = void 0;
	}
	return {
		take(ids, until) {
			const own = new Map(ids.map((id) => [id, {
				id,
				until
			}]));
			for (const term of own.values()) held.add(term);
			plan();
			return leaseOf(clock, own, () => {
				for (const term of own.values()) held.delete(term);
				if (held.size === 0) rest();
			});
		},
		ids: () => [...held].map(({ id }) => id),
		stop() {
			isStopped = true;
			rest();
		}
	};
}
const leaseOf = (clock, own, end) => ({
	isOurs: (id) => clock.now() < (own.get(id)?.until ?? LOST),
	lastsFor: (ms) => own.values().every((term) => term.until - clock.now() > ms),
	end
});
//#endregion
//#region packages/server/src/platform/work/work-loop.ts
/** The safety net when a wake-up was lost. */
const POLL_MS = 1e3;
/**
* Calls `pass` when woken up, with what that was about, and by the clock, for everything; `nextDue` says when the clock will
* have something for it, and `settled` resolves when what a pass began has ended. One pass at a time; wake-ups during a
* pass make one more follow.
*/
function createWorkLoop(platform, channel, what, pass, nextDue, settled) {
	let started = false;
	let working;
	let waiting;
	let stopped = false;
	const timer = pollTimer(platform, () => wakeUp("all").then(settled), nextDue);
	let unlisten = () => {};
	async function work() {
		try {
			while (waiting !== void 0 && !stopped) {
				const about = waiting;
				waiting = void 0;
				if (about === "all") timer.disarm();
				await pass(about);
			}
		} catch (error) {
			platform.log.error({ err: error }, `${what} failed`);
		} finally {
			working = void 0;
			if (started && !stopped) timer.arm();
		}
	}
	async function wakeUp(about) {
		waiting = together(waiting, about);
		if (!stopped) working ??= work();
		await working;
	}
	async function idle() {
		while (working !== void 0) await working;
	}
	return {
		start() {
			started = true;
			unlisten = platform.wake.listen(channel, (about) => void wakeUp(about));
			wakeUp("all");
		},
		async stop() {
			stopped = true;
			unlisten();
			timer.disarm();
			await working;
		},
		run: (about = "all") => wakeUp(about).then(idle),
		idle
	};
}
/** The next look by the clock: one at most is planned, and it stays as it is until it is over. */
function pollTimer({ clock }, look, nextDue) {
	let cancel;
	return {
		arm() {
			cancel ??= clock.after(POLL_MS, look, nextDue);
		},
		disarm() {
			cancel?.();
			cancel = void 0;
		}
	};
}
//#endregion
//#region packages/server/src/platform/work/queue.ts
/** Nobody needs to know how many thousands wait, and counting them takes time. */
const COUNTED = 1e3;
/** Whose failures in a row are remembered; who fell out begins with the shortest rest again. */
const REMEMBERED = 1e4;
/**
* Durable work, leased by one process at a time. It looks when woken up, when a piece ends and by the clock, claims as
* much as there are places for, renews the leases for as long as it works, and gives what it did not begin back. When
* a process dies its leases end, and another goes on.
*/
var WorkQueue = class {
	#platform;
	#store;
	#terms;
	#owner;
	#leases;
	#loop;
	#pieces = /* @__PURE__ */ new Set();
	#failures = /* @__PURE__ */ new Map();
	#isStopping = false;
	#taken = 0;
	/** Looked for when there was no place for it, or none for its key. */
	#missed;
	constructor(platform, store, terms) {
		this.#platform = platform;
		this.#store = store;
		this.#terms = terms;
		this.#owner = platform.ids.random();
		const { ms: leaseMs, renewMs } = terms.lease;
		const renew = (ids, until) => store.renew(this.#owner, ids, until);
		this.#leases = createLeases(platform.clock, platform.log, {
			leaseMs,
			renewMs,
			renew
		});
		this.#loop = createWorkLoop(platform, terms.channel, `looking for work (${terms.name})`, (about) => this.#look(about), () => store.nextDue(), terms.holdsTime ? () => this.idle() : void 0);
	}
	async start() {
		if (this.#platform.engine === "sqlite") await this.#store.clear?.();
		this.#platform.metrics.queues.measure(this.#terms.name, () => this.#store.countDue(this.#platform.clock.now()));
		this.#loop.start();
	}
	/** Nothing begins any more. What is under way ends first, or is cut off after a while where one is given. */
	async stop(patienceMs, cutOff) {
		this.#isStopping = true;
		this.#platform.metrics.queues.forget(this.#terms.name);
		await this.#loop.stop();
		const ended = Promise.all([...this.#pieces].map(({ done }) => done));
		const limit = patienceMs === void 0 ? ended : setTimeout$1(patienceMs, "over", { ref: false });
		if (await Promise.race([ended, limit]) === "over") {
			this.#platform.log.warn({ pieces: this.#pieces.size }, `${this.#terms.what}: cut off, done again later`);
			await cutOff?.().then(() => ended);
		}
		this.#leases.stop();
	}
	/** Does all that is due now, and says how much that was. */
	async run() {
		const before = this.#taken;
		await this.#loop.run();
		await this.idle();
		return this.#taken - before;
	}
	/** Resolves when nothing is being looked for or done. */
	async idle() {
		await this.#loop.idle();
		while (this.#pieces.size > 0) {
			await Promise.all([...this.#pieces].map(({ done }) => done));
			await this.#loop.idle();
		}
	}
	async #look(about) {
		if (this.#isStopping) return;
		const { beforeLook, places } = this.#terms;
		const wanted = beforeLook ? await beforeLook(about) : about;
		if (wanted === null) return;
		for (const lane of Object.keys(places)) while (await this.#fill(lane, wanted));
	}
	/** Whether there may be more to claim. */
	async #fill(lane, about) {
		if (this.#isStopping) return false;
		const look = this.#wanted(lane, about);
		if (look.limit === 0 || look.exceptKeys.length > 0) this.#missed = together(this.#missed, about);
		if (look.limit === 0 || await this.#store.hasDue?.(look) === false) return false;
		const wanted = this.#wanted(lane, about);
		const claimed = await this.#store.claim(wanted);
		const notBegun = claimed.filter((work) => !this.#begin(work, wanted));
		if (notBegun.length > 0) {
			this.#missed = together(this.#missed, about);
			const ids = notBegun.flatMap((work) => this.#terms.idsOf(work));
			await this.#store.giveBack(this.#owner, ids);
		}
		return claimed.length >= wanted.limit;
	}
	/** How many may be claimed. */
	#room(lane) {
		const { places, batch = places[lane], refillAt = 1 } = this.#terms;
		const free = places[lane] - [...this.#pieces].filter((piece) => piece.lane === lane).length;
		return free < refillAt ? 0 : Math.min(free, batch);
	}
	#wanted(lane, about) {
		const { lease, perKey } = this.#terms;
		const now = this.#platform.clock.now();
		const keys = [...this.#underWayOf()].filter(([, n]) => n >= (perKey?.limit ?? Number.POSITIVE_INFINITY));
		return {
			owner: this.#owner,
			now,
			leasedUntil: now + lease.ms,
			lane,
			limit: this.#room(lane),
			about,
			except: this.#leases.ids(),
			exceptKeys: keys.map(([key]) => key)
		};
	}
	#underWayOf() {
		const counts = /* @__PURE__ */ new Map();
		for (const { key } of this.#pieces) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
		return counts;
	}
	/** False when it has to wait: the service stops, or the claim brought more of its key than may be under way. */
	#begin(work, { lane, leasedUntil }) {
		const { perKey, idsOf } = this.#terms;
		const key = perKey?.keyOf(work) ?? null;
		if (this.#isStopping) return false;
		if (perKey && key !== null && (this.#underWayOf().get(key) ?? 0) >= perKey.limit) return false;
		const ids = idsOf(work);
		const piece = {
			lane,
			key,
			done: Promise.resolve()
		};
		this.#pieces.add(piece);
		this.#taken += ids.length;
		this.#platform.metrics.queues.taken.inc({ queue: this.#terms.name }, ids.length);
		const lease = this.#leases.take(ids, leasedUntil);
		piece.done = this.#serve(work, lease).finally(() => {
			lease.end();
			this.#pieces.delete(piece);
			if (!this.#isStopping) this.#loop.run(this.#hiddenBy(work));
		});
		return true;
	}
	/** What came since the last look may have found its place taken, its key, or itself under way. */
	#hiddenBy(work) {
		const { wakeKeyOf } = this.#terms;
		const about = together(this.#missed, wakeKeyOf ? /* @__PURE__ */ new Set([wakeKeyOf(work)]) : "all");
		this.#missed = void 0;
		return about;
	}
	async #serve(work, lease) {
		const { name: queue, run, idsOf } = this.#terms;
		const { queues } = this.#platform.metrics;
		const ended = queues.duration.startTimer({ queue });
		queues.underWay.inc({ queue });
		try {
			await run(work, {
				owner: this.#owner,
				isOurs: lease.isOurs,
				lastsFor: (ms) => !this.#isStopping && lease.lastsFor(ms),
				isStopping: () => this.#isStopping,
				noteFailure: () => queues.failed.inc({ queue })
			});
			for (const id of idsOf(work)) this.#failures.delete(id);
		} catch (error) {
			queues.failed.inc({ queue });
			await this.#putOff([...idsOf(work)], error);
		} finally {
			queues.underWay.dec({ queue });
			ended();
		}
	}
	/** Something is wrong on our side: trying again at once would not help. */
	async #putOff(ids, error) {
		const { what, backOff } = this.#terms;
		const { log, clock } = this.#platform;
		const times = Math.max(...ids.map((id) => this.#failures.get(id) ?? 0)) + 1;
		log.error({
			err: error,
			ids,
			times
		}, `${what} failed`);
		if (!backOff) return;
		for (const id of ids) this.#failures.delete(id);
		for (const id of ids) this.#failures.set(id, times);
		for (const id of this.#failures.keys().take(Math.max(this.#failures.size - REMEMBERED, 0)).toArray()) this.#failures.delete(id);
		await backOff.putOff(this.#owner, ids, clock.now() + backOff.delayMs(times)).catch((reason) => log.warn({
			err: reason,
			ids
		}, `${what}: the lease has to run out`));
	}
};
//#endregion
//#region packages/server/src/platform/work/job-store.ts
/** Stores a job; one of the same kind and key that waits gets its time and payload. */
const upsert = (db, { id, kind, key, createdAt, payload, runAt }) => {
	const row = {
		payload,
		run_at: runAt,
		attempts: 0,
		last_error: null,
		...NOT_LEASED
	};
	return db.insertInto("job").values({
		id,
		kind,
		key,
		created_at: createdAt,
		...row
	}).$if(key !== null, (q) => q.onConflict((c) => c.columns(["kind", "key"]).where("key", "is not", null).doUpdateSet(row))).execute();
};
/** Stores a job unless one of the same kind and key waits. */
const insertOnce = (db, { id, kind, key, createdAt, runAt }) => db.insertInto("job").values({
	id,
	kind,
	key,
	payload: "null",
	run_at: runAt,
	attempts: 0,
	last_error: null,
	...NOT_LEASED,
	created_at: createdAt
}).onConflict((c) => c.columns(["kind", "key"]).where("key", "is not", null).doNothing()).execute();
const due$1 = (db, kinds, now, limit) => db.selectFrom("job").select("id").where("run_at", "<=", now).where("kind", "in", kinds).where(isFree(now)).orderBy("run_at").limit(limit);
const countDue$1 = async (db, kinds, now) => (await due$1(db, kinds, now, COUNTED).execute()).length;
const leases$1 = leasesOf("job", "id");
const { renew: renew$1, giveBack: giveBack$1 } = leases$1;
const claim$1 = (db, engine, kinds, claim) => leases$1.claim(db, engine, due$1(db, kinds, claim.now, claim.limit), claim);
/** When the next job can be leased. */
const nextDue$1 = async (db, kinds) => {
	const row = await db.selectFrom("job").select(firstFree("run_at").as("at")).where("kind", "in", kinds).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
const remove = (db, owner, id) => db.deleteFrom("job").where("id", "=", id).where("lease_owner", "=", owner).execute();
/** Holds jobs that are still the owner's, in the order of their ids. */
const holdOwn = (db, owner, ids) => db.selectFrom("job").select("id").where("id", "in", [...ids]).where("lease_owner", "=", owner).orderBy("id").$call(holding(engineOf(db))).execute();
/** Done: they come again at that time. */
const comeAgain$1 = (db, owner, ids, runAt) => db.updateTable("job").set({
	run_at: runAt,
	attempts: 0,
	last_error: null,
	...NOT_LEASED
}).where("id", "in", ids).where("lease_owner", "=", owner).execute();
/** Failed: it is tried again at that time. */
const retry = (db, owner, id, error, runAt) => db.updateTable("job").set({
	attempts: sql`attempts + 1`,
	last_error: error,
	run_at: runAt,
	...NOT_LEASED
}).where("id", "=", id).where("lease_owner", "=", owner).execute();
//#endregion
//#region packages/server/src/platform/work/jobs.ts
const LEASE_MS = 6e4;
const BATCH = 20;
/** Stores work to be done later, in the caller's transaction. */
async function schedule(ctx, { kind, key, payload, runAt }) {
	await upsert(ctx.db, {
		id: ctx.ids.timeOrdered(),
		kind,
		key: key ?? null,
		payload: JSON.stringify(payload ?? null),
		runAt,
		createdAt: ctx.clock.now()
	});
	ctx.afterCommit(() => ctx.wake.notify("job"));
}
/** Does durable work, one job after the other. They are leased in batches: what comes again is stored together. */
function createJobRunner(platform, db, kinds) {
	const ctx = systemContext(platform, db, 0);
	const names = Object.keys(kinds);
	const queue = new WorkQueue(platform, {
		async claim(wanted) {
			const jobs = await claim$1(db, platform.engine, names, {
				...wanted,
				limit: BATCH
			});
			return jobs.length > 0 ? [jobs] : [];
		},
		renew: (owner, ids, until) => renew$1(db, owner, ids, until),
		giveBack: (owner, ids) => giveBack$1(db, owner, ids),
		nextDue: () => nextDue$1(db, names),
		countDue: (now) => countDue$1(db, names, now)
	}, {
		name: "jobs",
		what: "running jobs",
		channel: "job",
		places: { all: 1 },
		lease: { ms: LEASE_MS },
		idsOf: (jobs) => jobs.map(({ id }) => id),
		run: (jobs, hold) => runAll(ctx, jobs, kinds, hold),
		holdsTime: true
	});
	return {
		async start() {
			for (const [kind, definition] of Object.entries(kinds)) if (definition.everyMs !== void 0) await scheduleFirstRun(ctx, kind);
			await queue.start();
		},
		stop: () => queue.stop(),
		runDue: () => queue.run(),
		idle: () => queue.idle()
	};
}
/** A recurring job exists once, whatever number of processes start. */
async function scheduleFirstRun(ctx, kind) {
	const now = ctx.clock.now();
	await insertOnce(ctx.db, {
		id: ctx.ids.timeOrdered(),
		kind,
		key: "recurring",
		runAt: now,
		createdAt: now
	});
}
/** What comes again is put off together when all of it has run: an hour in which nothing was to be done is one commit. */
async function runAll(ctx, jobs, kinds, hold) {
	const recurring = [];
	for (const job of jobs) {
		const kind = kinds[job.kind];
		if (!await runOne(ctx, job, kind, hold)) continue;
		if (kind.everyMs === void 0) await remove(ctx.db, hold.owner, job.id);
		else recurring.push({
			id: job.id,
			everyMs: kind.everyMs
		});
	}
	if (recurring.length > 0) await comeAgain(ctx, recurring, hold.owner);
}
var LeaseLost = class extends Error {};
/** Whether it succeeded. */
async function runOne(ctx, job, kind, hold) {
	const stillOurs = () => {
		if (!hold.isOurs(job.id)) throw new LeaseLost("another process may have the job now");
	};
	try {
		stillOurs();
		await kind.run({
			...ctx,
			stillOurs
		}, JSON.parse(job.payload));
		ctx.metrics.jobs.inc({
			kind: job.kind,
			result: "done"
		});
		return true;
	} catch (error) {
		hold.noteFailure();
		ctx.metrics.jobs.inc({
			kind: job.kind,
			result: "failed"
		});
		ctx.log.warn({
			err: error,
			job: job.id,
			kind: job.kind,
			attempt: job.attempts + 1
		}, "job failed");
		if (!(error instanceof LeaseLost)) await retryLater(ctx, job, kind, hold.owner, error);
		return false;
	}
}
/** What comes again comes together with the others of its kind, instead of each at a moment of its own. */
const wholeMinute = (at) => at - at % 6e4;
const comeAgain = (ctx, jobs, owner) => inTransaction(ctx, async (tx) => {
	const now = tx.clock.now();
	await holdOwn(tx.db, owner, jobs.map(({ id }) => id));
	const groups = groupByChange(jobs, ({ everyMs }) => ({ runAt: wholeMinute(now + everyMs) }));
	for (const { change, items } of groups) {
		const ids = items.map(({ id }) => id);
		await comeAgain$1(tx.db, owner, ids, change.runAt);
	}
});
async function retryLater(ctx, job, kind, owner, error) {
	const delay = kind.retryDelayMs(job.attempts + 1);
	const text = String(error instanceof Error ? error.message : error).slice(0, 500);
	const runAt = delay === void 0 ? Number.MAX_SAFE_INTEGER : ctx.clock.now() + delay;
	await retry(ctx.db, owner, job.id, text, runAt);
}
//#endregion
//#region packages/server/src/messages/message-texts.ts
/** An instant as people of that language write it, in UTC because the reader's zone is not known. */
const moment = (language, ms) => `${new Intl.DateTimeFormat(language, {
	dateStyle: "long",
	timeStyle: "short",
	timeZone: "UTC"
}).format(ms)} UTC`;
const keyLines = (keys) => ({ copy: keys.map(({ smartlockName, key }) => `${smartlockName}: ${key}`) });
/** A link that may be missing, and before it how to use it. */
const linkLines = (words) => (link) => link === void 0 ? [] : [words, { copy: [link] }];
//#endregion
//#region packages/server/src/messages/security/security-values.ts
/** Every warning of something that gives access to an account or its locks, or takes protection away. */
const SECURITY_NOTICES = [
	"newSignIn",
	"newToken",
	"tokenWidened",
	"appAllowed",
	"newWebhook",
	"otpEnabled",
	"otpDisabled",
	"passkeyAdded",
	"passkeyRemoved",
	"recoveryCodesMade",
	"recoveryCodeUsed",
	"deviceCredentialsReplaced"
];
//#endregion
//#region packages/server/src/messages/security/security-texts.ts
/** The mails of one language: what happened, when and from where, and what to do if it was somebody else. */
function securityMails(language, texts) {
	const ending = (link) => [texts.notYou, ...link === void 0 ? [] : [texts.look, { copy: [link] }]];
	const write = (notice) => (values) => {
		const [subject, happened] = texts.notices[notice]({
			what: values.what ?? "–",
			left: values.left ?? 0
		});
		const origin = originLines(language, texts.labels, values);
		return {
			subject,
			body: [
				happened,
				...origin.length > 0 ? [{ copy: origin }] : [],
				...ending(values.link)
			]
		};
	};
	const noticesHeld = ({ notice, count, lines, link }) => {
		const [kind] = texts.notices[notice]({
			what: "",
			left: 0
		});
		const [subject, happened] = texts.held(count, kind);
		return {
			subject,
			body: [
				happened,
				{ copy: lines.map(heldLine(language)) },
				...ending(link)
			]
		};
	};
	return {
		...Object.fromEntries(SECURITY_NOTICES.map((notice) => [notice, write(notice)])),
		noticesHeld
	};
}
const originLines = (language, labels, { at, network, device, by }) => [
	...at === void 0 ? [] : [`${labels.when}: ${moment(language, at)}`],
	...by === void 0 ? [] : [`${labels.by}: ${by}`],
	...network === void 0 ? [] : [`${labels.from}: ${network}`],
	...device === void 0 ? [] : [`${labels.device}: ${device}`]
];
const heldLine = (language) => ({ at, network, what }) => [
	moment(language, at),
	network,
	what
].filter((part) => part !== void 0).join(" · ");
//#endregion
//#region packages/server/src/messages/security/cs.ts
const security$7 = securityMails("cs", {
	labels: {
		when: "Kdy",
		from: "Ze sítě",
		device: "Zařízení",
		by: "Kdo"
	},
	notices: {
		newSignIn: () => ["Nové přihlášení k vašemu účtu", "někdo, pravděpodobně vy, se přihlásil k vašemu účtu ze sítě, ze které dosud nebyl používán."],
		newToken: ({ what }) => ["Byl vytvořen nový token API", `pro váš účet byl vytvořen nový token API: ${what}. Programy, které ho mají, mohou váš účet používat v rozsahu jeho oprávnění.`],
		tokenWidened: ({ what }) => ["Token API dostal další oprávnění", `token API vašeho účtu teď smí víc než dříve: ${what}.`],
		appAllowed: ({ what }) => ["Aplikace získala přístup", `jedna aplikace teď smí používat váš účet: ${what}.`],
		newWebhook: ({ what }) => ["Byl zaregistrován nový webhook", `od této chvíle se události vašeho účtu posílají také na tuto adresu: ${what}`],
		otpEnabled: () => ["Jednorázová hesla jsou zapnuta", "od této chvíle potřebujete k přihlášení také jednorázové heslo ze své ověřovací aplikace."],
		otpDisabled: () => ["Jednorázová hesla jsou vypnuta", "k přihlášení už nepotřebujete jednorázové heslo."],
		passkeyAdded: ({ what }) => ["Byl přidán přístupový klíč", `k vašemu účtu se teď lze přihlásit novým přístupovým klíčem: ${what}.`],
		passkeyRemoved: ({ what }) => ["Byl odebrán přístupový klíč", `tímto přístupovým klíčem se už k vašemu účtu přihlásit nelze: ${what}.`],
		recoveryCodesMade: () => ["Byly vytvořeny nové záchranné kódy", "váš účet má nové záchranné kódy. Předchozí už neplatí."],
		recoveryCodeUsed: ({ left }) => ["Byl použit záchranný kód", `místo jednorázového hesla byl použit záchranný kód. Zbývající kódy: ${left}. Vytvořte si nové, než dojdou.`],
		deviceCredentialsReplaced: ({ what }) => ["Přihlašovací údaje zámku byly nahrazeny", `zámek dostal nové přihlašovací údaje: ${what}. Kdo je má, vystupuje jako tento zámek a dostává jeho kódy.`]
	},
	held: (count, notice) => [`Ještě ${count}×: ${notice}`, `během jedné hodiny se to stalo ještě ${count}×, proto vám to píšeme v jedné zprávě: „${notice}“. Toto jsou první případy:`],
	notYou: "Pokud jste to nebyli vy ani někdo, komu důvěřujete, jednejte hned: změňte si heslo, čímž skončí všechny relace, a odeberte, co neznáte. Provozovatel této služby vám může pomoci.",
	look: "Zde vidíte a měníte, co má přístup k vašemu účtu:"
});
//#endregion
//#region packages/server/src/messages/cs.ts
const orOpen$7 = linkLines("Nebo tuto adresu otevřete v prohlížeči:");
const BATTERY$7 = {
	lock: "Baterie je téměř vybitá",
	keypad: "Baterie klávesnice je téměř vybitá",
	doorSensor: "Baterie dveřního senzoru je téměř vybitá"
};
const PAUSE$7 = {
	failures: "Desetkrát po sobě se ho nepodařilo načíst.",
	losses: "Mnoho jeho rezervací zmizelo najednou. Pro případ omylu se nic nezměnilo."
};
const cs = {
	greeting: (name) => `Dobrý den, ${name},`,
	closing: "Váš Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Potvrďte svou novou e-mailovou adresu",
			body: [
				`chcete používat e-mailovou adresu ${newEmail}. Potvrďte ji prosím tímto kódem:`,
				{ copy: [code] },
				...orOpen$7(link),
				"Kód platí 24 hodin. Pokud jste o něj nežádali, nemusíte nic dělat: nic se nezmění."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Potvrďte svou e-mailovou adresu",
			body: [
				"potvrďte prosím tímto kódem, že tato e-mailová adresa patří vám:",
				{ copy: [code] },
				...orOpen$7(link),
				"Kód platí 24 hodin."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Nastavte si nové heslo",
			body: [
				"někdo, pravděpodobně vy, požádal o nové heslo k vašemu účtu. Nastavíte si je tímto jednorázovým kódem:",
				{ copy: [token] },
				...orOpen$7(link),
				"Kód platí jednu hodinu. Pokud jste o něj nežádali, tuto zprávu ignorujte: vaše heslo zůstává beze změny."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} vám dává klíč`,
			body: [
				`${accountName} vám umožňuje otevírat telefonem následující dveře. Zadejte kód pozvánky v aplikaci:`,
				keyLines(keys),
				"Každý kód lze použít jednou a platí 48 hodin. Nikomu jej nepředávejte: kdo jej má, může dveře otevřít."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Vaše klíče: ${addressName}`,
			body: [
				`zde jsou vaše kódy pozvánek pro adresu ${addressName}. Zadejte je v aplikaci:`,
				keyLines(keys),
				"Každý kód lze použít jednou a platí 48 hodin. Nikomu jej nepředávejte: kdo jej má, může dveře otevřít."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Vaše e-mailová adresa byla změněna",
			body: [`e-mailová adresa vašeho účtu byla změněna z ${oldEmail} na ${newEmail}.`, "Pokud jste to nebyli vy, kontaktujte prosím ihned provozovatele této služby."]
		}),
		...security$7,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Webhook byl vypnut",
			body: [
				"na tuto adresu už nebylo možné doručovat události a její webhook byl vypnut:",
				{ copy: [url] },
				`Žádnou zprávu nepřijala od ${moment("cs", failingSince)}.`,
				"Až bude příjemce znovu fungovat, webhook znovu zaregistrujte nebo otestujte: události za posledních 24 hodin budou doručeny."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: téměř vybitá baterie`,
			body: [`${BATTERY$7[part]}: ${smartlockName}.`, "Vyměňte ji nebo nabijte co nejdříve, než dveře zůstanou zavřené."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Kalendář se už nesleduje: ${addressName}`,
			body: [
				`propojený kalendář služby ${serviceName} pro ${addressName} je pozastaven: nové, změněné ani zrušené rezervace už nepřicházejí.`,
				PAUSE$7[reason],
				"Zkontrolujte prosím kalendář a synchronizujte ho: pokud se to podaří, bude se znovu sledovat."
			]
		})
	},
	push: {
		locked: "zamčeno",
		unlocked: "odemčeno",
		unlatched: "dveře otevřeny (střelka)",
		lockNGo: "odemčeno, za chvíli se znovu zamkne (lock ’n’ go)",
		opened: "dveře otevřeny otvíračem",
		ring: "někdo zvoní u dveří",
		doorOpened: "dveře byly otevřeny",
		doorClosed: "dveře byly zavřeny",
		doorSensorJammed: "dveřní senzor je zablokován",
		doorAjar: "dveře zůstaly otevřené",
		doorMismatch: "stav dveří a zámku nesouhlasí",
		batteryCritical: "baterie je téměř vybitá",
		keypadBatteryCritical: "baterie klávesnice je téměř vybitá",
		doorSensorBatteryCritical: "baterie dveřního senzoru je téměř vybitá",
		motorBlocked: "motor je zablokován",
		wrongCode: "byl zadán nesprávný kód",
		wrongFingerprint: "otisk prstu nebyl rozpoznán",
		online: "opět připojeno",
		offline: "spojení ztraceno",
		added: "bylo přidáno",
		removed: "bylo odebráno"
	}
};
//#endregion
//#region packages/server/src/messages/security/de.ts
const security$6 = securityMails("de", {
	labels: {
		when: "Wann",
		from: "Aus dem Netz",
		device: "Gerät",
		by: "Von"
	},
	notices: {
		newSignIn: () => ["Neue Anmeldung an Ihrem Konto", "jemand, vermutlich Sie selbst, hat sich aus einem Netz an Ihrem Konto angemeldet, aus dem es bisher nicht benutzt wurde."],
		newToken: ({ what }) => ["Ein neues API-Token wurde angelegt", `für Ihr Konto wurde ein neues API-Token angelegt: ${what}. Programme, die es haben, können Ihr Konto im Rahmen seiner Berechtigungen benutzen.`],
		tokenWidened: ({ what }) => ["Ein API-Token darf jetzt mehr", `ein API-Token Ihres Kontos hat weitere Berechtigungen bekommen: ${what}.`],
		appAllowed: ({ what }) => ["Eine Anwendung hat Zugriff bekommen", `eine Anwendung darf jetzt Ihr Konto benutzen: ${what}.`],
		newWebhook: ({ what }) => ["Ein neuer Webhook wurde eingerichtet", `ab jetzt werden Ereignisse Ihres Kontos auch an diese Adresse geschickt: ${what}`],
		otpEnabled: () => ["Einmalpasswörter sind eingeschaltet", "ab jetzt brauchen Sie zum Anmelden auch ein Einmalpasswort aus Ihrer Authentifizierungs-App."],
		otpDisabled: () => ["Einmalpasswörter sind ausgeschaltet", "zum Anmelden brauchen Sie kein Einmalpasswort mehr."],
		passkeyAdded: ({ what }) => ["Ein Passkey wurde hinzugefügt", `an Ihrem Konto kann man sich jetzt mit einem neuen Passkey anmelden: ${what}.`],
		passkeyRemoved: ({ what }) => ["Ein Passkey wurde entfernt", `mit diesem Passkey kann man sich nicht mehr an Ihrem Konto anmelden: ${what}.`],
		recoveryCodesMade: () => ["Neue Wiederherstellungscodes wurden angelegt", "Ihr Konto hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr."],
		recoveryCodeUsed: ({ left }) => ["Ein Wiederherstellungscode wurde benutzt", `anstelle eines Einmalpassworts wurde ein Wiederherstellungscode benutzt. Übrige Codes: ${left}. Legen Sie neue an, bevor sie ausgehen.`],
		deviceCredentialsReplaced: ({ what }) => ["Die Zugangsdaten eines Schlosses wurden ersetzt", `ein Schloss hat neue Zugangsdaten bekommen: ${what}. Wer sie hat, tritt als dieses Schloss auf und bekommt seine Codes.`]
	},
	held: (count, notice) => [`${count} weitere Male: ${notice}`, `das ist innerhalb einer Stunde noch ${count} weitere Male geschehen, deshalb sagen wir es in einer Nachricht: „${notice}“. Dies sind die ersten davon:`],
	notYou: "Wenn das weder Sie noch jemand war, dem Sie vertrauen, handeln Sie sofort: Ändern Sie Ihr Passwort, das beendet alle Sitzungen, und entfernen Sie, was Sie nicht kennen. Der Betreiber dieses Dienstes kann Ihnen helfen.",
	look: "Hier sehen und ändern Sie, was Zugriff auf Ihr Konto hat:"
});
//#endregion
//#region packages/server/src/messages/de.ts
const orOpen$6 = linkLines("Oder öffnen Sie diese Adresse im Browser:");
const BATTERY$6 = {
	lock: "Der Batteriestand ist niedrig",
	keypad: "Der Batteriestand des Tastenfelds ist niedrig",
	doorSensor: "Der Batteriestand des Türsensors ist niedrig"
};
const PAUSE$6 = {
	failures: "Er konnte zehnmal hintereinander nicht abgerufen werden.",
	losses: "Viele seiner Buchungen sind auf einmal verschwunden. Für den Fall eines Irrtums wurde nichts geändert."
};
const de = {
	greeting: (name) => `Hallo ${name},`,
	closing: "Ihr Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
			body: [
				`Sie möchten ${newEmail} als E-Mail-Adresse verwenden. Bitte bestätigen Sie sie mit diesem Code:`,
				{ copy: [code] },
				...orOpen$6(link),
				"Der Code gilt 24 Stunden. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Es ändert sich nichts."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Bestätigen Sie Ihre E-Mail-Adresse",
			body: [
				"bitte bestätigen Sie mit diesem Code, dass diese E-Mail-Adresse Ihnen gehört:",
				{ copy: [code] },
				...orOpen$6(link),
				"Der Code gilt 24 Stunden."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Neues Passwort festlegen",
			body: [
				"jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert. Mit diesem Einmalcode legen Sie es fest:",
				{ copy: [token] },
				...orOpen$6(link),
				"Der Code gilt eine Stunde. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} gibt Ihnen einen Schlüssel`,
			body: [
				`mit dem Telefon dürfen Sie folgende Türen von ${accountName} öffnen. Geben Sie den Einladungscode in der App ein:`,
				keyLines(keys),
				"Jeder Code gilt einmal und 48 Stunden lang. Geben Sie ihn nicht weiter: Wer ihn hat, kann die Tür öffnen."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Ihre Schlüssel für ${addressName}`,
			body: [
				`hier sind Ihre Einladungscodes für ${addressName}. Geben Sie sie in der App ein:`,
				keyLines(keys),
				"Jeder Code gilt einmal und 48 Stunden lang. Geben Sie ihn nicht weiter: Wer ihn hat, kann die Tür öffnen."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Ihre E-Mail-Adresse wurde geändert",
			body: [`die E-Mail-Adresse Ihres Kontos wurde von ${oldEmail} auf ${newEmail} geändert.`, "Wenn Sie das nicht waren, wenden Sie sich bitte sofort an den Betreiber dieses Dienstes."]
		}),
		...security$6,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Ein Webhook wurde abgeschaltet",
			body: [
				"Ereignisse konnten nicht mehr an diese Adresse zugestellt werden, und ihr Webhook wurde abgeschaltet:",
				{ copy: [url] },
				`Seit ${moment("de", failingSince)} hat sie keine Nachricht mehr angenommen.`,
				"Sobald der Empfänger wieder arbeitet, registrieren oder testen Sie den Webhook erneut: Die Ereignisse der letzten 24 Stunden folgen dann."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: Batteriestand niedrig`,
			body: [`${BATTERY$6[part]}: ${smartlockName}.`, "Bitte wechseln oder laden Sie die Batterie bald, bevor die Tür zu bleibt."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Ein Kalender wird nicht mehr verfolgt: ${addressName}`,
			body: [
				`Der verknüpfte Kalender von ${serviceName} für ${addressName} ist angehalten: Neue, geänderte und stornierte Buchungen kommen nicht mehr an.`,
				PAUSE$6[reason],
				"Bitte prüfen Sie den Kalender und gleichen Sie ihn ab: Gelingt das, wird er wieder verfolgt."
			]
		})
	},
	push: {
		locked: "zugesperrt",
		unlocked: "aufgesperrt",
		unlatched: "Tür geöffnet",
		lockNGo: "aufgesperrt, sperrt gleich wieder zu (Lock ’n’ Go)",
		opened: "Tür vom Türöffner geöffnet",
		ring: "es läutet an der Tür",
		doorOpened: "Tür wurde geöffnet",
		doorClosed: "Tür wurde geschlossen",
		doorSensorJammed: "der Türsensor ist blockiert",
		doorAjar: "die Tür steht noch offen",
		doorMismatch: "Tür und Schloss passen nicht zusammen",
		batteryCritical: "der Batteriestand ist niedrig",
		keypadBatteryCritical: "der Batteriestand des Tastenfelds ist niedrig",
		doorSensorBatteryCritical: "der Batteriestand des Türsensors ist niedrig",
		motorBlocked: "der Motor ist blockiert",
		wrongCode: "ein falscher Code wurde eingegeben",
		wrongFingerprint: "ein Fingerabdruck wurde nicht erkannt",
		online: "wieder verbunden",
		offline: "Verbindung verloren",
		added: "wurde hinzugefügt",
		removed: "wurde entfernt"
	}
};
//#endregion
//#region packages/server/src/messages/security/en.ts
const security$5 = securityMails("en", {
	labels: {
		when: "When",
		from: "From network",
		device: "Device",
		by: "By"
	},
	notices: {
		newSignIn: () => ["New sign-in to your account", "somebody, probably you, signed in to your account from a network it was not used from before."],
		newToken: ({ what }) => ["A new API token was made", `a new API token was made for your account: ${what}. Programs that have it can use your account within its scopes.`],
		tokenWidened: ({ what }) => ["An API token was given more scopes", `an API token of your account may do more than before: ${what}.`],
		appAllowed: ({ what }) => ["An application was given access", `an application was allowed to use your account: ${what}.`],
		newWebhook: ({ what }) => ["A new webhook was registered", `from now on events of your account are also sent to this address: ${what}`],
		otpEnabled: () => ["One-time passwords are on", "from now on logging in to your account also takes a one-time password from your authenticator app."],
		otpDisabled: () => ["One-time passwords are off", "logging in to your account no longer takes a one-time password."],
		passkeyAdded: ({ what }) => ["A passkey was added", `your account can now be signed in to with a new passkey: ${what}.`],
		passkeyRemoved: ({ what }) => ["A passkey was removed", `this passkey no longer signs in to your account: ${what}.`],
		recoveryCodesMade: () => ["New recovery codes were made", "your account has new recovery codes. The ones before no longer work."],
		recoveryCodeUsed: ({ left }) => ["A recovery code was used", `a recovery code was used in place of a one-time password. Codes left: ${left}. Make new ones before they run out.`],
		deviceCredentialsReplaced: ({ what }) => ["The credentials of a lock were replaced", `a lock was given new credentials: ${what}. Whoever has them acts as this lock and is handed its codes.`]
	},
	held: (count, notice) => [`${count} more: ${notice}`, `this happened ${count} more times within an hour, so we tell you of it in one mail: “${notice}”. These are the first of them:`],
	notYou: "If this was neither you nor somebody you trust, act now: change your password, which ends all sessions, and remove what you do not know. Whoever runs this service can help you.",
	look: "Here you see and change what has access to your account:"
});
//#endregion
//#region packages/server/src/messages/en.ts
const orOpen$5 = linkLines("Or open this address in your browser:");
const BATTERY$5 = {
	lock: "The battery is low",
	keypad: "The battery of the keypad is low",
	doorSensor: "The battery of the door sensor is low"
};
const PAUSE$5 = {
	failures: "It could not be fetched ten times in a row.",
	losses: "Many of its bookings vanished at once. Nothing was changed, in case this is an error."
};
const en = {
	greeting: (name) => `Hello ${name},`,
	closing: "Your Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Confirm your new mail address",
			body: [
				`you want to use ${newEmail} as your mail address. Please confirm it with this code:`,
				{ copy: [code] },
				...orOpen$5(link),
				"The code is valid for 24 hours. If you did not ask for it, you need not do anything: nothing will change."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Confirm your mail address",
			body: [
				"please confirm that this mail address is yours, with this code:",
				{ copy: [code] },
				...orOpen$5(link),
				"The code is valid for 24 hours."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Set a new password",
			body: [
				"somebody, probably you, asked for a new password for your account. This one-time code lets you set it:",
				{ copy: [token] },
				...orOpen$5(link),
				"The code is valid for one hour. If you did not ask for it, ignore this mail: your password stays as it is."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} gives you a key`,
			body: [
				`${accountName} lets you open the following doors with your phone. Enter the invite key in the app:`,
				keyLines(keys),
				"Each key works once and is valid for 48 hours. Do not pass it on: whoever has it can open the door."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Your keys for ${addressName}`,
			body: [
				`here are your invite keys for ${addressName}. Enter them in the app:`,
				keyLines(keys),
				"Each key works once and is valid for 48 hours. Do not pass it on: whoever has it can open the door."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Your mail address was changed",
			body: [`the mail address of your account was changed from ${oldEmail} to ${newEmail}.`, "If this was not you, please contact whoever runs this service right away."]
		}),
		...security$5,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "A webhook was switched off",
			body: [
				"events could no longer be delivered to this address, and its webhook was switched off:",
				{ copy: [url] },
				`It has not taken any message since ${moment("en", failingSince)}.`,
				"Once the receiver works again, register or test the webhook again: events of the last 24 hours will follow."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: low battery`,
			body: [`${BATTERY$5[part]}: ${smartlockName}.`, "Please change or charge it soon, before the door stays shut."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `A calendar is no longer followed: ${addressName}`,
			body: [
				`the linked calendar of ${serviceName} for ${addressName} is paused: new, changed and canceled bookings do not arrive any more.`,
				PAUSE$5[reason],
				"Please check the calendar and sync it: if that succeeds, it is followed again."
			]
		})
	},
	push: {
		locked: "locked",
		unlocked: "unlocked",
		unlatched: "door unlatched",
		lockNGo: "unlocked, locks itself again shortly (lock ’n’ go)",
		opened: "door opened by the opener",
		ring: "the doorbell is ringing",
		doorOpened: "door opened",
		doorClosed: "door closed",
		doorSensorJammed: "the door sensor is jammed",
		doorAjar: "the door has been left open",
		doorMismatch: "the door and the lock do not agree",
		batteryCritical: "the battery is low",
		keypadBatteryCritical: "the battery of the keypad is low",
		doorSensorBatteryCritical: "the battery of the door sensor is low",
		motorBlocked: "the motor is blocked",
		wrongCode: "a wrong code was entered",
		wrongFingerprint: "a fingerprint was not recognised",
		online: "connected again",
		offline: "connection lost",
		added: "was added",
		removed: "was removed"
	}
};
//#endregion
//#region packages/server/src/messages/security/es.ts
const security$4 = securityMails("es", {
	labels: {
		when: "Cuándo",
		from: "Desde la red",
		device: "Dispositivo",
		by: "Por"
	},
	notices: {
		newSignIn: () => ["Nuevo inicio de sesión en su cuenta", "Alguien, probablemente usted, ha iniciado sesión en su cuenta desde una red que no se había usado antes."],
		newToken: ({ what }) => ["Se ha creado un nuevo token de API", `Se ha creado un nuevo token de API para su cuenta: ${what}. Los programas que lo tengan pueden usar su cuenta dentro de sus permisos.`],
		tokenWidened: ({ what }) => ["Un token de API tiene más permisos", `Un token de API de su cuenta puede hacer ahora más que antes: ${what}.`],
		appAllowed: ({ what }) => ["Se ha dado acceso a una aplicación", `Se ha permitido a una aplicación usar su cuenta: ${what}.`],
		newWebhook: ({ what }) => ["Se ha registrado un nuevo webhook", `A partir de ahora, los eventos de su cuenta se envían también a esta dirección: ${what}`],
		otpEnabled: () => ["Contraseñas de un solo uso activadas", "A partir de ahora, para iniciar sesión necesitará también una contraseña de un solo uso de su aplicación de autenticación."],
		otpDisabled: () => ["Contraseñas de un solo uso desactivadas", "Para iniciar sesión ya no necesita una contraseña de un solo uso."],
		passkeyAdded: ({ what }) => ["Se ha añadido una llave de acceso", `Ahora se puede iniciar sesión en su cuenta con una nueva llave de acceso: ${what}.`],
		passkeyRemoved: ({ what }) => ["Se ha eliminado una llave de acceso", `Esta llave de acceso ya no sirve para iniciar sesión en su cuenta: ${what}.`],
		recoveryCodesMade: () => ["Se han creado nuevos códigos de recuperación", "Su cuenta tiene nuevos códigos de recuperación. Los anteriores ya no valen."],
		recoveryCodeUsed: ({ left }) => ["Se ha usado un código de recuperación", `Se ha usado un código de recuperación en lugar de una contraseña de un solo uso. Códigos restantes: ${left}. Cree otros nuevos antes de que se acaben.`],
		deviceCredentialsReplaced: ({ what }) => ["Se han sustituido las credenciales de una cerradura", `Una cerradura ha recibido nuevas credenciales: ${what}. Quien las tenga actúa como esa cerradura y recibe sus códigos.`]
	},
	held: (count, notice) => [`${count} veces más: ${notice}`, `Esto ha ocurrido ${count} veces más en una hora, por eso se lo contamos en un solo mensaje: «${notice}». Estas son las primeras:`],
	notYou: "Si no ha sido usted ni nadie de su confianza, actúe ahora: cambie su contraseña, lo que cierra todas las sesiones, y elimine lo que no conozca. Quien administra este servicio puede ayudarle.",
	look: "Aquí puede ver y cambiar qué tiene acceso a su cuenta:"
});
//#endregion
//#region packages/server/src/messages/es.ts
const orOpen$4 = linkLines("O abra esta dirección en su navegador:");
const BATTERY$4 = {
	lock: "La batería está baja",
	keypad: "La batería del teclado está baja",
	doorSensor: "La batería del sensor de puerta está baja"
};
const PAUSE$4 = {
	failures: "No se ha podido obtener diez veces seguidas.",
	losses: "Muchas de sus reservas han desaparecido de golpe. No se ha cambiado nada, por si se trata de un error."
};
const es = {
	greeting: (name) => `Hola, ${name}:`,
	closing: "Su Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Confirme su nueva dirección de correo",
			body: [
				`Quiere usar ${newEmail} como dirección de correo. Confírmela con este código:`,
				{ copy: [code] },
				...orOpen$4(link),
				"El código es válido durante 24 horas. Si no lo ha solicitado, no tiene que hacer nada: todo seguirá igual."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Confirme su dirección de correo",
			body: [
				"Confirme con este código que esta dirección de correo es suya:",
				{ copy: [code] },
				...orOpen$4(link),
				"El código es válido durante 24 horas."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Establezca una nueva contraseña",
			body: [
				"Alguien, probablemente usted, ha solicitado una nueva contraseña para su cuenta. Puede establecerla con este código de un solo uso:",
				{ copy: [token] },
				...orOpen$4(link),
				"El código es válido durante una hora. Si no lo ha solicitado, ignore este mensaje: su contraseña no cambiará."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} le da una llave`,
			body: [
				`${accountName} le permite abrir las siguientes puertas con su teléfono. Introduzca la clave de invitación en la aplicación:`,
				keyLines(keys),
				"Cada clave sirve una sola vez y es válida durante 48 horas. No la comparta: quien la tenga puede abrir la puerta."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Sus llaves para ${addressName}`,
			body: [
				`Estas son sus claves de invitación para ${addressName}. Introdúzcalas en la aplicación:`,
				keyLines(keys),
				"Cada clave sirve una sola vez y es válida durante 48 horas. No la comparta: quien la tenga puede abrir la puerta."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Su dirección de correo ha cambiado",
			body: [`La dirección de correo de su cuenta ha cambiado de ${oldEmail} a ${newEmail}.`, "Si no ha sido usted, póngase en contacto de inmediato con quien administra este servicio."]
		}),
		...security$4,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Se ha desactivado un webhook",
			body: [
				"Ya no se han podido entregar eventos a esta dirección y su webhook se ha desactivado:",
				{ copy: [url] },
				`No ha aceptado ningún mensaje desde el ${moment("es", failingSince)}.`,
				"Cuando el receptor vuelva a funcionar, registre o pruebe de nuevo el webhook: recibirá los eventos de las últimas 24 horas."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: batería baja`,
			body: [`${BATTERY$4[part]}: ${smartlockName}.`, "Cámbiela o cárguela pronto, antes de que la puerta se quede cerrada."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Un calendario ya no se sigue: ${addressName}`,
			body: [
				`El calendario vinculado de ${serviceName} para ${addressName} está en pausa: las reservas nuevas, modificadas y canceladas ya no llegan.`,
				PAUSE$4[reason],
				"Compruebe el calendario y sincronícelo: si funciona, volverá a seguirse."
			]
		})
	},
	push: {
		locked: "cerrada con llave",
		unlocked: "desbloqueada",
		unlatched: "puerta abierta (pestillo)",
		lockNGo: "desbloqueada, se volverá a cerrar en breve (lock ’n’ go)",
		opened: "puerta abierta por el portero",
		ring: "están llamando al timbre",
		doorOpened: "la puerta se ha abierto",
		doorClosed: "la puerta se ha cerrado",
		doorSensorJammed: "el sensor de puerta está bloqueado",
		doorAjar: "la puerta se ha quedado abierta",
		doorMismatch: "la puerta y la cerradura no coinciden",
		batteryCritical: "la batería está baja",
		keypadBatteryCritical: "la batería del teclado está baja",
		doorSensorBatteryCritical: "la batería del sensor de puerta está baja",
		motorBlocked: "el motor está bloqueado",
		wrongCode: "se ha introducido un código incorrecto",
		wrongFingerprint: "una huella no se ha reconocido",
		online: "conectada de nuevo",
		offline: "conexión perdida",
		added: "se ha añadido",
		removed: "se ha eliminado"
	}
};
//#endregion
//#region packages/server/src/messages/security/fr.ts
const security$3 = securityMails("fr", {
	labels: {
		when: "Quand",
		from: "Depuis le réseau",
		device: "Appareil",
		by: "Par"
	},
	notices: {
		newSignIn: () => ["Nouvelle connexion à votre compte", "Quelqu'un, probablement vous, s'est connecté à votre compte depuis un réseau qui n'avait pas encore servi."],
		newToken: ({ what }) => ["Un nouveau jeton d'API a été créé", `Un nouveau jeton d'API a été créé pour votre compte : ${what}. Les programmes qui le détiennent peuvent utiliser votre compte dans la limite de ses droits.`],
		tokenWidened: ({ what }) => ["Un jeton d'API a reçu plus de droits", `Un jeton d'API de votre compte peut désormais faire davantage : ${what}.`],
		appAllowed: ({ what }) => ["Une application a reçu un accès", `Une application a été autorisée à utiliser votre compte : ${what}.`],
		newWebhook: ({ what }) => ["Un nouveau webhook a été enregistré", `Désormais, les événements de votre compte sont aussi envoyés à cette adresse : ${what}`],
		otpEnabled: () => ["Mots de passe à usage unique activés", "Désormais, la connexion à votre compte demande aussi un mot de passe à usage unique de votre application d'authentification."],
		otpDisabled: () => ["Mots de passe à usage unique désactivés", "La connexion à votre compte ne demande plus de mot de passe à usage unique."],
		passkeyAdded: ({ what }) => ["Une clé d'accès a été ajoutée", `Une nouvelle clé d'accès permet désormais de se connecter à votre compte : ${what}.`],
		passkeyRemoved: ({ what }) => ["Une clé d'accès a été supprimée", `Cette clé d'accès ne permet plus de se connecter à votre compte : ${what}.`],
		recoveryCodesMade: () => ["De nouveaux codes de secours ont été créés", "Votre compte a de nouveaux codes de secours. Les précédents ne sont plus valables."],
		recoveryCodeUsed: ({ left }) => ["Un code de secours a été utilisé", `Un code de secours a été utilisé à la place d'un mot de passe à usage unique. Codes restants : ${left}. Créez-en de nouveaux avant qu'il n'y en ait plus.`],
		deviceCredentialsReplaced: ({ what }) => ["Les identifiants d'une serrure ont été remplacés", `Une serrure a reçu de nouveaux identifiants : ${what}. Qui les détient se fait passer pour cette serrure et reçoit ses codes.`]
	},
	held: (count, notice) => [`Encore ${count} fois : ${notice}`, `Cela s'est produit encore ${count} fois en une heure, nous vous le disons donc en un seul message : « ${notice} ». Voici les premières fois :`],
	notYou: "Si ce n'était ni vous ni une personne de confiance, agissez tout de suite : changez votre mot de passe, ce qui met fin à toutes les sessions, et supprimez ce que vous ne connaissez pas. La personne qui gère ce service peut vous aider.",
	look: "Vous voyez et modifiez ici ce qui a accès à votre compte :"
});
//#endregion
//#region packages/server/src/messages/fr.ts
const orOpen$3 = linkLines("Ou ouvrez cette adresse dans votre navigateur :");
const BATTERY$3 = {
	lock: "La batterie est faible",
	keypad: "La batterie du clavier est faible",
	doorSensor: "La batterie du capteur de porte est faible"
};
const PAUSE$3 = {
	failures: "Il n'a pas pu être récupéré dix fois de suite.",
	losses: "Beaucoup de ses réservations ont disparu d'un coup. Rien n'a été modifié, au cas où il s'agirait d'une erreur."
};
const fr = {
	greeting: (name) => `Bonjour ${name},`,
	closing: "Votre Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Confirmez votre nouvelle adresse e-mail",
			body: [
				`Vous souhaitez utiliser ${newEmail} comme adresse e-mail. Veuillez la confirmer avec ce code :`,
				{ copy: [code] },
				...orOpen$3(link),
				"Le code est valable 24 heures. Si vous ne l'avez pas demandé, vous n'avez rien à faire : rien ne changera."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Confirmez votre adresse e-mail",
			body: [
				"Veuillez confirmer avec ce code que cette adresse e-mail est bien la vôtre :",
				{ copy: [code] },
				...orOpen$3(link),
				"Le code est valable 24 heures."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Définissez un nouveau mot de passe",
			body: [
				"Quelqu'un, probablement vous, a demandé un nouveau mot de passe pour votre compte. Ce code à usage unique permet de le définir :",
				{ copy: [token] },
				...orOpen$3(link),
				"Le code est valable une heure. Si vous ne l'avez pas demandé, ignorez ce message : votre mot de passe reste inchangé."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} vous donne une clé`,
			body: [
				`${accountName} vous permet d'ouvrir les portes suivantes avec votre téléphone. Saisissez la clé d'invitation dans l'application :`,
				keyLines(keys),
				"Chaque clé sert une seule fois et reste valable 48 heures. Ne la transmettez à personne : qui la possède peut ouvrir la porte."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Vos clés pour ${addressName}`,
			body: [
				`Voici vos clés d'invitation pour ${addressName}. Saisissez-les dans l'application :`,
				keyLines(keys),
				"Chaque clé sert une seule fois et reste valable 48 heures. Ne la transmettez à personne : qui la possède peut ouvrir la porte."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Votre adresse e-mail a été modifiée",
			body: [`L'adresse e-mail de votre compte est passée de ${oldEmail} à ${newEmail}.`, "Si ce n'était pas vous, contactez immédiatement la personne qui gère ce service."]
		}),
		...security$3,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Un webhook a été désactivé",
			body: [
				"Les événements ne pouvaient plus être remis à cette adresse, et son webhook a été désactivé :",
				{ copy: [url] },
				`Elle n'a accepté aucun message depuis le ${moment("fr", failingSince)}.`,
				"Dès que le destinataire fonctionne de nouveau, enregistrez ou testez le webhook : les événements des dernières 24 heures suivront."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName} : batterie faible`,
			body: [`${BATTERY$3[part]} : ${smartlockName}.`, "Veuillez la changer ou la recharger bientôt, avant que la porte ne reste fermée."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Un calendrier n'est plus suivi : ${addressName}`,
			body: [
				`Le calendrier lié de ${serviceName} pour ${addressName} est en pause : les réservations nouvelles, modifiées ou annulées n'arrivent plus.`,
				PAUSE$3[reason],
				"Veuillez vérifier le calendrier et le synchroniser : si cela réussit, il sera de nouveau suivi."
			]
		})
	},
	push: {
		locked: "verrouillée",
		unlocked: "déverrouillée",
		unlatched: "porte ouverte (pêne retiré)",
		lockNGo: "déverrouillée, se reverrouille sous peu (lock ’n’ go)",
		opened: "porte ouverte par l'interphone",
		ring: "on sonne à la porte",
		doorOpened: "la porte a été ouverte",
		doorClosed: "la porte a été fermée",
		doorSensorJammed: "le capteur de porte est bloqué",
		doorAjar: "la porte est restée ouverte",
		doorMismatch: "la porte et la serrure ne concordent pas",
		batteryCritical: "la batterie est faible",
		keypadBatteryCritical: "la batterie du clavier est faible",
		doorSensorBatteryCritical: "la batterie du capteur de porte est faible",
		motorBlocked: "le moteur est bloqué",
		wrongCode: "un code erroné a été saisi",
		wrongFingerprint: "une empreinte n'a pas été reconnue",
		online: "de nouveau en ligne",
		offline: "connexion perdue",
		added: "a été ajoutée",
		removed: "a été supprimée"
	}
};
//#endregion
//#region packages/server/src/messages/security/it.ts
const security$2 = securityMails("it", {
	labels: {
		when: "Quando",
		from: "Dalla rete",
		device: "Dispositivo",
		by: "Da"
	},
	notices: {
		newSignIn: () => ["Nuovo accesso al tuo account", "qualcuno, probabilmente tu, ha effettuato l'accesso al tuo account da una rete mai usata prima."],
		newToken: ({ what }) => ["È stato creato un nuovo token API", `è stato creato un nuovo token API per il tuo account: ${what}. I programmi che lo possiedono possono usare il tuo account nei limiti dei suoi permessi.`],
		tokenWidened: ({ what }) => ["Un token API ha ricevuto altri permessi", `un token API del tuo account ora può fare più di prima: ${what}.`],
		appAllowed: ({ what }) => ["È stato dato accesso a un'applicazione", `un'applicazione è stata autorizzata a usare il tuo account: ${what}.`],
		newWebhook: ({ what }) => ["È stato registrato un nuovo webhook", `d'ora in poi gli eventi del tuo account vengono inviati anche a questo indirizzo: ${what}`],
		otpEnabled: () => ["Password monouso attivate", "d'ora in poi per accedere al tuo account serve anche una password monouso della tua app di autenticazione."],
		otpDisabled: () => ["Password monouso disattivate", "per accedere al tuo account non serve più una password monouso."],
		passkeyAdded: ({ what }) => ["È stata aggiunta una passkey", `ora si può accedere al tuo account con una nuova passkey: ${what}.`],
		passkeyRemoved: ({ what }) => ["È stata rimossa una passkey", `questa passkey non permette più di accedere al tuo account: ${what}.`],
		recoveryCodesMade: () => ["Sono stati creati nuovi codici di recupero", "il tuo account ha nuovi codici di recupero. Quelli precedenti non valgono più."],
		recoveryCodeUsed: ({ left }) => ["È stato usato un codice di recupero", `è stato usato un codice di recupero al posto di una password monouso. Codici rimasti: ${left}. Creane di nuovi prima che finiscano.`],
		deviceCredentialsReplaced: ({ what }) => ["Le credenziali di una serratura sono state sostituite", `una serratura ha ricevuto nuove credenziali: ${what}. Chi le possiede agisce come quella serratura e ne riceve i codici.`]
	},
	held: (count, notice) => [`Altre ${count} volte: ${notice}`, `è successo altre ${count} volte in un'ora, perciò te lo diciamo in un solo messaggio: «${notice}». Queste sono le prime:`],
	notYou: "Se non sei stato tu né qualcuno di cui ti fidi, agisci subito: cambia la password, cosa che chiude tutte le sessioni, e rimuovi ciò che non conosci. Chi gestisce questo servizio può aiutarti.",
	look: "Qui vedi e cambi che cosa ha accesso al tuo account:"
});
//#endregion
//#region packages/server/src/messages/it.ts
const orOpen$2 = linkLines("Oppure apri questo indirizzo nel browser:");
const BATTERY$2 = {
	lock: "La batteria è quasi scarica",
	keypad: "La batteria della tastiera è quasi scarica",
	doorSensor: "La batteria del sensore della porta è quasi scarica"
};
const PAUSE$2 = {
	failures: "Non è stato possibile scaricarlo per dieci volte di seguito.",
	losses: "Molte delle sue prenotazioni sono sparite in una volta. Non è stato cambiato nulla, nel caso si tratti di un errore."
};
const it = {
	greeting: (name) => `Ciao ${name},`,
	closing: "Il tuo Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Conferma il tuo nuovo indirizzo e-mail",
			body: [
				`vuoi usare ${newEmail} come indirizzo e-mail. Confermalo con questo codice:`,
				{ copy: [code] },
				...orOpen$2(link),
				"Il codice è valido per 24 ore. Se non lo hai richiesto, non devi fare nulla: non cambierà niente."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Conferma il tuo indirizzo e-mail",
			body: [
				"conferma con questo codice che questo indirizzo e-mail è tuo:",
				{ copy: [code] },
				...orOpen$2(link),
				"Il codice è valido per 24 ore."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Imposta una nuova password",
			body: [
				"qualcuno, probabilmente tu, ha richiesto una nuova password per il tuo account. Puoi impostarla con questo codice monouso:",
				{ copy: [token] },
				...orOpen$2(link),
				"Il codice è valido per un'ora. Se non lo hai richiesto, ignora questo messaggio: la tua password resta com'è."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} ti dà una chiave`,
			body: [
				`${accountName} ti permette di aprire le seguenti porte con il telefono. Inserisci la chiave d'invito nell'app:`,
				keyLines(keys),
				"Ogni chiave vale una sola volta ed è valida per 48 ore. Non passarla ad altri: chi la possiede può aprire la porta."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Le tue chiavi per ${addressName}`,
			body: [
				`ecco le tue chiavi d'invito per ${addressName}. Inseriscile nell'app:`,
				keyLines(keys),
				"Ogni chiave vale una sola volta ed è valida per 48 ore. Non passarla ad altri: chi la possiede può aprire la porta."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Il tuo indirizzo e-mail è stato cambiato",
			body: [`l'indirizzo e-mail del tuo account è stato cambiato da ${oldEmail} a ${newEmail}.`, "Se non sei stato tu, contatta subito chi gestisce questo servizio."]
		}),
		...security$2,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Un webhook è stato disattivato",
			body: [
				"non è più stato possibile consegnare eventi a questo indirizzo, e il suo webhook è stato disattivato:",
				{ copy: [url] },
				`Non accetta più messaggi dal giorno ${moment("it", failingSince)}.`,
				"Quando il destinatario funziona di nuovo, registra o prova ancora il webhook: seguiranno gli eventi delle ultime 24 ore."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: batteria quasi scarica`,
			body: [`${BATTERY$2[part]}: ${smartlockName}.`, "Sostituiscila o ricaricala presto, prima che la porta resti chiusa."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Un calendario non viene più seguito: ${addressName}`,
			body: [
				`il calendario collegato di ${serviceName} per ${addressName} è in pausa: le prenotazioni nuove, modificate e annullate non arrivano più.`,
				PAUSE$2[reason],
				"Controlla il calendario e sincronizzalo: se riesce, verrà seguito di nuovo."
			]
		})
	},
	push: {
		locked: "chiusa a chiave",
		unlocked: "sbloccata",
		unlatched: "porta aperta (scrocco)",
		lockNGo: "sbloccata, si richiude tra poco (lock ’n’ go)",
		opened: "porta aperta dal citofono",
		ring: "suonano alla porta",
		doorOpened: "la porta è stata aperta",
		doorClosed: "la porta è stata chiusa",
		doorSensorJammed: "il sensore della porta è bloccato",
		doorAjar: "la porta è rimasta aperta",
		doorMismatch: "la porta e la serratura non concordano",
		batteryCritical: "la batteria è quasi scarica",
		keypadBatteryCritical: "la batteria della tastiera è quasi scarica",
		doorSensorBatteryCritical: "la batteria del sensore della porta è quasi scarica",
		motorBlocked: "il motore è bloccato",
		wrongCode: "è stato inserito un codice errato",
		wrongFingerprint: "un'impronta non è stata riconosciuta",
		online: "di nuovo connessa",
		offline: "connessione persa",
		added: "è stata aggiunta",
		removed: "è stata rimossa"
	}
};
//#endregion
//#region packages/server/src/messages/security/nl.ts
const security$1 = securityMails("nl", {
	labels: {
		when: "Wanneer",
		from: "Vanuit het netwerk",
		device: "Apparaat",
		by: "Door"
	},
	notices: {
		newSignIn: () => ["Nieuwe aanmelding bij uw account", "Iemand, waarschijnlijk uzelf, heeft zich bij uw account aangemeld vanuit een netwerk dat daarvoor nog niet was gebruikt."],
		newToken: ({ what }) => ["Er is een nieuw API-token gemaakt", `Voor uw account is een nieuw API-token gemaakt: ${what}. Programma's die het hebben, kunnen uw account binnen de rechten ervan gebruiken.`],
		tokenWidened: ({ what }) => ["Een API-token heeft meer rechten gekregen", `Een API-token van uw account mag nu meer dan voorheen: ${what}.`],
		appAllowed: ({ what }) => ["Een toepassing heeft toegang gekregen", `Een toepassing mag nu uw account gebruiken: ${what}.`],
		newWebhook: ({ what }) => ["Er is een nieuwe webhook geregistreerd", `Vanaf nu worden gebeurtenissen van uw account ook naar dit adres gestuurd: ${what}`],
		otpEnabled: () => ["Eenmalige wachtwoorden staan aan", "Vanaf nu hebt u bij het inloggen ook een eenmalig wachtwoord uit uw authenticatie-app nodig."],
		otpDisabled: () => ["Eenmalige wachtwoorden staan uit", "Voor het inloggen hebt u geen eenmalig wachtwoord meer nodig."],
		passkeyAdded: ({ what }) => ["Er is een passkey toegevoegd", `Bij uw account kan men zich nu aanmelden met een nieuwe passkey: ${what}.`],
		passkeyRemoved: ({ what }) => ["Er is een passkey verwijderd", `Met deze passkey kan men zich niet meer bij uw account aanmelden: ${what}.`],
		recoveryCodesMade: () => ["Er zijn nieuwe herstelcodes gemaakt", "Uw account heeft nieuwe herstelcodes. De vorige gelden niet meer."],
		recoveryCodeUsed: ({ left }) => ["Er is een herstelcode gebruikt", `In plaats van een eenmalig wachtwoord is een herstelcode gebruikt. Resterende codes: ${left}. Maak nieuwe aan voordat ze op zijn.`],
		deviceCredentialsReplaced: ({ what }) => ["De inloggegevens van een slot zijn vervangen", `Een slot heeft nieuwe inloggegevens gekregen: ${what}. Wie ze heeft, doet zich voor als dit slot en krijgt de codes ervan.`]
	},
	held: (count, notice) => [`Nog ${count} keer: ${notice}`, `Dit is binnen een uur nog ${count} keer gebeurd; daarom vertellen we het in één bericht: ‘${notice}’. Dit zijn de eerste keren:`],
	notYou: "Was u dit niet, en ook niemand die u vertrouwt, doe dan meteen iets: wijzig uw wachtwoord, wat alle sessies beëindigt, en verwijder wat u niet kent. De beheerder van deze dienst kan u helpen.",
	look: "Hier ziet en wijzigt u wat toegang tot uw account heeft:"
});
//#endregion
//#region packages/server/src/messages/nl.ts
const orOpen$1 = linkLines("Of open dit adres in uw browser:");
const BATTERY$1 = {
	lock: "De batterij is bijna leeg",
	keypad: "De batterij van het toetsenbord is bijna leeg",
	doorSensor: "De batterij van de deursensor is bijna leeg"
};
const PAUSE$1 = {
	failures: "Hij kon tien keer achter elkaar niet worden opgehaald.",
	losses: "Veel van de boekingen zijn in één keer verdwenen. Voor het geval dit een vergissing is, is er niets gewijzigd."
};
const nl = {
	greeting: (name) => `Hallo ${name},`,
	closing: "Uw Latchwork",
	mail: {
		emailChangeCode: ({ newEmail, code, link }) => ({
			subject: "Bevestig uw nieuwe e-mailadres",
			body: [
				`U wilt ${newEmail} als e-mailadres gebruiken. Bevestig het met deze code:`,
				{ copy: [code] },
				...orOpen$1(link),
				"De code is 24 uur geldig. Hebt u er niet om gevraagd, dan hoeft u niets te doen: er verandert niets."
			]
		}),
		emailVerification: ({ code, link }) => ({
			subject: "Bevestig uw e-mailadres",
			body: [
				"Bevestig met deze code dat dit e-mailadres van u is:",
				{ copy: [code] },
				...orOpen$1(link),
				"De code is 24 uur geldig."
			]
		}),
		passwordReset: ({ token, link }) => ({
			subject: "Stel een nieuw wachtwoord in",
			body: [
				"Iemand, waarschijnlijk uzelf, heeft om een nieuw wachtwoord voor uw account gevraagd. Met deze eenmalige code stelt u het in:",
				{ copy: [token] },
				...orOpen$1(link),
				"De code is één uur geldig. Hebt u er niet om gevraagd, negeer dit bericht dan: uw wachtwoord blijft zoals het is."
			]
		}),
		invite: ({ accountName, keys }) => ({
			subject: `${accountName} geeft u een sleutel`,
			body: [
				`Van ${accountName} mag u de volgende deuren met uw telefoon openen. Voer de uitnodigingscode in de app in:`,
				keyLines(keys),
				"Elke code werkt één keer en is 48 uur geldig. Geef hem niet door: wie hem heeft, kan de deur openen."
			]
		}),
		addressKeys: ({ addressName, keys }) => ({
			subject: `Uw sleutels voor ${addressName}`,
			body: [
				`Hier zijn uw uitnodigingscodes voor ${addressName}. Voer ze in de app in:`,
				keyLines(keys),
				"Elke code werkt één keer en is 48 uur geldig. Geef hem niet door: wie hem heeft, kan de deur openen."
			]
		}),
		emailChanged: ({ oldEmail, newEmail }) => ({
			subject: "Uw e-mailadres is gewijzigd",
			body: [`Het e-mailadres van uw account is gewijzigd van ${oldEmail} in ${newEmail}.`, "Was u dit niet, neem dan meteen contact op met de beheerder van deze dienst."]
		}),
		...security$1,
		webhookDeactivated: ({ url, failingSince }) => ({
			subject: "Een webhook is uitgeschakeld",
			body: [
				"Gebeurtenissen konden niet meer op dit adres worden afgeleverd, en de webhook is uitgeschakeld:",
				{ copy: [url] },
				`Sinds ${moment("nl", failingSince)} heeft het geen enkel bericht meer aangenomen.`,
				"Zodra de ontvanger weer werkt, registreert of test u de webhook opnieuw: de gebeurtenissen van de laatste 24 uur volgen dan."
			]
		}),
		lowBattery: ({ smartlockName, part }) => ({
			subject: `${smartlockName}: batterij bijna leeg`,
			body: [`${BATTERY$1[part]}: ${smartlockName}.`, "Vervang of laad hem binnenkort op, voordat de deur dicht blijft."]
		}),
		calendarPaused: ({ serviceName, addressName, reason }) => ({
			subject: `Een agenda wordt niet meer gevolgd: ${addressName}`,
			body: [
				`De gekoppelde agenda van ${serviceName} voor ${addressName} is gepauzeerd: nieuwe, gewijzigde en geannuleerde boekingen komen niet meer binnen.`,
				PAUSE$1[reason],
				"Controleer de agenda en synchroniseer die: lukt dat, dan wordt hij weer gevolgd."
			]
		})
	},
	push: {
		locked: "op slot",
		unlocked: "van het slot",
		unlatched: "deur geopend (schoot)",
		lockNGo: "van het slot, gaat zo weer op slot (lock ’n’ go)",
		opened: "deur geopend door de deuropener",
		ring: "er wordt aangebeld",
		doorOpened: "de deur is geopend",
		doorClosed: "de deur is gesloten",
		doorSensorJammed: "de deursensor is geblokkeerd",
		doorAjar: "de deur staat nog open",
		doorMismatch: "deur en slot komen niet overeen",
		batteryCritical: "de batterij is bijna leeg",
		keypadBatteryCritical: "de batterij van het toetsenbord is bijna leeg",
		doorSensorBatteryCritical: "de batterij van de deursensor is bijna leeg",
		motorBlocked: "de motor is geblokkeerd",
		wrongCode: "er is een verkeerde code ingevoerd",
		wrongFingerprint: "een vingerafdruk is niet herkend",
		online: "weer verbonden",
		offline: "verbinding verbroken",
		added: "is toegevoegd",
		removed: "is verwijderd"
	}
};
//#endregion
//#region packages/server/src/messages/security/sk.ts
const security = securityMails("sk", {
	labels: {
		when: "Kedy",
		from: "Zo siete",
		device: "Zariadenie",
		by: "Kto"
	},
	notices: {
		newSignIn: () => ["Nové prihlásenie do vášho účtu", "niekto, pravdepodobne vy, sa prihlásil do vášho účtu zo siete, z ktorej sa doteraz nepoužíval."],
		newToken: ({ what }) => ["Bol vytvorený nový token API", `pre váš účet bol vytvorený nový token API: ${what}. Programy, ktoré ho majú, môžu váš účet používať v rozsahu jeho oprávnení.`],
		tokenWidened: ({ what }) => ["Token API dostal ďalšie oprávnenia", `token API vášho účtu teraz smie viac než predtým: ${what}.`],
		appAllowed: ({ what }) => ["Aplikácia získala prístup", `jedna aplikácia teraz smie používať váš účet: ${what}.`],
		newWebhook: ({ what }) => ["Bol zaregistrovaný nový webhook", `od tejto chvíle sa udalosti vášho účtu posielajú aj na túto adresu: ${what}`],
		otpEnabled: () => ["Jednorazové heslá sú zapnuté", "od tejto chvíle potrebujete na prihlásenie aj jednorazové heslo zo svojej overovacej aplikácie."],
		otpDisabled: () => ["Jednorazové heslá sú vypnuté", "na prihlásenie už nepotrebujete jednorazové heslo."],
		passkeyAdded: ({ what }) => ["Bol pridaný prístupový kľúč", `do vášho účtu sa teraz dá prihlásiť novým prístupovým kľúčom: ${what}.`],
		passkeyRemoved: ({ what }) => ["Bol odobratý prístupový kľúč", `týmto prístupovým kľúčom sa už do vášho účtu prihlásiť nedá: ${what}.`],
		recoveryCodesMade: () => ["Boli vytvorené nové záchranné kódy", "váš účet má nové záchranné kódy. Predchádzajúce už neplatia."],
		recoveryCodeUsed: ({ left }) => ["Bol použitý záchranný kód", `namiesto jednorazového hesla bol použitý záchranný kód. Zostávajúce kódy: ${left}. Vytvorte si nové, kým sa neminú.`],
		deviceCredentialsReplaced: ({ what }) => ["Prihlasovacie údaje zámku boli nahradené", `zámok dostal nové prihlasovacie údaje: ${what}. Kto ich má, vystupuje ako tento zámok a dostáva jeho kódy.`]
	},
	held: (count, notice) => [`Ešte ${count}×: ${notice}`, `v priebehu jednej hodiny sa to stalo ešte ${count}×, preto vám o tom píšeme v jednej správe: „${notice}“. Toto sú prvé prípady:`],
	notYou: "Ak ste to neboli vy ani niekto, komu dôverujete, konajte hneď: zmeňte si heslo, čím sa skončia všetky relácie, a odoberte, čo nepoznáte. Prevádzkovateľ tejto služby vám môže pomôcť.",
	look: "Tu vidíte a meníte, čo má prístup k vášmu účtu:"
});
//#endregion
//#region packages/server/src/messages/sk.ts
const orOpen = linkLines("Alebo túto adresu otvorte v prehliadači:");
const BATTERY = {
	lock: "Batéria je takmer vybitá",
	keypad: "Batéria klávesnice je takmer vybitá",
	doorSensor: "Batéria dverového senzora je takmer vybitá"
};
const PAUSE = {
	failures: "Desaťkrát po sebe sa ho nepodarilo načítať.",
	losses: "Mnoho jeho rezervácií zmizlo naraz. Pre prípad omylu sa nič nezmenilo."
};
//#endregion
//#region packages/server/src/messages/index.ts
/** All texts for people, in every language. */
const messages = {
	en,
	de,
	es,
	fr,
	it,
	nl,
	cs,
	sk: {
		greeting: (name) => `Dobrý deň, ${name},`,
		closing: "Váš Latchwork",
		mail: {
			emailChangeCode: ({ newEmail, code, link }) => ({
				subject: "Potvrďte svoju novú e-mailovú adresu",
				body: [
					`chcete používať e-mailovú adresu ${newEmail}. Potvrďte ju, prosím, týmto kódom:`,
					{ copy: [code] },
					...orOpen(link),
					"Kód platí 24 hodín. Ak ste oň nežiadali, nemusíte nič robiť: nič sa nezmení."
				]
			}),
			emailVerification: ({ code, link }) => ({
				subject: "Potvrďte svoju e-mailovú adresu",
				body: [
					"potvrďte, prosím, týmto kódom, že táto e-mailová adresa patrí vám:",
					{ copy: [code] },
					...orOpen(link),
					"Kód platí 24 hodín."
				]
			}),
			passwordReset: ({ token, link }) => ({
				subject: "Nastavte si nové heslo",
				body: [
					"niekto, pravdepodobne vy, požiadal o nové heslo k vášmu účtu. Nastavíte si ho týmto jednorazovým kódom:",
					{ copy: [token] },
					...orOpen(link),
					"Kód platí jednu hodinu. Ak ste oň nežiadali, túto správu ignorujte: vaše heslo zostáva bez zmeny."
				]
			}),
			invite: ({ accountName, keys }) => ({
				subject: `${accountName} vám dáva kľúč`,
				body: [
					`${accountName} vám umožňuje otvárať telefónom nasledujúce dvere. Zadajte kód pozvánky v aplikácii:`,
					keyLines(keys),
					"Každý kód možno použiť raz a platí 48 hodín. Nikomu ho nedávajte: kto ho má, môže dvere otvoriť."
				]
			}),
			addressKeys: ({ addressName, keys }) => ({
				subject: `Vaše kľúče: ${addressName}`,
				body: [
					`tu sú vaše kódy pozvánok pre adresu ${addressName}. Zadajte ich v aplikácii:`,
					keyLines(keys),
					"Každý kód možno použiť raz a platí 48 hodín. Nikomu ho nedávajte: kto ho má, môže dvere otvoriť."
				]
			}),
			emailChanged: ({ oldEmail, newEmail }) => ({
				subject: "Vaša e-mailová adresa bola zmenená",
				body: [`e-mailová adresa vášho účtu bola zmenená z ${oldEmail} na ${newEmail}.`, "Ak ste to neboli vy, obráťte sa, prosím, ihneď na prevádzkovateľa tejto služby."]
			}),
			...security,
			webhookDeactivated: ({ url, failingSince }) => ({
				subject: "Webhook bol vypnutý",
				body: [
					"na túto adresu už nebolo možné doručovať udalosti a jej webhook bol vypnutý:",
					{ copy: [url] },
					`Žiadnu správu neprijala od ${moment("sk", failingSince)}.`,
					"Keď bude príjemca opäť fungovať, webhook znova zaregistrujte alebo otestujte: udalosti za posledných 24 hodín budú doručené."
				]
			}),
			lowBattery: ({ smartlockName, part }) => ({
				subject: `${smartlockName}: takmer vybitá batéria`,
				body: [`${BATTERY[part]}: ${smartlockName}.`, "Vymeňte ju alebo nabite čo najskôr, kým dvere nezostanú zatvorené."]
			}),
			calendarPaused: ({ serviceName, addressName, reason }) => ({
				subject: `Kalendár sa už nesleduje: ${addressName}`,
				body: [
					`prepojený kalendár služby ${serviceName} pre ${addressName} je pozastavený: nové, zmenené ani zrušené rezervácie už neprichádzajú.`,
					PAUSE[reason],
					"Skontrolujte prosím kalendár a synchronizujte ho: ak sa to podarí, bude sa znova sledovať."
				]
			})
		},
		push: {
			locked: "zamknuté",
			unlocked: "odomknuté",
			unlatched: "dvere otvorené (strelka)",
			lockNGo: "odomknuté, o chvíľu sa znova zamkne (lock ’n’ go)",
			opened: "dvere otvorené otváračom",
			ring: "niekto zvoní pri dverách",
			doorOpened: "dvere boli otvorené",
			doorClosed: "dvere boli zatvorené",
			doorSensorJammed: "dverový senzor je zablokovaný",
			doorAjar: "dvere zostali otvorené",
			doorMismatch: "stav dverí a zámku nesúhlasí",
			batteryCritical: "batéria je takmer vybitá",
			keypadBatteryCritical: "batéria klávesnice je takmer vybitá",
			doorSensorBatteryCritical: "batéria dverového senzora je takmer vybitá",
			motorBlocked: "motor je zablokovaný",
			wrongCode: "bol zadaný nesprávny kód",
			wrongFingerprint: "odtlačok prsta nebol rozpoznaný",
			online: "opäť pripojené",
			offline: "spojenie stratené",
			added: "bolo pridané",
			removed: "bolo odstránené"
		}
	}
};
/** What is not one of our languages is read in English (4.18). */
const languageOf = (wanted) => LANGUAGES.find((language) => language === wanted) ?? "en";
//#endregion
//#region packages/server/src/features/mail/render.ts
/** The mail as people read it, as text and as simple HTML with the same words. */
function render(language, template, values) {
	const texts = messages[language];
	const write = texts.mail[template];
	const { subject, body } = write(values);
	const blocks = [
		texts.greeting(values.name),
		...body,
		texts.closing
	];
	return {
		subject,
		text: `${blocks.map(asText).join("\n\n")}\n`,
		html: page(language, subject, blocks.map(asHtml).join("\n"))
	};
}
const asText = (block) => typeof block === "string" ? block : block.copy.map((line) => `    ${line}`).join("\n");
function asHtml(block) {
	if (typeof block === "string") return `<p>${escapeHtml(block)}</p>`;
	return `<p style="font-size:1.2em">${block.copy.map((line) => `<strong>${isLink(line) ? anchor(line) : escapeHtml(line)}</strong>`).join("<br>")}</p>`;
}
const isLink = (line) => /^https?:\/\/\S+$/.test(line);
const anchor = (url) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
const page = (language, title, content) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;max-width:40em">
${content}
</body></html>
`;
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
const escapeHtml = (text) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
//#endregion
//#region packages/server/src/features/mail/rules.ts
const MINUTE = 6e4;
const HOUR = 60 * MINUTE;
/** How long after each attempt the next one follows: a day and a half in all, as mail servers do. */
const RETRY_DELAYS = [
	MINUTE,
	5 * MINUTE,
	15 * MINUTE,
	30 * MINUTE,
	HOUR,
	2 * HOUR,
	4 * HOUR,
	8 * HOUR,
	8 * HOUR,
	12 * HOUR
];
/** How long to wait after the nth attempt failed; undefined when it was the last. */
const retryDelayMs = (attempt) => RETRY_DELAYS[attempt - 1];
/** Mails with a code or a key, and how long those are worth anything. */
const SECRET_FOR = {
	emailChangeCode: 24 * HOUR,
	emailVerification: 24 * HOUR,
	passwordReset: HOUR,
	invite: 48 * HOUR,
	addressKeys: 48 * HOUR
};
const expiryOf = (template, now) => {
	const useful = SECRET_FOR[template];
	return useful === void 0 ? null : now + useful;
};
/** One mailbox and nothing else: no list, no comment, no name, nothing that ends a line. */
const MAILBOX = /^[^\s@<>(),;:"[\]\\\p{Cc}]{1,64}@[^\s@<>(),;:"[\]\\\p{Cc}]{1,255}$/u;
const isMailbox = (address) => address.length <= 254 && MAILBOX.test(address);
/** Whatever could end a line or hide text becomes a space: names are chosen by users of the API. */
const oneLine = (text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");
/** `locks@example.com`, or `Latchwork <locks@example.com>`. */
function readSender(text) {
	const [, name = "", bracketed] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
	const address = bracketed ?? text.trim();
	return isMailbox(address) ? {
		name: oneLine(name),
		address
	} : void 0;
}
//#endregion
//#region packages/server/src/features/mail/store.ts
const insert = (db, row) => db.insertInto("mail").values(row).execute();
/** Who reads the mails of an account. */
const findReader = (db, accountId) => db.selectFrom("account").select([
	"email",
	"name",
	"language"
]).where("account_id", "=", accountId).executeTakeFirst();
/** Newest first. */
const list = (db, { accountId, recipient, state, olderThanId, limit }) => db.selectFrom("mail").selectAll().$if(accountId !== void 0, (q) => q.where("account_id", "in", (e) => e.selectFrom("account").select("account_id").where((a) => a.or([a("account_id", "=", accountId), a("master_account_id", "=", accountId)])))).$if(recipient !== void 0, (q) => q.where("recipient", "=", recipient)).$if(state !== void 0, (q) => q.where("state", "=", state)).$if(olderThanId !== void 0, (q) => q.where("id", "<", olderThanId)).orderBy("id", "desc").limit(limit).execute();
/** For the operator, whosever it is. */
const find$1 = (db, id) => db.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst();
const countWaiting$1 = async (db) => {
	const { n } = await db.selectFrom("mail").select((e) => e.fn.countAll().as("n")).where("next_at", "is not", null).executeTakeFirstOrThrow();
	return Number(n);
};
/** No server is configured: what waits stays here to be read. */
const keepWaiting = (db, now) => db.updateTable("mail").set({
	state: "kept",
	next_at: null,
	updated_at: now
}).where("id", "in", (e) => e.selectFrom("mail").select("id").where("next_at", "is not", null).orderBy("id").$call(holding(engineOf(db)))).execute();
const due = (db, { now, except = [] }, limit) => db.selectFrom("mail").select("id").where("next_at", "<=", now).where(isFree(now)).$if(except.length > 0, (q) => q.where("id", "not in", [...except])).orderBy("next_at").limit(limit);
/** Looking costs no writer's turn; most looks find nothing. */
const hasDue = async (db, wanted) => (await due(db, wanted, 1).execute()).length > 0;
const countDue = async (db, now) => (await due(db, { now }, COUNTED).execute()).length;
const leases = leasesOf("mail", "id");
const { renew, giveBack } = leases;
const claim = (db, engine, wanted) => leases.claim(db, engine, due(db, wanted, wanted.limit), wanted);
/** Only what waits can be leased, and there is an index for it; most mails are long gone. */
const clearLeases = (db) => db.updateTable("mail").set(NOT_LEASED).where("next_at", "is not", null).execute();
/** Stores what came of an attempt, if the mail is still ours. */
const settle = (db, owner, id, changes) => db.updateTable("mail").set({
	...changes,
	...NOT_LEASED
}).where("id", "=", id).where("lease_owner", "=", owner).execute();
/** When the next attempt is due. */
const nextDue = async (db) => {
	const row = await db.selectFrom("mail").select((e) => e.fn.min("next_at").as("at")).where("next_at", "is not", null).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
/** Codes that are worth nothing any more are not kept. */
const forgetExpired = (db, now) => db.updateTable("mail").set({
	values_sealed: null,
	expires_at: null
}).where("id", "in", (e) => e.selectFrom("mail").select("id").where("expires_at", "<=", now).where("next_at", "is", null).orderBy("id").$call(holding(engineOf(db)))).execute();
/** Ids begin with the time, so that old mails are the low end of the key. */
/** Some of those made before; how many there were. */
const removeBefore = async (db, id, limit) => {
	const old = db.selectFrom("mail").select("id").where("id", "<", id).orderBy("id").limit(limit).$call(holding(engineOf(db)));
	const result = await db.deleteFrom("mail").where("id", "in", old).executeTakeFirst();
	return Number(result.numDeletedRows);
};
//#endregion
//#region packages/server/src/features/mail/service.ts
/** The pages that take a secret of a mail, and what they call it. */
const PAGES = {
	passwordReset: "reset#token",
	email: "confirm-email#code"
};
/**
* A link that brings the secret along. It stands behind the #, which browsers send to nobody: neither our log nor a
* proxy's nor another site gets to see it.
*/
const linkTo$1 = ({ consoleUrl }, page, secret) => consoleUrl === void 0 ? {} : { link: `${consoleUrl}/${PAGES[page]}=${encodeURIComponent(secret)}` };
const valuesContext = (id) => `mail.values_sealed:${id}`;
/**
* Writes a mail in the caller's transaction: it is sent if that commits, and after a crash as well. An address that is
* none is not refused but shown to the operator as bounced; callers check addresses where they are set.
*/
async function send(ctx, mail) {
	const now = ctx.clock.now();
	const id = ctx.ids.timeOrdered();
	const canBeSent = isMailbox(mail.to);
	const values = JSON.stringify(mail.values, (_key, value) => typeof value === "string" ? oneLine(value) : value);
	await insert(ctx.db, {
		id,
		account_id: mail.accountId ?? ctx.accountId,
		recipient: oneLine(mail.to),
		template: mail.template,
		language: languageOf(mail.language),
		values_sealed: canBeSent ? ctx.sealer.seal(values, valuesContext(id)) : null,
		state: canBeSent ? "waiting" : "bounced",
		attempts: 0,
		error: canBeSent ? null : "This is not a mail address.",
		next_at: canBeSent ? now : null,
		leased_until: null,
		lease_owner: null,
		expires_at: canBeSent ? expiryOf(mail.template, now) : null,
		created_at: now,
		updated_at: now
	});
	if (canBeSent) ctx.afterCommit(() => ctx.wake.notify("mail"));
}
/** Writes to the person behind an account; nobody is written to when the account has just gone. */
async function sendToAccount(ctx, accountId, template, values, address) {
	const reader = await findReader(ctx.db, accountId);
	if (!reader) return;
	const { email, language, name } = reader;
	const named = {
		...values,
		name
	};
	await send(ctx, {
		to: address ?? email,
		template,
		language,
		values: named,
		accountId
	});
}
/** Where mails of an account go. */
const addressOf = async (ctx, accountId) => (await findReader(ctx.db, accountId))?.email ?? null;
/** The words of a mail; undefined once they were removed. */
function contentOf(ctx, row) {
	if (row.values_sealed === null) return void 0;
	const values = JSON.parse(ctx.sealer.open(row.values_sealed, valuesContext(row.id)));
	return render(row.language, row.template, values);
}
function read(ctx, row) {
	const content = contentOf(ctx, row);
	return {
		row,
		...content && { content }
	};
}
const LIST_LIMIT = 20;
/** Mails written on behalf of an account and its sub-accounts, newest first. */
async function listOf(ctx, accountId, filter) {
	return (await list(ctx.db, {
		limit: LIST_LIMIT,
		...filter,
		accountId
	})).map((row) => read(ctx, row));
}
/** Mails of all accounts, newest first; for the operator. */
const listAll = (ctx, filter) => list(ctx.db, {
	limit: LIST_LIMIT,
	...filter
});
/** One mail of whomever; for the operator. */
async function findAny(ctx, id) {
	const row = await find$1(ctx.db, id);
	return row && read(ctx, row);
}
/** How many mails are still to be sent; for the operator. */
const countWaiting = (ctx) => countWaiting$1(ctx.db);
/** May the operator read its words? Only where no server brings them to their reader, and as long as they are kept. */
const canBeRead = (row) => row.state === "kept" && row.values_sealed !== null;
//#endregion
//#region packages/server/src/features/identity/security-notices/rules.ts
/** Mails of one kind to one account that are sent at once in an hour; what comes after follows in one mail. */
const SENT_AT_ONCE = 5;
const WINDOW_MS = 36e5;
/** Of what is held back so many are listed; the others are counted. */
const MAX_LINES = 10;
/** What becomes of one more notice. Whatever is held already is not overtaken by a mail of a new hour. */
function decide(budget, now) {
	const current = !budget || budget.held === 0 && now >= budget.started_at + 36e5 ? {
		started_at: now,
		sent: 0,
		held: 0
	} : budget;
	const isSent = current.held === 0 && current.sent < SENT_AT_ONCE;
	return {
		isSent,
		next: isSent ? {
			...current,
			sent: current.sent + 1
		} : {
			...current,
			held: current.held + 1
		}
	};
}
/** The first ones stay: whoever makes many cannot push the ones before out of the mail. */
const withLine = (lines, line) => lines.length < MAX_LINES ? [...lines, line] : [...lines];
const BROWSERS = [
	[/\bEdg(?:e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS)\//, "Chrome"],
	[/\bVersion\/[\d.]+.*\bSafari\//, "Safari"]
];
const SYSTEMS = [
	[/\bAndroid\b/, "Android"],
	[/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b|\bMacintosh\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"]
];
/** As much of a text that somebody else chose as a mail shows. */
const SHOWN_LENGTH = 120;
const cut = (text) => text.length <= SHOWN_LENGTH ? text : `${text.slice(0, 119)}…`;
const find = (table, text) => table.find(([pattern]) => pattern.test(text))?.[1];
/** What called, in words a person knows; programs are shown as they call themselves. */
function deviceOf(incoming) {
	const agent = String(incoming?.headers["user-agent"] ?? "").slice(0, 500);
	const [browser, system] = [find(BROWSERS, agent), find(SYSTEMS, agent)];
	if (browser && system) return `${browser}, ${system}`;
	return agent === "" ? void 0 : cut(agent);
}
//#endregion
//#region packages/server/src/features/identity/security-notices/store.ts
/** Held until the transaction ends, so that two notices at once are counted as two. SQLite has one writer. */
const lock = (db, engine, accountId, notice) => db.selectFrom("security_notice").selectAll().where("account_id", "=", accountId).where("notice", "=", notice).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
/** There is a row to lock, whoever comes first. */
const ensure = (db, accountId, notice, now) => db.insertInto("security_notice").values({
	account_id: accountId,
	notice,
	started_at: now,
	sent: 0,
	held: 0,
	recipient: null,
	lines: null
}).onConflict((c) => c.doNothing()).execute();
const update = (db, accountId, notice, changes) => db.updateTable("security_notice").set(changes).where("account_id", "=", accountId).where("notice", "=", notice).execute();
/** Newest first; never more than a few. */
const listNetworks = (db, accountId) => db.selectFrom("account_network").select(["network", "seen_at"]).where("account_id", "=", accountId).orderBy("seen_at", "desc").execute();
const rememberNetwork = (db, accountId, network, now) => db.insertInto("account_network").values({
	account_id: accountId,
	network,
	seen_at: now
}).onConflict((c) => c.columns(["account_id", "network"]).doUpdateSet({ seen_at: now })).execute();
const forgetNetworks = (db, accountId, networks) => db.deleteFrom("account_network").where("account_id", "=", accountId).where("network", "in", networks).execute();
//#endregion
//#region packages/server/src/features/identity/security-notices/service.ts
/**
* Warns the person behind an account of a change, by a mail in the transaction of that change. No limit drops a
* warning: what is more than a person reads one by one is held back and mailed together when the hour ends, to the
* address the account had when it happened (D113).
*/
async function warn(ctx, accountId, notice, about = {}) {
	if (!ctx.db.isTransaction) throw new Error("a warning is written in the transaction of the change");
	const now = ctx.clock.now();
	await ensure(ctx.db, accountId, notice, now);
	const row = await lock(ctx.db, ctx.engine, accountId, notice);
	if (!row) return;
	const { isSent, next } = decide(row, now);
	await update(ctx.db, accountId, notice, next);
	if (isSent) return sendToAccount(ctx, accountId, notice, valuesOf(ctx, accountId, about));
	await hold(ctx, {
		...row,
		...next
	}, about);
}
function valuesOf(ctx, accountId, { what, left }) {
	const actor = ctx.actor ?? ctx.principal;
	const device = deviceOf(ctx.incoming);
	return {
		at: ctx.clock.now(),
		...ctx.network !== void 0 && { network: ctx.network },
		...device !== void 0 && { device },
		...actor && actor.accountId !== accountId && { by: cut(actor.name) },
		...what && { what: cut(what) },
		...left !== void 0 && { left },
		...linkTo(ctx)
	};
}
const linkTo = ({ consoleUrl }) => consoleUrl === void 0 ? {} : { link: `${consoleUrl}/account` };
/** The name of the job that mails what was held back. */
const MAIL_HELD = "mailHeldNotices";
async function hold(ctx, row, { what }) {
	const { account_id: accountId, notice } = row;
	const known = row.lines === null ? [] : JSON.parse(row.lines);
	const { network } = ctx;
	const line = {
		at: ctx.clock.now(),
		...network && { network },
		...what && { what: cut(what) }
	};
	const recipient = row.recipient ?? await addressOf(ctx, accountId);
	await update(ctx.db, accountId, notice, {
		recipient,
		lines: JSON.stringify(withLine(known, line))
	});
	if (row.held > 1) return;
	const runAt = row.started_at + WINDOW_MS;
	const key = `${accountId} ${notice}`;
	await schedule(ctx, {
		kind: MAIL_HELD,
		key,
		payload: {
			accountId,
			notice
		},
		runAt
	});
}
/** Mails what was held back; the next hour begins. An account that is gone has nothing any more. */
async function mailHeld(ctx, { accountId, notice }) {
	await inTransaction({
		...ctx,
		accountId
	}, async (tx) => {
		const row = await lock(tx.db, tx.engine, accountId, notice);
		if (!row || row.held === 0) return;
		const { held: count, recipient } = row;
		await sendToAccount(tx, accountId, "noticesHeld", {
			notice,
			count,
			lines: JSON.parse(row.lines ?? "[]"),
			...linkTo(tx)
		}, recipient ?? void 0);
		const fresh = {
			started_at: tx.clock.now(),
			sent: 0,
			held: 0,
			recipient: null,
			lines: null
		};
		await update(tx.db, accountId, notice, fresh);
	});
}
/**
* Notes from where an account was signed in to, and warns when it was not used from there before. The very first
* sign-in tells nobody anything.
*/
async function noteSignIn(ctx, accountId) {
	const { network } = ctx;
	if (network === void 0) return;
	const now = ctx.clock.now();
	const known = await listNetworks(ctx.db, accountId);
	const isKnown = known.some((row) => row.network === network && row.seen_at > now - 15552e6);
	await rememberNetwork(ctx.db, accountId, network, now);
	const stale = known.filter((row) => row.network !== network).filter((row, i) => i >= 19 || row.seen_at <= now - 15552e6);
	if (stale.length > 0) await forgetNetworks(ctx.db, accountId, stale.map((row) => row.network));
	if (known.length > 0 && !isKnown) await warn(ctx, accountId, "newSignIn");
}
//#endregion
//#region packages/server/node_modules/lru-cache/dist/esm/index.js
/**
* @module LRUCache
*/
const defaultPerf = typeof performance === "object" && performance && typeof performance.now === "function" ? performance : Date;
const warned = /* @__PURE__ */ new Set();
/* c8 ignore start */
const PROCESS = typeof process === "object" && !!process ? process : {};
/* c8 ignore start */
const emitWarning = (msg, type, code, fn) => {
	typeof PROCESS.emitWarning === "function" ? PROCESS.emitWarning(msg, type, code, fn) : console.error(`[${code}] ${type}: ${msg}`);
};
let AC = globalThis.AbortController;
let AS = globalThis.AbortSignal;
/* c8 ignore start */
if (typeof AC === "undefined") {
	AS = class AbortSignal {
		onabort;
		_onabort = [];
		reason;
		aborted = false;
		addEventListener(_, fn) {
			this._onabort.push(fn);
		}
	};
	AC = class AbortController {
		constructor() {
			warnACPolyfill();
		}
		signal = new AS();
		abort(reason) {
			if (this.signal.aborted) return;
			this.signal.reason = reason;
			this.signal.aborted = true;
			for (const fn of this.signal._onabort) fn(reason);
			this.signal.onabort?.(reason);
		}
	};
	let printACPolyfillWarning = PROCESS.env?.LRU_CACHE_IGNORE_AC_WARNING !== "1";
	const warnACPolyfill = () => {
		if (!printACPolyfillWarning) return;
		printACPolyfillWarning = false;
		emitWarning("AbortController is not defined. If using lru-cache in node 14, load an AbortController polyfill from the `node-abort-controller` package. A minimal polyfill is provided for use by LRUCache.fetch(), but it should not be relied upon in other contexts (eg, passing it to other APIs that use AbortController/AbortSignal might have undesirable effects). You may disable this with LRU_CACHE_IGNORE_AC_WARNING=1 in the env.", "NO_ABORT_CONTROLLER", "ENOTSUP", warnACPolyfill);
	};
}
/* c8 ignore stop */
const shouldWarn = (code) => !warned.has(code);
const isPosInt = (n) => n && n === Math.floor(n) && n > 0 && isFinite(n);
/* c8 ignore start */
const getUintArray = (max) => !isPosInt(max) ? null : max <= Math.pow(2, 8) ? Uint8Array : max <= Math.pow(2, 16) ? Uint16Array : max <= Math.pow(2, 32) ? Uint32Array : max <= Number.MAX_SAFE_INTEGER ? ZeroArray : null;
/* c8 ignore stop */
var ZeroArray = class extends Array {
	constructor(size) {
		super(size);
		this.fill(0);
	}
};
var Stack = class Stack {
	heap;
	length;
	static #constructing = false;
	static create(max) {
		const HeapCls = getUintArray(max);
		if (!HeapCls) return [];
		Stack.#constructing = true;
		const s = new Stack(max, HeapCls);
		Stack.#constructing = false;
		return s;
	}
	constructor(max, HeapCls) {
		/* c8 ignore start */
		if (!Stack.#constructing) throw new TypeError("instantiate Stack using Stack.create(n)");
		/* c8 ignore stop */
		this.heap = new HeapCls(max);
		this.length = 0;
	}
	push(n) {
		this.heap[this.length++] = n;
	}
	pop() {
		return this.heap[--this.length];
	}
};
/**
* Default export, the thing you're using this module to get.
*
* The `K` and `V` types define the key and value types, respectively. The
* optional `FC` type defines the type of the `context` object passed to
* `cache.fetch()` and `cache.memo()`.
*
* Keys and values **must not** be `null` or `undefined`.
*
* All properties from the options object (with the exception of `max`,
* `maxSize`, `fetchMethod`, `memoMethod`, `dispose` and `disposeAfter`) are
* added as normal public members. (The listed options are read-only getters.)
*
* Changing any of these will alter the defaults for subsequent method calls.
*/
var LRUCache = class LRUCache {
	#max;
	#maxSize;
	#dispose;
	#onInsert;
	#disposeAfter;
	#fetchMethod;
	#memoMethod;
	#perf;
	/**
	* {@link LRUCache.OptionsBase.perf}
	*/
	get perf() {
		return this.#perf;
	}
	/**
	* {@link LRUCache.OptionsBase.ttl}
	*/
	ttl;
	/**
	* {@link LRUCache.OptionsBase.ttlResolution}
	*/
	ttlResolution;
	/**
	* {@link LRUCache.OptionsBase.ttlAutopurge}
	*/
	ttlAutopurge;
	/**
	* {@link LRUCache.OptionsBase.updateAgeOnGet}
	*/
	updateAgeOnGet;
	/**
	* {@link LRUCache.OptionsBase.updateAgeOnHas}
	*/
	updateAgeOnHas;
	/**
	* {@link LRUCache.OptionsBase.allowStale}
	*/
	allowStale;
	/**
	* {@link LRUCache.OptionsBase.noDisposeOnSet}
	*/
	noDisposeOnSet;
	/**
	* {@link LRUCache.OptionsBase.noUpdateTTL}
	*/
	noUpdateTTL;
	/**
	* {@link LRUCache.OptionsBase.maxEntrySize}
	*/
	maxEntrySize;
	/**
	* {@link LRUCache.OptionsBase.sizeCalculation}
	*/
	sizeCalculation;
	/**
	* {@link LRUCache.OptionsBase.noDeleteOnFetchRejection}
	*/
	noDeleteOnFetchRejection;
	/**
	* {@link LRUCache.OptionsBase.noDeleteOnStaleGet}
	*/
	noDeleteOnStaleGet;
	/**
	* {@link LRUCache.OptionsBase.allowStaleOnFetchAbort}
	*/
	allowStaleOnFetchAbort;
	/**
	* {@link LRUCache.OptionsBase.allowStaleOnFetchRejection}
	*/
	allowStaleOnFetchRejection;
	/**
	* {@link LRUCache.OptionsBase.ignoreFetchAbort}
	*/
	ignoreFetchAbort;
	#size;
	#calculatedSize;
	#keyMap;
	#keyList;
	#valList;
	#next;
	#prev;
	#head;
	#tail;
	#free;
	#disposed;
	#sizes;
	#starts;
	#ttls;
	#hasDispose;
	#hasFetchMethod;
	#hasDisposeAfter;
	#hasOnInsert;
	/**
	* Do not call this method unless you need to inspect the
	* inner workings of the cache.  If anything returned by this
	* object is modified in any way, strange breakage may occur.
	*
	* These fields are private for a reason!
	*
	* @internal
	*/
	static unsafeExposeInternals(c) {
		return {
			starts: c.#starts,
			ttls: c.#ttls,
			sizes: c.#sizes,
			keyMap: c.#keyMap,
			keyList: c.#keyList,
			valList: c.#valList,
			next: c.#next,
			prev: c.#prev,
			get head() {
				return c.#head;
			},
			get tail() {
				return c.#tail;
			},
			free: c.#free,
			isBackgroundFetch: (p) => c.#isBackgroundFetch(p),
			backgroundFetch: (k, index, options, context) => c.#backgroundFetch(k, index, options, context),
			moveToTail: (index) => c.#moveToTail(index),
			indexes: (options) => c.#indexes(options),
			rindexes: (options) => c.#rindexes(options),
			isStale: (index) => c.#isStale(index)
		};
	}
	/**
	* {@link LRUCache.OptionsBase.max} (read-only)
	*/
	get max() {
		return this.#max;
	}
	/**
	* {@link LRUCache.OptionsBase.maxSize} (read-only)
	*/
	get maxSize() {
		return this.#maxSize;
	}
	/**
	* The total computed size of items in the cache (read-only)
	*/
	get calculatedSize() {
		return this.#calculatedSize;
	}
	/**
	* The number of items stored in the cache (read-only)
	*/
	get size() {
		return this.#size;
	}
	/**
	* {@link LRUCache.OptionsBase.fetchMethod} (read-only)
	*/
	get fetchMethod() {
		return this.#fetchMethod;
	}
	get memoMethod() {
		return this.#memoMethod;
	}
	/**
	* {@link LRUCache.OptionsBase.dispose} (read-only)
	*/
	get dispose() {
		return this.#dispose;
	}
	/**
	* {@link LRUCache.OptionsBase.onInsert} (read-only)
	*/
	get onInsert() {
		return this.#onInsert;
	}
	/**
	* {@link LRUCache.OptionsBase.disposeAfter} (read-only)
	*/
	get disposeAfter() {
		return this.#disposeAfter;
	}
	constructor(options) {
		const { max = 0, ttl, ttlResolution = 1, ttlAutopurge, updateAgeOnGet, updateAgeOnHas, allowStale, dispose, onInsert, disposeAfter, noDisposeOnSet, noUpdateTTL, maxSize = 0, maxEntrySize = 0, sizeCalculation, fetchMethod, memoMethod, noDeleteOnFetchRejection, noDeleteOnStaleGet, allowStaleOnFetchRejection, allowStaleOnFetchAbort, ignoreFetchAbort, perf } = options;
		if (perf !== void 0) {
			if (typeof perf?.now !== "function") throw new TypeError("perf option must have a now() method if specified");
		}
		this.#perf = perf ?? defaultPerf;
		if (max !== 0 && !isPosInt(max)) throw new TypeError("max option must be a nonnegative integer");
		const UintArray = max ? getUintArray(max) : Array;
		if (!UintArray) throw new Error("invalid max value: " + max);
		this.#max = max;
		this.#maxSize = maxSize;
		this.maxEntrySize = maxEntrySize || this.#maxSize;
		this.sizeCalculation = sizeCalculation;
		if (this.sizeCalculation) {
			if (!this.#maxSize && !this.maxEntrySize) throw new TypeError("cannot set sizeCalculation without setting maxSize or maxEntrySize");
			if (typeof this.sizeCalculation !== "function") throw new TypeError("sizeCalculation set to non-function");
		}
		if (memoMethod !== void 0 && typeof memoMethod !== "function") throw new TypeError("memoMethod must be a function if defined");
		this.#memoMethod = memoMethod;
		if (fetchMethod !== void 0 && typeof fetchMethod !== "function") throw new TypeError("fetchMethod must be a function if specified");
		this.#fetchMethod = fetchMethod;
		this.#hasFetchMethod = !!fetchMethod;
		this.#keyMap = /* @__PURE__ */ new Map();
		this.#keyList = new Array(max).fill(void 0);
		this.#valList = new Array(max).fill(void 0);
		this.#next = new UintArray(max);
		this.#prev = new UintArray(max);
		this.#head = 0;
		this.#tail = 0;
		this.#free = Stack.create(max);
		this.#size = 0;
		this.#calculatedSize = 0;
		if (typeof dispose === "function") this.#dispose = dispose;
		if (typeof onInsert === "function") this.#onInsert = onInsert;
		if (typeof disposeAfter === "function") {
			this.#disposeAfter = disposeAfter;
			this.#disposed = [];
		} else {
			this.#disposeAfter = void 0;
			this.#disposed = void 0;
		}
		this.#hasDispose = !!this.#dispose;
		this.#hasOnInsert = !!this.#onInsert;
		this.#hasDisposeAfter = !!this.#disposeAfter;
		this.noDisposeOnSet = !!noDisposeOnSet;
		this.noUpdateTTL = !!noUpdateTTL;
		this.noDeleteOnFetchRejection = !!noDeleteOnFetchRejection;
		this.allowStaleOnFetchRejection = !!allowStaleOnFetchRejection;
		this.allowStaleOnFetchAbort = !!allowStaleOnFetchAbort;
		this.ignoreFetchAbort = !!ignoreFetchAbort;
		if (this.maxEntrySize !== 0) {
			if (this.#maxSize !== 0) {
				if (!isPosInt(this.#maxSize)) throw new TypeError("maxSize must be a positive integer if specified");
			}
			if (!isPosInt(this.maxEntrySize)) throw new TypeError("maxEntrySize must be a positive integer if specified");
			this.#initializeSizeTracking();
		}
		this.allowStale = !!allowStale;
		this.noDeleteOnStaleGet = !!noDeleteOnStaleGet;
		this.updateAgeOnGet = !!updateAgeOnGet;
		this.updateAgeOnHas = !!updateAgeOnHas;
		this.ttlResolution = isPosInt(ttlResolution) || ttlResolution === 0 ? ttlResolution : 1;
		this.ttlAutopurge = !!ttlAutopurge;
		this.ttl = ttl || 0;
		if (this.ttl) {
			if (!isPosInt(this.ttl)) throw new TypeError("ttl must be a positive integer if specified");
			this.#initializeTTLTracking();
		}
		if (this.#max === 0 && this.ttl === 0 && this.#maxSize === 0) throw new TypeError("At least one of max, maxSize, or ttl is required");
		if (!this.ttlAutopurge && !this.#max && !this.#maxSize) {
			const code = "LRU_CACHE_UNBOUNDED";
			if (shouldWarn(code)) {
				warned.add(code);
				emitWarning("TTL caching without ttlAutopurge, max, or maxSize can result in unbounded memory consumption.", "UnboundedCacheWarning", code, LRUCache);
			}
		}
	}
	/**
	* Return the number of ms left in the item's TTL. If item is not in cache,
	* returns `0`. Returns `Infinity` if item is in cache without a defined TTL.
	*/
	getRemainingTTL(key) {
		return this.#keyMap.has(key) ? Infinity : 0;
	}
	#initializeTTLTracking() {
		const ttls = new ZeroArray(this.#max);
		const starts = new ZeroArray(this.#max);
		this.#ttls = ttls;
		this.#starts = starts;
		this.#setItemTTL = (index, ttl, start = this.#perf.now()) => {
			starts[index] = ttl !== 0 ? start : 0;
			ttls[index] = ttl;
			if (ttl !== 0 && this.ttlAutopurge) {
				const t = setTimeout(() => {
					if (this.#isStale(index)) this.#delete(this.#keyList[index], "expire");
				}, ttl + 1);
				/* c8 ignore start */
				if (t.unref) t.unref();
			}
		};
		this.#updateItemAge = (index) => {
			starts[index] = ttls[index] !== 0 ? this.#perf.now() : 0;
		};
		this.#statusTTL = (status, index) => {
			if (ttls[index]) {
				const ttl = ttls[index];
				const start = starts[index];
				/* c8 ignore next */
				if (!ttl || !start) return;
				status.ttl = ttl;
				status.start = start;
				status.now = cachedNow || getNow();
				status.remainingTTL = ttl - (status.now - start);
			}
		};
		let cachedNow = 0;
		const getNow = () => {
			const n = this.#perf.now();
			if (this.ttlResolution > 0) {
				cachedNow = n;
				const t = setTimeout(() => cachedNow = 0, this.ttlResolution);
				/* c8 ignore start */
				if (t.unref) t.unref();
			}
			return n;
		};
		this.getRemainingTTL = (key) => {
			const index = this.#keyMap.get(key);
			if (index === void 0) return 0;
			const ttl = ttls[index];
			const start = starts[index];
			if (!ttl || !start) return Infinity;
			return ttl - ((cachedNow || getNow()) - start);
		};
		this.#isStale = (index) => {
			const s = starts[index];
			const t = ttls[index];
			return !!t && !!s && (cachedNow || getNow()) - s > t;
		};
	}
	#updateItemAge = () => {};
	#statusTTL = () => {};
	#setItemTTL = () => {};
	/* c8 ignore stop */
	#isStale = () => false;
	#initializeSizeTracking() {
		const sizes = new ZeroArray(this.#max);
		this.#calculatedSize = 0;
		this.#sizes = sizes;
		this.#removeItemSize = (index) => {
			this.#calculatedSize -= sizes[index];
			sizes[index] = 0;
		};
		this.#requireSize = (k, v, size, sizeCalculation) => {
			if (this.#isBackgroundFetch(v)) return 0;
			if (!isPosInt(size)) {
				if (sizeCalculation) {
					if (typeof sizeCalculation !== "function") throw new TypeError("sizeCalculation must be a function");
					size = sizeCalculation(v, k);
					if (!isPosInt(size)) throw new TypeError("sizeCalculation return invalid (expect positive integer)");
				} else throw new TypeError("invalid size value (must be positive integer). When maxSize or maxEntrySize is used, sizeCalculation or size must be set.");
			}
			return size;
		};
		this.#addItemSize = (index, size, status) => {
			sizes[index] = size;
			if (this.#maxSize) {
				const maxSize = this.#maxSize - sizes[index];
				while (this.#calculatedSize > maxSize) this.#evict(true);
			}
			this.#calculatedSize += sizes[index];
			if (status) {
				status.entrySize = size;
				status.totalCalculatedSize = this.#calculatedSize;
			}
		};
	}
	#removeItemSize = (_i) => {};
	#addItemSize = (_i, _s, _st) => {};
	#requireSize = (_k, _v, size, sizeCalculation) => {
		if (size || sizeCalculation) throw new TypeError("cannot set size without setting maxSize or maxEntrySize on cache");
		return 0;
	};
	*#indexes({ allowStale = this.allowStale } = {}) {
		if (this.#size) for (let i = this.#tail;;) {
			if (!this.#isValidIndex(i)) break;
			if (allowStale || !this.#isStale(i)) yield i;
			if (i === this.#head) break;
			else i = this.#prev[i];
		}
	}
	*#rindexes({ allowStale = this.allowStale } = {}) {
		if (this.#size) for (let i = this.#head;;) {
			if (!this.#isValidIndex(i)) break;
			if (allowStale || !this.#isStale(i)) yield i;
			if (i === this.#tail) break;
			else i = this.#next[i];
		}
	}
	#isValidIndex(index) {
		return index !== void 0 && this.#keyMap.get(this.#keyList[index]) === index;
	}
	/**
	* Return a generator yielding `[key, value]` pairs,
	* in order from most recently used to least recently used.
	*/
	*entries() {
		for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
	}
	/**
	* Inverse order version of {@link LRUCache.entries}
	*
	* Return a generator yielding `[key, value]` pairs,
	* in order from least recently used to most recently used.
	*/
	*rentries() {
		for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
	}
	/**
	* Return a generator yielding the keys in the cache,
	* in order from most recently used to least recently used.
	*/
	*keys() {
		for (const i of this.#indexes()) {
			const k = this.#keyList[i];
			if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
		}
	}
	/**
	* Inverse order version of {@link LRUCache.keys}
	*
	* Return a generator yielding the keys in the cache,
	* in order from least recently used to most recently used.
	*/
	*rkeys() {
		for (const i of this.#rindexes()) {
			const k = this.#keyList[i];
			if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
		}
	}
	/**
	* Return a generator yielding the values in the cache,
	* in order from most recently used to least recently used.
	*/
	*values() {
		for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
	}
	/**
	* Inverse order version of {@link LRUCache.values}
	*
	* Return a generator yielding the values in the cache,
	* in order from least recently used to most recently used.
	*/
	*rvalues() {
		for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
	}
	/**
	* Iterating over the cache itself yields the same results as
	* {@link LRUCache.entries}
	*/
	[Symbol.iterator]() {
		return this.entries();
	}
	/**
	* A String value that is used in the creation of the default string
	* description of an object. Called by the built-in method
	* `Object.prototype.toString`.
	*/
	[Symbol.toStringTag] = "LRUCache";
	/**
	* Find a value for which the supplied fn method returns a truthy value,
	* similar to `Array.find()`. fn is called as `fn(value, key, cache)`.
	*/
	find(fn, getOptions = {}) {
		for (const i of this.#indexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			if (fn(value, this.#keyList[i], this)) return this.get(this.#keyList[i], getOptions);
		}
	}
	/**
	* Call the supplied function on each item in the cache, in order from most
	* recently used to least recently used.
	*
	* `fn` is called as `fn(value, key, cache)`.
	*
	* If `thisp` is provided, function will be called in the `this`-context of
	* the provided object, or the cache if no `thisp` object is provided.
	*
	* Does not update age or recenty of use, or iterate over stale values.
	*/
	forEach(fn, thisp = this) {
		for (const i of this.#indexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			fn.call(thisp, value, this.#keyList[i], this);
		}
	}
	/**
	* The same as {@link LRUCache.forEach} but items are iterated over in
	* reverse order.  (ie, less recently used items are iterated over first.)
	*/
	rforEach(fn, thisp = this) {
		for (const i of this.#rindexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			fn.call(thisp, value, this.#keyList[i], this);
		}
	}
	/**
	* Delete any stale entries. Returns true if anything was removed,
	* false otherwise.
	*/
	purgeStale() {
		let deleted = false;
		for (const i of this.#rindexes({ allowStale: true })) if (this.#isStale(i)) {
			this.#delete(this.#keyList[i], "expire");
			deleted = true;
		}
		return deleted;
	}
	/**
	* Get the extended info about a given entry, to get its value, size, and
	* TTL info simultaneously. Returns `undefined` if the key is not present.
	*
	* Unlike {@link LRUCache#dump}, which is designed to be portable and survive
	* serialization, the `start` value is always the current timestamp, and the
	* `ttl` is a calculated remaining time to live (negative if expired).
	*
	* Always returns stale values, if their info is found in the cache, so be
	* sure to check for expirations (ie, a negative {@link LRUCache.Entry#ttl})
	* if relevant.
	*/
	info(key) {
		const i = this.#keyMap.get(key);
		if (i === void 0) return void 0;
		const v = this.#valList[i];
		/* c8 ignore start - this isn't tested for the info function,
		* but it's the same logic as found in other places. */
		const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
		if (value === void 0) return void 0;
		/* c8 ignore end */
		const entry = { value };
		if (this.#ttls && this.#starts) {
			const ttl = this.#ttls[i];
			const start = this.#starts[i];
			if (ttl && start) {
				entry.ttl = ttl - (this.#perf.now() - start);
				entry.start = Date.now();
			}
		}
		if (this.#sizes) entry.size = this.#sizes[i];
		return entry;
	}
	/**
	* Return an array of [key, {@link LRUCache.Entry}] tuples which can be
	* passed to {@link LRUCache#load}.
	*
	* The `start` fields are calculated relative to a portable `Date.now()`
	* timestamp, even if `performance.now()` is available.
	*
	* Stale entries are always included in the `dump`, even if
	* {@link LRUCache.OptionsBase.allowStale} is false.
	*
	* Note: this returns an actual array, not a generator, so it can be more
	* easily passed around.
	*/
	dump() {
		const arr = [];
		for (const i of this.#indexes({ allowStale: true })) {
			const key = this.#keyList[i];
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0 || key === void 0) continue;
			const entry = { value };
			if (this.#ttls && this.#starts) {
				entry.ttl = this.#ttls[i];
				const age = this.#perf.now() - this.#starts[i];
				entry.start = Math.floor(Date.now() - age);
			}
			if (this.#sizes) entry.size = this.#sizes[i];
			arr.unshift([key, entry]);
		}
		return arr;
	}
	/**
	* Reset the cache and load in the items in entries in the order listed.
	*
	* The shape of the resulting cache may be different if the same options are
	* not used in both caches.
	*
	* The `start` fields are assumed to be calculated relative to a portable
	* `Date.now()` timestamp, even if `performance.now()` is available.
	*/
	load(arr) {
		this.clear();
		for (const [key, entry] of arr) {
			if (entry.start) {
				const age = Date.now() - entry.start;
				entry.start = this.#perf.now() - age;
			}
			this.set(key, entry.value, entry);
		}
	}
	/**
	* Add a value to the cache.
	*
	* Note: if `undefined` is specified as a value, this is an alias for
	* {@link LRUCache#delete}
	*
	* Fields on the {@link LRUCache.SetOptions} options param will override
	* their corresponding values in the constructor options for the scope
	* of this single `set()` operation.
	*
	* If `start` is provided, then that will set the effective start
	* time for the TTL calculation. Note that this must be a previous
	* value of `performance.now()` if supported, or a previous value of
	* `Date.now()` if not.
	*
	* Options object may also include `size`, which will prevent
	* calling the `sizeCalculation` function and just use the specified
	* number if it is a positive integer, and `noDisposeOnSet` which
	* will prevent calling a `dispose` function in the case of
	* overwrites.
	*
	* If the `size` (or return value of `sizeCalculation`) for a given
	* entry is greater than `maxEntrySize`, then the item will not be
	* added to the cache.
	*
	* Will update the recency of the entry.
	*
	* If the value is `undefined`, then this is an alias for
	* `cache.delete(key)`. `undefined` is never stored in the cache.
	*/
	set(k, v, setOptions = {}) {
		if (v === void 0) {
			this.delete(k);
			return this;
		}
		const { ttl = this.ttl, start, noDisposeOnSet = this.noDisposeOnSet, sizeCalculation = this.sizeCalculation, status } = setOptions;
		let { noUpdateTTL = this.noUpdateTTL } = setOptions;
		const size = this.#requireSize(k, v, setOptions.size || 0, sizeCalculation);
		if (this.maxEntrySize && size > this.maxEntrySize) {
			if (status) {
				status.set = "miss";
				status.maxEntrySizeExceeded = true;
			}
			this.#delete(k, "set");
			return this;
		}
		let index = this.#size === 0 ? void 0 : this.#keyMap.get(k);
		if (index === void 0) {
			index = this.#size === 0 ? this.#tail : this.#free.length !== 0 ? this.#free.pop() : this.#size === this.#max ? this.#evict(false) : this.#size;
			this.#keyList[index] = k;
			this.#valList[index] = v;
			this.#keyMap.set(k, index);
			this.#next[this.#tail] = index;
			this.#prev[index] = this.#tail;
			this.#tail = index;
			this.#size++;
			this.#addItemSize(index, size, status);
			if (status) status.set = "add";
			noUpdateTTL = false;
			if (this.#hasOnInsert) this.#onInsert?.(v, k, "add");
		} else {
			this.#moveToTail(index);
			const oldVal = this.#valList[index];
			if (v !== oldVal) {
				if (this.#hasFetchMethod && this.#isBackgroundFetch(oldVal)) {
					oldVal.__abortController.abort(/* @__PURE__ */ new Error("replaced"));
					const { __staleWhileFetching: s } = oldVal;
					if (s !== void 0 && !noDisposeOnSet) {
						if (this.#hasDispose) this.#dispose?.(s, k, "set");
						if (this.#hasDisposeAfter) this.#disposed?.push([
							s,
							k,
							"set"
						]);
					}
				} else if (!noDisposeOnSet) {
					if (this.#hasDispose) this.#dispose?.(oldVal, k, "set");
					if (this.#hasDisposeAfter) this.#disposed?.push([
						oldVal,
						k,
						"set"
					]);
				}
				this.#removeItemSize(index);
				this.#addItemSize(index, size, status);
				this.#valList[index] = v;
				if (status) {
					status.set = "replace";
					const oldValue = oldVal && this.#isBackgroundFetch(oldVal) ? oldVal.__staleWhileFetching : oldVal;
					if (oldValue !== void 0) status.oldValue = oldValue;
				}
			} else if (status) status.set = "update";
			if (this.#hasOnInsert) this.onInsert?.(v, k, v === oldVal ? "update" : "replace");
		}
		if (ttl !== 0 && !this.#ttls) this.#initializeTTLTracking();
		if (this.#ttls) {
			if (!noUpdateTTL) this.#setItemTTL(index, ttl, start);
			if (status) this.#statusTTL(status, index);
		}
		if (!noDisposeOnSet && this.#hasDisposeAfter && this.#disposed) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
		return this;
	}
	/**
	* Evict the least recently used item, returning its value or
	* `undefined` if cache is empty.
	*/
	pop() {
		try {
			while (this.#size) {
				const val = this.#valList[this.#head];
				this.#evict(true);
				if (this.#isBackgroundFetch(val)) {
					if (val.__staleWhileFetching) return val.__staleWhileFetching;
				} else if (val !== void 0) return val;
			}
		} finally {
			if (this.#hasDisposeAfter && this.#disposed) {
				const dt = this.#disposed;
				let task;
				while (task = dt?.shift()) this.#disposeAfter?.(...task);
			}
		}
	}
	#evict(free) {
		const head = this.#head;
		const k = this.#keyList[head];
		const v = this.#valList[head];
		if (this.#hasFetchMethod && this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("evicted"));
		else if (this.#hasDispose || this.#hasDisposeAfter) {
			if (this.#hasDispose) this.#dispose?.(v, k, "evict");
			if (this.#hasDisposeAfter) this.#disposed?.push([
				v,
				k,
				"evict"
			]);
		}
		this.#removeItemSize(head);
		if (free) {
			this.#keyList[head] = void 0;
			this.#valList[head] = void 0;
			this.#free.push(head);
		}
		if (this.#size === 1) {
			this.#head = this.#tail = 0;
			this.#free.length = 0;
		} else this.#head = this.#next[head];
		this.#keyMap.delete(k);
		this.#size--;
		return head;
	}
	/**
	* Check if a key is in the cache, without updating the recency of use.
	* Will return false if the item is stale, even though it is technically
	* in the cache.
	*
	* Check if a key is in the cache, without updating the recency of
	* use. Age is updated if {@link LRUCache.OptionsBase.updateAgeOnHas} is set
	* to `true` in either the options or the constructor.
	*
	* Will return `false` if the item is stale, even though it is technically in
	* the cache. The difference can be determined (if it matters) by using a
	* `status` argument, and inspecting the `has` field.
	*
	* Will not update item age unless
	* {@link LRUCache.OptionsBase.updateAgeOnHas} is set.
	*/
	has(k, hasOptions = {}) {
		const { updateAgeOnHas = this.updateAgeOnHas, status } = hasOptions;
		const index = this.#keyMap.get(k);
		if (index !== void 0) {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v) && v.__staleWhileFetching === void 0) return false;
			if (!this.#isStale(index)) {
				if (updateAgeOnHas) this.#updateItemAge(index);
				if (status) {
					status.has = "hit";
					this.#statusTTL(status, index);
				}
				return true;
			} else if (status) {
				status.has = "stale";
				this.#statusTTL(status, index);
			}
		} else if (status) status.has = "miss";
		return false;
	}
	/**
	* Like {@link LRUCache#get} but doesn't update recency or delete stale
	* items.
	*
	* Returns `undefined` if the item is stale, unless
	* {@link LRUCache.OptionsBase.allowStale} is set.
	*/
	peek(k, peekOptions = {}) {
		const { allowStale = this.allowStale } = peekOptions;
		const index = this.#keyMap.get(k);
		if (index === void 0 || !allowStale && this.#isStale(index)) return;
		const v = this.#valList[index];
		return this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
	}
	#backgroundFetch(k, index, options, context) {
		const v = index === void 0 ? void 0 : this.#valList[index];
		if (this.#isBackgroundFetch(v)) return v;
		const ac = new AC();
		const { signal } = options;
		signal?.addEventListener("abort", () => ac.abort(signal.reason), { signal: ac.signal });
		const fetchOpts = {
			signal: ac.signal,
			options,
			context
		};
		const cb = (v, updateCache = false) => {
			const { aborted } = ac.signal;
			const ignoreAbort = options.ignoreFetchAbort && v !== void 0;
			if (options.status) {
				if (aborted && !updateCache) {
					options.status.fetchAborted = true;
					options.status.fetchError = ac.signal.reason;
					if (ignoreAbort) options.status.fetchAbortIgnored = true;
				} else options.status.fetchResolved = true;
			}
			if (aborted && !ignoreAbort && !updateCache) return fetchFail(ac.signal.reason);
			const bf = p;
			const vl = this.#valList[index];
			if (vl === p || ignoreAbort && updateCache && vl === void 0) {
				if (v === void 0) {
					if (bf.__staleWhileFetching !== void 0) this.#valList[index] = bf.__staleWhileFetching;
					else this.#delete(k, "fetch");
				} else {
					if (options.status) options.status.fetchUpdated = true;
					this.set(k, v, fetchOpts.options);
				}
			}
			return v;
		};
		const eb = (er) => {
			if (options.status) {
				options.status.fetchRejected = true;
				options.status.fetchError = er;
			}
			return fetchFail(er);
		};
		const fetchFail = (er) => {
			const { aborted } = ac.signal;
			const allowStaleAborted = aborted && options.allowStaleOnFetchAbort;
			const allowStale = allowStaleAborted || options.allowStaleOnFetchRejection;
			const noDelete = allowStale || options.noDeleteOnFetchRejection;
			const bf = p;
			if (this.#valList[index] === p) {
				if (!noDelete || bf.__staleWhileFetching === void 0) this.#delete(k, "fetch");
				else if (!allowStaleAborted) this.#valList[index] = bf.__staleWhileFetching;
			}
			if (allowStale) {
				if (options.status && bf.__staleWhileFetching !== void 0) options.status.returnedStale = true;
				return bf.__staleWhileFetching;
			} else if (bf.__returned === bf) throw er;
		};
		const pcall = (res, rej) => {
			const fmp = this.#fetchMethod?.(k, v, fetchOpts);
			if (fmp && fmp instanceof Promise) fmp.then((v) => res(v === void 0 ? void 0 : v), rej);
			ac.signal.addEventListener("abort", () => {
				if (!options.ignoreFetchAbort || options.allowStaleOnFetchAbort) {
					res(void 0);
					if (options.allowStaleOnFetchAbort) res = (v) => cb(v, true);
				}
			});
		};
		if (options.status) options.status.fetchDispatched = true;
		const p = new Promise(pcall).then(cb, eb);
		const bf = Object.assign(p, {
			__abortController: ac,
			__staleWhileFetching: v,
			__returned: void 0
		});
		if (index === void 0) {
			this.set(k, bf, {
				...fetchOpts.options,
				status: void 0
			});
			index = this.#keyMap.get(k);
		} else this.#valList[index] = bf;
		return bf;
	}
	#isBackgroundFetch(p) {
		if (!this.#hasFetchMethod) return false;
		const b = p;
		return !!b && b instanceof Promise && b.hasOwnProperty("__staleWhileFetching") && b.__abortController instanceof AC;
	}
	async fetch(k, fetchOptions = {}) {
		const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, ttl = this.ttl, noDisposeOnSet = this.noDisposeOnSet, size = 0, sizeCalculation = this.sizeCalculation, noUpdateTTL = this.noUpdateTTL, noDeleteOnFetchRejection = this.noDeleteOnFetchRejection, allowStaleOnFetchRejection = this.allowStaleOnFetchRejection, ignoreFetchAbort = this.ignoreFetchAbort, allowStaleOnFetchAbort = this.allowStaleOnFetchAbort, context, forceRefresh = false, status, signal } = fetchOptions;
		if (!this.#hasFetchMethod) {
			if (status) status.fetch = "get";
			return this.get(k, {
				allowStale,
				updateAgeOnGet,
				noDeleteOnStaleGet,
				status
			});
		}
		const options = {
			allowStale,
			updateAgeOnGet,
			noDeleteOnStaleGet,
			ttl,
			noDisposeOnSet,
			size,
			sizeCalculation,
			noUpdateTTL,
			noDeleteOnFetchRejection,
			allowStaleOnFetchRejection,
			allowStaleOnFetchAbort,
			ignoreFetchAbort,
			status,
			signal
		};
		let index = this.#keyMap.get(k);
		if (index === void 0) {
			if (status) status.fetch = "miss";
			const p = this.#backgroundFetch(k, index, options, context);
			return p.__returned = p;
		} else {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v)) {
				const stale = allowStale && v.__staleWhileFetching !== void 0;
				if (status) {
					status.fetch = "inflight";
					if (stale) status.returnedStale = true;
				}
				return stale ? v.__staleWhileFetching : v.__returned = v;
			}
			const isStale = this.#isStale(index);
			if (!forceRefresh && !isStale) {
				if (status) status.fetch = "hit";
				this.#moveToTail(index);
				if (updateAgeOnGet) this.#updateItemAge(index);
				if (status) this.#statusTTL(status, index);
				return v;
			}
			const p = this.#backgroundFetch(k, index, options, context);
			const staleVal = p.__staleWhileFetching !== void 0 && allowStale;
			if (status) {
				status.fetch = isStale ? "stale" : "refresh";
				if (staleVal && isStale) status.returnedStale = true;
			}
			return staleVal ? p.__staleWhileFetching : p.__returned = p;
		}
	}
	async forceFetch(k, fetchOptions = {}) {
		const v = await this.fetch(k, fetchOptions);
		if (v === void 0) throw new Error("fetch() returned undefined");
		return v;
	}
	memo(k, memoOptions = {}) {
		const memoMethod = this.#memoMethod;
		if (!memoMethod) throw new Error("no memoMethod provided to constructor");
		const { context, forceRefresh, ...options } = memoOptions;
		const v = this.get(k, options);
		if (!forceRefresh && v !== void 0) return v;
		const vv = memoMethod(k, v, {
			options,
			context
		});
		this.set(k, vv, options);
		return vv;
	}
	/**
	* Return a value from the cache. Will update the recency of the cache
	* entry found.
	*
	* If the key is not found, get() will return `undefined`.
	*/
	get(k, getOptions = {}) {
		const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, status } = getOptions;
		const index = this.#keyMap.get(k);
		if (index !== void 0) {
			const value = this.#valList[index];
			const fetching = this.#isBackgroundFetch(value);
			if (status) this.#statusTTL(status, index);
			if (this.#isStale(index)) {
				if (status) status.get = "stale";
				if (!fetching) {
					if (!noDeleteOnStaleGet) this.#delete(k, "expire");
					if (status && allowStale) status.returnedStale = true;
					return allowStale ? value : void 0;
				} else {
					if (status && allowStale && value.__staleWhileFetching !== void 0) status.returnedStale = true;
					return allowStale ? value.__staleWhileFetching : void 0;
				}
			} else {
				if (status) status.get = "hit";
				if (fetching) return value.__staleWhileFetching;
				this.#moveToTail(index);
				if (updateAgeOnGet) this.#updateItemAge(index);
				return value;
			}
		} else if (status) status.get = "miss";
	}
	#connect(p, n) {
		this.#prev[n] = p;
		this.#next[p] = n;
	}
	#moveToTail(index) {
		if (index !== this.#tail) {
			if (index === this.#head) this.#head = this.#next[index];
			else this.#connect(this.#prev[index], this.#next[index]);
			this.#connect(this.#tail, index);
			this.#tail = index;
		}
	}
	/**
	* Deletes a key out of the cache.
	*
	* Returns true if the key was deleted, false otherwise.
	*/
	delete(k) {
		return this.#delete(k, "delete");
	}
	#delete(k, reason) {
		let deleted = false;
		if (this.#size !== 0) {
			const index = this.#keyMap.get(k);
			if (index !== void 0) {
				deleted = true;
				if (this.#size === 1) this.#clear(reason);
				else {
					this.#removeItemSize(index);
					const v = this.#valList[index];
					if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
					else if (this.#hasDispose || this.#hasDisposeAfter) {
						if (this.#hasDispose) this.#dispose?.(v, k, reason);
						if (this.#hasDisposeAfter) this.#disposed?.push([
							v,
							k,
							reason
						]);
					}
					this.#keyMap.delete(k);
					this.#keyList[index] = void 0;
					this.#valList[index] = void 0;
					if (index === this.#tail) this.#tail = this.#prev[index];
					else if (index === this.#head) this.#head = this.#next[index];
					else {
						const pi = this.#prev[index];
						this.#next[pi] = this.#next[index];
						const ni = this.#next[index];
						this.#prev[ni] = this.#prev[index];
					}
					this.#size--;
					this.#free.push(index);
				}
			}
		}
		if (this.#hasDisposeAfter && this.#disposed?.length) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
		return deleted;
	}
	/**
	* Clear the cache entirely, throwing away all values.
	*/
	clear() {
		return this.#clear("delete");
	}
	#clear(reason) {
		for (const index of this.#rindexes({ allowStale: true })) {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
			else {
				const k = this.#keyList[index];
				if (this.#hasDispose) this.#dispose?.(v, k, reason);
				if (this.#hasDisposeAfter) this.#disposed?.push([
					v,
					k,
					reason
				]);
			}
		}
		this.#keyMap.clear();
		this.#valList.fill(void 0);
		this.#keyList.fill(void 0);
		if (this.#ttls && this.#starts) {
			this.#ttls.fill(0);
			this.#starts.fill(0);
		}
		if (this.#sizes) this.#sizes.fill(0);
		this.#head = 0;
		this.#tail = 0;
		this.#free.length = 0;
		this.#calculatedSize = 0;
		this.#size = 0;
		if (this.#hasDisposeAfter && this.#disposed) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
	}
};
//#endregion
export { mayMailReset as $, createJobRunner as A, anchor$1 as At, groupByChange as B, AppError as Bt, renew as C, list$1 as Ct, retryDelayMs as D, verify$1 as Dt, readSender as E, recordByOperator as Et, NOT_LEASED as F, follow as Ft, countSubs as G, assertMayMail as H, failParameter as Ht, firstFree as I, OUTSIDE_TRANSACTIONS as It, find$2 as J, emailKey as K, isFree as L, inTransaction as Lt, COUNTED as M, sealBlank as Mt, WorkQueue as N, findSeal as Nt, languageOf as O, ofAll as Ot, createWorkLoop as P, listGrown as Pt, listSubs as Q, leasesOf as R, systemContext as Rt, removeBefore as S, SERVICE as St, oneLine as T, recordAll as Tt, assertMayMailCode as U, assertEmailFree as V, fail as Vt, change as W, getSub as X, findByEmail as Y, hold$1 as Z, forgetExpired as _, Lines as _t, canBeRead as a, renewResetMails as at, keepWaiting as b, isListed as bt, findAny as c, countAttempt as ct, listOf as d, retryAfterOf as dt, nameOf as et, send as f, hashPassword as ft, countDue as g, LOCALLY as gt, clearLeases as h, verifyPassword as ht, warn as i, remove$1 as it, schedule as j, beginAnew as jt, messages as k, own as kt, linkTo$1 as l, forgetAttempts as lt, claim as m, newToken as mt, mailHeld as n, openIfFree as nt, contentOf as o, view as ot, sendToAccount as p, hashToken as pt, ensureFirst as q, noteSignIn as r, ownerOf as rt, countWaiting as s, withinQuota as st, LRUCache as t, open as tt, listAll as u, removeOldAttempts as ut, giveBack as v, prepared as vt, settle as w, record as wt, nextDue as x, isOneOf as xt, hasDue as y, preparedFor as yt, holding as z, LATE as zt };
