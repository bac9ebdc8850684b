import type { Problem } from "../lint/index.js";
import type { Paint } from "./paint.js";
import { plural } from "./plural.js";

/** As many places of one code as a reader wants who came for something else. */
const FEW = 3;

/**
 * The problems of a description as a compiler lists them, a line each: `file:line:column: level code: message`.
 *
 * @param all every place of every error and warning; otherwise the first few of each code, and how many more there are.
 */
export function problemList(problems: readonly Problem[], { all }: { readonly all: boolean }): string {
  let lines = "";
  for (const [code, places] of byCode(problems.filter(({ level }) => level !== "info"))) {
    const shown = all ? places : places.slice(0, FEW);
    for (const problem of shown) lines += `${placeOf(problem)}: ${problem.level} ${code}: ${problem.message}\n`;
    if (shown.length < places.length) lines += `  and ${places.length - shown.length} more of ${code}\n`;
  }
  return lines;
}

/** The same in short, for a report: of each code how many there are, and the first of them. */
export function problemsText(problems: readonly Problem[], ink: Paint): string[] {
  const lines = [...byCode(problems.filter(({ level }) => level !== "info"))].map(([code, places]) => {
    const [first] = places;
    if (first === undefined) return "";
    const mark = first.level === "error" ? ink.red("✗ error") : ink.yellow("! warning");
    const where = places.length === 1 ? placeOf(first) : `${places.length} places, first at ${placeOf(first)}`;
    return `  ${mark} ${ink.bold(code)}  ${ink.dim(where)}\n      ${first.message}`;
  });
  const remarks = problems.filter(({ level }) => level === "info").length;
  if (lines.length > 0 && remarks > 0)
    lines.push(`  ${ink.dim(`and ${plural(remarks, "remark")}, in the JSON report`)}`);
  return lines.length === 0 ? [] : [[ink.bold("The description itself"), ...lines].join("\n")];
}

function byCode(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(problem.code);
    if (group === undefined) groups.set(problem.code, [problem]);
    else group.push(problem);
  }
  return groups;
}

function placeOf({ file, line, column }: Problem): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
