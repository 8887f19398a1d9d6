import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
//#region packages/server/src/compile-cache.ts
/** Beside the dependencies, which in an installed package are beside us. */
const PLACE = new URL("./compile-cache.ts", import.meta.url).href.endsWith(".ts") ? "../../../node_modules/.cache/latchwork" : "../../../.cache/latchwork";
/**
* Node keeps what it compiled, types stripped, from one start to the next; that has to be switched on before the first
* of the other modules is loaded. Where the place cannot be written, as in a package that root installed, nothing is
* kept; NODE_COMPILE_CACHE names another.
*/
function keepCompiled() {
	enableCompileCache(fileURLToPath(new URL(PLACE, new URL("./compile-cache.ts", import.meta.url).href)));
}
//#endregion
export { keepCompiled as t };
