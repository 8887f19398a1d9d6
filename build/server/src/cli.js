#!/usr/bin/env node
import { t as keepCompiled } from "./compile-cache-ChQgBCDq.js";
import process from "node:process";
//#region packages/server/src/cli.ts
keepCompiled();
const [, , command, ...values] = process.argv;
if (command === "gateway") await (await import("./main-eVxJzJ1h.js")).main(values);
else if ((command === "serve" || command === "sandbox") && values.length === 0) await (await import("./main-BBzGpMo5.js")).serve({ sandbox: command === "sandbox" });
else await import("./main-C0NM8onq.js");
//#endregion
export {};
