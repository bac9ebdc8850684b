import { stringify } from "yaml";
import type { Json } from "../document/index.js";

/** Serializes a file as JSON or YAML, depending on its extension. */
export function serializeFile(path: string, value: Json): string {
  if (/\.json$/i.test(path)) return `${JSON.stringify(value, null, 2)}\n`;
  return stringify(value, { lineWidth: 0, version: "1.2", aliasDuplicateObjects: false });
}
