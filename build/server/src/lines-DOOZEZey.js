import { join } from "node:path";
import { once } from "node:events";
//#region packages/server/package.json
var version = "0.1.0";
//#endregion
//#region packages/server/src/cli/command.ts
const isNamed = (words, name) => name !== void 0 && words.slice(0, name.split(" ").length).join(" ") === name;
/** The command that was typed, and what follows its name. */
function findCommand(commands, words) {
	for (const command of commands) for (const name of [command.name, command.formerly]) if (name !== void 0 && isNamed(words, name)) return {
		command,
		values: words.slice(name.split(" ").length)
	};
}
//#endregion
//#region packages/server/src/cli/socket/lines.ts
const socketOf = (dataDir) => join(dataDir, "latchwork.sock");
/** A line holds a file at most: a catalogue, or checkpoints of years. */
const LONGEST_LINE = 16777216;
/** What comes over a socket, as one JSON value per line. */
async function* jsonLines(socket) {
	let rest = [];
	let length = 0;
	for await (const chunk of socket) {
		let from = 0;
		for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
			const line = Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8");
			rest = [];
			length = 0;
			from = end + 1;
			yield JSON.parse(line);
		}
		rest.push(chunk.subarray(from));
		length += chunk.length - from;
		if (length > LONGEST_LINE) throw new Error("the line is too long");
	}
}
/** Writes one value, and waits while the other side does not read. */
async function sendLine(socket, value) {
	if (socket.destroyed) throw new Error("the other side has gone");
	if (socket.write(`${JSON.stringify(value)}\n`)) return;
	await Promise.race([once(socket, "drain"), once(socket, "close")]);
}
//#endregion
export { version as a, findCommand as i, sendLine as n, socketOf as r, jsonLines as t };
