import { i as zoneOf, s as Compile } from "./src-FcBeM93y.js";
import { A as SmartdoorAdvancedConfig, C as SERVER_STATE, E as AdvancedConfig, M as SmartlockConfig, O as OpenerAdvancedConfig, T as SmartlockLabels, b as ACTION_OPTION, d as OPERATION_TYPES, g as RIGHTS, r as TIME_ZONES, w as SMARTLOCK_TYPE, x as LOCK_ACTION, y as ACTIONS_BY_TYPE } from "./src-BsslFKKG.js";
import { n as LOGIN_KEY_LABEL, t as DEVICE_KEY_LABEL } from "./device-D4fG9Uzh.js";
import { B as groupByChange, Ht as failParameter, Lt as inTransaction, Rt as systemContext, Vt as fail, bt as isListed, i as warn$1, mt as newToken, pt as hashToken, st as withinQuota, t as LRUCache, vt as prepared, wt as record, xt as isOneOf, yt as preparedFor, z as holding, zt as LATE } from "./esm-BFPbzlf6.js";
import { i as timeOfId, m as sql, o as toWireDate, r as nextId, u as engineOf } from "./ids-Do-e9haK.js";
import { n as deleteSomeOf, o as canWaitForStore } from "./partitions-DYhO076N.js";
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
//#region packages/server/src/devices/broker-password.ts
/** Passwords of devices are random and long, so the number of rounds that Mosquitto itself starts with is enough. */
const ROUNDS = 101;
/** A password as Mosquitto's password file wants it (`$7$`, PBKDF2 with SHA-512). */
function brokerPasswordHash(username, password) {
	const salt = createHash("sha256").update(username).digest().subarray(0, 12);
	const hash = pbkdf2Sync(password, salt, ROUNDS, 64, "sha512");
	return `$7$${ROUNDS}$${salt.toString("base64")}$${hash.toString("base64")}`;
}
//#endregion
//#region packages/server/src/devices/device-keys.ts
/** The password of a device: who sees it, a broker or a listener, learns nothing about the secret or the device key. */
const deriveLogin = (secret) => createHmac("sha256", secret).update(LOGIN_KEY_LABEL).digest("hex");
/** The key a device and the service sign with. Who holds it cannot get back to the secret. */
const deriveDeviceKey = (secret) => createHmac("sha256", secret).update(DEVICE_KEY_LABEL).digest();
//#endregion
//#region packages/server/src/schema/growing-tables.ts
const GROWING_TABLES = {
	smartlockLog: { name: "smartlock_log" },
	event: { name: "event" },
	/**
	* What waits for a lock that is offline waits for as long as it takes (D26), and how it ended can be asked for as long
	* as of any other.
	*/
	operation: {
		name: "operation",
		isNeeded: (beforeMs) => sql`(status in ('queued', 'sent') or updated_at >= ${beforeMs})`
	}
};
//#endregion
//#region packages/server/src/platform/store/many-rows.ts
/** As many rows make a statement that SQLite keeps, for each number of them. */
const FEW = 8;
/** Rows of one statement on SQLite, which limits how many values it may hold. */
const MANY = 500;
/** Inserts rows that all have the same columns, in the order given. */
function insertAll(table, into) {
	const some = preparedFor((db, slots, slot) => {
		const values = [...Map.groupBy(slots, (name) => Number(name.slice(0, name.indexOf(" ")))).values()].map((names) => Object.fromEntries(names.map((name) => [name.slice(name.indexOf(" ") + 1), slot(name)])));
		return into(db).values(values).$castTo();
	});
	const all = preparedFor((db, columns, slot) => into(db).columns(columns).expression(sql`select ${sql.join(columns.map((c) => sql.ref(c)))} from ${recordsOf(table, slot("rows"))}`).$castTo());
	return async (db, rows) => {
		const [first] = rows;
		if (!first) return;
		if (rows.length > 1 && engineOf(db) === "postgres") {
			await all(db, Object.keys(first), { rows: JSON.stringify(rows) });
			return;
		}
		if (rows.length > FEW) {
			for (let i = 0; i < rows.length; i += MANY) await into(db).values(rows.slice(i, i + MANY)).execute();
			return;
		}
		const values = {};
		for (const [n, row] of rows.entries()) for (const [column, value] of Object.entries(row)) values[`${n} ${column}`] = value;
		await some(db, Object.keys(values), values);
	};
}
/** The rows of a table that a JSON array holds. */
const recordsOf = (table, rows) => sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`;
/**
* Stores these columns of rows that the caller holds, found by their key. The first part of the key tells them apart by
* itself; the others are the owner, without whom nothing is looked up.
*/
function updateAll(table, key, of) {
	const one = preparedFor((db, columns, slot) => {
		const set = Object.fromEntries(columns.map((column) => [column, slot(column)]));
		const isIt = sql.join(key.map((column) => sql`${sql.ref(column)} = ${slot(column)}`), sql` and `);
		return of(db).set(set).where(sql`${isIt}`).$castTo();
	});
	const all = preparedFor((db, columns, slot) => {
		const isOne = sql.join(key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`given.${column}`)}`), sql` and `);
		const isAmong = sql`${sql.ref(`${table}.${key[0]}`)} = any(${slot("ids")})`;
		return of(db).from(sql`${recordsOf(table, slot("rows"))}`.as("given")).set(Object.fromEntries(columns.map((column) => [column, sql.ref(`given.${column}`)]))).where(sql`${isAmong} and ${isOne}`).$castTo();
	});
	return async (db, rows, columns) => {
		const names = [...columns].sort();
		if (rows.length > 1 && engineOf(db) === "postgres") {
			const given = rows.map((row) => only(row, [...key, ...names]));
			await all(db, names, {
				rows: JSON.stringify(given),
				ids: rows.map((row) => row[key[0]])
			});
			return;
		}
		for (const row of rows) await one(db, names, row);
	};
}
const only = (row, columns) => Object.fromEntries(columns.map((column) => [column, row[column]]));
//#endregion
//#region packages/server/src/features/events/outbox/store.ts
const insert$3 = insertAll("event", (db) => db.insertInto("event"));
/**
* PostgreSQL only: holds the head rows of the accounts, in their order, until the transaction ends, and inserts the
* events of those whose last event is older than the first of these. Returns the accounts for which that was so.
*/
const insertBehindHeads = async (db, claims, rows) => {
	const done = await appendAll(db, {
		claims: JSON.stringify(claims),
		rows: JSON.stringify(rows)
	});
	return new Set(done.map(({ account_id }) => account_id));
};
const COLUMNS = sql.join([
	"id",
	"account_id",
	"feature",
	"smartlock_id",
	"api_key_id",
	"payload",
	"notices",
	"created_at"
].map((column) => sql.ref(column)));
const appendAll = prepared((db, slot) => {
	const statement = sql`
    with claim as (
      select * from json_to_recordset(${slot("claims")}::json) as c (account_id integer, first text, last text)
    ), head as (
      insert into event_head (account_id, last_id)
      select account_id, last from claim order by account_id
      on conflict (account_id) do update set last_id = case
        when event_head.last_id < (select first from claim where claim.account_id = excluded.account_id)
        then excluded.last_id else event_head.last_id end
      returning account_id, last_id
    ), added as (
      insert into event (${COLUMNS})
      select ${COLUMNS} from json_populate_recordset(null::event, ${slot("rows")}::json) as r
      where exists (select 1 from head join claim using (account_id) where last_id = last and account_id = r.account_id)
    )
    select account_id from head join claim using (account_id) where last_id = last`;
	return { compile: () => statement.compile(db) };
});
/** The account's last id; the row is held until the transaction ends. */
async function holdHead(db, accountId) {
	return (await db.insertInto("event_head").values({
		account_id: accountId,
		last_id: ""
	}).onConflict((c) => c.column("account_id").doUpdateSet({ last_id: sql`event_head.last_id` })).returning("last_id").executeTakeFirstOrThrow()).last_id;
}
const moveHead = (db, accountId, lastId) => db.updateTable("event_head").set({ last_id: lastId }).where("account_id", "=", accountId).execute();
const removeHead$1 = (db, accountId) => db.deleteFrom("event_head").where("account_id", "=", accountId).execute();
//#endregion
//#region packages/server/src/features/events/outbox/service.ts
/**
* Appends to the event log in the caller's transaction: a change and its events commit together or not at all.
* The emitting area builds the payload; receivers get it as it stands here.
*/
async function emit(ctx, events) {
	const now = ctx.clock.now();
	for (const event of events) ctx.late.add(EVENT_LOG, {
		account_id: ctx.accountId,
		feature: event.feature,
		smartlock_id: event.smartlockId ?? null,
		api_key_id: event.apiKeyId ?? null,
		payload: JSON.stringify(event.payload),
		notices: event.notices?.length ? event.notices.join(",") : null,
		created_at: now
	});
}
/**
* Ids of one account ascend in the order its transactions commit, so that a reader with a cursor misses nothing.
* SQLite has one writer, which is order enough. On PostgreSQL the account's head row is locked until commit, and the
* ids are made greater than the last one even when another machine's clock was ahead. That row is wanted by all who
* change something in the account, so it is the last that is asked for.
*/
const EVENT_LOG = {
	rank: LATE.events,
	async write(ctx, events) {
		const rows = events.map((event) => ({
			id: ctx.ids.timeOrdered(),
			...event
		}));
		if (ctx.engine === "sqlite") await insert$3(ctx.db, rows);
		else await insertInOrder(ctx, rows);
		const accountIds = new Set(rows.map(({ account_id }) => account_id));
		ctx.afterCommit(() => {
			for (const accountId of accountIds) ctx.wake.notify("event", accountId);
		});
	}
};
async function insertInOrder(ctx, rows) {
	const byAccount = [...Map.groupBy(rows, ({ account_id }) => account_id)].sort(([a], [b]) => a - b);
	const claims = byAccount.map(([account_id, own]) => ({
		account_id,
		first: own.at(0)?.id,
		last: own.at(-1)?.id
	}));
	const done = await insertBehindHeads(ctx.db, claims, rows);
	for (const [accountId, own] of byAccount) if (!done.has(accountId)) await renumber(ctx, accountId, own);
}
/** The clock of another machine is ahead: its last event has a greater id than ours would have. */
async function renumber(ctx, accountId, rows) {
	let last = await holdHead(ctx.db, accountId);
	const numbered = rows.map((row) => {
		last = nextId(last);
		return {
			...row,
			id: last
		};
	});
	await moveHead(ctx.db, accountId, last);
	await insert$3(ctx.db, numbered);
}
/** Some of what a deleted account left behind; how many there were. */
const removeSome$1 = (ctx, accountId, limit) => deleteSomeOf(ctx.db, GROWING_TABLES.event, accountId, limit);
const removeHead = (ctx, accountId) => removeHead$1(ctx.db, accountId);
//#endregion
//#region packages/server/src/features/locks/rules.ts
/** Type digit before the device id, read as hex; type 0 has no prefix (D19). */
const smartlockIdOf = (type, deviceId) => type * 4294967296 + Number.parseInt(deviceId, 16);
/** The full lock of the device protocol; the API has it as an option of locking. */
const FULL_LOCK = 6;
/** The actions a lock knows, as the API numbers them: by its own word, or by its type (6.6, D61). */
const actionsOf = (type, told) => told ? ACTIONS_BY_TYPE[type].filter((action) => told.actions.includes(action)) : [...ACTIONS_BY_TYPE[type]];
/** Which options it takes with them. */
function optionsOf(type, told) {
	const { force, fullLock } = ACTION_OPTION;
	const canLock = type !== 2 && ACTIONS_BY_TYPE[type].includes(LOCK_ACTION.lock);
	const takesFull = told ? told.actions.includes(FULL_LOCK) : canLock;
	const takesForce = told ? told.force === true : true;
	return [
		0,
		...takesForce ? [force] : [],
		...takesFull ? [fullLock] : [],
		...takesForce && takesFull ? [force | fullLock] : []
	];
}
/** Does this device know the action, with this option? */
const canRun = (type, told, { action, option }) => actionsOf(type, told).includes(action) && (told === void 0 || optionsOf(type, told).includes(option));
/** Everything but locking may let somebody in. */
const opens = (type, action) => type === 2 ? true : action !== LOCK_ACTION.lock;
/** Full lock only makes sense when locking (D61). */
const optionFits = (action, option) => (option & ACTION_OPTION.fullLock) === 0 || action === LOCK_ACTION.lock;
/** Only a lock that is connected right now takes actions (D25). */
const isOnline = (serverState) => serverState === SERVER_STATE.ok;
const STALE_AFTER_MS = 864e5;
/** What a lock said last may no longer be true when it has been silent for so long, connected or not. */
const isStale = (lastSeenAt, now) => lastSeenAt !== null && now - lastSeenAt > STALE_AFTER_MS;
/** When it will be stale if it stays silent; never, if it is so already. */
const staleAt = (lastSeenAt, now) => lastSeenAt === null || isStale(lastSeenAt, now) ? Number.POSITIVE_INFINITY : lastSeenAt + STALE_AFTER_MS + 1;
/** Log entries of a Box carry device type 0 (4.16). */
const logDeviceType = (type) => type === 1 ? 0 : type;
/** Log trigger of movements that were ordered through a service (6.8). */
const REMOTE = 4;
/** Log actions that move something (6.8). */
const MOVEMENTS = 7;
/**
* A remote movement that matches no order of ours was made by somebody else, or by a stale copy of an order; one that
* matches an order we had given up as surely not run did run after all. `order` is its status, if it is ours.
*/
function judgeMovement(event, order) {
	if (!(event.action >= 1 && event.action <= MOVEMENTS && event.result === 0) || event.trigger !== REMOTE) return void 0;
	if (order === void 0) return "rogueAction";
	return order === "expired" || order === "cancelled" ? "lateAction" : void 0;
}
/** From this minor version on devices name the memory that states and events are numbered in. */
const NAMES_EPOCH = 2;
/**
* Does a number count in the memory that the lock has now? Numbers start again when memory is lost, so words of before
* would otherwise pass for news. A lock that has never announced itself has no memory to mistake.
*/
const isOfMemory = (lock, epoch) => epoch === void 0 ? lock.protocol_minor < NAMES_EPOCH : lock.epoch === null || lock.epoch === epoch;
/** From this minor version on devices say what became of a command. */
const ANSWERS_QUESTIONS = 4;
const canBeAsked = (lock) => lock.protocol_minor >= ANSWERS_QUESTIONS;
/** Events are numbered without gaps; anything but the next one is not applied, so per-lock order always holds. */
function judgeEvent(lastApplied, seq) {
	if (seq <= lastApplied) return "duplicate";
	return seq === lastApplied + 1 ? "next" : "gap";
}
/**
* The last event that counts as applied when a device announces itself: within the same memory where we were, unless
* the device no longer holds what we miss; with a new memory everything it holds is new.
*/
function resumeEventsAt(known, announced) {
	const heldFrom = Math.max(announced.oldest - 1, 0);
	return known.epoch === announced.epoch ? Math.max(known.eventSeq, heldFrom) : heldFrom;
}
/**
* How many events are gone for good when a device announces itself: numbers that we never got, and that it cannot send any
* more because its memory was full. Of a lock that was never here before nobody waited for any.
*/
function countLostEvents(known, announced) {
	if (known.epoch === null) return 0;
	const applied = known.epoch === announced.epoch ? known.eventSeq : 0;
	return Math.max(announced.oldest - 1 - applied, 0);
}
const LOCK$1 = {
	operation: "advancedConfig",
	field: "advancedConfig"
};
const OPENER = {
	operation: "openerConfig",
	field: "openerAdvancedConfig"
};
const SMART_DOOR = {
	operation: "smartdoorConfig",
	field: "smartdoorAdvancedConfig"
};
/** Which advanced configuration a type of device has; a Box has none (4.7). */
function advancedKindOf(type) {
	if (type === 2) return OPENER;
	if (type === 3) return SMART_DOOR;
	return type === 1 ? void 0 : LOCK$1;
}
/** Of lists: only the locks a token is limited to (D119). */
const onlyTheirs$1 = ({ limits }) => limits ? { smartlockIds: limits.smartlockIds } : {};
const columnOf = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** What an account sets about a lock, from the contract, with its columns: a field more needs no line here. */
const LABELS = Object.entries(SmartlockLabels.properties).map(([field, schema]) => ({
	field,
	column: columnOf(field),
	isYesOrNo: schema.type === "boolean"
}));
/** As the API shows it; what was never set is left out. */
function labelsOf(row) {
	const labels = {};
	for (const { field, column, isYesOrNo } of LABELS) {
		const value = row[column];
		if (value !== null) labels[field] = isYesOrNo ? value === 1 : value;
	}
	return labels;
}
/** As it is stored; what is null or left out stays as it is (D8). */
function columnsOf$1(changes) {
	const columns = {};
	for (const { field, column, isYesOrNo } of LABELS) {
		const value = changes[field];
		if (value != null) columns[column] = isYesOrNo ? Number(value) : value;
	}
	return columns;
}
/** What a lock says it can do; undefined for one that is known by its type. */
const toldCapability = ({ capability }) => capability === null ? void 0 : JSON.parse(capability);
/** What holds for a lock where nobody has decided: promises that it cannot keep are not made for it (D144, D145). */
const switchesOf = (row) => ({
	remoteUnlock: row.remote_unlock === null ? toldCapability(row)?.expiry.by !== "none" : row.remote_unlock === 1,
	removeUngranted: row.remove_ungranted === null ? row.gateway_id === null : row.remove_ungranted === 1
});
//#endregion
//#region packages/server/src/features/locks/present.ts
/** The part of a smartlock that says which family it belongs to, derived from its type (4.7). */
const familyOf = (type) => {
	if (type === 2) return { opener: true };
	if (type === 1) return { box: true };
	return type === 3 ? { smartDoor: true } : { keyturner: true };
};
/** Of locks that others made: through what they are reached, whose they are, and which gateway serves them. */
const makeOf = ({ driver, vendor, model, gateway_id }) => ({
	...driver !== "native" && { driver },
	...vendor !== null && { vendor },
	...model !== null && { model },
	...gateway_id !== null && { gatewayId: gateway_id }
});
const stateOf = (row) => row.state === null ? void 0 : JSON.parse(row.state);
/** Of a lock that never reported: clients read a state of every lock, so nothing in it is known (D132). */
const UNKNOWN_STATE = {
	mode: 0,
	state: 255,
	trigger: 0,
	lastAction: 0,
	batteryCritical: false,
	doorState: 0,
	ringToOpenTimer: 0,
	nightMode: false
};
/** Seconds left of ring-to-open; 0 when it is off (4.13). */
function ringToOpenTimer(endsAt, now) {
	const secondsLeft = endsAt === void 0 ? 0 : Math.ceil((endsAt - now) / 1e3);
	return Math.min(Math.max(secondsLeft, 0), 65535);
}
/** The timer goes on counting after the opener has reported it. */
const countedDown = (state, now) => state.ringToOpenEnd === void 0 ? state : {
	...state,
	ringToOpenTimer: ringToOpenTimer(Date.parse(state.ringToOpenEnd), now)
};
/** As callers see it: what counts down is as it is now, and of a lock that never reported nothing is known. */
const shownState = (row, now) => countedDown(stateOf(row) ?? UNKNOWN_STATE, now);
const webConfigOf = (row) => row.web_config === null ? void 0 : JSON.parse(row.web_config);
/** A section as last reported, with what is pending laid over it. A lock that never reported one shows none. */
function presentSection(reported, section, pending) {
	if (reported === null) return void 0;
	const desired = pending.find((row) => row.section === section);
	return {
		...JSON.parse(reported),
		...desired && {
			...JSON.parse(desired.changes),
			operationId: desired.operation_id
		}
	};
}
/** Everything that is set on a lock or about it, under the names its type has for it (4.7). */
function presentSettings({ row, pending }) {
	const config = presentSection(row.config, "config", pending);
	const advanced = presentSection(row.advanced_config, "advanced", pending);
	const kind = advancedKindOf(row.type);
	const webConfig = webConfigOf(row);
	return {
		...config && { config },
		...advanced && kind && { [kind.field]: advanced },
		...webConfig && { webConfig }
	};
}
/** The action, sync or PIN under way, in this order; the configurations have their own (4.7). */
const operationOf = ({ row, pending }) => row.action_operation_id ?? pending.find(({ section }) => section === "sync")?.operation_id ?? pending.find(({ section }) => section === "pin")?.operation_id ?? null;
function present(view, now) {
	const { row } = view;
	const action = row.action_operation_id;
	const operationId = operationOf(view);
	return {
		smartlockId: row.smartlock_id,
		accountId: row.account_id,
		type: row.type,
		authId: row.auth_id,
		...labelsOf(row),
		...switchesOf(row),
		...makeOf(row),
		...presentSettings(view),
		state: {
			...shownState(row, now),
			...action !== null && { operationId: action }
		},
		...row.firmware_version !== null && { firmwareVersion: row.firmware_version },
		...row.hardware_version !== null && { hardwareVersion: row.hardware_version },
		...operationId !== null && { operationId },
		serverState: row.server_state,
		adminPinState: row.admin_pin_state,
		...row.virtual === 1 && { virtualDevice: true },
		creationDate: toWireDate(row.created_at),
		updateDate: toWireDate(row.updated_at),
		...row.error !== null && { error: row.error },
		...row.last_seen_at !== null && { lastSeenDate: toWireDate(row.last_seen_at) },
		...isStale(row.last_seen_at, now) && { stale: true },
		...row.credentials_warning !== null && { credentialsWarning: row.credentials_warning },
		...familyOf(row.type)
	};
}
/** Payloads of the events this area emits (7.3). */
function statusPayload(row) {
	const state = stateOf(row);
	return {
		feature: "DEVICE_STATUS",
		smartlockId: row.smartlock_id,
		...state && { state },
		serverState: row.server_state,
		adminPinState: row.admin_pin_state
	};
}
const masterdataPayload = (row, deleted = false) => ({
	feature: "DEVICE_MASTERDATA",
	deleted,
	smartlockId: row.smartlock_id,
	accountId: row.account_id,
	type: row.type,
	authId: row.auth_id,
	...labelsOf(row),
	...switchesOf(row),
	...makeOf(row),
	...row.firmware_version !== null && { firmwareVersion: row.firmware_version },
	...row.hardware_version !== null && { hardwareVersion: row.hardware_version },
	serverState: row.server_state,
	adminPinState: row.admin_pin_state,
	creationDate: toWireDate(row.created_at),
	updateDate: toWireDate(row.updated_at)
});
const configPayload = (view) => ({
	feature: "DEVICE_CONFIG",
	smartlockId: view.row.smartlock_id,
	...presentSettings(view)
});
//#endregion
//#region packages/server/src/features/locks/store.ts
const list$4 = (db, accountId, filter) => db.selectFrom("smartlock").selectAll().where("account_id", "=", accountId).$if(filter.type !== void 0, (q) => q.where("type", "=", filter.type)).$if(filter.smartlockIds !== void 0, (q) => q.where((e) => isOneOf(db, e.ref("smartlock_id"), filter.smartlockIds))).$if(filter.authId !== void 0, (q) => q.where((e) => hasNumber(e, accountId, filter.authId))).orderBy("created_at").orderBy("smartlock_id").execute();
/** Its own number, or that of one of its authorizations (D62). */
const hasNumber = (e, accountId, number) => e.or([e("auth_id", "=", number), e("smartlock_id", "in", e.selectFrom("smartlock_auth").select("smartlock_auth.smartlock_id").where("smartlock_auth.account_id", "=", accountId).where("smartlock_auth.device_number", "=", number))]);
const selectLock = prepared((db, slot) => db.selectFrom("smartlock").selectAll().where("account_id", "=", slot("accountId")).where("smartlock_id", "=", slot("smartlockId")));
const find$2 = async (db, accountId, smartlockId) => (await selectLock(db, {
	accountId,
	smartlockId
}))[0];
const selectLockForUpdate = prepared((db, slot, engine) => db.selectFrom("smartlock").selectAll().where("account_id", "=", slot("accountId")).where("smartlock_id", "=", slot("smartlockId")).$if(engine === "postgres", (q) => q.forUpdate()));
/** The same, held until the transaction ends, so that what is decided from it stays true. */
const findForUpdate = async (db, _engine, accountId, smartlockId) => (await selectLockForUpdate(db, {
	accountId,
	smartlockId
}))[0];
/** Several of them at once, in the order of their ids, so that two who want the same ones do not block each other. */
const listForUpdate = (db, engine, accountId, smartlockIds) => db.selectFrom("smartlock").selectAll().where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).orderBy("smartlock_id").$if(engine === "postgres", (q) => q.forUpdate()).execute();
const listByIds$2 = (db, accountId, smartlockIds) => db.selectFrom("smartlock").selectAll().where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).execute();
const count = async (db, accountId) => {
	const { n } = await db.selectFrom("smartlock").select((e) => e.fn.countAll().as("n")).where("account_id", "=", accountId).executeTakeFirstOrThrow();
	return Number(n);
};
/** Undefined when the device id is taken, by whomever (5.11). */
const insert$2 = (db, row) => db.insertInto("smartlock").values(row).onConflict((c) => c.doNothing()).returningAll().executeTakeFirst();
const updateLock = preparedFor((db, columns, slot) => db.updateTable("smartlock").set(Object.fromEntries(columns.map((column) => [column, slot(column)]))).where("account_id", "=", slot("accountId")).where("smartlock_id", "=", slot("smartlockId")).returningAll());
/** Its credentials and what waits for it go with it. */
const remove$1 = (db, accountId, smartlockId) => db.deleteFrom("smartlock").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).execute();
const update$2 = async (db, accountId, smartlockId, changes) => {
	const [row] = await updateLock(db, Object.keys(changes), {
		...changes,
		accountId,
		smartlockId
	});
	if (!row) throw new Error(`smartlock ${smartlockId} is gone`);
	return row;
};
const setLock = preparedFor((db, columns, slot) => db.updateTable("smartlock").set(Object.fromEntries(columns.map((column) => [column, slot(column)]))).where("account_id", "=", slot("accountId")).where("smartlock_id", "=", slot("smartlockId")).$castTo());
/** For a row that the caller holds and knows: reading it back would cost more than writing it. */
const set = (db, accountId, smartlockId, changes) => setLock(db, Object.keys(changes), {
	...changes,
	accountId,
	smartlockId
});
/** The same for several rows that the caller holds and knows. */
const setAll = updateAll("smartlock", ["smartlock_id", "account_id"], (db) => db.updateTable("smartlock"));
const takeSlot = prepared((db, slot) => db.updateTable("smartlock").set((e) => ({
	action_operation_id: slot("operationId"),
	session_counter: e("session_counter", "+", 1)
})).where("account_id", "=", slot("accountId")).where("smartlock_id", "=", slot("smartlockId")).where("action_operation_id", "is", null).where("server_state", "=", SERVER_STATE.ok).where("session_id", "is not", null).returningAll());
/**
* Takes the one action slot of a lock that is connected, and the next counter of its connection; undefined when another
* action has it, or the lock is not connected or not there.
*/
const takeActionSlot = async (db, accountId, smartlockId, operationId) => (await takeSlot(db, {
	accountId,
	smartlockId,
	operationId
}))[0];
/** All locks that count as connected, of all accounts: after a restart of the embedded broker none of them is. */
const holdOnline = (db, engine, limit) => db.selectFrom("smartlock").selectAll().where("server_state", "=", SERVER_STATE.ok).orderBy("smartlock_id").limit(limit).$if(engine === "postgres", (q) => q.forUpdate()).execute();
const selectLocksOfDevices = prepared((db, slot, engine) => db.selectFrom("smartlock").selectAll().where(isListed(db, "device_id", "text", slot("deviceIds"))).orderBy("smartlock_id").$if(engine === "postgres", (q) => q.forUpdate()));
/** The locks that devices are, held until the transaction ends, in the order of their ids. */
const holdByDeviceIds = (db, deviceIds) => selectLocksOfDevices(db, { deviceIds: JSON.stringify([...deviceIds]) });
const selectLocksForUpdate = prepared((db, slot, engine) => db.selectFrom("smartlock").selectAll().where(isListed(db, "smartlock_id", "bigint", slot("ids"))).orderBy("smartlock_id").$if(engine === "postgres", (q) => q.forUpdate()));
/** The same by their own ids, of whatever accounts: for work that serves everybody. */
const holdAny = (db, smartlockIds) => selectLocksForUpdate(db, { ids: JSON.stringify([...smartlockIds]) });
/** Read only, for who asks and changes nothing. */
const findAny$1 = (db, smartlockIds) => db.selectFrom("smartlock").selectAll().where((e) => isOneOf(db, e.ref("smartlock_id"), smartlockIds)).execute();
/** The lock that a gateway calls so. */
const findServed$1 = (db, accountId, gatewayId, key) => db.selectFrom("smartlock").selectAll().where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).where("gateway_key", "=", key).executeTakeFirst();
const listServed$1 = (db, accountId, gatewayId) => db.selectFrom("smartlock").selectAll().where("account_id", "=", accountId).where("gateway_id", "=", gatewayId).orderBy("gateway_key").execute();
/** How many locks each gateway of the account serves. */
const countServed$1 = async (db, accountId) => {
	const rows = await db.selectFrom("smartlock").select(["gateway_id", (e) => e.fn.countAll().as("n")]).where("account_id", "=", accountId).where("gateway_id", "is not", null).groupBy("gateway_id").execute();
	return new Map(rows.map((row) => [row.gateway_id, Number(row.n)]));
};
//#endregion
//#region packages/server/src/features/locks/credentials/store.ts
const insertCredential = (db, row) => db.insertInto("device_credential").values(row).execute();
/** Credentials that still work; the newest first. */
const listCredentials = (db, accountId, smartlockId, now) => db.selectFrom("device_credential").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where((e) => e.or([e("valid_until", "is", null), e("valid_until", ">", now)])).orderBy("created_at", "desc").execute();
const selectOfDevice = prepared((db, slot) => db.selectFrom("device_credential").selectAll().where("device_id", "=", slot("deviceId")).where((e) => e.or([e("valid_until", "is", null), e("valid_until", ">", slot("now"))])).orderBy("created_at", "desc"));
/** The same by the device, whose topics name nothing else: asked for at its messages. */
const listOfDevice = (db, deviceId, now) => selectOfDevice(db, {
	deviceId,
	now
});
/** Every login that works, of all accounts, page by page: an external broker has to know them all. */
const listLogins = (db, now, afterUsername, limit) => db.selectFrom("device_credential").select([
	"username",
	"device_id",
	"broker_hash"
]).where("username", ">", afterUsername).where("broker_hash", "is not", null).where((e) => e.or([e("valid_until", "is", null), e("valid_until", ">", now)])).orderBy("username").limit(limit).execute();
/** Credentials of which the secret is still kept, page by page. */
const listKeptSecrets = (db, afterUsername, limit) => db.selectFrom("device_credential").select(["username", "secret_sealed"]).where("username", ">", afterUsername).where("broker_hash", "is", null).orderBy("username").limit(limit).execute();
/** Changes what is kept, unless somebody else did meanwhile. */
const replaceSealed = (db, { username, secret_sealed }, by) => db.updateTable("device_credential").set(by).where("username", "=", username).where("secret_sealed", "=", secret_sealed).execute();
/** Notes that the secret was seen on the wire; false when that was known. */
const markExposed = async (db, username, now) => {
	return await db.updateTable("device_credential").set({ exposed_at: now }).where("username", "=", username).where("exposed_at", "is", null).returning("username").executeTakeFirst() !== void 0;
};
const endCredentials$1 = (db, accountId, smartlockIds, validUntil) => db.updateTable("device_credential").set({ valid_until: validUntil }).where("account_id", "=", accountId).where("smartlock_id", "in", [...smartlockIds]).where((e) => e.or([e("valid_until", "is", null), e("valid_until", ">", validUntil)])).execute();
/** When credentials of a lock ended that had not by this moment, the first of them first. */
const listEndings$1 = async (db, accountId, smartlockId, since) => {
	return (await db.selectFrom("device_credential").select("valid_until").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("valid_until", ">", since).orderBy("valid_until").execute()).map((row) => Number(row.valid_until));
};
const DAY_MS = 864e5;
/** Credentials that ended lately; older ones are cleaned away, and their connections are long gone. */
const listEndedCredentials = (db, now) => db.selectFrom("device_credential").select([
	"username",
	"account_id",
	"smartlock_id"
]).where("valid_until", "<=", now).where("valid_until", ">", now - DAY_MS).execute();
/** When the next credentials end after this moment. */
const nextCredentialEnd = async (db, after) => {
	return (await db.selectFrom("device_credential").select((e) => e.fn.min("valid_until").as("at")).where("valid_until", ">", after).executeTakeFirst())?.at ?? void 0;
};
const insertRevokedLogins = (db, rows) => db.insertInto("revoked_login").values(rows).execute();
/** Notes the logins of all locks of an account. */
const revokeLoginsOf = (db, accountId, now) => db.insertInto("revoked_login").columns(["username", "revoked_at"]).expression((e) => e.selectFrom("device_credential").select(["username", e.val(now).as("revoked_at")]).where("account_id", "=", accountId)).execute();
/** Logins of deleted locks, of all accounts: a broker knows user names only. */
const listRevokedLogins = (db, now) => db.selectFrom("revoked_login").select("username").where("revoked_at", ">", now - DAY_MS).execute();
const removeRevokedLogins = (db, now) => db.deleteFrom("revoked_login").where("revoked_at", "<=", now - DAY_MS).execute();
const removeEndedCredentials = (db, now) => db.deleteFrom("device_credential").where("valid_until", "<=", now - DAY_MS).execute();
/** A device proves who it is before any account is known; user names are unique over all accounts. */
const findCredential = (db, username) => db.selectFrom("device_credential").selectAll().where("username", "=", username).executeTakeFirst();
//#endregion
//#region packages/server/src/features/locks/credentials/credentials.ts
const sealContext = (username) => `device_credential.secret ${username}`;
/** Tells a sealed key from a sealed secret of earlier versions, whose alphabet has no colon. */
const KEY = "key:";
const sealedKey = (ctx, username, secret) => ctx.sealer.seal(KEY + deriveDeviceKey(secret).toString("hex"), sealContext(username));
/** Gives a lock credentials beside those it has. */
async function issueCredentials(ctx, lock) {
	const username = `lw-${lock.device_id.toLowerCase()}-${randomBytes(3).toString("hex")}`;
	const secret = newToken();
	const password = deriveLogin(secret);
	await insertCredential(ctx.db, {
		username,
		account_id: lock.account_id,
		smartlock_id: lock.smartlock_id,
		device_id: lock.device_id,
		secret_hash: hashToken(password),
		secret_sealed: sealedKey(ctx, username, secret),
		login_derived: 1,
		broker_hash: brokerPasswordHash(username, password),
		valid_until: null,
		created_at: ctx.clock.now()
	});
	ctx.afterCommit(() => ctx.wake.notify("credential", lock.account_id));
	return {
		username,
		secret,
		password
	};
}
/** Ends the lock's credentials after `graceMs` and gives it new ones. */
async function replaceCredentials(ctx, lock, graceMs) {
	const until = ctx.clock.now() + graceMs;
	await endCredentials$1(ctx.db, lock.account_id, [lock.smartlock_id], until);
	const credentials = await issueCredentials(ctx, lock);
	await updateWarning(ctx, lock);
	return credentials;
}
/** Ends the credentials of these locks of the account at once, and gives them no others. */
async function endCredentials(ctx, locks) {
	const ids = locks.map((lock) => lock.smartlock_id);
	await endCredentials$1(ctx.db, ctx.accountId, ids, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("credential", ctx.accountId));
}
const HOUR_MS = 36e5;
/** For so long nobody may replace the credentials of a lock again, if that is to happen so often an hour at most. */
async function waitToReplace(ctx, { account_id, smartlock_id }, perHour) {
	const now = ctx.clock.now();
	const first = (await listEndings$1(ctx.db, account_id, smartlock_id, now - HOUR_MS)).at(-perHour);
	return first === void 0 ? 0 : first + HOUR_MS - now;
}
/** Notes the logins of a lock that is deleted: its credentials go with it, but connections made with them may be open. */
async function revokeLogins(ctx, lock) {
	const now = ctx.clock.now();
	const logins = await listCredentials(ctx.db, lock.account_id, lock.smartlock_id, now);
	if (logins.length > 0) await insertRevokedLogins(ctx.db, logins.map(({ username }) => ({
		username,
		revoked_at: now
	})));
	ctx.afterCommit(() => ctx.wake.notify("credential", lock.account_id));
}
/** The same for all locks of an account that is deleted. */
async function revokeAllLogins(ctx) {
	await revokeLoginsOf(ctx.db, ctx.accountId, ctx.clock.now());
	ctx.afterCommit(() => ctx.wake.notify("credential", ctx.accountId));
}
/** Does the password belong to this user name, now? */
async function checkLogin(ctx, username, password) {
	const row = await findCredential(ctx.db, username);
	if (!row) return void 0;
	return {
		verdict: row.valid_until === null || row.valid_until > ctx.clock.now() ? verdictOf(row, password) : "wrong",
		deviceId: row.device_id,
		accountId: row.account_id,
		smartlockId: row.smartlock_id
	};
}
/** Comparing hashes leaks nothing about the password, so it need not take constant time. */
function verdictOf({ secret_hash, login_derived }, password) {
	if (secret_hash === hashToken(password)) return "right";
	return login_derived === 1 && secret_hash === hashToken(deriveLogin(password)) ? "secretShown" : "wrong";
}
/** The keys a lock may sign with now, the newest first, and until when. */
async function signersOf(ctx, deviceId) {
	return (await listOfDevice(ctx.db, deviceId, ctx.clock.now())).map((row) => ({
		username: row.username,
		accountId: row.account_id,
		key: openKey(ctx, row),
		isLegacy: row.login_derived === 0,
		validUntil: row.valid_until
	}));
}
function openKey(ctx, { username, secret_sealed }) {
	const opened = ctx.sealer.open(secret_sealed, sealContext(username));
	return opened.startsWith(KEY) ? Buffer.from(opened.slice(4), "hex") : deriveDeviceKey(opened);
}
/** Shows what is wrong with the logins of a lock that still work, or that nothing is any more. */
async function updateWarning(ctx, lock) {
	const { account_id: accountId, smartlock_id: smartlockId } = lock;
	const rows = await listCredentials(ctx.db, accountId, smartlockId, ctx.clock.now());
	const isLegacy = rows.some(({ login_derived }) => login_derived === 0);
	const warning = rows.some(({ exposed_at }) => exposed_at !== null) ? "exposed" : isLegacy ? "legacy" : null;
	if (warning === lock.credentials_warning) return;
	lock.credentials_warning = warning;
	await set(ctx.db, accountId, smartlockId, { credentials_warning: warning });
	await emit(ctx, [{
		feature: "DEVICE_MASTERDATA",
		smartlockId,
		payload: masterdataPayload(lock)
	}]);
}
const PAGE = 500;
/** Turns the secrets that earlier versions kept into keys and hashes; returns how many there were. */
async function forgetSecrets(ctx) {
	let forgotten = 0;
	for (let after = "";;) {
		const rows = await listKeptSecrets(ctx.db, after, PAGE);
		for (const row of rows) if (await forgetSecret(ctx, row)) forgotten += 1;
		if (rows.length < PAGE) return forgotten;
		after = rows.at(-1)?.username ?? "";
	}
}
async function forgetSecret(ctx, row) {
	try {
		const secret = ctx.sealer.open(row.secret_sealed, sealContext(row.username));
		await replaceSealed(ctx.db, row, {
			secret_sealed: sealedKey(ctx, row.username, secret),
			broker_hash: brokerPasswordHash(row.username, secret)
		});
		return true;
	} catch (error) {
		ctx.log.error({
			err: error,
			username: row.username
		}, "the credentials of a device cannot be read");
		return false;
	}
}
//#endregion
//#region packages/server/src/platform/store/until-reached.ts
const TRY_AGAIN_MS = 200;
/**
* For work that nobody waits for and that would be lost: done again until the database is back, and has room. What locks report is such
* work: dropped, each lock would send it again by its own clock, a minute later perhaps, and everything that happened
* since would stand behind it. Whoever uses it limits how much may wait.
*/
async function untilReached(work, isGivenUp) {
	for (;;) try {
		return await work();
	} catch (error) {
		if (!canWaitForStore(error) || isGivenUp()) throw error;
		await setTimeout(TRY_AGAIN_MS);
	}
}
//#endregion
//#region packages/server/src/platform/observe/call-record.ts
const SECRET_HEADERS = /* @__PURE__ */ new Set([
	"authorization",
	"cookie",
	"proxy-authorization",
	"webhook-signature",
	"x-nuki-signature-sha256"
]);
/** Headers as logs show them (4.5). */
const maskHeaders = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name) ? "***" : String(value)]));
/** The call is stored for its caller to look at, so what is too long to look at is left out. */
const MAX_BODY_BYTES = 65536;
function recordCall(incoming, now) {
	const body = bodyOf(incoming.body);
	return {
		headers: maskHeaders(incoming.headers),
		...body && { body },
		timestamp: toWireDate(now),
		path: `${incoming.protocol}://${incoming.host}${incoming.url}`
	};
}
/** Calls get this far with a body that is a JSON object, or with none. Who reads logs need not know codes of doors. */
function bodyOf(bytes) {
	if (!Buffer.isBuffer(bytes) || bytes.length === 0 || bytes.length > MAX_BODY_BYTES) return void 0;
	const body = JSON.parse(bytes.toString());
	return Object.hasOwn(body, "code") ? {
		...body,
		code: "***"
	} : body;
}
//#endregion
//#region packages/server/src/features/operations/rules.ts
/** From which statuses a status can be reached (8.4). `unknown` is not final: a later proof still counts. */
const REACHED_FROM = {
	sent: ["queued"],
	confirmed: [
		"queued",
		"sent",
		"unknown"
	],
	failed: [
		"queued",
		"sent",
		"unknown"
	],
	expired: ["queued", "sent"],
	unknown: ["sent"],
	cancelled: ["queued", "sent"]
};
/** The right an operation's own call needs: a sub-account sees the operations its rights cover (5.11). */
const RIGHT_OF = {
	action: "operateSmartlock",
	sync: "operateSmartlock",
	"auth.create": "manageAuthorizations",
	"auth.update": "manageAuthorizations",
	"auth.delete": "manageAuthorizations",
	config: "manageConfig",
	advancedConfig: "manageConfig",
	openerConfig: "manageConfig",
	smartdoorConfig: "manageConfig",
	adminPin: "manageConfig",
	"user.delete": "manageAuthorizations",
	"unit.delete": "manageAuthorizations",
	"address.delete": "manageSmartlock",
	"token.redeem": "manageAuthorizations",
	"reservation.issue": "manageAuthorizations",
	"reservation.revoke": "manageAuthorizations",
	"reservation.update": "manageAuthorizations",
	"service.sync": "master"
};
const LOCK = ["smartlock.action"];
const AUTH = ["smartlock.auth"];
const CONFIG$1 = ["smartlock.config"];
const ACCOUNT = ["account"];
/** The scopes an operation's own call needs, any of which shows what became of it (D111). */
const SCOPES_OF = {
	action: LOCK,
	sync: LOCK,
	"auth.create": AUTH,
	"auth.update": AUTH,
	"auth.delete": AUTH,
	config: CONFIG$1,
	advancedConfig: CONFIG$1,
	openerConfig: CONFIG$1,
	smartdoorConfig: CONFIG$1,
	adminPin: CONFIG$1,
	"user.delete": ["account", "smartlock.auth"],
	"unit.delete": ACCOUNT,
	"address.delete": ACCOUNT,
	"token.redeem": ACCOUNT,
	"reservation.issue": ACCOUNT,
	"reservation.revoke": ACCOUNT,
	"reservation.update": ACCOUNT,
	"service.sync": ACCOUNT
};
/** The types a caller may see; undefined means all. */
function visibleTypes(caller) {
	const isAllowed = (type) => {
		if (!SCOPES_OF[type].some(caller.holds)) return false;
		const right = RIGHT_OF[type];
		return caller.isMaster || right !== "master" && caller.has(right);
	};
	const types = OPERATION_TYPES.filter(isAllowed);
	return types.length === OPERATION_TYPES.length ? void 0 : types;
}
//#endregion
//#region packages/server/src/features/operations/limit-store.ts
/**
* What a token that is for some locks sees: what is about one of them, and what is made of nothing else. An operation
* without a lock and without parts is about the account.
*/
const isWithin = (db, e, smartlockIds) => {
	const parts = (isInside) => e.selectFrom("operation as part").select("part.id").whereRef("part.account_id", "=", "operation.account_id").whereRef("part.parent_id", "=", "operation.id").where((p) => {
		const inside = p.and([p("part.smartlock_id", "is not", null), isOneOf(db, p.ref("part.smartlock_id"), smartlockIds)]);
		return isInside ? inside : p.not(inside);
	});
	return e.or([isOneOf(db, e.ref("operation.smartlock_id"), smartlockIds), e.and([
		e("operation.smartlock_id", "is", null),
		e.exists(parts(true)),
		e.not(e.exists(parts(false)))
	])]);
};
//#endregion
//#region packages/server/src/features/operations/store.ts
/** Written out rather than as parameters, so that SQLite uses the indexes that cover open operations only. */
const isOpen = sql`status in ('queued', 'sent')`;
const insertRows = insertAll("operation", (db) => db.insertInto("operation"));
const insert$1 = (db, row) => insertRows(db, [row]);
const insertMany = insertRows;
/** Stores how these ended, which the caller decided from the rows as they are. */
const storeEnds = (db, rows) => updateRows(db, rows, [
	"status",
	"error_code",
	"error",
	"proof",
	"deadline_at",
	"updated_at"
]);
const updateRows = updateAll("operation", ["id", "account_id"], (db) => db.updateTable("operation"));
/** Holds operations that belong to no single lock, in the order of their ids. */
const holdAll = (db, accountId, ids) => db.selectFrom("operation").select(["id", "smartlock_id"]).where("account_id", "=", accountId).where("id", "in", [...ids]).orderBy("id").$call(holding(engineOf(db))).execute();
/** Children of these parents have ended; the first refusal among them is the one a parent reports. */
const countChildEnds = (db, accountId, parentIds, { ended, failed, errorCode, error }) => db.updateTable("operation").set((e) => ({
	open_children: e("open_children", "-", ended),
	failed_children: e("failed_children", "+", failed),
	...errorCode !== null && { error_code: e.fn.coalesce("error_code", e.val(errorCode)) },
	...error !== null && { error: e.fn.coalesce("error", e.val(error)) }
})).where("account_id", "=", accountId).where("id", "in", [...parentIds]).where(isOpen).returningAll().execute();
const markSent$1 = (db, accountId, ids, now) => db.updateTable("operation").set({
	status: "sent",
	updated_at: now
}).where("account_id", "=", accountId).where("id", "in", [...ids]).where("status", "=", "queued").execute();
const requeueOf$1 = (db, accountId, smartlockId, now) => db.updateTable("operation").set({
	status: "queued",
	updated_at: now
}).where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("type", "!=", "action").where(isOpen).where("status", "=", "sent").execute();
/** How the children of a parent ended. */
const listEndings = (db, accountId, parentId) => db.selectFrom("operation").select([
	"id",
	"smartlock_id",
	"status",
	"error_code",
	"auth_ids"
]).where("account_id", "=", accountId).where("parent_id", "=", parentId).orderBy("id").execute();
const find$1 = (db, accountId, id, { types, smartlockIds }) => db.selectFrom("operation").selectAll().where("account_id", "=", accountId).where("id", "=", id).$if(types !== void 0, (q) => q.where("type", "in", types)).$if(smartlockIds !== void 0, (q) => q.where((e) => isWithin(db, e, smartlockIds))).executeTakeFirst();
/** A redemption runs in the account of the address, and belongs to who asked for it as well. */
const findRedemptionBy = (db, actorAccountId, id) => db.selectFrom("operation").selectAll().where("id", "=", id).where("actor_account_id", "=", actorAccountId).where("type", "=", "token.redeem").executeTakeFirst();
/** The children of several parents in one query. */
const listChildren = (db, accountId, parentIds) => db.selectFrom("operation").select(["id", "parent_id"]).where("account_id", "=", accountId).where("parent_id", "in", [...parentIds]).orderBy("parent_id").orderBy("id").execute();
const move$1 = preparedFor((db, columns, slot) => db.updateTable("operation").set(Object.fromEntries(columns.map((column) => [column, slot(column)]))).where("account_id", "=", slot("accountId")).where("id", "=", slot("id")).where("status", "in", FROM.map((name) => slot(name))).returningAll());
/** Statuses a transition starts from; those it does not use repeat the first. */
const FROM = [
	"from0",
	"from1",
	"from2"
];
const columnsOf = ({ status, now, errorCode, error, proof, deadlineAt }) => ({
	status,
	updated_at: now,
	...errorCode !== void 0 && { error_code: errorCode },
	...error !== void 0 && { error },
	...proof !== void 0 && { proof },
	...deadlineAt !== void 0 && { deadline_at: deadlineAt }
});
/** Moves an operation on if it still is where the transition starts; undefined when it is not. */
const transition = async (db, accountId, id, change) => {
	const row = columnsOf(change);
	const starts = Object.fromEntries(FROM.map((name, i) => [name, change.from[i] ?? change.from[0]]));
	return (await move$1(db, Object.keys(row), {
		...row,
		...starts,
		accountId,
		id
	}))[0];
};
/** Moves those on that still are where the transition starts. */
const transitionMany = (db, accountId, ids, change) => db.updateTable("operation").set(columnsOf(change)).where("account_id", "=", accountId).where("id", "in", [...ids]).where("status", "in", [...change.from]).returningAll().execute();
/** Gives an open operation of this actor to another one; undefined when there is no such operation. */
const giveActor = (db, accountId, id, from, to) => db.updateTable("operation").set(to).where("account_id", "=", accountId).where("id", "=", id).where("actor_name", "=", from).where(isOpen).returning("id").executeTakeFirst();
const selectMany = prepared((db, slot) => db.selectFrom("operation").selectAll().where(isListed(db, "id", "text", slot("ids"))));
/** Several at once, of whatever accounts: the caller looks whose they are. */
const listByIds$1 = (db, ids) => selectMany(db, { ids: JSON.stringify([...ids]) });
/** Open actions of a lock that were meant for another connection than the current one. */
const listOpenOfOtherSessions = (db, accountId, smartlockId, sessionId) => db.selectFrom("operation").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("type", "=", "action").where(isOpen).where("session_id", "!=", sessionId).execute();
/** Open operations of a lock that will be meaningless without it; actions already sent may still be proven. */
const listCancellable = (db, accountId, smartlockId) => db.selectFrom("operation").select("id").where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where(isOpen).where((e) => e.or([e("status", "=", "queued"), e("type", "!=", "action")])).execute();
//#endregion
//#region packages/server/src/features/operations/ends.ts
/**
* Ends an operation. `isFirstEnd` is false when a late proof only corrects `unknown` (8.4): two ends at the same time
* cannot both be the first.
*/
async function end(ctx, id, status, ending = {}) {
	const first = await move(ctx, id, status, ending, ["queued", "sent"]);
	if (first) return {
		row: first,
		isFirstEnd: true
	};
	const corrected = await move(ctx, id, status, ending, ["unknown"]);
	return corrected && {
		row: corrected,
		isFirstEnd: false
	};
}
/**
* The same for an action whose lock the caller holds and whose row it read since: it changes in the caller's copy at
* once, and in the store before the transaction commits. Undefined when it cannot end like that any more.
*/
function settle(ctx, row, status, { errorCode, error, proof } = {}) {
	const before = row.status;
	if (!REACHED_FROM[status].includes(before)) return void 0;
	const now = ctx.clock.now();
	Object.assign(row, {
		status,
		updated_at: now,
		error_code: errorCode ?? null,
		error: error ?? null,
		proof: proof ?? null,
		deadline_at: null
	});
	ctx.late.add(SETTLED, row);
	return { isFirstEnd: before !== "unknown" };
}
const SETTLED = {
	rank: LATE.operations,
	async write(ctx, rows) {
		const settled = [...new Set(rows)];
		await storeEnds(ctx.db, settled);
		for (const [accountId, own] of Map.groupBy(settled, ({ account_id }) => account_id)) await complete({
			...ctx,
			accountId
		}, own);
	}
};
/** Actions leave: the caller holds their locks. */
function markLeaving(ctx, rows, deadlineAt) {
	for (const row of rows) Object.assign(row, {
		status: "sent",
		updated_at: ctx.clock.now(),
		deadline_at: deadlineAt
	});
	return storeEnds(ctx.db, rows);
}
/** Moves an operation to a status if the table of 8.4 allows it from where it is; undefined when it does not. */
async function move(ctx, id, status, change = {}, onlyFrom = REACHED_FROM[status]) {
	const isOpen = status === "sent";
	const from = REACHED_FROM[status].filter((start) => onlyFrom.includes(start));
	if (from.length === 0) return void 0;
	const row = await transition(ctx.db, ctx.accountId, id, {
		...transitionTo(ctx, status, change),
		from,
		deadlineAt: isOpen ? change.deadlineAt ?? null : null
	});
	if (row && !isOpen) await complete(ctx, [row]);
	return row;
}
const transitionTo = (ctx, status, { errorCode = null, error = null, proof = null }) => ({
	status,
	from: REACHED_FROM[status],
	now: ctx.clock.now(),
	errorCode,
	error,
	proof,
	deadlineAt: null
});
/** Ends operations as `move` would each of them; those that end alike cost no more than one. */
async function endAll(ctx, ends) {
	const ended = [];
	for (const { change, items } of groupByChange(ends, ({ id: _id, ...ending }) => ending)) {
		const ids = items.map(({ id }) => id);
		const transition = transitionTo(ctx, change.status, change);
		ended.push(...await transitionMany(ctx.db, ctx.accountId, ids, transition));
	}
	await complete(ctx, ended.toSorted(byAge));
}
/** Ids ascend with time. */
const byAge = (a, b) => a.id < b.id ? -1 : 1;
/** Informs those who wait for them, and ends each parent with its last child. */
async function complete(ctx, ended) {
	for (const { type, status } of ended) ctx.metrics.operations.inc({
		type,
		status
	});
	await ctx.ports.operationsEnded(ctx, ended);
	const children = ended.filter((row) => row.parent_id !== null);
	if (children.length > 0) await completeParents(ctx, children);
}
async function completeParents(ctx, children) {
	const families = [...Map.groupBy(children, (child) => child.parent_id)];
	if (families.length > 1) await holdAll(ctx.db, ctx.accountId, families.map(([parentId]) => parentId));
	const ends = [];
	for (const { change, items } of groupByChange(families, ([, ended]) => childEnds(ended))) {
		const ids = items.map(([parentId]) => parentId);
		const parents = await countChildEnds(ctx.db, ctx.accountId, ids, change);
		ends.push(...parents.filter((parent) => parent.open_children === 0).map(parentEnd));
	}
	if (ends.length > 0) await endAll(ctx, ends);
}
function childEnds(ended) {
	const failed = ended.filter(({ status }) => status !== "confirmed");
	return {
		ended: ended.length,
		failed: failed.length,
		errorCode: failed.find((row) => row.error_code !== null)?.error_code ?? null,
		error: failed.find((row) => row.error !== null)?.error ?? null
	};
}
const parentEnd = ({ id, failed_children, error_code, error }) => failed_children === 0 ? {
	id,
	status: "confirmed"
} : {
	id,
	status: "failed",
	...error_code !== null && { errorCode: error_code },
	...error !== null && { error }
};
//#endregion
//#region packages/server/src/platform/store/slices.ts
/** So many rows are looked at in one go: on SQLite nobody else is served meanwhile, elsewhere the way there costs more. */
const CANDIDATES = {
	sqlite: 2e3,
	postgres: 1e4
};
/** Reads bit by bit, however few rows meet the condition, and lets others work in between. */
async function readInSlices(db, { limit, nth, fitting, lookAtMost = Number.POSITIVE_INFINITY }) {
	const size = CANDIDATES[engineOf(db)];
	const rows = [];
	let after;
	for (let looked = 0;; looked += size) {
		if (looked >= lookAtMost) return {
			rows,
			stoppedAt: after
		};
		if (looked > 0) await setImmediate();
		const upTo = await nth(after, size);
		rows.push(...await fitting(after, upTo, limit - rows.length));
		if (upTo === void 0 || rows.length >= limit) return {
			rows,
			stoppedAt: void 0
		};
		after = upTo;
	}
}
//#endregion
//#region packages/server/src/features/operations/list-store.ts
/**
* Newest first. The rarest of what is asked for is found by its index, and the rest is looked for in there bit by bit:
* somebody who may see few kinds of operations, or few locks, makes nobody wait.
*/
async function list$3(db, accountId, filter) {
	const { limit } = filter;
	const { path, rest } = conditionsOf(db, filter);
	const newest = (before) => db.selectFrom("operation").where("account_id", "=", accountId).where((e) => e.and(path.map((condition) => condition(e)))).$if(before !== void 0, (q) => q.where("id", "<", before)).orderBy("id", "desc");
	if (rest.length === 0) return newest(void 0).selectAll().limit(limit).execute();
	const { rows } = await readInSlices(db, {
		limit,
		nth: async (before, n) => {
			return (await newest(before).select("id").offset(n - 1).limit(1).executeTakeFirst())?.id;
		},
		fitting: (before, downTo, wanted) => newest(before).selectAll().where((e) => e.and(rest.map((condition) => condition(e)))).$if(downTo !== void 0, (q) => q.where("id", ">=", downTo)).limit(wanted).execute()
	});
	return rows;
}
/** What an index finds, at most one of them, and what is then looked for. */
function conditionsOf(db, { requestId, smartlockId, status, types, smartlockIds }) {
	const indexed = [
		...requestId === void 0 ? [] : [(e) => e("request_id", "=", requestId)],
		...smartlockId === void 0 ? [] : [(e) => e("smartlock_id", "=", smartlockId)],
		...status === void 0 ? [] : [(e) => e("status", "=", status)]
	];
	const rest = [
		...indexed.slice(1),
		...types === void 0 ? [] : [(e) => e("type", "in", types)],
		...smartlockIds === void 0 ? [] : [(e) => isWithin(db, e, smartlockIds)]
	];
	return {
		path: indexed.slice(0, 1),
		rest
	};
}
/** The share of a lock, by its device id: eight hex digits. */
const shareOfDevice = (deviceId) => Number.parseInt(deviceId, 16) % 61;
/** The same by its smartlock id, which is its type and, in the lower 32 bits, its device id. */
const shareOfLock = (smartlockId) => smartlockId % 4294967296 % 61;
/** The share of the lock that a row is about, in SQL. */
const shareColumn = (smartlockId) => sql`(${smartlockId} % 4294967296) % ${sql.lit(61)}`;
/** Is the row about a lock of these shares? PostgreSQL only: elsewhere one process has all of them. */
const isOfShares = (smartlockId, shares) => sql`${shareColumn(smartlockId)} = any(${shares})`;
//#endregion
//#region packages/server/src/features/operations/due-store.ts
/** What belongs to one of these shares; what has lost its lock is everybody's. */
const isServed = (shares) => shares === void 0 ? sql`true` : sql`(smartlock_id is null or ${isOfShares(sql.ref("smartlock_id"), shares)})`;
/** Actions waiting to be handed over to locks of these shares, oldest first, of all accounts. */
const listQueuedActions = async (db, limit, shares) => shares?.length === 0 ? [] : shares ? selectQueuedOf(db, {
	limit,
	shares: [...shares]
}) : selectQueued(db, { limit });
const isQueuedAction = sql`status = 'queued' and type = 'action'`;
const selectQueued = prepared((db, slot) => db.selectFrom("operation").selectAll().where(isQueuedAction).orderBy("id").limit(slot("limit")));
const selectQueuedOf = prepared((db, slot) => db.selectFrom("operation").selectAll().where(isQueuedAction).where((e) => isOfShares(e.ref("smartlock_id"), slot("shares"))).orderBy("id").limit(slot("limit")));
/** Actions that were sent, before a moment if one is named, and not answered. */
const listSentActions = (db, limit, shares, before) => db.selectFrom("operation").select([
	"id",
	"account_id",
	"smartlock_id",
	"session_id"
]).$if(before !== void 0, (q) => q.where("updated_at", "<=", before)).where(isOpen).where(sql`status = 'sent' and type = 'action'`).where(isServed(shares)).orderBy("deadline_at").limit(limit).execute();
/** Open operations whose time is over, of all accounts. */
const listOverdue = (db, now, limit, shares) => db.selectFrom("operation").selectAll().where(isOpen).where("deadline_at", "<=", now).where(isServed(shares)).orderBy("deadline_at").limit(limit).execute();
/** When the next open operation's time is over. */
const nextDeadline$1 = async (db, shares) => (await (shares ? selectNextDeadlineOf(db, { shares: [...shares] }) : selectNextDeadline(db, {})))[0]?.at ?? void 0;
const selectNextDeadline = prepared((db) => db.selectFrom("operation").select((e) => e.fn.min("deadline_at").as("at")).where(isOpen));
const selectNextDeadlineOf = prepared((db, slot) => db.selectFrom("operation").select((e) => e.fn.min("deadline_at").as("at")).where(isOpen).where((e) => e.or([e("smartlock_id", "is", null), isOfShares(e.ref("smartlock_id"), slot("shares"))])));
//#endregion
//#region packages/server/src/features/operations/due.ts
/** What waits for locks of some shares, or of all where none are named. */
const queuedActions = (ctx, limit, shares) => listQueuedActions(ctx.db, limit, shares);
/** Actions that were sent, before a moment if one is named, and not answered; the most urgent first. */
const sentActions = (ctx, shares, limit, before) => listSentActions(ctx.db, limit, shares, before);
const overdue = (ctx, limit, shares) => listOverdue(ctx.db, ctx.clock.now(), limit, shares);
const nextDeadline = (ctx, shares) => nextDeadline$1(ctx.db, shares);
//#endregion
//#region packages/server/src/features/operations/service.ts
/** Stores the receipt of an accepted call and returns its id (D23). */
async function accept(ctx, operation) {
	const row = newRow(ctx, operation);
	await insert$1(ctx.db, row);
	return row.id;
}
/** One operation for several that together are one call: it ends with the last of them (D23, 8.4). */
async function acceptFamily(ctx, parent, children) {
	const parentRow = {
		...newRow(ctx, parent),
		open_children: children.length
	};
	const childRows = children.map((child) => ({
		...newRow(ctx, child),
		parent_id: parentRow.id
	}));
	await insert$1(ctx.db, parentRow);
	await insertMany(ctx.db, childRows);
	return {
		parentId: parentRow.id,
		childIds: childRows.map(({ id }) => id)
	};
}
/** In place of the name of who asked, where that was the service itself. */
const NOBODY = "";
/** Who asked for it; what the service does by itself is done in the name of the account. */
const actorOf = ({ principal, accountId }) => ({
	actor_account_id: principal?.accountId ?? accountId,
	actor_name: principal?.name ?? NOBODY,
	api_key_id: principal?.apiKeyId ?? null
});
function newRow(ctx, operation) {
	const now = ctx.clock.now();
	return {
		id: operation.id ?? ctx.ids.timeOrdered(),
		account_id: ctx.accountId,
		...actorOf(ctx),
		request_id: operation.requestId ?? null,
		request_sealed: sealedCall(ctx, operation.requestId),
		parent_id: null,
		smartlock_id: operation.smartlockId ?? null,
		type: operation.type,
		status: operation.status ?? "queued",
		payload: JSON.stringify(operation.payload ?? {}),
		auth_ids: operation.authIds ? JSON.stringify(operation.authIds) : null,
		error_code: null,
		proof: null,
		error: null,
		deadline_at: operation.deadlineAt ?? null,
		session_id: operation.sessionId ?? null,
		open_children: null,
		created_at: now,
		updated_at: now
	};
}
/** Sealed, because a body may hold the code of a door. */
const sealedCall = (ctx, requestId) => requestId === void 0 || ctx.incoming === void 0 ? null : ctx.sealer.seal(JSON.stringify(recordCall(ctx.incoming, ctx.clock.now())), callContext(requestId));
const callContext = (requestId) => `operation.request_sealed:${requestId}`;
/** The advanced call behind an operation, as it was kept. */
const openCall = (ctx, requestId, sealed) => JSON.parse(ctx.sealer.open(sealed, callContext(requestId)));
const callerOf = (ctx) => ({
	isMaster: ctx.principal.isMaster,
	has: (right) => (ctx.principal.rights & RIGHTS[right]) !== 0,
	holds: (scope) => ctx.principal.scopes.has(scope)
});
async function get$1(ctx, id) {
	const types = visibleTypes(callerOf(ctx));
	const seen = {
		...types && { types },
		...onlyTheirs(ctx)
	};
	const row = types?.length === 0 ? void 0 : await find$1(ctx.db, ctx.accountId, id, seen);
	if (!row && ctx.principal.limits) return ctx.fail("not_found");
	if (!row) return await ownRedemption(ctx, id) ?? ctx.fail("not_found");
	const [found] = await withChildren(ctx, [row]);
	return found;
}
/** Who redeemed a token learns how it went, and nothing else of the account in which it happened (D23, D80). */
async function ownRedemption(ctx, id) {
	if (!ctx.principal.scopes.has("account")) return void 0;
	const row = await findRedemptionBy(ctx.db, ctx.principal.accountId, id);
	return row && {
		row: {
			...row,
			smartlock_id: null,
			auth_ids: null,
			request_id: null
		},
		children: []
	};
}
/** The locks a token is limited to (D119). */
const onlyTheirs = ({ principal: { limits } }) => limits ? { smartlockIds: limits.smartlockIds } : {};
async function list$2(ctx, query) {
	const types = visibleTypes(callerOf(ctx));
	if (types?.length === 0) return [];
	const seen = {
		...types && { types },
		...onlyTheirs(ctx)
	};
	return withChildren(ctx, await list$3(ctx.db, ctx.accountId, {
		limit: 50,
		...query,
		...seen
	}));
}
async function withChildren(ctx, rows) {
	const parents = rows.filter((row) => row.smartlock_id === null).map((row) => row.id);
	const children = parents.length > 0 ? await listChildren(ctx.db, ctx.accountId, parents) : [];
	return rows.map((row) => ({
		row,
		children: children.filter((c) => c.parent_id === row.id).map((c) => c.id)
	}));
}
/**
* Makes an operation that the service began by itself the caller's, whose own change has become part of it. False when
* it is somebody's already, or has ended.
*/
const adopt$1 = async (ctx, id) => await giveActor(ctx.db, ctx.accountId, id, NOBODY, actorOf(ctx)) !== void 0;
/** Several changes were handed to a device with one message. */
const markSent = (ctx, ids) => markSent$1(ctx.db, ctx.accountId, ids, ctx.clock.now());
/** The lock went away: what it has not answered waits again. Actions have an end of their own. */
const requeueOf = (ctx, smartlockId) => requeueOf$1(ctx.db, ctx.accountId, smartlockId, ctx.clock.now());
/** The children of an operation that has ended, with how each of them did. */
const endedChildren = (ctx, parentId) => listEndings(ctx.db, ctx.accountId, parentId);
/** A change that got no answer waits again: it is declarative, so sending it twice does no harm (8.4). */
const requeue = (ctx, id) => transition(ctx.db, ctx.accountId, id, {
	status: "queued",
	from: ["sent"],
	now: ctx.clock.now()
});
/** Ends everything that waits for a lock that is going away (D63). */
async function cancelAll(ctx, smartlockId) {
	const open = await listCancellable(ctx.db, ctx.accountId, smartlockId);
	const error = "The smartlock was deleted.";
	await endAll(ctx, open.map(({ id }) => ({
		id,
		status: "cancelled",
		error
	})));
}
/** Several, of whatever accounts, by id. */
async function findAny(ctx, ids) {
	const rows = ids.size === 0 ? [] : await listByIds$1(ctx.db, ids);
	return new Map(rows.map((row) => [row.id, row]));
}
const openOfOtherSessions = (ctx, smartlockId, sessionId) => listOpenOfOtherSessions(ctx.db, ctx.accountId, smartlockId, sessionId);
/** Some of what a deleted account left behind; how many there were. */
const removeSome = (ctx, accountId, limit) => deleteSomeOf(ctx.db, GROWING_TABLES.operation, accountId, limit);
//#endregion
//#region packages/server/src/features/locks/change.ts
/** The same because the lock said something. */
const change = (ctx, lock, changes) => keep(ctx, lock, {
	last_seen_at: ctx.clock.now(),
	...changes
});
/**
* Changes the row of a lock that the caller holds: in the caller's copy at once, so that it is true for what follows, and
* in the store before the transaction commits, with whatever else has changed about it by then.
*/
function keep(ctx, lock, changes) {
	Object.assign(lock, changes);
	ctx.late.add(LOCK_ROWS, {
		lock,
		columns: Object.keys(changes)
	});
	return lock;
}
/** One statement for all locks on PostgreSQL, one for each on SQLite. */
const LOCK_ROWS = {
	rank: LATE.locks,
	async write({ db }, changes) {
		const locks = new Set(changes.map(({ lock }) => lock));
		const columns = new Set(changes.flatMap((change) => change.columns));
		await setAll(db, [...locks], [...columns]);
	}
};
const statusEvent = (lock, notices = []) => ({
	feature: "DEVICE_STATUS",
	smartlockId: lock.smartlock_id,
	payload: statusPayload(lock),
	notices
});
//#endregion
//#region packages/server/src/features/locks/actions/present.ts
/** How an advanced action ended (7.4); undefined for operations nobody waits for a callback of. */
function callbackPayload(operation) {
	const { callback } = JSON.parse(operation.payload);
	if (callback === void 0 || operation.request_id === null || operation.smartlock_id === null) return;
	return {
		type: callback,
		requestId: operation.request_id,
		smartlockId: operation.smartlock_id,
		success: operation.status === "confirmed",
		...operation.error_code !== null && { errorCode: operation.error_code }
	};
}
//#endregion
//#region packages/server/src/features/locks/actions/service.ts
/**
* Asks the lock to move. Returns once the intent is durable; what became of it is reported by the operation and by events.
* An action is ephemeral (D25): refused when the lock is not online, dead after its time to live, never repeated.
*/
async function operate(ctx, smartlockId, { action, option = 0, isShortCall = false, callback }) {
	if (!optionFits(action, option)) failParameter(ctx.fail, "option", "full lock (4) goes with action 2 only");
	return inTransaction(ctx, async (tx) => {
		const operationId = tx.ids.timeOrdered();
		const take = () => takeActionSlot(tx.db, tx.accountId, smartlockId, operationId);
		const wanted = {
			action,
			option,
			isShortCall
		};
		const lock = await take() ?? await refuse(tx, smartlockId, wanted) ?? await take();
		if (!lock) return tx.fail("not_supported_by_device");
		assertMay(tx, lock, wanted);
		const now = tx.clock.now();
		const expiresAt = now + tx.limits.actionTtlMs;
		const device = await tx.ports.lockAtHand(tx, lock);
		await accept(tx, {
			id: operationId,
			type: "action",
			status: device ? "sent" : "queued",
			smartlockId,
			payload: {
				action,
				option,
				...callback && { callback: callback.type }
			},
			...callback && { requestId: callback.requestId },
			deadlineAt: device ? now + tx.limits.actionProofMs : expiresAt,
			sessionId: lock.session_id
		});
		const { account_id: accountId, session_counter: counter } = lock;
		const command = {
			id: operationId,
			action,
			option,
			counter,
			issuedAt: now,
			expiresAt
		};
		tx.afterCommit(() => {
			if (device) tx.ports.handOver({
				accountId,
				device,
				command
			});
			else tx.wake.notify("command", smartlockId);
		});
		return operationId;
	});
}
/** Does this device know the action, under the name it was called by, and may calls do that to it? */
function assertMay(ctx, lock, { isShortCall, ...wanted }) {
	const type = lock.type;
	const told = toldCapability(lock);
	if (isShortCall && type === SMARTLOCK_TYPE.opener || !canRun(type, told, wanted)) ctx.fail("not_supported_by_device");
	if (!opens(type, wanted.action) || switchesOf(lock).remoteUnlock) return;
	const late = Math.ceil((told?.expiry.worstLateMs ?? 0) / 1e3);
	ctx.fail("remote_unlock_off", { message: told?.expiry.by === "none" ? `${lock.name} may still carry out an unlock ${late} s or more after it was given up, so calls may not open it. Allow it with remoteUnlock.` : `Calls may not open ${lock.name}. Allow it with remoteUnlock.` });
}
/** Says why the lock's action slot was not to be had; returns where it has become free since. */
async function refuse(ctx, smartlockId, wanted) {
	const lock = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockId) ?? ctx.fail("not_found");
	assertMay(ctx, lock, wanted);
	if (!isOnline(lock.server_state) || lock.session_id === null) ctx.fail("smartlock_offline");
	const { action_operation_id: operationId } = lock;
	if (operationId !== null) ctx.fail("resource_locked", { operationId });
}
const lock = (ctx, smartlockId) => operateLock(ctx, smartlockId, { action: LOCK_ACTION.lock });
const unlock = (ctx, smartlockId) => operateLock(ctx, smartlockId, { action: LOCK_ACTION.unlock });
/** The advanced calls do what the plain ones do, and a CALLBACK event reports how it ended (D94). */
async function operateAdvanced(ctx, smartlockId, action) {
	const callback = {
		type: "Action",
		requestId: ctx.ids.random()
	};
	return {
		operationId: await operate(ctx, smartlockId, {
			...action,
			callback
		}),
		requestId: callback.requestId
	};
}
const lockAdvanced = (ctx, smartlockId) => operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.lock, "LockAction");
const unlockAdvanced = (ctx, smartlockId) => operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.unlock, "UnlockAction");
async function operateLockAdvanced(ctx, smartlockId, action, type) {
	const callback = {
		type,
		requestId: ctx.ids.random()
	};
	return {
		operationId: await operateLock(ctx, smartlockId, {
			action,
			callback
		}),
		requestId: callback.requestId
	};
}
/** The short calls mean the locks' own numbering: on an opener 1 and 2 would switch ring-to-open (D61). */
const operateLock = (ctx, smartlockId, action) => operate(ctx, smartlockId, {
	...action,
	isShortCall: true
});
/** Ends an action of a lock that the caller holds, and frees the lock for the next one. */
async function endAction(ctx, lock, operation, status, ending = {}) {
	const ended = settle(ctx, operation, status, ending);
	if (!ended) return;
	if (lock.action_operation_id === operation.id) keep(ctx, lock, { action_operation_id: null });
	if (ended.isFirstEnd) await emit(ctx, callbackEvents(operation));
}
/** The same where the lock is gone. */
async function endActionOfNone(ctx, operation, status, ending) {
	const ended = await end(ctx, operation.id, status, ending);
	if (ended?.isFirstEnd) await emit(ctx, callbackEvents(ended.row));
}
/** Advanced calls are answered by an event of the key that made them. */
function callbackEvents(operation) {
	const payload = callbackPayload(operation);
	if (!payload) return [];
	return [{
		feature: "CALLBACK",
		smartlockId: payload.smartlockId,
		...operation.api_key_id !== null && { apiKeyId: operation.api_key_id },
		payload
	}];
}
//#endregion
//#region packages/server/src/features/locks/settings/rules.ts
/**
* Auto-lock of 4.9: switched on, it waits at least 2 s; a call that names only the time switches it off with 0. Of a
* smart door (4.11) the time stands as sent.
*/
function settleAutoLock(kind, changes, current) {
	const { autoLockTimeout: seconds, autoLock: asked } = changes;
	if (kind.operation !== "advancedConfig") return changes;
	if (seconds === 0 && asked === void 0) return current.autoLock === void 0 ? changes : {
		...changes,
		autoLock: false
	};
	const timeout = seconds ?? current.autoLockTimeout;
	return (asked ?? current.autoLock === true) && timeout !== void 0 && timeout < 2 ? {
		...changes,
		autoLockTimeout: 2
	} : changes;
}
function shapeOf({ properties, required = [] }) {
	const { operationId: _ours, ...reported } = properties;
	return {
		fields: Object.entries(reported).map(([name, schema]) => {
			const compiled = Compile(schema);
			return [name, (value) => compiled.Check(value)];
		}),
		required
	};
}
const CONFIG = shapeOf(SmartlockConfig);
const ADVANCED = {
	advancedConfig: shapeOf(AdvancedConfig),
	openerAdvancedConfig: shapeOf(OpenerAdvancedConfig),
	smartdoorAdvancedConfig: shapeOf(SmartdoorAdvancedConfig)
};
/**
* What a device reports of a section, as text to keep: fields the contract does not know or that have no valid value
* are left out. Undefined when what the API always shows is missing, or when such a device has no such section.
*/
function readReported(section, type, values) {
	const field = advancedKindOf(type)?.field;
	const shape = section === "config" ? CONFIG : section === "advanced" && field ? ADVANCED[field] : void 0;
	if (!shape) return void 0;
	const known = shape.fields.filter(([name, check]) => Object.hasOwn(values, name) && check(values[name]));
	const read = Object.fromEntries(known.map(([name]) => [name, values[name]]));
	return shape.required.every((name) => name in read) ? JSON.stringify(read) : void 0;
}
/** Revisions grow; by the clock too, so that a store restored from a backup does not repeat those it gave out later. */
const nextRevision = (last, now) => Math.max(last + 1, now);
/** The admin PIN of type 5 has up to six digits, of the others up to four (5.4, #39). */
const maxAdminPin = (type) => type === 5 ? 999999 : 9999;
//#endregion
//#region packages/server/src/features/locks/settings/store.ts
const find = (db, accountId, smartlockId, section) => db.selectFrom("lock_desired").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("section", "=", section).executeTakeFirst();
/** What waits for the lock's answer; the oldest first. */
const listPendingOf = (db, accountId, smartlockId) => db.selectFrom("lock_desired").selectAll().where("account_id", "=", accountId).where("smartlock_id", "=", smartlockId).where("operation_id", "is not", null).orderBy("operation_id").execute();
/** The same for all locks of an account at once, or for these. */
const listPending = (db, accountId, smartlockIds) => db.selectFrom("lock_desired").selectAll().where("account_id", "=", accountId).$if(smartlockIds !== void 0, (q) => q.where((e) => isOneOf(db, e.ref("smartlock_id"), smartlockIds ?? []))).where("operation_id", "is not", null).orderBy("operation_id").execute();
const save = (db, row) => {
	const { account_id, smartlock_id, section, ...rest } = row;
	return db.insertInto("lock_desired").values(row).onConflict((c) => c.columns([
		"account_id",
		"smartlock_id",
		"section"
	]).doUpdateSet(rest)).execute();
};
const update$1 = (db, { account_id, smartlock_id, section }, changes) => db.updateTable("lock_desired").set(changes).where("account_id", "=", account_id).where("smartlock_id", "=", smartlock_id).where("section", "=", section).execute();
/** What is to be sent now to locks of these shares, or to all, in the order it was asked for, of all accounts. */
const listDue = (db, now, limit, shares) => db.selectFrom("lock_desired").select([
	"account_id",
	"smartlock_id",
	"section"
]).where("due_at", "<=", now).$if(shares !== void 0, (q) => q.where((e) => isOfShares(e.ref("smartlock_id"), shares))).orderBy("operation_id").limit(limit).execute();
/** When the next desired change is to be sent. */
const nextDue = async (db, shares) => {
	return (await db.selectFrom("lock_desired").select((e) => e.fn.min("due_at").as("at")).where("due_at", "is not", null).$if(shares !== void 0, (q) => q.where((e) => isOfShares(e.ref("smartlock_id"), shares))).executeTakeFirst())?.at ?? void 0;
};
/** Makes what was sent and not answered due now. A row that somebody holds is just being dealt with. */
const makeDueAgain = (db, engine, now, shares) => db.updateTable("lock_desired").set({ due_at: now }).where((e) => e(e.refTuple("account_id", "smartlock_id", "section"), "in", e.selectFrom("lock_desired as sent").select([
	"sent.account_id",
	"sent.smartlock_id",
	"sent.section"
]).where("sent.due_at", ">", now).where("sent.operation_id", "is not", null).$if(shares !== void 0, (q) => q.where((w) => isOfShares(w.ref("sent.smartlock_id"), shares))).$if(engine === "postgres", (q) => q.forUpdate().skipLocked()).$asTuple("account_id", "smartlock_id", "section"))).execute();
//#endregion
//#region packages/server/src/features/locks/settings/desired.ts
/**
* Notes how the lock is to be. While an earlier change of the section waits, a lock that is online is busy with it; for
* one that is offline both become one (D24), and so they do when the earlier one was the service's own (D15): no caller is
* to wait for what no caller asked for. Returns the operation that reports what became of it.
*/
async function desire(ctx, lock, change) {
	const waiting = await find(ctx.db, lock.account_id, lock.smartlock_id, change.section);
	const blocking = waiting?.operation_id ?? void 0;
	if (blocking !== void 0 && isOnline(lock.server_state) && !await adopt$1(ctx, blocking)) ctx.fail("resource_locked", { operationId: blocking });
	return note(ctx, lock, change, waiting);
}
/** Asks for a full report. Several that wait are one, whether the lock is online or not (D65). */
async function desireReport(ctx, lock) {
	const waiting = await find(ctx.db, lock.account_id, lock.smartlock_id, "sync");
	return waiting?.operation_id ?? note(ctx, lock, {
		section: "sync",
		type: "sync",
		changes: {}
	}, waiting);
}
/** Notes a desired change, together with what waits already. */
async function note(ctx, { account_id, smartlock_id, server_state }, { section, type, changes }, waiting) {
	const isConnected = isOnline(server_state);
	const merged = waiting?.operation_id ? {
		...JSON.parse(waiting.changes),
		...changes
	} : changes;
	const operationId = waiting?.operation_id ?? await accept(ctx, {
		type,
		smartlockId: smartlock_id
	});
	await save(ctx.db, {
		account_id,
		smartlock_id,
		section,
		revision: nextRevision(waiting?.revision ?? 0, ctx.clock.now()),
		changes: JSON.stringify(merged),
		operation_id: operationId,
		due_at: isConnected ? ctx.clock.now() : null
	});
	if (isConnected) ctx.afterCommit(() => ctx.wake.notify("desired", smartlock_id));
	return operationId;
}
/** The lock is offline: what it has not answered waits until it is back. */
async function hold$1(ctx, lock) {
	for (const row of await listPendingOf(ctx.db, lock.account_id, lock.smartlock_id)) await update$1(ctx.db, row, { due_at: null });
	await requeueOf(ctx, lock.smartlock_id);
}
/** The lock is online, on a new connection: everything it has not answered is sent, in the order it was asked for. */
async function release(ctx, lock) {
	const pending = await listPendingOf(ctx.db, lock.account_id, lock.smartlock_id);
	for (const row of pending) await update$1(ctx.db, row, { due_at: ctx.clock.now() });
	if (pending.length > 0) ctx.afterCommit(() => ctx.wake.notify("desired", lock.smartlock_id));
}
/** The lock's answer to a desired change: what it took is in effect; for what it refused, its own values stand (D26). */
async function applySettings(ctx, lock, report) {
	const { section, errors } = report;
	const waiting = await find(ctx.db, lock.account_id, lock.smartlock_id, section);
	const operationId = waiting?.revision === report.revision ? waiting.operation_id : null;
	const before = { ...lock };
	change(ctx, lock, {
		...reportedColumns(ctx, lock, report),
		...operationId !== null && { error: errorText(section, errors) },
		...operationId !== null && section === "pin" && { admin_pin_state: errors.length > 0 ? 2 : 0 }
	});
	if (operationId !== null && waiting) {
		await update$1(ctx.db, waiting, {
			operation_id: null,
			due_at: null,
			changes: "{}"
		});
		await endOperation(ctx, operationId, errorText(section, errors), errors[0]?.code);
	}
	const isConfirmed = operationId !== null && errors.length === 0 && section !== "pin";
	const isNew = before.config !== lock.config || before.advanced_config !== lock.advanced_config;
	const events = isConfirmed || isNew ? [await configEvent(ctx, lock)] : [];
	if (before.admin_pin_state !== lock.admin_pin_state) events.push({
		feature: "DEVICE_STATUS",
		smartlockId: lock.smartlock_id,
		payload: statusPayload(lock)
	});
	await emit(ctx, events);
}
/** Columns for what a device says of its settings; what does not have the contract's shape is not believed. */
function reportedColumns(ctx, lock, { section, values }) {
	if (values === void 0) return {};
	const text = readReported(section, lock.type, values);
	if (text === void 0) {
		ctx.metrics.droppedMessages.inc({ reason: "badShape" });
		return {};
	}
	return section === "config" ? { config: text } : { advanced_config: text };
}
/** The same for a whole report of the device. */
const infoColumns = (ctx, lock, { config, advanced }) => ({
	...reportedColumns(ctx, lock, {
		section: "config",
		values: config
	}),
	...advanced && reportedColumns(ctx, lock, {
		section: "advanced",
		values: advanced
	})
});
function errorText(section, errors) {
	if (errors.length === 0) return null;
	const refused = errors.slice(0, 10).map(({ path, code, text }) => `${path}: ${text} (${hex(code)})`);
	const rest = errors.length > 10 ? `, and ${errors.length - 10} more` : "";
	return `${section} refused by the device: ${refused.join(", ")}${rest}`;
}
const hex = (code) => code.toString(16).padStart(2, "0");
async function endOperation(ctx, operationId, error, code) {
	if (error === null || code === void 0) await move(ctx, operationId, "confirmed");
	else await move(ctx, operationId, "failed", {
		errorCode: hex(code),
		error
	});
}
/** DEVICE_CONFIG with everything there is (7.3). */
async function configEvent(ctx, lock) {
	const pending = await listPendingOf(ctx.db, lock.account_id, lock.smartlock_id);
	return {
		feature: "DEVICE_CONFIG",
		smartlockId: lock.smartlock_id,
		payload: configPayload({
			row: lock,
			pending
		})
	};
}
/** The lock has reported everything it was asked to (D65). */
async function applySyncResult(ctx, lock, operationId, refusal) {
	const waiting = await find(ctx.db, lock.account_id, lock.smartlock_id, "sync");
	if (waiting?.operation_id !== operationId) return;
	await update$1(ctx.db, waiting, {
		operation_id: null,
		due_at: null
	});
	await endOperation(ctx, operationId, refusal?.text ?? null, refusal?.code);
	if (refusal) return;
	const payload = masterdataPayload(lock);
	await emit(ctx, [{
		feature: "DEVICE_MASTERDATA",
		smartlockId: lock.smartlock_id,
		payload
	}, await configEvent(ctx, lock)]);
}
//#endregion
//#region packages/server/src/features/locks/settings/changes.ts
/** Changes the configuration (4.8); undefined when there was nothing to change. */
const changeConfig = (ctx, smartlockId, changes) => withLock(ctx, smartlockId, async (tx, lock) => isEmpty(changes) ? void 0 : desire(tx, lock, {
	section: "config",
	type: "config",
	changes
}));
/** Changes the advanced configuration, which has to be of the kind that this type of device has (D49). */
const changeAdvancedConfig = (ctx, smartlockId, operation, changes) => withLock(ctx, smartlockId, async (tx, lock) => {
	const kind = advancedKindOf(lock.type);
	if (kind?.operation !== operation) return tx.fail("not_supported_by_device");
	if (isEmpty(changes)) return void 0;
	const pending = await listPendingOf(tx.db, lock.account_id, lock.smartlock_id);
	return desire(tx, lock, {
		section: "advanced",
		type: operation,
		changes: settleAutoLock(kind, changes, presentSection(lock.advanced_config, "advanced", pending) ?? {})
	});
});
const isEmpty = (changes) => Object.keys(changes).length === 0;
/** What the service shows the lock for protected commands; kept sealed and never shown again (D64). */
const setAdminPin = (ctx, smartlockId, adminPin) => withLock(ctx, smartlockId, async (tx, lock) => {
	const max = maxAdminPin(lock.type);
	if (adminPin > max) failParameter(tx.fail, "adminPin", `must be an integer from 0 to ${max}`);
	const operationId = await desire(tx, lock, {
		section: "pin",
		type: "adminPin",
		changes: {}
	});
	await update$2(tx.db, tx.accountId, smartlockId, { admin_pin_sealed: tx.sealer.seal(String(adminPin), pinContext(smartlockId)) });
	return operationId;
});
const pinContext = (smartlockId) => `smartlock.admin_pin ${smartlockId}`;
/** The PIN as the lock is to be shown it. */
function openAdminPin(ctx, lock) {
	if (lock.admin_pin_sealed === null) return {};
	return { adminPin: Number(ctx.sealer.open(lock.admin_pin_sealed, pinContext(lock.smartlock_id))) };
}
/** Makes the lock report everything; waits for it while it is offline (D65). */
const requestSync = (ctx, smartlockId) => withLock(ctx, smartlockId, desireReport);
function withLock(ctx, smartlockId, work) {
	return inTransaction(ctx, async (tx) => {
		return work(tx, await findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId) ?? tx.fail("not_found"));
	});
}
/** Changes what the service itself keeps about locks (4.12): all of them, or none when one is not there (D27). */
async function changeWebConfigs(ctx, requests) {
	if (requests.length === 0) return;
	await inTransaction(ctx, async (tx) => {
		const ids = [...new Set(requests.map(({ smartlockId }) => smartlockId))];
		const locks = await listForUpdate(tx.db, tx.engine, tx.accountId, ids);
		if (locks.length < ids.length) tx.fail("not_found");
		const pending = Map.groupBy(await listPending(tx.db, tx.accountId), (row) => row.smartlock_id);
		const events = [];
		for (const lock of locks) {
			const merged = webConfigAfter(lock, requests);
			if (merged === lock.web_config) continue;
			const row = await update$2(tx.db, tx.accountId, lock.smartlock_id, {
				web_config: merged,
				updated_at: tx.clock.now()
			});
			const payload = configPayload({
				row,
				pending: pending.get(row.smartlock_id) ?? []
			});
			events.push({
				feature: "DEVICE_CONFIG",
				smartlockId: row.smartlock_id,
				payload
			});
		}
		await emit(tx, events);
	});
}
/** Absent and null both leave a field as it is here (4.12); a lock named twice takes both, the later one last. */
function webConfigAfter(lock, requests) {
	const merged = { ...webConfigOf(lock) };
	for (const { smartlockId, webConfig } of requests) {
		if (smartlockId !== lock.smartlock_id) continue;
		for (const [name, value] of Object.entries(webConfig)) if (value != null) merged[name] = value;
	}
	return isEmpty(merged) ? lock.web_config : JSON.stringify(merged);
}
//#endregion
//#region packages/server/src/features/locks/settings/default-zone.ts
/** It says that it has none: times of day count in UTC there until it is sent another one. */
function lacksZone({ config }) {
	if (config === null) return false;
	const { timezoneId } = JSON.parse(config);
	return TIME_ZONES[timezoneId] === void 0;
}
/**
* A lock without a zone of its own is sent the service's default (D15), where there is a number for it (6.14): locks
* decide by themselves. Somebody else's desired change that waits goes first.
*/
async function desireDefaultZone(ctx, lock) {
	const timezoneId = TIME_ZONES.indexOf(ctx.defaultTimeZone);
	if (timezoneId === -1 || !lacksZone(lock)) return;
	const waiting = await find(ctx.db, lock.account_id, lock.smartlock_id, "config");
	if (waiting?.operation_id) return;
	await note(ctx, lock, {
		section: "config",
		type: "config",
		changes: { timezoneId }
	}, waiting);
}
//#endregion
//#region packages/server/src/features/locks/settings/resend.ts
/** Locks of these shares, or all, may have answered when nobody listened: what waits for an answer is sent again now. */
async function sendAgain(ctx, shares) {
	await makeDueAgain(ctx.db, ctx.engine, ctx.clock.now(), shares);
	ctx.afterCommit(() => ctx.wake.notify("desired"));
}
//#endregion
//#region packages/server/src/features/locks/warnings.ts
const WARNINGS = {
	rogueAction: "Moved by a remote order that this service did not give.",
	lateAction: "Moved by an order that was given up before: it arrived too late.",
	secretExposed: "The device sent its secret over the wire: its firmware is older than its credentials. Update it, then replace them.",
	flood: "The lock, or all of its account, says more than is taken in: what is too much waits or is dropped.",
	lostEvent: "Something that happened at the lock is lost: it could not be stored, or the lock not keep it for longer."
};
/** Somebody has to look at this: it is in the audit log for good, in the service's log, and counted. */
async function warn(ctx, { account_id: accountId, smartlock_id: smartlockId }, kind, detail, times = 1) {
	await record({
		...ctx,
		actor: {
			accountId: null,
			name: "unknown"
		}
	}, {
		action: `smartlock.${kind}`,
		subject: smartlockId,
		detail
	});
	ctx.afterCommit(() => {
		ctx.metrics.securityWarnings.inc({ kind }, times);
		ctx.log.warn({
			kind,
			accountId,
			smartlockId,
			...detail
		}, `security: ${WARNINGS[kind]}`);
	});
}
//#endregion
//#region packages/server/src/features/locks/connection/store.ts
/** Connections of a lock that are remembered: years of them, or hours of a lock that somebody keeps throwing out. */
const KEPT = 1e3;
/**
* Was this said in an earlier connection, or by a memory that the lock has lost since? A lock makes a new session for
* every connection and never takes an epoch up again, so whoever says it now only repeats what they heard.
*/
async function isFormer(db, lock, { sessionId, epoch }) {
	return await db.selectFrom("device_session").select("session_id").where("account_id", "=", lock.account_id).where("smartlock_id", "=", lock.smartlock_id).where((e) => epoch === lock.epoch ? e("session_id", "=", sessionId) : e.or([e("session_id", "=", sessionId), e("epoch", "=", epoch)])).limit(1).executeTakeFirst() !== void 0;
}
/** Notes a new connection, and the one before it, which may be from before they were noted. */
async function remember(db, lock, announced, now) {
	const { account_id, smartlock_id } = lock;
	const before = lock.session_id !== null && lock.epoch !== null ? [{
		session_id: lock.session_id,
		epoch: lock.epoch,
		seen_at: now - 1
	}] : [];
	const fresh = {
		session_id: announced.sessionId,
		epoch: announced.epoch,
		seen_at: now
	};
	await db.insertInto("device_session").values([...before, fresh].map((row) => ({
		account_id,
		smartlock_id,
		...row
	}))).onConflict((c) => c.doNothing()).execute();
	const ofLock = {
		account_id,
		smartlock_id
	};
	const oldest = await db.selectFrom("device_session").select("seen_at").where((e) => e.and(ofLock)).orderBy("seen_at", "desc").limit(1).offset(KEPT).executeTakeFirst();
	if (oldest) await db.deleteFrom("device_session").where((e) => e.and(ofLock)).where("seen_at", "<=", oldest.seen_at).execute();
}
//#endregion
//#region packages/server/src/features/locks/connection/service.ts
/**
* The lock connected. Whatever was meant for an earlier connection will not run any more. Returns whether the
* connection is a new one; one that was announced before is none, whoever kept its words.
*/
async function applyOnline(ctx, lock, announced) {
	const known = {
		epoch: lock.epoch,
		eventSeq: lock.event_seq
	};
	const told = {
		epoch: announced.epoch,
		oldest: announced.oldestEvent
	};
	const resumeAt = resumeEventsAt(known, told);
	if (lock.session_id === announced.sessionId) {
		if (lock.server_state !== SERVER_STATE.ok) return false;
		if (resumeAt > lock.event_seq) {
			change(ctx, lock, { event_seq: resumeAt });
			await warnOfLoss(ctx, lock, countLostEvents(known, told), resumeAt);
		}
		return false;
	}
	if (await isFormer(ctx.db, lock, announced)) {
		ctx.metrics.droppedMessages.inc({ reason: "replayed" });
		return false;
	}
	await remember(ctx.db, lock, announced, ctx.clock.now());
	await endActionsOfOtherSessions(ctx, lock, announced.sessionId);
	const isSameMemory = lock.epoch === announced.epoch;
	const wasOnline = lock.server_state === SERVER_STATE.ok;
	change(ctx, lock, {
		server_state: SERVER_STATE.ok,
		session_id: announced.sessionId,
		session_username: announced.username,
		session_counter: 0,
		epoch: announced.epoch,
		protocol_minor: announced.minor,
		state_seq: isSameMemory ? lock.state_seq : 0,
		event_seq: resumeAt
	});
	await warnOfLoss(ctx, lock, countLostEvents(known, told), resumeAt);
	await release(ctx, lock);
	await desireDefaultZone(ctx, lock);
	if (!wasOnline) await emit(ctx, [statusEvent(lock, ["online"])]);
	if (announced.isLegacy) ctx.afterCommit(() => warnOfLegacy(ctx, lock, announced.minor));
	return true;
}
/** What the lock could not keep until it was heard: somebody may miss just that. */
async function warnOfLoss(ctx, lock, count, upTo) {
	if (count === 0) return;
	await warn(ctx, lock, "lostEvent", {
		events: `${upTo - count + 1}-${upTo}`,
		count: String(count)
	}, count);
}
/** Once per connection. On the door's page it stands as long as such a login works. */
function warnOfLegacy(ctx, { smartlock_id: smartlockId, device_id }, minor) {
	const todo = minor === 0 ? "Update its firmware, then replace its credentials" : "Replace its credentials";
	ctx.log.warn({
		smartlockId,
		deviceId: device_id,
		protocol: `LDP/1.${minor}`
	}, `security: a device logs in with its secret itself, so whoever sees that can sign in its name. ${todo}.`);
}
/** The connection is gone; a goodbye of an older connection says nothing about the current one. */
async function applyOffline(ctx, lock, sessionId) {
	if (lock.session_id !== sessionId || lock.server_state !== SERVER_STATE.ok) return;
	await loseConnection(ctx, lock);
}
/** The lock is not connected any more, whoever noticed. */
async function loseConnection(ctx, lock) {
	await endActionsOfOtherSessions(ctx, lock, "");
	await hold$1(ctx, lock);
	keep(ctx, lock, { server_state: SERVER_STATE.offline });
	await emit(ctx, [statusEvent(lock, ["offline"])]);
}
/** A device came with credentials that do not work (any more). A lock that is connected is not affected by that. */
async function applyWrongCredentials(ctx, lock) {
	if (lock.server_state === SERVER_STATE.ok || lock.server_state === SERVER_STATE.authInvalid) return;
	keep(ctx, lock, { server_state: SERVER_STATE.authInvalid });
	await emit(ctx, [statusEvent(lock)]);
}
/** Not handed over yet: surely not run, expired. Handed over: nobody knows, unless proof comes later (8.4). */
async function endActionsOfOtherSessions(ctx, lock, sessionId) {
	await ctx.late.write(ctx, LATE.operations);
	for (const operation of await openOfOtherSessions(ctx, lock.smartlock_id, sessionId)) {
		const wasSent = operation.status === "sent";
		await endAction(ctx, lock, operation, wasSent ? "unknown" : "expired", {
			errorCode: "ff",
			error: wasSent ? "The connection was lost before the lock reported a result." : "The connection was lost before the command was sent."
		});
	}
}
//#endregion
//#region packages/server/src/features/locks/credentials/login-watch.ts
/** User names remembered; a device that is turned away tries again every few seconds. */
const MAX_WARNED = 1e3;
/** Warns of logins that give something away: in the audit log once, in the service's log once per process. */
function createLoginWatch() {
	const warned = new LRUCache({ max: MAX_WARNED });
	return { async secretShown(ctx, lock, username) {
		if (await markExposed(ctx.db, username, ctx.clock.now())) {
			await warn(ctx, lock, "secretExposed", { username });
			await updateWarning(ctx, lock);
		} else if (!warned.has(username)) ctx.log.warn({
			username,
			smartlockId: lock.smartlock_id
		}, `security: ${WARNINGS.secretExposed}`);
		warned.set(username, true);
	} };
}
//#endregion
//#region packages/server/src/features/locks/credentials/revocations.ts
const REVOKED_POLL_MS = 5e3;
/** Whoever is connected with credentials that ended is disconnected. */
function createRevocations(system) {
	const { clock, db, log } = system;
	let bus;
	let cancelTimer = () => {};
	async function look() {
		cancelTimer();
		const lookedAt = clock.now();
		await disconnectRevoked(system, (username) => bus?.disconnect(username)).catch((error) => log.error({ err: error }, "looking for revoked credentials failed")).finally(() => {
			cancelTimer();
			if (bus) cancelTimer = clock.after(REVOKED_POLL_MS, look, () => nextCredentialEnd(db, lookedAt));
		});
	}
	return {
		start(startedBus) {
			bus = startedBus;
			look();
		},
		look: () => void look(),
		stop() {
			bus = void 0;
			cancelTimer();
		}
	};
}
async function disconnectRevoked(system, disconnect) {
	const { clock, db } = system;
	for (const { username } of await listRevokedLogins(db, clock.now())) await disconnect(username);
	for (const ended of await listEndedCredentials(db, clock.now())) {
		const { username, account_id, smartlock_id } = ended;
		await disconnect(username);
		await inTransaction({
			...system,
			accountId: account_id
		}, async (tx) => {
			const lock = await findForUpdate(tx.db, tx.engine, account_id, smartlock_id);
			if (!lock) return;
			if (isOnline(lock.server_state) && lock.session_username === username) await loseConnection(tx, lock);
			if (lock.credentials_warning !== null) await updateWarning(tx, lock);
		});
	}
}
//#endregion
//#region packages/server/src/features/locks/credentials/directory.ts
/** Another process may revoke a secret; we hear of it at once by a wake-up, and by this time at the latest. */
const KEY_LIFE_MS = 1e3;
/** With SQLite there is no other process. */
const KEY_LIFE_ALONE_MS = 6e4;
const MAX_KEYS = 2e4;
/** For so long a message waits for a database out of reach; then it is dropped, and the device sends it again. */
const KEYS_WITHIN_MS = 3e4;
function createDeviceAccess(platform, db) {
	const system = systemContext(platform, db, 0);
	const watch = createLoginWatch();
	const keys = createSigningKeys(system);
	const revocations = createRevocations(system);
	let unlisten = () => {};
	let isStopped = false;
	return {
		authenticate: (username, password) => authenticate(system, watch, username, password),
		keys(deviceId) {
			const until = performance.now() + KEYS_WITHIN_MS;
			return untilReached(() => keys.within(db, deviceId), () => isStopped || performance.now() > until);
		},
		keysWithin: keys.within,
		async start(bus) {
			const forgotten = await forgetSecrets(system);
			if (forgotten > 0) platform.log.info({ devices: forgotten }, "secrets of devices turned into keys");
			unlisten = platform.wake.listen("credential", (about) => {
				keys.forget(about);
				revocations.look();
			});
			revocations.start(bus);
		},
		stop() {
			isStopped = true;
			revocations.stop();
			unlisten();
		}
	};
}
/** Asked for at every message of a device, so they are kept for a while. */
function createSigningKeys(system) {
	const cache = new LRUCache({ max: MAX_KEYS });
	const lifeMs = system.engine === "postgres" ? KEY_LIFE_MS : KEY_LIFE_ALONE_MS;
	return {
		forget(about) {
			if (about === "all") cache.clear();
			else for (const [id, { accountId }] of cache.entries()) if (about.has(accountId)) cache.delete(id);
		},
		async within(db, deviceId) {
			const now = system.clock.now();
			const cached = cache.get(deviceId);
			if (cached && cached.until > now) return cached.keys;
			const keys = await signersOf({
				...system,
				db
			}, deviceId);
			const [current] = keys;
			if (!current) return [];
			const ends = keys.map(({ validUntil }) => validUntil ?? Number.POSITIVE_INFINITY);
			cache.set(deviceId, {
				accountId: current.accountId,
				keys,
				until: Math.min(now + lifeMs, ...ends)
			});
			return keys;
		}
	};
}
async function authenticate(system, watch, username, password) {
	const found = await checkLogin(system, username, password);
	if (!found) return void 0;
	if (found.verdict === "right") return {
		deviceId: found.deviceId,
		username
	};
	await inTransaction({
		...system,
		accountId: found.accountId
	}, async (tx) => {
		const lock = await findForUpdate(tx.db, tx.engine, tx.accountId, found.smartlockId);
		if (!lock) return;
		await applyWrongCredentials(tx, lock);
		if (found.verdict === "secretShown") await watch.secretShown(tx, lock, username);
	});
}
/**
* How the driver reaches a lock that is connected; undefined when the credentials of its connection were revoked. Then
* whoever is still on that connection must hear nothing any more, settings and codes least of all.
*/
async function addressOf(ctx, access, lock) {
	const key = (await access.keysWithin(ctx.db, lock.device_id)).find(({ username }) => username === lock.session_username)?.key;
	return key && {
		smartlockId: lock.smartlock_id,
		deviceId: lock.device_id,
		type: lock.type,
		sessionId: lock.session_id,
		key
	};
}
//#endregion
//#region packages/server/src/features/locks/capability/service.ts
/** Authorizations a lock holds (D54). */
const SLOTS = 200;
/** Characters of a name that a lock holds, and of one its keypad does (4.14). */
const NAME_LENGTHS = {
	default: 32,
	keypad: 20
};
/** Code rules of devices that report none of their own (D51). */
const CODE = {
	length: 6,
	alphabet: "123456789",
	forbiddenPrefixes: ["12"],
	uniqueness: "window"
};
/** The rules of a lock's codes (D51), by its own word where it says one. */
function codeRules(told) {
	if (!told) return {
		...CODE,
		minLength: CODE.length,
		maxLength: CODE.length
	};
	const { minDigits: minLength, maxDigits: maxLength, alphabet, forbiddenPrefixes, unique: uniqueness } = told;
	return {
		length: Math.min(Math.max(CODE.length, minLength), maxLength),
		minLength,
		maxLength,
		alphabet,
		forbiddenPrefixes: [.../* @__PURE__ */ new Set(["0", ...forbiddenPrefixes])],
		uniqueness
	};
}
const windowsOf = (told) => ({
	dates: true,
	weekDays: true,
	timesOfDay: true,
	granularityMinutes: 1,
	datesKeptBy: told?.windows.dates ?? "lock",
	weeklyKeptBy: told?.windows.weekly ?? "lock"
});
/** What a lock can do (4.25): by its own word, or by its type and by what it is to be like. */
function capabilityOf$1(view, slotsUsed) {
	const { row } = view;
	const type = row.type;
	const config = presentSection(row.config, "config", view.pending);
	const told = toldCapability(row);
	const total = told?.codes?.places ?? SLOTS;
	return {
		smartlockId: row.smartlock_id,
		keypad: told ? told.codes !== void 0 : config?.keypadPaired === true || config?.keypad2Paired === true,
		code: codeRules(told?.codes),
		nameMaxLength: {
			...NAME_LENGTHS,
			...told?.codes && { keypad: told.codes.nameLength }
		},
		slots: {
			total,
			used: slotsUsed,
			free: Math.max(total - slotsUsed, 0)
		},
		window: windowsOf(told),
		actions: actionsOf(type, told),
		options: optionsOf(type, told),
		timeZone: zoneOf(config?.timezoneId),
		remoteUnlock: switchesOf(row).remoteUnlock,
		...told && { told }
	};
}
//#endregion
//#region packages/server/src/features/locks/enrolment/new-lock.ts
/** Stores a lock that nobody can log in as yet, and tells of it; undefined when the device id is taken. */
async function insertLock(ctx, lock) {
	const { type: _type, name: _name, deviceId: _id, virtualDevice: _virtual, ...served } = lock;
	const now = ctx.clock.now();
	const row = await insert$2(ctx.db, {
		smartlock_id: smartlockIdOf(lock.type, lock.deviceId),
		account_id: ctx.accountId,
		device_id: lock.deviceId,
		type: lock.type,
		name: lock.name,
		favorite: 0,
		virtual: lock.virtualDevice ? 1 : 0,
		driver: "native",
		gateway_id: null,
		gateway_key: null,
		vendor: null,
		model: null,
		capability: null,
		auth_id: 0,
		server_state: SERVER_STATE.unregistered,
		admin_pin_state: 0,
		firmware_version: null,
		hardware_version: null,
		state: null,
		config: null,
		advanced_config: null,
		web_config: null,
		admin_pin_sealed: null,
		error: null,
		action_operation_id: null,
		session_id: null,
		session_username: null,
		session_counter: 0,
		epoch: null,
		state_seq: 0,
		event_seq: 0,
		last_seen_at: null,
		credentials_warning: null,
		remote_unlock: null,
		remove_ungranted: null,
		created_at: now,
		updated_at: now,
		...served
	});
	if (!row) return void 0;
	ctx.afterCommit(() => ctx.wake.notify("lock", row.smartlock_id));
	const payload = masterdataPayload(row);
	await emit(ctx, [{
		feature: "DEVICE_MASTERDATA",
		smartlockId: row.smartlock_id,
		payload,
		notices: ["added"]
	}]);
	const detail = {
		name: row.name,
		deviceId: row.device_id
	};
	await record(ctx, {
		action: "smartlock.created",
		subject: row.smartlock_id,
		detail
	});
	return row;
}
//#endregion
//#region packages/server/src/features/locks/enrolment/served.ts
/** Locks of others, which a gateway serves. */
/** Device ids are of eight digits: with a million locks one in four thousand is taken. */
const TRIES = 8;
/**
* Stores a lock that a gateway found. Whoever made it, it is of the oldest type, which every client knows and expects
* least of (D141); what it can do it says itself. Its gateway asks for its credentials.
*/
async function adopt(ctx, { gatewayId, key, family, vendor, model, capability, name }) {
	for (let i = 0; i < TRIES; i++) {
		const row = await insertLock(ctx, {
			type: SMARTLOCK_TYPE.keyturner,
			name,
			deviceId: ctx.ids.random().slice(0, 8).toUpperCase(),
			driver: family,
			gateway_id: gatewayId,
			gateway_key: key,
			vendor: vendor ?? null,
			model: model ?? null,
			capability: capability ? JSON.stringify(capability) : null
		});
		if (row) return row;
	}
	throw new Error("no free device id was found");
}
const findServed = (ctx, gatewayId, key) => findServed$1(ctx.db, ctx.accountId, gatewayId, key);
const listServed = (ctx, gatewayId) => listServed$1(ctx.db, ctx.accountId, gatewayId);
const countServed = (ctx) => countServed$1(ctx.db, ctx.accountId);
/** What the locks of a gateway log in with ends at once: another box is to serve them. */
async function endServed(ctx, gatewayId) {
	const ids = (await listServed(ctx, gatewayId)).map((row) => row.smartlock_id);
	if (ids.length === 0) return;
	const held = await listForUpdate(ctx.db, ctx.engine, ctx.accountId, ids);
	await endCredentials(ctx, held);
	for (const row of held) if (isOnline(row.server_state)) await loseConnection(ctx, row);
}
/** What ended is remembered for a day, by every process: a gateway that asks without end must not fill that. */
const RENEWALS_PER_HOUR = 20;
/** New credentials for a lock, asked for by the gateway that serves it; those before end at once. */
const renewServed = (ctx, smartlockId) => inTransaction(ctx, async (tx) => {
	const row = await findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId) ?? tx.fail("not_found");
	const waitMs = await waitToReplace(tx, row, RENEWALS_PER_HOUR);
	if (waitMs > 0) fail("rate_limited", { retryAfterSeconds: Math.ceil(waitMs / 1e3) });
	const credentials = await replaceCredentials(tx, row, 0);
	if (isOnline(row.server_state)) await loseConnection(tx, row);
	const detail = { username: credentials.username };
	await record(tx, {
		action: "smartlock.credentialsReplaced",
		subject: smartlockId,
		detail
	});
	return credentials;
});
//#endregion
//#region packages/server/src/features/locks/enrolment/service.ts
/** Registers a lock in the caller's account; its credentials are shown this once. */
async function register(ctx, lock) {
	return withinLockQuota(ctx, async (tx) => {
		const deviceId = lock.deviceId?.toUpperCase() ?? tx.ids.random().slice(0, 8).toUpperCase();
		const enrolled = await enrol(tx, {
			...lock,
			deviceId
		});
		if (enrolled) return enrolled;
		const own = await find$2(tx.db, tx.accountId, smartlockIdOf(lock.type, deviceId));
		return tx.fail("smartlock_exists", own ? {} : { isGuess: true });
	});
}
/** Runs `work` while the account gets no other lock, and refuses when it has as many as it may. */
const withinLockQuota = (ctx, work) => withinQuota(ctx, ctx.accountId, {
	limit: ctx.limits.smartlocks,
	of: "smartlocks per account",
	count: (tx) => count(tx.db, tx.accountId)
}, work);
/** Stores a lock with fresh credentials; undefined when the device id is taken. */
async function enrol(ctx, lock) {
	const row = await insertLock(ctx, lock);
	if (!row) return void 0;
	const credentials = await issueCredentials(ctx, row);
	const { username } = credentials;
	await record(ctx, {
		action: "smartlock.credentialsCreated",
		subject: row.smartlock_id,
		detail: { username }
	});
	return {
		row,
		credentials
	};
}
/** A lock of the sandbox: registered on the first start, given new credentials on every later one. */
async function enrolOrRenew(ctx, lock) {
	const known = await findForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockIdOf(lock.type, lock.deviceId));
	return known ? replaceCredentials(ctx, known, 0) : (await enrol(ctx, lock))?.credentials;
}
/**
* New credentials; the old ones stop after the grace, at once without one. Whatever logs in with the new ones is the lock
* from then on and is handed its codes: the caller has shown who they are, and the owner gets to know of it (D107).
*/
async function rotateCredentials(ctx, smartlockId, graceMinutes = 0) {
	return inTransaction(ctx, async (tx) => {
		const { account_id, name } = await find$2(tx.db, tx.accountId, smartlockId) ?? tx.fail("not_found");
		await warn$1(tx, account_id, "deviceCredentialsReplaced", { what: name });
		const row = await findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId) ?? tx.fail("not_found");
		const credentials = await replaceCredentials(tx, row, graceMinutes * 6e4);
		if (graceMinutes === 0 && isOnline(row.server_state)) await loseConnection(tx, row);
		const detail = {
			username: credentials.username,
			graceMinutes: String(graceMinutes)
		};
		await record(tx, {
			action: "smartlock.credentialsReplaced",
			subject: smartlockId,
			detail
		});
		return credentials;
	});
}
//#endregion
//#region packages/server/src/features/locks/log/search-store.ts
/** As they came in; what is searched for, by its day. Each order has its indexes. */
const isByDate = ({ accountUserId, authId, fromDate, toDate, action }) => [
	accountUserId,
	authId,
	fromDate,
	toDate,
	action
].some((wanted) => wanted !== void 0);
/**
* Newest first. What a person or a right did is found by their index, and the rest of what is asked for is looked for in
* there; everything else has an index of its own, so that what is not there is known at once.
*/
async function list$1(db, accountId, filter) {
	const { smartlockId, smartlockIds, accountUserId, authId, limit } = filter;
	if (authId !== void 0 || accountUserId !== void 0) return listOfPerson(db, accountId, filter);
	if (smartlockIds && smartlockId === void 0) return listOfLocks(db, accountId, filter, [...smartlockIds]);
	return from(db, accountId, filter, pathOf(filter, ofLock(filter)), filter.after).selectAll().limit(limit).execute();
}
/** All of it, or what is of a lock; of one action, where it is asked for. */
function pathOf(filter, lock) {
	const { action } = filter;
	const order = isByDate(filter) ? ["date"] : lock.length > 0 ? [] : ["account"];
	const kind = action === void 0 ? order : ["action"];
	return {
		index: [...lock.length > 0 ? ["smartlock"] : [], ...kind].join("_"),
		conditions: [...lock, ...ofAction(filter)]
	};
}
const ofLock = ({ smartlockId }) => smartlockId === void 0 ? [] : [(e) => e("smartlock_id", "=", smartlockId)];
const ofAction = ({ action }) => action === void 0 ? [] : [(e) => e("action", "=", action)];
/**
* Entries behind a place, in the order of the list. SQLite is told the index: it knows nothing of how many rows there are
* of a kind, and would rather go through all days than through those of a lock.
*/
const from = (db, accountId, filter, { index, conditions }, after) => {
	const named = sql`smartlock_log indexed by ${sql.ref(`smartlock_log_${index}`)}`;
	return (engineOf(db) === "sqlite" ? db.selectFrom(sql`smartlock_log`.as(named)) : db.selectFrom("smartlock_log")).where("account_id", "=", accountId).where((e) => e.and([...conditions, ...withinDates(filter)].map((condition) => condition(e)))).$if(after !== void 0, (q) => q.where((e) => isBehind(e, filter, after))).$if(isByDate(filter), (q) => q.orderBy("date", "desc")).orderBy("id", "desc");
};
const withinDates = ({ fromDate, toDate }) => [...fromDate === void 0 ? [] : [(e) => e("date", ">=", fromDate)], ...toDate === void 0 ? [] : [(e) => e("date", "<=", toDate)]];
const isBehind = (e, filter, { date, id }) => isByDate(filter) ? sql`(${e.ref("date")}, ${e.ref("id")}) < (${date}, ${id})` : e("id", "<", id);
async function listOfPerson(db, accountId, filter) {
	const { accountUserId, authId, smartlockIds, limit } = filter;
	const byUser = (e) => e("account_user_id", "=", accountUserId);
	const byRight = (e) => e("auth_id", "=", authId);
	const path = authId === void 0 ? {
		index: "user",
		conditions: [byUser]
	} : {
		index: "auth",
		conditions: [byRight]
	};
	const rest = [
		...authId !== void 0 && accountUserId !== void 0 ? [byUser] : [],
		...ofLock(filter),
		...smartlockIds ? [(e) => isOneOf(db, e.ref("smartlock_id"), smartlockIds)] : [],
		...ofAction(filter)
	];
	const behind = (after) => from(db, accountId, filter, path, after);
	if (rest.length === 0) return behind(filter.after).selectAll().limit(limit).execute();
	const { rows } = await readInSlices(db, {
		limit,
		nth: (after = filter.after, n) => behind(after).select(["date", "id"]).offset(n - 1).limit(1).executeTakeFirst(),
		fitting: (after = filter.after, upTo, wanted) => behind(after).selectAll().where((e) => e.and(rest.map((condition) => condition(e)))).$if(upTo !== void 0, (q) => q.where(({ eb }) => eb.not(isBehind(eb, filter, upTo)))).limit(wanted).execute()
	});
	return rows;
}
/** The newest of each lock, and of these the newest: one look into an index for each lock. */
async function listOfLocks(db, accountId, filter, smartlockIds) {
	const { after, limit } = filter;
	const ids = JSON.stringify(smartlockIds);
	const newestOf = (lock) => {
		const isOf = (e) => sql`${e.ref("smartlock_id")} = ${lock}`;
		return from(db, accountId, filter, pathOf(filter, [isOf]), after).limit(limit);
	};
	const order = isByDate(filter) ? sql`entry.date desc, entry.id desc` : sql`entry.id desc`;
	return (await (engineOf(db) === "sqlite" ? sql`select entry.* from json_each(${ids}) as lock join smartlock_log as entry
          on entry.rowid in (${newestOf(sql`lock.value`).select(sql`rowid`.as("row"))})
          order by ${order} limit ${limit}` : sql`select entry.* from json_array_elements_text(cast(${ids} as json)) as lock(id)
          cross join lateral (${newestOf(sql`cast(lock.id as bigint)`).selectAll()}) as entry
          order by ${order} limit ${limit}`).execute(db)).rows;
}
//#endregion
//#region packages/server/src/features/locks/log/store.ts
const insert = insertAll("smartlock_log", (db) => db.insertInto("smartlock_log"));
/** The day of an entry, if it is still there. */
const findDate = async (db, accountId, id) => (await db.selectFrom("smartlock_log").select("date").where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst())?.date;
//#endregion
//#region packages/server/src/features/locks/log/service.ts
/** Appends to the log of a lock; together with whatever else the transaction appends. */
const append = (ctx, row) => ctx.late.add(LOCK_LOG, row);
const LOCK_LOG = {
	rank: LATE.logs,
	write: ({ db }, rows) => insert(db, rows)
};
const listLog = (ctx, query) => search(ctx, query, onlyTheirs$1(ctx.principal));
async function listLogOf(ctx, smartlockId, query) {
	if (!await find$2(ctx.db, ctx.accountId, smartlockId)) ctx.fail("not_found");
	return search(ctx, query, { smartlockId });
}
async function search(ctx, { fromDate, toDate, id, limit = 20, ...rest }, where) {
	const filter = {
		...rest,
		...where,
		...fromDate !== void 0 && { fromDate: Date.parse(fromDate) },
		...toDate !== void 0 && { toDate: Date.parse(toDate) },
		limit
	};
	const after = id === void 0 ? void 0 : await placeOf(ctx, id, isByDate(filter));
	return list$1(ctx.db, ctx.accountId, {
		...filter,
		...after && { after }
	});
}
/** An entry that is gone stood about where its id was made. */
async function placeOf(ctx, id, needsDate) {
	return {
		id,
		date: (needsDate ? await findDate(ctx.db, ctx.accountId, id) : void 0) ?? timeOfId(id)
	};
}
/** Some of what a deleted account left behind; how many there were. */
const removeSomeOfLog = (ctx, accountId, limit) => deleteSomeOf(ctx.db, GROWING_TABLES.smartlockLog, accountId, limit);
//#endregion
//#region packages/server/src/features/locks/questions/service.ts
/** A lock says at once that it has taken an action on, and moves for a second or two: whoever is silent for longer is asked. */
const PATIENCE_MS = 1500;
/** Asked at once; each answers with a word. */
const MOST_ASKED = 1e3;
/** An answer can get lost like an order. After so many the deadline decides. */
const MOST_TIMES = 3;
function createQuestions(driver, access) {
	const times = /* @__PURE__ */ new Map();
	const leaving = /* @__PURE__ */ new Set();
	/** Not waited for: on a link that says nothing any more that would take until it is given up. */
	function count({ id }, sending) {
		times.set(id, (times.get(id) ?? 0) + 1);
		const task = sending.then(({ status }) => status === "sent").catch(() => false).then((hasLeft) => {
			if (!hasLeft) times.delete(id);
			leaving.delete(task);
		});
		leaving.add(task);
	}
	return {
		async ask(system, shares) {
			const sentBefore = system.clock.now() - PATIENCE_MS;
			const silent = await sentActions(system, shares, MOST_ASKED, sentBefore);
			const ids = new Set(silent.map(({ id }) => id));
			for (const id of times.keys()) if (!ids.has(id)) times.delete(id);
			const asked = silent.filter(({ id }) => (times.get(id) ?? 0) < MOST_TIMES);
			for (const { action, sending } of await askAbout(system, driver, access, asked)) count(action, sending);
		},
		beginAnew: () => times.clear(),
		nextAt: ({ limits }, deadline) => deadline - limits.actionProofMs + PATIENCE_MS,
		async idle() {
			while (leaving.size > 0) await Promise.all(leaving);
		}
	};
}
/** Asks about all that is under way with the locks of these shares, as whoever has just come to serve them does. */
async function askAboutAll(system, driver, access, shares) {
	const asked = await askAbout(system, driver, access, await sentActions(system, shares, MOST_ASKED), { orForReport: true });
	await Promise.all(asked.map(({ sending }) => sending));
}
async function askAbout(system, driver, access, actions, { orForReport = false } = {}) {
	if (actions.length === 0) return [];
	const rows = await findAny$1(system.db, new Set(actions.map(({ smartlock_id }) => smartlock_id)));
	const locks = new Map(rows.map((row) => [row.smartlock_id, row]));
	const asked = [];
	for (const action of actions) {
		const lock = locks.get(action.smartlock_id);
		const isCurrent = lock?.action_operation_id === action.id && lock.session_id === action.session_id;
		const isNew = lock && isCurrent && canBeAsked(lock);
		const ctx = {
			...system,
			accountId: action.account_id
		};
		const device = lock && (isNew || orForReport) && await addressOf(ctx, access, lock);
		if (!device) continue;
		const command = {
			id: action.id,
			counter: lock.session_counter
		};
		const sending = isNew ? driver.askAbout(device, command) : driver.requestReport(device, system.ids.timeOrdered());
		asked.push({
			action,
			sending
		});
	}
	return asked;
}
//#endregion
//#region packages/server/src/features/locks/ownership/resume.ts
/**
* Takes up what was under way with the locks of these shares: what they answered while nobody listened, they are asked
* once more. Nothing is carried out twice by that: a setting has its revision, and of a movement it is only asked what became
* of it.
*/
async function resume(system, driver, access, shares) {
	await inTransaction(system, (tx) => sendAgain(tx, shares));
	await inTransaction(system, (tx) => tx.ports.locksTaken(tx, shares));
	await askAboutAll(system, driver, access, shares);
}
//#endregion
//#region packages/server/src/features/locks/service.ts
/** The locks with what they are asked to be like; two queries, however many locks there are. */
async function list(ctx, filter) {
	const rows = await list$4(ctx.db, ctx.accountId, {
		...filter,
		...onlyTheirs$1(ctx.principal)
	});
	const pending = Map.groupBy(await listPending(ctx.db, ctx.accountId), (row) => row.smartlock_id);
	return rows.map((row) => ({
		row,
		pending: pending.get(row.smartlock_id) ?? []
	}));
}
/** Those of these locks that are there, in no order. */
async function views(ctx, smartlockIds) {
	const rows = await list$4(ctx.db, ctx.accountId, { smartlockIds: new Set(smartlockIds) });
	const waiting = await listPending(ctx.db, ctx.accountId, smartlockIds);
	const pending = Map.groupBy(waiting, (row) => row.smartlock_id);
	return rows.map((row) => ({
		row,
		pending: pending.get(row.smartlock_id) ?? []
	}));
}
/** One lock with what it is asked to be like. */
async function view(ctx, smartlockId) {
	return {
		row: await get(ctx, smartlockId),
		pending: await listPendingOf(ctx.db, ctx.accountId, smartlockId)
	};
}
/** The lock, or the same 404 whether it is missing or somebody else's (D38). */
async function get(ctx, smartlockId) {
	return await find$2(ctx.db, ctx.accountId, smartlockId) ?? ctx.fail("not_found");
}
/** Refuses unless every one of them is the account's own (D38). */
async function assertOwn(ctx, smartlockIds) {
	const own = await namesOf(ctx, smartlockIds);
	if (smartlockIds.some((id) => !own.has(id))) ctx.fail("not_found");
}
/** The names of several locks in one query, by id. */
async function namesOf(ctx, smartlockIds) {
	if (smartlockIds.length === 0) return /* @__PURE__ */ new Map();
	const rows = await listByIds$2(ctx.db, ctx.accountId, smartlockIds);
	return new Map(rows.map((row) => [row.smartlock_id, row.name]));
}
/** Those of these locks that have a keypad, as last reported, in the order given. */
async function withKeypad(ctx, smartlockIds) {
	const able = (await listByIds(ctx, smartlockIds)).filter((row) => capabilityOf({
		row,
		pending: []
	}).keypad);
	const ids = new Set(able.map((row) => row.smartlock_id));
	return smartlockIds.filter((id) => ids.has(id));
}
/** Those of these locks that are online. */
async function onlineAmong(ctx, smartlockIds) {
	return (await listByIds(ctx, smartlockIds)).filter((row) => isOnline(row.server_state)).map((row) => row.smartlock_id);
}
const listByIds = async (ctx, smartlockIds) => smartlockIds.length === 0 ? [] : listByIds$2(ctx.db, ctx.accountId, smartlockIds);
/** Several locks, held until the transaction ends, in the order of their ids; those that are not there are left out. */
const hold = (ctx, smartlockIds) => smartlockIds.length === 0 ? Promise.resolve([]) : listForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockIds);
/** What a lock can do (4.25). */
const capabilityOf = (view, slotsUsed = 0) => capabilityOf$1(view, slotsUsed);
/** Changes what the account sets about the lock for itself; the device is not asked. */
async function update(ctx, smartlockId, changes) {
	const columns = columnsOf$1(changes);
	if (Object.keys(columns).length === 0) return;
	await inTransaction(ctx, async (tx) => {
		const row = await update$2(tx.db, tx.accountId, smartlockId, {
			...columns,
			updated_at: tx.clock.now()
		});
		await emit(tx, [{
			feature: "DEVICE_MASTERDATA",
			smartlockId,
			payload: masterdataPayload(row)
		}]);
	});
}
/**
* Deletes a lock (D63): its credentials die with it and whoever is connected with them is disconnected; what waits for it
* is cancelled. Its log stays until retention ends.
*/
async function remove(ctx, smartlockId) {
	await inTransaction(ctx, async (tx) => {
		await tx.ports.lockRemoved(tx, await get(tx, smartlockId));
		await tx.ports.holdPlacesOf(tx, smartlockId);
		const lock = await findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId) ?? tx.fail("not_found");
		await cancelAll(tx, smartlockId);
		await tx.ports.removeRights(tx, smartlockId);
		await revokeLogins(tx, lock);
		await remove$1(tx.db, tx.accountId, smartlockId);
		await emit(tx, [{
			feature: "DEVICE_MASTERDATA",
			smartlockId,
			payload: masterdataPayload(lock, true),
			notices: ["removed"]
		}]);
		const detail = {
			name: lock.name,
			deviceId: lock.device_id
		};
		await record(tx, {
			action: "smartlock.deleted",
			subject: smartlockId,
			detail
		});
		tx.afterCommit(() => tx.wake.notify("lock", smartlockId));
	});
}
//#endregion
export { endAction as $, staleAt as $t, addressOf as A, move as At, changeWebConfigs as B, holdOnline as Bt, adopt as C, isOfShares as Ct, listServed as D, end as Dt, findServed as E, readInSlices as Et, WARNINGS as F, removeEndedCredentials as Ft, applySyncResult as G, stateOf as Gt, requestSync as H, present as Ht, warn as I, removeRevokedLogins as It, find as J, isOnline as Jt, configEvent as K, webConfigOf as Kt, desireDefaultZone as L, findForUpdate as Lt, applyOffline as M, untilReached as Mt, applyOnline as N, revokeAllLogins as Nt, renewServed as O, endAll as Ot, loseConnection as P, listLogins as Pt, nextRevision as Q, smartlockIdOf as Qt, changeAdvancedConfig as R, holdAny as Rt, withinLockQuota as S, queuedActions as St, endServed as T, shareOfLock as Tt, setAdminPin as U, ringToOpenTimer as Ut, openAdminPin as V, masterdataPayload as Vt, applySettings as W, shownState as Wt, nextDue as X, judgeMovement as Xt, listDue as Y, judgeEvent as Yt, update$1 as Z, logDeviceType as Zt, listLogOf as _, openCall as _t, list as a, brokerPasswordHash as an, unlock as at, register as b, nextDeadline as bt, remove as c, keep as ct, views as d, acceptFamily as dt, switchesOf as en, endActionOfNone as et, withKeypad as f, endedChildren as ft, listLog as g, markSent as gt, append as h, list$2 as ht, hold as i, GROWING_TABLES as in, operateAdvanced as it, createDeviceAccess as j, maskHeaders as jt, NAME_LENGTHS as k, markLeaving as kt, update as l, statusEvent as lt, createQuestions as m, get$1 as mt, capabilityOf as n, removeHead as nn, lockAdvanced as nt, namesOf as o, unlockAdvanced as ot, resume as p, findAny as pt, infoColumns as q, isOfMemory as qt, get as r, removeSome$1 as rn, operate as rt, onlineAmong as s, change as st, assertOwn as t, emit as tn, lock as tt, view as u, accept as ut, removeSomeOfLog as v, removeSome as vt, countServed as w, shareOfDevice as wt, rotateCredentials as x, overdue as xt, enrolOrRenew as y, requeue as yt, changeConfig as z, holdByDeviceIds as zt };
