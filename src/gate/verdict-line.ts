import type { Exchange } from "../exchange/index.js";
import type { Contract, Judgement, Verdict } from "./contract.js";

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
export function verdictLine(contract: Contract, { origin, request }: Exchange, judgement: Judgement): VerdictLine {
  const { verdict, operation, findings, again = [], reasons, unlogged = [], refused } = judgement;
  const handled = refused.length === 0 ? [] : [`a bad request, rightly refused: ${refused.join(", ")}`];
  return {
    source: origin.source,
    index: origin.index,
    method: request.method,
    url: contract.urls.told(request.url, operation),
    operationId: operation?.id ?? null,
    verdict,
    reasons: [...reasons, ...unlogged.map((part) => `${part} are not in the log`), ...handled],
    codes: [...new Set([...findings, ...again].map(({ code }) => code))].sort(),
  };
}
