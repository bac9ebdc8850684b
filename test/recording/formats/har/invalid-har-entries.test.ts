import { expect, test } from "vitest";
import { type ReadResult, readHar } from "../../../../src/recording/index.js";

const good = {
  startedDateTime: "2026-11-20T10:00:00.000Z",
  request: { method: "GET", url: "https://host.example/a", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "{}" } },
};
const { request, response } = good;
const unreadable: readonly (readonly [name: string, entry: unknown])[] = [
  ["null", null],
  ["an array", []],
  ["no request", { response }],
  ["a null request", { request: null, response }],
  ["no method", of({ method: undefined })],
  ["a URL that is no path", of({ url: "orders?token=abc" })],
  ["headers as an object", of({ headers: {} })],
  ["a header without a value", of({ headers: [{ name: "A" }] })],
  ["postData as text", of({ postData: "a=b" })],
  ["a response as a list", { request, response: [] }],
  ["an empty method", of({ method: "" })],
  ["a status as text", of({}, { status: "200" })],
  ["content as text", of({}, { content: "x" })],
  ["text that is none", of({}, { content: { text: {} } })],
  ["an unknown encoding", of({}, { content: { text: "x", encoding: "uu" } })],
  ["damaged hexadecimal digits", of({}, { content: { text: "7b7", encoding: "hex" } })],
  ["damaged base64", of({}, { content: { text: "e30*", encoding: "base64" } })],
];

test("where each entry is unreadable, and why; its neighbours are read", async () => {
  const lines: string[] = [];
  for (const [name, entry] of unreadable) {
    const readings = await read(JSON.stringify({ log: { entries: [good, entry, good] } }));
    expect(readings.map(({ kind }) => kind)).toEqual(["exchange", "unreadable", "exchange"]);
    for (const it of readings)
      if (it.kind === "unreadable") lines.push(`${name}: ${Object.values(it.unreadable).join(" ")}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("invalid-har-entries.txt");
});

function of(requestEdit: object, responseEdit: object = {}): unknown {
  return { ...good, request: { ...request, ...requestEdit }, response: { ...response, ...responseEdit } };
}

async function read(text: string): Promise<ReadResult[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const readings: ReadResult[] = [];
  for await (const batch of readHar({ name: "f.har", chunks: chunks() })) readings.push(...batch);
  return readings;
}
