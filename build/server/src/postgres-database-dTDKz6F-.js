import { A as createQueryId, H as RawNode, X as freeze, Y as IdentifierNode, a as systemClock, at as isString, c as isStalePlan, ct as isDatabaseAway, f as PostgresAdapter, it as isObject, m as sql, tt as isFunction } from "./ids-Do-e9haK.js";
import { a as bindable, c as DefaultQueryCompiler, l as Kysely, n as migrate, o as DEFAULT_MIGRATION_LOCK_TABLE, r as ChangeListeners, s as DEFAULT_MIGRATION_TABLE, t as StoreHealth, u as AbortedTransactionError } from "./store-health-URJu1gk8.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { i as ensurePartitions } from "./partitions-DYhO076N.js";
import { t as readPostgresHosts } from "./postgres-hosts-CA3IDxJ8.js";
import { n as waitForStore, t as reasonOf } from "./wait-for-store-BXNu8fs7.js";
import { t as PostgresClient } from "./postgres-client-3yyo9tP6.js";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
//#region node_modules/kysely/dist/query-compiler/compiled-query.js
const CompiledQuery = freeze({ raw(sql, parameters = []) {
	return freeze({
		sql,
		query: RawNode.createWithSql(sql),
		parameters: freeze(parameters),
		queryId: createQueryId()
	});
} });
//#endregion
//#region node_modules/kysely/dist/parser/savepoint-parser.js
function parseSavepointCommand(command, savepointName) {
	return RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(savepointName)]);
}
//#endregion
//#region node_modules/kysely/dist/util/stack-trace-utils.js
function extendStackTrace(err, stackError) {
	if (isStackHolder(err) && stackError.stack) {
		const stackExtension = stackError.stack.split("\n").slice(1).join("\n");
		err.stack += `\n${stackExtension}`;
		return err;
	}
	return err;
}
function isStackHolder(obj) {
	return isObject(obj) && isString(obj.stack);
}
//#endregion
//#region node_modules/kysely/dist/dialect/postgres/postgres-driver.js
const PRIVATE_RELEASE_METHOD = Symbol();
const PRIVATE_MARK_FOR_DISCARD_METHOD = Symbol();
var PostgresDriver = class {
	#config;
	#connections = /* @__PURE__ */ new WeakMap();
	#pool;
	constructor(config) {
		this.#config = freeze({ ...config });
	}
	async init(options) {
		this.#pool = isFunction(this.#config.pool) ? await this.#config.pool(options) : this.#config.pool;
	}
	async acquireConnection(options) {
		const client = await this.#pool.connect();
		if (!this.#pool) {
			client.release();
			throw new Error("driver has already been destroyed");
		}
		let connection = this.#connections.get(client);
		if (!connection) {
			connection = new PostgresConnection(client, {
				controlClient: this.#config.controlClient || this.#pool.Client,
				cursor: this.#config.cursor ?? null,
				poolOptions: this.#pool.options
			});
			this.#connections.set(client, connection);
			if (this.#config.onCreateConnection) await this.#config.onCreateConnection(connection, options);
		}
		if (this.#config.onReserveConnection) await this.#config.onReserveConnection(connection, options);
		return connection;
	}
	async beginTransaction(connection, settings) {
		let sql = "begin";
		if (settings.isolationLevel || settings.accessMode) {
			sql = "start transaction";
			if (settings.isolationLevel) sql += ` isolation level ${settings.isolationLevel}`;
			if (settings.accessMode) sql += ` ${settings.accessMode}`;
		}
		await connection.executeQuery(CompiledQuery.raw(sql));
	}
	async commitTransaction(connection) {
		const { rows } = await connection.executeQuery(CompiledQuery.raw("commit"));
		if (rows[0]?.command === "ROLLBACK") throw new AbortedTransactionError();
	}
	async rollbackTransaction(connection) {
		try {
			await connection.executeQuery(CompiledQuery.raw("rollback"));
		} catch (err) {
			connection[PRIVATE_MARK_FOR_DISCARD_METHOD]();
			throw err;
		}
	}
	async savepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("savepoint", savepointName), createQueryId()));
	}
	async rollbackToSavepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("rollback to", savepointName), createQueryId()));
	}
	async releaseSavepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("release", savepointName), createQueryId()));
	}
	async releaseConnection(connection) {
		connection[PRIVATE_RELEASE_METHOD]();
	}
	async destroy() {
		if (this.#pool) {
			const pool = this.#pool;
			this.#pool = void 0;
			await pool.end();
		}
	}
};
var PostgresConnection = class {
	#client;
	#options;
	#queryId;
	#pid;
	#discarded;
	constructor(client, options) {
		this.#client = client;
		this.#options = options;
	}
	async cancelQuery(controlConnectionProvider) {
		return await this.#executeControlQuery(`select pg_cancel_backend(${this.#pid})`, controlConnectionProvider);
	}
	async collectSessionInfo() {
		if (this.#pid) return;
		const { processID } = this.#client;
		if (processID) this.#pid = processID;
		else {
			this.#assertNotDiscarded();
			const { rows: [{ pid }] } = await this.#client.query("select pg_backend_pid() as pid", []);
			this.#pid = Number(pid);
		}
	}
	async executeQuery(compiledQuery) {
		this.#assertNotDiscarded();
		try {
			this.#queryId = compiledQuery.queryId;
			const { command, rowCount, rows } = await this.#client.query(compiledQuery.sql, compiledQuery.parameters);
			if (command === "ROLLBACK" || command === "COMMIT") return { rows: [{ command }] };
			return {
				numAffectedRows: command === "INSERT" || command === "UPDATE" || command === "DELETE" || command === "MERGE" ? BigInt(rowCount) : void 0,
				rows: rows ?? []
			};
		} catch (err) {
			throw extendStackTrace(err, /* @__PURE__ */ new Error());
		} finally {
			this.#queryId = void 0;
		}
	}
	async killSession(controlConnectionProvider) {
		return await this.#executeControlQuery(`select pg_terminate_backend(${this.#pid})`, controlConnectionProvider);
	}
	async *streamQuery(compiledQuery, chunkSize) {
		if (!this.#options.cursor) throw new Error("`cursor` is not present in your postgres dialect config. It's required to make streaming work in postgres.");
		this.#assertNotDiscarded();
		this.#queryId = compiledQuery.queryId;
		const cursor = this.#client.query(new this.#options.cursor(compiledQuery.sql, compiledQuery.parameters.slice()));
		try {
			while (true) {
				const rows = await cursor.read(chunkSize);
				if (rows.length === 0) break;
				yield { rows };
			}
		} finally {
			await cursor.close();
			this.#queryId = void 0;
		}
	}
	[PRIVATE_RELEASE_METHOD]() {
		this.#client.release(Boolean(this.#discarded));
	}
	[PRIVATE_MARK_FOR_DISCARD_METHOD]() {
		this.#discarded = true;
	}
	#assertNotDiscarded() {
		if (this.#discarded) throw new Error("Postgres connection has been discarded");
	}
	async #executeControlQuery(query, controlConnectionProvider) {
		if (!this.#queryId) return;
		const { controlClient: Client, poolOptions } = this.#options;
		const queryIdToCancel = this.#queryId;
		if (!Client) return await controlConnectionProvider(async (controlConnection) => {
			if (queryIdToCancel.queryId === this.#queryId?.queryId) await controlConnection.executeQuery(CompiledQuery.raw(query, []));
		});
		const controlClient = new Client({
			...poolOptions,
			password: "password" in poolOptions ? poolOptions.password : void 0
		});
		try {
			await controlClient.connect();
			if (queryIdToCancel.queryId !== this.#queryId.queryId) return;
			await controlClient.query(query, []);
		} finally {
			controlClient.end();
		}
	}
};
//#endregion
//#region node_modules/kysely/dist/dialect/postgres/postgres-introspector.js
var PostgresIntrospector = class {
	#db;
	constructor(db) {
		this.#db = db;
	}
	async getSchemas() {
		return (await this.#db.selectFrom("pg_catalog.pg_namespace").select("nspname").$castTo().execute()).map((it) => ({ name: it.nspname }));
	}
	async getTables(options = { withInternalKyselyTables: false }) {
		let query = this.#db.selectFrom("pg_catalog.pg_attribute as a").innerJoin("pg_catalog.pg_class as c", "a.attrelid", "c.oid").innerJoin("pg_catalog.pg_namespace as ns", "c.relnamespace", "ns.oid").innerJoin("pg_catalog.pg_type as typ", "a.atttypid", "typ.oid").innerJoin("pg_catalog.pg_namespace as dtns", "typ.typnamespace", "dtns.oid").select([
			"a.attname as column",
			"a.attnotnull as not_null",
			"a.atthasdef as has_default",
			"c.relname as table",
			"c.relkind as table_type",
			"ns.nspname as schema",
			"typ.typname as type",
			"dtns.nspname as type_schema",
			sql`col_description(a.attrelid, a.attnum)`.as("column_description"),
			sql`pg_get_serial_sequence(quote_ident(ns.nspname) || '.' || quote_ident(c.relname), a.attname)`.as("auto_incrementing")
		]).where("c.relkind", "in", [
			"r",
			"v",
			"p",
			"f"
		]).where("ns.nspname", "!~", "^pg_").where("ns.nspname", "!=", "information_schema").where("ns.nspname", "!=", "crdb_internal").where(sql`has_schema_privilege(ns.nspname, 'USAGE')`).where("a.attnum", ">=", 0).where("a.attisdropped", "!=", true).orderBy("ns.nspname").orderBy("c.relname").orderBy("a.attnum").$castTo();
		if (!options.withInternalKyselyTables) query = query.where("c.relname", "!=", DEFAULT_MIGRATION_TABLE).where("c.relname", "!=", DEFAULT_MIGRATION_LOCK_TABLE);
		const rawColumns = await query.execute();
		return this.#parseTableMetadata(rawColumns);
	}
	#parseTableMetadata(columns) {
		const tables = [];
		const schemas = /* @__PURE__ */ new Map();
		for (const column of columns) {
			let schema = schemas.get(column.schema);
			if (!schema) {
				schema = /* @__PURE__ */ new Map();
				schemas.set(column.schema, schema);
			}
			let table = schema.get(column.table);
			if (!table) {
				table = freeze({
					columns: [],
					isForeign: column.table_type === "f",
					isView: column.table_type === "v",
					name: column.table,
					schema: column.schema
				});
				schema.set(column.table, table);
				tables.push(table);
			}
			table.columns.push(freeze({
				comment: column.column_description ?? void 0,
				dataType: column.type,
				dataTypeSchema: column.type_schema,
				hasDefaultValue: column.has_default,
				isAutoIncrementing: column.auto_incrementing !== null,
				isNullable: !column.not_null,
				name: column.column
			}));
		}
		return tables;
	}
};
//#endregion
//#region node_modules/kysely/dist/dialect/postgres/postgres-query-compiler.js
const ID_WRAP_REGEX = /"/g;
var PostgresQueryCompiler = class extends DefaultQueryCompiler {
	sanitizeIdentifier(identifier) {
		return identifier.replace(ID_WRAP_REGEX, "\"\"");
	}
};
//#endregion
//#region node_modules/kysely/dist/dialect/postgres/postgres-dialect.js
/**
* PostgreSQL dialect that uses the [pg](https://node-postgres.com/) library.
*
* The constructor takes an instance of {@link PostgresDialectConfig}.
*
* ```ts
* import { Pool } from 'pg'
*
* new PostgresDialect({
*   pool: new Pool({
*     database: 'some_db',
*     host: 'localhost',
*   })
* })
* ```
*
* If you want the pool to only be created once it's first used, `pool`
* can be a function:
*
* ```ts
* import { Pool } from 'pg'
*
* new PostgresDialect({
*   pool: async () => new Pool({
*     database: 'some_db',
*     host: 'localhost',
*   })
* })
* ```
*/
var PostgresDialect = class {
	#config;
	constructor(config) {
		this.#config = config;
	}
	createDriver() {
		return new PostgresDriver(this.#config);
	}
	createQueryCompiler() {
		return new PostgresQueryCompiler();
	}
	createAdapter() {
		return new PostgresAdapter();
	}
	createIntrospector(db) {
		return new PostgresIntrospector(db);
	}
};
//#endregion
//#region packages/server/src/platform/store/instant.ts
const instant = () => ({
	monotonic: performance.now(),
	wall: Date.now()
});
/** Milliseconds since then, by whichever clock says more. */
const elapsedSince = (then) => Math.max(performance.now() - then.monotonic, Date.now() - then.wall);
//#endregion
//#region packages/server/src/platform/store/postgres-presence.ts
/** So often each process looks who else is there. */
const LOOK_EVERY_MS$1 = 400;
/** For so long after a look that saw nobody a process may take itself to be alone, and so long a newcomer waits. */
const ALONE_MS = 1e3;
/** Nobody else has been seen for so long before that: a process whose connections were cut is back by then. */
const NOBODY_MS = 5e3;
/** A process that was not seen for longer than this is a newcomer again. */
const UNSEEN_MS = 3e3;
/** Every process holds connections, and nobody writes without one. Those whose names we may not see count as others. */
const LOOK = `
  select pg_backend_pid() as pid, exists (
    select from pg_stat_activity
    where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
      and (application_name is null or (starts_with(application_name, $1::text) and right(application_name, length($2::text)) <> $2::text))
  ) as has_others`;
/**
* Is this process the only one on the database? A newcomer is connected for `ALONE_MS` before it answers a change, so
* whoever looked before it came has looked again by then, or does not trust its look any more.
*/
var Presence = class {
	#pool;
	#names;
	#timer;
	#last;
	#looking;
	/** When somebody else was there, or may have been. */
	#othersAt = instant();
	/** Others may not have seen this process before then. */
	#newSince;
	constructor(pool, names, alsoDo) {
		this.#pool = pool;
		this.#names = names;
		this.#timer = setInterval(() => {
			Promise.all([this.#look(), alsoDo()]).catch(() => {
				this.#othersAt = instant();
			});
		}, LOOK_EVERY_MS$1).unref();
	}
	async join() {
		await this.#look();
		if (this.#last?.hasOthers) await setTimeout(ALONE_MS);
	}
	isAlone() {
		return this.#last !== void 0 && elapsedSince(this.#last.at) < ALONE_MS && elapsedSince(this.#othersAt) > NOBODY_MS;
	}
	/** Resolves when the others, if there are any, know of this process. */
	async makeKnown() {
		await this.#look().catch(() => void 0);
		if (!this.isKnown()) await setTimeout(ALONE_MS);
	}
	/** Do the others, if there are any, know of this process? Also false when it was frozen and has not looked again. */
	isKnown() {
		if (!this.#last || elapsedSince(this.#last.at) > UNSEEN_MS) return false;
		if (this.#newSince && elapsedSince(this.#newSince) > ALONE_MS) this.#newSince = void 0;
		return this.#newSince === void 0;
	}
	stop() {
		clearInterval(this.#timer);
	}
	#look() {
		this.#looking ??= this.#lookNow().finally(() => {
			this.#looking = void 0;
		});
		return this.#looking;
	}
	async #lookNow() {
		const at = instant();
		const { all, own } = this.#names;
		const { pid, hasOthers } = await lookWith(this.#pool, [all, own]);
		const before = this.#last;
		const isNewConnection = before !== void 0 && before.pid !== pid;
		if (hasOthers || isNewConnection) this.#othersAt = instant();
		if (isNewConnection && hasOthers && elapsedSince(before.at) > UNSEEN_MS) this.#newSince = at;
		this.#last = {
			at,
			pid,
			hasOthers
		};
	}
};
async function lookWith(pool, values) {
	const client = await pool.connect();
	let isDead = true;
	try {
		const look = {
			name: "look",
			text: LOOK,
			values
		};
		const { rows } = await client.query(look);
		const [row = {
			pid: 0,
			has_others: true
		}] = rows;
		isDead = false;
		const isOurs = client.processID === row.pid;
		return {
			pid: row.pid,
			hasOthers: row.has_others || !isOurs
		};
	} finally {
		client.release(isDead);
	}
}
//#endregion
//#region packages/server/src/platform/store/postgres-changes.ts
/** More rows than this are not told of one by one. */
const MOST = 5e3;
/** Changes are stored for longer than this by far: who has not asked for so long may have missed some. */
const MAX_GAP_MS = 3e4;
/** How long changes are stored, and how often older ones are removed. */
const STORED_MS = 12e4;
const CLEAN_EVERY_MS = 3e4;
const CLEAN_BATCH = 1e4;
/**
* What has changed since a position, and the next position. A transaction that ends later than another may have begun
* earlier, so a position is not the newest change but the oldest transaction that was still open: all that was not shown
* to this snapshot is at or above it. Some changes are told twice for that, and none is missed.
*/
const ASK = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as next,
    pg_postmaster_start_time()::text as server,
    (select coalesce(json_agg(json_build_array(owner_id, row_id)), '[]') from (
      select distinct owner_id, row_id from row_change where xid >= $1::text::xid8 limit 5001
    ) changed) as changed`;
const CLEAN = `
  delete from row_change where ctid = any (array(
    select ctid from row_change where changed_at < now() - interval '${STORED_MS} milliseconds'
    limit ${CLEAN_BATCH} for update skip locked
  ))`;
/**
* Where several processes write: triggers note every row that changes in a table, and whoever is about to answer from
* memory asks for what is new in it. Calls that come meanwhile share the next asking. A process that is alone
* (see Presence) asks only when it has itself written since.
*/
var PostgresChanges = class {
	#pool;
	#listeners = new ChangeListeners();
	#presence;
	/** Undefined until asked for the first time. */
	#position;
	#asking;
	#waiting;
	/** Statements of this process that may have changed something and have ended. */
	#written = 0;
	#writtenWhenAsked = -1;
	#cleaner;
	constructor(pool, neighbours) {
		this.#pool = pool;
		this.#presence = new Presence(pool, neighbours, () => this.#ask());
		this.#cleaner = setInterval(() => this.#clean(), CLEAN_EVERY_MS).unref();
	}
	/** Resolves when every other process knows of this one. */
	join() {
		return this.#presence.join();
	}
	noteWrite() {
		this.#written += 1;
	}
	listen(callback) {
		this.#listeners.listen(callback);
	}
	caughtUp() {
		if (this.#written === this.#writtenWhenAsked && this.#presence.isAlone()) return void 0;
		return this.#ask();
	}
	shown() {
		return this.#presence.isKnown() ? void 0 : this.#presence.makeKnown();
	}
	async close() {
		clearInterval(this.#cleaner);
		this.#presence.stop();
		await this.#pool.end();
	}
	/** An asking that begins from now on: one that is under way may have missed what was committed a moment ago. */
	#ask() {
		if (!this.#asking) return this.#begin();
		const afterwards = () => {
			this.#waiting = void 0;
			return this.#asking ?? this.#begin();
		};
		this.#waiting ??= this.#asking.then(afterwards, afterwards);
		return this.#waiting;
	}
	#begin() {
		this.#asking = this.#read().finally(() => {
			this.#asking = void 0;
		});
		return this.#asking;
	}
	async #read() {
		const written = this.#written;
		const at = instant();
		const known = this.#position;
		const { rows } = await this.#pool.query({
			name: "ask",
			text: ASK,
			values: [known?.next ?? "0"]
		});
		const { next, server, changed } = rows[0];
		const mayHaveMissed = !known || known.server !== server || elapsedSince(known.at) > MAX_GAP_MS || changed.length > MOST;
		this.#position = {
			next,
			server,
			at
		};
		if (mayHaveMissed) this.#listeners.tell("all");
		else if (changed.length > 0) this.#listeners.tell(changed);
		this.#writtenWhenAsked = written;
	}
	/** What cannot be removed now is removed the next time. */
	#clean() {
		this.#pool.query(CLEAN).catch(() => void 0);
	}
};
//#endregion
//#region packages/server/src/platform/store/silent-connections.ts
/** A statement that is not answered for so long is looked after; most are long done. */
const SUSPICIOUS_MS = 1500;
const LOOK_EVERY_MS = 500;
/** Servers have said nothing for at least so long, so that an answer on its way is not overtaken. */
const AT_REST = `state_change < clock_timestamp() - interval '1 second'`;
/**
* Finds connections that are gone without anybody having been told: a machine that vanished, a firewall that forgot. TCP
* would need minutes. The server is asked over another connection what it does for those that wait: where it is at rest,
* the statement or its answer was lost. Then it is told to give up that connection too, or its row locks would outlive it.
*/
function createSilenceWatch(open, onLost) {
	const waiting = /* @__PURE__ */ new Map();
	let timer;
	let isLooking = false;
	async function lookOnce() {
		if (isLooking) return;
		isLooking = true;
		await look(waiting, open, onLost).catch(() => void 0);
		isLooking = false;
	}
	function plan() {
		timer ??= setInterval(() => {
			if (waiting.size > 0) return void lookOnce();
			clearInterval(timer);
			timer = void 0;
		}, LOOK_EVERY_MS).unref();
	}
	return { waits(client) {
		const since = performance.now();
		waiting.set(client, since);
		plan();
		return () => {
			if (waiting.get(client) === since) waiting.delete(client);
		};
	} };
}
async function look(waiting, open, onLost) {
	const before = performance.now() - SUSPICIOUS_MS;
	const suspected = [...waiting].filter(([client, since]) => since < before && client.isKnownByNumber);
	if (suspected.length === 0) return;
	const atRest = await findAtRest(open, suspected.map(([{ number }]) => number));
	for (const [client, since] of suspected) {
		if (!atRest.has(client.number) || waiting.get(client) !== since) continue;
		onLost();
		client.drop(/* @__PURE__ */ new Error("Connection terminated: the server has nothing to do for it, and no answer came"));
	}
}
/** Of these connections those that the server is done with, or never knew; it forgets them. */
async function findAtRest(open, numbers) {
	const client = open();
	await client.connect();
	try {
		const { rows } = await client.query(`select pid as number, ${AT_REST} and (state <> 'active' or wait_event = 'ClientWrite') as rests
       from pg_stat_activity where pid = any($1) and datname = current_database()`, [numbers]);
		const busy = new Set(rows.flatMap(({ number, rests }) => rests ? [] : [number]));
		const resting = rows.flatMap(({ number, rests }) => rests ? [number] : []);
		if (resting.length > 0) await client.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [resting]);
		return new Set(numbers.filter((number) => !busy.has(number)));
	} finally {
		await client.end().catch(() => void 0);
	}
}
//#endregion
//#region packages/server/src/platform/store/postgres-dialect.ts
/** For a connection of the pool that others use; making a new one is given less. */
const CONNECTION_WITHIN_MS = 1e4;
const AWAY_FOR_MS = 3e3;
const TRY_AGAIN_MS = 100;
const NAMED_STATEMENT_LIMIT = 500;
/** Lists of varying length make ever new texts, which would use up the names for nothing. */
const NAMED_PARAMETER_LIMIT = 40;
/** A pool whose connections never bring the process down, and go to the server that takes writes. */
function createPostgresPool(options) {
	const hosts = readPostgresHosts(options.url);
	const pool = new pg.Pool({
		Client: clientOf(hosts),
		max: options.poolSize,
		application_name: options.name,
		statement_timeout: options.statementTimeoutMs,
		idle_in_transaction_session_timeout: options.transactionIdleLimitMs,
		connectionTimeoutMillis: options.answerTimeoutMs || CONNECTION_WITHIN_MS,
		query_timeout: options.answerTimeoutMs || 0,
		types: { getTypeParser }
	});
	pool.on("connect", (client) => client.on("error", options.onConnectionLost));
	pool.on("error", () => void 0);
	return pool;
}
/** What the pool makes its connections of. */
function clientOf(hosts) {
	return class extends PostgresClient {
		constructor(config = {}) {
			super(hosts, config);
		}
	};
}
const nothing = () => void 0;
/** Kysely on `pg`, with every query as a named prepared statement: parsed and planned once per connection. */
function createPostgresDialect(pool, { onReach = nothing, onWritten = nothing, onFailure = nothing } = {}) {
	const nameOf = createStatementNames();
	const clients = /* @__PURE__ */ new WeakMap();
	let generation = 0;
	const lost = () => {
		generation += 1;
	};
	const watch = createSilenceWatch(() => anotherClient(pool), lost);
	const reach = createReach(pool, onReach);
	return new PostgresDialect({ pool: {
		options: pool.options,
		end: () => pool.end(),
		async connect() {
			for (;;) {
				const client = await reach();
				const known = clients.get(client);
				if (known && known.generation() < generation) {
					client.release(true);
					continue;
				}
				if (known) return known;
				const named = withNamedStatements(client, nameOf, watch, {
					now: () => generation,
					lost,
					onWritten,
					onFailure
				});
				clients.set(client, named);
				return named;
			}
		}
	} });
}
/** One that the pool does not count. */
function anotherClient({ options }) {
	const { Client } = options;
	return new Client(options);
}
/** Takes a connection. A database that has just gone is waited for a little; while it stays away nobody waits. */
function createReach(pool, onReach) {
	let awaySince;
	function back() {
		if (awaySince !== void 0) onReach(true);
		awaySince = void 0;
	}
	/** Whether it is worth to wait. */
	function mayComeBack(error) {
		if (!isDatabaseAway(error)) return false;
		if (awaySince === void 0) onReach(false, error);
		awaySince ??= performance.now();
		return performance.now() - awaySince < AWAY_FOR_MS;
	}
	return async () => {
		for (;;) try {
			const client = await pool.connect();
			back();
			return client;
		} catch (error) {
			if (!mayComeBack(error)) throw error;
			await setTimeout(TRY_AGAIN_MS);
		}
	};
}
function withNamedStatements(client, nameOf, watch, generations) {
	let isSpoilt = false;
	let generation = generations.now();
	async function query(text, parameters) {
		const values = parameters.map(bindable);
		const name = nameOf(text, values.length);
		const answered = watch.waits(client);
		const result = await client.query(name ? {
			name,
			text,
			values
		} : {
			text,
			values
		}).finally(() => {
			answered();
			if (!/^\s*select\b/i.test(text)) generations.onWritten();
		}).catch((error) => {
			generations.onFailure(error);
			if (isDatabaseAway(error)) isAway(error);
			if (!isStalePlan(error)) throw error;
			isSpoilt = true;
			return client.query({
				text,
				values
			}).catch(() => Promise.reject(error));
		});
		generation = generations.now();
		return result;
	}
	function isAway(error) {
		isSpoilt = true;
		if (error.code !== READ_ONLY) return;
		client.isOutOfOffice();
		generations.lost();
	}
	return {
		query,
		release: (destroy = false) => client.release(destroy || isSpoilt),
		generation: () => generation
	};
}
const READ_ONLY = "25006";
/** Names by text, for the first texts that come. Later ones stay unnamed: the server keeps every named one. */
function createStatementNames(limit = NAMED_STATEMENT_LIMIT) {
	const names = /* @__PURE__ */ new Map();
	return (text, parameterCount) => {
		const known = names.get(text);
		if (known || names.size >= limit || parameterCount > NAMED_PARAMETER_LIMIT) return known;
		if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return void 0;
		const name = `lw_${createHash("sha256").update(text).digest("base64url")}`;
		names.set(text, name);
		return name;
	};
}
/** 64-bit integers and sums of them as numbers, as on SQLite. */
function getTypeParser(oid, format) {
	if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return parseNumber;
	return pg.types.getTypeParser(oid, format);
}
function parseNumber(text) {
	const value = Number(text);
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
	return value;
}
//#endregion
//#region packages/server/src/platform/store/reach-postgres.ts
/** Partitions, `merge` and names of connections are used as this version has them. */
const OLDEST_VERSION = 15;
/**
* Finds out whether the database can be used at all, and says in one sentence why not. Never names the password. With
* somebody to tell it waits for a database that is not there yet; what will not get better ends the start either way.
*/
async function reachPostgres(pool, url, onWaiting) {
	const { described, count } = readPostgresHosts(url);
	const problem = problemWithVersion(await waitForStore(() => reachOneOf(count, pool), described, onWaiting).catch((error) => {
		throw cannotBeUsed(described, reasonOf(error), isDatabaseAway(error));
	}));
	if (problem) throw cannotBeUsed(described, problem);
}
/** Where the user of the address may not make tables, and others cannot be made for it. */
const NOT_ALLOWED = "42501";
/** The sentence for what a server refuses while its tables are brought up to date. */
function explainedRefusal(error, url) {
	if (error.code !== NOT_ALLOWED) return error;
	const { described } = readPostgresHosts(url);
	return cannotBeUsed(described, `its user may not make tables: ${reasonOf(error)}`);
}
const cannotBeUsed = (where, reason, mayPass = false) => new StartupError(`PostgreSQL at ${where} cannot be used (${reason}): check LATCHWORK_DATABASE_URL.`, { mayPass });
/** By the number the server tells, such as 150004. */
function problemWithVersion(number) {
	const major = Math.floor(number / 1e4);
	return major < OLDEST_VERSION ? `it is version ${major}, and ${OLDEST_VERSION} or newer is needed` : void 0;
}
/** Every attempt goes to the next of the servers that the address names. */
async function reachOneOf(count, pool) {
	for (let attempt = 1;; attempt++) try {
		const client = await pool.connect();
		try {
			const { rows } = await client.query("show server_version_num");
			return Number(rows[0]?.server_version_num);
		} finally {
			client.release();
		}
	} catch (error) {
		if (attempt >= count || !isDatabaseAway(error)) throw error;
	}
}
//#endregion
//#region packages/server/src/platform/store/postgres-database.ts
const DEFAULT_POOL_SIZE = 10;
const DEFAULT_STATEMENT_TIMEOUT_MS = 3e4;
/** A connection that is only half open is found out by then. */
const ASK_TIMEOUT_MS = 2e3;
async function openPostgres(url, options) {
	const processName = ` ${crypto.randomUUID().slice(0, 8)}`;
	const poolOptions = {
		url,
		poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
		statementTimeoutMs: options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
		transactionIdleLimitMs: options.transactionIdleLimitMs ?? 1e4,
		onConnectionLost: options.onConnectionLost ?? (() => void 0),
		name: `latchwork${processName}`
	};
	await migratePostgres(poolOptions, options.schema, options.clock ?? systemClock, options.onWaiting);
	const pool = createPostgresPool(poolOptions);
	const changes = new PostgresChanges(createPostgresPool({
		...poolOptions,
		poolSize: 1,
		answerTimeoutMs: ASK_TIMEOUT_MS
	}), {
		all: "latchwork",
		own: processName
	});
	const health = new StoreHealth();
	const db = new Kysely({ dialect: createPostgresDialect(pool, {
		onReach: options.onReach,
		onWritten: () => changes.noteWrite(),
		onFailure: (error) => health.note(error)
	}) });
	return {
		db,
		engine: "postgres",
		url,
		processName,
		changes,
		health,
		isReachable: createPresence(db),
		join: () => changes.join(),
		async close() {
			await changes.close();
			await db.destroy();
		}
	};
}
const ANSWERS_WITHIN_MS = 1500;
/** Asked once for everybody who wants to know at the same time. */
function createPresence(db) {
	let asking;
	const ask = async () => {
		const answer = sql`select 1`.execute(db).then(() => true, () => false);
		return Promise.race([answer, setTimeout(ANSWERS_WITHIN_MS, false, { ref: false })]);
	};
	return () => {
		asking ??= ask().finally(() => {
			asking = void 0;
		});
		return asking;
	};
}
/** What is said here must be said in time or not at all. */
const SIDE_TIMEOUT_MS = 1e3;
/** One connection beside the pool, for the few statements that must not wait behind the work of others. */
function openSideConnection(url, processName = "") {
	const pool = createPostgresPool({
		url,
		poolSize: 1,
		statementTimeoutMs: SIDE_TIMEOUT_MS,
		transactionIdleLimitMs: SIDE_TIMEOUT_MS,
		answerTimeoutMs: SIDE_TIMEOUT_MS,
		onConnectionLost: () => void 0,
		name: `latchwork-side${processName}`
	});
	const db = new Kysely({ dialect: createPostgresDialect(pool) });
	return {
		db,
		close: () => db.destroy()
	};
}
/** Uses a connection of its own, because a migration may take longer than a statement of a request may. */
async function migratePostgres(options, schema, clock, onWaiting) {
	const pool = createPostgresPool({
		...options,
		poolSize: 1,
		statementTimeoutMs: 0
	});
	const db = new Kysely({ dialect: createPostgresDialect(pool) });
	try {
		await reachPostgres(pool, options.url, onWaiting);
		await migrate(db, schema.migrations);
		await ensurePartitions(db, schema.growing, clock.now());
	} catch (error) {
		throw explainedRefusal(error, options.url);
	} finally {
		await db.destroy();
		if (!pool.ended) await pool.end();
	}
}
//#endregion
export { openPostgres, openSideConnection };
