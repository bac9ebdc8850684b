import { joinPointer, listOperationsBelow, type Operation, resolveChildren } from "../document/index.js";
import { type Comparison, createReporter, type Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/schemas/versioned-document.js";
import { matchItems } from "./match-items.js";

/** A request from the service to a URL that an earlier request or response contains. */
type Callback = { readonly name: string; readonly operation: Operation };

/**
 * Compares the callbacks of an operation like webhooks: the service sends, and receivers of the old spec must
 * understand. Nested callbacks are not compared.
 */
export function compareCallbacks(
  comparison: Comparison,
  { old, new: next }: Pair<Operation>,
  compare: (comparison: Comparison, pair: Pair<Operation>) => void,
): void {
  const [before, after] = [listCallbacks(comparison.old, old), listCallbacks(comparison.new, next)];
  if (before.length + after.length === 0) return;
  // A name may change, and so may a URL.
  const tests = MATCH_KEYS.map((getKey) => (one: Callback, other: Callback) => getKey(one) === getKey(other));
  const [matches, removed, added] = matchItems(before, after, tests);
  for (const [before, after] of matches) {
    const scoped = scopeToCallback(comparison, next, after.name);
    const [from, to] = [before.operation.path, after.operation.path];
    const pair = { old: before.operation, new: after.operation };
    const report = createReporter(scoped, pair, { operation: next.id, part: "address" });
    if (from !== to)
      report("callback.moved", `the URL of callback ${after.name} changed from ${from} to ${to}`, {
        advice: "keep the old URL to stay compatible",
      });
    compare(scoped, pair);
  }
  for (const it of removed) reportUnmatched(comparison, { old, new: next }, it, "removed");
  for (const it of added) reportUnmatched(comparison, { old, new: next }, it, "added");
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

const MATCH_KEYS: readonly ((callback: Callback) => string)[] = [
  ({ name, operation }) => `${operation.method} ${operation.path} ${name}`,
  ({ operation }) => `${operation.method} ${operation.path}`,
  ({ name, operation }) => `${operation.method} ${name}`,
];

/** Reports findings of a callback under the operation that declares it. */
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
  comparison: Comparison,
  { old, new: next }: Pair<Operation>,
  { name, operation }: Callback,
  verb: "removed" | "added",
): void {
  const pair = verb === "added" ? { old, new: operation } : { old: operation, new: next };
  const report = createReporter(comparison, pair, { operation: next.id, part: `callback ${name}` });
  report(`callback.${verb}`, `the callback ${name} (${operation.method} ${operation.path}) was ${verb}`);
}
