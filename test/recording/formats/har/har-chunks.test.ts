/** Polly.JS writes compressed bodies as JSON arrays of chunks. */
import { expect, test } from "vitest";
import { readHarEntry } from "../../../../src/recording/formats/har/har-entry.js";
import type { RecordedBody } from "../../../../src/recording/index.js";

const bytes = (hex: string): RecordedBody => ({ kind: "bytes", bytes: Buffer.from(hex, "hex") });
const text = (it: string): RecordedBody => ({ kind: "text", text: it });

test.each<[name: string, content: { readonly text: string; readonly encoding?: string }, body: RecordedBody]>([
  ["base64", { text: '["ew==","fQ=="]', encoding: "base64" }, bytes("7b7d")],
  ["hexadecimal digits", { text: "7b7D", encoding: "hex" }, bytes("7b7d")],
  ["chunks of hexadecimal digits", { text: '["1f","8b08"]', encoding: "hex" }, bytes("1f8b08")],
  ["gzip in hexadecimal digits", { text: '["1f8b08","00"]' }, bytes("1f8b0800")],
  ["texts that do not begin as gzip", { text: '["1f8b07","00"]' }, text('["1f8b07","00"]')],
  ["an odd number of digits", { text: '["1f8b08","0"]' }, text('["1f8b08","0"]')],
  ["JSON that is cut off", { text: '["1f8b08","00"' }, text('["1f8b08","00"')],
])("%s", (_, content, body) => {
  const request = { method: "GET", url: "https://host.example/", headers: [] };
  const entry = { request, response: { status: 200, headers: [], content } };
  const result = readHarEntry(entry, { source: "f.har", index: 0 });
  expect(result.kind === "exchange" && result.exchange.response.body).toEqual(body);
});

test("base64 chunks with other characters are unreadable", () => {
  const content = { text: '["e*=="]', encoding: "base64" };
  const entry = {
    request: { method: "GET", url: "https://host.example/", headers: [] },
    response: { status: 200, headers: [], content },
  };
  expect(readHarEntry(entry, { source: "f.har", index: 0 })).toMatchObject({ kind: "unreadable" });
});
