import type { Contract } from "../../src/gate/index.js";
import { buildVerdictLine, computeOutcome, createReportBuilder } from "../../src/gate/index.js";
import { formatJsonReport, formatTextReport } from "../../src/report/index.js";
import { createExchange, type ExchangeInput } from "./inline-contract.js";

/** Returns all outputs about an exchange. */
export function renderAllOutputs(contract: Contract, written: ExchangeInput): string {
  const judged = createExchange(written);
  const judgement = contract.check(judged);
  const tally = createReportBuilder(contract);
  tally.add(judged, judgement);
  const report = tally.report();
  const text = formatTextReport(report, computeOutcome(report, { failOn: "error", allowPartial: false }));
  return [
    text,
    formatJsonReport(report, { name: "t", version: "1" }),
    JSON.stringify(buildVerdictLine(contract, judged, judgement)),
  ].join("\n");
}
