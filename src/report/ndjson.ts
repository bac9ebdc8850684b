import { jsonText } from "./json-text.js";
import type { Told } from "./told.js";

/**
 * The report as lines of JSON: a head, a line for each finding in the order of the JSON report, and the outcome. Each is an
 * object with one property that says what it is; `line` in report.schema.json describes them.
 */
export function ndjsonReport({ report, outcome, tool }: Told): string {
  const { spec, summary, findings, unlogged, unaccepted, baseline } = report;
  const lines = [
    { head: { schemaVersion: 1, tool, spec, summary } },
    ...findings.map((finding) => ({ finding })),
    {
      outcome: {
        ...outcome,
        ...(unlogged === undefined ? {} : { unlogged }),
        ...(unaccepted === undefined ? {} : { unaccepted }),
        ...(baseline === undefined ? {} : { baseline }),
      },
    },
  ];
  return lines.map((line) => `${jsonText(line)}\n`).join("");
}
