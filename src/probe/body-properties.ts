import type { Contract } from "../check/index.js";
import { type Document, isObject, type MediaTypeDefinition, type Pointer, resolvePointer } from "../document/index.js";
import { formatSuggestion, walkReachableSchemas } from "../schema/index.js";

/** Lists the property names at any depth in the bodies of these media types. */
export function listBodyProperties(document: Document, content: readonly MediaTypeDefinition[]): ReadonlySet<string> {
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const found = [...walkReachableSchemas(document, schemas)].map(({ schema }) => schema.properties);
  return new Set(found.flatMap((it) => (isObject(it) ? Object.keys(it) : [])));
}

/** Reads what the spec says about one of its parts; empty without a text. */
export function readDescription(document: Document, pointer: Pointer | undefined): string {
  const found = resolvePointer(document, pointer);
  return String(found?.value.description ?? "");
}

/** Finds the given names that no parameter and no request body property has, each with the closest known one in a hint. */
export function findUnknownNames({ document, operations }: Contract, given: Iterable<string>) {
  const selected = operations.filter(({ kind }) => kind === "path");
  const known = new Set([
    ...selected.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ...listBodyProperties(
      document,
      selected.flatMap(({ requestBody }) => requestBody?.content ?? []),
    ),
  ]);
  return [...given].filter((name) => !known.has(name)).map((name) => ({ name, hint: formatSuggestion(name, known) }));
}
