import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { type Attack, createTraffic, defineResponse } from "./attack.js";

const spec = defineResponse("{ type: array, items: { type: integer } }");

function body(attack: string, har: () => string, expected: Pick<Attack, "code" | "message" | "never">): Attack {
  return { attack, files: () => ({ "spec.yaml": spec, "traffic.har": har() }), ...expected };
}

/** JSON with spaces, which compress a thousand to one. */
const zeros = (megabytes: number): Buffer =>
  Buffer.concat([Buffer.alloc(megabytes * 1024 * 1024, " "), Buffer.from("[1]")]);

const packed = (bytes: Uint8Array, ...encodings: string[]): string =>
  createTraffic({
    body: Buffer.from(bytes).toString("base64"),
    base64: true,
    headers: [["Content-Encoding", encodings.join(", ")]],
  });

const brotli = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const partial = { code: 2, message: /the decoded body is larger than \d+ bytes/ } as const;

export const bodyAttacks: readonly Attack[] = [
  body("a gzip bomb", () => packed(gzipSync(zeros(300)), "gzip"), partial),
  body("a deflate bomb", () => packed(deflateSync(zeros(300)), "deflate"), partial),
  body("a brotli bomb", () => packed(brotli(zeros(300)), "br"), partial),
  body("a gzip bomb in gzip", () => packed(gzipSync(gzipSync(zeros(300))), "gzip", "gzip"), partial),
  body("a brotli bomb in gzip", () => packed(gzipSync(brotli(zeros(300))), "br", "gzip"), partial),
  body(
    "a body packed a thousand times",
    () =>
      packed(
        Array(1000)
          .fill(0)
          .reduce<Uint8Array>((bytes) => gzipSync(bytes, { level: 0 }), Buffer.from("[1]")),
        ...Array(1000).fill("gzip"),
      ),
    { code: 2, message: /content encodings/ },
  ),
  body("a packed body", () => packed(gzipSync("[1]"), "gzip"), { code: 0, message: /^Passed: /m }),
  body("a body packed twice", () => packed(gzipSync(brotli(Buffer.from("[1]"))), "br", "gzip"), {
    code: 0,
    message: /^Passed: /m,
  }),
  body("an unknown encoding", () => packed(Buffer.from([255, 254, 0, 1]), "__proto__"), {
    code: 2,
    message: /is not supported/,
  }),
  body("a body of 100 MB", () => createTraffic({ body: `[${" ".repeat(100_000_000)}1]` }), {
    code: 0,
    message: /^Passed: /m,
  }),
  body(
    "a body of two million numbers, the last a word",
    () => createTraffic({ body: `[${"1,".repeat(2_000_000)}"a"]` }),
    {
      code: 1,
      message: /got string/,
    },
  ),
  body("a body nested 100000 deep", () => createTraffic({ body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }), {
    code: 1,
    message: /expected integer, got an array|nested too deeply/,
  }),
  body("a number of a million digits", () => createTraffic({ body: `[${"1".repeat(1_000_000)}]` }), {
    code: 0,
    message: /^Passed: /m,
  }),
  body("a number with an exponent of a million digits", () => createTraffic({ body: `[1e${"9".repeat(1_000_000)}]` }), {
    code: 0,
    message: /^Passed: /m,
  }),
  body(
    "a text of ten million characters where a number is wanted",
    () => createTraffic({ body: `["${"a".repeat(10_000_000)}"]` }),
    { code: 1, message: /expected integer, got string "a{60}…"/ },
  ),
  {
    attack: "a hundred thousand names that a closed object does not have",
    files: () => ({
      "spec.yaml": defineResponse("{ type: object, additionalProperties: false }"),
      "traffic.har": createTraffic({
        body: JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, 1]))),
      }),
    }),
    code: 1,
    message: /expected only properties that the schema lists/,
  },
  {
    attack: "fifty thousand undeclared headers",
    files: () => ({
      "spec.yaml": defineResponse("{}"),
      "traffic.har": createTraffic({
        headers: Array.from({ length: 50_000 }, (_, index) => [`n${index}`, "1"] as const),
      }),
    }),
    code: 0,
    message: /and further names/,
  },
  long("a text of twenty million characters under a pattern", "pattern: '^(a|b)+$'", () => "ab".repeat(10_000_000)),
  long("a picture of twenty million characters as a URI", "format: uri", () => `data:,${"QUJD".repeat(5_000_000)}`),
  {
    attack: "a hundred thousand parts",
    files: () => ({
      "spec.yaml": defineResponse(
        "{ type: object, properties: { a: { type: array, items: { type: integer } } } }",
      ).replace("application/json", "multipart/form-data"),
      "traffic.har": createTraffic({
        body: `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(100_000)}--b--\r\n`,
      }).replaceAll("application/json", "multipart/form-data; boundary=b"),
    }),
    code: 0,
    message: /^Passed: /m,
  },
];

function long(attack: string, keyword: string, text: () => string): Attack {
  const files: Attack["files"] = () => ({
    "spec.yaml": defineResponse(`{ type: array, items: { type: string, ${keyword} } }`),
    "traffic.har": createTraffic({ body: JSON.stringify([text()]) }),
  });
  return { attack, files, code: 0, message: /^Passed: /m };
}
