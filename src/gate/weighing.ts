import { type Disagreement, type FindingCode, invalidAccepted, type Subject } from "../checks/index.js";
import type { Exchange } from "../exchange/index.js";
import type { Levels } from "./levels.js";
import type { Checked } from "./run-checks.js";

/** Nothing is called missing in a part of which the recording does not tell everything. */
export function withoutGaps({ gaps = [] }: Exchange, { disagreements, unjudged }: Checked): Checked {
  if (gaps.length === 0) return { disagreements, unjudged };
  const inGap = ({ code, part }: Disagreement): boolean =>
    code.endsWith(".missing") && gaps.some((gap) => gap.part === part);
  const reasons = gaps
    .filter(
      ({ part, certainty }) => certainty === "certain" || disagreements.some((it) => it.part === part && inGap(it)),
    )
    .map(({ reason }) => reason);
  return { disagreements: disagreements.filter((it) => !inGap(it)), unjudged: [...new Set([...unjudged, ...reasons])] };
}

/**
 * A bad request that is answered with a documented 4xx keeps the contract. One that is answered with success breaks it on
 * both sides. Drift is told in any case.
 */
export function weighClientError(
  { exchange, operation, response }: Subject,
  disagreements: readonly Disagreement[],
  levels: Levels,
): { kept: readonly Disagreement[]; refused: readonly FindingCode[] } {
  const { status } = exchange.response;
  const errors = disagreements.filter(
    ({ code }) => code.startsWith("request.") && levels(code, operation.id, status) === "error",
  );
  const accepted = invalidAccepted(operation, status, errors);
  if (accepted !== undefined) return { kept: [...disagreements, accepted], refused: [] };
  if (status < 400 || status > 499 || response === undefined) return { kept: disagreements, refused: [] };
  const kept = disagreements.filter((disagreement) => !errors.includes(disagreement));
  return { kept, refused: [...new Set(errors.map(({ code }) => code))] };
}
