import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import {
  type Exchange,
  type HeaderPointers,
  type LogPart,
  type PartPointers,
  type ReadResult,
  type RecordingGap,
  readNdjsonLine,
  toNdjsonObject,
  type UnreadableEntry,
} from "../recording/index.js";
import type { StoredChunk } from "./chunk-stream.js";

/** Exchanges of one recording or one process, with everything that the report of a local run needs. */
export type Chunk = {
  /** The recording, or the process that observed the exchanges. */
  readonly source: string;
  /** They are parsed when they are read. */
  readonly readings: Iterable<ChunkReading>;
  /** Errors in the recording, such as a truncated end. */
  readonly runErrors: readonly string[];
  /** Exchanges that were observed but not fed since the previous chunk of the source. */
  readonly unfed: readonly UnfedExchanges[];
};

export type ChunkReading = Exclude<ReadResult, { kind: "settled" }>;

export type UnfedExchanges = {
  /** `sampled`: the user asked for a sample. `dropped`: the buffer was full. */
  readonly kind: "sampled" | "dropped";
  readonly exchanges: number;
};

/** The first line of a chunk. The other lines are an NDJSON recording with additional members. */
type ChunkHeader = Omit<Chunk, "readings"> & {
  readonly chunk: typeof FORMAT;
  readonly hour: string;
  /** Equal for the exchanges of most recordings. A line names one by its index. */
  readonly parts: readonly PartPointers[];
  readonly unreadable: readonly UnreadableEntry[];
};

/** The additional members of a line. */
type LineMembers = {
  readonly origin: {
    readonly index: number;
    readonly pointer: string;
    readonly parts: number;
    readonly headerPointers?: HeaderPointers | undefined;
  };
  readonly gaps?: readonly RecordingGap[] | undefined;
  readonly notLogged?: readonly LogPart[] | undefined;
};

const FORMAT = 1;

/** The content of a chunk before it is compressed. Lines are built as exchanges arrive, so that its size is known. */
export type ChunkDraft = {
  readonly source: string;
  /** The hour of the first exchange. */
  hour: string | undefined;
  readonly lines: string[];
  /** UTF-16 code units of the lines. */
  size: number;
  readonly parts: PartPointers[];
  readonly unreadable: UnreadableEntry[];
  readonly runErrors: string[];
  readonly unfed: UnfedExchanges[];
};

export function createChunkDraft(source: string): ChunkDraft {
  return { source, hour: undefined, lines: [], size: 0, parts: [], unreadable: [], runErrors: [], unfed: [] };
}

/** Adds a redacted exchange, at its place in the source. */
export function addToChunk(
  draft: ChunkDraft,
  exchange: Exchange,
  { index, pointer }: Pick<Exchange["origin"], "index" | "pointer"> = exchange.origin,
): void {
  const { origin, gaps, notLogged } = exchange;
  const { startedAt, headerPointers } = origin;
  const parts = indexParts(draft.parts, origin.parts);
  // JSON has no members that are undefined.
  const members: LineMembers = { origin: { index, pointer, parts, headerPointers }, gaps, notLogged };
  const line = JSON.stringify({ ...toNdjsonObject(exchange), ...members });
  draft.lines.push(line);
  draft.size += line.length + 1;
  draft.hour ??= toHour(Date.parse(startedAt ?? ""));
}

export function isEmptyDraft({ lines, unreadable, runErrors, unfed }: ChunkDraft): boolean {
  return lines.length + unreadable.length + runErrors.length + unfed.length === 0;
}

function indexParts(known: PartPointers[], parts: PartPointers): number {
  const index = known.findIndex((it) => it === parts || JSON.stringify(it) === JSON.stringify(parts));
  return index === -1 ? known.push(parts) - 1 : index;
}

/**
 * Compresses a chunk. Equal content gives the same id.
 *
 * @param hour applies if no exchange has a time.
 */
