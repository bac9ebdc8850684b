import type { Outcome, Report } from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import type { SourceLines } from "./clause.js";
import { jsonReport, type Tool } from "./json.js";
import { textReport } from "./text.js";

/** Everything that a format may draw on. */
export type Told = {
  readonly report: Report;
  readonly outcome: Outcome;
  readonly tool: Tool;
  readonly problems: readonly Problem[];
  /** The lines of a file of the description, so that the clause can be shown. */
  readonly source: SourceLines;
  /** How many findings the formats for people tell, errors first. */
  readonly maxFindings?: number;
  readonly colour?: boolean;
};

/** Every format of a report, by the name that `--format` takes. */
export const FORMATS = {
  text: ({ report, outcome, ...options }: Told) => textReport(report, outcome, options),
  json: ({ report, tool, problems }: Told) => jsonReport(report, tool, problems),
} as const satisfies Readonly<Record<string, (told: Told) => string>>;

export type FormatName = keyof typeof FORMATS;
