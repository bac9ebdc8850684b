import {
  type CheckContext,
  type CheckFinding,
  createInvalidAcceptedFinding,
  type FindingCode,
  type Level,
} from "../../checks/index.js";
import { type Json, parsePointer, valueAt } from "../../document/index.js";
import { REDACTED } from "../../exchange/index.js";
import { isEqual } from "../../schema/index.js";
import type { LevelResolver } from "./levels.js";

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
  const accepted = createInvalidAcceptedFinding(operation, status, errors);
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
  const consequences = new Map<CheckFinding, CheckFinding[]>();
  const kept = findings.filter((finding) => {
    const cause = causes.find((it) => levelOf(it) === levelOf(finding) && isConsequence(context, it, finding));
    if (cause !== undefined) consequences.set(cause, [...(consequences.get(cause) ?? []), finding]);
    return cause === undefined;
  });
  return kept.map((finding) => {
    const folded = consequences.get(finding);
    return folded === undefined
      ? finding
      : { ...finding, consequences: folded.map(({ code, message }) => ({ code, message })) };
  });
}

function isConsequence(context: CheckContext, cause: CheckFinding, finding: CheckFinding): boolean {
  if (cause.code === "request.security.missing")
    return finding.code === "response.status.invalid-accepted" && finding.valueClass === cause.code;
  if (finding.code !== "response.body.invalid" || finding.keyword !== cause.keyword) return false;
  const { request, response } = context.bodies;
  if (request.content.kind !== "value" || response.content.kind !== "value") return false;
  if (parsePointer(cause.at).at(-1) !== parsePointer(finding.at).at(-1) || cause.valueClass !== finding.valueClass)
    return false;
  const sent = valueAt(request.content.value as Json, cause.at);
  // Redacted values are equal, whatever they were.
  if (typeof sent === "string" && sent.includes(REDACTED)) return false;
  return sent !== undefined && isEqual(sent, valueAt(response.content.value as Json, finding.at));
}
