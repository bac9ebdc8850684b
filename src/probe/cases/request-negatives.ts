import {
  asObject,
  type Document,
  type MediaTypeDefinition,
  type Operation,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { CaseProposal } from "./case-draft.js";

/** Proposes errors that concern the request as a whole: credentials, body, media type and method. */
export function* proposeRequestNegatives(
  document: Document,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseProposal> {
  yield* proposeSecurityNegatives(operation, base);
  yield* proposeBodyNegatives(operation, base);
  yield* proposeOtherMethod(document, operation, base);
}

function* proposeSecurityNegatives(
  { security, securityPointer }: Operation,
  request: CaseRequest,
): Iterable<CaseProposal> {
  if (security.length === 0 || security.some((alternative) => alternative.length === 0)) return;
  const edit = { part: "security", contract: securityPointer } as const;
  yield {
    ...{ slug: "none", edit: { ...edit, at: "none", what: "without credentials" }, request },
    ...{ expect: "refused", credentials: "none" },
  };
  yield {
    ...{ slug: "wrong", edit: { ...edit, at: "wrong", what: "with invalid credentials" }, request },
    ...{ expect: "refused", credentials: "wrong" },
  };
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
  if (/[/+]json$/.test(contentType)) {
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
  const edit = {
    part: "method",
    at: "",
    contract,
    what: `the method ${other}, which the path does not define`,
  } as const;
  yield { slug: `other:${other}`, edit, request: bodiless, expect: "open", method: other };
}
