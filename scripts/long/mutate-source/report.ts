import { flat, type Mutant } from "./edit.js";
import { type Equivalent, reasonFor } from "./equivalents.js";
import { folderOf } from "./folders.js";
import type { Verdict } from "./run-tests.js";

export type MutationRun = {
  readonly verdicts: readonly Verdict[];
  readonly seed: string;
  readonly refused: number;
  readonly equivalents: readonly Equivalent[];
};

type Row = { readonly name: string; readonly killed: number; readonly counted: number; readonly equivalent: number };

export function summaryLines(run: MutationRun): string[] {
  const survivors = survivorsOf(run);
  const lines = survivors.map(({ mutant, isReached }) => `${isReached ? "survived" : "not reached"}  ${shown(mutant)}`);
  const rows = rowsOf(run).map(({ name, killed, counted, equivalent }) => {
    return `${name.padEnd(12)} ${String(killed).padStart(4)} of ${String(counted).padStart(4)}  ${percent(killed, counted)}  ${equivalent} equivalent`;
  });
  return [...lines, "", ...rows];
}

export function reportPage(run: MutationRun): string {
  const rows = rowsOf(run).map(
    ({ name, killed, counted, equivalent }) =>
      `| ${name} | ${counted} | ${killed} | ${percent(killed, counted)} | ${equivalent} |`,
  );
  const equal = run.verdicts.filter(({ killedBy, mutant }) => killedBy === undefined && isEquivalent(mutant, run));
  return `# Random bugs in the source, and the tests of the same folder

\`npm run long mutate-source -- --seed ${run.seed} --count ${run.verdicts.length} --out bench/SOURCE-MUTATION.md\` wrote this file.

Each bug is one mutation in \`src/\`, with the mutators of StrykerJS 9; each is as likely to be drawn. A bug is killed when a
test of the same folder fails or does not end, or the test of what commands print. \`scripts/long/mutate-source/folders.ts\` lists
the tests of each folder and those that are not run. The compiler noticed ${run.refused} further bugs; the draw replaced them. Left out of the draw: types, and
files that are compiled into a file of the repository, where a comparison of the two would notice any bug.
A bug gets a limited CPU time (\`--time-limit\`). A survivor may therefore be a bug that not all tests of its folder were
run against: the score is a lower bound.

| folder | bugs | killed | score | equivalent |
|---|---|---|---|---|
${rows.join("\n")}

## Survivors

${survivorsOf(run)
  .map(({ mutant, isReached }) => `- ${code(mutant)}${isReached ? "" : " (not reached)"}`)
  .join("\n")}

## Equivalent bugs, not counted

${equal.map(({ mutant }) => `- ${code(mutant)}: ${reasonFor(mutant, run.equivalents)}`).join("\n")}
`;
}

function rowsOf({ verdicts, equivalents }: MutationRun): Row[] {
  const folders = [...new Set(verdicts.map(({ mutant }) => folderOf(mutant.file)))].sort();
  const row = (name: string, own: readonly Verdict[]): Row => {
    const equivalent = own.filter((it) => it.killedBy === undefined && reasonFor(it.mutant, equivalents) !== undefined);
    const killed = own.filter(({ killedBy }) => killedBy !== undefined).length;
    return { name, killed, counted: own.length - equivalent.length, equivalent: equivalent.length };
  };
  return [
    ...folders.map((name) =>
      row(
        name,
        verdicts.filter(({ mutant }) => folderOf(mutant.file) === name),
      ),
    ),
    row("all", verdicts),
  ];
}

function survivorsOf(run: MutationRun): Verdict[] {
  return run.verdicts.filter(({ killedBy, mutant }) => killedBy === undefined && !isEquivalent(mutant, run));
}

function isEquivalent(mutant: Mutant, { equivalents }: MutationRun): boolean {
  return reasonFor(mutant, equivalents) !== undefined;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

function shown({ file, line, operator, original, text }: Mutant): string {
  return `${file}:${line}  ${operator}: ${cut(original)}${text === "" ? "" : ` -> ${cut(text)}`}`;
}

function code({ file, line, operator, original, text }: Mutant): string {
  const change = text === "" ? "" : ` → \`${cut(text).replaceAll("`", "'")}\``;
  return `${file}:${line} ${operator}: \`${cut(original).replaceAll("`", "'")}\`${change}`;
}

function cut(text: string): string {
  const line = flat(text);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
