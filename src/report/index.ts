export { codesPage } from "./codes-page.js";
export { codeList, explanationText, nearestCode } from "./explanation.js";
export { FORMATS, type FormatName, type Told } from "./formats.js";
export { jsonReport, type Tool } from "./json.js";
export { problemList } from "./problems.js";
export { type ReadReport, readReport } from "./read.js";
export { specCodesPage } from "./spec-codes-page.js";
export { textReport } from "./text.js";
