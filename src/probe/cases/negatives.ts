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
import { getJsonTypeName, includesAnyType, isNumber } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { isValidForSchemas, makeValue } from "../../samples/make-value.js";
import { type SerializableBody, serializeRequestBody } from "../../samples/serialization/serialize-body.js";
import { inferConstraintTypes } from "../../schema/model/value-constraints.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { proposeOmitted } from "./boundaries.js";
import { addExampleBody, listExampleBodies } from "./example-requests.js";
import type { BaseRequest, GenerationContext } from "./generation-context.js";
import type { CaseProposal, RequestLocation } from "./request-location.js";
import { getRequestLocations, isInvalidAt } from "./request-locations.js";
import { proposeMutation, summarizeValue, type ValueMutation } from "./scalar-mutations.js";

/** Proposes requests that violate the spec in one location each. */
export function* proposeNegatives(given: BaseRequest): Iterable<CaseProposal> {
  const { context, operation, base } = given;
  const example = addExampleBody(given);
  yield* proposeSecurityNegatives(operation, example);
  yield* proposeBodyNegatives(operation, example);
  yield* proposeOtherMethod(context.document, operation, example);
  yield* proposeMalformedBodies(given);
  for (const location of getRequestLocations(context, operation, base)) {
    yield* proposeOmitted(location, true);
    for (const mutation of [...generateWrongTypes(location), ...generateUnlisted(location)])
      yield proposeMutation(location, mutation);
    yield* proposeExtraProperty(location);
    yield* proposeReadOnly(location);
  }
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

function* generateWrongTypes(location: RequestLocation): Iterable<ValueMutation> {
  const { constraints } = location.node;
  const types = inferConstraintTypes(location.node);
  if (constraints.types === undefined && constraints.enumValues === undefined) return;
  let count = 0;
  const candidates = [...types.flatMap((type) => CONVERTIBLE[type] ?? []), ...WRONG_TYPES];
  for (const [value, name] of location.isText ? WRONG_TEXTS : candidates) {
    if (count === MAX_WRONG_TYPES) return;
    const type = getJsonTypeName(value);
    const isAllowed = types.includes(type) || (type === "integer" && types.includes("number"));
    const isReadable =
      includesAnyType(types, "array", "object", "string") || (value === FRACTION && types.includes("number"));
    if (isAllowed || (location.isText && isReadable) || !isInvalidAt(location, value)) continue;
    count += 1;
    const what = `${summarizeValue(value)}, ${name}; expected ${types.map(addArticle).join(" or ")}`;
    yield { slug: `type:${type}${count}`, what, value, expect: "refused", contract: constraints.typeAt };
  }
}

function addArticle(type: string): string {
  return type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

function* generateUnlisted(location: RequestLocation): Iterable<ValueMutation> {
  const { enumValues, enumAt } = location.node.constraints;
  if (enumValues === undefined || enumValues.length === 0) return;
  const [first] = enumValues;
  const candidates = isNumber(first)
    ? [987_654, -987_654]
    : [`${String(first)}x`, "NOT_LISTED", ...(typeof first === "string" ? [swapCase(first), ""] : [])];
  let count = 0;
  for (const value of candidates) {
    if (!isInvalidAt(location, value)) continue;
    count += 1;
    const what = `${summarizeValue(value)}, not one of the enum values ${summarizeValue(enumValues)}`;
    yield { slug: `not-listed:${count}`, what, value, expect: "refused", contract: enumAt };
  }
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

const EXTRA_PROPERTY = "notInTheContract";

function* proposeExtraProperty(location: RequestLocation): Iterable<CaseProposal> {
  const { context, value, node } = location;
  const { closedAt: contract } = node.constraints;
  if (contract === undefined || !isObject(value)) return;
  const extra = { ...value, [EXTRA_PROPERTY]: "extra" };
  if (isValidForSchemas(context, node, extra)) return;
  const what = `with property "${EXTRA_PROPERTY}", but additional properties are not allowed`;
  const mutation = { slug: "extra-property", what, value: extra, expect: "refused", contract } as const;
  yield { ...proposeMutation(location, mutation), isReplaced: false };
}

/** A service may reject or ignore a read-only property in a request, so the case is open. */
function* proposeReadOnly(location: RequestLocation): Iterable<CaseProposal> {
  const { context, part, at, put, value, node, enclosing } = location;
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
      yield { slug: "read-only", edit, request: put({ ...value, [name]: made.value }), expect: "open", enclosing };
    }
  }
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
  const inBody = { part: "body", at: "", contract } as const;
  if (requestBody.required)
    yield {
      slug: "missing",
      edit: { ...inBody, what: "without the required body" },
      request: others,
      expect: "refused",
    };
  if (!("value" in body)) return;
  const { contentType, value } = body;
  const text = serializeExactJson(value);
  for (const [slug, malformed, how] of isJsonType(contentType) ? listMalformedJson(value, text) : []) {
    const edit = { ...inBody, what: `the body: ${how}` };
    const request = { ...others, body: { contentType, text: malformed } };
    yield { slug, edit, request, expect: slug === "repeated-name" ? "open" : "refused" };
  }
  const ofType = { part: "content-type", at: "", contract } as const;
  const form = /form/i.test(contentType) ? "application/json" : "application/x-www-form-urlencoded";
  for (const wrong of ["text/plain", "application/xml", form].filter((it) => !isDeclared(requestBody.content, it))) {
    const edit = { ...ofType, what: `the body sent as ${wrong}` };
    const request = { ...others, body: { contentType: wrong, text } };
    yield { slug: `wrong:${wrong}`, edit, request, expect: "refused" };
  }
  const edit = { ...ofType, what: "the body sent without a Content-Type" };
  yield { slug: "missing", edit, request: { ...others, body: { contentType: "", text } }, expect: "open" };
}

type MalformedJson = readonly [slug: string, text: string, how: string];

/** The last text has a property twice: JSON does not define which one counts (RFC 8259, section 4). */
function listMalformedJson(value: unknown, text: string): readonly MalformedJson[] {
  const [name, first] = Object.entries(isObject(value) ? value : {})[0] ?? [];
  const again = `${JSON.stringify(name)}:${serializeExactJson(first)}`;
  const repeated: MalformedJson = [
    "repeated-name",
    text.replace(/\}$/, () => `,${again}}`),
    `duplicate property ${JSON.stringify(name)}`,
  ];
  return [
    ["broken:cut", text.slice(0, -1), "truncated JSON"],
    ["broken:word", "not json", "plain text instead of JSON"],
    ["broken:twice", `${text}${text}`, "two concatenated JSON values"],
    ...(name === undefined ? [] : [repeated]),
  ];
}

