/** Puts many bugs into one source at once, each behind a switch, so that one process can try them one after another. */
import ts from "typescript";
import type { Edit, Mutant } from "./edit.js";

/**
 * What the switches ask. The runner of the tests puts it there first; a process that a test starts makes its own, takes
 * its bug from the environment and writes which switches it has come by.
 */
const HEADER = [
  "const __M = (globalThis.__mutation ??= ((env, seen = new Set()) => ({",
  "active: Number(env?.MUTANT ?? 0), ticks: 0, limit: 2e8,",
  "reach(id) { if (seen.has(id) || env?.MUTANT_REACHED === undefined) return; seen.add(id);",
  'globalThis.process.getBuiltinModule?.("node:fs").appendFileSync(env.MUTANT_REACHED, id + String.fromCharCode(10)); } }))(globalThis.process?.env));',
  "const __m = (id) => { __M.reach(id); return __M.active === id; };",
  'const __t = () => { if (++__M.ticks > __M.limit) throw new Error("a loop does not end"); };',
].join(" ");

/** Where a loop has its body; each turn is counted, so that a bug that makes it endless is noticed. */
type Loop = { readonly kind: "loop"; readonly start: number; readonly end: number };

type Part = Loop | Mutant;

/** The source with a switch for each bug and a count in each loop. Line numbers stay. */
export function instrument(text: string, mutants: readonly Mutant[]): string {
  const loops = loopsOf(text);
  if (loops.length === 0 && mutants.length === 0) return text;
  const parts: Part[] = [...loops, ...mutants];
  parts.sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
  return `${HEADER} ${render(text, 0, text.length, parts)}`;
}

/** A statement goes around the expression that it is made of. */
function rank({ kind }: Part): number {
  return ["loop", "statement", "expression"].indexOf(kind);
}

/** The parts lie within each other or apart: each is rendered around those that lie within it. */
function render(text: string, start: number, end: number, parts: readonly Part[]): string {
  let made = "";
  let at = start;
  for (let index = 0; index < parts.length; ) {
    const part = parts[index] as Part;
    let next = index + 1;
    while (next < parts.length && (parts[next] as Part).start < part.end) next += 1;
    made +=
      text.slice(at, part.start) + switched(part, render(text, part.start, part.end, parts.slice(index + 1, next)));
    at = part.end;
    index = next;
  }
  return made + text.slice(at, end);
}

function switched(part: Part, original: string): string {
  if (part.kind === "loop") return `{__t();${original}}`;
  const { kind, id, text } = part;
  return kind === "expression" ? `(__m(${id})?(${text}):(${original}))` : `{if(__m(${id})){${text}}else{${original}}}`;
}

function loopsOf(text: string): Loop[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const loops: Loop[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false))
      loops.push({ kind: "loop", start: node.statement.getStart(), end: node.statement.getEnd() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return loops;
}

/** Whether two bugs can be in one source: they lie apart, or one within the other. */
export function fitTogether(a: Edit, b: Edit): boolean {
  if (a.end <= b.start || b.end <= a.start) return true;
  return (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end);
}
