/** Lines of NDJSON that are checked from their bytes. Each edit makes the last of five lines one that is read in full. */
import { expect, test } from "vitest";
import { createEntryAccelerator } from "../../../src/fast/index.js";
import type { RawJsonString, ReadResult } from "../../../src/recording/index.js";
import { readRecording } from "../../../src/recording/read-recording.js";

const JSON_TYPE = ["Content-Type", "application/json"];
const formatLine = (index: number): string =>
  JSON.stringify({
    request: {
      ...{ method: "POST", url: `https://host.example/a/${index}` },
      ...{ headers: [["X-Id", `${index}`]], body: `{"a":${index}}` },
    },
    response: { status: 200, headers: [JSON_TYPE, ["Date", `${index}`]], body: `{"b":"é ${index}"}` },
    startedAt: `2026-01-31T10:00:0${index}.000Z`,
    durationMs: index + 0.5,
  });
const TEXT = [0, 1, 2, 3, 4].map(formatLine).join("\n");

async function read(text: string | Buffer, isFast: boolean): Promise<ReadResult<string>[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const validateRawBody = (_: unknown, { bytes, start, end }: RawJsonString): string =>
    JSON.parse(`"${bytes.toString("utf8", start, end)}"`);
  const readings: ReadResult<string>[] = [];
  const options = isFast ? { accelerator: createEntryAccelerator(validateRawBody) } : {};
  for await (const batch of readRecording({ name: "it.ndjson", chunks: chunks() }, options)) readings.push(...batch);
  return readings;
}

/** What does not depend on how a line was read. */
function describe(reading: ReadResult<string>): unknown {
  if (reading.kind === "unreadable") return reading.unreadable;
  const { request, response, origin } = reading.exchange;
  const body = reading.kind === "settled" ? { kind: "text", text: reading.outcome } : response.body;
  return { request, response: { ...response, body }, origin };
}

// The second line is like the first one, and becomes the template.
test.each([
  ["as they are", TEXT, 3],
  ["with a line break at the end", `${TEXT}\n`, 3],
  ["with carriage returns", TEXT.replaceAll("\n", "\r\n"), 2],
  ["with another duration", TEXT.replace("4.5", "4.25"), 3],
  ["with a negative duration", TEXT.replace("4.5", "-4.5"), 2],
  ["with a duration as text", TEXT.replace("4.5", '"4"'), 2],
  ["with another header", TEXT.replace('["Date","4"]', '["Data","4"]'), 2],
  ["with another status", TEXT.replace(/200(?=[^\n]*$)/, "201"), 2],
  ["with a request body that is no text", TEXT.replace('"{\\"a\\":4}"', "4"), 2],
  ["with an empty request body", TEXT.replace('"{\\"a\\":4}"', '""'), 2],
  ["with one more member", TEXT.replace(/\}$/, ',"consumer":"app"}'), 2],
  ["with a relative URL", TEXT.replace("https://host.example/a/4", "/a/4"), 2],
  ["of which the last ends early", TEXT.slice(0, -1), 2],
  ["of which the last is no UTF-8", Buffer.concat([Buffer.from(TEXT.slice(0, -2)), Buffer.of(0xff, 0x7d)]), 2],
])("lines %s", async (_, text, fast) => {
  const readings = await read(text, true);
  expect(readings.map(describe)).toEqual((await read(text, false)).map(describe));
  expect(readings.filter(({ kind }) => kind === "settled")).toHaveLength(fast);
});
