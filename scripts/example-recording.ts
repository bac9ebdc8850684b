import type { Document } from "../src/document/index.js";
import { type Exchange, ownParts, writeHar } from "../src/exchange/index.js";
import { type Call, exampleCalls } from "./example-calls.js";

/** When recordings say that they were made: on the day of which the examples tell, one call a second. */
export function startedAt(index: number): string {
  return new Date(Date.UTC(2026, 2, 14, 12, 30, index)).toISOString();
}

/** Every answer and every request body that the contract gives an example of, as a HAR recording. */
export function exampleRecording(document: Document): string {
  return writeHar(exampleCalls(document).map(exchangeOf), { startedAt: startedAt(0) });
}

function exchangeOf({ method, url, headers, body, answer }: Call, index: number): Exchange {
  return {
    request: { method, url, headers, body: body === undefined ? { kind: "none" } : { kind: "text", text: body } },
    response: {
      status: answer.status,
      headers: [["Content-Type", answer.type]],
      body: { kind: "text", text: answer.body },
    },
    origin: { source: "examples", index, pointer: `/${index}`, startedAt: startedAt(index), parts: ownParts },
  };
}
