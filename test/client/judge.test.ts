/** What a client in development says of its own requests and of the answers. */
import { expect, test } from "vitest";
import { type BusinessId, type Client, createClient, type Drift, type OrderId } from "../../src/index.js";
import { type Step, scripted } from "./scripted.js";

const path = {
  businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId,
  orderId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId,
};
const list = (body: object): Step => ({ status: 200, body: { links: [], count: 0, orders: [], ...body } });
const read = (query: object) => (client: Client) =>
  client.listOrders({ params: { path: { businessId: path.businessId }, query } as never });

type Case = readonly [
  title: string,
  call: (client: Client) => Promise<unknown>,
  answer: Step,
  drifts: readonly string[],
];

const CASES: readonly Case[] = [
  ["what keeps the contract", read({ limit: 1, startAt: new Date(0) }), list({}), []],
  ["a limit beyond the limits", read({ limit: 101 }), list({}), ["request /query/limit must be <= 100"]],
  ["a point in time that is none", read({ startAt: "now" }), list({}), ["request /query/startAt"]],
  [
    "a parameter of no operation",
    read({ limits: 1 }),
    list({}),
    ["request /query/limits is not a parameter of the operation"],
  ],
  ["what is undefined is not sent", read({ limit: undefined }), list({}), []],
  ["an answer with a count that is none", read({}), list({ count: "1" }), ["response /body/count must be integer"]],
  ["within a list", read({}), list({ orders: [{ id: 1 }] }), ["response /body/orders/0/id must be string"]],
  [
    "a status of no answer",
    read({}),
    { status: 418 },
    ["response /status must be one of 200, 400, 401, 403, 404, 500"],
  ],
  [
    "a refusal of another type",
    read({}),
    { status: 404, headers: { "content-type": "text/plain" } },
    ["response /content-type must be application/json"],
  ],
  ["a refusal", read({}), { status: 404 }, []],
  ["a property that nobody has heard of is valid", read({}), list({ news: 1 }), []],
  ["so is a value of an open enumeration", read({}), list({ orders: [{ statuses: { status: "NEW" } }] }), []],
  [
    "a patch of what may not be patched",
    (client) => client.updateOrder({ params: { path }, body: [{ op: "replace", path: "/id", value: 1 }] as never }),
    { status: 200, body: {} },
    ["request /body/0"],
  ],
  [
    "a body as another type",
    (client) => client.createHook({ body: {} as never, headers: { "Content-Type": "text/plain" } }),
    { status: 201, body: {} },
    ["request /content-type must be application/json"],
  ],
  [
    "a form",
    (client) => client.createToken({ body: { grantType: "PASSWORD", username: "u" } as never }),
    { status: 400, body: {} },
    ["request /body"],
  ],
];

test.each(CASES)("%s", async (_, call, answer, drifts) => {
  const service = scripted([answer]);
  const told: Drift[] = [];
  const { clock, fetch } = service;
  const client = createClient({
    baseUrl: "https://api.example",
    clock,
    fetch,
    validate: true,
    onDrift: (it) => told.push(it),
  });
  await call(client);
  const lines = told.map(({ side, place, message }) => `${side} ${place} ${message}`);
  for (const drift of drifts) expect(lines).toContainEqual(expect.stringContaining(drift));
  expect(lines.length > 0).toBe(drifts.length > 0);
  // The call goes on, whatever is said of it.
  expect(service.sent).toHaveLength(1);
});

test("it is not asked, and not loaded, unless it is asked for", async () => {
  const service = scripted([list({ count: "1" })]);
  const told: Drift[] = [];
  const { clock, fetch } = service;
  const options = { baseUrl: "https://api.example", clock, fetch, onDrift: (it: Drift) => told.push(it) };
  const client = createClient({ ...options, validate: false } as never);
  await service.settle(client.listOrders({ params: { path } }));
  expect(told).toEqual([]);
});
