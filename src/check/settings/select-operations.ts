import type { Operation } from "../../document/index.js";
import { formatSuggestion, toPrintable } from "../../schema/index.js";
import { EMPTY_RESULT, type ExchangeResult } from "../exchange/exchange-result.js";
import { SettingsError } from "./settings-file.js";

/**
 * Returns the operations that `--only` selects; all if it selects none.
 *
 * @throws {SettingsError} if a selector matches no operation.
 */
export function selectOperations(operations: readonly Operation[], only: readonly string[]): Operation[] {
  assertSelectors(operations, only, "--only");
  return only.length === 0
    ? [...operations]
    : operations.filter((operation) => only.some((selector) => matchesSelector(operation, selector)));
}

/** Marks an exchange of an operation that `--only` excludes as skipped. */
export function skipUnselected(result: ExchangeResult, chosen: ReadonlySet<string>): ExchangeResult {
  const { operation, verdict } = result;
  if (verdict === "skipped" || (operation !== undefined && chosen.has(operation.id))) return result;
  return { ...EMPTY_RESULT, verdict: "skipped", reasons: ["operation excluded by --only"] };
}

/** Operations to leave out, by selector, with the reason that the report shows. */
export type Exclusion = { readonly selector: string; readonly reason?: string };

/** Operations that the user left out. */
export type ExclusionGroup = Exclusion & { readonly operations: readonly string[] };

/**
 * Removes the excluded operations, except those that `include` selects. The first matching exclusion counts.
 *
 * @param known The operations of the whole spec, which the selectors may name.
 * @throws {SettingsError} if a selector matches no operation.
 */
export function removeExcludedOperations(
  operations: readonly Operation[],
  { exclude, include }: { readonly exclude: readonly Exclusion[]; readonly include: readonly string[] },
  known: readonly Operation[] = operations,
) {
  const selectors = exclude.map(({ selector }) => selector);
  assertSelectors(known, selectors, "--exclude");
  assertSelectors(known, include, "--include");
  const groups = exclude.map((it) => ({ ...it, operations: [] as string[] }));
  const kept = operations.filter((operation) => {
    if (include.some((selector) => matchesSelector(operation, selector))) return true;
    const group = groups.find(({ selector }) => matchesSelector(operation, selector));
    group?.operations.push(operation.id);
    return group === undefined;
  });
  return { kept, excluded: groups.filter((group) => group.operations.length > 0) };
}

/**
 * Whether a selector names an operation: an operationId, a tag, a path, a method, or a method and a path. In a path, `*`
 * stands for text in one segment and `**` for any text.
 */
export function matchesSelector({ id, path, method, tags }: Operation, selector: string): boolean {
  if (selector === id || tags.includes(selector)) return true;
  const [, onlyMethod, pattern] = /^([A-Z]+)?\s*([/*].*)?$/s.exec(selector) ?? [];
  if (onlyMethod === undefined && pattern === undefined) return selector === path;
  return (onlyMethod === undefined || onlyMethod === method) && (pattern === undefined || matchesPath(path, pattern));
}

/** Compares a path with a glob, without a regular expression, whose time could grow with its stars. */
function matchesPath(path: string, pattern: string): boolean {
  const tokens = pattern.match(/\*\*|\*|[^*]+/g) ?? [];
  // The positions in the path at which the rest of the pattern may start.
  const ends = tokens.reduce<readonly number[]>(
    (starts, token) => [...new Set(starts.flatMap((start) => listTokenEnds(path, start, token)))],
    [0],
  );
  return path === pattern || ends.includes(path.length);
}

function listTokenEnds(path: string, start: number, token: string): number[] {
  if (!token.startsWith("*")) return path.startsWith(token, start) ? [start + token.length] : [];
  const slash = path.indexOf("/", start);
  const last = token === "**" || slash === -1 ? path.length : slash;
  return Array.from({ length: last - start + 1 }, (_, index) => start + index);
}

/** @throws {SettingsError} that names the closest known name. */
function assertSelectors(operations: readonly Operation[], selectors: readonly string[], option: string): void {
  const problems = selectors.flatMap((selector) => {
    if (operations.some((operation) => matchesSelector(operation, selector))) return [];
    const known = operations.flatMap(({ id, method, path, tags }) => [id, path, `${method} ${path}`, method, ...tags]);
    const hint = formatSuggestion(selector, new Set(known));
    const message = `"${toPrintable(selector)}" is not an operationId, tag, path or method in the spec${hint}`;
    return [{ message, file: option }];
  });
  if (problems.length > 0) throw new SettingsError(problems);
}
