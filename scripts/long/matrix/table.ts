import { nameOf } from "./cells.js";
import type { CellResult } from "./run-cell.js";

/** Formats one line for a cell: its steps, and which of them failed. */
export function formatLine({ cell, steps, seconds }: CellResult): string {
  const failed = steps.filter(({ failure }) => failure !== undefined);
  const stepNames = steps.map(({ name, failure }) => (failure === undefined ? name : `FAILED ${name}`)).join(", ");
  return `${failed.length === 0 ? "ok    " : "FAILED"} ${nameOf(cell).padEnd(36)} ${seconds.toFixed(1).padStart(6)} s  ${stepNames}`;
}

/** Formats a Markdown table with a row for each package manager and TypeScript version, and a column for each Node.js version. */
export function formatTable(results: readonly CellResult[]): string {
  const nodes = [...new Set(results.map(({ cell }) => cell.node))];
  const rowOf = ({ cell: { manager, typescript, vitest } }: CellResult): string =>
    `| ${manager} | ${typescript}${vitest === undefined ? "" : `, vitest ${vitest}`} |`;
  const rows = [...new Set(results.map(rowOf))].map((row) => {
    const cells = nodes.map((node) => {
      const result = results.find((it) => rowOf(it) === row && it.cell.node === node);
      if (result === undefined) return "–";
      const failed = result.steps.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
      return failed.length === 0 ? `${result.steps.length} ok` : `**${failed.join(", ")}**`;
    });
    return `${row} ${cells.join(" | ")} |`;
  });
  const header = `| package manager | TypeScript | ${nodes.map((node) => `Node.js ${node}`).join(" | ")} |`;
  return [header, `|---|---|${nodes.map(() => "---|").join("")}`, ...rows].join("\n");
}
