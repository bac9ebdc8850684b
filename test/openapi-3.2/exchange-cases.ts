/** What OpenAPI 3.2 adds, each with an exchange that conforms to streams.yaml and one that does not, one edit away. */
import type { ExchangeInput } from "../check/inline-contract.js";

const JSON_TYPE = [["Content-Type", "application/json"]] as const;

export type ExchangeCase = {
  /** Builds the exchange around the text that differs. */
  readonly exchange: (text: string) => ExchangeInput;
  readonly good: readonly string[];
  readonly bad: readonly (readonly [text: string, finding: string])[];
};

const events = (type: string) => (response: string) => ({
  ...{ url: "https://a.example/events", response, responseHeaders: [["Content-Type", type]] as const },
});
const upload = (type: string) => (body: string) => ({
  ...{ method: "POST", url: "https://a.example/parts", headers: [["Content-Type", `${type}; boundary=b`]] as const },
  ...{ status: 204, responseHeaders: [], body: body.replaceAll("\n", "\r\n") },
});
const part = (headers: string, text: string): string => `--b\n${headers}\n\n${text}\n`;
const FIRST = part("Content-Type: application/json", '{"n":1}');
const PLAIN = "Content-Type: text/plain";
const field = (name: string, text: string): string => part(`Content-Disposition: form-data; name="${name}"`, text);

