import { cannotJudge } from "../../probe/cannot-judge.js";
import type { View } from "../../schema/index.js";
import { caseOf } from "./case.js";
import type { Gap } from "./gap.js";
import { TRIVIAL } from "./make-gap.js";
import { createProver, type Options } from "./prover.js";
import type { Ref } from "./sided.js";
import { shortest } from "./witness.js";

/** A gap that a value proves, or about which nothing is known. */
export type Told = Gap & { readonly witness?: { readonly value: unknown } };

/** Whether everything that one schema accepts another does: yes, no (with values that show it), or nobody knows (with places). */
export type Containment =
  | { readonly kind: "contained" }
  | { readonly kind: "counterexample"; readonly gaps: readonly Told[] }
  | { readonly kind: "unknown"; readonly gaps: readonly Told[] };

export type Container = (left: Ref | undefined, right: Ref | undefined) => Containment;

/** Who says of a value that it shows something: the schemas as the gate compiles them, or, where nobody is blamed, the quicker ones. */
export type Confirming = "judge" | "schemas";

/**
 * Compares schemas of one description with those of another, as one side sees them. Where there is no schema, there is
 * any value.
 *
 * A value is only told as a counterexample when the compiled schemas, those that the gate judges by, accept it on the one side
 * and refuse it on the other; unless `confirming` says that nothing is called broken by it.
 */
export function createContainer({
  confirming = "judge",
  ...options
}: Options & { readonly confirming?: Confirming }): Container {
  const prover = createProver(options);
  const confirmed = (gap: Gap, left: Ref | undefined, right: Ref): Told => {
    for (const value of shortest(gap.witnesses(), 8)) {
      const isSent = left === undefined || isJudged({ ref: left, confirming, view: options.view }, value, true);
      if (isSent && isJudged({ ref: right, confirming, view: options.view }, value, false))
        return { ...gap, witness: { value } };
    }
    return gap;
  };
  return (left, right) => {
    prover.begin();
    const given = caseOf(...(left === undefined ? [] : [left]));
    if (right === undefined || prover.proves(given, right)) return { kind: "contained" };
    const gaps = prover.gaps(given, right).map((gap) => confirmed(gap, left, right));
    const isShown = gaps.some(({ witness }) => witness !== undefined);
    // Where a search was given up, there is no place but the schema itself.
    const told = gaps.length > 0 ? gaps : [{ ...TRIVIAL, right: right.pointer, left: left?.pointer ?? "" }];
    return { kind: isShown ? "counterexample" : "unknown", gaps: told };
  };
}

type Judging = { readonly ref: Ref; readonly confirming: Confirming; readonly view: View };

function isJudged({ ref: { sided, pointer }, confirming, view }: Judging, value: unknown, expected: boolean): boolean {
  try {
    return sided[confirming].isValid(pointer, view, value) === expected;
  } catch (error) {
    // What cannot be judged shows nothing.
    if (cannotJudge(error)) return false;
    throw error;
  }
}
