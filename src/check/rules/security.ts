import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  joinPointer,
  memoize,
  memoizeByObject,
  type Pointer,
  resolvePointer,
  type SecurityAlternative,
  type SecurityRequirement,
  valueAt,
} from "../../document/index.js";
import { type Exchange, getHeaderValues, isMask, REDACTED, redactHeaderValue } from "../../recording/index.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { CannotValidateError, findClosestName, quote, type Schemas, toPrintable } from "../../schema/index.js";
import { compileBoundedPattern } from "../../schema/pattern/compile-pattern.js";
import { createBodyCheck } from "./body.js";
import type { Check, CheckContext } from "./check.js";

/**
 * Whether a request is a CORS preflight. A browser sends it without credentials and without the headers of the API.
 *
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function isPreflight({ request: { method, headers } }: Exchange): boolean {
  return method === "OPTIONS" && getHeaderValues(headers, "access-control-request-method").length > 0;
}

/** `request.security.missing`: the request satisfies none of the operation's alternative security requirements. */
export const checkSecurity: Check = (context, report) => {
  const { securityPointer } = context.operation;
  const security = listAlternatives(context);
  if (security.length === 0 || security.some((alternative) => alternative.every((it) => hasCredentials(context, it))))
    return;
  if (isPreflight(context.exchange)) return;
  const unknown = security.flat().find(({ scheme }) => scheme === undefined);
  if (unknown !== undefined) {
    report({ notValidated: `credentials: the spec declares no security scheme "${unknown.name}"` });
    return;
  }
  const wanted = security.map((alternative) => alternative.map(formatSecurityScheme).join(" and "));
  report({
    code: "request.security.missing",
    message: `the request ${describeSent(context, security)}; expected ${wanted.join(", or ")}`,
    part: "request.headers",
    contract: securityPointer,
    valueClass: classifyCredentials(context),
  });
};

/** The alternatives of the operation; with `x-security-when`, those for the value of a property of the request. */
function listAlternatives({ operation, bodies, schemas }: CheckContext): readonly SecurityAlternative[] {
  const { content } = bodies.request;
  if (content.kind !== "value") return operation.security;
  const stated = asObject(asObject(valueAt(schemas.root, operation.pointer))?.["x-security-when"]);
  if (stated === undefined) return operation.security;
  const value = valueAt(content.value as Json, asString(stated.property) ?? "");
  const names = asObject(stated.schemes)?.[String(value)];
  if (names === undefined) return operation.security;
  const wanted = asArray(names).map(String);
  return operation.security.filter((alternative) => wanted.every((it) => alternative.some(({ name }) => name === it)));
}

