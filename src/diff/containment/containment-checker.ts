import { checkOnWire, type SendValue } from "../wire/confirm-on-wire.js";
import type { WireText, WireVerdict } from "../wire/wire-channel.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { generateShortest, selectShortest } from "./counterexamples.js";
import { createProver, type ProverOptions } from "./create-prover.js";
import { createValueViolation, UNSPECIFIED_VIOLATION } from "./create-violation.js";
import type { Prover } from "./prover.js";
import { containsValue, createSchemaSet, type SchemaSet } from "./schemas/schema-set.js";
import { acceptsValue, type SchemaRef, validateValue } from "./schemas/versioned-document.js";
import { listAllScalars, makeLongTexts, makeVariedValues, UNUSUAL_SCALARS } from "./varied-values.js";

/** A violation with a confirmed counterexample, or an undecided one. */
export type CheckedViolation = ContainmentViolation & {
  readonly counterexample?: { readonly value: unknown; readonly sent?: WireText };
  /** Whether counterexamples of several other schemas show the same violation. */
  readonly isAlreadyReported?: boolean;
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
 * Creates a checker that compares schemas of one spec with schemas of another, for one direction. An undefined schema
 * accepts any value.
 *
 * A counterexample is reported only if validation confirms it: one side accepts the value and the other rejects it.
 */
export function createContainmentChecker(options: ProverOptions): ContainmentChecker {
  const prover = createProver(options);
  const { confirmViolation, confirmByText } = createConfirmation(prover);
  /** Where no keyword shows a counterexample, an ordinary value of the set may be one. */
  const findSimpleViolation = (
    set: SchemaSet,
    left: SchemaRef | undefined,
    right: SchemaRef,
  ): CheckedViolation | undefined => {
    prover.begin();
    const isRejected = (value: unknown): boolean => !acceptsValue(right, options.direction, value);
    const [value] = selectShortest(makeVariedValues(prover, set), 1, isRejected);
    if (value === undefined) return undefined;
    const checked = confirmViolation(createValueViolation(prover, set, right, value), left, right);
    return checked.counterexample === undefined ? undefined : checked;
  };
  return (left, right, send) => {
    prover.begin();
    const set = createSchemaSet(...[left].flatMap((it) => it ?? []));
    if (right === undefined || prover.proves(set, right)) return { kind: "contained" };
    const scalars = send === undefined ? undefined : listAllScalars(prover, set);
    if (send !== undefined && scalars?.every((value) => isHarmless(send(value))) === true)
      return { kind: "contained", harmless: prover.violations(set, right) };
    const found = prover.violations(set, right).map((violation) => locateViolation(violation, { left, right }));
    // The values have a limit of their own, so that a search that was given up may still find one.
    prover.begin();
    const checked = found.map((violation): CheckedViolation | "harmless" =>
      send === undefined
        ? confirmViolation(violation, left, right)
        : confirmByText(violation, { left, right }, { send, set }),
    );
    const harmless = found.filter((_, index) => checked[index] === "harmless");
    const violations = checked.filter((it) => it !== "harmless");
    if (violations.length === 0 && harmless.length > 0) return { kind: "contained", harmless };
    if (violations.some((it) => it.counterexample !== undefined || it.isAlreadyReported === true))
      return { kind: "counterexample", violations };
    const simple = send === undefined ? findSimpleViolation(set, left, right) : undefined;
    if (simple !== undefined) return { kind: "counterexample", violations: [simple] };
    const undecided = violations.length > 0 ? violations : [locateViolation(UNSPECIFIED_VIOLATION, { left, right })];
    return { kind: "unknown", violations: undecided };
  };
}

/** Confirms violations by values: as the gate compiles the schemas, or by the text of each value. */
function createConfirmation(prover: Prover) {
  const { direction } = prover;
  const shown = new Map<string, number>();
  const confirmViolation = (
    violation: ContainmentViolation,
    left: SchemaRef | undefined,
    right: SchemaRef,
  ): CheckedViolation => {
    const place = `${violation.kind} ${violation.left} ${violation.right}`;
    const count = shown.get(place) ?? 0;
    if (count >= MAX_SHOWN) return { ...violation, isAlreadyReported: true };
    for (const value of generateShortest(violation.counterexamples(), 8)) {
      const isSent = left === undefined || validateValue(left, direction, value) === true;
      if (isSent && validateValue(right, direction, value) === false) {
        shown.set(place, count + 1);
        return { ...violation, counterexample: { value } };
      }
    }
    return violation;
  };
  const confirmByText = (
    violation: ContainmentViolation,
    { left, right }: { readonly left: SchemaRef | undefined; readonly right: SchemaRef },
    { send, set }: { readonly send: SendValue; readonly set: SchemaSet },
  ): CheckedViolation | "harmless" => {
    const values = selectShortest(violation.counterexamples(), 8);
    const others = UNUSUAL_SCALARS.filter((it) => containsValue(set, prover.direction, it));
    const tried = violation.isAboutOneValue === true ? values : [...values, ...others];
    const confirmed = checkOnWire(right.spec, violation, tried, send);
    if (confirmed.kind === "refused") {
      const { value, sent } = confirmed;
      return { ...violation, counterexample: { value, sent } };
    }
    // A long text shows what short values do not.
    const long = confirmed.kind === "undecided" && violation.isAboutOneValue !== true ? makeLongTexts(prover, set) : [];
    for (const value of long) {
      const verdict = send(value);
      if (verdict.kind === "refused") return { ...violation, counterexample: { value, sent: verdict.sent } };
    }
    if (confirmed.kind === "unchecked") return confirmViolation(violation, left, right);
    return confirmed.kind === "harmless" ? "harmless" : violation;
  };
  return { confirmViolation, confirmByText };
}

/** A search that was given up reports only the schema as a whole. */
function locateViolation(
  violation: ContainmentViolation,
  { left, right }: { readonly left: SchemaRef | undefined; readonly right: SchemaRef },
): ContainmentViolation {
  return violation.right === "" ? { ...violation, right: right.pointer, left: left?.pointer ?? "" } : violation;
}

function isHarmless({ kind }: WireVerdict): boolean {
  return kind !== "refused" && kind !== "unknown";
}

/** A violation of a shared schema needs no counterexample for each place of use. */
const MAX_SHOWN = 3;
