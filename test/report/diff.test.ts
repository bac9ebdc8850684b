/** Reports of differences between specs; variants.test.ts has each format. */
import { expect, test } from "vitest";
import type { Waiver } from "../../src/check/index.js";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";
import { acceptChanges } from "../../src/report/accepted.js";
import { DIFF_FORMATS, type DiffReportInput, failsDiff } from "../../src/report/diff/formats.js";
import { junitProblems, sarifProblems } from "./validators.js";

/** Creates a spec with variable properties and an optional operation. */
function description(properties: readonly string[], operations = ""): string {
  return `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          description: Books.
          content: { application/json: { schema: { $ref: "#/components/schemas/Books" } } }
    put:
      operationId: putBooks
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Books" } } } }
      responses: { "204": { description: Done. } }
${operations}components:
  schemas:
    Books:
      type: object
      properties:
${properties.map((line) => `        ${line}\n`).join("")}`;
}

const OLD = description(
  ["pages: { type: integer, maximum: 9 }", "a|b: { type: string }", "sold: { type: integer }"],
  `  /gone: { get: { operationId: gone, responses: { "200": { description: d } } } }\n`,
);
const NEW = description(["pages: { type: integer, maximum: 8 }", "a|b: { type: [string, 'null'] }", "lent: {}"]);

function createInput(old: string, next: string, more: Partial<DiffReportInput> = {}): DiffReportInput {
  const difference = diffDocuments({
    old: loadDocument("old.yaml", () => old),
    new: loadDocument("new.yaml", () => next),
  });
  return {
    ...{ difference, failOn: "error", tool: { name: "commerce-contract", version: "1.2.3" }, colour: false },
    ...{
      old: { path: "old.yaml", title: "Books", version: "1" },
      new: { path: "new.yaml", title: "Books", version: "1" },
    },
    source: { old: () => old.split("\n"), new: () => next.split("\n") },
    ...more,
  };
}

const plain = createInput(OLD, NEW);
const [first, second] = plain.difference.findings.map(({ fingerprint }) => fingerprint);
const waivers = [
  { fingerprint: first ?? "", reason: "no client calls it", ticket: "B-1", expires: "2026-02-01" },
  { fingerprint: second ?? "", reason: "was agreed", expires: "2025-12-31" },
  { fingerprint: "0123456789abcdef", reason: "long ago" },
];
function createAcceptedInput(entries: readonly Waiver[], more: Partial<DiffReportInput>): DiffReportInput {
  const accepted = { path: "accepted.yaml", waivers: entries, today: "2026-01-01" };
  return acceptChanges(createInput(OLD, NEW, more), accepted).result;
}
const MANY = Array.from({ length: 12 }, (_, index) => `p${index}: { maximum: 2 }`);

const RUNS: Readonly<Record<string, DiffReportInput>> = {
  "breaking and other changes": plain,
  "some breaking changes are accepted; the old spec is of a commit": createAcceptedInput(waivers, {
    ...{ failOn: "warn", old: { ...plain.old, ref: "v1.0" } },
    pathInRepository: (file) => `spec/${file}`,
  }),
  "the new spec is of a commit, and nothing fails": createInput(OLD, NEW, {
    ...{ failOn: "never", new: { ...plain.new, version: "2", ref: "v2.0" } },
  }),
  "nothing differs": createInput(OLD, OLD),
  "words alone differ": createInput(OLD, OLD.replace("Books.", "All books.")),
  "the version is not enough, and no change fails": createInput(OLD, NEW, {
    ...{ failOn: "never", version: { old: "1", new: "1", isEnough: false, least: "2" } },
  }),
  "more than an annotation each": createInput(
    description(MANY),
    description(MANY.map((line) => line.replace("maximum: 2", "maximum: 1"))),
  ),
};

test("JUnit and SARIF match their schemas", async () => {
  const inputs = Object.values(RUNS);
  expect(await junitProblems(...inputs.map(DIFF_FORMATS.junit))).toEqual([]);
  for (const input of inputs) expect(sarifProblems(JSON.parse(DIFF_FORMATS.sarif(input)))).toEqual([]);
});

test("--quiet leaves compatible changes out of the text report", () => {
  const count = (quiet: boolean): number => DIFF_FORMATS.text({ ...plain, quiet }).split("· compatible").length - 1;
  expect([count(false) > 0, count(true)]).toEqual([true, 0]);
});

test("a run fails by its level, without accepted findings", () => {
  expect(Object.values(RUNS).map(failsDiff)).toEqual([true, true, false, false, false, true, true]);
  const junitFails = Object.values(RUNS).map((it) => / failures="[1-9]/.test(DIFF_FORMATS.junit(it)));
  expect(junitFails).toEqual(Object.values(RUNS).map(failsDiff));
  const all = plain.difference.findings.map(({ fingerprint }) => ({ fingerprint, reason: "agreed" }));
  expect(failsDiff(createAcceptedInput(all, { failOn: "warn" }))).toBe(false);
});

test("a Markdown comment has the size that GitHub accepts, and counts the omitted differences", () => {
  const findings = plain.difference.findings.flatMap((it) => Array.from({ length: 100 }, () => it));
  const text = DIFF_FORMATS.markdown({ ...plain, difference: { ...plain.difference, findings } });
  const blocks = text.split(/\n(?:- `|<details)/).length - 1;
  expect(text.length).toBeLessThan(65_536);
  expect(text.length).toBeGreaterThan(63_000);
  const end = "\n\n<sub>commerce-contract 1.2.3</sub>\n";
  expect(text.endsWith(`\n_and ${findings.length - blocks} more findings; \`--format json\` lists all_${end}`)).toBe(
    true,
  );
});
