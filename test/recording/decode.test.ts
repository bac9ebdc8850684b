import * as zlib from "node:zlib";
import { expect, test } from "vitest";
import { decodeBody, decodeBodyText, getBodyBytes, type RecordedBody } from "../../src/recording/index.js";

const plain = Buffer.from('{"name":"Crème brûlée"}'.repeat(20));
const noise = Buffer.from([0xff, 0xfe, 0x80, 0x81, 0x82]);
const bytes = (value: Uint8Array): RecordedBody => ({ kind: "bytes", bytes: Buffer.from(value) });
const zstd = (zlib as { readonly zstdCompressSync?: (input: Uint8Array) => Buffer }).zstdCompressSync;

const cases: readonly { name: string; encoding?: string; body: RecordedBody; decoded: RecordedBody }[] = [
  { name: "no encoding", body: bytes(noise), decoded: bytes(noise) },
  { name: "identity", encoding: "identity", body: bytes(noise), decoded: bytes(noise) },
  { name: "gzip", encoding: "gzip", body: bytes(zlib.gzipSync(plain)), decoded: bytes(plain) },
  { name: "x-gzip in capitals", encoding: "X-GZIP", body: bytes(zlib.gzipSync(plain)), decoded: bytes(plain) },
  { name: "deflate", encoding: "deflate", body: bytes(zlib.deflateSync(plain)), decoded: bytes(plain) },
  { name: "bare deflate", encoding: "deflate", body: bytes(zlib.deflateRawSync(plain)), decoded: bytes(plain) },
  { name: "br", encoding: "br", body: bytes(zlib.brotliCompressSync(plain)), decoded: bytes(plain) },
  {
    name: "deflate, then gzip",
    encoding: "deflate, gzip",
    body: bytes(zlib.gzipSync(zlib.deflateSync(plain))),
    decoded: bytes(plain),
  },
  { name: "gzip that the recorder undid", encoding: "gzip", body: bytes(plain), decoded: bytes(plain) },
  { name: "br that the recorder undid", encoding: "br", body: bytes(plain), decoded: bytes(plain) },
  {
    name: "gzip of text that the recorder undid",
    encoding: "gzip",
    body: { kind: "text", text: "x" },
    decoded: { kind: "text", text: "x" },
  },
  { name: "gzip of nothing", encoding: "gzip", body: { kind: "none" }, decoded: { kind: "none" } },
  {
    name: "gzip that is cut off",
    encoding: "gzip",
    body: bytes(zlib.gzipSync(plain).subarray(0, 20)),
    decoded: { kind: "missing", reason: "the body is not valid gzip, but its Content-Encoding is gzip" },
  },
  {
    name: "br that is noise",
    encoding: "br",
    body: bytes(noise),
    decoded: { kind: "missing", reason: "the body is not valid br, but its Content-Encoding is br" },
  },
  {
    name: "an unknown encoding",
    encoding: "compress",
    body: bytes(noise),
    decoded: { kind: "missing", reason: 'the content encoding "compress" is not supported' },
  },
  {
    name: "zstd",
    encoding: "zstd",
    body: bytes(zstd?.(plain) ?? noise),
    decoded: zstd ? bytes(plain) : { kind: "missing", reason: 'the content encoding "zstd" is not supported' },
  },
  {
    name: "a bomb",
    encoding: "br",
    body: bytes(
      zlib.brotliCompressSync(Buffer.alloc(257 * 1024 * 1024), {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    ),
    decoded: { kind: "missing", reason: "the decoded body is larger than 268435456 bytes" },
  },
];

for (const { name, encoding, body, decoded } of cases) {
  test(`a body with ${name} is decoded`, () => {
    expect(decodeBody(body, encoding === undefined ? [] : [["content-encoding", encoding]])).toEqual(decoded);
  });
}

test("encodings on separate lines apply in the order of the lines", () => {
  const body = bytes(zlib.brotliCompressSync(zlib.gzipSync(plain)));
  expect(
    decodeBody(body, [
      ["Content-Encoding", "gzip"],
      ["Content-Encoding", "br"],
    ]),
  ).toEqual(bytes(plain));
});

const texts: readonly { name: string; charset?: string; body: RecordedBody; text: RecordedBody }[] = [
  { name: "ASCII", body: bytes(Buffer.from("{}")), text: { kind: "text", text: "{}" } },
  { name: "UTF-8", body: bytes(Buffer.from("é\u{1f600}")), text: { kind: "text", text: "é\u{1f600}" } },
  {
    name: "UTF-8 with a byte order mark",
    charset: "UTF-8",
    body: bytes(Buffer.from("\ufeffé")),
    text: { kind: "text", text: "é" },
  },
  { name: "latin1", charset: "ISO-8859-1", body: bytes(Buffer.from("é", "latin1")), text: { kind: "text", text: "é" } },
  {
    name: "little UTF-16",
    charset: "utf-16",
    body: bytes(Buffer.from("\ufeffé", "utf16le")),
    text: { kind: "text", text: "é" },
  },
  {
    name: "big UTF-16",
    charset: "utf-16",
    body: bytes(Buffer.from("\ufeffé", "utf16le").swap16()),
    text: { kind: "text", text: "é" },
  },
  {
    name: "noise",
    body: bytes(noise),
    text: { kind: "missing", reason: "the body is not valid utf-8", invalidEncoding: "utf-8" },
  },
  {
    name: "an unknown charset",
    charset: "klingon",
    body: bytes(noise),
    text: { kind: "missing", reason: 'the charset "klingon" is unknown' },
  },
  { name: "no bytes", body: { kind: "none" }, text: { kind: "none" } },
];

for (const { name, charset, body, text } of texts) {
  test(`a body of ${name} becomes text or has a reason`, () => {
    expect(decodeBodyText(body, charset)).toEqual(text);
  });
}

test("a body becomes bytes, if there is one", () => {
  expect(getBodyBytes({ kind: "text", text: "é" })).toEqual(Buffer.from("é"));
  expect(getBodyBytes(bytes(noise))).toEqual(noise);
  expect(getBodyBytes({ kind: "none" })).toBeUndefined();
  expect(getBodyBytes({ kind: "missing", reason: "" })).toBeUndefined();
});
