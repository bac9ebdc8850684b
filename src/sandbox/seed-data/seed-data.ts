import type { JsonObject } from "../../document/index.js";
import type { Tenants } from "../tenants/index.js";

/** The initial data of a sandbox, from a fixture or a user's file. */
export type SeedData = {
  readonly tenants: Tenants;
  /** Orders as in the spec, with id, times and the id of the business in the context. */
  readonly orders: Iterable<JsonObject>;
  readonly plans: readonly JsonObject[];
  readonly subscriptions: readonly JsonObject[];
  /** Registrations with their secrets. */
  readonly hooks: readonly JsonObject[];
};
