import type { Operation } from "../../document/index.js";
import { includesAnyType } from "../../samples/json-type.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import {
  collectValueConstraints,
  inferConstraintTypes,
  type ValueConstraints,
} from "../../samples/value-constraints.js";
import { splitWords } from "../graph/name-words.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/unknown-enum-value.js";
import { type CaseDraft, type CaseProposal, createCaseDrafts } from "./case-draft.js";
import { generateArrayMutations, generateObjectMutations } from "./container-mutations.js";
import { isInvalidAt, isValidInContext } from "./dependent-constraints.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-location.js";
import { getRequestLocations } from "./request-locations.js";
import { proposeRequestVariants } from "./request-variants.js";
import { generateNumberFormatMutations, generateNumberMutations, generateTextMutations } from "./scalar-mutations.js";
import { summarizeValue, toSlug, type ValueMutation } from "./value-mutation.js";

const MAX_PER_LOCATION = 48;
/** Larger amounts of time or data than this one are not sent without need. */
const MAX_UNSTATED_AMOUNT = 1000;
/** Servers accept URLs and headers of at least 8,000 bytes (RFC 9110, section 4.1). */
const MAX_URL_TEXT = 4000;

/**
 * Creates a draft for each limit of each parameter and property: at the limit, just inside and just outside. Each draft
 * changes one location of the base request.
 */
export function createBoundaryDrafts(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseDraft> {
  return createCaseDrafts(operation, "boundaries", proposeBoundaries(context, operation, base));
}

function* proposeBoundaries(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseProposal> {
  for (const location of getRequestLocations(context, operation, base)) {
    for (const { slug, what, value, expect, contract: at } of selectMutations(context, location)) {
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
    yield* proposeAbsent(context, location);
  }
  yield* proposeRequestVariants(operation, base, getRequestLocations(context, operation, base));
}

export function pickEnclosing({ enclosing }: RequestLocation): { readonly enclosing?: string } {
  return enclosing === undefined ? {} : { enclosing };
}

/** Omits an optional parameter or property. */
function* proposeAbsent(context: GenerationContext, location: RequestLocation): Iterable<CaseProposal> {
  const { without, isPresent, part, at } = location;
  if (without === undefined || without.required || !isPresent) return;
  const { dependency } = without;
  if (dependency !== undefined && !isValidInContext(context, { part, at, dependency }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: omitted, because it is optional` };
  yield { slug: "absent", edit, request: without.request, expect: "accepted", ...pickEnclosing(location) };
}

/** Selects the mutations that the schemas at the location confirm, each value once. */
function selectMutations(context: GenerationContext, location: RequestLocation): ValueMutation[] {
  const selected: ValueMutation[] = [];
  const mutations = [...generateMutations(context, location)].sort((a, b) => getRank(a) - getRank(b));
  for (const mutation of mutations) {
    if (selected.length >= MAX_PER_LOCATION) break;
    const { value, expect } = mutation;
    // An empty path segment leads to another path.
    if (value === "" && location.part === "path") continue;
    if (selected.some((it) => isSameJson(it.value, value))) continue;
    if (!canSend(location, mutation)) continue;
    // An empty array cannot be expressed as text.
    if (location.isText && Array.isArray(value) && value.length === 0) continue;
    // Another keyword may reject the value.
    if (expect === "refused" ? isInvalidAt(context, location, value) : isValidForSchemas(context, location.node, value))
      selected.push(mutation);
  }
  return selected;
}

function canSend(location: RequestLocation, { slug, value }: ValueMutation): boolean {
  if (typeof value === "string") return canSendText(location, value);
  return !(Number(value) > MAX_UNSTATED_AMOUNT && slug.startsWith("unstated:") && isTimeOrSize(location));
}

/** How long the service waits, or how many bytes it sends, is what the request says. A late response is right. */
function isTimeOrSize({ at }: RequestLocation): boolean {
  return splitWords(at.slice(at.lastIndexOf("/") + 1)).some((word) => TIME_OR_SIZE_WORDS.has(word));
}

const TIME_OR_SIZE_WORDS = new Set(["delay", "duration", "timeout", "wait", "sleep", "second", "byte", "numbyte"]);

/** URLs and headers are short, headers have no control characters, and cookies no separators. */
function canSendText({ part }: RequestLocation, text: string): boolean {
  if (part === "body") return true;
  return text.length <= MAX_URL_TEXT && (part === "path" || part === "query" || !/\p{Cc}/u.test(text));
}

/** Ranks mutations with the same value: a limit says more than an arbitrary value. */
function getRank({ slug }: ValueMutation): number {
  if (slug.startsWith("inside-")) return 1;
  if (slug === "given") return 2;
  return slug.startsWith("unstated:") ? 3 : 0;
}

function* generateMutations(context: GenerationContext, location: RequestLocation): Iterable<ValueMutation> {
  const { node, value, isPresent } = location;
  const constraints = collectValueConstraints(node.applicableSchemas);
  if (!isPresent)
    yield {
      slug: "given",
      what: `${summarizeValue(value)}, ${location.isOther === true ? "another branch of the schema" : "absent in the base request"}`,
      value,
      expect: "accepted",
      contract: location.contract,
    };
  yield* generateEnumMutations(constraints);
  const types = inferConstraintTypes(constraints, node.applicableSchemas);
  if (constraints.enumValues === undefined) {
    if (includesAnyType(types, "integer", "number")) {
      yield* generateNumberFormatMutations(constraints);
      yield* generateNumberMutations(constraints, !types.includes("number"));
    }
    if (types.includes("string")) yield* generateTextMutations(constraints);
    if (types.includes("array")) yield* generateArrayMutations(context, location, constraints);
    if (types.includes("object")) yield* generateObjectMutations(context, location, constraints);
    if (constraints.types?.includes("boolean") === true)
      for (const it of [true, false])
        yield { slug: `value:${it}`, what: String(it), value: it, expect: "accepted", contract: constraints.typeAt };
  }
  if (constraints.types?.includes("null") === true && location.part === "body")
    yield {
      slug: "null",
      what: "null, which is allowed",
      value: null,
      expect: "accepted",
      contract: constraints.typeAt,
    };
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
      ...{ slug: `value:${toSlug(value)}`, what: `${summarizeValue(value)}, one of the enum values`, value },
      ...{ expect: "accepted", contract: enumAt },
    };
  if (enumValues !== undefined || extensibleValues.length === 0) return;
  for (const value of extensibleValues.slice(0, MAX_ENUM_VALUES))
    yield {
      ...{
        slug: `value:${toSlug(value)}`,
        what: `${summarizeValue(value)}, one of the values in x-extensible-enum`,
        value,
      },
      ...{ expect: "accepted", contract: extensibleAt },
    };
  const unknownValue = typeof extensibleValues[0] === "number" ? 987_654 : UNKNOWN_ENUM_VALUE;
  yield {
    ...{
      slug: "not-in-enum",
      what: `${summarizeValue(unknownValue)}, not listed in x-extensible-enum`,
      value: unknownValue,
    },
    ...{ expect: "open", contract: extensibleAt },
  };
}
