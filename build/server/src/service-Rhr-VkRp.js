import { t as __exportAll } from "./rolldown-runtime-8H4AJuhK.js";
import { n as maskUrl, t as SERVICE_NAMES } from "./rules-Ckp6_WcM.js";
import { O as build_default } from "./lock-capability-DFzoqLhG.js";
import { a as checkWindow, c as Check, n as decide$1, o as overlaps, r as localText, t as nextWindows } from "./src-FcBeM93y.js";
import { F as AUTH_TYPES, I as AUTH_TYPE_NAMES, P as AUTH_TYPE, _ as SCOPES, a as SERVICE_IDS, c as AUTOMATION, f as INTERCOM_VERIFIED, m as NOTIFICATION_STATUS, p as NOTIFICATION_OS, w as SMARTLOCK_TYPE } from "./src-BsslFKKG.js";
import { $ as mayMailReset, B as groupByChange, Et as recordByOperator, F as NOT_LEASED, Ft as follow$1, H as assertMayMail, Ht as failParameter, I as firstFree, J as find$15, K as emailKey, L as isFree, Lt as inTransaction, M as COUNTED, Mt as sealBlank, R as leasesOf, St as SERVICE, Tt as recordAll, U as assertMayMailCode, V as assertEmailFree, Vt as fail, W as change$3, Y as findByEmail$2, Z as hold$4, a as canBeRead, at as renewResetMails, c as findAny, ct as countAttempt, et as nameOf$1, f as send, ft as hashPassword, gt as LOCALLY, i as warn$1, j as schedule, l as linkTo, mt as newToken, nt as openIfFree, ot as view$2, pt as hashToken, rt as ownerOf, s as countWaiting, st as withinQuota$1, t as LRUCache, tt as open$2, u as listAll$2, vt as prepared, wt as record, xt as isOneOf, yt as preparedFor, z as holding, zt as LATE } from "./esm-BFPbzlf6.js";
import { m as sql, o as toWireDate, p as DialectAdapterBase, s as inDatabaseTransaction, t as createIds, u as engineOf } from "./ids-Do-e9haK.js";
import { a as bindable, c as DefaultQueryCompiler, i as LocalChanges, l as Kysely, n as migrate, o as DEFAULT_MIGRATION_LOCK_TABLE, s as DEFAULT_MIGRATION_TABLE, t as StoreHealth } from "./store-health-URJu1gk8.js";
import { B as assertMayAdd, Et as resolve$1, Ft as isWithin$1, H as factorsOf, J as countApplied, K as hold$5, Kt as oldSecretColumns, Mt as assertMayRead, N as forgetRequest, Nt as headOf, O as renewProof, Pt as isVisible, Q as listApplications$1, R as removeIfIdle, T as provedWithin, Tt as hasAddress, U as isProtected, V as assertStillThere$1, W as shownBySession, Y as decide$2, _ as liftLock, g as endAll, gt as removeAllTokens, i as endPending$1, jt as targetFor, k as touch$1, l as touchGrant, m as authenticate, n as endGrants, nt as setWebhookStatus, qt as openOldSecret, rt as showApplication, ut as get$9, wt as assertLocks, x as noteSecondFactor, xt as touch, zt as replayFloor } from "./service-BFPIaGEg.js";
import { t as LocalWake } from "./wake-Bw_T33G9.js";
import { a as networkList, l as parseAddress, n as isLoopback, r as isNetwork } from "./networks-DBFyHIwG.js";
import { t as keyOf$1 } from "./file-COd0RAvK.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { S as namesProxies, b as speaksTls, g as giveUp, x as transportProblems } from "./service-Cp1lQBlc.js";
import { c as storeTroubleOf, s as explainedTrouble } from "./partitions-DYhO076N.js";
import { $ as endAction, A as addressOf, At as move, Ct as isOfShares, Et as readInSlices, Jt as isOnline, Lt as findForUpdate$4, Nt as revokeAllLogins, Ot as endAll$1, P as loseConnection, dt as acceptFamily, en as switchesOf, f as withKeypad, ft as endedChildren, i as hold$6, in as GROWING_TABLES, jt as maskHeaders, k as NAME_LENGTHS, n as capabilityOf, o as namesOf$1, pt as findAny$1, r as get$10, s as onlineAmong, t as assertOwn, tn as emit, ut as accept, v as removeSomeOfLog } from "./service-DFAaALax.js";
import { t as MovableClock } from "./movable-clock-BKJ6hOJx.js";
import { chownSync, close, closeSync, constants, existsSync, fdatasync, fstatSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, write, writeFileSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { join } from "node:path";
import { isIP } from "node:net";
import { setImmediate as setImmediate$1 } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { readFile } from "node:fs/promises";
import { lookup } from "node:dns";
import { createSecureContext, rootCertificates } from "node:tls";
import { pino } from "pino";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { RE2JS, RE2JSException } from "re2js";
//#region node_modules/kysely/dist/dialect/sqlite/sqlite-query-compiler.js
const ID_WRAP_REGEX = /"/g;
const JSON_PATH_MEMBER_ESCAPE_REGEX = /[\\'"]/g;
var SqliteQueryCompiler = class extends DefaultQueryCompiler {
	visitOrAction(node) {
		this.append("or ");
		this.append(node.action);
	}
	getCurrentParameterPlaceholder() {
		return "?";
	}
	getLeftExplainOptionsWrapper() {
		return "";
	}
	getRightExplainOptionsWrapper() {
		return "";
	}
	getLeftIdentifierWrapper() {
		return "\"";
	}
	getRightIdentifierWrapper() {
		return "\"";
	}
	getAutoIncrement() {
		return "autoincrement";
	}
	sanitizeIdentifier(identifier) {
		return identifier.replace(ID_WRAP_REGEX, "\"\"");
	}
	sanitizeJSONPathMemberValue(value) {
		return value.replace(JSON_PATH_MEMBER_ESCAPE_REGEX, (char) => char === "\\" ? "\\\\" : char === "'" ? "''" : "\\\"");
	}
	visitDefaultInsertValue(_) {
		this.append("null");
	}
};
//#endregion
//#region node_modules/kysely/dist/dialect/sqlite/sqlite-introspector.js
var SqliteIntrospector = class {
	#db;
	constructor(db) {
		this.#db = db;
	}
	async getSchemas() {
		return [];
	}
	async getTables(options = { withInternalKyselyTables: false }) {
		return await this.#getTableMetadata(options);
	}
	#tablesQuery(qb, options) {
		let tablesQuery = qb.selectFrom("sqlite_master").where("type", "in", ["table", "view"]).where("name", "not like", "sqlite_%").select([
			"name",
			"sql",
			"type"
		]).orderBy("name");
		if (!options.withInternalKyselyTables) tablesQuery = tablesQuery.where("name", "!=", DEFAULT_MIGRATION_TABLE).where("name", "!=", DEFAULT_MIGRATION_LOCK_TABLE);
		return tablesQuery;
	}
	async #getTableMetadata(options) {
		const tablesResult = await this.#tablesQuery(this.#db, options).execute();
		const tableMetadata = await this.#db.with("table_list", (qb) => this.#tablesQuery(qb, options)).selectFrom(["table_list as tl", sql`pragma_table_info(tl.name)`.as("p")]).select([
			"tl.name as table",
			"p.cid",
			"p.name",
			"p.type",
			"p.notnull",
			"p.dflt_value",
			"p.pk"
		]).orderBy("tl.name").orderBy("p.cid").execute();
		const columnsByTable = {};
		for (const row of tableMetadata) {
			columnsByTable[row.table] ??= [];
			columnsByTable[row.table].push(row);
		}
		return tablesResult.map(({ name, sql, type }) => {
			let autoIncrementCol = sql?.split(/[\(\),]/)?.find((it) => it.toLowerCase().includes("autoincrement"))?.trimStart()?.split(/\s+/)?.[0]?.replace(/["`]/g, "");
			const columns = columnsByTable[name] ?? [];
			if (!autoIncrementCol) {
				const pkCols = columns.filter((r) => r.pk > 0);
				if (pkCols.length === 1 && pkCols[0].type.toLowerCase() === "integer") autoIncrementCol = pkCols[0].name;
			}
			return {
				name,
				isView: type === "view",
				isForeign: false,
				columns: columns.map((col) => ({
					name: col.name,
					dataType: col.type,
					isNullable: !col.notnull,
					isAutoIncrementing: col.name === autoIncrementCol,
					hasDefaultValue: col.dflt_value != null,
					comment: void 0
				}))
			};
		});
	}
};
//#endregion
//#region node_modules/kysely/dist/dialect/sqlite/sqlite-adapter.js
var SqliteAdapter = class extends DialectAdapterBase {
	get supportsMultipleConnections() {
		return false;
	}
	get supportsTransactionalDdl() {
		return false;
	}
	get supportsReturning() {
		return true;
	}
	async acquireMigrationLock(_db, _opt) {}
	async releaseMigrationLock(_db, _opt) {}
};
//#endregion
//#region packages/server/src/features/audit/present.ts
/** An entry that somebody changed can still be shown; verification finds that it was. */
function readDetail(text) {
	try {
		const value = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]));
	} catch {}
	return { text };
}
const presentEntry = (row) => ({
	id: row.seq,
	date: toWireDate(row.at),
	action: row.action,
	...row.actor_account_id !== null && { accountId: row.actor_account_id },
	name: row.actor_name,
	...row.subject !== null && { subject: row.subject },
	...row.detail !== null && { detail: readDetail(row.detail) },
	...row.request_id !== null && { requestId: row.request_id },
	hash: row.hash
});
//#endregion
//#region packages/server/src/features/audit/export.ts
const PAGE$2 = 500;
/** The whole log of an account, oldest first, some entries at a time: its length costs time and no memory. */
async function* pages(ctx, accountId) {
	for (let after = 0;;) {
		const rows = await follow$1(ctx.db, accountId, after, PAGE$2);
		yield rows.map(presentEntry);
		if (rows.length < PAGE$2) return;
		after = rows.at(-1)?.seq ?? after;
	}
}
const COLUMNS = [
	"id",
	"date",
	"action",
	"accountId",
	"name",
	"subject",
	"detail",
	"requestId",
	"hash"
];
/**
* A field of a CSV file. Spreadsheets run what begins like a formula, and names are written by strangers: such a text
* gets an apostrophe before it, as OWASP advises.
*/
function csvField(value) {
	const plain = value.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
	const safe = /^\s*[=+\-@＝＋－＠]|^[\t\n]/.test(plain) ? `'${plain}` : plain;
	return /[",;\t\n']/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe;
}
const textOf$1 = (value) => value === void 0 ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
const csvLine = (entry) => `${COLUMNS.map((column) => csvField(textOf$1(entry[column]))).join(",")}\r\n`;
/** The file, part by part. */
async function* exported(ctx, accountId, format) {
	if (format === "csv") yield `${COLUMNS.join(",")}\r\n`;
	for await (const entries of pages(ctx, accountId)) yield entries.map(format === "csv" ? csvLine : (entry) => `${JSON.stringify(entry)}\n`).join("");
}
//#endregion
//#region packages/server/src/platform/store/marks.ts
/** What the service remembers about its store, by name. */
const findMark = async (db, name) => (await db.selectFrom("service_mark").select("value").where("name", "=", name).executeTakeFirst())?.value;
/** Stays as it is where it is there already. */
const insertMark = (db, name, value) => db.insertInto("service_mark").values({
	name,
	value
}).onConflict((c) => c.column("name").doNothing()).execute();
/** The mark's value, locked until the transaction ends: one process at a time changes what it stands for. */
const lockMark = async (db, name) => {
	return (await db.insertInto("service_mark").values({
		name,
		value: ""
	}).onConflict((c) => c.column("name").doUpdateSet((e) => ({ value: e.ref("service_mark.value") }))).returning("value").executeTakeFirstOrThrow()).value;
};
const setMark = (db, name, value) => db.updateTable("service_mark").set({ value }).where("name", "=", name).execute();
const removeMark = (db, name) => db.deleteFrom("service_mark").where("name", "=", name).execute();
/** Writes what is there already: whether anything can be written at all. */
const rewriteMarks = (db) => db.updateTable("service_mark").set((e) => ({ value: e.ref("value") })).execute();
//#endregion
//#region packages/server/src/features/openers/store.ts
const brands$1 = (db) => db.selectFrom("intercom_brand").selectAll().orderBy("brand_key").execute();
const findBrand = (db, brandId) => db.selectFrom("intercom_brand").selectAll().where("brand_id", "=", brandId).executeTakeFirst();
/** The models of one brand by name, or those that changed lately, newest first. */
const intercoms$2 = (db, { brandId, verified, updatedSince }) => db.selectFrom("intercom").selectAll().$if(brandId !== void 0, (q) => q.where("brand_id", "=", brandId)).$if(verified !== void 0, (q) => q.where("verified", "=", verified)).$if(updatedSince !== void 0, (q) => q.where("updated_at", ">=", updatedSince).orderBy("updated_at", "desc")).orderBy("brand_id").orderBy("model_key").execute();
const findIntercom = (db, intercomId) => db.selectFrom("intercom").selectAll().where("intercom_id", "=", intercomId).executeTakeFirst();
const insertBrands = (db, rows) => db.insertInto("intercom_brand").values(rows).execute();
const renameBrand = (db, { brand_id, ...names }) => db.updateTable("intercom_brand").set(names).where("brand_id", "=", brand_id).execute();
const removeBrands = (db, brandIds) => db.deleteFrom("intercom_brand").where("brand_id", "in", brandIds).execute();
const insertIntercoms = (db, rows) => db.insertInto("intercom").values(rows).execute();
const removeIntercoms = (db, intercomIds) => db.deleteFrom("intercom").where("intercom_id", "in", intercomIds).execute();
//#endregion
//#region packages/server/src/features/openers/catalogue/plan.ts
/** Ids below belong to the shipped catalogue; from here on the service gives them to the operator's entries. */
const FIRST_OPERATOR_ID = 1e6;
const nameOf = ({ brand_id, model_key }) => `${brand_id} ${model_key}`;
/** Compares a file with what is stored. */
function planImport(stored, entries, options) {
	const planner = new Planner(stored, options);
	for (const entry of entries) planner.take(entry);
	return planner.finish();
}
var Planner = class {
	#options;
	#brandsById;
	#brandsByKey;
	#models;
	#modelsById;
	#modelsByName;
	#named = /* @__PURE__ */ new Set();
	#usedBrands = /* @__PURE__ */ new Set();
	#plan;
	constructor({ brands, models }, options) {
		this.#options = options;
		this.#brandsById = new Map(brands.map((brand) => [brand.brand_id, brand]));
		this.#brandsByKey = new Map(brands.map((brand) => [brand.brand_key, brand]));
		this.#models = models;
		this.#modelsById = new Map(models.map((model) => [model.intercom_id, model]));
		this.#modelsByName = new Map(models.map((model) => [nameOf(model), model]));
		this.#plan = {
			brands: {
				added: [],
				renamed: [],
				removed: []
			},
			models: {
				added: [],
				changed: [],
				removed: []
			},
			problems: [],
			lastId: Math.max(options.lastId, FIRST_OPERATOR_ID)
		};
	}
	take(entry) {
		const brand = this.#brandOf(entry);
		if (!brand) return;
		const named = this.#modelsByName.get(nameOf({
			brand_id: brand.brand_id,
			model_key: keyOf$1(entry.model)
		}));
		const stored = entry.intercomId === void 0 ? named : this.#modelsById.get(entry.intercomId);
		if (named !== void 0 && stored?.intercom_id !== named.intercom_id && !this.#replacesAll) this.#nameIsTaken(entry, named);
		else if (stored) this.#change(stored, brand, entry);
		else this.#add(brand, entry);
	}
	finish() {
		const { removes } = this.#options;
		const { brands, models } = this.#plan;
		const goes = (model) => !this.#named.has(model.intercom_id) && (removes === "all" || model.origin === removes);
		models.removed.push(...this.#models.filter(goes));
		const gone = new Set(models.removed.map((model) => model.intercom_id));
		const kept = this.#models.filter((model) => !gone.has(model.intercom_id));
		const changedIds = new Map(models.changed.map((model) => [model.intercom_id, model]));
		const used = new Set([...kept.map((model) => changedIds.get(model.intercom_id) ?? model), ...models.added].map((model) => model.brand_id));
		brands.removed.push(...[...this.#brandsById.values()].filter((brand) => !used.has(brand.brand_id)));
		return this.#plan;
	}
	/** Then a name that is taken will be free: whatever the file does not name by this id goes. */
	get #replacesAll() {
		return this.#options.removes === "all";
	}
	#problem({ row }, text) {
		this.#plan.problems.push(`Row ${row}: ${text}`);
	}
	/** A shipped entry gives way to what the operator called the same. */
	#nameIsTaken(entry, { intercom_id, origin }) {
		this.#named.add(intercom_id);
		if (this.#leavesAlone(origin)) return;
		this.#problem(entry, `${entry.brand} ${entry.model} is intercomId ${intercom_id} already.`);
	}
	/** What the operator touched stays, unless everything but the file goes. */
	#leavesAlone(origin) {
		return this.#options.origin === "shipped" && this.#options.removes === "shipped" && origin === "operator";
	}
	/** By its id where the operator gives one, else by its name: an operator's brand keeps its id when it is shipped later. */
	#brandOf(entry) {
		const byKey = this.#brandsByKey.get(keyOf$1(entry.brand));
		const byId = entry.brandId === void 0 ? void 0 : this.#brandsById.get(entry.brandId);
		const keepsId = this.#options.origin === "shipped" && !this.#replacesAll;
		if (byKey && (byId === byKey || entry.brandId === void 0 || keepsId)) return this.#useBrand(byKey);
		if (byKey && !(this.#replacesAll && !this.#usedBrands.has(byKey.brand_id))) return this.#problem(entry, `the brand ${entry.brand} is brandId ${byKey.brand_id}.`);
		return byId ? this.#renameBrand(byId, entry) : this.#addBrand(entry);
	}
	#useBrand(brand) {
		this.#usedBrands.add(brand.brand_id);
		return brand;
	}
	#renameBrand(stored, entry) {
		const { renamed } = this.#plan.brands;
		if (this.#usedBrands.has(stored.brand_id)) return this.#problem(entry, `brandId ${stored.brand_id} is ${stored.brand} in another row.`);
		const brand = {
			...stored,
			brand: entry.brand,
			brand_key: keyOf$1(entry.brand)
		};
		if (this.#brandsByKey.get(stored.brand_key) === stored) this.#brandsByKey.delete(stored.brand_key);
		renamed.push(brand);
		return this.#keepBrand(brand);
	}
	#addBrand(entry) {
		const brand_id = this.#newId(entry, "brandId");
		if (brand_id === void 0) return void 0;
		const brand = {
			brand_id,
			brand: entry.brand,
			brand_key: keyOf$1(entry.brand)
		};
		this.#plan.brands.added.push(brand);
		return this.#keepBrand(brand);
	}
	#keepBrand(brand) {
		this.#brandsById.set(brand.brand_id, brand);
		this.#brandsByKey.set(brand.brand_key, brand);
		return this.#useBrand(brand);
	}
	#add(brand, entry) {
		const intercom_id = this.#newId(entry, "intercomId");
		if (intercom_id === void 0) return;
		const { now: created_at, origin } = this.#options;
		const values = {
			...BLANK,
			...columnsOf$3(entry),
			brand_id: brand.brand_id
		};
		this.#plan.models.added.push({
			intercom_id,
			...values,
			origin,
			created_at,
			updated_at: created_at
		});
	}
	#change(stored, { brand_id }, entry) {
		this.#named.add(stored.intercom_id);
		if (this.#leavesAlone(stored.origin)) return;
		const { origin, now } = this.#options;
		const values = {
			...stored,
			...origin === "shipped" && BLANK,
			...columnsOf$3(entry),
			brand_id
		};
		const isNews = changedColumns(stored, values).length > 0;
		const changesHands = origin === "shipped" && stored.origin === "operator";
		if (isNews || changesHands) this.#plan.models.changed.push({
			...values,
			origin,
			updated_at: isNews ? now : stored.updated_at
		});
	}
	/** Ids of the shipped file are its own; an operator's catalogue chooses freely only where nothing shipped is left. */
	#newId(entry, name) {
		const { origin, removes } = this.#options;
		const given = entry[name];
		if (given === void 0) return ++this.#plan.lastId;
		if (origin === "operator" && removes !== "all" && given < FIRST_OPERATOR_ID) return this.#problem(entry, `${name} ${given}: numbers below ${FIRST_OPERATOR_ID} are the shipped ones.`);
		this.#plan.lastId = Math.max(this.#plan.lastId, given);
		return given;
	}
};
/** A model of which nothing is known but its name: nobody has checked it. */
const BLANK = {
	type: 0,
	verified: INTERCOM_VERIFIED.maybeCompatible,
	con_gnd_bus: "",
	con_bus_audio: "",
	con_audioout: "",
	con_doorbell_plus: "",
	con_doorbell_minus: "",
	con_opendoor: "",
	con_gnd_analogue: "",
	bus_mode_switch: 0,
	short_circuit_duration: 0,
	source: ""
};
const COLUMN_OF = {
	type: "type",
	verified: "verified",
	busModeSwitch: "bus_mode_switch",
	busModeSwitchShortCircuitDuration: "short_circuit_duration",
	conGndBus: "con_gnd_bus",
	conBusAudio: "con_bus_audio",
	conAudioout: "con_audioout",
	conDoorbellPlus: "con_doorbell_plus",
	conDoorbellMinus: "con_doorbell_minus",
	conOpendoor: "con_opendoor",
	conGndAnalogue: "con_gnd_analogue",
	source: "source"
};
function columnsOf$3({ model, fields }) {
	const values = Object.entries(fields).map(([name, value]) => [COLUMN_OF[name], value]);
	return {
		...Object.fromEntries(values),
		model,
		model_key: keyOf$1(model)
	};
}
const changedColumns = (before, after) => [
	...Object.values(COLUMN_OF),
	"model",
	"brand_id"
].filter((column) => before[column] !== after[column]);
//#endregion
//#region packages/server/src/features/openers/catalogue/service.ts
/** The reviewed catalogue that comes with the service. */
const SHIPPED_CATALOGUE = new URL("../../../../catalogue/intercoms.csv", new URL("./features/openers/catalogue/service.ts", import.meta.url).href);
/** Which shipped file is loaded, by its hash; or that the operator's catalogue took its place. */
const LOADED = "intercom_catalogue";
const REPLACED = "replaced";
/** The greatest id given out: ids are never used again (D18). */
const LAST_ID = "intercom_last_id";
const ROWS_PER_STATEMENT = 200;
const hashOf$1 = (text) => createHash("sha256").update(text).digest("hex");
/** Its reader is loaded only where there is something to read: most starts find the catalogue as they left it. */
async function readText(text) {
	const { readCatalogue } = await import("./file-wbDfxzPZ.js");
	return readCatalogue(text);
}
/** At every start: a shipped file that is not the one loaded last takes effect; the operator's entries stay. */
async function loadShipped(ctx) {
	const text = await readFile(SHIPPED_CATALOGUE, "utf8");
	const hash = hashOf$1(text);
	const isUpToDate = (mark) => mark === hash || mark === REPLACED;
	if (isUpToDate(await findMark(ctx.db, LOADED))) return;
	const { entries, problems } = await readText(text);
	await inTransaction(ctx, async (tx) => {
		if (isUpToDate(await lockMark(tx.db, LOADED))) return;
		const plan = await planOf$1(tx, entries, {
			origin: "shipped",
			removes: "shipped"
		});
		const [problem] = [...problems, ...plan.problems];
		if (problem !== void 0) throw new Error(`the shipped catalogue of intercoms: ${problem}`);
		await apply(tx, plan);
		await setMark(tx.db, LOADED, hash);
	});
}
/** The operator's own entries, or a whole catalogue. With any problem, and on a dry run, nothing is changed. */
async function importCatalogue(ctx, request) {
	const { text, replace, dryRun } = request;
	const isShipped = replace && hashOf$1(text) === hashOf$1(await readFile(SHIPPED_CATALOGUE, "utf8"));
	const { entries, problems } = await readText(text);
	return inTransaction(ctx, async (tx) => {
		await lockMark(tx.db, LOADED);
		const plan = await planOf$1(tx, entries, {
			origin: isShipped ? "shipped" : "operator",
			removes: replace ? "all" : "none"
		});
		plan.problems.unshift(...problems);
		if (dryRun || plan.problems.length > 0) return plan;
		await apply(tx, plan);
		if (replace) await setMark(tx.db, LOADED, isShipped ? hashOf$1(text) : REPLACED);
		return plan;
	});
}
async function planOf$1(ctx, entries, options) {
	const stored = {
		brands: await brands$1(ctx.db),
		models: await intercoms$2(ctx.db, {})
	};
	const lastId = Number(await lockMark(ctx.db, LAST_ID));
	return planImport(stored, entries, {
		...options,
		lastId,
		now: ctx.clock.now()
	});
}
/** What changes is taken out and put back whole. */
async function apply({ db }, { brands, models, lastId }) {
	const gone = [...models.removed, ...models.changed].map((model) => model.intercom_id);
	for (const ids of inParts(gone)) await removeIntercoms(db, ids);
	for (const rows of inParts(brands.removed)) await removeBrands(db, rows.map((row) => row.brand_id));
	for (const brand of brands.renamed) await renameBrand(db, {
		...brand,
		brand_key: `\n${brand.brand_id}`
	});
	for (const brand of brands.renamed) await renameBrand(db, brand);
	for (const rows of inParts(brands.added)) await insertBrands(db, rows);
	for (const rows of inParts([...models.added, ...models.changed])) await insertIntercoms(db, rows);
	await setMark(db, LAST_ID, String(lastId));
}
function inParts(rows) {
	const count = Math.ceil(rows.length / ROWS_PER_STATEMENT);
	return Array.from({ length: count }, (_, i) => rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT));
}
//#endregion
//#region packages/server/src/features/openers/service.ts
/** What counts as recent (D78). */
const RECENT_MS = 2592e6;
const brands = (ctx) => brands$1(ctx.db);
const brand = async (ctx, brandId) => await findBrand(ctx.db, brandId) ?? ctx.fail("not_found");
/** Without a brand only what changed lately: the whole catalogue is nobody's question (D78). */
async function intercoms$1(ctx, query) {
	const { brandId, ignoreVerified = false, recentlyChanged = false } = query;
	if (brandId === void 0 && !recentlyChanged) failParameter(ctx.fail, "query.brandId", "is required unless recentlyChanged is true");
	return intercoms$2(ctx.db, {
		brandId,
		verified: ignoreVerified ? void 0 : INTERCOM_VERIFIED.verified,
		updatedSince: recentlyChanged ? ctx.clock.now() - RECENT_MS : void 0
	});
}
const intercom = async (ctx, intercomId) => await findIntercom(ctx.db, intercomId) ?? ctx.fail("not_found");
//#endregion
//#region packages/server/src/platform/store/sqlite-connection.ts
/** Only a foreign program that writes to the file can make us wait, for instance a backup by hand. */
const BUSY_TIMEOUT_MS = 5e3;
/** How many prepared statements a connection keeps. */
const STATEMENT_LIMIT = 500;
/** One SQLite handle with its prepared statements. Everything here is synchronous. */
var SqliteConnection = class {
	#database;
	#statements = new LRUCache({ max: STATEMENT_LIMIT });
	constructor(database) {
		this.#database = database;
	}
	/** True between BEGIN and the end of the transaction, also when SQLite itself ended it. */
	get isTransaction() {
		return this.#database.isTransaction;
	}
	/** Runs one statement. There is no `insertId`: PostgreSQL has none, so both engines use RETURNING. */
	execute(sql, parameters = []) {
		const { statement, columns, changesSchema } = this.#keep(sql);
		if (columns.length > 0) return { rows: statement.all(...allBindable(parameters)).map((values) => toRow(columns, values)) };
		const { changes } = statement.run(...allBindable(parameters));
		if (changesSchema) this.forgetStatements();
		return {
			rows: [],
			numAffectedRows: BigInt(changes)
		};
	}
	/** Reads row by row. The statement is its own: a kept one would be reset by its next use. */
	*iterate(sql, parameters) {
		const { statement, columns } = this.#prepare(sql);
		for (const values of statement.iterate(...allBindable(parameters))) yield toRow(columns, values);
	}
	/** To be called after the schema changed: a kept statement knows its columns from when it was prepared. */
	forgetStatements() {
		this.#statements.clear();
	}
	/** Calls `note` for every row of these tables that is inserted, updated or deleted, also by a cascade. */
	watchRows(tables, note) {
		this.#database.function("note_row", (ownerId, id) => {
			note(Number(ownerId), Number(id));
			return null;
		});
		for (const { name, owner, id } of tables) for (const [event, row] of [
			["insert", "new"],
			["update", "new"],
			["delete", "old"]
		]) this.#database.exec(`create temp trigger note_${name}_${event} after ${event} on main.${name}
           begin select note_row(${row}.${owner}, ${row}.${id}); end`);
		this.forgetStatements();
	}
	close() {
		this.#database.close();
	}
	#keep(sql) {
		const known = this.#statements.get(sql);
		if (known) return known;
		const prepared = this.#prepare(sql);
		this.#statements.set(sql, prepared);
		return prepared;
	}
	#prepare(sql) {
		const statement = this.#database.prepare(sql);
		const columns = statement.columns().map((column) => column.name);
		statement.setReturnArrays(true);
		statement.setReadBigInts(columns.length === 0);
		return {
			statement,
			columns,
			changesSchema: /^\s*(create|alter|drop)\b/i.test(sql)
		};
	}
};
function toRow(columns, values) {
	const row = {};
	for (let i = 0; i < columns.length; i++) row[columns[i]] = values[i];
	return row;
}
const allBindable = (parameters) => parameters.map(bindable);
//#endregion
//#region packages/server/src/platform/store/commit-mark.ts
const markFileOf = (dataDir) => join(dataDir, "latchwork.mark");
/** What an operator says instead of a mark; good for one start. */
const TAKE_AS_IT_IS = "take the database as it is\n";
const BEGIN_ANEW = "begin anew\n";
/** Two places, written in turn: whatever becomes of a write, the one before it is whole. */
const SLOT_BYTES = 512;
/** The mark is behind the database by so much at most; a kill in between leaves it there. */
const EVERY_MS = 100;
/** The mark in the database, by its name there. */
const COMMITS = "commits";
const SET = `update service_mark set value = ? where name = '${COMMITS}'`;
const GET = `select value from service_mark where name = '${COMMITS}'`;
/**
* Counts commits, in the database and, once they are on the disk, in a file beside it. A database that is behind that
* file has lost something: its write-ahead log, or its place to an older copy (ADR 0041). The count costs a page of the
* log for each COMMIT and no sync; the file is written ten times a second at most, by a thread, and never waited for.
*/
var CommitMark = class {
	#connection;
	#file;
	#seal;
	#counted;
	#durable;
	#written;
	#slot = 1;
	#timer;
	#writing;
	#isClosing = false;
	constructor({ dataDir, connection, seal, counted }) {
		this.#connection = connection;
		this.#seal = seal;
		this.#counted = this.#durable = readMark(counted)?.commit ?? 0;
		this.#file = openSync(markFileOf(dataDir), constants.O_RDWR | constants.O_CREAT, 384);
		writeSync(this.#file, ...this.#next());
	}
	/** To be called in the transaction that is about to be committed. */
	count() {
		this.#counted += 1;
		this.#connection.execute(SET, [print({
			commit: this.#counted,
			at: Date.now()
		})]);
	}
	/** Everything that was counted is on the disk. */
	isDurable() {
		this.#durable = this.#counted;
		this.#timer ??= setTimeout(() => this.#write(), EVERY_MS).unref();
	}
	async close() {
		this.#isClosing = true;
		clearTimeout(this.#timer);
		await this.#writing;
		try {
			if (this.#written !== this.#durable) writeSync(this.#file, ...this.#next());
			fsyncSync(this.#file);
		} catch {} finally {
			closeSync(this.#file);
		}
	}
	/** What it fails with says nothing about the database: the mark stays where it was. */
	#write() {
		this.#writing = writeAt(this.#file, ...this.#next()).catch(() => void 0).finally(() => {
			this.#writing = void 0;
			this.#timer = void 0;
			if (!this.#isClosing && this.#written !== this.#durable) this.isDurable();
		});
	}
	#next() {
		this.#written = this.#durable;
		this.#slot = 1 - this.#slot;
		const sealed = this.#seal(print({
			commit: this.#durable,
			at: Date.now()
		}));
		return [
			Buffer.from(`${sealed.padEnd(511)}\n`, "latin1"),
			0,
			SLOT_BYTES,
			this.#slot * SLOT_BYTES
		];
	}
};
const writeAt = promisify(write);
const print = ({ commit, at }) => `${commit} ${at}`;
function readMark(text) {
	const [, commit, at] = /^(\d+) (\d+)$/.exec(text ?? "") ?? [];
	return commit === void 0 ? void 0 : {
		commit: Number(commit),
		at: Number(at)
	};
}
function saidIn({ dataDir, open }) {
	const path = markFileOf(dataDir);
	if (!statSync(path, { throwIfNoEntry: false })) return "nothing";
	const text = readFileSync(path, "latin1");
	if (text === "take the database as it is\n") return "takeAsItIs";
	if (text === "begin anew\n") return "beginAnew";
	return text.split("\n").flatMap((line) => openedMark(line.trim(), open) ?? []).sort((a, b) => b.commit - a.commit)[0] ?? "unreadable";
}
function openedMark(line, open) {
	try {
		return readMark(open(line));
	} catch {
		return;
	}
}
/**
* Refuses a database that is not what it was, before anybody writes to it: SQLite would take a log that it cannot read
* for none, and throw it away with the first change.
*/
function inspectDatabase(inspection) {
	const { dataDir, hadKey, onUnreadableMark } = inspection;
	const path = join(dataDir, "latchwork.db");
	const said = saidIn(inspection);
	if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) {
		if (said === "beginAnew" || said === "nothing" && !hadKey) return;
		throw new StartupError(gone(path));
	}
	if (said === "unreadable") onUnreadableMark();
	if (typeof said === "string") return;
	const there = markIn(path);
	if (there.commit < said.commit) throw new StartupError(behind(path, there, said));
}
const SQLITE_ERROR = 1;
const NEVER = {
	commit: 0,
	at: 0
};
/** Read without changing anything. */
function markIn(path) {
	const database = new DatabaseSync(path, {
		readOnly: true,
		timeout: BUSY_TIMEOUT_MS
	});
	try {
		return readMark(database.prepare(GET).get()?.value) ?? NEVER;
	} catch (error) {
		if (error.errcode === SQLITE_ERROR) return NEVER;
		throw error;
	} finally {
		database.close();
	}
}
const gone = (path) => `The database ${path} is empty or gone, and the key beside it shows that there was one. Put it back from a backup. To begin with an empty house, without any lock, run: latchwork database begin-anew`;
function behind(path, there, said) {
	return `The newest changes are missing from ${path}: ${said.commit - there.commit} commits${there.at > 0 ? `, all after ${new Date(there.at).toISOString()}` : ""}, up to ${new Date(said.at).toISOString()}. Its write-ahead log (${path}-wal) was removed or damaged, or an older copy was put in its place. Put the files back if you have them. To go on with what is there, as after restoring a backup, run: latchwork database accept`;
}
//#endregion
//#region packages/server/src/config/settings/kinds.ts
/** Marks a setting whose value is never shown and may also come from a file (`…_FILE`). */
const SECRET = { "x-secret": true };
/** A text with a rule that no JSON Schema keyword can say; the sentence is what operators read. */
const text = (rule, check, options) => build_default.Refine(build_default.String({
	"x-rule": rule,
	...options
}), check);
const count$7 = (fallback, description, range = {}) => build_default.Integer({
	minimum: 1,
	maximum: 1e6,
	default: fallback,
	description,
	...range
});
const port = (fallback, description) => count$7(fallback, `${description}; 0 takes any free one`, {
	minimum: 0,
	maximum: 65535
});
const flag$1 = (description, fallback = false) => build_default.Boolean({
	default: fallback,
	description
});
const host = (description) => text("a host name or an IP address", (value) => /^[^\s/]+$/.test(value), {
	default: "127.0.0.1",
	description
});
const hasScheme = (...schemes) => (value) => schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? "");
//#endregion
//#region packages/server/src/config/settings/accounts.ts
/** Who gets in, and how much of everything there may be. */
const admin = build_default.Object({
	email: text("a mail address", (value) => /^[^\s@]+@[^\s@]+$/.test(value), {
		default: "owner@latchwork.local",
		description: "Mail address of the first account; used on the first start only"
	}),
	password: build_default.Optional(text("7 to 255 characters", (value) => value.length >= 7 && value.length <= 255, {
		...SECRET,
		"x-default": "generated",
		description: "Password of the first account; used on the first start only"
	})),
	token: build_default.Optional(text("32 to 255 letters, digits and -._~+/=", (value) => /^[A-Za-z0-9\-._~+/=]{32,255}$/.test(value), {
		...SECRET,
		"x-default": "generated",
		description: "API token with all scopes for the first account; used on the first start only"
	}))
});
const secondFactor = build_default.Enum([
	"off",
	"operators",
	"all"
], {
	default: "off",
	description: "Who must use a passkey or one-time passwords; until they have set one up they can do nothing else. API tokens are not asked"
});
const signUp$1 = flag$1("Let anybody open an account with `PUT /account`");
const advancedKey = build_default.Object({ autoApprove: flag$1("Accept applications for advanced API keys at once; off leaves them to the operator", true) });
const rate = build_default.Object({
	tokenPerSecond: count$7(100, "Requests a second per token; 0 switches the limit off", { minimum: 0 }),
	tokenBurst: count$7(1e3, "Requests at once per token, after a pause"),
	accountPerSecond: count$7(500, "Requests a second per account with its sub-accounts; 0 switches the limit off", { minimum: 0 }),
	accountBurst: count$7(5e3, "Requests at once per account with its sub-accounts, after a pause"),
	ipPerSecond: count$7(20, "Requests a second per IP address without a token; 0 switches the limit off", { minimum: 0 }),
	ipBurst: count$7(200, "Requests at once per IP address without a token, after a pause"),
	devicePerSecond: count$7(20, "Messages a second per lock; 0 switches the limit off", { minimum: 0 }),
	deviceBurst: count$7(600, "Messages at once per lock, after a pause; a lock that was away brings up to 500 events"),
	deviceAccountPerSecond: count$7(500, "Messages a second of all locks of an account; 0 switches the limit off", { minimum: 0 }),
	deviceAccountBurst: count$7(1e4, "Messages at once of all locks of an account, after a pause")
});
const quota = build_default.Object({
	apiKeys: count$7(50, "API keys per account"),
	tokensPerKey: count$7(200, "Tokens per API key"),
	smartlocks: count$7(5e3, "Smartlocks per account"),
	gateways: count$7(100, "Gateways per account"),
	accountUsers: count$7(2e4, "Account users per account"),
	subAccounts: count$7(200, "Sub-accounts per account"),
	addresses: count$7(5e3, "Addresses per account"),
	unitsPerAddress: count$7(1e3, "Units per address"),
	reservationsPerAddress: count$7(1e4, "Reservations per address"),
	webhooksPerKey: count$7(20, "Decentral webhooks per API key"),
	notifications: count$7(200, "Notifications per account"),
	settingsPerNotification: count$7(100, "Settings in one notification"),
	streamsPerToken: count$7(5, "Event streams per token, in each process"),
	streamsPerAccount: count$7(50, "Event streams per account with its sub-accounts, in each process"),
	mailsPerHour: count$7(50, "Mails an hour per account to addresses it chose: codes, invitations, notices of a new address")
});
//#endregion
//#region packages/server/src/config/settings/devices.ts
/** How locks are reached. */
function isBrokerAddress(value) {
	const url = URL.parse(value);
	return url !== null && hasScheme("mqtt", "mqtts")(value) && !url.username && !url.password;
}
const mqtt = build_default.Object({
	url: build_default.Optional(text("an mqtt:// or mqtts:// URL", hasScheme("mqtt", "mqtts"), {
		...SECRET,
		"x-default": "the embedded broker",
		description: "External MQTT 5 broker to use instead of the embedded one"
	})),
	publicUrl: build_default.Optional(text("an mqtt:// or mqtts:// URL without user and password", isBrokerAddress, {
		"x-default": "host of the call, port of the broker",
		description: "Where gateways and locks reach the broker, when that is not where this process does"
	})),
	accountsDir: build_default.Optional(text("the path of a directory", (value) => value.length > 0, {
		"x-default": "not written",
		description: "Directory in which password and ACL files for an external Mosquitto are kept"
	})),
	caFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "the public ones only",
		description: "Further certificate authorities that an external broker may use"
	})),
	host: host("Address the embedded broker listens on"),
	port: port(1883, "Port the embedded broker listens on"),
	maxConnections: count$7(2e4, "Connections to the embedded broker at the same time"),
	maxConnectionsPerAddress: count$7(1e3, "Connections to the embedded broker from one IP address (IPv6: one /64); 0 switches the limit off", { minimum: 0 }),
	gateways: build_default.Array(build_default.Refine(build_default.String(), isNetwork), {
		default: [],
		"x-rule": "a comma list of networks (10.1.0.0/16, fd00::/8)",
		description: "Networks of gateways and TLS proxies through which many devices come; the limit per address does not hold for them"
	}),
	clientCaFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "locks are not asked for certificates",
		description: "Authorities of locks' own certificates, for the embedded broker with TLS; read again when it changes"
	})),
	clientCertificates: build_default.Enum(["optional", "required"], {
		default: "optional",
		description: "Whether a lock must show a certificate of those authorities; one that is shown must be right in any case, and the password is always needed"
	})
});
const gateway = build_default.Object({ hubs: build_default.Array(build_default.Refine(build_default.String(), (value) => /^[a-z0-9-]{1,32}=\S{1,255}$/.test(value)), {
	default: [],
	"x-rule": "a comma list of hubs, each as family=address (zwave-js=ws://127.0.0.1:3000)",
	description: "Hubs of real locks on this machine or beside it: a gateway for them is started with the service. Of several processes set it for one"
}) });
const action = build_default.Object({
	ttlSeconds: count$7(10, "A lock action not handed over by then is never executed", { maximum: 30 }),
	proofSeconds: count$7(30, "A lock action handed over but not proven by then is called unknown", { maximum: 300 })
});
const sandbox = flag$1("Simulated locks beside the real ones; on under `npm start`");
//#endregion
//#region packages/server/src/config/settings/messages.ts
/** How people are reached. */
/** The mail feature reads it; here it only has to have one address in the right place. */
const isSender = (value) => /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value);
const isAppleId = (value) => /^[A-Z0-9]{10}$/.test(value);
const smtp = build_default.Object({
	url: build_default.Optional(text("an smtp:// or smtps:// URL", hasScheme("smtp", "smtps"), {
		...SECRET,
		"x-default": "mails are kept in the outbox",
		description: "Mail server, with user name and password: smtp://user:password@mail.example.com:587"
	})),
	allowPlain: flag$1("Send mail in clear text to a server that does not offer TLS"),
	caFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "the public ones only",
		description: "Further certificate authorities that the mail server may use"
	}))
});
const mail$1 = build_default.Object({ from: text("a mail address, alone or as Name <address>", isSender, {
	default: "",
	"x-default": "none",
	description: "Who mails are from; needed with `LATCHWORK_SMTP_URL`"
}) });
const fcm = build_default.Object({
	credentialsFile: build_default.Optional(text("the path of a JSON file", (value) => value.length > 0, {
		"x-default": "no pushes to Android",
		description: "Key file of a Firebase service account that may send messages"
	})),
	url: text("an http or https URL", hasScheme("http", "https"), {
		default: "https://fcm.googleapis.com",
		description: "Where Firebase Cloud Messaging is reached; for tests"
	})
});
const apns = build_default.Object({
	keyFile: build_default.Optional(text("the path of a p8 file", (value) => value.length > 0, {
		"x-default": "no pushes to iOS",
		description: "Signing key for the Apple Push Notification service; needs the three settings below it"
	})),
	keyId: text("10 letters and digits", isAppleId, {
		default: "",
		"x-default": "none",
		description: "Id of that key"
	}),
	teamId: text("10 letters and digits", isAppleId, {
		default: "",
		"x-default": "none",
		description: "Id of the team it belongs to"
	}),
	topic: text("a bundle id", (value) => /^[\w.-]+$/.test(value), {
		default: "",
		"x-default": "none",
		description: "Bundle id of the app that gets the pushes"
	}),
	url: text("an http or https URL", hasScheme("http", "https"), {
		default: "https://api.push.apple.com",
		description: "Where the service is reached; https://api.sandbox.push.apple.com for development builds"
	})
});
//#endregion
//#region packages/server/src/config/settings/network.ts
/** What the service listens on, and whom it talks to. */
function isPublicUrl(value) {
	const url = URL.parse(value);
	return url !== null && hasScheme("http", "https")(value) && !url.username && !url.search && !url.hash;
}
/** What this process listens with. */
const LISTENERS = ["http", "mqtt"];
/** Those that other machines may be let reach without TLS; programs of the bridge know no TLS at all. */
const PLAIN_LISTENERS = [...LISTENERS, "bridge"];
const LISTENERS_RULE = "a comma list of http, mqtt";
const isOrigin = (value) => isPublicUrl(value) && URL.parse(value)?.origin === value;
const http = build_default.Object({
	host: host("Address the API listens on; 0.0.0.0 opens it to other machines"),
	port: port(8080, "Port the API listens on"),
	maxRequests: count$7(1e3, "Requests answered at the same time, a quarter of them for one IP address (IPv6: one /64); more are told to come back (503)"),
	maxConnections: count$7(4096, "Connections to the API at the same time; more are closed at once"),
	maxConnectionsPerAddress: count$7(256, "Connections to the API from one IP address (IPv6: one /64), trusted proxies apart; 0 switches the limit off", { minimum: 0 }),
	stopDelaySeconds: count$7(0, "Seconds in which a process that was told to stop still takes calls while /ready is 503, so that a load balancer sends no more; longer than it takes to notice", {
		minimum: 0,
		maximum: 300
	})
});
const bridge = build_default.Object({
	enabled: flag$1("Answer programs that speak to the HTTP bridge of these locks, such as Home Assistant"),
	host: host("Address the bridge listens on; other machines need an address of theirs here"),
	port: port(8081, "Port the bridge listens on"),
	maxAccounts: count$7(20, "Accounts that can have a token for bridge programs: what is sent does not say whose it is, so each is tried", { maximum: 100 })
});
const publicUrl = build_default.Optional(text("an http or https URL without user, query or fragment", isPublicUrl, {
	"x-default": "host and port",
	description: "Where clients reach the API, when a proxy stands before it; mails link to the console there"
}));
const tls = build_default.Object({
	certFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "no TLS",
		description: "Certificate of this service, with those between it and its authority; read again when it changes"
	})),
	keyFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "no TLS",
		description: "Private key of that certificate, without a passphrase; read again when it changes"
	})),
	listeners: build_default.Array(build_default.Enum([...LISTENERS]), {
		default: [...LISTENERS],
		"x-rule": LISTENERS_RULE,
		description: "Who speaks TLS once both files are set: the API, the embedded broker"
	})
});
const allowPlain = build_default.Array(build_default.Enum([...PLAIN_LISTENERS]), {
	default: [],
	"x-rule": "a comma list of http, mqtt, bridge",
	description: "Who may listen without TLS on an address other machines reach; tokens and door codes then travel in clear text"
});
const trustProxy = text("the number of proxies before the service (1) or a comma list of their addresses and networks (127.0.0.1, 10.1.0.0/16); on or true does not say whom to believe", namesProxies, {
	default: "",
	"x-default": "none",
	description: "Proxies whose `X-Forwarded-*` headers are believed, as far as they wrote them themselves"
});
const corsOrigins = build_default.Array(build_default.Refine(build_default.String(), isOrigin), {
	default: [],
	"x-rule": "a comma list of origins (https://example.com)",
	description: "Web pages of these origins may call the API; none switches CORS off"
});
const outbound = build_default.Object({
	allowLoopback: flag$1("Post to this machine, also over http and with certificates nobody signed; for tests, always on in the sandbox"),
	networks: build_default.Array(build_default.Refine(build_default.String(), isNetwork), {
		default: [],
		"x-rule": "a comma list of networks (10.1.0.0/16, fd00::/8)",
		description: "Networks that are not public and may be posted to all the same"
	}),
	caFile: build_default.Optional(text("the path of a PEM file", (value) => value.length > 0, {
		"x-default": "the public ones only",
		description: "Further certificate authorities that receivers may use"
	})),
	timeoutSeconds: count$7(10, "An answer to a delivery has to be there by then", { maximum: 10 })
});
const metrics = build_default.Object({ open: flag$1("Answer `/metrics` to other machines, not only to this one") });
//#endregion
//#region packages/server/src/config/settings/places.ts
/** Addresses, stays and calendars. */
const MINUTES_OF_DAY = {
	minimum: 0,
	maximum: 1439
};
const isServiceId = (value) => SERVICE_IDS.some((id) => id === value);
function isTimeZone$1(value) {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone.length > 0;
	} catch {
		return false;
	}
}
const stay = build_default.Object({
	checkInTime: count$7(900, "Check-in at addresses that name none, in minutes from midnight", MINUTES_OF_DAY),
	checkOutTime: count$7(660, "Check-out at addresses that name none, in minutes from midnight", MINUTES_OF_DAY),
	readinessHours: count$7(24, "Codes of guests who arrive within so many hours count for the readiness metric", { maximum: 720 })
});
const service = build_default.Object({
	enabled: build_default.Array(build_default.Refine(build_default.String(), isServiceId), {
		default: [...SERVICE_IDS],
		"x-rule": `a comma list of ${SERVICE_IDS.join(", ")}`,
		description: "Services whose calendars can be linked"
	}),
	intervalMinutes: count$7(15, "Minutes between two fetches of a linked calendar", { maximum: 10080 }),
	changeBudgetPercent: count$7(30, "Percent of the reservations to come that may vanish from a calendar in one fetch; more pauses the link", { maximum: 100 })
});
const defaultTimeZone = text("an IANA time zone such as Europe/Berlin", isTimeZone$1, {
	default: "UTC",
	description: "Zone of times of day and weekdays where an address names none; a lock without one is set to it where locks know it, and goes by UTC otherwise"
});
//#endregion
//#region packages/server/src/platform/security/sealer.ts
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed before keys had ids: by one of those that are known. */
const WITHOUT_ID = "v1:";
const WITH_ID = /^v2:([0-9a-f]{12}):/;
/** What begins like this was sealed; nothing else that is stored does. */
const SEALED_VALUE = /^v(?:1|2:[0-9a-f]{12}):[\w-]+$/;
/** The id of the key that a value says it was sealed with. */
const sealedBy = (sealed) => WITH_ID.exec(sealed)?.[1];
/** Tells keys apart and tells nothing of the key. */
const keyIdOf = (key) => derived(key, "latchwork key id").toString("hex").slice(0, 12);
const derived = (key, label) => createHmac("sha256", key).update(label).digest();
/** A key of its own: what is learned from fingerprints says nothing about sealed values. */
const macKeyOf = (key) => derived(key, "latchwork mac key");
/** The first of the keys is the one that is written with, until `use` says otherwise. */
function keyRing(keys) {
	const known = /* @__PURE__ */ new Map();
	let lasting;
	const add = (key) => {
		if (key.length !== 32) throw new RangeError(`the sealing key must have 32 bytes`);
		const id = keyIdOf(key);
		if (!known.has(id)) known.set(id, {
			key,
			macKey: macKeyOf(key)
		});
		return id;
	};
	const [first] = keys.map(add);
	if (first === void 0) throw new RangeError("there is no key");
	let currentId = first;
	const find = (id) => known.get(id) ?? failUnknown(id);
	/** The newest first, so that a comparison ends soon. */
	const macKeysFor = (context) => {
		if (lasting && isLasting(context)) return [lasting];
		const others = [...known].filter(([id]) => id !== currentId);
		return [find(currentId).macKey, ...others.map(([, { macKey }]) => macKey)];
	};
	const macs = (text, context) => macKeysFor(context).map((macKey) => macWith(macKey, text, context));
	return {
		get currentId() {
			return currentId;
		},
		get prefix() {
			return `v2:${currentId}:`;
		},
		ids: () => [...known.keys()],
		has: (id) => known.has(id),
		add,
		use(id) {
			find(id);
			currentId = id;
		},
		keepLasting(key) {
			lasting = key;
		},
		macs,
		mac: (text, context) => macWith(lasting && isLasting(context) ? lasting : find(currentId).macKey, text, context),
		seal: (plain, context) => `v2:${currentId}:${encrypt(find(currentId).key, plain, context).toString("base64url")}`,
		open(sealed, context) {
			const id = sealedBy(sealed);
			if (id !== void 0) return decrypt(find(id).key, sealed.slice(`v2:${id}:`.length), context);
			if (!sealed.startsWith(WITHOUT_ID)) throw new Error("not a sealed value");
			return decryptWithAny([...known.values()], sealed.slice(3), context);
		}
	};
}
/** A chain that is proven years later cannot be made anew, and copies of it are kept elsewhere. */
const isLasting = (context) => context.startsWith("audit");
const macWith = (macKey, text, context) => createHmac("sha256", macKey).update(`${context}\0${text}`).digest("hex");
/** Nothing is lost: the value stays as it is until the key is there again. */
function failUnknown(id) {
	throw new Error(`the value is sealed with the key ${id}, which this process does not have`);
}
/** AES-256-GCM with a random nonce per value; the context is authenticated but not stored. */
function encrypt(key, plain, context) {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(Buffer.from(context));
	return Buffer.concat([
		nonce,
		cipher.update(plain, "utf8"),
		cipher.final(),
		cipher.getAuthTag()
	]);
}
function decrypt(key, text, context) {
	const bytes = Buffer.from(text, "base64url");
	if (bytes.length < 28) throw new Error("not a sealed value");
	const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
	decipher.setAAD(Buffer.from(context));
	decipher.setAuthTag(bytes.subarray(-16));
	const opened = decipher.update(bytes.subarray(NONCE_BYTES, -16));
	try {
		return Buffer.concat([opened, decipher.final()]).toString("utf8");
	} catch (cause) {
		throw new Error("the sealed value was altered, moved, or sealed with another key", { cause });
	}
}
function decryptWithAny(keys, text, context) {
	let last;
	for (const { key } of keys) try {
		return decrypt(key, text, context);
	} catch (error) {
		last = error;
	}
	throw last;
}
//#endregion
//#region packages/server/src/platform/security/key-file.ts
/** The key an operator wrote as 64 hex digits or as base64 of 32 bytes; undefined when it is neither. */
function decodeKey(text) {
	if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
	if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, "base64");
}
const keyFileOf = (dataDir) => join(dataDir, "secret.key");
/** Whether there is a key to load, so that none would be made. */
const hasKeys = ({ dataDir, fromConfig }) => fromConfig !== void 0 || statSync(keyFileOf(dataDir), { throwIfNoEntry: false }) !== void 0;
/**
* The keys for the sealer, the newest first: the configured ones, or those in the data directory's key file, which is
* made on the first start. Without its key every sealed column is lost, so nothing here ever takes one out of a file.
*/
function loadOrCreateKeys(source) {
	const path = keyFileOf(source.dataDir);
	try {
		const stored = readKeyFile(path);
		const configured = configuredKeys(source);
		if (!configured) return stored ?? [createKeyFile(source.dataDir, path)];
		if (stored?.some((key) => !configured.some((other) => other.equals(key)))) throw new StartupError(twoKeys(path));
		return configured;
	} catch (error) {
		if (error instanceof StartupError) throw error;
		throw new StartupError(`The key file ${path} cannot be used: ${error.message}`, {
			cause: error,
			mayPass: storeTroubleOf(error) === "storage_full"
		});
	}
}
const OLD_ALONE = "LATCHWORK_SECRET_KEYS_OLD needs LATCHWORK_SECRET_KEY; old keys of a key file stand in that file.";
/** The keys of the settings, the newest first; undefined when they are those of the key file. */
function configuredKeys({ fromConfig, oldFromConfig = [] }) {
	if (fromConfig !== void 0) return [fromConfig, ...oldFromConfig].map(decodeConfigured);
	if (oldFromConfig.length > 0) throw new StartupError(OLD_ALONE);
}
function decodeConfigured(text) {
	const key = decodeKey(text);
	if (!key) throw new StartupError("LATCHWORK_SECRET_KEY must be 32 bytes, written as hex or base64.");
	return key;
}
const twoKeys = (path) => `LATCHWORK_SECRET_KEY differs from the key in ${path}, and what one encrypted the other cannot read. Remove the setting, or move the file away if the setting is the right one.`;
/** One key a line, the newest first; undefined when there is no such file. */
function readKeyFile(path) {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (!stat) return void 0;
	if (process.platform !== "win32" && (stat.mode & 63) !== 0) {
		const mode = (stat.mode & 511).toString(8);
		throw new StartupError(`The key file ${path} can be read by others (mode ${mode}). Run: chmod 600 ${path}`);
	}
	const decoded = readFileSync(path, "utf8").split("\n").map((line) => line.trim()).filter((line) => line !== "").map(decodeKey);
	if (decoded.length === 0 || decoded.includes(void 0)) throw new StartupError(`The key file ${path} does not hold a key. Restore it from a backup.`);
	return decoded;
}
/** Puts a fresh key before those in the file and says its id. The file is the old one or the new one, never half of it. */
function addKeyToFile(dataDir) {
	const path = keyFileOf(dataDir);
	return alone(path, () => {
		const keys = readKeyFile(path);
		if (!keys) throw new StartupError(`There is no key file ${path} yet: it is made on the first start.`);
		const key = randomBytes(32);
		replaceKeyFile(dataDir, path, [key, ...keys]);
		return keyIdOf(key);
	});
}
/** Takes a key out of the file. Whether nothing needs it any more is the caller's to know. */
function removeKeyFromFile(dataDir, id) {
	const path = keyFileOf(dataDir);
	return alone(path, () => {
		const keys = readKeyFile(path) ?? [];
		const left = keys.filter((key) => keyIdOf(key) !== id);
		if (left.length === keys.length || left.length === 0) return false;
		replaceKeyFile(dataDir, path, left);
		return true;
	});
}
/** Two commands at once could each write back what the other has just added to, and a key in use would be gone. */
function alone(path, work) {
	const lock = `${path}.lock`;
	try {
		closeSync(openSync(lock, "wx", 384));
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		throw new StartupError(`Another command is changing ${path}. If none is, one was interrupted: remove ${lock}.`);
	}
	try {
		return work();
	} finally {
		rmSync(lock, { force: true });
	}
}
const textOf = (keys) => keys.map((key) => `${key.toString("base64")}\n`).join("");
const draftOf = (path) => `${path}.${randomBytes(8).toString("hex")}`;
function replaceKeyFile(dataDir, path, keys) {
	const draft = draftOf(path);
	try {
		writeDurably(draft, textOf(keys));
		keepOwner(path, draft);
		renameSync(draft, path);
	} finally {
		rmSync(draft, { force: true });
	}
	syncDirectory(dataDir);
}
/** The command may be run by root, and the service is somebody else, who has to be able to read the file. */
function keepOwner(path, draft) {
	const [before, now] = [statSync(path), statSync(draft)];
	if (before.uid !== now.uid || before.gid !== now.gid) chownSync(draft, before.uid, before.gid);
}
/** The file appears complete or not at all, and the first of several processes wins. */
function createKeyFile(dataDir, path) {
	mkdirSync(dataDir, {
		recursive: true,
		mode: 448
	});
	const key = randomBytes(32);
	const draft = draftOf(path);
	try {
		writeDurably(draft, textOf([key]));
		linkSync(draft, path);
	} catch (error) {
		const winner = error.code === "EEXIST" ? readKeyFile(path)?.[0] : void 0;
		if (!winner) throw error;
		return winner;
	} finally {
		rmSync(draft, { force: true });
	}
	syncDirectory(dataDir);
	return key;
}
function writeDurably(path, text) {
	const file = openSync(path, "wx", 384);
	try {
		writeSync(file, text);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
/** Without this a power cut could keep the rows sealed with a new key and lose the key's name. */
function syncDirectory(path) {
	if (process.platform === "win32") return;
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
//#endregion
//#region packages/server/src/config/settings/storage.ts
/** What is kept, where, for how long, and with which keys. */
const dataDir = text("the path of a directory", (value) => value.length > 0, {
	default: "./data",
	description: "Directory of the SQLite file and of the key file"
});
const database = build_default.Object({
	url: build_default.Optional(text("a postgres:// or postgresql:// URL", (value) => /^postgres(ql)?:\/\//.test(value), {
		...SECRET,
		"x-default": "SQLite",
		description: "PostgreSQL to use instead of SQLite; data is not moved from one to the other. With replicas name all: host1:5432,host2:5432; the one that takes writes is used"
	})),
	poolSize: count$7(10, "PostgreSQL connections per process", { maximum: 1e3 }),
	minFreeMb: count$7(64, "Megabytes that must be free on the disk of the SQLite file; with less, calls that store something are refused (507), and the rest is for what the service has to write itself", { minimum: 0 }),
	warnFreeMb: count$7(1024, "Megabytes below which the log warns and old records are removed early", { minimum: 0 })
});
const secretKey = build_default.Optional(text("32 bytes as base64 or hex", (value) => decodeKey(value) !== void 0, {
	...SECRET,
	"x-default": "`secret.key` in the data directory, made on the first start",
	description: "Key of the encrypted columns; the newest, when there are several"
}));
const secretKeysOld = build_default.Array(build_default.Refine(build_default.String(), (value) => decodeKey(value) !== void 0), {
	...SECRET,
	default: [],
	"x-rule": "a comma list of 32 bytes as base64 or hex",
	description: "Keys that columns may still be encrypted with, while LATCHWORK_SECRET_KEY takes their place"
});
const audit = build_default.Object({
	checkpointFile: build_default.Optional(text("the path of a file", (value) => value.length > 0, {
		"x-default": "not written",
		description: "File to which signed checkpoints of the audit log are added; put it where the database cannot be written from"
	})),
	checkpointMinutes: count$7(60, "Minutes between two checkpoints of the audit log", { maximum: 10080 })
});
const retention = build_default.Object({
	logDays: count$7(365, "Days smartlock logs are kept", { maximum: 36500 }),
	operationDays: count$7(30, "Days operations are kept", { maximum: 36500 }),
	eventDays: count$7(7, "Days events are kept", { maximum: 36500 }),
	mailDays: count$7(30, "Days the record of a mail is kept", { maximum: 36500 }),
	reservationDays: count$7(365, "Days reservations are kept after their end", { maximum: 36500 })
});
const log = build_default.Object({ level: build_default.Enum([
	"fatal",
	"error",
	"warn",
	"info",
	"debug",
	"trace",
	"silent"
], {
	default: "info",
	description: "Least important kind of log line that is written"
}) });
//#endregion
//#region packages/server/src/config/settings.ts
/**
* Every setting, once. Its place is its name: `http.port` is LATCHWORK_HTTP_PORT in the environment. The table in
* docs/operations.md and .env.example are printed from here.
*/
const Settings = build_default.Object({
	http,
	publicUrl,
	tls,
	allowPlain,
	dataDir,
	database,
	mqtt,
	gateway,
	admin,
	secondFactor,
	signUp: signUp$1,
	sandbox,
	secretKey,
	secretKeysOld,
	log,
	metrics,
	trustProxy,
	corsOrigins,
	bridge,
	rate,
	quota,
	advancedKey,
	action,
	outbound,
	stay,
	service,
	defaultTimeZone,
	smtp,
	mail: mail$1,
	fcm,
	apns,
	audit,
	retention
});
const upperSnake = (word) => word.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
function collect(schema, path) {
	if (build_default.IsObject(schema)) return Object.entries(schema.properties).flatMap(([key, inner]) => collect(inner, [...path, key]));
	return [{
		name: ["LATCHWORK", ...path.map(upperSnake)].join("_"),
		path,
		schema
	}];
}
/** All settings in the order of the schema. */
const settings = collect(Settings, []);
/** What a value must be, as the end of a sentence that begins with "must be". */
function ruleOf(schema) {
	if (schema["x-rule"]) return schema["x-rule"];
	if (schema.enum) return `one of ${schema.enum.join(", ")}`;
	if (schema.type === "boolean") return "true or false";
	return `a whole number from ${schema.minimum} to ${schema.maximum}`;
}
//#endregion
//#region packages/server/src/config.ts
/** Reads every setting; refuses to start with one list of everything that is wrong. */
function loadConfig(env, overrides = {}) {
	const problems = [];
	const config = {};
	for (const setting of settings) {
		const value = readSetting(setting, env, overrides, problems);
		if (value !== void 0) put$3(config, setting.path, value);
	}
	problems.push(...unknownNames(env));
	if (problems.length === 0) problems.push(...transportProblems(config));
	if (problems.length > 0) throw new StartupError(["These settings cannot be used:", ...problems].join("\n- "));
	return deepFreeze(config);
}
function readSetting(setting, env, overrides, problems) {
	const given = at(overrides, setting.path) ?? fromEnv(setting, env, problems);
	if (given === void 0) return setting.schema.default;
	const value = typeof given === "string" ? coerce(setting.schema, given) : given;
	if (Check(setting.schema, value)) return value;
	const shown = setting.schema["x-secret"] ? "" : `, not ${JSON.stringify(given)}`;
	problems.push(`${setting.name} must be ${ruleOf(setting.schema)}${shown}`);
}
/** A variable that is set but empty counts as not set: compose files pass them on like that. */
function fromEnv({ name, schema }, env, problems) {
	const direct = env[name] || void 0;
	const file = schema["x-secret"] ? env[`${name}_FILE`] || void 0 : void 0;
	if (file === void 0) return direct;
	if (direct !== void 0) {
		problems.push(`${name} and ${name}_FILE are both set; keep one`);
		return;
	}
	try {
		const content = readFileSync(file, "utf8").trim();
		if (content === "") problems.push(`${name}_FILE names a file that is empty: ${file}`);
		return content || void 0;
	} catch (error) {
		problems.push(`${name}_FILE names a file that cannot be read: ${error.message}`);
		return;
	}
}
const BOOLEANS = {
	true: true,
	1: true,
	on: true,
	false: false,
	0: false,
	off: false
};
/** What cannot be coerced stays text, which the schema then refuses. */
function coerce(schema, given) {
	if (schema.type === "boolean") return BOOLEANS[given.toLowerCase()] ?? given;
	if (schema.type === "integer") return /^-?\d+$/.test(given) ? Number(given) : given;
	if (schema.type === "array") return given.split(",").map((item) => item.trim()).filter((item) => item !== "");
	return given;
}
/** A misspelled name would otherwise be a setting that silently does nothing. */
function unknownNames(env) {
	const known = new Set(settings.flatMap(({ name, schema }) => schema["x-secret"] ? [name, `${name}_FILE`] : [name]));
	return Object.keys(env).filter((name) => name.startsWith("LATCHWORK_") && env[name] !== void 0 && !known.has(name)).map((name) => `${name} is not a setting`);
}
const at = (from, path) => path.reduce((inner, key) => inner?.[key], from);
function put$3(into, path, value) {
	const [key = "", ...rest] = path;
	if (rest.length === 0) {
		into[key] = value;
		return;
	}
	into[key] ??= {};
	put$3(into[key], rest, value);
}
function deepFreeze(value) {
	if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
	return Object.freeze(value);
}
/** Where clients reach the API: the setting, or the address the process really listens on. */
function publicUrlOf(config, listeningPort = config.http.port) {
	if (config.publicUrl !== void 0) return config.publicUrl.replace(/\/+$/, "");
	const { host } = config.http;
	const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
	return `${speaksTls(config, "http") ? "https" : "http"}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${listeningPort}`;
}
/**
* Where people reach the console: only a set address is put into mails, because what a caller claims in a header may be
* anybody's. The console is at home at the root of its origin, so behind a path there is no link to it.
*/
function consoleUrlOf({ publicUrl }) {
	if (publicUrl === void 0 || new URL(publicUrl).pathname !== "/") return void 0;
	return new URL("/console", publicUrl).href;
}
//#endregion
//#region packages/server/src/features/locks/actions/hand-over.ts
/** Gives the command to the driver, once. What surely did not leave is expired. */
async function handOver(system, driver, { accountId, device, command }) {
	const result = await driver.send(device, command).catch((error) => {
		system.log.error({
			err: error,
			operationId: command.id
		}, "sending a command failed");
		return { status: "sent" };
	});
	if (result.status === "sent") return;
	await inTransaction({
		...system,
		accountId
	}, async (tx) => {
		const lock = await findForUpdate$4(tx.db, tx.engine, accountId, device.smartlockId);
		if (!lock) return;
		const operation = (await findAny$1(tx, /* @__PURE__ */ new Set([command.id]))).get(command.id);
		const error = `The command was not delivered (${result.reason}).`;
		if (operation) await endAction(tx, lock, operation, "expired", {
			errorCode: "ff",
			error
		});
		if (result.reason === "offline" && lock.session_id === device.sessionId && isOnline(lock.server_state)) await loseConnection(tx, lock);
	});
}
//#endregion
//#region packages/server/src/features/locks/actions/desk.ts
function createCommandDesk() {
	const underWay = /* @__PURE__ */ new Set();
	let opened;
	async function idle() {
		while (underWay.size > 0) await Promise.all(underWay);
	}
	return {
		async lockAtHand(ctx, lock) {
			if (!opened?.line.ownership.maySend()) return void 0;
			return addressOf(ctx, opened.line.access, lock);
		},
		handOver(leaving) {
			if (!opened) return;
			const { system, line } = opened;
			const task = handOver(system, line.driver, leaving).catch((error) => system.log.error({
				err: error,
				operationId: leaving.command.id
			}, "handing over a command failed")).finally(() => underWay.delete(task));
			underWay.add(task);
		},
		on: (system, line) => ({
			start() {
				opened = {
					system,
					line
				};
			},
			async stop() {
				await idle();
				opened = void 0;
			},
			run: idle,
			idle
		})
	};
}
//#endregion
//#region packages/server/src/platform/net/address-guard.ts
/** Everything IANA's registries of special addresses call not globally reachable, and multicast. */
const NOT_PUBLIC_V4 = networkList([
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4"
]);
/** Only 2000::/3 is given out for the public; these parts of it are not, or lead into IPv4. */
const PUBLIC_V6 = networkList(["2000::/3"]);
const NOT_PUBLIC_V6 = networkList([
	"2001::/23",
	"2001:db8::/32",
	"2002::/16",
	"3fff::/20"
]);
const NAT64 = networkList(["64:ff9b::/96"]);
/** Where a packet to the address ends up: a NAT64 gateway turns 64:ff9b::a.b.c.d into a.b.c.d. */
function destinationOf(text) {
	const address = parseAddress(text);
	if (!address || !NAT64(text)) return address;
	return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}
/** Judges addresses that a user of the API made us connect to (D92). */
function createAddressGuard(options) {
	const isAllowed = networkList(options.networks);
	function allows(given) {
		if (isIP(given) === 0 || given.includes("%")) return false;
		const destination = destinationOf(given);
		if (!destination) return false;
		const address = destination.toString();
		if (isAllowed(address)) return true;
		if (isLoopback(address)) return options.allowLoopback;
		if (destination.kind() === "ipv4") return !NOT_PUBLIC_V4(address);
		return PUBLIC_V6(address) && !NOT_PUBLIC_V6(address);
	}
	return {
		allows,
		isLoopback,
		isNamed: isAllowed
	};
}
//#endregion
//#region packages/server/src/platform/net/outbound-client.ts
function countConnection(connected, host, socket) {
	connected.set(host, (connected.get(host) ?? 0) + 1);
	socket.once("close", () => {
		const left = (connected.get(host) ?? 1) - 1;
		if (left > 0) connected.set(host, left);
		else connected.delete(host);
	});
}
async function loadClient(guard, timeoutMs, secureContext) {
	const undici = await import("undici");
	const connected = /* @__PURE__ */ new Map();
	const agent = (rejectUnauthorized) => newAgent(undici, guard, connected, {
		timeoutMs,
		secureContext,
		rejectUnauthorized
	});
	return {
		request: undici.request,
		strict: agent(true),
		own: agent(false),
		connected
	};
}
/** Made once: reading all authorities again for every connection would cost more than the connection. */
function readAuthorities(caFile) {
	if (caFile === void 0) return void 0;
	try {
		return createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, "utf8")] });
	} catch (error) {
		throw new StartupError(`LATCHWORK_OUTBOUND_CA_FILE names a file that cannot be read: ${error.message}`);
	}
}
var ForbiddenAddress = class extends Error {
	code = "FORBIDDEN_ADDRESS";
};
/**
* Names are resolved here and only here, and the connection goes to an address that was judged: a name that answers
* differently the second time (DNS rebinding) is of no use. The address of the open socket is judged once more.
*/
function newAgent(undici, guard, connected, { timeoutMs, secureContext, rejectUnauthorized }) {
	const connect = undici.buildConnector({
		lookup: guardedLookup(guard),
		timeout: timeoutMs,
		rejectUnauthorized,
		allowH2: false,
		...secureContext && { secureContext }
	});
	return new undici.Agent({
		headersTimeout: timeoutMs,
		bodyTimeout: timeoutMs,
		pipelining: 1,
		connect(target, callback) {
			const host = target.hostname.replace(/^\[|\]$/g, "");
			if (isIP(host) !== 0 && !guard.allows(host)) {
				callback(new ForbiddenAddress(`${host} is not a public address`), null);
				return;
			}
			connect(target, (...[error, socket]) => {
				if (error) return callback(error, null);
				if (guard.allows(socket.remoteAddress ?? "")) {
					countConnection(connected, target.host ?? "", socket);
					return callback(null, socket);
				}
				socket.destroy();
				callback(new ForbiddenAddress("the connection leads to an address that is not public"), null);
			});
		}
	});
}
const guardedLookup = (guard) => (host, { all, ...options }, callback) => {
	lookup(host, {
		...options,
		all: true
	}, (error, addresses) => {
		if (error) return callback(error, "", 0);
		const allowed = addresses.filter(({ address }) => guard.allows(address));
		const [first] = allowed;
		if (!first) return callback(new ForbiddenAddress(`${host} has no public address`), "", 0);
		if (all) return callback(null, allowed);
		callback(null, first.address, first.family);
	});
};
//#endregion
//#region packages/server/src/platform/net/outbound-target.ts
const isLocalName = (host) => host === "localhost" || host.endsWith(".localhost");
/** The host without the brackets of an IPv6 literal. The URL parser has made 0x7f.1 and 2130706433 plain already. */
const hostOf = (url) => url.hostname.replace(/^\[|\]$/g, "");
/** Which URLs may be posted to and fetched, as far as they say so themselves. */
function createTargetRules(guard, allowLoopback) {
	/** This machine is a target like any other only where that is allowed. */
	const isAllowedHere = (host) => allowLoopback && (isLocalName(host) || guard.isLoopback(host));
	function transportProblem({ protocol }, host, reach) {
		if (protocol === "https:") return void 0;
		if (protocol === "http:" && isAllowedHere(host)) return void 0;
		if (reach === "anywhere") return "must begin with https://";
		if (protocol === "http:" && isIP(host) !== 0 && guard.isNamed(host)) return void 0;
		return "must begin with https://, or lead to an address in a network that the operator allows";
	}
	return {
		/** See `Outbound.problemWith`. */
		problemWith(text, reach = "anywhere") {
			const url = URL.parse(text);
			if (!url) return "is not a URL";
			const host = hostOf(url);
			const problem = transportProblem(url, host, reach);
			if (problem) return problem;
			if (url.username || url.password) return "must not carry a user name or a password";
			if (isLocalName(host) && !guard.allows("127.0.0.1")) return "must not lead to this machine";
			if (isIP(host) !== 0 && !guard.allows(host)) return "must not lead to an address that is not public";
		},
		/** Whether it leads to this machine, where certificates may be anybody's. */
		isOwnMachine: (url) => isAllowedHere(hostOf(new URL(url)))
	};
}
//#endregion
//#region packages/server/src/platform/net/outbound.ts
/** Bodies of answers mean nothing to us; short ones are read so that the connection can be used again. */
const MAX_ANSWER_BYTES = 16384;
const MAX_REDIRECTS = 3;
function createOutbound(options) {
	const guard = createAddressGuard(options);
	const secureContext = readAuthorities(options.caFile);
	const targets = createTargetRules(guard, options.allowLoopback);
	let client;
	const useClient = () => {
		client ??= loadClient(guard, options.timeoutMs, secureContext);
		return client;
	};
	/** Sends one request and reads the answer; one limit for everything: name, connection, TLS, head and body (D89). */
	async function exchange(url, request, read, { signal = AbortSignal.timeout(options.timeoutMs), reach } = {}) {
		const problem = targets.problemWith(url, reach);
		if (problem) return { error: `The URL ${problem}.` };
		const client = await useClient();
		try {
			const dispatcher = targets.isOwnMachine(url) ? client.own : client.strict;
			return await read(await client.request(url, {
				...request,
				signal,
				dispatcher
			}), signal);
		} catch (error) {
			options.onFailure?.({
				target: new URL(url).origin,
				reason: describe(error)
			});
			const isSilent = signal.aborted && client.connected.has(new URL(url).host);
			return {
				error: publicReason(error, isSilent),
				...isSilent && { isSilent }
			};
		}
	}
	return {
		problemWith: targets.problemWith,
		post: ({ url, headers, body, reach = "anywhere", withinMs = options.timeoutMs }) => {
			const signal = AbortSignal.timeout(Math.min(withinMs, options.timeoutMs));
			return exchange(url, {
				method: "POST",
				headers,
				body
			}, readStatus, {
				signal,
				reach
			});
		},
		async get({ url, headers, maxBytes }) {
			const signal = AbortSignal.timeout(options.timeoutMs);
			const readUpTo = (answer) => readAnswer(answer, maxBytes);
			for (let target = url, redirects = 0;; redirects++) {
				const result = await exchange(target, {
					method: "GET",
					headers
				}, readUpTo, { signal });
				const next = redirectOf(result, target);
				if (next === void 0) return result;
				if (redirects === MAX_REDIRECTS) return { error: "Too many redirects." };
				target = next;
			}
		},
		async close() {
			const loaded = await client;
			await Promise.all([loaded?.strict.destroy(), loaded?.own.destroy()]);
		}
	};
}
async function readStatus(answer, signal) {
	const retryAfter = answer.headers["retry-after"];
	await answer.body.dump({
		limit: MAX_ANSWER_BYTES,
		signal
	}).catch(() => void 0);
	return {
		status: answer.statusCode,
		...typeof retryAfter === "string" && { retryAfter }
	};
}
const firstOf = (value) => (Array.isArray(value) ? value[0] : value) ?? "";
async function readAnswer(answer, maxBytes) {
	const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, firstOf(value)]));
	const chunks = [];
	let size = 0;
	for await (const chunk of answer.body) {
		size += chunk.length;
		if (size > maxBytes) return { error: `The answer is larger than ${maxBytes} bytes.` };
		chunks.push(chunk);
	}
	return {
		status: answer.statusCode,
		headers,
		body: Buffer.concat(chunks).toString("utf8")
	};
}
function redirectOf({ status, headers }, from) {
	if (status === void 0 || ![
		301,
		302,
		303,
		307,
		308
	].includes(status)) return void 0;
	return URL.parse(headers?.location ?? "", from)?.href;
}
/**
* What the owner of the target learns. Whether a name is known in here, leads to an address that is not public, or to
* a port where nobody listens is one and the same: otherwise the service could be used to look around in its network.
* Beyond that point the target is a public one, and its owner may know what is wrong with it.
*/
function publicReason(error, isConnected) {
	if (isConnected) return "No answer in time.";
	const code = String(error.code ?? "");
	return CERTIFICATE_PROBLEM.test(code) ? "Its certificate is not valid." : "It cannot be reached.";
}
const CERTIFICATE_PROBLEM = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;
function describe(error) {
	const { code, message } = error;
	return [code, message].filter(Boolean).join(": ") || String(error);
}
//#endregion
//#region packages/server/src/platform/observe/log.ts
const CENSORED = "[redacted]";
const MAX_DEPTH = 6;
/** Names that end like this hold secrets, in camelCase, snake_case and header spelling alike. */
const SECRET_ENDING = /(?:token|secret|password|authorization|cookie|otp|verifier|(?:secret|private)_?key)s?$/i;
/** Shorter words count only as the whole name: `errorCode` and `statusCode` are no secrets. */
const SECRET_NAME = /^(?:code|keypad_?code|pin|admin_?pin|(?:token|secret|password)_?hash)s?$/i;
const isSecret = (name) => SECRET_ENDING.test(name) || SECRET_NAME.test(name);
/**
* Hides secrets by the names of fields, at any depth. pino's own `redact` wants a path per name and depth, and with
* wildcards makes a line about twenty-five times as costly; here a line without secrets costs nothing extra.
*/
function withoutSecrets(value, depth = 0) {
	if (typeof value !== "object" || value === null) return value;
	if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
	if (!Array.isArray(value) && !isPlain(value)) return value;
	if (depth > MAX_DEPTH) return "[too deep]";
	let copy;
	for (const [name, field] of Object.entries(value)) {
		const shown = isSecret(name) && hasContent(field) ? CENSORED : withoutSecrets(field, depth + 1);
		if (shown === field) continue;
		copy ??= Array.isArray(value) ? [...value] : { ...value };
		copy[name] = shown;
	}
	return copy ?? value;
}
/** Instances (errors, requests) are left to their serializers. */
function isPlain(value) {
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
/** Absence and yes-or-no give nothing away: `deleteApiTokens: true` may stay. */
const hasContent = (value) => value != null && typeof value !== "boolean";
/** Errors keep their `code` (ECONNREFUSED); other libraries attach whole requests, which are searched like any object. */
function serializeError(error) {
	const { code, ...serialized } = pino.stdSerializers.err(error);
	const shown = withoutSecrets({ ...serialized });
	return code === void 0 ? shown : {
		...shown,
		code
	};
}
/** Child loggers' own fields pass no formatter, so these top-level names and paths are left to pino. */
const BINDING_PATHS = [...[
	"authorization",
	"token",
	"accessToken",
	"secret",
	"password",
	"pin",
	"adminPin",
	"code"
], ...[
	"req.headers.authorization",
	"req.headers.cookie",
	"res.headers[\"set-cookie\"]"
]];
/** The process's logger; everything else gets it, or a child of it, handed in. */
function createLog$1({ level, destination, isToldElsewhere }) {
	const settings = {
		level,
		...isToldElsewhere && { hooks: { logMethod: skipping(isToldElsewhere) } },
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: {
			level: (label) => ({ level: label }),
			log: (fields) => withoutSecrets(fields)
		},
		serializers: { err: serializeError },
		redact: {
			paths: BINDING_PATHS,
			censor: CENSORED
		}
	};
	return destination ? pino(settings, destination) : pino(settings);
}
/** Leaves out lines whose error is told elsewhere. */
const skipping = (isToldElsewhere) => function log(args, method) {
	const [fields] = args;
	const err = typeof fields === "object" ? fields?.err : void 0;
	if (err !== void 0 && isToldElsewhere(err)) return;
	method.apply(this, args);
};
//#endregion
//#region packages/server/src/platform/observe/queue-metrics.ts
/** From a statement to a calendar whose server takes its time. */
const SECONDS = [
	.01,
	.05,
	.25,
	1,
	5,
	15,
	60,
	300
];
function createQueueMetrics(registry) {
	const counters = /* @__PURE__ */ new Map();
	const named = (name, help) => ({
		name: `latchwork_queue_${name}`,
		help,
		labelNames: ["queue"],
		registers: [registry]
	});
	const waiting = new Gauge(named("waiting", "Pieces of work that are due and not taken, counted up to 1000"));
	return {
		taken: new Counter(named("taken_total", "Pieces of work that were taken")),
		failed: new Counter(named("failed_total", "Pieces of work that failed, to be tried again or given up")),
		underWay: new Gauge(named("under_way", "Pieces of work under way")),
		duration: new Histogram({
			...named("duration_seconds", "Time a piece of work took"),
			buckets: SECONDS
		}),
		measure: (queue, countDue) => void counters.set(queue, countDue),
		forget: (queue) => void counters.delete(queue),
		async refresh() {
			for (const [queue, countDue] of counters) waiting.set({ queue }, await countDue());
		}
	};
}
//#endregion
//#region packages/server/src/platform/observe/metrics.ts
/** From an answer out of memory to the 30 s after which a request is cut off. */
const REQUEST_SECONDS = [
	.001,
	.0025,
	.005,
	.01,
	.025,
	.05,
	.1,
	.25,
	.5,
	1,
	2.5,
	10,
	30
];
/**
* Each server has a registry of its own, because tests run several in one process. `processMetrics` adds memory, event
* loop and garbage collection; those watchers cannot be stopped again, so only the real process asks for them.
*/
function createMetrics(options = {}) {
	const registry = new Registry();
	if (options.processMetrics) collectDefaultMetrics({ register: registry });
	const named = namingIn(registry);
	return {
		registry,
		...webMetrics(named),
		...deviceMetrics(named),
		...workMetrics(named),
		...stayMetrics(named),
		queues: createQueueMetrics(registry)
	};
}
const namingIn = (registry) => (name, help, labelNames = []) => ({
	name: `latchwork_${name}`,
	help,
	labelNames,
	registers: [registry]
});
const webMetrics = (named) => ({
	httpRequests: new Histogram({
		...named("http_request_duration_seconds", "Time to answer a request", [
			"route",
			"method",
			"status"
		]),
		buckets: REQUEST_SECONDS
	}),
	refusedConnections: new Counter(named("connections_refused_total", "Connections turned away because there were too many", ["listener", "reason"])),
	transactionRetries: new Counter(named("transaction_retries_total", "Transactions that PostgreSQL undid and that were tried again", ["code"])),
	eventStreams: new Gauge(named("event_streams", "Open event streams")),
	diskFree: new Gauge(named("disk_free_bytes", "Bytes free on the disk of the SQLite file")),
	certificateEnd: new Gauge(named("tls_certificate_end_timestamp_seconds", "When the TLS certificate ends", ["listener"]))
});
const deviceMetrics = (named) => ({
	droppedMessages: new Counter(named("device_messages_dropped_total", "Messages of devices that were not believed", ["reason"])),
	securityWarnings: new Counter(named("security_warnings_total", "Remote movements that were not ordered or came too late, and lost log entries", ["kind"])),
	brokerLink: new Gauge(named("broker_link_up", "Whether the broker can be reached")),
	brokerRefusals: new Counter(named("broker_refusals_total", "Connections, publications and subscriptions refused", ["kind"])),
	connectedDevices: new Gauge(named("devices_connected", "Devices that are online")),
	gatewayUp: new Gauge(named("gateway_up", "Whether a gateway reports", ["gateway"])),
	gatewayLocks: new Gauge(named("gateway_locks", "Locks that a gateway found", ["gateway"])),
	gatewayQueue: new Gauge(named("gateway_queue", "What waits for its turn at a gateway", ["gateway"])),
	lockShares: new Gauge(named("lock_shares", "Shares of locks that this process serves")),
	lockShareMoves: new Counter(named("lock_share_moves_total", "Shares of locks that this process took, gave away and lost", ["way"])),
	lockLeaseLapses: new Counter(named("lock_lease_lapses_total", "Times this process was silent for too long to serve locks"))
});
/** What is done after the answer. */
const workMetrics = (named) => ({
	operations: new Counter(named("operations_total", "Operations that came to an end", ["type", "status"])),
	openOperations: new Gauge(named("operations_open", "Operations under way", ["status"])),
	jobs: new Counter(named("jobs_total", "Runs of jobs", ["kind", "result"])),
	webhookAttempts: new Counter(named("webhook_attempts_total", "Attempts to deliver to webhooks", ["result"])),
	notificationAttempts: new Counter(named("notification_attempts_total", "Attempts to deliver notifications", ["result"])),
	mails: new Counter(named("mails_total", "Attempts to send mail", ["state"]))
});
const stayMetrics = (named) => ({
	pausedLinks: new Counter(named("service_links_paused_total", "Linked calendars that were paused", ["service"])),
	arrivalCodes: new Gauge(named("arrival_codes", "Codes of guests who arrive soon, by how far they are", ["state"])),
	arrivalReadiness: new Gauge(named("arrival_readiness_ratio", "Share of the codes of guests who arrive soon that locks confirmed")),
	arrivalWarnings: new Counter(named("arrival_warnings_total", "Codes that were not on their lock an hour before arrival"))
});
//#endregion
//#region packages/server/src/platform/security/key-store.ts
/** Which keys are in use in this store, which processes know them, and the values that are sealed with them. */
const listKeys = (db) => db.selectFrom("sealing_key").selectAll().orderBy("since").execute();
/** There is one current key; whoever comes first says which. */
const insertFirst = (db, keyId, now) => db.insertInto("sealing_key").values({
	key_id: keyId,
	state: "current",
	since: now,
	remaining: null
}).onConflict((c) => c.doNothing()).execute();
/** Puts a new key in the place of the current one; false when another process has just done so. */
async function replaceCurrent(db, from, to, now) {
	const { numUpdatedRows } = await db.updateTable("sealing_key").set({
		state: "retiring",
		since: now,
		remaining: null
	}).where("key_id", "=", from).where("state", "=", "current").executeTakeFirst();
	if (numUpdatedRows === 0n) return false;
	await db.insertInto("sealing_key").values({
		key_id: to,
		state: "current",
		since: now,
		remaining: null
	}).execute();
	return true;
}
/** Nothing is sealed with these any more; answers with those that were still in use. */
async function retire(db, keyIds, now) {
	if (keyIds.length === 0) return [];
	return (await db.updateTable("sealing_key").set({
		state: "retired",
		since: now,
		remaining: 0
	}).where("key_id", "in", [...keyIds]).where("state", "=", "retiring").returning("key_id").execute()).map(({ key_id }) => key_id);
}
/** How many values wait for the current key. */
const setRemaining = (db, currentId, remaining) => db.updateTable("sealing_key").set({ remaining }).where("key_id", "=", currentId).where("state", "=", "current").execute();
async function beat(db, { processId, keyIds, currentId }, now) {
	const row = {
		key_ids: keyIds.join(","),
		current_id: currentId,
		seen_at: now
	};
	await db.insertInto("key_holder").values({
		process_id: processId,
		...row
	}).onConflict((c) => c.column("process_id").doUpdateSet(row)).execute();
}
const leave = (db, processId) => db.deleteFrom("key_holder").where("process_id", "=", processId).execute();
/** Those that have given a sign of life since; the others are forgotten. */
async function holdersSince(db, since) {
	await db.deleteFrom("key_holder").where("seen_at", "<", since).execute();
	return (await db.selectFrom("key_holder").selectAll().execute()).map((row) => ({
		processId: row.process_id,
		keyIds: row.key_ids.split(","),
		currentId: row.current_id
	}));
}
/** Tables and columns come from the list of sealed columns, so no type knows them. */
const untyped = (db) => db;
/** What is not sealed as it begins now; nothing and an empty text hold no secret. */
const stale = (column, prefix) => {
	const like = `${column.isJson ? "\"" : ""}${prefix}%`;
	const only = column.only ? sql`and ${sql.ref(column.only.column)} = ${column.only.value}` : sql``;
	const ref = sql.ref(column.column);
	return sql`${ref} is not null and ${ref} <> '' and ${ref} not like ${like} ${only}`;
};
/** The next of them after a row, in the order of their keys. */
function listStale(db, column, prefix, after, limit) {
	const { table, key, reads = [] } = column;
	const refs = sql.join(key.map((name) => sql.ref(name)));
	const query = untyped(db).selectFrom(table).select([.../* @__PURE__ */ new Set([
		...key,
		...reads,
		column.column
	])]).where(stale(column, prefix)).$if(after !== void 0, (q) => q.where(sql`(${refs}) > (${sql.join(key.map((name) => after?.[name]))})`)).limit(limit);
	return key.reduce((ordered, name) => ordered.orderBy(name), query).execute();
}
async function countStale$1(db, column, prefix) {
	const { n } = await untyped(db).selectFrom(column.table).select((e) => e.fn.countAll().as("n")).where(stale(column, prefix)).executeTakeFirstOrThrow();
	return Number(n);
}
/** Only if the row still has the value that was read: who wrote another one meanwhile used a key of today. */
const replaceSealed = (db, { table, key, column }, row, changes) => key.reduce((query, name) => query.where(name, "=", row[name]), untyped(db).updateTable(table).set(changes).where(column, "=", row[column])).execute();
/** Enough to know that there are any. */
const SOME = 1e3;
/** The questions for what may be sealed with a key, one for each column; every store understands them as they are. */
function sealedWith(columns, keyId) {
	if (!/^[0-9a-f]{12}$/.test(keyId)) throw new RangeError("not the id of a key");
	return columns.map((column) => {
		const quote = column.isJson ? "\"" : "";
		const isLike = (prefix) => `"${column.column}" like '${quote}${prefix}:%'`;
		const names = /* @__PURE__ */ new Set([
			...column.key,
			...column.reads ?? [],
			column.column
		]);
		const only = column.only ? `"${column.only.column}" = '${column.only.value}' and ` : "";
		const selected = [...names].map((name) => `"${name}"`).join(", ");
		const where = `${only}(${isLike(`v2:${keyId}`)} or ${isLike("v1")})`;
		return {
			column,
			text: `select ${selected} from "${column.table}" where ${where} limit ${SOME}`
		};
	});
}
async function listSealedWith(db, columns, keyId) {
	const found = [];
	for (const { column, text } of sealedWith(columns, keyId)) {
		const { rows } = await sql.raw(text).execute(db);
		found.push({
			column,
			rows
		});
	}
	return found;
}
//#endregion
//#region packages/server/src/platform/security/key-ring.ts
/** What stores had before keys had ids. */
const OLD_MARK = "key_check";
const AUDIT_KEY = "audit_key";
const WRONG_KEY = "The secret key is not the one this store was written with. Bring back secret.key of the data directory, or set LATCHWORK_SECRET_KEY to the old key.";
/**
* The keys of this process for this store. Refuses to start without a key that values are still sealed with: a lost key
* file would be replaced silently, and every sealed column would turn out unreadable one by one.
*/
async function openKeyRing(db, keys, now, begin) {
	const ring = keyRing(keys);
	if ((await listKeys(db)).length === 0) await enterFirst(db, ring, keys, {
		now,
		begin
	});
	const inUse = await keysInUse(db);
	const missing = inUse.filter(({ key_id }) => !ring.has(key_id));
	if (missing.length > 0) throw missingKeys(missing);
	const current = inUse.find(({ state }) => state === "current");
	if (!current) throw new StartupError("The store does not say which key is in use. Restore it from a backup.");
	ring.use(current.key_id);
	ring.keepLasting(await auditKeyOf(db, ring));
	return ring;
}
/** The keys that values of the store may be sealed with. */
const keysInUse = async (db) => (await listKeys(db)).filter(({ state }) => state !== "retired");
const missingKeys = (keys) => new StartupError(`${WRONG_KEY} Missing: ${keys.map(({ key_id }) => key_id).join(", ")}.`);
/**
* A store that is new, or was written before keys had ids: the mark of the latter opens with its key only. One that is
* neither has lost its keys to somebody who would like it to look new: it gets no beginning.
*/
async function enterFirst(db, ring, keys, { now, begin }) {
	const mark = await findMark(db, OLD_MARK);
	const first = mark === void 0 ? keys[0] : keys.find((key) => opens(key, mark));
	if (!first) throw new StartupError(WRONG_KEY);
	await inDatabaseTransaction(db, async (tx) => {
		await insertFirst(tx, ring.add(first), now);
		await removeMark(tx, OLD_MARK);
		if ((await listKeys(tx)).some(({ key_id }) => key_id !== keyIdOf(first))) return;
		ring.use(keyIdOf(first));
		const isNew = !await hasAccounts(tx);
		await enterAuditKey(tx, ring, mark !== void 0 && !isNew ? macKeyOf(first) : randomBytes(32));
		if (mark === void 0 && !isNew) return;
		ring.keepLasting(await auditKeyOf(tx, ring));
		await begin(tx, ring);
	});
}
const hasAccounts = async (db) => await db.selectFrom("account").select("account_id").limit(1).executeTakeFirst() !== void 0;
function opens(key, sealed) {
	try {
		keyRing([key]).open(sealed, OLD_MARK);
		return true;
	} catch {
		return false;
	}
}
const SEALED_FOR = "service_mark.audit_key";
const enterAuditKey = (db, ring, key) => insertMark(db, AUDIT_KEY, ring.seal(key.toString("base64"), SEALED_FOR));
/**
* The key of the audit log's chains. It stays when others change, because a chain cannot be made anew; it is sealed
* with the others. A log that exists goes on with the key it began with; where somebody took that away there is another,
* and nothing of the log is found to hold.
*/
async function auditKeyOf(db, ring) {
	if (await findMark(db, AUDIT_KEY) === void 0) await enterAuditKey(db, ring, randomBytes(32));
	const value = await findMark(db, AUDIT_KEY);
	if (value === void 0 || !SEALED_VALUE.test(value)) throw new StartupError(WRONG_KEY);
	return Buffer.from(ring.open(value, SEALED_FOR), "base64");
}
//#endregion
//#region packages/server/src/schema/newest-id.ts
/** Tables whose ids are cursors: a reader asks for what is greater than the last one it has seen. */
const ORDERED_TABLES = [
	"event",
	"operation",
	"smartlock_log",
	"webhook_log"
];
/**
* The greatest time-ordered id that was ever shown as a cursor. New ids have to lie above it also when the machine's clock
* was set back while the service was down; a reader would otherwise never see them.
*/
async function newestId(db) {
	const newest = await Promise.all(ORDERED_TABLES.map((table) => newestOf(db, table)));
	const cursor = await db.selectFrom("webhook_endpoint").select((e) => e.fn.max("last_event_id").as("id")).executeTakeFirst();
	return [...newest, cursor?.id ?? void 0].filter((id) => id !== void 0).sort().at(-1);
}
async function newestOf(db, table) {
	return (await db.selectFrom(table).select("id").orderBy("id", "desc").limit(1).executeTakeFirst())?.id;
}
//#endregion
//#region packages/server/src/platform/store/sqlite-dialect.ts
/**
* Kysely on `node:sqlite`. Outside a transaction a SELECT goes to the reader, which sees what is committed and never
* waits; everything else takes its turn at the writer.
*/
var NodeSqliteDialect = class {
	#file;
	#writer;
	#health;
	constructor(file, writer, health = new StoreHealth()) {
		this.#file = file;
		this.#writer = writer;
		this.#health = health;
	}
	createDriver() {
		return new NodeSqliteDriver(this.#file, this.#writer, this.#health);
	}
	createQueryCompiler() {
		return new SqliteQueryCompiler();
	}
	createAdapter() {
		return new NodeSqliteAdapter();
	}
	createIntrospector(db) {
		return new SqliteIntrospector(db);
	}
};
var NodeSqliteAdapter = class extends SqliteAdapter {
	/** The writer has its own line of waiting; Kysely's would also make readers wait. */
	get supportsMultipleConnections() {
		return true;
	}
	/** A migration that fails or is killed half-way leaves nothing behind. */
	get supportsTransactionalDdl() {
		return true;
	}
};
var NodeSqliteDriver = class {
	#file;
	#writer;
	#health;
	#free = [];
	constructor(file, writer, health) {
		this.#file = file;
		this.#writer = writer;
		this.#health = health;
	}
	async init() {}
	async acquireConnection() {
		return this.#free.pop() ?? new Session(this.#file, this.#writer, this.#health);
	}
	/** Isolation level and access mode change nothing here: transactions run one after the other. */
	async beginTransaction(session) {
		session.turn = await this.#writer.begin();
	}
	async commitTransaction(session) {
		const turn = session.turn;
		session.turn = void 0;
		if (turn) await this.#writer.commit(turn).catch((error) => this.#fail(error));
	}
	async rollbackTransaction(session) {
		const turn = session.turn;
		session.turn = void 0;
		if (turn) await this.#writer.rollback(turn);
	}
	#fail(error) {
		this.#health.note(error);
		throw error;
	}
	async releaseConnection(session) {
		this.#free.push(session);
	}
	async destroy() {
		await this.#writer.close();
		await this.#file.close();
	}
};
/** What Kysely takes for a connection: it knows whether its caller is in a transaction. */
var Session = class {
	#file;
	#writer;
	#health;
	turn;
	constructor(file, writer, health) {
		this.#file = file;
		this.#writer = writer;
		this.#health = health;
	}
	async executeQuery(query) {
		try {
			const result = this.#execute(query);
			return result instanceof Promise ? await result : result;
		} catch (error) {
			this.#health.note(error);
			throw error;
		}
	}
	#execute(query) {
		const isReading = isRead(query);
		if (isReading && !this.turn) return this.#file.reader.connection.execute(query.sql, query.parameters);
		if (!this.turn) return this.#writer.execute(query.sql, query.parameters);
		if (!isReading) this.#writer.touch();
		return this.#writer.run(this.turn, query.sql, query.parameters);
	}
	async *streamQuery(query, chunkSize) {
		const turn = this.turn;
		if (turn) {
			if (!isRead(query)) this.#writer.touch();
			yield* readInChunks(this.#file.writer, query, chunkSize, () => this.#writer.use(turn));
			return;
		}
		const reader = this.#file.openReader();
		try {
			const chunks = readInChunks(reader, query, chunkSize);
			const first = chunks.next();
			await this.#writer.durable();
			if (first.done) return;
			yield first.value;
			yield* chunks;
		} finally {
			reader.close();
		}
	}
};
function* readInChunks(connection, query, chunkSize, beforeEach) {
	beforeEach?.();
	let rows = [];
	for (const row of connection.iterate(query.sql, query.parameters)) {
		rows.push(row);
		if (rows.length < chunkSize) continue;
		yield { rows };
		beforeEach?.();
		rows = [];
	}
	if (rows.length > 0) yield { rows };
}
/** A built query says what it is. Of raw SQL only a plain SELECT is known to change nothing. */
const isRead = ({ query, sql }) => query.kind === "SelectQueryNode" || query.kind === "RawNode" && /^\s*select\b/i.test(sql);
//#endregion
//#region packages/server/src/platform/store/sqlite-disk.ts
/** The write-ahead log is folded into the database file when it is longer. */
const FOLD_BYTES = 8388608;
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);
/**
* The write-ahead log beside a database. SQLite makes it when the database is opened and removes it when it is closed,
* so that one descriptor serves in between. SQLite itself keeps no lock on this file that closing ours could drop.
*/
var SqliteDisk = class {
	#path;
	#foldBytes;
	#log;
	#longBytes;
	#folder;
	constructor(path, foldBytes = FOLD_BYTES) {
		this.#path = path;
		this.#foldBytes = foldBytes;
		this.#longBytes = foldBytes;
	}
	/** By a thread of the pool. Syncing by any descriptor of a file syncs what was written by all of them. */
	async sync() {
		this.#log ??= openSync(`${this.#path}-wal`, "r+");
		await syncFile(this.#log);
	}
	isLong() {
		return this.#log !== void 0 && fstatSync(this.#log).size >= this.#longBytes;
	}
	async fold() {
		const { isEmpty, error, errcode } = await this.#ask();
		const size = this.#log === void 0 ? 0 : fstatSync(this.#log).size;
		this.#longBytes = size + this.#foldBytes;
		if (error === void 0) return isEmpty;
		const message = `The write-ahead log cannot be folded into the database: ${error}`;
		throw Object.assign(new Error(message), { errcode });
	}
	async close() {
		await this.#folder?.terminate();
		if (this.#log !== void 0) await closeFile(this.#log);
		this.#log = void 0;
	}
	/** The thread is started when it is first needed: a service where little happens never has it. */
	#ask() {
		this.#folder ??= this.#start();
		const folder = this.#folder;
		return new Promise((resolve, reject) => {
			const give = (answer) => {
				folder.unref();
				folder.off("error", fail);
				resolve(answer);
			};
			const fail = (error) => {
				folder.off("message", give);
				this.#folder = void 0;
				reject(error);
			};
			folder.once("message", give);
			folder.once("error", fail);
			folder.ref();
			folder.postMessage("fold");
		});
	}
	#start() {
		const folder = new Worker(new URL("./sqlite-fold.js", new URL("./platform/store/sqlite-disk.ts", import.meta.url).href), {
			workerData: this.#path,
			execArgv: [],
			resourceLimits: {
				maxYoungGenerationSizeMb: 2,
				maxOldGenerationSizeMb: 24
			}
		});
		folder.unref();
		return folder;
	}
};
//#endregion
//#region packages/server/src/platform/store/sqlite-reader.ts
/** The connection that everybody reads from. It can be kept at what it sees while something newer is not durable yet. */
var SqliteReader = class {
	connection;
	#isHeld = false;
	constructor(connection) {
		this.connection = connection;
	}
	/** To be called before a COMMIT: it is not seen until `release`. */
	hold() {
		if (this.#isHeld) return;
		this.connection.execute("begin");
		this.#isHeld = true;
		this.connection.execute("select 1 from sqlite_schema limit 1");
	}
	release() {
		if (!this.#isHeld) return;
		this.#isHeld = false;
		this.connection.execute("commit");
	}
};
//#endregion
//#region packages/server/src/platform/store/sqlite-file.ts
const SQLITE_BUSY = 5;
const CACHE_KIB = 16384;
/** A write-ahead log that grew during a long read shrinks back to this at the next checkpoint. */
const WAL_LIMIT_BYTES = 67108864;
/**
* Opens `latchwork.db` in the directory and holds it against every other process until closed. Its write-ahead log is
* folded into the file at `foldBytes`.
*/
function openSqliteFile(dataDir, commitReaches, foldBytes, inspect = () => void 0) {
	const path = join(dataDir, "latchwork.db");
	try {
		mkdirSync(dataDir, {
			recursive: true,
			mode: 448
		});
		const lock = holdLock(dataDir);
		try {
			inspect();
			createPrivately(path);
			const writer = openWriter(path, commitReaches);
			const openReader = () => open$1(path, true);
			const reader = new SqliteReader(openReader());
			const disk = commitReaches === "disk" ? new SqliteDisk(path, foldBytes) : void 0;
			const close = async () => {
				await disk?.close();
				reader.connection.close();
				writer.close();
				lock.close();
			};
			return {
				writer,
				reader,
				disk,
				openReader,
				close
			};
		} catch (error) {
			lock.close();
			throw error;
		}
	} catch (error) {
		const explained = explainedTrouble(error, `the database in ${dataDir}`);
		if (explained instanceof StartupError) throw explained;
		const reason = error instanceof Error ? error.message : String(error);
		throw new StartupError(`The database in the data directory ${dataDir} cannot be opened: ${reason}.`, { cause: error });
	}
}
/**
* `normal` syncs the head of the write-ahead log and the file wherever the order matters, and leaves the commits to us.
* Where we wait for the disk ourselves we fold the log ourselves, too: SQLite would do it inside a COMMIT.
*/
const openWriter = (path, commitReaches) => open$1(path, false, `pragma journal_mode = wal;
     pragma synchronous = normal;
     pragma wal_autocheckpoint = ${commitReaches === "disk" ? 0 : 1e3};
     pragma foreign_keys = on;
     pragma journal_size_limit = ${WAL_LIMIT_BYTES}`);
function open$1(path, readOnly, settings = "") {
	const database = new DatabaseSync(path, {
		readOnly,
		timeout: BUSY_TIMEOUT_MS
	});
	try {
		database.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; ${settings}`);
		return new SqliteConnection(database);
	} catch (error) {
		database.close();
		throw error;
	}
}
/**
* A second process would read its own stale caches and miss the first one's wake-ups. The lock is an open transaction
* on a file of its own: the operating system drops it with the process, however that ends.
*/
function holdLock(dataDir) {
	const path = join(dataDir, "latchwork.lock");
	createPrivately(path);
	const lock = new DatabaseSync(path);
	try {
		lock.exec("pragma journal_mode = memory; begin exclusive");
		return lock;
	} catch (error) {
		lock.close();
		if (error.errcode !== SQLITE_BUSY) throw error;
		throw new StartupError(`The data directory ${dataDir} is in use by another Latchwork process: one SQLite file serves one process, several need PostgreSQL (set LATCHWORK_DATABASE_URL).`, { mayPass: true });
	}
}
/** Never opens a file that exists: closing it again would drop the locks this process has on it (POSIX). */
function createPrivately(path) {
	try {
		writeFileSync(path, "", {
			flag: "wx",
			mode: 384
		});
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
	}
}
//#endregion
//#region packages/server/src/platform/store/sqlite-commits.ts
/**
* From COMMIT to the disk (ADR 0038). The COMMIT leaves what it wrote with the operating system; a thread then waits for
* the disk while the reader stays where it was. When the disk has it everybody sees it, and its members hear of it.
*/
var SqliteCommits = class {
	#connection;
	#options;
	#syncing;
	#mustFold = false;
	#folding;
	/** The write-ahead log is empty, durably: its new beginning needs no waiting for the disk. */
	#beginsAnew = false;
	constructor(connection, options) {
		this.#connection = connection;
		this.#options = options;
	}
	/** A commit is on its way. One at a time: the reader can be kept before a commit, not between two. */
	get isSyncing() {
		return this.#syncing !== void 0;
	}
	/** The write-ahead log is to be folded; nobody begins until it is. */
	get holdsBack() {
		return this.#mustFold;
	}
	/** Resolves when everything that is committed now is durable. */
	async durable() {
		await this.#syncing?.settled.promise;
	}
	/** Resolves when nobody works on the files any more. */
	async idle() {
		await this.#syncing?.settled.promise.catch(() => void 0);
		await this.#folding;
	}
	/** Throws when nothing of the group is stored. */
	commit(group) {
		const { disk, reader, onCommit } = this.#options;
		const { mayChange } = group;
		try {
			if (disk && mayChange) {
				this.#options.mark?.()?.count();
				reader.hold();
			}
			this.#connection.execute("commit");
		} catch (error) {
			reader.release();
			throw error;
		}
		const tell = onCommit();
		if (!disk || !mayChange) {
			this.#show(group, tell);
			return;
		}
		if (this.#beginsAnew) this.#connection.execute("pragma synchronous = normal");
		this.#beginsAnew = false;
		this.#syncing = group;
		disk.sync().then(() => this.#synced(group, tell, disk), (error) => this.#fail(error));
	}
	foldNext() {
		this.#mustFold = this.#options.disk !== void 0;
	}
	/** To be called when no group is open. */
	foldIfDue() {
		const { disk } = this.#options;
		if (!this.#mustFold || this.#folding || this.#syncing || !disk) return;
		this.#folding = disk.fold().then((isEmpty) => this.#folded(isEmpty), (error) => {
			if (storeTroubleOf(error) !== "storage_full") this.#connection.execute("pragma wal_autocheckpoint = 1000");
			this.#folded(false);
		});
	}
	/** In one breath: everybody sees the group, what was read before counts no longer, and its members hear of it. */
	#show(group, tell) {
		this.#options.reader.release();
		tell();
		group.settled.resolve();
	}
	#synced(group, tell, disk) {
		this.#syncing = void 0;
		this.#options.mark?.()?.isDurable();
		this.#show(group, tell);
		this.#mustFold ||= disk.isLong();
		this.#options.goOn();
	}
	/**
	* The log starts anew in an empty file, where nothing old can follow its new head: only there SQLite may write the
	* head without waiting for the disk. Where the log stays, SQLite decides, and waits if it has to.
	*/
	#folded(isEmpty) {
		if (isEmpty) this.#connection.execute("pragma synchronous = off");
		this.#beginsAnew = isEmpty;
		this.#folding = void 0;
		this.#mustFold = false;
		this.#options.goOn();
	}
	/**
	* What the disk did not confirm may be lost, and nobody can tell how much of it: it is neither shown nor built upon.
	* After a restart SQLite finds out what is there.
	*/
	#fail(cause) {
		const error = new Error("The disk did not confirm what was written: the service has to be restarted.", { cause });
		const syncing = this.#syncing;
		this.#syncing = void 0;
		syncing?.settled.reject(error);
		this.#options.onFailure(error);
	}
};
//#endregion
//#region packages/server/src/platform/store/sqlite-writer.ts
/** So many transactions share one COMMIT, so that the first of them does not wait for ever. */
const GROUP_LIMIT = 64;
/** So many at most, while the COMMIT has to wait for the disk all the same. */
const WAITING_GROUP_LIMIT = 1024;
/**
* Hands the one writing connection to one transaction after the other, first come, first served, and commits many of
* them at once (group commit): almost all of the cost of a small transaction is waiting for the disk.
*
* The first transaction opens BEGIN IMMEDIATE. Those that come before the COMMIT run in the same one, each in its own
* SAVEPOINT, so that each can be undone alone. The COMMIT follows when nobody is waiting and the event loop has handled
* the input that was ready, or when the group is full. Nobody hears of an outcome before that: a commit is only
* reported when it is durable, and a refusal may rest on a row that another member has just written.
*
* The COMMIT itself leaves what it wrote with the operating system. A thread then waits for the disk, the reader stays
* where it was, and the next group works, uncommitted, until the disk has the one before it (ADR 0038).
*/
var SqliteWriter = class {
	#connection;
	#commits;
	#idleLimitMs;
	#watchdog;
	#queue = [];
	#turn;
	#group;
	#isSettling = false;
	#isClosed = false;
	#failure;
	#transactionCount = 0;
	#commitCount = 0;
	constructor(connection, { idleLimitMs, onDiskFailure, ...options }) {
		this.#connection = connection;
		this.#idleLimitMs = idleLimitMs;
		this.#watchdog = setTimeout(() => this.#evict(), idleLimitMs).unref();
		this.#commits = new SqliteCommits(connection, {
			...options,
			goOn: () => this.#advance(),
			onFailure: (error) => {
				this.#giveUp(error);
				onDiskFailure(error);
			}
		});
	}
	/** How many transactions shared how many commits. */
	get statistics() {
		return {
			transactions: this.#transactionCount,
			commits: this.#commitCount
		};
	}
	/** Notes that the group under way may change something. */
	touch() {
		if (this.#group) this.#group.mayChange = true;
	}
	/** Folds the write-ahead log into the file as soon as nobody writes. */
	fold() {
		this.#commits.foldNext();
		this.#advance();
	}
	/** Resolves when everything that is committed now is durable. */
	durable() {
		return this.#commits.durable();
	}
	/** Waits for the writer and starts a transaction on it. */
	begin() {
		return new Promise((resolve, reject) => {
			this.#enqueue({
				reject,
				start: (group) => {
					const turn = { hasSavepoint: group.size > 0 };
					if (turn.hasSavepoint) this.#connection.execute("savepoint member");
					this.#turn = turn;
					this.#watchdog.refresh();
					resolve(turn);
				}
			});
		});
	}
	/** Runs a statement of the transaction. */
	run(turn, sql, parameters) {
		this.use(turn);
		try {
			return this.#connection.execute(sql, parameters);
		} catch (error) {
			this.#checkForLoss(error);
			throw error;
		} finally {
			this.#watchdog.refresh();
		}
	}
	/** To be called before each use: what comes after the end of a transaction would land in somebody else's. */
	use(turn) {
		if (turn.over) throw turn.over;
		this.#watchdog.refresh();
	}
	/** Ends the transaction. Resolves when it is durable. */
	async commit(turn) {
		this.use(turn);
		const group = this.#group;
		if (turn.hasSavepoint) this.#connection.execute("release member");
		this.#end(turn, /* @__PURE__ */ new Error("The transaction has been committed."));
		await group?.settled.promise;
	}
	/** Undoes the transaction and nothing else. */
	async rollback(turn) {
		if (turn.over) return;
		const group = this.#group;
		this.#undo(turn, /* @__PURE__ */ new Error("The transaction has been rolled back."));
		await group?.settled.promise;
	}
	/** Runs one statement as a transaction by itself. SQLite undoes a failed statement, so it needs no savepoint. */
	execute(sql, parameters) {
		return new Promise((resolve, reject) => {
			this.#enqueue({
				reject,
				start: ({ settled }) => {
					this.touch();
					try {
						const result = this.#connection.execute(sql, parameters);
						settled.promise.then(() => resolve(result), reject);
					} catch (error) {
						this.#checkForLoss(error);
						settled.promise.then(() => reject(error), reject);
					}
				}
			});
		});
	}
	/** Waits for everybody in line and takes nobody else. Whoever was affected by a failing commit has been told. */
	async close() {
		const last = this.begin();
		this.#isClosed = true;
		await last.then((turn) => this.rollback(turn)).catch(() => void 0);
		await this.#commits.idle();
		clearTimeout(this.#watchdog);
	}
	#enqueue(waiting) {
		const refusal = this.#failure ?? (this.#isClosed ? /* @__PURE__ */ new Error("The database is closed.") : void 0);
		if (refusal) {
			waiting.reject(refusal);
			return;
		}
		this.#queue.push(waiting);
		this.#advance();
	}
	/** Lets the next in line begin, unless somebody has the turn. */
	#advance() {
		while (!this.#turn) {
			const size = this.#group?.size ?? 0;
			if (size >= WAITING_GROUP_LIMIT && this.#commits.isSyncing) return;
			if (size >= GROUP_LIMIT) this.#settle();
			const next = this.#commits.holdsBack ? void 0 : this.#queue.shift();
			if (!next) {
				this.#settleSoon();
				return;
			}
			try {
				const group = this.#group ?? this.#open();
				next.start(group);
				group.size++;
				this.#transactionCount++;
			} catch (error) {
				next.reject(error);
			}
		}
	}
	#open() {
		this.#connection.execute("begin immediate");
		const settled = Promise.withResolvers();
		settled.promise.catch(() => void 0);
		this.#group = {
			size: 0,
			mayChange: false,
			settled
		};
		return this.#group;
	}
	#end(turn, over) {
		turn.over = over;
		this.#turn = void 0;
		this.#advance();
	}
	#undo(turn, over) {
		try {
			if (turn.hasSavepoint) {
				this.#connection.execute("rollback to member");
				this.#connection.execute("release member");
			} else {
				this.#connection.execute("rollback");
				this.#group?.settled.resolve(this.#commits.durable());
				this.#group = void 0;
			}
		} catch (error) {
			this.#loseGroup(error);
		}
		if (!turn.over) this.#end(turn, over);
	}
	/**
	* Transactions that use nothing but the database never leave the microtask queue, so "nobody is waiting" is true
	* after each of them. Waiting for the check phase lets the other requests that have already arrived join in.
	*/
	#settleSoon() {
		if (!this.#group) this.#commits.foldIfDue();
		if (!this.#group || this.#isSettling || this.#commits.isSyncing) return;
		this.#isSettling = true;
		setImmediate(() => {
			this.#isSettling = false;
			if (!this.#turn) this.#settle();
		});
	}
	/** While a group is on its way to the disk the next one waits, and takes in more: it is looked at again then. */
	#settle() {
		const group = this.#group;
		if (!group || this.#commits.isSyncing) return;
		try {
			this.#commits.commit(group);
			this.#commitCount++;
			this.#group = void 0;
		} catch (error) {
			this.#loseGroup(error);
		}
	}
	/** Nobody is served any more. */
	#giveUp(error) {
		this.#failure = error;
		for (const waiting of this.#queue.splice(0)) waiting.reject(error);
		this.#loseGroup(error);
	}
	/** Some failures (disk full, input or output errors) make SQLite itself undo the whole transaction. */
	#checkForLoss(error) {
		if (!this.#connection.isTransaction) this.#loseGroup(error);
	}
	/** Nothing of the group will be stored: tells all its members. */
	#loseGroup(error) {
		const group = this.#group;
		const turn = this.#turn;
		this.#group = void 0;
		if (this.#connection.isTransaction) this.#connection.execute("rollback");
		group?.settled.reject(error);
		if (turn) this.#end(turn, new Error("The transaction was undone by a failure of the database.", { cause: error }));
	}
	#evict() {
		const turn = this.#turn;
		if (!turn) return;
		const reason = `The transaction was undone because it kept the writer for ${this.#idleLimitMs} ms without using it.`;
		this.#undo(turn, /* @__PURE__ */ new Error(`${reason} Inside a transaction, use the transaction for every statement.`));
	}
};
//#endregion
//#region packages/server/src/platform/store/database.ts
/** Opens the store and brings its schema up to date. Throws a StartupError where the operator has to act. */
async function openStore(options) {
	if (!options.url) return openSqlite(options);
	const { openPostgres } = await import("./postgres-database-dTDKz6F-.js");
	return openPostgres(options.url, options);
}
/** What comes now would rest on what may be lost. Whoever watches over the process starts it anew. */
function endAtOnce(error) {
	setImmediate(() => {
		throw error;
	});
}
async function openSqlite(options) {
	const reaches = options.clock instanceof MovableClock ? "system" : "disk";
	const file = openSqliteFile(options.dataDir, reaches, void 0, options.inspect);
	const { reader, disk } = file;
	const changes = new LocalChanges();
	const health = new StoreHealth();
	let mark;
	const writer = new SqliteWriter(file.writer, {
		idleLimitMs: options.transactionIdleLimitMs ?? 1e4,
		reader,
		disk,
		mark: () => mark,
		onCommit: () => changes.take(),
		onDiskFailure: options.onDiskFailure ?? endAtOnce
	});
	const db = new Kysely({ dialect: new NodeSqliteDialect(file, writer, health) });
	try {
		await migrate(db, options.schema.migrations);
		reader.connection.forgetStatements();
		file.writer.watchRows(options.schema.kept, (ownerId, id) => changes.note(ownerId, id));
	} catch (error) {
		await db.destroy();
		throw error;
	}
	return {
		db,
		engine: "sqlite",
		groupCommit: () => writer.statistics,
		changes,
		health,
		makeRoom: () => writer.fold(),
		async keepMark(seal) {
			if (!disk) return;
			await insertMark(db, COMMITS, "");
			const counted = await findMark(db, COMMITS);
			mark = new CommitMark({
				dataDir: options.dataDir,
				connection: file.writer,
				seal,
				counted
			});
		},
		join: async () => {},
		async close() {
			await db.destroy();
			await mark?.close();
		}
	};
}
//#endregion
//#region packages/server/src/schema/kept-tables.ts
/** What the answers about locks are made of. On PostgreSQL the migrations have put a trigger on each. */
const KEPT_TABLES = [{
	name: "smartlock",
	owner: "account_id",
	id: "smartlock_id"
}, {
	name: "lock_desired",
	owner: "account_id",
	id: "smartlock_id"
}];
//#endregion
//#region packages/server/migrations/0001-foundation.ts
/** Accounts, keys and tokens, locks and their credentials, and the tables that record what happens. */
const foundation = (engine) => ({ async up(db) {
	await createAccounts(db, engine);
	await createApiKeys(db, engine);
	await createSmartlocks(db, engine);
	await createSmartlockLog(db, engine);
	await createOperations(db, engine);
	await createEvents(db, engine);
	await createJobs(db, engine);
	await createIdempotency(db, engine);
	await createServiceMarks(db, engine);
} });
async function createAccounts(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "account").addColumn("account_id", integer, engine.generatedKey).addColumn("master_account_id", integer, (c) => c.references("account.account_id").onDelete("cascade")).addColumn("type", integer, (c) => c.notNull()).addColumn("email", text, (c) => c.notNull()).addColumn("email_key", text, (c) => c.notNull().unique()).addColumn("password_hash", text, (c) => c.notNull()).addColumn("name", text, (c) => c.notNull()).addColumn("rights", integer, (c) => c.notNull()).addColumn("language", text).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("account_master").on("account").columns(["master_account_id", "account_id"]).where("master_account_id", "is not", null).execute();
}
async function createApiKeys(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "api_key").addColumn("api_key_id", integer, engine.generatedKey).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("client_id", text, (c) => c.notNull().unique()).addColumn("description", text).addColumn("redirect_uris", text).addColumn("created_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("api_key_account").on("api_key").columns(["account_id", "api_key_id"]).execute();
	await engine.createTable(db, "api_token").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("api_key_id", integer, (c) => c.notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("token_hash", text, (c) => c.notNull().unique()).addColumn("prefix", text, (c) => c.notNull()).addColumn("description", text).addColumn("scopes", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addColumn("last_used_at", long).execute();
	await db.schema.createIndex("api_token_account").on("api_token").columns([
		"account_id",
		"api_key_id",
		"id"
	]).execute();
	await db.schema.createIndex("api_token_api_key").on("api_token").column("api_key_id").execute();
}
async function createSmartlocks(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "smartlock").addColumn("smartlock_id", long, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("device_id", text, (c) => c.notNull().unique()).addColumn("type", integer, (c) => c.notNull()).addColumn("name", text, (c) => c.notNull()).addColumn("favorite", integer, (c) => c.notNull()).addColumn("virtual", integer, (c) => c.notNull()).addColumn("driver", text, (c) => c.notNull()).addColumn("auth_id", long, (c) => c.notNull()).addColumn("server_state", integer, (c) => c.notNull()).addColumn("admin_pin_state", integer, (c) => c.notNull()).addColumn("firmware_version", integer).addColumn("hardware_version", integer).addColumn("state", text).addColumn("config", text).addColumn("error", text).addColumn("action_operation_id", text).addColumn("session_id", text).addColumn("session_username", text).addColumn("session_counter", long, (c) => c.notNull()).addColumn("epoch", text).addColumn("state_seq", long, (c) => c.notNull()).addColumn("event_seq", long, (c) => c.notNull()).addColumn("last_seen_at", long).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).addUniqueConstraint("smartlock_account", ["account_id", "smartlock_id"]).execute();
	await engine.createTable(db, "device_credential").addColumn("username", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("device_id", text, (c) => c.notNull()).addColumn("secret_hash", text, (c) => c.notNull()).addColumn("secret_sealed", text, (c) => c.notNull()).addColumn("valid_until", long).addColumn("created_at", long, (c) => c.notNull()).addForeignKeyConstraint("device_credential_smartlock", ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade")).execute();
	await db.schema.createIndex("device_credential_account").on("device_credential").columns(["account_id", "smartlock_id"]).execute();
	await db.schema.createIndex("device_credential_device").on("device_credential").column("device_id").execute();
}
async function createSmartlockLog(db, { text, integer, long, ...engine }) {
	await engine.createGrowingTable(db, "smartlock_log", (table) => table.addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("device_type", integer, (c) => c.notNull()).addColumn("account_user_id", integer).addColumn("auth_id", text).addColumn("name", text, (c) => c.notNull()).addColumn("action", integer, (c) => c.notNull()).addColumn("trigger", integer, (c) => c.notNull()).addColumn("state", integer, (c) => c.notNull()).addColumn("auto_unlock", integer, (c) => c.notNull()).addColumn("source", integer).addColumn("opener_log", text).addColumn("error", text).addColumn("date", long, (c) => c.notNull()));
	const index = (name) => db.schema.createIndex(name).on("smartlock_log");
	await index("smartlock_log_account").columns(["account_id", "id"]).execute();
	await index("smartlock_log_smartlock").columns([
		"account_id",
		"smartlock_id",
		"id"
	]).execute();
}
async function createOperations(db, { text, integer, long, ...engine }) {
	await engine.createGrowingTable(db, "operation", (table) => table.addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("actor_account_id", integer, (c) => c.notNull()).addColumn("actor_name", text, (c) => c.notNull()).addColumn("api_key_id", integer).addColumn("request_id", text).addColumn("parent_id", text).addColumn("smartlock_id", long).addColumn("type", text, (c) => c.notNull()).addColumn("status", text, (c) => c.notNull()).addColumn("payload", text, (c) => c.notNull()).addColumn("auth_ids", text).addColumn("error_code", text).addColumn("error", text).addColumn("deadline_at", long).addColumn("session_id", text).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()));
	const index = (name) => db.schema.createIndex(name).on("operation");
	await index("operation_account").columns(["account_id", "id"]).execute();
	await index("operation_status").columns([
		"account_id",
		"status",
		"id"
	]).execute();
	await index("operation_smartlock").columns([
		"account_id",
		"smartlock_id",
		"id"
	]).execute();
	await index("operation_request").columns([
		"account_id",
		"request_id",
		"id"
	]).where("request_id", "is not", null).execute();
	await index("operation_parent").columns([
		"account_id",
		"parent_id",
		"id"
	]).where("parent_id", "is not", null).execute();
	const isOpen = sql`status in ('queued', 'sent')`;
	await index("operation_queued").columns(["id"]).where(sql`status = 'queued'`).execute();
	await index("operation_deadline").columns(["deadline_at"]).where(isOpen).execute();
	await index("operation_open").columns([
		"account_id",
		"smartlock_id",
		"id"
	]).where(isOpen).execute();
}
async function createEvents(db, { text, integer, long, ...engine }) {
	await engine.createGrowingTable(db, "event", (table) => table.addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("feature", text, (c) => c.notNull()).addColumn("smartlock_id", long).addColumn("api_key_id", integer).addColumn("payload", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()));
	await db.schema.createIndex("event_account").on("event").columns(["account_id", "id"]).execute();
	await engine.createTable(db, "event_head").addColumn("account_id", integer, (c) => c.primaryKey().notNull()).addColumn("last_id", text, (c) => c.notNull()).execute();
}
async function createJobs(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "job").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("kind", text, (c) => c.notNull()).addColumn("key", text).addColumn("payload", text, (c) => c.notNull()).addColumn("run_at", long, (c) => c.notNull()).addColumn("attempts", integer, (c) => c.notNull()).addColumn("leased_until", long).addColumn("lease_owner", text).addColumn("last_error", text).addColumn("created_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("job_kind_key").unique().on("job").columns(["kind", "key"]).where("key", "is not", null).execute();
	await db.schema.createIndex("job_run_at").on("job").column("run_at").execute();
}
async function createIdempotency(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "idempotency").addColumn("token_id", text, (c) => c.notNull()).addColumn("key", text, (c) => c.notNull()).addColumn("fingerprint", text, (c) => c.notNull()).addColumn("status", integer, (c) => c.notNull()).addColumn("headers", text, (c) => c.notNull()).addColumn("body", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("idempotency_pk", ["token_id", "key"]).execute();
	await db.schema.createIndex("idempotency_created_at").on("idempotency").column("created_at").execute();
}
async function createServiceMarks(db, { text, ...engine }) {
	await engine.createTable(db, "service_mark").addColumn("name", text, (c) => c.primaryKey().notNull()).addColumn("value", text, (c) => c.notNull()).execute();
}
//#endregion
//#region packages/server/migrations/0002-credentials.ts
/** Advanced keys, the audit log, console sessions, one-time passwords and OAuth. */
const credentials = (engine) => ({ async up(db) {
	await createAdvancedKeys(db, engine);
	await createAudit(db, engine);
	await createSessions(db, engine);
	await createOauth(db, engine);
} });
async function createAdvancedKeys(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "advanced_api_key").addColumn("api_key_id", integer, (c) => c.primaryKey().notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("name", text, (c) => c.notNull()).addColumn("country", text, (c) => c.notNull()).addColumn("description", text, (c) => c.notNull()).addColumn("url", text, (c) => c.notNull()).addColumn("email", text, (c) => c.notNull()).addColumn("type", text, (c) => c.notNull()).addColumn("webhook_url", text).addColumn("webhook_features", text).addColumn("restricted", integer, (c) => c.notNull()).addColumn("webhook_status", text).addColumn("secret_sealed", text, (c) => c.notNull()).addColumn("status", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("advanced_api_key_account").on("advanced_api_key").columns(["account_id", "api_key_id"]).execute();
}
/** No reference to the account: what was done stays on record when the account is gone. */
async function createAudit(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "audit").addColumn("account_id", integer, (c) => c.notNull()).addColumn("seq", long, (c) => c.notNull()).addColumn("at", long, (c) => c.notNull()).addColumn("actor_account_id", integer).addColumn("actor_name", text, (c) => c.notNull()).addColumn("action", text, (c) => c.notNull()).addColumn("subject", text).addColumn("detail", text).addColumn("request_id", text).addColumn("hash", text, (c) => c.notNull()).addPrimaryKeyConstraint("audit_pk", ["account_id", "seq"]).execute();
	await engine.createTable(db, "audit_head").addColumn("account_id", integer, (c) => c.primaryKey().notNull()).addColumn("seq", long, (c) => c.notNull()).addColumn("hash", text, (c) => c.notNull()).addColumn("proof", text, (c) => c.notNull()).execute();
}
async function createSessions(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "session").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("token_hash", text, (c) => c.notNull().unique()).addColumn("created_at", long, (c) => c.notNull()).addColumn("expires_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("session_account").on("session").columns(["account_id", "id"]).execute();
	await db.schema.createIndex("session_expires_at").on("session").column("expires_at").execute();
	await engine.createTable(db, "login_attempt").addColumn("id", text, (c) => c.notNull()).addColumn("key", text, (c) => c.notNull()).addColumn("at", long, (c) => c.notNull()).addPrimaryKeyConstraint("login_attempt_pk", ["key", "id"]).execute();
	await db.schema.createIndex("login_attempt_at").on("login_attempt").column("at").execute();
	await engine.createTable(db, "account_otp").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("secret_sealed", text, (c) => c.notNull()).addColumn("requested_at", long, (c) => c.notNull()).addColumn("enabled_at", long).addColumn("last_step", long, (c) => c.notNull()).addColumn("failures", integer, (c) => c.notNull()).addColumn("locked_until", long).execute();
}
async function createOauth(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "oauth_grant").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("api_key_id", integer, (c) => c.notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("scopes", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addColumn("last_used_at", long).execute();
	const grantIndex = (name) => db.schema.createIndex(name).on("oauth_grant");
	await grantIndex("oauth_grant_account").columns([
		"account_id",
		"api_key_id",
		"id"
	]).execute();
	await grantIndex("oauth_grant_api_key").columns(["api_key_id", "account_id"]).execute();
	await engine.createTable(db, "oauth_token").addColumn("token_hash", text, (c) => c.primaryKey().notNull()).addColumn("grant_id", text, (c) => c.notNull().references("oauth_grant.id").onDelete("cascade")).addColumn("kind", text, (c) => c.notNull()).addColumn("scopes", text, (c) => c.notNull()).addColumn("expires_at", long, (c) => c.notNull()).addColumn("replaced_at", long).execute();
	await db.schema.createIndex("oauth_token_grant").on("oauth_token").column("grant_id").execute();
	await db.schema.createIndex("oauth_token_expires_at").on("oauth_token").column("expires_at").execute();
	await engine.createTable(db, "oauth_code").addColumn("code_hash", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("api_key_id", integer, (c) => c.notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("redirect_uri", text, (c) => c.notNull()).addColumn("scopes", text, (c) => c.notNull()).addColumn("code_challenge", text).addColumn("expires_at", long, (c) => c.notNull()).addColumn("used_at", long).addColumn("grant_id", text).execute();
	const codeIndex = (name) => db.schema.createIndex(name).on("oauth_code");
	await codeIndex("oauth_code_account").column("account_id").execute();
	await codeIndex("oauth_code_api_key").column("api_key_id").execute();
	await codeIndex("oauth_code_expires_at").column("expires_at").execute();
	await engine.createTable(db, "oauth_ticket").addColumn("ticket_hash", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("request", text, (c) => c.notNull()).addColumn("expires_at", long, (c) => c.notNull()).execute();
	const ticketIndex = (name) => db.schema.createIndex(name).on("oauth_ticket");
	await ticketIndex("oauth_ticket_account").column("account_id").execute();
	await ticketIndex("oauth_ticket_expires_at").column("expires_at").execute();
}
//#endregion
//#region packages/server/migrations/0003-webhooks.ts
/** Where events are posted to, what could not be delivered yet, and what every attempt came to. */
const webhooks = (engine) => ({ async up(db) {
	await createEndpoints(db, engine);
	await createDeliveries$1(db, engine);
	await createLog(db, engine);
} });
async function createEndpoints(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "webhook_endpoint").addColumn("endpoint_id", integer, engine.generatedKey).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("event_account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("api_key_id", integer, (c) => c.notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("url", text, (c) => c.notNull()).addColumn("features", text, (c) => c.notNull()).addColumn("secret_sealed", text, (c) => c.notNull()).addColumn("status", text, (c) => c.notNull()).addColumn("last_event_id", text, (c) => c.notNull()).addColumn("failing_since", long).addColumn("leased_until", long).addColumn("lease_owner", text).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).addUniqueConstraint("webhook_endpoint_url", [
		"api_key_id",
		"account_id",
		"url"
	]).execute();
	const index = (name) => db.schema.createIndex(name).on("webhook_endpoint");
	await index("webhook_endpoint_account").columns([
		"account_id",
		"api_key_id",
		"endpoint_id"
	]).execute();
	await index("webhook_endpoint_event_account").column("event_account_id").execute();
}
async function createDeliveries$1(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "webhook_delivery").addColumn("endpoint_id", integer, (c) => c.notNull().references("webhook_endpoint.endpoint_id").onDelete("cascade")).addColumn("event_id", text, (c) => c.notNull()).addColumn("attempts", integer, (c) => c.notNull()).addColumn("next_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("webhook_delivery_pk", ["endpoint_id", "event_id"]).execute();
	await db.schema.createIndex("webhook_delivery_due").on("webhook_delivery").columns(["endpoint_id", "next_at"]).execute();
}
async function createLog(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "webhook_log").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("api_key_id", integer, (c) => c.notNull().references("api_key.api_key_id").onDelete("cascade")).addColumn("endpoint_id", integer, (c) => c.notNull()).addColumn("event_id", text).addColumn("event_account_id", integer, (c) => c.notNull()).addColumn("request_id", text).addColumn("attempt", integer, (c) => c.notNull()).addColumn("succeeded", integer, (c) => c.notNull()).addColumn("response_status", integer).addColumn("duration", long, (c) => c.notNull()).addColumn("url", text, (c) => c.notNull()).addColumn("headers", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).execute();
	const index = (name) => db.schema.createIndex(name).on("webhook_log");
	await index("webhook_log_key").columns(["api_key_id", "id"]).execute();
	await index("webhook_log_endpoint").columns(["endpoint_id", "id"]).execute();
	await index("webhook_log_account").column("account_id").execute();
}
//#endregion
//#region packages/server/migrations/0004-device-settings.ts
/** What locks are told to be like, what they report of it, and logins that must end although their lock is gone. */
const deviceSettings = (engine) => ({ async up(db) {
	await addLockColumns(db, engine);
	await createDesired(db, engine);
	await createRevokedLogins(db, engine);
	await indexQueuedActions(db);
} });
async function addLockColumns(db, { text }) {
	for (const column of [
		"advanced_config",
		"web_config",
		"admin_pin_sealed"
	]) await db.schema.alterTable("smartlock").addColumn(column, text).execute();
}
async function createDesired(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "lock_desired").addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("section", text, (c) => c.notNull()).addColumn("revision", long, (c) => c.notNull()).addColumn("changes", text, (c) => c.notNull()).addColumn("operation_id", text).addColumn("due_at", long).addPrimaryKeyConstraint("lock_desired_pk", [
		"account_id",
		"smartlock_id",
		"section"
	]).addForeignKeyConstraint("lock_desired_smartlock", ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade")).execute();
	await db.schema.createIndex("lock_desired_due").on("lock_desired").column("due_at").where("due_at", "is not", null).execute();
}
async function createRevokedLogins(db, { text, long, ...engine }) {
	await engine.createTable(db, "revoked_login").addColumn("username", text, (c) => c.primaryKey().notNull()).addColumn("revoked_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("revoked_login_at").on("revoked_login").column("revoked_at").execute();
}
/** Settings may wait for months; the dispatcher of actions must not have to step over them. */
async function indexQueuedActions(db) {
	await db.schema.dropIndex("operation_queued").execute();
	await db.schema.createIndex("operation_queued_action").on("operation").column("id").where(sql`status = 'queued' and type = 'action'`).execute();
}
//#endregion
//#region packages/server/migrations/0005-authorizations.ts
/** Access rights, how many there are, and what of them waits for which lock; operations that wait for others. */
const authorizations = (engine) => ({ async up(db) {
	await createAuthorizations(db, engine);
	await indexAuthorizations(db);
	await createCounts(db, engine);
	await createQueues(db, engine);
	await addChildCounts(db, engine);
} });
async function createAuthorizations(db, { text, integer, long, ...engine }) {
	const table = engine.createTable(db, "smartlock_auth").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("seq", long, (c) => c.notNull()).addColumn("kind", integer, (c) => c.notNull()).addColumn("type", integer, (c) => c.notNull()).addColumn("name", text, (c) => c.notNull()).addColumn("remote_allowed", integer, (c) => c.notNull()).addColumn("enabled", integer, (c) => c.notNull()).addColumn("code_sealed", text).addColumn("code_hash", text).addColumn("from_date", long).addColumn("until_date", long).addColumn("week_days", integer).addColumn("from_time", integer).addColumn("until_time", integer).addColumn("account_user_id", integer).addColumn("smart_actions", integer, (c) => c.notNull()).addColumn("invite_sealed", text).addColumn("invite_until", long).addColumn("lock_count", integer, (c) => c.notNull()).addColumn("last_active_at", long).addColumn("sync_state", text, (c) => c.notNull()).addColumn("operation_id", text).addColumn("pending_since", long).addColumn("error", text).addColumn("sent_revision", long).addColumn("delivered", integer, (c) => c.notNull()).addColumn("device_number", integer).addColumn("repaired", integer, (c) => c.notNull()).addColumn("keeps_dates", integer, (c) => c.notNull()).addColumn("switch_at", long).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull());
	await ofSmartlock(table, "smartlock_auth_smartlock").execute();
}
/** What belongs to a lock goes with it. */
const ofSmartlock = (table, name) => table.addForeignKeyConstraint(name, ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade"));
async function indexAuthorizations(db) {
	const index = (name) => db.schema.createIndex(`smartlock_auth_${name}`).on("smartlock_auth");
	await index("account").unique().columns(["account_id", "seq"]).execute();
	await index("lock").columns([
		"account_id",
		"smartlock_id",
		"seq"
	]).execute();
	await index("kind").columns([
		"account_id",
		"kind",
		"seq"
	]).execute();
	await index("user").columns([
		"account_id",
		"account_user_id",
		"seq"
	]).where("account_user_id", "is not", null).execute();
	await index("code").columns([
		"account_id",
		"code_hash",
		"smartlock_id"
	]).where("code_hash", "is not", null).execute();
	await index("number").columns([
		"account_id",
		"device_number",
		"smartlock_id"
	]).where("device_number", "is not", null).execute();
	await index("waiting").columns([
		"account_id",
		"smartlock_id",
		"seq"
	]).where(sql`sync_state in ('pending', 'deleting')`).execute();
	await index("switch").columns(["switch_at"]).where("switch_at", "is not", null).execute();
	await index("invite").columns(["invite_until"]).where("invite_until", "is not", null).execute();
}
async function createCounts(db, { integer, long, ...engine }) {
	await engine.createTable(db, "smartlock_auth_head").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("last_seq", long, (c) => c.notNull()).execute();
	await engine.createTable(db, "smartlock_auth_count").addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("level", integer, (c) => c.notNull()).addColumn("node", long, (c) => c.notNull()).addColumn("kind", integer, (c) => c.notNull()).addColumn("n", long, (c) => c.notNull()).addPrimaryKeyConstraint("smartlock_auth_count_pk", [
		"account_id",
		"level",
		"node",
		"kind"
	]).execute();
}
async function createQueues(db, { text, integer, long, ...engine }) {
	const queues = engine.createTable(db, "lock_access").addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("revision", long, (c) => c.notNull()).addColumn("due_at", long).addColumn("attempts", integer, (c) => c.notNull()).addPrimaryKeyConstraint("lock_access_pk", ["account_id", "smartlock_id"]);
	await ofSmartlock(queues, "lock_access_smartlock").execute();
	await db.schema.createIndex("lock_access_due").on("lock_access").column("due_at").where("due_at", "is not", null).execute();
	const strays = engine.createTable(db, "stray_access").addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("key", text, (c) => c.notNull()).addColumn("sent_revision", long).addPrimaryKeyConstraint("stray_access_pk", [
		"account_id",
		"smartlock_id",
		"key"
	]);
	await ofSmartlock(strays, "stray_access_smartlock").execute();
}
/** A parent ends with its last child, and must not have to look at all of them each time. */
async function addChildCounts(db, { integer }) {
	await db.schema.alterTable("operation").addColumn("open_children", integer).execute();
	await db.schema.alterTable("operation").addColumn("failed_children", integer, (c) => c.notNull().defaultTo(0)).execute();
}
//#endregion
//#region packages/server/migrations/0006-people.ts
/** Users of an account, the rest of the account itself, and the one-time codes and tokens that are mailed. */
const people = (engine) => ({ async up(db) {
	await createAccountUsers(db, engine);
	await completeAccounts(db, engine);
	await createMailedSecrets(db, engine);
	await widenAttempts(db);
} });
async function createAccountUsers(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "account_user").addColumn("account_user_id", integer, engine.generatedKey).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("email", text, (c) => c.notNull()).addColumn("email_key", text, (c) => c.notNull()).addColumn("name", text, (c) => c.notNull()).addColumn("type", integer, (c) => c.notNull()).addColumn("language", text).addColumn("operation_id", text).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).addUniqueConstraint("account_user_account", ["account_id", "account_user_id"]).addUniqueConstraint("account_user_email", ["account_id", "email_key"]).execute();
}
async function completeAccounts(db, { text, integer, ...engine }) {
	const add = (column) => db.schema.alterTable("account").addColumn(column, text).execute();
	await db.schema.alterTable("account").addColumn("email_verified", integer, (c) => c.notNull().defaultTo(0)).execute();
	await add("config_sealed");
	await add("profile");
	await engine.createTable(db, "account_setting").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("web", text, (c) => c.notNull()).execute();
}
async function createMailedSecrets(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "email_code").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("email", text, (c) => c.notNull()).addColumn("code_hash", text, (c) => c.notNull()).addColumn("tries", integer, (c) => c.notNull()).addColumn("expires_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("email_code_expires_at").on("email_code").column("expires_at").execute();
	await engine.createTable(db, "password_reset").addColumn("token_hash", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("delete_api_tokens", integer, (c) => c.notNull()).addColumn("expires_at", long, (c) => c.notNull()).execute();
	const resetIndex = (name) => db.schema.createIndex(name).on("password_reset");
	await resetIndex("password_reset_account").column("account_id").execute();
	await resetIndex("password_reset_expires_at").column("expires_at").execute();
}
/** Not only log-ins are counted: requests that send mail are too. */
async function widenAttempts(db) {
	await db.schema.alterTable("login_attempt").renameTo("attempt").execute();
}
//#endregion
//#region packages/server/migrations/0007-mail.ts
/** Every mail: what waits to be sent, and what became of the others. */
const mail = ({ text, integer, long, ...engine }) => ({ async up(db) {
	await engine.createTable(db, "mail").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("recipient", text, (c) => c.notNull()).addColumn("template", text, (c) => c.notNull()).addColumn("language", text, (c) => c.notNull()).addColumn("values_sealed", text).addColumn("state", text, (c) => c.notNull()).addColumn("attempts", integer, (c) => c.notNull()).addColumn("error", text).addColumn("next_at", long).addColumn("leased_until", long).addColumn("lease_owner", text).addColumn("expires_at", long).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).execute();
	const index = (name) => db.schema.createIndex(name).on("mail");
	await index("mail_account").columns(["account_id", "id"]).execute();
	await index("mail_due").column("next_at").where("next_at", "is not", null).execute();
	await index("mail_expiry").column("expires_at").where("expires_at", "is not", null).execute();
} });
//#endregion
//#region packages/server/migrations/0008-notifications.ts
/** Who is told of what, how far each account's events were looked at for it, and what is still to be delivered. */
const notifications = (engine) => ({ async up(db) {
	await db.schema.alterTable("event").addColumn("notices", engine.text).execute();
	await createNotifications(db, engine);
	await createFeeds(db, engine);
	await createDeliveries(db, engine);
} });
async function createNotifications(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "notification").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("event_account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("reference_id", text).addColumn("push_id", text, (c) => c.notNull()).addColumn("secret_sealed", text, (c) => c.notNull()).addColumn("os", integer, (c) => c.notNull()).addColumn("language", text).addColumn("settings", text, (c) => c.notNull()).addColumn("status", integer, (c) => c.notNull()).addColumn("error", text).addColumn("is_gone", integer, (c) => c.notNull()).addColumn("last_active_at", long).addColumn("leased_until", long).addColumn("lease_owner", text).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).execute();
	const index = (name) => db.schema.createIndex(name).on("notification");
	await index("notification_account").columns(["account_id", "id"]).execute();
	await index("notification_event_account").column("event_account_id").execute();
}
async function createFeeds(db, { text, integer, ...engine }) {
	await engine.createTable(db, "notification_feed").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("last_event_id", text, (c) => c.notNull()).execute();
}
async function createDeliveries(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "notification_delivery").addColumn("notification_id", text, (c) => c.notNull().references("notification.id").onDelete("cascade")).addColumn("id", text, (c) => c.notNull()).addColumn("message", text, (c) => c.notNull()).addColumn("attempts", integer, (c) => c.notNull()).addColumn("next_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("notification_delivery_pk", ["notification_id", "id"]).execute();
	await db.schema.createIndex("notification_delivery_due").on("notification_delivery").columns(["next_at", "notification_id"]).execute();
}
//#endregion
//#region packages/server/migrations/0009-stays.ts
/** Addresses, their units, the calendars linked to them, and the stays with what was put on locks for them. */
const stays = (engine) => ({ async up(db) {
	await createAddresses(db, engine);
	await createUnits(db, engine);
	await createLinks(db, engine);
	await createReservations(db, engine);
	await createReservationCodes(db, engine);
} });
const required$1 = (column) => column.notNull();
const ofAccount$1 = (column) => column.notNull().references("account.account_id").onDelete("cascade");
const ofAddress = (column) => column.notNull().references("address.address_id").onDelete("cascade");
async function createAddresses(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "address").addColumn("address_id", integer, engine.generatedKey).addColumn("account_id", integer, ofAccount$1).addColumn("name", text, required$1).addColumn("settings", text).addColumn("time_zone", text).addColumn("check_in_time", integer).addColumn("check_out_time", integer).addColumn("service_id", text).addColumn("created_at", long, required$1).addColumn("updated_at", long, required$1).execute();
	await db.schema.createIndex("address_account").on("address").columns(["account_id", "address_id"]).execute();
	await engine.createTable(db, "address_lock").addColumn("account_id", integer, required$1).addColumn("address_id", integer, ofAddress).addColumn("smartlock_id", long, required$1).addColumn("position", integer, required$1).addPrimaryKeyConstraint("address_lock_pk", [
		"account_id",
		"address_id",
		"smartlock_id"
	]).addForeignKeyConstraint("address_lock_smartlock", ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade")).execute();
	const index = (name) => db.schema.createIndex(name).on("address_lock");
	await index("address_lock_smartlock_index").columns(["account_id", "smartlock_id"]).execute();
	await index("address_lock_address").column("address_id").execute();
}
async function createUnits(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "address_unit").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, ofAccount$1).addColumn("address_id", integer, ofAddress).addColumn("name", text, required$1).addColumn("token_id", text, (c) => c.notNull().unique()).addColumn("operation_id", text).addColumn("is_deleting", integer, required$1).addColumn("redeemed_at", long).addColumn("redeem_account_id", integer).addColumn("redeem_result", text).addColumn("auth_ids", text).addColumn("invite_keys_sealed", text).addColumn("created_at", long, required$1).execute();
	await db.schema.createIndex("address_unit_address").on("address_unit").columns([
		"account_id",
		"address_id",
		"id"
	]).execute();
	await db.schema.createIndex("address_unit_owner").on("address_unit").column("address_id").execute();
}
async function createLinks(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "service_link").addColumn("link_id", integer, engine.generatedKey).addColumn("account_id", integer, ofAccount$1).addColumn("service_id", text, required$1).addColumn("address_id", integer, ofAddress).addColumn("unit_id", text, (c) => c.references("address_unit.id").onDelete("cascade")).addColumn("url_sealed", text, required$1).addColumn("url_masked", text, required$1).addColumn("status", text, required$1).addColumn("etag", text).addColumn("last_modified", text).addColumn("failures", integer, required$1).addColumn("trusted", integer, required$1).addColumn("last_sync_at", long).addColumn("last_error", text).addColumn("operation_id", text).addColumn("next_at", long).addColumn("leased_until", long).addColumn("lease_owner", text).addColumn("created_at", long, required$1).addColumn("updated_at", long, required$1).execute();
	const index = (name) => db.schema.createIndex(name).on("service_link");
	await index("service_link_account").columns([
		"account_id",
		"service_id",
		"link_id"
	]).execute();
	await index("service_link_address").column("address_id").execute();
	await index("service_link_unit").column("unit_id").execute();
	await index("service_link_due").column("next_at").where("next_at", "is not", null).execute();
	await engine.createTable(db, "service_use").addColumn("account_id", integer, ofAccount$1).addColumn("service_id", text, required$1).addColumn("linked_at", long, required$1).addPrimaryKeyConstraint("service_use_pk", ["account_id", "service_id"]).execute();
}
async function createReservations(db, { text, integer, long, ...engine }) {
	const guest = (table) => table.addColumn("name", text, required$1).addColumn("email", text, required$1).addColumn("guests", integer, required$1).addColumn("reference", text);
	const feed = (table) => table.addColumn("service_id", text).addColumn("link_id", integer, (c) => c.references("service_link.link_id").onDelete("set null")).addColumn("feed_key", text).addColumn("feed_event", text).addColumn("missing_fetches", integer, required$1);
	await engine.createTable(db, "reservation").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, ofAccount$1).addColumn("address_id", integer, ofAddress).addColumn("unit_id", text, (c) => c.references("address_unit.id").onDelete("set null")).$call(guest).$call(feed).addColumn("state", text, required$1).addColumn("automation", integer, required$1).addColumn("starts_at", long, required$1).addColumn("ends_at", long, required$1).addColumn("check_in_time", integer).addColumn("check_out_time", integer).addColumn("valid_from", long, required$1).addColumn("valid_until", long, required$1).addColumn("issue_state", text, required$1).addColumn("code_sealed", text).addColumn("code_tries", integer, required$1).addColumn("operation_id", text).addColumn("checked_in", integer).addColumn("auto_off", integer, required$1).addColumn("warned", integer, required$1).addColumn("due_at", long).addColumn("created_at", long, required$1).addColumn("updated_at", long, required$1).execute();
	const index = (name) => db.schema.createIndex(name).on("reservation");
	await index("reservation_account").columns([
		"account_id",
		"address_id",
		"id"
	]).execute();
	await index("reservation_address").column("address_id").execute();
	await index("reservation_unit").column("unit_id").execute();
	await index("reservation_feed").columns(["link_id", "feed_key"]).execute();
	await index("reservation_arrival").column("valid_from").execute();
	await index("reservation_end").column("ends_at").execute();
	await index("reservation_due").column("due_at").where("due_at", "is not", null).execute();
}
async function createReservationCodes(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "reservation_code").addColumn("account_id", integer, ofAccount$1).addColumn("auth_id", text, (c) => c.primaryKey().notNull()).addColumn("reservation_id", text, (c) => c.notNull().references("reservation.id").onDelete("cascade")).addColumn("smartlock_id", long, required$1).addColumn("state", text, required$1).addColumn("error", text).execute();
	await db.schema.createIndex("reservation_code_reservation").on("reservation_code").column("reservation_id").execute();
	await db.schema.createIndex("reservation_code_account").on("reservation_code").columns([
		"account_id",
		"reservation_id",
		"auth_id"
	]).execute();
}
//#endregion
//#region packages/server/migrations/0010-intercoms.ts
/** The catalogue of intercoms: reference data that all accounts share. */
const intercoms = (engine) => ({ async up(db) {
	await createBrands(db, engine);
	await createModels(db, engine);
} });
async function createBrands(db, { text, integer, ...engine }) {
	await engine.createTable(db, "intercom_brand").addColumn("brand_id", integer, (c) => c.primaryKey().notNull()).addColumn("brand", text, (c) => c.notNull()).addColumn("brand_key", text, (c) => c.notNull().unique()).execute();
}
async function createModels(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "intercom").addColumn("intercom_id", integer, (c) => c.primaryKey().notNull()).addColumn("brand_id", integer, (c) => c.notNull().references("intercom_brand.brand_id")).addColumn("type", integer, (c) => c.notNull()).addColumn("model", text, (c) => c.notNull()).addColumn("model_key", text, (c) => c.notNull()).addColumn("verified", integer, (c) => c.notNull()).addColumn("con_gnd_bus", text, (c) => c.notNull()).addColumn("con_bus_audio", text, (c) => c.notNull()).addColumn("con_audioout", text, (c) => c.notNull()).addColumn("con_doorbell_plus", text, (c) => c.notNull()).addColumn("con_doorbell_minus", text, (c) => c.notNull()).addColumn("con_opendoor", text, (c) => c.notNull()).addColumn("con_gnd_analogue", text, (c) => c.notNull()).addColumn("bus_mode_switch", integer, (c) => c.notNull()).addColumn("short_circuit_duration", integer, (c) => c.notNull()).addColumn("source", text, (c) => c.notNull()).addColumn("origin", text, (c) => c.notNull().check(sql`origin in ('shipped', 'operator')`)).addColumn("created_at", long, (c) => c.notNull()).addColumn("updated_at", long, (c) => c.notNull()).addUniqueConstraint("intercom_name", ["brand_id", "model_key"]).execute();
	await db.schema.createIndex("intercom_updated").on("intercom").column("updated_at").execute();
}
//#endregion
//#region packages/server/migrations/0011-central-webhooks.ts
/** Endpoints of central webhooks, when an endpoint last took something, and the calls that callbacks answer. */
const centralWebhooks = ({ text, integer, long }) => ({ async up(db) {
	const endpoint = () => db.schema.alterTable("webhook_endpoint");
	await endpoint().addColumn("central_key_id", integer, (c) => c.references("advanced_api_key.api_key_id").onDelete("cascade")).execute();
	await endpoint().addColumn("grant_id", text, (c) => c.references("oauth_grant.id").onDelete("cascade")).execute();
	await endpoint().addColumn("succeeded_at", long).execute();
	await db.schema.alterTable("operation").addColumn("request_sealed", text).execute();
	const index = (name) => db.schema.createIndex(name).on("webhook_endpoint");
	await index("webhook_endpoint_central").columns(["central_key_id", "account_id"]).execute();
	await index("webhook_endpoint_grant").column("grant_id").execute();
} });
//#endregion
//#region packages/server/migrations/0012-operator.ts
/** Who runs the service, what people see of their sessions, and lists of mails and applications by state. */
const operator = ({ text, long }) => ({ async up(db) {
	await db.schema.alterTable("account").addColumn("operator_since", long).execute();
	await sql`update account set operator_since = created_at
      where account_id = (select min(account_id) from account where master_account_id is null)`.execute(db);
	const session = () => db.schema.alterTable("session");
	await session().addColumn("user_agent", text).execute();
	await session().addColumn("network", text).execute();
	await session().addColumn("last_used_at", long).execute();
	await db.schema.createIndex("mail_state").on("mail").columns(["state", "id"]).execute();
	await db.schema.createIndex("advanced_api_key_status").on("advanced_api_key").columns(["status", "api_key_id"]).execute();
} });
//#endregion
//#region packages/server/migrations/0013-arrivals.ts
/** The stays of an account in the order of their arrival, whatever the address. */
const arrivals = () => ({ async up(db) {
	await db.schema.createIndex("reservation_account_arrival").on("reservation").columns([
		"account_id",
		"valid_from",
		"id"
	]).execute();
} });
//#endregion
//#region packages/server/migrations/0014-link-history.ts
/** Why the last fetch of a linked calendar failed, and what the last one that changed anything changed. */
const linkHistory = ({ text }) => ({ async up(db) {
	const add = (column) => db.schema.alterTable("service_link").addColumn(column, text).execute();
	await add("last_error_code");
	await add("last_change");
} });
//#endregion
//#region packages/server/migrations/0017-device-logins.ts
/**
* Devices log in with a key derived from their secret (LDP/1.1). All that exist so far log in with the secret itself: they
* are served until their credentials are replaced, and shown with a warning.
*/
const deviceLogins = ({ text, integer, long }) => ({ async up(db) {
	const credential = () => db.schema.alterTable("device_credential");
	await credential().addColumn("login_derived", integer, (c) => c.notNull().defaultTo(0)).execute();
	await credential().addColumn("broker_hash", text).execute();
	await credential().addColumn("exposed_at", long).execute();
	await db.schema.alterTable("smartlock").addColumn("credentials_warning", text).execute();
	await db.updateTable("smartlock").set({ credentials_warning: "legacy" }).where("smartlock_id", "in", (e) => e.selectFrom("device_credential").select("smartlock_id")).execute();
} });
//#endregion
//#region packages/server/migrations/0018-step-up.ts
/** When the person behind a session last proved who they are. */
const stepUp = ({ long }) => ({ async up(db) {
	await db.schema.alterTable("session").addColumn("verified_at", long, (column) => column.notNull().defaultTo(0)).execute();
	await sql`update session set verified_at = created_at`.execute(db);
} });
//#endregion
//#region packages/server/migrations/0019-second-factors.ts
/** What people prove themselves with beside a password, and what they were warned of. */
const secondFactors = (engine) => ({ async up(db) {
	await createNotices(db, engine);
	await createPasskeys(db, engine);
	await createChallenges(db, engine);
	await db.schema.alterTable("session").addColumn("second_factor", engine.integer, (c) => c.notNull().defaultTo(0)).execute();
} });
const ofAccount = (c) => c.notNull().references("account.account_id").onDelete("cascade");
const required = (c) => c.notNull();
async function createNotices(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "account_network").addColumn("account_id", integer, ofAccount).addColumn("network", text, required).addColumn("seen_at", long, required).addPrimaryKeyConstraint("account_network_pk", ["account_id", "network"]).execute();
	await engine.createTable(db, "security_notice").addColumn("account_id", integer, ofAccount).addColumn("notice", text, required).addColumn("started_at", long, required).addColumn("sent", integer, required).addColumn("held", integer, required).addColumn("recipient", text).addColumn("lines", text).addPrimaryKeyConstraint("security_notice_pk", ["account_id", "notice"]).execute();
}
async function createPasskeys(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "passkey_user").addColumn("account_id", integer, (c) => ofAccount(c).primaryKey()).addColumn("user_handle", text, (c) => c.notNull().unique()).execute();
	await engine.createTable(db, "passkey").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, ofAccount).addColumn("credential_id", text, (c) => c.notNull().unique()).addColumn("rp_id", text, required).addColumn("public_key", text, required).addColumn("counter", long, required).addColumn("transports", text).addColumn("backed_up", integer, required).addColumn("name", text, required).addColumn("created_at", long, required).addColumn("last_used_at", long).execute();
	await db.schema.createIndex("passkey_account").on("passkey").columns(["account_id", "id"]).execute();
	await engine.createTable(db, "recovery_code").addColumn("account_id", integer, ofAccount).addColumn("code_hash", text, required).addColumn("created_at", long, required).addPrimaryKeyConstraint("recovery_code_pk", ["account_id", "code_hash"]).execute();
}
async function createChallenges(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "passkey_challenge").addColumn("challenge_hash", text, (c) => c.primaryKey().notNull()).addColumn("purpose", text, required).addColumn("account_id", integer, (c) => c.references("account.account_id").onDelete("cascade")).addColumn("token_id", text).addColumn("expires_at", long, required).execute();
	const index = (name) => db.schema.createIndex(name).on("passkey_challenge");
	await index("passkey_challenge_token").column("token_id").execute();
	await index("passkey_challenge_expiry").column("expires_at").execute();
}
//#endregion
//#region packages/server/migrations/0020-token-limits.ts
/** Who made a webhook, and until when, from where and for which doors a token works. */
const tokenLimits = ({ text, long }) => ({ async up(db) {
	const endpoint = () => db.schema.alterTable("webhook_endpoint");
	await endpoint().addColumn("token_id", text, (c) => c.references("api_token.id").onDelete("cascade")).execute();
	await endpoint().addColumn("session_id", text).execute();
	await db.schema.createIndex("webhook_endpoint_token").on("webhook_endpoint").column("token_id").execute();
	const token = () => db.schema.alterTable("api_token");
	await token().addColumn("expires_at", long).execute();
	await token().addColumn("networks", text).execute();
	await token().addColumn("smartlock_ids", text).execute();
	await token().addColumn("address_ids", text).execute();
} });
//#endregion
//#region packages/server/migrations/0021-secrets.ts
/** Answers that are kept to be repeated are encrypted, address tokens are; and which keys are in use is known by their ids. */
const secrets = (engine) => ({ async up(db) {
	await sealAnswers(db, engine);
	await createKeys(db, engine);
	await hashAddressTokens(db, engine);
	await addOldSecrets(db, engine);
} });
/** What was kept in clear is not worth more than a day, and goes. */
async function sealAnswers(db, { text, integer, long, ...engine }) {
	await db.schema.dropTable("idempotency").execute();
	await engine.createTable(db, "idempotency").addColumn("token_id", text, (c) => c.notNull()).addColumn("key", text, (c) => c.notNull()).addColumn("status", integer, (c) => c.notNull()).addColumn("answer_sealed", text, (c) => c.notNull()).addColumn("created_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("idempotency_pk", ["token_id", "key"]).execute();
	await db.schema.createIndex("idempotency_created_at").on("idempotency").column("created_at").execute();
}
async function createKeys(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "sealing_key").addColumn("key_id", text, (c) => c.primaryKey().notNull()).addColumn("state", text, (c) => c.notNull()).addColumn("since", long, (c) => c.notNull()).addColumn("remaining", integer).execute();
	await db.schema.createIndex("sealing_key_current").unique().on("sealing_key").column("state").where("state", "=", "current").execute();
	await engine.createTable(db, "key_holder").addColumn("process_id", text, (c) => c.primaryKey().notNull()).addColumn("key_ids", text, (c) => c.notNull()).addColumn("current_id", text, (c) => c.notNull()).addColumn("seen_at", long, (c) => c.notNull()).execute();
}
/** The ids themselves are sealed by the first process that starts: a migration has no key. */
async function hashAddressTokens(db, { text }) {
	await db.schema.alterTable("address_unit").renameColumn("token_id", "token_sealed").execute();
	await db.schema.alterTable("address_unit").addColumn("token_hash", text, (c) => c.notNull().defaultTo("")).execute();
	for (const { id, token_sealed } of await db.selectFrom("address_unit").select(["id", "token_sealed"]).execute()) await db.updateTable("address_unit").set({ token_hash: hash("sha256", token_sealed) }).where("id", "=", id).execute();
	await db.schema.createIndex("address_unit_token_hash").unique().on("address_unit").column("token_hash").execute();
}
/** While the secret of a webhook or of an advanced key is replaced, the one before it counts as well. */
async function addOldSecrets(db, { text, long }) {
	for (const table of ["webhook_endpoint", "advanced_api_key"]) {
		await db.schema.alterTable(table).addColumn("old_secret_sealed", text).execute();
		await db.schema.alterTable(table).addColumn("old_secret_until", long).execute();
	}
}
//#endregion
//#region packages/server/migrations/0022-audit-anchor.ts
/**
* How far each chain of the audit log was when it was last anchored, and one seal over all of them. The seal's row is
* made here and never by the service: where it is missing somebody took it away.
*/
const auditAnchor = ({ text, integer, long, ...engine }) => ({ async up(db) {
	await engine.createTable(db, "audit_anchor").addColumn("account_id", integer, (c) => c.notNull().primaryKey()).addColumn("seq", integer, (c) => c.notNull()).addColumn("hash", text, (c) => c.notNull()).execute();
	await engine.createTable(db, "audit_seal").addColumn("id", integer, (c) => c.notNull().primaryKey()).addColumn("number", long, (c) => c.notNull()).addColumn("since", long, (c) => c.notNull()).addColumn("at", long, (c) => c.notNull()).addColumn("accounts", integer, (c) => c.notNull()).addColumn("entries", long, (c) => c.notNull()).addColumn("digest", text, (c) => c.notNull()).addColumn("proof", text, (c) => c.notNull()).execute();
	await db.insertInto("audit_seal").values({
		id: 1,
		number: 0,
		since: 0,
		at: 0,
		accounts: 0,
		entries: 0,
		digest: "",
		proof: ""
	}).execute();
} });
//#endregion
//#region packages/server/migrations/0023-notification-makers.ts
/** Who made a notification: it ends with that access, like a webhook. What is there already has no maker, and goes on. */
const notificationMakers = ({ text }) => ({ async up(db) {
	const notification = () => db.schema.alterTable("notification");
	await notification().addColumn("token_id", text, (c) => c.references("api_token.id").onDelete("cascade")).execute();
	await notification().addColumn("grant_id", text, (c) => c.references("oauth_grant.id").onDelete("cascade")).execute();
	await notification().addColumn("session_id", text).execute();
	for (const column of ["token_id", "grant_id"]) await db.schema.createIndex(`notification_${column}`).on("notification").column(column).execute();
} });
//#endregion
//#region packages/server/migrations/0024-device-sessions.ts
/**
* The connections that each lock has announced: none of them comes back, and no memory that was lost does. And the
* version of the protocol by which it did: what its messages have to name depends on it.
*/
const deviceSessions = ({ text, integer, long, ...engine }) => ({ async up(db) {
	await db.schema.alterTable("smartlock").addColumn("protocol_minor", integer, (c) => c.notNull().defaultTo(0)).execute();
	await engine.createTable(db, "device_session").addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("session_id", text, (c) => c.notNull()).addColumn("epoch", text, (c) => c.notNull()).addColumn("seen_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("device_session_pk", [
		"account_id",
		"smartlock_id",
		"session_id"
	]).addForeignKeyConstraint("device_session_smartlock", ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade")).execute();
	await db.schema.createIndex("device_session_seen_at").on("device_session").columns([
		"account_id",
		"smartlock_id",
		"seen_at"
	]).execute();
} });
//#endregion
//#region packages/server/migrations/0025-confirmed-resets.ts
/** Whoever confirms a reset decides about tokens (D112): what whoever asked for it wanted is kept no longer. */
const confirmedResets = () => ({ async up(db) {
	await db.schema.alterTable("password_reset").dropColumn("delete_api_tokens").execute();
} });
//#endregion
//#region packages/server/migrations/0026-lock-shares.ts
const SHARES = 61;
/**
* Which process serves which locks: locks are divided into shares, a share belongs to one process, and a process that
* serves locks says again and again that it is there. And, for each share, what waits for its locks.
*/
const lockShares = ({ text, integer, long, ...engine }) => ({ async up(db) {
	await engine.createTable(db, "serving_process").addColumn("process_id", text, (c) => c.primaryKey().notNull()).addColumn("beat", long, (c) => c.notNull()).addColumn("is_linked", integer, (c) => c.notNull()).execute();
	await engine.createTable(db, "lock_share").addColumn("share", integer, (c) => c.primaryKey().notNull()).addColumn("process_id", text).addColumn("term", long, (c) => c.notNull()).execute();
	await db.insertInto("lock_share").values(Array.from({ length: SHARES }, (_, share) => ({
		share,
		process_id: null,
		term: 0
	}))).execute();
	for (const table of ["lock_desired", "lock_access"]) await sql`create index ${sql.ref(`${table}_share_due`)} on ${sql.table(table)}
        (((smartlock_id % 4294967296) % 61), due_at) where due_at is not null`.execute(db);
} });
//#endregion
//#region packages/server/migrations/0027-lock-changes.ts
/**
* Which locks changed, and with which transaction, for processes that keep answers in memory. On PostgreSQL only: with
* SQLite there is one process, and it sees its changes itself. It is not worth the write-ahead log: whoever finds it on a
* server that was started anew forgets what they kept.
*/
const lockChanges = ({ name }) => ({ async up(db) {
	if (name === "sqlite") return;
	await sql`
      create unlogged table row_change (
        xid xid8 not null default pg_current_xact_id(),
        owner_id bigint not null,
        row_id bigint not null,
        changed_at timestamptz not null default now()
      )`.execute(db);
	await sql`create index row_change_xid on row_change (xid)`.execute(db);
	await sql`
      create function note_lock_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          insert into row_change (owner_id, row_id) values (old.account_id, old.smartlock_id);
        else
          insert into row_change (owner_id, row_id) values (new.account_id, new.smartlock_id);
        end if;
        return null;
      end $$`.execute(db);
	for (const table of ["smartlock", "lock_desired"]) await sql`
        create trigger note_lock_change after insert or update or delete on ${sql.table(table)}
        for each row execute function note_lock_change()`.execute(db);
} });
//#endregion
//#region packages/server/migrations/0028-searched-lists.ts
/**
* An index for everything that a list can be asked for, so that "nothing like that" is known without reading it all.
* Until they are built nothing is written: some seconds for every million entries.
*/
const searchedLists = (engine) => ({ async up(db) {
	await indexLog(db);
	await indexStays(db);
	await nameStays(db, engine);
} });
/** Searches are in the order of the day; most entries are of nobody, so those of people are indexed alone. */
async function indexLog(db) {
	const index = (name) => db.schema.createIndex(`smartlock_log_${name}`).on("smartlock_log");
	await index("date").columns([
		"account_id",
		"date",
		"id"
	]).execute();
	await index("smartlock_date").columns([
		"account_id",
		"smartlock_id",
		"date",
		"id"
	]).execute();
	await index("action").columns([
		"account_id",
		"action",
		"date",
		"id"
	]).execute();
	await index("smartlock_action").columns([
		"account_id",
		"smartlock_id",
		"action",
		"date",
		"id"
	]).execute();
	await index("user").columns([
		"account_id",
		"account_user_id",
		"date",
		"id"
	]).where("account_user_id", "is not", null).execute();
	await index("auth").columns([
		"account_id",
		"auth_id",
		"date",
		"id"
	]).where("auth_id", "is not", null).execute();
}
async function indexStays(db) {
	const index = (name) => db.schema.createIndex(`reservation_${name}`).on("reservation");
	await index("address_arrival").columns([
		"account_id",
		"address_id",
		"valid_from",
		"id"
	]).execute();
	await index("state_arrival").columns([
		"account_id",
		"state",
		"valid_from",
		"id"
	]).execute();
	await index("length").columns(["account_id", sql`(valid_until - valid_from)`]).execute();
}
const AT_ONCE$1 = 1e3;
/** What names are looked for by, in capitals of every alphabet: the engines do not agree on those beyond ASCII. */
async function nameStays(db, { text }) {
	for (const column of ["name_key", "reference_key"]) await db.schema.alterTable("reservation").addColumn(column, text, (c) => c.notNull().defaultTo("")).execute();
	for (let last = "";;) {
		const rows = await db.selectFrom("reservation").select([
			"id",
			"name",
			"reference"
		]).where("id", ">", last).orderBy("id").limit(AT_ONCE$1).execute();
		for (const { id, name, reference } of rows) await db.updateTable("reservation").set({
			name_key: inCapitals$1(name),
			reference_key: inCapitals$1(reference ?? "")
		}).where("id", "=", id).execute();
		if (rows.length < AT_ONCE$1) return;
		last = rows.at(-1)?.id ?? "";
	}
}
/** As the service makes them; written out here, because a migration never changes. */
const inCapitals$1 = (text) => text.normalize("NFKC").toUpperCase();
//#endregion
//#region packages/server/migrations/0029-bridges.ts
/** The tokens that bridge programs use, what they have shown with them, and where they are told of changes. */
const bridges = (engine) => ({ async up(db) {
	await createBridges(db, engine);
	await createProofs(db, engine);
	await createCallbacks(db, engine);
} });
async function createBridges(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "bridge").addColumn("account_id", integer, (c) => c.primaryKey().notNull().references("account.account_id").onDelete("cascade")).addColumn("bridge_id", integer, (c) => c.notNull().unique()).addColumn("token_sealed", text, (c) => c.notNull()).addColumn("pairing_until", long).addColumn("log_cleared_at", long).addColumn("created_at", long, (c) => c.notNull()).addColumn("token_made_at", long, (c) => c.notNull()).execute();
}
async function createProofs(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "bridge_proof").addColumn("account_id", integer, (c) => c.notNull().references("bridge.account_id").onDelete("cascade")).addColumn("proof", text, (c) => c.notNull()).addColumn("refused_with", integer).addColumn("ends_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("bridge_proof_pk", ["account_id", "proof"]).execute();
}
async function createCallbacks(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "bridge_callback").addColumn("id", text, (c) => c.primaryKey().notNull()).addColumn("account_id", integer, (c) => c.notNull().references("bridge.account_id").onDelete("cascade")).addColumn("slot", integer, (c) => c.notNull()).addColumn("url", text, (c) => c.notNull()).addColumn("last_event_id", text, (c) => c.notNull()).addColumn("failures", integer, (c) => c.notNull()).addColumn("next_at", long, (c) => c.notNull()).addColumn("leased_until", long).addColumn("lease_owner", text).addUniqueConstraint("bridge_callback_slot", ["account_id", "slot"]).execute();
}
//#endregion
//#region packages/server/migrations/0030-gateways.ts
/** Gateways and the locks they found; what locks say they can do, and how they prove what they report. */
const gateways = (engine) => ({ async up(db) {
	await createGateways(db, engine);
	await extendLocks(db, engine);
	await createForeignCodes(db, engine);
	await db.schema.alterTable("smartlock_auth").addColumn("proof", engine.text).execute();
	await db.schema.alterTable("smartlock_auth").addColumn("place", engine.text).execute();
	await db.schema.alterTable("operation").addColumn("proof", engine.text).execute();
} });
async function createGateways(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "gateway").addColumn("id", text, (c) => c.notNull().primaryKey()).addColumn("account_id", integer, (c) => c.notNull().references("account.account_id").onDelete("cascade")).addColumn("name", text, (c) => c.notNull()).addColumn("claim_hash", text, (c) => c.unique()).addColumn("claim_until", long).addColumn("token_hash", text).addColumn("claimed_with", text).addColumn("adoption_revision", long, (c) => c.notNull()).addColumn("version", text).addColumn("started_at", long).addColumn("connected_since", long).addColumn("last_report_at", long).addColumn("hubs", text, (c) => c.notNull().defaultTo("[]")).addColumn("queue", text).addColumn("created_at", long, (c) => c.notNull()).execute();
	await db.schema.createIndex("gateway_token").on("gateway").column("token_hash").execute();
	await db.schema.createIndex("gateway_account").on("gateway").columns(["account_id", "id"]).execute();
	await engine.createTable(db, "gateway_lock").addColumn("gateway_id", text, (c) => c.notNull().references("gateway.id").onDelete("cascade")).addColumn("key", text, (c) => c.notNull()).addColumn("account_id", integer, (c) => c.notNull()).addColumn("found", text, (c) => c.notNull()).addColumn("lost_at", long).addPrimaryKeyConstraint("gateway_lock_pk", ["gateway_id", "key"]).execute();
}
/** A lock without a gateway speaks for itself; one without a capability is known by its type. */
async function extendLocks(db, { text, integer }) {
	for (const column of [
		"gateway_id",
		"gateway_key",
		"vendor",
		"model",
		"capability"
	]) await db.schema.alterTable("smartlock").addColumn(column, text).execute();
	for (const column of ["remote_unlock", "remove_ungranted"]) await db.schema.alterTable("smartlock").addColumn(column, integer).execute();
	await db.schema.createIndex("smartlock_gateway").unique().on("smartlock").columns(["gateway_id", "gateway_key"]).where("gateway_id", "is not", null).execute();
}
async function createForeignCodes(db, { text, integer, long, ...engine }) {
	await engine.createTable(db, "foreign_code").addColumn("account_id", integer, (c) => c.notNull()).addColumn("smartlock_id", long, (c) => c.notNull()).addColumn("slot", integer, (c) => c.notNull()).addColumn("name", text).addColumn("first_seen_at", long, (c) => c.notNull()).addPrimaryKeyConstraint("foreign_code_pk", [
		"account_id",
		"smartlock_id",
		"slot"
	]).addForeignKeyConstraint("foreign_code_smartlock", ["account_id", "smartlock_id"], "smartlock", ["account_id", "smartlock_id"], (constraint) => constraint.onDelete("cascade")).execute();
}
//#endregion
//#region packages/server/src/schema/migrations.ts
/** Every migration there is, by name. Names ascend; a released one is never changed. */
const MIGRATIONS = {
	"0001-foundation": foundation,
	"0002-credentials": credentials,
	"0003-webhooks": webhooks,
	"0004-device-settings": deviceSettings,
	"0005-authorizations": authorizations,
	"0006-people": people,
	"0007-mail": mail,
	"0008-notifications": notifications,
	"0009-stays": stays,
	"0010-intercoms": intercoms,
	"0011-central-webhooks": centralWebhooks,
	"0012-operator": operator,
	"0013-arrivals": arrivals,
	"0014-link-history": linkHistory,
	"0017-device-logins": deviceLogins,
	"0018-step-up": stepUp,
	"0019-second-factors": secondFactors,
	"0020-token-limits": tokenLimits,
	"0021-secrets": secrets,
	"0022-audit-anchor": auditAnchor,
	"0023-notification-makers": notificationMakers,
	"0024-device-sessions": deviceSessions,
	"0025-confirmed-resets": confirmedResets,
	"0026-lock-shares": lockShares,
	"0027-lock-changes": lockChanges,
	"0028-searched-lists": searchedLists,
	"0029-bridges": bridges,
	"0030-gateways": gateways
};
//#endregion
//#region packages/server/src/schema/open-database.ts
/** Opens the store with all tables of the service. */
const openDatabase = (options) => openStore({
	...options,
	schema: {
		migrations: MIGRATIONS,
		growing: Object.values(GROWING_TABLES),
		kept: KEPT_TABLES
	}
});
//#endregion
//#region packages/server/src/features/access/grants/calls.ts
/**
* The operations of a call: one for each authorization, and one above them that ends with the last (D23). A call about
* a single one needs no other, unless another area waits for the end of its own.
*/
async function acceptCall(ctx, type, call, parts) {
	const details = {
		...call.payload && { payload: call.payload },
		...call.requestId !== void 0 && { requestId: call.requestId }
	};
	const [only] = parts;
	if (parts.length === 1 && only && call.type === void 0) {
		const operationId = await accept(ctx, {
			...details,
			...ofPart(type, only)
		});
		return {
			operationId,
			partIds: [operationId]
		};
	}
	const { parentId, childIds } = await acceptFamily(ctx, {
		...details,
		type: call.type ?? type,
		authIds: parts.map(({ id }) => id)
	}, parts.map((part) => ofPart(type, part)));
	return {
		operationId: parentId,
		partIds: childIds
	};
}
const ofPart = (type, { id, smartlockId, joins }) => ({
	type,
	smartlockId,
	authIds: [id],
	...joins !== void 0 && { payload: { joins } }
});
/** Changes that took in earlier ones have ended, and so have those. */
async function endJoined(ctx, ended) {
	const ends = ended.flatMap(({ payload, status, error_code, error }) => {
		const { joins } = JSON.parse(payload);
		if (joins === void 0) return [];
		return [{
			id: joins,
			status,
			...error_code !== null && { errorCode: error_code },
			...error !== null && { error }
		}];
	});
	await endAll$1(ctx, ends);
}
//#endregion
//#region packages/server/src/features/identity/users/present.ts
const present$3 = (row) => ({
	accountUserId: row.account_user_id,
	accountId: row.account_id,
	email: row.email,
	name: row.name,
	type: row.type,
	...row.language !== null && { language: row.language },
	...row.operation_id !== null && { operationId: row.operation_id },
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
const eventPayload = (row, deleted = false) => ({
	feature: "ACCOUNT_USER",
	deleted,
	accountUser: present$3(row)
});
//#endregion
//#region packages/server/src/features/identity/users/store.ts
/** In the order they were added. SQLite has no offset without a limit. */
const list$21 = (db, accountId, { emailKey, offset = 0, limit }) => db.selectFrom("account_user").selectAll().where("account_id", "=", accountId).$if(emailKey !== void 0, (q) => q.where("email_key", "=", emailKey)).orderBy("account_user_id").limit(limit ?? Number.MAX_SAFE_INTEGER).offset(offset).execute();
const find$14 = (db, accountId, accountUserId) => db.selectFrom("account_user").selectAll().where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).executeTakeFirst();
/** Held until the transaction ends; in the order of their ids, so that two who want the same ones do not block each other. */
const listForUpdate$4 = (db, engine, accountId, accountUserIds, asking) => db.selectFrom("account_user").selectAll().where("account_id", "=", accountId).where("account_user_id", "in", [...accountUserIds]).orderBy("account_user_id").$call(holding(engine, asking)).execute();
const findByEmail$1 = (db, accountId, emailKey) => db.selectFrom("account_user").selectAll().where("account_id", "=", accountId).where("email_key", "=", emailKey).executeTakeFirst();
const listEmails = (db, accountId, accountUserIds) => db.selectFrom("account_user").select(["account_user_id", "email"]).where("account_id", "=", accountId).where("account_user_id", "in", [...accountUserIds]).execute();
const count$6 = async (db, accountId) => {
	const { n } = await db.selectFrom("account_user").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
/** Undefined when the account has a user with this address. */
const insert$15 = (db, row) => db.insertInto("account_user").values(row).onConflict((c) => c.columns(["account_id", "email_key"]).doNothing()).returningAll().executeTakeFirst();
const update$17 = (db, accountId, accountUserId, changes) => db.updateTable("account_user").set(changes).where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).returningAll().executeTakeFirstOrThrow();
/** The deletion under way, or none any more. A user that is gone already stays gone. */
const setOperation = (db, accountId, accountUserId, operationId) => db.updateTable("account_user").set({ operation_id: operationId }).where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).execute();
const remove$23 = (db, accountId, accountUserId) => db.deleteFrom("account_user").where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).returningAll().executeTakeFirst();
//#endregion
//#region packages/server/src/features/identity/users/service.ts
const list$20 = (ctx, { email, ...page }) => list$21(ctx.db, ctx.accountId, {
	...page,
	...email !== void 0 && { emailKey: emailKey(email) }
});
/** The user, or the same 404 whether it is missing or somebody else's (D38). */
async function get$8(ctx, accountUserId) {
	return await find$14(ctx.db, ctx.accountId, accountUserId) ?? ctx.fail("not_found");
}
async function getHeld(ctx, accountUserId) {
	const [user] = await holdUsers(ctx, [accountUserId]);
	return user ?? ctx.fail("not_found");
}
/**
* Those of these that there are, held until the transaction ends: nobody deletes a user while they are given something.
* Asked for before the locks it is given on.
*/
async function holdUsers(ctx, accountUserIds) {
	const ids = [...new Set(accountUserIds)];
	return ids.length === 0 ? [] : listForUpdate$4(ctx.db, ctx.engine, ctx.accountId, ids);
}
/** The user, or undefined when there is none any more. */
const find$13 = (ctx, accountUserId) => find$14(ctx.db, ctx.accountId, accountUserId);
/** The user with this mail address, in any letter case. */
const findByEmail = (ctx, email) => findByEmail$1(ctx.db, ctx.accountId, emailKey(email));
/** The mail addresses of several users in one query, by id. */
async function emailsOf(ctx, accountUserIds) {
	if (accountUserIds.length === 0) return /* @__PURE__ */ new Map();
	const rows = await listEmails(ctx.db, ctx.accountId, accountUserIds);
	return new Map(rows.map((row) => [row.account_user_id, row.email]));
}
async function create$4(ctx, user) {
	return withinQuota$1(ctx, ctx.accountId, quotaOf(ctx), async (tx) => await insert$14(tx, user) ?? tx.fail("email_taken"));
}
/** The user with this mail address, made if there is none yet. */
async function ensure(ctx, user) {
	return inTransaction(ctx, async (tx) => {
		const known = await findByEmail(tx, user.email);
		if (known) return known;
		return withinQuota$1(tx, tx.accountId, quotaOf(tx), async () => {
			return await insert$14(tx, user) ?? await findByEmail(tx, user.email);
		});
	});
}
const quotaOf = (ctx) => ({
	limit: ctx.limits.accountUsers,
	of: "account users per account",
	count: (tx) => count$6(tx.db, tx.accountId)
});
/** Undefined when the account has a user with this address. */
async function insert$14(ctx, user) {
	const now = ctx.clock.now();
	const row = await insert$15(ctx.db, {
		account_id: ctx.accountId,
		email: user.email,
		email_key: emailKey(user.email),
		name: user.name,
		type: user.type ?? 0,
		language: user.language ?? null,
		operation_id: null,
		created_at: now,
		updated_at: now
	});
	if (row) await emit(ctx, [{
		feature: "ACCOUNT_USER",
		payload: eventPayload(row)
	}]);
	return row;
}
/** Changes a user and answers with the whole of it; what is the same already is no change and no event. */
async function update$16(ctx, accountUserId, changes) {
	const { email, name, language } = changes;
	return inTransaction(ctx, async (tx) => {
		if (email != null) await hold$4(tx, tx.accountId);
		const user = await findUnlocked(tx, accountUserId);
		if (email == null && name == null && language == null) return user;
		if (email != null) await assertFree$2(tx, email, accountUserId);
		const row = await update$17(tx.db, tx.accountId, accountUserId, {
			...email != null && {
				email,
				email_key: emailKey(email)
			},
			...name != null && { name },
			...language != null && { language },
			updated_at: tx.clock.now()
		});
		await emit(tx, [{
			feature: "ACCOUNT_USER",
			payload: eventPayload(row)
		}]);
		return row;
	});
}
/** The user, held until the transaction ends; one that is being deleted cannot be changed any more (D66). */
async function findUnlocked(ctx, accountUserId) {
	const user = await getHeld(ctx, accountUserId);
	if (user.operation_id !== null) ctx.fail("resource_locked", { operationId: user.operation_id });
	return user;
}
async function assertFree$2(ctx, email, accountUserId) {
	const other = await findByEmail(ctx, email);
	if (other && other.account_user_id !== accountUserId) ctx.fail("email_taken");
}
/**
* Deletes a user (D66): first everything they were given is taken off the locks, however long a lock is offline; the end
* of that operation deletes the user. Somebody who has nothing goes at once.
*/
async function remove$22(ctx, accountUserId, revokeAll) {
	return inTransaction(ctx, async (tx) => {
		await findUnlocked(tx, accountUserId);
		const deletion = {
			type: "user.delete",
			payload: { accountUserId }
		};
		const operationId = await revokeAll(tx, accountUserId, deletion);
		if (operationId === void 0) {
			const done = await accept(tx, deletion);
			await move(tx, done, "confirmed");
			return done;
		}
		await setOperation(tx.db, tx.accountId, accountUserId, operationId);
		return operationId;
	});
}
/**
* The locks have answered: the user goes, or stays as they were when a lock refused. False when somebody else holds the
* user just now.
*/
async function endRemoval(ctx, operation, asking) {
	const { accountUserId } = JSON.parse(operation.payload);
	const [user] = await listForUpdate$4(ctx.db, ctx.engine, ctx.accountId, [accountUserId], asking);
	if (!user) return false;
	if (user.operation_id !== null && user.operation_id !== operation.id) return true;
	if (operation.status !== "confirmed") {
		await setOperation(ctx.db, ctx.accountId, accountUserId, null);
		return true;
	}
	const gone = await remove$23(ctx.db, ctx.accountId, accountUserId);
	if (gone) await emit(ctx, [{
		feature: "ACCOUNT_USER",
		payload: eventPayload(gone, true)
	}]);
	return true;
}
const nodeOf = (seq, level) => Math.floor(seq / 64 ** (level + 1));
/** What lists are filtered by, as one number. */
const kindOf = (type, accountUserId) => type * 2 + (accountUserId === null ? 0 : 1);
/** The kinds a filter lets through; undefined for all of them. */
function kindsOf({ accountUserId, types }) {
	const isFiltered = types !== void 0 && types.length > 0;
	if (!isFiltered && accountUserId === void 0) return void 0;
	const users = accountUserId === void 0 ? [null, 1] : [accountUserId < 0 ? null : 1];
	return [...new Set(isFiltered ? types : AUTH_TYPES)].flatMap((type) => users.map((user) => kindOf(type, user)));
}
/** Tells of rows that are read already whether a filter lets them through. */
function wantedBy(filter) {
	const { accountUserId = 0 } = filter;
	const kinds = kindsOf(filter);
	return (row) => (accountUserId <= 0 || row.account_user_id === accountUserId) && (kinds?.includes(row.kind) ?? true);
}
/** When an authorization is valid. */
const windowOf$2 = (row) => ({
	...row.from_date !== null && { fromDate: row.from_date },
	...row.until_date !== null && { untilDate: row.until_date },
	...row.week_days !== null && { weekDays: row.week_days },
	...row.from_time !== null && { fromTime: row.from_time },
	...row.until_time !== null && { untilTime: row.until_time }
});
const windowColumns = ({ fromDate, untilDate, weekDays, fromTime, untilTime }) => ({
	from_date: fromDate ?? null,
	until_date: untilDate ?? null,
	week_days: weekDays ?? null,
	from_time: fromTime ?? null,
	until_time: untilTime ?? null
});
function checkShape(fail, { type, hasCode, window }) {
	if (hasCode && type !== AUTH_TYPE.keypadCode) fail("code_not_allowed", { errors: [{
		path: "code",
		message: "is for keypad codes (type 13) only"
	}] });
	const errors = checkWindow(window).map((problem) => problem.field === "untilDate" ? {
		path: "allowedUntilDate",
		message: "must be after allowedFromDate"
	} : {
		path: "allowedUntilTime",
		message: "must differ from allowedFromTime, unless both are 0"
	});
	if (errors.length > 0) fail("window_invalid", { errors });
}
/** Which rule of the lock a code breaks (D51); undefined when it follows all of them. */
function codeProblem(rules, code) {
	if (code.length < rules.minLength || code.length > rules.maxLength) return rules.minLength === rules.maxLength ? `must have ${rules.maxLength} digits` : `must have ${rules.minLength} to ${rules.maxLength} digits`;
	if ([...code].some((digit) => !rules.alphabet.includes(digit))) return `must consist of the digits ${rules.alphabet}`;
	const prefix = rules.forbiddenPrefixes.find((forbidden) => code.startsWith(forbidden));
	return prefix === void 0 ? void 0 : `must not start with ${prefix}`;
}
/** The length that codes for all of these locks have; undefined when none suits all of them. */
function commonLength(rules) {
	const min = Math.max(...rules.map(({ minLength }) => minLength));
	const max = Math.min(...rules.map(({ maxLength }) => maxLength));
	if (min > max) return void 0;
	const wished = Math.max(...rules.map(({ length }) => length));
	return Math.min(Math.max(wished, min), max);
}
/** A code of the lock's alphabet from chance given as hex digits; whether the lock takes it is another question. */
function codeFrom({ length, alphabet }, chance) {
	let rest = BigInt(`0x${chance}`);
	const base = BigInt(alphabet.length);
	let code = "";
	while (code.length < length) {
		code += alphabet[Number(rest % base)];
		rest /= base;
	}
	return code;
}
/** A key of nine digits from chance given as hex digits (D56). */
const inviteKeyFrom = (chance) => String(BigInt(`0x${chance}`) % 900000000n + 100000000n);
/** Device errors that a later try may not meet: busy, and what concerns only this message. */
const PASSING = /* @__PURE__ */ new Set([
	69,
	240,
	241,
	242,
	243,
	246
]);
const isPassing = (code) => code !== void 0 && PASSING.has(code);
const FIRST_WAIT_MS = 3e4;
const LONGEST_WAIT_MS = 9e5;
/** How long to wait for an answer, or before the next try, after so many in vain. */
const waitMs = (attempts) => Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 10), LONGEST_WAIT_MS);
//#endregion
//#region packages/server/src/features/access/store.ts
/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK$1 = 500;
const selectOne = prepared((db, slot) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", slot("accountId")).where("id", "=", slot("id")));
const find$12 = async (db, accountId, id) => (await selectOne(db, {
	accountId,
	id
}))[0];
const listByIds$1 = (db, accountId, ids) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("id", "in", [...ids]).orderBy("seq").execute();
/** All of one lock, in the order they were made; a lock holds a few hundred at most (D54). */
const listOfLock$1 = (db, accountId, smartlockId, types) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).$if(types !== void 0, (q) => q.where("type", "in", [...types ?? []])).orderBy("seq").execute();
/** The ids of what a person was given. */
const listIdsOfUser = (db, accountId, accountUserId) => db.selectFrom("smartlock_auth").select("id").where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).orderBy("seq").execute();
const insertMany = async (db, rows) => {
	for (let i = 0; i < rows.length; i += CHUNK$1) await db.insertInto("smartlock_auth").values(rows.slice(i, i + CHUNK$1)).execute();
};
const updateOne = preparedFor((db, columns, slot) => db.updateTable("smartlock_auth").set(Object.fromEntries(columns.map((column) => [column, slot(column)]))).where("account_id", "=", slot("accountId")).where("id", "=", slot("id")).returningAll());
const update$15 = async (db, { account_id: accountId, id }, { id: _id, ...changes }) => {
	const [row] = await updateOne(db, Object.keys(changes), {
		...changes,
		accountId,
		id
	});
	if (!row) throw new Error(`authorization ${id} is gone`);
	return row;
};
/** Stores these columns of rows that are there, each with values of its own, in one statement. */
const storeColumns = async (db, rows, columns) => {
	for (let i = 0; i < rows.length; i += CHUNK$1) await db.insertInto("smartlock_auth").values(rows.slice(i, i + CHUNK$1)).onConflict((c) => c.column("id").doUpdateSet((e) => Object.fromEntries(columns.map((name) => [name, e.ref(`excluded.${name}`)])))).execute();
};
const remove$21 = (db, accountId, ids) => db.deleteFrom("smartlock_auth").where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
/** How many each of these locks has; those without any are left out. */
const countByLock$2 = async (db, accountId, smartlockIds) => {
	const rows = await db.selectFrom("smartlock_auth").select(["smartlock_id", (e) => e.fn.countAll().as("n")]).where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).groupBy("smartlock_id").execute();
	return new Map(rows.map((row) => [row.smartlock_id, Number(row.n)]));
};
/** Who uses one of these codes on one of these locks. */
const listCodeUsers = (db, accountId, codeHashes, smartlockIds) => db.selectFrom("smartlock_auth").select([
	"id",
	"smartlock_id",
	"name",
	"code_hash",
	"from_date",
	"until_date"
]).where("account_id", "=", accountId).where("code_hash", "in", [...codeHashes]).where("smartlock_id", "in", [...smartlockIds]).execute();
/** What has this code on one lock. */
const listWithCode = (db, accountId, smartlockId, codeHashes) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("code_hash", "in", [...codeHashes]).where("smartlock_id", "=", smartlockId).orderBy("seq").execute();
/** How many of one lock have not expired by a time and are not about to be deleted. */
const countUnexpired = async (db, accountId, smartlockId, at) => {
	const row = await db.selectFrom("smartlock_auth").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("sync_state", "!=", "deleting").where((e) => e.or([e("until_date", "is", null), e("until_date", ">", at)])).executeTakeFirstOrThrow();
	return Number(row.n);
};
const selectByNumber = prepared((db, slot) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", slot("accountId")).where("device_number", "=", slot("number")).where("smartlock_id", "=", slot("smartlockId")));
/** What a device means by one of its numbers. */
const findByNumber = async (db, accountId, smartlockId, number) => (await selectByNumber(db, {
	accountId,
	smartlockId,
	number
}))[0];
/** Those of one lock that a device reported on: ids after `after` up to and with `upTo`. */
const listInSpan = (db, accountId, smartlockId, { after, upTo }) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).$if(after !== void 0, (q) => q.where("id", ">", after)).$if(upTo !== void 0, (q) => q.where("id", "<=", upTo)).orderBy("seq").execute();
/** Invitations that nobody can use any more, of all accounts. */
const removeEndedInvites = (db, now) => db.updateTable("smartlock_auth").set({
	invite_sealed: null,
	invite_until: null
}).where("invite_until", "<=", now).execute();
//#endregion
//#region packages/server/src/features/access/codes.ts
/** Keypad codes: kept encrypted, compared by keyed fingerprints, never shown to anybody who did not ask for them. */
const sealContext$3 = (id) => `smartlock_auth.code ${id}`;
/** The columns of a code. */
const codeColumns = (ctx, id, code) => code === void 0 ? {
	code_sealed: null,
	code_hash: null
} : {
	code_sealed: ctx.sealer.seal(String(code), sealContext$3(id)),
	code_hash: hashOf(ctx, code)
};
const openCode$1 = (ctx, { id, code_sealed }) => code_sealed === null ? void 0 : Number(ctx.sealer.open(code_sealed, sealContext$3(id)));
/** The same code of the same account has the same fingerprint, on whatever lock. */
const hashOf = (ctx, code) => ctx.sealer.mac(String(code), hashContext(ctx.accountId));
/** While the key changes, the same code may be stored with the fingerprint of either. */
const hashesOf = (ctx, code) => ctx.sealer.macs(String(code), hashContext(ctx.accountId));
const hashContext = (accountId) => `smartlock_auth.code ${accountId}`;
/** What has this code on a lock, as it was typed: a leading zero makes another code. */
const findByCode = (ctx, smartlockId, typed) => typed.startsWith("0") ? Promise.resolve([]) : listWithCode(ctx.db, ctx.accountId, smartlockId, hashesOf(ctx, Number(typed)));
function checkCode(ctx, locks, code) {
	for (const lock of locks) {
		const problem = codeProblem(lock.code, String(code));
		if (problem === void 0) continue;
		const message = `code ${problem} on ${lock.name}`;
		const supplied = {
			parameter: "code",
			value: String(code),
			problem: "is not valid"
		};
		ctx.fail("code_invalid", {
			message,
			supplied,
			errors: [{
				path: "code",
				message: problem
			}]
		});
	}
}
/** The same code twice on a lock: not while both are valid, or not at all, as the lock has it (D52). */
async function checkConflicts(ctx, uses) {
	if (uses.length === 0) return;
	const hashed = uses.flatMap((use) => hashesOf(ctx, use.code).map((hash) => ({
		...use,
		hash
	})));
	const hashes = [...new Set(hashed.map(({ hash }) => hash))];
	const locks = new Set(uses.map(({ lock }) => lock));
	const users = await listCodeUsers(ctx.db, ctx.accountId, hashes, idsOf([...locks]));
	const byCode = Map.groupBy(users, (user) => `${user.smartlock_id} ${user.code_hash}`);
	for (const { lock, hash, window, id, code } of hashed) for (const other of byCode.get(`${lock.smartlock_id} ${hash}`) ?? []) {
		if (other.id === id || !isConflict(lock, window, other)) continue;
		const message = `${lock.name}: "${other.name}" uses the same code.`;
		const supplied = {
			parameter: "code",
			value: String(code),
			problem: "exists already"
		};
		ctx.fail("code_conflict", {
			message,
			supplied
		});
	}
}
const isConflict = (lock, window, other) => lock.code.uniqueness === "lock" || overlaps(window, windowOf$2({
	...other,
	week_days: null,
	from_time: null,
	until_time: null
}));
const idsOf = (locks) => locks.map(({ smartlock_id }) => smartlock_id);
const CANDIDATES = 32;
const ROUNDS = 20;
/** A code that every one of the locks takes and none of them has, whenever valid (D51). */
async function freeCode(ctx, locks) {
	const [strictest] = locks.toSorted((a, b) => a.code.alphabet.length - b.code.alphabet.length);
	if (!strictest) throw new Error("no lock to make a code for");
	const length = commonLength(locks.map(({ code }) => code));
	if (length === void 0) return ctx.fail("code_conflict", { message: "These locks want codes of different lengths." });
	for (let round = 0; round < ROUNDS; round++) {
		const candidates = Array.from({ length: CANDIDATES }, () => codeFrom({
			length,
			alphabet: strictest.code.alphabet
		}, ctx.ids.random())).filter((code) => locks.every((lock) => codeProblem(lock.code, code) === void 0)).map((code) => ({
			code: Number(code),
			hashes: hashesOf(ctx, Number(code))
		}));
		if (candidates.length === 0) continue;
		const hashes = candidates.flatMap((candidate) => candidate.hashes);
		const taken = await listCodeUsers(ctx.db, ctx.accountId, hashes, idsOf(locks));
		const free = candidates.find(({ hashes }) => !taken.some(({ code_hash }) => hashes.includes(code_hash ?? "")));
		if (free) return free.code;
	}
	return ctx.fail("code_conflict", { message: "No code was found that is free on all of these locks." });
}
//#endregion
//#region packages/server/src/features/access/listing/counts-store.ts
/** Gives out numbers, to one transaction at a time. Returns the last one. */
const advanceHead = async (db, accountId, by) => {
	const { last_seq } = await db.insertInto("smartlock_auth_head").values({
		account_id: accountId,
		last_seq: by
	}).onConflict((c) => c.column("account_id").doUpdateSet({ last_seq: sql`smartlock_auth_head.last_seq + excluded.last_seq` })).returning("last_seq").executeTakeFirstOrThrow();
	return last_seq;
};
const add$1 = (db, accountId, deltas) => db.insertInto("smartlock_auth_count").values(deltas.map((delta) => ({
	account_id: accountId,
	...delta
}))).onConflict((c) => c.columns([
	"account_id",
	"level",
	"node",
	"kind"
]).doUpdateSet({ n: sql`smartlock_auth_count.n + excluded.n` })).execute();
/** Numbers are not given out again, so a smallest span that is empty stays so. */
const removeEmpty = (db, accountId, nodes) => db.deleteFrom("smartlock_auth_count").where("account_id", "=", accountId).where("level", "=", 0).where("node", "in", [...nodes]).where("n", "=", 0).execute();
const spans = (db, accountId, level, kinds) => db.selectFrom("smartlock_auth_count").select(["node", (e) => e.fn.sum("n").as("n")]).where("account_id", "=", accountId).where("level", "=", level).$if(kinds !== void 0, (q) => q.where("kind", "in", [...kinds ?? []])).groupBy("node").orderBy("node");
const asNumbers = (rows) => rows.map(({ node, n }) => ({
	node,
	n: Number(n)
}));
/** The widest spans: each holds millions. */
const listTop = async (db, accountId, level, kinds) => asNumbers(await spans(db, accountId, level, kinds).execute());
/** The spans inside a wider one. */
const listSpan = async (db, accountId, level, [first, last], kinds) => asNumbers(await spans(db, accountId, level, kinds).where("node", ">=", first).where("node", "<=", last).execute());
//#endregion
//#region packages/server/src/features/access/listing/counts.ts
/** The next numbers of the account. Until the transaction ends nobody else gets any. */
async function claimNumbers(ctx, count) {
	const last = await advanceHead(ctx.db, ctx.accountId, count);
	return Array.from({ length: count }, (_, i) => last - count + 1 + i);
}
/** Counts what came and went, before the transaction commits: everybody of the account wants these rows. */
function adjust(ctx, changes) {
	for (const change of changes) ctx.late.add(COUNTS, {
		accountId: ctx.accountId,
		change
	});
}
const COUNTS = {
	rank: LATE.counts,
	async write({ db }, items) {
		const byAccount = Map.groupBy(items, ({ accountId }) => accountId);
		for (const accountId of [...byAccount.keys()].sort((a, b) => a - b)) {
			const deltas = deltasOf((byAccount.get(accountId) ?? []).map(({ change }) => change));
			if (deltas.length > 0) await add$1(db, accountId, deltas);
			const nodes = emptied(deltas);
			if (nodes.length > 0) await removeEmpty(db, accountId, nodes);
		}
	}
};
/** What the changes come to in each span, in the order of the rows: two who count wait for each other and go on. */
function deltasOf(changes) {
	const sums = /* @__PURE__ */ new Map();
	for (const { seq, kind, by } of changes) for (let level = 0; level < 4; level++) {
		const node = nodeOf(seq, level);
		const key = `${level} ${node} ${kind}`;
		sums.set(key, {
			level,
			node,
			kind,
			n: (sums.get(key)?.n ?? 0) + by
		});
	}
	return [...sums.values()].filter(({ n }) => n !== 0).sort((a, b) => a.level - b.level || a.node - b.node || a.kind - b.kind);
}
const emptied = (deltas) => [...new Set(deltas.filter(({ level, n }) => level === 0 && n < 0).map(({ node }) => node))];
/** Where the authorization is that has `offset` others of these kinds before it. */
async function locate(ctx, kinds, offset) {
	let spans = await listTop(ctx.db, ctx.accountId, 3, kinds);
	const total = spans.reduce((sum, { n }) => sum + n, 0);
	if (offset >= total) return { total };
	if (offset === 0) return {
		total,
		start: {
			seq: 0,
			skip: 0
		}
	};
	let skip = offset;
	for (let level = 3;; level--) {
		const node = stepInto(spans, (n) => {
			if (skip < n) return true;
			skip -= n;
			return false;
		});
		if (level === 0) return {
			total,
			start: {
				seq: node * 64,
				skip
			}
		};
		const first = node * 64;
		spans = await listSpan(ctx.db, ctx.accountId, level - 1, [first, first + 64 - 1], kinds);
	}
}
function stepInto(spans, holds) {
	const found = spans.find(({ n }) => holds(n));
	if (!found) throw new Error("the counts of authorizations do not add up");
	return found.node;
}
//#endregion
//#region packages/server/src/features/access/listing/store.ts
/** A part of the account's list, by number. */
const list$19 = (db, accountId, { fromSeq, skip, size }) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("seq", ">=", fromSeq).orderBy("seq").limit(size).offset(skip).execute();
/** The same of some kinds. Each kind is read by its index up to where the page can end, then they are put together. */
const listOfKinds = (db, accountId, kinds, { fromSeq, skip, size }) => {
	const [first, ...others] = kinds.map((kind) => db.selectFrom((e) => e.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("kind", "=", kind).where("seq", ">=", fromSeq).orderBy("seq").limit(skip + size).as("of_kind")).selectAll());
	if (!first) return Promise.resolve([]);
	return others.reduce((all, next) => all.unionAll(next), first).orderBy("seq").limit(size).offset(skip).execute();
};
/** The same of one person. */
const listOfUser = (db, accountId, { accountUserId, kinds }, { fromSeq, skip, size }) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).$if(kinds !== void 0, (q) => q.where("kind", "in", [...kinds ?? []])).where("seq", ">=", fromSeq).orderBy("seq").limit(size).offset(skip).execute();
const countOfUser = async (db, accountId, accountUserId, kinds) => {
	const { n } = await db.selectFrom("smartlock_auth").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("account_user_id", "=", accountUserId).$if(kinds !== void 0, (q) => q.where("kind", "in", [...kinds ?? []])).executeTakeFirstOrThrow();
	return Number(n);
};
const ofLocks = (db, accountId, { smartlockIds, accountUserId, kinds }) => db.selectFrom("smartlock_auth").where("account_id", "=", accountId).where((e) => isOneOf(db, e.ref("smartlock_id"), smartlockIds)).$if(accountUserId > 0, (q) => q.where("account_user_id", "=", accountUserId)).$if(kinds !== void 0, (q) => q.where("kind", "in", [...kinds ?? []]));
const listOfLocks = (db, accountId, filter, { fromSeq, skip, size }) => ofLocks(db, accountId, filter).selectAll().where("seq", ">=", fromSeq).orderBy("seq").limit(size).offset(skip).execute();
const countOfLocks = async (db, accountId, filter) => {
	const { n } = await ofLocks(db, accountId, filter).select((e) => e.fn.countAll().as("n")).executeTakeFirstOrThrow();
	return Number(n);
};
//#endregion
//#region packages/server/src/features/access/listing/service.ts
const PART = 500;
/** Everything an account has, part by part: a list of any length costs the memory of one part. */
async function* listAll$1(ctx, { ids, ...filter }) {
	checkFilter(ctx, filter);
	const { limits } = ctx.principal;
	if (ids) {
		const rows = (await listByIds$1(ctx.db, ctx.accountId, ids)).filter(wantedBy(filter));
		return yield limits ? rows.filter((row) => limits.smartlockIds.has(row.smartlock_id)) : rows;
	}
	let fromSeq = 0;
	for (;;) {
		const part = await read(ctx, filter, {
			fromSeq,
			skip: 0,
			size: PART
		});
		yield part;
		const last = part.at(-1);
		if (part.length < PART || !last) return;
		fromSeq = last.seq + 1;
	}
}
/** One page of the list (4.15), found without walking past the ones before it. */
async function page(ctx, filter, { page: number, size }) {
	checkFilter(ctx, filter);
	const { total, start } = await placeOf(ctx, filter, number * size);
	return {
		rows: start ? await read(ctx, filter, {
			fromSeq: start.seq,
			skip: start.skip,
			size
		}) : [],
		total
	};
}
function checkFilter(ctx, { accountUserId }) {
	if (accountUserId === 0) failParameter(ctx.fail, "query.accountUserId", "must not be 0");
}
async function placeOf(ctx, filter, offset) {
	const { accountUserId = 0 } = filter;
	const kinds = kindsOf(filter);
	const { limits } = ctx.principal;
	if (limits) {
		const total = await countOfLocks(ctx.db, ctx.accountId, {
			...limits,
			accountUserId,
			kinds
		});
		return {
			total,
			...offset < total && { start: {
				seq: 0,
				skip: offset
			} }
		};
	}
	if (accountUserId <= 0) return locate(ctx, kinds, offset);
	const total = await countOfUser(ctx.db, ctx.accountId, accountUserId, kinds);
	return {
		total,
		...offset < total && { start: {
			seq: 0,
			skip: offset
		} }
	};
}
function read(ctx, filter, part) {
	const { accountUserId = 0 } = filter;
	const kinds = kindsOf(filter);
	const { limits } = ctx.principal;
	if (limits) return listOfLocks(ctx.db, ctx.accountId, {
		...limits,
		accountUserId,
		kinds
	}, part);
	if (accountUserId > 0) return listOfUser(ctx.db, ctx.accountId, {
		accountUserId,
		kinds
	}, part);
	if (kinds === void 0) return list$19(ctx.db, ctx.accountId, part);
	return listOfKinds(ctx.db, ctx.accountId, kinds, part);
}
//#endregion
//#region packages/server/src/features/access/present.ts
/** With dates the times are always there: 0 and 0 is the whole day, and clients read them as that (D132). */
function timesOfDay({ from_date, until_date, from_time, until_time }) {
	const isShown = from_date !== null || until_date !== null;
	return {
		...(isShown || from_time !== null) && { allowedFromTime: from_time ?? 0 },
		...(isShown || until_time !== null) && { allowedUntilTime: until_time ?? 0 }
	};
}
const presentWindow = (row) => ({
	...row.from_date !== null && { allowedFromDate: toWireDate(row.from_date) },
	...row.until_date !== null && { allowedUntilDate: toWireDate(row.until_date) },
	...row.week_days !== null && { allowedWeekDays: row.week_days },
	...timesOfDay(row)
});
const presentProgress = (row) => ({
	...row.operation_id !== null && { operationId: row.operation_id },
	...row.error !== null && { error: row.error },
	syncState: row.sync_state,
	...row.pending_since !== null && { pendingSince: toWireDate(row.pending_since) },
	...row.proof !== null && { proof: row.proof },
	...row.place !== null && { place: row.place }
});
/** An authorization as it is to be (D26); whether the lock has it so is in `syncState`. */
const present$2 = (row, { code, email } = {}) => ({
	id: row.id,
	smartlockId: row.smartlock_id,
	...row.device_number !== null && { authId: row.device_number },
	...code !== void 0 && { code },
	type: row.type,
	name: row.name,
	enabled: row.enabled === 1,
	remoteAllowed: row.remote_allowed === 1,
	lockCount: row.lock_count,
	...presentWindow(row),
	...row.account_user_id !== null && { accountUserId: row.account_user_id },
	...email !== void 0 && { email },
	...row.last_active_at !== null && { lastActiveDate: toWireDate(row.last_active_at) },
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at),
	authTypeAsString: AUTH_TYPE_NAMES[row.type],
	...presentProgress(row)
});
/** What events carry: everything but the code, because they are kept and sent on as plain text. */
const authsPayload = (row, deleted = false) => ({
	feature: "DEVICE_AUTHS",
	deleted,
	smartlockAuth: present$2(row)
});
const authsEvent = (row, deleted = false) => ({
	feature: "DEVICE_AUTHS",
	smartlockId: row.smartlock_id,
	payload: authsPayload(row, deleted)
});
//#endregion
//#region packages/server/src/features/access/grants/audit-entries.ts
/**
* Every right that is given, changed or taken away, in one go however many there are. Neither codes nor names: the log
* outlives the people it is about.
*/
function recordRights(ctx, action, rows, changesOf) {
	const isAsked = "principal" in ctx && ctx.principal !== void 0;
	const entries = rows.map(({ id, smartlock_id, type, account_user_id }, i) => ({
		action: `authorization.${action}`,
		subject: id,
		detail: {
			smartlockId: String(smartlock_id),
			type: String(type),
			...account_user_id != null && { accountUserId: String(account_user_id) },
			...changesOf && { changed: changesOf(i).join(",") }
		}
	}));
	return recordAll(isAsked ? ctx : {
		...ctx,
		actor: SERVICE
	}, entries);
}
//#endregion
//#region packages/server/src/features/access/grants/invites.ts
const INVITE_MS = 1728e5;
/** What an app shows to take part, encrypted, for two days (D56). */
const inviteColumns = (ctx, id, key) => ({
	invite_sealed: key === void 0 ? null : ctx.sealer.seal(key, `smartlock_auth.invite ${id}`),
	invite_until: key === void 0 ? null : ctx.clock.now() + INVITE_MS
});
/** Mails the keys to the person they are for, one for each lock. */
async function mailInvite(ctx, accountUserId, locks, keys) {
	const user = await find$13(ctx, accountUserId);
	if (!user) return;
	await send(ctx, {
		to: user.email,
		template: "invite",
		language: user.language,
		values: {
			name: user.name,
			accountName: await nameOf$1(ctx, ctx.accountId),
			keys: locks.map(({ name }, i) => ({
				smartlockName: name,
				key: keys[i]
			}))
		}
	});
}
//#endregion
//#region packages/server/src/features/access/delivery/queue-store.ts
const find$11 = (db, accountId, smartlockId) => db.selectFrom("lock_access").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).executeTakeFirst();
/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 1e3;
/** Makes locks due, unless they are expected to answer what was sent before: then they get more after that. */
const makeDue = async (db, accountId, smartlockIds, dueAt) => {
	const rows = smartlockIds.map((smartlock_id) => ({
		account_id: accountId,
		smartlock_id,
		revision: 0,
		due_at: dueAt,
		attempts: 0
	}));
	for (let i = 0; i < rows.length; i += CHUNK) await db.insertInto("lock_access").values(rows.slice(i, i + CHUNK)).onConflict((c) => c.columns(["account_id", "smartlock_id"]).doUpdateSet({ due_at: sql`case when lock_access.attempts > 0 and lock_access.due_at is not null
            then lock_access.due_at else excluded.due_at end` })).execute();
};
/** Makes a lock due whatever was sent before. */
const restart = (db, accountId, smartlockId, dueAt) => db.insertInto("lock_access").values({
	account_id: accountId,
	smartlock_id: smartlockId,
	revision: 0,
	due_at: dueAt,
	attempts: 0
}).onConflict((c) => c.columns(["account_id", "smartlock_id"]).doUpdateSet({
	due_at: dueAt,
	attempts: 0
})).execute();
const update$14 = (db, { account_id, smartlock_id }, changes) => db.updateTable("lock_access").set(changes).where("account_id", "=", account_id).where("smartlock_id", "=", smartlock_id).execute();
/** Locks of these shares, or all, that something is to be sent to now, of all accounts. */
const listDue$2 = (db, now, limit, shares) => db.selectFrom("lock_access").select(["account_id", "smartlock_id"]).where("due_at", "<=", now).$if(shares !== void 0, (q) => q.where((e) => isOfShares(e.ref("smartlock_id"), shares))).orderBy("due_at").limit(limit).execute();
const nextDue$3 = async (db, shares) => {
	return (await db.selectFrom("lock_access").select((e) => e.fn.min("due_at").as("at")).where("due_at", "is not", null).$if(shares !== void 0, (q) => q.where((e) => isOfShares(e.ref("smartlock_id"), shares))).executeTakeFirst())?.at ?? void 0;
};
/** Makes locks due now that were sent something and have not answered. A row that somebody holds is just being dealt with. */
const makeDueAgain = (db, engine, now, shares) => db.updateTable("lock_access").set({ due_at: now }).where((e) => e(e.refTuple("account_id", "smartlock_id"), "in", e.selectFrom("lock_access as sent").select(["sent.account_id", "sent.smartlock_id"]).where("sent.due_at", ">", now).where("sent.attempts", ">", 0).$if(shares !== void 0, (q) => q.where((w) => isOfShares(w.ref("sent.smartlock_id"), shares))).$if(engine === "postgres", (q) => q.forUpdate().skipLocked()).$asTuple("account_id", "smartlock_id"))).execute();
/** Notes what has to come off a lock: what nobody granted, or what stands in the way of others. */
const addStrays = (db, { account_id, smartlock_id }, keys) => db.insertInto("stray_access").values(keys.map((key) => ({
	account_id,
	smartlock_id,
	key,
	sent_revision: null
}))).onConflict((c) => c.doNothing()).execute();
const listStrays = (db, { account_id, smartlock_id }, limit) => db.selectFrom("stray_access").select("key").where("account_id", "=", account_id).where("smartlock_id", "=", smartlock_id).orderBy("key").limit(limit).execute();
const markStraysSent = (db, { account_id, smartlock_id }, keys, revision) => db.updateTable("stray_access").set({ sent_revision: revision }).where("account_id", "=", account_id).where("smartlock_id", "=", smartlock_id).where("key", "in", [...keys]).execute();
/** Those one change was to remove are gone, or will be reported again. Returns which. */
const removeStrays = async (db, { account_id, smartlock_id }, revision) => {
	return (await db.deleteFrom("stray_access").where("account_id", "=", account_id).where("smartlock_id", "=", smartlock_id).where("sent_revision", "=", revision).returning("key").execute()).map(({ key }) => key);
};
//#endregion
//#region packages/server/src/features/access/delivery/service.ts
/** Something waits for these locks, which are online: it is sent to them. */
async function sendSoon(ctx, smartlockIds) {
	if (smartlockIds.length === 0) return;
	await makeDue(ctx.db, ctx.accountId, smartlockIds, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("access", smartlockIds));
}
/** Locks of these shares, or all, may have answered when nobody listened: what they have not answered is sent again now. */
async function sendAgain(ctx, shares) {
	await makeDueAgain(ctx.db, ctx.engine, ctx.clock.now(), shares);
	ctx.afterCommit(() => ctx.wake.notify("access"));
}
//#endregion
//#region packages/server/src/features/access/foreign/store.ts
/** Those of one lock in these places: after `after` up to and with `upTo`. */
const list$18 = (db, accountId, smartlockId, { after, upTo } = {}) => db.selectFrom("foreign_code").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).$if(after !== void 0, (q) => q.where("slot", ">", after)).$if(upTo !== void 0, (q) => q.where("slot", "<=", upTo)).orderBy("slot").execute();
const countByLock$1 = async (db, accountId, smartlockIds) => {
	const rows = await db.selectFrom("foreign_code").select(["smartlock_id", (e) => e.fn.countAll().as("n")]).where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).groupBy("smartlock_id").execute();
	return new Map(rows.map((row) => [row.smartlock_id, Number(row.n)]));
};
const put$2 = (db, rows) => db.insertInto("foreign_code").values([...rows]).onConflict((c) => c.columns([
	"account_id",
	"smartlock_id",
	"slot"
]).doUpdateSet((e) => ({ name: e.ref("excluded.name") }))).execute();
const remove$20 = (db, accountId, smartlockId, slots) => db.deleteFrom("foreign_code").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("slot", "in", [...slots]).execute();
//#endregion
//#region packages/server/src/features/access/foreign/service.ts
/** Codes on locks that were not granted here. They are listed and take up places; nobody ever changes them. */
/** A page of what a lock says: it speaks for all places after `after` up to and with `upTo`. */
async function applyPage(ctx, { account_id, smartlock_id }, page) {
	const known = new Map((await list$18(ctx.db, account_id, smartlock_id, page)).map((row) => [row.slot, row.name]));
	const named = new Map(page.codes.map(({ slot, name }) => [slot, name ?? null]));
	const changed = [...named].filter(([slot, name]) => known.get(slot) !== name);
	const gone = [...known.keys()].filter((slot) => !named.has(slot));
	const seen = {
		account_id,
		smartlock_id,
		first_seen_at: ctx.clock.now()
	};
	if (changed.length > 0) await put$2(ctx.db, changed.map(([slot, name]) => ({
		...seen,
		slot,
		name
	})));
	if (gone.length > 0) await remove$20(ctx.db, account_id, smartlock_id, gone);
}
const list$17 = (ctx, smartlockId) => list$18(ctx.db, ctx.accountId, smartlockId);
const countByLock = (ctx, smartlockIds) => smartlockIds.length === 0 ? Promise.resolve(/* @__PURE__ */ new Map()) : countByLock$1(ctx.db, ctx.accountId, smartlockIds);
//#endregion
//#region packages/server/src/features/access/grants/locks.ts
/** All of these locks, held in the order of their ids, so that two who want the same ones do not block each other. */
async function holdLocks$1(ctx, smartlockIds) {
	const ids = [...new Set(smartlockIds)];
	const rows = await hold$6(ctx, ids);
	if (rows.length < ids.length) ctx.fail("not_found");
	return new Map(rows.map((row) => [row.smartlock_id, heldLock(row)]));
}
function heldLock(row) {
	const capability = capabilityOf({
		row,
		pending: []
	});
	const { smartlock_id, name } = row;
	return {
		row,
		smartlock_id,
		name,
		isOnline: isOnline(row.server_state),
		capability,
		code: capability.code
	};
}
function checkKeypads(ctx, locks, type) {
	const foreign = type !== AUTH_TYPE.keypadCode && locks.find(({ capability }) => capability.told);
	if (foreign) failParameter(ctx.fail, "type", `${foreign.name} takes keypad codes (13) only`);
	const without = type === AUTH_TYPE.keypadCode && locks.find(({ capability }) => !capability.keypad);
	if (!without) return;
	const errors = [{
		path: "type",
		message: `${without.name} has no keypad`
	}];
	ctx.fail("keypad_missing", {
		message: `${without.name} has no keypad.`,
		errors
	});
}
/** Every lock holds a limited number (D54). */
async function checkRoom(ctx, locks) {
	const ids = locks.map(({ smartlock_id }) => smartlock_id);
	const own = await countByLock$2(ctx.db, ctx.accountId, ids);
	const foreign = await countByLock(ctx, ids);
	const used = new Map(ids.map((id) => [id, (own.get(id) ?? 0) + (foreign.get(id) ?? 0)]));
	const full = locks.find(({ smartlock_id, capability }) => (used.get(smartlock_id) ?? 0) >= capability.slots.total);
	if (full) ctx.fail("auth_limit_reached", { message: `${full.name} holds ${full.capability.slots.total} authorizations already.` });
}
/** Something waits for these locks: it is sent to those that are online, to the others when they are back. */
const enqueue$1 = (ctx, locks) => sendSoon(ctx, [...locks].filter(({ isOnline }) => isOnline).map(({ smartlock_id }) => smartlock_id));
//#endregion
//#region packages/server/src/features/access/grants/creation.ts
/** Creates one authorization on each of the locks, or none at all (D27); each waits for its lock to confirm it (D26). */
async function grant$1(ctx, wanted, call = {}) {
	const { type, window = {} } = wanted;
	checkShape(ctx.fail, {
		type,
		hasCode: wanted.code !== void 0,
		window
	});
	return inTransaction(ctx, async (tx) => {
		const { accountUserId } = wanted;
		if (accountUserId !== void 0) assertGiveable(tx, await holdUsers(tx, [accountUserId]), [accountUserId]);
		const locks = [...(await holdLocks$1(tx, wanted.smartlockIds)).values()];
		checkKeypads(tx, locks, type);
		if (wanted.code !== void 0) checkCode(tx, locks, wanted.code);
		await checkRoom(tx, locks);
		if (type === AUTH_TYPE.app && wanted.accountUserId !== void 0) await assertMayMail(tx, tx.accountId);
		const code = await codeFor(tx, locks, wanted);
		return storeAll(tx, locks, {
			...wanted,
			window,
			...code !== void 0 && { code }
		}, call);
	});
}
/** A person who is being deleted gets nothing new. */
function assertGiveable(ctx, held, accountUserIds) {
	const giveable = new Set(held.filter((user) => user.operation_id === null).map((user) => user.account_user_id));
	if (accountUserIds.some((id) => !giveable.has(id))) ctx.fail("not_found");
}
async function codeFor(ctx, locks, { type, code, window = {} }) {
	if (type !== AUTH_TYPE.keypadCode) return void 0;
	if (code === void 0) return freeCode(ctx, locks);
	await checkConflicts(ctx, locks.map((lock) => ({
		lock,
		code,
		window
	})));
	return code;
}
async function storeAll(ctx, locks, wanted, call) {
	const parts = locks.map(({ smartlock_id: smartlockId }) => ({
		id: ctx.ids.timeOrdered(),
		smartlockId
	}));
	const { operationId, partIds } = await acceptCall(ctx, "auth.create", call, parts);
	const numbers = await claimNumbers(ctx, parts.length);
	const shared = sharedColumns(ctx, wanted);
	const invites = wanted.type === AUTH_TYPE.app ? parts.map(() => inviteKeyFrom(ctx.ids.random())) : void 0;
	const rows = parts.map(({ id, smartlockId }, i) => ({
		...shared,
		id,
		smartlock_id: smartlockId,
		seq: numbers[i],
		operation_id: partIds[i],
		...codeColumns(ctx, id, wanted.code),
		...inviteColumns(ctx, id, invites?.[i])
	}));
	await insertMany(ctx.db, rows);
	adjust(ctx, rows.map(({ seq, kind }) => ({
		seq,
		kind,
		by: 1
	})));
	await enqueue$1(ctx, locks);
	if (invites && wanted.accountUserId !== void 0) await mailInvite(ctx, wanted.accountUserId, locks, invites);
	await recordRights(ctx, "created", rows);
	return {
		operationId,
		authIds: parts.map(({ id }) => id),
		...wanted.code !== void 0 && { code: wanted.code },
		...invites && { inviteKeys: invites }
	};
}
/** What is the same on every lock. */
function sharedColumns(ctx, wanted) {
	const now = ctx.clock.now();
	const accountUserId = wanted.accountUserId ?? null;
	return {
		account_id: ctx.accountId,
		kind: kindOf(wanted.type, accountUserId),
		type: wanted.type,
		name: wanted.name,
		remote_allowed: wanted.remoteAllowed ? 1 : 0,
		enabled: 1,
		...windowColumns(wanted.window),
		account_user_id: accountUserId,
		smart_actions: wanted.smartActions ? 1 : 0,
		lock_count: 0,
		last_active_at: null,
		sync_state: "pending",
		pending_since: now,
		error: null,
		sent_revision: null,
		delivered: 0,
		device_number: null,
		proof: null,
		place: null,
		repaired: 0,
		keeps_dates: 1,
		switch_at: null,
		created_at: now,
		updated_at: now
	};
}
//#endregion
//#region packages/server/src/features/access/grants/targets.ts
/** All of these, or the same 404 whether one is missing or somebody else's (D38). */
async function holdAll$1(ctx, ids) {
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const locks = await holdLocks$1(ctx, (await listByIds$1(ctx.db, ctx.accountId, ids)).map((row) => row.smartlock_id));
	const rows = await listByIds$1(ctx.db, ctx.accountId, ids);
	if (rows.length < new Set(ids).size) ctx.fail("not_found");
	return new Map(rows.map((row) => [row.id, {
		row,
		lock: locks.get(row.smartlock_id)
	}]));
}
/** A lock that is online is busy with the change before; one that is being deleted takes no other change (D24). */
function assertFree$1(ctx, { row, lock }) {
	if (row.operation_id === null) return;
	if (lock.isOnline || row.sync_state === "deleting") ctx.fail("resource_locked", { operationId: row.operation_id });
}
/** The authorization under its own lock's path, or the same 404 whatever is wrong (D38, D60). */
async function get$7(ctx, smartlockId, id) {
	const row = await find$12(ctx.db, ctx.accountId, id);
	return row && row.smartlock_id === smartlockId ? row : ctx.fail("not_found");
}
//#endregion
//#region packages/server/src/features/access/grants/changes.ts
/**
* Changes authorizations, all of them or none (D27). What is under way on a lock that is online blocks a change; on one
* that is offline both become one (D24). Undefined when there was nothing to change.
*/
function change$2(ctx, wanted, call = {}) {
	return inTransaction(ctx, async (tx) => {
		const users = await holdUsers(tx, wanted.flatMap(({ patch }) => patch.accountUserId ?? []));
		const targets = await holdAll$1(tx, wanted.map(({ id }) => id));
		const planned = wanted.flatMap(({ id, patch }) => {
			return planChange(tx, targets.get(id) ?? tx.fail("not_found"), patch) ?? [];
		});
		if (planned.length === 0) return void 0;
		assertGiveable(tx, users, newUsersOf(planned));
		for (const plan of planned) if (!call.replacesPending || plan.row.sync_state === "deleting") assertFree$1(tx, plan);
		const changed = await applyAll(tx, planned);
		await assertUnique(tx, changed);
		const operationId = await receiptOf(tx, changed, call);
		await recordRights(tx, "updated", changed.map(({ row }) => row), (i) => namesOf(planned[i]));
		return operationId;
	});
}
/** What is different, by the names of the columns: a code shows as such, not as what it is. */
const namesOf = ({ columns }) => Object.keys(columns).filter((name) => name !== "code_sealed" && name !== "kind").map((name) => name === "code_hash" ? "code" : name);
/** What a patch makes of an authorization; undefined when that is what it is already. An update is checked as merged. */
function planChange(ctx, { row, lock }, patch) {
	const code = patch.code !== void 0 && patch.code !== openCode$1(ctx, row) ? patch.code : void 0;
	const merged = {
		name: patch.name ?? row.name,
		remote_allowed: flag(patch.remoteAllowed) ?? row.remote_allowed,
		enabled: flag(patch.enabled) ?? row.enabled,
		...windowColumns(mergedWindow(row, patch)),
		...code !== void 0 && { code }
	};
	const { accountUserId = row.account_user_id } = patch;
	const changed = differing(row, merged);
	const isUserNew = accountUserId !== row.account_user_id;
	if (Object.keys(changed).length === 0 && !isUserNew) return void 0;
	const hasCode = code !== void 0;
	checkShape(ctx.fail, {
		type: row.type,
		hasCode,
		window: mergedWindow(row, patch)
	});
	if (code !== void 0) checkCode(ctx, [lock], code);
	const { code: _code, ...plain } = changed;
	return {
		row,
		lock,
		isForDevice: Object.keys(changed).length > 0,
		columns: {
			...plain,
			...code !== void 0 && codeColumns(ctx, row.id, code),
			...isUserNew && {
				account_user_id: accountUserId,
				kind: kindOf(row.type, accountUserId)
			}
		}
	};
}
const flag = (value) => value === void 0 ? void 0 : value ? 1 : 0;
/** A limit that is not named stays (D11). */
function mergedWindow(row, { window = {} }) {
	const merged = {
		...windowOf$2(row),
		...window
	};
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value != null));
}
const differing = (row, merged) => Object.fromEntries(Object.entries(merged).filter(([column, value]) => value !== row[column]));
/** Who is to have something they did not have. */
const newUsersOf = (planned) => planned.flatMap(({ columns }) => columns.account_user_id ?? []);
/** What decides whether a code may stand beside the same one (D52). */
const UNIQUE_WITH = [
	"code_hash",
	"from_date",
	"until_date"
];
/** When all of them are stored: two may swap their codes or dates in one call, and none may end up beside the same. */
async function assertUnique(ctx, planned) {
	await checkConflicts(ctx, planned.filter(({ columns }) => UNIQUE_WITH.some((column) => column in columns)).flatMap(({ row, lock }) => {
		const code = openCode$1(ctx, row);
		return code === void 0 ? [] : [{
			lock,
			code,
			window: windowOf$2(row),
			id: row.id
		}];
	}));
}
/** Columns that follow from every change, or from one that the lock has to know. */
const FOLLOWING_COLUMNS = [
	"updated_at",
	"sync_state",
	"pending_since",
	"sent_revision",
	"switch_at",
	"repaired",
	"error"
];
/** Stores how they are to be; their operations follow when all of them are known to be possible. */
async function applyAll(ctx, planned) {
	const changed = planned.map((plan) => ({
		...plan,
		row: changedRow(ctx, plan)
	}));
	const columns = new Set(planned.flatMap((plan) => Object.keys(plan.columns)));
	await storeColumns(ctx.db, changed.map(({ row }) => row), [...columns, ...FOLLOWING_COLUMNS]);
	adjust(ctx, planned.flatMap(({ row: { seq, kind }, columns: { kind: next = kind } }) => next === kind ? [] : [{
		seq,
		kind,
		by: -1
	}, {
		seq,
		kind: next,
		by: 1
	}]));
	return changed;
}
function changedRow(ctx, { row, columns, isForDevice }) {
	const now = ctx.clock.now();
	const next = {
		...row,
		...columns,
		updated_at: now
	};
	if (!isForDevice) return next;
	return {
		...next,
		sync_state: "pending",
		pending_since: row.pending_since ?? now,
		sent_revision: null,
		switch_at: null,
		repaired: 0,
		error: null
	};
}
/** A single change that joins one that waits has the operation of that one (D24). */
async function receiptOf(ctx, planned, call) {
	await enqueue$1(ctx, new Set(planned.filter(({ isForDevice }) => isForDevice).map(({ lock }) => lock)));
	const [only, ...others] = planned;
	const waiting = only && others.length === 0 && call.type === void 0 ? only.row.operation_id : null;
	if (waiting !== null) return waiting;
	const { operationId, partIds } = await acceptCall(ctx, "auth.update", call, planned.map(({ row }) => ({
		id: row.id,
		smartlockId: row.smartlock_id,
		...row.operation_id !== null && { joins: row.operation_id }
	})));
	const rows = planned.map(({ row }, i) => ({
		...row,
		operation_id: partIds[i]
	}));
	const isOpen = planned.map(({ row, isForDevice }) => isForDevice || row.operation_id !== null);
	await storeColumns(ctx.db, rows.filter((_, i) => isOpen[i]), ["operation_id"]);
	const done = rows.filter((_, i) => !isOpen[i]);
	await endAll$1(ctx, done.map((row) => ({
		id: row.operation_id,
		status: "confirmed"
	})));
	await emit(ctx, done.map((row) => authsEvent({
		...row,
		operation_id: null
	})));
	return operationId;
}
//#endregion
//#region packages/server/src/features/access/grants/revocations.ts
/**
* Takes authorizations away, all of them or none (D27). Each is gone once its lock confirmed; one that no lock can have
* seen is gone at once (D57). Undefined when there was nothing to take away.
*/
function revoke$3(ctx, ids, call = {}) {
	return inTransaction(ctx, async (tx) => {
		const targets = [...(await holdAll$1(tx, ids)).values()];
		const [first] = targets;
		if (!first) return void 0;
		if (!call.replacesPending) assertDeletable(tx, targets);
		if (targets.length === 1 && first.row.sync_state === "deleting" && call.type === void 0 && first.row.operation_id !== null) return first.row.operation_id;
		return begin$1(tx, targets, call);
	});
}
function assertDeletable(ctx, targets) {
	for (const target of targets) if (target.lock.isOnline || target.row.sync_state !== "deleting") assertFree$1(ctx, target);
}
async function begin$1(ctx, targets, call) {
	const { operationId, partIds } = await acceptCall(ctx, "auth.delete", call, targets.map(({ row }) => ({
		id: row.id,
		smartlockId: row.smartlock_id
	})));
	await endReplaced(ctx, targets);
	const rows = targets.map(({ row }, i) => deletingRow(ctx, row, partIds[i]));
	const [gone, left] = [rows.filter((row) => row.delivered === 0), rows.filter((row) => row.delivered !== 0)];
	await storeColumns(ctx.db, left, DELETING_COLUMNS);
	await removeRows(ctx, gone);
	await enqueue$1(ctx, new Set(targets.map(({ lock }) => lock)));
	await endAll$1(ctx, gone.map((row) => ({
		id: row.operation_id,
		status: "confirmed"
	})));
	await recordRights(ctx, "deleted", rows);
	return operationId;
}
const endReplaced = (ctx, targets) => endAll$1(ctx, targets.flatMap(({ row: { operation_id: id } }) => id === null ? [] : [{
	id,
	status: "cancelled",
	error: "The authorization was deleted."
}]));
const DELETING_COLUMNS = [
	"sync_state",
	"operation_id",
	"pending_since",
	"sent_revision",
	"error",
	"switch_at",
	"updated_at"
];
const deletingRow = (ctx, row, operationId) => ({
	...row,
	sync_state: "deleting",
	operation_id: operationId,
	pending_since: ctx.clock.now(),
	sent_revision: null,
	error: null,
	switch_at: null,
	updated_at: ctx.clock.now()
});
/** They are gone for good, and out of every count. */
async function removeRows(ctx, rows) {
	if (rows.length === 0) return;
	await remove$21(ctx.db, ctx.accountId, rows.map(({ id }) => id));
	adjust(ctx, rows.map(({ seq, kind }) => ({
		seq,
		kind,
		by: -1
	})));
}
/** A lock is going away, and what it held with it (D63). */
async function removeAllOfLock(ctx, smartlockId) {
	const rows = await listOfLock$1(ctx.db, ctx.accountId, smartlockId);
	await removeRows(ctx, rows);
	await recordRights(ctx, "deleted", rows);
}
/** Everything a person was given is taken away, whatever is under way; undefined when there is nothing. */
async function revokeAllOfUser(ctx, accountUserId, call = {}) {
	return inTransaction(ctx, async (tx) => {
		return revoke$3(tx, (await listIdsOfUser(tx.db, tx.accountId, accountUserId)).map(({ id }) => id), {
			replacesPending: true,
			...call
		});
	});
}
//#endregion
//#region packages/server/src/features/access/delivery/waiting-store.ts
/** What locks have not confirmed yet, and when the clock has something to do with it. */
/** Written out as in the index, so that SQLite uses it. */
const isWaiting = sql`sync_state in ('pending', 'deleting')`;
/** Its time has come, where the service keeps the dates. */
const isDue = (e, now) => e.or([e("switch_at", "is", null), e("switch_at", "<=", now)]);
/** Everything of a lock that it has not confirmed yet. */
const waitingOf = (db, accountId, smartlockId) => db.selectFrom("smartlock_auth").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where(isWaiting);
/** It has to come off the device first. */
const isToComeOff = (e) => e.exists(e.selectFrom("stray_access").select("key").whereRef("stray_access.account_id", "=", "smartlock_auth.account_id").whereRef("stray_access.smartlock_id", "=", "smartlock_auth.smartlock_id").whereRef("stray_access.key", "=", "smartlock_auth.id"));
/**
* What is to be sent to a lock now: removals first, then what takes something away, then what it has in another form,
* which may free a code, then the rest; each as it was asked.
*/
const listWaiting = (db, accountId, smartlockId, now, limit) => waitingOf(db, accountId, smartlockId).selectAll().where((e) => isDue(e, now)).where((e) => e.not(isToComeOff(e))).orderBy("sync_state").orderBy("enabled").orderBy("delivered", "desc").orderBy("seq").limit(limit).execute();
const hasWaiting = async (db, accountId, smartlockId, now) => {
	return await waitingOf(db, accountId, smartlockId).select("id").where((e) => isDue(e, now)).limit(1).executeTakeFirst() !== void 0;
};
/** Is there anything on the lock that a later change than this one will replace or remove? */
const isMoreToChange = async (db, accountId, smartlockId, revision) => {
	return await waitingOf(db, accountId, smartlockId).select("id").where("delivered", "=", 1).where((e) => e.or([e("sent_revision", "is", null), e("sent_revision", "!=", revision)])).where((e) => e.not(isToComeOff(e))).limit(1).executeTakeFirst() !== void 0;
};
/** The lock does not have them. */
const markAbsent = (db, accountId, ids) => db.updateTable("smartlock_auth").set({
	delivered: 0,
	device_number: null
}).where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
/** Not before their dates begin. */
const putOff = (db, accountId, ids) => db.updateTable("smartlock_auth").set((e) => ({ switch_at: e.ref("from_date") })).where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
/** What one change of a lock's list carried. */
const listSentWith = (db, accountId, smartlockId, revision) => db.selectFrom("smartlock_auth").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("sent_revision", "=", revision).orderBy("seq").execute();
/** From here on the lock may have them. Returns the operations that were sent with them. */
const markSent = async (db, accountId, ids, revision) => {
	return (await db.updateTable("smartlock_auth").set({
		sent_revision: revision,
		delivered: 1
	}).where("account_id", "=", accountId).where("id", "in", [...ids]).returning("operation_id").execute()).map((row) => row.operation_id).filter((id) => id !== null);
};
/** Those that a device without dates has to get or lose by now, of all accounts. */
const listSwitching = (db, now, limit) => db.selectFrom("smartlock_auth").select([
	"account_id",
	"smartlock_id",
	"id"
]).where("switch_at", "<=", now).orderBy("switch_at").limit(limit).execute();
const nextSwitch = async (db) => {
	return (await db.selectFrom("smartlock_auth").select((e) => e.fn.min("switch_at").as("at")).where("switch_at", "is not", null).executeTakeFirst())?.at ?? void 0;
};
//#endregion
//#region packages/server/src/features/access/delivery/entries.ts
/** An authorization as its lock is to keep it. */
function entryOf(ctx, row) {
	const code = openCode$1(ctx, row);
	return {
		type: row.type,
		name: row.type === AUTH_TYPE.keypadCode ? shortened(row.name) : row.name,
		enabled: row.enabled === 1,
		remote: row.remote_allowed === 1,
		...code !== void 0 && { code },
		...windowOf$2(row)
	};
}
/** What a keypad cannot hold of a name is kept here only (D134). */
const shortened = (name) => [...name].slice(0, NAME_LENGTHS.keypad).join("").trimEnd();
//#endregion
//#region packages/server/src/features/access/delivery/dates.ts
/**
* Dates of authorizations on devices that cannot keep dates: the service puts them onto the device when they begin, and
* takes them off when they end. A device says that it cannot by refusing one that has dates.
*/
/** A device's word that it cannot do that. */
const NOT_CAPABLE = 244;
function phaseOf({ from_date, until_date }, now) {
	if (until_date !== null && now >= until_date) return "after";
	return from_date !== null && now < from_date ? "before" : "within";
}
const hasDates = (row) => row.from_date !== null || row.until_date !== null;
/** Is it for its dates that the device did not take it? */
const isAboutDates = (row, code) => code === NOT_CAPABLE && row.keeps_dates === 1 && row.sync_state === "pending" && hasDates(row);
/** What the device is to hold now: nothing, outside of dates that it cannot keep itself. */
function entryNow(ctx, row) {
	if (row.sync_state === "deleting") return null;
	if (row.keeps_dates === 1) return entryOf(ctx, row);
	if (phaseOf(row, ctx.clock.now()) !== "within") return null;
	const { fromDate: _from, untilDate: _until, ...entry } = entryOf(ctx, row);
	return entry;
}
/** Puts aside what the device must not have yet and does not have; returns what is to be sent. */
async function withoutEarly(ctx, rows) {
	const isEarly = (row) => row.keeps_dates === 0 && row.delivered === 0 && row.sync_state === "pending" && phaseOf(row, ctx.clock.now()) === "before";
	const early = rows.filter(isEarly).map(({ id }) => id);
	if (early.length > 0) await putOff(ctx.db, ctx.accountId, early);
	return rows.filter((row) => !isEarly(row));
}
/** Is the device to hold it now? */
const isWanted = (ctx, row) => row.keeps_dates === 1 || phaseOf(row, ctx.clock.now()) === "within";
/**
* What is known of the device after its answer, and when it has to be sent again. Where it is not sure that it does not
* hold the right, it counts as holding it.
*/
function afterAnswer(ctx, row, isHeld) {
	const delivered = isHeld || isWanted(ctx, row) ? 1 : 0;
	if (row.keeps_dates === 1) return {
		delivered,
		switch_at: null
	};
	const now = ctx.clock.now();
	const phase = phaseOf(row, now);
	if (phase === "after") return {
		delivered,
		switch_at: isHeld ? now : null
	};
	return {
		delivered,
		switch_at: phase === "before" ? row.from_date : row.until_date
	};
}
/** It is not on the device because its time has not come: nobody may call that done. */
const isEarlyStill = (ctx, row) => row.keeps_dates === 0 && phaseOf(row, ctx.clock.now()) === "before";
const BATCH$1 = 100;
/** Begins and ends what the clock says is due, of all accounts. */
async function switchDue(system) {
	for (;;) {
		const due = await listSwitching(system.db, system.clock.now(), BATCH$1);
		for (const row of due) await switchOne({
			...system,
			accountId: row.account_id
		}, row);
		if (due.length < BATCH$1) return;
	}
}
const switchOne = (ctx, { smartlock_id, id }) => inTransaction(ctx, async (tx) => {
	const [lock] = await hold$6(tx, [smartlock_id]);
	const row = lock && await find$12(tx.db, tx.accountId, id);
	const now = tx.clock.now();
	if (!row || row.switch_at === null || row.switch_at > now) return;
	await update$15(tx.db, row, {
		switch_at: null,
		...(row.sync_state === "synced" || row.sync_state === "failed") && {
			sync_state: "pending",
			pending_since: now,
			sent_revision: null
		}
	});
	if (isOnline(lock.server_state)) await makeDue(tx.db, tx.accountId, [smartlock_id], now);
});
//#endregion
//#region packages/server/src/features/access/delivery/reports/outcomes.ts
/** A device's word that it has the code already. */
const CODE_EXISTS = 42;
const isTaken = (refusal) => refusal?.code === CODE_EXISTS;
/** It waits on. */
const waitingOn = (row) => ({
	row: {
		...row,
		sent_revision: null
	},
	operationId: row.operation_id
});
function outcomeOf(ctx, row, refusal, held) {
	const operationId = row.operation_id;
	const again = {
		...row,
		sent_revision: null
	};
	if (isPassing(refusal?.code)) return waitingOn(row);
	if (refusal && isAboutDates(row, refusal.code)) return {
		row: {
			...again,
			keeps_dates: 0
		},
		operationId
	};
	if (refusal?.code === 245) return unproven(ctx, row, refusal);
	if (refusal) return failed(ctx, row, refusal);
	const known = held;
	const ending = {
		status: "confirmed",
		...known && { proof: known.proof }
	};
	if (row.sync_state === "deleting") return {
		row: {
			...row,
			operation_id: null,
			pending_since: null
		},
		isGone: true,
		ending,
		operationId
	};
	const number = known?.number ?? null;
	const onDevice = {
		device_number: number,
		...proofColumns(known),
		...afterAnswer(ctx, row, number !== null)
	};
	if (isEarlyStill(ctx, row)) return {
		row: {
			...again,
			...onDevice
		},
		operationId
	};
	return {
		row: {
			...row,
			...SETTLED,
			...onDevice,
			sync_state: "synced",
			error: null
		},
		operationId,
		...operationId !== null && { ending }
	};
}
/** How the device knows that it has it, and where it is if not on the lock as it should be. */
const proofColumns = (held) => ({
	proof: held?.proof ?? null,
	place: held && held.place !== "lock" ? held.place : null
});
/** What is to go is asked for again; of the rest nobody knows, until the device says that it has it after all. */
function unproven(ctx, row, refusal) {
	if (row.sync_state === "deleting") return waitingOn(row);
	const { row: next, operationId, ending } = failed(ctx, {
		...row,
		delivered: 1
	}, refusal);
	return {
		row: next,
		operationId,
		ending: {
			...ending,
			status: "unknown"
		}
	};
}
const SETTLED = {
	operation_id: null,
	pending_since: null,
	sent_revision: null
};
function failed(ctx, row, { code, text }) {
	const errorCode = code.toString(16).padStart(2, "0");
	const error = `${text} (${errorCode})`;
	const onDevice = afterAnswer(ctx, row, row.delivered === 1);
	return {
		row: {
			...row,
			...SETTLED,
			...onDevice,
			sync_state: "failed",
			error
		},
		ending: {
			status: "failed",
			errorCode,
			error
		},
		operationId: row.operation_id
	};
}
//#endregion
//#region packages/server/src/features/access/delivery/reports/answers.ts
const IS_ID = /^[0-9a-f]{24}$/;
/**
* Applies what a lock said to a change of its list (8.3). Only what still stands as it was sent is answered by it: what
* was changed meanwhile goes out with the next one.
*/
async function applyAnswer(ctx, lock, answer) {
	const waiting = await find$11(ctx.db, ctx.accountId, lock.smartlock_id);
	if (waiting?.revision !== answer.revision) return;
	const rows = await listSentWith(ctx.db, ctx.accountId, lock.smartlock_id, answer.revision);
	const ofAll = answer.errors.find(({ path }) => !IS_ID.test(path));
	const refusals = new Map(answer.errors.map((refusal) => [refusal.path, refusal]));
	const refusalOf = ({ id }) => refusals.get(id) ?? ofAll;
	const blocked = await listBlocked(ctx, lock, answer.revision, rows.filter((row) => isTaken(refusalOf(row))));
	const events = await settle$1(ctx, rows.map((row) => blocked.has(row.id) ? waitingOn(row) : outcomeOf(ctx, row, refusalOf(row), answer.values?.[row.id])));
	if (!ofAll) await forgetRemoved(ctx, lock, answer.revision);
	if (blocked.size > 0) await addStrays(ctx.db, lock, [...blocked]);
	await continueWith(ctx, lock, waiting, rows.some((row) => isPutOffBy(row, refusalOf(row))));
	await emit(ctx, events);
}
/**
* Codes that the lock did not take because it still has them for somebody who is to get another one with a later message.
* They come off the lock and wait until the others are through: so that any number of codes can be swapped, however
* few a message holds.
*/
async function listBlocked(ctx, { smartlock_id }, revision, taken) {
	const mayPass = taken.length > 0 && await isMoreToChange(ctx.db, ctx.accountId, smartlock_id, revision);
	return new Set(mayPass ? taken.map(({ id }) => id) : []);
}
/** It is asked for again, later and later. */
const isPutOffBy = (row, refusal) => isPassing(refusal?.code) || refusal?.code === 245 && row.sync_state === "deleting";
/** What one change was to take off the lock is not there any more. */
async function forgetRemoved(ctx, lock, revision) {
	const removed = await removeStrays(ctx.db, lock, revision);
	if (removed.length > 0) await markAbsent(ctx.db, ctx.accountId, removed);
}
/** What an outcome can change about an authorization. */
const OUTCOME_COLUMNS = [
	"operation_id",
	"pending_since",
	"sent_revision",
	"device_number",
	"delivered",
	"switch_at",
	"keeps_dates",
	"proof",
	"place",
	"sync_state",
	"error"
];
/** Stores outcomes and ends what ends with them; returns the events that report it. */
async function settle$1(ctx, outcomes) {
	const [gone, kept] = [outcomes.filter(({ isGone }) => isGone), outcomes.filter(({ isGone }) => !isGone)];
	await removeRows(ctx, gone.map(({ row }) => row));
	await storeColumns(ctx.db, kept.map(({ row }) => row), OUTCOME_COLUMNS);
	const ends = outcomes.flatMap(({ operationId, ending }) => ending && operationId !== null ? [{
		id: operationId,
		...ending
	}] : []);
	await endAll$1(ctx, ends);
	return outcomes.filter(({ ending }) => ending).map(({ row, isGone }) => authsEvent(row, isGone));
}
/** The next part of what waits goes out at once; after a refusal that may pass, later and later. */
async function continueWith(ctx, lock, waiting, isPutOff) {
	const now = ctx.clock.now();
	if (isPutOff) {
		await update$14(ctx.db, lock, { due_at: now + waitMs(waiting.attempts) });
		return;
	}
	const hasMore = await hasWork(ctx, lock);
	const isConnected = isOnline(lock.server_state);
	await update$14(ctx.db, lock, {
		attempts: 0,
		due_at: hasMore && isConnected ? now : null
	});
	if (hasMore && isConnected) ctx.afterCommit(() => ctx.wake.notify("access", lock.smartlock_id));
}
const hasWork = async (ctx, lock) => await hasWaiting(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now()) || (await listStrays(ctx.db, lock, 1)).length > 0;
/** The lock is online, on a new connection: what it has not answered is sent again. */
async function release(ctx, lock) {
	if (!await hasWork(ctx, lock)) return;
	await restart(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("access", lock.smartlock_id));
}
//#endregion
//#region packages/server/src/features/access/delivery/reports/held-lists.ts
/**
* Compares what a lock holds with what it is to hold (8.3). What is missing or different is sent once more; if that did
* not help, it has failed. What nobody granted is removed.
*/
async function applyHeldList(ctx, lock, list, digestOf) {
	const rows = await listInSpan(ctx.db, ctx.accountId, lock.smartlock_id, list);
	const known = new Set(rows.map(({ id }) => id));
	const strays = Object.keys(list.entries).filter((id) => !known.has(id));
	const isOurs = switchesOf(lock).removeUngranted;
	if (isOurs && strays.length > 0) await addStrays(ctx.db, lock, strays);
	const changed = rows.filter((row) => row.sync_state === "synced" || isProvenLate(row, list.entries[row.id])).map((row) => ({
		row,
		next: compare(ctx, row, list.entries[row.id], digestOf)
	})).filter(({ row, next }) => FINDING_COLUMNS.some((name) => row[name] !== next[name]));
	const found = changed.map(({ next }) => next);
	await storeColumns(ctx.db, found, FINDING_COLUMNS);
	const isRepairing = found.some(({ sync_state }) => sync_state === "pending");
	if (isOurs && strays.length > 0 || isRepairing) await enqueue(ctx, lock);
	const given = changed.filter(({ row, next }) => next.sync_state === "failed" || row.sync_state === "failed" || row.place !== next.place).map(({ next }) => next);
	await emit(ctx, given.map((row) => authsEvent(row)));
}
/** Right, whatever was known of it before. */
const PROVEN = {
	sync_state: "synced",
	error: null,
	repaired: 0
};
/** It was written and not proven; now the device says that it has it. */
const isProvenLate = (row, held) => row.sync_state === "failed" && held !== void 0 && (row.error?.endsWith("(f5)") ?? false);
/** What a held list can change about an authorization. */
const FINDING_COLUMNS = [
	"sync_state",
	"pending_since",
	"repaired",
	"error",
	"device_number",
	"delivered",
	"proof",
	"place"
];
/** What is held of one that is to be there: right, repaired once without a word, or something somebody has to know. */
function compare(ctx, row, held, digestOf) {
	if (isRight(entryNow(ctx, row), held, digestOf)) return {
		...row,
		...PROVEN,
		...proofColumns(held),
		device_number: held?.number ?? null,
		delivered: held ? 1 : 0
	};
	if (row.sync_state === "failed") return row;
	if (row.repaired === 0) return {
		...row,
		sync_state: "pending",
		pending_since: ctx.clock.now(),
		repaired: 1
	};
	const error = "The device lost or changed it again after it was repaired.";
	return {
		...row,
		sync_state: "failed",
		error
	};
}
/** A device that masks its codes only says that it holds something. */
function isRight(wanted, held, digestOf) {
	if (!held || !wanted) return !held && !wanted;
	return held.digest === void 0 || held.digest === digestOf(wanted);
}
async function enqueue(ctx, lock) {
	await makeDue(ctx.db, ctx.accountId, [lock.smartlock_id], ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("access", lock.smartlock_id));
}
//#endregion
//#region packages/server/src/features/access/delivery/reports/last-use.ts
/** Who it was that a device knows by a number; what they did successfully is counted. */
async function noteUse$1(ctx, lock, use) {
	const row = await findByNumber(ctx.db, ctx.accountId, lock.smartlock_id, use.number);
	if (!row) return void 0;
	if (use.succeeded) await update$15(ctx.db, row, {
		lock_count: row.lock_count + 1,
		last_active_at: Math.max(Math.min(use.at, ctx.clock.now()), row.last_active_at ?? 0)
	});
	return {
		authId: row.id,
		name: row.name,
		accountUserId: row.account_user_id
	};
}
//#endregion
//#region packages/server/src/features/access/callbacks.ts
/** Marks the operation of an advanced creation: when it has ended, a callback reports how (7.4). */
const CALLBACK_PAYLOAD = { callback: "AuthCreation" };
/** Every lock has answered an advanced creation (D94). */
async function emitCreationCallback(ctx, operation) {
	const { callback } = JSON.parse(operation.payload);
	if (callback !== CALLBACK_PAYLOAD.callback || operation.request_id === null) return;
	const parts = operation.smartlock_id === null ? await endedChildren(ctx, operation.id) : [operation];
	const payload = {
		type: "AuthCreation",
		requestId: operation.request_id,
		success: operation.status === "confirmed",
		detail: parts.map((part) => ({
			smartlockId: part.smartlock_id,
			success: part.status === "confirmed",
			...part.error_code !== null && { errorCode: part.error_code },
			id: JSON.parse(part.auth_ids ?? "[]")[0]
		}))
	};
	const key = operation.api_key_id === null ? {} : { apiKeyId: operation.api_key_id };
	await emit(ctx, [{
		feature: "CALLBACK",
		...key,
		payload
	}]);
}
//#endregion
//#region packages/server/src/features/access/explain/rules.ts
const MOST_WINDOWS = 10;
/** Nobody has the code that was typed. */
const unknownCode = {
	allowed: false,
	rule: "unknown_code",
	reason: "No authorization of this smartlock has this code.",
	nextWindows: []
};
/** The same code may stand for several at different dates (D52): the one that holds, else the next, else the last. */
function mostRelevant(rows, { at, zone }) {
	const rank = (row) => {
		const rule = decide$1(windowOf$2(row), zone, at);
		return rule === "allowed" ? 0 : rule === "not_yet_valid" ? 2 : rule === "expired" ? 3 : 1;
	};
	const inOrder = (a, b) => rank(a) === 3 ? (b.until_date ?? 0) - (a.until_date ?? 0) : (a.from_date ?? 0) - (b.from_date ?? 0);
	return rows.toSorted((a, b) => rank(a) - rank(b) || inOrder(a, b))[0];
}
/** Whether an authorization opens at a moment, by what stands first against it. */
function explain$1(row, moment) {
	const rule = ruleFor(row, moment);
	return {
		allowed: rule === "allowed",
		rule,
		reason: reasonFor(row, rule, moment),
		authId: row.id,
		nextWindows: windowsOf(row, moment)
	};
}
function ruleFor(row, { at, zone }) {
	if (row.enabled === 0) return "disabled";
	const rule = decide$1(windowOf$2(row), zone, at);
	if (rule !== "allowed") return rule;
	return isAsOnLock(row) ? "allowed" : "not_delivered";
}
/** Whether the lock has it as it stands here. What is being deleted is there until the lock says that it is gone. */
const isAsOnLock = (row) => row.sync_state === "deleting" || row.sync_state === "synced" && row.device_number !== null;
function reasonFor(row, rule, { at, zone }) {
	const local = `${localText(zone, at)} in ${zone}`;
	switch (rule) {
		case "allowed": return row.sync_state === "deleting" ? "It is being deleted, but the smartlock has not confirmed that it is gone: until then it opens." : "It is on the smartlock, and every limit is met.";
		case "disabled": return "It is disabled.";
		case "not_yet_valid": return `It is valid from ${localText(zone, row.from_date ?? 0)} on.`;
		case "expired": return `It was valid until ${localText(zone, row.until_date ?? 0)}.`;
		case "weekday": return `It is not for this day of the week: the moment is ${local}.`;
		case "time_of_day": return `It is not for this time of day: the moment is ${local}.`;
		case "not_delivered": return undelivered(row);
		case "unknown_code": return unknownCode.reason;
	}
}
function undelivered(row) {
	if (row.error !== null) return `The smartlock refused it: ${row.error}.`;
	return row.device_number === null ? "It would be allowed, but the smartlock has not confirmed that it has it." : "It would be allowed, but the smartlock has not confirmed the last change and may go by an earlier one.";
}
/** What is disabled or about to go has no next time. */
function windowsOf(row, { at, zone }) {
	if (row.enabled === 0 || row.sync_state === "deleting") return [];
	return nextWindows(windowOf$2(row), zone, at, MOST_WINDOWS).map(({ from, until }) => ({
		from: toWireDate(from),
		...until !== void 0 && { until: toWireDate(until) },
		fromLocal: localText(zone, from),
		...until !== void 0 && { untilLocal: localText(zone, until) }
	}));
}
//#endregion
//#region packages/server/src/features/access/explain/service.ts
/** Why a code or an authorization opens a smartlock at a moment, or does not (4.25). A code is asked for and forgotten. */
async function explain(ctx, smartlockId, { code, authId, at }) {
	const lock = await get$10(ctx, smartlockId);
	const { timeZone: zone } = capabilityOf({
		row: lock,
		pending: []
	});
	const moment = {
		at: at === void 0 ? ctx.clock.now() : Date.parse(at),
		zone
	};
	if (code === void 0 === (authId === void 0)) failParameter(ctx.fail, "query", "must have either code or authId");
	const row = authId === void 0 ? mostRelevant(await findByCode(ctx, smartlockId, code), moment) : await get$7(ctx, smartlockId, authId);
	return row ? explain$1(row, moment) : unknownCode;
}
//#endregion
//#region packages/server/src/features/access/warnings.ts
/** Tells by events that something is wrong with authorizations that nothing has changed about. */
async function warn(ctx, ids, text) {
	if (ids.length === 0) return;
	const rows = await listByIds$1(ctx.db, ctx.accountId, ids);
	await emit(ctx, rows.map((row) => authsEvent({
		...row,
		error: row.error === null ? text : `${text} ${row.error}`
	})));
}
//#endregion
//#region packages/server/src/features/access/service.ts
/** Those of these ids that are still there: a lock that was deleted took its own with it. */
async function known(ctx, ids) {
	if (ids.length === 0) return [];
	return (await listByIds$1(ctx.db, ctx.accountId, ids)).map(({ id }) => id);
}
/** Refuses unless the caller's token is for the locks of all of these that are there (D119). */
async function assertWithinLimits(ctx, ids) {
	if (!ctx.principal.limits || ids.length === 0) return;
	const rows = await listByIds$1(ctx.db, ctx.accountId, ids);
	assertLocks(ctx, rows.map((row) => row.smartlock_id));
}
/** Everything one lock holds or is to hold. */
const listOfLock = (ctx, smartlockId, types) => listOfLock$1(ctx.db, ctx.accountId, smartlockId, types?.length ? types : void 0);
/** How many authorizations a lock holds (4.25), or how many of them will not have expired by a time. */
const countOfLock = async (ctx, smartlockId, at) => ((await countByLock(ctx, [smartlockId])).get(smartlockId) ?? 0) + (at !== void 0 ? await countUnexpired(ctx.db, ctx.accountId, smartlockId, at) : (await countByLock$2(ctx.db, ctx.accountId, [smartlockId])).get(smartlockId) ?? 0);
//#endregion
//#region packages/server/src/features/bridge/callbacks/store.ts
const list$16 = (db, accountId) => db.selectFrom("bridge_callback").selectAll().where("account_id", "=", accountId).orderBy("slot").execute();
const insert$13 = (db, row) => db.insertInto("bridge_callback").values(row).execute();
const remove$19 = async (db, accountId, slot) => {
	return (await db.deleteFrom("bridge_callback").where("account_id", "=", accountId).where("slot", "=", slot).executeTakeFirst()).numDeletedRows > 0n;
};
const removeAll$5 = (db, accountId) => db.deleteFrom("bridge_callback").where("account_id", "=", accountId).execute();
/** Callbacks behind the log of their account that nobody serves and that do not rest. */
const due = (db, { now, limit, about, except }) => db.selectFrom("bridge_callback as c").select("c.id").where(isFree(now)).where("c.next_at", "<=", now).where((e) => e.exists(e.selectFrom("event").select(sql`1`.as("one")).whereRef("event.account_id", "=", "c.account_id").whereRef("event.id", ">", "c.last_event_id"))).$if(about !== "all", (q) => q.where((e) => isOneOf(db, e.ref("c.account_id"), about))).$if(except.length > 0, (q) => q.where("c.id", "not in", [...except])).limit(limit);
const hasDue = async (db, claim) => (await due(db, {
	...claim,
	limit: 1
}).execute()).length > 0;
const countDue$1 = async (db, now) => (await due(db, {
	now,
	limit: COUNTED,
	about: "all",
	except: []
}).execute()).length;
const leases$1 = leasesOf("bridge_callback", "id");
const { renew: renew$2, giveBack: giveBack$1, clear } = leases$1;
const claim$1 = (db, engine, claim) => leases$1.claim(db, engine, due(db, claim), claim);
/** When the first one that rests is tried again. */
const nextDue$2 = async (db) => {
	const row = await db.selectFrom("bridge_callback").select((e) => e.fn.min("next_at").as("at")).where("failures", ">", 0).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
/** Says how far it was served, or until when it rests, if it is still ours; undefined when it is not. */
const progress$1 = (db, owner, id, changes) => db.updateTable("bridge_callback").set(changes).where("id", "=", id).where("lease_owner", "=", owner).returningAll().executeTakeFirst();
//#endregion
//#region packages/server/src/features/bridge/callbacks/service.ts
const list$15 = (ctx) => list$16(ctx.db, ctx.accountId);
/** As long as programs may make them. */
const MAX_URL_LENGTH = 254;
/** URLs are read past these, and one of them is what PostgreSQL does not store. */
const characterProblem = (url) => /\p{Cc}/u.test(url) ? "must not contain control characters" : void 0;
/** The first free number is the new one's. It is told of what happens from now on. */
async function add(ctx, url) {
	const problem = url.length > MAX_URL_LENGTH ? `must not be longer than ${MAX_URL_LENGTH} characters` : characterProblem(url) ?? ctx.outbound.problemWith(url, "near");
	if (problem) return `url ${problem}`;
	return inTransaction(ctx, async (tx) => {
		await hold$4(tx, tx.accountId);
		const known = await list$15(tx);
		if (known.some((row) => row.url === url)) return "callback already added";
		const taken = new Set(known.map(({ slot }) => slot));
		const slot = [...Array(3).keys()].find((number) => !taken.has(number));
		if (slot === void 0) return "too many callbacks registered";
		await insert$13(tx.db, {
			id: tx.ids.random(),
			account_id: tx.accountId,
			slot,
			url,
			last_event_id: await headOf(tx, tx.accountId) ?? "",
			failures: 0,
			next_at: 0,
			leased_until: null,
			lease_owner: null
		});
		await record(tx, {
			action: "bridge.callbackAdded",
			subject: slot,
			detail: { to: new URL(url).origin }
		});
	});
}
async function remove$18(ctx, slot) {
	return inTransaction(ctx, async (tx) => {
		const isRemoved = await remove$19(tx.db, tx.accountId, slot);
		if (isRemoved) await record(tx, {
			action: "bridge.callbackRemoved",
			subject: slot
		});
		return isRemoved;
	});
}
const removeAll$4 = (ctx) => removeAll$5(ctx.db, ctx.accountId);
//#endregion
//#region packages/server/src/features/bridge/rules.ts
/** As long as the programs take, and without letters that are mistaken for each other: 115 random bits. */
const TOKEN_LENGTH = 20;
const TOKEN_LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const newBridgeToken = () => Array.from({ length: TOKEN_LENGTH }, () => TOKEN_LETTERS[randomInt(57)]).join("");
/** Programs read it as a signed number of 32 bits. */
const newBridgeId = () => randomInt(1, 2 ** 31 - 1);
/** As long as the button on a bridge counts after it was pressed. */
const PAIRING_MS = 3e4;
/** The number that programs know a device by is the last 32 bits of ours (D19). */
const MAX_NUKI_ID = 4294967295;
const nukiIdOf = (smartlockId) => smartlockId % 4294967296;
/** What programs call its kind: the bridge is older than the newest locks, which act like those before. */
const deviceTypeOf = (type) => type === SMARTLOCK_TYPE.smartLock5 ? SMARTLOCK_TYPE.smartLock3 : type;
//#endregion
//#region packages/server/src/features/bridge/store.ts
const find$10 = (db, accountId) => db.selectFrom("bridge").selectAll().where("account_id", "=", accountId).executeTakeFirst();
const count$5 = async (db) => {
	const { n } = await db.selectFrom("bridge").select((e) => e.fn.countAll().as("n")).executeTakeFirstOrThrow();
	return Number(n);
};
/** All there are: what programs send does not say whose it is. */
const listAll = (db, limit) => db.selectFrom("bridge").innerJoin("account", "account.account_id", "bridge.account_id").selectAll("bridge").select("account.name").orderBy("bridge.account_id").limit(limit).execute();
const insert$12 = (db, row) => db.insertInto("bridge").values(row).returningAll().executeTakeFirstOrThrow();
const update$13 = (db, accountId, changes) => db.updateTable("bridge").set(changes).where("account_id", "=", accountId).returningAll().executeTakeFirst();
/** Ends the pairing that was read; undefined when somebody else was faster. */
const endPairing = (db, accountId, pairingUntil) => db.updateTable("bridge").set({ pairing_until: null }).where("account_id", "=", accountId).where("pairing_until", "=", pairingUntil).returningAll().executeTakeFirst();
const remove$17 = async (db, accountId) => {
	return (await db.deleteFrom("bridge").where("account_id", "=", accountId).executeTakeFirst()).numDeletedRows > 0n;
};
//#endregion
//#region packages/server/src/features/bridge/service.ts
/** The bridge of the calling account, if it has one. */
async function get$6(ctx) {
	const row = await find$10(ctx.db, ctx.accountId);
	return {
		row,
		callbacks: row ? await list$15(ctx) : []
	};
}
/** Where the token is sealed to. */
const tokenContext$1 = (accountId) => `bridge.token_sealed:${accountId}`;
/** Makes the account's token, or another one in its place: the one before is dead at once (D136). */
async function make(ctx) {
	assertOn(ctx);
	const { accountId } = ctx;
	const token = newBridgeToken();
	return inTransaction(ctx, async (tx) => {
		await hold$4(tx, accountId);
		const known = await find$10(tx.db, accountId);
		const row = known ? await replaceToken(tx, token) : await insert$11(tx, token);
		await record(tx, {
			action: known ? "bridge.tokenReplaced" : "bridge.made",
			subject: row.bridge_id
		});
		await warn$1(tx, accountId, "newToken", { what: `Bridge ${row.bridge_id}` });
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
		return {
			row,
			token,
			callbacks: await list$15(tx)
		};
	});
}
const sealed = (ctx, token) => ({
	token_sealed: ctx.sealer.seal(token, tokenContext$1(ctx.accountId)),
	token_made_at: ctx.clock.now(),
	pairing_until: null
});
async function insert$11(ctx, token) {
	const { bridges } = ctx.limits;
	if (await count$5(ctx.db) >= bridges) ctx.fail("quota_exceeded", { message: `At most ${bridges} accounts can have a bridge in this service.` });
	return insert$12(ctx.db, {
		account_id: ctx.accountId,
		bridge_id: newBridgeId(),
		log_cleared_at: null,
		created_at: ctx.clock.now(),
		...sealed(ctx, token)
	});
}
/** Whoever registered callbacks with the token before is not told any more either. */
async function replaceToken(ctx, token) {
	await removeAll$4(ctx);
	return await update$13(ctx.db, ctx.accountId, sealed(ctx, token));
}
/** The next program that asks the listener gets the token, as after the button on a bridge was pressed. */
async function openPairing(ctx) {
	assertOn(ctx);
	return inTransaction(ctx, async (tx) => {
		const pairingUntil = tx.clock.now() + PAIRING_MS;
		const row = await update$13(tx.db, tx.accountId, { pairing_until: pairingUntil }) ?? tx.fail("not_found");
		await record(tx, {
			action: "bridge.pairingOpened",
			subject: row.bridge_id
		});
		tx.afterCommit(() => tx.wake.notify("credential", tx.accountId));
		return {
			row,
			callbacks: await list$15(tx)
		};
	});
}
function assertOn(ctx) {
	if (ctx.limits.bridges === 0) ctx.fail("bridge_off");
}
async function remove$16(ctx) {
	await inTransaction(ctx, async (tx) => {
		if (!await end(tx)) tx.fail("not_found");
	});
}
/** Every token of the account ends, this one with them (D36). */
const endOf = (ctx, accountId) => end({
	...ctx,
	accountId
});
/** Its callbacks and what was shown with it go with the row. */
async function end(tx) {
	const row = await find$10(tx.db, tx.accountId);
	if (!row || !await remove$17(tx.db, tx.accountId)) return false;
	await record(tx, {
		action: "bridge.removed",
		subject: row.bridge_id
	});
	tx.afterCommit(() => tx.wake.notify("credential", tx.accountId));
	return true;
}
//#endregion
//#region packages/server/src/features/events/makers/store.ts
const selectMaker = prepared((db, slot) => db.selectFrom("account").leftJoin("api_token", (join) => join.on("api_token.id", "=", slot("tokenId"))).leftJoin("oauth_grant", (join) => join.on("oauth_grant.id", "=", slot("grantId"))).select((e) => [
	"account.master_account_id",
	"account.rights",
	"api_token.scopes as token_scopes",
	"api_token.expires_at as token_expires_at",
	"api_token.smartlock_ids",
	"api_token.address_ids",
	"oauth_grant.scopes as grant_scopes",
	e.selectFrom("oauth_token").select((t) => t.fn.max("oauth_token.expires_at").as("ends_at")).whereRef("oauth_token.grant_id", "=", "oauth_grant.id").where("oauth_token.replaced_at", "is", null).as("grant_ends_at")
]).where("account.account_id", "=", slot("accountId")));
/** What the maker of a webhook holds now, and the rights of the account it belongs to. */
const findMaker = async (db, accountId, { tokenId, grantId }) => (await selectMaker(db, {
	accountId,
	tokenId,
	grantId
}))[0];
/** The decentral webhooks of an account whose maker has run out and is still there. */
const listEnded = (db, accountId, now) => db.selectFrom("webhook_endpoint as w").leftJoin("api_token as t", "t.id", "w.token_id").select("w.endpoint_id").where("w.account_id", "=", accountId).where("w.central_key_id", "is", null).where((e) => e.or([e("t.expires_at", "<=", now), e.and([e("w.grant_id", "is not", null), e.not(e.exists(e.selectFrom("oauth_token as o").select("o.grant_id").whereRef("o.grant_id", "=", "w.grant_id").where("o.replaced_at", "is", null).where("o.expires_at", ">", now)))])])).execute();
//#endregion
//#region packages/server/src/features/events/makers/service.ts
const makerOf = ({ kind, tokenId }) => ({
	token_id: kind === "api" ? tokenId : null,
	grant_id: kind === "oauth" ? tokenId : null,
	session_id: kind === "session" ? tokenId : null
});
const EVERYTHING = new Set(SCOPES);
/** Undefined when the account is gone. */
async function sightOf(ctx, endpoint) {
	const { token_id: tokenId, grant_id: grantId } = endpoint;
	const row = await findMaker(ctx.db, endpoint.account_id, {
		tokenId,
		grantId
	});
	if (!row) return void 0;
	const scopes = tokenId !== null ? row.token_scopes : row.grant_scopes;
	const isOwn = tokenId === null && grantId === null;
	const endsAt = tokenId !== null ? row.token_expires_at ?? Number.POSITIVE_INFINITY : row.grant_ends_at;
	return {
		isMaster: row.master_account_id === null,
		rights: row.rights,
		scopes: isOwn ? EVERYTHING : new Set(JSON.parse(scopes ?? "[]")),
		limits: await resolve$1(ctx, row.master_account_id ?? endpoint.account_id, row),
		isLive: isOwn || scopes !== null && Number(endsAt ?? 0) > ctx.clock.now()
	};
}
/** Which webhooks of an account were made by what has run out meanwhile. */
async function endedOf(ctx, accountId) {
	const rows = await listEnded(ctx.db, accountId, ctx.clock.now());
	return new Set(rows.map((row) => row.endpoint_id));
}
//#endregion
//#region packages/server/src/features/events/notifications/present.ts
const settingsOf$1 = (row) => JSON.parse(row.settings);
/** The owner always sees the secret, so that reading, changing and sending back works (D35). */
const present$1 = (row, secret) => ({
	notificationId: row.id,
	...row.reference_id !== null && { referenceId: row.reference_id },
	pushId: row.push_id,
	secret,
	os: row.os,
	...row.language !== null && { language: row.language },
	status: row.status,
	...row.last_active_at !== null && { lastActiveDate: toWireDate(row.last_active_at) },
	settings: settingsOf$1(row),
	...row.error !== null && { error: row.error }
});
//#endregion
//#region packages/server/src/features/events/notifications/store.ts
const list$14 = (db, accountId, referenceId) => db.selectFrom("notification").selectAll().where("account_id", "=", accountId).$if(referenceId !== void 0, (q) => q.where("reference_id", "=", referenceId)).orderBy("id").execute();
const find$9 = (db, accountId, id) => db.selectFrom("notification").selectAll().where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
/** Held until the transaction ends, so that two changes do not both start from the same row. */
const findForUpdate$3 = (db, engine, accountId, id) => db.selectFrom("notification").selectAll().where("account_id", "=", accountId).where("id", "=", id).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const count$4 = async (db, accountId) => {
	const { n } = await db.selectFrom("notification").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
const insert$10 = (db, row) => db.insertInto("notification").values(row).returningAll().executeTakeFirstOrThrow();
const update$12 = (db, accountId, id, changes) => db.updateTable("notification").set(changes).where("account_id", "=", accountId).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
const remove$15 = async (db, accountId, id) => {
	return (await db.deleteFrom("notification").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
};
/** How many of these locks the account has. */
const countLocks = async (db, accountId, smartlockIds) => {
	const { n } = await db.selectFrom("smartlock").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).executeTakeFirstOrThrow();
	return Number(n);
};
/** From now on the events of the account are looked at; holds the feed, so that it is not just being given up. */
const openFeed = (db, accountId, lastEventId) => db.insertInto("notification_feed").values({
	account_id: accountId,
	last_event_id: lastEventId
}).onConflict((c) => c.column("account_id").doUpdateSet({ last_event_id: sql`notification_feed.last_event_id` })).execute();
/** What waits goes to the new receiver at once. */
const restartDeliveries$1 = (db, notificationId, now) => db.updateTable("notification_delivery").set({
	attempts: 0,
	next_at: now
}).where("notification_id", "=", notificationId).execute();
const removeAll$3 = (db, accountId) => db.deleteFrom("notification").where("account_id", "=", accountId).execute();
const removeOfSessions$1 = (db, accountId, sessionIds) => db.deleteFrom("notification").where("account_id", "=", accountId).where("session_id", "in", [...sessionIds]).execute();
//#endregion
//#region packages/server/src/features/events/notifications/service.ts
const secretContext$1 = (id) => `notification.secret_sealed:${id}`;
const secretOf$1 = (ctx, row) => ctx.sealer.open(row.secret_sealed, secretContext$1(row.id));
/** A sub-account's are its own (D39). */
const list$13 = (ctx, referenceId) => list$14(ctx.db, ctx.principal.accountId, referenceId);
async function get$5(ctx, id) {
	return await find$9(ctx.db, ctx.principal.accountId, id) ?? ctx.fail("not_found");
}
async function create$3(ctx, gateways, fields) {
	assertReachable(ctx, fields);
	await assertSettings(ctx, fields.settings, []);
	const { accountId } = ctx.principal;
	const quota = {
		limit: ctx.limits.notifications,
		of: "notifications per account",
		count: (tx) => count$4(tx.db, accountId)
	};
	return withinQuota$1(ctx, accountId, quota, async (tx) => {
		await openFeed(tx.db, tx.accountId, await headOf(tx, tx.accountId) ?? "");
		tx.afterCommit(() => tx.wake.notify("subscription", tx.accountId));
		return insert$9(tx, gateways, fields);
	});
}
function insert$9(tx, gateways, { referenceId, pushId, os, language, settings, secret }) {
	const id = tx.ids.timeOrdered();
	const now = tx.clock.now();
	return insert$10(tx.db, {
		id,
		account_id: tx.principal.accountId,
		...makerOf(tx.principal),
		event_account_id: tx.accountId,
		reference_id: referenceId ?? null,
		push_id: pushId,
		secret_sealed: tx.sealer.seal(secret ?? randomBytes(20).toString("hex"), secretContext$1(id)),
		os,
		language: language ?? null,
		settings: JSON.stringify(settings),
		last_active_at: null,
		leased_until: null,
		lease_owner: null,
		created_at: now,
		updated_at: now,
		...beginning(gateways, os)
	});
}
/** How a notification begins, and begins again with another receiver (8.9, D96). */
function beginning(gateways, os) {
	const error = gateways.problemWith(os) ?? null;
	return {
		status: error === null ? NOTIFICATION_STATUS.init : NOTIFICATION_STATUS.failed,
		error,
		is_gone: 0
	};
}
async function update$11(ctx, gateways, id, changes) {
	const { accountId } = ctx.principal;
	return inTransaction(ctx, async (tx) => {
		const row = await findForUpdate$3(tx.db, tx.engine, accountId, id) ?? tx.fail("not_found");
		const pushId = changes.pushId ?? row.push_id;
		const os = changes.os ?? row.os;
		const isOther = pushId !== row.push_id || os !== row.os;
		if (isOther) assertReachable(tx, {
			pushId,
			os
		});
		if (changes.settings) await assertSettings(tx, changes.settings, settingsOf$1(row));
		const changed = await update$12(tx.db, accountId, id, {
			...makerOf(tx.principal),
			push_id: pushId,
			os,
			...changes.referenceId !== void 0 && { reference_id: changes.referenceId },
			...changes.language !== void 0 && { language: changes.language },
			...changes.secret != null && { secret_sealed: tx.sealer.seal(changes.secret, secretContext$1(id)) },
			...changes.settings != null && { settings: JSON.stringify(changes.settings) },
			...isOther && beginning(gateways, os),
			updated_at: tx.clock.now()
		});
		if (isOther) await restartDeliveries$1(tx.db, id, tx.clock.now());
		tx.afterCommit(() => tx.wake.notify("event", changed.event_account_id));
		return changed;
	});
}
async function remove$14(ctx, id) {
	if (!await remove$15(ctx.db, ctx.principal.accountId, id)) ctx.fail("not_found");
}
/** Posts go where webhooks may go, and nowhere else (D92). */
function assertReachable(ctx, { pushId, os }) {
	if (os !== NOTIFICATION_OS.webhook) return;
	const problem = ctx.outbound.problemWith(pushId);
	if (!problem) return;
	ctx.fail("url_not_allowed", {
		message: `pushId ${problem}.`,
		errors: [{
			path: "pushId",
			message: problem
		}]
	});
}
/** Locks must be the account's own (D38); one that was there before may stay, so that sending back what was read passes. */
async function assertSettings(ctx, settings, stored) {
	const limit = ctx.limits.settingsPerNotification;
	if (settings.length > limit) ctx.fail("quota_exceeded", { message: `At most ${limit} settings in one notification.` });
	const known = new Set(stored.map(({ smartlockId }) => smartlockId));
	const named = settings.flatMap(({ smartlockId }) => smartlockId === void 0 ? [] : [smartlockId]);
	const unknown = [...new Set(named)].filter((smartlockId) => !known.has(smartlockId));
	if (unknown.length === 0) return;
	if (await countLocks(ctx.db, ctx.accountId, unknown) < unknown.length) ctx.fail("not_found");
}
/** Goes with the access that made it; what a token or a grant made goes with its row, in the database itself. */
async function endMadeBy$1(ctx, accountId, ended) {
	if (ended.of === "account") await removeAll$3(ctx.db, accountId);
	else if (ended.of === "sessions" && ended.sessionIds.length > 0) await removeOfSessions$1(ctx.db, accountId, ended.sessionIds);
}
//#endregion
//#region packages/server/src/features/events/webhooks/rules.ts
var rules_exports = /* @__PURE__ */ __exportAll({
	isExpired: () => isExpired,
	isSuccess: () => isSuccess$1,
	lengthProblemOf: () => lengthProblemOf,
	pauseMs: () => pauseMs,
	retryAfterMs: () => retryAfterMs$1,
	retryDelayMs: () => retryDelayMs$1,
	signedHeaders: () => signedHeaders$1
});
const SECOND = 1e3;
const MINUTE = 60 * SECOND;
const HOUR$1 = 60 * MINUTE;
const DAY = 24 * HOUR$1;
/** How long after each attempt the next one follows (D89): ten attempts in about 46 hours. */
const RETRY_DELAYS = [
	5 * SECOND,
	30 * SECOND,
	2 * MINUTE,
	10 * MINUTE,
	HOUR$1,
	3 * HOUR$1,
	6 * HOUR$1,
	12 * HOUR$1,
	24 * HOUR$1
];
const JITTER = .2;
const MAX_RETRY_AFTER = DAY;
/** Five days of only failures switch an endpoint off (D90). */
const GIVE_UP_AFTER = 5 * DAY;
/** Webhooks are looked up by their URL, and an index of PostgreSQL takes no more than 2.7 KB. */
const MAX_URL_BYTES = 2048;
/** What is wrong with the length of a URL. Its field counts characters, of which one may take four bytes. */
const lengthProblemOf = (url) => Buffer.byteLength(url) > MAX_URL_BYTES ? `must not be longer than ${MAX_URL_BYTES} bytes` : void 0;
/**
* How long to wait after the nth attempt failed; undefined when it was the last. `chance` is from 0 to 1 and spreads
* the retries of many deliveries that failed together.
*/
function retryDelayMs$1(attempt, chance, retryAfterMs = 0) {
	const delay = RETRY_DELAYS[attempt - 1];
	if (delay === void 0) return void 0;
	const spread = delay * (1 + JITTER * (2 * chance - 1));
	return Math.round(Math.max(spread, Math.min(retryAfterMs, MAX_RETRY_AFTER)));
}
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = 5 * MINUTE;
/** How long an endpoint rests that could not be served so many times in a row, for a reason of our own. */
const pauseMs = (times) => Math.min(FIRST_PAUSE * 2 ** Math.min(times - 1, 10), LONGEST_PAUSE);
/** `Retry-After` of 429 and 503, in seconds or as a date (D89). */
function retryAfterMs$1(status, header, now) {
	if (status !== 429 && status !== 503 || header === void 0) return 0;
	if (/^\d+$/.test(header.trim())) return Number(header) * SECOND;
	const at = Date.parse(header);
	return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}
const isSuccess$1 = (status) => status !== void 0 && status >= 200 && status < 300;
/** Do so many failures switch the endpoint off (D90)? */
const isExpired = (failingSince, now) => now - failingSince >= GIVE_UP_AFTER;
/** Libraries take a secret for base64, receivers written by hand for text: who has either key finds its own (D138). */
const keysOf$1 = (secret) => BASE64.test(secret) ? [secret, Buffer.from(secret, "base64")] : [secret];
/** The secrets of notifications are chosen by others, and may be anything. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/**
* Both signatures travel in the same request (D87, D88). While a secret is replaced, the list of the one header has those
* of both; the other can have one only, and stays with the old secret to the end (D123).
*/
function signedHeaders$1({ id, timestamp, body, secret, oldSecret }) {
	const standard = (key) => `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
	return {
		"content-type": "application/json; charset=UTF-8",
		"user-agent": "Latchwork",
		"x-nuki-signature-sha256": createHmac("sha256", oldSecret ?? secret).update(body).digest("hex"),
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": [secret, oldSecret].flatMap((known) => known === void 0 ? [] : keysOf$1(known)).map(standard).join(" ")
	};
}
//#endregion
//#region packages/server/src/features/events/webhooks/delivery/attempt.ts
/** Posts a message once and says what came of it. Stores nothing. */
async function attempt(ctx, endpoint, { url, secret, oldSecret }, message) {
	const startedAt = ctx.clock.now();
	const { id, body } = message;
	const headers = signedHeaders$1({
		id,
		body,
		secret,
		oldSecret,
		timestamp: Math.floor(startedAt / 1e3)
	});
	const result = await ctx.outbound.post({
		url,
		headers,
		body
	});
	const finishedAt = ctx.clock.now();
	const succeeded = isSuccess$1(result.status);
	ctx.metrics.webhookAttempts.inc({ result: succeeded ? "delivered" : "failed" });
	return {
		message,
		succeeded,
		status: result.status,
		retryAfter: result.retryAfter,
		error: result.error,
		finishedAt,
		log: {
			id: ctx.ids.timeOrdered(),
			account_id: endpoint.account_id,
			api_key_id: endpoint.api_key_id,
			endpoint_id: endpoint.endpoint_id,
			event_id: message.event?.id ?? null,
			event_account_id: endpoint.event_account_id,
			request_id: requestIdOf(message.event),
			attempt: message.attempt,
			succeeded: succeeded ? 1 : 0,
			response_status: result.status ?? null,
			duration: finishedAt - startedAt,
			url,
			headers: JSON.stringify(maskHeaders(headers)),
			created_at: startedAt,
			updated_at: finishedAt
		}
	};
}
const requestIdOf = (event) => event?.feature === "CALLBACK" ? JSON.parse(event.payload).requestId : null;
//#endregion
//#region packages/server/src/features/events/webhooks/log-store.ts
const insert$8 = (db, rows) => db.insertInto("webhook_log").values([...rows]).execute();
const removeOld = prepared((db, slot, engine) => db.deleteFrom("webhook_log").where("id", "in", db.selectFrom("webhook_log").select("id").where("api_key_id", "=", slot("apiKeyId")).where("id", "<", oldestKept(db, slot("apiKeyId"))).limit(1e3).$if(engine === "postgres", (q) => q.forUpdate().skipLocked())).$castTo());
/** Removes what is beyond the newest of the key. Rows that another process removes right now are left to it. */
const prune = (db, apiKeyId) => removeOld(db, { apiKeyId });
const oldestKept = (db, apiKeyId) => db.selectFrom("webhook_log as kept").select("kept.id").where("kept.api_key_id", "=", apiKeyId).orderBy("kept.id", "desc").limit(1).offset(299);
/** Newest first, with what was posted and the call that caused it. Entries between two clean-ups are not shown beyond the newest of the key. */
const list$12 = async (db, apiKeyId, filter) => {
	const oldest = await oldestKept(db, apiKeyId).executeTakeFirst();
	let query = db.selectFrom("webhook_log as l").leftJoin("event as e", (join) => join.onRef("e.id", "=", "l.event_id").onRef("e.account_id", "=", "l.event_account_id")).leftJoin("operation as o", (join) => join.onRef("o.account_id", "=", "l.event_account_id").onRef("o.request_id", "=", "l.request_id").on("o.parent_id", "is", null)).selectAll("l").select([
		"e.payload",
		"e.feature",
		"o.request_sealed",
		"o.type as call_type"
	]).where("l.api_key_id", "=", apiKeyId);
	if (oldest) query = query.where("l.id", ">=", oldest.id);
	if (filter.endpointId !== void 0) query = query.where("l.endpoint_id", "=", filter.endpointId);
	if (filter.olderThanId !== void 0) query = query.where("l.id", "<", filter.olderThanId);
	return query.orderBy("l.id", "desc").limit(filter.limit).execute();
};
const find$8 = (db, apiKeyId, id) => db.selectFrom("webhook_log").selectAll().where("api_key_id", "=", apiKeyId).where("id", "=", id).executeTakeFirst();
//#endregion
//#region packages/server/src/features/events/webhooks/maker-store.ts
/** Webhooks that go with what made them. */
const decentralOf = (db, accountId) => db.deleteFrom("webhook_endpoint").where("account_id", "=", accountId).where("central_key_id", "is", null);
const removeAll$2 = (db, accountId) => decentralOf(db, accountId).execute();
const removeOfKey = (db, accountId, apiKeyId) => decentralOf(db, accountId).where("api_key_id", "=", apiKeyId).execute();
const removeOfSessions = (db, accountId, sessionIds) => decentralOf(db, accountId).where("session_id", "in", [...sessionIds]).execute();
/** Those of unknown makers, once nothing of the account has access through the key any more. */
const removeUnknownOfKey = (db, accountId, apiKeyId) => decentralOf(db, accountId).where("api_key_id", "=", apiKeyId).where("token_id", "is", null).where("grant_id", "is", null).where("session_id", "is", null).where((e) => e.not(e.exists(e.selectFrom("api_token").select("id").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId)))).where((e) => e.not(e.exists(e.selectFrom("oauth_grant").select("id").where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId)))).execute();
//#endregion
//#region packages/server/src/features/events/webhooks/store.ts
/** The decentral webhooks of an account, or only those of one of its keys. */
const list$11 = (db, accountId, apiKeyId) => db.selectFrom("webhook_endpoint").selectAll().where("account_id", "=", accountId).where("central_key_id", "is", null).$if(apiKeyId !== null, (q) => q.where("api_key_id", "=", apiKeyId)).orderBy("endpoint_id").execute();
const find$7 = (db, accountId, apiKeyId, endpointId) => db.selectFrom("webhook_endpoint").selectAll().where("account_id", "=", accountId).where("central_key_id", "is", null).$if(apiKeyId !== null, (q) => q.where("api_key_id", "=", apiKeyId)).where("endpoint_id", "=", endpointId).executeTakeFirst();
/** Of either kind, whosever events it gets: the key's log has them all. */
const findOfKey = (db, apiKeyId, endpointId) => db.selectFrom("webhook_endpoint").selectAll().where("api_key_id", "=", apiKeyId).where("endpoint_id", "=", endpointId).executeTakeFirst();
const findByUrl = (db, accountId, apiKeyId, url) => db.selectFrom("webhook_endpoint").selectAll().where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("url", "=", url).executeTakeFirst();
const count$3 = async (db, accountId, apiKeyId) => {
	const { n } = await db.selectFrom("webhook_endpoint").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("api_key_id", "=", apiKeyId).where("central_key_id", "is", null).executeTakeFirstOrThrow();
	return Number(n);
};
const insert$7 = (db, row) => db.insertInto("webhook_endpoint").values(row).returningAll().executeTakeFirstOrThrow();
const update$10 = (db, accountId, endpointId, changes) => db.updateTable("webhook_endpoint").set(changes).where("account_id", "=", accountId).where("endpoint_id", "=", endpointId).returningAll().executeTakeFirstOrThrow();
const remove$13 = async (db, accountId, apiKeyId, endpointId) => {
	return (await db.deleteFrom("webhook_endpoint").where("account_id", "=", accountId).where("central_key_id", "is", null).$if(apiKeyId !== null, (q) => q.where("api_key_id", "=", apiKeyId)).where("endpoint_id", "=", endpointId).executeTakeFirst()).numDeletedRows > 0n;
};
/** What an endpoint of that id still waits for from before the limit is given up; the rest is due now (D90). */
const dropDeliveriesBefore = (db, endpointId, eventId) => db.deleteFrom("webhook_delivery").where("endpoint_id", "=", endpointId).where("event_id", "<", eventId).execute();
const restartDeliveries = (db, endpointId, now) => db.updateTable("webhook_delivery").set({
	attempts: 0,
	next_at: now
}).where("endpoint_id", "=", endpointId).execute();
const moveOn = preparedFor((db, columns, slot) => db.updateTable("webhook_endpoint").set(Object.fromEntries(columns.map((column) => [column, slot(column)]))).where("endpoint_id", "=", slot("id")).where("lease_owner", "=", slot("owner")).returningAll());
/** Moves an endpoint on if we still hold it; undefined when we do not. */
const progress = async (db, owner, endpointId, changes) => (await moveOn(db, Object.keys(changes), {
	...changes,
	owner,
	id: endpointId
}))[0];
const selectDue = prepared((db, slot) => db.selectFrom("webhook_delivery").selectAll().where("endpoint_id", "=", slot("endpointId")).where("next_at", "<=", slot("now")).orderBy("event_id").limit(slot("limit")));
const listDue$1 = (db, endpointId, now, limit) => selectDue(db, {
	endpointId,
	now,
	limit
});
/** What was tried waits no longer. One that is not as it was read has been asked for once more since, and stays. */
const endDeliveries = (db, endpointId, read) => db.deleteFrom("webhook_delivery").where("endpoint_id", "=", endpointId).where((e) => e.or(read.map(({ event_id, attempts, next_at }) => e.and([
	e("event_id", "=", event_id),
	e("attempts", "=", attempts),
	e("next_at", "=", next_at)
])))).execute();
/** What is to be tried again; who asked for it meanwhile wants it sooner. */
const insertDeliveries = (db, rows) => db.insertInto("webhook_delivery").values([...rows]).onConflict((c) => c.columns(["endpoint_id", "event_id"]).doNothing()).execute();
/** What is asked for, whatever waits already. */
const upsertDeliveries = (db, rows) => db.insertInto("webhook_delivery").values([...rows]).onConflict((c) => c.columns(["endpoint_id", "event_id"]).doUpdateSet((e) => ({
	attempts: e.ref("excluded.attempts"),
	next_at: e.ref("excluded.next_at")
}))).execute();
//#endregion
//#region packages/server/src/features/events/webhooks/target.ts
/** Where the secret of a decentral webhook is sealed to. */
const secretContext = (apiKeyId) => `webhook_endpoint.secret_sealed:${apiKeyId}`;
const secretOf = (ctx, endpoint) => ctx.sealer.open(endpoint.secret_sealed, secretContext(endpoint.api_key_id));
const oldContext = (apiKeyId) => `webhook_endpoint.old_secret_sealed:${apiKeyId}`;
/** What requests to a decentral webhook are signed with: for a while also with the secret before (D123). */
const secretsOf = (ctx, endpoint) => ({
	secret: secretOf(ctx, endpoint),
	oldSecret: openOldSecret(ctx, endpoint, oldContext(endpoint.api_key_id))
});
/** The columns of a new secret in the place of the one there is. */
const replacedSecret = (ctx, endpoint, secret, overlapHours) => ({
	secret_sealed: ctx.sealer.seal(secret, secretContext(endpoint.api_key_id)),
	...oldSecretColumns(ctx, secretOf(ctx, endpoint), overlapHours, oldContext(endpoint.api_key_id))
});
/** As it is now: undefined when the endpoint has just ended. */
async function targetOf(ctx, endpoint) {
	const { account_id: accountId, central_key_id: centralKeyId, api_key_id: apiKeyId } = endpoint;
	if (centralKeyId !== null) {
		const target = await targetFor(ctx, centralKeyId, accountId);
		return target && {
			...target,
			callbacksOf: apiKeyId
		};
	}
	const sight = await sightOf(ctx, endpoint);
	if (!sight) return void 0;
	const features = JSON.parse(endpoint.features);
	return {
		url: endpoint.url,
		...secretsOf(ctx, endpoint),
		features: sight.isLive ? features.filter((feature) => isVisible(sight, feature)) : [],
		callbacksOf: sight.isLive ? apiKeyId : null,
		limits: sight.limits
	};
}
/** Is the event among what the target gets? */
const isFor = ({ features, callbacksOf, limits }, event) => isWithin$1(limits, event) && (event.feature === "CALLBACK" ? callbacksOf !== null && event.api_key_id === callbacksOf : features.includes(event.feature));
//#endregion
//#region packages/server/src/features/events/webhooks/service.ts
/** How anything is posted to a receiver: signed (D87, D88), and again when it fails (D89). */
const { isSuccess, retryAfterMs, retryDelayMs, signedHeaders } = rules_exports;
/** A token of a key sees the webhooks of that key; a console token all of its account (D48). */
async function list$10(ctx) {
	const { accountId, apiKeyId } = ctx.principal;
	const rows = (await list$11(ctx.db, accountId, apiKeyId)).filter((row) => isTheirs(ctx, row));
	const ended = await endedOf(ctx, accountId);
	return rows.map((row) => ({
		...row,
		isEnded: ended.has(row.endpoint_id)
	}));
}
async function get$4(ctx, endpointId) {
	const { accountId, apiKeyId } = ctx.principal;
	const row = await find$7(ctx.db, accountId, apiKeyId, endpointId);
	return row && isTheirs(ctx, row) ? row : ctx.fail("not_found");
}
/** A token that is limited to some doors has to do with the webhooks that it made and with no others (D119). */
const isTheirs = ({ principal: { limits, tokenId } }, row) => limits === void 0 || row.token_id === tokenId;
/** Registers a webhook; a URL that the key already has is changed and reactivated instead (D48). */
async function register$1(ctx, webhook) {
	assertMayRead(ctx, webhook.webhookFeatures);
	const problem = lengthProblemOf(webhook.webhookUrl) ?? ctx.outbound.problemWith(webhook.webhookUrl);
	if (problem) {
		const path = "webhookUrl";
		ctx.fail("url_not_allowed", {
			message: `${path} ${problem}.`,
			errors: [{
				path,
				message: problem
			}]
		});
	}
	const apiKeyId = await keyOf(ctx, webhook.apiKeyId);
	const { accountId } = ctx.principal;
	return inTransaction(ctx, async (tx) => {
		await hold$4(tx, accountId);
		await hold$5(tx);
		const known = await findByUrl(tx.db, accountId, apiKeyId, webhook.webhookUrl);
		if (known && !isTheirs(tx, known)) tx.fail("url_not_allowed", { message: "Another access of this key has registered this URL." });
		if (known) {
			assertMaySpeakFor(tx, known);
			const row = await update$10(tx.db, accountId, known.endpoint_id, {
				features: JSON.stringify(webhook.webhookFeatures),
				...makerOf(tx.principal),
				updated_at: tx.clock.now()
			});
			const current = await reactivate(tx, row);
			await recordWebhook(tx, "updated", current);
			return {
				row: current,
				secret: secretOf(tx, row)
			};
		}
		const quota = {
			limit: tx.limits.webhooksPerKey,
			of: "decentral webhooks per API key",
			count: () => count$3(tx.db, accountId, apiKeyId)
		};
		return withinQuota$1(tx, accountId, quota, () => insertEndpoint(tx, apiKeyId, webhook));
	});
}
/**
* Who has the secret can tell the receiver whatever the webhook does: nobody gets it who may not read all of that, but
* its maker, who has it.
*/
function assertMaySpeakFor(ctx, row) {
	const { tokenId } = ctx.principal;
	if (row.token_id === tokenId || row.grant_id === tokenId) return;
	assertMayRead(ctx, JSON.parse(row.features));
}
/** The key of the token; a console token names one of its account's (D48). */
async function keyOf(ctx, named) {
	if (ctx.principal.apiKeyId !== null) return ctx.principal.apiKeyId;
	if (named === void 0) return failParameter(ctx.fail, "apiKeyId", "is needed with a console token");
	return (await get$9(ctx, named)).api_key_id;
}
async function insertEndpoint(tx, apiKeyId, webhook) {
	const secret = randomBytes(32).toString("hex");
	const now = tx.clock.now();
	const row = await insert$7(tx.db, {
		account_id: tx.principal.accountId,
		event_account_id: tx.accountId,
		api_key_id: apiKeyId,
		central_key_id: null,
		...makerOf(tx.principal),
		url: webhook.webhookUrl,
		features: JSON.stringify(webhook.webhookFeatures),
		secret_sealed: tx.sealer.seal(secret, secretContext(apiKeyId)),
		status: "ACTIVE",
		last_event_id: await headOf(tx, tx.accountId) ?? "",
		failing_since: null,
		succeeded_at: null,
		old_secret_sealed: null,
		old_secret_until: null,
		leased_until: null,
		lease_owner: null,
		created_at: now,
		updated_at: now
	});
	await warn$1(tx, row.account_id, "newWebhook", { what: row.url });
	await recordWebhook(tx, "created", row);
	tx.afterCommit(() => tx.wake.notify("subscription", row.event_account_id));
	return {
		row,
		secret
	};
}
/** Of the address only where it leads: the rest of it may be a key. */
const recordWebhook = (tx, act, row) => record(tx, {
	action: `webhook.${act}`,
	subject: row.endpoint_id,
	detail: {
		origin: new URL(row.url).origin,
		features: JSON.parse(row.features).join(" "),
		apiKeyId: String(row.api_key_id)
	}
});
/** Back to work: what was not delivered in the last 24 hours is, in order; what is older is given up (D90). */
async function reactivate(tx, row) {
	if (row.status === "ACTIVE") return row;
	const now = tx.clock.now();
	const oldest = replayFloor(now);
	await dropDeliveriesBefore(tx.db, row.endpoint_id, oldest);
	await restartDeliveries(tx.db, row.endpoint_id, now);
	const changed = await update$10(tx.db, row.account_id, row.endpoint_id, {
		status: "ACTIVE",
		failing_since: null,
		...row.last_event_id < oldest && { last_event_id: oldest },
		updated_at: now
	});
	tx.afterCommit(() => tx.wake.notify("event", row.event_account_id));
	return changed;
}
/** Gives a webhook a new secret; the old one signs as well for a while, so that no receiver misses anything (D123). */
async function replaceSecret(ctx, endpointId, overlapHours) {
	return inTransaction(ctx, async (tx) => {
		const known = await get$4(tx, endpointId);
		assertMaySpeakFor(tx, known);
		const secret = randomBytes(32).toString("hex");
		const row = await update$10(tx.db, known.account_id, endpointId, {
			...replacedSecret(tx, known, secret, overlapHours),
			updated_at: tx.clock.now()
		});
		await record(tx, {
			action: "webhook.secretReplaced",
			subject: endpointId,
			detail: { overlapHours: String(overlapHours) }
		});
		return {
			row,
			secret
		};
	});
}
async function remove$12(ctx, endpointId) {
	const { accountId, apiKeyId } = ctx.principal;
	await inTransaction(ctx, async (tx) => {
		await get$4(tx, endpointId);
		if (!await remove$13(tx.db, accountId, apiKeyId, endpointId)) tx.fail("not_found");
		await record(tx, {
			action: "webhook.deleted",
			subject: endpointId
		});
	});
}
const MAKER_ENDED = "The access that registered this webhook has ended; register it again.";
/** Posts a test message now, also to a webhook that was switched off; a good answer switches it on again (D90). */
async function test(ctx, endpointId) {
	const endpoint = await get$4(ctx, endpointId);
	if (!(await sightOf(ctx, endpoint))?.isLive) return {
		succeeded: false,
		text: MAKER_ENDED
	};
	const now = ctx.clock.now();
	const payload = {
		feature: "TEST",
		webhookId: endpointId,
		date: toWireDate(now)
	};
	const message = {
		id: ctx.ids.timeOrdered(),
		body: JSON.stringify(payload),
		attempt: 1
	};
	const result = await attempt(ctx, endpoint, {
		url: endpoint.url,
		...secretsOf(ctx, endpoint)
	}, message);
	await inTransaction(ctx, async (tx) => {
		const current = await get$4(tx, endpointId);
		await insert$8(tx.db, [result.log]);
		if (result.succeeded) await reactivate(tx, current);
	});
	await prune(ctx.db, endpoint.api_key_id);
	const text = result.status === void 0 ? `The receiver did not answer: ${result.error}` : `The receiver answered ${result.status}.`;
	return {
		succeeded: result.succeeded,
		text
	};
}
/** Goes with the access that made it. */
async function endMadeBy(ctx, accountId, ended) {
	if (ended.of === "account") await removeAll$2(ctx.db, accountId);
	else if (ended.of === "key") await removeOfKey(ctx.db, accountId, ended.apiKeyId);
	else if (ended.of === "token") await removeUnknownOfKey(ctx.db, accountId, ended.apiKeyId);
	else if (ended.sessionIds.length > 0) await removeOfSessions(ctx.db, accountId, ended.sessionIds);
}
//#endregion
//#region packages/server/src/features/places/addresses/rules.ts
/** As JSON (4.21). */
const MAX_SETTINGS_BYTES = 16384;
const MAX_AUTO_ISSUE_HOURS = 720;
const settingsOf = (text) => text === null ? {} : JSON.parse(text);
/** Merges key by key; null removes a key (D11, D12). */
function mergeSettings(stored, changes) {
	const merged = {
		...stored,
		...changes
	};
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
/** What is wrong with settings as merged, and where. */
function settingsProblem(settings) {
	const hours = settings.autoIssueHours;
	if (hours !== void 0 && !(typeof hours === "number" && hours >= 0 && hours <= MAX_AUTO_ISSUE_HOURS)) return {
		path: "settings.autoIssueHours",
		message: `must be a number from 0 to ${MAX_AUTO_ISSUE_HOURS}`
	};
	if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS_BYTES) return {
		path: "settings",
		message: `must not be larger than ${MAX_SETTINGS_BYTES} bytes as JSON`
	};
}
/** How many hours before check-in codes are issued by themselves; undefined: not by themselves (D83). */
const autoIssueHoursOf = (settings) => typeof settings.autoIssueHours === "number" ? settings.autoIssueHours : void 0;
/** Does the name mean a zone with rules of its own? Bare offsets know nothing of summer time. */
function isTimeZone(name) {
	if (/^[+-]/.test(name)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
//#endregion
//#region packages/server/src/features/places/addresses/store.ts
const list$9 = (db, accountId) => db.selectFrom("address").selectAll().where("account_id", "=", accountId).orderBy("address_id").execute();
const find$6 = (db, accountId, addressId) => db.selectFrom("address").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).executeTakeFirst();
/** The same, held until the transaction ends, so that what is decided from it stays true. */
const findForUpdate$2 = (db, engine, accountId, addressId) => db.selectFrom("address").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).$call(holding(engine)).executeTakeFirst();
/** The same of several, in the order of their ids. */
const listForUpdate$3 = (db, engine, accountId, addressIds) => db.selectFrom("address").selectAll().where("account_id", "=", accountId).where("address_id", "in", [...addressIds]).orderBy("address_id").$call(holding(engine)).execute();
const count$2 = async (db, accountId) => {
	const { n } = await db.selectFrom("address").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
const insert$6 = (db, row) => db.insertInto("address").values(row).returningAll().executeTakeFirstOrThrow();
const update$9 = (db, accountId, addressId, changes) => db.updateTable("address").set(changes).where("account_id", "=", accountId).where("address_id", "=", addressId).returningAll().executeTakeFirstOrThrow();
const remove$11 = (db, accountId, addressId) => db.deleteFrom("address").where("account_id", "=", accountId).where("address_id", "=", addressId).execute();
const listIdsWith = async (db, accountId, smartlockId) => {
	return (await db.selectFrom("address_lock").select("address_id").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).execute()).map((row) => row.address_id);
};
/** The locks of all addresses of the account, or of one. */
const listLocks = (db, accountId, addressId) => db.selectFrom("address_lock").select(["address_id", "smartlock_id"]).where("account_id", "=", accountId).$if(addressId !== void 0, (q) => q.where("address_id", "=", addressId)).orderBy("address_id").orderBy("position").execute();
/** How many units the addresses of the account have, or one of them; those without any are left out. */
const countUnits = (db, accountId, addressId) => db.selectFrom("address_unit").select((e) => ["address_id", e.fn.countAll().as("n")]).where("account_id", "=", accountId).$if(addressId !== void 0, (q) => q.where("address_id", "=", addressId)).groupBy("address_id").execute();
const removeLocks = (db, accountId, addressId) => db.deleteFrom("address_lock").where("account_id", "=", accountId).where("address_id", "=", addressId).execute();
/** Stored in the order of the locks they refer to, and told in the order they were named. */
const insertLocks = (db, accountId, addressId, smartlockIds) => db.insertInto("address_lock").values(smartlockIds.map((smartlock_id, position) => ({
	account_id: accountId,
	address_id: addressId,
	smartlock_id,
	position
})).sort((a, b) => a.smartlock_id - b.smartlock_id)).execute();
//#endregion
//#region packages/server/src/features/places/addresses/service.ts
/** Three queries, however many addresses there are. */
async function list$8(ctx) {
	const rows = (await list$9(ctx.db, ctx.accountId)).filter((row) => hasAddress(ctx.principal, row.address_id));
	const locks = Map.groupBy(await listLocks(ctx.db, ctx.accountId), (lock) => lock.address_id);
	const units = await countUnits(ctx.db, ctx.accountId);
	const unitCounts = new Map(units.map(({ address_id, n }) => [address_id, Number(n)]));
	return rows.map((row) => ({
		row,
		smartlockIds: (locks.get(row.address_id) ?? []).map((lock) => lock.smartlock_id),
		unitCount: unitCounts.get(row.address_id) ?? 0
	}));
}
/** The address, or the same 404 whether it is missing or somebody else's (D38). */
async function get$3(ctx, addressId) {
	return await find$6(ctx.db, ctx.accountId, addressId) ?? ctx.fail("not_found");
}
/** The same, held until the transaction ends: what is added to an address is added one after the other. */
async function hold$3(ctx, addressId) {
	return await findForUpdate$2(ctx.db, ctx.engine, ctx.accountId, addressId) ?? ctx.fail("not_found");
}
/** Those of these that there are, held, in the order of their ids. */
const holdAll = (ctx, addressIds) => addressIds.length === 0 ? Promise.resolve([]) : listForUpdate$3(ctx.db, ctx.engine, ctx.accountId, [...new Set(addressIds)]);
/** Holds all addresses that a lock belongs to. */
async function holdWith(ctx, smartlockId) {
	await holdAll(ctx, await listIdsWith(ctx.db, ctx.accountId, smartlockId));
}
const find$5 = (ctx, addressId) => find$6(ctx.db, ctx.accountId, addressId);
async function smartlockIdsOf(ctx, addressId) {
	return (await listLocks(ctx.db, ctx.accountId, addressId)).map((lock) => lock.smartlock_id);
}
async function view$1(ctx, addressId) {
	return viewOf(ctx, await get$3(ctx, addressId));
}
async function viewOf(ctx, row) {
	const [units] = await countUnits(ctx.db, ctx.accountId, row.address_id);
	return {
		row,
		smartlockIds: await smartlockIdsOf(ctx, row.address_id),
		unitCount: Number(units?.n ?? 0)
	};
}
/** The address's own times, the operator's where it has none (D15, 4.21). */
const timesOf$1 = (ctx, row) => ({
	timeZone: row.time_zone ?? ctx.defaultTimeZone,
	checkInTime: row.check_in_time ?? ctx.limits.stays.checkInTime,
	checkOutTime: row.check_out_time ?? ctx.limits.stays.checkOutTime,
	autoIssueHours: autoIssueHoursOf(settingsOf(row.settings))
});
async function create$2(ctx, fields) {
	assertTimeZone(ctx, fields.timeZone);
	const quota = {
		limit: ctx.limits.addresses,
		of: "addresses per account",
		count: (tx) => count$2(tx.db, tx.accountId)
	};
	return withinQuota$1(ctx, ctx.accountId, quota, async (tx) => {
		const now = tx.clock.now();
		const row = await insert$6(tx.db, {
			account_id: tx.accountId,
			name: fields.name,
			settings: null,
			time_zone: fields.timeZone ?? null,
			check_in_time: fields.checkInTime ?? null,
			check_out_time: fields.checkOutTime ?? null,
			service_id: null,
			created_at: now,
			updated_at: now
		});
		return {
			row,
			smartlockIds: await storeLocks(tx, row.address_id, fields.smartlockIds),
			unitCount: 0
		};
	});
}
function assertTimeZone(ctx, timeZone) {
	if (timeZone != null && !isTimeZone(timeZone)) failParameter(ctx.fail, "timeZone", "must be an IANA time zone such as Europe/Berlin");
}
/** Every lock must be the account's own, else nothing is stored (D38). */
async function storeLocks(ctx, addressId, named) {
	const smartlockIds = [...new Set(named)];
	if (smartlockIds.length === 0) return [];
	await assertOwn(ctx, smartlockIds);
	await insertLocks(ctx.db, ctx.accountId, addressId, smartlockIds);
	return smartlockIds;
}
/** A token for an address cannot make it larger, and so itself (D119). */
async function assertNoNewLocks(ctx, addressId, named) {
	if (!ctx.principal.limits) return;
	const held = new Set(await smartlockIdsOf(ctx, addressId));
	if (named.some((id) => !held.has(id))) ctx.fail("not_found");
}
/** Changes an address; what was issued for its reservations follows by itself (D83). */
async function update$8(ctx, addressId, changes) {
	assertTimeZone(ctx, changes.timeZone);
	return inTransaction(ctx, async (tx) => {
		const stored = await hold$3(tx, addressId);
		if (Object.keys(changes).length === 0) return viewOf(tx, stored);
		const row = await update$9(tx.db, tx.accountId, addressId, columnsOf$2(tx, stored, changes));
		await tx.ports.addressChanged(tx, addressId);
		if (changes.smartlockIds) {
			await assertNoNewLocks(tx, addressId, changes.smartlockIds);
			await removeLocks(tx.db, tx.accountId, addressId);
			await storeLocks(tx, addressId, changes.smartlockIds);
			tx.afterCommit(() => tx.wake.notify("credential", tx.accountId));
		}
		return viewOf(tx, row);
	});
}
function columnsOf$2(ctx, stored, changes) {
	const { name, settings, timeZone, checkInTime, checkOutTime } = changes;
	return {
		...name != null && { name },
		...settings != null && { settings: settingsText(ctx, stored, settings) },
		...timeZone !== void 0 && { time_zone: timeZone },
		...checkInTime !== void 0 && { check_in_time: checkInTime },
		...checkOutTime !== void 0 && { check_out_time: checkOutTime },
		updated_at: ctx.clock.now()
	};
}
function settingsText(ctx, stored, changes) {
	const merged = mergeSettings(settingsOf(stored.settings), changes);
	const problem = settingsProblem(merged);
	if (problem) failParameter(ctx.fail, problem.path, problem.message);
	return Object.keys(merged).length === 0 ? null : JSON.stringify(merged);
}
/** Removes the address at once, with its units, reservations and links; their codes are revoked from now on (D84). */
async function remove$10(ctx, addressId) {
	return inTransaction(ctx, async (tx) => {
		await hold$3(tx, addressId);
		const ids = await tx.ports.rightsGivenAt(tx, addressId);
		const call = {
			type: "address.delete",
			payload: { addressId }
		};
		const operationId = await revoke$3(tx, ids, call);
		await remove$11(tx.db, tx.accountId, addressId);
		tx.afterCommit(() => tx.wake.notify("credential", tx.accountId));
		return operationId ?? doneAlready(tx, call);
	});
}
/** Nothing was granted: there is nothing to wait for. */
async function doneAlready(ctx, operation) {
	const operationId = await accept(ctx, operation);
	await move(ctx, operationId, "confirmed");
	return operationId;
}
/** The service that the address shows as linked. */
const noteService = (ctx, addressId, serviceId) => update$9(ctx.db, ctx.accountId, addressId, { service_id: serviceId });
//#endregion
//#region packages/server/src/platform/store/capitals.ts
/**
* A text as it is looked for, in capitals of every alphabet, so that "müller" finds "MÜLLER": one engine knows capitals in
* ASCII only, the other by its locale.
*/
const inCapitals = (text) => text.normalize("NFKC").toUpperCase();
//#endregion
//#region packages/server/src/features/places/stays/window-rules.ts
/**
* When the code of a stay opens: from check-in time on the local date of its start to check-out time on that of its end
* (D82). Where that leaves nothing, as with a stay that begins and ends on one day, its own instants count.
*/
function windowOf$1(startsAt, endsAt, times) {
	const from = boundary(startsAt, times.checkInTime, times.timeZone, "earlier");
	const until = boundary(endsAt, times.checkOutTime, times.timeZone, "later");
	return from < until ? {
		from,
		until
	} : {
		from: startsAt,
		until: endsAt
	};
}
/**
* The minute of the day on the local date of an instant. In the hour that comes twice a window covers both passes: it
* begins with the earlier and ends with the later. A minute that does not exist is the first one after it (D15).
*/
function boundary(at, minuteOfDay, timeZone, pass) {
	const wanted = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toPlainDateTime({
		hour: Math.floor(minuteOfDay / 60),
		minute: minuteOfDay % 60
	});
	const before = wanted.toZonedDateTime(timeZone, { disambiguation: "earlier" });
	if (!before.toPlainDateTime().equals(wanted)) {
		const leap = before.getTimeZoneTransition("next");
		if (leap) return leap.epochMilliseconds;
	}
	return wanted.toZonedDateTime(timeZone, { disambiguation: pass }).epochMilliseconds;
}
//#endregion
//#region packages/server/src/features/places/stays/rules.ts
const MINUTE_MS = 6e4;
const HOUR_MS$1 = 60 * MINUTE_MS;
/** A code that is not on its lock this long before arrival is worth a warning. */
const WARN_BEFORE_MS = HOUR_MS$1;
/** How long a lock that is online may take. */
const LATE_GRACE_MS = 5 * MINUTE_MS;
/** What could not be issued may be possible later: a full lock is emptied, a keypad is paired. */
const RETRY_MS = 15 * MINUTE_MS;
/** Its own times before the address's (#91). */
const timesOf = (stay, times) => ({
	timeZone: times.timeZone,
	checkInTime: stay.check_in_time ?? times.checkInTime,
	checkOutTime: stay.check_out_time ?? times.checkOutTime
});
/** `isReady`: every code is on its lock, so there is nothing to warn of. */
function scheduleOf(stay, times, isReady, now) {
	const { from, until } = windowOf$1(stay.starts_at, stay.ends_at, timesOf(stay, times));
	const schedule = {
		valid_from: from,
		valid_until: until,
		automation: stay.automation
	};
	const isOver = stay.state === "canceled" || until <= now;
	if (stay.issue_state === "revoking") return {
		...schedule,
		due_at: null
	};
	if (stay.issue_state === "none") return {
		...schedule,
		...outlook(stay, times, from, isOver, now)
	};
	const due = isOver ? now : Math.min(until, warningAt(stay, from, isReady, now) ?? until);
	return {
		...schedule,
		due_at: due
	};
}
/** Codes that are on no lock are planned where the address says so, unless somebody took them away (D83). */
function outlook(stay, times, from, isOver, now) {
	const { automation } = stay;
	const isPlanned = automation === AUTOMATION.planned;
	if (isOver || stay.auto_off === 1 || times.autoIssueHours === void 0) return {
		automation: isPlanned ? AUTOMATION.none : automation,
		due_at: null
	};
	const issueAt = from - times.autoIssueHours * HOUR_MS$1;
	if (automation !== AUTOMATION.failed) return {
		automation: AUTOMATION.planned,
		due_at: issueAt,
		issueAt
	};
	return {
		automation,
		due_at: Math.max(issueAt, now + RETRY_MS),
		issueAt
	};
}
function warningAt(stay, from, isReady, now) {
	if (stay.warned === 1) return void 0;
	if (now < from - WARN_BEFORE_MS) return from - WARN_BEFORE_MS;
	return isReady ? void 0 : now + LATE_GRACE_MS;
}
/** Is it time to warn of codes that are not on their locks? */
const isWarningDue = ({ warned }, from, now) => warned === 0 && now >= from - WARN_BEFORE_MS;
/** As much of it as an authorization's name holds (D82). */
const codeNameOf = (guest) => [...guest].slice(0, 32).join("").trim() || "Guest";
//#endregion
//#region packages/server/src/features/places/stays/new-row.ts
const UNTOUCHED = {
	state: "accepted",
	automation: 0,
	check_in_time: null,
	check_out_time: null,
	issue_state: "none",
	code_sealed: null,
	code_tries: 0,
	operation_id: null,
	checked_in: null,
	auto_off: 0,
	warned: 0,
	missing_fetches: 0
};
/** A stay that nothing was done for yet. */
function newRow(ctx, times, stay) {
	const now = ctx.clock.now();
	const facts = {
		...UNTOUCHED,
		starts_at: stay.startsAt,
		ends_at: stay.endsAt
	};
	const { issueAt: _issueAt, ...schedule } = scheduleOf(facts, times, true, now);
	return {
		id: ctx.ids.timeOrdered(),
		account_id: ctx.accountId,
		address_id: stay.addressId,
		unit_id: stay.unitId,
		name: stay.name,
		email: stay.email,
		guests: stay.guests,
		reference: stay.reference,
		name_key: inCapitals(stay.name),
		reference_key: inCapitals(stay.reference ?? ""),
		service_id: stay.feed?.serviceId ?? null,
		link_id: stay.feed?.linkId ?? null,
		feed_key: stay.feed?.key ?? null,
		feed_event: stay.feed ? JSON.stringify(stay.feed.event) : null,
		...facts,
		...schedule,
		created_at: now,
		updated_at: now
	};
}
//#endregion
//#region packages/server/src/features/places/stays/store.ts
/** Stays with their codes as they are at one moment, in this order: two statements could show two moments. */
const withTheirCodes = async (db, stays, by, direction = "asc") => {
	const rows = await db.selectFrom(stays.as("reservation")).leftJoin("reservation_code as code", "code.reservation_id", "reservation.id").selectAll("reservation").select(["code.auth_id", "code.state as code_state"]).orderBy(`reservation.${by}`, direction).orderBy("reservation.id", direction).orderBy("code.auth_id").execute();
	return [...Map.groupBy(rows, (row) => row.id).values()].map(withCodes);
};
const list$7 = (db, accountId, addressId, id) => withTheirCodes(db, db.selectFrom("reservation").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).$if(id !== void 0, (q) => q.where("id", "=", id)), "id");
function withCodes(joined) {
	const [{ auth_id: _id, code_state: _state, ...row }] = joined;
	return {
		row,
		codes: joined.flatMap(({ auth_id, code_state: state }) => auth_id === null || state === null ? [] : [{
			auth_id,
			state
		}])
	};
}
/** At whichever address. */
const findAnywhere = (db, accountId, id) => db.selectFrom("reservation").selectAll().where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
/** Held until the transaction ends, so that what is decided from it stays true. */
const findForUpdate$1 = (db, engine, accountId, id) => db.selectFrom("reservation").selectAll().where("account_id", "=", accountId).where("id", "=", id).$call(holding(engine)).executeTakeFirst();
/** The same of several, in the order of their ids. */
const listForUpdate$2 = (db, engine, accountId, ids, asking) => db.selectFrom("reservation").selectAll().where("account_id", "=", accountId).where("id", "in", [...ids]).orderBy("id").$call(holding(engine, asking)).execute();
/** Holds all stays at an address, in the order of their ids. */
const holdAt = (db, engine, accountId, addressId) => db.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("address_id", "=", addressId).orderBy("id").$call(holding(engine)).execute();
const isAnyIn$1 = async (db, accountId, unitIds) => await db.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("unit_id", "in", [...unitIds]).limit(1).executeTakeFirst() !== void 0;
/** Holds the stays in these units. */
const holdIn$1 = (db, engine, accountId, unitIds) => db.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("unit_id", "in", [...unitIds]).orderBy("id").$call(holding(engine)).execute();
const count$1 = async (db, accountId, addressId) => {
	const { n } = await db.selectFrom("reservation").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("address_id", "=", addressId).executeTakeFirstOrThrow();
	return Number(n);
};
/** Rows of one statement: SQLite takes some 32 000 values at once. */
const ROWS_AT_ONCE = 500;
/** Few statements, however many rows there are. */
const insert$5 = async (db, rows) => {
	for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) await db.insertInto("reservation").values(rows.slice(i, i + ROWS_AT_ONCE)).execute();
};
/** What a stay is looked for by changes with what it is called. */
const keysOf = ({ name, reference }) => ({
	...name !== void 0 && { name_key: inCapitals(name) },
	...reference !== void 0 && { reference_key: inCapitals(reference ?? "") }
});
const update$7 = (db, accountId, id, changes) => db.updateTable("reservation").set({
	...changes,
	...keysOf(changes)
}).where("account_id", "=", accountId).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
/** The same change of several. */
const updateAll$1 = (db, accountId, ids, changes) => db.updateTable("reservation").set({
	...changes,
	...keysOf(changes)
}).where("account_id", "=", accountId).where("id", "in", [...ids]).returningAll().execute();
const remove$9 = (db, accountId, id) => db.deleteFrom("reservation").where("account_id", "=", accountId).where("id", "=", id).execute();
const countOfLinks$1 = async (db, accountId) => db.selectFrom("reservation").select(["link_id", (e) => e.fn.countAll().as("n")]).where("account_id", "=", accountId).where("link_id", "is not", null).where("state", "=", "accepted").groupBy("link_id").execute();
/** Stays to come that have no code yet go with their link (D70). */
const removeUnissued = (db, accountId, linkId, now) => db.deleteFrom("reservation").where("id", "in", (e) => e.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("link_id", "=", linkId).where("issue_state", "=", "none").where("valid_until", ">", now).orderBy("id").$call(holding(engineOf(db)))).execute();
/** Stays that an earlier link of the same calendar left behind belong to the new one. */
const adopt = (db, accountId, link) => db.updateTable("reservation").set({ link_id: link.linkId }).where("id", "in", (e) => e.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("address_id", "=", link.addressId).where("service_id", "=", link.serviceId).where("link_id", "is", null).where("unit_id", link.unitId === null ? "is" : "=", link.unitId).orderBy("id").$call(holding(engineOf(db)))).execute();
/** Everything at an address that is not over is looked at again, now; first what has codes on locks. */
const lookAgain$1 = (db, accountId, addressId, now) => db.updateTable("reservation").set({ due_at: sql`cast(${now} as bigint) - case when issue_state = 'none' then 0 else 1 end` }).where("id", "in", (from) => from.selectFrom("reservation").select("id").where("account_id", "=", accountId).where("address_id", "=", addressId).where((e) => e.or([
	e("valid_until", ">", now),
	e("ends_at", ">", now),
	e("issue_state", "!=", "none")
])).orderBy("id").$call(holding(engineOf(db)))).execute();
/** What the clock has something to do with, of all accounts. Who looks at one holds it, and looks whether it is still due. */
const listDue = (db, now, limit) => db.selectFrom("reservation").select(["id", "account_id"]).where("due_at", "<=", now).orderBy("due_at").limit(limit).execute();
const postpone = (db, accountId, id, until) => db.updateTable("reservation").set({ due_at: until }).where("account_id", "=", accountId).where("id", "=", id).execute();
const nextDue$1 = async (db) => {
	const row = await db.selectFrom("reservation").select(sql`min(due_at)`.as("at")).where("due_at", "is not", null).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
/** Stays of long ago; a code that is still on a lock keeps its stay. */
const removeEndedBefore = async (db, before, limit) => {
	const old = db.selectFrom("reservation").select("id").where("ends_at", "<", before).where("issue_state", "=", "none").orderBy("ends_at").limit(limit).$call(holding(engineOf(db), "free"));
	const result = await db.deleteFrom("reservation").where("id", "in", old).executeTakeFirst();
	return Number(result.numDeletedRows);
};
//#endregion
//#region packages/server/src/features/places/stays/bookings/rules.ts
/** Good fetches in a row without an event that cancel it (D69). */
const FETCHES_UNTIL_CANCELED = 3;
/** So many may always vanish at once: of three bookings one is a third. */
const ALWAYS_ALLOWED = 2;
const feedEventOf = (row) => row.feed_event === null ? void 0 : JSON.parse(row.feed_event);
/** What a good, non-empty fetch means for the reservations of its link. Pure, so that every case can be tried out. */
function planFeed(rows, entries, now) {
	const known = new Map(rows.map((row) => [row.feed_key, row]));
	const listed = new Set(entries.map((entry) => entry.key));
	const absent = rows.filter((row) => row.state === "accepted" && !listed.has(row.feed_key ?? ""));
	const absentAt = Map.groupBy(absent, (row) => `${row.starts_at}/${row.ends_at}`);
	const plan = emptyPlan();
	const moved = /* @__PURE__ */ new Set();
	for (const entry of entries) {
		const row = known.get(entry.key) ?? renamed(entry, absentAt, moved);
		if (row) planKnown(plan, row, entry);
		else if (!entry.isCanceled && entry.endsAt > now) plan.added.push(entry);
	}
	for (const row of absent) if (!moved.has(row)) planAbsent(plan, row, now);
	const isFuture = (row) => row.starts_at > now && row.state === "accepted";
	plan.future = rows.filter(isFuture).length;
	plan.vanished = plan.canceled.filter((row) => isFuture(row) && row.missing_fetches === 0).length + plan.missing.filter(({ fetches }) => fetches === 1).length;
	return plan;
}
/** The same for a calendar that has not changed: only what was missing already is missing again. */
function planAbsentOnly(rows, now) {
	const plan = emptyPlan();
	for (const row of rows) if (row.missing_fetches > 0 && row.state === "accepted") planAbsent(plan, row, now);
	return plan;
}
const emptyPlan = () => ({
	added: [],
	changed: [],
	back: [],
	missing: [],
	canceled: [],
	vanished: 0,
	future: 0
});
/** Some platforms give a booking another UID with every export: the same dates are the same booking. */
function renamed(entry, absentAt, moved) {
	const twin = absentAt.get(`${entry.startsAt}/${entry.endsAt}`)?.shift();
	if (twin) moved.add(twin);
	return twin;
}
function planKnown(plan, row, entry) {
	const stored = feedEventOf(row);
	if (stored && stored.key === entry.key && entry.sequence < stored.sequence) return;
	if (entry.isCanceled) {
		if (row.state === "accepted") plan.canceled.push(row);
		return;
	}
	if (!(row.state === "accepted" && JSON.stringify(stored) === JSON.stringify(entry))) plan.changed.push({
		row,
		entry
	});
	else if (row.missing_fetches > 0) plan.back.push(row);
}
/** Only stays to come can be canceled by absence: platforms drop a stay from the calendar once it has begun (D69). */
function planAbsent(plan, row, now) {
	if (row.starts_at <= now) return;
	const fetches = row.missing_fetches + 1;
	if (fetches >= FETCHES_UNTIL_CANCELED) plan.canceled.push(row);
	else plan.missing.push({
		row,
		fetches
	});
}
/** Did more vanish than one fetch is believed? */
const isOverBudget = ({ vanished, future }, percent) => vanished > Math.max(ALWAYS_ALLOWED, future * percent / 100);
//#endregion
//#region packages/server/src/features/places/stays/bookings/store.ts
/** What a linked calendar brought and may still change. */
const listOfLink = (db, engine, accountId, linkId) => db.selectFrom("reservation").selectAll().where("account_id", "=", accountId).where("link_id", "=", linkId).orderBy("id").$call(holding(engine)).execute();
const setMissing$1 = (db, accountId, ids, fetches) => db.updateTable("reservation").set({ missing_fetches: fetches }).where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
//#endregion
//#region packages/server/src/features/places/stays/bookings/service.ts
const NOTHING = {
	added: 0,
	changed: 0,
	canceled: 0
};
/** Applies a good, non-empty fetch in the caller's transaction (D69). */
async function applyFeed$1(ctx, source, entries, options) {
	const plan = planFeed(await listOfLink(ctx.db, ctx.engine, ctx.accountId, source.linkId), entries, ctx.clock.now());
	if (!options.isTrusted && isOverBudget(plan, options.budgetPercent)) {
		const { vanished, future } = plan;
		return {
			...NOTHING,
			refused: {
				vanished,
				future
			},
			leftOut: 0
		};
	}
	const added = await withinQuota(ctx, source.addressId, plan.added);
	await applyPlan(ctx, source, plan, added);
	const leftOut = plan.added.length - added.length;
	return {
		added: added.length,
		changed: plan.changed.length,
		canceled: plan.canceled.length,
		leftOut
	};
}
/** The calendar is the same as at the last fetch: what was missing then is missing once more (D69). */
async function applyUnchanged$1(ctx, source) {
	const plan = planAbsentOnly(await listOfLink(ctx.db, ctx.engine, ctx.accountId, source.linkId), ctx.clock.now());
	await applyPlan(ctx, source, plan, []);
	return {
		...NOTHING,
		canceled: plan.canceled.length
	};
}
async function withinQuota(ctx, addressId, added) {
	if (added.length === 0) return added;
	const room = ctx.limits.reservationsPerAddress - await count$1(ctx.db, ctx.accountId, addressId);
	return added.slice(0, Math.max(room, 0));
}
async function applyPlan(ctx, source, plan, added) {
	const address = await find$5(ctx, source.addressId);
	if (!address) return;
	const times = timesOf$1(ctx, address);
	for (let i = 0; i < added.length; i += AT_ONCE) {
		const rows = added.slice(i, i + AT_ONCE).map((entry) => rowOf(ctx, source, entry, times));
		await insert$5(ctx.db, rows);
	}
	for (const { row, entry } of plan.changed) await applyChange(ctx, row, entry);
	for (const row of plan.canceled) await cancel(ctx, row);
	for (const [fetches, group] of Map.groupBy(plan.missing, (one) => one.fetches)) await setMissing(ctx, group.map(({ row }) => row.id), fetches);
	await setMissing(ctx, plan.back.map((row) => row.id), 0);
	if (added.length + plan.changed.length + plan.canceled.length > 0) ctx.afterCommit(() => ctx.wake.notify("stay"));
}
const AT_ONCE = 500;
async function setMissing(ctx, ids, fetches) {
	for (let i = 0; i < ids.length; i += AT_ONCE) await setMissing$1(ctx.db, ctx.accountId, ids.slice(i, i + AT_ONCE), fetches);
}
const rowOf = (ctx, source, entry, times) => newRow(ctx, times, {
	addressId: source.addressId,
	unitId: source.unitId,
	name: entry.name,
	email: entry.email,
	guests: entry.guests,
	reference: entry.reference ?? null,
	startsAt: entry.startsAt,
	endsAt: entry.endsAt,
	feed: {
		serviceId: source.serviceId,
		linkId: source.linkId,
		key: entry.key,
		event: entry
	}
});
/** Only what the feed says anew replaces what is stored: a name that somebody corrected stays corrected. */
async function applyChange(ctx, row, entry) {
	const before = feedEventOf(row);
	const isNew = (field) => before?.[field] !== entry[field];
	const now = ctx.clock.now();
	await update$7(ctx.db, ctx.accountId, row.id, {
		...isNew("name") && { name: entry.name },
		...isNew("email") && { email: entry.email },
		...isNew("guests") && { guests: entry.guests },
		...isNew("reference") && { reference: entry.reference ?? null },
		starts_at: entry.startsAt,
		ends_at: entry.endsAt,
		feed_key: entry.key,
		feed_event: JSON.stringify(entry),
		missing_fetches: 0,
		state: "accepted",
		...row.state === "canceled" && { automation: AUTOMATION.none },
		due_at: now,
		updated_at: now
	});
}
/** The clock revokes what was issued for it. */
async function cancel(ctx, row) {
	const now = ctx.clock.now();
	await update$7(ctx.db, ctx.accountId, row.id, {
		state: "canceled",
		missing_fetches: 0,
		due_at: now,
		updated_at: now
	});
}
//#endregion
//#region packages/server/src/features/places/stays/codes/rules.ts
/** A refusal gets one fresh code. */
const MAX_TRIES = 2;
/** Where a stay stands, given what its locks have answered (8.8). `isOnline` says whether a lock is. */
function settle(stay, codes, isOnline) {
	const of = (state) => codes.filter((code) => code.state === state);
	const isUnderWay = of("pending").length + of("removing").length > 0;
	const same = {
		issue_state: stay.issue_state,
		automation: stay.automation,
		operation_id: isUnderWay ? stay.operation_id : null,
		isDue: false
	};
	const wanted = codes.filter((code) => code.state !== "removing");
	if (stay.issue_state === "none") return same;
	if (codes.length === 0) return cleared(stay, same);
	if (stay.issue_state === "revoking" || wanted.length === 0) return same;
	if (of("pending").some((code) => isOnline(code.smartlock_id))) return same;
	if (needsFreshCode(stay, codes)) return {
		...same,
		isDue: true
	};
	if (of("confirmed").length > 0) return {
		...same,
		issue_state: "issued",
		checked_in: stay.checked_in ?? 0
	};
	return {
		...same,
		isDue: of("pending").length === 0
	};
}
/** The last code is gone. */
const cleared = (stay, same) => ({
	...same,
	issue_state: "none",
	automation: stay.issue_state === "revoking" ? stay.automation : AUTOMATION.none,
	code_sealed: null,
	code_tries: 0,
	warned: 0
});
/** A lock refused, and nobody has tried another code yet. */
const needsFreshCode = ({ code_tries }, codes) => code_tries < MAX_TRIES && codes.some((code) => code.state === "failed");
/** Every lock refused, also the fresh code. */
const hasFailed = (stay, codes) => {
	const wanted = codes.filter((code) => code.state !== "removing");
	return wanted.length > 0 && wanted.every((code) => code.state === "failed") && stay.code_tries >= MAX_TRIES;
};
//#endregion
//#region packages/server/src/features/places/stays/codes/store.ts
const listOfAll = (db, accountId, reservationIds) => db.selectFrom("reservation_code").selectAll().where("account_id", "=", accountId).where("reservation_id", "in", [...reservationIds]).orderBy("auth_id").execute();
const listOf = (db, accountId, reservationId) => listOfAll(db, accountId, [reservationId]);
/** The codes of all stays at an address in one query. */
const listOfAddress$1 = (db, accountId, addressId) => db.selectFrom("reservation_code").innerJoin("reservation", "reservation.id", "reservation_code.reservation_id").selectAll("reservation_code").where("reservation.account_id", "=", accountId).where("reservation.address_id", "=", addressId).orderBy("auth_id").execute();
const find$4 = (db, accountId, authId) => db.selectFrom("reservation_code").selectAll().where("account_id", "=", accountId).where("auth_id", "=", authId).executeTakeFirst();
/** Those of these authorizations that are codes of stays. */
const listByAuths = (db, accountId, authIds) => db.selectFrom("reservation_code").selectAll().where("account_id", "=", accountId).where("auth_id", "in", [...authIds]).execute();
const insert$4 = (db, rows) => db.insertInto("reservation_code").values([...rows]).execute();
const update$6 = (db, accountId, authIds, changes) => db.updateTable("reservation_code").set(changes).where("account_id", "=", accountId).where("auth_id", "in", [...authIds]).execute();
const remove$8 = (db, accountId, authIds) => db.deleteFrom("reservation_code").where("account_id", "=", accountId).where("auth_id", "in", [...authIds]).execute();
/** Codes of the stays that begin soon, by how far they are; an index on the arrival keeps the past out. */
const countArriving = (db, now, until) => db.selectFrom("reservation").innerJoin("reservation_code", "reservation_code.reservation_id", "reservation.id").select(["reservation_code.state", (e) => e.fn.countAll().as("n")]).where("reservation.valid_from", ">", now).where("reservation.valid_from", "<=", until).where("reservation.state", "=", "accepted").groupBy("reservation_code.state").execute();
//#endregion
//#region packages/server/src/features/places/stays/codes/answers.ts
/**
* Operations on authorizations have ended: where they are codes of stays, the stays' flags follow, in the same
* transaction. What needs more than that is left to the clock, which looks at the stays at once.
*
* The caller holds the lock of each of them, and a stay is held before its locks: so a stay that somebody else has just
* now is not waited for, but follows by a job.
*/
async function followCodes(ctx, ended) {
	const byAuth = new Map(ended.filter((operation) => operation.smartlock_id !== null).map((part) => [authOf(part), part]));
	if (byAuth.size === 0) return;
	const codes = await listByAuths(ctx.db, ctx.accountId, [...byAuth.keys()]);
	if (codes.length === 0) return;
	await noteAnswers(ctx, codes.map((code) => ({
		code,
		operation: byAuth.get(code.auth_id)
	})));
	const ids = [...new Set(codes.map((code) => code.reservation_id))];
	const stays = await listForUpdate$2(ctx.db, ctx.engine, ctx.accountId, ids, "free");
	await settleStays(ctx, stays);
	const held = new Set(stays.map(({ id }) => id));
	for (const id of ids) if (!held.has(id)) await followLater$1(ctx, { stay: id });
}
const authOf = ({ auth_ids }) => JSON.parse(auth_ids ?? "[]")[0] ?? "";
async function noteAnswers(ctx, answers) {
	for (const { change, items } of groupByChange(answers, consequenceOf)) {
		const ids = items.map(({ code }) => code.auth_id);
		if ("isGone" in change) await remove$8(ctx.db, ctx.accountId, ids);
		else if (Object.keys(change).length > 0) await update$6(ctx.db, ctx.accountId, ids, change);
	}
}
function consequenceOf({ code, operation: { type, status, error } }) {
	const isConfirmed = status === "confirmed";
	if (!isConfirmed && status !== "failed") return {};
	if (type === "auth.delete") return isConfirmed ? { isGone: true } : { error };
	if (code.state === "removing") return {};
	return isConfirmed ? {
		state: "confirmed",
		error: null
	} : {
		state: "failed",
		error
	};
}
/** Brings the flags of a stay in line with its codes. */
async function settleStay(ctx, row) {
	const [settled] = await settleStays(ctx, [row]);
	return settled;
}
async function settleStays(ctx, rows) {
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const codes = await listOfAll(ctx.db, ctx.accountId, ids);
	const waiting = codes.filter((code) => code.state === "pending").map((code) => code.smartlock_id);
	const online = new Set(await onlineAmong(ctx, [...new Set(waiting)]));
	const byStay = Map.groupBy(codes, (code) => code.reservation_id);
	const outcomes = rows.map((row) => ({
		row,
		settled: settle(row, byStay.get(row.id) ?? [], (id) => online.has(id))
	}));
	if (outcomes.some(({ settled }) => settled.isDue)) ctx.afterCommit(() => ctx.wake.notify("stay"));
	const now = ctx.clock.now();
	const stored = [];
	for (const { change, items } of groupByChange(outcomes, (outcome) => changesOf$1(outcome, now))) {
		const alike = items.map(({ row }) => row.id);
		stored.push(...await updateAll$1(ctx.db, ctx.accountId, alike, change));
	}
	return stored;
}
/** Only what is new, so that stays that fare alike are stored together. */
function changesOf$1({ row, settled: { isDue, ...flags } }, now) {
	const changed = Object.entries(flags).filter(([name, value]) => row[name] !== value);
	return {
		...Object.fromEntries(changed),
		...(isDue || flags.issue_state !== row.issue_state) && { due_at: now },
		updated_at: now
	};
}
/** Somebody opened with an authorization: if it is the code of a stay, the guest has arrived. */
async function noteArrival(ctx, authId) {
	const code = await find$4(ctx.db, ctx.accountId, authId);
	const stay = code && await findAnywhere(ctx.db, ctx.accountId, code.reservation_id);
	if (!stay || stay.checked_in === 1) return;
	const [held] = await listForUpdate$2(ctx.db, ctx.engine, ctx.accountId, [stay.id], "free");
	if (held) await checkIn(ctx, held);
	else await followLater$1(ctx, {
		stay: stay.id,
		hasArrived: true
	});
}
const checkIn = (ctx, { id }) => update$7(ctx.db, ctx.accountId, id, {
	checked_in: 1,
	updated_at: ctx.clock.now()
});
const FOLLOW_LATER = "followLocks";
const followLater$1 = (ctx, news) => schedule(ctx, {
	kind: FOLLOW_LATER,
	payload: {
		accountId: ctx.accountId,
		...news
	},
	runAt: ctx.clock.now()
});
/** The same as above in a transaction that begins with the stay. */
async function followNews(system, news) {
	await inTransaction({
		...system,
		accountId: news.accountId
	}, async (tx) => {
		const row = await findForUpdate$1(tx.db, tx.engine, tx.accountId, news.stay);
		if (!row) return;
		await settleStay(tx, news.hasArrived ? await checkIn(tx, row) : row);
	});
}
//#endregion
//#region packages/server/src/features/places/stays/codes/codes.ts
const wantedOf = ({ codes }) => codes.filter((code) => code.state !== "removing");
/** The locks of an address that can take a code. */
const keypadLocksOf = async (ctx, addressId) => withKeypad(ctx, await smartlockIdsOf(ctx, addressId));
const sealContext$2 = (id) => `reservation.code:${id}`;
const openCode = (ctx, { id, code_sealed }) => code_sealed === null ? void 0 : Number(ctx.sealer.open(code_sealed, sealContext$2(id)));
const windowOf = ({ from, until }) => ({
	fromDate: from,
	untilDate: until
});
/**
* Holds the locks that have its code or are to get it, all at once: what follows asks for some of them, in any order,
* and for what they answer about its codes.
*/
const holdLocks = (ctx, { codes }, more = []) => hold$6(ctx, [.../* @__PURE__ */ new Set([...codes.map((code) => code.smartlock_id), ...more])]);
/** Grants the code on the locks that lack it; the same as on the others where there is one already (D82). */
async function addCodes(ctx, stay, wanted, type) {
	const held = new Set(wantedOf(stay).map((code) => code.smartlock_id));
	const smartlockIds = wanted.smartlockIds.filter((id) => !held.has(id)).toSorted((a, b) => a - b);
	if (smartlockIds.length === 0) return void 0;
	const { row } = stay;
	const code = openCode(ctx, row);
	const granted = await grant$1(ctx, {
		smartlockIds,
		type: AUTH_TYPE.keypadCode,
		name: codeNameOf(row.name),
		remoteAllowed: false,
		window: windowOf(wanted),
		...code !== void 0 && { code }
	}, {
		type,
		payload: { reservation: row.id }
	});
	await remember(ctx, stay, smartlockIds, granted);
	return granted.operationId;
}
async function remember(ctx, { row }, smartlockIds, granted) {
	await insert$4(ctx.db, granted.authIds.map((auth_id, i) => ({
		account_id: ctx.accountId,
		auth_id,
		reservation_id: row.id,
		smartlock_id: smartlockIds[i],
		state: "pending",
		error: null
	})));
	if (row.code_sealed !== null) return;
	await change$1(ctx, row, {
		code_sealed: ctx.sealer.seal(String(granted.code), sealContext$2(row.id)),
		code_tries: row.code_tries + 1
	});
}
const change$1 = (ctx, row, changes) => update$7(ctx.db, ctx.accountId, row.id, changes);
/** Windows and names of codes follow their stay. */
async function moveCodes(ctx, stay, wanted, call) {
	const isKept = new Set(wanted.smartlockIds);
	const kept = wantedOf(stay).filter((code) => isKept.has(code.smartlock_id));
	if (kept.length === 0) return void 0;
	const patch = {
		name: codeNameOf(stay.row.name),
		window: windowOf(wanted)
	};
	const ids = kept.map((code) => code.auth_id);
	const operationId = await change$2(ctx, ids.map((id) => ({
		id,
		patch
	})), call);
	if (operationId !== void 0) await update$6(ctx.db, ctx.accountId, ids, { state: "pending" });
	return operationId;
}
/** Takes codes away; they are remembered until their locks confirmed it. */
async function removeCodes(ctx, codes, call) {
	await holdLocks(ctx, { codes });
	const ids = await known(ctx, codes.map((code) => code.auth_id));
	const gone = codes.filter((code) => !ids.includes(code.auth_id)).map((code) => code.auth_id);
	if (gone.length > 0) await remove$8(ctx.db, ctx.accountId, gone);
	if (ids.length === 0) return void 0;
	await update$6(ctx.db, ctx.accountId, ids, { state: "removing" });
	return revoke$3(ctx, ids, call);
}
/** The first issue of a stay's codes, by hand or by the clock. */
async function issue$2(ctx, stay, wanted, automation) {
	const operationId = await addCodes(ctx, stay, wanted, "reservation.issue");
	if (operationId === void 0) return void 0;
	await change$1(ctx, stay.row, {
		issue_state: "issuing",
		automation,
		auto_off: 0,
		operation_id: operationId,
		warned: 0
	});
	return operationId;
}
/** Takes all codes of a stay away; what a lock refused to give back is asked for again. */
async function revokeAll(ctx, stay, changes, call = {}) {
	const { row } = stay;
	await change$1(ctx, row, {
		...changes,
		issue_state: "revoking"
	});
	const all = stay.codes.filter((code) => code.state !== "removing" || code.error !== null);
	const payload = { reservation: row.id };
	const operationId = await removeCodes(ctx, all, {
		...call,
		type: "reservation.revoke",
		payload
	});
	if (operationId !== void 0) await change$1(ctx, row, { operation_id: operationId });
	return operationId;
}
/** Another code for the whole stay: a fresh one is put on every lock, then the old one is taken away. */
async function replaceCode(ctx, stay, wanted) {
	const operationId = await addCodes(ctx, {
		row: {
			...stay.row,
			code_sealed: null
		},
		codes: []
	}, wanted, "reservation.update");
	await removeCodes(ctx, wantedOf(stay), {
		type: "reservation.update",
		replacesPending: true
	});
	await change$1(ctx, stay.row, {
		issue_state: "issuing",
		operation_id: operationId ?? null
	});
}
//#endregion
//#region packages/server/src/features/places/stays/entry.ts
/** The stay and its codes, held until the transaction ends; the same 404 as ever when it is not of this address. */
async function hold$2(ctx, addressId, id) {
	const row = await findForUpdate$1(ctx.db, ctx.engine, ctx.accountId, id);
	if (row?.address_id !== addressId) ctx.fail("not_found");
	return {
		row,
		codes: await listOf(ctx.db, ctx.accountId, id)
	};
}
/** A lock that is online is at work on the codes; what waits for locks that are offline can still be changed (8.8). */
async function assertFree(ctx, { row, codes: held }) {
	const open = held.filter((code) => code.state === "pending" || code.state === "removing");
	if ((await onlineAmong(ctx, open.map((code) => code.smartlock_id))).length > 0) ctx.fail("resource_locked", { ...row.operation_id !== null && { operationId: row.operation_id } });
}
/** The window of a stay's codes as its facts are now. */
async function planOf(ctx, row) {
	const address = await get$3(ctx, row.address_id);
	return scheduleOf(row, timesOf$1(ctx, address), true, ctx.clock.now());
}
/** Puts the code on every keypad lock of the address that lacks it; undefined when none does (D82). */
function issue$1(ctx, addressId, id) {
	return inTransaction(ctx, async (tx) => {
		const stay = await hold$2(tx, addressId, id);
		const plan = await planOf(tx, stay.row);
		if (stay.row.state === "canceled" || plan.valid_until <= tx.clock.now()) tx.fail("reservation_not_active");
		const smartlockIds = await keypadLocksOf(tx, addressId);
		if (smartlockIds.length === 0) tx.fail("no_keypad_lock");
		await assertFree(tx, stay);
		const operationId = await issue$2(tx, stay, {
			smartlockIds,
			from: plan.valid_from,
			until: plan.valid_until
		}, AUTOMATION.none);
		await follow(tx, id);
		return operationId;
	});
}
/** The clock works out the rest: when to warn, when to take the codes away. */
async function follow(ctx, id) {
	await settleStay(ctx, await update$7(ctx.db, ctx.accountId, id, { due_at: ctx.clock.now() }));
	ctx.afterCommit(() => ctx.wake.notify("stay"));
}
/** Takes the codes of a stay from the locks; they do not come back by themselves (D83). */
function revoke$2(ctx, addressId, id) {
	return inTransaction(ctx, async (tx) => {
		const stay = await hold$2(tx, addressId, id);
		if (stay.codes.length === 0) return void 0;
		await assertFree(tx, stay);
		const operationId = await revokeByHand(tx, stay);
		await follow(tx, id);
		return operationId;
	});
}
const revokeByHand = (ctx, stay) => revokeAll(ctx, stay, {
	automation: AUTOMATION.none,
	auto_off: 1
}, { replacesPending: true });
/** Revokes what was issued and forgets the stay (5.11). */
function remove$7(ctx, addressId, id) {
	return inTransaction(ctx, async (tx) => {
		const stay = await hold$2(tx, addressId, id);
		await assertFree(tx, stay);
		const operationId = stay.codes.length > 0 ? await revokeByHand(tx, stay) : void 0;
		await remove$9(tx.db, tx.accountId, id);
		return operationId;
	});
}
/** Gives a stay its own times; codes that were issued move along (D83). */
function updateAccessTimes$1(ctx, addressId, id, times) {
	return inTransaction(ctx, async (tx) => {
		const stay = await hold$2(tx, addressId, id);
		await assertFree(tx, stay);
		return moved(tx, stay, {
			check_in_time: times.checkInTime,
			check_out_time: times.checkOutTime
		});
	});
}
/** Stores what is different about a stay, and moves its codes if it has any; undefined when no lock need know. */
async function moved(ctx, stay, changes) {
	const { id } = stay.row;
	const row = await update$7(ctx.db, ctx.accountId, id, {
		...changes,
		updated_at: ctx.clock.now()
	});
	const plan = await planOf(ctx, row);
	const isIssued = row.issue_state === "issuing" || row.issue_state === "issued";
	const held = {
		row,
		codes: stay.codes
	};
	const wanted = {
		smartlockIds: wantedOf(held).map((code) => code.smartlock_id),
		from: plan.valid_from,
		until: plan.valid_until
	};
	const call = {
		type: "reservation.update",
		payload: { reservation: id }
	};
	const isOver = plan.valid_until <= ctx.clock.now();
	const operationId = isIssued && !isOver ? await moveCodes(ctx, held, wanted, call) : void 0;
	const window = {
		valid_from: plan.valid_from,
		valid_until: plan.valid_until
	};
	const under = operationId === void 0 ? {} : { operation_id: operationId };
	await update$7(ctx.db, ctx.accountId, id, {
		...window,
		...under
	});
	await follow(ctx, id);
	return operationId;
}
//#endregion
//#region packages/server/src/features/places/stays/search/store.ts
/**
* By check-in: the earliest first; the latest where only those that are over are looked for. An index brings the stays of
* an account, an address or a state in this order, from where the first can be that fits; they are gone through bit by bit.
*/
async function search$2(db, accountId, filter, page, now) {
	const isDescending = filter.phases?.every((phase) => phase === "over") === true;
	const direction = isDescending ? "desc" : "asc";
	const span = await arrivalsOf(db, accountId, filter, now);
	const conditions = conditionsOf(db, filter, now);
	const inOrder = (after) => db.selectFrom("reservation").where("account_id", "=", accountId).where((e) => e.and([
		...pathOf(e, filter),
		...isWithin(e, span),
		...goesOn(e, after, isDescending)
	])).orderBy("valid_from", direction).orderBy("id", direction);
	if (conditions.length === 0) {
		const stays = inOrder(page.after).selectAll().limit(page.limit);
		return withTheirCodes(db, stays, "valid_from", direction);
	}
	const { rows } = await readInSlices(db, {
		limit: page.limit,
		nth: (after = page.after, n) => inOrder(after).select(["valid_from", "id"]).offset(n - 1).limit(1).executeTakeFirst(),
		fitting: (after = page.after, upTo, limit) => {
			const stays = inOrder(after).selectAll().where((e) => e.and(conditions.map((condition) => condition(e)))).$if(upTo !== void 0, (q) => q.where(({ eb }) => eb.not(eb.and(goesOn(eb, upTo, isDescending))))).limit(limit);
			return withTheirCodes(db, stays, "valid_from", direction);
		}
	});
	return rows;
}
/** What the list is read by. Few have many canceled ones, and most ask for one address or for all. */
const pathOf = (e, { addressId, state }) => {
	if (addressId !== void 0) return [e("address_id", "=", addressId)];
	return state === void 0 ? [] : [e("state", "=", state)];
};
const isWithin = (e, { first, last }) => [...first === void 0 ? [] : [e("valid_from", ">=", first)], ...last === void 0 ? [] : [e("valid_from", "<=", last)]];
/** When those that fit can have begun, as the account has stays of a known length: the others are not looked at. */
async function arrivalsOf(db, accountId, filter, now) {
	const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, ready } = filter;
	const phases = new Set(filter.phases ?? [
		"over",
		"current",
		"coming"
	]);
	const isOnlyComing = phases.size === 1 && phases.has("coming");
	const endsAfter = Math.max(from, phases.has("over") && ready === void 0 ? Number.NEGATIVE_INFINITY : now);
	const beginsBefore = Math.min(until, phases.has("coming") ? Number.POSITIVE_INFINITY : now);
	const isOnlyOver = phases.size === 1 && phases.has("over");
	const { shortest, longest } = Number.isFinite(endsAfter) || isOnlyOver ? await lengthsOf(db, accountId) : {
		shortest: 0,
		longest: 0
	};
	const first = Math.max(endsAfter - longest, isOnlyComing ? now : Number.NEGATIVE_INFINITY);
	const last = isOnlyOver ? Math.min(until, now - shortest) : beginsBefore;
	return {
		...Number.isFinite(first) && { first },
		...Number.isFinite(last) && { last }
	};
}
async function lengthsOf(db, accountId) {
	const edge = async (direction) => (await db.selectFrom("reservation").select(sql`valid_until - valid_from`.as("length")).where("account_id", "=", accountId).orderBy(sql`valid_until - valid_from`, direction).limit(1).executeTakeFirst())?.length ?? 0;
	return {
		shortest: await edge("asc"),
		longest: await edge("desc")
	};
}
function conditionsOf(db, filter, now) {
	const { addressIds, name, state, phases, ready, from, until } = filter;
	return [
		...addressIds === void 0 ? [] : [(e) => isOneOf(db, e.ref("address_id"), addressIds)],
		...name === void 0 ? [] : [(e) => isNamed(e, name)],
		...state === void 0 ? [] : [(e) => e("state", "=", state)],
		...phases === void 0 ? [] : [(e) => e.or(phases.map((phase) => PHASES[phase](e, now)))],
		...ready === void 0 ? [] : [(e) => isAwaited(e, now)],
		...ready === void 0 ? [] : [(e) => ready ? isReady(e) : e.not(isReady(e))],
		...from === void 0 ? [] : [(e) => e("valid_until", ">", from)],
		...until === void 0 ? [] : [(e) => e("valid_from", "<", until)]
	];
}
const PHASES = {
	coming: (e, now) => e("valid_from", ">", now),
	current: (e, now) => e.and([e("valid_from", "<=", now), e("valid_until", ">", now)]),
	over: (e, now) => e("valid_until", "<=", now)
};
/** What people type stands for itself, also `%` and `_`. */
function isNamed(e, part) {
	const pattern = `%${inCapitals(part).replace(/[\\%_]/g, "\\$&")}%`;
	const has = (column) => sql`${e.ref(column)} like ${pattern} escape '\\'`;
	return e.or([has("name_key"), has("reference_key")]);
}
const isAwaited = (e, now) => e.and([e("state", "=", "accepted"), e("valid_until", ">", now)]);
/** Locks confirmed the code, and none is still to do so. */
const isReady = (e) => e.and([e.exists(codeIn(e, ["confirmed"])), e.not(e.exists(codeIn(e, ["pending", "failed"])))]);
const codeIn = (e, states) => e.selectFrom("reservation_code").select("auth_id").whereRef("reservation_code.account_id", "=", "reservation.account_id").whereRef("reservation_code.reservation_id", "=", "reservation.id").where("reservation_code.state", "in", [...states]);
/** Behind the last one of the page before. Compared as a pair: an index is entered at a pair, not at an "or". */
function goesOn(e, after, isDescending) {
	if (!after) return [];
	const further = sql.raw(isDescending ? "<" : ">");
	const place = sql`(${e.ref("valid_from")}, ${e.ref("id")})`;
	return [sql`${place} ${further} (${after.valid_from}, ${after.id})`];
}
//#endregion
//#region packages/server/src/features/places/stays/search/service.ts
const PAGE$1 = 100;
/** Stays of all addresses. */
async function search$1(ctx, question) {
	const { fromDate, toDate, id, limit = PAGE$1, ...rest } = question;
	const limits = ctx.principal?.limits;
	const filter = {
		...rest,
		...limits && { addressIds: limits.addressIds },
		...fromDate !== void 0 && { from: Date.parse(fromDate) },
		...toDate !== void 0 && { until: Date.parse(toDate) }
	};
	const page = {
		limit,
		...id !== void 0 && { after: await lastOf(ctx, id) }
	};
	return search$2(ctx.db, ctx.accountId, filter, page, ctx.clock.now());
}
async function lastOf(ctx, id) {
	const row = await findAnywhere(ctx.db, ctx.accountId, id);
	if (row && (!ctx.principal || hasAddress(ctx.principal, row.address_id))) return row;
	return failParameter(ctx.fail, "id", "must be a reservation that is still there");
}
//#endregion
//#region packages/server/src/features/places/stays/service.ts
const search = search$1;
const applyFeed = applyFeed$1;
const applyUnchanged = applyUnchanged$1;
async function list$6(ctx, addressId) {
	await get$3(ctx, addressId);
	return list$7(ctx.db, ctx.accountId, addressId);
}
async function get$2(ctx, addressId, id) {
	const [view] = await list$7(ctx.db, ctx.accountId, addressId, id);
	return view ?? ctx.fail("not_found");
}
async function create$1(ctx, addressId, fields) {
	const startsAt = Date.parse(fields.startDate);
	const endsAt = Date.parse(fields.endDate);
	assertOrder(ctx, startsAt, endsAt);
	const quota = {
		limit: ctx.limits.reservationsPerAddress,
		of: "reservations per address",
		count: (tx) => count$1(tx.db, tx.accountId, addressId)
	};
	return withinQuota$1(ctx, ctx.accountId, quota, async (tx) => {
		const address = await get$3(tx, addressId);
		const { name, email, guests, reference = null } = fields;
		const stay = {
			addressId,
			unitId: null,
			name,
			email,
			guests,
			reference,
			startsAt,
			endsAt
		};
		const row = newRow(tx, timesOf$1(tx, address), stay);
		await insert$5(tx.db, [row]);
		tx.afterCommit(() => tx.wake.notify("stay"));
		return {
			row,
			codes: []
		};
	});
}
function assertOrder(ctx, startsAt, endsAt) {
	if (startsAt >= endsAt) failParameter(ctx.fail, "endDate", "must be after startDate");
}
/** A calendar decides about the dates of its bookings; sent back, they are read-only fields like any other (D8). */
function columnsOf$1(ctx, row, { name, email, guests, startDate, endDate, reference }) {
	const guest = {
		...name != null && { name },
		...email != null && { email },
		...guests != null && { guests }
	};
	if (row.feed_key !== null) return guest;
	const starts_at = startDate == null ? row.starts_at : Date.parse(startDate);
	const ends_at = endDate == null ? row.ends_at : Date.parse(endDate);
	assertOrder(ctx, starts_at, ends_at);
	return {
		...guest,
		starts_at,
		ends_at,
		...reference !== void 0 && { reference }
	};
}
async function update$5(ctx, addressId, id, changes) {
	return inTransaction(ctx, async (tx) => {
		const stay = await hold$2(tx, addressId, id);
		const columns = columnsOf$1(tx, stay.row, changes);
		if (Object.entries(columns).every(([name, value]) => stay.row[name] === value)) return stay;
		if ("starts_at" in columns || columns.name !== void 0) await assertFree(tx, stay);
		await moved(tx, stay, columns);
		return get$2(tx, addressId, id);
	});
}
const issue = issue$1;
const revoke$1 = revoke$2;
const remove$6 = remove$7;
const updateAccessTimes = updateAccessTimes$1;
/** The authorizations of all stays at an address; the stays are held. */
async function authIdsAt$1(ctx, addressId) {
	await holdAt(ctx.db, ctx.engine, ctx.accountId, addressId);
	return (await listOfAddress$1(ctx.db, ctx.accountId, addressId)).map((code) => code.auth_id);
}
/** Units go: holds the stays that are in them. */
const holdIn = (ctx, unitIds) => holdIn$1(ctx.db, ctx.engine, ctx.accountId, unitIds);
/** Whether there are stays in one of these units. */
const isAnyIn = (ctx, unitIds) => isAnyIn$1(ctx.db, ctx.accountId, unitIds);
/** The address changed: everything that is not over follows, at once (D83). */
async function lookAgain(ctx, addressId) {
	await lookAgain$1(ctx.db, ctx.accountId, addressId, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("stay"));
}
/** How many accepted reservations came through each link. */
async function countOfLinks(ctx) {
	const rows = await countOfLinks$1(ctx.db, ctx.accountId);
	return new Map(rows.map((row) => [row.link_id, Number(row.n)]));
}
/** A link goes: stays without codes go with it, the others stay until their end (D70). */
const leaveLink = (ctx, linkId) => removeUnissued(ctx.db, ctx.accountId, linkId, ctx.clock.now());
/** A calendar is linked again: what it left behind belongs to it. */
const joinLink = (ctx, link) => adopt(ctx.db, ctx.accountId, link);
const HOUR_MS = 36e5;
/** How many codes of guests who arrive within so many hours are on their locks. */
async function measureReadiness(ctx, hours) {
	const now = ctx.clock.now();
	const rows = await countArriving(ctx.db, now, now + hours * HOUR_MS);
	const counts = new Map(rows.map((row) => [row.state, Number(row.n)]));
	const of = (state) => counts.get(state) ?? 0;
	for (const state of [
		"confirmed",
		"pending",
		"failed"
	]) ctx.metrics.arrivalCodes.set({ state }, of(state));
	const total = of("confirmed") + of("pending") + of("failed");
	ctx.metrics.arrivalReadiness.set(total === 0 ? 1 : of("confirmed") / total);
}
//#endregion
//#region packages/server/src/features/places/units/store.ts
const list$5 = (db, accountId, addressId) => db.selectFrom("address_unit").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).orderBy("id").execute();
const find$3 = (db, accountId, addressId, id) => db.selectFrom("address_unit").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).where("id", "=", id).executeTakeFirst();
const count = async (db, accountId, addressId) => {
	const { n } = await db.selectFrom("address_unit").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("address_id", "=", addressId).executeTakeFirstOrThrow();
	return Number(n);
};
const insert$3 = (db, row) => db.insertInto("address_unit").values(row).returningAll().executeTakeFirstOrThrow();
/** By token, whoever asks: possession of the id is the right (D37, D80). Tokens of units on their way out are dead. */
const findByToken = (db, engine, tokenHash, forUpdate = false) => db.selectFrom("address_unit").selectAll().where("token_hash", "=", tokenHash).where("is_deleting", "=", 0).$if(forUpdate && engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const rename$2 = (db, accountId, addressId, id, name) => db.updateTable("address_unit").set({ name }).where("account_id", "=", accountId).where("address_id", "=", addressId).where("id", "=", id).returningAll().executeTakeFirst();
const update$4 = (db, accountId, ids, changes) => db.updateTable("address_unit").set(changes).where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
const listByIds = (db, accountId, ids) => db.selectFrom("address_unit").selectAll().where("account_id", "=", accountId).where("id", "in", [...ids]).orderBy("id").execute();
/** Held until the transaction ends, in the order of their ids. */
const listForUpdate$1 = (db, engine, accountId, ids, asking) => db.selectFrom("address_unit").selectAll().where("account_id", "=", accountId).where("id", "in", [...ids]).orderBy("id").$call(holding(engine, asking)).execute();
/** Holds all units of an address. */
const holdOf = (db, engine, accountId, addressId) => db.selectFrom("address_unit").selectAll().where("account_id", "=", accountId).where("address_id", "=", addressId).orderBy("id").$call(holding(engine)).execute();
/** The unit whose redemption this operation is. */
const findByOperation = (db, accountId, operationId) => db.selectFrom("address_unit").select("id").where("account_id", "=", accountId).where("operation_id", "=", operationId).where("is_deleting", "=", 0).executeTakeFirst();
const remove$5 = (db, accountId, ids) => db.deleteFrom("address_unit").where("account_id", "=", accountId).where("id", "in", [...ids]).execute();
//#endregion
//#region packages/server/src/features/places/units/deletion.ts
/**
* Deletes units and what their tokens granted (D79): the tokens are dead at once, a unit is gone when every lock has
* confirmed. Ids that are not known are named; none known is 404.
*/
async function removeMany(ctx, addressId, ids) {
	return inTransaction(ctx, async (tx) => {
		await hold$3(tx, addressId);
		const units = (await listForUpdate$1(tx.db, tx.engine, tx.accountId, [...new Set(ids)])).filter((unit) => unit.address_id === addressId);
		if (units.length === 0) tx.fail("not_found");
		for (const { is_deleting, operation_id } of units) if (is_deleting === 1 && operation_id !== null) tx.fail("resource_locked", { operationId: operation_id });
		const requestId = tx.ids.random();
		const operationId = await begin(tx, units, requestId);
		const known = new Set(units.map((unit) => unit.id));
		return {
			operationId,
			requestId,
			unknown: ids.filter((id) => !known.has(id))
		};
	});
}
const authIdsOf = (unit) => JSON.parse(unit.auth_ids ?? "[]");
/** What the redemptions of these units granted and is still there. */
const grantedBy = (ctx, units) => known(ctx, units.flatMap(authIdsOf));
async function begin(ctx, units, requestId) {
	const unitIds = units.map((unit) => unit.id);
	const payload = {
		callback: "UnitDeletion",
		unitIds
	};
	await update$4(ctx.db, ctx.accountId, unitIds, { is_deleting: 1 });
	const granted = await revoke$3(ctx, await grantedBy(ctx, units), {
		type: "unit.delete",
		payload,
		requestId
	});
	const operationId = granted ?? await accept(ctx, {
		type: "unit.delete",
		payload,
		requestId
	});
	await update$4(ctx.db, ctx.accountId, unitIds, { operation_id: operationId });
	if (granted === void 0) await move(ctx, operationId, "confirmed");
	return operationId;
}
/**
* Every lock has answered (7.4). Units whose authorizations are gone go too; the others show that they are still there.
* False when they cannot be had without waiting for them, or for the calendars and stays that are theirs.
*/
async function followDeletion$1(ctx, operation, asking) {
	const { unitIds = [] } = JSON.parse(operation.payload);
	if (unitIds.length === 0) return true;
	const units = await holdUnits(ctx, unitIds, asking);
	if (!units) return false;
	await finish(ctx, operation, units);
	return true;
}
/** The units with what goes with them; undefined when some of that is not to be had without waiting. */
async function holdUnits(ctx, unitIds, asking) {
	const seen = await listByIds(ctx.db, ctx.accountId, unitIds);
	if (asking === "waiting") {
		await holdAll(ctx, seen.map((unit) => unit.address_id));
		return listForUpdate$1(ctx.db, ctx.engine, ctx.accountId, unitIds);
	}
	if (seen.length > 0 && await ctx.ports.areUnitsUsed(ctx, unitIds)) return void 0;
	const held = await listForUpdate$1(ctx.db, ctx.engine, ctx.accountId, unitIds, "free");
	return held.length < seen.length ? void 0 : held;
}
async function finish(ctx, operation, units) {
	const failures = new Map((await endedChildren(ctx, operation.id)).flatMap((part) => part.status === "confirmed" ? [] : [[JSON.parse(part.auth_ids ?? "[]")[0], part.error_code]]));
	const detail = units.map((unit) => {
		const refused = authIdsOf(unit).find((id) => failures.has(id));
		const errorCode = refused === void 0 ? null : failures.get(refused);
		return {
			id: unit.id,
			success: refused === void 0,
			...errorCode != null && { errorCode }
		};
	});
	const gone = detail.filter(({ success }) => success).map(({ id }) => id);
	const left = detail.filter(({ success }) => !success).map(({ id }) => id);
	if (gone.length > 0) {
		await ctx.ports.unitsRemoved(ctx, gone);
		await remove$5(ctx.db, ctx.accountId, gone);
	}
	if (left.length > 0) await update$4(ctx.db, ctx.accountId, left, {
		is_deleting: 0,
		operation_id: null
	});
	await emitCallback(ctx, operation, detail);
}
async function emitCallback(ctx, operation, detail) {
	if (operation.request_id === null) return;
	const payload = {
		type: "UnitDeletion",
		requestId: operation.request_id,
		success: detail.every(({ success }) => success),
		detail
	};
	const key = operation.api_key_id === null ? {} : { apiKeyId: operation.api_key_id };
	await emit(ctx, [{
		feature: "CALLBACK",
		...key,
		payload
	}]);
}
//#endregion
//#region packages/server/src/features/places/units/tokens.ts
/** What anybody who holds the token's id may know (D37). */
async function tokenInfo(ctx, tokenId) {
	const unit = await byToken$1(ctx, tokenId);
	const owner = {
		...ctx,
		accountId: unit.account_id
	};
	const address = await get$3(owner, unit.address_id);
	const smartlockIds = await smartlockIdsOf(owner, unit.address_id);
	const names = await namesOf$1(owner, smartlockIds);
	return {
		id: tokenId,
		addressName: address.name,
		smartlockNames: smartlockIds.map((id) => names.get(id) ?? "")
	};
}
async function byToken$1(ctx, tokenId, forUpdate = false) {
	return await findByToken(ctx.db, ctx.engine, hashToken(tokenId), forUpdate) ?? ctx.fail("not_found");
}
const tokenContext = (unitId) => `address_unit.token_sealed:${unitId}`;
/** The id of a token opens doors: it is found by its hash, and kept encrypted for its owner. */
const tokenColumns = (ctx, unitId, tokenId) => ({
	token_hash: hashToken(tokenId),
	token_sealed: ctx.sealer.seal(tokenId, tokenContext(unitId))
});
/** Rows of earlier versions are in clear until the first process that starts has sealed them. */
const tokenIdOf = (ctx, { id, token_sealed }) => SEALED_VALUE.test(token_sealed) ? ctx.sealer.open(token_sealed, tokenContext(id)) : token_sealed;
/** The token with its invite keys where the caller is the owner or redeemed it (D80). */
function tokenView(ctx, row) {
	const { accountId } = ctx.principal;
	if (!(ctx.accountId === row.account_id || accountId === row.redeem_account_id) || row.invite_keys_sealed === null) return { row };
	return {
		row,
		inviteKeys: JSON.parse(ctx.sealer.open(row.invite_keys_sealed, sealContext$1(row.id)))
	};
}
/** Invite keys are sealed for the unit they belong to. */
const sealContext$1 = (unitId) => `unit-invites:${unitId}`;
//#endregion
//#region packages/server/src/features/places/units/redemption.ts
/**
* Gives the caller access to every lock of the address, in the owner's account: once (D81). Two calls at the same time
* cannot both be the first, because the unit is held.
*/
function redeem(ctx, tokenId, isMailed) {
	return inTransaction(ctx, async (tx) => {
		await hold$4(tx, (await byToken$1(tx, tokenId)).account_id);
		const unit = await byToken$1(tx, tokenId, true);
		if (unit.redeemed_at !== null) tx.fail("token_already_redeemed");
		const owner = {
			...tx,
			accountId: unit.account_id
		};
		const smartlockIds = await smartlockIdsOf(owner, unit.address_id);
		const caller = await find$15(tx, tx.principal.accountId) ?? tx.fail("not_found");
		const granted = smartlockIds.length > 0 ? await grantAll(owner, caller, smartlockIds) : void 0;
		if (granted && isMailed) await mailKeys(owner, caller, unit, smartlockIds, granted.inviteKeys);
		await update$4(owner.db, owner.accountId, [unit.id], {
			redeemed_at: tx.clock.now(),
			redeem_account_id: tx.principal.accountId,
			redeem_result: granted ? null : "ok",
			operation_id: granted?.operationId ?? null,
			auth_ids: JSON.stringify(granted?.authIds ?? []),
			invite_keys_sealed: tx.sealer.seal(JSON.stringify(granted?.inviteKeys ?? []), sealContext$1(unit.id))
		});
		return {
			row: await byToken$1(tx, tokenId),
			operationId: granted?.operationId
		};
	});
}
async function grantAll(ctx, caller, smartlockIds) {
	const user = await ensure(ctx, {
		email: caller.email,
		name: caller.name
	});
	const byId = smartlockIds.toSorted((a, b) => a - b);
	const { operationId, authIds, inviteKeys = [] } = await grant$1(ctx, {
		smartlockIds: byId,
		type: AUTH_TYPE.app,
		name: [...caller.name].slice(0, 32).join(""),
		remoteAllowed: true,
		accountUserId: user.account_user_id
	}, { type: "token.redeem" });
	const keys = new Map(byId.map((id, i) => [id, inviteKeys[i]]));
	return {
		operationId,
		authIds,
		inviteKeys: smartlockIds.map((id) => keys.get(id))
	};
}
async function mailKeys(ctx, caller, unit, smartlockIds, inviteKeys) {
	const names = await namesOf$1(ctx, smartlockIds);
	const address = await get$3(ctx, unit.address_id);
	const keys = smartlockIds.map((id, i) => ({
		smartlockName: names.get(id) ?? "",
		key: inviteKeys[i]
	}));
	const values = {
		name: caller.name,
		addressName: address.name,
		keys
	};
	await send(ctx, {
		to: caller.email,
		template: "addressKeys",
		language: caller.language,
		values
	});
}
/** Every lock has answered: the redemption shows how it went (8.9). False when somebody else holds the unit just now. */
async function followRedemption$1(ctx, operation, asking) {
	const seen = await findByOperation(ctx.db, ctx.accountId, operation.id);
	if (!seen) return true;
	const [unit] = await listForUpdate$1(ctx.db, ctx.engine, ctx.accountId, [seen.id], asking);
	if (!unit) return false;
	if (unit.operation_id !== operation.id || unit.is_deleting === 1) return true;
	const redeem_result = operation.status === "confirmed" ? "ok" : "failed";
	await update$4(ctx.db, ctx.accountId, [unit.id], {
		redeem_result,
		operation_id: null
	});
	return true;
}
//#endregion
//#region packages/server/src/features/places/units/service.ts
async function list$4(ctx, addressId) {
	await get$3(ctx, addressId);
	return list$5(ctx.db, ctx.accountId, addressId);
}
/** The unit, or the same 404 whether it is missing or somebody else's (D38). */
async function get$1(ctx, addressId, id) {
	return await find$3(ctx.db, ctx.accountId, addressId, id) ?? ctx.fail("not_found");
}
/** Makes a unit and its address token (D79). */
async function create(ctx, addressId, name) {
	const quota = {
		limit: ctx.limits.unitsPerAddress,
		of: "units per address",
		count: (tx) => count(tx.db, tx.accountId, addressId)
	};
	return withinQuota$1(ctx, ctx.accountId, quota, async (tx) => {
		await get$3(tx, addressId);
		const id = tx.ids.timeOrdered();
		return insert$3(tx.db, {
			id,
			account_id: tx.accountId,
			address_id: addressId,
			name,
			...tokenColumns(tx, id, tx.ids.random()),
			operation_id: null,
			is_deleting: 0,
			redeemed_at: null,
			redeem_account_id: null,
			redeem_result: null,
			auth_ids: null,
			invite_keys_sealed: null,
			created_at: tx.clock.now()
		});
	});
}
/** Gives a unit another name; its token stays. */
async function update$3(ctx, addressId, id, { name }) {
	if (name == null) return get$1(ctx, addressId, id);
	return await rename$2(ctx.db, ctx.accountId, addressId, id, name) ?? ctx.fail("not_found");
}
/** Those of these that there are, held. */
const hold$1 = (ctx, ids) => listForUpdate$1(ctx.db, ctx.engine, ctx.accountId, ids);
/** What the redemptions of all units of an address granted and is still there; the units are held. */
const authIdsAt = async (ctx, addressId) => grantedBy(ctx, await holdOf(ctx.db, ctx.engine, ctx.accountId, addressId));
/** The unit of a token, or 404 like any other that is not there. */
const byToken = byToken$1;
const followDeletion = followDeletion$1;
const followRedemption = followRedemption$1;
//#endregion
//#region packages/server/src/features/places/calendars/store.ts
/** A fetch that is on its way counts no more: it began before what is wanted now. */
const FETCH_ANEW = NOT_LEASED;
const list$3 = (db, accountId, serviceId) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).$if(serviceId !== void 0, (q) => q.where("service_id", "=", serviceId)).orderBy("link_id").execute();
const findAt = (db, accountId, { serviceId, addressId, unitId }) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).where("service_id", "=", serviceId).where("address_id", "=", addressId).where("unit_id", unitId === null ? "is" : "=", unitId).executeTakeFirst();
const find$2 = (db, accountId, linkId) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).where("link_id", "=", linkId).executeTakeFirst();
const listOfAddress = (db, accountId, addressId) => db.selectFrom("service_link").select(["link_id", "service_id"]).where("account_id", "=", accountId).where("address_id", "=", addressId).orderBy("updated_at", "desc").execute();
const listOfUnits = (db, accountId, unitIds) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).where("unit_id", "in", [...unitIds]).orderBy("link_id").execute();
/** Held until the transaction ends, in the order of their ids. */
const listForUpdate = (db, engine, accountId, linkIds) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).where("link_id", "in", [...linkIds]).orderBy("link_id").$call(holding(engine)).execute();
const insert$2 = (db, row) => db.insertInto("service_link").values(row).returningAll().executeTakeFirstOrThrow();
const update$2 = (db, accountId, linkId, changes) => updateAll(db, accountId, [linkId], changes);
const updateAll = (db, accountId, linkIds, changes) => db.updateTable("service_link").set(changes).where("account_id", "=", accountId).where("link_id", "in", [...linkIds]).execute();
const remove$4 = (db, accountId, linkId) => db.deleteFrom("service_link").where("account_id", "=", accountId).where("link_id", "=", linkId).execute();
/** What is set at an address decides what its calendars mean: they are read anew. */
const readAnew$1 = (db, accountId, addressId, now) => db.updateTable("service_link").set({
	etag: null,
	last_modified: null,
	next_at: now,
	...FETCH_ANEW
}).where("link_id", "in", (e) => e.selectFrom("service_link").select("link_id").where("account_id", "=", accountId).where("address_id", "=", addressId).where("status", "=", "active").orderBy("link_id").$call(holding(engineOf(db)))).execute();
const noteUse = (db, accountId, serviceId, now) => db.insertInto("service_use").values({
	account_id: accountId,
	service_id: serviceId,
	linked_at: now
}).onConflict((c) => c.columns(["account_id", "service_id"]).doNothing()).execute();
const listUsed = (db, accountId) => db.selectFrom("service_use").select("service_id").where("account_id", "=", accountId).execute();
const leases = leasesOf("service_link", "link_id");
const { renew: renew$1, giveBack } = leases;
/** Of every account the one that waits longest. */
const claim = (db, engine, claim) => leases.claim(db, engine, db.selectFrom("service_link").select("link_id").where("link_id", "in", firstOfEach(db, claim)).where(isFree(claim.now)).orderBy("next_at").limit(claim.limit), claim);
const firstOfEach = (db, { now, limit, exceptKeys }) => db.selectFrom(db.selectFrom("service_link").select(["link_id", "next_at"]).select(sql`row_number() over (partition by account_id order by next_at, link_id)`.as("position")).where("next_at", "<=", now).where(isFree(now)).$if(exceptKeys.length > 0, (q) => q.where("account_id", "not in", [...exceptKeys])).as("due")).select("link_id").where("position", "=", 1).orderBy("next_at").limit(limit);
const countDue = async (db, now) => {
	return (await db.selectFrom("service_link").select("link_id").where("next_at", "<=", now).where(isFree(now)).limit(COUNTED).execute()).length;
};
/** The link as it is now, if it is still ours to finish; held until the transaction ends. */
const findLeased = (db, engine, accountId, linkId, owner) => db.selectFrom("service_link").selectAll().where("account_id", "=", accountId).where("link_id", "=", linkId).where("lease_owner", "=", owner).$call(holding(engine)).executeTakeFirst();
const countWithOperation = async (db, accountId, operationId) => {
	const { n } = await db.selectFrom("service_link").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).where("operation_id", "=", operationId).executeTakeFirstOrThrow();
	return Number(n);
};
const nextDue = async (db) => {
	const row = await db.selectFrom("service_link").select(firstFree("next_at").as("at")).where("next_at", "is not", null).executeTakeFirst();
	return row?.at == null ? void 0 : Number(row.at);
};
//#endregion
//#region packages/server/src/features/places/calendars/service.ts
/** Three queries, however many services and links there are. */
async function view(ctx, enabled) {
	return {
		enabled,
		links: await list$3(ctx.db, ctx.accountId),
		used: new Set((await listUsed(ctx.db, ctx.accountId)).map((row) => row.service_id)),
		reservations: await countOfLinks(ctx)
	};
}
/** Links a calendar to an address and starts a first fetch; without a body it only says what to send (D67). */
async function link(ctx, serviceId, enabled, body) {
	assertEnabled(ctx, serviceId, enabled);
	if (Object.keys(body).length === 0) return usageOf(serviceId);
	const url = body.url ?? failParameter(ctx.fail, "url", "is required: the https address of the calendar");
	const addressId = body.addressId ?? failParameter(ctx.fail, "addressId", "is required: an address of yours");
	assertAllowed(ctx, url);
	return inTransaction(ctx, async (tx) => {
		const address = await hold$3(tx, addressId);
		if (body.unitId !== void 0) await get$1(tx, addressId, body.unitId);
		await storeLink(tx, {
			serviceId,
			addressId,
			unitId: body.unitId ?? null
		}, url);
		tx.afterCommit(() => tx.wake.notify("feed"));
		return `${SERVICE_NAMES[serviceId]} is linked to ${address.name}; its calendar is being fetched.`;
	});
}
const usageOf = (serviceId) => `To link ${SERVICE_NAMES[serviceId]}, send url (https address of the calendar export) and addressId, and unitId if the calendar is that of a unit.`;
/** Does the operator let calendars come from this service? */
function assertEnabled(ctx, serviceId, enabled) {
	if (!enabled.includes(serviceId)) ctx.fail("service_disabled");
}
/** Is the URL of a calendar one that may be asked at all (D92)? */
function assertAllowed(ctx, url) {
	const problem = ctx.outbound.problemWith(url);
	if (problem) ctx.fail("url_not_allowed", {
		message: `url ${problem}.`,
		errors: [{
			path: "url",
			message: problem
		}]
	});
}
/** What belongs to a link is sealed for it alone. */
const sealContext = (accountId) => `service-link:${accountId}`;
async function storeLink(tx, place, url) {
	const now = tx.clock.now();
	const fresh = {
		url_sealed: tx.sealer.seal(url, sealContext(tx.accountId)),
		url_masked: maskUrl(url),
		status: "active",
		etag: null,
		last_modified: null,
		failures: 0,
		trusted: 1,
		last_error: null,
		last_error_code: null,
		last_change: null,
		next_at: now,
		...FETCH_ANEW,
		updated_at: now
	};
	await noteUse(tx.db, tx.accountId, place.serviceId, now);
	const known = await findAt(tx.db, tx.accountId, place);
	if (known) await update$2(tx.db, tx.accountId, known.link_id, fresh);
	else {
		const { link_id } = await insert$2(tx.db, {
			account_id: tx.accountId,
			service_id: place.serviceId,
			address_id: place.addressId,
			unit_id: place.unitId,
			last_sync_at: null,
			operation_id: null,
			created_at: now,
			...fresh
		});
		await joinLink(tx, {
			linkId: link_id,
			...place
		});
	}
	await noteService(tx, place.addressId, place.serviceId);
}
/** Fetches the linked calendars now; one that was paused gets its chance to go on (D68). */
async function sync(ctx, serviceId, enabled, which) {
	return inTransaction(ctx, async (tx) => {
		const links = await hold(tx, await linksOf(tx, serviceId, which));
		assertEnabled(tx, serviceId, enabled);
		if (links.length === 0) tx.fail("service_not_linked");
		const operationId = await accept(tx, { type: "service.sync" });
		await fetchNow(tx, links, operationId);
		await endSyncs(tx, links, "A later sync took its place.");
		tx.afterCommit(() => tx.wake.notify("feed"));
		return operationId;
	});
}
/** An address or a link that is named must be there (D38); an address without links has none. */
async function linksOf(ctx, serviceId, { addressId, linkId }) {
	if (addressId !== void 0) await get$3(ctx, addressId);
	const links = (await list$3(ctx.db, ctx.accountId, serviceId)).filter((one) => (addressId === void 0 || one.address_id === addressId) && (linkId === void 0 || one.link_id === linkId));
	return links.length === 0 && linkId !== void 0 ? ctx.fail("not_found") : links;
}
/** Links as they are now, held with the addresses they belong to. */
async function hold(ctx, links) {
	if (links.length === 0) return [];
	await holdAll(ctx, links.map((one) => one.address_id));
	const ids = links.map((one) => one.link_id);
	return listForUpdate(ctx.db, ctx.engine, ctx.accountId, ids);
}
/** What waited for these links has no end of its own any more. */
const endSyncs = (ctx, links, error) => endAll$1(ctx, [...new Set(links.flatMap((one) => one.operation_id ?? []))].map((id) => ({
	id,
	status: "cancelled",
	error
})));
async function fetchNow(tx, links, operationId) {
	const fetching = {
		operation_id: operationId,
		next_at: tx.clock.now(),
		...FETCH_ANEW
	};
	const groups = groupByChange(links, ({ status }) => ({
		...fetching,
		...status === "paused" && {
			trusted: 1,
			etag: null,
			last_modified: null
		}
	}));
	for (const { change, items } of groups) {
		const ids = items.map(({ link_id }) => link_id);
		await updateAll(tx.db, tx.accountId, ids, change);
	}
}
/** Removes links; what has no code yet goes with them, and nothing happens where nothing is linked (D70). */
async function unlink(ctx, serviceId, which) {
	await inTransaction(ctx, async (tx) => {
		await removeLinks(tx, await linksOf(tx, serviceId, which));
	});
}
/** Units go, and their calendars with them: what a unit's calendar brought is treated as if it was unlinked (D70, D79). */
const unlinkUnits = async (tx, unitIds) => removeLinks(tx, await listOfUnits(tx.db, tx.accountId, unitIds));
/** Whether one of these units has a calendar. */
const isAnyLinked = async (ctx, unitIds) => (await listOfUnits(ctx.db, ctx.accountId, unitIds)).length > 0;
async function removeLinks(tx, listed) {
	const links = await hold(tx, listed);
	for (const { link_id, address_id } of links) {
		await leaveLink(tx, link_id);
		await remove$4(tx.db, tx.accountId, link_id);
		const [left] = await listOfAddress(tx.db, tx.accountId, address_id);
		await noteService(tx, address_id, left?.service_id ?? null);
	}
	await endSyncs(tx, links, "The link was removed.");
}
/** Times or zone of an address changed: what its calendars' dates mean is another thing now. */
async function readAnew(ctx, addressId) {
	await readAnew$1(ctx.db, ctx.accountId, addressId, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("feed"));
}
//#endregion
//#region packages/server/src/http/idempotency-store.ts
/** Answers that are kept for the tokens of an account: tokens go by themselves, and these hang on nothing. */
const removeAnswers = (db, accountIds) => db.deleteFrom("idempotency").where("token_id", "in", (e) => e.selectFrom("api_token").select("id").where("account_id", "in", accountIds).unionAll(e.selectFrom("session").select("id").where("account_id", "in", accountIds)).unionAll(e.selectFrom("oauth_grant").select("id").where("account_id", "in", accountIds))).execute();
/** Some of those made before; how many there were. */
const removeOlderThan = async (db, before, limit) => {
	const old = db.selectFrom("idempotency").select(["token_id", "key"]).where("created_at", "<", before).orderBy("created_at").limit(limit);
	const result = await db.deleteFrom("idempotency").where((e) => e(e.refTuple("token_id", "key"), "in", old.$asTuple("token_id", "key"))).executeTakeFirst();
	return Number(result.numDeletedRows);
};
//#endregion
//#region packages/server/src/compose/followers.ts
/** For areas whose operations end one at a time. */
const each = (follow) => async (ctx, ended) => {
	for (const operation of ended) await follow(ctx, operation);
};
/** Whoever ends an operation of several locks holds the last of them, and waits for nothing that comes before. */
const above = (follow) => each(async (ctx, operation) => {
	const asking = operation.open_children === null ? "waiting" : "free";
	if (!await follow(ctx, operation, asking) && asking === "free") await followLater(ctx, operation);
});
const ABOVE = {
	"user.delete": endRemoval,
	"token.redeem": followRedemption,
	"unit.delete": followDeletion
};
const RIGHTS = [endJoined, followCodes];
const FOLLOWERS = {
	"auth.create": [each(emitCreationCallback), ...RIGHTS],
	"auth.update": RIGHTS,
	"auth.delete": RIGHTS,
	"user.delete": [above(ABOVE["user.delete"])],
	"token.redeem": [above(ABOVE["token.redeem"])],
	"unit.delete": [above(ABOVE["unit.delete"])]
};
const operationsEnded = async (ctx, ended) => {
	for (const [type, ofType] of Map.groupBy(ended, (operation) => operation.type)) for (const follow of FOLLOWERS[type] ?? []) await follow(ctx, ofType);
};
const followLater = (ctx, { account_id: accountId, id: operationId }) => schedule(ctx, {
	kind: "followOperation",
	payload: {
		accountId,
		operationId
	},
	runAt: ctx.clock.now()
});
/** Follows an operation in a transaction that begins with what somebody else held when it ended. */
const followOperation = {
	retryDelayMs: () => 1e4,
	async run(system, payload) {
		const { accountId, operationId } = payload;
		await inTransaction({
			...system,
			accountId
		}, async (tx) => {
			const operation = (await findAny$1(tx, /* @__PURE__ */ new Set([operationId]))).get(operationId);
			const follow = operation && ABOVE[operation.type];
			if (follow) await follow(tx, operation, "waiting");
		});
	}
};
//#endregion
//#region packages/server/src/compose/links.ts
/** Who answers what features ask of those above them (features/ports.ts). */
const createPorts = (desk) => ({
	operationsEnded,
	lockAtHand: desk.lockAtHand,
	handOver: desk.handOver,
	lockConnected: release,
	locksTaken: sendAgain,
	rightsAnswered: applyAnswer,
	rightsHeld: applyHeldList,
	foreignHeld: applyPage,
	async rightUsed(ctx, lock, use) {
		const actor = await noteUse$1(ctx, lock, use);
		if (actor && use.succeeded) await noteArrival(ctx, actor.authId);
		return actor;
	},
	countRights: countOfLock,
	holdPlacesOf: holdWith,
	removeRights: removeAllOfLock,
	lockRemoved: giveUp,
	disconnectLocks: revokeAllLogins,
	removeSomeOfLockLog: removeSomeOfLog,
	async accountsRemoved(ctx, accountIds) {
		await removeAnswers(ctx.db, accountIds);
	},
	async accessUsed(ctx, { kind, id, at }) {
		await TOUCH[kind](ctx, id, at);
	},
	async accessEnded(ctx, accountId, ended) {
		await endMadeBy(ctx, accountId, ended);
		await endMadeBy$1(ctx, accountId, ended);
		if (ended.of === "account") await endOf(ctx, accountId);
	},
	secondFactorShown: noteSecondFactor,
	centralWebhookSwitched: setWebhookStatus,
	async addressChanged(ctx, addressId) {
		await readAnew(ctx, addressId);
		await lookAgain(ctx, addressId);
	},
	rightsGivenAt: async (ctx, addressId) => [...await authIdsAt(ctx, addressId), ...await known(ctx, await authIdsAt$1(ctx, addressId))],
	areUnitsUsed: async (ctx, unitIds) => await isAnyLinked(ctx, unitIds) || await isAnyIn(ctx, unitIds),
	async unitsRemoved(ctx, unitIds) {
		await unlinkUnits(ctx, unitIds);
		await holdIn(ctx, unitIds);
	}
});
const TOUCH = {
	api: touch,
	oauth: touchGrant,
	session: touch$1
};
//#endregion
//#region packages/server/src/compose/open-platform.ts
/** What the service and the command line both stand on: settings, key, database, wake-ups. The caller closes it. */
async function openPlatform({ config, clock, log = createLog$1({
	level: config.log.level,
	isToldElsewhere: (error) => storeTroubleOf(error) !== void 0
}), processMetrics = false, onWaiting }) {
	const outbound = createOutbound({
		allowLoopback: config.outbound.allowLoopback || config.sandbox,
		networks: config.outbound.networks,
		caFile: config.outbound.caFile,
		timeoutMs: config.outbound.timeoutSeconds * 1e3,
		onFailure: (failure) => log.debug(failure, "no answer from a target")
	});
	const source = keySourceOf(config);
	const known = hasKeys(source) ? loadOrCreateKeys(source) : void 0;
	const database = await openStoreOf(config, known, {
		clock,
		log,
		onWaiting
	});
	try {
		const sealer = await openSealer(database, known ?? await firstKeys(database, source), clock);
		const newest = await newestId(database.db);
		const desk = createCommandDesk();
		return {
			platform: {
				engine: database.engine,
				changes: database.changes,
				storeHealth: database.health,
				clock,
				ids: createIds(clock, void 0, newest),
				log,
				sealer,
				limits: limitsOf(config),
				outbound,
				ports: createPorts(desk),
				consoleUrl: consoleUrlOf(config),
				secondFactor: config.secondFactor,
				defaultTimeZone: config.defaultTimeZone,
				wake: await startWake(database, log),
				metrics: createMetrics({ processMetrics })
			},
			database,
			desk
		};
	} catch (error) {
		await database.close();
		throw error;
	}
}
const openStoreOf = (config, known, { clock, log, onWaiting }) => openDatabase({
	dataDir: config.dataDir,
	poolSize: config.database.poolSize,
	clock,
	...config.database.url !== void 0 && { url: config.database.url },
	...onWaiting && { onWaiting },
	inspect: () => inspectDatabase(inspectionOf(config, known, log)),
	onReach(isReachable, err) {
		if (isReachable) log.info("the database can be reached again");
		else log.error({ err }, "the database cannot be reached");
	}
});
/** A store that has keys gets no other: a backup would take the new file for the one that is missing. */
async function firstKeys(database, source) {
	const inUse = await keysInUse(database.db);
	if (inUse.length > 0 && !hasKeys(source)) throw missingKeys(inUse);
	return loadOrCreateKeys(source);
}
/** Opens the keys of the store, and has what is stored from now on marked with them. */
async function openSealer(database, keys, clock) {
	const ring = await openKeyRing(database.db, keys, clock.now(), sealBlank);
	await database.keepMark?.((text) => ring.seal(text, MARK_CONTEXT));
	return ring;
}
const MARK_CONTEXT = "latchwork.mark";
function inspectionOf({ dataDir }, known, log) {
	const ring = known && keyRing(known);
	return {
		dataDir,
		hadKey: existsSync(keyFileOf(dataDir)),
		open: (sealed) => ring?.open(sealed, MARK_CONTEXT),
		onUnreadableMark: () => log.warn("the mark beside the database cannot be read: whether changes are missing is not known")
	};
}
/** Where the secret keys come from. */
const keySourceOf = ({ dataDir, secretKey, secretKeysOld }) => ({
	dataDir,
	fromConfig: secretKey,
	oldFromConfig: secretKeysOld
});
const limitsOf = ({ quota, action, retention, stay, bridge }) => ({
	accountUsers: quota.accountUsers,
	subAccounts: quota.subAccounts,
	apiKeys: quota.apiKeys,
	tokensPerKey: quota.tokensPerKey,
	smartlocks: quota.smartlocks,
	gateways: quota.gateways,
	notifications: quota.notifications,
	settingsPerNotification: quota.settingsPerNotification,
	actionTtlMs: action.ttlSeconds * 1e3,
	actionProofMs: action.proofSeconds * 1e3,
	webhooksPerKey: quota.webhooksPerKey,
	bridges: bridge.enabled ? bridge.maxAccounts : 0,
	streamsPerToken: quota.streamsPerToken,
	streamsPerAccount: quota.streamsPerAccount,
	mailsPerHour: quota.mailsPerHour,
	eventRetentionMs: retention.eventDays * 864e5,
	addresses: quota.addresses,
	unitsPerAddress: quota.unitsPerAddress,
	reservationsPerAddress: quota.reservationsPerAddress,
	stays: {
		checkInTime: stay.checkInTime,
		checkOutTime: stay.checkOutTime
	}
});
async function startWake(database, log) {
	if (database.url === void 0) return new LocalWake();
	const { PostgresWake } = await import("./postgres-wake-CtaeONrS.js");
	const wake = new PostgresWake(database.url, log, database.processName);
	await wake.start().catch(async (error) => {
		await wake.stop();
		throw error;
	});
	return wake;
}
//#endregion
//#region packages/server/src/platform/security/reseal.ts
/** Few enough that whoever else wants to write hardly waits. */
const BATCH = 100;
/** How many values there are that the current key did not seal. */
async function countStale({ db, ring, columns }) {
	let count = 0;
	for (const column of columns) count += await countStale$1(db, column, ring.prefix);
	return count;
}
/**
* Goes once through everything and seals it with the current key. Killed at any moment it has lost nothing, because each
* value changes with its fingerprints in one statement; done twice, or by two processes at once, it does no harm.
*/
async function reseal(work) {
	const unopened = {
		missing: 0,
		damaged: 0
	};
	for (const column of work.columns) {
		let after;
		do {
			if (work.isStopped()) return unopened;
			const rows = await listStale(work.db, column, work.ring.prefix, after, BATCH);
			await resealBatch(work, column, rows, unopened);
			after = rows.length < BATCH ? void 0 : rows.at(-1);
			await setImmediate$1();
		} while (after !== void 0);
	}
	return unopened;
}
async function resealBatch({ db, ring, log }, column, rows, unopened) {
	const changes = rows.map((row) => ({
		row,
		set: changesOf(ring, column, row)
	}));
	const readable = changes.filter(({ set }) => !(set instanceof Error));
	for (const { row, set } of readable) await replaceSealed(db, column, row, set);
	for (const { row, set } of changes) {
		if (!(set instanceof Error)) continue;
		const keyId = sealedBy(sealedText(column, row) ?? "");
		const isMissing = keyId !== void 0 && !ring.has(keyId);
		unopened[isMissing ? "missing" : "damaged"] += 1;
		const where = {
			table: column.table,
			column: column.column,
			row: column.key.map((name) => row[name])
		};
		log.error({
			err: set,
			...where
		}, "a sealed value cannot be opened and is left as it is");
	}
}
/** What is stored, without the quotes it may stand in; undefined where somebody wrote something else. */
function sealedText(column, row) {
	const stored = String(row[column.column]);
	if (!column.isJson) return stored;
	try {
		return String(JSON.parse(stored));
	} catch {
		return;
	}
}
/** A value that no key opens is left alone: it may be opened once its key is back. */
function changesOf(ring, column, row) {
	const sealed = sealedText(column, row);
	if (sealed === void 0) return /* @__PURE__ */ new Error("not a sealed value");
	try {
		const context = column.context(row);
		const plain = column.mayBeClear === true && !SEALED_VALUE.test(sealed) ? sealed : ring.open(sealed, context);
		const fresh = ring.seal(plain, context);
		return {
			[column.column]: column.isJson ? JSON.stringify(fresh) : fresh,
			...column.alsoSet?.(ring, plain, row)
		};
	} catch (error) {
		return error;
	}
}
/** How many values of a store this key opens, of those that name it or were sealed before keys had ids. */
function countOpenedBy(key, found) {
	const ring = keyRing([key]);
	const opens = (column, row) => {
		try {
			ring.open(sealedText(column, row) ?? "", column.context(row));
			return true;
		} catch {
			return false;
		}
	};
	return found.reduce((sum, { column, rows }) => sum + rows.filter((row) => opens(column, row)).length, 0);
}
//#endregion
//#region packages/server/src/schema/sealed-columns.ts
const byId = (prefix) => (row) => `${prefix}${row.id}`;
const byAccount = (prefix) => (row) => `${prefix}${row.account_id}`;
const byApiKey = (prefix) => (row) => `${prefix}${row.api_key_id}`;
/** The keyed fingerprint by which the same code is found; see features/access/codes.ts. */
const codeHash = (sealer, plain, row) => ({ code_hash: sealer.mac(plain, `smartlock_auth.code ${row.account_id}`) });
/** Every one of them; a test looks through all tables of a store in use for sealed values that are not listed. */
const SEALED_COLUMNS = [
	{
		table: "smartlock_auth",
		column: "code_sealed",
		key: ["id"],
		reads: ["account_id"],
		context: byId("smartlock_auth.code "),
		alsoSet: codeHash
	},
	{
		table: "smartlock_auth",
		column: "invite_sealed",
		key: ["id"],
		context: byId("smartlock_auth.invite ")
	},
	{
		table: "reservation",
		column: "code_sealed",
		key: ["id"],
		context: byId("reservation.code:")
	},
	{
		table: "service_link",
		column: "url_sealed",
		key: ["link_id"],
		reads: ["account_id"],
		context: byAccount("service-link:")
	},
	{
		table: "device_credential",
		column: "secret_sealed",
		key: ["username"],
		context: (row) => `device_credential.secret ${row.username}`
	},
	{
		table: "smartlock",
		column: "admin_pin_sealed",
		key: ["smartlock_id"],
		context: (row) => `smartlock.admin_pin ${row.smartlock_id}`
	},
	{
		table: "mail",
		column: "values_sealed",
		key: ["id"],
		context: byId("mail.values_sealed:")
	},
	{
		table: "account",
		column: "config_sealed",
		key: ["account_id"],
		context: byAccount("account.config:")
	},
	{
		table: "account_otp",
		column: "secret_sealed",
		key: ["account_id"],
		context: byAccount("account_otp.secret:")
	},
	{
		table: "bridge",
		column: "token_sealed",
		key: ["account_id"],
		context: byAccount("bridge.token_sealed:")
	},
	{
		table: "notification",
		column: "secret_sealed",
		key: ["id"],
		context: byId("notification.secret_sealed:")
	},
	{
		table: "advanced_api_key",
		column: "secret_sealed",
		key: ["api_key_id"],
		context: byApiKey("advanced_api_key.secret:")
	},
	{
		table: "webhook_endpoint",
		column: "secret_sealed",
		key: ["endpoint_id"],
		reads: ["api_key_id"],
		context: byApiKey("webhook_endpoint.secret_sealed:")
	},
	{
		table: "advanced_api_key",
		column: "old_secret_sealed",
		key: ["api_key_id"],
		context: byApiKey("advanced_api_key.old_secret:")
	},
	{
		table: "webhook_endpoint",
		column: "old_secret_sealed",
		key: ["endpoint_id"],
		reads: ["api_key_id"],
		context: byApiKey("webhook_endpoint.old_secret_sealed:")
	},
	{
		table: "operation",
		column: "request_sealed",
		key: ["id"],
		reads: ["request_id"],
		context: (row) => `operation.request_sealed:${row.request_id}`
	},
	{
		table: "address_unit",
		column: "invite_keys_sealed",
		key: ["id"],
		context: byId("unit-invites:")
	},
	{
		table: "address_unit",
		column: "token_sealed",
		key: ["id"],
		context: byId("address_unit.token_sealed:"),
		mayBeClear: true
	},
	{
		table: "idempotency",
		column: "answer_sealed",
		key: ["token_id", "key"],
		context: (row) => `idempotency.answer_sealed:${row.token_id} ${row.key}`
	},
	{
		table: "job",
		column: "payload",
		key: ["id"],
		only: {
			column: "kind",
			value: "mailPasswordReset"
		},
		isJson: true,
		context: () => "job.mailPasswordReset"
	},
	{
		table: "service_mark",
		column: "value",
		key: ["name"],
		only: {
			column: "name",
			value: "audit_key"
		},
		context: () => "service_mark.audit_key"
	}
];
//#endregion
//#region packages/server/src/features/operator/store.ts
const selectOperators = (db) => db.selectFrom("account").select([
	"account_id",
	"email",
	"name",
	"operator_since"
]).where("operator_since", "is not", null).orderBy("operator_since").orderBy("account_id");
const listOperators = (db) => selectOperators(db).execute();
/** All of them, as they stay until the transaction ends. SQLite has one writer. */
const lockOperators = (db, engine) => selectOperators(db).$if(engine === "postgres", (q) => q.forUpdate()).execute();
//#endregion
//#region packages/server/src/features/operator/service.ts
/** How much waits for the operator. */
async function duties(ctx) {
	const [applications, waitingMails] = await Promise.all([countApplied(ctx), countWaiting(ctx)]);
	return {
		applications,
		waitingMails
	};
}
const PAGE = 50;
/** Mails of all accounts, newest first. */
async function listMail(ctx, { id, limit = PAGE, ...filter }) {
	const page = {
		...filter,
		limit,
		...id !== void 0 && { olderThanId: id }
	};
	return (await listAll$2(ctx, page)).map((row) => ({
		row,
		isReadable: canBeRead(row)
	}));
}
/**
* One mail with its words, where nobody else can bring them to their reader. A mail may carry what opens an account, so
* reading it is recorded in the log of the account it was written for (D100).
*/
async function readMail(ctx, id) {
	const found = await findAny(ctx, id);
	if (!found) return ctx.fail("not_found");
	const { row } = found;
	if (!canBeRead(row)) return {
		row,
		isReadable: false
	};
	await inTransaction(ctx, async (tx) => {
		const accountId = await ownerOf(tx, row.account_id);
		const detail = {
			about: row.template,
			to: row.recipient
		};
		await recordByOperator(tx, accountId, {
			action: "mail.read",
			subject: id,
			detail
		});
	});
	return {
		...found,
		isReadable: true
	};
}
const listApplications = (ctx, { limit = PAGE, ...page }) => listApplications$1(ctx, {
	...page,
	limit
});
/** Decides about an application and shows what has become of it. */
async function decide(ctx, apiKeyId, act) {
	return inTransaction(ctx, async (tx) => {
		const decision = await decide$2(tx, apiKeyId, act);
		if (decision && !decision.isDone) {
			const message = `An advanced key that is ${decision.status} cannot be changed by "${act}".`;
			return tx.fail("advanced_key_state", { message });
		}
		return await showApplication(tx, apiKeyId) ?? tx.fail("not_found");
	});
}
/** Makes a main account the operator's; for the command line. */
const grant = (ctx, email) => appoint(ctx, email, true);
/** Takes that back; somebody stays operator, so that the console is never without one by mistake. */
const revoke = (ctx, email) => appoint(ctx, email, false);
/** Sessions of the account are looked up anew, so that it counts with their next call. */
async function appoint(ctx, email, isOperator) {
	const found = await findByEmail$2(ctx, email);
	if (!found) return "no account";
	if (found.master_account_id !== null) return "sub-account";
	const accountId = found.account_id;
	return inTransaction({
		...ctx,
		accountId
	}, async (tx) => {
		const operators = await lockOperators(tx.db, tx.engine);
		if (operators.some(({ account_id }) => account_id === accountId) === isOperator) return "was so already";
		if (!isOperator && operators.length === 1) return "last operator";
		await change$3(tx, accountId, { operator_since: isOperator ? tx.clock.now() : null });
		await record(tx, {
			action: isOperator ? "operator.granted" : "operator.revoked",
			subject: accountId
		});
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
		return "done";
	});
}
/** Who is operator, longest first. */
const list$2 = (ctx) => listOperators(ctx.db);
//#endregion
//#region packages/server/src/features/identity/passkeys/rules.ts
/** How long a person has to touch an authenticator. */
const CHALLENGE_MS = 3e5;
const BEGUN_WINDOW_MS = 9e5;
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [
	-8,
	-7,
	-257
];
/**
* Where people reach the console: the address the operator has set, otherwise the one of the call. A caller who makes
* up a Host gains nothing: an authenticator signs for the host its browser is really at.
*/
function siteOf(consoleUrl, incoming) {
	const url = URL.parse(consoleUrl ?? `${incoming.protocol}://${incoming.host}`);
	if (!url?.hostname) return { problem: "The address of this console is not known." };
	const { hostname, origin, protocol } = url;
	const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
	if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) return { problem: `Passkeys need a host name, and ${hostname} is an IP address. On this machine open http://localhost${url.port === "" ? "" : `:${url.port}`}; elsewhere use a name with HTTPS and set LATCHWORK_PUBLIC_URL to it.` };
	if (protocol !== "https:" && !isLocal) return { problem: `Passkeys need HTTPS, and ${origin} is reached without. Serve it with TLS and set LATCHWORK_PUBLIC_URL.` };
	return {
		id: hostname,
		origin
	};
}
/** What the browser says it signed for; undefined when it is nothing of the kind. */
function readClientData(clientDataJSON) {
	try {
		const read = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
		if (typeof read.challenge !== "string") return void 0;
		return {
			challenge: read.challenge,
			crossOrigin: read.crossOrigin === true || read.topOrigin !== void 0
		};
	} catch {
		return;
	}
}
/** A counter that does not rise belongs to a copy; authenticators that do not count say 0 (WebAuthn 7.2). */
const isCopy = (known, shown) => (known > 0 || shown > 0) && shown <= known;
//#endregion
//#region packages/server/src/features/identity/passkeys/ceremony.ts
/** WebAuthn by its library, which is loaded when the first passkey is used: most processes never need it. */
const load = () => import("@simplewebauthn/server");
const SERVICE_NAME = "Latchwork";
const bytes = (base64url) => new Uint8Array(Buffer.from(base64url, "base64url"));
const descriptorOf = ({ credential_id: id, transports }) => ({
	id,
	...transports !== null && { transports: JSON.parse(transports) }
});
/** What the browser needs to make a passkey: one that is found without a user name, and asks for PIN or finger. */
async function creationOptions({ site, challenge, userHandle, person, known }) {
	const { generateRegistrationOptions } = await load();
	const options = await generateRegistrationOptions({
		rpName: SERVICE_NAME,
		rpID: site.id,
		userID: bytes(userHandle),
		userName: person.email,
		userDisplayName: person.name,
		challenge: bytes(challenge),
		timeout: CHALLENGE_MS,
		attestationType: "none",
		excludeCredentials: known.map(descriptorOf),
		authenticatorSelection: {
			residentKey: "required",
			userVerification: "required"
		},
		supportedAlgorithmIDs: ALGORITHMS
	});
	return {
		rp: {
			id: site.id,
			name: SERVICE_NAME
		},
		user: options.user,
		challenge: options.challenge,
		pubKeyCredParams: options.pubKeyCredParams,
		timeout: CHALLENGE_MS,
		excludeCredentials: options.excludeCredentials ?? [],
		authenticatorSelection: {
			residentKey: "required",
			requireResidentKey: true,
			userVerification: "required"
		},
		attestation: "none"
	};
}
/** What the browser needs to sign with one of these passkeys, or with any it has for the site. */
const requestOptions = (site, challenge, allowed) => ({
	challenge,
	rpId: site.id,
	timeout: CHALLENGE_MS,
	...allowed && { allowCredentials: allowed.map((row) => ({
		...descriptorOf(row),
		type: "public-key"
	})) },
	userVerification: "required"
});
/** The credential an authenticator made; undefined when anything about its answer is not right. */
async function verifyAttestation(site, challenge, answer) {
	const { verifyRegistrationResponse } = await load();
	const info = (await verifyRegistrationResponse({
		response: {
			...answer,
			clientExtensionResults: {}
		},
		expectedChallenge: challenge,
		expectedOrigin: site.origin,
		expectedRPID: site.id,
		requireUserVerification: true,
		supportedAlgorithmIDs: ALGORITHMS
	}).catch(refused))?.registrationInfo;
	if (!info) return void 0;
	return {
		credentialId: info.credential.id,
		publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
		counter: info.credential.counter,
		isBackedUp: info.credentialBackedUp
	};
}
/**
* What the signature of a passkey proves; undefined when anything about it is not right. Its counter is compared by the
* caller: the library does so before it looks at the signature, when nobody knows yet whether the passkey said it.
*/
async function verifyAssertion(site, challenge, answer, row) {
	const { verifyAuthenticationResponse } = await load();
	const verified = await verifyAuthenticationResponse({
		response: {
			...answer,
			clientExtensionResults: {}
		},
		expectedChallenge: challenge,
		expectedOrigin: site.origin,
		expectedRPID: site.id,
		requireUserVerification: true,
		credential: {
			id: row.credential_id,
			publicKey: bytes(row.public_key),
			counter: 0
		}
	}).catch(refused);
	if (!verified?.verified) return void 0;
	const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
	return {
		counter,
		isBackedUp
	};
}
/** The library throws for everything that is wrong with an answer, and says what in words; all of it is a refusal. */
const refused = () => void 0;
//#endregion
//#region packages/server/src/features/identity/passkeys/store.ts
const list$1 = (db, accountId) => db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
const insert$1 = async (db, row) => {
	return await db.insertInto("passkey").values(row).onConflict((c) => c.doNothing()).returning("id").executeTakeFirst() !== void 0;
};
/** Held until the transaction ends, so that a counter is used once. SQLite has one writer. */
const lockByCredential = (db, engine, rpId, credentialId) => db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).where("rp_id", "=", rpId).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const update$1 = async (db, accountId, id, changes) => {
	return (await db.updateTable("passkey").set(changes).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()).numUpdatedRows > 0n;
};
const remove$3 = (db, accountId, id) => db.deleteFrom("passkey").where("account_id", "=", accountId).where("id", "=", id).returning("name").executeTakeFirst();
/** All of an account; how they were called. */
const removeAll$1 = (db, accountId) => db.deleteFrom("passkey").where("account_id", "=", accountId).returning("name").execute();
/** What authenticators know the account by; `fresh` where it has nothing yet. */
const userHandle = async (db, accountId, fresh) => {
	await db.insertInto("passkey_user").values({
		account_id: accountId,
		user_handle: fresh
	}).onConflict((c) => c.doNothing()).execute();
	return await findUserHandle(db, accountId) ?? fresh;
};
const findUserHandle = async (db, accountId) => (await db.selectFrom("passkey_user").select("user_handle").where("account_id", "=", accountId).executeTakeFirst())?.user_handle;
const insertChallenge = (db, row) => db.insertInto("passkey_challenge").values(row).execute();
/** A token has one ceremony of a kind under way. */
const removeChallengesOf = (db, tokenId, purpose) => db.deleteFrom("passkey_challenge").where("token_id", "=", tokenId).where("purpose", "=", purpose).execute();
/** Uses a challenge up; false when it was not given to this caller for this, was used before or is too old. */
const takeChallenge = async (db, hash, { purpose, tokenId, now }) => {
	return (await db.deleteFrom("passkey_challenge").where("challenge_hash", "=", hash).where("purpose", "=", purpose).where("token_id", tokenId === null ? "is" : "=", tokenId).where("expires_at", ">", now).executeTakeFirst()).numDeletedRows > 0n;
};
const removeEndedChallenges = (db, now) => db.deleteFrom("passkey_challenge").where("expires_at", "<=", now).execute();
const removeAllChallengesOf = (db, accountId) => db.deleteFrom("passkey_challenge").where("account_id", "=", accountId).execute();
//#endregion
//#region packages/server/src/features/identity/passkeys/challenges.ts
/** A challenge that counts once, for this purpose and this caller, in whatever process the answer arrives. */
async function give(ctx, { purpose, asker }) {
	const challenge = newToken();
	if (asker) await removeChallengesOf(ctx.db, asker.tokenId, purpose);
	await insertChallenge(ctx.db, {
		challenge_hash: hashToken(challenge),
		purpose,
		account_id: asker?.accountId ?? null,
		token_id: asker?.tokenId ?? null,
		expires_at: ctx.clock.now() + CHALLENGE_MS
	});
	return challenge;
}
/** Uses up the challenge that an answer says it signed; undefined when it is none of ours for this. */
async function take$1(ctx, { purpose, asker }, clientDataJSON) {
	const data = readClientData(clientDataJSON);
	if (!data || data.crossOrigin) return void 0;
	const use = {
		purpose,
		tokenId: asker?.tokenId ?? null,
		now: ctx.clock.now()
	};
	return await takeChallenge(ctx.db, hashToken(data.challenge), use) ? data.challenge : void 0;
}
//#endregion
//#region packages/server/src/features/identity/passkeys/site.ts
/** The site passkeys are for, where there can be any. */
function siteFor(ctx) {
	const site = siteOf(ctx.consoleUrl, ctx.incoming);
	return "problem" in site ? ctx.fail("passkeys_unavailable", { message: site.problem }) : site;
}
//#endregion
//#region packages/server/src/features/identity/passkeys/service.ts
/** The passkeys of the calling account, oldest first. */
const list = (ctx) => list$1(ctx.db, ctx.principal.accountId);
const forNew = (ctx) => ({
	purpose: "registration",
	asker: ctx.principal
});
/** What the browser needs to make another passkey for the calling account (D114). */
async function requestNew(ctx) {
	const site = siteFor(ctx);
	const { accountId } = ctx.principal;
	return inTransaction(ctx, async (tx) => {
		await assertMayAdd(tx);
		const known = await list$1(tx.db, accountId);
		if (known.length >= 20) tx.fail("quota_exceeded", { message: `At most 20 passkeys per account.` });
		const person = await find$15(tx, accountId) ?? {
			email: "",
			name: ""
		};
		const userHandle$1 = await userHandle(tx.db, accountId, newToken());
		const challenge = await give(tx, forNew(tx));
		return creationOptions({
			site,
			challenge,
			userHandle: userHandle$1,
			person,
			known
		});
	});
}
/** Adds the passkey that the browser made. */
async function register(ctx, name, answer) {
	const site = siteFor(ctx);
	const challenge = await take$1(ctx, forNew(ctx), answer.response.clientDataJSON);
	const made = challenge === void 0 ? void 0 : await verifyAttestation(site, challenge, answer);
	if (!made) return ctx.fail("passkey_invalid");
	const { accountId } = ctx.principal;
	return withinQuota$1(ctx, accountId, {
		limit: 20,
		of: "passkeys per account",
		count: async (tx) => (await list$1(tx.db, accountId)).length
	}, async (tx) => {
		await hold$5(tx);
		await assertMayAdd(tx);
		const row = {
			id: tx.ids.timeOrdered(),
			account_id: accountId,
			credential_id: made.credentialId,
			rp_id: site.id,
			public_key: made.publicKey,
			counter: made.counter,
			transports: answer.response.transports ? JSON.stringify(answer.response.transports) : null,
			backed_up: made.isBackedUp ? 1 : 0,
			name,
			created_at: tx.clock.now(),
			last_used_at: null
		};
		if (!await insert$1(tx.db, row)) tx.fail("passkey_invalid");
		await record(tx, {
			action: "passkey.added",
			subject: row.id,
			detail: { name }
		});
		await warn$1(tx, accountId, "passkeyAdded", { what: name });
		await shownBySession(tx);
		return row;
	});
}
/** A passkey of the caller, or the same 404 whether it is missing or somebody else's (D38). */
async function get(ctx, id) {
	return (await list(ctx)).find((row) => row.id === id) ?? ctx.fail("not_found");
}
async function rename$1(ctx, id, name) {
	await inTransaction(ctx, async (tx) => {
		if (!await update$1(tx.db, tx.principal.accountId, id, { name })) tx.fail("not_found");
		await record(tx, {
			action: "passkey.renamed",
			subject: id,
			detail: { name }
		});
	});
}
/** Removes a passkey; the last thing that proves a person stays where it is demanded (D116). */
async function remove$2(ctx, id) {
	const { accountId } = ctx.principal;
	await inTransaction(ctx, async (tx) => {
		await hold$4(tx, accountId);
		const removed = await remove$3(tx.db, accountId, id) ?? tx.fail("not_found");
		await assertStillThere$1(tx, accountId);
		await record(tx, {
			action: "passkey.removed",
			subject: id,
			detail: { name: removed.name }
		});
		await warn$1(tx, accountId, "passkeyRemoved", { what: removed.name });
		await removeIfIdle(tx, accountId);
	});
}
/** Removes all passkeys of the account with this address; for the operator, when a device is lost. */
async function resetByOperator(ctx, email) {
	const found = await findByEmail$2(ctx, email);
	if (!found) return void 0;
	const { account_id: accountId } = found;
	return inTransaction({
		...ctx,
		accountId: found.master_account_id ?? accountId
	}, async (tx) => {
		const removed = await removeAll$1(tx.db, accountId);
		for (const { name } of removed) {
			await record(tx, {
				action: "passkey.removed",
				subject: accountId,
				detail: { name }
			});
			await warn$1(tx, accountId, "passkeyRemoved", { what: name });
		}
		await removeIfIdle(tx, accountId);
		return removed.length;
	});
}
/** Challenges that nobody answered in time. */
const removeEnded$5 = (ctx) => removeEndedChallenges(ctx.db, ctx.clock.now());
/** Passkeys that were begun and not made, and proofs that were asked for. */
const forgetRequests = (ctx, accountId) => removeAllChallengesOf(ctx.db, accountId);
//#endregion
//#region packages/server/src/features/identity/email-codes/store.ts
/** A newer code replaces the older one, which is dead then (8.6). */
const put$1 = (db, row) => db.insertInto("email_code").values(row).onConflict((c) => c.column("account_id").doUpdateSet({
	email: row.email,
	code_hash: row.code_hash,
	tries: row.tries,
	expires_at: row.expires_at
})).execute();
/** Held until the transaction ends, so that tries at the same time are counted one after the other. */
const findForUpdate = (db, engine, accountId) => db.selectFrom("email_code").selectAll().where("account_id", "=", accountId).$if(engine === "postgres", (q) => q.forUpdate()).executeTakeFirst();
const setTries$1 = (db, accountId, tries) => db.updateTable("email_code").set({ tries }).where("account_id", "=", accountId).execute();
const remove$1 = (db, accountId) => db.deleteFrom("email_code").where("account_id", "=", accountId).execute();
const removeEnded$4 = (db, now) => db.deleteFrom("email_code").where("expires_at", "<=", now).execute();
//#endregion
//#region packages/server/src/features/identity/email-codes/service.ts
var service_exports = /* @__PURE__ */ __exportAll({
	find: () => find$1,
	put: () => put,
	remove: () => remove,
	removeEnded: () => removeEnded$3,
	setTries: () => setTries
});
/** The code that waits to be typed in before a mail address counts; of each account at most one. */
const put = (ctx, row) => put$1(ctx.db, row);
/** Held until the transaction ends. */
const find$1 = (ctx, accountId) => findForUpdate(ctx.db, ctx.engine, accountId);
const setTries = (ctx, accountId, tries) => setTries$1(ctx.db, accountId, tries);
const remove = (ctx, accountId) => remove$1(ctx.db, accountId);
const removeEnded$3 = (ctx) => removeEnded$4(ctx.db, ctx.clock.now());
//#endregion
//#region packages/server/src/features/identity/passwords/rules.ts
const HOUR = 36e5;
/** How long a mailed reset works (D75). */
const RESET_MS = HOUR;
const WINDOW_MS$1 = HOUR;
//#endregion
//#region packages/server/src/features/identity/passwords/store.ts
const insert = (db, row) => db.insertInto("password_reset").values(row).execute();
const find = (db, tokenHash, now) => db.selectFrom("password_reset").select("account_id").where("token_hash", "=", tokenHash).where("expires_at", ">", now).executeTakeFirst();
/** Takes the token, so that of two who show it at once only one has it. */
const take = (db, tokenHash, now) => db.deleteFrom("password_reset").where("token_hash", "=", tokenHash).where("expires_at", ">", now).returningAll().executeTakeFirst();
const removeAll = (db, accountId) => db.deleteFrom("password_reset").where("account_id", "=", accountId).execute();
const removeEnded$2 = (db, now) => db.deleteFrom("password_reset").where("expires_at", "<=", now).execute();
//#endregion
//#region packages/server/src/features/identity/passwords/service.ts
/**
* Gives an account a new password (D36): its sessions, and unless told otherwise its tokens, grants and webhooks, end with
* the transaction. Sub-accounts keep theirs.
*/
async function change(ctx, accountId, { passwordHash, deleteApiTokens }) {
	await change$3(ctx, accountId, { password_hash: passwordHash });
	await forgetResets(ctx, accountId);
	await endAll(ctx, accountId);
	await endPending(ctx, accountId);
	if (deleteApiTokens) {
		await removeAllTokens(ctx, accountId);
		await endGrants(ctx, accountId);
		await ctx.ports.accessEnded(ctx, accountId, { of: "account" });
	}
	await record(ctx, {
		action: "password.changed",
		subject: accountId,
		detail: { tokens: deleteApiTokens ? "deleted" : "kept" }
	});
	ctx.afterCommit(() => ctx.wake.notify("credential", accountId));
}
/** What somebody proved themselves for with the old password and has not finished: it would be finished with a token. */
async function endPending(ctx, accountId) {
	await endPending$1(ctx, accountId);
	await remove(ctx, accountId);
	await forgetRequest(ctx, accountId);
	await forgetRequests(ctx, accountId);
}
/** Resets that were mailed and not used are worth nothing any more. */
const forgetResets = (ctx, accountId) => removeAll(ctx.db, accountId);
/** The name of the job that looks whose address it was. */
const MAIL_RESET = "mailPasswordReset";
const sealedFor$1 = "job.mailPasswordReset";
/**
* Takes a request for a reset. Whether the address has an account is looked up by a job after the answer: before it
* the same is done for every address, so neither the answer nor its time tells (D75).
*/
async function requestReset(ctx, email) {
	const byNetwork = {
		kind: "reset",
		value: ctx.network,
		max: 10,
		windowMs: WINDOW_MS$1
	};
	const counted = await countAttempt(ctx, [byNetwork]);
	if ("retryAfterSeconds" in counted) ctx.fail("rate_limited", counted);
	await inTransaction(ctx, async (tx) => {
		if (!await mayMailReset(tx, email, tx.network)) return;
		const payload = tx.sealer.seal(JSON.stringify({ email }), sealedFor$1);
		await schedule(tx, {
			kind: MAIL_RESET,
			payload,
			runAt: tx.clock.now()
		});
	});
}
/** Mails a reset if the address has an account. The token is in the mail only; what is stored is its hash. */
async function mailReset(ctx, sealed) {
	const { email } = JSON.parse(ctx.sealer.open(sealed, sealedFor$1));
	const found = await findByEmail$2(ctx, email);
	if (!found) return;
	const token = newToken();
	await inTransaction({
		...ctx,
		accountId: found.account_id
	}, async (tx) => {
		await insert(tx.db, {
			token_hash: hashToken(token),
			account_id: found.account_id,
			expires_at: tx.clock.now() + RESET_MS
		});
		await send(tx, {
			to: found.email,
			template: "passwordReset",
			language: found.language,
			values: {
				name: found.name,
				token,
				...linkTo(tx, "passwordReset", token)
			}
		});
	});
}
/** Sets a new password with a token that was mailed; it works once. */
async function confirmReset(ctx, { token, password, deleteApiTokens = true }) {
	const tokenHash = hashToken(token);
	const known = await find(ctx.db, tokenHash, ctx.clock.now());
	if (!known) return ctx.fail("reset_token_invalid");
	const asker = {
		network: ctx.network,
		account: String(known.account_id)
	};
	const passwordHash = await hashPassword(password, asker);
	await inTransaction(ctx, async (tx) => {
		const reset = await take(tx.db, tokenHash, tx.clock.now());
		const found = reset && await view$2(tx, reset.account_id);
		if (!found) return tx.fail("reset_token_invalid");
		const accountId = found.master_account_id ?? found.account_id;
		const actor = {
			accountId: found.account_id,
			name: found.name
		};
		await change({
			...tx,
			accountId,
			actor
		}, found.account_id, {
			passwordHash,
			deleteApiTokens
		});
		await liftLock(tx, found.email);
		await renewResetMails(tx, found.email);
	});
}
/** Gives the account with this address a new password; for the operator. False when there is none. */
async function setByOperator(ctx, email, password) {
	const found = await findByEmail$2(ctx, email);
	if (!found) return false;
	const passwordHash = await hashPassword(password, LOCALLY);
	await inTransaction({
		...ctx,
		accountId: found.master_account_id ?? found.account_id
	}, async (tx) => {
		await change(tx, found.account_id, {
			passwordHash,
			deleteApiTokens: true
		});
		await liftLock(tx, found.email);
	});
	return true;
}
const removeEnded$1 = (ctx) => removeEnded$2(ctx.db, ctx.clock.now());
//#endregion
//#region packages/server/src/features/identity/email/rules.ts
/** A code lives a day and survives four wrong tries (D72). */
const CODE_MS = 864e5;
const CODES = 1e8;
/** Eight digits that nobody can foresee. */
const newCode = () => String(randomInt(CODES)).padStart(8, "0");
/** Compares two hashes in a time that tells nothing. */
const isSameHash = (a, b) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
//#endregion
//#region packages/server/src/features/identity/email/service.ts
const isSame = (a, b) => emailKey(a) === emailKey(b);
/** Keyed and bound to account and address: a code is good for nothing else, and its hash does not give it away. */
const hashCode = (ctx, accountId, email, code) => ctx.sealer.mac(hashedText(accountId, email, code), "email_code");
const hashedText = (accountId, email, code) => `${accountId} ${emailKey(email)} ${code}`;
/** Asks for another address: it counts when the code that is mailed to it comes back (D71, D72). */
async function requestChange(ctx, email) {
	await inTransaction(ctx, async (tx) => {
		const row = await ownAccount(tx);
		await assertEmailFree(tx, email, row.account_id);
		await mailCode(tx, row, email);
	});
}
/** Mails a fresh code to the address that waits for one, or to the one the account has. */
async function resend(ctx) {
	await inTransaction(ctx, async (tx) => {
		const row = await ownAccount(tx);
		await mailCode(tx, row, (await alive(tx, row.account_id))?.email ?? row.email);
	});
}
/** Mails the first code of an account that was just opened. */
async function welcome(ctx, row) {
	await mailCode(ctx, row, row.email);
}
async function mailCode(ctx, row, email) {
	await assertMayMailCode(ctx, row, email);
	const code = newCode();
	await put(ctx, {
		account_id: row.account_id,
		email,
		code_hash: hashCode(ctx, row.account_id, email, code),
		tries: 0,
		expires_at: ctx.clock.now() + CODE_MS
	});
	const common = {
		to: email,
		language: row.language?.toLowerCase(),
		accountId: row.account_id
	};
	const values = {
		name: row.name,
		code,
		...linkTo(ctx, "email", code)
	};
	await (isSame(email, row.email) ? send(ctx, {
		...common,
		template: "emailVerification",
		values
	}) : send(ctx, {
		...common,
		template: "emailChangeCode",
		values: {
			...values,
			newEmail: email
		}
	}));
}
/**
* Tries a code. Right: the address it was sent to is the account's and verified. The fifth wrong one kills it. Says
* whether it was right instead of refusing, so that a wrong try is counted in the same transaction.
*/
async function verify$1(ctx, code) {
	return inTransaction(ctx, async (tx) => {
		const row = await ownAccount(tx);
		const pending = await alive(tx, row.account_id);
		if (!pending) return false;
		if (!tx.sealer.macs(hashedText(row.account_id, pending.email, code), "email_code").some((hash) => isSameHash(hash, pending.code_hash))) {
			await countWrong(tx, pending);
			return false;
		}
		if (!isSame(pending.email, row.email)) await replace(tx, row, pending.email);
		await change$3(tx, row.account_id, { email_verified: 1 });
		await remove(tx, row.account_id);
		return true;
	});
}
async function countWrong(ctx, { account_id, tries }) {
	if (tries + 1 >= 5) await remove(ctx, account_id);
	else await setTries(ctx, account_id, tries + 1);
}
async function alive(ctx, accountId) {
	const row = await find$1(ctx, accountId);
	return row && row.expires_at > ctx.clock.now() ? row : void 0;
}
const ownAccount = async (ctx) => await view$2(ctx, ctx.principal.accountId) ?? fail("not_found");
/**
* Replaces the address at once (D71): it counts as unverified, what was mailed to the old one is worth nothing any
* more, and both addresses are informed. Another spelling of the same address only changes the spelling.
*/
async function replace(ctx, row, email) {
	if (isSame(email, row.email)) {
		await change$3(ctx, row.account_id, { email });
		return;
	}
	await assertEmailFree(ctx, email, row.account_id);
	await change$3(ctx, row.account_id, {
		email,
		email_key: emailKey(email),
		email_verified: 0
	});
	await remove(ctx, row.account_id);
	await forgetResets(ctx, row.account_id);
	await record(ctx, {
		action: "email.changed",
		subject: row.account_id
	});
	const values = {
		name: row.name,
		oldEmail: row.email,
		newEmail: email
	};
	for (const to of [row.email, email]) await send(ctx, {
		to,
		template: "emailChanged",
		language: row.language?.toLowerCase(),
		values,
		accountId: row.account_id
	});
}
const { removeEnded } = service_exports;
//#endregion
//#region packages/server/src/features/identity/step-up/rules.ts
/** For how long a proof of who is there counts (D109). */
const PROVED_MS = 6e5;
/** May this API token do everything its account may, for ever? Only then is a new password nothing it does not have already (D109). */
const holdsEverything = ({ kind, scopes, expiresAt, networks, limits }) => kind === "api" && SCOPES.every((scope) => scopes.has(scope)) && expiresAt === Number.POSITIVE_INFINITY && networks === void 0 && limits === void 0;
//#endregion
//#region packages/server/src/features/identity/step-up/service.ts
/**
* Refuses unless the person behind the token is there (D109): a session that proved itself within ten minutes, or the
* password of the calling account in the body, with a one-time password where those are on. Wrong ones count against
* the limits of the login, so a token is no better place to guess.
*
* Call it before any transaction, in the part of a handler that is `staged`: what was counted must stay counted when
* the call is refused, and nobody may wait for a database that waits for a password.
*/
async function assertStepUp(ctx, proof) {
	if (await isProved(ctx)) return;
	await prove(ctx, proof);
}
/**
* The same for a new password, a secret for one-time passwords, and sub-accounts, except that the interface lets a token
* do these: an API token which holds every scope needs no proof on an account that has no second factor and is not an
* operator's (D109). A grant does: the person allowed an application something, and can take it back.
*/
async function assertOwnerStepUp(ctx, proof) {
	if (await isProved(ctx)) return;
	if (proof.currentPassword == null && await isTrustedToken(ctx)) return;
	await prove(ctx, proof);
}
/**
* What goes on reporting from the account, or stands for it, after its maker is gone needs the person where the maker
* ends by itself or can be taken back (D110): a session, and an application if it does not end with its grant.
*/
async function assertMayOutlive(ctx, proof, endsWith) {
	const { kind } = ctx.principal;
	if (kind === "session" || kind === "oauth" && endsWith === "nothing") await assertStepUp(ctx, proof);
}
/** With which password a call was proved, for as long as it is under way. */
const provedWith = /* @__PURE__ */ new WeakMap();
/**
* What was true when the call was let through is still: its token or session has not ended, nor was the password changed
* that it came with. Asked in the transaction of the change; until that ends nobody can change it. A password takes long
* to hash, and whoever was shut out meanwhile must not have the last word.
*/
async function assertStillThere(tx) {
	await hold$4(tx, tx.principal.accountId);
	await hold$5(tx);
	const hash = provedWith.get(tx.incoming);
	if (hash === void 0) return;
	if ((await find$15(tx, tx.principal.accountId))?.password_hash !== hash) tx.fail("step_up_required");
}
/** Has the calling session proved itself a short while ago? */
const isProved = (ctx) => provedWithin(ctx, PROVED_MS);
/** Proves who is there and lets the calling session profit from it for a while. */
async function renew(ctx, proof) {
	await prove(ctx, proof);
	if (await renewProof(ctx)) return;
	ctx.fail("step_up_required", { message: "Only a session can be renewed. Send currentPassword with the call that needs it." });
}
async function prove(ctx, { currentPassword, otp: code }) {
	if (ctx.db.isTransaction) throw new Error("a proof is looked at before the transaction it is needed for");
	if (currentPassword == null) ctx.fail("step_up_required");
	const found = await find$15(ctx, ctx.principal.accountId);
	if (!found) return ctx.fail("step_up_required");
	const credentials = {
		email: found.email,
		password: currentPassword,
		...code != null && { otp: code }
	};
	const { accountId, passwordHash } = await authenticate(ctx, credentials);
	if (accountId !== found.account_id) ctx.fail("step_up_required");
	provedWith.set(ctx.incoming, passwordHash);
}
async function isTrustedToken(ctx) {
	const { principal } = ctx;
	if (!holdsEverything(principal)) return false;
	const found = await find$15(ctx, principal.accountId);
	if (!found || found.operator_since !== null) return false;
	return !isProtected(await factorsOf(ctx, principal.accountId));
}
//#endregion
//#region packages/server/src/features/identity/profile/present.ts
const EMPTY_PROFILE = {
	firstName: "",
	lastName: "",
	address: "",
	zip: "",
	city: "",
	country: ""
};
/** The account as the wire shows it (4.18); `pins` are opened by the caller. */
const present = (row, pins) => ({
	accountId: row.account_id,
	type: row.type,
	email: row.email,
	emailVerified: row.email_verified === 1,
	name: row.name,
	...row.master_account_id !== null && { masterAccountId: row.master_account_id },
	rights: row.rights,
	...row.operator_since !== null && { operator: true },
	...row.language !== null && { language: row.language },
	...configOf(row, pins),
	...row.profile !== null && { profile: {
		...EMPTY_PROFILE,
		...JSON.parse(row.profile)
	} },
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
function configOf(row, pins) {
	const config = {
		...pins,
		...row.otp_enabled_at !== null && { otpEnabledDate: toWireDate(row.otp_enabled_at) }
	};
	return Object.keys(config).length === 0 ? {} : { config };
}
//#endregion
//#region packages/server/src/features/identity/profile/rules.ts
const MAX_EXPRESSION = 200;
/**
* What the addresses are to match, or undefined when it is no expression we take: anywhere in the address, in any
* letter case, in a time that grows with the address and not with the expression's cunning (D76).
*/
function emailFilter(expression) {
	if ([...expression].length > MAX_EXPRESSION) return void 0;
	try {
		const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
		return (email) => compiled.matcher(email).find();
	} catch (error) {
		if (error instanceof RE2JSException) return void 0;
		throw error;
	}
}
/** Changes laid over what is stored, key by key; null takes a key away (D11, D12). Undefined when nothing is left. */
function merged(stored, changes) {
	const entries = Object.entries({
		...stored,
		...changes
	}).filter(([, value]) => value != null);
	return entries.length === 0 ? void 0 : Object.fromEntries(entries);
}
//#endregion
//#region packages/server/src/features/identity/profile/service.ts
const sealedFor = (accountId) => `account.config:${accountId}`;
function pinsOf(ctx, row) {
	if (row.config_sealed === null) return {};
	return JSON.parse(ctx.sealer.open(row.config_sealed, sealedFor(row.account_id)));
}
/** An account as the wire shows it. */
const show = (ctx, row) => present(row, pinsOf(ctx, row));
/** The account of the calling token: a sub-account's own, not its master's (D39). */
const own = async (ctx) => await view$2(ctx, ctx.principal.accountId) ?? fail("not_found");
/** On whose behalf a password is hashed for a caller with a token. */
const askerOf = ({ network, principal }) => ({
	network,
	account: String(principal.accountId)
});
/** Changes the calling account; a new password or address needs the person (D109). Answers what to do then. */
async function update(ctx, { currentPassword, otp, ...changes }) {
	const row = await own(ctx);
	await assertProved(ctx, row, changes, {
		currentPassword,
		otp
	});
	return amendment(ctx, {
		accountId: row.account_id,
		find: own,
		changes
	});
}
/**
* Changes with which the caller could sign in where they could not before, or with more rights, need the person. A new
* mail address needs them whatever the token: with it the password is not even needed any more (D109).
*/
async function assertProved(ctx, row, { email, password, rights }, proof) {
	if (email != null && emailKey(email) !== row.email_key) return assertStepUp(ctx, proof);
	const isRaised = rights != null && (rights & ~row.rights) !== 0;
	if (password != null || isRaised) await assertOwnerStepUp(ctx, proof);
}
/**
* How an account is changed; what it answers changes it and shows the whole of it. The password is hashed before the
* transaction: that takes long, and nobody else should wait for it.
*/
async function amendment(before, { accountId, find, changes, changed = async () => {} }) {
	const { email, password, deleteApiTokens, ...fields } = changes;
	const passwordHash = password == null ? void 0 : await hashPassword(password, askerOf(before));
	return (ctx) => inTransaction(ctx, async (tx) => {
		await hold$4(tx, accountId);
		const row = await find(tx);
		const columns = columnsOf(tx, row, fields);
		if (Object.keys(columns).length === 0 && email == null && passwordHash === void 0) return row;
		await change$3(tx, accountId, columns);
		if (email != null) {
			if (emailKey(email) !== row.email_key) await assertMayMail(tx, tx.accountId);
			await replace(tx, row, email);
		}
		if (passwordHash !== void 0) await change(tx, accountId, {
			passwordHash,
			deleteApiTokens: deleteApiTokens ?? true
		});
		await changed(tx);
		tx.afterCommit(() => tx.wake.notify("credential", accountId));
		return await view$2(tx, accountId);
	});
}
function columnsOf(ctx, row, { name, language, rights, config, profile }) {
	return {
		...name != null && { name },
		...language != null && { language },
		...rights != null && { rights },
		...hasAny(config) && { config_sealed: sealedPins(ctx, row, config) },
		...hasAny(profile) && { profile: mergedProfile(row, profile) }
	};
}
const hasAny = (changes) => changes != null && Object.keys(changes).length > 0;
function sealedPins(ctx, row, changes) {
	const pins = merged(pinsOf(ctx, row), changes);
	return pins ? ctx.sealer.seal(JSON.stringify(pins), sealedFor(row.account_id)) : null;
}
/** A profile that was set stays one, also when its last key is taken away. */
const mergedProfile = (row, changes) => JSON.stringify(merged(row.profile === null ? {} : JSON.parse(row.profile), changes) ?? {});
/** New accounts from one network in an hour: as many as may ask for a reset (D75). */
const SIGN_UPS_PER_NETWORK = 10;
const WINDOW_MS = 36e5;
/** Opens a master account for whoever asks, where the operator allows it (D41), and mails a code to its address. */
async function signUp(ctx, isAllowed, { password, ...owner }) {
	if (!isAllowed) ctx.fail("signup_disabled");
	const byNetwork = {
		kind: "sign-up",
		value: ctx.network,
		max: SIGN_UPS_PER_NETWORK,
		windowMs: WINDOW_MS
	};
	const counted = await countAttempt(ctx, [byNetwork]);
	if ("retryAfterSeconds" in counted) ctx.fail("rate_limited", counted);
	const asker = {
		network: ctx.network,
		account: emailKey(owner.email)
	};
	const passwordHash = await hashPassword(password, asker);
	return inTransaction(ctx, async (tx) => {
		const row = await view$2(tx, await open$2(tx, {
			...owner,
			passwordHash
		}));
		await welcome(tx, row);
		return row;
	});
}
/** Opens a master account; for the operator. Undefined when the address is another account's. */
async function openByOperator(ctx, { password, ...owner }) {
	return openIfFree(ctx, {
		...owner,
		passwordHash: await hashPassword(password, LOCALLY)
	});
}
//#endregion
export { countStale as $, get$5 as $n, present$2 as $r, wantedOf as $t, requestNew as A, BEGIN_ANEW as Ai, replaceSecret as An, assertWithinLimits as Ar, tokenInfo as At, verifyAssertion as B, exported as Bi, listDue$1 as Bn, nextSwitch as Br, remove$6 as Bt, setByOperator as C, publicUrlOf as Ci, view$1 as Cn, clear as Cr, get$1 as Ct, remove$2 as D, readKeyFile as Di, list$10 as Dn, nextDue$2 as Dr, redeem as Dt, register as E, keyFileOf as Ei, isSuccess as En, hasDue as Er, update$3 as Et, findUserHandle as F, intercom as Fi, isFor as Fn, entryNow as Fr, create$1 as Ft, grant as G, list$12 as Gn, grant$1 as Gr, addCodes as Gt, isCopy as H, upsertDeliveries as Hn, revokeAllOfUser as Hr, search as Ht, list$1 as I, intercoms$1 as Ii, targetOf as In, switchDue as Ir, get$2 as It, listMail as J, isExpired as Jn, listDue$2 as Jr, keypadLocksOf as Jt, list$2 as K, prune as Kn, list$17 as Kr, holdLocks as Kt, lockByCredential as L, importCatalogue as Li, endDeliveries as Ln, withoutEarly as Lr, issue as Lt, siteFor as M, markFileOf as Mi, retryDelayMs as Mn, warn as Mr, removeMany as Mt, give as N, brand as Ni, signedHeaders as Nn, explain as Nr, applyFeed as Nt, removeEnded$5 as O, removeKeyFromFile as Oi, register$1 as On, progress$1 as Or, byToken$1 as Ot, take$1 as P, brands as Pi, test as Pn, CALLBACK_PAYLOAD as Pr, applyUnchanged as Pt, countOpenedBy as Q, create$3 as Qn, update$14 as Qr, revokeAll as Qt, update$1 as R, loadShipped as Ri, findOfKey as Rn, listWaiting as Rr, list$6 as Rt, requestReset as S, loadConfig as Si, update$8 as Sn, claim$1 as Sr, create as St, list as T, configuredKeys as Ti, get$4 as Tn, giveBack$1 as Tr, list$4 as Tt, decide as U, find$8 as Un, change$2 as Ur, update$5 as Ut, BEGUN_WINDOW_MS as V, presentEntry as Vi, progress as Vn, revoke$3 as Vr, revoke$1 as Vt, duties as W, insert$8 as Wn, get$7 as Wr, updateAccessTimes as Wt, revoke as X, retryAfterMs$1 as Xn, markStraysSent as Xr, removeCodes as Xt, readMail as Y, pauseMs as Yn, listStrays as Yr, moveCodes as Yt, SEALED_COLUMNS as Z, retryDelayMs$1 as Zn, nextDue$3 as Zr, replaceCode as Zt, resend as _, replaceCurrent as _i, get$3 as _n, deviceTypeOf as _r, giveBack as _t, own as a, create$4 as ai, findForUpdate$1 as an, settingsOf$1 as ar, assertAllowed as at, mailReset as b, setRemaining as bi, remove$10 as bn, list$15 as br, update$2 as bt, update as c, list$20 as ci, postpone as cn, make as cr, sealContext as ct, assertOwnerStepUp as d, present$3 as di, LATE_GRACE_MS as dn, tokenContext$1 as dr, view as dt, listAll$1 as ei, followNews as en, list$13 as er, reseal as et, assertStepUp as f, beat as fi, RETRY_MS as fn, endPairing as fr, claim as ft, requestChange as g, listSealedWith as gi, find$5 as gn, MAX_NUKI_ID as gr, findLeased as gt, removeEnded as h, listKeys as hi, create$2 as hn, update$13 as hr, find$2 as ht, openByOperator as i, waitMs as ii, needsFreshCode as in, present$1 as ir, removeOlderThan as it, resetByOperator as j, TAKE_AS_IT_IS as ji, retryAfterMs as jn, listOfLock as jr, tokenView as jt, rename$1 as k, keyIdOf as ki, remove$12 as kn, renew$2 as kr, tokenIdOf as kt, emailFilter as l, remove$22 as li, removeEndedBefore as ln, openPairing as lr, sync as lt, renew as m, leave as mi, scheduleOf as mn, listAll as mr, countWithOperation as mt, askerOf as n, openCode$1 as ni, listOf as nn, secretOf$1 as nr, openPlatform as nt, show as o, emailsOf as oi, listDue as on, sightOf as or, assertEnabled as ot, assertStillThere as p, holdersSince as pi, isWarningDue as pn, find$10 as pr, countDue as pt, listApplications as q, attempt as qn, find$11 as qr, issue$2 as qt, assertProved as r, removeEndedInvites as ri, hasFailed as rn, update$11 as rr, followOperation as rt, signUp as s, get$8 as si, nextDue$1 as sn, get$6 as sr, link as st, amendment as t, page as ti, settleStay as tn, remove$14 as tr, keySourceOf as tt, assertMayOutlive as u, update$16 as ui, update$7 as un, remove$16 as ur, unlink as ut, verify$1 as v, retire as vi, holdAll as vn, nukiIdOf as vr, nextDue as vt, get as w, addKeyToFile as wi, settingsOf as wn, countDue$1 as wr, hold$1 as wt, removeEnded$1 as x, handOver as xi, timesOf$1 as xn, remove$18 as xr, byToken as xt, confirmReset as y, sealedWith as yi, list$8 as yn, add as yr, renew$1 as yt, requestOptions as z, rewriteMarks as zi, insertDeliveries as zn, markSent as zr, measureReadiness as zt };
