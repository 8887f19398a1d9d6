import { Vt as fail } from "./esm-BFPbzlf6.js";
import { b as speaksTls, d as createOrRenew, p as renewClaim, r as known } from "./service-Cp1lQBlc.js";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { join } from "node:path";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
//#region packages/server/src/compose/local-gateway.ts
const CLI = fileURLToPath(new URL("../cli.js", new URL("./compose/local-gateway.ts", import.meta.url).href));
const NAME = "This machine";
const FIRST_RESTART_MS = 1e3;
const LONGEST_RESTART_MS = 6e4;
const STOP_WITHIN_MS = 5e3;
const LONGEST_LINE = 2e3;
/** What a gateway ends with when the service does not know it any more. */
const CLAIM_LOST = 3;
/** All of this process's environment that a gateway has any business with. */
const ENVIRONMENT = [
	"PATH",
	"HOME",
	"TZ",
	"LANG",
	"NODE_EXTRA_CA_CERTS"
];
/**
* The gateway for hubs beside the service: a process of its own that is started again whenever it ends, claimed for the
* owner without anybody typing a code, and gone when this process is, however that ends.
*/
async function startLocalGateway(options) {
	const folder = join(options.config.dataDir, "gateway");
	await mkdir(folder, {
		recursive: true,
		mode: 448
	});
	const configFile = join(folder, "gateway.json");
	await writeFile(configFile, JSON.stringify(gatewayFile(options), void 0, 2), { mode: 384 });
	const stopping = new AbortController();
	const running = keepRunning(options, folder, configFile, stopping.signal);
	return { async stop() {
		stopping.abort();
		await running;
	} };
}
function gatewayFile({ service, config, port }) {
	const { tls, mqtt } = config;
	const isTls = speaksTls(config, "http");
	return {
		server: `${isTls ? "https" : "http"}://${hostOf(config.http.host)}:${port}`,
		broker: service.bus.url,
		dataDir: "data",
		hubs: config.gateway.hubs.map((hub) => {
			const [family = "", ...address] = hub.split("=");
			return {
				family,
				address: address.join("=")
			};
		}),
		...(isTls || speaksTls(config, "mqtt")) && { certFile: tls.certFile },
		...mqtt.caFile && { caFile: mqtt.caFile },
		allowPlain: true
	};
}
/** An address that means "every interface" is no address to connect to. */
const hostOf = (host) => {
	if (host === "0.0.0.0") return "127.0.0.1";
	if (host === "::") return "[::1]";
	return host.includes(":") ? `[${host}]` : host;
};
async function keepRunning(options, folder, configFile, signal) {
	const { log, clock } = options.service.platform;
	let restarts = 0;
	let isClaimLost = false;
	while (!signal.aborted) {
		const startedAt = clock.now();
		const code = await claimCode(options, folder, isClaimLost).then((claim) => run(configFile, claim, log, signal)).catch((error) => {
			log.error({ err: error }, "the gateway could not be started");
			return 1;
		});
		if (signal.aborted) return;
		isClaimLost = code === CLAIM_LOST;
		if (clock.now() - startedAt > LONGEST_RESTART_MS) restarts = 0;
		const delayMs = Math.min(FIRST_RESTART_MS * 2 ** restarts, LONGEST_RESTART_MS);
		restarts += 1;
		log.warn({
			code,
			restartInMs: delayMs
		}, "the gateway ended; it is started again");
		await pause(delayMs, signal);
	}
}
/** A code for a gateway that has no claim, or whose claim the service does not know any more. */
async function claimCode(options, folder, isClaimLost) {
	const ctx = {
		...options.service.contextFor(options.accountId),
		fail
	};
	const gatewayId = await claimedAs(folder);
	const known$1 = gatewayId === void 0 ? void 0 : await known(ctx, gatewayId);
	if (known$1 && !isClaimLost) return void 0;
	const { claimCode } = known$1 ? await renewClaim(ctx, known$1) : await createOrRenew(ctx, NAME);
	return claimCode;
}
/** As whom the gateway was claimed, by its own file. */
async function claimedAs(folder) {
	try {
		const { gatewayId } = JSON.parse(await readFile(join(folder, "data/identity.json"), "utf8"));
		return typeof gatewayId === "string" ? gatewayId : void 0;
	} catch {
		return;
	}
}
/** One life of the child; resolves with its exit code. The pipe to it ends with this process, and so does the child. */
async function run(configFile, claim, log, signal) {
	const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => [[name, process.env[name]]]));
	const child = spawn(process.execPath, [
		CLI,
		"gateway",
		"--config",
		configFile,
		"--child"
	], {
		stdio: [
			"pipe",
			"pipe",
			"pipe"
		],
		env: {
			...env,
			...claim && { LATCHWORK_CLAIM_CODE: claim }
		}
	});
	passOn(child.stdout, log);
	passOn(child.stderr, log);
	const stop = () => void end(child);
	signal.addEventListener("abort", stop);
	try {
		const [code] = await once(child, "exit");
		return typeof code === "number" ? code : 1;
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
async function end(child) {
	const kill = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
	child.once("exit", () => clearTimeout(kill));
	child.stdin?.on("error", () => void 0);
	child.stdin?.end();
}
/** Its log, in ours. */
function passOn(output, log) {
	createInterface({ input: output }).on("line", (line) => {
		const { level, msg, time: _, ...details } = parsed(line.slice(0, LONGEST_LINE));
		log[level === "error" || level === "info" ? level : "warn"]({ gateway: details }, msg);
	});
}
function parsed(line) {
	try {
		const value = JSON.parse(line);
		if (typeof value === "object" && value !== null && "msg" in value && typeof value.msg === "string") return {
			...value,
			msg: value.msg
		};
	} catch {}
	return { msg: line };
}
function pause(ms, signal) {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		signal.addEventListener("abort", done);
	});
}
//#endregion
export { startLocalGateway };
