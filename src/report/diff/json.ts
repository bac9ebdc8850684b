import { acceptedAs } from "./accepted.js";
import { counted, type ToldDiff } from "./told.js";

/** The difference for programs, `schemaVersion` 1; its JSON Schema is diff.schema.json. */
export function diffJson({ difference, old, new: next, tool, accepted }: ToldDiff): string {
  const { bump, operations } = difference;
  const findings = difference.findings.map((finding) => {
    const { reason, ticket, expires } = acceptedAs(accepted, finding) ?? {};
    return reason === undefined ? finding : { ...finding, accepted: { reason, ticket, expires } };
  });
  const summary = { ...counted(difference), operations };
  return `${JSON.stringify({ schemaVersion: 1, tool, old, new: next, bump, summary, findings }, null, 2)}\n`;
}
