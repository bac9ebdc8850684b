import { setTimeout } from "node:timers/promises";
import {
  type Exchange,
  RecordingError,
  type RecordingOptions,
  type RecordingSource,
  readRecording,
} from "../recording/index.js";
import { addToChunk, type ChunkDraft, createChunkDraft, isEmptyDraft } from "./chunk.js";
import { type ChunkStream, isPassing, type StoredChunk, type StreamError } from "./chunk-stream.js";
import { encodeFittingChunks } from "./fit-chunk.js";

export type FeedOptions = {
  readonly stream: Pick<ChunkStream, "maxBytes" | "publish">;
  /** Redacts an exchange. Nothing else of it is published. */
  readonly redact: (exchange: Exchange) => Exchange;
  /** For formats that record no host. */
  readonly baseUrl?: RecordingOptions["baseUrl"];
  /** The hour of exchanges without a time. */
  readonly hour: string;
  readonly signal: AbortSignal;
  /** Called once when the stream makes the feeder wait. */
  readonly onWait: (error: StreamError) => void;
};

/** A part of a growing log. */
type FedPart = {
  /** The number of entries before it. */
  readonly index: number;
  readonly runErrors: readonly string[];
  /** Whether it begins the log, which then has no supported format if it cannot be read. */
  readonly isStart: boolean;
};

/**
 * Publishes a recording in chunks. The same recording gives the same chunks, so that feeding it again counts nothing twice. An
 * error in the recording is part of its last chunk.
 *
 * @throws StreamError if the stream refuses the chunks
 */
export async function feedRecording(source: RecordingSource, options: FeedOptions, part?: FedPart) {
  const { redact, hour, stream, signal } = options;
  let draft = createChunkDraft(source.name);
  draft.runErrors.push(...(part?.runErrors ?? []));
  const fed = { chunks: 0, exchanges: 0, entries: 0 };
  const flush = async (): Promise<void> => {
    for (const chunk of await encodeFittingChunks(draft, hour, stream.maxBytes)) {
      await publishWithRetries(chunk, options);
      fed.chunks += 1;
    }
    fed.exchanges += draft.lines.length;
    draft = createChunkDraft(source.name);
  };
  try {
    for await (const readings of readRecording(source, { baseUrl: options.baseUrl })) {
      for (const reading of readings) {
        signal.throwIfAborted();
        const index = (part?.index ?? 0) + fed.entries;
        const place = part && { index, pointer: `/${index}` };
        fed.entries += 1;
        if (reading.kind === "unreadable")
          draft.unreadable.push({ ...reading.unreadable, ...(place && { pointer: place.pointer }) });
        else addToChunk(draft, redact(reading.exchange), place);
        if (isFull(draft)) await flush();
      }
    }
    if (fed.entries === 0 && part === undefined)
      throw new RecordingError("contains no exchanges", { source: source.name });
  } catch (error) {
    if (!(error instanceof RecordingError) || part?.isStart === true) throw error;
    draft.runErrors.push(error.message);
  }
  if (!isEmptyDraft(draft)) await flush();
  return fed;
}

export function isFull({ lines, size, unreadable }: ChunkDraft): boolean {
  return lines.length >= MAX_EXCHANGES || size >= MAX_SIZE || unreadable.length >= MAX_EXCHANGES;
}

/** Waits while the stream is full or cannot be reached. */
async function publishWithRetries(
  chunk: StoredChunk,
  { stream, signal, onWait }: Pick<FeedOptions, "stream" | "signal" | "onWait">,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await stream.publish(chunk);
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt === 0) onWait(error);
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }
}

/** A chunk is checked in a fraction of a second. */
const MAX_EXCHANGES = 500;
const MAX_SIZE = 1024 * 1024;
const RETRY_MS = 500;
