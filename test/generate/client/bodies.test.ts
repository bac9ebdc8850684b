/** How the client of a spec writes bodies and reads responses: the function of the runtime for each of them. */
import { expect, test } from "vitest";
import { Code } from "../../../src/generate/code.js";
import { describeCall, type Row, shorten } from "./describe-call.js";

const OBJECT = { type: "object" };
const HEADER = { "X-A": { required: true, schema: { const: "a" } }, "X-B": { schema: { const: "b" } } };
const OBJECTS = {
  o: { type: ["object", "null"] },
  l: { type: "array", items: OBJECT },
  t: { type: "array", items: { type: "string" } },
  e: OBJECT,
  constructor: OBJECT,
};
const ENCODINGS = {
  e: { contentType: "text/plain" },
  j: { contentType: "application/json" },
  k: { contentType: "a/b+json" },
  n: { contentType: "a/json-seq" },
  m: { contentType: "text/plain, application/json" },
  x: { explode: false },
  y: { explode: true },
  f: { style: "form", explode: false },
};

/** The media type of a request body, its description, and what writes it. */
const BODIES: readonly (readonly [range: string, media: object, writer: string])[] = [
  ["application/json", {}, "–"],
  ["Application/JSON; a=b", {}, "–"],
  ["a/b+json", {}, "–"],
  ["*/*", {}, "writeAny"],
  ["application/xjson", {}, "writeRaw"],
  ["text/plain", {}, "writeRaw"],
  ["application/x-www-form-urlencoded", {}, "writeForm"],
  ["Application/X-WWW-Form-Urlencoded; charset=utf-8", {}, "writeForm"],
  ["application/x-www-form-urlencoded", { encoding: { e: ENCODINGS.e } }, "writeForm"],
  [
    "application/x-www-form-urlencoded",
    { schema: { properties: OBJECTS }, encoding: ENCODINGS },
    "createFormWriter({j: writeJsonText, k: writeJsonText, x: writeCommaDelimited, y: writeFormObject, f: writeCommaDelimited, o: writeJsonText, l: writeJsonItems, constructor: writeJsonText})",
  ],
  ["multipart/form-data", { schema: { properties: OBJECTS } }, "writeMultipart"],
  [
    "Multipart/Form-Data",
    { encoding: { a: { contentType: "image/png" }, b: { contentType: "image/*" }, c: { contentType: "a/b, c/d" } } },
    'createMultipartWriter({a: "image/png"})',
  ],
  ["multipart/form-data", { encoding: { d: { style: "form" } } }, "writeMultipart"],
  [
    "multipart/form-data",
    { schema: { type: "array" }, encoding: { a: { contentType: "image/png" } } },
    'createEncodedWriter({names: {a: {type: "image/png"}}})',
  ],
  [
    "multipart/form-data",
    { encoding: { a: { contentType: "image/*", headers: HEADER }, b: { headers: { "X-B": {} } } } },
    'createEncodedWriter({names: {a: {headers: {"X-A": "a"}}, b: {}}})',
  ],
  [
    "multipart/form-data",
    { encoding: { a: { contentType: "Multipart/Mixed", prefixEncoding: [{ contentType: "a/b" }, {}] } } },
    'createEncodedWriter({names: {a: {type: "Multipart/Mixed", prefix: [{type: "a/b"}, {}]}}})',
  ],
  [
    "multipart/form-data",
    { encoding: { a: { contentType: "x/y", itemEncoding: { encoding: { b: { headers: HEADER } } } } } },
    'createEncodedWriter({names: {a: {type: "x/y", item: {names: {b: {headers: {"X-A": "a"}}}}}}})',
  ],
  [
    "multipart/form-data",
    { encoding: { a: { contentType: "x-multipart/mixed" } } },
    'createMultipartWriter({a: "x-multipart/mixed"})',
  ],
  ["multipart/mixed", {}, "createEncodedWriter({})"],
  ["multipart/mixed", { itemEncoding: { contentType: "c/*" } }, "createEncodedWriter({item: {}})"],
  ["multipart/related", { prefixEncoding: [{ contentType: "a/b" }] }, 'createEncodedWriter({prefix: [{type: "a/b"}]})'],
  [
    "multipart/mixed",
    {
      prefixEncoding: [{ contentType: "a/b" }, { contentType: "a/*" }, {}, { contentType: "a/b,c/d" }],
      itemEncoding: { contentType: "c/d" },
    },
    'createEncodedWriter({prefix: [{type: "a/b"}, {}, {}, {}], item: {type: "c/d"}})',
  ],
  ["multipart/mixed", { encoding: { a: { contentType: "a/b" } } }, 'createEncodedWriter({names: {a: {type: "a/b"}}})'],
  ["multipart/mixed", { itemEncoding: { headers: HEADER } }, 'createEncodedWriter({item: {headers: {"X-A": "a"}}})'],
  ["x-multipart/form-data", {}, "writeRaw"],
  ["application/x-ndjson", {}, "writeJsonLines"],
  ["application/ndjson", {}, "writeJsonLines"],
  ["application/jsonl", {}, "writeJsonLines"],
  ["text/jsonl", {}, "writeRaw"],
  ["application/jsonlines", {}, "writeRaw"],
  ["application/json-seq", {}, "writeJsonSequence"],
  ["a/b+json-seq", {}, "writeJsonSequence"],
  ["application/xjson-seq", {}, "writeRaw"],
];

test.each(BODIES)("the body %s %j", (range, media, writer) => {
  const { write } = describeCall({ requestBody: { content: { [range]: media } } });
  expect(shorten(write)).toBe(writer);
  const encoding = "encoding" in media || "schema" in media;
  // Fetch sends no body with GET.
  const refused = describeCall({ requestBody: { content: { [range]: {} } } }, { method: "get" });
  if (!encoding) expect(shorten(refused.write)).toBe("refuseBody");
});

