import { countByLevel, type DiffReportInput } from "./diff-page.js";
import { findWaiver } from "./waivers.js";

/** Formats the changes as JSON, `schemaVersion` 1. The JSON Schema is diff.schema.json. */
export function formatDiffJson(input: DiffReportInput): string {
  return `${JSON.stringify(createDiffReport(input), null, 2)}\n`;
}

/** Creates the report that {@link formatDiffJson} writes. Reports of other commands hold it in `diff`. */
export function createDiffReport(input: DiffReportInput): object {
  const { difference, old, new: next, tool, accepted, traffic, version } = input;
  const { bump, operations } = difference;
  const findings = difference.findings.map((finding) => {
    const { reason, ticket, expires } = findWaiver(accepted, finding) ?? {};
    const weight = traffic?.findings.get(finding.fingerprint);
    return {
      ...finding,
      ...(reason === undefined ? {} : { accepted: { reason, ticket, expires } }),
      ...(weight === undefined ? {} : { traffic: weight }),
    };
  });
  const { notCompared } = difference;
  const { findings: _weights, ...totals } = traffic ?? {};
  const summary = {
    ...countByLevel(difference),
    operations,
    ...(notCompared.length === 0 ? {} : { notCompared }),
    ...(traffic === undefined ? {} : { traffic: totals }),
    ...(version === undefined ? {} : { version }),
  };
  return { schemaVersion: 1, tool, old, new: next, bump, summary, findings };
}
