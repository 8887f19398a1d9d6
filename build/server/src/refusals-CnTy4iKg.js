//#region packages/contract/src/device/refusals.ts
/**
* Codes of the protocol itself, beside the device errors. In an ack all mean that the motor did not move; `unproven` is
* only in an answer to settings: it was written, and nothing shows that the lock has it.
*/
const LDP_REFUSAL = {
	expired: 240,
	duplicate: 241,
	badSignature: 242,
	wrongSession: 243,
	notCapable: 244,
	unproven: 245,
	notReached: 246,
	/** The answer to `down/ask`: it never came, and will not be run if it still does. */
	neverCame: 247
};
//#endregion
export { LDP_REFUSAL as t };
