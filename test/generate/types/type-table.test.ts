/** Types of schemas, as the compiler reads them: the values that they accept and refuse, in both directions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { generateTypes } from "../../../src/generate/types/types.js";
import { compileStrictly } from "../compile-strictly.js";
import { COMPOSED_TYPE_CASES } from "./composed-type-cases.js";
import { DIRECTION_TYPE_CASES } from "./direction-type-cases.js";
import type { TypeCase } from "./type-case.js";
import { VALUE_TYPE_CASES } from "./value-type-cases.js";

const TYPE_CASES = [...COMPOSED_TYPE_CASES, ...DIRECTION_TYPE_CASES, ...VALUE_TYPE_CASES];

const folder = mkdtempSync(join(tmpdir(), "type-table-"));
afterAll(() => rmSync(folder, { recursive: true }));
let problems: readonly string[];

// All cases share one program, because checking the libraries of TypeScript takes most of the time.
beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const programs: string[] = [];
  for (const [index, row] of TYPE_CASES.entries()) {
    mkdirSync(join(folder, `${index}`));
    const types = generateTypes(loadDocument("spec.json", () => formatSpec(row))).text;
    writeFileSync(join(folder, `${index}/types.ts`), types);
    for (const direction of ["read", "written"] as const) {
      const program = join(folder, `${index}/${direction}.ts`);
      writeFileSync(program, formatProgram(row, direction));
      programs.push(program);
    }
  }
  problems = compileStrictly(programs).map((problem) => problem.replace(`${folder}/`, ""));
}, 120_000);

function formatSpec({ version = "3.1.0", media = "application/json", schemas }: TypeCase): string {
  const schema = { $ref: "#/components/schemas/X" };
  const [sent, received] = [media, "application/json"].map((range) => ({ content: { [range]: { schema } } }));
  const operation = {
    operationId: "send",
    requestBody: sent,
    responses: { "200": { description: "d", ...received } },
  };
  const paths = { "/x": { post: operation } };
  return JSON.stringify({ openapi: version, info: { title: "t", version: "1" }, paths, components: { schemas } });
}

const TYPES = {
  read: 'operations["send"]["responses"][200]["content"]["application/json"]',
  written:
    'NonNullable<operations["send"]["requestBody"]>["content"][keyof NonNullable<operations["send"]["requestBody"]>["content"]]',
};

/** The line after each `@ts-expect-error` must be an error. */
function formatProgram(row: TypeCase, direction: "read" | "written"): string {
  const { accepts = [], refuses = [], uses = [] } = row;
  const { accepts: more = [], refuses: less = [] } = row[direction] ?? {};
  const valid = [...accepts, ...more].map((value, index) => `export const valid${index}: X = ${value};\n`);
  const invalid = [...refuses, ...less].map(
    (value, index) => `// @ts-expect-error\nexport const invalid${index}: X = ${value};\n`,
  );
  const used = uses.map((expression, index) => `export const used${index} = (x: X) => ${expression};\n`);
  return `import type { operations } from "./types.js";\ntype X = ${TYPES[direction]};\n${[...valid, ...invalid, ...used].join("")}`;
}

describe("the type of", () => {
  test.each(TYPE_CASES.map((row, index) => [row.what, index] as const))("%s", (_, index) => {
    expect(problems.filter((problem) => problem.startsWith(`${index}/`))).toEqual([]);
  });
});
