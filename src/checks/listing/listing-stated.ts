import type { Json, Operation, Parameter } from "../../document/index.js";
import { redactText } from "../../exchange/index.js";
import {
  canHaveSensitiveProperty,
  describeViolation,
  readParameter,
  type Schemas,
  splitPairs,
  toPrintable,
} from "../../schema/index.js";
import type { Check, CheckContext, CheckFinding } from "../check.js";
import { findPageLink, hasStatedPaging, type ListingPage } from "./listing-page.js";
import {
  createListingFinding,
  findCountViolation,
  findNextLinkViolation,
  findPageSizeViolation,
} from "./listing-rules.js";

/**
 * Checks a recorded page of a listing with `x-paging`, by the rules of the probe: `exchange.limit.ignored`,
 * `exchange.page.count`, `exchange.page.link`, `exchange.page.repeated`.
 */
export const checkListing: Check = (context, report) => {
  const { exchange, operation, schemas, bodies, parameters } = context;
  const { content } = bodies.response;
  const { status } = exchange.response;
  if (content.kind !== "value" || status < 200 || status > 299 || !hasStatedPaging(schemas.document, operation)) return;
  const query = Object.fromEntries(
    parameters.flatMap(({ parameter, reading }) =>
      parameter.in === "query" && reading.kind === "value" ? [[parameter.name, reading.value]] : [],
    ),
  );
  const page: ListingPage = {
    ...{ document: schemas.document, operation, query, headers: exchange.response.headers },
    url: exchange.request.url,
    body: content.value as Json,
  };
  const found = [findPageSizeViolation(page, true), findCountViolation(page)];
  if (URL.canParse(page.url)) found.push(findNextLinkViolation(page) ?? findLinkQueryViolation(context, page));
  for (const finding of found) if (finding !== undefined) report(finding);
};

/** Whether checks of an operation compare values of its bodies, beyond what their schemas say. */
export function hasBodyComparison(schemas: Schemas, { pointer, requestBody }: Operation): boolean {
  const sent = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  return hasStatedPaging(schemas.document, { pointer }) || sent.some((it) => canHaveSensitiveProperty(schemas, it));
}

/** A next link is a request of the same operation, so that its query parameters have to conform. */
function findLinkQueryViolation({ schemas }: CheckContext, page: ListingPage): CheckFinding | undefined {
  const href = findPageLink(page, "next");
  if (href === undefined) return undefined;
  const pairs = splitPairs(new URL(href, page.url).search.slice(1));
  const inQuery = page.operation.parameters.filter(({ in: location }) => location === "query");
  const taken = new Set(inQuery.map(({ name }) => name));
  const describe = (parameter: Parameter): string | undefined => {
    const reading = readParameter(schemas, parameter, { in: "query", pairs, taken });
    if (reading.kind === "malformed") return reading.reason;
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return undefined;
    const [violation] = schemas.validate(schema, "request", reading.value);
    return violation && `expected ${describeViolation(violation).expected}`;
  };
  for (const parameter of inQuery) {
    const reason = describe(parameter);
    if (reason === undefined) continue;
    return createListingFinding(page, {
      code: "exchange.page.link",
      message: `the query parameter "${parameter.name}" of the next link is invalid; ${reason}: ${toPrintable(redactText(href))}`,
      contract: parameter.pointer,
      property: `/${parameter.name}`,
      valueClass: "query",
    });
  }
  return undefined;
}
