import type { Clean, Mutant, Operator } from "./mutant.js";
import type { ToolFindings } from "./rivals/rival.js";

export type Column = {
  readonly name: string;
  /** The findings for clean exchanges, which are false alarms. */
  readonly alarms: ReadonlyMap<Clean, ToolFindings>;
  readonly findings: ReadonlyMap<Mutant, ToolFindings>;
  /** Whether the tool got only a sample of the mutants, because it is slow. */
  readonly isSample: boolean;
};

export type Run = {
  readonly operators: readonly Operator[];
  readonly clean: readonly Clean[];
  readonly mutants: readonly Mutant[];
  /** Number of mutants that are valid according to the independent validator. */
  readonly validCount: number;
  readonly columns: readonly Column[];
  readonly options: { readonly seed: string; readonly most: string };
};

/** Formats bench/MUTATION.md: the project's own exchanges, and those of public specs. */
export function formatMutationPage(run: Run, others: Run): string {
  const { operators, clean, mutants, validCount, columns, options } = run;
  const used = operators.filter(({ name }) => mutants.some(({ operator }) => operator === name));
  const lines = [
    "# Mutation tests of the checks",
    "",
    `Written by \`npm run long mutate -- --seed ${options.seed} --most ${options.most}\`; do not edit.`,
    "",
    `The run takes ${clean.length} clean exchanges (the bases of test/cases and the recordings of test/traffic) and applies each of ${used.length} operators to`,
    `each of them, at up to ${options.most} random locations: ${mutants.length} mutants. ${validCount} more mutants are valid according to an independent validator`,
    "(@hyperjump/json-schema 1.18 with format assertions) and do not count. A mutant is caught if a tool reports something that it does not",
    "report for the original exchange.",
    "",
    "Every tool gets the same exchanges: `contract` and `redocly drift` as a HAR, the Prism proxy as live requests (a sample; a server cannot",
    "send a body with 204), openapi-backend as decoded objects. Warnings of `contract` on clean exchanges are drift in the real payloads of",
    "a recording. A tool that groups its findings is not counted down for it.",
    "",
    `| operator | ${columns.map(({ name }) => name).join(" | ")} | why a mutant is wrong |`,
    `|---|${columns.map(() => "---|").join("")}---|`,
    ...formatSummary(run).map((row) => `${row} |`),
    ...used.map(({ name, because }) => {
      const of = mutants.filter(({ operator }) => operator === name);
      const reason = because === "schema" ? "the independent validator rejects it" : because;
      return `${formatRow(name, of, columns)} ${reason} |`;
    }),
    "",
    "## Mutants that contract misses",
    "",
    ...listSurvivors(run),
    "",
    ...formatPublicSpecs(others),
  ];
  return lines.join("\n");
}

/** Formats the rows for each kind of mutant, and for false alarms. */
function formatSummary({ operators, mutants, columns }: Run): string[] {
  const kinds = (["violation", "drift"] as const).map((kind) => {
    const names = new Set(operators.filter((it) => it.kind === kind).map(({ name }) => name));
    const of = mutants.filter(({ operator }) => names.has(operator));
    return formatRow(`**All of kind ${kind}**`, of, columns);
  });
  const alarms = columns.map(({ alarms: all }) => {
    const findings = [...all.values()].filter((it) => it !== undefined);
    const warned = findings.filter((it) => it.length > 0 && it.every((text) => text.startsWith("warn")));
    const alarmed = findings.filter((it) => it.length > 0).length - warned.length;
    return `${alarmed} of ${findings.length}${warned.length === 0 ? "" : `, and ${warned.length} with warnings`}`;
  });
  return [...kinds, `| **Clean exchanges with a false alarm** | ${alarms.join(" | ")} |`];
}

function formatPublicSpecs(run: Run): string[] {
  const { clean, mutants, validCount, columns } = run;
  if (clean.length === 0) return [];
  return [
    "## Public specs",
    "",
    `One random exchange for each documented response of ${[...new Set(clean.map(({ contract }) => contract))].join(" and ")}, valid by construction:`,
    `${clean.length} exchanges and ${mutants.length} mutants. ${validCount} more mutants are valid and do not count.`,
    "",
    `| | ${columns.map(({ name }) => name).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...formatSummary(run),
    "",
    "Mutants that contract misses:",
    "",
    ...listSurvivors(run),
    "",
  ];
}

/** Tells whether a tool reports something new about a mutant. Only an error counts for a violation; a warning is enough for drift. */
export function isCaught({ alarms, findings }: Column, mutant: Mutant): boolean | undefined {
  const reported = findings.get(mutant);
  if (reported === undefined) return undefined;
  const known = new Set(alarms.get(mutant.clean) ?? []);
  const counts = (it: string): boolean => mutant.operator.startsWith("drift: ") || !it.startsWith("warn ");
  return reported.some((it) => !known.has(it) && counts(it));
}

function formatRow(name: string, mutants: readonly Mutant[], columns: readonly Column[]): string {
  const cells = columns.map((column) => {
    const caught = mutants.map((mutant) => isCaught(column, mutant)).filter((it) => it !== undefined);
    if (caught.length === 0) return "–";
    const count = caught.filter(Boolean).length;
    return `${count} of ${caught.length} (${formatPercent(count, caught.length)})`;
  });
  return `| ${name} | ${cells.join(" | ")} |`;
}

/** Rounds down, so that 100 % means all. */
function formatPercent(count: number, all: number): string {
  return `${Math.floor((1000 * count) / all) / 10} %`;
}

function listSurvivors({ mutants, columns: [gate] }: Run): string[] {
  if (gate === undefined) return [];
  const left = mutants.filter((mutant) => isCaught(gate, mutant) === false);
  if (left.length === 0) return ["None."];
  return left.map(
    ({ operator, clean, description }) =>
      `- ${operator}: ${clean.operation.id} (${clean.name}): ${description.replaceAll("|", "\\|")}`,
  );
}
