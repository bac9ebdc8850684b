/** Four cells of `npm run long matrix`, which runs them all: the packed tarball, installed as users do and tried. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAlarms } from "../../scripts/long/matrix/alarms.js";
import {
  type Cell,
  filterCells,
  listAllCells,
  listTestCells,
  nameOf,
  shardCells,
} from "../../scripts/long/matrix/cells.js";
import { runCell } from "../../scripts/long/matrix/run-cell.js";
import { formatLine, formatTable } from "../../scripts/long/matrix/table.js";
import { packPackage } from "../packed.js";

const folder = mkdtempSync(join(tmpdir(), "matrix-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let tarball = "";
beforeAll(async () => {
  tarball = await packPackage();
});

/** Generated files depend on the TypeScript beside the package and on Node.js, not on the manager. */
const generates = ({ manager }: Cell): boolean => manager.startsWith("npm@");

test.each(listTestCells().map((cell) => [nameOf(cell), cell] as const))("%s", async (_, cell) => {
  const { steps } = await runCell(cell, tarball, generates(cell) ? [] : ["generate"]);
  expect(steps.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(steps.map(({ name }) => name)).toEqual([
    ...["install", "lockfile, no scripts", "version", "check", "ESM", "CommonJS"],
    ...(cell.typescript === "none" ? [] : ["types"]),
    ...(generates(cell) ? ["generate"] : []),
    "sandbox",
  ]);
});

test("a missing package fails the cell, and the table shows it", async () => {
  const cell = { manager: "npm@11", node: "current", typescript: "none" };
  const result = await runCell(cell, join(folder, "not-there.tgz"));
  expect(result.steps).toEqual([{ name: "install", failure: expect.stringContaining("npm install") }]);
  expect(formatLine(result)).toMatch(/^FAILED npm@11,node@current,ts@none .* FAILED install$/);
  expect(formatTable([result])).toContain("| npm@11 | none | **install** |");
});

test("the cells of npm test have every package manager and every TypeScript", () => {
  const valuesOf = (key: "manager" | "typescript"): Set<string | undefined> =>
    new Set(listTestCells().map((cell) => cell[key].split("@")[0]));
  expect(valuesOf("manager")).toEqual(new Set(listAllCells().map(({ manager }) => manager.split("@")[0])));
  expect(valuesOf("typescript")).toEqual(new Set(listAllCells().map(({ typescript }) => typescript)));
  expect(new Set(listTestCells().map(({ node }) => node)).size).toBe(2);
});

test("cells are filtered by their parts, and each cell is in one shard", () => {
  const names = (only: string): string[] => filterCells(listAllCells(), only).map(nameOf);
  expect(names("pnpm@12,node@24,ts@6")).toEqual(["pnpm@12,node@24,ts@6"]);
  expect(names("yarn,node@22,ts@none")).toEqual(["yarn@1,node@22,ts@none", "yarn@4,node@22,ts@none"]);
  expect(names("pnpm@1")).toEqual([]);
  const shards = ["1/3", "2/3", "3/3"].flatMap((shard) => shardCells(listAllCells(), shard).map(nameOf));
  expect(shards.sort()).toEqual(listAllCells().map(nameOf).sort());
  for (const wrong of ["0/3", "4/3", "3", "a/b"])
    expect(() => shardCells(listAllCells(), wrong)).toThrow("expected i/n");
});

test("warnings of an installation are found, for each package manager", () => {
  const lines = [
    "npm warn ERESOLVE overriding peer dependency",
    "npm warn install-scripts   commerce-contract@0.1.0 (prepare: npm run build)",
    "│   Ignored build scripts: @photostructure/sqlite@1.2.1. │",
    'warning " > commerce-contract@0.1.0" has unmet peer dependency "typescript@^5".',
    "➤ YN0002: │ cell@workspace:. doesn't provide typescript, requested by commerce-contract: peer",
    "warn: incorrect peer dependency",
  ];
  const quiet = [
    "added 1 package in 1s",
    "Done in 862ms using pnpm v12",
    "info No lockfile found.",
    "npm notice New major",
  ];
  expect(findAlarms({ stdout: lines.join("\n"), stderr: quiet.join("\n") })).toEqual(lines);
});
