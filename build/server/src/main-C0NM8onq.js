import { Rt as systemContext } from "./esm-BFPbzlf6.js";
import { a as systemClock } from "./ids-Do-e9haK.js";
import { Si as loadConfig, nt as openPlatform } from "./service-Rhr-VkRp.js";
import { n as printable, t as commands } from "./commands-D1KfgG5Y.js";
import { t as StartupError } from "./startup-error-C43z7zhH.js";
import { s as explainedTrouble } from "./partitions-DYhO076N.js";
import { a as version, i as findCommand, n as sendLine, r as socketOf, t as jsonLines } from "./lines-DOOZEZey.js";
import process from "node:process";
import { connect } from "node:net";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { once } from "node:events";
//#region packages/server/src/cli/help.ts
/** Those that are programs of their own rather than entries of the table. */
const PROGRAMS = [
	{
		name: "serve",
		parameters: "",
		says: "run the service"
	},
	{
		name: "sandbox",
		parameters: "",
		says: "run the service with a building of simulated locks"
	},
	{
		name: "gateway",
		parameters: "[--config <file>] [--claim <code>]",
		says: "connect real locks (--help)"
	},
	{
		name: "completion",
		parameters: "<bash|zsh|fish>",
		says: "what a shell needs to complete these commands"
	},
	{
		name: "help",
		parameters: "[command]",
		says: "this, or one part of it"
	},
	{
		name: "version",
		parameters: "",
		says: "which version this is"
	}
];
const WIDTH = 58;
const line = ({ name, parameters, says }) => {
	const call = `${name} ${parameters}`.trim();
	return call.length < WIDTH ? `  ${call.padEnd(WIDTH)}${says}` : `  ${call}\n  ${" ".repeat(WIDTH)}${says}`;
};
const EXIT_CODES = `Exit codes: 0 done, 1 refused or failed (the reason is on standard error), 2 no such command,
78 settings or data that a start refuses; "doctor" and "gateway" have further ones of their own.`;
/** All commands, or those that begin with these words. */
function helpFor(commands, words = []) {
	const wanted = words.join(" ");
	const shown = [
		...PROGRAMS.slice(0, 3),
		...commands,
		...PROGRAMS.slice(3)
	].filter(({ name }) => wanted === "" || name === wanted || name.startsWith(`${wanted} `));
	if (shown.length === 0) return void 0;
	return [
		"Usage: latchwork <command>",
		"",
		...shown.map(line),
		"",
		"Settings are environment variables (docs/operations.md); commands read the same ones as the service and work",
		"beside one that runs.",
		EXIT_CODES
	].join("\n");
}
const SHELLS = [
	"bash",
	"zsh",
	"fish"
];
/** First words, and for each of them the words that may follow. */
function wordsOf(commands) {
	const words = /* @__PURE__ */ new Map();
	for (const { name } of [...PROGRAMS, ...commands]) {
		const [first = "", second] = name.split(" ");
		words.set(first, [...words.get(first) ?? [], ...second === void 0 ? [] : [second]]);
	}
	return words.set("completion", [...SHELLS]);
}
const withSeconds = (words) => [...words].filter(([, seconds]) => seconds.length > 0);
const WRITERS = {
	bash: (words) => `_latchwork() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${[...words.keys()].join(" ")}" -- "$word")); return; fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${withSeconds(words).map(([first, seconds]) => `      ${first}) COMPREPLY=($(compgen -W "${seconds.join(" ")}" -- "$word")); return ;;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _latchwork latchwork`,
	zsh: (words) => `#compdef latchwork
