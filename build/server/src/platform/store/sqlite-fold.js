import { fsyncSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
//#region packages/server/src/platform/store/sqlite-fold.ts
/** Statements of the event loop are short; what reads longer than this keeps the log as it is. */
const WAIT_MS = 20;
const path = workerData;
let database;
let log;
/**
* Empties the write-ahead log: SQLite syncs the log, writes the file, syncs the file and cuts the log off. The cut is
* then made durable too, so that no part of the old log can be seen behind a new beginning after a loss of power.
*/
function fold() {
	if (!database) {
		database = new DatabaseSync(path, { timeout: WAIT_MS });
		database.exec("pragma synchronous = full; pragma wal_autocheckpoint = 0");
	}
	if (database.prepare("pragma wal_checkpoint(truncate)").get().busy !== 0) return { isEmpty: false };
	log ??= openSync(`${path}-wal`, "r+");
	fsyncSync(log);
	return { isEmpty: true };
}
parentPort?.on("message", () => {
	try {
		parentPort?.postMessage(fold());
	} catch (error) {
		const { message, errcode } = error;
		parentPort?.postMessage({
			isEmpty: false,
			error: message,
			errcode
		});
	}
});
//#endregion
export {};
