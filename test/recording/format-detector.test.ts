/** The format of a recording by its first bytes, in one chunk and byte by byte, or the error at its end. */
import { expect, test } from "vitest";
import { FormatDetector } from "../../src/recording/format-detector.js";
import { RecordingError } from "../../src/recording/reader/recording-source.js";

function detect(text: string | Uint8Array, source: string, size: number): string {
  const bytes = Buffer.from(text);
  const detector = new FormatDetector(source);
  for (let at = 0; at < bytes.length; at += size) {
    const format = detector.push(bytes.subarray(at, at + size));
    if (format === undefined) continue;
    expect(Buffer.from(detector.head).equals(bytes.subarray(0, at + size))).toBe(true);
    return format;
  }
  try {
    return `${detector.end()} at the end`;
  } catch (error) {
    if (error instanceof RecordingError) return error.message.replace(/; expected HAR \(.* in UTF-8/, "");
    throw error;
  }
}

const url = "https://a.example";

const ROWS: readonly (readonly [text: string | Uint8Array, format: string, source?: string])[] = [
  ['{"log":', "har"],
  ['\ufeff \t\r\n{ "l\\u006fg" :', "har"],
  ['{"a":{"log":1},"mappings":[]}', "wiremock"],
  ['{"a":[{"item":1}],"item":[]}', "postman"],
  ['{"collection":{}}', "postman"],
  ['{"http_interactions":[]}', "vcr"],
  ['{"interactions":[]}', "vcr"],
  ['[{"scope":"a"}]', "nock"],
  ['[{"a":{"scope":1},"request":1}]', "vcr"],
  ["[1,", "f:1:4 (byte 3): the file ends early; expected a value"],
  ['[["scope"]]', "f:1:12 (byte 11): the file contains an array that is not a recording"],
  [`{"request":{"url":"${url}"}}`, "ndjson"],
  [`{"request":{"url":"HTTP+x.-1:a"}}`, "ndjson"],
  ['{"request":{"url":"/a"}}', "wiremock"],
  ['{"request":{"url":"/a:b"}}', "wiremock"],
  ['{"request":{"url":"/a"}}', "ndjson", "a.NDJSON.gz"],
  ['{"request":{"url":"/a"}}', "ndjson", "a.jsonl"],
  ['{"request":{"url":"/a"}}', "wiremock", "a.jsonlx"],
  ['{"request":{"url":"/a"}}', "wiremock", "a.jsonl.gzx"],
  ['{"request":{"url":"/a"}}', "wiremock", "jsonl"],
  ['{"request":{"headers":[]}}', "ndjson"],
  ['{"request":{"headers":{}}}', "wiremock"],
  ['{"request":{"body":null}}', "ndjson"],
  ['{"request":5}', "wiremock"],
  ['{"a":{"request":{"body":1}},"request":{"method":"GET"}}', "wiremock"],
  ['{"a":{"request":{"body":1}}}', "f:1:29 (byte 28): the file contains an object that is not a recording"],
  ['{"request":{"uri":"/","size":1}}', "kong"],
  ['{"request":{"uri":"/","proto":""}}', "caddy"],
  ['{"request":"GET / HTTP/1.1","status":200}', "web-server"],
  ['{"response_code":1,"method":"","path":"","authority":""}', "envoy"],
  ['{"requestId":"","routeKey":""}', "api-gateway"],
  ['{"level":"","ts":1,"msg":""}', "caddy"],
  ["{}", "f:1:3 (byte 2): the file contains an object that is not a recording"],
  ["{}", "ndjson at the end", "a.ndjson"],
  ["", "f:1:1 (byte 0): the file is empty"],
  [" \n", "f:2:1 (byte 2): the file is empty"],
  ["", "a.ndjson:1:1 (byte 0): the file is empty", "a.ndjson"],
  ["x", "ndjson at the end", "a.ndjson"],
  ['{"a"}', 'f:1:5 (byte 4): "}" is not allowed here; expected a colon'],
  ['{"a":', "f:1:6 (byte 5): the file ends early; expected a value"],
  ["http_interactions:\n", "vcr"],
  ["---\ninteractions :", "vcr"],
  ["'interactions':", "vcr"],
  ['"http_interactions":', "vcr"],
  ["xinteractions:", 'f:1:1 (byte 0): the file starts with "x" and has no "http_interactions"'],
  ["- request:", "vcr"],
  ["- !ruby/a request:", "vcr"],
  ["-\n  request:", "vcr"],
  ["-request:", 'f:1:1 (byte 0): the file starts with "-" and has no "http_interactions"'],
  [Buffer.from("\xff\xfea", "latin1"), "f:1:1 (byte 0): the file is UTF-16"],
  [Buffer.from("\xfe\xff", "latin1"), "f:1:1 (byte 0): the file is UTF-16"],
  [`# ${"x".repeat(66_000)}\ninteractions:`, 'f:1:1 (byte 0): the file starts with "#" and has no "http_interactions"'],
];

test.each(ROWS.map((row) => [JSON.stringify(row).slice(0, 80), row] as const))(
  "%s",
  (_, [text, format, source = "f"]) => {
    let results: string[] = [];
    for (const size of text.length > 1000 ? [70_000, 30_000] : [1000, 1, 3])
      try {
        results = [...results, detect(text, source, size)];
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        results = [...results, error.message.replace(/; expected HAR \(.* in UTF-8/, "")];
      }
    expect([...new Set(results)]).toEqual([format]);
  },
);
