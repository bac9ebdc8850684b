import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import type { MessageDirection } from "../../schema/index.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { selectShortest } from "./counterexamples.js";
import { UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { createProver, type ProverOptions } from "./prover.js";
import { createSchemaSet } from "./schema-set.js";
import type { SchemaRef } from "./versioned-document.js";

/** A gap that a value proves, or about which nothing is known. */
export type CheckedViolation = ContainmentViolation & { readonly counterexample?: { readonly value: unknown } };

/** Whether everything that one schema accepts another does: yes, no (with values that show it), or nobody knows (with places). */
export type ContainmentResult =
  | { readonly kind: "contained" }
  | { readonly kind: "counterexample"; readonly violations: readonly CheckedViolation[] }
  | { readonly kind: "unknown"; readonly violations: readonly CheckedViolation[] };

export type ContainmentChecker = (left: SchemaRef | undefined, right: SchemaRef | undefined) => ContainmentResult;

/** Who says of a value that it shows something: the schemas as the gate compiles them, or, where nobody is blamed, the quicker ones. */
export type ConfirmationEngine = "compiled" | "interpreted";

/**
 * Compares schemas of one description with those of another, as one side sees them. Where there is no schema, there is
 * any value.
 *
 * A value is only told as a counterexample when the compiled schemas, those that the gate judges by, accept it on the one side
 * and refuse it on the other; unless `confirming` says that nothing is called broken by it.
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
    // Where a search was given up, there is no place but the schema itself.
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
    // What cannot be judged shows nothing.
    if (isSchemaLimitError(error)) return false;
    throw error;
  }
}
