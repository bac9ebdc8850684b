import fc from "fast-check";
import type { Exchange } from "../../src/exchange/index.js";
import { type Contract, loadContract } from "../../src/gate/index.js";
import { arbitraryExchanges } from "./arbitrary-exchanges.js";

export type Tried = {
  readonly exchanges: number;
  /** Documented answers that exchanges were made for, and those for which none can be made. */
  readonly answers: number;
  readonly left: readonly string[];
  /** What the gate wrongly says. */
  readonly alarms: readonly string[];
  /** What it could not judge. */
  readonly partial: readonly string[];
};

/** Judges about so many random exchanges that keep the contract by the way they are made. */
export function judgeValid(path: string, count: number, seed: number): Tried {
  const contract = loadContract(path);
  const { made, left } = arbitraryExchanges(contract);
  const each = Math.ceil(count / Math.max(1, made.length));
  const tried = { exchanges: 0, alarms: [] as string[], partial: [] as string[] };
  for (const { name, exchanges } of made)
    for (const exchange of fc.sample(exchanges, { numRuns: each, seed })) judge(contract, { name, exchange, tried });
  return { ...tried, answers: made.length, left };
}

function judge(
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
    if (level === "error")
      tried.alarms.push(`${name}: ${code}: ${message} <- ${JSON.stringify(exchange).slice(0, 600)}`);
  if (verdict === "partial") tried.partial.push(`${name}: ${reasons.join("; ")}`);
  if (verdict === "skipped") tried.alarms.push(`${name}: skipped: ${reasons.join("; ")} <- ${exchange.request.url}`);
}
