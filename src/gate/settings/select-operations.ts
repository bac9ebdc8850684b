import type { Operation } from "../../document/index.js";
import { findClosestName, toPrintable } from "../../schema/index.js";
import { SettingsError } from "./settings-error.js";

/**
 * Returns the operations that `--only` selects by operationId, tag or path; all if it selects none.
 *
 * @throws {SettingsError} if a name is unknown.
 */
export function selectOperations(operations: readonly Operation[], only: readonly string[]): Operation[] {
  const isNamed = (operation: Operation, name: string): boolean =>
    operation.id === name || operation.path === name || operation.tags.includes(name);
  for (const name of only) {
    if (operations.some((operation) => isNamed(operation, name))) continue;
    const known = operations.flatMap(({ id, path, tags }) => [id, path, ...tags]);
    const close = findClosestName(name, [...new Set(known)]);
    const hint = close === undefined ? "" : `; did you mean "${close}"?`;
    const message = `"${toPrintable(name)}" is not an operationId, tag or path in the spec${hint}`;
    throw new SettingsError([{ message, file: "--only" }]);
  }
  return only.length === 0
    ? [...operations]
    : operations.filter((operation) => only.some((name) => isNamed(operation, name)));
}
