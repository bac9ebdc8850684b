/** Runs tools on changes of specs, and compares one result of each: is the change breaking? */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { difference } from "../../../test/diff/case.js";

export type SpecChange = {
  readonly part: string;
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly isBreaking: boolean;
};
export type Verdict = boolean | "failed";
type Tool = { readonly name: string; readonly isBreaking: (change: SpecChange, folder: string) => Promise<Verdict> };

export type ToolVerdicts = { readonly all: readonly SpecChange[]; readonly rows: readonly Verdict[][] };

const run = promisify(execFile);

/** Exit code 1 means breaking and 0 means safe. With any other exit code the tool has failed. */
export async function runTool(command: string, args: readonly string[]): Promise<Verdict> {
  try {
    await run(command, args, { maxBuffer: 2 ** 26, env: { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" } });
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 1 ? true : "failed";
  }
}

export const TOOLS: readonly Tool[] = [
  {
    name: "contract diff",
    isBreaking: async (change) => difference(change.old, change.new).findings.some(({ level }) => level === "error"),
  },
  {
    name: "oasdiff",
    isBreaking: (_, folder) =>
      runTool(process.env.OASDIFF ?? "oasdiff", [
        "breaking",
        join(folder, "old.json"),
        join(folder, "new.json"),
        "--fail-on",
        "ERR",
      ]),
  },
  {
    name: "redocly diff",
    isBreaking: (_, folder) =>
      runTool("node_modules/.bin/redocly", [
        "diff",
        join(folder, "old.json"),
        join(folder, "new.json"),
        "--fail-on",
        "major",
        "--config",
        join(folder, "../redocly.yaml"),
      ]),
  },
];

/** Runs every tool on every change. */
export async function runTools(all: readonly SpecChange[]): Promise<ToolVerdicts> {
  const root = mkdtempSync(join(tmpdir(), "diff-bench-"));
  const rows: Verdict[][] = [];
  const rest = [...all.entries()];
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [index, change] = next;
      const folder = join(root, String(index));
      mkdirSync(folder);
      writeFileSync(join(folder, "old.json"), change.old);
      writeFileSync(join(folder, "new.json"), change.new);
      rows[index] = await Promise.all(TOOLS.map(({ isBreaking }) => isBreaking(change, folder)));
      rmSync(folder, { recursive: true });
      process.stderr.write(`\r${all.length - rest.length} of ${all.length}`);
    }
  };
  try {
    // Redocly reports no breaking changes without this ruleset.
    writeFileSync(join(root, "redocly.yaml"), "extends:\n  - diff-recommended\n");
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    rmSync(root, { recursive: true });
  }
  return { all, rows };
}

const CONCURRENCY = 2;

export const formatVerdict = (verdict: Verdict): string => (verdict === "failed" ? "–" : verdict ? "breaking" : "safe");

/** Counts, for each part and tool, the breaking changes found and the false alarms. */
export function formatTotals(all: readonly SpecChange[], rows: readonly Verdict[][], parts: readonly string[]): string {
  const count = (tool: number, part: string, expected: boolean, verdict?: Verdict): number =>
    all.filter(
      (change, index) =>
        (part === "all" || change.part === part) &&
        change.isBreaking === expected &&
        (verdict === undefined || rows[index]?.[tool] === verdict),
    ).length;
  const lines = ["all", ...parts].flatMap((part) =>
    TOOLS.map(({ name }, tool) => {
      const found = `${count(tool, part, true, true)} of ${count(tool, part, true)}`;
      const alarms = `${count(tool, part, false, true)} of ${count(tool, part, false)}`;
      const failed = count(tool, part, true, "failed") + count(tool, part, false, "failed");
      return `| ${part} | ${name} | ${found} | ${alarms} | ${failed} |`;
    }),
  );
  return [
    "| part | tool | breaking changes found | safe changes reported as breaking | failed |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Lists the changes for which contract diff differs from the expected result. */
export function formatDifferences(all: readonly SpecChange[], rows: readonly Verdict[][]): string {
  const lines = all.flatMap((change, index) => {
    const row = rows[index] ?? [];
    if (row[0] === change.isBreaking) return [];
    return [`| ${change.title} | ${formatVerdict(change.isBreaking)} | ${row.map(formatVerdict).join(" | ")} |`];
  });
  if (lines.length === 0) return "None.";
  const head = `| change | expected | ${TOOLS.map(({ name }) => name).join(" | ")} |`;
  return [head, `|---|---|${TOOLS.map(() => "---").join("|")}|`, ...lines].join("\n");
}

export const listParts = (all: readonly SpecChange[]): string[] => [...new Set(all.map(({ part }) => part))];
