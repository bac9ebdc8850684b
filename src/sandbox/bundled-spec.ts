import { fileURLToPath } from "node:url";
import { type Document, loadDocument } from "../document/index.js";

let bundledSpec: Document | undefined;

/** Loads the built-in spec. Its file has the same relative path in a checkout and in the published package. */
export function loadBundledSpec(): Document {
  bundledSpec ??= loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
  return bundledSpec;
}