export const EXCHANGE_CASES: Readonly<Record<string, ExchangeCase>> = {
  "a QUERY operation": {
    exchange: (body) => ({ method: "QUERY", url: "https://a.example/search", headers: JSON_TYPE, body, response: [] }),
    good: ['{"text":"a"}'],
    bad: [['{"text":1}', "response.status.invalid-accepted"]],
  },
  "a method of additionalOperations": {
    exchange: (method) => ({ method, url: "https://a.example/search", status: 204, responseHeaders: [] }),
    good: ["COPY", "notify"],
    bad: [
      ["MOVE", "request.method.undocumented"],
      ["NOTIFY", "request.method.undocumented"],
    ],
  },
  "a reusable media type": {
    exchange: (response) => ({ url: "https://a.example/search?text=a", response: JSON.parse(response) }),
    good: ['[{"n":1}]'],
    bad: [['[{"n":"1"}]', "response.body.invalid /*/n /components/schemas/Item/properties/n/type"]],
  },
  "a query string as a form": {
    exchange: (query) => ({ url: `https://a.example/search${query}`, response: [] }),
    good: ["?text=a", "?limit=5&text=a%20b"],
    bad: [
      ["?text=a&limit=b", "request.query.invalid /query/limit"],
      ["?text=a&other=b", "request.query.invalid /query"],
      ["?limit=5", "request.query.invalid /query /paths/~1search/get/parameters/0/content/"],
      ["", "request.query.missing /query"],
    ],
  },
  "a query string as JSON": {
    exchange: (query) => ({ url: `https://a.example/filter?${query}`, status: 204, responseHeaders: [] }),
    good: ["%7B%22max%22%3A1%7D", ""],
    bad: [
      ["%7B%22max%22%3A%22a%22%7D", "request.query.invalid /json/max"],
      ["%7B%22max%22%3A1%7D%7D", "request.query.invalid /json"],
      ["%7B%22min%22%3A1%7D", "request.query.undeclared /json/min"],
    ],
  },
  "a query string as text": {
    exchange: (query) => ({ url: `https://a.example/select?${query}`, status: 204, responseHeaders: [] }),
    good: ["%24.a.b%5B1%3A1%5D", "$.a"],
    bad: [["a%24", "request.query.invalid /path"]],
  },
  "reserved characters in a path": {
    exchange: (name) => ({ url: `https://a.example/files/${name}`, status: 204, responseHeaders: [] }),
    good: ["a:b", "a%3Ab"],
    bad: [["a;b", "request.path.invalid /name"]],
  },
  "the style cookie": {
    exchange: (cookie) => ({
      ...{ url: "https://a.example/cookies", headers: [["Cookie", cookie]], status: 204 },
      responseHeaders: [["Set-Cookie", "lang=en"]],
    }),
    good: ["size=1; color=a%20b"],
    bad: [["size=big", "request.cookie.invalid /prefs/size"]],
  },
  "Set-Cookie by name": {
    exchange: (lang) => ({
      ...{ url: "https://a.example/cookies", status: 204 },
      responseHeaders: [
        ["Set-Cookie", "a=b; Expires=Wed, 09 Jun 2021 10:18:14 GMT"],
        ["Set-Cookie", lang],
      ],
    }),
    good: ["lang=en; Expires=Wed, 09 Jun 2021 10:18:14 GMT"],
    bad: [
      ["lang=english", "response.header.invalid /set-cookie/lang"],
      ["long=en", "response.header.invalid /set-cookie "],
    ],
  },
  "an event": {
    exchange: events("text/event-stream"),
    good: ["event: note\ndata: a\n\n", ': c\nretry: 500\nid: 7\nevent: item\ndata: {"n":1}\n\n', ""],
    bad: [
      ["event: note\ndata: a\n\nevent: note\ndata: longer\n\n", "response.body.invalid /*/data"],
      ["event: note\nretry: 5\ndata: a\n\n", "response.body.invalid /*/retry"],
      ["event: other\ndata: a\n\n", "response.body.invalid /*/event"],
      ['event: note\ndata: a\n\nevent: item\ndata: {"n":"x"}\n\n', "response.body.invalid /*/data/n"],
      ['event: item\ndata: {"n":1,"m":2}\n\n', "response.body.undeclared /*/data/m"],
      ["event: item\ndata: {n}\n\n", "response.body.malformed"],
      ["evnt: note\nnodata: a\n\n", "response.body.malformed"],
    ],
  },
  "a line of JSON": {
    exchange: events("application/jsonl"),
    good: ['{"n":1}\n{"n":2}\n'],
    bad: [
      ['{"n":1}\n{"n":"2"}\n', "response.body.invalid /*/n"],
      ['{"n":1}\n{"n":2}\n{"n":3}\n', "response.body.invalid"],
    ],
  },
  "an item of a JSON text sequence": {
    exchange: events("application/json-seq"),
    good: ['\u001e{"n":1}\n'],
    bad: [['\u001e{"n":1}\n\u001e{}\n', "response.body.invalid /* /components/schemas/Item/required"]],
  },
  "encodings by position": {
    exchange: upload("multipart/mixed"),
    good: [`${FIRST}${part(`${PLAIN}\nX-Part: 2`, "a")}--b--\n`, `${FIRST}--b--\n`],
    bad: [
      [`${part("Content-Type: application/json", '{"n":"1"}')}--b--\n`, "request.body.invalid /0/n"],
      [`${part(PLAIN, '{"n":1}')}--b--\n`, "request.body.invalid"],
      [`${FIRST}${part(PLAIN, "a")}--b--\n`, "request.body.invalid"],
      [`${FIRST}${part(`${PLAIN}\nX-Part: x`, "a")}--b--\n`, "request.body.invalid"],
      [`${FIRST}${part(`${PLAIN}\nX-Part: 2`, "a")}${part(PLAIN, "a")}--b--\n`, "request.body.invalid"],
    ],
  },
  "the parts of a stream": {
    exchange: upload("multipart/related"),
    good: [`${FIRST}${FIRST}--b--\n`],
    bad: [[`${FIRST}${part("Content-Type: application/json", "{}")}--b--\n`, "request.body.invalid /* "]],
  },
  "a nested multipart body": {
    exchange: upload("multipart/digest"),
    good: [`${part("Content-Type: multipart/mixed; boundary=c", `--c\n${PLAIN}\n\n1\n--c--`)}--b--\n`],
    bad: [
      [
        `${part("Content-Type: multipart/mixed; boundary=c", `--c\n${PLAIN}\n\nx\n--c--`)}--b--\n`,
        "request.body.invalid",
      ],
      [
        `${part("Content-Type: multipart/mixed; boundary=c", "--c\nContent-Type: text/html\n\n1\n--c--")}--b--\n`,
        "request.body.invalid",
      ],
    ],
  },
  "form data as an array": {
    exchange: upload("multipart/form-data"),
    good: [`${field("n", "1")}${field("item", '{"n":1}')}${field("n", "2")}--b--\n`],
    bad: [
      [`${field("n", "x")}${field("item", '{"n":1}')}${field("n", "2")}--b--\n`, "request.body.invalid /*/n"],
      [`${field("n", "1")}${field("item", '{"n":"1"}')}--b--\n`, "request.body.invalid /*/item/n"],
      [`${field("m", "1")}--b--\n`, "request.body.undeclared /*/m"],
      ["--b--\n", "request.body.invalid"],
    ],
  },
  "a security scheme by its URI": {
    exchange: (name) => ({ url: "https://a.example/animals", headers: [[name, "k"]], response: { name: "a" } }),
    good: ["X-Key"],
    bad: [["X-Other-Key", "request.security.missing"]],
  },
  "the default of a discriminator": {
    exchange: (response) => ({
      ...{ url: "https://a.example/animals", headers: [["X-Key", "k"]], response: JSON.parse(response) },
    }),
    good: ['{"name":"a"}', '{"kind":"dog","name":"a"}', '{"kind":"cat","lives":9}'],
    bad: [
      ['{"kind":"dog","name":1}', "response.body.invalid /name"],
      ['{"name":1}', "response.body.invalid /name"],
      ['{"kind":"cat"}', "response.body.invalid  /components/schemas/Cat/required"],
    ],
  },
  "XML node types": {
    exchange: (response) => ({
      ...{ url: "https://a.example/animals", headers: [["X-Key", "k"]], response },
      responseHeaders: [["Content-Type", "application/xml"]],
    }),
    good: [
      '<note id="1"><![CDATA[a]]></note>',
      '<note id="1"><tags><tag>a</tag></tags><mark>1</mark><mark>2</mark></note>',
      '<note id="1" born="1900"><mark>1</mark><name>a</name></note>',
    ],
    bad: [
      ["<note><id>1</id></note>", "response.body.undeclared"],
      ['<note id="x"/>', "response.body.invalid /id"],
      ['<note id="1"><text>a</text></note>', "response.body.undeclared /<text>"],
      ['<note id="1"><mark>x</mark></note>', "response.body.invalid /marks/*"],
      ['<note id="1" born="x"><name>a</name></note>', "response.body.invalid /author/born"],
      ['<note id="1" born="1900"/>', "response.body.invalid /author"],
    ],
  },
};

