import { buildVerdictLine, type Contract, computeOutcome, createReportBuilder } from "../../src/check/index.js";
import { formatJsonReport, formatTextReport } from "../../src/report/index.js";
import { createExchange, type ExchangeInput } from "./inline-contract.js";

/** Returns all outputs about an exchange. */
export function renderAllOutputs(contract: Contract, written: ExchangeInput): string {
  const exchange = createExchange(written);
  const result = contract.check(exchange);
  const tally = createReportBuilder(contract);
  tally.add(exchange, result);
  const report = tally.report();
  const text = formatTextReport({ report, outcome: computeOutcome(report, { failOn: "error", allowPartial: false }) });
  return [
    text,
    formatJsonReport({ report, tool: { name: "t", version: "1" } }),
    JSON.stringify(buildVerdictLine(contract, exchange, result)),
  ].join("\n");
}
