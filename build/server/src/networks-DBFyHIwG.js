import { t as LRUCache } from "./esm-BFPbzlf6.js";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
//#region packages/server/src/platform/net/ip-address.ts
/**
* An IP address as the library holds it; undefined for everything else. An IPv4 address in IPv6 clothes (::ffff:1.2.3.4)
* is the IPv4 address, because that is who calls; a zone (%eth0) says where to send, not who it is.
*/
function parseAddress(text) {
	if (text === void 0 || isIP(text) === 0) return void 0;
	const [plain = ""] = text.split("%");
	const [, compatible] = COMPATIBLE.exec(plain) ?? [];
	if (compatible === void 0) return ipaddr.process(plain);
	return ipaddr.fromByteArray([...Array(12).fill(0), ...ipaddr.IPv4.parse(compatible).toByteArray()]);
}
/** ::1.2.3.4, a form long given up, is not 1.2.3.4: no packet to it ends there, though the library says so. */
const COMPATIBLE = /^::(\d+\.\d+\.\d+\.\d+)$/;
const remembered = new LRUCache({ max: 1e4 });
/** Whoever gave no address at all, or no real one, is counted together. */
const UNKNOWN_NETWORK = "unknown";
/** Who counts as one caller: an IPv4 address, or the IPv6 /64 that one customer usually has as a whole. */
function networkOf(ip) {
	if (ip === void 0) return UNKNOWN_NETWORK;
	const known = remembered.get(ip);
	if (known !== void 0) return known;
	const network = readNetwork(ip);
	if (network !== UNKNOWN_NETWORK) remembered.set(ip, network);
	return network;
}
/** Some proxies write the port behind the address they forward: 192.0.2.1:4711, [2001:db8::1]:4711. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/;
function readNetwork(ip) {
	const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
	const address = parseAddress(v4 ?? v6 ?? ip);
	if (!address) return UNKNOWN_NETWORK;
	if (address.kind() === "ipv4") return address.toString();
	return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
//#endregion
//#region packages/server/src/platform/net/networks.ts
/** An address without a zone, and how many of its bits count. */
const WITH_BITS = /^([^/%]+)(?:\/(\d{1,3}))?$/;
/** A network, or a single address, as it is stored and shown; undefined when it is neither. Host bits are cleared. */
function networkText(text) {
	const range = rangeOf(text.trim());
	if (!range) return void 0;
	const [address, bits] = range;
	return `${address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`) : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
/** What was stored with `networkText`. */
const networksOf = (texts) => texts.flatMap((text) => {
	const range = rangeOf(text);
	return range ? [range] : [];
});
const holds = ([first, bits], address) => address.kind() === first.kind() && address.match([first, bits]);
/** Is the caller in one of them? An IPv4 address in IPv6 clothes is the IPv4 address. */
function isWithin(networks, ip) {
	const address = parseAddress(ip);
	return address !== void 0 && networks.some((network) => holds(network, address));
}
/** Does every one of these lie inside one of those? */
const areWithin = (inner, outer) => inner.every(([address, bits]) => outer.some((network) => network[1] <= bits && holds(network, address)));
/** A network as operators write it: 10.1.0.0/16. */
const isNetwork = (text) => text.includes("/") && rangeOf(text) !== void 0;
/** Tells whether an address lies in one of the networks. */
function networkList(texts) {
	const wrong = texts.find((text) => !isNetwork(text));
	if (wrong !== void 0) throw new RangeError(`${wrong} is not a network`);
	const networks = networksOf(texts);
	return (address) => isWithin(networks, address);
}
const isLoopback = networkList(["127.0.0.0/8", "::1/128"]);
function rangeOf(text) {
	const [, plain = "", bitsText] = WITH_BITS.exec(text) ?? [];
	const address = parseAddress(plain);
	const most = isIP(plain) === 4 ? 32 : 128;
	const bits = bitsText === void 0 ? most : Number(bitsText);
	if (!address || bits > most) return void 0;
	if (!(most === 128 && address.kind() === "ipv4")) return [address, bits];
	return bits >= 96 ? [address, bits - 96] : void 0;
}
//#endregion
export { networkList as a, networkOf as c, isWithin as i, parseAddress as l, isLoopback as n, networkText as o, isNetwork as r, networksOf as s, areWithin as t };
