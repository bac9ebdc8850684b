/** Attacks on the admin address: no 5xx response, no change of the state, no effect on another sandbox. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { openConnection, type RawRequest, type RawResponse, sendBytes, serializeRequest } from "./raw-http.js";

const HUGE = 1e308;
const DEEP = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
const LONG = "x".repeat(20_000);
const POLLUTING = '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}';

type Body = object | string;
type Attack = readonly [request: string, body: Body | undefined, status: number, code: string];

/** Rejected requests: method and path, the body, and the response. */
const INVALID: Readonly<Record<string, readonly Attack[]>> = {
  "bodies of each route": [
    ...[
      ...["PUT /clock", "POST /reset", "POST /snapshots", "POST /faults", "POST /verify", "POST /deliveries/replay"],
      ...["POST /businesses", "POST /applications", "POST /users", "POST /plans", "POST /subscriptions"],
      ...["POST /trigger", "POST /sandboxes", "PATCH /hooks/x", "PATCH /subscriptions/x"],
    ].flatMap((route): readonly Attack[] => [
      [route, POLLUTING, 400, ""],
      [route, DEEP, 400, "INVALID_BODY"],
      [route, "[1]", 400, "INVALID_BODY"],
      [route, '{"a": 1', 400, "INVALID_BODY"],
      [route, '{"a": 1, "a": 2}', 400, "INVALID_BODY"],
      [route, Buffer.from([0x7b, 0xff, 0x7d]).toString("latin1"), 400, "INVALID_BODY"],
    ]),
  ],
  "names of snapshots": [
    ...["..", ".", "../../etc/passwd", "..%2f..%2fetc", "/etc/passwd", "a/b", "a\\b", "", "-rf", LONG].map(
      (name): Attack => ["POST /snapshots", { name }, 400, "INVALID_SNAPSHOT"],
    ),
    ["PUT /snapshot", { name: "missing" }, 404, "UNKNOWN_SNAPSHOT"],
    ["GET /snapshots/../../etc/passwd", undefined, 404, "UNKNOWN_PATH"],
    ["GET /snapshots/..%2f..%2fetc%2fpasswd", undefined, 404, "UNKNOWN_PATH"],
    ["GET /snapshots/..", undefined, 404, "UNKNOWN_SNAPSHOT"],
    ["DELETE /snapshots/__proto__", {}, 404, "UNKNOWN_SNAPSHOT"],
  ],
  "names that objects inherit": [
    ["GET /__proto__", undefined, 404, "UNKNOWN_PATH"],
    ["GET /constructor", undefined, 404, "UNKNOWN_PATH"],
    ["__proto__ /clock", undefined, 400, ""],
    ["CONSTRUCTOR /clock", {}, 400, ""],
    ["GET /s/__proto__/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET /s/constructor/clock", undefined, 404, "UNKNOWN_PATH"],
    ["POST /trigger", { event: "__proto__" }, 400, "INVALID_TRIGGER"],
    ["POST /trigger", { event: "constructor" }, 400, "INVALID_TRIGGER"],
    ["POST /reset", { pack: "__proto__" }, 400, ""],
    ["POST /sandboxes", { data: "constructor" }, 400, "INVALID_SANDBOX"],
    ["POST /faults", { match: { __proto__: 1, toString: 1 }, do: { reset: true } }, 400, ""],
    ["POST /faults", { match: {}, do: { constructor: true } }, 400, ""],
    ["POST /faults", { on: "deliveries", match: {}, do: { toString: 1 } }, 400, ""],
    ["POST /verify", { match: { hasOwnProperty: "x" } }, 400, ""],
    ["DELETE /hooks/constructor", {}, 404, ""],
    ["DELETE /sandboxes/__proto__", {}, 404, "UNKNOWN_SANDBOX"],
    ["GET /deliveries/__proto__", undefined, 404, ""],
    ["GET /requests/constructor", undefined, 404, ""],
  ],
  numbers: [
    ...[HUGE, -1, 1.5, 2 ** 53, 0].flatMap((number): readonly Attack[] => [
      ["POST /faults", { match: { nth: number }, do: { reset: true } }, 400, ""],
      ["POST /faults", { match: { times: number }, do: { reset: true } }, 400, ""],
      ["POST /faults", { on: "deliveries", match: { attempt: number }, do: { drop: true } }, 400, ""],
      ["POST /faults", { on: "deliveries", match: {}, do: { duplicate: number } }, 400, ""],
      ["POST /faults", { on: "deliveries", match: {}, do: { delay: number } }, 400, ""],
    ]),
    ...[HUGE, -1, 1.5, 2 ** 53].flatMap((number): readonly Attack[] => [
      ["POST /faults", { match: {}, do: { delay: number } }, 400, ""],
      ["POST /faults", { match: {}, do: { truncate: number } }, 400, ""],
      ["POST /verify", { match: {}, count: number }, 400, ""],
      ["POST /verify", { match: {}, after: number === 2 ** 53 ? -2 : number === HUGE ? 0.5 : number }, 400, ""],
      ["POST /plans", { trialPeriodDays: number === 2 ** 53 ? "x" : number === -1 ? {} : number }, 400, ""],
    ]),
    ["POST /verify", { match: {}, count: { min: 2, max: 1 } }, 400, ""],
    ["POST /faults", '{"match": {"probability": 1e-400}, "do": {"reset": true}}', 400, ""],
    ["PUT /clock", { mode: "advance", by: "P99999999999999999999Y" }, 400, ""],
    ["PUT /clock", { mode: "advance", by: `PT${"9".repeat(400)}S` }, 400, ""],
    ["PUT /clock", { mode: "freeze", time: "+275760-09-13T00:00:00.001Z" }, 400, ""],
    ["PUT /clock", { mode: "freeze", time: HUGE }, 400, ""],
    ["GET /requests/99999999999999999999999", undefined, 404, ""],
    ["GET /deliveries?limit=1e999", undefined, 400, ""],
  ],
  "sandboxes below": [
    ...["..", "../x", "A", "a/b", "-a", "a".repeat(41), "", "%2e", "a b"].map(
      (id): Attack => ["POST /sandboxes", { id, data: "none" }, 400, "INVALID_SANDBOX"],
    ),
    ["POST /sandboxes", { id: "one", data: "none" }, 409, "CANNOT_CREATE_SANDBOX"],
    ["POST /sandboxes", { data: "/etc/passwd" }, 400, "INVALID_SANDBOX"],
    ["POST /sandboxes", { data: { orders: [{ id: 1 }] } }, 400, "INVALID_DATA"],
    ["POST /sandboxes", { seed: LONG, data: "none" }, 400, "INVALID_SANDBOX"],
    ["POST /s/one/sandboxes", { data: "none" }, 404, "UNKNOWN_PATH"],
    ["GET /s/one/s/two/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET /s/one/../two/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET //s/one/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET /s/three/clock", undefined, 404, "UNKNOWN_PATH"],
  ],
  "rules and hooks": [
    ["POST /faults", { match: { path: "*".repeat(2000) }, do: { reset: true } }, 400, ""],
    ["POST /faults", { match: {}, do: { status: 200, headers: { "X-A": "a\r\nSet-Cookie: a=b" } } }, 400, ""],
    ["POST /faults", { match: {}, do: { status: 200, headers: { "Content-Length": "0" } } }, 400, ""],
    ["POST /faults", { match: {}, do: { status: 200, body: LONG.repeat(4) } }, 400, ""],
    ["POST /faults", { on: "listeners", match: {}, do: { drop: true } }, 400, ""],
    ["POST /trigger", { event: "order.completed", businessId: "' OR 1=1 --" }, 400, "INVALID_TRIGGER"],
    ["POST /trigger", { event: "order.completed", order: { items: { length: 1e9 } } }, 400, "INVALID_TRIGGER"],
    ["PATCH /hooks/x", { active: true, deliveryUrl: "http://169.254.169.254/" }, 400, ""],
    ["POST /applications", { keys: [{ kty: "oct", k: "c2VjcmV0" }] }, 400, ""],
  ],
};

