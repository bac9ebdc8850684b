import { joinPointer, listOperationsBelow, type Operation, resolveChildren } from "../document/index.js";
import type { Comparison, Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/versioned-document.js";

/** An operation that the service calls at an address which a request or its answer has given. */
type Callback = { readonly name: string; readonly operation: Operation };

/**
 * Compares the callbacks of an operation: they are sent as webhooks are, so the service that keeps the new description sends what
 * the old one told receivers. What a callback calls back itself is not looked at.
 */
export function compareCallbacks(
  comparison: Comparison,
  { old, new: next }: Pair<Operation>,
  compare: (comparison: Comparison, pair: Pair<Operation>) => void,
): void {
  const [was, is] = [listCallbacks(comparison.old, old), listCallbacks(comparison.new, next)];
  if (was.length + is.length === 0) return;
  const pairs = matchCallbacks(was, is);
  for (const { old: before, new: after } of pairs) {
    const scoped = scopeToCallback(comparison, next, after.name);
    const pointers = { old: before.operation.pointer, new: after.operation.pointer };
    const [from, to] = [before.operation.path, after.operation.path];
    if (from !== to)
      scoped.report({
        code: "callback.moved",
        message: `the callback ${after.name} goes to ${to}, and went to ${from}; still there would be compatible`,
        ...pointers,
        affected: { operation: next.id, part: "address" },
      });
    compare(scoped, { old: before.operation, new: after.operation });
  }
  const [paired, others] = [new Set(pairs.map((it) => it.old)), new Set(pairs.map((it) => it.new))];
  for (const it of was.filter((one) => !paired.has(one)))
    reportUnmatched(comparison, { old, new: next }, it, "removed");
  for (const it of is.filter((one) => !others.has(one))) reportUnmatched(comparison, { old, new: next }, it, "added");
}

function listCallbacks({ document }: VersionedDocument, { pointer }: Operation): Callback[] {
  return resolveChildren(document, joinPointer(pointer, "callbacks"))
    .filter(({ key }) => !key.startsWith("x-"))
    .flatMap((callback) =>
      [...listOperationsBelow(document, callback.pointer, "webhook")]
        .filter(({ path }) => !path.startsWith("x-"))
        .map((operation) => ({ name: callback.key, operation })),
    );
}

/** Both are the same by name and address, else by address alone, else by name alone: a name is only what a callback is called. */
function matchCallbacks(old: readonly Callback[], next: readonly Callback[]): Pair<Callback>[] {
  const pairs: Pair<Callback>[] = [];
  const [was, is] = [new Set(old), new Set(next)];
  for (const keyOf of MATCH_KEYS)
    for (const one of [...was]) {
      const partner = [...is].find((it) => keyOf(it) === keyOf(one));
      if (partner === undefined) continue;
      pairs.push({ old: one, new: partner });
      was.delete(one);
      is.delete(partner);
    }
  return pairs;
}

const MATCH_KEYS: readonly ((callback: Callback) => string)[] = [
  ({ name, operation }) => `${operation.method} ${operation.path} ${name}`,
  ({ operation }) => `${operation.method} ${operation.path}`,
  ({ name, operation }) => `${operation.method} ${name}`,
];

/** What is told within a callback is told of the operation that it belongs to. */
function scopeToCallback(comparison: Comparison, { id }: Operation, name: string): Comparison {
  return {
    ...comparison,
    report: (draft) =>
      comparison.report({
        ...draft,
        affected: { ...draft.affected, operation: id, part: `callback ${name} ${draft.affected.part}` },
      }),
  };
}

function reportUnmatched(
  { report }: Comparison,
  { old, new: next }: Pair<Operation>,
  { name, operation }: Callback,
  verb: "removed" | "added",
): void {
  const affected = { operation: next.id, part: `callback ${name}` };
  const what = `the callback ${name}, ${operation.method} ${operation.path},`;
  if (verb === "added")
    report({ code: "callback.added", message: `${what} is new`, old: old.pointer, new: operation.pointer, affected });
  else
    report({
      code: "callback.removed",
      message: `${what} is gone`,
      old: operation.pointer,
      new: next.pointer,
      affected,
    });
}
