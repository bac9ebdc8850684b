/** The examples of docs/client.md are programs: they compile as a stranger would have them, and run against the sandbox. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderId, orThrow } from "../../src/index.js";
import { type Example, openExamples } from "../docs/examples.js";
import { DEMO, openWorld, type World } from "./integration/world.js";

const INDEX = `import(${JSON.stringify(join(import.meta.dirname, "../../src/index.js"))})`;

/** What the examples have from elsewhere. */
const GIVEN = {
  baseUrl: "string",
  billingUrl: "string",
  applicationId: "string",
  privateKey: "string",
  audience: "string",
  businessId: `${INDEX}.BusinessId`,
  orderId: `${INDEX}.OrderId`,
  token: "string",
  username: "string",
  userPassword: "string",
  show: "(...values: unknown[]) => void",
};

/** What each shows; nothing of a section that is not here may show anything else. */
const SHOWN: Readonly<Record<string, readonly unknown[]>> = {
  "Begin 2": [200],
  Results: [expect.any(Number)],
  "Results 2": [
    "refused",
    404,
    expect.stringMatching(/^getOrder: refused \{"attempts":1,"status":404,"requestId":"[-0-9a-f]{36}"\}$/),
  ],
  "Signing in": [200],
  "Changing an order": [expect.stringMatching(/^\d{4}-.*Z$/)],
  "In development": ["listOrders: request /query/limit must be <= 100"],
};

const examples = openExamples("docs/client.md", GIVEN);
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  examples.close();
});

test("every example compiles", () => expect(examples.problems()).toEqual([]));

test.each(examples.all)("$title runs", async (example) => {
  const { title } = example;
  const shown = await run(example);
  const wanted = SHOWN[title];
  if (wanted === undefined) expect(shown.length).toBeGreaterThan(title.startsWith("Repetition") ? -1 : 0);
  else expect(shown).toEqual(wanted);
});

test("there is one for every section that shows code", () => {
  expect(examples.all.map(({ title }) => title)).toEqual([
    ...["Begin", "Begin 2", "Results", "Results 2", "Signing in", "Lists", "Lists 2"],
    ...["Repetition", "Changing an order", "In development"],
  ]);
});

/** Gives an example what it needs, and gives back what it shows. */
async function run(example: Example): Promise<unknown[]> {
  const { businessId, key, sandbox } = world;
  const client = world.client();
  const { orders = [] } = orThrow(
    await client.listOrders({ params: { path: { businessId }, query: { orderStatus: "OPENED" } } }),
  );
  const token = String(world.tokens.at(-1));
  const shown: unknown[] = [];
  const given = {
    ...key,
    ...{ baseUrl: sandbox.url, billingUrl: sandbox.url, businessId, orderId: orders[0]?.id as OrderId, token },
    ...{ username: DEMO.username, userPassword: DEMO.password, show: (...values: unknown[]) => shown.push(...values) },
  };
  await examples.run(example, given);
  return shown;
}
