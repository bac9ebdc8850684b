import type { Outcome, Quantiles } from "./checks.js";

export type Run = { readonly title: string; readonly seconds: number; readonly outcome: Outcome };

const ROWS: readonly (readonly [name: string, figure: (outcome: Outcome) => string])[] = [
  ["kills (SIGKILL)", ({ kills }) => String(kills)],
  ["acknowledged writes", ({ writes }) => String(writes)],
  ["requests for these writes", ({ requests }) => String(requests)],
  ["**lost writes**", ({ lostWrites }) => String(lostWrites)],
  ["**lost webhooks**", ({ lostWebhooks }) => String(lostWebhooks)],
  ["**writes with more than one effect**", ({ duplicateEffects }) => String(duplicateEffects)],
  ["**different responses to one request id**", ({ differingResponses }) => String(differingResponses)],
  ["**stale reads after an acknowledgement**", ({ staleReads, reads }) => `${staleReads} of ${reads}`],
  ["**deliveries with a wrong signature or other bytes**", ({ badDeliveries }) => String(badDeliveries)],
  ["deliveries", ({ deliveries }) => String(deliveries)],
  ["deliveries repeated after an acknowledgement", ({ duplicates }) => String(duplicates)],
  ["time until a write is acknowledged: p50 / p99 / max", ({ writeMs }) => formatQuantiles(writeMs)],
  ["time from the write to the first delivery: p50 / p99 / max", ({ deliveryMs }) => formatQuantiles(deliveryMs)],
  ["the same, without a kill in between", ({ undisturbedDeliveryMs }) => formatQuantiles(undisturbedDeliveryMs)],
  ["time from a kill to the next delivery: p50 / p99 / max", ({ resumeMs }) => formatQuantiles(resumeMs)],
  ["time from start to ready: p50 / p99 / max", ({ startMs }) => formatQuantiles(startMs)],
];

/** Formats the figures of runs as a Markdown table, followed by the violated guarantees. */
export function formatChaosReport(runs: readonly Run[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    line(["", ...runs.map(({ title }) => title)]),
    line(["---", ...runs.map(() => "---:")]),
    line(["duration", ...runs.map(({ seconds }) => `${Math.round(seconds)} s`)]),
    ...ROWS.map(([name, figure]) => line([name, ...runs.map(({ outcome }) => figure(outcome))])),
  ];
  const violations = runs.flatMap(({ title, outcome }) => outcome.violations.map((what) => `- ${title}: ${what}`));
  const shown =
    violations.length > 20 ? [...violations.slice(0, 20), `- and ${violations.length - 20} more`] : violations;
  return `${[...table, ...(shown.length > 0 ? ["", "Violated guarantees:", "", ...shown] : [])].join("\n")}\n`;
}

function formatQuantiles({ count, p50, p99, max }: Quantiles): string {
  return count === 0 ? "–" : `${p50} / ${p99} / ${max} ms`;
}
