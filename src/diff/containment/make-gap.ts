import { joinPointer, type Pointer, pointerTokens } from "../../document/index.js";
import { cannotJudge } from "../../probe/cannot-judge.js";
import type { Failure, View } from "../../schema/index.js";
import { type Case, factsOf } from "./case.js";
import { ANY, type Gap, type GapKind } from "./gap.js";
import type { Prover } from "./prover.js";
import type { Ref, Sided } from "./sided.js";
import { withItem, withProperty } from "./witness.js";

/** Says that there is a gap, where nobody asks which. */
export const TRIVIAL: Gap = { kind: "schema", path: [], right: "", left: "", witnesses: () => [] };

type Found = {
  readonly kind: GapKind;
  /** The keyword that may refuse; without one the schema as a whole. */
  readonly keyword?: string;
  readonly witnesses: () => readonly unknown[];
};

export function gapAt(given: Case, right: Ref, { kind, keyword, witnesses }: Found): Gap {
  return {
    kind,
    path: [],
    right: keyword === undefined ? right.pointer : joinPointer(right.pointer, keyword),
    left: placeIn(given, right.sided, keyword),
    witnesses: once(witnesses),
  };
}

/** The gap that a value shows, told by the failure that it meets with. */
export function refusedAt({ view }: Prover, given: Case, right: Ref, value: unknown): Gap {
  const failure = firstFailure(view, right, value);
  const keyword = failure?.keyword;
  return {
    kind: KINDS[keyword ?? ""] ?? "schema",
    path: pointerTokens(failure?.instance ?? "").map((token) => (/^\d+$/.test(token) ? ANY : token)),
    right: failure?.pointer ?? right.pointer,
    left: placeIn(given, right.sided, keyword),
    witnesses: () => [value],
  };
}

/** What refuses a value may be told although not all of it can be looked at. */
function firstFailure(view: View, { sided, pointer }: Ref, value: unknown): Failure | undefined {
  try {
    return sided.schemas.validate(pointer, view, value)[0];
  } catch (error) {
    if (cannotJudge(error)) return undefined;
    throw error;
  }
}

const KINDS: Readonly<Record<string, GapKind>> = {
  type: "type",
  ...{ enum: "values", const: "values" },
  ...{ minimum: "bounds", maximum: "bounds", exclusiveMinimum: "bounds", exclusiveMaximum: "bounds" },
  ...{ multipleOf: "bounds", minItems: "bounds", maxItems: "bounds", uniqueItems: "bounds" },
  ...{ minLength: "text", maxLength: "text", pattern: "text", format: "text" },
  ...{ required: "required", additionalProperties: "refused" },
};

/** Keywords that say the same thing in another way. */
const AKIN: Readonly<Record<string, string>> = {
  enum: "const",
  const: "enum",
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
};

/** Where the contained side speaks of a keyword, or else of the value. */
function placeIn(given: Case, other: Sided, keyword: string | undefined): Pointer {
  const shapes = factsOf(given).shapes.filter(({ ref }) => ref.sided !== other);
  for (const name of keyword === undefined ? [] : [keyword, AKIN[keyword] ?? keyword]) {
    const speaking = shapes.find(({ schema }) => schema[name] !== undefined);
    if (speaking !== undefined) return joinPointer(speaking.pointer, name);
  }
  const telling = shapes.find(({ schema }) => schema.$ref === undefined) ?? shapes[0];
  return telling?.pointer ?? given.refs.find(({ sided }) => sided !== other)?.pointer ?? "";
}

/** The name that a value is made with, and the one that is told where that is any. */
type Named = { readonly name: string; readonly told?: string };

/** A gap of a property, as one of the object. */
export function ofProperty(prover: Prover, given: Case, gap: Gap, { name, told = name }: Named): Gap {
  return {
    ...gap,
    path: [told, ...gap.path],
    witnesses: once(() => withProperty(prover, given, name, gap.witnesses())),
  };
}

/** A gap of an item, as one of the list. */
export function ofItem(prover: Prover, given: Case, gap: Gap, index: number): Gap {
  return { ...gap, path: [ANY, ...gap.path], witnesses: once(() => withItem(prover, given, index, gap.witnesses())) };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
