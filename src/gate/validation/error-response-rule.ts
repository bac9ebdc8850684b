import {
  type CheckContext,
  type CheckFinding,
  createInvalidAcceptedFinding,
  type FindingCode,
} from "../../checks/index.js";
import type { Exchange } from "../../exchange/index.js";
import type { LevelResolver } from "./levels.js";
import type { CheckResult } from "./run-checks.js";

/** Drops `.missing` findings in parts that are incomplete in the recording. */
export function dropFindingsInMissingParts(
  { gaps = [] }: Exchange,
  { findings, notValidated }: CheckResult,
): CheckResult {
  if (gaps.length === 0) return { findings, notValidated };
  const inGap = ({ code, part }: CheckFinding): boolean =>
    code.endsWith(".missing") && gaps.some((gap) => gap.part === part);
  const reasons = gaps
    .filter(({ part, certainty }) => certainty === "certain" || findings.some((it) => it.part === part && inGap(it)))
    .map(({ reason }) => reason);
  return { findings: findings.filter((it) => !inGap(it)), notValidated: [...new Set([...notValidated, ...reasons])] };
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
  const accepted = createInvalidAcceptedFinding(operation, status, errors);
  if (accepted !== undefined) return { kept: [...checkFindings, accepted], refused: [] };
  if (status < 400 || status > 499 || response === undefined) return { kept: checkFindings, refused: [] };
  const kept = checkFindings.filter((checkFinding) => !errors.includes(checkFinding));
  return { kept, refused: [...new Set(errors.map(({ code }) => code))] };
}
