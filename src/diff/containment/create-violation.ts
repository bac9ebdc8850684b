import { joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import type { MessageDirection, Violation } from "../../schema/index.js";
import { ANY_TOKEN, type ContainmentViolation, type ContainmentViolationKind } from "./containment-violation.js";
import { setItem, setProperty } from "./counterexamples.js";
import type { Prover } from "./prover.js";
import { getConstraints, type SchemaSet } from "./schema-set.js";
import type { SchemaRef, VersionedDocument } from "./versioned-document.js";

/** Says that there is a gap, where nobody asks which. */
export const UNSPECIFIED_VIOLATION: ContainmentViolation = {
  kind: "schema",
  path: [],
  right: "",
  left: "",
  counterexamples: () => [],
};

type ViolationParts = {
  readonly kind: ContainmentViolationKind;
  /** The keyword that may refuse; without one the schema as a whole. */
  readonly keyword?: string;
  readonly counterexamples: () => readonly unknown[];
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

/** The gap that a value shows, told by the failure that it meets with. */
export function createValueViolation(
  { direction }: Prover,
  set: SchemaSet,
  right: SchemaRef,
  value: unknown,
): ContainmentViolation {
  const failure = findFirstViolation(direction, right, value);
  const keyword = failure?.keyword;
  return {
    kind: KIND_BY_KEYWORD[keyword ?? ""] ?? "schema",
    path: parsePointer(failure?.instance ?? "").map((token) => (/^\d+$/.test(token) ? ANY_TOKEN : token)),
    right: failure?.pointer ?? right.pointer,
    left: findKeywordPointer(set, right.spec, keyword),
    counterexamples: () => [value],
  };
}

/** What refuses a value may be told although not all of it can be looked at. */
function findFirstViolation(
  direction: MessageDirection,
  { spec, pointer }: SchemaRef,
  value: unknown,
): Violation | undefined {
  try {
    return spec.interpreted.validate(pointer, direction, value)[0];
  } catch (error) {
    if (isSchemaLimitError(error)) return undefined;
    throw error;
  }
}

const KIND_BY_KEYWORD: Readonly<Record<string, ContainmentViolationKind>> = {
  type: "type",
  ...{ enum: "values", const: "values" },
  ...{ minimum: "bounds", maximum: "bounds", exclusiveMinimum: "bounds", exclusiveMaximum: "bounds" },
  ...{ multipleOf: "bounds", minItems: "bounds", maxItems: "bounds", uniqueItems: "bounds" },
  ...{ minLength: "text", maxLength: "text", pattern: "text", format: "text" },
  ...{ required: "required", additionalProperties: "refused" },
};

/** Keywords that say the same thing in another way. */
const EQUIVALENT_KEYWORD: Readonly<Record<string, string>> = {
  enum: "const",
  const: "enum",
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
};

/** Where the contained side speaks of a keyword, or else of the value. */
function findKeywordPointer(set: SchemaSet, other: VersionedDocument, keyword: string | undefined): Pointer {
  const schemas = getConstraints(set).schemas.filter(({ ref }) => ref.spec !== other);
  for (const name of keyword === undefined ? [] : [keyword, EQUIVALENT_KEYWORD[keyword] ?? keyword]) {
    const candidate = schemas.find(({ schema }) => schema[name] !== undefined);
    if (candidate !== undefined) return joinPointer(candidate.pointer, name);
  }
  const candidates = schemas.find(({ schema }) => schema.$ref === undefined) ?? schemas[0];
  return candidates?.pointer ?? set.refs.find(({ spec }) => spec !== other)?.pointer ?? "";
}

/** The name that a value is made with, and the one that is told where that is any. */
type NamedProperty = { readonly name: string; readonly reportedName?: string };

/** A gap of a property, as one of the object. */
export function liftPropertyViolation(
  prover: Prover,
  set: SchemaSet,
  violation: ContainmentViolation,
  { name, reportedName = name }: NamedProperty,
): ContainmentViolation {
  return {
    ...violation,
    path: [reportedName, ...violation.path],
    counterexamples: once(() => setProperty(prover, set, name, violation.counterexamples())),
  };
}

/** A gap of an item, as one of the list. */
export function liftItemViolation(
  prover: Prover,
  set: SchemaSet,
  violation: ContainmentViolation,
  index: number,
): ContainmentViolation {
  return {
    ...violation,
    path: [ANY_TOKEN, ...violation.path],
    counterexamples: once(() => setItem(prover, set, index, violation.counterexamples())),
  };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
