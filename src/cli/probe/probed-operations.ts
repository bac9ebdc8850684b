import type { Operation } from "../../document/index.js";
import {
  type Contract,
  type Exclusion,
  type ExclusionGroup,
  matchesSelector,
  removeExcludedOperations,
  selectOperations,
} from "../../gate/index.js";
import { findDestructiveOperations, isSafeMethod } from "../../probe/index.js";
import { UsageError } from "../process/usage-error.js";

/** Which operations to probe, by selectors: an operationId, a tag, a path or a method. */
export type OperationSelection = {
  /** Only these operations; if empty, all. */
  readonly only: readonly string[];
  readonly exclude: readonly Exclusion[];
  /** Operations to probe although `exclude` selects them or they look destructive. */
  readonly include: readonly string[];
  /** Send only safe methods, such as GET, which change no data. Other operations are reported as excluded. */
  readonly safe: boolean;
};

export type ProbedOperations = {
  readonly operations: readonly Operation[];
  readonly excluded: readonly ExclusionGroup[];
};

/**
 * Selects the operations to probe, and lists those that the user excluded, for the report.
 *
 * @throws {SettingsError} if a selector matches no operation.
 */
export function selectProbedOperations(
  { operations }: Contract,
  { only, exclude, include, safe }: OperationSelection,
): ProbedOperations {
  const { kept: selected, excluded } = removeExcludedOperations(
    selectOperations(operations, only),
    { exclude, include },
    operations,
  );
  const unsafe = safe
    ? selected.filter(({ kind, method }) => kind === "webhook" || (kind === "path" && !isSafeMethod(method)))
    : [];
  if (unsafe.length === 0) return { operations: selected, excluded };
  return {
    operations: selected,
    excluded: [...excluded, { selector: "--safe", operations: unsafe.map(({ id }) => id) }],
  };
}

/**
 * Checks that no operation to probe looks as if it ends the service or deletes all of its data, except those that the user
 * includes. Call it before the first request.
 *
 * @throws {UsageError} if such an operation is found.
 */
export function assertNotDestructive(
  { document }: Contract,
  operations: readonly Operation[],
  { include, safe }: Pick<OperationSelection, "include" | "safe">,
): void {
  const notIncluded = operations.filter(
    (operation) =>
      (!safe || isSafeMethod(operation.method)) && !include.some((selector) => matchesSelector(operation, selector)),
  );
  const destructive = findDestructiveOperations(document, notIncluded);
  const [first] = destructive;
  if (first === undefined) return;
  const lines = destructive.map(
    ({ operation: { method, path, id }, words }) => `  ${id} (${method} ${path}): "${words}"`,
  );
  const { id } = first.operation;
  throw new UsageError(
    [
      "no request was sent, because these operations look as if they end the service or delete all of its data:",
      ...lines,
      `exclude each with an option such as --exclude '${id}', or allow it with --include '${id}'; in the configuration file, use "exclude" and "include"`,
    ].join("\n"),
  );
}
