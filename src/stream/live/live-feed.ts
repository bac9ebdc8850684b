import type { Exchange } from "../../recording/index.js";
import { addToChunk, type ChunkDraft, createChunkDraft, isEmptyDraft, toHour, type UnfedExchanges } from "../chunk.js";
import { isFull } from "../feed-recording.js";
import { encodeFittingChunks } from "../fit-chunk.js";
import { type ChunkSenderOptions, startChunkSender } from "./chunk-sender.js";

export type LiveFeedOptions = ChunkSenderOptions & {
  /** The process, in a name that no other has. Findings name it. */
  readonly source: string;
  /** The share of exchanges to feed, such as 0.1. The others are counted. */
  readonly sample: number;
  /** Redacts an exchange. Nothing else of it leaves the process. */
  readonly redact: (exchange: Exchange) => Exchange;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** The exchanges that are processed before other work of the process goes on. Default: 10. */
  readonly exchangesPerTurn?: number;
};

/** Feeds the exchanges of an application, which never waits and sees no error. */
export type LiveFeed = ReturnType<typeof startLiveFeed>;

export function startLiveFeed(options: LiveFeedOptions) {
  const { source, sample, now, random, redact, onError, exchangesPerTurn = 10 } = options;
  const waiting: Exchange[] = [];
  const unfed = createUnfedCounter();
  const sender = startChunkSender(options);
  let draft = createChunkDraft(source);
  let turn: NodeJS.Immediate | undefined;
  let flushing = Promise.resolve();

  const flush = (): void => {
    const full = draft;
    draft = createChunkDraft(source);
    full.unfed.push(...unfed.take());
    if (!isEmptyDraft(full)) flushing = flushing.then(() => send(full));
  };
  const send = async (full: ChunkDraft): Promise<void> => {
    try {
      for (const chunk of await encodeFittingChunks(full, toHour(now()) ?? "", sender.getMaxBytes()))
        if (!(await sender.send(chunk))) throw new Error("the buffer for the stream is full");
    } catch (error) {
      // Parts of a chunk that was split may be sent. Then more is counted than is lost, but never less.
      unfed.add("dropped", full.lines.length);
      unfed.restore(full.unfed);
      onError?.(error);
    }
  };
  const processWaiting = (): void => {
    turn = undefined;
    for (const exchange of waiting.splice(0, exchangesPerTurn)) {
      try {
        addToChunk(draft, redact(exchange));
      } catch (error) {
        unfed.add("dropped", 1);
        onError?.(error);
      }
      if (isFull(draft)) flush();
    }
    if (waiting.length > 0) turn = setImmediate(processWaiting);
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    /** Takes an exchange. It is redacted and fed later. */
    add: (exchange: Exchange) => {
      if (sample < 1 && random() >= sample) unfed.add("sampled", 1);
      else if (waiting.length >= MAX_WAITING) unfed.add("dropped", 1);
      else {
        waiting.push(exchange);
        turn ??= setImmediate(processWaiting);
      }
    },
    /** Publishes what waits, for at most `waitMs`. The rest stays on disk for the next process. */
    close: async (waitMs = 5000) => {
      clearInterval(timer);
      while (waiting.length > 0) processWaiting();
      clearImmediate(turn);
      flush();
      await flushing;
      return sender.close(waitMs);
    },
    /** Exchanges that were not fed so far. */
    countUnfed: unfed.getTotals,
  };
}

const FLUSH_MS = 1000;
/** Exchanges that wait for redaction. */
const MAX_WAITING = 1000;

/** Counts exchanges that are not fed. Each count is part of one chunk. */
function createUnfedCounter() {
  const totals = { sampled: 0, dropped: 0 };
  const taken = { sampled: 0, dropped: 0 };
  return {
    add: (kind: UnfedExchanges["kind"], exchanges: number) => {
      totals[kind] += exchanges;
    },
    /** The counts since the last call, for a chunk. */
    take: () =>
      (["sampled", "dropped"] as const).flatMap((kind) => {
        const exchanges = totals[kind] - taken[kind];
        taken[kind] = totals[kind];
        return exchanges === 0 ? [] : [{ kind, exchanges }];
      }),
    /** Takes back the counts of a chunk that is lost. */
    restore: (counts: readonly UnfedExchanges[]) => {
      for (const { kind, exchanges } of counts) taken[kind] -= exchanges;
    },
    getTotals: () => ({ ...totals }),
  };
}
