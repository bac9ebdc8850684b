import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runGenerateCommand } from "../../src/cli/actions/generate.js";
import { createReference } from "../../src/docs/reference-files.js";
import { loadDocument } from "../../src/document/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { generateOutput } from "../../src/generate/generate.js";
import { createRecordingIo } from "./recording-io.js";

const { client: ownClient } = parse(readFileSync("contract.config.yaml", "utf8")) as { client: ClientConfig };
const SHOP = "test/generate/cases/shop/openapi.yaml";
const shopOutput = generateOutput(loadDocument(SHOP), { with: ["validators", "bundle"] });
const FIX = "run `npm run generate` and commit what it writes";

test("generated/ matches spec/", async () => {
  const { files } = await generateOutput(loadDocument("spec/openapi.yaml"), ownClient);
  const stale = [...files].flatMap(([name, content]) => {
    const path = `generated/${name}`;
    return existsSync(path) && readFileSync(path, "utf8") === content ? [] : [path];
  });
  expect(stale, `these do not match the spec; ${FIX}`).toEqual([]);
  expect(readdirSync("generated").sort(), `generated/ holds other files; ${FIX}`).toEqual([...files.keys()].sort());
});

test("the bundle is one document in both forms, without aliases", async () => {
  const { files } = await shopOutput;
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  for (const name of ["openapi.json", "openapi.yaml"]) writeFileSync(join(folder, name), files.get(name) ?? "");
  const [json, yaml] = [loadDocument(join(folder, "openapi.json")), loadDocument(join(folder, "openapi.yaml"))];
  expect(yaml.root).toEqual(json.root);
  expect(files.get("openapi.yaml")).not.toMatch(/[&*][a-z]\d/);
});

test.each(["yaml", "json"])("large numbers keep their digits, written in %s", async (how) => {
  const id = `{ "type": "integer", "enum": [-9223372036854775808, 9223372036854775807], "default": 9223372036854775807 }`;
  const item = `{ "type": "object", "properties": { "id": ${id}, "most": { "maximum": 9223372036854775806 } }, "required": ["id"] }`;
  const content = `{ "application/json": { "schema": ${item}, "example": { "id": 9223372036854775807 } } }`;
  const operation = `{ "operationId": "a", "parameters": [{ "name": "q", "in": "query", "schema": ${id}, "example": -9223372036854775808 }], "requestBody": { "content": ${content} }, "responses": { "200": { "description": "d", "content": ${content} } } }`;
  const text = `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "post": ${operation} } } }`;
  const document = loadDocument("spec.yaml", () => (how === "json" ? text : `# A comment\n${text}`));
  const { files } = await generateOutput(document, { with: ["bundle", "validators", "msw"] });
  const published = new Map([...files, ...createReference(document).files]);
  for (const [name, content] of published) {
    // Generated validators get the doubles of JSON.parse.
    if (!name.startsWith("validators"))
      expect(content, name).not.toMatch(/9223372036854776000|9223372036854775808(?<!-.*)/);
  }
  const names = ["openapi.json", "openapi.yaml", "handlers.ts", "reference.json", "operations/a.md", "llms-full.txt"];
  for (const name of names) expect(published.get(name), name).toContain("9223372036854775807");
  expect(files.get("types.ts")).toMatch(/id: number;/);
});

test("the operation table has what each call needs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "operations-"));
  const text = (await shopOutput).files.get("operations.ts") ?? "";
  writeFileSync(join(folder, "operations.ts"), text);
  const { operations, webhooks } = await import(join(folder, "operations.ts"));
  expect(Object.keys(operations)).toEqual(["GET /parcels", "putParcel"]);
  expect(operations["GET /parcels"]).toMatchObject({
    method: "GET",
    path: "/parcels",
    servers: [{ url: "{baseUrl}/v1", variables: { baseUrl: "https://shop.example" } }],
    parameters: [
      { name: "ids", in: "query", required: false, style: "form", explode: false, allowReserved: false },
      {},
      {},
    ],
    responses: { "200": ["application/json"] },
    security: [[{ name: "oauth", type: "oauth2", scopes: ["read"] }]],
    list: { style: "links", items: "/parcels" },
  });
  expect(operations.putParcel.idempotencyKey).toEqual({ header: "Idempotency-Key", required: true });
  expect(webhooks.onParcelMoved).toMatchObject({ event: "parcelMoved", method: "POST", acknowledgeWithinMs: 2000 });
});

test("contract generate writes and lists every file of any spec, with the same bytes each time", async () => {
  const out = join(mkdtempSync(join(tmpdir(), "generate-")), "made", "for-me");
  const io = createRecordingIo();
  expect(await runGenerateCommand({ spec: SHOP, out, with: ["validators", "bundle"] }, io)).toBe(0);
  const names = readdirSync(out).sort();
  expect(names).toEqual(readdirSync("generated").sort());
  const written = Object.fromEntries(names.map((name) => [name, readFileSync(join(out, name), "utf8")]));
  expect(written).toEqual(Object.fromEntries((await shopOutput).files));
  for (const name of names) expect(io.output).toContain(join(out, name));
});

test("contract generate rejects a file as its folder, and writes nothing for an invalid spec", async () => {
  const folder = mkdtempSync(join(tmpdir(), "refused-"));
  const file = join(folder, "a-file");
  writeFileSync(file, "mine");
  await expect(runGenerateCommand({ spec: SHOP, out: file }, createRecordingIo())).rejects.toThrow(
    /is a file; pass a directory/,
  );
  expect(readFileSync(file, "utf8")).toBe("mine");
  const invalid = join(folder, "broken.yaml");
  writeFileSync(invalid, 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: [/a]\n');
  await expect(runGenerateCommand({ spec: invalid, out: join(folder, "out") }, createRecordingIo())).rejects.toThrow();
  expect(existsSync(join(folder, "out"))).toBe(false);
});
