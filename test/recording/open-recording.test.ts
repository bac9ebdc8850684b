import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import {
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  RecordingError,
  readHar,
} from "../../src/recording/index.js";

const folder = mkdtempSync(join(tmpdir(), "traffic-"));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = {
  request: { method: "GET", url: "https://host.example/a", headers: [] },
  response: { status: 204, headers: [] },
};
const har = Buffer.from(JSON.stringify({ log: { entries: Array(50_000).fill(entry) } }));
const packed = gzipSync(har);
const files: Readonly<Record<string, string | Uint8Array>> = {
  "plain.har": har,
  "packed.har.gz": packed,
  "packed-without-saying.har": packed,
  "two-members.har.gz": Buffer.concat([gzipSync(har.subarray(0, 999)), gzipSync(har.subarray(999))]),
  "cut.har.gz": packed.subarray(0, packed.length - 20),
  "damaged.har.gz": Buffer.concat([packed.subarray(0, packed.length - 8), Buffer.alloc(8)]),
  "one-byte.har": "\u001f",
  "tree/b.har": "{}",
  "tree/a.HAR": "{}",
  "tree/notes.txt": "",
  "tree/deep/er/c.har.gz": "",
  "tree/deep/.hidden.har": "{}",
  "tree/odd[1]{2}.har": "{}",
  "no-traffic/readme.md": "",
  "no-traffic/package.json": "{}",
  "mixed/package.json": "{}",
  "mixed/a.ndjson": "",
  "mixed/b.jsonl.gz": "",
  "mixed/mappings/schema.json": "{}",
  "mixed/stubs/mappings/deep/one.json": "{}",
  "mixed/stubs/mappings/readme.md": "",
  "mixed/stubs/__files/body.json": "{}",
  "mixed/stubs/__files/body.ndjson": "",
  "stubs-alone/mappings/one.json": "{}",
  "stubs-alone/package.json": "{}",
};
for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}
mkdirSync(join(folder, "empty"));
symlinkSync("..", join(folder, "tree/deep/up"));
symlinkSync("../b.har", join(folder, "tree/deep/link.har"));

for (const name of ["plain.har", "packed.har.gz", "packed-without-saying.har", "two-members.har.gz"]) {
  test(`${name} is read, and decompressed if necessary`, async () => {
    expect(await count(openRecording(join(folder, name)))).toBe(50_000);
  });
}

test("standard input is decompressed too, in chunks of any size", async () => {
  async function* bytewise(): AsyncGenerator<Uint8Array> {
    for (const byte of packed.subarray(0, 10)) yield Uint8Array.of(byte);
    yield packed.subarray(10);
  }
  expect(await count(openStreamRecording("<stdin>", bytewise()))).toBe(50_000);
});

const refused: readonly (readonly [name: string, message: string])[] = [
  ["absent.har", "file does not exist"],
  ["tree", "is a directory"],
  ["plain.har/x", "a parent of the file is not a directory"],
  ["cut.har.gz", "the gzip data is truncated; expected a complete file"],
  ["damaged.har.gz", "the gzip data is corrupt ("],
  ["one-byte.har", "the file starts with the byte 0x1f and is not JSON"],
];

for (const [name, message] of refused) {
  test(`${name} is rejected: ${message}`, async () => {
    const error = await count(openRecording(join(folder, name))).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RecordingError);
    expect(String(error)).toContain(`RecordingError: ${join(folder, name)}`);
    expect(String(error)).toContain(`: ${message}`);
  });
}

test("a reader that stops early leaves nothing open", async () => {
  for (const name of ["plain.har", "packed.har.gz"]) {
    for await (const batch of readHar(openRecording(join(folder, name)))) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
  }
});

const lists: readonly (readonly [names: readonly string[], files: readonly string[]])[] = [
  [
    ["tree"],
    [
      "tree/a.HAR",
      "tree/b.har",
      "tree/deep/.hidden.har",
      "tree/deep/er/c.har.gz",
      "tree/deep/link.har",
      "tree/odd[1]{2}.har",
    ],
  ],
  [
    ["tree/b.har", "./tree/b.har", "-", "plain.har", "-"],
    ["-", "./tree/b.har", "plain.har"],
  ],
  [["mixed"], ["mixed/a.ndjson", "mixed/b.jsonl.gz", "mixed/stubs/mappings/deep/one.json"]],
  [["mixed/mappings"], ["mixed/mappings/schema.json"]],
  [["stubs-alone"], ["stubs-alone/mappings/one.json"]],
  [["tree/notes.txt"], ["tree/notes.txt"]],
  [["tree/odd[1]{2}.har"], ["tree/odd[1]{2}.har"]],
  [["tree/*.har"], ["tree/b.har", "tree/odd[1]{2}.har"]],
  [["tree/**/*.har"], ["tree/b.har", "tree/deep/link.har", "tree/odd[1]{2}.har"]],
  [["tree/**/.h*"], ["tree/deep/.hidden.har"]],
  [["**/{c.har.gz,b.har}"], ["tree/b.har", "tree/deep/er/c.har.gz"]],
  [["tr?e/deep/**"], ["tree/deep/er/c.har.gz", "tree/deep/link.har"]],
  [["./tree/?.{har,HAR}"], ["tree/a.HAR", "tree/b.har"]],
  [[`${folder}/tree/b.*`], [`${folder}/tree/b.har`]],
];

for (const [names, expected] of lists) {
  test(`${names.join(" ").replace(folder, "")} names its files`, async () => {
    expect(await findTrafficFiles(names, folder)).toEqual(expected);
  });
}

const noTraffic =
  "the directory contains no traffic; expected *.har, *.ndjson or *.jsonl files (also .gz) or WireMock mappings, searched recursively; pass other files by name or glob";
const nothing: readonly (readonly [name: string, message: string])[] = [
  ["absent.har", "absent.har: file or directory does not exist; expected a file, a directory, a glob or -"],
  ["empty", `empty: ${noTraffic}`],
  ["no-traffic", `no-traffic: ${noTraffic}`],
  ["tree/*.json", "tree/*.json: no file matches the pattern"],
  ["absent/*.har", "absent/*.har: no file matches the pattern"],
];

for (const [name, message] of nothing) {
  test(`${name} is rejected, because nothing would be checked`, async () => {
    await expect(findTrafficFiles(["plain.har", name], folder)).rejects.toThrow(
      new RecordingError(message.slice(name.length + 2), { source: name }),
    );
  });
}

async function count(source: ReturnType<typeof openRecording>): Promise<number> {
  let readings = 0;
  for await (const batch of readHar(source)) readings += batch.length;
  return readings;
}
