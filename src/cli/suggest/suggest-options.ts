import type { CheckCommandOptions } from "../settings/run-settings.js";

/** The options of `contract suggest`, as the command line gives them. */
export type SuggestCommandOptions = Pick<CheckCommandOptions, "config" | "spec" | "server" | "quiet"> & {
  readonly write?: boolean;
  readonly overlay?: string;
  /** The file for a spec that is inferred from the traffic alone. */
  readonly new?: string;
};
