import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { serveForTest } from "../../serve.js";
import { createFolder, runContract } from "../run-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: Signed, version: "1" }
security: [{ key: [] }]
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: X-Once, in: header, schema: { type: string } }]
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } }, "401": { description: d }, "405": { description: d } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;
const HOOKS = `let count = 0;
/** @type {import("commerce-contract/check").ProbeHooks} */
export default {
  getCredentials: ({ operationId }) => ({ headers: { "X-Key": operationId } }),
  prepareRequest(operation, request) {
    count += 1;
    return { ...request, header: { ...request.header, "X-Once": "n" + count } };
  },
  checkExchange({ response }) {
    if (response.status === 200 && response.headers["x-region"] !== "eu") return "the region is " + response.headers["x-region"];
  },
};
`;

async function probe(hooks: string, { region = "eu", name = "hooks.mjs" } = {}) {
  const seen = new Set<string>();
  const app = express();
  app.get("/things", (request, response) => {
    const once = request.headers["x-once"];
    const isNew = typeof once === "string" && !seen.has(once);
    if (isNew) seen.add(once);
    if (request.headers["x-key"] !== "listThings" || !isNew) response.status(401).end();
    else response.set("X-Region", region).json([]);
  });
  app.use((_, response) => void response.status(405).end());
  const folder = createFolder({ "openapi.yaml": SPEC, [name]: hooks });
  const url = await serveForTest(createServer(app));
  const files = ["--spec", join(folder, "openapi.yaml"), "--hooks", join(folder, name)];
  return runContract(["probe", url, ...files, "--phase", "examples,stateful"]);
}

test("hooks give credentials, prepare requests and check exchanges", async () => {
  const { code, stdout } = await probe(HOOKS);
  expect(stdout).not.toContain("✗ error");
  expect(code).toBe(0);
  const wrong = await probe(HOOKS, { region: "us" });
  expect(wrong.stdout).toMatch(/exchange\.hook\.failed[\s\S]*the region is us/);
  expect(wrong.code).toBe(1);
});

test.each([
  [
    "export const a = 1;",
    "expected an object as the default export, with getCredentials, prepareRequest, checkExchange",
  ],
  ["export default { getCredential() {} };", "unknown export getCredential; expected functions named getCredentials"],
  ["export default { checkExchange: 1 };", "unknown export checkExchange; expected functions"],
  ["throw new Error('no environment');", "no environment"],
  ["export default { prepareRequest() { throw new Error('no key'); } };", "prepareRequest failed: no key"],
])("%s is refused", async (hooks, message) => {
  const { code, stderr } = await probe(hooks);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("a missing module is refused", async () => {
  const { code, stderr } = await runContract(["probe", "http://127.0.0.1:9", "--hooks", "none.mjs"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--hooks none.mjs: file does not exist")]);
});
