import type { Document } from "../../document/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { createMergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { createSchemas } from "../../schema/index.js";

/** What sample values are made from. */
export type CallSampleContext = SampleContext & { readonly document: Document };

export function createCallSampleContext(document: Document): CallSampleContext {
  const schemas = createSchemas(document);
  return { document, schemas, nodes: createMergedSchemaCache(schemas.root) };
}
