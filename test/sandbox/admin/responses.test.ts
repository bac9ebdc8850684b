/** The complete responses of the admin API: all errors and all lists. */
import { afterAll, expect, test } from "vitest";
import { openCheckedClient } from "../checked-client.js";
import { listenForEvents } from "./listener.js";

const START = "2026-03-14T09:30:00Z";
const [FIRST, SECOND] = ["5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a", "6b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a"];
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const client = await openCheckedClient({
  database: ":memory:",
  seed: "answers",
  data: "none",
  startAt: { time: Date.parse(START), freeze: true },
  // Failed deliveries are not retried.
  policies: { retrySchedule: [] },
});
afterAll(() => client.close());
const { applicationId, businessId } = client;

const TIME = (name: string) => `INVALID_TIME: \`${name}\` must be a time in GMT such as 2026-03-14T09:30:00Z`;
const LIMIT = "INVALID_LIMIT: `limit` must be an integer from 1 to 1000";
const NO_HOOK = "INVALID_HOOK: `active` must be true or false";
const NO_REPLAY = "INVALID_REPLAY: pass `ids`, `from` (optionally with `to`) or `failedSince`";
const NO_IDS = "INVALID_REPLAY: `ids` must be an array of at most 1000 delivery ids";
const NO_REQUEST = "UNKNOWN_REQUEST: no request in the log has this id; the log holds the latest requests only";
const NO_DURATION =
  "INVALID_CLOCK: `by` must be a duration such as P30D or PT1H30M: weeks, days, hours, minutes and seconds, at most 100 years";
const PATHS =
  "/, /health, /overview, /clock, /clock/advance, /reset, /snapshot, /faults, /faults/{id}, /requests, /requests/{id}, /requests.har, /deliveries, /deliveries/replay, /deliveries/{id}, /events, /hooks, /hooks/{id}, /applications, /businesses, /users, /plans, /subscriptions, /subscriptions/{id}, /trigger";

test.each<[string, object | undefined, string]>([
  ["GET /nothing", undefined, `404 UNKNOWN_PATH: expected one of the paths ${PATHS}`],
  ["DELETE /clock", {}, "405 UNKNOWN_METHOD: /clock supports GET, PUT"],
  ["GET /requests?limit=0", undefined, `400 ${LIMIT}`],
  ["GET /requests?limit=1001", undefined, `400 ${LIMIT}`],
  ["GET /deliveries?limit=1.5", undefined, `400 ${LIMIT}`],
  ["GET /requests/0", undefined, `404 ${NO_REQUEST}`],
  ["GET /requests/x", undefined, `404 ${NO_REQUEST}`],
  ["GET /deliveries?since=now", undefined, `400 ${TIME("since")}`],
  [
    "GET /deliveries?state=lost",
    undefined,
    "400 INVALID_STATE: `state` must be one of pending, sending, done, exhausted, disabled",
  ],
  [
    `GET /deliveries/${UNKNOWN}`,
    undefined,
    "404 UNKNOWN_DELIVERY: no delivery has this id; deliveries are deleted after 30 days",
  ],
  ["POST /deliveries/replay", {}, `400 ${NO_REPLAY}`],
  ["POST /deliveries/replay", { to: START }, `400 ${NO_REPLAY}`],
  ["POST /deliveries/replay", { ids: UNKNOWN }, `400 ${NO_IDS}`],
  ["POST /deliveries/replay", { ids: [1] }, `400 ${NO_IDS}`],
  ["POST /deliveries/replay", { ids: Array(1001).fill(UNKNOWN) }, `400 ${NO_IDS}`],
  ["POST /deliveries/replay", { from: "2026-02-30T00:00:00Z" }, `400 ${TIME("from")}`],
  ["POST /deliveries/replay", { from: START, to: 1 }, `400 ${TIME("to")}`],
  ["POST /deliveries/replay", { failedSince: "" }, `400 ${TIME("failedSince")}`],
  [
    "POST /deliveries/replay",
    { id: UNKNOWN },
    '400 INVALID_BODY: unknown member "id"; expected ids, from, to, failedSince, hookId, businessId',
  ],
  ["POST /deliveries/replay", [UNKNOWN], "400 INVALID_BODY: the body must be a JSON object"],
  [`PATCH /hooks/${UNKNOWN}`, { active: true }, "404 UNKNOWN_HOOK: no hook has this id"],
  [`PATCH /hooks/${UNKNOWN}`, { active: 1 }, `400 ${NO_HOOK}`],
  [`PATCH /hooks/${UNKNOWN}`, {}, `400 ${NO_HOOK}`],
  ["PUT /clock", { mode: "stop" }, "400 INVALID_CLOCK: `mode` must be one of set, advance, freeze, resume, real"],
  ["PUT /clock", { mode: "set" }, `400 ${TIME("time")}`],
  ["PUT /clock", { mode: "freeze", time: 5 }, `400 ${TIME("time")}`],
  ["PUT /clock", { mode: "advance", by: "P1M" }, `400 ${NO_DURATION}`],
  ["PUT /clock", { mode: "advance", by: 60 }, `400 ${NO_DURATION}`],
  ["POST /reset", { pack: "huge" }, "400 UNKNOWN_PACK: `pack` must be one of none, small, large"],
  ["POST /reset", { pack: 1 }, "400 UNKNOWN_PACK: `pack` must be one of none, small, large"],
  [
    "POST /faults",
    { do: {} },
    "400 INVALID_FAULT: `do` must have delay or one of status, reset, truncate, dropResponseAfterCommit",
  ],
  [`DELETE /faults/${UNKNOWN}`, {}, "404 UNKNOWN_FAULT: no fault rule has this id"],
])("%s with %j", async (request, body, wanted) => {
  const [method = "", path = ""] = request.split(" ");
  const { status, json } = await client.admin(method, path, body);
  expect(json).toEqual({ status, code: expect.any(String), message: expect.any(String) });
  expect(`${status} ${json.code}: ${json.message}`).toBe(wanted);
});

