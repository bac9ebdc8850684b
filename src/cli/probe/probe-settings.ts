import {
  type Contract,
  type Exclusion,
  type ExclusionGroup,
  matchesSelector,
  removeExcludedOperations,
  selectOperations,
} from "../../check/index.js";
import type { Operation } from "../../document/index.js";
import { findDestructiveOperations, isSafeMethod, PHASES } from "../../probe/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/io.js";
import { quoteShellArgument } from "../process/shell-command.js";
import type { SettingsOptions } from "../settings/run-settings.js";

/** The options that decide which cases are generated. */
export type ProbeSettings = ReturnType<typeof resolveProbeSettings>;

/** @throws UsageError for an invalid option. */
export function resolveProbeSettings(baseUrl: string, options: CommandOptions<"probe">) {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(`${baseUrl}: give the base URL of the service, such as http://127.0.0.1:4020`);
  const { server: servers = [], phase, param = [], seed, safe = false } = options;
  return {
    baseUrl,
    servers,
    phases: PHASES.filter((it) => phase === undefined || phase.includes(it)),
    parameters: parseParameters(param),
    seed,
    safe,
  };
}

function parseParameters(given: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const parameters = new Map<string, string[]>();
  for (const it of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(it) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--param ${it}: expected NAME=VALUE`);
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}

/** The options that decide which cases are generated. */
const RERUN_OPTIONS = ["spec", "config", "hooks", "arazzo", "server", "param", "exclude", "include"] as const;

type RerunOptions = Pick<SettingsOptions, "spec"> &
  Pick<CommandOptions<"probe">, Exclude<(typeof RERUN_OPTIONS)[number], "spec"> | "seed" | "safe">;

/** Formats the command that repeats one case, with all options that affect the case but without credentials. */
export function formatRerunCommand(baseUrl: string, options: RerunOptions, caseId: string): string {
  const args = RERUN_OPTIONS.flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => [`--${name}`, quoteIfNeeded(value)]),
  );
  const chosen = ["--seed", String(options.seed), "--case", quoteIfNeeded(caseId)];
  const safe = options.safe === true ? ["--safe"] : [];
  return ["contract probe", quoteIfNeeded(baseUrl), ...args, ...chosen, ...safe].join(" ");
}

/** Adds quotes only if needed. */
function quoteIfNeeded(text: string): string {
  return /^[A-Za-z0-9_./:=%,+@-]+$/.test(text) ? text : quoteShellArgument(text);
}

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

/**
 * Selects the operations to probe, and lists those that the user excluded, for the report.
 *
 * @throws {SettingsError} if a selector matches no operation.
 */
export function selectProbedOperations(
  { operations }: Contract,
  { only, exclude, include, safe }: OperationSelection,
): { readonly operations: readonly Operation[]; readonly excluded: readonly ExclusionGroup[] } {
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
