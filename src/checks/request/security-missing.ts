import { asString, type SecurityRequirement } from "../../document/index.js";
import { getHeaderValues, isMask } from "../../exchange/index.js";
import type { Check, CheckContext } from "../check.js";
import { isPreflight } from "./preflight.js";
import { ACCESS_TOKEN_PARAMETER } from "./query-undeclared.js";

/** `request.security.missing`: the request satisfies none of the operation's alternative security requirements. */
export const securityMissing: Check = (context, report) => {
  const { security, securityPointer } = context.operation;
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
    message: `the request carries no credentials; expected ${wanted.join(", or ")}`,
    part: "request.headers",
    at: "",
    contract: securityPointer,
    valueClass: classifyCredentials(context),
    occurrences: 1,
  });
};

/** Whether the request has no credentials, those of another scheme, or only some of an alternative. */
function classifyCredentials(context: CheckContext): string {
  const { security } = context.operation;
  const found = security.flat().filter((it) => it.scheme?.value.type !== "mutualTLS" && hasCredentials(context, it));
  if (found.length > 0) return `only ${[...new Set(found.map(({ name }) => name))].sort().join(" and ")}`;
  const sent = getHeaderValues(context.exchange.request.headers, "authorization");
  const schemes = sent.map((value) =>
    (/^[\w!#$%&'*+.^`|~-]{1,20}(?= \S)/.exec(value.trim())?.[0] ?? "none").toLowerCase(),
  );
  return sent.length === 0 ? "missing" : `scheme ${schemes.join(" and ")}`;
}

/** Checks only the presence of credentials; only the service can verify them. */
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
      return scheme.value.in === "cookie" ? cookieNames.includes(name) : getHeaderValues(headers, name).length > 0;
    default:
      // A recording does not show client certificates.
      return scheme !== undefined;
  }
}

function hasAuthorization(values: readonly string[], scheme: string): boolean {
  // Recorders redact the scheme with the credentials.
  return values.some((value) => value.trim().toLowerCase().startsWith(`${scheme.toLowerCase()} `) || isMask(value));
}

function formatSecurityScheme({ name, scheme }: SecurityRequirement): string {
  const { type, in: location, scheme: http } = scheme?.value ?? {};
  if (type === "apiKey") return `"${name}" (${String(location)} "${String(scheme?.value.name)}")`;
  return `"${name}" (header "Authorization: ${type === "http" ? String(http) : "Bearer"} …")`;
}