let sandbox: Sandbox;
const defects: unknown[] = [];
beforeAll(async () => {
  sandbox = await createSandbox({
    seed: "tests",
    data: "small",
    adminToken: "secret",
    onDefect: (it) => defects.push(it),
  });
  for (const id of ["one", "two"])
    expect((await send("POST /sandboxes", { id, data: "none", seed: "tests" })).status).toBe(201);
});
afterAll(() => sandbox.close());

async function exchange(request: RawRequest): Promise<RawResponse> {
  const bytes = serializeRequest(request, new URL(sandbox.adminUrl).host);
  const [response] = await sendBytes(sandbox.adminUrl, bytes, 1, request.method === "HEAD");
  if (response === undefined) throw new Error(`${request.method} ${request.path}: no response`);
  return response;
}

type Headers = readonly (readonly [name: string, value: string])[];

const AUTHORIZED: Headers = [
  ["Authorization", "Bearer secret"],
  ["Content-Type", "application/json"],
];

async function send(route: string, body?: Body, headers: Headers = AUTHORIZED): Promise<RawResponse> {
  const [method = "", path = ""] = route.split(" ");
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return exchange({ method, path, headers, ...(text === undefined ? {} : { body: Buffer.from(text, "latin1") }) });
}

/** All rows of the sandbox and of those below it. */
async function readState(): Promise<ReadonlySet<string>> {
  const states = await Promise.all(["", "/s/one", "/s/two"].map((at) => send(`GET ${at}/snapshot`)));
  const lines = states.flatMap(({ bytes }, index) =>
    bytes
      .toString()
      .split("\n")
      .map((line) => `${index} ${line.replace(/,"check":"\w+"\}$/, "")}`),
  );
  return new Set(lines.filter((line) => line.includes(' {"table"')));
}

