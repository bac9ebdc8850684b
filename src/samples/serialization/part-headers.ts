import { type Document, type HeaderDefinition, type Pointer, readHeaderDefinitions } from "../../document/index.js";
import { createMergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { createSchemas } from "../../schema/index.js";
import { makeParameterValue } from "../example-values.js";
import type { SampleContext } from "../sample-context.js";
import { serializeHeaderParameter } from "./serialize-parameter.js";

type HeaderContext = SampleContext & { readonly document: Document };

// Few specs describe headers of parts, so their schemas are compiled on first use.
const contexts = new WeakMap<Document, HeaderContext>();

/**
 * Serializes the headers that an Encoding Object requires, one line each. Their values are examples of the spec, or made from
 * their schemas. A header without a value that a header line can carry is left out.
 */
export function serializePartHeaders(document: Document, encoding: Pointer): string[] {
  return readHeaderDefinitions(document, encoding)
    .filter(({ name, required }) => required && name.toLowerCase() !== "content-disposition")
    .flatMap((header) => {
      const text = makeHeaderText(document, header);
      return text === undefined ? [] : [`${header.name}: ${text}`];
    });
}

function makeHeaderText(document: Document, header: HeaderDefinition): string | undefined {
  const made = makeParameterValue(getContext(document), header);
  const text = made && serializeHeaderParameter(header, made.value);
  return text !== undefined && /^[\t -~]+$/.test(text) && text.trim() === text ? text : undefined;
}

function getContext(document: Document): HeaderContext {
  const known = contexts.get(document);
  if (known !== undefined) return known;
  const schemas = createSchemas(document);
  const context = { document, schemas, nodes: createMergedSchemaCache(schemas.root) };
  contexts.set(document, context);
  return context;
}
