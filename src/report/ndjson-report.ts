import { listWarnings } from "../gate/index.js";
import { stringifyPrintable } from "./formatting/printable-json.js";
import type { ReportInput } from "./report-input.js";

/**
 * Formats the report as lines of JSON: a head, one line per finding in the order of the JSON report, and the outcome. Each line
 * is an object with one property that names its kind; see `line` in report.schema.json.
 */
export function formatNdjsonReport({ report, outcome, tool }: ReportInput): string {
  const { spec, summary, findings, notLogged, consumers, unaccepted, excluded, baseline } = report;
  const warnings = listWarnings(report);
  const lines = [
    { head: { schemaVersion: 2, tool, spec, summary } },
    ...findings.map((finding) => ({ finding })),
    {
      outcome: {
        ...outcome,
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(notLogged === undefined ? {} : { notLogged: notLogged }),
        ...(consumers === undefined ? {} : { consumers }),
        ...(unaccepted === undefined ? {} : { unaccepted }),
        ...(excluded === undefined ? {} : { excluded }),
        ...(baseline === undefined ? {} : { baseline }),
      },
    },
  ];
  return lines.map((line) => `${stringifyPrintable(line)}\n`).join("");
}
