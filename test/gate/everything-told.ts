import type { Contract } from "../../src/gate/index.js";
import { createTally, outcomeOf, verdictLine } from "../../src/gate/index.js";
import { jsonReport, textReport } from "../../src/report/index.js";
import { exchange, type Written } from "./inline-contract.js";

/** Everything that is printed or written about an exchange. */
export function everythingTold(contract: Contract, written: Written): string {
  const judged = exchange(written);
  const judgement = contract.check(judged);
  const tally = createTally(contract);
  tally.add(judged, judgement);
  const report = tally.report();
  const text = textReport(report, outcomeOf(report, { failOn: "error", allowPartial: false }));
  return [
    text,
    jsonReport(report, { name: "t", version: "1" }),
    JSON.stringify(verdictLine(contract, judged, judgement)),
  ].join("\n");
}
