import { describe, expect, test } from "vitest";
import {
  createExchange,
  createInlineContract,
  createSmallContract,
  getCodes,
  summarizeResult,
} from "../../check/inline-contract.js";

const BOOK =
  "{ schema: { type: object, required: [meta, cover], properties: { meta: { type: object, required: [n], properties: { n: { type: integer } } }, cover: { type: string, format: binary, maxLength: 9 }, copies: { type: integer }, from: { oneOf: [{ type: string }, { type: object, required: [id], properties: { id: { type: integer } } }] }, tags: { type: array, items: { type: string, maxLength: 3 } } } }, encoding: { cover: { contentType: 'image/png, image/jpeg', headers: { X-Sum: { required: true, schema: { type: string } } } } } }";

const META = 'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"n":1}';
const COVER =
  'Content-Disposition: form-data; name="cover"; filename="a.png"\r\nContent-Type: image/png\r\nX-Sum: 1\r\n\r\nPNG';
const part = (name: string, text: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}`;
const body = (...parts: readonly string[]): string => `${parts.map((it) => `--b\r\n${it}\r\n`).join("")}--b--\r\n`;

const parts: readonly (readonly [what: string, body: string, ...codes: string[]])[] = [
  ["its parts", body(META, COVER)],
  ["a number and a list", body(META, COVER, part("copies", "2"), part("tags", "old"), part("tags", "red"))],
  ["a part without a type that the schema makes JSON", body(part("meta", '{"n":1}'), COVER)],
  ["text that looks like a number where text or an object is due", body(META, COVER, part("from", "5"))],
  ["an object where text or an object is due", body(META, COVER, part("from", '{"id":5}'))],
  ["an object of neither", body(META, COVER, part("from", '{"id":"x"}')), "request.body.invalid"],
  ["a required part missing", body(META), "request.body.invalid"],
  ["a part that does not fit", body(META.replace("1", '"x"'), COVER), "request.body.invalid"],
  ["a part that is not JSON", body(META.replace("1", ""), COVER), "request.body.malformed"],
  ["a number that is none", body(META, COVER, part("copies", "two")), "request.body.invalid"],
  ["an item that does not fit", body(META, COVER, part("tags", "long")), "request.body.invalid"],
  ["a file of another type", body(META, COVER.replace("/png", "/gif")), "request.body.invalid"],
  ["a file too long", body(META, `${COVER}0123456789`), "request.body.invalid"],
  ["a part without its header", body(META, COVER.replace("X-Sum: 1\r\n", "")), "request.body.invalid"],
  ["a part twice", body(META, META, COVER), "request.body.malformed"],
  ["an undeclared part", body(META, COVER, part("new", "1")), "request.body.undeclared"],
  ["a file's name that looks like a part's", body(META, COVER.replace('filename="a.png"', 'filename="a; name=b.png"'))],
  [
    "a file's name before the part's",
    body(META, COVER.replace('name="cover"; filename="a.png"', 'filename="; name=x"; name=cover')),
  ],
  ["no last boundary", body(META, COVER).replace("--b--", ""), "request.body.malformed"],
];

describe("multipart/form-data", () => {
  const contract = createSmallContract(
    `{ requestBody: { content: { multipart/form-data: ${BOOK} } }, responses: { default: { description: d } } }`,
  );
  test.each(parts)("%s", (_, text, ...expected) => {
    const headers = [["Content-Type", "multipart/form-data; boundary=b"]] as const;
    const checked = contract.check(createExchange({ headers, body: text, status: 400, responseHeaders: [] }));
    const accepted = contract.check(createExchange({ headers, body: text, responseHeaders: [] }));
    const isDrift = expected.some((code) => code.endsWith("undeclared"));
    expect(checked.findings.map(({ code }) => code)).toEqual(isDrift ? expected : []);
    expect(summarizeResult(accepted)).toMatchSnapshot();
    expect(getCodes(accepted).filter((code) => code.startsWith("request."))).toEqual(expected);
  });

  test("files that are JSON", () => {
    const files = createSmallContract(
      "{ requestBody: { content: { multipart/form-data: { schema: { properties: { one: { type: string, format: binary, maxLength: 7 }, all: { type: array, items: { type: string, format: binary } } } } } } }, responses: { default: { description: d } } }",
    );
    const file = (name: string, text: string): string =>
      `Content-Disposition: form-data; name="${name}"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n${text}`;
    const checked = (text: string): string[] => {
      const headers = [["Content-Type", "multipart/form-data; boundary=b"]] as const;
      const sent = body(file("one", text), file("all", "{}"), file("all", "[1]"));
      return getCodes(files.check(createExchange({ headers, body: sent, responseHeaders: [] })));
    };
    expect(checked('{"a":1}')).toEqual([]);
    expect(checked('{"a":10}')).toContain("request.body.invalid");
  });

  test.each([
    ["3.1.0", "1,2", "passed"],
    ["3.1.0", "1,x", "failed"],
    ["3.0.3", "1,2", "failed"],
  ])("a list in one part, with %s: %s", (version, text, verdict) => {
    const media =
      "{ schema: { type: object, properties: { ids: { type: array, items: { type: integer } } } }, encoding: { ids: { style: form, explode: false } } }";
    const description = `openapi: ${version}\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths: { /a: { get: { requestBody: { content: { multipart/form-data: ${media} } }, responses: { default: { description: d } } } } }`;
    const headers = [["Content-Type", "multipart/form-data; boundary=b"]] as const;
    const checked = createInlineContract({ "spec.yaml": description }).check(
      createExchange({ headers, body: body(part("ids", text)), responseHeaders: [] }),
    );
    expect(checked.verdict).toBe(verdict);
  });

  test("names beyond ASCII, in bytes", () => {
    const named = createSmallContract(
      "{ requestBody: { content: { multipart/form-data: { schema: { required: [größe], properties: { größe: { type: integer } } } } } }, responses: { default: { description: d } } }",
    );
    const bytes = Buffer.from(body(part("größe", "1")));
    const written = createExchange({
      headers: [["Content-Type", "multipart/form-data; boundary=b"]],
      responseHeaders: [],
    });
    const request = { ...written.request, body: { kind: "bytes", bytes } as const };
    expect(named.check({ ...written, request })).toMatchObject({ verdict: "passed", findings: [] });
  });

  test("bytes that are not text", () => {
    const bytes = Buffer.from(body(META, COVER.replace(/PNG$/, "\u00ff\u00fe")), "latin1");
    const written = createExchange({
      headers: [["Content-Type", "multipart/form-data; boundary=b"]],
      responseHeaders: [],
    });
    const request = { ...written.request, body: { kind: "bytes", bytes } as const };
    expect(contract.check({ ...written, request })).toMatchObject({ verdict: "passed", findings: [] });
  });
});

const ITEM = "{ type: object, required: [n], properties: { n: { type: integer } } }";
const EVENT = `{ type: object, properties: { data: { type: string, maxLength: 3 }, event: { enum: [tick] } } }`;
const streams: readonly (readonly [
  what: string,
  type: string,
  schema: string,
  text: string,
  verdict: string,
  at?: string,
])[] = [
  ["lines by the schema of an item", "application/x-ndjson", ITEM, '{"n":1}\n{"n":2}\n', "passed"],
  ["a line that does not fit", "application/x-ndjson", ITEM, '{"n":1}\n{"n":"x"}\n', "failed", "/1/n"],
  [
    "lines by the schema of the list",
    "application/jsonl",
    `{ type: array, items: ${ITEM} }`,
    '{"n":1}\r\n{"n":2}',
    "passed",
  ],
  ["a line of the list", "application/jsonl", `{ type: array, items: ${ITEM} }`, '{"n":1}\n{}', "failed", "/1"],
  ["a line that is no JSON", "application/jsonl", ITEM, '{"n":1}\n{"n"', "failed", ""],
  ["events", "text/event-stream", EVENT, "event: tick\ndata: a\n\n: comment\n\ndata: b\n\n", "passed"],
  ["an event that does not fit", "text/event-stream", EVENT, "data: a\n\ndata: long\n\n", "failed", "/1/data"],
  ["an event of another name", "text/event-stream", EVENT, "event: tock\ndata: a\n\n", "failed", "/0/event"],
  ["JSON in the data", "text/event-stream", ITEM, 'data: {"n":\ndata: 1}\n\ndata: [DONE]\n\n', "passed"],
  ["JSON in the data that does not fit", "text/event-stream", ITEM, 'data: {"n":"x"}\n\n', "failed", "/0/n"],
  ["data that is no JSON", "text/event-stream", ITEM, "data: x\n\n", "partial"],
  ["text that is no event stream", "text/event-stream", ITEM, "dato: x\n\n<html>data</html>\n\n", "failed"],
  ["a stream of comments", "text/event-stream", ITEM, ": x\n\n: y\n\n", "passed"],
  ["a stream as text", "text/event-stream", "{ type: string }", "data: x\n\n", "passed"],
  ["a stream without an item schema", "text/event-stream", "{ minLength: 1 }", "data: x\n\n", "partial"],
];

describe("a stream of items", () => {
  test.each(streams)("%s", (_, type, schema, text, verdict, at) => {
    const contract = createSmallContract(
      `{ responses: { "200": { description: d, content: { ${type}: { schema: ${schema} } } } } }`,
    );
    const checked = contract.check(createExchange({ responseHeaders: [["Content-Type", type ?? ""]], response: text }));
    expect(summarizeResult(checked)).toMatchSnapshot();
    expect({ verdict: checked.verdict, at: checked.findings[0]?.recording.body ?? "" }).toEqual({
      verdict,
      at: at ?? "",
    });
  });
});
