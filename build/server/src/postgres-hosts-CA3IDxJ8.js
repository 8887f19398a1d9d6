import { t as StartupError } from "./startup-error-C43z7zhH.js";
//#region packages/server/src/platform/store/postgres-hosts.ts
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/;
function readPostgresHosts(url) {
	const [, before, hosts, path = "", query] = ADDRESS.exec(url) ?? [];
	if (before === void 0 || hosts === void 0) throw notAnAddress();
	const parameters = new URLSearchParams(query);
	parameters.delete("target_session_attrs");
	const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
	const urls = hosts.split(",").map((host) => `${before}${host}${rest}`);
	if (!urls.every((one) => URL.canParse(one))) throw notAnAddress();
	let current = 0;
	return {
		count: urls.length,
		url: () => urls[current],
		failed(failed) {
			if (urls[current] === failed) current = (current + 1) % urls.length;
		},
		described: `${hosts || "the local socket"}${path}`
	};
}
const notAnAddress = () => new StartupError("LATCHWORK_DATABASE_URL is not a PostgreSQL address: it must look like postgres://user:password@host:5432/database.");
//#endregion
export { readPostgresHosts as t };
