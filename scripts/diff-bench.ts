/**
 * `npm run bench:diff`: the edits of test/diff/cases, and those of test/diff/foreign, through `contract diff` and, where they are
 * there, through oasdiff and `redocly diff`; writes bench/DIFF.md. Only whether a step is breaking is compared: every tool has
 * codes of its own.
 *
 * OASDIFF names the binary of oasdiff (default: `oasdiff` on the path), FOREIGN a folder with public specs that are too large
 * for test/material. The command lists the specs that it leaves out. ONLY=foreign keeps the part of the page about our own edits.
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

const FILES = ["operations.yaml", "requests.yaml", "answers.yaml", "webhooks.yaml", "callbacks.yaml"];
const OUT = "bench/DIFF.md";

type Step = {
  readonly part: string;
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly isBreaking: boolean;
};
type Verdict = boolean | "failed";
type Tool = { readonly name: string; readonly judge: (step: Step, folder: string) => Promise<Verdict> };

type Judged = { readonly all: readonly Step[]; readonly rows: readonly Verdict[][] };

const run = promisify(execFile);

/** Exit code 1 is a break, 0 none; anything else is no verdict. */
async function exitOf(command: string, args: readonly string[]): Promise<Verdict> {
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
    judge: async (step) => difference(step.old, step.new).findings.some(({ level }) => level === "error"),
  },
  {
    name: "oasdiff",
    judge: (_, folder) =>
      exitOf(process.env.OASDIFF ?? "oasdiff", [
        "breaking",
        join(folder, "old.json"),
        join(folder, "new.json"),
        "--fail-on",
        "ERR",
      ]),
  },
  {
    name: "redocly diff",
    judge: (_, folder) =>
      exitOf("node_modules/.bin/redocly", [
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

function steps(): Step[] {
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
          title: `taken back: ${it.title}`,
          old: edited,
          new: base,
          isBreaking: isBreaking(it.back),
        },
      ];
    }),
  );
}

/** The edits of public specs: those of test/material, and those in the folder FOREIGN. */
function foreignSteps(): Step[] {
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
        ...(back === undefined ? [] : [{ part, title: `taken back: ${title}`, old: next, new: old, isBreaking: back }]),
      ];
    });
  });
}

async function judged(all: readonly Step[]): Promise<Judged> {
  const root = mkdtempSync(join(tmpdir(), "diff-bench-"));
  const rows: Verdict[][] = [];
  const rest = [...all.entries()];
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [index, step] = next;
      const folder = join(root, String(index));
      mkdirSync(folder);
      writeFileSync(join(folder, "old.json"), step.old);
      writeFileSync(join(folder, "new.json"), step.new);
      rows[index] = await Promise.all(TOOLS.map(({ judge }) => judge(step, folder)));
      rmSync(folder, { recursive: true });
      process.stderr.write(`\r${all.length - rest.length} of ${all.length}`);
    }
  };
  try {
    // Without this its rules about breaking changes are off.
    writeFileSync(join(root, "redocly.yaml"), "extends:\n  - diff-recommended\n");
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    rmSync(root, { recursive: true });
  }
  return { all, rows };
}

const AT_ONCE = 3;

const word = (verdict: Verdict): string => (verdict === "failed" ? "–" : verdict ? "breaking" : "safe");

/** How many steps of each part each tool judges as is expected. */
function totals(all: readonly Step[], rows: readonly Verdict[][], parts: readonly string[]): string {
  const count = (tool: number, part: string, expected: boolean, said?: Verdict): number =>
    all.filter(
      (step, index) =>
        (part === "all" || step.part === part) &&
        step.isBreaking === expected &&
        (said === undefined || rows[index]?.[tool] === said),
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
    "| steps | tool | breaking ones found | safe ones called breaking | no verdict |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** The steps that a tool judges otherwise than is expected. */
function differing(all: readonly Step[], rows: readonly Verdict[][]): string {
  const lines = all.flatMap((step, index) => {
    const row = rows[index] ?? [];
    if (row.every((verdict) => verdict === step.isBreaking)) return [];
    return [`| ${step.title} | ${word(step.isBreaking)} | ${row.map(word).join(" | ")} |`];
  });
  const head = `| step | expected | ${TOOLS.map(({ name }) => name).join(" | ")} |`;
  return [head, `|---|---|${TOOLS.map(() => "---").join("|")}|`, ...lines].join("\n");
}

const partsOf = (all: readonly Step[]): string[] => [...new Set(all.map(({ part }) => part))];

function ownPage({ all, rows }: Judged): string {
  return `# Breaking changes, beside others

\`npm run bench:diff\` puts the edits of \`test/diff/cases\` (${all.length / 2} edits of one description, there and back) through each tool
and asks one thing: is this step breaking? What is expected is what containment says: a step is breaking when somebody who kept
the old description is refused by the new one, or gets what the old one ruled out. The edits and what is expected of them are
ours; other tools draw the line elsewhere on purpose, and where they do stands below. What may break is not breaking here, nor what oasdiff
warns of. oasdiff judges webhooks as requests, which go the other way.

${totals(all, rows, partsOf(all))}

Where any of them differs from what is expected:

${differing(all, rows)}
`;
}

const FOREIGN_HEAD = "\n## Descriptions of others\n";

function foreignPage({ all, rows }: Judged): string {
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return `${FOREIGN_HEAD}
The edits of \`test/diff/foreign\` in whole public descriptions (${partsOf(all).join(", ")}), from test/material and
from the folder that FOREIGN names. ${all.length} steps, ${breaking} of them breaking; each edit is judged there, and taken back where what that comes to is plain.

${totals(all, rows, partsOf(all))}

Where any of them differs from what is expected:

${differing(all, rows)}
`;
}

const own =
  process.env.ONLY === "foreign" ? readFileSync(OUT, "utf8").split(FOREIGN_HEAD)[0] : ownPage(await judged(steps()));
writeFileSync(OUT, `${own}${foreignPage(await judged(foreignSteps()))}`);
process.stderr.write(`\nwrote ${OUT}\n`);
