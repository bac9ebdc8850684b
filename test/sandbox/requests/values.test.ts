/** Values of requests that the sandbox reads or rejects, and the responses that it writes. */

import { expect, test } from "vitest";
import type { Caller, RequestContext, ServiceResponse } from "../../../src/sandbox/context/request-context.js";
import { readRegistration } from "../../../src/sandbox/hooks/create-hook.js";
import { buildNextLink, readTimeWindow } from "../../../src/sandbox/paging/list-page.js";
import { serializeResponse } from "../../../src/sandbox/requests/operation-server.js";
import { catchRefusal } from "../catch-refusal.js";
import { summarize } from "./summarize.js";

const NOW = Date.parse("2026-03-14T09:30:00.900Z");
const CALLER: Caller = { applicationId: "urn:aid:A", businessIds: ["b0", "B1"] };

function callWith(given: Partial<RequestContext>): RequestContext {
  const empty = { parameters: {}, headers: {}, body: undefined, bytes: new Uint8Array(), contentType: undefined };
  return { ...empty, operationId: "o", method: "GET", path: "/p", caller: CALLER, now: NOW, ...given };
}

const HOOK = {
  applicationId: "URN:AID:a",
  businessId: "b1",
  deliveryUrl: "https://l.example/",
  secret: " s~",
  eventTypes: ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"],
};
const ACCEPTED = { ...HOOK, applicationId: "urn:aid:A", businessId: "B1" };
const refused = (refusal: string) => ({ status: Number(refusal.slice(0, 3)), refused: refusal });
const TYPES = "ORDER_OPENED, ORDER_COMPLETED, ORDER_CANCELLED, ORDER_UPDATED";
const FOREIGN_BUSINESS = "403 FOREIGN_BUSINESS: the access token gives no access to this business";
const SECRET = "400 INVALID_HOOK: secret is invalid: expected 1 to 256 printable ASCII characters";

test.each<[body: unknown, expected: object]>([
  [{ ...HOOK, id: "x", active: false }, ACCEPTED],
  [
    { ...HOOK, eventTypes: ["ORDER_UPDATED"] },
    { ...ACCEPTED, eventTypes: ["ORDER_UPDATED"] },
  ],
  [
    { ...HOOK, secret: "s".repeat(256) },
    { ...ACCEPTED, secret: "s".repeat(256) },
  ],
  [undefined, refused("400 INVALID_HOOK: the body must be an object")],
  [[HOOK], refused("400 INVALID_HOOK: the body must be an object")],
  [
    {},
    refused(
      "400 MISSING_FIELD: required fields are missing: applicationId, businessId, deliveryUrl, secret, eventTypes",
    ),
  ],
  [{ ...HOOK, secret: undefined }, refused("400 MISSING_FIELD: required fields are missing: secret")],
  [
    { ...HOOK, applicationId: "urn:aid:B" },
    refused("403 FOREIGN_APPLICATION: the access token belongs to another application than applicationId"),
  ],
  [{ ...HOOK, businessId: "b2" }, refused(FOREIGN_BUSINESS)],
  [{ ...HOOK, businessId: 1 }, refused(FOREIGN_BUSINESS)],
  [{ ...HOOK, secret: "" }, refused(SECRET)],
  [{ ...HOOK, secret: 5 }, refused(SECRET)],
  [{ ...HOOK, secret: "s".repeat(257) }, refused(SECRET)],
  [{ ...HOOK, secret: "é" }, refused(SECRET)],
  [{ ...HOOK, secret: "a\u007f" }, refused(SECRET)],
  [{ ...HOOK, secret: "\u001fa" }, refused(SECRET)],
  [{ ...HOOK, eventTypes: [] }, refused(`400 INVALID_HOOK: eventTypes is empty; expected some of ${TYPES}`)],
  [
    { ...HOOK, eventTypes: [...HOOK.eventTypes, "ORDER_OPENED"] },
    refused("400 INVALID_HOOK: eventTypes has more than 4 entries"),
  ],
  [
    { ...HOOK, eventTypes: ["ORDER_OPENED", "ORDER_OPENED"] },
    refused("400 INVALID_HOOK: eventTypes contains duplicates"),
  ],
  [
    { ...HOOK, eventTypes: ["ORDER_OPENED", 5] },
    refused(`400 INVALID_HOOK: eventTypes contains an unknown type; expected ${TYPES}`),
  ],
  [{ ...HOOK, deliveryUrl: "no" }, refused("400 INVALID_DELIVERY_URL: deliveryUrl is not allowed: no is wrong")],
  [{ ...HOOK, deliveryUrl: 7 }, refused("400 INVALID_DELIVERY_URL: deliveryUrl is not allowed:  is wrong")],
])("the registration %j", (body, expected) => {
  const checkUrl = (url: string): string | undefined => (url.startsWith("https:") ? undefined : `${url} is wrong`);
  expect(summarize(catchRefusal(() => readRegistration(body as never, CALLER, checkUrl)))).toEqual(expected);
});