/** Exchanges with something that streams.yaml does not document, by its name. */
export const DRIFTS: Readonly<Record<string, ExchangeInput>> = {
  byQuery: {
    ...{
      method: "QUERY",
      url: "https://a.example/search",
      headers: JSON_TYPE,
      body: '{"text":"a","byQuery":1}',
      response: [],
    },
  },
  "the method MOVE of /search": { method: "MOVE", url: "https://a.example/search", status: 204, responseHeaders: [] },
  inQuery: { url: "https://a.example/filter?%7B%22inQuery%22%3A1%7D", status: 204, responseHeaders: [] },
  inLine: events("application/jsonl")('{"n":1,"inLine":2}\n'),
  inPart: upload("multipart/mixed")(`${part("Content-Type: application/json", '{"n":1,"inPart":2}')}--b--\n`),
  inEachPart: upload("multipart/related")(`${part("Content-Type: application/json", '{"n":1,"inEachPart":2}')}--b--\n`),
  inMediaType: { url: "https://a.example/search?text=a", response: [{ n: 1, inMediaType: 2 }] },
  inElement: {
    ...{ method: "PUT", url: "https://a.example/notes", headers: [["Content-Type", "application/xml"]] },
    ...{ body: '<note id="1"><inElement>2</inElement><name>a</name></note>', status: 204, responseHeaders: [] },
  },
};
