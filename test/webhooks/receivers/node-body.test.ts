/** How the body of a Node request is read, and discarded if it is too long. */
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { discardBody, type NodeRequest, readNodeBody } from "../../../src/webhooks/receivers/node-handler.js";

type Step = readonly [event: "data" | "end" | "error" | "close", chunk?: Uint8Array];

/** A request that emits events once it is read to the end. */
function createRequest(steps: readonly Step[], members: Partial<NodeRequest> = {}) {
  const emitter = new EventEmitter();
  const calls = { resumed: 0 };
  const request: NodeRequest = {
    headers: {},
    readableEnded: false,
    on: (event, listener) => emitter.on(event, listener),
    resume: () => {
      calls.resumed += 1;
    },
    ...members,
  };
  const emit = (): void => {
    for (const [event, chunk] of steps) emitter.emit(event, chunk);
  };
  return { request, emit, calls };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const show = (body: Uint8Array | number): unknown => (typeof body === "number" ? body : new TextDecoder().decode(body));

test.each<[what: string, steps: readonly Step[], body: unknown]>([
  ["two parts", [["data", bytes("ab")], ["data", bytes("cd")], ["end"], ["close"]], "abcd"],
  ["nothing", [["end"], ["close"]], ""],
  ["as much as is allowed", [["data", bytes("abcde")], ["end"]], "abcde"],
  ["a body that breaks off", [["data", bytes("ab")], ["close"]], 400],
  ["a body with an error", [["data", bytes("ab")], ["error"]], 400],
  ["too much", [["data", bytes("abc")], ["data", bytes("def")], ["end"]], 413],
])("%s", async (_, steps, body) => {
  const { request, emit } = createRequest(steps);
  const reading = readNodeBody(request, 5);
  emit();
  // A body that is too long is read to its end.
  await Promise.resolve();
  emit();
  expect(show(await reading)).toEqual(body);
});

test.each<[what: string, members: Partial<NodeRequest>, body: unknown]>([
  ["the raw body of a cloud function", { rawBody: bytes("raw"), body: { parsed: 1 } }, "raw"],
  ["a raw body before a parsed text", { rawBody: "raw", body: "text" }, "raw"],
  ["bytes of a parser", { body: bytes("body"), readableEnded: true }, "body"],
  ["text of a parser", { body: "é" }, "é"],
  ["text of a parser that is too long", { body: "abcdef" }, 413],
  ["an empty text", { body: "" }, ""],
  ["a length that is too large", { headers: { "content-length": "6" }, readableEnded: false }, 413],
])("%s", async (_, members, body) => {
  const { request, emit } = createRequest([["end"]], members);
  const reading = readNodeBody(request, 5);
  emit();
  expect(show(await reading)).toEqual(body);
});

test("a body that was parsed already is an error", async () => {
  const { request } = createRequest([], { body: { parsed: 1 }, readableEnded: true });
  await expect(readNodeBody(request, 5)).rejects.toThrow(
    new TypeError(
      'The body was already parsed: put this route before express.json(), or express.raw({ type: "*/*" }) before this route',
    ),
  );
});

test.each<[what: string, steps: readonly Step[], isDone: boolean]>([
  ["its end", [["end"]], true],
  ["an error", [["error"]], true],
  ["the connection", [["close"]], true],
  ["16 MiB", [["data", new Uint8Array(16 * 1024 * 1024)]], false],
  [
    "more",
    [
      ["data", new Uint8Array(16 * 1024 * 1024)],
      ["data", bytes("a")],
    ],
    true,
  ],
])("a body is discarded up to %s", async (_, steps, isDone) => {
  const { request, emit, calls } = createRequest(steps);
  const discarding = discardBody(request).then(() => true);
  expect(calls.resumed).toBe(1);
  emit();
  expect(await Promise.race([discarding, new Promise((later) => setTimeout(later, 1, false))])).toBe(isDone);
});

test("a body that was read is not read again", async () => {
  const { request, calls } = createRequest([], { readableEnded: true });
  await discardBody(request);
  expect(calls.resumed).toBe(0);
});
