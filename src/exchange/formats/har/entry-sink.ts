import type { RawJsonString } from "../../exchange.js";

/** Receives the items of `log.entries` in order. */
export type EntrySink = {
  /** `unknown` are the bytes of an item that the fast path does not know. */
  entry(value: unknown, index: number, unknown: RawJsonString | undefined): void;
  /** Receives an unparsed item, whose end is a guess. The item is parsed unless it passes. */
  tryFastPath?(item: RawJsonString, index: number): FastPathAttempt;
  /** Receives the reason why a delimited item could not be parsed. */
  unreadable(reason: string, index: number): void;
};

/** `unknown`: the fast path knows no item like this one. */
export type FastPathAttempt = "passed" | "failed" | "unknown";
