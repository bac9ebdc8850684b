import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateFiles } from "../../src/generate/generate.js";
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
  found = compileStrictly([USE, ...names.map((name) => join(folder, name))]);
});
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
