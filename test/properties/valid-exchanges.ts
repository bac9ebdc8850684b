import fc from "fast-check";
import { type Contract, loadContract } from "../../src/check/index.js";
import type { Exchange } from "../../src/recording/index.js";
import { arbitraryExchanges } from "./arbitrary-exchanges.js";

export type Tried = {
  readonly exchanges: number;
  /** Number of documented responses with generated exchanges. */
  readonly responses: number;
  /** Responses for which no exchanges can be generated. */
  readonly left: readonly string[];
  /** False positives. */
  readonly alarms: readonly string[];
  /** Exchanges that were checked only partially. */
  readonly partial: readonly string[];
};

/**
 * Checks about `count` random exchanges that are valid by construction: each part matches its schema. Rules between parts, such as
 * a page no longer than its limit, have codes that start with `exchange.`; random parts break them.
 */
export function checkValidExchanges(path: string, count: number, seed: number): Tried {
  const contract = loadContract(path);
  const { made, left } = arbitraryExchanges(contract);
  const each = Math.ceil(count / Math.max(1, made.length));
  const tried = { exchanges: 0, alarms: [] as string[], partial: [] as string[] };
  for (const { name, exchanges } of made)
    for (const exchange of fc.sample(exchanges, { numRuns: each, seed }))
      checkExchange(contract, { name, exchange, tried });
  return { ...tried, responses: made.length, left };
}

function checkExchange(
  contract: Contract,
  {
    name,
    exchange,
    tried,
  }: { name: string; exchange: Exchange; tried: { exchanges: number; alarms: string[]; partial: string[] } },
): void {
  tried.exchanges += 1;
  const { findings, verdict, reasons } = contract.check(exchange);
  for (const { level, code, message } of findings)
    if (level === "error" && !code.startsWith("exchange."))
      tried.alarms.push(`${name}: ${code}: ${message} <- ${JSON.stringify(exchange).slice(0, 600)}`);
  if (verdict === "partial") tried.partial.push(`${name}: ${reasons.join("; ")}`);
  if (verdict === "skipped") tried.alarms.push(`${name}: skipped: ${reasons.join("; ")} <- ${exchange.request.url}`);
}
