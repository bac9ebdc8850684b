import type { Operation } from "../../document/index.js";
import { includesAnyType } from "../../samples/json-type.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import {
  collectValueConstraints,
  inferConstraintTypes,
  type ValueConstraints,
} from "../../samples/value-constraints.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/unknown-enum-value.js";
import { type CaseDraft, type CaseProposal, createCaseDrafts } from "./case-draft.js";
import { generateArrayMutations, generateObjectMutations } from "./container-mutations.js";
import { isInvalidAt, isValidInContext } from "./dependent-constraints.js";
import type { GenerationContext } from "./generation-context.js";
import { getRequestLocations, type RequestLocation } from "./request-locations.js";
import { generateNumberFormatMutations, generateNumberMutations, generateTextMutations } from "./scalar-mutations.js";
import { summarizeValue, toSlug, type ValueMutation } from "./value-mutation.js";

const MAX_PER_LOCATION = 40;

/**
 * Every limit of every parameter and property, at its edge, inside of it and just outside: one draft each, made of a base
 * request by a change in one place.
 */
export function createBoundaryDrafts(
  means: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseDraft> {
  return createCaseDrafts(operation, "boundaries", proposeBoundaries(means, operation, base));
}

function* proposeBoundaries(means: GenerationContext, operation: Operation, base: CaseRequest): Iterable<CaseProposal> {
  for (const location of getRequestLocations(means, operation, base)) {
    for (const { slug, what, value, expect, contract: at } of selectMutations(means, location)) {
      const edit = {
        part: location.part,
        at: location.at,
        contract: at,
        what: `${location.at || "the body"}: ${what}`,
      };
      yield {
        slug,
        edit,
        request: location.put(value),
        expect,
        ...pickEnclosing(location),
        replaced: { location, value },
      };
    }
    yield* proposeAbsent(means, location);
  }
}

export function pickEnclosing({ within }: RequestLocation): { readonly within?: string } {
  return within === undefined ? {} : { within };
}

/** What may be left out is left out. */
function* proposeAbsent(means: GenerationContext, place: RequestLocation): Iterable<CaseProposal> {
  const { without, isPresent, part, at } = place;
  if (without === undefined || without.required || !isPresent) return;
  const { coupled } = without;
  if (coupled !== undefined && !isValidInContext(means, { part, at, coupled }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: left out, which it may be` };
  yield { slug: "absent", edit, request: without.request, expect: "accepted", ...pickEnclosing(place) };
}

/** Variants that are what they say by the schemas of the place itself, each value once. */
function selectMutations(means: GenerationContext, place: RequestLocation): ValueMutation[] {
  const kept: ValueMutation[] = [];
  const variants = [...generateMutations(means, place)].sort((a, b) => getRank(a) - getRank(b));
  for (const variant of variants) {
    if (kept.length >= MAX_PER_LOCATION) break;
    const { value, expect } = variant;
    // An empty segment makes another path.
    if (value === "" && place.part === "path") continue;
    if (kept.some((it) => isSameJson(it.value, value))) continue;
    // Nothing can be written that is read as a list without items.
    if (place.isText && Array.isArray(value) && value.length === 0) continue;
    // What one keyword says nothing of, another may refuse.
    if (expect === "refused" ? isInvalidAt(means, place, value) : isValidForSchemas(means, place.node, value))
      kept.push(variant);
  }
  return kept;
}

/** Of two variants with one value the more telling one is kept: a value at a limit is more than any other value. */
function getRank({ slug }: ValueMutation): number {
  if (slug.startsWith("inside-")) return 1;
  if (slug === "given") return 2;
  return slug.startsWith("unstated:") ? 3 : 0;
}

function* generateMutations(means: GenerationContext, place: RequestLocation): Iterable<ValueMutation> {
  const { node, value, isPresent } = place;
  const words = collectValueConstraints(node.applicableSchemas);
  if (!isPresent)
    yield {
      slug: "given",
      what: `${summarizeValue(value)}, ${place.isOther === true ? "another of its alternatives" : "where the base has none"}`,
      value,
      expect: "accepted",
      contract: place.contract,
    };
  yield* generateEnumMutations(words);
  const types = inferConstraintTypes(words, node.applicableSchemas);
  if (words.enumValues === undefined) {
    if (includesAnyType(types, "integer", "number")) {
      yield* generateNumberFormatMutations(words);
      yield* generateNumberMutations(words, !types.includes("number"));
    }
    if (types.includes("string")) yield* generateTextMutations(words);
    if (types.includes("array")) yield* generateArrayMutations(means, place, words);
    if (types.includes("object")) yield* generateObjectMutations(means, place, words);
    if (words.types?.includes("boolean") === true)
      for (const it of [true, false])
        yield { slug: `value:${it}`, what: String(it), value: it, expect: "accepted", contract: words.typeAt };
  }
  if (words.types?.includes("null") === true && place.part === "body")
    yield { slug: "null", what: "null, which it may be", value: null, expect: "accepted", contract: words.typeAt };
}

const MAX_ENUM_VALUES = 24;

function* generateEnumMutations({
  enumValues,
  enumAt,
  extensibleValues,
  extensibleAt,
}: ValueConstraints): Iterable<ValueMutation> {
  for (const value of (enumValues ?? []).slice(0, MAX_ENUM_VALUES))
    yield {
      ...{ slug: `value:${toSlug(value)}`, what: `${summarizeValue(value)}, one of the listed values`, value },
      ...{ expect: "accepted", contract: enumAt },
    };
  if (enumValues !== undefined || extensibleValues.length === 0) return;
  for (const value of extensibleValues.slice(0, MAX_ENUM_VALUES))
    yield {
      ...{ slug: `value:${toSlug(value)}`, what: `${summarizeValue(value)}, one of the known values`, value },
      ...{ expect: "accepted", contract: extensibleAt },
    };
  const beyond = typeof extensibleValues[0] === "number" ? 987_654 : UNKNOWN_ENUM_VALUE;
  yield {
    ...{
      slug: "not-in-enum",
      what: `${summarizeValue(beyond)}, beyond the known values, which may become more`,
      value: beyond,
    },
    ...{ expect: "open", contract: extensibleAt },
  };
}
