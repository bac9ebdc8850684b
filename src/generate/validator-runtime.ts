/**
 * What generated validators call. Each function becomes text of its own (runtime-text.ts), and a file of validators holds
 * the ones that it calls. Nothing here may run when the module is loaded.
 */

export { isEqual as equal, repeatedItem } from "../schema/equality.js";
export * from "../schema/format-functions.js";
export { isMultipleOf } from "../schema/multiple-of.js";
export { NUMBER_FORMATS } from "../schema/number-formats.js";
export { hasAtLeast, hasAtMost } from "../schema/text-length.js";
