import fastDeepEqual from "ajv/dist/runtime/equal.js";
import { FORMATS } from "../schema/formats.js";
import { compilePattern } from "../schema/pattern.js";

/** What generated validators call; its text is put into every file of them, so that they need nothing else. */
export const formats = FORMATS;
export const pattern = compilePattern;
export const equal = fastDeepEqual.default;
export { repeatedItem } from "../schema/equality.js";
export { isMultipleOf } from "../schema/multiple-of.js";
export { hasAtLeast, hasAtMost } from "../schema/text-length.js";
