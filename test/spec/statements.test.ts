import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CODES, describeReporters } from "../../src/check/rules/codes.js";
import { asObject, asString, loadDocument, valueAt } from "../../src/document/index.js";
import { entryFile, readSpec } from "./spec-files.js";

/** Every statement of the source has a location in the spec, and the pointers to it are valid. */

type Statement = {
  readonly says: string;
  readonly at: readonly string[];
  /** The codes of checks beyond those of the locations. */
  readonly codes?: readonly string[];
  /** Why no check, or no recording, shows a violation. */
  readonly why?: string;
};
type Section = { readonly title: string; readonly statements: readonly Statement[] };

const { sections } = readSpec("seed.yaml") as { sections: readonly Section[] };
const { root } = await loadDocument(entryFile);

describe.each(sections)("$title", ({ statements }) => {
  test.each(statements)("$title", ({ at }) => {
    expect(at).not.toEqual([]);
    for (const pointer of at) expect(valueAt(root, pointer), pointer).toBeDefined();
    expect(at.filter((pointer) => !namesParameter(pointer, at))).toEqual([]);
  });
});

/** Pointers use the index of a parameter. The parameter's file is listed too, so that reordering is detected. */
function namesParameter(pointer: string, at: readonly string[]): boolean {
  if (!/\/parameters\/\d+$/.test(pointer)) return true;
  const target = asString(asObject(valueAt(root, pointer))?.$ref)?.slice(1);
  return at.some((other) => target !== undefined && other.startsWith(target));
}

/** Who checks a statement: its locations hold for all traffic, those of its codes for what `contract explain` says. */
function classify({ at, codes = [] }: Statement): string {
  if (at.some((pointer) => !PROSE.test(pointer))) return "in recordings and live";
  const reporters = codes.map(describeReporters);
  if (reporters.some((it) => / and /.test(it))) return "in recordings and live";
  if (reporters.length > 0) return reporters.every((it) => /probe only/.test(it)) ? "live only" : "in recordings only";
  return at.some((pointer) => pointer.includes("/x-open-point")) ? OPEN : "by nothing";
}

const OPEN = "by nothing: an open question";
/** What no check reads. The members of servers and security schemes are not among it. */
const PROSE = /^\/(info|tags)(\/|$)|\/(description|summary|title|x-open-point)$/;

const statements = sections.flatMap((it) => it.statements);

test("a statement that nothing checks, and is no open question, has a reason", () => {
  const lacking = statements.filter((it) => classify(it) === "by nothing" && it.why === undefined);
  expect(lacking.map(({ says }) => says)).toEqual([]);
});

test("the codes of statements exist", () => {
  const codes = statements.flatMap((it) => it.codes ?? []);
  expect(codes.filter((it) => !(it in CODES))).toEqual([]);
});

test("bench/RESOURCES.md has the numbers of statements and the reasons", () => {
  const count = (rows: readonly string[]): readonly string[] =>
    [...new Set(rows)].sort().map((row) => `| ${row} | ${rows.filter((it) => it === row).length} |`);
  const counts = count(statements.map(classify));
  const rows = count(statements.flatMap((it) => (it.why === undefined ? [] : `${it.why} | ${classify(it)}`)));
  const page = readFileSync("bench/RESOURCES.md", "utf8").split("\n");
  expect(page.filter((line) => [...counts, ...rows].includes(line))).toEqual([...counts, ...rows]);
});
