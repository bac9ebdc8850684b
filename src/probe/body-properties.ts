import { type Document, isObject, type MediaTypeDefinition } from "../document/index.js";
import { walkReachableSchemas } from "../schema/index.js";

/** The names of all properties that bodies of these media types may have, however deep. */
export function listBodyProperties(document: Document, content: readonly MediaTypeDefinition[]): ReadonlySet<string> {
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const names = [...walkReachableSchemas(document, schemas)].flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return new Set(names);
}
