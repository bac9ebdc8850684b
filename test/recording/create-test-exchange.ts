import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/recording/index.js";

export const startedAt = "2026-03-14T09:30:00.000Z";

/** Creates a minimal exchange with the given parts. */
export function createTestExchange(
  parts: { request?: Partial<Exchange["request"]>; response?: Partial<Exchange["response"]> } = {},
): Exchange {
  const none = { kind: "none" } as const;
  return {
    request: { method: "GET", url: "https://host.example/a", headers: [], body: none, ...parts.request },
    response: { status: 200, headers: [], body: none, ...parts.response },
    origin: {
      source: "made",
      index: 0,
      pointer: "/0",
      parts: EXCHANGE_PART_POINTERS,
    },
  };
}
