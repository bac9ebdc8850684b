/** Attacks on the admin address: no 5xx response and no change of the state. */
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
      ...["PUT /clock", "POST /reset", "POST /faults", "POST /deliveries/replay"],
      ...["POST /businesses", "POST /applications", "POST /users", "POST /plans", "POST /subscriptions"],
      ...["POST /trigger", "PATCH /hooks/x", "PATCH /subscriptions/x"],
    ].flatMap((route): readonly Attack[] => [
      [route, POLLUTING, 400, ""],
      [route, DEEP, 400, "INVALID_BODY"],
      [route, "[1]", 400, "INVALID_BODY"],
      [route, '{"a": 1', 400, "INVALID_BODY"],
      [route, '{"a": 1, "a": 2}', 400, "INVALID_BODY"],
      [route, Buffer.from([0x7b, 0xff, 0x7d]).toString("latin1"), 400, "INVALID_BODY"],
    ]),
  ],
  snapshots: [
    ["PUT /snapshot", { name: "missing" }, 400, "INVALID_SNAPSHOT"],
    ["GET /snapshot/../../etc/passwd", undefined, 404, "UNKNOWN_PATH"],
    ["GET /snapshot/..%2f..%2fetc%2fpasswd", undefined, 404, "UNKNOWN_PATH"],
  ],
  "names that objects inherit": [
    ["GET /__proto__", undefined, 404, "UNKNOWN_PATH"],
    ["GET /constructor", undefined, 404, "UNKNOWN_PATH"],
    ["__proto__ /clock", undefined, 400, ""],
    ["CONSTRUCTOR /clock", {}, 400, ""],
    ["GET /s/__proto__/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET /s/constructor/clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET /s/one/../../clock", undefined, 404, "UNKNOWN_PATH"],
    ["GET //clock", undefined, 404, "UNKNOWN_PATH"],
    ["POST /trigger", { event: "__proto__" }, 400, "INVALID_TRIGGER"],
    ["POST /trigger", { event: "constructor" }, 400, "INVALID_TRIGGER"],
    ["POST /reset", { pack: "__proto__" }, 400, ""],
    ["POST /faults", { match: { __proto__: 1, toString: 1 }, do: { reset: true } }, 400, ""],
    ["POST /faults", { match: {}, do: { constructor: true } }, 400, ""],
    ["POST /faults", { on: "deliveries", match: {}, do: { toString: 1 } }, 400, ""],
    ["DELETE /hooks/constructor", {}, 404, ""],
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
      ["POST /plans", { trialPeriodDays: number === 2 ** 53 ? "x" : number === -1 ? {} : number }, 400, ""],
    ]),
    ["POST /faults", '{"match": {"probability": 1e-400}, "do": {"reset": true}}', 400, ""],
    ["PUT /clock", { mode: "advance", by: "P99999999999999999999Y" }, 400, ""],
    ["PUT /clock", { mode: "advance", by: `PT${"9".repeat(400)}S` }, 400, ""],
    ["PUT /clock", { mode: "freeze", time: "+275760-09-13T00:00:00.001Z" }, 400, ""],
    ["PUT /clock", { mode: "freeze", time: HUGE }, 400, ""],
    ["GET /requests/99999999999999999999999", undefined, 404, ""],
    ["GET /deliveries?limit=1e999", undefined, 400, ""],
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

/** All rows of the sandbox. */
async function readState(): Promise<ReadonlySet<string>> {
  const { bytes } = await send("GET /snapshot");
  const lines = bytes.toString().split("\n");
  const rows = lines.filter((line) => line.startsWith('{"table"'));
  return new Set(rows.map((line) => line.replace(/,"check":"\w+"\}$/, "")));
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
    expect([...before].some((line) => line.startsWith('{"table":"orders"'))).toBe(true);
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
    ...["GET /clock", "GET /snapshot", "GET /overview", "PUT /clock"],
    ...["POST /trigger", "POST /snapshots", "PUT /snapshot", "POST /faults", "DELETE /hooks/one"],
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
