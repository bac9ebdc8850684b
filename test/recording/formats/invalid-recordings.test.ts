/** Invalid recordings and invalid entries. */
import { expect, test } from "vitest";
import { RecordingError, readRecording } from "../../../src/recording/index.js";
import { readText } from "../recording-samples.js";
import { edit, line, nock, postman, read, saved, stub, url, VCR_INTERACTION, vcr } from "./minimal-recordings.js";

const refused: readonly (readonly [name: string, text: string | Uint8Array, message: RegExp])[] = [
  ["an empty file", "", /^made:1:1 \(byte 0\): the file is empty; expected HAR .*NDJSON.*Postman/],
  ["blanks alone", " \n ", /^made:2:2 \(byte 3\): the file is empty/],
  ["a web page", "\n<html>", /^made:2:1 \(byte 1\): the file looks like HTML or XML/],
  ["UTF-16", Buffer.from("\ufeff{}", "utf16le"), /the file is UTF-16/],
  ["an empty object", "{}", /the file contains an object that is not a recording; expected HAR/],
  ["an empty array", "[]", /the file contains an array that is not a recording/],
  ["a package.json", '{"name":"x","version":"1.0.0"}', /contains an object that is not a recording/],
  ["an OpenAPI description", '{"openapi":"3.1.0","info":{}}', /the file is an OpenAPI document, which --spec names/],
  ["one in YAML", "# Orders\nopenapi: 3.1.0\n", /the file is an OpenAPI document, which --spec names/],
  ["JSON that breaks off", '{"a":', /^made:1:6 \(byte 5\): the file ends early; expected a value/],
  ["JSON that is none", '{"a":tru}', /^made:1:9 \(byte 8\): "}" is not allowed here; expected the rest of/],
  ["much that is no JSON", `\n${"x".repeat(100_000)}`, /^made:2:1 \(byte 1\): the file starts with "x"/],
  [
    "YAML that is too long",
    `http_interactions:\n${"- a\n".repeat(2_200_000)}`,
    /the YAML is longer than the limit of 8388608 characters/,
  ],
  ["YAML of something else", "open: 3.1.0\n", /the file starts with "o" and has no "http_interactions"/],
  ["HAR that breaks off", '{"log":{"entries":[', /^made:1:20 .*the file ends before the first entry/],
  ["mappings that are no array", '{"mappings":{}}', /^made \(\/mappings\): mappings is not an array/],
  [
    "mappings that break off",
    '{"mappings":[{"request":',
    /^made:1:25 \(byte 24\): the text ends early; expected a value/,
  ],
  ["a mapping that is not UTF-8", Buffer.from('{"mappings":["\xff"]}', "latin1"), /not valid UTF-8/],
  [
    "nock that is none",
    '[{"scope":"x",}]',
    /^made:1:15 \(byte 14\): "}" is not allowed here; expected a property name/,
  ],
  ["a cassette without a list", "http_interactions: 1\n", /http_interactions is not a list; expected a VCR cassette/],
  [
    "a cassette that is not YAML",
    "http_interactions:\n- a: [\n",
    /^made:\d+:\d+ \(byte \d+\): the file is not valid YAML/,
  ],
  [
    "an alias bomb",
    `http_interactions:\n${bomb()}`,
    /the YAML holds more than 5000000 values once its YAML aliases are followed/,
  ],
  ["a collection without items", '{"item":{}}', /^made \(\/item\): item is not an array/],
];

test.each(refused)("%s is rejected", async (_, text, message) => {
  const error = await readText(text, read).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RecordingError);
  expect(String((error as Error).message)).toMatch(message);
  expect(String((error as Error).message).slice(0, 500)).toMatchSnapshot();
});

test("folders of a collection may be nested, but not without limit", async () => {
  const nested = (depth: number): string =>
    `${'{"item":['.repeat(depth)}{"response":[${JSON.stringify(saved)}]}${"]}".repeat(depth)}`;
  expect(await readText(nested(100), read)).toHaveLength(1);
  await expect(readText(nested(1000), read)).rejects.toThrow("made: folders are nested more than 200 levels deep");
});

test("a small file format of more than 64 MiB is rejected before it fills the memory", async () => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"mappings":[');
    for (let mebibytes = 0; mebibytes < 200; mebibytes++) yield Buffer.alloc(1024 * 1024, 0x20);
    throw new Error("read on");
  }
  const reading = readRecording({ name: "made", chunks: chunks() }).next();
  await expect(reading).rejects.toThrow("made: the recording is larger than 67108864 bytes, the limit of this format");
});

