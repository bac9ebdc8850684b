import type { Operation } from "../document/index.js";
import type { Pair } from "./comparison.js";

/** What the operations of one description are in the other; the names of path parameters do not count. */
export type OperationMatches = {
  readonly pairs: readonly Pair<Operation>[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
};

export function matchOperations(
  { old, new: next }: Pair<readonly Operation[]>,
  acceptsTexts: (operation: Operation, texts: ReadonlyMap<string, string>) => boolean,
): OperationMatches {
  const byKey = new Map(next.map((operation) => [getOperationKey(operation), operation]));
  const pairs: Pair<Operation>[] = [];
  const removed: Operation[] = [];
  for (const operation of old) {
    const partner =
      byKey.get(getOperationKey(operation)) ?? next.find((it) => matchesConcretePath(it, operation, acceptsTexts));
    if (partner === undefined) removed.push(operation);
    else pairs.push({ old: operation, new: partner });
  }
  const keys = new Set(old.map(getOperationKey));
  return { pairs, removed, added: next.filter((it) => !keys.has(getOperationKey(it))) };
}

/** The place in a path where a parameter stands, by its name: the fifth segment is the fifth, whatever it is called. */
export function getPathParameterPositions({ path }: Operation): ReadonlyMap<string, string> {
  return new Map([...path.matchAll(PATH_EXPRESSION)].map(([, name = ""], index) => [name, `{${index}}`]));
}

const PATH_EXPRESSION = /\{([^{}]*)\}/g;

export function getOperationKey({ kind, method, path }: Operation): string {
  return kind === "webhook" ? `webhook ${method} ${path}` : `${method} ${replaceParameterNames(path)}`;
}

/** Whether every request to a path of the one operation goes to the other: `/orders/latest` to `/orders/{id}`. */
function matchesConcretePath(
  wide: Operation,
  narrow: Operation,
  acceptsTexts: Parameters<typeof matchOperations>[1],
): boolean {
  if (wide.kind !== "path" || narrow.kind !== "path" || wide.method !== narrow.method) return false;
  const [segments, others] = [wide.path.split("/"), narrow.path.split("/")];
  if (segments.length !== others.length) return false;
  const texts = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const [, name] = /^\{([^{}]*)\}$/.exec(segment) ?? [];
    const other = others[index] ?? "";
    if (name !== undefined && !other.includes("{")) texts.set(name, other);
    else if (replaceParameterNames(segment) !== replaceParameterNames(other)) return false;
  }
  return acceptsTexts(wide, texts);
}

function replaceParameterNames(segment: string): string {
  return segment.replaceAll(PATH_EXPRESSION, "{}");
}
