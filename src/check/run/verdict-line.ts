import type { Exchange } from "../../recording/index.js";
import type { Contract } from "../contract.js";
import type { ExchangeResult } from "../exchange/exchange-result.js";

/** Builds the line of the verdict log for an exchange. */
export function buildVerdictLine(contract: Contract, { origin, request }: Exchange, result: ExchangeResult) {
  const { verdict, operation, findings, repeated = [], reasons, notLogged = [], refused } = result;
  const handled = refused.length === 0 ? [] : [`invalid request, correctly rejected: ${refused.join(", ")}`];
  return {
    source: origin.source,
    index: origin.index,
    method: request.method,
    url: contract.urlRedactor.redact(request.url, operation),
    operationId: operation?.id ?? null,
    verdict,
    reasons: [...reasons, ...notLogged.map((part) => `not recorded: ${part}`), ...handled],
    codes: [...new Set([...findings, ...repeated].map(({ code }) => code))].sort(),
  };
}
