import { asString, groupBy, type Json, lastToken, valueAt } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type LogPart, REDACTED } from "../../recording/index.js";
import { isEqual } from "../../schema/index.js";
import { matchesStatus } from "../router/documented-parts.js";
import type { CheckContext, CheckFinding } from "../rules/check.js";
import type { FindingCode, Level } from "../rules/codes.js";
import { createInvalidAcceptedFinding } from "../rules/head.js";
import type { CheckResult } from "./check-context.js";
import type { ExchangeResult } from "./exchange-result.js";
import type { LevelResolver } from "./levels.js";

/** The results of the checks, and the parts that were not checked because the log lacks them. */
export type LogCheckResult = CheckResult & { readonly notLogged: readonly string[] };

/**
 * Drops findings about data that a recording or a log lacks, such as `.missing`. Reports a part that a log lacks as not checked
 * only if the spec restricts it.
 */
export function dropUnrecorded(context: CheckContext, found: CheckResult): LogCheckResult {
  const { findings, notValidated } = dropFindingsInMissingParts(context.exchange, found);
  const { notLogged } = context.exchange;
  if (notLogged === undefined) return { findings, notValidated, notLogged: [] };
  const parts = new Set(notLogged);
  const isOpen = (it: CheckFinding): boolean => {
    const part = getLogPart(it);
    return part !== undefined && parts.has(part) && isUnavailable(it);
  };
  const open = new Set(findings.filter(isOpen).map(getLogPart));
  const unchecked = (Object.keys(LOG_PART_NAMES) as LogPart[]).filter(
    (part) => parts.has(part) && (open.has(part) || isRelevantPart(part, context)),
  );
  return {
    findings: findings.filter((it) => !isOpen(it)),
    notValidated,
    notLogged: unchecked.map((part) => LOG_PART_NAMES[part]),
  };
}

/** Drops `.missing` findings in parts that are incomplete in the recording. */
function dropFindingsInMissingParts({ gaps = [] }: Exchange, { findings, notValidated }: CheckResult): CheckResult {
  if (gaps.length === 0) return { findings, notValidated };
  const inGap = ({ code, part }: CheckFinding): boolean =>
    code.endsWith(".missing") && gaps.some((gap) => gap.part === part);
  const reasons = gaps
    .filter(({ part, certainty }) => certainty === "certain" || findings.some((it) => it.part === part && inGap(it)))
    .map(({ reason }) => reason);
  return { findings: findings.filter((it) => !inGap(it)), notValidated: [...new Set([...notValidated, ...reasons])] };
}

function getLogPart({ code, part }: CheckFinding): LogPart | undefined {
  if (code.startsWith("request.path.")) return "request.path";
  if (code.startsWith("request.query.")) return "request.query";
  return part in LOG_PART_NAMES ? (part as LogPart) : undefined;
}

/** Whether a finding may be caused only by data that the log lacks. If it logs a path template, only the values are unknown. */
function isUnavailable({ code }: CheckFinding): boolean {
  return code === "request.path.invalid" || code === "request.path.not-in-enum" || code.endsWith(".missing");
}

/** Whether the spec restricts a part that the log lacks. */
function isRelevantPart(part: LogPart, { exchange, parameters, bodies, operation, response }: CheckContext): boolean {
  const isAbsent = (places: readonly string[]): boolean =>
    parameters.some(({ parameter, reading }) => places.includes(parameter.in) && reading.kind === "absent");
  switch (part) {
    case "request.path":
      return operation.parameters.some((it) => it.in === "path");
    case "request.query":
      return isAbsent(["query"]);
    case "request.headers":
      return isAbsent(["header", "cookie"]);
    case "request.body":
      return (bodies.request.documented?.length ?? 0) > 0;
    case "response.headers": {
      const { headers } = exchange.response;
      const isTypeUnknown = bodies.response.required && bodies.response.contentType === undefined;
      return (
        isTypeUnknown || response?.headers.some(({ name }) => getCombinedHeader(headers, name) === undefined) === true
      );
    }
    case "response.body":
      return bodies.response.required;
    default:
      return part satisfies never;
  }
}

const LOG_PART_NAMES: Readonly<Record<LogPart, string>> = {
  "request.path": "path values",
  "request.query": "queries",
  "request.headers": "request headers",
  "request.body": "request bodies",
  "response.headers": "response headers",
  "response.body": "response bodies",
};

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
      missing.map((part) => DESCRIPTIONS[part]),
    );
  };
  return { ...result, variants: { "set-cookie": without(["credentials"]), none: without(["credentials", "cookies"]) } };
}

type CredentialPart = "credentials" | "cookies";

/** The same for all recordings, so that a run over many has one line. */
const DESCRIPTIONS: Readonly<Record<CredentialPart, string>> = {
  credentials: "credentials: no request of the recording has any",
  cookies: "Set-Cookie headers: no response of the recording has one",
};