/** The rows that were added or removed since, shortened. */
async function findChanges(before: ReadonlySet<string>): Promise<readonly string[]> {
  const after = await readState();
  return [...before]
    .filter((line) => !after.has(line))
    .concat([...after].filter((line) => !before.has(line)))
    .map((line) => line.slice(0, 200));
}

describe("requests with the admin token", () => {
  test.each(Object.entries(INVALID))("%s", async (_, attacks) => {
    const before = await readState();
    expect([...before].some((line) => line.startsWith('0 {"table":"orders"'))).toBe(true);
    const wrong: string[] = [];
    for (const [route, body, status, code] of attacks) {
      const got = await send(route, body);
      const text = got.bytes.toString();
      if (got.status === status && text.includes(code)) continue;
      wrong.push(`${route} ${JSON.stringify(body)?.slice(0, 100)}: ${got.status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(await findChanges(before)).toEqual([]);
    expect([defects, ({} as { polluted?: unknown }).polluted]).toEqual([[], undefined]);
  });
});

describe("requests that a page or another machine could send", () => {
  const json = ["Content-Type", "application/json"] as const;
  const token = ["Authorization", "Bearer secret"] as const;
  const routes = [
    ...["GET /clock", "GET /snapshot", "GET /stream", "GET /s/one/clock", "PUT /s/one/clock", "POST /sandboxes"],
    ...["POST /verify", "POST /trigger", "POST /snapshots", "PUT /snapshot", "POST /faults", "DELETE /sandboxes/one"],
  ];
  const cases: readonly (readonly [title: string, headers: Headers, code: string])[] = [
    ["no token", [json], "401 ADMIN_TOKEN"],
    ["a wrong token", [json, ["Authorization", "Bearer secret2"]], "401 ADMIN_TOKEN"],
    ["two tokens", [json, token, ["Authorization", "Bearer other"]], "401 ADMIN_TOKEN"],
    ["a rebound name", [json, token, ["Host", "rebound.example"]], "403 FOREIGN_HOST"],
    ["a name that contains the own one", [json, token, ["Host", "localhost.rebound.example"]], "403 FOREIGN_HOST"],
    ["another site", [json, token, ["Origin", "https://page.example"]], "403 FOREIGN_ORIGIN"],
    ["the address of the service", [json, token, ["Origin", "http://localhost:1"]], "403 FOREIGN_ORIGIN"],
    ["a form", [token, ["Content-Type", "text/plain"]], "400 CONTENT_TYPE"],
  ];
  test.each(cases)("%s", async (title, headers, expected) => {
    const before = await readState();
    for (const route of title === "a form" ? routes.filter((it) => !it.startsWith("GET")) : routes) {
      const { status, bytes } = await send(route, route.startsWith("GET") ? undefined : {}, headers);
      expect(`${route} ${status} ${bytes}`).toContain(`${route} ${expected.split(" ")[0]} `);
      expect(bytes.toString()).toContain(expected.split(" ")[1]);
    }
    expect(await findChanges(before)).toEqual([]);
  });

  test("a refused request gets its response before its body is read", async () => {
    const socket = await openConnection(sandbox.adminUrl);
    const { host } = new URL(sandbox.adminUrl);
    socket.write(
      `PUT /snapshot HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000000\r\nContent-Type: application/x-ndjson\r\n\r\n`,
    );
    const text = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
    socket.destroy();
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test("a body beyond the limit is refused with the reason", async () => {
  const headers = [...AUTHORIZED, ["Content-Length", "16777217"]] as const;
  const { status, bytes } = await exchange({ method: "POST", path: "/faults", headers });
  expect([status, JSON.parse(bytes.toString())]).toEqual([400, expect.objectContaining({ code: "BODY_TOO_LARGE" })]);
});

test("HEAD of the event stream ends", async () => {
  expect((await exchange({ method: "HEAD", path: "/stream", headers: AUTHORIZED })).status).toBe(200);
});

test("tokens, snapshots and rules of one sandbox have no effect in another", async () => {
  await send("POST /s/one/snapshots", { name: "mine" });
  expect((await send("GET /s/two/snapshots/mine")).status).toBe(404);
  expect((await send("PUT /s/two/snapshot", { name: "mine" })).status).toBe(404);
  await send("POST /s/one/faults", { match: {}, do: { status: 500 } });
  const [one, two, root] = await Promise.all(
    ["/s/one", "/s/two", ""].map(async (at) => (await fetch(`${sandbox.url}${at}/businesses/b/orders`)).status),
  );
  expect([one, two, root]).toEqual([500, 401, 401]);
});
