import {
  type CheckContext,
  type CheckFinding,
  createInvalidAcceptedFinding,
  type FindingCode,
} from "../../checks/index.js";
import type { Exchange } from "../../exchange/index.js";
import type { LevelResolver } from "./levels.js";
import type { CheckResult } from "./run-checks.js";

/** Nothing is called missing in a part of which the recording does not tell everything. */
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
 * A bad request that is answered with a documented 4xx keeps the contract. One that is answered with success breaks it on
 * both sides. Drift is told in any case.
 */
export function applyErrorResponseRule(
  { exchange, operation, response }: CheckContext,
  disagreements: readonly CheckFinding[],
  levels: LevelResolver,
): { kept: readonly CheckFinding[]; refused: readonly FindingCode[] } {
  const { status } = exchange.response;
  const errors = disagreements.filter(
    ({ code }) => code.startsWith("request.") && levels(code, operation.id, status) === "error",
  );
  const accepted = createInvalidAcceptedFinding(operation, status, errors);
  if (accepted !== undefined) return { kept: [...disagreements, accepted], refused: [] };
  if (status < 400 || status > 499 || response === undefined) return { kept: disagreements, refused: [] };
  const kept = disagreements.filter((disagreement) => !errors.includes(disagreement));
  return { kept, refused: [...new Set(errors.map(({ code }) => code))] };
}