const unreadable: readonly (readonly [name: string, text: string, pointer: string, reason: RegExp])[] = [
  [
    "a line that is no JSON",
    `${line}\n{"request":}\n${line}`,
    "/1",
    /^line 2 is not JSON: at column 12 "}" is not allowed/,
  ],
  ["a line cut off", `${line}\n{"request":`, "/1", /^line 2 is not JSON: at column 12 the text ends early/],
  ["a line that is a number", `${line}\n\n7\n${line}`, "/1", /^the entry is 7; expected an object with request/],
  [
    "a line without a method",
    `${line}\n{"request":{"url":"${url}"},"response":{"status":204}}`,
    "/1/request/method",
    /method is missing/,
  ],
  [
    "a line with a URL that is no path",
    `${line}\n{"request":{"method":"GET","url":"a"},"response":{"status":204}}`,
    "/1/request/url",
    /"a"; expected a URL such as/,
  ],
  [
    "a line with status 0",
    `${line}\n{"request":{"method":"GET","url":"${url}"},"response":{"status":0}}`,
    "/1/response/status",
    /expected a number from 100 to 999/,
  ],
  [
    "a line with headers of text",
    `${line}\n{"request":{"method":"GET","url":"${url}","headers":"a"},"response":{"status":204}}`,
    "/1/request/headers",
    /an array of \[name, value\] pairs/,
  ],
  [
    "a line with a header alone",
    `${line}\n{"request":{"method":"GET","url":"${url}","headers":[["a"]]},"response":{"status":204}}`,
    "/1/request/headers/0",
    /a pair/,
  ],
  [
    "a line with broken base64",
    `${line}\n{"request":{"method":"GET","url":"${url}","body":{"base64":"e30*"}},"response":{"status":204}}`,
    "/1/request/body/base64",
    /valid base64/,
  ],
  [
    "a mapping without a response",
    JSON.stringify({ mappings: [{ request: {}, x: 1 }] }),
    "/mappings/0/response",
    /response is missing/,
  ],
  [
    "a mapping with a status of text",
    JSON.stringify(edit(stub, { response: { status: "204" } })),
    "/response/status",
    /expected a number/,
  ],
  [
    "a mapping with a relative URL",
    JSON.stringify(edit(stub, { request: { method: "GET", url: "a" } })),
    "/request/url",
    /a path that begins with \//,
  ],
  ["a nock item without scope", JSON.stringify([nock, edit(nock, { scope: 1 })]), "/1/scope", /expected a base URL/],
  [
    "a nock item with half a header",
    JSON.stringify([edit(nock, { rawHeaders: ["a"] })]),
    "/0/rawHeaders",
    /alternating names and values/,
  ],
  ["a nock item without status", JSON.stringify([edit(nock, { status: undefined })]), "/0/status", /status is missing/],
  [
    "an interaction without uri",
    vcr(edit(VCR_INTERACTION, { request: { method: "get" } })),
    "/http_interactions/0/request/uri",
    /uri is missing/,
  ],
  [
    "an interaction with a body of numbers",
    vcr(edit(VCR_INTERACTION, { request: { method: "get", uri: url, body: { string: 1 } } })),
    "/http_interactions/0/request/body/string",
    /expected a string/,
  ],
  [
    "a response without its request",
    postman(edit(saved, { originalRequest: undefined })),
    "/item/0/response/0/originalRequest",
    /originalRequest is missing/,
  ],
  [
    "a response without its status",
    postman(edit(saved, { code: undefined })),
    "/item/0/response/0/code",
    /code is missing/,
  ],
  [
    "a response with an invalid header",
    postman(edit(saved, { header: [{ key: "a" }] })),
    "/item/0/response/0/header/0/value",
    /value is missing/,
  ],
];

test.each(unreadable)("%s is unreadable, at its position", async (_, text, pointer, reason) => {
  const found = (await readText(text, read)).flatMap((reading) =>
    reading.kind === "unreadable" ? [reading.unreadable] : [],
  );
  expect(found).toEqual([{ source: "made", pointer, reason: expect.stringMatching(reason) }]);
});

function bomb(): string {
  const names = [..."abcdefgh"];
  return names
    .map(
      (name, index) =>
        `- &${name} [${Array(9)
          .fill(index === 0 ? "x" : `*${names[index - 1]}`)
          .join(", ")}]`,
    )
    .join("\n");
}
