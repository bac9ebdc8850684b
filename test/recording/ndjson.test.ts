import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { openStreamRecording, readRecording } from "../../src/recording/index.js";
import { measureExternalMemory } from "./measure-external-memory.js";
import { readText, requireExchanges, SAMPLES_FOLDER } from "./recording-samples.js";

const sample = readFileSync(join(SAMPLES_FOLDER, "library/exchanges.ndjson"), "utf8");
const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/recording/exchange.schema.json"), "utf8"));
const validate = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(schema);

test("the lines of the sample match the published schema", () => {
  for (const line of sample.split("\n").filter((text) => text !== "")) {
    expect(validate(JSON.parse(line)), JSON.stringify(validate.errors)).toBe(true);
  }
});

type Edit = { readonly request?: unknown; readonly response?: unknown; readonly [more: string]: unknown };
const request = { method: "GET", url: "https://host.example/a" };
const response = { status: 200 };

const lines: readonly (readonly [name: string, edit: Edit, isReadable: boolean])[] = [
  ["nothing more", {}, true],
  ["what is not named", { id: 1, request: { ...request, tls: true } }, true],
  ["no request", { request: undefined }, false],
  ["no method", { request: { url: request.url } }, false],
  ["a path", { request: { ...request, url: "/a" } }, true],
  ["a relative URL", { request: { ...request, url: "a" } }, false],
  ["a URL without a scheme", { request: { ...request, url: "//a.example/b" } }, false],
  ["headers in pairs", { request: { ...request, headers: [["a", "b"]] } }, true],
  ["headers in threes", { request: { ...request, headers: [["a", "b", "c"]] } }, false],
  ["headers as an object", { request: { ...request, headers: { a: ["b", "c"], d: "e" } } }, true],
  ["headers of objects", { request: { ...request, headers: { a: {} } } }, false],
  ["a status as text", { response: { status: "200" } }, false],
  ["a status of a thousand", { response: { status: 1000 } }, false],
  ["base64", { response: { ...response, body: { base64: "e30=" } } }, true],
  ["base64 of a number", { response: { ...response, body: { base64: 1 } } }, false],
  ["base64 and more, which is JSON", { response: { ...response, body: { base64: 1, a: 2 } } }, true],
  ["a reason of a number", { response: { ...response, body: { missing: 1 } } }, false],
  ["a time of a number", { startedAt: 1 }, false],
  ["a duration", { durationMs: 12.5 }, true],
  ["a duration of text", { durationMs: "12" }, false],
  ["a duration below zero", { durationMs: -1 }, false],
  ["an aborted exchange", { incomplete: "aborted", response: { status: 0 } }, true],
];

test.each(lines)("schema and reader agree on a line with %s", async (_, edit, isReadable) => {
  const line = JSON.stringify({ request, response, ...edit });
  const [reading] = await readText(`${JSON.stringify({ request, response })}\n${line}`, readRecording).then((all) =>
    all.slice(1),
  );
  expect([validate(JSON.parse(line)), reading?.kind]).toEqual([isReadable, isReadable ? "exchange" : "unreadable"]);
});

test.each([
  ["get", "GET"],
  ["query", "QUERY"],
  // A method without a field in path items keeps its case: https://spec.openapis.org/oas/v3.2.0#path-item-additional-operations
  ["copy", "copy"],
  ["Purge", "Purge"],
])("the method %s is read as %s", async (method, expected) => {
  const line = JSON.stringify({ request: { ...request, method }, response });
  expect(await readText(line, readRecording)).toMatchObject([{ exchange: { request: { method: expected } } }]);
});

test("bodies are those of the line, to the last digit", async () => {
  const bodies: readonly (readonly [written: string, body: unknown])[] = [
    ["null", { kind: "none" }],
    ['""', { kind: "none" }],
    ['"a \\u00e9"', { kind: "text", text: "a é" }],
    ['{"id":9007199254740993, "n":1.0}', { kind: "text", text: '{"id":9007199254740993, "n":1.0}' }],
    ["[1e400]", { kind: "text", text: "[1e400]" }],
    ["false", { kind: "text", text: "false" }],
    ['{"json":"a"}', { kind: "text", text: '"a"' }],
    ['{"json":{"base64":1}}', { kind: "text", text: '{"base64":1}' }],
    ['{"missing":"too large"}', { kind: "missing", reason: "too large" }],
    ['{"base64":"AP8="}', { kind: "bytes", bytes: Buffer.from([0, 255]) }],
  ];
  const text = bodies.map(
    ([body]) =>
      `{"x":{"body":1},"re\\u0071uest":${JSON.stringify(request)},"response":{"status":200,"body":${body},"y":[{"body":2}]}}`,
  );
  const exchanges = requireExchanges(await readText(`\ufeff${text.join("\r\n")}`, readRecording));
  expect(exchanges.map(({ response: { body } }) => body)).toEqual(bodies.map(([, body]) => body));
});

test("a recording reads the same with any chunks, compressed or not", async () => {
  const whole = requireExchanges(await readText(sample, readRecording));
  const bytes = Buffer.from(sample);
  for (let at = 0; at <= bytes.length; at += 7) {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, at);
      yield bytes.subarray(at);
    }
    const readings = [];
    for await (const batch of readRecording({ name: "made", chunks: chunks() })) readings.push(...batch);
    expect(requireExchanges(readings)).toEqual(whole);
  }
  const packed = openStreamRecording(
    "made",
    (async function* () {
      yield gzipSync(sample);
    })(),
  );
  const readings = [];
  for await (const batch of readRecording(packed)) readings.push(...batch);
  expect(requireExchanges(readings)).toEqual(whole);
});

const LOOK_EVERY = 10_000;

const BLOCKS = 40;

test("memory does not grow with the recording", async () => {
  const block = Buffer.from(`${sample}\n`.repeat(400));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < BLOCKS; index++) yield block;
  }
  let count = 0;
  let peak = 0;
  let looked = 0;
  const before = measureExternalMemory();
  for await (const batch of readRecording({ name: "made", chunks: chunks() })) {
    count += batch.length;
    if (count < looked + LOOK_EVERY) continue;
    looked = count;
    peak = Math.max(peak, measureExternalMemory() - before);
  }
  expect(count).toBe(BLOCKS * 400 * 4);
  expect(peak).toBeLessThan(4 * block.length);
});
