import type { CheckCommandOptions } from "../settings/run-settings.js";

/** The options of `contract suggest`, as the command line gives them. */
export type SuggestCommandOptions = Pick<CheckCommandOptions, "config" | "spec" | "server" | "quiet"> & {
  readonly write?: boolean;
  readonly overlay?: string;
  /** The file for a spec that is inferred from the traffic alone. */
  readonly new?: string;
  /** The new spec describes every host that responded. */
  readonly allHosts?: boolean;
  /** The new spec describes pages, scripts and images of web sites too. */
  readonly pages?: boolean;
  /** The new spec describes every request of every host, or of the named servers. */
  readonly allRequests?: boolean;
};
