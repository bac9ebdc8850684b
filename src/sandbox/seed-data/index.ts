/** What a sandbox is filled with at its start and by a reset. */
export { fill } from "./fill.js";
export { type DemoAccess, demoAccess, PACKS, type Pack, packData } from "./packs.js";
export { parseSeedData } from "./parse.js";
export { readSeedData } from "./read.js";
export type { SeedData } from "./seed-data.js";
export { SeedDataError } from "./seed-data-error.js";
