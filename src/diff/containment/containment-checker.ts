import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import type { MessageDirection } from "../../schema/index.js";
import { checkOnWire, type SendValue } from "../wire/confirm-on-wire.js";
import type { WireText, WireVerdict } from "../wire/wire-channel.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { selectShortest } from "./counterexamples.js";
import { createProver, type ProverOptions } from "./create-prover.js";
import { UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { containsValue, createSchemaSet } from "./schema-set.js";
import { listAllScalars, UNUSUAL_SCALARS } from "./varied-values.js";
import type { SchemaRef } from "./versioned-document.js";

/** A violation with a confirmed counterexample, or an undecided one. */
export type CheckedViolation = ContainmentViolation & {
  readonly counterexample?: { readonly value: unknown; readonly sent?: WireText };
};

/** Whether one schema accepts everything that another accepts: yes, no with counterexamples, or undecided. */
export type ContainmentResult =
  /** `harmless`: the schemas differ, but the receiver reads the text of each such value as a valid one. */
  | { readonly kind: "contained"; readonly harmless?: readonly CheckedViolation[] }
  | { readonly kind: "counterexample"; readonly violations: readonly CheckedViolation[] }
  | { readonly kind: "unknown"; readonly violations: readonly CheckedViolation[] };

/** With `send`, a value counts as accepted if the receiver accepts its text. */
export type ContainmentChecker = (
  left: SchemaRef | undefined,
  right: SchemaRef | undefined,
  send?: SendValue,
) => ContainmentResult;

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
  return (left, right, send) => {
    prover.begin();
    const set = createSchemaSet(...(left === undefined ? [] : [left]));
    if (right === undefined || prover.proves(set, right)) return { kind: "contained" };
    const scalars = send === undefined ? undefined : listAllScalars(prover, set);
    if (send !== undefined && scalars?.every((value) => isHarmless(send(value))) === true)
      return { kind: "contained", harmless: prover.violations(set, right) };
    const others = send === undefined ? [] : UNUSUAL_SCALARS.filter((it) => containsValue(set, prover.direction, it));
    const harmless: CheckedViolation[] = [];
    const violations = prover.violations(set, right).flatMap((violation): CheckedViolation[] => {
      if (send === undefined) return [confirmViolation(violation, left, right)];
      const values = [...selectShortest(violation.counterexamples(), 8), ...(violation.isAboutOneValue ? [] : others)];
      const confirmed = checkOnWire(right.spec, violation, values, send);
      if (confirmed.kind === "harmless") harmless.push(violation);
      if (confirmed.kind === "unchecked") return [confirmViolation(violation, left, right)];
      if (confirmed.kind !== "refused") return confirmed.kind === "harmless" ? [] : [violation];
      const { value, sent } = confirmed;
      return [{ ...violation, counterexample: { value, sent } }];
    });
    if (violations.length === 0 && harmless.length > 0) return { kind: "contained", harmless };
    const isShown = violations.some(({ counterexample }) => counterexample !== undefined);
    // If the search was given up, only the schema as a whole can be reported.
    const reported =
      violations.length > 0
        ? violations
        : [{ ...UNSPECIFIED_VIOLATION, right: right.pointer, left: left?.pointer ?? "" }];
    return { kind: isShown ? "counterexample" : "unknown", violations: reported };
  };
}

function isHarmless({ kind }: WireVerdict): boolean {
  return kind !== "refused" && kind !== "unknown";
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
