/** Bundle sizes of imports from the packed package. `npm run bench:client` also measures them with Vite. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLERS } from "../../scripts/bench/bundle.js";
import {
  bundleProgram,
  COMMON_JS,
  median,
  PROGRAMS,
  VALIDATOR_LIMITS,
  VALIDATORS,
} from "../../scripts/bench/package-sizes.js";
import { installPackage, packPackage } from "../packed.js";

const folder = mkdtempSync(join(tmpdir(), "sizes-"));

beforeAll(async () => {
  const tarball = await packPackage();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  installPackage(tarball, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const { esbuild, rollup } = BUNDLERS;

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
