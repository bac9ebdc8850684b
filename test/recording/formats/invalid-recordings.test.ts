/** Invalid recordings and invalid entries. */
import { expect, test } from "vitest";
import { RecordingError, readRecording } from "../../../src/recording/index.js";
import { readText } from "../recording-samples.js";
import { edit, line, nock, postman, read, saved, stub, url, VCR_INTERACTION, vcr } from "./minimal-recordings.js";

const refused: readonly (readonly [name: string, text: string | Uint8Array])[] = [
  ["an empty file", ""],
  ["blanks alone", " \n "],
  ["a web page", "\n<html>"],
  ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
  ["an empty object", "{}"],
  ["an empty array", "[]"],
  ["a package.json", '{"name":"x","version":"1.0.0"}'],
  ["an OpenAPI description", '{"openapi":"3.1.0","info":{}}'],
  ["an OpenAPI description in YAML", "# Orders\nopenapi: 3.1.0\n"],
  ["JSON that breaks off", '{"a":'],
  ["JSON that is none", '{"a":tru}'],
  ["much that is no JSON", `\n${"x".repeat(100_000)}`],
  ["YAML that is too long", `http_interactions:\n${"- a\n".repeat(2_200_000)}`],
  ["YAML of something else", "open: 3.1.0\n"],
  ["HAR that breaks off", '{"log":{"entries":['],
  ["mappings that are no array", '{"mappings":{}}'],
  ["mappings that break off", '{"mappings":[{"request":'],
  ["a mapping that is not UTF-8", Buffer.from('{"mappings":["\xff"]}', "latin1")],
  ["nock that is none", '[{"scope":"x",}]'],
  ["a cassette without a list", "http_interactions: 1\n"],
  ["a cassette that is not YAML", "http_interactions:\n- a: [\n"],
  ["an alias bomb", `http_interactions:\n${bomb()}`],
  ["a log in the combined format", '::1 - jo [10/Oct/2026:13:55:36 +0000] "GET /a?b=1 HTTP/1.1" 200 9 "-" "curl/8"\n'],
  [
    "a log in the common format with hosts",
    'a.example:80 ::1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/2.0" 503 0\n',
  ],
  ["a Pact contract", '{"consumer":{"name":"c"},"provider":{"name":"p"},"interactions":[{"request":{"path":"/"}}]}'],
  ["a collection without items", '{"item":{}}'],
];

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

const unreadable: readonly (readonly [name: string, text: string])[] = [
  ["a line that is no JSON", `${line}\n{"request":}\n${line}`],
  ["a line cut off", `${line}\n{"request":`],
  ["a line that is a number", `${line}\n\n7\n${line}`],
  ["a line without a method", `${line}\n{"request":{"url":"${url}"},"response":{"status":204}}`],
  ["a line with a URL that is no path", `${line}\n{"request":{"method":"GET","url":"a"},"response":{"status":204}}`],
  ["a line with status 0", `${line}\n{"request":{"method":"GET","url":"${url}"},"response":{"status":0}}`],
  [
    "a line with headers of text",
    `${line}\n{"request":{"method":"GET","url":"${url}","headers":"a"},"response":{"status":204}}`,
  ],
  [
    "a line with a header alone",
    `${line}\n{"request":{"method":"GET","url":"${url}","headers":[["a"]]},"response":{"status":204}}`,
  ],
  [
    "a line with broken base64",
    `${line}\n{"request":{"method":"GET","url":"${url}","body":{"base64":"e30*"}},"response":{"status":204}}`,
  ],
  ["a mapping without a response", JSON.stringify({ mappings: [{ request: {}, x: 1 }] })],
  ["a mapping with a status of text", JSON.stringify(edit(stub, { response: { status: "204" } }))],
  ["a mapping with a relative URL", JSON.stringify(edit(stub, { request: { method: "GET", url: "a" } }))],
  ["a nock item without scope", JSON.stringify([nock, edit(nock, { scope: 1 })])],
  ["a nock item with half a header", JSON.stringify([edit(nock, { rawHeaders: ["a"] })])],
  ["a nock item without status", JSON.stringify([edit(nock, { status: undefined })])],
  ["an interaction without uri", vcr(edit(VCR_INTERACTION, { request: { method: "get" } }))],
  [
    "an interaction with a body of numbers",
    vcr(edit(VCR_INTERACTION, { request: { method: "get", uri: url, body: { string: 1 } } })),
  ],
  ["a response without its request", postman(edit(saved, { originalRequest: undefined }))],
  ["a response without its status", postman(edit(saved, { code: undefined }))],
  ["a response with an invalid header", postman(edit(saved, { header: [{ key: "a" }] }))],
];

test("why each recording is rejected, and where each entry cannot be read", async () => {
  const lines: string[] = [];
  for (const [name, text] of refused) {
    const error = await readText(text, read).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RecordingError);
    lines.push(`${name}: ${String((error as Error).message).slice(0, 500)}`);
  }
  for (const [name, text] of unreadable) {
    const found = await readText(text, read);
    const shown = found.flatMap((it) =>
      it.kind === "unreadable" ? [`${it.unreadable.pointer} ${it.unreadable.reason}`] : [],
    );
    lines.push(`${name}: ${shown.join("; ")}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("invalid-recordings.txt");
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
