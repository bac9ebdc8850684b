/**
 * What generated validators call. Each function becomes text of its own (runtime-text.ts), and a file of validators holds
 * the ones that it calls. Nothing here may run when the module is loaded.
 */

export { createStandardSchema } from "../client/integrations/standard-schema.js";
export {
  findRepeatedItem,
  hasAtLeast,
  hasAtMost,
  isEqual as equal,
  isMultipleOf,
} from "../document/values/exact-number.js";
export * from "../schema/formats/format-functions.js";
export { NUMBER_FORMATS } from "../schema/formats/number-formats.js";
export { createStreamValidator } from "./stream-validator.js";
