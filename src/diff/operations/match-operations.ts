import { listExpressions, type Operation, replaceParameterNames } from "../../document/index.js";
import { DIFF_CODES } from "../codes.js";
import type { Comparison, Pair } from "../comparison.js";
import { type DiffFindingDraft, describeDraft } from "../finding.js";

/** Whether the path parameters of an operation accept the texts at their positions. */
export type AcceptsTexts = (operation: Operation, texts: ReadonlyMap<string, string>) => boolean;

/**
 * The operations that both specs have, and the others. Names of path parameters do not matter.
 *
 * @param getBasePath The path of the servers of an operation, which may move into the paths of the spec.
 */
export function matchOperations(
  { old, new: next }: Pair<readonly Operation[]>,
  acceptsTexts: AcceptsTexts,
  getBasePath: (operation: Operation) => string,
) {
  const getUrlKey = (it: Operation): string =>
    it.kind === "webhook" ? getOperationKey(it) : `${it.method} ${replaceParameterNames(getBasePath(it) + it.path)}`;
  const getPathKey = ({ kind, method, path }: Operation): string => `${kind} ${method} ${path}`;
  const byPath = new Map(next.map((operation) => [getPathKey(operation), operation]));
  const byUrl = new Map(next.map((operation) => [getUrlKey(operation), operation]));
  const byKey = new Map(next.map((operation) => [getOperationKey(operation), operation]));
  const [keys, urls] = [new Set(old.map(getOperationKey)), new Set(old.map(getUrlKey))];
  const added = next.filter((it) => !keys.has(getOperationKey(it)) && !urls.has(getUrlKey(it)));
  const pairs: Pair<Operation>[] = [];
  const removed: Operation[] = [];
  for (const operation of old) {
    const partner =
      byPath.get(getPathKey(operation)) ??
      byKey.get(getOperationKey(operation)) ??
      byUrl.get(getUrlKey(operation)) ??
      // A template that was there before reads the last segment as a value, as /users/{id} reads that of /users/me.
      added.find((it) => isPathCovered(it, operation, acceptsTexts));
    if (partner === undefined) removed.push(operation);
    else pairs.push({ old: operation, new: partner });
  }
  return { pairs, removed, added };
}

/** Maps path parameter names to their positions, so that renamed parameters match. */
export function getPathParameterPositions({ path }: Operation): ReadonlyMap<string, string> {
  return new Map(listExpressions(path).map((name, index) => [name, `{${index}}`]));
}

export function getOperationKey({ kind, method, path }: Operation): string {
  return kind === "webhook" ? `webhook ${method} ${path}` : `${method} ${replaceParameterNames(path)}`;
}

/** Whether a template covers a concrete path, as `/orders/{id}` covers `/orders/latest`. */
function isPathCovered(wide: Operation, narrow: Operation, acceptsTexts: AcceptsTexts): boolean {
  if (wide.kind !== "path" || narrow.kind !== "path" || wide.method !== narrow.method) return false;
  const [segments, otherSegments] = [wide.path.split("/"), narrow.path.split("/")];
  if (segments.length !== otherSegments.length) return false;
  const texts = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const [, name] = /^\{([^{}]*)\}$/.exec(segment) ?? [];
    const other = otherSegments[index] ?? "";
    if (name !== undefined && !other.includes("{")) texts.set(name, other);
    else if (replaceParameterNames(segment) !== replaceParameterNames(other)) return false;
  }
  return acceptsTexts(wide, texts);
}

/** What {@link compareShadowed} needs: the old operations, and how two operations are compared. */
type ShadowedOptions = {
  readonly old: readonly Operation[];
  readonly acceptsTexts: AcceptsTexts;
  readonly compare: (comparison: Comparison, pair: Pair<Operation>) => void;
};

/**
 * Compares an added operation with the old one whose template covers its path. Requests that the old one handled now lead to the
 * added one, such as `/orders/latest` beside `/orders/{id}`.
 */
export function compareShadowed(
  comparison: Comparison,
  added: Operation,
  { old, acceptsTexts, compare }: ShadowedOptions,
): void {
  const template = old.find((it) => it.path !== added.path && isPathCovered(it, added, acceptsTexts));
  if (template === undefined) return;
  const drafts: DiffFindingDraft[] = [];
  compare({ ...comparison, report: (draft) => drafts.push(draft) }, { old: template, new: added });
  const breaks = drafts.filter(({ code }) => DIFF_CODES[code].level === "error");
  const [first] = breaks;
  if (first === undefined) return;
  const more = breaks.length === 1 ? "" : ` and ${breaks.length - 1} more`;
  comparison.report({
    code: "operation.shadowed",
    change: `${added.method} ${added.path} was handled as ${template.path} before. ${first.affected.part}: ${describeDraft(first)}${more}`,
    advice: `add it at a path that ${template.path} does not match to stay compatible`,
    old: template.pointer,
    new: added.pointer,
    subject: added.id,
    ...(first.counterexample === undefined ? {} : { counterexample: first.counterexample }),
    affected: { operation: added.id, part: "operation" },
  });
}
