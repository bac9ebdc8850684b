import type { CheckFinding, FindingCode } from "../../checks/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";

export type ProbeFindingFields = Pick<CheckFinding, "code" | "message" | "valueClass"> &
  Partial<Pick<CheckFinding, "part" | "at" | "contract" | "name">>;

/** What a judge says, about the answer and the operation as a whole where it does not say otherwise. */
export function createProbeFinding(
  { operation }: ProbeExchange,
  { code, ...said }: ProbeFindingFields & { code: FindingCode },
): CheckFinding {
  return { code, part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...said };
}
