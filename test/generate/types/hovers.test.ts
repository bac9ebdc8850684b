/** What an editor shows of calls and their results. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readQuickInfo } from "../../../scripts/bench/bench-clients/hovers.js";
import { loadDocument } from "../../../src/document/index.js";
import { generateOutput } from "../../../src/generate/generate.js";

const folder = mkdtempSync(join(tmpdir(), "hovers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const as = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const note = as(to("Note"));
const NONE = { description: "" };
const INLINE = as({ type: "object", properties: { a: { type: "string" } } }).content;
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

const OPERATIONS: readonly [operation: object, call: string, result: string][] = [
  [{ responses: { 200: note } }, "(options?: Op0Options | undefined)", "Result<Note, unknown>"],
  [{ responses: { 204: NONE } }, "(options?: Op1Options | undefined)", "Result<undefined, unknown>"],
  [
    { parameters: [id], responses: { 200: note, 201: note, 404: as(to("problem")), default: as(to("problem")) } },
    "(options: Op2Options)",
    "Result<Note, Problem>",
  ],
  [
    { responses: { 200: note, "4XX": as(to("problem")), default: as(to("Fault")) } },
    "(options?: Op3Options | undefined)",
    'ResultByStatus<{ 200: Note; }, { default: Fault; "4XX": Problem; }>',
  ],
  [
    {
      requestBody: { required: true, content: { "application/json": { schema: to("Note") } } },
      responses: { 200: note, 202: as(to("Job")), 400: as(to("problem")) },
    },
    "(options: Op4Options)",
    "ResultByStatus<{ 200: Note; 202: Job; }, { 400: Problem; }>",
  ],
  [
    { responses: { 200: as({ type: "array", items: to("Note") }), 500: as(to("Fault")) } },
    "(options?: Op5Options | undefined)",
    "Result<Note[], Fault>",
  ],
  [
    { responses: { 200: as({ oneOf: [to("Note"), to("Job")] }) } },
    "(options?: Op6Options | undefined)",
    "Result<Note | Job, unknown>",
  ],
  // Bodies of several media types, which are no components.
  [
    { responses: { 200: { description: "", content: { ...INLINE, "text/json": INLINE["application/json"] } } } },
    "(options?: Op7Options | undefined)",
    "Result<{ a?: string; } | { a?: string; }, unknown>",
  ],
  // A body that is not described is read nevertheless, unless its status has none.
  [{ responses: { 200: NONE } }, "(options?: Op8Options | undefined)", "Result<unknown, unknown>"],
  [{ responses: { "2XX": NONE } }, "(options?: Op9Options | undefined)", "Result<unknown, unknown>"],
  [{ responses: { default: NONE } }, "(options?: Op10Options | undefined)", "Result<unknown, undefined>"],
  [
    { responses: { 202: NONE, 204: NONE } },
    "(options?: Op11Options | undefined)",
    "ResultByStatus<{ 204: undefined; 202: unknown; }, {}>",
  ],
  [
    { responses: { 200: note, 202: NONE } },
    "(options?: Op12Options | undefined)",
    "ResultByStatus<{ 200: Note; 202: undefined; }, {}>",
  ],
];

const object = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

test("an editor shows results and options by names", async () => {
  const spec = {
    ...{ openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://a.example" }] },
    paths: Object.fromEntries(
      OPERATIONS.map(([operation], index) => [
        `/${index}${"parameters" in operation ? "/{id}" : ""}`,
        { post: { ...operation, operationId: `op_${index}` } },
      ]),
    ),
    components: {
      schemas: { Note: object("a"), Job: object("b", "c"), problem: object("title"), Fault: object("fault") },
    },
  };
  const runtime = join(import.meta.dirname, "../../../src/client/index.js");
  const document = loadDocument("a.json", () => JSON.stringify(spec));
  for (const [name, text] of (await generateOutput(document, { runtime })).files)
    writeFileSync(join(folder, name), text);
  const lines = OPERATIONS.map((_, index) => `export const r${index} = await client.op_${index}({} as never);\n`);
  const program = `import { createClient } from "./client.js";\nconst client = createClient();\n${lines.join("")}`;
  const shown = readQuickInfo(join(folder, "use.ts"), program).map((it) => it.replaceAll(/\s*\n\s*/g, " "));
  expect(shown).toEqual(
    OPERATIONS.map(
      ([, options, result], index) =>
        `(property) op_${index}: ${options} => Promise<${result}> const r${index}: ${result}`,
    ),
  );
});
