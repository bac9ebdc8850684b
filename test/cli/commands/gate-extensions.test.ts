/** Hooks and Arazzo documents of the targets of a gate. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Config, createGateFolder, runGate, TARGET } from "../gate-folder.js";

/** Gives the credentials, and refuses the title "7". */
const HOOKS = `export default {
  getCredentials: () => ({ headers: { "X-Key": "k" } }),
  checkExchange: ({ response }) => (response.body.includes('"Emma"') ? "the title is Emma" : undefined),
};`;
const WORKFLOW = `arazzo: 1.1.0
info: { title: Reading, version: "1" }
sourceDescriptions: [{ name: library, url: library.yaml, type: openapi }]
workflows:
  - workflowId: read
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string } } }
    steps:
      - stepId: book
        operationId: getBook
        parameters: [{ name: bookId, in: path, value: $inputs.wanted }]
        successCriteria: [{ condition: $response.body#/title == "Ulysses" }]
`;

test("a target has hooks and an Arazzo document", async () => {
  const { auth: _, ...target } = { ...TARGET, hooks: "hooks.mjs", arazzo: "read.yaml", phases: ["stateful"] };
  const files = { "hooks.mjs": HOOKS, "read.yaml": WORKFLOW };
  const folder = createGateFolder({ targets: [{ ...target, parameters: { wanted: ["7"] } }] }, files);
  const { code, stdout } = await runGate(folder);
  expect(stdout).toContain("the title is Emma");
  expect(stdout).toMatch(/exchange\.workflow\.failed[\s\S]*Ulysses/);
  expect(stdout).toMatch(/contract probe .*--hooks \S+hooks\.mjs --arazzo \S+read\.yaml/);
  expect(code).toBe(1);
});

test.each<[string, Config, string]>([
  ["hooks that do not exist", { hooks: "no.mjs" }, "target library: hooks "],
  ["an Arazzo document that does not exist", { arazzo: "no.yaml" }, 'file does not exist; set "arazzo" to'],
  ["an input without a value", { arazzo: "read.yaml" }, 'set a value for wanted in "parameters"'],
])("the gate does not start with %s", async (_, edit, text) => {
  const folder = createGateFolder({ targets: [{ ...TARGET, ...edit }] }, { "read.yaml": WORKFLOW });
  const { code, stderr } = await runGate(folder);
  expect(stderr).toContain(text);
  expect(code).toBe(2);
  expect(existsSync(join(folder, "pid"))).toBe(false);
});
