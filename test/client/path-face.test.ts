/** Calls by path, as two public projects write them for openapi-fetch: they compile and run with a generated client. */
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { generateClientFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { compileStrictly } from "../generate/compile-strictly.js";

const MATERIAL = "test/material/openapi-fetch-callers";
const RUNTIME = join(import.meta.dirname, "../../src/client/index.ts");
const folder = mkdtempSync(join(tmpdir(), "path-face-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  cpSync(MATERIAL, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["e2b", "modelmetry"]) {
    const document = loadDocument(join(MATERIAL, name, "openapi.json"));
    const model = createClientModel(document, { runtime: RUNTIME });
    const files = {
      "types.ts": generateTypes(document).text,
      "calls.ts": generateCalls(document, model),
      "client.ts": generateClientFile(model),
    };
    // As text, because the repository has no client that it could be compiled with.
    renameSync(join(folder, name, "sites.ts.txt"), join(folder, name, "sites.ts"));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
  }
});

test("the call sites compile with the options of their projects", () => {
  const sites = ["e2b", "modelmetry"].map((name) => join(folder, name, "sites.ts"));
  const options = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, skipLibCheck: true };
  // The sources of the runtime need the types of Node, and are compiled elsewhere.
  const found = compileStrictly(sites, { ...options, allowImportingTsExtensions: true });
  expect(found.filter((problem) => problem.startsWith(folder))).toEqual([]);
});

const ENTRY = { name: "a", path: "/a", mtime: "2026-01-01T00:00:00Z" };

test.each<[status: number, body: object, expected: object]>([
  [200, [ENTRY], [{ name: "a", mtime: new Date(ENTRY.mtime) }]],
  [404, { code: "404", message: "m" }, new Error("Path /a not found")],
  [500, { code: "500", message: "m" }, new Error("500: m")],
])("E2B lists a folder with status %i", async (status, body, expected) => {
  const { sent, createClient, sites } = await load("e2b", status, body);
  const result = sites.list({ api: createClient }, { volumeId: "v/1" }, "/a").catch((error: unknown) => error);
  expect(await result).toEqual(expected);
  expect(sent).toEqual(["GET https://api.example/volumecontent/v%2F1/dir?path=%2Fa undefined"]);
});

test.each<[status: number, body: object, expected: object]>([
  [200, { Outcome: "pass" }, { outcome: "pass" }],
  [422, { detail: "d" }, { error: "d" }],
])("Modelmetry checks messages with status %i", async (status, body, expected) => {
  const { sent, createClient, sites } = await load("modelmetry", status, body);
  const guard = new sites.GuardrailsClient(createClient, "t");
  expect(await guard.checkMessages([], { guardrailId: "g", Temperature: 1 })).toEqual(expected);
  const payload = { Completion: { Messages: [], Options: { Temperature: 1 } } };
  const text = JSON.stringify({ TenantID: "t", GuardrailID: "g", Payload: payload });
  expect(sent).toEqual([`POST https://api.example/checks ${text}`]);
});

/** Loads the call sites of a project, and a client that gets one response. */
async function load(name: string, status: number, body: object) {
  const sent: string[] = [];
  const respond = async (url: unknown, init: RequestInit) => {
    sent.push(`${init.method} ${String(url)} ${String(init.body)}`);
    const headers = { "content-type": status === 200 ? "application/json" : "application/problem+json" };
    return new Response(JSON.stringify(body), { status, headers });
  };
  const sites = await import(join(folder, name, "sites.ts"));
  const client = await import(join(folder, name, "client.ts"));
  const options = { baseUrl: "https://api.example", fetch: respond, retries: 0 };
  return { sent, sites, createClient: client.createClient(options) };
}
