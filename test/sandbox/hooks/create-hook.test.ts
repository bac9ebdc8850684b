import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import { APP, type Api, createApi, OTHER_APP, OTHER_SHOP, type Request, SHOP } from "../paging/api.js";
import { readState } from "../paging/read-state.js";

const SECRET = "canary-secret-58d1";

const registration = {
  applicationId: APP,
  businessId: SHOP,
  deliveryUrl: "https://listener.example/events",
  secret: SECRET,
  eventTypes: ["ORDER_OPENED", "ORDER_UPDATED"],
};

const register = (body: Json, more: Partial<Request> = {}): Request => ({
  method: "POST",
  path: "/hooks",
  body,
  ...more,
});
const withPart = (parts: JsonObject): Request => register({ ...registration, ...parts });
const without = (name: string): Request =>
  register(Object.fromEntries(Object.entries(registration).filter(([it]) => it !== name)));

const REFUSED: readonly (readonly [line: string, request: Request, status: number, code?: string])[] = [
  ["B5 of another business", withPart({ businessId: OTHER_SHOP }), 403, "FOREIGN_BUSINESS"],
  ["B5 of a business that there is not", withPart({ businessId: SHOP.replace("7", "8") }), 403, "FOREIGN_BUSINESS"],
  ["B5 of another application", withPart({ applicationId: OTHER_APP }), 403, "FOREIGN_APPLICATION"],
  ["B5 of both, by the other's token", register(registration, { as: "other" }), 403, "FOREIGN_APPLICATION"],
  ...Object.keys(registration).map((name) => [`no ${name}`, without(name), 400, "MISSING_FIELD"] as const),
  ["an empty body", register({}), 400, "MISSING_FIELD"],
  ["a body that is no object", register([]), 400],
  ["no body", { method: "POST", path: "/hooks" }, 400],
  ["W1 loopback", withPart({ deliveryUrl: "http://127.0.0.1/" }), 400, "INVALID_DELIVERY_URL"],
  ["W1 loopback as a number", withPart({ deliveryUrl: "http://2130706433/" }), 400, "INVALID_DELIVERY_URL"],
  ["W3 metadata", withPart({ deliveryUrl: "http://169.254.169.254/latest" }), 400, "INVALID_DELIVERY_URL"],
  ["W7 a file", withPart({ deliveryUrl: "file:///etc/passwd" }), 400, "INVALID_DELIVERY_URL"],
  ["W8 user information", withPart({ deliveryUrl: `https://u:${SECRET}@listener.example/` }), 400],
  ["W10 the service itself", withPart({ deliveryUrl: "no-url" }), 400],
  ["W12 an empty secret", withPart({ secret: "" }), 400, "INVALID_HOOK"],
  ["W12 257 bytes", withPart({ secret: SECRET.padEnd(257, "x") }), 400, "INVALID_HOOK"],
  ["W12 10 kB", withPart({ secret: SECRET.repeat(600) }), 400, "INVALID_HOOK"],
  ["W12 beyond ASCII", withPart({ secret: `${SECRET}é` }), 400, "INVALID_HOOK"],
  ["W12 NUL", withPart({ secret: `${SECRET}\0` }), 400],
  ["W12 a line break", withPart({ secret: `${SECRET}\n` }), 400, "INVALID_HOOK"],
  ["W13 no types", withPart({ eventTypes: [] }), 400, "INVALID_HOOK"],
  ["W13 a type twice", withPart({ eventTypes: ["ORDER_OPENED", "ORDER_OPENED"] }), 400, "INVALID_HOOK"],
  ["W13 an unknown type", withPart({ eventTypes: ["ORDER_LOST"] }), 400, "INVALID_HOOK"],
  ["W13 a name of Object", withPart({ eventTypes: ["toString"] }), 400, "INVALID_HOOK"],
  ["W13 10 000 types", withPart({ eventTypes: Array.from({ length: 10_000 }, (_, it) => `T${it}`) }), 400],
  ["W13 5 types", withPart({ eventTypes: Array.from({ length: 5 }, (_, it) => `T${it}`) }), 400, "INVALID_HOOK"],
];

describeEachEngine("registrations of webhooks", (makeDatabase) => {
  let api: Api;
  beforeAll(async () => {
    api = await createApi(await makeDatabase());
  });

  test.each(REFUSED.map(([line, request, status, code]) => ({ line, request, status, code })))(
    "$line: $status",
    async ({ request, status, code }) => {
      const before = await readState(api.database);
      const reply = await api.send(request);
      expect(reply, reply.text).toMatchObject({ status, body: { status } });
      if (code !== undefined) expect(reply.body.code).toBe(code);
      expect(reply.text).not.toContain(SECRET);
      expect(await readState(api.database)).toBe(before);
    },
  );

  test("return 201, active, with their own id, and the secret masked (M5, M6)", async () => {
    const passed = { id: "1", active: false, createdAt: "2001-01-01T00:00:00Z", updatedAt: "2001-01-01T00:00:00Z" };
    const reply = await api.send(register({ ...registration, ...passed }));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...registration,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: "********",
      active: true,
      createdAt: "2026-03-14T12:00:00Z",
      updatedAt: "2026-03-14T12:00:00Z",
    });
    const row = await api.database.first("SELECT * FROM hooks WHERE id = $1", [reply.body.id]);
    expect(row).toMatchObject({
      secret: SECRET,
      active: 1,
      application_id: APP,
      business_id: SHOP,
      failing_since: null,
    });
    expect(JSON.parse(String(row?.event_types))).toEqual(registration.eventTypes);
  });

  test("without a request id each request creates one; with one, repetitions create none", async () => {
    const ids = async (headers: Record<string, string>): Promise<ReadonlySet<string>> => {
      const replies = [
        await api.send(register(registration, { headers })),
        await api.send(register(registration, { headers })),
      ];
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      return new Set(replies.map(({ body }) => body.id));
    };
    expect((await ids({ "Service-Request-Id": "same" })).size).toBe(1);
    expect((await ids({ "Service-Request-Id": "a" })).size + (await ids({ "Service-Request-Id": "b" })).size).toBe(2);
    const bare = { ...register(registration), withoutRequestId: true };
    const [first, second] = [await api.send(bare), await api.send(bare)];
    expect(first.body.id).not.toBe(second.body.id);
  });

  test("accept ids in any case, secrets of 1 and of 256 characters, and all four types", async () => {
    const parts = [
      { applicationId: APP.toLowerCase(), businessId: SHOP.toUpperCase() },
      { secret: "x" },
      { secret: "~ ".repeat(128) },
      { eventTypes: ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"] },
    ];
    for (const part of parts) expect((await api.send(withPart(part))).status).toBe(201);
  });

  test("have the same ids in another sandbox with the same seed", async () => {
    const ids = async (): Promise<unknown> => {
      const other = await createApi(await makeDatabase());
      return [(await other.send(register(registration))).body.id, (await other.send(register(registration))).body.id];
    };
    expect(await ids()).toEqual(await ids());
  });
});
