import { isObject, joinPointer, type Operation, valueAt } from "../../document/index.js";
import { getJsonTypeName, includesAnyType } from "../../samples/json-type.js";
import { isValidForSchemas, makeValue } from "../../samples/make-value.js";
import {
  collectValueConstraints,
  inferConstraintTypes,
  type ValueConstraints,
} from "../../samples/value-constraints.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { pickEnclosing } from "./boundaries.js";
import { type CaseDraft, type CaseProposal, createCaseDrafts } from "./case-draft.js";
import { isInvalidAt, isValidInContext } from "./dependent-constraints.js";
import { addExampleBody } from "./example-requests.js";
import type { GenerationContext } from "./generation-context.js";
import { getRequestLocations, type RequestLocation } from "./request-locations.js";
import { proposeRequestNegatives } from "./request-negatives.js";
import { summarizeValue } from "./value-mutation.js";

/** One thing wrong at a time: requests that the contract forbids, each made of a base request by a change in one place. */
export function createNegativeDrafts(
  means: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseDraft> {
  return createCaseDrafts(operation, "negatives", proposeNegatives(means, operation, base));
}

function* proposeNegatives(means: GenerationContext, operation: Operation, base: CaseRequest): Iterable<CaseProposal> {
  yield* proposeRequestNegatives(means.document, operation, addExampleBody(means, operation, base));
  for (const place of getRequestLocations(means, operation, base))
    for (const proposal of proposeNegativesAt(means, place)) yield { ...proposal, ...pickEnclosing(place) };
}

function* proposeNegativesAt(means: GenerationContext, place: RequestLocation): Iterable<CaseProposal> {
  yield* proposeMissing(means, place);
  const words = collectValueConstraints(place.node.applicableSchemas);
  yield* proposeWrongType(means, place, words);
  yield* proposeNotInEnum(means, place, words);
  yield* proposeExtraProperty(means, place, words);
  yield* proposeReadOnly(means, place);
}

function* proposeMissing(means: GenerationContext, place: RequestLocation): Iterable<CaseProposal> {
  const { without, part, at, isPresent } = place;
  // A path is not one of the contract without its parameters.
  if (without === undefined || !without.required || !isPresent || part === "path") return;
  const { coupled } = without;
  if (coupled !== undefined && isValidInContext(means, { part, at, coupled }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: left out, and it is required` };
  yield { slug: "missing", edit, request: without.request, expect: "refused" };
}

/** The most telling first. */
const WRONG_TYPES: readonly (readonly [unknown, string])[] = [
  ["not-a-value", "a string"],
  [12345, "a number"],
  [null, "null"],
  [true, "a boolean"],
  [[], "an array"],
  [{}, "an object"],
  [1.5, "a fraction"],
];
const FRACTION = "1.5";
/** In a URL, a header or a form everything is text. */
const WRONG_TEXTS: readonly (readonly [unknown, string])[] = [
  ["not-a-value", "words"],
  [FRACTION, "a fraction"],
  ["1e3x", "what begins like a number"],
  ["TRUE-ish", "what begins like a boolean"],
];

const MAX_WRONG_TYPES = 4;

function* proposeWrongType(
  means: GenerationContext,
  location: RequestLocation,
  words: ValueConstraints,
): Iterable<CaseProposal> {
  const types = inferConstraintTypes(words, location.node.applicableSchemas);
  if (words.types === undefined && words.enumValues === undefined) return;
  let count = 0;
  for (const [value, name] of location.isText ? WRONG_TEXTS : WRONG_TYPES) {
    if (count === MAX_WRONG_TYPES) return;
    const type = getJsonTypeName(value);
    if (
      types.includes(type) ||
      (type === "integer" && types.includes("number")) ||
      !isInvalidAt(means, location, value)
    )
      continue;
    if (
      location.isText &&
      (includesAnyType(types, "array", "object", "string") || (value === FRACTION && types.includes("number")))
    )
      continue;
    count += 1;
    const expected = types.map(addArticle).join(" or ");
    const what = `${location.at || "the body"}: ${summarizeValue(value)}, ${name} where the contract wants ${expected}`;
    const edit = { part: location.part, at: location.at, contract: words.typeAt, what };
    yield {
      slug: `type:${type}${count}`,
      edit,
      request: location.put(value),
      expect: "refused",
      replaced: { location, value },
    };
  }
}

function addArticle(type: string): string {
  return type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

function* proposeNotInEnum(
  means: GenerationContext,
  location: RequestLocation,
  { enumValues, enumAt }: ValueConstraints,
): Iterable<CaseProposal> {
  if (enumValues === undefined || enumValues.length === 0) return;
  const [first] = enumValues;
  const candidates =
    typeof first === "number"
      ? [987_654, -987_654]
      : [`${String(first)}x`, "NOT_LISTED", ...(typeof first === "string" ? [swapCase(first), ""] : [])];
  let count = 0;
  for (const value of candidates) {
    if (!isInvalidAt(means, location, value)) continue;
    count += 1;
    const what = `${location.at || "the body"}: ${summarizeValue(value)}, not one of the listed values ${summarizeValue(enumValues)}`;
    const edit = { part: location.part, at: location.at, contract: enumAt, what };
    yield {
      slug: `not-listed:${count}`,
      edit,
      request: location.put(value),
      expect: "refused",
      replaced: { location, value },
    };
  }
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

const EXTRA_PROPERTY = "notInTheContract";

function* proposeExtraProperty(
  means: GenerationContext,
  { part, at, put, value, node }: RequestLocation,
  { closedAt }: ValueConstraints,
): Iterable<CaseProposal> {
  if (closedAt === undefined || !isObject(value)) return;
  const extra = { ...value, [EXTRA_PROPERTY]: "extra" };
  if (isValidForSchemas(means, node, extra)) return;
  const what = `${at || "the body"}: with a property "${EXTRA_PROPERTY}", and no others may come`;
  yield {
    slug: "extra-property",
    edit: { part, at, contract: closedAt, what },
    request: put(extra),
    expect: "refused",
  };
}

/** What a request does not carry a service may refuse, or pass over: the contract leaves it open. */
function* proposeReadOnly(
  means: GenerationContext,
  { part, at, put, value, node }: RequestLocation,
): Iterable<CaseProposal> {
  if (!isObject(value)) return;
  for (const { pointer, schema } of node.applicableSchemas) {
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      const child = means.nodes.child(node, name);
      if (child?.readOnly === undefined) continue;
      const inner = joinPointer(pointer, "properties", name);
      if (valueAt(means.schemas.root, inner) === undefined) continue;
      const made = makeValue(means, child);
      if (made === undefined) continue;
      const place = at === "" || at.startsWith("/") ? joinPointer(at, name) : `${at}${joinPointer("", name)}`;
      const edit = { part, at: place, contract: inner, what: `${place}: sent, and it is read-only` };
      yield { slug: "read-only", edit, request: put({ ...value, [name]: made.value }), expect: "open" };
    }
  }
}
