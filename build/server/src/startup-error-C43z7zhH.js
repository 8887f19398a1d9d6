//#region packages/server/src/platform/startup-error.ts
/** Why the service cannot start, in one sentence for the operator. It is shown without a stack. */
var StartupError = class extends Error {
	name = "StartupError";
	/** Whether the same start may succeed a little later, with nobody doing anything about it. */
	mayPass;
	constructor(message, { mayPass = false, ...options } = {}) {
		super(message, options);
		this.mayPass = mayPass;
	}
};
//#endregion
export { StartupError as t };
