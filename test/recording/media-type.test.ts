/** Media types with their parameters, and the text of XML bodies by their encoding. */
import { expect, test } from "vitest";
import {
  createRawJsonString,
  decodeBody,
  decodeXmlText,
  getBodyBytes,
  getCombinedHeader,
  isXmlType,
  parseEssence,
  parseMediaType,
} from "../../src/recording/message.js";

test.each<[value: string, essence: string | undefined, suffix?: string | undefined, parameters?: object]>([
  ["text/plain", "text/plain"],
  [" Text/Plain ; Charset=UTF-8", "text/plain", undefined, { charset: "UTF-8" }],
  ["application/problem+json", "application/problem+json", "json"],
  ["a/b+c+xml;", "a/b+c+xml", "xml"],
  ["a/+", "a/+", ""],
  ["a/b;;c=d ; ;", "a/b", undefined, { c: "d" }],
  ['a/b;c="d;e\\"\\\\f";C=g', "a/b", undefined, { c: 'd;e"\\f' }],
  ['a/b;c=""', "a/b", undefined, { c: "" }],
  ["a/b;__proto__=c", "a/b", undefined, { ["__proto__"]: "c" }],
  ["*/*", "*/*"],
  ["a/*;q=0.5\t", "a/*", undefined, { q: "0.5" }],
  ["", undefined],
  ["a", undefined],
  ["/b", undefined],
  ["a/", undefined],
  ["a/b/c", undefined],
  ["a b/c", undefined],
  ["a/b c", undefined],
  ["a/b;c", undefined],
  ["a/b;c=", undefined],
  ["a/b;c=d e", undefined],
  ['a/b;c="d', undefined],
  ["a/b;=d", undefined],
])("the media type %j", (value, essence, suffix, parameters = {}) => {
  const [type, subtype] = essence?.split("/") ?? [];
  const parsed = parseMediaType(value);
  expect(parseMediaType(value)).toBe(parsed);
  expect(parsed && { ...parsed, parameters: Object.entries(parsed.parameters) }).toEqual(
    essence === undefined ? undefined : { essence, type, subtype, suffix, parameters: Object.entries(parameters) },
  );
  if (parsed !== undefined) expect(parseEssence(value)).toBe(essence);
});

test("types of XML", () => {
  const isXml = (value: string): boolean => {
    const parsed = parseMediaType(value);
    return parsed !== undefined && isXmlType(parsed);
  };
  const types = ["application/xml", "text/xml", "image/svg+xml", "a/xml", "application/json", "a/xml+b", "a/b+xmlx"];
  expect(types.filter(isXml)).toEqual(["application/xml", "text/xml", "image/svg+xml"]);
});

const declared = (encoding: string): string => `<?xml version="1.0" encoding=${encoding}?><a>é</a>`;
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

test.each<[what: string, bytes: Buffer, charset: string | undefined, text: string | undefined]>([
  ["UTF-8", Buffer.from("<a>é</a>"), undefined, "<a>é</a>"],
  ["a byte order mark of UTF-8 and another charset", Buffer.from("\ufeff<a>é</a>"), "latin1", "<a>é</a>"],
  ["UTF-16 in little endian with a mark", Buffer.from("\ufeff<a>é</a>", "utf16le"), "latin1", "<a>é</a>"],
  ["UTF-16 in big endian with a mark", Buffer.from("\ufeff<a>é</a>", "utf16le").swap16(), undefined, "<a>é</a>"],
  ["UTF-16 in little endian", Buffer.from("<a>é</a>", "utf16le"), undefined, "<a>é</a>"],
  ["UTF-16 in big endian", Buffer.from("<a>é</a>", "utf16le").swap16(), undefined, "<a>é</a>"],
  ["a charset", latin1("<a>é</a>"), "ISO-8859-1", "<a>é</a>"],
  ["a declaration", latin1(declared('"iso-8859-1"')), undefined, declared('"iso-8859-1"')],
  ["a declaration in apostrophes", latin1(declared("'latin1'")), undefined, declared("'latin1'")],
  [
    "a declaration with spaces",
    latin1("<?xml version='1.0'\tencoding\n=\r'latin1'?>é"),
    undefined,
    "<?xml version='1.0'\tencoding\n=\r'latin1'?>é",
  ],
  ["a wrong declaration of UTF-16", Buffer.from(declared('"UTF-16LE"')), undefined, declared('"UTF-16LE"')],
  ["a wrong declaration of UCS-2", Buffer.from(declared('"ucs2"')), undefined, declared('"ucs2"')],
  ["a declaration elsewhere", latin1(` ${declared('"latin1"')}`), undefined, undefined],
  ["another attribute", latin1(declared('"utf-8"').replace(" encoding", " xencoding")), undefined, undefined],
  ["bytes that are not valid", latin1("<a>é</a>"), undefined, undefined],
  ["a declaration too late", latin1(`<?xml ${" ".repeat(400)}encoding="latin1"?>é`), undefined, undefined],
])("XML in %s", (_, bytes, charset, text) => {
  const decoded = decodeXmlText({ kind: "bytes", bytes }, charset);
  expect(decoded.kind === "text" ? decoded.text : undefined).toBe(text);
});

test("bodies without bytes stay as they are", () => {
  const bodies = [{ kind: "none" }, { kind: "text", text: "é" }, { kind: "missing", reason: "r" }] as const;
  expect(bodies.map((body) => decodeXmlText(body, "x"))).toEqual(bodies);
  expect(bodies.map((body) => getBodyBytes(body)?.length)).toEqual([undefined, 2, undefined]);
  const many = (count: number) =>
    decodeBody({ kind: "bytes", bytes: latin1("a") }, [["Content-Encoding", Array(count).fill("identity").join()]]);
  expect([many(8).kind, many(9)]).toEqual([
    "bytes",
    { kind: "missing", reason: "the body has 9 content encodings; at most 8 are supported" },
  ]);
});

test("JSON strings in a recording", () => {
  const raw = createRawJsonString('a"é');
  expect([raw.start, raw.end, raw.bytes.toString()]).toEqual([1, 6, '"a\\"é"']);
});

test("repeated headers", () => {
  const headers = [
    ["Set-Cookie", "a, b"],
    ["X-A", "1"],
    ["set-cookie", "c"],
    ["x-a", "2"],
    ["X-AB", "3"],
  ] as const;
  expect(["SET-COOKIE", "x-A", "x-ab", "x"].map((name) => getCombinedHeader(headers, name))).toEqual([
    ...["a, b\nc", "1, 2", "3", undefined],
  ]);
});
