import pg from "pg";
//#region packages/server/src/platform/store/postgres-client.ts
/** A server that says nothing for so long while a connection is made is not there. */
const CONNECT_WITHIN_MS = 3e3;
/** The machine's own look after silent connections begins early; what it finds is in the hands of the system. */
const KEEP_ALIVE_AFTER_MS = 5e3;
/** A connection to whichever of the servers takes writes. */
var PostgresClient = class extends pg.Client {
	/** Whether the server knows this connection by the number we were told; a pooler in between makes up its own. */
	isKnownByNumber = false;
	#hosts;
	#url;
	constructor(hosts, config) {
		const url = hosts.url();
		super({
			...config,
			connectionString: url,
			connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis || CONNECT_WITHIN_MS, CONNECT_WITHIN_MS),
			keepAlive: true,
			keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS
		});
		this.#hosts = hosts;
		this.#url = url;
		this.on("error", () => void 0);
	}
	/** The server's number for this connection. */
	get number() {
		return this.processID;
	}
	connect(callback) {
		const connecting = this.#reach();
		if (!callback) return connecting;
		connecting.then(() => callback(null), (error) => callback(error));
	}
	/** It takes no writes any more: whoever connects next tries another. */
	isOutOfOffice() {
		this.#hosts.failed(this.#url);
	}
	/** Ends it at once: nobody listens at the other side. */
	drop(reason) {
		const { connection } = this;
		connection.stream.destroy(reason);
	}
	async #reach() {
		try {
			await super.connect();
			const { rows } = await this.query("select pg_is_in_recovery() as standby, pg_backend_pid() as number");
			if (rows[0]?.standby) throw new StandbyError();
			this.isKnownByNumber = rows[0]?.number === this.number;
			return this;
		} catch (error) {
			this.#hosts.failed(this.#url);
			this.drop(error);
			throw error;
		}
	}
};
/** Says the same as a server that is read only. */
var StandbyError = class extends Error {
	code = "25006";
	constructor() {
		super("the server is a standby and takes no writes");
	}
};
//#endregion
export { PostgresClient as t };
