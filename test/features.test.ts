import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listCaseFolders } from "./check/case.js";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "test/FEATURES.md"), "utf8");
const [features = [], ways = []] = page.split(/^## /m).map((section) =>
  section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    ),
);

test("no row is empty, and every yes names its tests", () => {
  expect(features.length).toBeGreaterThan(50);
  for (const row of features) {
    const [name = "", does = "", shown = ""] = row;
    expect(row.length, name).toBe(3);
    expect(["yes", "part", "no"], name).toContain(does);
    expect(shown.length, name).toBeGreaterThan(5);
    if (does !== "no") expect(pathsIn(shown).length, name).toBeGreaterThan(0);
  }
});

test("no feature is listed twice", () => {
  const names = features.map(([name]) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("every named path exists", () => {
  const missing = [...features, ...ways]
    .flatMap((row) => pathsIn(row.at(-1) ?? ""))
    .filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("the table has all fifteen failure modes with every file, and the named files of cases exist", () => {
  const listed = ways.flatMap((row) => pathsIn(row.at(-1) ?? ""));
  expect(ways.map(([number]) => number)).toEqual(Array.from({ length: 15 }, (_, index) => String(index + 1)));
  expect(listed).toEqual(
    readdirSync(join(ROOT, "test/check/modes"))
      .sort()
      .map((file) => `test/check/modes/${file}`),
  );
  const named = features.flatMap((row) => pathsIn(row.at(-1) ?? "")).filter((path) => path.startsWith("test/cases/"));
  expect(named.filter((path) => !listCaseFolders().includes(path.slice("test/cases/".length)))).toEqual([]);
});

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`((?:test|bench|docs)\/[^`]+)`/g)].map(([, path]) => path ?? "");
}
