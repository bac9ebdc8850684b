/** openapi-fetch with the middleware and the types of a foreign spec: the program of a user, compiled and run against a server. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runGenerateCommand } from "../../src/cli/actions/generate.js";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { compileStrictly } from "../generate/compile-strictly.js";
import { createRecordingIo } from "../generate/recording-io.js";

const SPEC = "test/material/octokit-fixtures/github-excerpt.json";
const CLIENT = join(import.meta.dirname, "../../src/client");
const folder = mkdtempSync(join(tmpdir(), "foreign-fetch-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
import createClient from "openapi-fetch";
import { createMiddleware, createPageNumberReader, iterateList } from "${CLIENT}/openapi-fetch.ts";
import { validateCalls } from "${CLIENT}/validate-calls.ts";
import { operations } from "./operations.js";
import type { paths } from "./types.js";
import { validators } from "./validators.js";

export default async (baseUrl: string): Promise<unknown[]> => {
  const found: string[] = [];
  const client = createClient<paths>({ baseUrl });
  const onViolation = ({ operation, pointer }: { operation: string; pointer: string }) => found.push(operation + pointer);
  const validate = validateCalls({ validators, onViolation });
  client.use(createMiddleware({ signIn: "token", idempotencyKey: "Idempotency-Key", operations, validate }));

  const path = { owner: "octo", repo: "cat" };
  const { data } = await client.GET("/repos/{owner}/{repo}/labels/{name}", { params: { path: { ...path, name: "bug" } } });
  const color: string | undefined = data?.color;
  const { error } = await client.POST("/repos/{owner}/{repo}/labels", { params: { path }, body: { name: "bug" } });
  const message: string | undefined = error?.message;
  // @ts-expect-error a label has a name
  const wrong = () => client.POST("/repos/{owner}/{repo}/labels", { params: { path }, body: {} });

  const names: string[] = [];
  const getPage = (query: object) =>
    client.GET("/repos/{owner}/{repo}/labels", { params: { path, query: { per_page: 2, ...query } } });
  for await (const { name } of iterateList(getPage, (labels) => labels, createPageNumberReader("page", "per_page"))) names.push(name);
  return [color, message, names, found, typeof wrong];
};`;

beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await runGenerateCommand({ spec: SPEC, out: folder, with: ["validators"] }, createRecordingIo());
  writeFileSync(join(folder, "program.ts"), PROGRAM);
});

test("the program compiles with the strictest options", () => {
  const options = { skipLibCheck: true, allowImportingTsExtensions: true };
  const found = compileStrictly([join(folder, "program.ts")], options);
  // The sources of the runtime need the types of Node, and are compiled elsewhere.
  expect(found.filter((it) => it.startsWith(folder))).toEqual([]);
});

test("the program signs in, retries with one key, validates, and reads the list to its end", async () => {
  const sent: string[] = [];
  const label = (name: string) => ({
    ...{ id: 1, node_id: "n", url: "https://api.github.com/l", name, description: null, color: "red", default: false },
  });
  const server = createServer(({ method, url = "", headers }, response) => {
    sent.push([method, url, headers.authorization, headers["idempotency-key"] === undefined ? "" : "key"].join(" "));
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.endsWith("/labels/bug")) json(200, { ...label("bug"), default: 7 });
    else if (method === "POST") json(sent.length === 2 ? 503 : 422, { message: "exists", documentation_url: "" });
    else json(200, url.endsWith("page=2") && url.includes("&page=2") ? [label("c")] : [label("a"), label("b")]);
  });
  const origin = await listenOn(server);
  try {
    const { default: run } = await import(join(folder, "program.ts"));
    const result = await run(origin);
    expect(result).toEqual(["red", "exists", ["a", "b", "c"], ["issues/get-label/body/default"], "function"]);
    const path = "/repos/octo/cat/labels";
    expect(sent).toEqual([
      `GET ${path}/bug Bearer token key`,
      `POST ${path} Bearer token key`,
      `POST ${path} Bearer token key`,
      `GET ${path}?per_page=2 Bearer token key`,
      `GET ${path}?per_page=2&page=2 Bearer token key`,
    ]);
  } finally {
    server.close();
  }
});
