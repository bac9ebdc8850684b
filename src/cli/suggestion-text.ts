import type { OpenPoint } from "../suggest/index.js";
import type { Edit } from "./suggested-edits.js";

/** Each edit as a diff behind its evidence, and what the traffic says about what the description leaves open. */
export function suggestionText(edits: readonly Edit[], openPoints: readonly OpenPoint[]): string {
  const parts = edits.map(
    ({ suggestion, file, diff }) =>
      `# ${suggestion.title}: ${evidence(suggestion.evidence)}\n${
        diff?.replaceAll("\r\n", "\n") ??
        `# to be written by hand in ${file}, at ${suggestion.at}: ${JSON.stringify(suggestion.value)}\n`
      }`,
  );
  const nothing =
    edits.length === 0 ? ["Nothing to suggest: the traffic shows no drift that an edit would end.\n"] : [];
  const open = openPoints.length === 0 ? [] : [`What the traffic says about open points\n${linesOf(openPoints)}`];
  return [...parts, ...nothing, ...open].join("\n");
}

type Evidence = Edit["suggestion"]["evidence"];

function evidence({ exchanges, of, first, last }: Evidence): string {
  return `${exchanges} of ${of} exchanges, first ${sighting(first)}, last ${sighting(last)}`;
}

function sighting({ source, index, startedAt }: Evidence["first"]): string {
  return `${source}#${index}${startedAt === undefined ? "" : ` (${startedAt})`}`;
}

function linesOf(points: readonly OpenPoint[]): string {
  const lines = points.map(({ id, exchanges, types, values }) => {
    if (exchanges === 0) return `  ${id}: not touched\n`;
    const told = [counted(types), counted(values)].filter((it) => it !== "").join("; ");
    return `  ${id}: ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}${told === "" ? "" : `; ${told}`}\n`;
  });
  return lines.join("");
}

function counted(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const rest = all.length > MOST_SHOWN ? [`and ${all.length - MOST_SHOWN} more`] : [];
  return [...all.slice(0, MOST_SHOWN), ...rest].join(", ");
}

const MOST_SHOWN = 12;
