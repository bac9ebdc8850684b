import type { Defect } from "./defect.js";
import { DEFECTS } from "./defects.js";
import type { State, Verdict } from "./state.js";

const VERDICTS: readonly Verdict[] = ["found", "noticed", "never provoked", "missed"];

/** A finding that does not name the defect is only noticed. A reader's decision goes before the words of the defect. */
export function getVerdict({ results }: State, { id }: Defect): Verdict | undefined {
  const { verdict, accept } = results[id] ?? {};
  if (accept === false && verdict === "found") return "noticed";
  return accept === true ? "found" : verdict;
}

/** Formats the totals of a set as a Markdown table, one row for each service, and how often the healthy services were probed. */
export function formatTotals(state: State, set: string): string {
  const defects = DEFECTS[set] ?? [];
  const services = [...new Set(defects.map(({ service }) => service))].sort().reverse();
  const totals = services.map((service) => {
    const verdicts = defects.filter((it) => it.service === service).map((it) => getVerdict(state, it));
    const measured = verdicts.filter((it) => it !== undefined);
    const counts = VERDICTS.map((verdict) => measured.filter((it) => it === verdict).length);
    return `| ${[set, service, verdicts.length, measured.length, ...counts].join(" | ")} |`;
  });
  const healthy = Object.entries(state.healthy).map(([service, runs]) => {
    const names = Object.keys(runs ?? {});
    const count = (part: string): number => names.filter((name) => name.startsWith(part)).length;
    const keys = new Set(Object.values(runs ?? {}).flat());
    return `healthy ${service}: ${count("scenarios")} runs of scenarios, ${count("cases")} of cases, ${keys.size} findings`;
  });
  return [
    `| set | service | defects | measured | ${VERDICTS.join(" | ")} |`,
    "|---|---|--:|--:|--:|--:|--:|--:|",
    ...totals,
    ...healthy,
    "",
  ].join("\n");
}
