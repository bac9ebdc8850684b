/** A recording reverse proxy that judges what passes. */
export type { Rules, Seen } from "./judge.js";
export { type Recording, type RecordOptions, record } from "./record.js";
export { readTarget, type Target } from "./target.js";
