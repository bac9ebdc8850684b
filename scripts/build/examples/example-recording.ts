import type { Document } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, redactSecrets, writeHar } from "../../../src/recording/index.js";
import { type ExampleCall, listExampleCalls } from "./example-calls.js";

/** Returns the recorded time of a call: on the day that the examples use, one call per second. */
export function createStartTime(index: number): string {
  return new Date(Date.UTC(2026, 2, 14, 12, 30, index)).toISOString();
}

/** Creates a HAR with every example of a response and of a request body in the spec. */
export function createExampleRecording(document: Document): string {
  return writeHar(
    listExampleCalls(document)
      .map(createExchange)
      .map((it) => redactSecrets(it)),
    { startedAt: createStartTime(0) },
  );
}

function createExchange({ method, url, headers, body, response }: ExampleCall, index: number): Exchange {
  return {
    request: { method, url, headers, body: body === undefined ? { kind: "none" } : { kind: "text", text: body } },
    response: {
      status: response.status,
      headers: [["Content-Type", response.type]],
      body: { kind: "text", text: response.body },
    },
    origin: {
      source: "examples",
      index,
      pointer: `/${index}`,
      startedAt: createStartTime(index),
      parts: EXCHANGE_PART_POINTERS,
    },
  };
}
