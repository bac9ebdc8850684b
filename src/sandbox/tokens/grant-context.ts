import type { AppContext } from "../context/app-context.js";
import type { Queries } from "../store/database.js";

/** What a grant is decided in. Its `now` is domain time, in milliseconds. */
export type GrantContext = { readonly queries: Queries; readonly app: AppContext; readonly now: number };

/** What a token opens: an application's businesses, or one business in the name of its user. */
export type TokenGrant = {
  readonly applicationId: string;
  readonly businessIds: readonly string[];
  readonly username: string | undefined;
};
