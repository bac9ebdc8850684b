import type { Contract } from "../check/index.js";
import { type Document, isObject, type MediaTypeDefinition } from "../document/index.js";
import { findClosestName, walkReachableSchemas } from "../schema/index.js";

/** Lists the property names at any depth in the bodies of these media types. */
export function listBodyProperties(document: Document, content: readonly MediaTypeDefinition[]): ReadonlySet<string> {
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const names = [...walkReachableSchemas(document, schemas)].flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return new Set(names);
}

/** A name that no request uses, and the closest known name. */
export type UnknownParameterName = { readonly name: string; readonly nearest: string | undefined };

/** Finds the given names that no parameter and no request body property has. */
export function findUnknownNames({ document, operations }: Contract, given: Iterable<string>): UnknownParameterName[] {
  const selected = operations.filter(({ kind }) => kind === "path");
  const known = new Set([
    ...selected.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ...listBodyProperties(
      document,
      selected.flatMap(({ requestBody }) => requestBody?.content ?? []),
    ),
  ]);
  return [...given].filter((name) => !known.has(name)).map((name) => ({ name, nearest: findClosestName(name, known) }));
}
