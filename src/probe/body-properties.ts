import { type Document, isObject, type MediaType } from "../document/index.js";
import { shapesWithin } from "../gate/index.js";

/** The names of all properties that bodies of these media types may have, however deep. */
export function bodyProperties(document: Document, content: readonly MediaType[]): ReadonlySet<string> {
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const names = [...shapesWithin(document, schemas)].flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return new Set(names);
}
