import {
  getParameterLocation,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
  parsePathTemplate,
} from "../../document/index.js";
import { REDACTED, redactText, redactUrl } from "../../recording/index.js";
import { canBeAbsent, explainEncoding, isSensitiveKey, quote, toPrintable } from "../../schema/index.js";
import { listKeyNames } from "../router/documented-parts.js";
import { getParameterPart, getParameterPointer } from "./body.js";
import type { Check, CheckContext, CheckedParameter, CheckFinding } from "./check.js";
import { ACCESS_TOKEN_PARAMETER, isPreflight } from "./security.js";
import { type NamedReading, reportInvalidValue, reportValueDrift } from "./values.js";

/** `request.query.missing`, `request.header.missing`, `request.cookie.missing`. */
export const parameterMissing: Check = (context, report) => {
  const { parameters, operation } = context;
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "absent" || !parameter.required) continue;
    const location = getParameterLocation(parameter);
    if (location === "path") {
      report({ notValidated: `path parameter "${parameter.name}" is not in the path template ${operation.path}` });
      continue;
    }
    if (location !== "query" && isPreflight(context.exchange)) continue;
    if (canBeAbsent(context.schemas, parameter)) continue;
    report({
      code: `request.${location}.missing`,
      message: `${location === "query" ? `${parameter.in} parameter` : location} "${parameter.name}" is required and missing${describeOtherForm(context, parameter)}`,
      part: getParameterPart(parameter),
      contract: parameter.pointer,
      property: joinPointer("", parameter.name),
      valueClass: "missing",
    });
  }
};

/** The end of the message if the query has the parameter in the form of another style, such as `filter.name` or `ids[]`. */
function describeOtherForm({ queryNames }: CheckContext, { in: location, name, style }: Parameter): string {
  if (location !== "query") return "";
  const mark = queryNames.flatMap((sent) => (sent.startsWith(name) ? [sent.slice(name.length)] : []));
  const found = mark.find((it) => it === "" || it.startsWith("[") || it.startsWith("."));
  if (found === undefined) return "";
  const sent = quote(name + (found === "[]" || found === "" ? found : found.startsWith("[") ? "[…]" : ".…"));
  return `; the query has ${sent}, but the style "${style}" is written as ${quote(style === "deepObject" ? `${name}[…]` : name)}`;
}

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = (context, report) => {
  for (const it of context.parameters) reportInvalidValue(context, toNamedReading(context, it), report);
};

function toNamedReading({ exchange, schemas }: CheckContext, checked: CheckedParameter): NamedReading {
  const { parameter, reading, raw } = checked;
  return {
    direction: "request",
    location: getParameterLocation(parameter),
    definition: parameter,
    label: `${parameter.in} parameter "${parameter.name}"`,
    reading,
    getPlace: () => ({ part: getParameterPart(parameter), at: getParameterPointer(parameter, exchange) }),
    explain: () => raw && explainEncoding(schemas, parameter, raw),
  };
}

/**
 * Reports undocumented data in parameters.
 *
 * Values: `request.path.not-in-enum`, `request.query.not-in-enum`, `request.header.not-in-enum`,
 * `request.cookie.not-in-enum`.
 *
 * Properties of objects: `request.path.undeclared`, `request.query.undeclared`, `request.header.undeclared`,
 * `request.cookie.undeclared`.
 */
export const parameterDrift: Check = (context, report) => {
  for (const it of context.parameters) reportValueDrift(context, toNamedReading(context, it), report);
};

/** `request.path.ambiguous`: the path matches several templates, and none is more concrete than the others. */
export const pathAmbiguous: Check = ({ operation, ambiguousOperations }, report) => {
  for (const other of ambiguousOperations) {
    report({
      code: "request.path.ambiguous",
      message: `the path matches both ${operation.path} and ${other.path}; checked against ${operation.path}`,
      part: "request.url",
      contract: operation.pointer,
      valueClass: `template ${other.path}`,
      name: other.path,
    });
  }
};

