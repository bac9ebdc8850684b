import type { CheckContext, CheckFinding } from "../../checks/index.js";
import { getCombinedHeader, type LogPart } from "../../exchange/index.js";
import type { CheckResult } from "./run-checks.js";

/** What the checks say of an exchange of a log, and what of it nobody can say, for the log does not hold it. */
export type LogCheckResult = CheckResult & { readonly notLogged: readonly string[] };

/**
 * Nothing is called missing that a log does not hold. That it was not judged is told where the contract has something to say
 * of it: what a log leaves out of an exchange of which the contract says no more was not left out of the judging.
 */
export function dropUnavailable(subject: CheckContext, { findings, notValidated }: CheckResult): LogCheckResult {
  const { notLogged } = subject.exchange;
  if (notLogged === undefined) return { findings, notValidated, notLogged: [] };
  const parts = new Set(notLogged);
  const isOpen = (it: CheckFinding): boolean => {
    const part = getLogPart(it);
    return part !== undefined && parts.has(part) && isUnavailable(it, subject);
  };
  const open = new Set(findings.filter(isOpen).map(getLogPart));
  const told = notLogged.filter((part) => open.has(part) || isRelevantPart(part, subject));
  return {
    findings: findings.filter((it) => !isOpen(it)),
    notValidated,
    notLogged: told.map((part) => LOG_PART_NAMES[part]),
  };
}

function getLogPart({ code, part }: CheckFinding): LogPart | undefined {
  if (code.startsWith("request.path.")) return "request.path";
  if (code.startsWith("request.query.")) return "request.query";
  return part in LOG_PART_NAMES ? (part as LogPart) : undefined;
}

/** Of a path that is a template only its values are unknown. */
function isUnavailable({ code, part }: CheckFinding, { exchange }: CheckContext): boolean {
  if (code === "request.path.invalid" || code === "request.path.not-in-enum" || code.endsWith(".missing")) return true;
  if (!code.endsWith(".body.unexpected")) return false;
  const { headers } = part === "request.body" ? exchange.request : exchange.response;
  return !(Number(getCombinedHeader(headers, "content-length")) > 0);
}

/** Whether the contract has something to say of what a log leaves out. */
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
  "request.path": "values in paths",
  "request.query": "queries",
  "request.headers": "headers of requests",
  "request.body": "bodies of requests",
  "response.headers": "headers of answers",
  "response.body": "bodies of answers",
};
