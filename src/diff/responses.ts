import type { Operation, ResponseDefinition } from "../document/index.js";
import { compareResponseBodies } from "./bodies/bodies.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import type { DiffFindingDraft } from "./finding.js";
import { compareHeaders } from "./headers.js";
import { compareLinks } from "./links.js";

/**
 * Compares the responses of an operation by status. A status without its own response falls under its range or
 * `default`.
 */
export function compareResponses(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const isWebhook = next.kind === "webhook";
  for (const response of next.responses) {
    const known = findCoveringResponse(old.responses, response.status);
    if (known === undefined) reportAdded(comparison, { old, new: next }, response);
    else compareResponse(comparison, next, { old: known, new: response }, isWebhook);
  }
  for (const response of old.responses) {
    const isOwn = next.responses.some(({ status }) => isSameStatus(status, response.status));
    const match = isOwn ? undefined : findCoveringResponse(next.responses, response.status);
    // The new spec covers this status with a range.
    if (match !== undefined && findCoveringResponse(old.responses, match.status) !== response)
      compareResponse(comparison, next, { old: response, new: match }, isWebhook);
    else if (!isOwn && match === undefined) reportRemoved(comparison, { old, new: next }, response);
  }
}

/** Finds the response that covers a status or a range. */
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
  return { operation: operation.id, part: `response ${status}` };
}

function compareResponse(
  comparison: Comparison,
  operation: Operation,
  pair: Pair<ResponseDefinition>,
  isWebhook: boolean,
): void {
  const part = createPart(operation, pair.new);
  const bodiless = findBodilessReason(operation, pair.new);
  if (bodiless !== undefined) compareUnsentContent(comparison, part, pair, bodiless);
  else compareResponseBodies(comparison, part, pair, isWebhook);
  if (isWebhook) return;
  compareHeaders(comparison, part, pair);
  compareLinks(comparison, part, pair);
}

/** Why a response has no body whatever its content says (RFC 9110, sections 6.4.1, 9.3.2 and 15). */
function findBodilessReason({ method }: Operation, { status }: ResponseDefinition): string | undefined {
  if (method === "HEAD") return "a response to HEAD has no body";
  return /^(1..|204|205|304)$/.test(status) ? `a response with the status ${status} has no body` : undefined;
}

/** No exchange shows a change of content that is not sent. */
function compareUnsentContent(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<ResponseDefinition>,
  reason: string,
): void {
  const changes: DiffFindingDraft[] = [];
  compareResponseBodies({ ...comparison, report: (draft) => changes.push(draft) }, part, pair, false);
  if (changes.length === 0) return;
  comparison.report({
    code: "keyword.changed",
    message: `the content changed, but ${reason}`,
    old: pair.old.pointer,
    new: pair.new.pointer,
    affected: part,
  });
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
  const compatible = code === "webhook.response.widened" ? "" : `; use one of ${known} to stay compatible`;
  report({
    code,
    message: `the response ${response.status} was added${compatible}`,
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
    message: `the response ${response.status} was removed${isWebhook ? "; keep accepting it to stay compatible" : ""}`,
    old: `${old.pointer}/responses/${response.status}`,
    new: `${next.pointer}/responses`,
    affected: createPart(next, response),
  });
}