/** `request.path.trailing-slash`: the path differs from its template only by a trailing slash, which matters to some servers. */
export const trailingSlash: Check = ({ exchange, operation }, report) => {
  const { path, pointer } = operation;
  if (!hasTrailingSlashMismatch(exchange.request.url, operation)) return;
  const [requested = ""] = exchange.request.url.split(/[?#]/);
  const hasSlash = requested.endsWith("/");
  report({
    code: "request.path.trailing-slash",
    // The message does not show the requested path, because it may contain secrets.
    message: `the path ${hasSlash ? "ends with a slash" : "does not end with a slash"}; the spec has ${path}`,
    part: "request.url",
    contract: pointer,
    valueClass: hasSlash ? "added" : "left out",
  });
};

/** Whether a request and its matching template differ by a trailing slash that is not part of a value. */
export function hasTrailingSlashMismatch(url: string, { kind, path, parameters }: Operation): boolean {
  if (kind === "webhook" || path === "/") return false;
  if (parameters.some(({ isMultiSegment, name }) => isMultiSegment === true && path.endsWith(`/{${name}}`)))
    return false;
  const end = url.search(/[?#]/);
  return (url.at((end === -1 ? url.length : end) - 1) === "/") !== path.endsWith("/");
}

/**
 * `request.path.undocumented`: the request goes to a server of the spec, succeeds, and matches no path template.
 *
 * @param option The option that would make the path match.
 */
export function createUndocumentedPathFinding(method: string, path: string, option?: string): CheckFinding {
  const hint = option === undefined ? "" : `; it does with ${option}`;
  return {
    code: "request.path.undocumented",
    message: `${toPrintable(method)} ${redactText(quote(path.split("/").map(shortenIdentifier).join("/")))} matches no path of the spec${hint}`,
    part: "request.url",
    contract: "/paths",
    valueClass: `${method} ${path.split("/").map(maskIdentifier).join("/")}`.slice(0, 200),
  };
}

/** `request.method.undocumented`: the path matches a template that does not document the method. */
export function createUndocumentedMethodFinding(
  method: string,
  pathItem: Pointer,
  template: string,
  methods: readonly string[],
): CheckFinding {
  return {
    code: "request.method.undocumented",
    message: `${toPrintable(method)} is not documented on ${template}; documented are ${[...methods].sort().join(", ")}`,
    part: "request.method",
    contract: pathItem,
    valueClass: `${method.slice(0, 20)} ${template}`,
  };
}

/** `request.server.undocumented`: the request goes to no server of the spec. */
export function createUndocumentedServerFinding(origin: string): CheckFinding {
  return {
    code: "request.server.undocumented",
    message: `${redactUrl(toPrintable(origin))} is not a server in the spec`,
    part: "request.url",
    contract: "/servers",
    valueClass: redactUrl(origin).slice(0, 200),
  };
}

/** Masks identifiers, so that requests that differ only in an identifier are grouped. */
function maskIdentifier(segment: string): string {
  return /\d/.test(segment) ? "*" : segment;
}

/** A message stands for all requests of its group, so it does not name one long identifier. */
function shortenIdentifier(segment: string): string {
  return IDENTIFIER.test(segment) ? "{…}" : segment;
}

/** A UUID, a ULID, a hash or a long number. */
const IDENTIFIER =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\D*\d)(?:[0-9a-f]{16,}|[0-7][0-9A-HJKMNP-TV-Z]{25})|\d{5,})$/i;

/** `request.query.undeclared`: a name in the query that belongs to no declared parameter and no security scheme. */
export const queryUndeclared: Check = ({ operation, parameters, queryNames, schemas }, report) => {
  if (queryNames.length === 0) return;
  const taken = new Set(parameters.flatMap(({ reading }) => ("names" in reading ? (reading.names ?? []) : [])));
  const declared = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const fixed = parsePathTemplate(operation.path).query.map(({ name }) => name);
  const types = operation.security.flat().map(({ scheme }) => scheme?.value.type);
  const token = types.includes("oauth2") || types.includes("openIdConnect") ? [ACCESS_TOKEN_PARAMETER] : [];
  const credentials = [...listKeyNames(operation, "query"), ...token];
  const maps = operation.parameters.filter((it) => it.in === "query" && it.style === "form" && it.explode);
  for (const sent of queryNames) {
    if (taken.has(sent) || declared.includes(sent) || fixed.includes(sent) || credentials.includes(sent)) continue;
    const isSecret = maps.some(({ schema }) => isSensitiveKey(schemas, schema, joinPointer("", sent)));
    const name = isSecret ? REDACTED : sent;
    report({
      code: "request.query.undeclared",
      message: `query parameter ${quote(name)} is not declared`,
      part: "request.url",
      contract: operation.pointer,
      valueClass: `query ${name}`,
      name,
      declared: [...declared].sort(),
    });
  }
};
