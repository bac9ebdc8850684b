import { githubReport } from "./github.js";
import { htmlReport } from "./html.js";
import { jsonReport } from "./json.js";
import { junitReport } from "./junit.js";
import { markdownReport } from "./markdown.js";
import { ndjsonReport } from "./ndjson.js";
import { sarifReport } from "./sarif.js";
import { textReport } from "./text.js";
import type { Told } from "./told.js";

/** Every format of a report, by the name that `--format` takes. */
export const FORMATS = {
  text: ({ report, outcome, ...options }: Told) => textReport(report, outcome, options),
  json: ({ report, tool, problems }: Told) => jsonReport(report, tool, problems),
  ndjson: ndjsonReport,
  junit: junitReport,
  sarif: sarifReport,
  github: githubReport,
  markdown: (told: Told) => markdownReport(told),
  html: htmlReport,
} as const satisfies Readonly<Record<string, (told: Told) => string>>;

export type FormatName = keyof typeof FORMATS;
