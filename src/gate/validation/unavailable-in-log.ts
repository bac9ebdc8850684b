import type { CheckContext, CheckFinding } from "../../checks/index.js";
import { getCombinedHeader, type LogPart } from "../../exchange/index.js";
import type { CheckResult } from "./run-checks.js";

/** The results of the checks, and the parts that were not checked because the log lacks them. */
export type LogCheckResult = CheckResult & { readonly notLogged: readonly string[] };

/**
 * Drops findings about data that a log lacks, such as `.missing`. Reports a lacking part as not checked only if the spec
 * restricts it.
 */
export function dropUnavailable(context: CheckContext, { findings, notValidated }: CheckResult): LogCheckResult {
  const { notLogged } = context.exchange;
  if (notLogged === undefined) return { findings, notValidated, notLogged: [] };
  const parts = new Set(notLogged);
  const isOpen = (it: CheckFinding): boolean => {
    const part = getLogPart(it);
    return part !== undefined && parts.has(part) && isUnavailable(it, context);
  };
  const open = new Set(findings.filter(isOpen).map(getLogPart));
  const unchecked = notLogged.filter((part) => open.has(part) || isRelevantPart(part, context));
  return {
    findings: findings.filter((it) => !isOpen(it)),
    notValidated,
    notLogged: unchecked.map((part) => LOG_PART_NAMES[part]),
  };
}

function getLogPart({ code, part }: CheckFinding): LogPart | undefined {
  if (code.startsWith("request.path.")) return "request.path";
  if (code.startsWith("request.query.")) return "request.query";
  return part in LOG_PART_NAMES ? (part as LogPart) : undefined;
}

/** Whether a finding may be caused only by data that the log lacks. If it logs a path template, only the values are unknown. */
function isUnavailable({ code, part }: CheckFinding, { exchange }: CheckContext): boolean {
  if (code === "request.path.invalid" || code === "request.path.not-in-enum" || code.endsWith(".missing")) return true;
  if (!code.endsWith(".body.unexpected") && code !== "response.body.undocumented") return false;
  const { headers } = part === "request.body" ? exchange.request : exchange.response;
  return !(Number(getCombinedHeader(headers, "content-length")) > 0);
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
