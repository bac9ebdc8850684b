import type { Operation, Parameter } from "../../document/index.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { CaseProposal } from "./case-draft.js";
import type { RequestLocation } from "./request-location.js";

/** Proposes the same request in unusual forms: repeated and empty parameters, and a charset in the Content-Type. */
export function* proposeRequestVariants(
  operation: Operation,
  base: CaseRequest,
  locations: readonly RequestLocation[],
): Iterable<CaseProposal> {
  for (const parameter of operation.parameters) {
    const location = locations.find(({ part, at }) => part === "query" && at === parameter.name);
    if (parameter.in === "query" && location !== undefined)
      yield* proposeQueryVariants(parameter, base, location.value);
  }
  yield* proposeCharset(operation, base);
}

/** The spec does not say what a repeated or an empty parameter means, unless it is an array. */
function* proposeQueryVariants(
  { name, style, explode, content, pointer }: Parameter,
  base: CaseRequest,
  value: unknown,
): Iterable<CaseProposal> {
  if (style !== "form" || !explode || content !== undefined || typeof value === "object") return;
  const put = (it: unknown): CaseRequest => ({ ...base, query: { ...base.query, [name]: it } });
  const edit = { part: "query", at: name, contract: pointer } as const;
  yield {
    ...{ slug: "unstated:empty-text", request: put(""), expect: "open" },
    edit: { ...edit, what: `${name}: empty, where it could be absent` },
  };
  yield {
    ...{ slug: "unstated:repeated", request: put([value, value]), expect: "open" },
    edit: { ...edit, what: `${name}: sent twice` },
  };
}

/**
 * JSON is always UTF-8, and a charset has no effect on it (RFC 8259, section 11). Letters of both cases mean the same in a media type
 * (RFC 9110, section 8.3.1).
 */
function* proposeCharset({ requestBody }: Operation, base: CaseRequest): Iterable<CaseProposal> {
  const { body } = base;
  if (requestBody === undefined || body === undefined || !("value" in body)) return;
  if (!/^application\/(.+\+)?json$/i.test(body.contentType)) return;
  for (const [slug, contentType] of [
    ["charset", `${body.contentType}; charset=utf-8`],
    ["upper-case", body.contentType.toUpperCase()],
  ] as const)
    yield {
      ...{ slug, expect: "accepted" },
      request: { ...base, body: { contentType, text: serializeExactJson(body.value) } },
      edit: { part: "content-type", at: "", contract: requestBody.pointer, what: `the body sent as ${contentType}` },
    };
}
