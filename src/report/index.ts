export { codesPage } from "./codes-page.js";
export { jsonReport, type Tool } from "./json.js";
export { textReport } from "./text.js";
