/** URLs in reports and recordings, without the values that the spec marks as sensitive. */
import { expect, test } from "vitest";
import { maskCharacters } from "../../../src/recording/index.js";
import { createInlineContract } from "../inline-contract.js";

const MARKED = { type: "string", "x-sensitive": true };
const { operations, urlRedactor } = createInlineContract({
  "spec.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/users/{ssn}/{part}": {
        get: {
          operationId: "marked",
          parameters: [
            { name: "ssn", in: "path", required: true, schema: MARKED },
            { name: "part", in: "path", required: true, schema: { type: "string" } },
            { name: "pin", in: "query", schema: MARKED },
            { name: "filter", in: "query", style: "deepObject", schema: { properties: { a: MARKED } } },
            { name: "page", in: "query", schema: { type: "integer" } },
            { name: "json", in: "query", content: { "application/json": { schema: { items: MARKED } } } },
            { name: "X-Pin", in: "header", schema: MARKED },
            { name: "H", in: "header", schema: { type: "string" } },
          ],
          responses: {},
        },
      },
      "/open/{password}/": {
        get: {
          operationId: "named",
          responses: {},
          parameters: [{ name: "password", in: "path", required: true, schema: { type: "string" } }],
        },
      },
      "/form": {
        get: {
          operationId: "form",
          parameters: [
            { name: "page", in: "query", schema: { type: "integer" } },
            { name: "open", in: "query", explode: false, schema: { type: "object", properties: { a: MARKED } } },
            { name: "more", in: "query", schema: { type: "object", properties: { b: {} } } },
          ],
          responses: {},
        },
        post: {
          operationId: "secretForm",
          parameters: [
            { name: "page", in: "query", schema: { type: "integer" } },
            { name: "more", in: "query", schema: { type: "object", properties: { b: MARKED } } },
          ],
          responses: {},
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "query", name: "k" },
        other: { type: "http", scheme: "basic", name: "n" },
      },
    },
  }),
});

const QUERY = "?pin=a1&pi%6E=b2&filter[a]=c3&filter=d4&page=5&json=e6&k=F7&X-Pin=g8&n=h9&other=i0&H=k2#pin=j1";
const URLS: readonly (readonly [operation: string | undefined, url: string])[] = [
  [undefined, `https://a.example/users/s1/p${QUERY}`],
  ["marked", `https://a.example/v1/users/s1/p${QUERY}`],
  ["marked", "https://a.example/users/s1/p/"],
  ["marked", "/users/s1/p"],
  ["marked", "/users/s1/p?pin=a1;b2&page=5;pin=c3#json=d4"],
  ["named", "https://a.example/v1/open/s1/?password=s2"],
  ["form", "https://a.example/form?page=1&open=a,b&a=s&b=1&c=2"],
  ["secretForm", "https://a.example/form?page=1&b=s1&c=s2&page[x]=3"],
];

test("each URL in a report, in a recording, and with masked characters", () => {
  const lines = URLS.flatMap(([id, url]) => {
    const operation = operations.find((it) => it.id === id);
    return [
      `${id}: ${url}`,
      urlRedactor.redact(url, operation),
      urlRedactor.redact(url, operation, () => "***"),
      urlRedactor.redact(url, operation, maskCharacters),
    ];
  });
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "undefined: https://a.example/users/s1/p?pin=a1&pi%6E=b2&filter[a]=c3&filter=d4&page=5&json=e6&k=F7&X-Pin=g8&n=h9&other=i0&H=k2#pin=j1
    https://a.example/users/s1/p?pin=[redacted]&pi%6E=[redacted]&filter[a]=[redacted]&filter=[redacted]&page=5&json=[redacted]&k=[redacted]&X-Pin=[redacted]&n=h9&other=i0&H=k2#pin=[redacted]
    https://a.example/users/s1/p?pin=***&pi%6E=***&filter[a]=***&filter=***&page=5&json=***&k=***&X-Pin=***&n=h9&other=i0&H=k2#pin=***
    https://a.example/users/s1/p?pin=a1&pi%6E=a1&filter[a]=a1&filter=a1&page=5&json=a1&k=A1&X-Pin=a1&n=h9&other=i0&H=k2#pin=a1
    marked: https://a.example/v1/users/s1/p?pin=a1&pi%6E=b2&filter[a]=c3&filter=d4&page=5&json=e6&k=F7&X-Pin=g8&n=h9&other=i0&H=k2#pin=j1
    https://a.example/v1/users/[redacted]/p?pin=[redacted]&pi%6E=[redacted]&filter[a]=[redacted]&filter=[redacted]&page=5&json=[redacted]&k=[redacted]&X-Pin=[redacted]&n=[redacted]&other=[redacted]&H=[redacted]#pin=[redacted]
    https://a.example/v1/users/***/p?pin=***&pi%6E=***&filter[a]=***&filter=***&page=5&json=***&k=***&X-Pin=***&n=h9&other=i0&H=k2#pin=***
    https://a.example/v1/users/a1/p?pin=a1&pi%6E=a1&filter[a]=a1&filter=a1&page=5&json=a1&k=A1&X-Pin=a1&n=h9&other=i0&H=k2#pin=a1
    marked: https://a.example/users/s1/p/
    https://a.example/users/[redacted]/p/
    https://a.example/users/***/p/
    https://a.example/users/a1/p/
    marked: /users/s1/p
    /users/[redacted]/p
    /users/***/p
    /users/a1/p
    marked: /users/s1/p?pin=a1;b2&page=5;pin=c3#json=d4
    /users/[redacted]/p?pin=[redacted]&page=5;pin=[redacted]#json=[redacted]
    /users/***/p?pin=***&page=5;pin=***#json=***
    /users/a1/p?pin=a1;a1&page=5;pin=a1#json=a1
    named: https://a.example/v1/open/s1/?password=s2
    https://a.example/v1/open/[redacted]/?password=[redacted]
    https://a.example/v1/open/***/?password=***
    https://a.example/v1/open/a1/?password=a1
    form: https://a.example/form?page=1&open=a,b&a=s&b=1&c=2
    https://a.example/form?page=1&open=[redacted]&a=s&b=1&c=2
    https://a.example/form?page=1&open=***&a=s&b=1&c=2
    https://a.example/form?page=1&open=a,a&a=s&b=1&c=2
    secretForm: https://a.example/form?page=1&b=s1&c=s2&page[x]=3
    https://a.example/form?page=1&b=[redacted]&c=[redacted]&page[x]=3
    https://a.example/form?page=1&b=***&c=***&page[x]=3
    https://a.example/form?page=1&b=a1&c=a1&page[x]=3"
  `);
  expect([...urlRedactor.sensitiveNames]).toMatchInlineSnapshot(`
    [
      "k",
      "ssn",
      "filter",
      "json",
      "X-Pin",
      "open",
      "more",
    ]
  `);
});
