import { t as keepCompiled } from "./compile-cache-ChQgBCDq.js";
//#region packages/server/src/start.ts
/** Where the process begins. */
keepCompiled();
await (await import("./main-BBzGpMo5.js")).serve({ sandbox: process.argv.includes("--sandbox") });
//#endregion
export {};