test.each<[ranges: readonly string[], writers: string]>([
  [["application/json", "a/b+json"], "–"],
  [["application/json", "text/csv; a=b"], 'createWriter({"text/csv; a=b": writeRaw})'],
  [["text/csv", "Multipart/Form-Data"], 'createWriter({"text/csv": writeRaw, "Multipart/Form-Data": writeMultipart})'],
  [
    ["text/csv", "image/*"],
    'createWriter({"text/csv": writeRaw, "image/*": writeOpenType, "application/octet-stream": writeOpenType})',
  ],
  [["text/csv", "*/*"], 'createWriter({"text/csv": writeRaw, "*/*": writeAny, "application/json": writeAny})'],
])("the bodies %j", (ranges, writers) => {
  const content = Object.fromEntries(ranges.map((range) => [range, {}]));
  expect(shorten(describeCall({ requestBody: { content } }).write)).toBe(writers);
});

/** The media types of a request body, the one that is sent, and whether it can be a stream. */
test.each<[ranges: readonly string[], body: string, isStream: boolean]>([
  [[], "–", false],
  [["application/json"], "–", false],
  [["*/*"], "–", true],
  [["Application/Json; a=b"], '"Application/Json; a=b"', false],
  [["application/json", "a/b+json"], '"a/b+json"', false],
  [["a/b+json; c=d", "application/json"], '"a/b+json; c=d"', false],
  [["text/plain", "multipart/form-data"], '"multipart/form-data"', true],
  [["text/plain", "x-multipart/mixed"], '"text/plain"', true],
  [["multipart/mixed", "application/x-www-form-urlencoded"], '"application/x-www-form-urlencoded"', true],
  [["multipart/form-data", "application/x-www-form-urlencoded"], '"application/x-www-form-urlencoded"', false],
  [["image/*", "text/plain"], '"application/octet-stream"', true],
  [["text/*"], '"text/plain"', true],
  [["application/*"], "–", true],
  [["application/xjson"], '"application/xjson"', true],
  [["x-multipart/form-data"], '"x-multipart/form-data"', true],
])("of the bodies %j, %s is sent", (ranges, body, isStream) => {
  const content = Object.fromEntries(ranges.map((range) => [range, {}]));
  const row = describeCall({ requestBody: { content } });
  expect([shorten(row.body), shorten(row.send)]).toEqual([body, isStream ? "sendStreams" : "–"]);
  expect(describeCall({ requestBody: { content } }, { method: "head" }).send).toBeUndefined();
});

const BYTES = "application/octet-stream";
const respond = (...ranges: readonly string[]) => ({ content: Object.fromEntries(ranges.map((it) => [it, {}])) });

test.each<[responses: object, read: string, empty: boolean]>([
  [{}, "–", true],
  [{ 204: {} }, "–", true],
  [{ 200: {} }, "readAny", true],
  [{ 200: respond("application/json") }, "–", false],
  [{ 200: respond("text/plain"), 204: {} }, 'createReader({"text/plain": readTextBody})', true],
  [{ 404: respond("text/plain") }, "–", true],
  [{ 404: respond("text/plain"), default: respond("text/css") }, 'createReader({"text/css": readTextBody})', false],
  [{ 200: respond(BYTES) }, `createReader({"*/*": readBlob, "${BYTES}": readBlob})`, false],
  [{ 200: respond(BYTES, "application/json") }, `createReader({"${BYTES}": readBlob})`, false],
  [{ "2XX": respond("a/b+json"), default: respond("text/css") }, "–", false],
  ...Object.entries({
    "*/*": "readAny",
    "application/*": "readAny",
    "text/event-stream": "readEvents",
    "application/ndjson": "readJsonLines",
    "application/x-ndjson": "readJsonLines",
    "application/jsonl": "readJsonLines",
    "application/x-jsonlines": "readJsonLines",
    "application/json-stream": "readJsonLines",
    "application/json-seq": "readJsonLines",
    "a/b+json-seq": "readJsonLines",
    "application/stream+json": "readJsonLines",
    "text/jsonl": "readTextBody",
    "xapplication/jsonl": "readBlob",
    "application/jsonls": "readBlob",
    "a/b+json-sequence": "readBlob",
    "a/b+jsonp": "readBlob",
    "a/stream+jsonp": "readBlob",
    "text/html": "readTextBody",
    "x-text/html": "readBlob",
    "a/b+xml": "readTextBody",
    "a/xml": "readTextBody",
    "a/xml-dtd": "readBlob",
    "image/png": "readBlob",
  }).map(([range, reader]): [object, string, boolean] => [
    { 200: respond(range) },
    `createReader({"${range}": ${reader}})`,
    false,
  ]),
])("the responses %j", (responses, read, empty) => {
  const row = describeCall({ responses });
  expect([shorten(row.read), row.empty === true]).toEqual([read, empty]);
});

test.each<[responses: object, errors: unknown]>([
  [{}, undefined],
  [{ 200: respond("text/plain") }, undefined],
  [{ 404: {}, 500: {} }, false],
  [{ 404: respond("application/json"), 500: respond("a/b+json; charset=utf-8") }, undefined],
  [{ 404: respond("text/plain"), 500: {} }, false],
  [{ 404: respond("application/json", "text/plain") }, undefined],
  [{ 404: respond("application/json", "text/event-stream") }, false],
  [
    { 404: respond("application/json"), "4XX": {}, default: respond("text/css") },
    new Code('selectErrors({"404": true, "4XX": false, default: false})'),
  ],
])("the errors of the responses %j", (responses, errors) => {
  expect(shorten(describeCall({ responses }).errors)).toBe(shorten(errors as Row[string]));
});
