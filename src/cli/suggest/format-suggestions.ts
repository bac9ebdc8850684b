import type { OpenQuestion } from "../../suggest/index.js";
import type { SpecEdit } from "./edit-plan.js";

/** Formats each edit as its evidence and a diff, followed by what the traffic shows about the open questions of the spec. */
export function formatSuggestions(edits: readonly SpecEdit[], openQuestions: readonly OpenQuestion[]): string {
  const parts = edits.map(
    ({ suggestion, file, diff }) =>
      `# ${suggestion.title}: ${formatEvidence(suggestion.evidence)}\n${
        diff?.replaceAll("\r\n", "\n") ??
        `# edit ${file} manually, at ${suggestion.at}: ${JSON.stringify(suggestion.value)}\n`
      }`,
  );
  const nothing = edits.length === 0 ? ["Nothing to suggest: no edit would document more of the traffic.\n"] : [];
  const open =
    openQuestions.length === 0 ? [] : [`Open questions in the traffic\n${formatOpenQuestions(openQuestions)}`];
  return [...parts, ...nothing, ...open].join("\n");
}

type Evidence = SpecEdit["suggestion"]["evidence"];

function formatEvidence({ exchanges, of, first, last }: Evidence): string {
  return `${exchanges} of ${of} exchanges, first ${formatSighting(first)}, last ${formatSighting(last)}`;
}

function formatSighting({ source, index, startedAt }: Evidence["first"]): string {
  return `${source}#${index}${startedAt === undefined ? "" : ` (${startedAt})`}`;
}

function formatOpenQuestions(questions: readonly OpenQuestion[]): string {
  const lines = questions.map(({ id, exchanges, types, values }) => {
    if (exchanges === 0) return `  ${id}: no exchanges\n`;
    const counts = [formatCounts(types), formatCounts(values)].filter((it) => it !== "").join("; ");
    return `  ${id}: ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}${counts === "" ? "" : `; ${counts}`}\n`;
  });
  return lines.join("");
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const rest = all.length > MAX_SHOWN_VALUES ? [`and ${all.length - MAX_SHOWN_VALUES} more`] : [];
  return [...all.slice(0, MAX_SHOWN_VALUES), ...rest].join(", ");
}

const MAX_SHOWN_VALUES = 12;