export async function encodeChunk(draft: ChunkDraft, hour: string): Promise<StoredChunk> {
  const { source, hour: ownHour = hour, lines, size: _, ...lists } = draft;
  const header: ChunkHeader = { chunk: FORMAT, source, hour: ownHour, ...lists };
  const text = `${[JSON.stringify(header), ...lines].join("\n")}\n`;
  const id = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return { id, hour: header.hour, bytes: await compress(text) };
}

/**
 * @throws Error with the reason if the bytes are not a chunk; also when the readings are read
 */
export async function decodeChunk(bytes: Uint8Array): Promise<Chunk> {
  const content = await decompress(bytes);
  const end = content.indexOf(LINE_FEED);
  const { source, parts, unreadable, runErrors, unfed } = parseHeader(content.toString("utf8", 0, end));
  return { source, readings: { [Symbol.iterator]: readLines }, runErrors, unfed };

  function* readLines(): Generator<ChunkReading> {
    let number = 2;
    for (let from = end + 1; from < content.length; number += 1) {
      const next = content.indexOf(LINE_FEED, from);
      const line = content.subarray(from, next === -1 ? content.length : next);
      if (line.length > 0) yield parseLine(line, { source, number, parts });
      from += line.length + 1;
    }
    for (const it of unreadable) yield { kind: "unreadable", unreadable: it };
  }
}

const LINE_FEED = 0x0a;

function parseHeader(line: string): ChunkHeader {
  const header = JSON.parse(line) as Partial<ChunkHeader>;
  if (header.chunk !== FORMAT) throw new Error(`chunk format ${String(header.chunk)}; expected ${FORMAT}`);
  const lists = [header.parts, header.unreadable, header.runErrors, header.unfed];
  if (typeof header.source !== "string" || !lists.every(Array.isArray)) throw new Error("the header is incomplete");
  return header as ChunkHeader;
}

type LinePlace = { readonly source: string; readonly number: number; readonly parts: readonly PartPointers[] };

function parseLine(bytes: Buffer, { source, number, parts }: LinePlace): ChunkReading {
  const value = JSON.parse(bytes.toString("utf8")) as Partial<LineMembers>;
  const { origin, gaps, notLogged } = value;
  const pointers = parts[origin?.parts ?? -1];
  if (origin === undefined || pointers === undefined) throw new Error(`line ${number} has no origin`);
  const { index, pointer, headerPointers } = origin;
  const reading = readNdjsonLine(value, { source, index, bytes });
  if (reading.kind !== "exchange") throw new Error(`line ${number}: ${JSON.stringify(reading)}`);
  const { notLogged: _inferred, ...exchange } = reading.exchange;
  const { headerPointers: _own, ...read } = exchange.origin;
  return {
    kind: "exchange",
    exchange: {
      ...exchange,
      origin: { ...read, pointer, parts: pointers, ...(headerPointers === undefined ? {} : { headerPointers }) },
      ...(gaps === undefined ? {} : { gaps }),
      ...(notLogged === undefined ? {} : { notLogged }),
    },
  };
}

/** The hour in UTC, such as `2026-01-31T09`; undefined for an invalid time. */
export function toHour(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 13);
}

/** Encodes what is stored beside chunks: results, and what is known about a version of the spec. */
export function encodeStored(value: object): Promise<Uint8Array> {
  return compress(JSON.stringify(value));
}

/** @throws Error if the bytes are not those of `encodeStored` */
export async function decodeStored<Value extends object>(bytes: Uint8Array): Promise<Value> {
  return JSON.parse((await decompress(bytes)).toString("utf8")) as Value;
}

/** Compresses text. Level 1 takes a third of the time of the default and is a fifth larger. */
async function compress(text: string): Promise<Uint8Array> {
  return promisify<string, object, Buffer>(gzip)(text, { level: 1 });
}

/** @throws Error if the bytes are not gzip, or expand to more than `MAX_TEXT_BYTES`. */
async function decompress(bytes: Uint8Array): Promise<Buffer> {
  return promisify<Uint8Array, object, Buffer>(gunzip)(bytes, { maxOutputLength: MAX_TEXT_BYTES });
}

/** Bounds the memory that a hostile chunk can take. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