/** Returns which part of the credentials is missing according to a finding. */
function getCredentialPart({ code, contract }: CheckFinding, context: CheckContext): CredentialPart | undefined {
  const { parameters, response } = context;
  if (code === "request.security.missing") return mayHaveCredentials(context) ? "credentials" : undefined;
  if (code === "request.cookie.missing") return "credentials";
  const isNamed = (named: { readonly name: string; readonly pointer: string } | undefined, name: string): boolean =>
    named?.name.toLowerCase() === name && named.pointer === contract;
  if (code === "request.header.missing")
    return parameters.some(({ parameter }) => isNamed(parameter, "cookie")) ? "credentials" : undefined;
  const isSetCookie = response?.headers.some((header) => isNamed(header, "set-cookie")) === true;
  return code === "response.header.missing" && isSetCookie ? "cookies" : undefined;
}

/** Recorders leave out headers, never a part of the query. */
function mayHaveCredentials({ operation, queryNames }: CheckContext): boolean {
  return operation.security.some((alternative) =>
    alternative.every(
      ({ scheme }) => scheme?.value.in !== "query" || queryNames.includes(asString(scheme.value.name) ?? ""),
    ),
  );
}

/**
 * Drops the errors of an invalid request if the response is a documented 4XX. If the response is a success, adds a finding
 * about the response. Keeps drift in both cases.
 */
export function applyErrorResponseRule(
  { exchange, operation, response }: CheckContext,
  checkFindings: readonly CheckFinding[],
  levels: LevelResolver,
): { kept: readonly CheckFinding[]; refused: readonly FindingCode[] } {
  const { status } = exchange.response;
  const errors = checkFindings.filter(
    ({ code }) => code.startsWith("request.") && levels(code, operation.id, status) === "error",
  );
  // A service may ignore a read-only property (JSON Schema Validation, section 9.4).
  const refusable = errors.filter(({ code }) => code !== "request.body.read-only");
  const accepted = createInvalidAcceptedFinding(operation, status, refusable);
  if (accepted !== undefined) return { kept: [...checkFindings, accepted], refused: [] };
  if (status < 400 || status > 499 || response === undefined) return { kept: checkFindings, refused: [] };
  const kept = checkFindings.filter((checkFinding) => !errors.includes(checkFinding));
  return { kept, refused: [...new Set(errors.map(({ code }) => code))] };
}

/**
 * Folds findings that follow from another one into it: the success response to a request without credentials, and a response
 * that repeats an invalid value of the request. Only findings of the same level are folded.
 */
export function mergeCascades(
  context: CheckContext,
  findings: readonly CheckFinding[],
  levelOf: (finding: CheckFinding) => Level,
): readonly CheckFinding[] {
  const causes = findings.filter(({ code }) => code === "request.security.missing" || code === "request.body.invalid");
  if (causes.length === 0) return findings;
  return foldFindings(findings, (finding) =>
    causes.find((it) => levelOf(it) === levelOf(finding) && isConsequence(context, it, finding)),
  );
}

/** Makes each finding that has a cause among the others a consequence of that. */
function foldFindings(
  findings: readonly CheckFinding[],
  findCause: (finding: CheckFinding) => CheckFinding | undefined,
): readonly CheckFinding[] {
  const byCause = groupBy(findings, findCause);
  return (byCause.get(undefined) ?? []).map((finding) => {
    const consequences = byCause.get(finding)?.map(({ code, message }) => ({ code, message }));
    return consequences === undefined ? finding : { ...finding, consequences };
  });
}

/**
 * Makes one finding of those about a success that only `default` documents. Where other successes are listed, `default` usually
 * describes errors, so one missing status has many consequences.
 */
export function mergeDefaultSuccess(
  { exchange, operation, response }: CheckContext,
  findings: readonly CheckFinding[],
  levelOf: (finding: CheckFinding) => Level,
): readonly CheckFinding[] {
  const { status } = exchange.response;
  const isSuccess = (it: number | string): boolean => matchesStatus("2XX", it);
  if (response?.status !== "default" || !isSuccess(status)) return findings;
  if (!operation.responses.some((it) => isSuccess(it.status))) return findings;
  const merged = findings.filter(({ code }) => /^response\.(?!status)/.test(code));
  const first = merged.find((it) => levelOf(it) === "error") ?? merged[0];
  if (first === undefined) return findings;
  const explained = {
    ...first,
    message: `${first.message}; status ${status} is not listed, so "default" applies`,
    edit: `list status ${status} beside "default"`,
  };
  const named = findings.map((it) => (it === first ? explained : it));
  return foldFindings(named, (it) => (merged.includes(it) ? explained : undefined));
}

function isConsequence(context: CheckContext, cause: CheckFinding, finding: CheckFinding): boolean {
  if (cause.code === "request.security.missing")
    return finding.code === "response.status.invalid-accepted" && finding.valueClass === cause.code;
  if (finding.code !== "response.body.invalid" || finding.keyword !== cause.keyword) return false;
  const { request, response } = context.bodies;
  if (request.content.kind !== "value" || response.content.kind !== "value") return false;
  const [sentAt = "", returnedAt = ""] = [cause.at, finding.at];
  if (lastToken(sentAt) !== lastToken(returnedAt) || cause.valueClass !== finding.valueClass) return false;
  const sent = valueAt(request.content.value as Json, sentAt);
  // Redacted values are equal, whatever they were.
  if (typeof sent === "string" && sent.includes(REDACTED)) return false;
  return sent !== undefined && isEqual(sent, valueAt(response.content.value as Json, returnedAt));
}
