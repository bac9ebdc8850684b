import type { Exchange } from "../../exchange/index.js";
import { addToChunk, createChunkDraft, toHour, type UnfedExchanges } from "../chunk.js";
import { type ChunkStream, StreamError } from "../chunk-stream.js";
import { isFull } from "../feed-recording.js";
import { encodeFittingChunks } from "../fit-chunk.js";
import { type BufferLimits, openChunkBuffer } from "./chunk-buffer.js";

export type LiveFeedOptions = {
  /** Opens the stream. It is called again until it succeeds. */
  readonly open: () => Promise<ChunkStream>;
  /** The process, in a name that no other has. Findings name it. */
  readonly source: string;
  readonly buffer: BufferLimits;
  /** The share of exchanges to feed, such as 0.1. The others are counted. */
  readonly sample: number;
  /** Redacts an exchange. Nothing else of it leaves the process. */
  readonly redact: (exchange: Exchange) => Exchange;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Called when the stream cannot be used. The feed tries again; the application goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
};

/** Feeds the exchanges of an application, which never waits and sees no error. */
export type LiveFeed = {
  /** Takes an exchange. It is redacted and fed later. */
  readonly add: (exchange: Exchange) => void;
  /** Publishes what waits, for at most `waitMs`. The rest stays on disk for the next process. */
  readonly close: (waitMs?: number) => Promise<void>;
  /** Exchanges that were not fed so far. */
  readonly countUnfed: () => Readonly<Record<UnfedExchanges["kind"], number>>;
};

export function startLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { source, sample, now, random, redact } = options;
  const waiting: Exchange[] = [];
  const unfed = { sampled: 0, dropped: 0 };
  const reported = { sampled: 0, dropped: 0 };
  const sender = startSender(options);
  let draft = createChunkDraft(source);
  let turn: NodeJS.Immediate | undefined;
  let flushing = Promise.resolve();

  const flush = (): void => {
    const full = draft;
    draft = createChunkDraft(source);
    for (const kind of ["sampled", "dropped"] as const) {
      const exchanges = unfed[kind] - reported[kind];
      if (exchanges > 0) full.unfed.push({ kind, exchanges });
    }
    if (full.lines.length + full.unfed.length === 0) return;
    Object.assign(reported, unfed);
    flushing = flushing
      .then(() => encodeFittingChunks(full, toHour(now()) ?? "", sender.getMaxBytes()))
      .then(async (chunks) => {
        for (const chunk of chunks)
          if (!(await sender.send(chunk))) restoreCounts(full.lines.length / chunks.length, full.unfed);
      })
      .catch((error: unknown) => {
        restoreCounts(full.lines.length, full.unfed);
        options.onError?.(error);
      });
  };
  /** The counts of a chunk that is lost go into the next one. */
  const restoreCounts = (exchanges: number, counts: readonly UnfedExchanges[]): void => {
    unfed.dropped += Math.ceil(exchanges);
    for (const { kind, exchanges: count } of counts) reported[kind] -= count;
  };
  const process = (): void => {
    turn = undefined;
    for (let done = 0; done < EXCHANGES_PER_TURN; done++) {
      const exchange = waiting.shift();
      if (exchange === undefined) return;
      try {
        addToChunk(draft, redact(exchange));
      } catch (error) {
        unfed.dropped += 1;
        options.onError?.(error);
      }
      if (isFull(draft)) flush();
    }
    turn = setImmediate(process);
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    add: (exchange) => {
      if (sample < 1 && random() >= sample) unfed.sampled += 1;
      else if (waiting.length >= MAX_WAITING) unfed.dropped += 1;
      else {
        waiting.push(exchange);
        turn ??= setImmediate(process);
      }
    },
    close: async (waitMs = 5000) => {
      clearInterval(timer);
      while (waiting.length > 0) process();
      clearImmediate(turn);
      flush();
      await flushing;
      await sender.close(waitMs);
    },
    countUnfed: () => ({ ...unfed }),
  };
}

type Sender = {
  readonly send: (chunk: Parameters<ChunkStream["publish"]>[0]) => Promise<boolean>;
  readonly getMaxBytes: () => number;
  readonly close: (waitMs: number) => Promise<void>;
};

/** Publishes the chunks of a buffer one after the other. */
function startSender({ open, buffer: limits, now, onError }: LiveFeedOptions): Sender {
  const buffer = openChunkBuffer(limits);
  let stream: ChunkStream | undefined;
  let [isEnding, isRunning] = [false, false];
  let wake: (() => void) | undefined;
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let chunk = await buffer.peek(); chunk !== undefined && !isEnding; chunk = await buffer.peek()) {
      try {
        stream ??= await open();
        await stream.publish(chunk);
        await buffer.remove(chunk);
      } catch (error) {
        onError?.(error);
        const isHopeless = error instanceof StreamError && error.kind === "refused";
        await pause(isHopeless ? REFUSED_PAUSE_MS : PAUSE_MS);
      }
    }
    isRunning = false;
  };
  void run();
  return {
    send: async (chunk) => {
      const isAdded = await buffer.add(chunk);
      void run();
      return isAdded;
    },
    getMaxBytes: () => stream?.maxBytes ?? DEFAULT_MAX_BYTES,
    close: async (waitMs) => {
      const deadline = now() + waitMs;
      wake?.();
      while (now() < deadline && (await buffer.peek()) !== undefined) {
        void run();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      isEnding = true;
      wake?.();
      const lost = await buffer.save();
      if (lost > 0) onError?.(new Error(`${lost} chunks are lost: there is no directory for them, or it is full`));
      await stream?.close();
    },
  };
}

const FLUSH_MS = 1000;
const PAUSE_MS = 1000;
const REFUSED_PAUSE_MS = 60_000;
const EXCHANGES_PER_TURN = 10;
/** Exchanges that wait for redaction. */
const MAX_WAITING = 1000;
/** Below the default of a server of NATS. */
const DEFAULT_MAX_BYTES = 1024 * 1024 - 1024;
