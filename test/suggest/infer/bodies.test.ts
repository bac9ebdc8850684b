/** The media types that are inferred from bodies. */
import { expect, test } from "vitest";
import type { HeaderField, RecordedBody } from "../../../src/recording/index.js";
import {
  createBodyObservations,
  parseScalar,
  recordBodyObservation,
} from "../../../src/suggest/infer/body-observations.js";
import { buildMediaType } from "../../../src/suggest/infer/build-operation.js";

const part = (headers: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${text}\r\n`;
const formOf = (...parts: readonly string[]): string => `${parts.join("")}--x--\r\n`;
const MULTIPART = "multipart/form-data; boundary=x";
const FORM = "application/x-www-form-urlencoded";

const BODIES: readonly (readonly [type: string, ...texts: readonly (string | RecordedBody)[]])[] = [
  ["application/json", "1", "2.5"],
  ["application/json", ")]}', {}"],
  ["application/json", "no", '{"a":1}'],
  ["application/json; charset=latin1", '{"a":1}'],
  ["Application/Problem+JSON", '{"a":1}'],
  ["text/json", "[]"],
  ["application/json", ""],
  ["application/json", { kind: "none" }, "1"],
  ["application/json", { kind: "missing", reason: "r" }],
  ["application/json", { kind: "bytes", bytes: new TextEncoder().encode('{"é":1}') }],
  ["application/json", { kind: "bytes", bytes: new Uint8Array() }],
  ["text/plain", "a"],
  ["text/plain", ""],
  ["text/xml", "<a/>"],
  ["application/xml", "<a/>"],
  ["application/pdf", "%PDF", { kind: "bytes", bytes: new Uint8Array([0]) }],
  ["application/x-ndjson", '{"a":1}\n\n{"b":2}\n'],
  ["application/jsonl", "1\n2"],
  ["application/json-seq", '\u001e{"a":1}\n\u001e{"a":2}\n'],
  ["application/x-ndjson", "no json"],
  ["text/event-stream", 'data: {"a":1}\n\ndata:{"a":2}\n\n'],
  ["text/event-stream", 'data: {"a":1}\n\ndata: [DONE]\n\n'],
  ["text/event-stream", "data: hello\n\n"],
  ["text/event-stream", 'x data: {"b":1}\ndata:  {"a":1}\n\n'],
  ["text/event-stream", 'data:{"a":1}\n\n'],
  ["text/event-stream", ": only a comment\n\n"],
  ["text/event-stream", 'event: x\nid: 1\ndata: {"a":1}\n\n'],
  [FORM, "a=1&b=x&b=y&c=true"],
  [FORM, "a=1", "a=x&d="],
  [FORM, "a=1&a=x", "a=2"],
  [FORM, "12345=1&67890=2"],
  [FORM, "a=1", "12345=x"],
  [MULTIPART, formOf(part('name="a"', "1"), part('name="b"', "x"))],
  [MULTIPART, formOf(part('name="a"', "1"), part('name="a"', "x"))],
  [MULTIPART, formOf(part('name="f"; filename="a.png"', "1"))],
  [MULTIPART, formOf(part('name="f"; FileName="a.png"', "1"), part('name="f"; filename="b"', "2"))],
  [MULTIPART, formOf(part('name="f"; filename="a"\r\nContent-Type: application/json', "{}"))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: application/json', '{"a":1}'))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: application/json', "no"))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: text/plain', '{"a":1}'))],
  [MULTIPART, formOf(part("no-name", "1"))],
  ["multipart/form-data", formOf(part('name="a"', "1"))],
  [MULTIPART, { kind: "bytes", bytes: new TextEncoder().encode(formOf(part('name="a"', "1"))) }],
  ["multipart/mixed; boundary=x", formOf(part('name="a"', "1"))],
  ["nonsense", "a"],
  ["", "a"],
];

function inferBody(type: string, bodies: readonly (string | RecordedBody)[], version: "3.1" | "3.2"): unknown {
  const observations = createBodyObservations();
  const headers: HeaderField[] = type === "" ? [] : [["Content-Type", type]];
  for (const body of bodies)
    recordBodyObservation(observations, {
      body: typeof body === "string" ? { kind: "text", text: body } : body,
      headers,
    });
  const { messages, present, types } = observations;
  const media = [...types].map(([essence, body]) => [essence, buildMediaType(essence, body, { version })]);
  return [`${present} of ${messages}`, Object.fromEntries(media)];
}

test("bodies give media types, in OpenAPI 3.1 and 3.2", async () => {
  const lines = BODIES.flatMap(([type, ...bodies]) => {
    const texts = bodies.map((it) => JSON.stringify(typeof it === "string" ? it : { ...it, bytes: undefined }));
    const [old, new_] = [inferBody(type, bodies, "3.1"), inferBody(type, bodies, "3.2")].map((it) =>
      JSON.stringify(it),
    );
    return [`${type}: ${texts.join(" | ")}`, `  ${old}`, ...(new_ === old ? [] : [`  3.2: ${new_}`])];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("bodies.txt");
});

test.each([
  ["true", true],
  ["false", false],
  ["True", "True"],
  ["0", 0],
  ["-0", -0],
  ["00", "00"],
  ["007", "007"],
  ["12", 12],
  ["-1.5", -1.5],
  ["1.", "1."],
  [".5", ".5"],
  ["1.123456789", 1.123456789],
  ["1.1234567890", "1.1234567890"],
  ["123456789012345", 123456789012345],
  ["1234567890123456", "1234567890123456"],
  ["1e3", "1e3"],
  ["+1", "+1"],
  ["", ""],
])("the text %j is %j", (text, value) => {
  expect(parseScalar(text)).toBe(value);
});
