/**
 * `npm run bench:diff`: runs the edits of test/diff/cases and test/diff/foreign through `contract diff`, oasdiff and `redocly diff`,
 * and writes bench/DIFF.md. It compares only whether a change is reported as breaking, because each tool has its own codes.
 *
 * Environment variables:
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 * - FOREIGN: a folder with public specs that are too large for test/material. The command lists the specs that it leaves out.
 * - ONLY=foreign: runs the public specs only, and keeps the rest of bench/DIFF.md.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DIFF_CODES, type DiffCode } from "../src/diff/index.js";
import type { JsonObject } from "../src/document/index.js";
import { baseText, type Case, difference, edited, editedText, readCases, readForeign } from "../test/diff/case.js";
import { VENDORED_SPECS } from "../test/material/specs.js";

const FILES = ["operations.yaml", "requests.yaml", "responses.yaml", "webhooks.yaml", "callbacks.yaml", "wire.yaml"];
const OUT = "bench/DIFF.md";

type SpecChange = {
  readonly part: string;
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly isBreaking: boolean;
};
type Verdict = boolean | "failed";
type Tool = { readonly name: string; readonly isBreaking: (change: SpecChange, folder: string) => Promise<Verdict> };

type ToolVerdicts = { readonly all: readonly SpecChange[]; readonly rows: readonly Verdict[][] };

const run = promisify(execFile);

/** Exit code 1 means breaking and 0 means safe. With any other exit code the tool has failed. */
async function runTool(command: string, args: readonly string[]): Promise<Verdict> {
  try {
    await run(command, args, { maxBuffer: 2 ** 26, env: { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" } });
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 1 ? true : "failed";
  }
}

const TOOLS: readonly Tool[] = [
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

function listOwnChanges(): SpecChange[] {
  const base = baseText();
  const isBreaking = (codes: readonly string[]): boolean =>
    codes.some((code) => DIFF_CODES[code as DiffCode].level === "error");
  return FILES.flatMap((file) =>
    readCases(file).flatMap((it: Case) => {
      const edited = editedText(it);
      return [
        { part: file.replace(".yaml", ""), title: it.title, old: base, new: edited, isBreaking: isBreaking(it.finds) },
        {
          part: file.replace(".yaml", ""),
          title: `reverted: ${it.title}`,
          old: edited,
          new: base,
          isBreaking: isBreaking(it.back),
        },
      ];
    }),
  );
}

/** Returns the edits of public specs in test/material and in the folder FOREIGN. */
function listForeignChanges(): SpecChange[] {
  return [...readForeign()].flatMap(([name, cases]) => {
    const vendored: Readonly<Record<string, string>> = VENDORED_SPECS;
    const path = vendored[name.replace(".json", "")] ?? join(process.env.FOREIGN ?? ".", name);
    if (!existsSync(path)) {
      process.stderr.write(`${name} is left out: set FOREIGN to a folder that holds it\n`);
      return [];
    }
    const root = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
    const old = JSON.stringify(root);
    const part = name.replace(".json", "");
    return cases.flatMap(({ title, breaks, back, ...edit }) => {
      const next = JSON.stringify(edited(root, edit));
      return [
        { part, title, old, new: next, isBreaking: breaks },
        ...(back === undefined ? [] : [{ part, title: `reverted: ${title}`, old: next, new: old, isBreaking: back }]),
      ];
    });
  });
}

async function runTools(all: readonly SpecChange[]): Promise<ToolVerdicts> {
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

const CONCURRENCY = 3;

const formatVerdict = (verdict: Verdict): string => (verdict === "failed" ? "–" : verdict ? "breaking" : "safe");

/** Counts, for each part and tool, the breaking changes found and the false alarms. */
function formatTotals(all: readonly SpecChange[], rows: readonly Verdict[][], parts: readonly string[]): string {
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

/** Lists the changes for which at least one tool differs from the expected result. */
function formatDifferences(all: readonly SpecChange[], rows: readonly Verdict[][]): string {
  const lines = all.flatMap((change, index) => {
    const row = rows[index] ?? [];
    if (row.every((verdict) => verdict === change.isBreaking)) return [];
    return [`| ${change.title} | ${formatVerdict(change.isBreaking)} | ${row.map(formatVerdict).join(" | ")} |`];
  });
  const head = `| change | expected | ${TOOLS.map(({ name }) => name).join(" | ")} |`;
  return [head, `|---|---|${TOOLS.map(() => "---").join("|")}|`, ...lines].join("\n");
}

const listParts = (all: readonly SpecChange[]): string[] => [...new Set(all.map(({ part }) => part))];

function formatOwnPage({ all, rows }: ToolVerdicts): string {
  return `# Breaking changes: comparison with other tools

\`npm run bench:diff\` runs the edits of \`test/diff/cases\` (${all.length / 2} edits of one spec, applied and reverted) through each tool and
compares one result: is this change breaking? We expect "breaking" if the new spec rejects a request that the old spec accepts, or
allows a response that the old spec rules out. Both the edits and the expected results are ours. Other tools draw the line elsewhere
on purpose; the second table shows where. Warnings count as safe, for \`contract diff\` and for oasdiff. oasdiff treats webhooks as
requests of clients, although the service sends them.

${formatTotals(all, rows, listParts(all))}

Changes for which a tool differs from the expected result:

${formatDifferences(all, rows)}
`;
}

const FOREIGN_HEAD = "\n## Public specs\n";

function formatForeignPage({ all, rows }: ToolVerdicts): string {
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return `${FOREIGN_HEAD}
The edits of \`test/diff/foreign\` in whole public specs (${listParts(all).join(", ")}), from test/material and from the folder
FOREIGN: ${all.length} changes, of which ${breaking} are breaking. An edit is also reverted if the expected result of that is clear.

${formatTotals(all, rows, listParts(all))}

Changes for which a tool differs from the expected result:

${formatDifferences(all, rows)}
`;
}

/** The section that scripts/bench-diff-traffic.ts writes. */
const TRAFFIC_HEAD = "\n## Weighed by traffic\n";
const [page = "", traffic] = readFileSync(OUT, "utf8").split(TRAFFIC_HEAD);
const kept = traffic === undefined ? "" : `${TRAFFIC_HEAD}${traffic}`;
const own =
  process.env.ONLY === "foreign" ? page.split(FOREIGN_HEAD)[0] : formatOwnPage(await runTools(listOwnChanges()));
writeFileSync(OUT, `${own}${formatForeignPage(await runTools(listForeignChanges()))}${kept}`);
process.stderr.write(`\nwrote ${OUT}\n`);
