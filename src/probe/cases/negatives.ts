import {
  asObject,
  type Document,
  isJsonType,
  isObject,
  joinPointer,
  type MediaTypeDefinition,
  type Operation,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { isValidForSchemas, makeValue } from "../../samples/make-value.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import { inferConstraintTypes, type ValueConstraints } from "../../schema/model/value-constraints.js";
import { getJsonTypeName, includesAnyType } from "../../schema/values/exact-number.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { type CaseDraft, type CaseProposal, createCaseDrafts } from "./case-draft.js";
import { isInvalidAt, isValidInContext } from "./dependent-constraints.js";
import { addExampleBody } from "./example-requests.js";
import type { GenerationContext } from "./generation-context.js";
import { proposeMalformedBodies } from "./malformed-bodies.js";
import type { RequestLocation } from "./request-location.js";
import { getRequestLocations } from "./request-locations.js";
import { summarizeValue } from "./scalar-mutations.js";

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
    for (const proposal of proposeNegativesAt(context, location)) yield { ...proposal, enclosing: location.enclosing };
}

function* proposeNegativesAt(context: GenerationContext, location: RequestLocation): Iterable<CaseProposal> {
  yield* proposeMissing(context, location);
  const constraints = location.node.constraints;
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
    const isAllowed = types.includes(type) || (type === "integer" && types.includes("number"));
    const isReadable =
      includesAnyType(types, "array", "object", "string") || (value === FRACTION && types.includes("number"));
    if (isAllowed || (location.isText && isReadable) || !isInvalidAt(context, location, value)) continue;
    count += 1;
    const why = `${name}; expected ${types.map(addArticle).join(" or ")}`;
    yield replace(location, { slug: `type:${type}${count}`, value, why, contract: constraints.typeAt });
  }
}

type WrongValue = {
  readonly slug: string;
  readonly value: unknown;
  readonly why: string;
  readonly contract: string;
};

/** A wrong value in place of the one at a location. */
function replace(location: RequestLocation, { slug, value, why, contract }: WrongValue): CaseProposal {
  const { part, at, put } = location;
  const what = `${at || "the body"}: ${summarizeValue(value)}, ${why}`;
  const replaced = { location, value };
  return { slug, edit: { part, at, contract, what }, request: put(value), expect: "refused", replaced };
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
    const why = `not one of the enum values ${summarizeValue(enumValues)}`;
    yield replace(location, { slug: `not-listed:${count}`, value, why, contract: enumAt });
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
  const edit = { part, at, contract: closedAt, what };
  yield { slug: "extra-property", edit, request: put(extra), expect: "refused" };
}

