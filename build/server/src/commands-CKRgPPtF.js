export { t as commands } from "./commands-D1KfgG5Y.js";
