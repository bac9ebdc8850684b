import type { View } from "../../schema/index.js";
import { caseOf } from "./case.js";
import type { Gap } from "./gap.js";
import { createProver, type Prover } from "./prover.js";
import type { Sameness } from "./same.js";
import { accepts, type Ref, type Sided } from "./sided.js";
import { shortest } from "./witness.js";

/** A gap that a value proves, or about which nothing is known. */
export type Told = Gap & { readonly witness?: { readonly value: unknown } };

/** Whether everything that one schema accepts another does: yes, no (with values that show it), or nobody knows (with places). */
export type Containment =
  | { readonly kind: "contained" }
  | { readonly kind: "counterexample"; readonly gaps: readonly Told[] }
  | { readonly kind: "unknown"; readonly gaps: readonly Told[] };

export type Container = (left: Ref, right: Ref) => Containment;

/**
 * Compares schemas of one description with those of another, as one side sees them.
 *
 * A value is only told as a counterexample when the compiled schemas, those that the gate judges by, accept it on the one side
 * and refuse it on the other.
 */
export function createContainer(left: Sided, view: View, same?: Sameness): Container {
  const prover = createProver({ left, view, ...(same === undefined ? {} : { same }) });
  return (one, other) => {
    prover.begin();
    const given = caseOf(one);
    const gaps = prover.proves(given, other) ? undefined : prover.gaps(given, other);
    if (gaps === undefined) return { kind: "contained" };
    const told = gaps.map((gap) => confirmed(prover, gap, one, other));
    if (told.some(({ witness }) => witness !== undefined)) return { kind: "counterexample", gaps: told };
    return { kind: "unknown", gaps: told };
  };
}

function confirmed({ view }: Prover, gap: Gap, left: Ref, right: Ref): Told {
  for (const value of shortest(gap.witnesses(), 8))
    if (accepts(left, view, value) && isJudged(left, view, value, true) && isJudged(right, view, value, false))
      return { ...gap, witness: { value } };
  return gap;
}

function isJudged({ sided, pointer }: Ref, view: View, value: unknown, expected: boolean): boolean {
  try {
    return sided.judge.isValid(pointer, view, value) === expected;
  } catch {
    // What cannot be judged shows nothing.
    return false;
  }
}
