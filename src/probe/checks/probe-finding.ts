import type { CheckFinding, FindingCode } from "../../checks/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";

export type ProbeFindingFields = Pick<CheckFinding, "code" | "message" | "valueClass"> &
  Partial<Pick<CheckFinding, "part" | "at" | "contract" | "name" | "property" | "keyword">>;

/** Creates a finding with defaults: the response body and the operation as a whole. */
export function createProbeFinding(
  { operation }: ProbeExchange,
  { code, ...config }: ProbeFindingFields & { code: FindingCode },
): CheckFinding {
  return { code, part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...config };
}
