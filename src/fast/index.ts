/** Checks from the bytes of recordings. Without them, the results are the same. */
export { createEntryAccelerator } from "./entries/fast-entries.js";
export { createFastValidator } from "./exchanges/fast-path.js";
