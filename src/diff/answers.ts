import type { Operation, ResponseDefinition } from "../document/index.js";
import { compareAnswerBodies } from "./bodies.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, Pair, Part } from "./comparison.js";
import { compareLinks } from "./links.js";
import { compareHeaders } from "./parameters.js";

/** Compares what an operation answers, status by status; an answer that has none of its own falls under its range or `default`. */
export function compareAnswers(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const isWebhook = next.kind === "webhook";
  for (const answer of next.responses) {
    const known = covering(old.responses, answer.status);
    if (known === undefined) tellAdded(comparison, { old, new: next }, answer);
    else compareAnswer(comparison, next, { old: known, new: answer }, isWebhook);
  }
  for (const answer of old.responses) {
    const isOwn = next.responses.some(({ status }) => sameStatus(status, answer.status));
    const now = isOwn ? undefined : covering(next.responses, answer.status);
    // What was said of one status is now said of its range.
    if (now !== undefined && covering(old.responses, now.status) !== answer)
      compareAnswer(comparison, next, { old: answer, new: now }, isWebhook);
    else if (!isOwn && now === undefined) tellRemoved(comparison, { old, new: next }, answer);
  }
}

/** The answer that speaks of a status, or of a range of them. */
function covering(answers: readonly ResponseDefinition[], status: string): ResponseDefinition | undefined {
  const range = `${status.charAt(0)}XX`;
  return (
    answers.find((it) => sameStatus(it.status, status)) ??
    (status === "default" ? undefined : answers.find((it) => it.status.toUpperCase() === range)) ??
    answers.find((it) => it.status === "default")
  );
}

function sameStatus(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

function partOf(operation: Operation, { status }: ResponseDefinition): Part {
  return { operation: operation.id, part: `answer ${status}` };
}

function compareAnswer(
  comparison: Comparison,
  operation: Operation,
  pair: Pair<ResponseDefinition>,
  isWebhook: boolean,
): void {
  const part = partOf(operation, pair.new);
  compareAnswerBodies(comparison, part, pair, isWebhook);
  if (isWebhook) return;
  compareHeaders(comparison, part, pair);
  compareLinks(comparison, part, pair);
}

function tellAdded({ tell }: Comparison, { old, new: next }: Pair<Operation>, answer: ResponseDefinition): void {
  const isError = /^([45]|default$)/.test(answer.status);
  const code: DiffCode =
    next.kind === "webhook"
      ? "webhook.answer.widened"
      : isError
        ? "response.error-status.added"
        : "response.status.added";
  const known = old.responses.map(({ status }) => status).join(", ");
  const compatible = code === "webhook.answer.widened" ? "" : `; one of ${known} would be compatible`;
  tell({
    code,
    message: `the answer ${answer.status} is new${compatible}`,
    old: `${old.pointer}/responses`,
    new: `${next.pointer}/responses/${answer.status}`,
    touch: partOf(next, answer),
  });
}

function tellRemoved({ tell }: Comparison, { old, new: next }: Pair<Operation>, answer: ResponseDefinition): void {
  const isWebhook = next.kind === "webhook";
  tell({
    code: isWebhook ? "webhook.answer.narrowed" : "response.status.removed",
    message: `the answer ${answer.status} is gone${isWebhook ? "; still accepted would be compatible" : ""}`,
    old: `${old.pointer}/responses/${answer.status}`,
    new: `${next.pointer}/responses`,
    touch: partOf(next, answer),
  });
}
