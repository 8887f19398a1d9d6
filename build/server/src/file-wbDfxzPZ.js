export { n as readCatalogue } from "./file-COd0RAvK.js";