_latchwork() {
  if (( CURRENT == 2 )); then compadd ${[...words.keys()].join(" ")}; return; fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${withSeconds(words).map(([first, seconds]) => `      ${first}) compadd ${seconds.join(" ")}; return ;;`).join("\n")}
    esac
  fi
  _files
}
compdef _latchwork latchwork`,
	fish: (words) => [`complete -c latchwork -n __fish_use_subcommand -f -a "${[...words.keys()].join(" ")}"`, ...withSeconds(words).map(([first, seconds]) => `complete -c latchwork -n "__fish_seen_subcommand_from ${first}" -a "${seconds.join(" ")}"`)].join("\n")
};
/** What a shell reads at its start; undefined for one that we do not know. */
const completionFor = (shell, commands) => {
	const known = SHELLS.find((name) => name === shell);
	return known && WRITERS[known](wordsOf(commands));
};
//#endregion
//#region packages/server/src/cli/socket/ask.ts
/** Nobody listens, or nobody has for a while: the store can be opened from here. */
const NOBODY = [
	"ENOENT",
	"ECONNREFUSED",
	"ENOTSOCK",
	"EINVAL"
];
/** Has the service that runs on this data directory run a command; undefined where none does. */
async function askService(dataDir, words, terminal) {
	const socket = await reach(socketOf(dataDir));
	if (!socket) return void 0;
	await sendLine(socket, { words });
	return firstOf(socket, terminal);
}
async function reach(path) {
	const socket = connect(path);
	try {
		await once(socket, "connect");
		return socket;
	} catch (error) {
		const code = error.code ?? "";
		if (NOBODY.includes(code)) return void 0;
		if (code === "EACCES" || code === "EPERM") throw new StartupError(`${path} may be opened by the user of the service only: run this as that user.`);
		throw error;
	}
}
/** Parts are handed on as they come, so the first message says what kind of outcome it is. */
async function firstOf(socket, terminal) {
	const lines = messages(socket, terminal);
	const first = await lines.next();
	if (first.done) throw new StartupError("The service ended the connection; it may be stopping. Try again.");
	if (typeof first.value.part !== "string") return outcomeOf(first.value);
	return {
		text: "",
		parts: partsOf(first.value.part, lines)
	};
}
async function* messages(socket, terminal) {
	for await (const line of jsonLines(socket)) {
		const message = line;
		if (message.read === void 0) yield message;
		else await sendLine(socket, await terminal.readText(message.read).then((text) => ({ text }), (error) => ({ error: error.message })));
	}
	return void 0;
}
const outcomeOf = ({ text = "", failed = false, exitCode }) => ({
	text,
	failed,
	...exitCode !== void 0 && { exitCode }
});
async function* partsOf(first, others) {
	yield first;
	for await (const { part, text } of others) {
		if (part === void 0) {
			if (text) throw new Error(text);
			return;
		}
		yield part;
	}
	throw new Error("the service ended the connection before all was said");
}
//#endregion
//#region packages/server/src/cli/main.ts
const EXIT = {
	done: 0,
	failed: 1,
	unknown: 2,
	refused: 78
};
/** The operator's command line: `latchwork <command>`. It reads the same settings as the service. */
async function main(args) {
	const told = tell(args);
	if (told !== void 0) return print({ text: told });
	const found = findCommand(commands, args);
	if (!found || args.includes("--help")) {
		const help = helpFor(commands, args.filter((word) => word !== "--help").slice(0, 2));
		if (help && args.includes("--help")) return print({ text: help });
		process.stderr.write(`${helpFor(commands, args.slice(0, 1)) ?? helpFor(commands)}\n`);
		return EXIT.unknown;
	}
	const { command, values } = found;
	const config = loadConfig(process.env);
	if ("runWith" in command) return print(await command.runWith(config, values));
	return print(command.withoutStore?.(config, values) ?? await onStore(config, command, values));
}
/** What is said about the command line itself; undefined where something is to be done. */
function tell([first = "", ...others]) {
	if (first === "help" || first === "--help" || first === "-h") return helpFor(commands, others);
	if (first === "version" || first === "--version" || first === "-v") return `latchwork ${version}`;
	if (first === "completion") return completionFor(others[0] ?? "", commands);
}
const TERMINAL = { readText: (path) => readFile(path, "utf8") };
/** Only one process has a SQLite file: where that is a running service, it does the work. */
async function onStore(config, command, values) {
	const words = [...command.name.split(" "), ...values];
	return config.database.url === void 0 && await askService(config.dataDir, words, TERMINAL) || runHere(config, command, values);
}
async function runHere(config, command, values) {
	const { platform, database } = await openPlatform({
		config,
		clock: systemClock
	});
	const close = async () => {
		await platform.wake.stop();
		await database.close();
	};
	try {
		const outcome = await command.run(systemContext(platform, database.db, 0), values, config, TERMINAL);
		if (outcome.parts) return {
			...outcome,
			parts: closing(outcome.parts, close)
		};
		await close();
		return outcome;
	} catch (error) {
		await close();
		throw error;
	}
}
/** The store is needed until the last part was printed. */
async function* closing(parts, close) {
	try {
		yield* parts;
	} finally {
		await close();
	}
}
async function print({ text, parts, failed = false, exitCode }) {
	if (parts) {
		await pipeline(parts, process.stdout, { end: false });
		return EXIT.done;
	}
	(failed ? process.stderr : process.stdout).write(`${printable(text)}\n`);
	return exitCode ?? (failed ? EXIT.failed : EXIT.done);
}
main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
}, (thrown) => {
	const error = explainedTrouble(thrown);
	const isExplained = error instanceof StartupError;
	const text = isExplained ? error.message : error.stack ?? String(error);
	process.stderr.write(`latchwork: ${text}\n`);
	process.exitCode = isExplained && !error.mayPass ? EXIT.refused : EXIT.failed;
});
//#endregion
export {};
