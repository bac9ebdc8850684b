/** The initial data of a sandbox, used at the start and by a reset. */
export { fillDatabase, insertPlans, insertSubscriptions } from "./fill-database.js";
export { createFixtureData, type DemoAccess, deriveDemoAccess, FIXTURE_NAMES, type FixtureName } from "./fixtures.js";
export { parseSeedData } from "./parse-seed-data.js";
export { readSeedData } from "./read-seed-data.js";
export { createSampleOrder } from "./sample-order.js";
export type { SeedData } from "./seed-data.js";
export { SeedDataError } from "./seed-data-error.js";
