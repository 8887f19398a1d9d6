import { ct as isDatabaseAway, m as sql, n as idFloor, s as inDatabaseTransaction, u as engineOf } from "./ids-Do-e9haK.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { setTimeout } from "node:timers/promises";
//#region packages/server/src/platform/store/store-trouble.ts
/** SQLITE_FULL, and IOERR_SHMSIZE: the file beside the log that connections share cannot grow. */
const SQLITE_NO_ROOM = /* @__PURE__ */ new Set([13, 4874]);
/** SQLITE_CORRUPT and NOTADB in all their kinds, and what cannot be read from the disk. */
const SQLITE_DAMAGED = /* @__PURE__ */ new Set([11, 26]);
const SQLITE_UNREADABLE = /* @__PURE__ */ new Set([
	266,
	522,
	8202,
	8458
]);
/** By the codes of PostgreSQL, and of the system for the files beside the database. */
const CODES = {
	"53100": "storage_full",
	ENOSPC: "storage_full",
	EDQUOT: "storage_full",
	XX001: "database_damaged",
	XX002: "database_damaged"
};
function storeTroubleOf(error) {
	const { errcode, code, cause } = error ?? {};
	if (typeof errcode === "number") {
		if (SQLITE_NO_ROOM.has(errcode)) return "storage_full";
		if (SQLITE_DAMAGED.has(errcode & 255) || SQLITE_UNREADABLE.has(errcode)) return "database_damaged";
	}
	if (typeof code === "string" && CODES[code]) return CODES[code];
	return cause === void 0 ? void 0 : storeTroubleOf(cause);
}
/** The database cannot be reached now, or has no room: what was to be stored is as good as before, and can wait. */
const canWaitForStore = (error) => isDatabaseAway(error) || storeTroubleOf(error) === "storage_full";
/** The sentence for a start that met such trouble; anything else is given back as it is. */
function explainedTrouble(error, where = "the database") {
	if (error instanceof StartupError) return error;
	const trouble = storeTroubleOf(error);
	if (trouble === "storage_full") return new StartupError(`The disk that holds ${where} is full: make room there, and start again.`, {
		cause: error,
		mayPass: true
	});
	if (trouble === "database_damaged") return new StartupError(`Damage was found in ${where} (${error.message}): restore a backup, as docs/operations.md says.`, { cause: error });
	return error;
}
//#endregion
//#region packages/server/src/platform/store/bites.ts
/** Rows of one transaction. On SQLite nobody else is served while they go, with their entries in every index. */
const ROWS = {
	sqlite: 100,
	postgres: 1e3
};
/** Between two, so that what waits is not only let in between, but gets most of the time. */
const PAUSE_MS = 10;
/**
* Removes a lot, a little at a time: `remove` takes away so many rows at most and says how many there were. `goOn` throws
* when it is no longer ours to do.
*/
async function inBites(db, remove, goOn) {
	const limit = ROWS[engineOf(db)];
	for (let removed = 0;; await setTimeout(PAUSE_MS)) {
		goOn?.();
		const count = await remove(limit);
		removed += count;
		if (count < limit) return removed;
	}
}
//#endregion
//#region packages/server/src/platform/store/partitions.ts
const isNeeded = ({ isNeeded: stays }, beforeMs) => stays?.(beforeMs) ?? sql`false`;
/** The current month and the next two. */
const MONTHS_AHEAD = 3;
/** Only one process at a time changes partitions. */
const PARTITION_LOCK_ID = 4270913771;
/** Everybody queues behind a waiting schema change, so it does not wait long; the transaction is then tried again. */
const LOCK_TIMEOUT_MS = 200;
const monthAt = (year, month) => {
	const start = new Date(Date.UTC(year, month));
	return {
		name: `y${start.getUTCFullYear()}m${String(start.getUTCMonth() + 1).padStart(2, "0")}`,
		startMs: start.getTime(),
		endMs: Date.UTC(year, month + 1)
	};
};
/**
* Creates the partitions of this month and the next two where they are missing; returns the names of the new ones.
* A month whose rows already lie in the default partition stays there. Does nothing on SQLite.
*/
async function ensurePartitions(db, growing, nowMs) {
	if (engineOf(db) === "sqlite") return [];
	const now = new Date(nowMs);
	const created = [];
	for (const table of growing) {
		const existing = await listPartitions(db, table);
		for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) {
			const month = monthAt(now.getUTCFullYear(), now.getUTCMonth() + ahead);
			const partition = `${table.name}_${month.name}`;
			if (!existing.includes(partition) && await createPartition(db, table, month)) created.push(partition);
		}
	}
	return created;
}
/**
* Drops the months that ended before the limit and hold nothing that is still needed, each as a whole; returns how many.
* Does nothing on SQLite.
*/
async function dropOldPartitions(db, table, beforeMs) {
	if (engineOf(db) === "sqlite") return 0;
	let dropped = 0;
	for (const partition of await listPartitions(db, table)) {
		const [, year, month] = /_y(\d{4,})m(\d\d)$/.exec(partition) ?? [];
		if (!year || !month) continue;
		const which = monthAt(Number(year), Number(month) - 1);
		if (which.endMs <= beforeMs && await dropPartition(db, table, which, beforeMs)) dropped++;
	}
	return dropped;
}
/** Looks before it locks: a month that is still needed is looked at every hour, and nobody has to wait for that. */
async function dropPartition(db, table, month, beforeMs) {
	const partition = `${table.name}_${month.name}`;
	if (await holdsNeeded(db, table, month, beforeMs)) return false;
	return changingPartitions(db, async (tx) => {
		if (!(await listPartitions(tx, table)).includes(partition)) return false;
		await sql`lock table ${sql.table(partition)} in share row exclusive mode`.execute(tx);
		if (await holdsNeeded(tx, table, month, beforeMs)) return false;
		await lockWhole(tx, table);
		await sql`drop table ${sql.table(partition)}`.execute(tx);
		return true;
	});
}
/** Asks the whole table: the month may be gone by the time its own name is used. */
async function holdsNeeded(db, table, month, beforeMs) {
	if (!table.isNeeded) return false;
	const { rows } = await sql`
    select 1 from ${sql.table(table.name)}
    where id >= ${idFloor(month.startMs)} and id < ${idFloor(month.endMs)} and ${isNeeded(table, beforeMs)}
    limit 1`.execute(db);
	return rows.length > 0;
}
/** Two who delete the same rows hold them in the same order. */
const inOrder = (db) => engineOf(db) === "postgres" ? sql`for update` : sql``;
/** Deletes the rows made before the limit, in bites; returns how many. */
const deleteOlderThan = (db, table, beforeMs, goOn) => {
	const target = sql.table(table.name);
	return inBites(db, async (limit) => {
		const { numAffectedRows } = await sql`
        delete from ${target} where id in (
          select id from ${target}
          where id < ${idFloor(beforeMs)} and not ${isNeeded(table, beforeMs)}
          order by id limit ${limit} ${inOrder(db)})`.execute(db);
		return Number(numAffectedRows);
	}, goOn);
};
/** Deletes some rows of one account; returns how many there were. */
async function deleteSomeOf(db, table, accountId, limit) {
	const target = sql.table(table.name);
	const { numAffectedRows } = await sql`
    delete from ${target} where account_id = ${accountId} and id in (
      select id from ${target} where account_id = ${accountId} order by id limit ${limit} ${inOrder(db)})`.execute(db);
	return Number(numAffectedRows);
}
async function listPartitions(db, table) {
	const { rows } = await sql`
    select partition.relname as name
    from pg_inherits join pg_class partition on partition.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = to_regclass(${table.name})
    order by partition.relname`.execute(db);
	return rows.map((row) => row.name);
}
/** Returns false when the month is already there or its rows are in the default partition. */
async function createPartition(db, table, month) {
	const partition = `${table.name}_${month.name}`;
	const from = idFloor(month.startMs);
	const to = idFloor(month.endMs);
	const hasStrays = async (looker) => {
		const fallback = sql.table(`${table.name}_default`);
		const { rows } = await sql`select 1 from ${fallback} where id >= ${from} and id < ${to} limit 1`.execute(looker);
		return rows.length > 0;
	};
	if (await hasStrays(db)) return false;
	return changingPartitions(db, async (tx) => {
		await lockWhole(tx, table);
		if ((await listPartitions(tx, table)).includes(partition) || await hasStrays(tx)) return false;
		await sql`
      create table ${sql.table(partition)} partition of ${sql.table(table.name)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
		return true;
	});
}
const lockWhole = (tx, table) => sql`lock table ${sql.table(table.name)} in access exclusive mode`.execute(tx);
const LOCK_NOT_AVAILABLE = "55P03";
/**
* Returns false when somebody uses the table for so long that it could not be had, as a backup does: it is tried again
* in an hour, and until then rows of a month without a partition go to the default one. Whoever queries locks the table
* before its partitions; where we do it the other way round, it is we who give up before the two wait for each other.
*/
const changingPartitions = async (db, work) => {
	try {
		return await inDatabaseTransaction(db, async (tx) => {
			await sql`select pg_advisory_xact_lock(${PARTITION_LOCK_ID})`.execute(tx);
			await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
			return work(tx);
		});
	} catch (error) {
		if (error.code === LOCK_NOT_AVAILABLE) return false;
		throw error;
	}
};
//#endregion
export { inBites as a, storeTroubleOf as c, ensurePartitions as i, deleteSomeOf as n, canWaitForStore as o, dropOldPartitions as r, explainedTrouble as s, deleteOlderThan as t };
