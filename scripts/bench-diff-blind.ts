/**
 * `npx tsx scripts/bench-diff-blind.ts opened` (or `sealed`): runs labelled pairs through `contract diff`, oasdiff and `redocly diff`.
 * It writes the table to bench/DIFF.md. The author of scripts/diff-pairs/blind did not know the code.
 *
 * Environment variables:
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { formatDifferences, formatTotals, runTools, type SpecChange } from "./diff-pairs/compare-tools.js";
import { writeSection } from "./diff-pairs/write-section.js";

type LabelledPair = {
  readonly name: string;
  readonly old: object;
  readonly new: object;
  readonly breaking: boolean;
  /** An example of what the new version refuses or adds, or why nothing breaks. */
  readonly why: string;
};

/** What the first run found, which no later run can measure. Both halves were used to fix the code after it. */
const FIRST_RUN = {
  opened:
    "The first run, on 2026-11-26, found 85 of 89, with one false break. Then this half was used to fix the code.",
  sealed:
    "The first run, on 2026-11-26, found 74 of 80, with five false breaks. Then this half was used to fix the code.",
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
const text = `## Pairs of another author: ${half} half

\`npx tsx scripts/bench-diff-blind.ts ${half}\` runs ${all.length} small pairs, of which ${breaking} are labelled breaking. Their author had not
seen the code, and labelled each with an example of what is refused, or a reason why nothing is.
${FIRST_RUN[half]}

${formatTotals(all, rows, [])}
${formatOwnDifferences()}
<details><summary>Pairs for which a tool differs from the label</summary>

${formatDifferences(all, rows)}

</details>
`;
writeSection(text);
