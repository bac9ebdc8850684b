import { type Document, isObject, type MediaTypeDefinition } from "../document/index.js";
import { walkReachableSchemas } from "../schema/index.js";

/** Lists the property names at any depth in the bodies of these media types. */
export function listBodyProperties(document: Document, content: readonly MediaTypeDefinition[]): ReadonlySet<string> {
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const names = [...walkReachableSchemas(document, schemas)].flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return new Set(names);
}
