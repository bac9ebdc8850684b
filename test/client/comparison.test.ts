/** The table of docs/comparison.md: the lines of this client and of openapi-fetch compile with the types of a foreign spec. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runGenerateCommand } from "../../src/cli/actions/generate.js";
import { compileStrictly } from "../generate/compile-strictly.js";
import { createRecordingIo } from "../generate/recording-io.js";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "src/client");
const folder = mkdtempSync(join(tmpdir(), "comparison-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The code of the cells in the first two columns of code, by task. */
const ROWS = readFileSync(join(ROOT, "docs/comparison.md"), "utf8")
  .split("## The same tasks with each client")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| task"))
  .map((line) => line.split(" | "))
  .map(([task = "", ours = "", theirs = ""]) => ({ task: task.slice(2), cells: [ours, theirs].map(readCode) }));

function readCode(cell: string): string {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code).join("\n");
}

const PREAMBLE = `
import { QueryClient } from "@tanstack/query-core";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createFetch from "openapi-fetch";
import { createHookedFetch } from "${CLIENT}/index.ts";
import { createMiddleware, createOffsetReader, iterateList } from "${CLIENT}/openapi-fetch.ts";
import { validateCalls } from "${CLIENT}/validate-calls.ts";
import { createClient } from "./client.js";
import { handlers } from "./handlers.js";
import { operations } from "./operations.js";
import { getPlanetQuery } from "./queries.js";
import type { paths } from "./types.js";
import { validators } from "./validators.js";

const client = createClient({});
const api = createFetch<paths>({ baseUrl: "https://galaxy.scalar.com" });
const queries = new QueryClient();
const show = (...shown: unknown[]): void => console.log(...shown);
const onViolation = show;
const token = "token";
const image = new Blob(["image"]);
const form = new FormData();
const { signal } = new AbortController();
const readPlanets = (page: object | string): readonly unknown[] => Object(page).data;
`;

beforeAll(async () => {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const lists = { getAllData: { style: "offset", items: "/data", start: "offset", size: "limit", name: "planets" } };
  const spec = join(ROOT, "examples/galaxy/openapi.json");
  const config = join(folder, "contract.config.json");
  writeFileSync(config, JSON.stringify({ spec, client: { lists, runtime: join(CLIENT, "index.ts") } }));
  const options = { spec, config, out: folder, with: ["validators", "tanstack-query", "msw"] } as const;
  await runGenerateCommand(options, createRecordingIo());
});

test("the lines compile", () => {
  expect(ROWS).toHaveLength(12);
  const file = join(folder, "lines.ts");
  const functions = (ROWS ?? []).flatMap(({ task, cells }) =>
    cells.map((code, index) => `export async function f${index}_${task.replaceAll(/\W/g, "_")}() {\n${code}\n}`),
  );
  writeFileSync(file, PREAMBLE + functions.join("\n"));
  const found = compileStrictly([file], { skipLibCheck: true, allowImportingTsExtensions: true });
  expect(found.filter((it) => it.startsWith(file))).toEqual([]);
});

test("no task takes more lines with this client than with openapi-fetch", () => {
  const longer = (ROWS ?? []).filter(
    ({ cells: [ours = "", theirs = ""] }) => countLines(ours) > (countLines(theirs) || 9),
  );
  expect(longer.map(({ task }) => task)).toEqual([]);
});

function countLines(code: string): number {
  return code === "" ? 0 : code.split("\n").length;
}
