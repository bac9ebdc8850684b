import type { CheckContext, CheckFinding } from "../../checks/index.js";
import type { ExchangeResult } from "./exchange-result.js";

/** Completes the check of an exchange with these findings; `notRecorded` names the parts that the recording lacks. */
type ResultCompleter = (findings: readonly CheckFinding[], notRecorded: readonly string[]) => ExchangeResult;

/**
 * Adds the results for recorders that leave out credentials, if a finding depends on that. One exchange does not show what its
 * recorder leaves out; the report decides when it has seen the whole recording.
 */
export function addCredentialVariants(
  context: CheckContext,
  findings: readonly CheckFinding[],
  complete: ResultCompleter,
): ExchangeResult {
  const result = complete(findings, []);
  // A finding that is off, or belongs to a rejected request, is not reported in any case.
  const reported = new Set(result.findings.map(({ code }) => code));
  const partOf = (finding: CheckFinding): CredentialPart | undefined =>
    reported.has(finding.code) ? getCredentialPart(finding, context) : undefined;
  const parts = new Set(findings.flatMap((it) => partOf(it) ?? []));
  if (parts.size === 0) return result;
  const without = (unrecorded: readonly CredentialPart[]): ExchangeResult => {
    const missing = unrecorded.filter((part) => parts.has(part));
    if (missing.length === 0) return result;
    const isKept = (it: CheckFinding): boolean => !missing.some((part) => part === partOf(it));
    return complete(
      findings.filter(isKept),
      missing.map((part) => DESCRIPTIONS[part](context.exchange.origin.source)),
    );
  };
  return { ...result, variants: { "set-cookie": without(["credentials"]), none: without(["credentials", "cookies"]) } };
}

type CredentialPart = "credentials" | "cookies";

const DESCRIPTIONS: Readonly<Record<CredentialPart, (source: string) => string>> = {
  credentials: (source) => `credentials: no request of ${source} has any`,
  cookies: (source) => `Set-Cookie headers: no response of ${source} has one`,
};

/** Returns which part of the credentials is missing according to a finding. */
function getCredentialPart(
  { code, contract }: CheckFinding,
  { parameters, response }: CheckContext,
): CredentialPart | undefined {
  if (code === "request.security.missing" || code === "request.cookie.missing") return "credentials";
  const isNamed = (named: { readonly name: string; readonly pointer: string } | undefined, name: string): boolean =>
    named?.name.toLowerCase() === name && named.pointer === contract;
  if (code === "request.header.missing")
    return parameters.some(({ parameter }) => isNamed(parameter, "cookie")) ? "credentials" : undefined;
  const isSetCookie = response?.headers.some((header) => isNamed(header, "set-cookie")) === true;
  return code === "response.header.missing" && isSetCookie ? "cookies" : undefined;
}