function isDeclared(content: readonly MediaTypeDefinition[], type: string): boolean {
  const ranges = [type, type.replace(/\/.*/, "/*"), "*/*"];
  return content.some(({ range }) => ranges.includes(range.toLowerCase().replace(/\s*;.*/, "")));
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

/** A body as it is sent: a character of the text is a byte. */
type WrittenBody = { readonly contentType: string; readonly text: string };

/** How a body is made malformed. A change that leaves a body as it is does not apply to it. */
type Malformation = readonly [slug: string, what: string, change: (body: WrittenBody) => Partial<WrittenBody>];

/**
 * Proposes malformed bodies of each media type that the spec declares, those that break most parsers first. A parser may be lenient, so only
 * a failure of the service is a finding.
 */
function* proposeMalformedBodies(given: BaseRequest): Iterable<CaseProposal> {
  const { context, operation, base } = given;
  const { requestBody } = operation;
  const example = addExampleBody(given);
  if (requestBody === undefined || example.body === undefined) return;
  const place = { part: "body", at: "", contract: requestBody.pointer } as const;
  const bodies = [example.body, ...listExampleBodies(context, operation)];
  for (const range of new Set(bodies.map(({ contentType }) => contentType))) {
    const body = bodies.find(({ contentType }) => contentType === range) ?? example.body;
    const written = writeBody(context, operation, body);
    for (const [slug, what, change] of listMalformations(range)) {
      const malformed = { ...written, ...change(written) };
      if (malformed.text === written.text && malformed.contentType === written.contentType) continue;
      const request = { ...base, body: { ...malformed, isBinary: true } };
      yield { slug, edit: { ...place, what: `the body: ${what}` }, request, expect: "open" };
    }
  }
  const request = { ...example, header: { ...base.header, "Content-Encoding": "gzip" } };
  const what = "the body: not compressed, but with Content-Encoding: gzip";
  yield { slug: "encoding:gzip", edit: { ...place, what }, request, expect: "open" };
}

function writeBody({ document }: GenerationContext, operation: Operation, body: SerializableBody): WrittenBody {
  const media = operation.requestBody?.content.find(({ range }) => range === body.contentType);
  const { contentType, bytes } = serializeRequestBody(document, media, body);
  return { contentType, text: Buffer.from(bytes).toString("latin1") };
}

function listMalformations(type: string): readonly Malformation[] {
  if (/^multipart\//i.test(type)) return MULTIPART;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return [...FORM, ...TEXT];
  if (/[/+]xml\b/i.test(type)) return [...XML, ...TEXT];
  return isJsonType(type) || /^text\//i.test(type) ? TEXT : [];
}

function edit(pattern: RegExp, replacement: string): Malformation[2] {
  return ({ text }) => ({ text: text.replace(pattern, replacement) });
}

function editType(pattern: RegExp, replacement: string): Malformation[2] {
  return ({ contentType }) => ({ contentType: contentType.replace(pattern, replacement) });
}

const LONG_HEADER = `X-Long: ${"x".repeat(20_000)}\r\n`;

/** RFC 2046, section 5.1, and RFC 7578. */
const MULTIPART: readonly Malformation[] = [
  ["broken:no-boundary", "multipart, but no boundary in its Content-Type", editType(/;.*$/s, "")],
  ["part:no-name", "a part without a name", edit(/; name="[^"]*"/, "")],
  ["broken:cut", "without the closing boundary", edit(/(?<=\r\n)--[^\r\n]*--\r\n$/, "")],
  ["part:no-disposition", "a part without Content-Disposition", edit(/^Content-Disposition:.*\r\n/m, "")],
  ["broken:other-boundary", "another boundary than in its Content-Type", editType(/$/, "-other")],
  ["part:no-filename", "a file without a filename", edit(/; filename="[^"]*"/, "")],
  ["part:no-type", "a file without a Content-Type", edit(/^Content-Type:.*\r\n/m, "")],
  ["part:file", "a file in place of a text", edit(/(; name="[^"]*")(?=\r\n)/, '$1; filename="text"')],
  ["broken:cut-header", "cut off in the header of a part", edit(/"\r\n.*$/s, "")],
  ["broken:empty", "no bytes", edit(/^.*$/s, "")],
  ["broken:no-parts", "no parts", (it) => ({ text: `--${it.contentType.replace(/^.*boundary=/s, "")}--\r\n` })],
  ["part:empty-file", "an empty file", edit(/(filename="[^"]*".*?\r\n\r\n).*?(?=\r\n--)/s, "$1")],
  ["part:repeated", "a part that is sent twice", edit(/^(--.*?\r\n)(?=--)/s, "$1$1")],
  [
    "part:type",
    "a part whose Content-Type is no media type",
    edit(/(^Content-Disposition:.*\r\n)(Content-Type:.*\r\n)?/m, "$1Content-Type: /;=\r\n"),
  ],
  ["broken:line-ends", "line ends without CR", edit(/\r\n/g, "\n")],
  ["part:long-header", "a header of 20,000 characters", edit(/^(?=Content-Disposition:)/m, LONG_HEADER)],
];

const FORM: readonly Malformation[] = [
  ["broken:percent", "a percent sign without two digits", edit(/$/, "%zz")],
  ["broken:percent-bytes", "percent-encoded bytes that are not UTF-8", edit(/$/, "%ff%fe")],
];

const XML: readonly Malformation[] = [
  ["broken:cut", "XML without its end tag", edit(/^.*$/s, "<a><b>")],
  ["broken:word", "plain text instead of XML", edit(/^.*$/s, "not xml")],
  ["broken:entity", "XML with an entity that is not declared", edit(/^.*$/s, "<a>&undeclared;</a>")],
];

const TEXT: readonly Malformation[] = [
  // At the end, so that a lenient service does not store them as a part of a value.
  ["broken:bytes", "bytes that are not UTF-8", edit(/$/, "\xFF\xFE")],
  ["broken:charset", "a charset that does not exist", editType(/(;.*)?$/s, "; charset=no-charset")],
];
