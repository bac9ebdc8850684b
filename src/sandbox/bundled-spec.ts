import { fileURLToPath } from "node:url";
import { type Document, loadDocument } from "../document/index.js";
import { createSchemas, type Schemas } from "../schema/index.js";

let bundledSpec: Document | undefined;
const compiled = new WeakMap<Document, Schemas>();

/** The contract of this package, as one file: two folders above this one, in a checkout as in the package. */
export function loadBundledSpec(): Document {
  bundledSpec ??= loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
  return bundledSpec;
}

/** The schemas of a description, which do not change and are shared by every sandbox of a process. */
export function getSpecSchemas(document: Document): Schemas {
  const schemas = compiled.get(document) ?? createSchemas(document);
  compiled.set(document, schemas);
  return schemas;
}
