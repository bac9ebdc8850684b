/** The examples of docs/testing.md compile, and run against the sandbox. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../client/integration/world.js";
import { openExamples } from "../docs/examples.js";
import { listening } from "../docs/listening.js";

const GIVEN = {
  baseUrl: "string",
  businessId: `import(${JSON.stringify(join(import.meta.dirname, "../../src/index.js"))}).BusinessId`,
  headers: "Record<string, string>",
  token: "string",
  port: "number",
  show: "(...values: unknown[]) => void",
};

const SHOWN: Readonly<Record<string, readonly unknown[]>> = {
  "A matcher": [200],
  "A matcher 2": [200],
  "Every call of a test": [200, 1],
  Undici: [200],
  "node:http": [200],
  "A server": ["broken"],
};

const examples = openExamples("docs/testing.md", GIVEN);
let world: World;
let token: string;

beforeAll(async () => {
  world = await openWorld();
  await world.client().listOrders({ params: { path: { businessId: world.businessId } } });
  token = String(world.tokens.at(-1));
});
afterAll(async () => {
  examples.close();
  await world.close();
});

test("every example compiles", () => expect(examples.problems()).toEqual([]));

test("there is one for every section that shows code", () =>
  expect(examples.all.map(({ title }) => title)).toEqual(Object.keys(SHOWN)));

test.each(examples.all)("$title runs", async (example) => {
  const { businessId, sandbox } = world;
  const headers = { "Api-Version": "1.2", Authorization: `Bearer ${token}`, "Service-Request-Id": crypto.randomUUID() };
  const shown: unknown[] = [];
  const servers = listening();
  try {
    const show = (...values: unknown[]): unknown => shown.push(...values);
    await examples.run(example, { baseUrl: sandbox.url, businessId, headers, token, port: 0, show });
    if (example.title === "A server") {
      const answer = await fetch(`${await servers.url()}/businesses/${businessId}/orders`, { headers });
      expect(answer.status).toBe(200);
    }
    expect(shown).toEqual(SHOWN[example.title]);
  } finally {
    await servers.close();
  }
});
