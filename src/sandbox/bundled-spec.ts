import { fileURLToPath } from "node:url";
import { type Document, loadDocument } from "../document/index.js";
import { createSchemas, type Schemas } from "../schema/index.js";

let bundledSpec: Document | undefined;
const compiled = new WeakMap<Document, Schemas>();

/** Loads the built-in spec. Its file has the same relative path in a checkout and in the published package. */
export function loadBundledSpec(): Document {
  bundledSpec ??= loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
  return bundledSpec;
}

/** The compiled schemas of a spec, cached for all sandboxes of the process. */
export function getSpecSchemas(document: Document): Schemas {
  const schemas = compiled.get(document) ?? createSchemas(document);
  compiled.set(document, schemas);
  return schemas;
}
