import { fileURLToPath } from "node:url";
import { type Document, loadDocument } from "../document/index.js";

/** The contract of this package, as one file: two folders above this one, in a checkout as in the package. */
export function ownDescription(): Document {
  return loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
}
