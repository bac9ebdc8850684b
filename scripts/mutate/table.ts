import type { Clean, Mutant, Operator } from "./mutant.js";
import type { Told } from "./rivals/rival.js";

export type Column = {
  readonly name: string;
  /** What was said of clean exchanges: each word is a false alarm. */
  readonly alarms: ReadonlyMap<Clean, Told>;
  readonly told: ReadonlyMap<Mutant, Told>;
  /** It was given a part of the mutants only, because it is slow. */
  readonly isSample: boolean;
};

export type Run = {
  readonly operators: readonly Operator[];
  readonly clean: readonly Clean[];
  readonly mutants: readonly Mutant[];
  /** Mutants that broke nothing, by the word of the independent validator. */
  readonly harmless: number;
  readonly columns: readonly Column[];
  readonly options: { readonly seed: string; readonly most: string };
};

/** The page bench/MUTATION.md: the project's own exchanges, and those of public descriptions. */
export function mutationPage(run: Run, others: Run): string {
  const { operators, clean, mutants, harmless, columns, options } = run;
  const used = operators.filter(({ name }) => mutants.some(({ operator }) => operator === name));
  const lines = [
    "# Mutations",
    "",
    `Written by \`npm run mutate -- --seed ${options.seed} --most ${options.most}\`; do not edit.`,
    "",
    `${clean.length} clean exchanges (the bases of test/cases, the recordings of test/traffic), each broken once by each of ${used.length} operators, at up`,
    `to ${options.most} places that the seed chooses: ${mutants.length} mutants. ${harmless} more broke nothing, by the word of an independent validator`,
    "(@hyperjump/json-schema 1.18, formats asserted), and do not count. Caught is a mutant of which a tool says something that it",
    "does not say of the exchange it was made from. Every tool was given the same exchanges in one run; `redocly drift` and",
    "`contract` as HAR, the Prism proxy as live calls (a sample; a body on 204 cannot be sent by a server), openapi-backend as",
    "decoded objects. What the gate warns of on clean exchanges is drift in the real payloads of a recording. A message that a tool leaves out because it groups its findings is not held against it.",
    "",
    `| operator | ${columns.map(({ name }) => name).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...summary(run),
    ...used.map(({ name }) =>
      row(
        name,
        mutants.filter(({ operator }) => operator === name),
        columns,
      ),
    ),
    "",
    "## Survivors of the gate",
    "",
    ...survivors(run),
    "",
    ...ofOthers(others),
    "## Why each mutant is wrong",
    "",
    "| operator | because |",
    "|---|---|",
    ...used.map(
      ({ name, because }) => `| ${name} | ${because === "schema" ? "the independent validator says so" : because} |`,
    ),
    "",
  ];
  return lines.join("\n");
}

/** What each tool caught of each kind, and its false alarms. */
function summary({ operators, mutants, columns }: Run): string[] {
  const kinds = (["violation", "drift"] as const).map((kind) => {
    const names = new Set(operators.filter((it) => it.kind === kind).map(({ name }) => name));
    const of = mutants.filter(({ operator }) => names.has(operator));
    return row(`**All of kind ${kind}**`, of, columns);
  });
  const alarms = columns.map(({ alarms: all }) => {
    const said = [...all.values()].filter((it) => it !== undefined);
    const warned = said.filter((it) => it.length > 0 && it.every((text) => text.startsWith("warn")));
    const alarmed = said.filter((it) => it.length > 0).length - warned.length;
    return `${alarmed} of ${said.length}${warned.length === 0 ? "" : `, and ${warned.length} warned of`}`;
  });
  return [...kinds, `| **Clean exchanges with a false alarm** | ${alarms.join(" | ")} |`];
}

function ofOthers(run: Run): string[] {
  const { clean, mutants, harmless, columns } = run;
  if (clean.length === 0) return [];
  return [
    "## Public descriptions",
    "",
    `One random exchange of each documented answer of ${[...new Set(clean.map(({ contract }) => contract))].join(" and ")}, valid by the way it is made:`,
    `${clean.length} exchanges, broken as above: ${mutants.length} mutants, and ${harmless} that broke nothing.`,
    "",
    `| | ${columns.map(({ name }) => name).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...summary(run),
    "",
    "Survivors of the gate:",
    "",
    ...survivors(run),
    "",
  ];
}

/** A violation has to be told as an error; of the others it is enough that they say anything new. */
export function isCaught({ alarms, told }: Column, mutant: Mutant): boolean | undefined {
  const said = told.get(mutant);
  if (said === undefined) return undefined;
  const before = new Set(alarms.get(mutant.clean) ?? []);
  const counts = (it: string): boolean => mutant.operator.startsWith("drift: ") || !it.startsWith("warn ");
  return said.some((it) => !before.has(it) && counts(it));
}

function row(name: string, mutants: readonly Mutant[], columns: readonly Column[]): string {
  const cells = columns.map((column) => {
    const caught = mutants.map((mutant) => isCaught(column, mutant)).filter((it) => it !== undefined);
    if (caught.length === 0) return "–";
    const count = caught.filter(Boolean).length;
    return `${count} of ${caught.length} (${percent(count, caught.length)})`;
  });
  return `| ${name} | ${cells.join(" | ")} |`;
}

/** Rounded down, so that a hundred is all. */
function percent(count: number, all: number): string {
  return `${Math.floor((1000 * count) / all) / 10} %`;
}

function survivors({ mutants, columns: [gate] }: Run): string[] {
  if (gate === undefined) return [];
  const left = mutants.filter((mutant) => isCaught(gate, mutant) === false);
  if (left.length === 0) return ["None."];
  return left.map(
    ({ operator, clean, what }) =>
      `- ${operator}: ${clean.operation.id} (${clean.name}): ${what.replaceAll("|", "\\|")}`,
  );
}
