/** The violations that `validateCalls` reports for requests and responses. */
import { expect, test } from "vitest";
import { validators } from "../../generated/validators.js";
import { type CallViolation, validateCalls } from "../../src/client/validate-calls.js";
import { type BusinessId, type Client, createClient, type OrderId } from "../../src/index.js";
import { createScriptedServer, type Step } from "./scripted-server.js";

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
  response: Step,
  violations: readonly string[],
];

const CASES: readonly Case[] = [
  ["a valid call", read({ limit: 1, startAt: new Date(0) }), list({}), []],
  ["a limit beyond the limits", read({ limit: 101 }), list({}), ["request /query/limit must be <= 100"]],
  ["the digits of a number, which a URL has too", read({ limit: "1" }), list({}), []],
  ["a point in time that is none", read({ startAt: "now" }), list({}), ["request /query/startAt"]],
  ["a parameter of no operation", read({ limits: 1 }), list({}), ["request /query/limits is not a parameter"]],
  ["what is undefined is not sent", read({ limit: undefined }), list({}), []],
  ["a response with an invalid count", read({}), list({ count: "1" }), ["response /body/count must be integer"]],
  ["within a list", read({}), list({ orders: [{ id: 1 }] }), ["response /body/orders/0/id must be string"]],
  [
    "an undocumented status",
    read({}),
    { status: 418 },
    ["response /status must be 200 or 400 or 401 or 403 or 404 or 500"],
  ],
  [
    "a refusal of another type",
    read({}),
    { status: 404, headers: { "content-type": "text/plain" } },
    ["response /content-type must be application/json"],
  ],
  ["a refusal", read({}), { status: 404 }, []],
  ["an undeclared property is valid", read({}), list({ news: 1 }), []],
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

test.each(CASES)("%s", async (_, call, response, violations) => {
  const service = createScriptedServer([response]);
  const reported: CallViolation[] = [];
  const { clock, fetch } = service;
  const client = createClient({
    baseUrl: "https://api.example",
    clock,
    fetch,
    validate: validateCalls({ validators, onViolation: (it) => reported.push(it) }),
  });
  await call(client);
  const lines = reported.map(({ direction, pointer, message }) => `${direction} ${pointer} ${message}`);
  for (const violation of violations) expect(lines).toContainEqual(expect.stringContaining(violation));
  expect(lines.length > 0).toBe(violations.length > 0);
  // Violations do not stop the call.
  expect(service.sent).toHaveLength(1);
});

test("an operation without validators is called, and nothing is reported", async () => {
  const service = createScriptedServer([list({ count: "1" }), list({ count: "1" })]);
  const reported: CallViolation[] = [];
  const { clock, fetch } = service;
  const { getOrder, listOrders } = validators;
  const onViolation = (it: CallViolation) => reported.push(it);
  const base = { baseUrl: "https://api.example", clock, fetch };
  const some = createClient({ ...base, validate: validateCalls({ validators: { getOrder }, onViolation }) });
  expect(await read({})(some)).toMatchObject({ ok: true });
  expect(reported).toEqual([]);
  const other = createClient({ ...base, validate: validateCalls({ validators: { listOrders }, onViolation }) });
  await read({})(other);
  expect(reported).toEqual([
    { operation: "listOrders", direction: "response", pointer: "/body/count", message: "must be integer" },
  ]);
});

test("an error of onViolation ends the call before anything is sent", async () => {
  const service = createScriptedServer([list({})]);
  const { clock, fetch } = service;
  const onViolation = ({ message }: CallViolation) => {
    throw new Error(message);
  };
  const validate = validateCalls({ validators, onViolation });
  const client = createClient({ baseUrl: "https://api.example", clock, fetch, validate });
  await expect(read({ limit: 101 })(client)).rejects.toThrow("must be <= 100");
  expect(service.sent).toEqual([]);
});

test("`validate: false` validates nothing", async () => {
  const service = createScriptedServer([list({ count: "1" })]);
  const { clock, fetch } = service;
  const base = { baseUrl: "https://api.example", clock, fetch };
  expect(await read({})(createClient({ ...base, validate: false }))).toMatchObject({ ok: true });
});

test("the media type, or its range, is that of the spec", async () => {
  const accept = () => true;
  const reject = Object.assign(() => false, { errors: [{ instancePath: "", message: "fails" }] });
  const tables = [
    { "2XX": { "*/*": reject } },
    { "2XX": { "application/*": reject }, default: { "*/*": accept } },
    { default: { "application/json": reject } },
    { 200: { "*/*": accept }, "2XX": { "*/*": reject } },
    // Parameters count between types that differ in nothing else.
    { 200: { "Application/JSON; charset=utf-8": reject } },
    { 200: { "application/json;v=2": accept, "application/json": reject } },
    { 200: { "text/csv": accept, "text/html": accept } },
    { 200: {} },
    {},
  ];
  const found = tables.map(async (responses) => {
    const reported: string[] = [];
    const { clock, fetch } = createScriptedServer([list({})]);
    const onViolation = ({ pointer, message }: CallViolation) => reported.push(`${pointer} ${message}`);
    const validate = validateCalls({
      validators: { listOrders: { ...validators.listOrders, responses } },
      onViolation,
    });
    await read({})(createClient({ baseUrl: "https://api.example", clock, fetch, validate }));
    return reported;
  });
  expect(await Promise.all(found)).toEqual([
    ...[["/body fails"], ["/body fails"], ["/body fails"], [], ["/body fails"], ["/body fails"]],
    ...[["/content-type must be text/csv or text/html"], ["/content-type must be absent"], ["/status must be absent"]],
  ]);
});

test.each<[what: string, file: unknown, violations: readonly string[]]>([
  ["a file", new File(["x"], "a.txt"), []],
  ["bytes", new Uint8Array(1), []],
  ["a number", 1, ["/body/file must be string"]],
])("%s in a form, where the spec has a string", async (_, file, violations) => {
  const reject = Object.assign(() => false, { errors: [{ instancePath: "/file", message: "must be string" }] });
  const reported: string[] = [];
  const validate = validateCalls({
    validators: { upload: { request: { "multipart/form-data": reject } } },
    onViolation: ({ pointer, message }) => reported.push(`${pointer} ${message}`),
  });
  const response = new Response(null, { status: 204 });
  const sent = { method: "POST", url: "https://api.example", headers: new Headers(), body: new FormData() };
  await validate(
    "upload",
    { body: { file } } as never,
    sent as never,
    async () => ({ status: 204, response }) as never,
  );
  expect(reported.filter((it) => it.startsWith("/body"))).toEqual(violations);
});

test("lines of JSON are validated as they were given", async () => {
  const seen: unknown[] = [];
  const validators = { add: { request: { "application/x-ndjson": (it: unknown) => seen.push(it) > 0 } } };
  const validate = validateCalls({ validators, onViolation: () => {} });
  const sent = { headers: new Headers({ "Content-Type": "application/x-ndjson" }), body: "1\n2\n" };
  await validate("add", { body: [1, 2] }, sent, async () => ({ status: 204, response: new Response() }) as never);
  expect(seen).toEqual([[1, 2]]);
});
