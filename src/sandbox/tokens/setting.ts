import type { Queries } from "../store/database.js";
import type { World } from "../world.js";

/** What a grant is decided in. Its `now` is domain time, in milliseconds. */
export type Setting = { readonly queries: Queries; readonly world: World; readonly now: number };

/** What a token opens: an application's businesses, or one business in the name of its user. */
export type Grant = {
  readonly applicationId: string;
  readonly businessIds: readonly string[];
  readonly username: string | undefined;
};
