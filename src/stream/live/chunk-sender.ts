import { type ChunkStream, type StoredChunk, StreamError } from "../chunk-stream.js";
import { type BufferLimits, openChunkBuffer, type UnsentChunks } from "./chunk-buffer.js";

export type { UnsentChunks } from "./chunk-buffer.js";

/** Publishes chunks one after the other, through a buffer. */
export type ChunkSender = {
  /** Returns false if there is no space for the chunk. */
  readonly send: (chunk: StoredChunk) => Promise<boolean>;
  readonly getMaxBytes: () => number;
  /** Publishes what waits, for at most `waitMs`, and writes the rest to disk. */
  readonly close: (waitMs: number) => Promise<UnsentChunks>;
};

export type ChunkSenderOptions = {
  /** Opens the stream. It is called again until it succeeds. */
  readonly open: () => Promise<ChunkStream>;
  readonly buffer: BufferLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the stream cannot be used. The feed tries again; the application goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
};

export function startChunkSender({ open, buffer: limits, now, onError }: ChunkSenderOptions): ChunkSender {
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
  const closeStream = async (): Promise<void> => {
    const closing = stream;
    stream = undefined;
    await closing?.close();
  };
  const sendOne = async (chunk: StoredChunk): Promise<void> => {
    try {
      stream ??= await open();
      if (isEnding) return;
      await stream.publish(chunk);
      await buffer.remove(chunk);
    } catch (error) {
      onError?.(error);
      const isRefused = error instanceof StreamError && error.kind === "refused";
      // The connection may be closed for good. Access is read again, because it may have been renewed.
      if (isRefused) await closeStream();
      await pause(isRefused ? REFUSED_PAUSE_MS : PAUSE_MS);
    }
  };
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let chunk = await buffer.peek(); chunk !== undefined && !isEnding; chunk = await buffer.peek())
      await sendOne(chunk);
    isRunning = false;
    // It may have opened after the feed has ended.
    if (isEnding) await closeStream();
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
      const unsent = await buffer.save();
      const { lost } = unsent;
      if (lost > 0) onError?.(new Error(`${lost} chunks are lost: there is no directory for them, or it is full`));
      await closeStream();
      return unsent;
    },
  };
}

const PAUSE_MS = 1000;
const REFUSED_PAUSE_MS = 60_000;
/** Below the default of a server of NATS. */
const DEFAULT_MAX_BYTES = 1024 * 1024 - 1024;
