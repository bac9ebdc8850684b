import { expect, test } from "vitest";
import { getCombinedHeader, getHeaderValues, type HeaderField, parseMediaType } from "../../src/recording/index.js";

const headers: readonly HeaderField[] = [
  ["Vary", "a"],
  ["set-cookie", "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT"],
  ["VARY", "b"],
  ["Set-Cookie", "b=2"],
  ["Date", "now"],
];

const lookups: readonly (readonly [name: string, values: readonly string[], joined: string | undefined])[] = [
  ["vary", ["a", "b"], "a, b"],
  ["DATE", ["now"], "now"],
  ["Age", [], undefined],
  [
    "Set-cookie",
    ["a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT", "b=2"],
    "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT\nb=2",
  ],
];

for (const [name, values, joined] of lookups) {
  test(`${name} is found whatever its case`, () => {
    expect(getHeaderValues(headers, name)).toEqual(values);
    expect(getCombinedHeader(headers, name)).toBe(joined);
  });
}

type Parts = readonly [type: string, subtype: string, suffix: string | undefined, parameters: Record<string, string>];

const mediaTypes: readonly (readonly [value: string, parts: Parts | undefined])[] = [
  ["application/json", ["application", "json", undefined, {}]],
  [" Application/JSON;Charset=UTF-8", ["application", "json", undefined, { charset: "UTF-8" }]],
  ["application/vnd.a+b+json ; v=1", ["application", "vnd.a+b+json", "json", { v: "1" }]],
  [
    'multipart/form-data; boundary="a; \\"b\\"" ; x=1',
    ["multipart", "form-data", undefined, { boundary: 'a; "b"', x: "1" }],
  ],
  ["text/plain; a=1; A=2", ["text", "plain", undefined, { a: "1" }]],
  ["application/json;", ["application", "json", undefined, {}]],
  ["application/json; ;charset=utf-8", ["application", "json", undefined, { charset: "utf-8" }]],
  ["*/*", ["*", "*", undefined, {}]],
  ["application/*", ["application", "*", undefined, {}]],
  ["text/plain; Constructor=1", ["text", "plain", undefined, { constructor: "1" }]],
  ["", undefined],
  ["json", undefined],
  ["/json", undefined],
  ["application/", undefined],
  ["a/b/c", undefined],
  ["text/plain charset=utf-8", undefined],
  ["text/plain; charset", undefined],
  ["text/plain; charset=", undefined],
  ['text/plain; charset="utf-8', undefined],
  ["application/json, text/plain", undefined],
];

for (const [value, parts] of mediaTypes) {
  test(`${JSON.stringify(value)} is ${parts === undefined ? "not a media type" : "a media type"}`, () => {
    if (parts === undefined) return expect(parseMediaType(value)).toBeUndefined();
    const [type, subtype, suffix, parameters] = parts;
    const wanted = Object.assign(Object.create(null), parameters);
    expect(parseMediaType(value)).toEqual({ essence: `${type}/${subtype}`, type, subtype, suffix, parameters: wanted });
  });
}
