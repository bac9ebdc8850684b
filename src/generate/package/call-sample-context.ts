import type { Document } from "../../document/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { getSchemas } from "../../schema/index.js";
import { DiscriminatorTags } from "../../schema/model/discriminator-tags.js";

/** What sample values are made from. */
export type CallSampleContext = SampleContext & { readonly document: Document; readonly tags: DiscriminatorTags };

export function createCallSampleContext(document: Document): CallSampleContext {
  const schemas = getSchemas(document);
  return { document, schemas, tags: new DiscriminatorTags(schemas.model) };
}
