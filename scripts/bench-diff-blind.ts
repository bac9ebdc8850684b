/**
 * `npx tsx scripts/bench-diff-blind.ts opened` (or `sealed`): runs labelled pairs through `contract diff`, oasdiff and `redocly diff`.
 * It writes the table to bench/DIFF.md. The author of scripts/diff-pairs/blind did not know the code.
 *
 * Environment variables:
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { formatDifferences, formatTotals, runTools, type SpecChange } from "./diff-pairs/compare-tools.js";

type LabelledPair = {
  readonly name: string;
  readonly old: object;
  readonly new: object;
  readonly breaking: boolean;
  /** An example of what the new version refuses or adds, or why nothing breaks. */
  readonly why: string;
};

const OUT = "bench/DIFF.md";
const HALVES = {
  opened:
    "Before any change of the code, `contract diff` found 85 of 89, with one false break. Then this half was used to fix it.",
  sealed:
    "While it was sealed, one run found 74 of 80, with five false breaks. Then it was opened too, and used to fix the code.",
} as const;

const half = process.argv[2] === "sealed" ? "sealed" : "opened";
const folder = join(import.meta.dirname, "diff-pairs/blind");
const pairs = readFileSync(join(folder, `${half}.ndjson`), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as LabelledPair);
const notes = parse(readFileSync(join(folder, "notes.yaml"), "utf8")) as Readonly<Record<string, string>>;

const changes = pairs.map(
  ({ name, old, new: next, breaking }): SpecChange => ({
    part: half,
    title: name,
    old: JSON.stringify(old),
    new: JSON.stringify(next),
    isBreaking: breaking,
  }),
);
const { all, rows } = await runTools(changes);

/** Lists what `contract diff` reports differently, with the reason of the label and our note. */
function formatOwnDifferences(): string {
  const lines = all.flatMap(({ title, isBreaking }, index) => {
    if (rows[index]?.[0] === isBreaking) return [];
    const { why = "" } = pairs[index] ?? {};
    const note = notes[title];
    return [
      `- **${title}**: labelled ${isBreaking ? "breaking" : "safe"}. ${why}${note === undefined ? "" : ` *Note:* ${note}`}`,
    ];
  });
  return lines.length === 0 ? "" : `\nWhere \`contract diff\` differs from the label:\n\n${lines.join("\n")}\n`;
}

const breaking = all.filter(({ isBreaking }) => isBreaking).length;
const head = `\n## Pairs of another author: ${half} half\n`;
const text = `${head}
\`npx tsx scripts/bench-diff-blind.ts ${half}\` runs ${all.length} small pairs, of which ${breaking} are labelled breaking. Their author had not
seen the code, and labelled each with an example of what is refused, or a reason why nothing is. ${HALVES[half]}

${formatTotals(all, rows, [])}
${formatOwnDifferences()}
<details><summary>Pairs for which a tool differs from the label</summary>

${formatDifferences(all, rows)}

</details>
`;
const [before = "", after = ""] = readFileSync(OUT, "utf8").split(head);
const rest = /\n## [\s\S]*$/.exec(after)?.[0] ?? "";
writeFileSync(OUT, `${before}${text}${rest}`);
process.stdout.write(text);
