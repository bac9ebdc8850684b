import { stringify } from "yaml";
import type { Json } from "../document/index.js";

/** What a file of its own says, as JSON or YAML by its name. */
export function serializeFile(path: string, value: Json): string {
  if (/\.json$/i.test(path)) return `${JSON.stringify(value, null, 2)}\n`;
  return stringify(value, { lineWidth: 0, version: "1.2", aliasDuplicateObjects: false });
}
