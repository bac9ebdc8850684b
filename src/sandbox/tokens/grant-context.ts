import type { AppContext } from "../context/app-context.js";
import type { Queries } from "../store/database.js";

/** Dependencies of a grant. `now` is domain time in milliseconds. */
export type GrantContext = { readonly queries: Queries; readonly app: AppContext; readonly now: number };

/** What a token gives access to: the businesses of an application, or one business as a business user. */
export type TokenGrant = {
  readonly applicationId: string;
  readonly businessIds: readonly string[];
  readonly username: string | undefined;
};
