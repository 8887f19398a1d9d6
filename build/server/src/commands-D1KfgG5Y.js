import { _ as MAIL_ADDRESS_PATTERN } from "./lock-capability-DFzoqLhG.js";
import { s as Compile } from "./src-FcBeM93y.js";
import { h as SignedCheckpoint, u as MAIL_STATES } from "./src-BsslFKKG.js";
import { At as anchor, Dt as verify$2, Ot as ofAll, Y as findByEmail, c as findAny, jt as beginAnew, u as listAll } from "./esm-BFPbzlf6.js";
import { o as toWireDate } from "./ids-Do-e9haK.js";
import { Ai as BEGIN_ANEW, Bi as exported, C as setByOperator, Di as readKeyFile, Ei as keyFileOf, G as grant, K as list, Li as importCatalogue, Mi as markFileOf, Oi as removeKeyFromFile, Pi as brands, Q as countOpenedBy, Ti as configuredKeys, X as revoke, Z as SEALED_COLUMNS, gi as listSealedWith, hi as listKeys, i as openByOperator, j as resetByOperator, ji as TAKE_AS_IT_IS, ki as keyIdOf, tt as keySourceOf, wi as addKeyToFile, yi as sealedWith } from "./service-Rhr-VkRp.js";
import { I as resetByOperator$1, Y as decide, Z as listAll$1, _t as removeByOperator, pt as listAllTokens, st as createByOperator } from "./service-BFPIaGEg.js";
import { getuid } from "node:process";
import { chownSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { X509Certificate, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { dirname, join, resolve } from "node:path";
import { isIP } from "node:net";
import { hostname } from "node:os";
//#region packages/server/src/features/openers/catalogue/report.ts
const MAX_LINES = 200;
/** What an import did, or would do, for the operator to read. */
function reportImport(plan, brands, dryRun) {
	const { models } = plan;
	const names = new Map([
		...brands,
		...plan.brands.added,
		...plan.brands.renamed
	].map((b) => [b.brand_id, b.brand]));
	const line = (sign) => (model) => `${sign} ${names.get(model.brand_id)} ${model.model} (${model.intercom_id})`;
	return [`${dryRun ? "Dry run, nothing was changed. Models" : "Models"}: ${counts(models)}. Brands: ${brandCounts(plan)}.`, ...shortened([
		...models.added.map(line("+")),
		...models.changed.map(line("~")),
		...models.removed.map(line("-"))
	])].join("\n");
}
/** Why a file was not taken. */
const reportProblems = (problems) => ["Nothing was imported:", ...shortened(problems)].join("\n");
const counts = ({ added, changed, removed }) => `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
const brandCounts = ({ brands: { added, renamed, removed } }) => `${added.length} added, ${renamed.length} renamed, ${removed.length} removed`;
function shortened(lines) {
	if (lines.length <= MAX_LINES) return [...lines];
	return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`];
}
//#endregion
//#region packages/server/src/cli/audit-commands.ts
const refused = (text) => ({
	text,
	failed: true
});
/**
* The checkpoints of a file, or what is wrong with it. A line that was cut off while it was written says nothing, and is
* told of: the others count all the same.
*/
async function readCheckpoints(terminal, path) {
	const text = await terminal.readText(path).catch((error) => error);
	if (text instanceof Error) return `The file cannot be read: ${text.message}`;
	const schema = Compile(SignedCheckpoint);
	const kept = {
		checkpoints: [],
		notes: []
	};
	for (const [i, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		const value = parsed(line);
		if (schema.Check(value)) kept.checkpoints.push(value);
		else kept.notes.push(`Line ${i + 1} of the file is not a checkpoint, or only a part of one, and was left out.`);
	}
	return kept.checkpoints.length === 0 ? "The file holds no checkpoint." : kept;
}
function parsed(line) {
	try {
		return JSON.parse(line);
	} catch {
		return;
	}
}
async function verify$1(ctx, args, _config, terminal) {
	const { values } = parseArgs({
		args,
		strict: false,
		options: { checkpoint: { type: "string" } }
	});
	const unknown = Object.keys(values).filter((name) => name !== "checkpoint");
	if (unknown.length > 0) return refused(`There is no option --${unknown[0]}.`);
	const { checkpoint } = values;
	const kept = typeof checkpoint === "string" ? await readCheckpoints(terminal, checkpoint) : {
		checkpoints: [],
		notes: []
	};
	if (typeof kept === "string") return refused(kept);
	const verdict = await verify$2(ctx, kept.checkpoints);
	const { chains, entries, problems } = verdict;
	const notes = [...kept.notes, ...verdict.notes];
	const summary = `${entries} entries in ${chains} logs`;
	if (problems.length === 0) return { text: [`The audit log holds: ${summary}.`, ...notes].join("\n") };
	return refused([
		`The audit log was tampered with: ${summary}.`,
		...problems,
		...notes
	].join("\n"));
}
async function exportLog(ctx, args) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		strict: false,
		options: { format: {
			type: "string",
			default: "jsonl"
		} }
	});
	const [id = ""] = positionals;
	const { format } = values;
	if (!/^\d{1,10}$/.test(id)) return refused("Name the account by its number.");
	if (format !== "jsonl" && format !== "csv") return refused("The format is jsonl or csv.");
	return {
		text: "",
		parts: exported(ctx, Number(id), format)
	};
}
const auditCommands = [
	{
		name: "audit verify",
		parameters: "[--checkpoint <file>]",
		says: "prove that no entry of the audit log was changed",
		run: verify$1
	},
	{
		name: "audit checkpoint",
		parameters: "",
		says: "write down, signed, how far all logs are",
		async run(ctx) {
			const anchored = await anchor(ctx);
			if ("problem" in anchored) return refused(`There is nothing to sign: ${anchored.problem}.`);
			return { text: JSON.stringify(await ofAll(ctx)) };
		}
	},
	{
		name: "audit anchor",
		parameters: "--begin-anew",
		says: "begin the anchor of the audit log with what is there",
		async run(ctx, [option]) {
			if (option !== "--begin-anew") return refused("The service anchors by itself. To give up what was anchored, say --begin-anew.");
			const anchored = await beginAnew(ctx);
			if ("problem" in anchored) return refused(`It could not be begun: ${anchored.problem}.`);
			const { entries, accounts } = anchored.seal;
			return { text: `The anchor begins with ${entries} entries of ${accounts} accounts.` };
		}
	},
	{
		name: "audit export",
		parameters: "<accountId> [--format jsonl|csv]",
		says: "print the audit log of an account",
		run: exportLog
	}
];
//#endregion
//#region packages/server/src/cli/database-commands.ts
const hasDatabase = ({ dataDir }) => (statSync(join(dataDir, "latchwork.db"), { throwIfNoEntry: false })?.size ?? 0) > 0;
/** Tells the next start what to do with what it finds. */
function tell({ dataDir, database }, words, text) {
	if (database.url !== void 0) return {
		text: "This is about the SQLite file; PostgreSQL is used here.",
		failed: true
	};
	const path = markFileOf(dataDir);
	writeFileSync(path, words, { mode: 384 });
	const { uid, gid } = statSync(dataDir);
	if (process.getuid?.() === 0) chownSync(path, uid, gid);
	return { text };
}
const databaseCommands = [{
	name: "database accept",
	parameters: "",
	says: "go on with the database as it is, although changes are missing; after a restore",
	runWith: async (config) => hasDatabase(config) ? tell(config, TAKE_AS_IT_IS, "The next start takes the database as it is.") : {
		text: "There is no database to go on with. Restore one, or see \"database begin-anew\".",
		failed: true
	}
}, {
	name: "database begin-anew",
	parameters: "",
	says: "begin with an empty database where there was one",
	runWith: async (config) => hasDatabase(config) ? {
		text: "There is a database. Move latchwork.db away first, if you are sure.",
		failed: true
	} : tell(config, BEGIN_ANEW, "The next start begins with an empty database, and prints a new owner.")
}];
//#endregion
//#region packages/server/src/cli/printable.ts
/**
* Characters that a terminal obeys instead of showing them, and those that turn the direction of a line. Names, mail
* addresses and errors come from callers of the API, and the operator reads them at a terminal.
*/
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
/** A text in which nothing but line ends and tabs is obeyed. */
const printable = (text) => text.replace(OBEYED, escaped);
const cell = (value) => printable(String(value)).replace(/[\t\n]/g, escaped);
/** Columns are parted by tabs, rows by line ends; no value can fake either. */
const tableOf = (header, rows) => [header, ...rows].map((row) => row.map(cell).join("	")).join("\n");
//#endregion
//#region packages/server/src/cli/key-commands.ts
const isKeyId = (id) => /^[0-9a-f]{12}$/.test(id);
/**
* The service may be running: it holds the file against other writers, but a reader that only looks is in nobody's way.
*/
function lookInSqlite(dataDir, id) {
	const path = join(dataDir, "latchwork.db");
	if (!existsSync(path)) return {
		rows: [],
		sealedWith: []
	};
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		const ask = (text) => database.prepare(text).all();
		const select = "select key_id, state, since, remaining from sealing_key order by since";
		const questions = isKeyId(id) ? sealedWith(SEALED_COLUMNS, id) : [];
		return {
			rows: ask(select),
			sealedWith: questions.map(({ column, text }) => ({
				column,
				rows: ask(text)
			}))
		};
	} finally {
		database.close();
	}
}
const ownKeys = (config) => configuredKeys(keySourceOf(config)) ?? readKeyFile(keyFileOf(config.dataDir)) ?? [];
function statusOf(config, { rows }) {
	const own = ownKeys(config).map(keyIdOf);
	const waiting = own.filter((id) => !rows.some(({ key_id }) => key_id === id));
	const cells = rows.map(({ key_id, state, since }) => [...[
		key_id,
		state,
		toWireDate(Number(since)),
		own.includes(key_id) ? "here" : "not here"
	]]);
	return { text: [
		tableOf([
			"keyId",
			"state",
			"since",
			"key"
		], [...cells, ...waiting.map((id) => [
			id,
			"waiting",
			"",
			"here"
		])]),
		"",
		...saysOf(rows, waiting)
	].join("\n") };
}
/** What an operator should do or wait for, in sentences. */
function saysOf(rows, waiting) {
	const says = [];
	if (waiting.length > 0) says.push("A key waits: it comes into use when every running process has it.");
	const remaining = rows.find(({ state }) => state === "current")?.remaining;
	const isRetiring = rows.some(({ state }) => state === "retiring");
	if (isRetiring && remaining === 0) says.push("All values have the current key; the old one is held a moment longer.");
	else if (isRetiring) says.push(`${remaining ?? "All"} values wait for the current key. Keep the old one.`);
	for (const { key_id, state } of rows) if (state === "retired") says.push(`Nothing in the store needs ${key_id}; backups from before may.`);
	return says.length > 0 ? says : ["Everything has the current key."];
}
function rotate(config) {
	if (config.secretKey !== void 0) return {
		text: "The key comes from LATCHWORK_SECRET_KEY. Make another one (openssl rand -base64 32), set LATCHWORK_SECRET_KEY to it and LATCHWORK_SECRET_KEYS_OLD to the old one, and restart the processes one after the other.",
		failed: true
	};
	return { text: `The key ${addKeyToFile(config.dataDir)} is in ${keyFileOf(config.dataDir)}. A running service takes it into use within seconds and seals everything with it; one that is stopped does so when it starts. Copy the file to your backup of it, and to the other machines that work on the same database. Watch it with: latchwork key status` };
}
function forget(config, { rows, sealedWith: found }, id) {
	const row = rows.find(({ key_id }) => key_id === id);
	if (config.secretKey !== void 0) return {
		text: "The keys come from settings: take it out of LATCHWORK_SECRET_KEYS_OLD.",
		failed: true
	};
	if (row?.state !== "retired") return {
		text: `The key ${id} is ${row?.state ?? "not known to the store"} and is not taken out.`,
		failed: true
	};
	const key = ownKeys(config).find((one) => keyIdOf(one) === id);
	const needed = key ? countOpenedBy(key, found) : 0;
	if (needed > 0) return {
		text: `The key ${id} is not taken out: ${needed} values still need it. A service that runs seals them anew within a minute of its start.`,
		failed: true
	};
	if (!removeKeyFromFile(config.dataDir, id)) return {
		text: `The key ${id} is not in the file.`,
		failed: true
	};
	return { text: `The key ${id} is gone. Backups from before the change open with a copy of it only.` };
}
/** SQLite can be looked at beside a running service; PostgreSQL is asked as usual. */
const onKeys = (act) => ({
	withoutStore: (config, [id = ""]) => config.database.url === void 0 ? act(config, lookInSqlite(config.dataDir, id), id) : void 0,
	run: async ({ db }, [id = ""], config) => act(config, {
		rows: await listKeys(db),
		sealedWith: isKeyId(id) ? await listSealedWith(db, SEALED_COLUMNS, id) : []
	}, id)
});
/** The secret key: what is in use, another one, and an end to an old one. */
const keyCommands = [
	{
		name: "key status",
		parameters: "",
		says: "which secret keys are in use, and how far a change is",
		...onKeys(statusOf)
	},
	{
		name: "key rotate",
		parameters: "",
		says: "make a new secret key, also while the service runs",
		withoutStore: rotate,
		run: async (_ctx, _values, config) => rotate(config)
	},
	{
		name: "key forget",
		parameters: "<keyId>",
		says: "take a secret key that nothing needs any more out of the key file",
		...onKeys(forget)
	}
];
//#endregion
//#region packages/server/src/cli/mail-commands.ts
const LIST_LIMIT = 100;
/** What the operator sees of mail: the only reader of it where no mail server is configured. */
const mailCommands = [{
	name: "mail list",
	parameters: "[state]",
	says: `the newest ${LIST_LIMIT} mails, or those in one state (${MAIL_STATES.join(", ")})`,
	async run(ctx, [wanted]) {
		const state = MAIL_STATES.find((known) => known === wanted);
		if (wanted !== void 0 && state === void 0) return {
			text: `A mail is ${MAIL_STATES.join(", ")}.`,
			failed: true
		};
		const cells = (await listAll(ctx, {
			limit: LIST_LIMIT,
			...state && { state }
		})).map((row) => [...[
			row.id,
			toWireDate(row.created_at),
			row.state,
			row.template,
			row.recipient,
			row.error ?? ""
		]]);
		return { text: tableOf([
			"id",
			"date",
			"state",
			"about",
			"to",
			"error"
		], cells) };
	}
}, {
	name: "mail show",
	parameters: "<id>",
	says: "one mail with its words, as long as they are kept",
	async run(ctx, [id = ""]) {
		const found = await findAny(ctx, id);
		if (!found) return {
			text: "There is no such mail.",
			failed: true
		};
		const { row, content } = found;
		const head = [
			`To: ${row.recipient}`,
			`Date: ${toWireDate(row.created_at)}`,
			`State: ${row.state}`
		];
		if (row.error !== null) head.push(`Error: ${row.error}`);
		if (!content) return { text: [
			...head,
			"",
			"Its words are no longer kept."
		].join("\n") };
		return { text: [
			...head,
			`Subject: ${content.subject}`,
			"",
			content.text.trimEnd()
		].join("\n") };
	}
}];
//#endregion
//#region packages/server/src/cli/operator-commands.ts
const REFUSALS = {
	"was so already": (email) => `Nothing changes for the account of ${email}.`,
	"no account": (email) => `No account has the address ${email}.`,
	"sub-account": (email) => `The account of ${email} is a sub-account; the operator is a main account.`,
	"last operator": (email) => `The account of ${email} is the only operator: grant it to another one first.`
};
const appointment = (name, says, { appoint, done }) => ({
	name,
	parameters: "<email>",
	says,
	async run(ctx, [email = ""]) {
		const result = await appoint(ctx, email);
		return result === "done" ? { text: done(email) } : {
			text: REFUSALS[result](email),
			failed: true
		};
	}
});
/** Who may use the operator's part of the console. */
const operatorCommands = [
	{
		name: "operator list",
		parameters: "",
		says: "the accounts whose sessions are the operator's",
		async run(ctx) {
			const cells = (await list(ctx)).map((row) => [...[
				row.account_id,
				row.email,
				row.name,
				toWireDate(row.operator_since ?? 0)
			]]);
			return { text: tableOf([
				"accountId",
				"email",
				"name",
				"since"
			], cells) };
		}
	},
	appointment("operator grant", "let a main account run the service from the console", {
		appoint: grant,
		done: (email) => `The account of ${email} is an operator now.`
	}),
	appointment("operator revoke", "take that back", {
		appoint: revoke,
		done: (email) => `The account of ${email} is no operator any more.`
	})
];
//#endregion
//#region packages/server/src/cli/tls-commands.ts
/** As long as the strictest browsers take a certificate for. */
const DAYS = 825;
const MAX_DAYS = 3650;
/** Makes a self-signed pair where the settings look for one, or in the data directory. */
async function init(config, args) {
	const options = readOptions(args);
	if (typeof options === "string") return {
		text: options,
		failed: true
	};
	const certFile = resolve(config.tls.certFile ?? join(config.dataDir, "tls", "cert.pem"));
	const keyFile = resolve(config.tls.keyFile ?? join(config.dataDir, "tls", "key.pem"));
	const there = [certFile, keyFile].filter((file) => existsSync(file));
	if (there.length > 0 && !options.replace) return {
		text: `${there.join(" and ")} exists already; --replace makes a new pair.`,
		failed: true
	};
	const names = namesOf(config, options.hosts);
	const { makeSelfSigned } = await import("./self-signed-9Dmj8f69.js");
	const { cert, key } = await makeSelfSigned({
		names,
		days: options.days,
		now: Date.now()
	});
	write$1(keyFile, key, 384);
	write$1(certFile, cert, 420);
	return { text: report({
		certFile,
		keyFile,
		names,
		certificate: new X509Certificate(cert)
	}) };
}
function readOptions(args) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		strict: false,
		options: {
			host: {
				type: "string",
				multiple: true
			},
			days: { type: "string" },
			replace: { type: "boolean" }
		}
	});
	const unknown = Object.keys(values).find((name) => ![
		"host",
		"days",
		"replace"
	].includes(name));
	if (unknown !== void 0) return `There is no option --${unknown}.`;
	if (positionals.length > 0) return "Name further hosts with --host.";
	const days = values.days === void 0 ? DAYS : Number(values.days);
	if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) return `--days takes 1 to ${MAX_DAYS}.`;
	const hosts = (values.host ?? []).map(String);
	const wrong = hosts.find((host) => isIP(host) === 0 && !/^[a-z0-9*]([a-z0-9.-]*[a-z0-9])?$/i.test(host));
	return wrong === void 0 ? {
		hosts,
		days,
		replace: values.replace === true
	} : `${wrong} is no host name.`;
}
/** Everything clients may call the service by: what was asked for, what is configured, and this machine. */
function namesOf({ publicUrl, http, mqtt }, hosts) {
	const publicHost = publicUrl && new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1");
	const isAnybody = (host) => host === "0.0.0.0" || host === "::";
	const configured = [
		...hosts,
		...publicHost ? [publicHost] : [],
		http.host,
		mqtt.host
	];
	const isOpen = [http.host, mqtt.host].some(isAnybody);
	const named = [...configured.filter((host) => !isAnybody(host)), ...isOpen ? [hostname()] : []];
	const [first = "localhost", ...others] = /* @__PURE__ */ new Set([
		...named,
		"localhost",
		"127.0.0.1",
		"::1"
	]);
	return [first, ...others];
}
/** Whole or not at all, and never readable by others in between. The owner is that of the directory, also under root. */
function write$1(file, content, mode) {
	mkdirSync(dirname(file), {
		recursive: true,
		mode: 448
	});
	const fresh = `${file}.new`;
	writeFileSync(fresh, content, {
		mode,
		flush: true
	});
	if (getuid?.() === 0) {
		const { uid, gid } = statSync(dirname(file));
		chownSync(fresh, uid, gid);
	}
	renameSync(fresh, file);
}
function report(made) {
	return [
		`Certificate  ${made.certFile}`,
		`Key          ${made.keyFile}`,
		`Names        ${made.names.join(", ")}`,
		`Valid until  ${new Date(made.certificate.validTo).toISOString().slice(0, 10)}`,
		`SHA-256      ${made.certificate.fingerprint256}`,
		"",
		"Give them to the service:",
		`  LATCHWORK_TLS_CERT_FILE=${made.certFile}`,
		`  LATCHWORK_TLS_KEY_FILE=${made.keyFile}`
	].join("\n");
}
const tlsCommands = [{
	name: "tls init",
	parameters: "[--host <name>] [--days <n>] [--replace]",
	says: "make a self-signed certificate and its key",
	runWith: init
}];
//#endregion
//#region packages/server/src/cli/token-commands.ts
const LONGEST_NAME = 255;
/** Finds the account and does the work in the log of its main account. */
async function ofAccount(ctx, email, work) {
	const found = await findByEmail(ctx, email);
	if (!found) return {
		text: `No account has the address ${email}.`,
		failed: true
	};
	return work({
		...ctx,
		accountId: found.master_account_id ?? found.account_id
	}, found.account_id);
}
const dateOr = (at, other) => at === null ? other : toWireDate(Number(at));
/** API tokens, for programs that are set up from the command line. */
const tokenCommands = [
	{
		name: "token list",
		parameters: "<email>",
		says: "the API tokens of an account, without what they are",
		run: (ctx, [email = ""]) => ofAccount(ctx, email, async (inAccount, accountId) => {
			const cells = (await listAllTokens(inAccount, accountId)).map((row) => [...[
				row.id,
				`${row.prefix}…`,
				row.description ?? "",
				toWireDate(Number(row.created_at))
			], ...[dateOr(row.last_used_at, "never"), dateOr(row.expires_at, "never")]]);
			return { text: tableOf([
				"id",
				"token",
				"name",
				"created",
				"used",
				"ends"
			], cells) };
		})
	},
	{
		name: "token create",
		parameters: "<email> <name>",
		says: "make an API token with all scopes and print it, once",
		run: (ctx, [email = "", ...words]) => {
			const name = words.join(" ");
			if (name === "" || name.length > LONGEST_NAME) return Promise.resolve({
				text: "Give a mail address and a name for the token.",
				failed: true
			});
			return ofAccount(ctx, email, async (inAccount, accountId) => ({ text: await createByOperator(inAccount, accountId, name) }));
		}
	},
	{
		name: "token revoke",
		parameters: "<email> <id>",
		says: "end an API token at once",
		run: (ctx, [email = "", id = ""]) => ofAccount(ctx, email, async (inAccount, accountId) => await removeByOperator(inAccount, accountId, id) ? { text: `The token ${id} does not work any more.` } : {
			text: `The account has no token ${id}.`,
			failed: true
		})
	}
];
//#endregion
//#region packages/server/src/cli/user-commands.ts
const isAddress = (text) => new RegExp(MAIL_ADDRESS_PATTERN, "u").test(text);
const newPassword = () => randomBytes(12).toString("base64url");
const NO_ADDRESS = {
	text: "Name the account by its mail address.",
	failed: true
};
const noAccount = (email) => ({
	text: `No account has the address ${email}.`,
	failed: true
});
/** What the operator does for people who cannot help themselves. */
const userCommands = [
	{
		name: "user create",
		formerly: "account create",
		parameters: "<email> <name>",
		says: "open an account and print its password",
		async run(ctx, [email = "", ...words]) {
			const name = words.join(" ");
			if (!isAddress(email) || name === "" || name.length > 255) return {
				text: "Give a mail address and a name.",
				failed: true
			};
			const password = newPassword();
			const accountId = await openByOperator(ctx, {
				email,
				password,
				name,
				language: "en"
			});
			if (accountId === void 0) return {
				text: `The address ${email} has an account already.`,
				failed: true
			};
			return { text: `Account ${accountId} of ${email} has the password ${password}` };
		}
	},
	{
		name: "user password",
		formerly: "password reset",
		parameters: "<email>",
		says: "give an account a new password, end its tokens, and print the password",
		async run(ctx, [email = ""]) {
			if (!isAddress(email)) return NO_ADDRESS;
			const password = newPassword();
			if (!await setByOperator(ctx, email, password)) return noAccount(email);
			return { text: `The account of ${email} has the password ${password}` };
		}
	},
	{
		name: "user otp-off",
		formerly: "otp reset",
		parameters: "<email>",
		says: "switch one-time passwords off for somebody who lost their phone",
		async run(ctx, [email = ""]) {
			if (!isAddress(email)) return NO_ADDRESS;
			const result = await resetByOperator$1(ctx, email);
			if (result === "no account") return noAccount(email);
			return { text: `One-time passwords of ${email}: ${result}.` };
		}
	},
	{
		name: "user passkeys-off",
		formerly: "passkey reset",
		parameters: "<email>",
		says: "remove all passkeys of somebody who lost their device",
		async run(ctx, [email = ""]) {
			if (!isAddress(email)) return NO_ADDRESS;
			const removed = await resetByOperator(ctx, email);
			if (removed === void 0) return noAccount(email);
			return { text: `Passkeys of ${email} that were removed: ${removed}.` };
		}
	}
];
//#endregion
//#region packages/server/src/cli/commands.ts
const decision = (act, says) => ({
	name: `advanced-key ${act}`,
	parameters: "<apiKeyId>",
	says,
	async run(ctx, [id = ""]) {
		if (!/^\d{1,9}$/.test(id)) return {
			text: "Name the API key by its number.",
			failed: true
		};
		const decision = await decide(ctx, Number(id), act);
		if (!decision) return {
			text: `The API key ${id} has no advanced key.`,
			failed: true
		};
		const { isDone, status } = decision;
		if (isDone) return { text: `The advanced key of API key ${id} is now ${status}.` };
		return {
			text: `An advanced key that is ${status} cannot be changed by "${act}".`,
			failed: true
		};
	}
});
/** Takes models of intercoms from a file into the catalogue, or puts the file in its place. */
async function importIntercoms(ctx, args, _config, terminal) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		strict: false,
		options: {
			replace: { type: "boolean" },
			"dry-run": { type: "boolean" }
		}
	});
	const [path, ...others] = positionals;
	const unknown = Object.keys(values).filter((name) => name !== "replace" && name !== "dry-run");
	if (path === void 0 || others.length > 0) return {
		text: "Name one file, CSV or JSON.",
		failed: true
	};
	if (unknown.length > 0) return {
		text: `There is no option --${unknown[0]}.`,
		failed: true
	};
	const text = await terminal.readText(path).catch((error) => error);
	if (text instanceof Error) return {
		text: `The file cannot be read: ${text.message}`,
		failed: true
	};
	const dryRun = values["dry-run"] === true;
	const before = await brands(ctx);
	const plan = await importCatalogue(ctx, {
		text,
		replace: values.replace === true,
		dryRun
	});
	if (plan.problems.length > 0) return {
		text: reportProblems(plan.problems),
		failed: true
	};
	return { text: reportImport(plan, before, dryRun) };
}
/** Every command; a further one is a further entry. */
const commands = [
	{
		name: "advanced-key list",
		parameters: "",
		says: "all applications for advanced API keys",
		async run(ctx) {
			const cells = (await listAll$1(ctx)).map((row) => [...[
				row.api_key_id,
				row.account_id,
				row.status,
				row.type,
				row.name,
				row.email
			]]);
			return { text: tableOf([
				"apiKeyId",
				"accountId",
				"status",
				"type",
				"name",
				"email"
			], cells) };
		}
	},
	decision("test", "let an application be tried by its own account"),
	decision("approve", "accept an application"),
	decision("reject", "refuse an application"),
	decision("suspend", "take an accepted one back"),
	...auditCommands,
	...databaseCommands,
	{
		name: "import intercoms",
		formerly: "intercom import",
		parameters: "<file> [--replace] [--dry-run]",
		says: "add to or change the catalogue of intercoms",
		run: importIntercoms
	},
	...userCommands,
	...keyCommands,
	...mailCommands,
	...operatorCommands,
	...tlsCommands,
	...tokenCommands
];
//#endregion
export { printable as n, commands as t };
