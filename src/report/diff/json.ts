import { counted, type ToldDiff } from "./told.js";

/** The difference for programs, `schemaVersion` 1; its JSON Schema is diff.schema.json. */
export function diffJson({ difference, old, new: next, tool }: ToldDiff): string {
  const { findings, bump, operations } = difference;
  const summary = { ...counted(difference), operations };
  return `${JSON.stringify({ schemaVersion: 1, tool, old, new: next, bump, summary, findings }, null, 2)}\n`;
}
