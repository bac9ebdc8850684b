/** Parameters, requests, bodies and violations, for many small inputs. */
import { join } from "node:path";
import { test } from "vitest";
import {
  createFormWriter,
  createMultipartWriter,
  createWriter,
  refuseBody,
  writeForm,
} from "../../../src/client/request/body-writers.js";
import { buildRequest } from "../../../src/client/request/build-request.js";
import * as writers from "../../../src/client/request/parameter-writers.js";
import { validateCalls } from "../../../src/client/validate-calls.js";
import { attempt, CLOCK, expectTable, type Row } from "../table.js";

const DATE = new Date("2026-01-02T03:04:05.678Z");
const VALUES: readonly unknown[] = [
  ...[
    "a b/c",
    7,
    true,
    DATE,
    ["x", "y z"],
    [],
    { a: 1, "b c": "d,e", none: null },
    {},
    { deep: { list: [1, 2], objects: [{ x: 1 }] } },
  ],
];

test("parameters", async () => {
  const encode = (it: unknown): string => encodeURIComponent(String(it));
  const rows = Object.entries(writers)
    .filter(([name]) => name.startsWith("write"))
    .flatMap(([name, write]) =>
      VALUES.map((value): Row => [[name, value], (write as writers.ParameterWriter)(value, "p", encode)]),
    );
  const write = writers.createParameterSetWriter({
    "query f": writers.writePipeDelimited,
    "header h": writers.writeSimpleExploded,
    "path m": writers.writeMatrixExploded,
  });
  const params = {
    path: { m: { a: "ä", b: 2 }, id: "i" },
    query: { f: ["1 2", "3"], q: "v", none: null, gone: undefined },
    header: { h: { at: DATE, s: "ä ö" }, plain: "p", none: null },
    cookie: { "c c": "ä", none: null },
    other: 1,
  };
  await expectTable(join(import.meta.dirname, "tables"), "parameters", [
    ...rows,
    [params, write(params as never, (it, name) => `${name}(${encode(it)})`)],
    [{}, write({}, encode)],
    ["cookie", write({ cookie: { a: null } } as never, encode)],
  ]);
});

test("requests", async () => {
  const core = { clock: CLOCK, baseUrl: "https://a.example/v1", other: "https://b.example" };
  const calls: readonly (readonly [description: object, options: object, at?: string])[] = [
    [{ call: "GET /a" }, {}],
    [{ call: "GET /a/{id}/b/{n}" }, { params: { path: { id: "x/y", n: 7 } } }],
    ...["", ".", "..", "...", null].map((id) => [{ call: "GET /a/{id}" }, { params: { path: { id } } }] as const),
    [{ call: "GET /a" }, { params: { query: { a: [1, 2], b: "c d", none: null, at: DATE, empty: [] } } }],
    [{ call: "GET /a", lists: ["a"] }, { params: { query: { a: [1, "2,3"], b: [1, 2] } } }],
    [{ call: "POST /a", id: "X-Id" }, { body: { b: 1 } }],
    [
      { call: "POST /a", id: "X-Id" },
      { body: null, headers: { "x-id": "own" } },
    ],
    [
      { call: "POST /a", body: "text/plain", headers: { "X-A": "1", "X-B": 2 } },
      { body: "t", headers: { "X-A": "own" }, params: { header: { "X-C": DATE, "X-B": "p" } } },
    ],
    [{ call: "POST /a", body: "text/plain", write: (body: unknown) => `<${body}>` }, { body: "t" }],
    [
      { call: "POST /a", write: createWriter({ "text/csv": () => "csv" }) },
      { body: 1, headers: { "Content-Type": "text/csv" } },
    ],
    [{ call: "GET /a", server: "other" }, {}],
    [{ call: "GET /a", server: "third" }, {}],
    [{ call: "GET /a" }, {}, "https://a.example/v1/a?page=2"],
    [{ call: "GET /a" }, { timeout: -1 }],
    [{ call: "GET /a" }, { headers: { "X-Ä": "1" } }],
    [{ call: "GET /a" }, { headers: { "X-A": "ä€" } }],
    [
      { call: "GET /a" },
      {
        params: {
          query: {
            bad: {
              toString: () => {
                throw new Error("secret");
              },
            },
          },
        },
      },
    ],
    [{ call: "POST /a" }, { body: { big: 1n } }],
    [{ call: "GET /a", write: refuseBody }, { body: {} }],
    [
      {
        call: "GET /a",
        prepare: ({ query }: { query: object }) => ({ query: { ...query, more: { written: "%41" } } }),
      },
      { params: { query: { a: 1 } } },
    ],
  ];
  const shown = (value: unknown): string =>
    JSON.stringify(value, (_, it) => (typeof it === "bigint" ? `${it}n` : typeof it === "function" ? "function" : it));
  await expectTable(
    join(import.meta.dirname, "tables"),
    "requests",
    calls.map(
      ([description, options, at]): Row => [
        shown([description, options, at]),
        attempt(() => {
          const [url, { headers, ...init }, id] = buildRequest(
            core as never,
            ["op", description as never],
            options as never,
            at,
          );
          return [url, init, [...headers], id];
        }),
      ],
    ),
  );
});

