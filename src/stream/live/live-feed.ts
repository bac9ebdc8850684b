import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange } from "../../recording/index.js";
import { addToChunk, type ChunkDraft, createChunkDraft, isEmptyDraft, toHour, type UnfedExchanges } from "../chunk.js";
import { type ChunkStream, type StoredChunk, StreamError } from "../chunk-stream.js";
import { isFull } from "../feed-recording.js";
import { encodeFittingChunks } from "../fit-chunk.js";

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

type ChunkSenderOptions = {
  /** Opens the stream. It is called again until it succeeds. */
  readonly open: () => Promise<ChunkStream>;
  readonly buffer: BufferLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the stream cannot be used. The feed tries again; the application goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
};

/** Publishes chunks one after the other, through a buffer. */
function startChunkSender({ open, buffer: limits, now, onError }: ChunkSenderOptions) {
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
    /** Returns false if there is no space for the chunk. */
    send: async (chunk: StoredChunk) => {
      const isAdded = await buffer.add(chunk);
      void run();
      return isAdded;
    },
    getMaxBytes: () => stream?.maxBytes ?? DEFAULT_MAX_BYTES,
    /** Publishes what waits, for at most `waitMs`, and writes the rest to disk. */
    close: async (waitMs: number) => {
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

type BufferLimits = {
  /** The directory for chunks while the stream is away. Without it, only memory is used. */
  readonly folder?: string | undefined;
  readonly maxMemoryBytes: number;
  readonly maxDiskBytes: number;
};

/** Opens a buffer. Chunks that an earlier process left in the directory are part of it. */
function openChunkBuffer({ folder, maxMemoryBytes, maxDiskBytes }: BufferLimits) {
  const memory: StoredChunk[] = [];
  const files = new Map<string, number>();
  let [memoryBytes, diskBytes, number] = [0, 0, 0];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)
      .filter((it) => it.endsWith(EXTENSION))
      .sort()) {
      const { size } = statSync(join(folder, name));
      files.set(name, size);
      diskBytes += size;
      number = Math.max(number, Number.parseInt(name, 10));
    }
  }
  const write = async ({ id, hour, bytes }: StoredChunk): Promise<boolean> => {
    if (folder === undefined || diskBytes + bytes.length > maxDiskBytes) return false;
    number += 1;
    const name = `${String(number).padStart(12, "0")}.${hour}.${id}${EXTENSION}`;
    diskBytes += bytes.length;
    try {
      // A file with its final name is complete.
      await writeFile(join(folder, `${name}.new`), bytes, { mode: 0o600 });
      await rename(join(folder, `${name}.new`), join(folder, name));
    } catch {
      diskBytes -= bytes.length;
      return false;
    }
    files.set(name, bytes.length);
    return true;
  };
  return {
    /** Returns false if there is no space left. */
    add: async (chunk: StoredChunk) => {
      if (memoryBytes + chunk.bytes.length > maxMemoryBytes) return write(chunk);
      memory.push(chunk);
      memoryBytes += chunk.bytes.length;
      return true;
    },
    /** The next chunk; undefined if there is none. It stays in the buffer until `remove`. */
    peek: async () => {
      if (memory[0] !== undefined) return memory[0];
      const [name] = files.keys();
      if (name === undefined || folder === undefined) return undefined;
      const [, hour = "", id = ""] = name.split(".");
      return { id, hour, bytes: await readFile(join(folder, name)) };
    },
    remove: async ({ id }: StoredChunk) => {
      const index = memory.findIndex((it) => it.id === id);
      if (index !== -1) {
        memoryBytes -= memory.splice(index, 1)[0]?.bytes.length ?? 0;
        return;
      }
      const name = [...files.keys()].find((it) => it.endsWith(`.${id}${EXTENSION}`));
      if (name === undefined || folder === undefined) return;
      diskBytes -= files.get(name) ?? 0;
      files.delete(name);
      await rm(join(folder, name), { force: true });
    },
    /** Writes the chunks in memory to disk. */
    save: async () => {
      const chunks = memory.splice(0);
      memoryBytes = 0;
      const saved = await Promise.all(chunks.map(write));
      return { waiting: files.size, lost: saved.filter((isSaved) => !isSaved).length };
    },
  };
}

const EXTENSION = ".chunk";
