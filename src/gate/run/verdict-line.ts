import type { Exchange } from "../../exchange/index.js";
import type { Contract } from "../contract.js";
import type { ExchangeResult, Verdict } from "../validation/exchange-result.js";

export type VerdictLine = {
  readonly source: string;
  readonly index: number;
  readonly method: string;
  readonly url: string;
  readonly operationId: string | null;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly codes: readonly string[];
};

/** One line of the verdict log, for one exchange. */
export function buildVerdictLine(
  contract: Contract,
  { origin, request }: Exchange,
  judgement: ExchangeResult,
): VerdictLine {
  const { verdict, operation, findings, repeated = [], reasons, notLogged = [], refused } = judgement;
  const handled = refused.length === 0 ? [] : [`a bad request, rightly refused: ${refused.join(", ")}`];
  return {
    source: origin.source,
    index: origin.index,
    method: request.method,
    url: contract.urlRedactor.redactForReport(request.url, operation),
    operationId: operation?.id ?? null,
    verdict,
    reasons: [...reasons, ...notLogged.map((part) => `${part} are not in the log`), ...handled],
    codes: [...new Set([...findings, ...repeated].map(({ code }) => code))].sort(),
  };
}
