import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import type { MessageDirection } from "../../schema/index.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { selectShortest } from "./counterexamples.js";
import { createProver, type ProverOptions } from "./create-prover.js";
import { UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { createSchemaSet } from "./schema-set.js";
import type { SchemaRef } from "./versioned-document.js";

/** A violation with a confirmed counterexample, or an undecided one. */
export type CheckedViolation = ContainmentViolation & { readonly counterexample?: { readonly value: unknown } };

/** Whether one schema accepts everything that another accepts: yes, no with counterexamples, or undecided. */
export type ContainmentResult =
  | { readonly kind: "contained" }
  | { readonly kind: "counterexample"; readonly violations: readonly CheckedViolation[] }
  | { readonly kind: "unknown"; readonly violations: readonly CheckedViolation[] };

export type ContainmentChecker = (left: SchemaRef | undefined, right: SchemaRef | undefined) => ContainmentResult;

/**
 * The engine that confirms counterexamples: the compiled schemas of the gate, or the faster interpreter if the result
 * is not an error.
 */
export type ConfirmationEngine = "compiled" | "interpreted";

/**
 * Creates a checker that compares schemas of one spec with schemas of another, for one direction. An undefined schema
 * accepts any value.
 *
 * A counterexample is reported only if the engine confirms it: one side accepts the value and the other rejects it.
 */
export function createContainmentChecker({
  confirming = "compiled",
  ...options
}: ProverOptions & { readonly confirming?: ConfirmationEngine }): ContainmentChecker {
  const prover = createProver(options);
  const confirmViolation = (
    violation: ContainmentViolation,
    left: SchemaRef | undefined,
    right: SchemaRef,
  ): CheckedViolation => {
    for (const value of selectShortest(violation.counterexamples(), 8)) {
      const isSent =
        left === undefined || hasVerdict({ ref: left, confirming, direction: options.direction }, value, true);
      if (isSent && hasVerdict({ ref: right, confirming, direction: options.direction }, value, false))
        return { ...violation, counterexample: { value } };
    }
    return violation;
  };
  return (left, right) => {
    prover.begin();
    const set = createSchemaSet(...(left === undefined ? [] : [left]));
    if (right === undefined || prover.proves(set, right)) return { kind: "contained" };
    const violations = prover.violations(set, right).map((violation) => confirmViolation(violation, left, right));
    const isShown = violations.some(({ counterexample }) => counterexample !== undefined);
    // If the search was given up, only the schema as a whole can be reported.
    const reported =
      violations.length > 0
        ? violations
        : [{ ...UNSPECIFIED_VIOLATION, right: right.pointer, left: left?.pointer ?? "" }];
    return { kind: isShown ? "counterexample" : "unknown", violations: reported };
  };
}

type ValueCheck = {
  readonly ref: SchemaRef;
  readonly confirming: ConfirmationEngine;
  readonly direction: MessageDirection;
};

function hasVerdict(
  { ref: { spec, pointer }, confirming, direction }: ValueCheck,
  value: unknown,
  expected: boolean,
): boolean {
  try {
    return spec[confirming].isValid(pointer, direction, value) === expected;
  } catch (error) {
    // A value that cannot be checked proves nothing.
    if (isSchemaLimitError(error)) return false;
    throw error;
  }
}
