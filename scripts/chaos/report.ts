import type { Outcome, Quantiles } from "./checks.js";

export type Run = { readonly title: string; readonly seconds: number; readonly outcome: Outcome };

const ROWS: readonly (readonly [name: string, figure: (outcome: Outcome) => string])[] = [
  ["kills (SIGKILL)", ({ kills }) => String(kills)],
  ["acknowledged writes", ({ writes }) => String(writes)],
  ["requests for them", ({ requests }) => String(requests)],
  ["**lost writes**", ({ lostWrites }) => String(lostWrites)],
  ["**lost webhooks**", ({ lostWebhooks }) => String(lostWebhooks)],
  ["**writes with more than one effect**", ({ doubledEffects }) => String(doubledEffects)],
  ["**unequal answers to one request id**", ({ unequalAnswers }) => String(unequalAnswers)],
  ["**stale reads after an acknowledgement**", ({ staleReads, reads }) => `${staleReads} of ${reads}`],
  ["**deliveries signed wrongly, or with other bytes**", ({ badDeliveries }) => String(badDeliveries)],
  ["deliveries", ({ deliveries }) => String(deliveries)],
  ["deliveries that came again after they were acknowledged", ({ duplicates }) => String(duplicates)],
  ["write, until acknowledged: p50 / p99 / longest", ({ writeMs }) => told(writeMs)],
  ["first delivery after the write: p50 / p99 / longest", ({ deliveryMs }) => told(deliveryMs)],
  ["the same, while nobody died", ({ calmDeliveryMs }) => told(calmDeliveryMs)],
  ["deliveries resume after a death: p50 / p99 / longest", ({ resumeMs }) => told(resumeMs)],
  ["start to ready: p50 / p99 / longest", ({ startMs }) => told(startMs)],
];

/** The figures of some runs beside each other, as a table in Markdown, and what they have broken. */
export function chaosReport(runs: readonly Run[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    line(["", ...runs.map(({ title }) => title)]),
    line(["---", ...runs.map(() => "---:")]),
    line(["length", ...runs.map(({ seconds }) => `${Math.round(seconds)} s`)]),
    ...ROWS.map(([name, figure]) => line([name, ...runs.map(({ outcome }) => figure(outcome))])),
  ];
  const broken = runs.flatMap(({ title, outcome }) => outcome.violations.map((what) => `- ${title}: ${what}`));
  const shown = broken.length > 20 ? [...broken.slice(0, 20), `- and ${broken.length - 20} more`] : broken;
  return `${[...table, ...(shown.length > 0 ? ["", "Broken promises:", "", ...shown] : [])].join("\n")}\n`;
}

function told({ count, p50, p99, max }: Quantiles): string {
  return count === 0 ? "–" : `${p50} / ${p99} / ${max} ms`;
}