test("bodies", async () => {
  const format = (value: unknown): string => (value instanceof Date ? "date" : String(value));
  const body = { text: "a b", list: [1, null, "2&3"], none: null, gone: undefined, at: DATE, object: { x: 1 } };
  const form = createFormWriter({
    list: writers.writePipeDelimited,
    object: writers.writeDeepObject,
    text: writers.writeJsonText,
  });
  const files = {
    ...body,
    file: new Blob(["f"], { type: "text/css" }),
    bytes: new Uint8Array([65]),
    buffer: new ArrayBuffer(1),
    named: new File(["n"], "n.txt"),
  };
  const headers = new Headers({ "Content-Type": "x/y" });
  const multipart = createMultipartWriter({ text: "text/markdown", at: "application/json", bytes: "image/png" })(
    files,
    format,
    headers,
  );
  const parts: unknown[] = [];
  for (const [name, part] of multipart as unknown as FormData)
    parts.push(typeof part === "string" ? [name, part] : [name, part.name, part.type, await part.text()]);
  await expectTable(join(import.meta.dirname, "tables"), "bodies", [
    ["form", writeForm(body, format, headers)],
    ["empty form", [writeForm({}, format, headers), writeForm(undefined, format, headers)]],
    ["styled form", form(body, format, headers)],
    ["multipart", [parts, [...headers]]],
  ]);
});

test("violations of calls", async () => {
  const accept = Object.assign(() => true, { errors: null });
  const refuse = Object.assign(() => false, {
    errors: [{ instancePath: "/a/0", message: "must be a" }, { instancePath: "" }],
  });
  const silent = Object.assign(() => false, { errors: null });
  const validators = {
    op: {
      parameters: {
        path: { id: accept },
        query: { limit: refuse, at: Object.assign((it: unknown) => it === "2026-01-02T03:04:05Z", refuse) },
        header: { h: silent },
      },
      request: {
        "application/json": Object.assign((it: unknown) => JSON.stringify(it) === '{"a":1}', { errors: refuse.errors }),
        "text/plain": refuse,
      },
      responses: { "200": { "application/json": refuse, "text/csv": accept }, "204": {} },
    },
    bare: {},
  };
  const calls: readonly (readonly [
    operation: string,
    params: object,
    sent: readonly [type: string | undefined, body: unknown],
    received: readonly [status: number, type: string | undefined, value: unknown],
  ])[] = [
    [
      "op",
      { path: { id: 1 }, query: { limit: 0, at: DATE, gone: undefined, more: 1 }, header: { h: 1 }, cookie: { c: 1 } },
      [undefined, undefined],
      [204, undefined, undefined],
    ],
    ["op", {}, ["application/json", '{"a":1,"b":2}'], [200, "application/json; charset=utf-8", {}]],
    ["op", {}, ["application/json", '{"a":1}'], [200, "TEXT/CSV", "x"]],
    ["op", {}, ["text/plain", "x"], [200, "image/png", "x"]],
    ["op", {}, ["image/png", "x"], [404, undefined, "e"]],
    ["op", {}, [undefined, "x"], [200, undefined, undefined]],
    ["bare", { query: { q: 1 } }, ["text/plain", "x"], [200, "a/b", 1]],
    ["toString", {}, ["text/plain", "x"], [200, "a/b", 1]],
  ];
  const rows: Row[] = [];
  for (const [operation, params, [type, body], [status, received, value]] of calls) {
    const found: unknown[] = [];
    const validate = validateCalls({
      validators: validators as never,
      onViolation: (it) => found.push(Object.values(it).join(" ")),
    });
    const headers = new Headers(type === undefined ? {} : { "content-type": type });
    const response = new Response(null, {
      status,
      headers: received === undefined ? {} : { "content-type": received },
    });
    const ok = status < 300;
    const result = { operation, response, status, attempts: 1, ok, [ok ? "data" : "error"]: value };
    const returned = await validate(
      operation,
      { params, body: { a: 1 } } as never,
      { headers, body } as never,
      async () => result as never,
    );
    rows.push([
      [operation, params, type, body, status, received],
      [returned === result, ...found],
    ]);
  }
  await expectTable(join(import.meta.dirname, "tables"), "violations", rows);
});