test("a hundred fault rules are accepted, and no more", async () => {
  const add = () => client.admin("POST", "/faults", { match: { path: "/never" }, do: { delay: 1 } });
  for (let count = 0; count < 100; count += 1) expect((await add()).status).toBe(201);
  expect((await add()).json).toEqual({
    status: 400,
    code: "TOO_MANY_FAULTS",
    message: "there are 100 rules, which is the maximum: delete some first",
  });
  expect((await client.admin("DELETE", "/faults", {})).json).toEqual({ deleted: 100 });
});

test("an application is shown with its businesses and their users", async () => {
  const { applications } = (await client.admin("GET", "/applications")).json;
  expect(applications).toEqual([
    {
      id: applicationId,
      name: expect.any(String),
      keys: [expect.objectContaining({ kty: expect.any(String) })],
      // In all fixtures, the first business is that of the demo credentials.
      businesses: expect.arrayContaining([{ id: businessId, name: "Harbour Coffee", users: ["demo"] }]),
    },
  ]);
});

test("a hook, its deliveries and its requests are shown, and failed deliveries are sent once more", async () => {
  const listener = await listenForEvents([200, 500]);
  const path = (id: string) => `/businesses/${businessId}/orders/${id}`;
  const registered = await client.call({
    method: "POST",
    path: "/hooks",
    body: {
      applicationId,
      businessId,
      deliveryUrl: listener.url,
      secret: "a-signing-secret",
      eventTypes: ["ORDER_OPENED"],
    },
  });
  const hookId: string = registered.json.id;
  const states = async (query = "") =>
    (await client.admin("GET", `/deliveries${query}`)).json.deliveries
      .map(({ state }: { state: string }) => state)
      .sort();
  for (const [id, done] of [
    [FIRST, ["done"]],
    [SECOND, ["done", "exhausted"]],
  ] as const) {
    await client.call({ method: "PUT", path: path(id), body: { id, statuses: { status: "OPENED" } } });
    await expect.poll(() => states()).toEqual(done);
  }

  const { requests } = (await client.admin("GET", "/requests?limit=2")).json;
  expect(requests.map(({ method, url, status }: Seen) => ({ method, url, status }))).toEqual([
    { method: "PUT", url: client.sandbox.url + path(SECOND), status: 201 },
    { method: "PUT", url: client.sandbox.url + path(FIRST), status: 201 },
  ]);
  expect((await client.admin("GET", "/hooks")).json.hooks).toEqual([
    {
      ...{ id: hookId, applicationId, businessId, deliveryUrl: listener.url, secret: "********" },
      ...{ eventTypes: ["ORDER_OPENED"], active: true, failingSince: START, createdAt: START, updatedAt: START },
    },
  ]);

  const [failed] = (await client.admin("GET", "/deliveries?state=exhausted")).json.deliveries;
  expect(failed).toMatchObject({ hookId, businessId, applicationId, orderId: SECOND, eventType: "ORDER_OPENED" });
  expect((await client.admin("GET", `/deliveries/${failed.id}`)).json).toEqual(failed);
  for (const query of [`orderId=${SECOND}`, `eventId=${failed.eventId}`])
    expect(await states(`?${query}`)).toEqual(["exhausted"]);
  for (const query of [`hookId=${UNKNOWN}`, `businessId=${UNKNOWN}`, "since=2026-03-14T09:30:01Z"])
    expect(await states(`?${query}`)).toEqual([]);

  const replay = async (body: object) => (await client.admin("POST", "/deliveries/replay", body)).json;
  const none = { replayed: 0, refused: [] };
  expect(await replay({ failedSince: "2026-03-14T09:30:01Z" })).toEqual(none);
  expect(await replay({ failedSince: START, hookId: UNKNOWN })).toEqual(none);
  expect(await replay({ failedSince: START, businessId: UNKNOWN })).toEqual(none);
  expect(await replay({ from: "2026-03-14T09:00:00Z", to: "2026-03-14T09:29:59Z" })).toEqual(none);
  expect(await replay({ ids: [UNKNOWN] })).toEqual({
    replayed: 0,
    refused: [{ id: UNKNOWN, reason: "no delivery has this id" }],
  });
  // Only the failed delivery.
  expect(await replay({ failedSince: START })).toEqual({ replayed: 1, refused: [] });
  await expect.poll(() => states()).toEqual(["done", "done"]);
  expect(listener.bodies.length).toBe(3);

  const turn = async (active: boolean) => (await client.admin("PATCH", `/hooks/${hookId}`, { active })).json.active;
  expect(await turn(false)).toBe(false);
  expect(await replay({ ids: [failed.id] })).toEqual({
    replayed: 0,
    refused: [{ id: failed.id, reason: "its hook is inactive; activate it first" }],
  });
  expect(await turn(true)).toBe(true);
  await listener.close();
});

type Seen = { readonly method: string; readonly url: string; readonly status: number };
