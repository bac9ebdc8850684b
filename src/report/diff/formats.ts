import { serializeExactJson } from "../../diff/index.js";
import { countByLevel } from "../page.js";
import { createPageFormats, type FormatName, formatLines } from "../page-formats.js";
import { renderChangelog } from "./changelog.js";
import { createDiffPage, type DiffReportInput, getDiffOutcome } from "./diff-page.js";

export {
  type ComparedChange,
  type ComparedSpec,
  type DiffReportInput,
  failsDiff,
  type WeighedTraffic,
} from "./diff-page.js";

/** The name of the format that only comparisons have. */
export const CHANGELOG = "changelog";

/** The diff report formats by their names for `--format`. */
export const DIFF_FORMATS: Readonly<Record<FormatName | typeof CHANGELOG, (input: DiffReportInput) => string>> = {
  json: formatDiffJson,
  ndjson: formatDiffNdjson,
  changelog: renderChangelog,
  ...createPageFormats(createDiffPage),
};

export const DIFF_REPORTS = { formats: DIFF_FORMATS, createPage: createDiffPage };

/** Formats the changes as JSON, `schemaVersion` 1. The JSON Schema is diff.schema.json. */
export function formatDiffJson(input: DiffReportInput): string {
  return `${serializeExactJson({ ...createDiffReport(input), outcome: getDiffOutcome(input) }, 2)}\n`;
}

function formatDiffNdjson(input: DiffReportInput): string {
  const { findings, bump, summary, ...head } = createDiffReport(input);
  return formatLines(
    head,
    findings.map((finding) => ({ finding })),
    { ...getDiffOutcome(input), bump, summary },
  );
}

/** Creates the report that {@link formatDiffJson} writes. Reports of other commands hold it in `diff`. */
export function createDiffReport(input: DiffReportInput) {
  const { difference, old, new: next, tool, traffic, version } = input;
  const { bump, operations } = difference;
  const findings = difference.findings.map(({ acceptance, ...finding }) => {
    const accepted = acceptance?.state === "known" ? acceptance.waiver : undefined;
    return { ...finding, accepted, traffic: traffic?.findings.get(finding.fingerprint) };
  });
  const { notCompared } = difference;
  const { findings: _weights, ...totals } = traffic ?? {};
  const summary = {
    ...countByLevel(difference.findings),
    operations,
    ...(notCompared.length === 0 ? {} : { notCompared }),
    ...{ traffic: traffic && totals, version },
  };
  return { schemaVersion: 1, tool, old, new: next, bump, summary, findings };
}
