/** Bundle sizes of imports from the packed package. `npm run bench client` also measures them with Vite. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLERS } from "../../scripts/bench/bundle.js";
import { createBooksSpec } from "../../scripts/bench/client-features/books-spec.js";
import { FEATURES } from "../../scripts/bench/client-features/feature-list.js";
import { FEATURE_TABLE_PAGE, readFeatureTable } from "../../scripts/bench/client-features/feature-table.js";
import { createFeatureMeter } from "../../scripts/bench/client-features/measure-features.js";
import {
  bundleProgram,
  COMMON_JS,
  median,
  PROGRAMS,
  VALIDATOR_LIMITS,
  VALIDATORS,
} from "../../scripts/bench/package-sizes.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { installPackage, packPackage } from "../packed.js";

const folder = mkdtempSync(join(tmpdir(), "sizes-"));

beforeAll(async () => {
  const tarball = await packPackage();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  installPackage(tarball, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const { esbuild, rollup, vite } = BUNDLERS;

test.each(PROGRAMS)("$title is within $limit bytes, split or not, and contains nothing of Node", async (program) => {
  for (const [bundler, split] of [
    [esbuild, false],
    [esbuild, true],
    [rollup, false],
  ] as const) {
    const { gzip, text, files, warnings } = await bundleProgram(bundler, folder, program, split);
    expect(text).not.toMatch(/\bnode:|\brequire\(|\bprocess\.|\bBuffer\b/);
    expect({ bundler: bundler.name, gzip: gzip <= (program.limit ?? 0), size: gzip }).toMatchObject({ gzip: true });
    expect(files).toBe(program.names.length === 0 ? 0 : 1);
    if (program.names.length > 0) expect(warnings).toEqual([]);
  }
});

test("the validators of one operation are small, and contain no others", async () => {
  const sizes = await Promise.all(VALIDATORS.map(async (it) => (await bundleProgram(esbuild, folder, it)).gzip));
  expect(sizes).toHaveLength(16);
  expect(median(sizes.slice(0, 12))).toBeLessThanOrEqual(VALIDATOR_LIMITS.median);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(VALIDATOR_LIMITS.largest);
  const all = { title: "all", names: ["validators"], subpath: "/validators" };
  // A bundle contains shared code once.
  expect((await bundleProgram(esbuild, folder, all)).gzip).toBeLessThanOrEqual(VALIDATOR_LIMITS.largest);
});

test("with require, a subpath is smaller than the whole", async () => {
  const sizes = await Promise.all(
    COMMON_JS.map(async (it) => [it.subpath, (await bundleProgram(esbuild, folder, it)).gzip]),
  );
  const of = Object.fromEntries(sizes) as Record<string, number>;
  expect(of["/client"]).toBeLessThan(of[""] ?? 0);
  expect(of["/verify"]).toBeLessThan((of["/webhooks"] ?? 0) / 4);
});

test("a generated client of one operation is small, and each further operation adds little", async () => {
  writeFileSync(join(folder, "books.json"), JSON.stringify(createBooksSpec()));
  const document = loadDocument(join(folder, "books.json"));
  const model = createClientModel(document);
  writeFileSync(join(folder, "calls.ts"), generateCalls(document, model));
  const names = model.calls.map(({ name }) => name);
  expect(names).toHaveLength(8);
  for (const bundler of [esbuild, vite]) {
    const sizes: number[] = [];
    for (const count of [1, 8]) {
      const used = names.slice(0, count).join(", ");
      const entry = join(folder, `calls-${count}.js`);
      writeFileSync(
        entry,
        `import { createClient, orThrow } from "commerce-contract/runtime";
         import { ${used} } from "./calls.ts";
         globalThis.program = [createClient({ ${used} }, { baseUrl: "https://books.example", signIn: { token: "token" } }), orThrow];`,
      );
      const { text, gzip } = await bundler.bundle(entry, false);
      for (const path of ["/books/{id}", "/shelves/{id}"])
        expect(text.includes(path)).toBe(count === 8 || path === "/books/{id}");
      sizes.push(gzip);
    }
    const [one = 0, all = 0] = sizes;
    expect(one).toBeLessThanOrEqual(3500);
    expect((all - one) / 7).toBeLessThanOrEqual(300);
  }
});

test("the documented sizes of features are right, of each kind the largest", async () => {
  const documented = readFeatureTable(readFileSync(join(import.meta.dirname, "../..", FEATURE_TABLE_PAGE), "utf8"));
  const sizes = documented.slice(1, -1);
  expect(sizes.map(({ title }) => title)).toEqual(FEATURES.map(({ title }) => title));
  const measure = createFeatureMeter(folder);
  for (const group of new Set(sizes.map((it) => it.group))) {
    const [largest] = sizes.filter((it) => it.group === group).sort((a, b) => b.gzip - a.gzip);
    const feature = FEATURES.find(({ title }) => title === largest?.title);
    if (largest === undefined || feature === undefined) throw new Error(`${group} has no row`);
    // Versions of Node compress a little differently.
    const off = Math.abs((await measure(feature)) - largest.gzip);
    expect(off, `${feature.title}: run \`npm run bench client -- --features\``).toBeLessThanOrEqual(
      8 + largest.gzip * 0.02,
    );
  }
});
