import type { Disagreement, Subject } from "../checks/index.js";
import { joinedHeader, type LogPart } from "../exchange/index.js";
import type { Checked } from "./run-checks.js";

/** What the checks say of an exchange of a log, and what of it nobody can say, for the log does not hold it. */
export type CheckedLog = Checked & { readonly unlogged: readonly string[] };

/**
 * Nothing is called missing that a log does not hold. That it was not judged is told where the contract has something to say
 * of it: what a log leaves out of an exchange of which the contract says no more was not left out of the judging.
 */
export function withoutUnlogged(subject: Subject, { disagreements, unjudged }: Checked): CheckedLog {
  const { unlogged } = subject.exchange;
  if (unlogged === undefined) return { disagreements, unjudged, unlogged: [] };
  const parts = new Set(unlogged);
  const isOpen = (it: Disagreement): boolean => {
    const part = partOf(it);
    return part !== undefined && parts.has(part) && isUnknown(it, subject);
  };
  const open = new Set(disagreements.filter(isOpen).map(partOf));
  const told = unlogged.filter((part) => open.has(part) || isAsked(part, subject));
  return {
    disagreements: disagreements.filter((it) => !isOpen(it)),
    unjudged,
    unlogged: told.map((part) => UNLOGGED[part]),
  };
}

function partOf({ code, part }: Disagreement): LogPart | undefined {
  if (code.startsWith("request.path.")) return "request.path";
  if (code.startsWith("request.query.")) return "request.query";
  return part in UNLOGGED ? (part as LogPart) : undefined;
}

/** Of a path that is a template only its values are unknown. */
function isUnknown({ code, part }: Disagreement, { exchange }: Subject): boolean {
  if (code === "request.path.invalid" || code === "request.path.unlisted" || code.endsWith(".missing")) return true;
  if (!code.endsWith(".body.unexpected")) return false;
  const { headers } = part === "request.body" ? exchange.request : exchange.response;
  return !(Number(joinedHeader(headers, "content-length")) > 0);
}

/** Whether the contract has something to say of what a log leaves out. */
function isAsked(part: LogPart, { exchange, parameters, bodies, operation, response }: Subject): boolean {
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
      return isTypeUnknown || response?.headers.some(({ name }) => joinedHeader(headers, name) === undefined) === true;
    }
    case "response.body":
      return bodies.response.required;
    default:
      return part satisfies never;
  }
}

const UNLOGGED: Readonly<Record<LogPart, string>> = {
  "request.path": "values in paths",
  "request.query": "queries",
  "request.headers": "headers of requests",
  "request.body": "bodies of requests",
  "response.headers": "headers of answers",
  "response.body": "bodies of answers",
};
