/** Which findings about responses are about values that the probe wrote itself. */
import { expect, test } from "vitest";
import type { Finding } from "../../../src/check/index.js";
import type { Json } from "../../../src/document/index.js";
import type { CaseEdit, ProbeCase } from "../../../src/probe/requests/probe-case.js";
import { createInjectedValues } from "../../../src/probe/session/case-recorder.js";
import { createExchange } from "../../check/inline-contract.js";

type Sent = {
  readonly body: Json;
  readonly edited?: true;
  readonly by?: string;
  readonly expect?: ProbeCase["expect"];
  readonly status?: number;
};

const edit: CaseEdit = { part: "body", at: "/a", contract: "", what: "w" };
const requestOf = (body: Json) => ({
  ...{ path: {}, query: {}, header: {}, cookie: {} },
  body: { contentType: "application/json", value: body },
});

function isInjected(
  sent: readonly Sent[],
  code: string,
  response: Json,
  place: string | undefined,
  status: number,
): boolean {
  const values = createInjectedValues();
  for (const { body, edited, expect = "accepted", status = 200, by = "write" } of sent) {
    const operation = { id: by };
    values.add({ operation, request: requestOf(body), expect, ...(edited && { edit }) });
    values.addStored({ operation, request: requestOf(body), expect, exchange: createExchange({ status }) });
  }
  const finding = { code: `response.body.${code}`, recording: place === undefined ? {} : { body: place } };
  return values.isInjected(finding as Finding, createExchange({ status, response }));
}

const REFUSED: Sent = { body: { a: 7 }, edited: true, expect: "refused" };
const nest = (depth: number, value: Json): Json => (depth === 0 ? value : { in: nest(depth - 1, value) });

test.each<
  [sent: readonly Sent[], code: string, response: Json, place: string | undefined, isInjected: boolean, status?: number]
>([
  // A value that the service should have rejected.
  [[REFUSED], "invalid", { a: 7 }, "/a", true],
  [[REFUSED], "invalid", { a: 8 }, "/a", false],
  [[REFUSED, { body: { a: 7 } }], "invalid", { a: 7 }, "/a", false],
  [[REFUSED, { body: { a: 7 }, by: "search" }], "invalid", { a: 7 }, "/a", true],
  [[REFUSED], "invalid", { b: 7 }, "/b", false],
  [[REFUSED], "invalid", { a: 7 }, undefined, false],
  [[REFUSED], "invalid", [{ a: 7 }], "/0/a", true],
  [[REFUSED], "invalid", { a: [7] }, "/a/0", true],
  [[REFUSED], "invalid", { a: [[7]] }, "/a/0/0", true],
  [[{ ...REFUSED, body: { a: { b: [1] } } }], "invalid", { a: { b: [1] } }, "/a", true],
  [[{ ...REFUSED, body: { a: { b: [1] } } }], "invalid", { a: { b: [2] } }, "/a", false],
  [[{ ...REFUSED, body: { a: { b: [1] } } }], "invalid", { b: 1 }, "/b", true],
  [[{ ...REFUSED, body: [{ op: "add", path: "/x/c", value: 7 }] }], "invalid", { c: 7 }, "/c", true],
  [[{ ...REFUSED, body: [{ op: "add", path: "/x/c/-", value: 7 }] }], "invalid", { c: 7 }, "/c", true],
  [[{ ...REFUSED, body: [{ op: "add", path: "x/c", value: 7 }] }], "invalid", { c: 7 }, "/c", false],
  [[{ ...REFUSED, body: [{ op: "add", path: 5, value: 7 }] }], "invalid", { c: 7 }, "/c", false],
  [[{ ...REFUSED, body: { a: null } }], "invalid", {}, "/a", true],
  [[{ ...REFUSED, status: 400 }], "invalid", { a: 7 }, "/a", false],
  [[{ ...REFUSED, status: 499 }], "invalid", { a: 7 }, "/a", false],
  [[{ ...REFUSED, status: 399 }], "invalid", { a: 7 }, "/a", true],
  [[{ ...REFUSED, status: 500 }], "invalid", { a: 7 }, "/a", true],
  [[{ ...REFUSED, status: 400 }], "invalid", { a: 7 }, "/a", true, 400],
  [[{ ...REFUSED, status: 400 }], "invalid", { a: 7 }, "/a", false, 399],
  [[{ ...REFUSED, expect: "open" }], "invalid", { a: 7 }, "/a", false],
  [[{ ...REFUSED, expect: "open" }], "invalid", { a: 7 }, "/a", false, 400],
  [[REFUSED, { body: { a: 7 } }], "invalid", { a: 7 }, "/a", false],
  [[{ ...REFUSED, body: nest(20, 7) }], "invalid", { in: 7 }, "/in", true],
  [[{ ...REFUSED, body: nest(21, 7) }], "invalid", { in: 7 }, "/in", false],
  // A property that only an edited request has.
  [[REFUSED], "undeclared", { a: 1 }, "/a", true],
  [[REFUSED], "undeclared", { b: 1 }, "/b", false],
  [[{ body: { a: 7 } }], "undeclared", { a: 1 }, "/a", false],
  [[REFUSED, { body: { a: 7 } }], "undeclared", { a: 1 }, "/a", false],
  [[REFUSED, { body: { b: 7 } }], "undeclared", { a: 1 }, "/a", true],
  // A value that no enum has.
  [[{ body: { a: "x" } }], "not-in-enum", { a: "x" }, "/a", true],
  [[{ body: { a: "x" } }], "not-in-enum", { a: "y" }, "/a", false],
  [[{ body: { a: "1" } }], "not-in-enum", { a: 1 }, "/a", false],
  [[{ body: { a: "x" } }], "not-in-enum", { b: "x" }, "/b", false],
  [[{ body: { a: { b: 1 } } }], "not-in-enum", { a: { b: 2 } }, "/a", true],
  [[{ body: { a: null } }], "not-in-enum", { a: 1 }, "/a", false],
  [[{ body: { a: ["x"] } }], "not-in-enum", { a: ["y", "x"] }, "/a/1", true],
  [
    [{ body: { path: "/x/c/-", value: { path: "/q" } } }],
    "not-in-enum",
    { value: { path: "/q" } },
    "/value/path",
    true,
  ],
  [[{ body: { path: "/x/c/-", put: "x" } }], "not-in-enum", { put: "x" }, "/put", true],
  [[], "not-in-enum", { a: "BEYOND_WHAT_IS_KNOWN" }, "/a", true],
  [[REFUSED], "missing", { a: 7 }, "/a", false],
  [[{ body: { a: "x" } }], "missing", { a: "x" }, "/a", false],
])("after %j, %s in %j at %j: %j", (sent, code, response, place, expected, status = 200) => {
  expect(isInjected(sent, code, response, place, status)).toBe(expected);
});

test("a service may return a name twice that was sent twice", () => {
  const values = createInjectedValues();
  const isInjectedName = (name: string): boolean => {
    const finding = { code: "response.body.duplicate-name", recording: { body: `/${name}` } };
    return values.isInjected(finding as Finding, createExchange());
  };
  const request = { ...requestOf(null), body: { contentType: "application/json", text: '{"a":1,"b":2,"a":3}' } };
  expect(["a", "b"].map(isInjectedName)).toEqual([false, false]);
  values.add({ request });
  values.addStored({ request, expect: "refused", exchange: createExchange() });
  expect(["a", "b"].map(isInjectedName)).toEqual([true, false]);
});
