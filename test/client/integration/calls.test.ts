import { afterAll, beforeAll, expect, test } from "vitest";
import { type BusinessId, type Client, createClient, jwtBearer, orThrow } from "../../../src/index.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";

let sandbox: Sandbox;
let client: Client;
let businessId: BusinessId;

beforeAll(async () => {
  sandbox = await createSandbox();
  if (sandbox.demo === undefined) throw new Error("the sandbox has no demo application");
  businessId = sandbox.demo.businessId as BusinessId;
  client = createClient({ baseUrl: sandbox.url, billingUrl: sandbox.url, signIn: jwtBearer(sandbox.demo) });
});
afterAll(() => sandbox.close());

test("an operation is called by its name and by its path alike", async () => {
  const options = { params: { path: { businessId }, query: { limit: 3 } } };
  const byName = orThrow(await client.listOrders(options));
  expect(byName.orders).toHaveLength(3);
  expect(orThrow(await client.GET("/businesses/{businessId}/orders", options)).orders).toEqual(byName.orders);
});
