//#region packages/contract/src/device/topics.ts
const LDP_ROOT = "ldp/1";
/** What a device publishes: leaf of `ldp/1/<deviceId>/up/<leaf>`. */
const UP_LEAVES = [
	"presence",
	"info",
	"state",
	"event",
	"ack",
	"reported",
	"auths",
	"foreign"
];
/** What the service publishes: leaf of `ldp/1/<deviceId>/down/<leaf>`. */
const DOWN_LEAVES = [
	"cmd",
	"ask",
	"eack",
	"desired",
	"sync"
];
const upTopic = (deviceId, leaf) => `${LDP_ROOT}/${deviceId}/up/${leaf}`;
const downTopic = (deviceId, leaf) => `${LDP_ROOT}/${deviceId}/down/${leaf}`;
/** The device and leaf an uplink topic names, or undefined for anything else. */
function parseUpTopic(topic) {
	const match = /^ldp\/1\/([0-9A-F]{8})\/up\/([a-z]+)$/.exec(topic);
	if (!match) return void 0;
	const [, deviceId, leaf] = match;
	return UP_LEAVES.includes(leaf) ? {
		deviceId,
		leaf
	} : void 0;
}
/** The largest message either side accepts. */
const LDP_MAX_BYTES = 8192;
//#endregion
export { downTopic as a, UP_LEAVES as i, LDP_MAX_BYTES as n, parseUpTopic as o, LDP_ROOT as r, upTopic as s, DOWN_LEAVES as t };
