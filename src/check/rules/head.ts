import { type HeaderDefinition, joinPointer, type Operation, type Pointer } from "../../document/index.js";
import { memoizeByObject } from "../../document/memoize.js";
import { type Exchange, getCombinedHeader, getHeaderValues } from "../../recording/index.js";
import {
  explainEncoding,
  getSchemaTypes,
  type MessageDirection,
  type ParameterReading,
  quote,
  readParameter,
  type Schemas,
} from "../../schema/index.js";
import { listKeyNames } from "../router/documented-parts.js";
import { findHeaderPointer } from "./body.js";
import type { Check, CheckContext, CheckFinding, FindingReporter } from "./check.js";
import { CODES } from "./codes.js";
import { reportInvalidValue, reportValueDrift } from "./values.js";

/**
 * Checks the documented response headers.
 *
 * Codes: `response.header.missing`, `response.header.invalid`, `response.header.not-in-enum`, and for properties of objects
 * `response.header.undeclared`.
 */
export const responseHeader: Check = (context, report) => {
  const { exchange, response, schemas } = context;
  for (const header of response?.headers ?? []) {
    const { name, pointer: contract, required } = header;
    const reading = readResponseHeader(schemas, header, exchange);
    if (reading.kind === "absent" && !required) continue;
    const label = `response header "${name}"`;
    const place = { part: "response.headers", at: findHeaderPointer(exchange.response.headers, name) } as const;
    if (reading.kind === "absent") {
      const message = `${label} is required and missing`;
      const property = joinPointer("", name.toLowerCase());
      report({ code: "response.header.missing", message, ...place, contract, property, valueClass: "missing" });
    }
    const named = {
      ...({ direction: "response", location: "header", definition: header, label, reading } as const),
      getPlace: () => place,
      explain: () => explainHeader(context, header),
    };
    reportInvalidValue(context, named, report);
    reportValueDrift(context, named, report);
  }
};

/** Set-Cookie headers are not read by a style; see readSetCookieLines. */
function explainHeader({ schemas, exchange }: CheckContext, header: HeaderDefinition): string | undefined {
  const text = getCombinedHeader(exchange.response.headers, header.name);
  if (text === undefined || header.name.toLowerCase() === "set-cookie") return undefined;
  return explainEncoding(schemas, header, { in: "header", text });
}

/** Reads a documented response header; `absent` if the response does not have it. */
export function readResponseHeader(
  schemas: Schemas,
  header: HeaderDefinition,
  { response }: Exchange,
): ParameterReading {
  const { headers } = response;
  const text = getCombinedHeader(headers, header.name);
  if (text === undefined) return { kind: "absent" };
  return header.name.toLowerCase() === "set-cookie" && header.content === undefined
    ? readSetCookieLines(schemas, header.schema, getHeaderValues(headers, header.name))
    : readParameter(schemas, header, { in: "header", text });
}

/**
 * Set-Cookie headers are not combined, because cookies contain commas. An array schema applies to all of them, an object schema
 * to the cookies by name. Any other schema applies to one: the first valid one, or the first of all.
 */
function readSetCookieLines(schemas: Schemas, schema: Pointer | undefined, lines: readonly string[]): ParameterReading {
  const types = getSchemaTypes(schemas, schema);
  const isList = types.has("array");
  if (types.has("object"))
    return { kind: "value", value: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2))), names: [] };
  const fitting = lines.find((line) => schema === undefined || schemas.isValid(schema, "response", line));
  return { kind: "value", value: isList ? [...lines] : (fitting ?? lines[0] ?? ""), names: [] };
}

/** `request.header.undeclared`, `response.header.undeclared`: neither the spec nor HTTP defines the header. */
export const headerUndeclared: Check = (context, report) => {
  const { operation, response } = context;
  if (operation.kind !== "webhook") {
    const listDeclared = () => operation.parameters.filter((it) => it.in === "header").map(({ name }) => name);
    findUndeclaredHeaders(context, "request", { pointer: operation.pointer, listDeclared }, report);
  }
  if (response === undefined) return;
  const listDeclared = () => response.headers.map(({ name }) => name);
  findUndeclaredHeaders(context, "response", { pointer: response.pointer, listDeclared }, report);
};

/** The names that are not reported for any response of an operation, in lower case. */
type KnownNames = { readonly request: ReadonlySet<string>; readonly response: ReadonlySet<string> };

const readKnownNames = memoizeByObject((operation: Operation): KnownNames => {
  const declared = operation.parameters.flatMap((it) => (it.in === "header" ? [it.name] : []));
  return {
    request: new Set([...declared, ...listKeyNames(operation, "header")].map((name) => name.toLowerCase())),
    // A header that is documented for one status of the operation is accepted for all of them.
    response: new Set(operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()))),
  };
});

type DeclaredHeaders = { readonly pointer: Pointer; readonly listDeclared: () => string[] };

