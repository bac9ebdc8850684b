import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One row of a page about defects of another author: a half of the first set, or a whole later set, on one service. */
type Row = { readonly page: string; readonly cells: readonly string[] };

const ROW =
  /^\| (opened|sealed|second|third|fourth|fifth|sixth|seventh|eighth) \| (\w+) \| (\d+) \| \d+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm;

/** Formats the totals of bench/FAULTS-BLIND*.md as one table, each as it was measured first. */
export function formatBlindSummary(folder: string): string {
  const pages = readdirSync(folder)
    .filter((name) => /^FAULTS-BLIND(-\d)?\.md$/.test(name))
    .sort((one, other) => one.length - other.length || one.localeCompare(other));
  const rows = pages.flatMap((page): Row[] =>
    [...readFileSync(join(folder, page), "utf8").matchAll(ROW)].map(([, ...cells]) => ({ page, cells })),
  );
  const format = ({ page, cells }: Row): string => {
    const [half = "", service = "", defects = "", found = "", ...others] = cells;
    const isFirst = half === "opened" || half === "sealed";
    const share = Math.floor((100 * Number(found)) / Number(defects));
    const name = isFirst ? `first, ${half} half` : half;
    return `| [${name}](${page}) | ${service} | ${half === "opened" ? "yes" : "no"} | ${defects} | ${found} (${share} %) | ${others.join(" | ")} |`;
  };
  return [
    "| set | service | read before it was measured | defects | found | noticed | never provoked | missed |",
    "|---|---|---|--:|--:|--:|--:|--:|",
    ...rows.map(format),
  ].join("\n");
}
