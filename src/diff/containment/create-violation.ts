import { asArray, joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import type { MessageDirection, Violation } from "../../schema/index.js";
import {
  type ExtraKeywords,
  findFailingValues,
  findRejectedValues,
  isCounterexample,
  selectShortest,
  selectValues,
  setItem,
  setProperty,
} from "./counterexamples.js";
import {
  ANY_TOKEN,
  type ContainmentViolation,
  type ContainmentViolationKind,
  type Prover,
  type SetComparison,
} from "./prover.js";
import { getConstraints, type SchemaSet } from "./schemas/schema-set.js";
import { listViolations, type SchemaRef, type VersionedDocument } from "./schemas/versioned-document.js";

/** A violation without details, for callers that only need to know that one exists. */
export const UNSPECIFIED_VIOLATION: ContainmentViolation = {
  kind: "schema",
  path: [],
  right: "",
  left: "",
  counterexamples: () => [],
};

type ViolationParts = {
  readonly kind: ContainmentViolationKind;
  /** The rejecting keyword; without it, the schema as a whole. */
  readonly keyword?: string;
  readonly counterexamples: () => Iterable<unknown>;
};

export function createViolation(
  set: SchemaSet,
  right: SchemaRef,
  { kind, keyword, counterexamples }: ViolationParts,
): ContainmentViolation {
  return {
    kind,
    path: [],
    right: keyword === undefined ? right.pointer : joinPointer(right.pointer, keyword),
    left: findKeywordPointer(set, right.spec, keyword),
    counterexamples: once(counterexamples),
  };
}

export type ViolatedKeyword = {
  readonly keyword: string;
  readonly kind: ContainmentViolationKind;
  readonly hints?: readonly ExtraKeywords[];
  /** Further values to try. */
  readonly others?: () => Iterable<unknown>;
};

type ViolationCreator<Part> = SetComparison<Part, ContainmentViolation>;

/** Creates a violation whose values the keyword itself rejects. */
export const createFailingViolation: ViolationCreator<ViolatedKeyword> = (prover, set, right, violated) => {
  const { keyword, kind, hints = [{}], others = () => [] } = violated;
  const counterexamples = (): unknown[] => findFailingValues(prover, set, right, { keyword, hints, others: others() });
  return createViolation(set, right, { keyword, kind, counterexamples });
};

/** Creates a violation whose values the schema rejects, by whichever keyword. */
export const createRejectingViolation: ViolationCreator<ViolatedKeyword> = (prover, set, right, violated) => {
  const { keyword, kind, hints = [{}], others = () => [] } = violated;
  const isShowing = (value: unknown): boolean => isCounterexample(prover, set, right, value);
  const counterexamples = (): unknown[] => {
    const found = findRejectedValues(prover, set, right, hints);
    return selectShortest([...found, ...selectValues(others(), isShowing)]);
  };
  return createViolation(set, right, { keyword, kind, counterexamples });
};

/** Creates the violation that a concrete value causes. */
export const createValueViolation: ViolationCreator<unknown> = ({ direction }, set, right, value) => {
  const failure = findBranchViolation(direction, right, value);
  const keyword = failure?.keyword;
  return {
    kind: KIND_BY_KEYWORD[keyword ?? ""] ?? "schema",
    path: parsePointer(failure?.instance ?? "").map((token) => (/^\d+$/.test(token) ? ANY_TOKEN : token)),
    right: failure?.pointer ?? right.pointer,
    left: findKeywordPointer(set, right.spec, keyword),
    counterexamples: () => [value],
    isAboutOneValue: true,
  };
};

/**
 * The violation that says what differs. If only one branch of a union allows the type of the value, such as that beside null,
 * it is the violation of this branch.
 */
function findBranchViolation(direction: MessageDirection, right: SchemaRef, value: unknown): Violation | undefined {
  const failure = listViolations(right, direction, value)?.[0];
  if (failure === undefined || failure.instance !== "" || !/^(any|one)Of$/.test(failure.keyword)) return failure;
  const branches = asArray(right.spec.at(failure.pointer)).map((_, index) => joinPointer(failure.pointer, index));
  const possible = branches
    .map((pointer) => findBranchViolation(direction, { ...right, pointer }, value))
    .filter((it) => it?.keyword !== "type");
  return possible.length === 1 ? (possible[0] ?? failure) : failure;
}

const KIND_BY_KEYWORD: Readonly<Record<string, ContainmentViolationKind>> = {
  type: "type",
  ...{ enum: "values", const: "values" },
  ...{ minimum: "bounds", maximum: "bounds", exclusiveMinimum: "bounds", exclusiveMaximum: "bounds" },
  ...{ multipleOf: "bounds", minItems: "bounds", maxItems: "bounds", uniqueItems: "bounds" },
  ...{ minLength: "text", maxLength: "text", pattern: "text", format: "text" },
  ...{ required: "required", additionalProperties: "refused" },
};

/** Keywords with an equivalent form. */
export const EQUIVALENT_KEYWORD: Readonly<Record<string, string>> = {
  enum: "const",
  const: "enum",
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
};

/** Finds the same keyword in the contained schema, or else the schema itself. */
function findKeywordPointer(set: SchemaSet, other: VersionedDocument, keyword: string | undefined): Pointer {
  const schemas = getConstraints(set).schemas.filter(({ ref }) => ref.spec !== other);
  for (const name of keyword === undefined ? [] : [keyword, EQUIVALENT_KEYWORD[keyword] ?? keyword]) {
    const candidate = schemas.find(({ schema }) => schema[name] !== undefined);
    if (candidate !== undefined) return joinPointer(candidate.pointer, name);
  }
  return findSchemaPointer(set, (spec) => spec !== other);
}

function findSchemaPointer(set: SchemaSet, isWanted: (spec: VersionedDocument) => boolean): Pointer {
  const schemas = getConstraints(set).schemas.filter(({ ref }) => isWanted(ref.spec));
  const candidate = schemas.find(({ schema }) => schema.$ref === undefined) ?? schemas[0];
  return candidate?.pointer ?? set.refs.find(({ spec }) => isWanted(spec))?.pointer ?? "";
}

/** The name used in generated values, and the name to report if it differs. */
export type NamedProperty = { readonly name: string; readonly reportedName?: string };

/** Turns a violation of a property into one of the object. */
export function liftPropertyViolation(
  prover: Prover,
  set: SchemaSet,
  violation: ContainmentViolation,
  { name, reportedName = name }: NamedProperty,
): ContainmentViolation {
  return liftViolation(prover, locateIn(prover, set, violation), reportedName, (inner) =>
    setProperty(prover, set, name, inner),
  );
}

/** Turns a violation of an item into one of the array. */
export function liftItemViolation(
  prover: Prover,
  set: SchemaSet,
  violation: ContainmentViolation,
  { index, isPosition }: { readonly index: number; readonly isPosition: boolean },
): ContainmentViolation {
  const token = isPosition ? String(index) : ANY_TOKEN;
  return liftViolation(prover, locateIn(prover, set, violation), token, (inner) => setItem(prover, set, index, inner));
}

/** Adds the location of the object or array that allows a property or an item without a schema. */
function locateIn({ left }: Prover, set: SchemaSet, violation: ContainmentViolation): ContainmentViolation {
  if (violation.left !== "" || (violation.enclosing ?? "") !== "") return violation;
  return { ...violation, enclosing: findSchemaPointer(set, (spec) => spec === left) };
}

function liftViolation(
  { makesValues }: Prover,
  violation: ContainmentViolation,
  token: string,
  wrap: (values: Iterable<unknown>) => Iterable<unknown>,
): ContainmentViolation {
  // Unlike a literal with a spread, this reserves no space for further tokens.
  const path = [token].concat(violation.path);
  const { counterexamples } = violation;
  return { ...violation, path, counterexamples: makesValues ? once(() => wrap(counterexamples())) : counterexamples };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
