/** How responses are interpreted: data, an error, or an unreadable response. */
import { describe, expect, test } from "vitest";
import { type BusinessId, type CallError, type OrderId, orThrow } from "../../../src/index.js";
import { createScriptedClient, createScriptedServer, type Step } from "../scripted-server.js";

const order = {
  businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId,
  orderId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId,
};
const HTML = "<!DOCTYPE html>\r\n<html>\t<title>Sign in to\u0007 the\u00a0guest network</title>";
const get = (step: Step) => {
  const service = createScriptedServer([step]);
  return service.runUntilDone(createScriptedClient(service, { retries: 0 }).getOrder({ params: { path: order } }));
};
const typed = (type: string | undefined, body: unknown, status = 200): Step => ({
  status,
  headers: type === undefined ? {} : { "content-type": type },
  body,
});

describe("data", () => {
  test.each<[string, Step, unknown]>([
    ["is JSON", typed("application/json", { id: "1" }), { id: "1" }],
    ["may name its charset", typed("Application/JSON; charset=utf-8", { id: "1" }), { id: "1" }],
    ["may be of no type", typed("", { id: "1" }), { id: "1" }],
    ["may be another kind of JSON", typed("application/hal+json", { id: "1" }), { id: "1" }],
    ["may be null", typed("application/json", "null"), null],
    ["may be false", typed("application/json", "false"), false],
  ])("%s", async (_, step, data) => {
    expect(await get(step)).toMatchObject({ ok: true, status: 200, data });
  });

  test("may accompany a success that the spec does not list", async () => {
    expect(await get(typed("application/json", { id: "1" }, 201))).toMatchObject({
      ok: true,
      status: 201,
      data: { id: "1" },
    });
  });
});

describe("an undocumented successful body is an error that shows:", () => {
  test.each<[string, Step, string, unknown]>([
    [
      "a page of a proxy",
      typed("text/html; charset=utf-8", HTML),
      '"text/html; charset=utf-8": "<!DOCTYPE html> <html> <title>Sign in to the guest network</title>"',
      HTML,
    ],
    ["a page that says it is JSON", typed("application/json", HTML), '"application/json": "<!DOCTYPE', HTML],
    ["a page of no type", typed("", HTML), '"": "<!DOCTYPE html>', HTML],
    [
      "JSON that ends too early",
      typed("application/json", '{"id": "1'),
      '"application/json": "{"id": "1"',
      '{"id": "1',
    ],
    ["nothing", typed("application/json", ""), "no body {", undefined],
    ["204", { status: 204, body: "" }, "no body {", undefined],
  ])("%s", async (_, step, message, body) => {
    const error = await get(step).catch((it: unknown) => it);
    expect(error).toMatchObject({ kind: "unreadable", operation: "getOrder", attempts: 1 });
    expect((error as CallError).body).toEqual(body);
    expect(String(error)).toContain(`getOrder: unreadable: not application/json: ${message}`);
    expect(String(error)).toMatch(
      / \{"attempts":1,"status":20\d,"requestId":"00000000-0000-4000-8000-000000000001"\}$/,
    );
  });

  test("only its beginning, and nothing that may be a token", async () => {
    const token = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJ1cm46YWlkIn0.c2lnbmF0dXJl";
    const text = `accessToken=${token} ${"word ".repeat(60)}`;
    const error = await get(typed("text/plain", text)).catch((it: unknown) => it);
    expect(String(error)).not.toContain("eyJ");
    expect(String(error)).toMatch(/: "\.\.\. (word )+w?o?r?d?" \{"attempts":1/);
    expect(String(error).length).toBeLessThan(400);
  });
});

describe("a refusal", () => {
  test.each<[string, Step, unknown]>([
    ["carries its body", typed("application/json", { code: "X" }, 404), { code: "X" }],
    ["of another kind of JSON, too", typed("application/problem+json", { title: "no" }, 422), { title: "no" }],
    ["is a CallError where it is no JSON", typed("text/html", HTML, 502), { kind: "refused", body: HTML }],
    ["is a CallError where it has no body", typed("text/plain", "", 404), { kind: "refused", status: 404 }],
  ])("%s", async (_, step, error) => {
    const { status } = step as { status: number };
    expect(await get(step)).toMatchObject({ ok: false, status, error });
  });

  test("is thrown by orThrow", async () => {
    const result = await get(typed("application/json", { code: "X", secret: "s3cret" }, 404));
    expect(() => orThrow(result)).toThrow(
      'getOrder: refused {"attempts":1,"status":404,"requestId":"00000000-0000-4000-8000-000000000001"}',
    );
    const error = await get(typed("application/json", { code: "X" }, 404))
      .then(orThrow)
      .catch((it: unknown) => it);
    expect(error).toMatchObject({ name: "CallError", kind: "refused", status: 404, body: { code: "X" } });
  });

  test("is not thrown if there is data", async () => {
    expect(orThrow(await get(typed("application/json", { id: "1" })))).toEqual({ id: "1" });
  });

  test("304 is a response like any other", async () => {
    expect(await get({ status: 304, body: "" })).toMatchObject({ ok: false, status: 304, error: { kind: "refused" } });
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("%i is not followed", async (status) => {
    const service = createScriptedServer([
      { status, headers: { location: "https://elsewhere.example/?t=s3cret" }, body: "" },
    ]);
    const error = await service
      .runUntilDone(createScriptedClient(service).getOrder({ params: { path: order } }))
      .catch((it: unknown) => it);
    expect(error).toMatchObject({ kind: "redirected", status });
    expect(String(error)).not.toContain("s3cret");
    expect(service.sent).toHaveLength(1);
  });

  test("is not followed by fetch, and a browser hides its status", async () => {
    const service = createScriptedServer([]);
    let redirect: string | undefined;
    const fetch = async (_: unknown, init?: RequestInit) => {
      redirect = init?.redirect;
      // What a browser returns instead of the response (Fetch Standard, "opaque-redirect filtered response").
      return Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
    };
    const client = createScriptedClient({ ...service, fetch: fetch as typeof globalThis.fetch });
    const error = await service.runUntilDone(client.getOrder({ params: { path: order } })).catch((it: unknown) => it);
    expect(error).toMatchObject({ kind: "redirected", status: 0 });
    expect(redirect).toBe("manual");
  });
});