const time = (text: string): number => Date.parse(text);
const INVALID = (name: string) =>
  refused(`400 INVALID_TIME: ${name} is not a valid time; expected a time such as 2026-01-31T09:30:00Z`);

test.each<[parameters: Record<string, unknown>, since: string | undefined, expected: object]>([
  [{}, undefined, { start: undefined, end: time("2026-03-14T09:30:00Z") }],
  [
    { startAt: null },
    "2026-01-01T00:00:00Z",
    { start: time("2026-01-01T00:00:00Z"), end: time("2026-03-14T09:30:00Z") },
  ],
  [
    { startAt: "2026-01-02T00:00:00Z", endAt: "2026-01-02T00:00:00Z" },
    "not read",
    { start: time("2026-01-02T00:00:00Z"), end: time("2026-01-02T00:00:00Z") },
  ],
  [
    { startAt: "2026-01-02T00:00:01Z", endAt: "2026-01-02T00:00:00Z" },
    undefined,
    refused("400 INVALID_WINDOW: startAt must not be later than endAt"),
  ],
  [
    { endAt: "2025-01-02T00:00:00Z" },
    "2026-01-01T00:00:00Z",
    { start: time("2026-01-01T00:00:00Z"), end: time("2025-01-02T00:00:00Z") },
  ],
  [{ startAt: "2026-02-30T00:00:00Z" }, undefined, INVALID("startAt")],
  [{ endAt: "x2026-02-03T00:00:00Z" }, undefined, INVALID("endAt")],
  [{ endAt: "2026-02-03T00:00:00Zx" }, undefined, INVALID("endAt")],
  [{ endAt: "2026-13-03T00:00:00Z" }, undefined, INVALID("endAt")],
  [{}, "2026-02-03T00:00:00.0Z", INVALID("If-Modified-Since")],
])("the time window of %j since %s", (parameters, since, expected) => {
  const headers = since === undefined ? {} : { "if-modified-since": since };
  expect(summarize(catchRefusal(() => readTimeWindow(callWith({ parameters: parameters as never, headers }))))).toEqual(
    expected,
  );
});

test("a next link has the window, the offset and the filters", () => {
  const parameters = { businessId: "b", limit: 1, startAt: "x", endAt: "y", startOffset: 3 };
  const filters = { "a b": "c&d", ids: ["1,2", 3], flag: true };
  const next = { startAt: time("2026-01-01T00:00:00Z"), endAt: time("2026-01-02T00:00:00Z"), startOffset: 12 };
  const window = "startAt=2026-01-01T00%3A00%3A00Z&endAt=2026-01-02T00%3A00%3A00Z&startOffset=12";
  const href = (rest: string) => ({ href: `/b/orders?${window}${rest}`, rel: "next", method: "GET" });
  expect(buildNextLink("/b/orders", { ...parameters, ...filters }, next)).toEqual(
    href("&a%20b=c%26d&ids=1%2C2,3&flag=true"),
  );
  expect(buildNextLink("/b/orders", parameters, next)).toEqual(href(""));
});

const COMMON = [
  ["Cache-Control", "no-store"],
  ["Date", "Sat, 14 Mar 2026 09:30:00 GMT"],
];
const TYPE = ["Content-Type", "application/json"];

test.each<[response: ServiceResponse, method: string, headers: readonly string[][], body: string]>([
  [{ status: 204 }, "GET", [["Content-Length", "0"], ...COMMON], ""],
  [{ status: 200, body: { a: "é" } }, "GET", [TYPE, ["Content-Length", "10"], ...COMMON], '{"a":"é"}'],
  [
    { status: 200, body: null, headers: { A: "b" } },
    "HEAD",
    [TYPE, ["Content-Length", "4"], ...COMMON, ["A", "b"]],
    "",
  ],
])("the response %j to %s", (response, method, headers, body) => {
  const { body: bytes, ...rest } = serializeResponse(response, method, NOW);
  expect(rest).toEqual({ status: response.status, headers });
  expect(Buffer.from(bytes).toString()).toBe(body);
});

test("a large body is sent in parts, but not to HEAD", async () => {
  const parts = (async function* () {})();
  const headers = [TYPE, ...COMMON];
  expect(serializeResponse({ status: 200, parts }, "GET", NOW)).toEqual({
    ...{ status: 200, headers, body: new Uint8Array(), parts },
  });
  expect(serializeResponse({ status: 200, parts }, "HEAD", NOW)).toEqual({
    ...{ status: 200, headers, body: new Uint8Array() },
  });
});