/** Whether the request has no credentials, those of another scheme, or only some of an alternative. */
function classifyCredentials(context: CheckContext): string {
  const found = listAlternatives(context)
    .flat()
    .filter((it) => it.scheme?.value.type !== "mutualTLS" && hasCredentials(context, it));
  if (found.length > 0) return `only ${[...new Set(found.map(({ name }) => name))].sort().join(" and ")}`;
  const sent = getHeaderValues(context.exchange.request.headers, "authorization");
  const schemes = sent.map((value) =>
    (/^[\w!#$%&'*+.^`|~-]{1,20}(?= \S)/.exec(value.trim())?.[0] ?? "none").toLowerCase(),
  );
  return sent.length === 0 ? "missing" : `scheme ${schemes.join(" and ")}`;
}

/** Checks only the presence of credentials, and their form if the spec states one; only the service can verify them. */
function hasCredentials({ exchange, queryNames, cookieNames }: CheckContext, { scheme }: SecurityRequirement): boolean {
  const { headers } = exchange.request;
  const name = asString(scheme?.value.name) ?? "";
  switch (scheme?.value.type) {
    case "http":
      return hasAuthorization(getHeaderValues(headers, "authorization"), asString(scheme.value.scheme) ?? "");
    case "oauth2":
    case "openIdConnect":
      // RFC 6750 and RFC 9449 define where a token is sent.
      return (
        ["bearer", "dpop"].some((it) => hasAuthorization(getHeaderValues(headers, "authorization"), it)) ||
        queryNames.includes(ACCESS_TOKEN_PARAMETER)
      );
    case "apiKey":
      if (scheme.value.in === "query") return queryNames.includes(name);
      if (scheme.value.in === "cookie") return cookieNames.includes(name);
      return getHeaderValues(headers, name).some((value) => hasStatedForm(value, scheme.value["x-pattern"]));
    default:
      // A recording does not show client certificates.
      return scheme !== undefined;
  }
}

function hasAuthorization(values: readonly string[], scheme: string): boolean {
  // Recorders redact the scheme with the credentials.
  return values.some((value) => value.trim().toLowerCase().startsWith(`${scheme.toLowerCase()} `) || isMask(value));
}

/** Whether the value of a header matches `x-pattern` of its scheme. Masks and redacted values have any form. */
function hasStatedForm(value: string, pattern: Json | undefined): boolean {
  if (typeof pattern !== "string" || isMask(value) || value.includes(REDACTED)) return true;
  try {
    return compileBoundedPattern(pattern, "u").test(value.trim());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotValidateError(`the x-pattern ${quote(pattern)} is no regular expression`);
  }
}

/**
 * `request.body.invalid`, `response.body.invalid` for a credential in a body, such as a token, that does not match `x-pattern` of its
 * schema. The schema itself accepts it, so that a mask in its place does not change what else is checked.
 */
export const checkCredentialForm = createBodyCheck(({ content, media, direction }, report, { schemas }) => {
  const forms = listCredentialForms(schemas, media?.schema);
  if (content.kind !== "value" || forms.size === 0 || !isObject(content.value)) return;
  for (const [name, { pattern, pointer }] of forms) {
    const value = content.value[name];
    if (typeof value !== "string" || hasStatedForm(value, pattern)) continue;
    const at = joinPointer("", name);
    report({
      code: `${direction}.body.invalid`,
      message: `${toPrintable(at)}: expected a string matching ${toPrintable(pattern)}, got string ${REDACTED}`,
      ...{ at, contract: pointer, property: at, keyword: "x-pattern", valueClass: "form" },
    });
  }
});

type CredentialForm = { readonly pattern: string; readonly pointer: Pointer };

/** The properties of a body that have `x-pattern`. */
export function listCredentialForms(
  schemas: Schemas,
  schema: Pointer | undefined,
): ReadonlyMap<string, CredentialForm> {
  return schema === undefined ? NO_FORMS : getForms(schemas)(schema);
}

const NO_FORMS: ReadonlyMap<string, CredentialForm> = new Map();

const getForms = memoizeByObject(({ document }: Schemas) =>
  memoize((schema: Pointer): ReadonlyMap<string, CredentialForm> => {
    const forms = listNamesOfProperties(document, schema).flatMap((name) =>
      listChildren(document, schema, name).flatMap((child) => {
        const found = resolvePointer(document, child);
        const pattern = found?.value["x-pattern"];
        if (found === undefined || typeof pattern !== "string") return [];
        return [[name, { pattern, pointer: joinPointer(found.pointer, "x-pattern") }] as const];
      }),
    );
    return new Map(forms);
  }),
);

function formatSecurityScheme({ name, scheme, scopes }: SecurityRequirement): string {
  const { type, in: location, scheme: http } = scheme?.value ?? {};
  const pattern = scheme?.value["x-pattern"];
  const form = pattern === undefined ? "" : ` with a value like ${toPrintable(String(pattern))}`;
  if (type === "apiKey") return `"${name}" (${String(location)} "${String(scheme?.value.name)}"${form})`;
  const granted = scopes.length === 0 ? "" : ` with the scopes ${scopes.map(quote).join(", ")}`;
  return `"${name}" (header "Authorization: ${type === "http" ? String(http) : "Bearer"} …"${granted})`;
}

/** What the request has in place of the credentials, without any part of their values. */
function describeSent(context: CheckContext, security: CheckContext["operation"]["security"]): string {
  const isInHeader = ({ scheme }: SecurityRequirement): boolean =>
    scheme?.value.type !== "apiKey" && scheme?.value.type !== "mutualTLS";
  const usesHeader = security.flat().some((it) => isInHeader(it) && hasCredentials(context, it));
  const found = security.flatMap((alternative) => {
    const lacks = alternative.filter((it) => !hasCredentials(context, it));
    const has = alternative.filter((it) => !lacks.includes(it) && it.scheme?.value.type !== "mutualTLS");
    // An Authorization header that one alternative takes is no credential of another scheme for the next.
    const similar = lacks.flatMap((it) => (usesHeader && isInHeader(it) ? [] : (describeSimilar(context, it) ?? [])));
    return has.length === 0 ? similar : [`${formatNames(has)} but not ${formatNames(lacks)}`, ...similar];
  });
  return found.length === 0 ? "carries no credentials" : `has ${[...new Set(found)].join(" and ")}`;
}

function formatNames(required: readonly SecurityRequirement[]): string {
  return required.map(({ name }) => quote(name)).join(" and ");
}

/** The credentials of another scheme, or what has a similar name or the same name in another place. */
function describeSimilar(context: CheckContext, { scheme }: SecurityRequirement): string | undefined {
  const { headers } = context.exchange.request;
  const { type, in: location = "header", name } = scheme?.value ?? {};
  if (type !== "apiKey") {
    const [authorization] = getHeaderValues(headers, "authorization");
    if (authorization !== undefined) return describeAuthorization(authorization);
    return context.queryNames.includes(ACCESS_TOKEN_PARAMETER) ? `"${ACCESS_TOKEN_PARAMETER}" in the query` : undefined;
  }
  const wanted = simplifyName(String(name));
  const names = {
    header: headers.map(([it]) => it),
    query: context.queryNames,
    cookie: getHeaderValues(headers, "cookie").flatMap((it) =>
      it.split(/;\s*/).map((pair) => pair.split("=", 1)[0] ?? ""),
    ),
  };
  for (const [place, sent] of Object.entries(names)) {
    const similar =
      sent.find((it) => simplifyName(it) === wanted) ??
      (place === location
        ? findClosestName(
            String(name).toLowerCase(),
            sent.map((it) => it.toLowerCase()),
          )
        : undefined);
    if (similar !== undefined) return `the ${place === "query" ? "query parameter" : place} ${quote(similar)}`;
  }
  return undefined;
}

/** Only a known scheme is shown: without one, the first word may be the credential. */
function describeAuthorization(value: string): string {
  const hasCredentials = /\S\s+\S/.test(value);
  const shown = redactHeaderValue("authorization", `${value.trim()} `);
  if (shown === REDACTED)
    return `an Authorization header ${hasCredentials ? "with another scheme" : "without a scheme"}`;
  const scheme = quote(shown.slice(0, -REDACTED.length - 1));
  return hasCredentials ? `credentials of the scheme ${scheme}` : `the scheme ${scheme} without credentials`;
}

/** Names that differ only in case, hyphens or the prefix `X-`. */
function simplifyName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x[-_]/, "")
    .replaceAll(/[^a-z0-9]/g, "");
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.3 */
export const ACCESS_TOKEN_PARAMETER = "access_token";
