import type { OpenQuestion } from "../../suggest/index.js";
import type { SpecEdit } from "./edit-plan.js";

/** Each edit as a diff behind its evidence, and what the traffic says about what the description leaves open. */
export function formatSuggestions(edits: readonly SpecEdit[], openPoints: readonly OpenQuestion[]): string {
  const parts = edits.map(
    ({ suggestion, file, diff }) =>
      `# ${suggestion.title}: ${formatEvidence(suggestion.evidence)}\n${
        diff?.replaceAll("\r\n", "\n") ??
        `# to be written by hand in ${file}, at ${suggestion.at}: ${JSON.stringify(suggestion.value)}\n`
      }`,
  );
  const nothing =
    edits.length === 0 ? ["Nothing to suggest: the traffic shows no drift that an edit would end.\n"] : [];
  const open =
    openPoints.length === 0 ? [] : [`What the traffic says about open points\n${formatOpenQuestions(openPoints)}`];
  return [...parts, ...nothing, ...open].join("\n");
}

type Evidence = SpecEdit["suggestion"]["evidence"];

function formatEvidence({ exchanges, of, first, last }: Evidence): string {
  return `${exchanges} of ${of} exchanges, first ${formatSighting(first)}, last ${formatSighting(last)}`;
}

function formatSighting({ source, index, startedAt }: Evidence["first"]): string {
  return `${source}#${index}${startedAt === undefined ? "" : ` (${startedAt})`}`;
}

function formatOpenQuestions(points: readonly OpenQuestion[]): string {
  const lines = points.map(({ id, exchanges, types, values }) => {
    if (exchanges === 0) return `  ${id}: not touched\n`;
    const told = [formatCounts(types), formatCounts(values)].filter((it) => it !== "").join("; ");
    return `  ${id}: ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}${told === "" ? "" : `; ${told}`}\n`;
  });
  return lines.join("");
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const rest = all.length > MAX_SHOWN_VALUES ? [`and ${all.length - MAX_SHOWN_VALUES} more`] : [];
  return [...all.slice(0, MAX_SHOWN_VALUES), ...rest].join(", ");
}

const MAX_SHOWN_VALUES = 12;
