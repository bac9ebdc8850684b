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

export type ProbedOperationOptions = {
  readonly only: readonly string[];
  readonly exclude: readonly Exclusion[];
  readonly include: readonly string[];
  readonly safe: boolean;
};

export type ProbedOperations = {
  readonly operations: readonly Operation[];
  readonly excluded: readonly ExclusionGroup[];
};

/**
 * Selects the operations to probe, and those that the user leaves out.
 *
 * @throws {SettingsError} if a selector matches no operation.
 */
export function selectProbedOperations(
  { operations }: Contract,
  { only, exclude, include, safe }: ProbedOperationOptions,
): ProbedOperations {
  const { kept, excluded } = removeExcludedOperations(
    selectOperations(operations, only),
    { exclude, include },
    operations,
  );
  const unsafe = safe
    ? kept.filter(({ kind, method }) => kind === "webhook" || (kind === "path" && !isSafeMethod(method)))
    : [];
  if (unsafe.length === 0) return { operations: kept, excluded };
  return { operations: kept, excluded: [...excluded, { selector: "--safe", operations: unsafe.map(({ id }) => id) }] };
}

/**
 * Stops a run before its first request.
 *
 * @throws {UsageError} if an operation looks destructive to the service itself and the user did not include it.
 */
export function assertNotDestructive(
  { document }: Contract,
  operations: readonly Operation[],
  { include, safe }: Pick<ProbedOperationOptions, "include" | "safe">,
): void {
  const unconfirmed = operations.filter(
    (it) => (!safe || isSafeMethod(it.method)) && !include.some((selector) => matchesSelector(it, selector)),
  );
  const destructive = findDestructiveOperations(document, unconfirmed);
  const [first] = destructive;
  if (first === undefined) return;
  const lines = destructive.map(
    ({ operation: { method, path, id }, words }) => `  ${id} (${method} ${path}): "${words}"`,
  );
  const { id } = first.operation;
  throw new UsageError(
    [
      "these operations look destructive to the service itself, so no request was sent:",
      ...lines,
      `leave them out, such as with --exclude '${id}', or send them with --include '${id}'; in the configuration, use "exclude" and "include"`,
    ].join("\n"),
  );
}
