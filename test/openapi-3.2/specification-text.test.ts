/** Cases from the text of OpenAPI 3.2 that streams.yaml has no place for: one spec, a body that passes, bodies that fail. */
import { describe, expect, test } from "vitest";
import { createContract } from "../../src/check/index.js";
import { loadDocument } from "../../src/document/index.js";
import { createExchange } from "../check/inline-contract.js";

type TextCase = {
  readonly media: object;
  readonly type: string;
  readonly good: string;
  readonly bad: readonly (readonly [body: string, finding: string])[];
};

const part = (headers: string, text: string): string => `--b\n${headers}\n\n${text}\n--b--\n`;
const named = (type: string, inner: string): string =>
  part(`Content-Disposition: form-data; name="a"\nContent-Type: ${type}; boundary=c`, `--c\n${inner}\n--c--`);
const listed = (type: string, text: string): string => named("multipart/mixed", `Content-Type: ${type}\n\n${text}`);
const field = (type: string, text: string): string =>
  named("multipart/form-data", `Content-Disposition: form-data; name="x"\nContent-Type: ${type}\n\n${text}`);
const INTEGER = { type: "integer" };
const FORM = "multipart/form-data; boundary=b";
const ITEM = { type: "object", required: ["n"], properties: { n: INTEGER } };
const SPREAD = {
  ...{ type: "object", xml: { nodeType: "none" } },
  properties: { x: { ...INTEGER, xml: { nodeType: "attribute" } }, t: { type: "string", xml: { nodeType: "text" } } },
};
const EVENT_DATA = { contentMediaType: "application/json", contentSchema: ITEM };

const CASES: Readonly<Record<string, TextCase>> = {
  "a named part that is a list of parts": {
    media: {
      schema: { type: "object", properties: { a: { type: "array", items: INTEGER } } },
      encoding: { a: { contentType: "multipart/mixed", itemEncoding: { contentType: "text/plain" } } },
    },
    type: FORM,
    good: listed("text/plain", "1"),
    bad: [
      [listed("text/plain", "x"), "/a/0: expected integer"],
      [listed("text/html", "1"), "expected text/plain"],
    ],
  },
  "a named part that is a form": {
    media: {
      schema: { type: "object", properties: { a: { type: "object", properties: { x: INTEGER } } } },
      encoding: { a: { contentType: "multipart/form-data", encoding: { x: { contentType: "text/plain" } } } },
    },
    type: FORM,
    good: field("text/plain", "1"),
    bad: [
      [field("text/plain", "y"), "/a/x: expected integer"],
      [field("text/html", "1"), "expected text/plain"],
    ],
  },
  "names of XML items by position": {
    media: {
      schema: {
        type: "array",
        xml: { nodeType: "element", name: "pair" },
        prefixItems: [
          { ...INTEGER, xml: { name: "left" } },
          { type: "string", xml: { name: "right" } },
        ],
      },
    },
    type: "application/xml",
    good: "<pair><left>1</left><right>a</right></pair>",
    bad: [
      ["<pair><left>x</left><right>a</right></pair>", "/0: expected integer"],
      ["<pair><left>1</left><left>a</left></pair>", 'the item is the element "left"; expected "right"'],
    ],
  },
  "text between elements": {
    media: {
      schema: {
        ...{ type: "array", xml: { nodeType: "element", name: "Report" }, minItems: 2 },
        prefixItems: [
          { type: "string", xml: { nodeType: "text" }, maxLength: 5 },
          { type: "number", xml: { name: "data" } },
          { type: "string", xml: { nodeType: "cdata" } },
        ],
      },
    },
    type: "application/xml",
    good: "<Report>Some <data>42</data><![CDATA[text]]></Report>",
    bad: [
      ["<Report>Some more<data>42</data></Report>", "/0: "],
      ["<Report>Some <data>x</data></Report>", "/1: expected number"],
    ],
  },
  "a component without an element, named where it is used": {
    media: {
      schema: {
        ...{ xml: { nodeType: "element", name: "Stored" } },
        allOf: [{ type: "object", xml: { nodeType: "none" }, properties: { n: INTEGER } }],
      },
    },
    type: "application/xml",
    good: "<Stored><n>1</n></Stored>",
    bad: [
      ["<Other><n>1</n></Other>", 'expected "Stored"'],
      ["<Stored><n>x</n></Stored>", "/n: expected integer"],
    ],
  },
  "an object in an object without an element, in another": {
    media: {
      schema: {
        ...{ type: "object", xml: { nodeType: "none" } },
        properties: {
          doc: {
            type: "object",
            properties: { a: { type: "object", xml: { nodeType: "none" }, properties: { b: SPREAD } } },
          },
        },
      },
    },
    type: "application/xml",
    good: '<doc x="1">text</doc>',
    bad: [['<doc x="y">text</doc>', "/doc/a/b/x: expected integer"]],
  },
  "the data of events below if and then": {
    media: {
      itemSchema: {
        type: "object",
        properties: { event: { type: "string" }, data: { type: "string" } },
        ...{ if: { required: ["event"] }, then: { properties: { data: EVENT_DATA } } },
      },
    },
    type: "text/event-stream",
    good: 'event: a\ndata: {"n":1}\n\ndata: x\n\n',
    bad: [['event: a\ndata: {"n":"1"}\n\n', "/0/data/n: expected integer"]],
  },
  "a list of lines by position": {
    media: { schema: { type: "array", prefixItems: [{ type: "string" }], items: INTEGER } },
    type: "application/jsonl",
    good: '"head"\n1\n2\n',
    bad: [["1\n1\n2\n", "/0: expected string"]],
  },
};

describe.each(Object.entries(CASES))("%s", (_, { media, type, good, bad }) => {
  const post = { requestBody: { content: { [type]: media } }, responses: { "204": {} } };
  const info = { title: "t", version: "1" };
  const spec = { openapi: "3.2.0", info, servers: [{ url: "https://a.example" }], paths: { "/a": { post } } };
  const contract = createContract(loadDocument("spec.json", () => JSON.stringify(spec)));
  const check = (text: string) => {
    const body = type === FORM ? text.replaceAll("\n", "\r\n") : text;
    const headers = [["Content-Type", type]] as const;
    const request = { method: "POST", url: "https://a.example/a", headers, body };
    return contract.check(createExchange({ ...request, status: 204, responseHeaders: [] }));
  };

  test("a valid body passes", () => {
    const { verdict, findings, reasons } = check(good);
    expect({ verdict, findings, reasons }).toEqual({ verdict: "passed", findings: [], reasons: [] });
  });

  test.each(bad)("%j is a finding", (text, expected) => {
    expect(check(text).findings.map(({ message }) => message)).toContainEqual(expect.stringContaining(expected));
  });
});
