import type { Operation, ResponseDefinition } from "../document/index.js";
import { compareResponseBodies } from "./bodies.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import { compareLinks } from "./links.js";
import { compareHeaders } from "./parameters.js";

/** Compares what an operation answers, status by status; an answer that has none of its own falls under its range or `default`. */
export function compareResponses(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const isWebhook = next.kind === "webhook";
  for (const response of next.responses) {
    const known = findCoveringResponse(old.responses, response.status);
    if (known === undefined) reportAdded(comparison, { old, new: next }, response);
    else compareResponse(comparison, next, { old: known, new: response }, isWebhook);
  }
  for (const response of old.responses) {
    const isOwn = next.responses.some(({ status }) => isSameStatus(status, response.status));
    const now = isOwn ? undefined : findCoveringResponse(next.responses, response.status);
    // What was said of one status is now said of its range.
    if (now !== undefined && findCoveringResponse(old.responses, now.status) !== response)
      compareResponse(comparison, next, { old: response, new: now }, isWebhook);
    else if (!isOwn && now === undefined) reportRemoved(comparison, { old, new: next }, response);
  }
}

/** The answer that speaks of a status, or of a range of them. */
function findCoveringResponse(
  responses: readonly ResponseDefinition[],
  status: string,
): ResponseDefinition | undefined {
  const range = `${status.charAt(0)}XX`;
  return (
    responses.find((it) => isSameStatus(it.status, status)) ??
    (status === "default" ? undefined : responses.find((it) => it.status.toUpperCase() === range)) ??
    responses.find((it) => it.status === "default")
  );
}

function isSameStatus(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

function createPart(operation: Operation, { status }: ResponseDefinition): OperationPart {
  return { operation: operation.id, part: `answer ${status}` };
}

function compareResponse(
  comparison: Comparison,
  operation: Operation,
  pair: Pair<ResponseDefinition>,
  isWebhook: boolean,
): void {
  const part = createPart(operation, pair.new);
  compareResponseBodies(comparison, part, pair, isWebhook);
  if (isWebhook) return;
  compareHeaders(comparison, part, pair);
  compareLinks(comparison, part, pair);
}

function reportAdded({ report }: Comparison, { old, new: next }: Pair<Operation>, response: ResponseDefinition): void {
  const isError = /^([45]|default$)/.test(response.status);
  const code: DiffCode =
    next.kind === "webhook"
      ? "webhook.response.widened"
      : isError
        ? "response.error-status.added"
        : "response.status.added";
  const known = old.responses.map(({ status }) => status).join(", ");
  const compatible = code === "webhook.response.widened" ? "" : `; one of ${known} would be compatible`;
  report({
    code,
    message: `the answer ${response.status} is new${compatible}`,
    old: `${old.pointer}/responses`,
    new: `${next.pointer}/responses/${response.status}`,
    affected: createPart(next, response),
  });
}

function reportRemoved(
  { report }: Comparison,
  { old, new: next }: Pair<Operation>,
  response: ResponseDefinition,
): void {
  const isWebhook = next.kind === "webhook";
  report({
    code: isWebhook ? "webhook.response.narrowed" : "response.status.removed",
    message: `the answer ${response.status} is gone${isWebhook ? "; still accepted would be compatible" : ""}`,
    old: `${old.pointer}/responses/${response.status}`,
    new: `${next.pointer}/responses`,
    affected: createPart(next, response),
  });
}
