import { stringify } from "yaml";
import type { Document } from "../document/index.js";
import { formatFileHeader } from "./file-header.js";

/** The bundle: the spec in one file, as JSON and as YAML. */
export function generateBundleFiles(document: Document): { readonly json: string; readonly yaml: string } {
  return {
    json: `${JSON.stringify(document.root, undefined, 2)}\n`,
    yaml: formatFileHeader("#") + stringify(document.root, { aliasDuplicateObjects: false, lineWidth: 120 }),
  };
}
