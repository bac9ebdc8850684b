import { createOperationMatcher, type SpecOperation } from "./spec-file.js";

/** The operations of two specs of one recording, after those with the same template are merged. */
export type MergedOperations = { readonly both: number; readonly onlyOurs: number; readonly onlyTheirs: number };

/** Whether one of two operations is the other one, or has a template that covers it. */
export function isSameOperation(one: SpecOperation, other: SpecOperation): boolean {
  return createOperationMatcher(one)(other) || createOperationMatcher(other)(one);
}

/**
 * Merges operations to the same templates: several paths of one tool are one operation if a template of either tool covers
 * them. Otherwise a tool would gain by not recognizing a template.
 */
export function mergeOperations(ours: readonly SpecOperation[], theirs: readonly SpecOperation[]): MergedOperations {
  const all = [...ours.map((it) => ({ it, isOurs: true })), ...theirs.map((it) => ({ it, isOurs: false }))];
  const matchers = all.map(({ it }) => createOperationMatcher(it));
  const groups = all.map((_, index) => index);
  const find = (index: number): number => {
    const next = groups[index] ?? index;
    return next === index ? index : find(next);
  };
  for (const [index, matches] of matchers.entries())
    for (const [other, { it }] of all.entries()) if (matches(it)) groups[find(other)] = find(index);
  const owners = new Map<number, Set<boolean>>();
  for (const [index, { isOurs }] of all.entries()) {
    const group = find(index);
    owners.set(group, (owners.get(group) ?? new Set()).add(isOurs));
  }
  const kinds = [...owners.values()];
  return {
    both: kinds.filter(({ size }) => size === 2).length,
    onlyOurs: kinds.filter((it) => it.size === 1 && it.has(true)).length,
    onlyTheirs: kinds.filter((it) => it.size === 1 && it.has(false)).length,
  };
}
