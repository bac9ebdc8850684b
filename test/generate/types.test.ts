import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatSamplesProgram } from "../../scripts/bench-clients/programs.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { generateClientFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateFiles } from "../../src/generate/generate.js";
import { createCallSampleContext } from "../../src/generate/package/call-sample-context.js";
import { generateTypes } from "../../src/generate/types.js";
import { compileStrictly } from "./compile-strictly.js";

const USE = "test/generate/cases/use/client.ts";
const RUNTIME = join(import.meta.dirname, "../../dist/types/src/client/index.js");
const folder = mkdtempSync(join(tmpdir(), "types-"));
let files: ReadonlyMap<string, string>;
let found: readonly string[];

// Both tests share one program, because checking the libraries of TypeScript takes most of the time.
beforeAll(async () => {
  files = await generateFiles(loadDocument("test/generate/cases/shop/openapi.yaml"), { runtime: RUNTIME });
  const names = ["types.ts", "operations.ts", "calls.ts", "client.ts", "validators.d.ts"];
  for (const name of names) writeFileSync(join(folder, name), files.get(name) ?? "");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  found = compileStrictly([...[USE, ...names.map((name) => join(folder, name))], ...(await writeUnusual("clients"))]);
});

/** Writes a client with what public specs have, and a program with the samples of its README. */
async function writeUnusual(name: string): Promise<readonly string[]> {
  const document = loadDocument("test/generate/cases/unusual.yaml");
  const model = createClientModel(document, { runtime: RUNTIME });
  const texts = {
    "types.ts": await generateTypes(document),
    "calls.ts": generateCalls(document, model),
    "client.ts": generateClientFile(model),
    "samples.ts": formatSamplesProgram(createCallSampleContext(document), model),
  };
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, name, file), text);
  return Object.keys(texts).map((file) => join(folder, name, file));
}

afterAll(() => rmSync(folder, { recursive: true }));

test("generated types accept valid use, and nothing else", () => {
  expect(found.filter((problem) => !problem.startsWith(folder))).toEqual([]);
});

test("types of any spec compile, with skipLibCheck off", () => {
  expect(found).toEqual([]);
  expect(files.get("types.ts")).toContain('Size: "SMALL" | "LARGE" | (string & {})');
  expect(files.get("types.ts")).toContain('ShelfId: Brand<"ShelfId"> | null');
  expect(files.get("types.ts")).toContain('ids?: Brand<"ParcelId">[]');
});

test("samples of unusual specs compile, with brands, files, and only what is declared", () => {
  const samples = readFileSync(join(folder, "clients/samples.ts"), "utf8");
  expect(samples).toMatchInlineSnapshot(`
    "import type { Client, FileId } from "./client.js";

    export async function callAll(client: Client): Promise<void> {
      await client.getFileShared({ params: { path: { id: "f1" as FileId }, query: { fields: "text" } } });
      await client.get_file_beta({ params: { path: { id: "text" } } });
      await client.setPlugins({ body: [{ name: "a", id: "f1" as FileId }] });
      await client.makeCall({ body: {} });
      await client.sendMessage({ body: { message: { role: "system", text: "text" } } });
      await client.upload({ body: { files: [new Blob(["content"])] } });
    }
    "
  `);
});