/** A service may reject or ignore a read-only property in a request, so the case is open. */
function* proposeReadOnly(
  context: GenerationContext,
  { part, at, put, value, node }: RequestLocation,
): Iterable<CaseProposal> {
  if (!isObject(value)) return;
  for (const { pointer, schema } of node.applicableSchemas) {
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      const child = context.schemas.model.child(node, name);
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

/** Proposes errors that concern the request as a whole: credentials, body, media type and method. */
function* proposeRequestNegatives(document: Document, operation: Operation, base: CaseRequest): Iterable<CaseProposal> {
  yield* proposeSecurityNegatives(operation, base);
  yield* proposeBodyNegatives(operation, base);
  yield* proposeOtherMethod(document, operation, base);
}

function* proposeSecurityNegatives(operation: Operation, request: CaseRequest): Iterable<CaseProposal> {
  if (operation.security.length === 0 || operation.security.some((alternative) => alternative.length === 0)) return;
  for (const [at, what] of [
    ["none", "without credentials"],
    ["wrong", "with invalid credentials"],
  ] as const) {
    const edit = { part: "security", contract: operation.securityPointer, at, what } as const;
    yield { slug: at, edit, request, expect: "refused", credentials: at };
  }
}

function* proposeBodyNegatives({ requestBody }: Operation, base: CaseRequest): Iterable<CaseProposal> {
  const { body, ...others } = base;
  if (requestBody === undefined || body === undefined) return;
  const contract = requestBody.pointer;
  const place = { part: "body", at: "", contract } as const;
  if (requestBody.required)
    yield {
      ...{ slug: "missing", edit: { ...place, what: "without the required body" } },
      ...{ request: others, expect: "refused" },
    };
  if (!("value" in body)) return;
  const { contentType, value } = body;
  if (isJsonType(contentType)) {
    const text = serializeExactJson(value);
    for (const [slug, malformed, what] of [
      ["broken:cut", text.slice(0, -1), "truncated JSON"],
      ["broken:word", "not json", "plain text instead of JSON"],
      ["broken:twice", `${text}${text}`, "two concatenated JSON values"],
    ] as const)
      yield {
        ...{ slug, edit: { ...place, what: `the body: ${what}` } },
        ...{ request: { ...others, body: { contentType, text: malformed } }, expect: "refused" },
      };
    yield* proposeRepeatedName(base, { contentType, value, contract });
  }
  const type = { part: "content-type", at: "", contract } as const;
  const isForm = /form/i.test(contentType);
  const wrongTypes = [
    "text/plain",
    "application/xml",
    isForm ? "application/json" : "application/x-www-form-urlencoded",
  ];
  for (const wrong of wrongTypes.filter((it) => !isDeclared(requestBody.content, it)))
    yield {
      ...{ slug: `wrong:${wrong}`, edit: { ...type, what: `the body sent as ${wrong}` } },
      ...{ request: { ...others, body: { contentType: wrong, text: serializeExactJson(value) } }, expect: "refused" },
    };
  yield {
    ...{ slug: "missing", edit: { ...type, what: "the body sent without a Content-Type" } },
    ...{ request: { ...others, body: { contentType: "", text: serializeExactJson(value) } }, expect: "open" },
  };
}

function isDeclared(content: readonly MediaTypeDefinition[], type: string): boolean {
  const ranges = [type, type.replace(/\/.*/, "/*"), "*/*"];
  return content.some(({ range }) => ranges.includes(range.toLowerCase().replace(/\s*;.*/, "")));
}

type JsonBody = { readonly contentType: string; readonly value: unknown; readonly contract: string };

/** Proposes a duplicate property: JSON does not define which one counts (RFC 8259, section 4). */
function* proposeRepeatedName(base: CaseRequest, { contentType, value, contract }: JsonBody): Iterable<CaseProposal> {
  const object = asObject(value as Parameters<typeof asObject>[0]);
  const [first] = Object.entries(object ?? {});
  if (object === undefined || first === undefined) return;
  const text = serializeExactJson(object).replace(
    /\}$/,
    `,${JSON.stringify(first[0])}:${serializeExactJson(first[1])}}`,
  );
  const what = `the body: duplicate property ${JSON.stringify(first[0])}`;
  yield {
    ...{ slug: "repeated-name", edit: { part: "body", at: "", contract, what } },
    ...{ request: { ...base, body: { contentType, text } }, expect: "open" },
  };
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"];

/** Proposes a method that the path does not define, once for each path. */
function* proposeOtherMethod({ root }: Document, operation: Operation, request: CaseRequest): Iterable<CaseProposal> {
  const contract = parentPointer(operation.pointer);
  const item = asObject(valueAt(root, contract)) ?? {};
  const definedMethods = Object.keys(item).filter((key) => METHODS.includes(key.toUpperCase()));
  if (definedMethods[0]?.toUpperCase() !== operation.method) return;
  const other = METHODS.find((method) => !definedMethods.includes(method.toLowerCase()));
  if (other === undefined) return;
  const { body: _, ...bodiless } = request;
  const what = `the method ${other}, which the path does not define`;
  const edit = { part: "method", at: "", contract, what } as const;
  yield { slug: `other:${other}`, edit, request: bodiless, expect: "open", method: other };
}
