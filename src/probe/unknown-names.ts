import type { Contract } from "../gate/index.js";
import { findClosestName } from "../schema/index.js";
import { listBodyProperties } from "./body-properties.js";

/** A name that nothing in a request has, and the one that was probably meant. */
export type UnknownParameterName = { readonly name: string; readonly nearest: string | undefined };

/** Of the names that values were given for, those that no parameter and no property of a request body has. */
export function findUnknownNames({ document, operations }: Contract, given: Iterable<string>): UnknownParameterName[] {
  const asked = operations.filter(({ kind }) => kind === "path");
  const known = new Set([
    ...asked.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ...listBodyProperties(
      document,
      asked.flatMap(({ requestBody }) => requestBody?.content ?? []),
    ),
  ]);
  return [...given].filter((name) => !known.has(name)).map((name) => ({ name, nearest: findClosestName(name, known) }));
}
