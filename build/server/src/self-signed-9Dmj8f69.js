import { randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";
//#region packages/server/src/cli/self-signed.ts
const DAY_MS = 864e5;
/** ECDSA on P-256: small enough for locks, and known to every client of TLS 1.2. */
const ALGORITHM = {
	name: "ECDSA",
	namedCurve: "P-256",
	hash: "SHA-256"
};
/**
* A certificate that vouches for itself, for these names and addresses. It is marked as no authority, so that whoever
* believes it believes it for this service only. The library is loaded here alone: Node reads certificates, but makes none.
*/
async function makeSelfSigned(options) {
	await import("reflect-metadata");
	const x509 = await import("@peculiar/x509");
	const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
	const certificate = await x509.X509CertificateGenerator.createSelfSigned({
		serialNumber: `01${randomBytes(15).toString("hex")}`,
		name: [{ CN: [options.names[0]] }],
		notBefore: /* @__PURE__ */ new Date(options.now - DAY_MS),
		notAfter: new Date(options.now + options.days * DAY_MS),
		signingAlgorithm: ALGORITHM,
		keys,
		extensions: [
			new x509.BasicConstraintsExtension(false, void 0, true),
			new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
			new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
			new x509.SubjectAlternativeNameExtension(options.names.map((value) => ({
				type: isIP(value) === 0 ? "dns" : "ip",
				value
			})))
		]
	}, webcrypto);
	const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
	return {
		cert: `${certificate.toString("pem")}\n`,
		key: x509.PemConverter.encode(key, "PRIVATE KEY")
	};
}
//#endregion
export { makeSelfSigned };
