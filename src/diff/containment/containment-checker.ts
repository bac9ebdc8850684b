import { isObject, joinPointer, lastToken, type Pointer, parentPointer, parsePointer } from "../../document/index.js";
import { createUndeclaredCollector, type MessageDirection, type Undeclared } from "../../schema/index.js";
import type { WireText, WireVerdict } from "../wire/wire-channel.js";
import { generateShortest, selectShortest } from "./counterexamples.js";
import { createProver, type ProverOptions } from "./create-prover.js";
import { createValueViolation, UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { ANY_TOKEN, type ContainmentViolation, generateValuesAt, isAnyToken, type Prover } from "./prover.js";
import { containsValue, createSchemaSet, type SchemaSet } from "./schemas/schema-set.js";
import {
  acceptsValue,
  isAnyValue,
  type SchemaRef,
  type VersionedDocument,
  validateValue,
} from "./schemas/versioned-document.js";
import { addProperties, listAllScalars, makeLongTexts, makeVariedValues, UNUSUAL_SCALARS } from "./varied-values.js";

/** A violation with a confirmed counterexample, or an undecided one. */
export type CheckedViolation = ContainmentViolation & {
  readonly counterexample?: { readonly value: unknown; readonly sent?: WireText };
  /** Whether the counterexample is a null that `nullable` does not document, because it has no effect there. */
  readonly isUndocumented?: boolean;
  /** Whether counterexamples of several other schemas show the same violation. */
  readonly isAlreadyReported?: boolean;
};

/** Whether one schema accepts everything that another accepts: yes, no with counterexamples, or undecided. */
export type ContainmentResult =
  /** `harmless`: the schemas differ, but the receiver reads the text of each such value as a valid one. */
  | { readonly kind: "contained"; readonly harmless?: readonly CheckedViolation[] }
  | { readonly kind: "counterexample"; readonly violations: readonly CheckedViolation[] }
  | { readonly kind: "unknown"; readonly violations: readonly CheckedViolation[] };

/** With a wire, a value counts as accepted if the receiver accepts its text. */
export type ContainmentChecker = (
  left: SchemaRef | undefined,
  right: SchemaRef | undefined,
  wire?: Wire,
) => ContainmentResult;

/**
 * Creates a checker that compares schemas of one spec with schemas of another, for one direction. An undefined schema
 * accepts any value.
 *
 * A counterexample is reported only if validation confirms it: one side accepts the value and the other rejects it.
 */
export function createContainmentChecker(options: ProverOptions): ContainmentChecker {
  const prover = createProver(options);
  const shown = createShownPlaces();
  const { confirmViolation, confirmByText } = createConfirmation(prover, shown);
  /** Where no keyword shows a counterexample, an ordinary value of the set may be one. */
  const findSimpleViolation = (
    set: SchemaSet,
    left: SchemaRef | undefined,
    right: SchemaRef,
  ): CheckedViolation | undefined => {
    prover.begin();
    const isRejected = (value: unknown): boolean => !acceptsValue(right, options.direction, value);
    const ordinary = makeVariedValues(prover, set);
    const isUnusual = (value: unknown): boolean => isRejected(value) && containsValue(set, options.direction, value);
    const found = selectShortest(ordinary, 1, isRejected);
    const [value] = found.length > 0 ? found : selectShortest(ordinary.flatMap(addProperties), 1, isUnusual);
    if (value === undefined) return undefined;
    const checked = confirmViolation(createValueViolation(prover, set, right, value), left, right);
    return checked.counterexample === undefined ? undefined : checked;
  };
  const isEveryScalarRead = (set: SchemaSet, { send }: Wire): boolean =>
    listAllScalars(prover, set)?.every((value) => isHarmless(send(value))) === true;
  return (left, right, wire) => {
    prover.begin();
    const set = createSentSet(left, wire);
    if (right === undefined || prover.proves(set, right)) return { kind: "contained" };
    if (wire !== undefined && isEveryScalarRead(set, wire))
      return { kind: "contained", harmless: prover.violations(set, right) };
    const found = prover.violations(set, right).map((violation) => locateViolation(violation, { left, right }));
    if (!prover.makesValues && wire === undefined)
      return { kind: "unknown", violations: withoutInner(found, options.left) };
    // The values have a limit of their own, so that a search that was given up may still find one.
    prover.begin();
    const checked = found.map((violation): CheckedViolation | "harmless" =>
      wire === undefined
        ? confirmViolation(violation, left, right)
        : confirmByText(violation, { left, right }, { wire, set }),
    );
    const harmless = found.filter((_, index) => checked[index] === "harmless");
    const decided = withoutDecided(checked.filter((it) => it !== "harmless"));
    const violations = withoutInner(decided, options.left, wire);
    if (violations.length === 0 && harmless.length > 0) return { kind: "contained", harmless };
    if (violations.some(isShown)) return { kind: "counterexample", violations };
    const simple = wire === undefined ? findSimpleViolation(set, left, right) : undefined;
    if (simple !== undefined) return { kind: "counterexample", violations: [simple] };
    const undecided = violations.length > 0 ? violations : [locateViolation(UNSPECIFIED_VIOLATION, { left, right })];
    return { kind: "unknown", violations: undecided };
  };
}

/** The values of a schema that are sent. */
function createSentSet(left: SchemaRef | undefined, wire: Wire | undefined): SchemaSet {
  const set = createSchemaSet(...(left === undefined ? [] : [left]));
  return wire?.isForm === true ? { ...set, types: ["object"] } : set;
}

/** Confirms violations by values: as the gate compiles the schemas, or by the text of each value. */
function createConfirmation(prover: Prover, shown: ShownPlaces) {
  const { direction } = prover;
  const confirmViolation = (
    violation: ContainmentViolation,
    left: SchemaRef | undefined,
    right: SchemaRef,
  ): CheckedViolation => {
    if (shown.isEnough(violation)) return { ...violation, isAlreadyReported: true };
    let undocumented: CheckedViolation | undefined;
    for (const value of generateShortest(violation.counterexamples(), 8)) {
      const isSent = left === undefined || validateValue(left, direction, value) === true;
      if (!isSent || validateValue(right, direction, value) !== false) continue;
      const drift =
        left === undefined ? [] : createUndeclaredCollector(left.spec.schemas)(left.pointer, direction, value);
      // The sender does not send what only the other side sets.
      if (drift.some(({ kind }) => kind === "read-only" || kind === "write-only")) continue;
      const nullable = drift.find((it) => isUndocumentedNull(it, violation.path));
      if (nullable !== undefined) {
        undocumented ??= { ...violation, left: nullable.pointer, counterexample: { value }, isUndocumented: true };
        continue;
      }
      shown.add(violation);
      return { ...nameUnevaluatedProperty(violation, direction, { left, right, value }), counterexample: { value } };
    }
    return undocumented ?? violation;
  };
  const confirmByText = (
    violation: ContainmentViolation,
    { left, right }: { readonly left: SchemaRef | undefined; readonly right: SchemaRef },
    { wire, set }: { readonly wire: Wire; readonly set: SchemaSet },
  ): CheckedViolation | "harmless" => {
    const values = selectShortest(violation.counterexamples(), 8);
    const others = UNUSUAL_SCALARS.filter((it) => containsValue(set, prover.direction, it));
    const tried = violation.isAboutOneValue === true ? values : [...values, ...others];
    const confirmed = checkOnWire(prover, right.spec, violation, { values: tried, wire });
    if (confirmed.kind === "refused") {
      const { value, sent } = confirmed;
      return { ...violation, counterexample: { value, sent } };
    }
    // A long text shows what short values do not.
    const long = confirmed.kind === "undecided" && violation.isAboutOneValue !== true ? makeLongTexts(prover, set) : [];
    for (const value of long) {
      const verdict = wire.send(value);
      if (verdict.kind === "refused") return { ...violation, counterexample: { value, sent: verdict.sent } };
    }
    if (confirmed.kind === "unchecked") return confirmViolation(violation, left, right);
    return confirmed.kind === "harmless" ? "harmless" : violation;
  };
  return { confirmViolation, confirmByText };
}

/** Whether drift is a null at the path: the sender accepts it only because of a `nullable` without effect. */
function isUndocumentedNull({ kind, instance }: Undeclared, path: readonly string[]): boolean {
  const tokens = parsePointer(instance);
  const isSame = (token: string, index: number): boolean => path[index] === token || isAnyToken(path[index] ?? "");
  return kind === "null-undocumented" && tokens.length === path.length && tokens.every(isSame);
}

export function containsNullAt(value: unknown, path: readonly string[]): boolean {
  for (const it of generateValuesAt(value, path)) if (it === null) return true;
  return false;
}

type RefusedValue = { readonly left: SchemaRef | undefined; readonly right: SchemaRef; readonly value: unknown };

/** Adds the name of the property that `unevaluatedProperties` refuses, which only a value shows. */
function nameUnevaluatedProperty(
  violation: ContainmentViolation,
  direction: MessageDirection,
  { left, right, value }: RefusedValue,
): ContainmentViolation {
  const { kind, path } = violation;
  if (kind !== "refused" || lastToken(violation.right) !== "unevaluatedProperties") return violation;
  const found = right.spec.schemas.validate(right.pointer, direction, value);
  const refused = found.find((it) => it.pointer === violation.right);
  const name = refused?.params.unevaluatedProperty;
  // The location in the value is that of the object, unless the violation names the property already.
  if (typeof name !== "string" || parsePointer(refused?.instance ?? "").length !== path.length) return violation;
  const declared = [
    ...right.spec.declaredNames(parentPointer(violation.right)),
    ...(left?.spec.declaredNames(violation.left.replace(/\/unevaluatedProperties$/, "")) ?? []),
  ];
  return { ...violation, path: [...path, declared.includes(name) ? name : ANY_TOKEN] };
}

/** A search that was given up reports only the schema as a whole. */
function locateViolation(
  violation: ContainmentViolation,
  { left, right }: { readonly left: SchemaRef | undefined; readonly right: SchemaRef },
): ContainmentViolation {
  return violation.right === "" ? { ...violation, right: right.pointer, left: left?.pointer ?? "" } : violation;
}

/** Where the contained schema allows any value, the missing type says it all. Texts have no type, but may show that of a value. */
function withoutInner(
  violations: readonly CheckedViolation[],
  { at }: VersionedDocument,
  wire?: Wire,
): readonly CheckedViolation[] {
  // Clients write texts; few write null or a truth value.
  const isOther = ({ counterexample }: CheckedViolation): number =>
    Number(wire && typeof counterexample?.value !== "string");
  const unrestricted = violations
    .filter(({ left }) => left === "" || isAnyValue(at(left)))
    .sort((one, other) => isOther(one) - isOther(other));
  const isInner = (violation: CheckedViolation, index: number): boolean =>
    unrestricted.some(
      (it, position) =>
        it.kind === "type" &&
        (it.enclosing ?? it.left) === (violation.enclosing ?? violation.left) &&
        it.path.every((token, depth) => token === violation.path[depth]) &&
        (it.path.length < violation.path.length || position < index) &&
        (isShown(it) || (wire === undefined && !isShown(violation))),
    );
  const inner = new Set(unrestricted.filter(isInner));
  return violations.filter((it) => !inner.has(it));
}

export function isShown({ counterexample, isAlreadyReported }: CheckedViolation): boolean {
  return counterexample !== undefined || isAlreadyReported === true;
}

/** Whether something of a comparison is neither proven nor shown. */
export function isUndecided(result: ContainmentResult): boolean {
  return result.kind !== "contained" && !result.violations.every(isShown);
}

function isHarmless({ kind }: WireVerdict): boolean {
  return kind !== "refused" && kind !== "unknown";
}

/** Leaves out what is undecided for one type of values, such as fractions, and shown for another, such as integers. */
function withoutDecided(violations: readonly CheckedViolation[]): readonly CheckedViolation[] {
  const getPlace = ({ left, right, path }: CheckedViolation): string => [left, right, ...path].join("\n");
  const shown = new Set(violations.filter(isShown).map(getPlace));
  return violations.filter((it) => isShown(it) || !shown.has(getPlace(it)));
}

type ShownPlaces = ReturnType<typeof createShownPlaces>;

/** A violation of a shared schema needs no counterexample for each place of use. */
const MAX_SHOWN = 3;

/** Counts how often the violation of the same keywords was shown. */
function createShownPlaces() {
  const shown = new Map<string, number>();
  const getPlace = ({ kind, left, right }: ContainmentViolation): string => `${kind} ${left} ${right}`;
  return {
    isEnough: (violation: ContainmentViolation) => (shown.get(getPlace(violation)) ?? 0) >= MAX_SHOWN,
    add: (violation: ContainmentViolation) => shown.set(getPlace(violation), (shown.get(getPlace(violation)) ?? 0) + 1),
  };
}

type Wire = {
  /** Sends a value to the receiver. */
  readonly send: (value: unknown) => WireVerdict;
  /** Whether all values that are sent are objects. */
  readonly isForm: boolean;
  /** Whether the receiver splits no text at a path into items. */
  readonly isWhole: (path: readonly string[]) => boolean;
};

/**
 * What a violation of schemas means for values that travel as text. `harmless`: the receiver reads each such text as a valid
 * value. `undecided`: no text was found that it refuses, but there may be one. `unchecked`: the text cannot be read.
 */
type WireConfirmation =
  | { readonly kind: "refused"; readonly value: unknown; readonly sent: WireText }
  | { readonly kind: "harmless" | "undecided" | "unchecked" };

/** Tests whether the receiver refuses one of the values. */
function checkOnWire(
  prover: Prover,
  receiver: VersionedDocument,
  violation: ContainmentViolation,
  { values, wire }: { readonly values: readonly unknown[]; readonly wire: Wire },
): WireConfirmation {
  const kinds = new Set<WireVerdict["kind"]>();
  // A text that is not empty shows more.
  for (const value of [...values].sort((one, other) => Number(hasEmptyText(one)) - Number(hasEmptyText(other)))) {
    const verdict = wire.send(value);
    if (verdict.kind === "refused") return { kind: "refused", value, sent: verdict.sent };
    kinds.add(verdict.kind);
  }
  const isAccepted = kinds.has("accepted") || kinds.has("reinterpreted");
  if (kinds.has("unknown") && !isAccepted) return { kind: "unchecked" };
  const isOnlyItem = !kinds.has("reinterpreted") && isReadAsItem(prover, receiver, violation, wire);
  if (isAccepted && (violation.isAboutOneValue === true || isOnlyItem || acceptsAnyText(receiver, violation)))
    return { kind: "harmless" };
  // HTTP cannot carry the empty text in a path or as an item.
  const isUnsendable = !isAccepted && values.length > 0 && values.every((value) => value === "");
  return { kind: isUnsendable ? "harmless" : "undecided" };
}

function hasEmptyText(value: unknown): boolean {
  return JSON.stringify(value)?.includes('""') ?? false;
}

/** A schema of any string accepts the text of every value. */
function acceptsAnyText(receiver: VersionedDocument, { kind, right }: ContainmentViolation): boolean {
  return kind === "type" && getTypes(receiver, right, NARROWING_KEYWORDS).includes("string");
}

/** Whether each text of a scalar is read as the only item of a list, and the schema of the items accepts the scalar. */
function isReadAsItem(
  prover: Prover,
  receiver: VersionedDocument,
  { kind, path, left, right }: ContainmentViolation,
  wire: Wire,
): boolean {
  const sent = getTypes(prover.left, left, []);
  const isScalar = sent.length > 0 && !sent.includes("object") && !sent.includes("array");
  if (kind !== "type" || !isScalar || !getTypes(receiver, right, LIST_KEYWORDS).includes("array")) return false;
  if (sent.includes("string") && !wire.isWhole(path)) return false;
  const [scalar, list] = [left, right].map(parentPointer) as [Pointer, Pointer];
  const items = joinPointer(list, "items");
  return (
    receiver.at(items) === undefined ||
    prover.proves(createSchemaSet({ spec: prover.left, pointer: scalar }), { spec: receiver, pointer: items })
  );
}

/** The types of a schema by the location of its `type`; none if there is none, or beside one of some keywords. */
function getTypes({ at }: VersionedDocument, pointer: Pointer, others: readonly string[]): readonly unknown[] {
  const schema = lastToken(pointer) === "type" ? at(parentPointer(pointer)) : undefined;
  if (!isObject(schema) || others.some((keyword) => schema[keyword] !== undefined)) return [];
  return [schema.type].flat();
}

const COMPOSITION_KEYWORDS = ["allOf", "anyOf", "oneOf", "not", "if", "$ref", "enum", "const"];
const NARROWING_KEYWORDS = ["pattern", "format", "minLength", "maxLength", ...COMPOSITION_KEYWORDS];
const LIST_KEYWORDS = ["prefixItems", "contains", "unevaluatedItems", ...COMPOSITION_KEYWORDS];
