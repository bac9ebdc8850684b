// What explains codes and tells differences is imported from its own files, so that a check loads none of it.
export { DIFF_FORMAT_NAMES } from "./diff/format-names.js";
export { FORMATS, type FormatName } from "./formats.js";
export { jsonReport, type Tool } from "./json.js";
export { jsonText } from "./json-text.js";
export { markdownReport } from "./markdown.js";
export { problemList } from "./problems.js";
export { type ReadReport, readReport } from "./read.js";
export { textReport } from "./text.js";
export type { Told } from "./told.js";
