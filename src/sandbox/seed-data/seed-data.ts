import type { JsonObject } from "../../document/index.js";
import type { Tenants } from "../tenants/index.js";

/** What a sandbox is filled with: of the packs, or of a file of the user's. */
export type SeedData = {
  readonly tenants: Tenants;
  /** As the contract has them, each with its id and the id of its business in its context, and with its times. */
  readonly orders: Iterable<JsonObject>;
  readonly plans: readonly JsonObject[];
  readonly subscriptions: readonly JsonObject[];
  /** As they are registered, with their secret. */
  readonly hooks: readonly JsonObject[];
};
