/** Bodies in every encoding: whether the recorded bytes prove that the message is malformed. */
import { expect, test } from "vitest";
import { createExchange, createInlineContract } from "../inline-contract.js";

const SCHEMA = '{ "type": "object", "properties": { "a": { "type": "string" } } }';
const TYPES = ["application/json", "application/x-ndjson", "text/event-stream", "application/xml", "text/plain"];
const FORM = "application/x-www-form-urlencoded";
const contents = [...TYPES, FORM].map((type) =>
  type === "text/plain" || type === "text/event-stream"
    ? `"${type}": { "schema": { "type": "string" } }`
    : `"${type}": { "schema": ${SCHEMA} }`,
);
const contract = createInlineContract({
  "spec.json": `{ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "servers": [{ "url": "https://a.example" }],
    "paths": { "/a": { "post": { "operationId": "a", "requestBody": { "content": { ${contents.join()} } },
      "responses": { "400": { "description": "d" } } } } } }`,
});

const utf16 = (text: string, mark = "\ufeff"): Buffer => Buffer.from(mark + text, "utf16le");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const utf8 = (text: string): Buffer => Buffer.from(text);

/** The Content-Type, the bytes, and the verdict. */
const ROWS: readonly (readonly [type: string, bytes: Buffer, verdict: "malformed" | "read" | "partial"])[] = [
  ["application/json", utf8('{"a":"é"}'), "read"],
  ["application/json", utf8('\ufeff{"a":"é"}'), "read"],
  ["application/json", latin1('{"a":"é"}'), "malformed"],
  ["application/json", latin1('{"é":"a"}'), "malformed"],
  ["application/json; charset=utf-8", latin1('{"a":"é"}'), "malformed"],
  ["application/json; charset=x-none", latin1('{"a":"é"}'), "malformed"],
  // The media type has no charset, but the receiver can read the body.
  ["application/json; charset=iso-8859-1", latin1('{"a":"é"}'), "read"],
  ["application/json; charset=utf-16", utf16('{"a":"é"}'), "read"],
  ["application/json", utf16('{"a":"é"}'), "malformed"],
  ["application/json", utf16('{"a":"e"}', ""), "malformed"],
  ["application/json", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b, 0, 0, 0, 0x7d]), "malformed"],
  // Overlong, truncated and surrogate sequences.
  ["application/json", Buffer.concat([utf8('{"a":"'), Buffer.from([0xc0, 0xaf]), utf8('"}')]), "malformed"],
  ["application/json", Buffer.concat([utf8('{"a":"'), Buffer.from([0xe2, 0x82]), utf8('"}')]), "malformed"],
  ["application/json", Buffer.concat([utf8('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), utf8('"}')]), "malformed"],
  // The grammar of JSON allows lone surrogates as escapes, and a recorder may have replaced bytes by U+FFFD.
  ["application/json", utf8('{"a":"\\ud800"}'), "read"],
  ["application/json", utf8('{"a":"\ufffd"}'), "read"],
  ["application/json", Buffer.from([0x1f, 0x8b, 8, 0]), "partial"],
  ["application/x-ndjson", utf8('{"a":"é"}\n'), "read"],
  ["application/x-ndjson", latin1('{"a":"é"}\n'), "malformed"],
  ["text/event-stream", utf8("data: é\n\n"), "read"],
  ["text/event-stream", latin1("data: é\n\n"), "malformed"],
  [FORM, utf8("a=é"), "read"],
  [FORM, latin1("a=é"), "malformed"],
  [`${FORM}; charset=iso-8859-1`, latin1("a=é"), "read"],
  ["application/xml", utf8("<a><a>é</a></a>"), "read"],
  ["application/xml", latin1("<a><a>é</a></a>"), "malformed"],
  ["application/xml", latin1('<?xml version="1.0" encoding="iso-8859-1"?><a><a>é</a></a>'), "read"],
  ["application/xml", latin1('<?xml version="1.0" encoding="utf-8"?><a><a>é</a></a>'), "malformed"],
  ["application/xml; charset=utf-8", latin1('<?xml version="1.0" encoding="iso-8859-1"?><a><a>é</a></a>'), "malformed"],
  ["application/xml; charset=x-none", latin1("<a><a>é</a></a>"), "partial"],
  ["application/xml", utf16("<a><a>é</a></a>"), "read"],
  // The encoding of other text is known only if the Content-Type names it.
  ["text/plain", latin1("é"), "partial"],
  ["text/plain; charset=utf-8", latin1("é"), "malformed"],
  ["text/plain; charset=iso-8859-1", latin1("é"), "read"],
];

test.each(ROWS)("%s %s: %s", (type, bytes, expected) => {
  const exchange = createExchange({ method: "POST", status: 400, headers: [["Content-Type", type]] });
  const { verdict, refused, findings } = contract.check({
    ...exchange,
    request: { ...exchange.request, body: { kind: "bytes", bytes } },
  });
  // A malformed request that is rejected passes.
  expect(findings).toEqual([]);
  expect({ verdict, refused }).toEqual({
    verdict: expected === "partial" ? "partial" : "passed",
    refused: expected === "malformed" ? ["request.body.malformed"] : [],
  });
});