function findUndeclaredHeaders(
  { exchange, operation }: CheckContext,
  side: MessageDirection,
  { pointer, listDeclared }: DeclaredHeaders,
  report: FindingReporter,
): void {
  const { headers } = exchange[side];
  const known = readKnownNames(operation)[side];
  const reported = new Set<string>();
  for (let index = 0; index < headers.length; index += 1) {
    const name = headers[index]?.[0] ?? "";
    const plain = name.toLowerCase();
    if (isStandardHeader(plain) || known.has(plain) || reported.has(plain)) continue;
    reported.add(plain);
    report({
      code: `${side}.header.undeclared`,
      message: `${side} header ${quote(name)} is not declared`,
      part: `${side}.headers`,
      at: `/${index}`,
      contract: pointer,
      valueClass: `header ${plain}`,
      name: plain,
      declared: listDeclared().sort(),
    });
  }
}

/**
 * Whether a header, in lower case, is defined by HTTP or added by browsers, proxies or tracing, so that a spec does not have
 * to declare it.
 *
 * @see https://www.iana.org/assignments/http-fields/http-fields.xhtml
 */
export function isStandardHeader(name: string): boolean {
  return STANDARD_HEADERS.has(name) || STANDARD_HEADER_FAMILY.test(name);
}

const STANDARD_HEADERS: ReadonlySet<string> = new Set(
  [
    "a-im accept accept-charset accept-ch accept-datetime accept-encoding accept-language accept-patch",
    "accept-post accept-ranges age allow alt-svc alt-used authentication-info authorization cache-control",
    "cache-status cdn-cache-control clear-site-data connection content-digest content-disposition",
    "content-encoding content-language content-length content-location content-md5 content-range",
    "content-type content-security-policy content-security-policy-report-only cookie",
    "cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date",
    "device-memory digest dnt downlink dpr dpop early-data ect etag expect expect-ct expires",
    "feature-policy forwarded from host http2-settings if-match if-modified-since if-none-match if-range",
    "if-unmodified-since keep-alive last-modified link location max-forwards nel origin",
    "origin-agent-cluster p3p permissions-policy pragma prefer preference-applied priority",
    "proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection public-key-pins",
    "purpose range referer referrer-policy refresh repr-digest report-to reporting-endpoints retry-after",
    "rtt save-data server server-timing set-cookie sourcemap speculation-rules strict-transport-security",
    "surrogate-control surrogate-key te timing-allow-origin traceparent tracestate baggage trailer",
    "transfer-encoding upgrade upgrade-insecure-requests user-agent vary via viewport-width",
    "want-content-digest want-digest want-repr-digest warning width www-authenticate b3 uber-trace-id",
    "x-request-start x-cache x-cache-hits x-content-type-options x-dns-prefetch-control",
    "x-download-options x-envoy-upstream-service-time x-forwarded-for x-forwarded-host x-forwarded-port",
    "x-forwarded-prefix x-forwarded-proto x-forwarded-server x-frame-options",
    "x-permitted-cross-domain-policies x-powered-by x-real-ip x-requested-with x-robots-tag x-runtime",
    "x-served-by x-timer x-ua-compatible x-varnish x-xss-protection deprecation sunset last-event-id",
    "cdn-loop proxy-status dpop-nonce link-template replay-nonce signature signature-input",
    "accept-signature slug soapaction dav depth destination overwrite lock-token timeout if",
    "memento-datetime client-cert client-cert-chain use-as-dictionary available-dictionary dictionary-id",
    "sentry-trace x-cloud-trace-context x-client-data newrelic elastic-apm-traceparent x-amz-apigw-id",
    "apigw-requestid x-msedge-ref fly-request-id true-client-ip x-client-ip x-cluster-client-ip",
    "x-forwarded x-original-forwarded-for x-envoy-decorator-operation",
  ].flatMap((line) => line.split(" ")),
);

const STANDARD_HEADER_FAMILY =
  /^(?:sec|access-control|sl|cf|fastly|x-(?:b3|amz-cf|amzn|datadog|akamai|azure|vercel|newrelic|fastly|kong|consumer))-/;

/** `response.status.undocumented`. */
export const statusUndocumented: Check = ({ exchange, operation, response }, report) => {
  if (response !== undefined) return;
  const { status } = exchange.response;
  const { headers } = exchange.request;
  // HTTP defines 304 for conditional requests, so the spec does not have to document it.
  if (status === 304 && CONDITIONAL_HEADERS.some((name) => getHeaderValues(headers, name).length > 0)) return;
  const documented = operation.responses.map((candidate) => candidate.status);
  report({
    code: "response.status.undocumented",
    message: `status ${status} is not documented for ${operation.id}; documented are ${documented.join(", ") || "none"}`,
    part: "response.status",
    contract: joinPointer(operation.pointer, "responses"),
    valueClass: `status ${status}`,
    name: String(status),
    declared: documented,
  });
};

const CONDITIONAL_HEADERS = ["if-none-match", "if-modified-since"];

/**
 * `response.status.invalid-accepted`: the service accepted a request that violates the spec.
 *
 * Not a `Check`, because it needs the findings of the other checks about the request.
 */
export function createInvalidAcceptedFinding(
  operation: Operation,
  status: number,
  request: readonly CheckFinding[],
): CheckFinding | undefined {
  const errors = [...new Set(request.map(({ code }) => code))].filter((code) => CODES[code].level === "error");
  if (errors.length === 0 || status < 200 || status > 299) return undefined;
  return {
    code: "response.status.invalid-accepted",
    message: `status ${status} for a request that violates the spec (${errors.join(", ")})`,
    part: "response.status",
    contract: operation.pointer,
    valueClass: errors.join(" "),
  };
}
