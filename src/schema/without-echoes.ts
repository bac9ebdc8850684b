import { describeFailure } from "./failure-words.js";
import type { Failure } from "./schemas.js";

/**
 * Each thing that is wrong once: a failed `if` only echoes what its `then` or `else` has said, and what is wrong with the
 * name of a property is told by the `propertyNames` that asks for it.
 */
export function withoutEchoes(failures: readonly Failure[]): readonly Failure[] {
  if (!failures.some(({ keyword }) => keyword === "if" || keyword === "propertyNames")) return failures;
  const asked = new Map(failures.map((failure) => [failure, aboutName(failure, failures)]));
  const ofNames = new Set([...asked.values()].flat());
  const left = failures.filter((failure) => !ofNames.has(failure) && !isEcho(failure, failures));
  return left.map((failure) => {
    const words = asked.get(failure) ?? [];
    if (words.length === 0) return failure;
    return { ...failure, params: { ...failure.params, asked: words.map((it) => describeFailure(it).expected) } };
  });
}

function isEcho(failure: Failure, all: readonly Failure[]): boolean {
  const { keyword, instance } = failure;
  return keyword === "if" && all.some((it) => it.keyword !== "if" && isWithin(it.instance, instance));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** What is said of a name stands at the object that has it. */
function aboutName({ keyword, params, instance }: Failure, all: readonly Failure[]): readonly Failure[] {
  if (keyword !== "propertyNames") return [];
  return all.filter((it) => it.instance === instance && it.value === params.propertyName);
}
