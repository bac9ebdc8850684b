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
import { proposeMalformedBodies } from "./malformed-bodies.js";
import type { RequestLocation } from "./request-location.js";
import { getRequestLocations } from "./request-locations.js";
import { proposeRequestNegatives } from "./request-negatives.js";
import { summarizeValue } from "./value-mutation.js";

/** Creates drafts that violate the spec in one location each. */
export function createNegativeDrafts(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseDraft> {
  return createCaseDrafts(operation, "negatives", proposeNegatives(context, operation, base));
}

function* proposeNegatives(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseProposal> {
  yield* proposeRequestNegatives(context.document, operation, addExampleBody(context, operation, base));
  yield* proposeMalformedBodies(context, operation, base);
  for (const location of getRequestLocations(context, operation, base))
    for (const proposal of proposeNegativesAt(context, location)) yield { ...proposal, ...pickEnclosing(location) };
}

function* proposeNegativesAt(context: GenerationContext, location: RequestLocation): Iterable<CaseProposal> {
  yield* proposeMissing(context, location);
  const constraints = collectValueConstraints(location.node.applicableSchemas);
  yield* proposeWrongType(context, location, constraints);
  yield* proposeNotInEnum(context, location, constraints);
  yield* proposeExtraProperty(context, location, constraints);
  yield* proposeReadOnly(context, location);
}

function* proposeMissing(context: GenerationContext, location: RequestLocation): Iterable<CaseProposal> {
  const { without, part, at, isPresent } = location;
  // Without its path parameters, a request matches another path or none.
  if (without === undefined || !without.required || !isPresent || part === "path") return;
  const { dependency } = without;
  if (dependency !== undefined && isValidInContext(context, { part, at, dependency }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: missing, but required` };
  yield { slug: "missing", edit, request: without.request, expect: "refused" };
}

/** Wrong values, the most informative first. */
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
/** URLs, headers and forms contain text only. */
const WRONG_TEXTS: readonly (readonly [unknown, string])[] = [
  ["not-a-value", "text"],
  [FRACTION, "a fraction"],
  ["1e3x", "text that starts like a number"],
  ["TRUE-ish", "text that starts like a boolean"],
];

/** Values that a lenient service converts. */
const CONVERTIBLE: Readonly<Record<string, typeof WRONG_TYPES>> = {
  integer: [
    ["12", "a number as text"],
    [1.5, "a fraction"],
  ],
  number: [["12", "a number as text"]],
  boolean: [["true", "a boolean as text"]],
};

const MAX_WRONG_TYPES = 5;

function* proposeWrongType(
  context: GenerationContext,
  location: RequestLocation,
  constraints: ValueConstraints,
): Iterable<CaseProposal> {
  const types = inferConstraintTypes(constraints, location.node.applicableSchemas);
  if (constraints.types === undefined && constraints.enumValues === undefined) return;
  let count = 0;
  const candidates = [...types.flatMap((type) => CONVERTIBLE[type] ?? []), ...WRONG_TYPES];
  for (const [value, name] of location.isText ? WRONG_TEXTS : candidates) {
    if (count === MAX_WRONG_TYPES) return;
    const type = getJsonTypeName(value);
    if (
      types.includes(type) ||
      (type === "integer" && types.includes("number")) ||
      !isInvalidAt(context, location, value)
    )
      continue;
    if (
      location.isText &&
      (includesAnyType(types, "array", "object", "string") || (value === FRACTION && types.includes("number")))
    )
      continue;
    count += 1;
    const expected = types.map(addArticle).join(" or ");
    const what = `${location.at || "the body"}: ${summarizeValue(value)}, ${name}; expected ${expected}`;
    const edit = { part: location.part, at: location.at, contract: constraints.typeAt, what };
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
  context: GenerationContext,
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
    if (!isInvalidAt(context, location, value)) continue;
    count += 1;
    const what = `${location.at || "the body"}: ${summarizeValue(value)}, not one of the enum values ${summarizeValue(enumValues)}`;
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
  context: GenerationContext,
  { part, at, put, value, node }: RequestLocation,
  { closedAt }: ValueConstraints,
): Iterable<CaseProposal> {
  if (closedAt === undefined || !isObject(value)) return;
  const extra = { ...value, [EXTRA_PROPERTY]: "extra" };
  if (isValidForSchemas(context, node, extra)) return;
  const what = `${at || "the body"}: with property "${EXTRA_PROPERTY}", but additional properties are not allowed`;
  yield {
    slug: "extra-property",
    edit: { part, at, contract: closedAt, what },
    request: put(extra),
    expect: "refused",
  };
}

/** A service may reject or ignore a read-only property in a request, so the case is open. */
function* proposeReadOnly(
  context: GenerationContext,
  { part, at, put, value, node }: RequestLocation,
): Iterable<CaseProposal> {
  if (!isObject(value)) return;
  for (const { pointer, schema } of node.applicableSchemas) {
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      const child = context.nodes.child(node, name);
      if (child?.readOnly === undefined) continue;
      const inner = joinPointer(pointer, "properties", name);
      if (valueAt(context.schemas.root, inner) === undefined) continue;
      const made = makeValue(context, child);
      if (made === undefined) continue;
      const place = at === "" || at.startsWith("/") ? joinPointer(at, name) : `${at}${joinPointer("", name)}`;
      const edit = { part, at: place, contract: inner, what: `${place}: sent, but read-only` };
      yield { slug: "read-only", edit, request: put({ ...value, [name]: made.value }), expect: "open" };
    }
  }
}
