/** The examples of docs/library.md compile, and run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../client/integration/world.js";
import { openExamples } from "../docs/examples.js";

const GIVEN = {
  baseUrl: "string",
  businessId: "string",
  headers: "Record<string, string>",
  file: "string",
  show: "(...values: unknown[]) => void",
};

const SHOWN: Readonly<Record<string, readonly unknown[]>> = {
  "One exchange": [401, "passed", "listOrders", 0],
  "An exchange from elsewhere": ['response.body.invalid /count: expected integer, got string "none"'],
  "Recordings, a tally and reports": ["holds", expect.any(Number)],
  "The service itself": [true],
};

const examples = openExamples("docs/library.md", GIVEN);
const folder = mkdtempSync(join(tmpdir(), "library-"));
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  examples.close();
  rmSync(folder, { recursive: true });
  await world.close();
});

test("every example compiles", () => expect(examples.problems()).toEqual([]));

test("there is one for every section that shows code", () =>
  expect(examples.all.map(({ title }) => title)).toEqual(Object.keys(SHOWN)));

test.each(examples.all)("$title runs", async (example) => {
  const { businessId, sandbox } = world;
  const shown: unknown[] = [];
  const file = join(folder, "report.html");
  const show = (...values: unknown[]): unknown => shown.push(...values);
  const headers = { Authorization: "Bearer a", "Api-Version": "1.2", "Service-Request-Id": crypto.randomUUID() };
  await examples.run(example, { baseUrl: sandbox.url, businessId, headers, file, show });
  expect(shown).toEqual(SHOWN[example.title]);
  if (example.title.startsWith("Recordings")) expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
});
