import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { openStreamRecording } from "../recording/index.js";
import { type FeedOptions, feedRecording } from "./feed-recording.js";

type FollowOptions = Omit<FeedOptions, "hour"> & {
  /** The name of the log in findings. It should name the machine. */
  readonly source: string;
  /** The file that keeps the position, so that a restart neither repeats nor skips lines. */
  readonly stateFile: string;
  /** The hour of lines without a time. */
  readonly getHour: () => string;
  readonly onFed: (exchanges: number) => void;
};

/** The position in a log. `next` is a part that may be published already; it is published again in the same chunk. */
type Position = {
  readonly inode: number;
  readonly offset: number;
  /** The number of entries before. */
  readonly index: number;
  readonly next?: { readonly end: number; readonly hour: string };
};

/**
 * Feeds the lines of a growing log until the signal aborts. If the log is rotated, the rest of the old file is fed first.
 *
 * @throws RecordingError if the log has no supported format
 */
export async function followLog(path: string, options: FollowOptions): Promise<void> {
  const { signal, stateFile } = options;
  let position = readPosition(stateFile);
  while (!signal.aborted) {
    const log = await openLog(path, position?.inode);
    if (log === undefined) {
      await pause(signal);
      continue;
    }
    try {
      const isSame = position?.inode === log.inode;
      const isLost = position !== undefined && !isSame && position.offset > 0;
      const lost = isLost
        ? [`${path}: the rotated file is gone; lines after byte ${position?.offset} may be missing`]
        : [];
      const start = { inode: log.inode, offset: 0, index: position?.index ?? 0 };
      position = await feedFile(log, isSame && position !== undefined ? position : start, { ...options, path, lost });
    } finally {
      await log.file.close();
    }
  }
}

type OpenLog = { readonly file: FileHandle; readonly inode: number };
type FollowedFile = FollowOptions & { readonly path: string; readonly lost: readonly string[] };

/** Finds the file with the inode, which may have another name by now. Otherwise opens the current one. */
async function openLog(path: string, inode: number | undefined): Promise<OpenLog | undefined> {
  const current = await stat(path).catch(() => undefined);
  if (inode !== undefined && current?.ino !== inode) {
    const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(path)));
    for (const name of names) {
      const file = join(dirname(path), name);
      if ((await stat(file)).ino === inode) return { file: await open(file), inode };
    }
  }
  return current === undefined ? undefined : { file: await open(path), inode: current.ino };
}

/** Feeds one file until it is rotated and read to its end. Returns the start of the next one. */
async function feedFile({ file, inode }: OpenLog, start: Position, options: FollowedFile): Promise<Position> {
  const { signal, path, stateFile } = options;
  let position = start;
  let { lost } = options;
  while (!signal.aborted) {
    const part = await readPart(file, position);
    const isRotated = part.length === 0 && (await stat(path).catch(() => undefined))?.ino !== inode;
    const rest = isRotated && existsSync(path) ? await readRest(file, position) : undefined;
    const bytes = rest ?? part;
    if (bytes.length === 0) {
      if (rest !== undefined) break;
      if ((await file.stat()).size < position.offset) position = { ...position, offset: 0 };
      await pause(signal);
      continue;
    }
    const { hour } = position.next ?? { hour: options.getHour() };
    const end = position.offset + bytes.length;
    writePosition(stateFile, { ...position, next: { end, hour } });
    const isStart = position.offset === 0 && position.index === 0;
    const place = { index: position.index, runErrors: lost, isStart };
    const recording = openStreamRecording(options.source, Readable.from([bytes]));
    const { entries, exchanges } = await feedRecording(recording, { ...options, hour }, place);
    options.onFed(exchanges);
    lost = [];
    position = { inode, offset: end, index: position.index + entries };
    writePosition(stateFile, position);
  }
  return signal.aborted ? position : { inode: (await stat(path)).ino, offset: 0, index: position.index };
}

/** Reads complete lines, or the part that was begun before. */
async function readPart(file: FileHandle, { offset, next }: Position): Promise<Buffer> {
  const buffer = Buffer.alloc(next === undefined ? MAX_PART_BYTES : next.end - offset);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  const read = buffer.subarray(0, bytesRead);
  if (next !== undefined) return read;
  let end = -1;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const feed = read.indexOf(0x0a, end + 1);
    if (feed === -1) break;
    end = feed;
  }
  // A line that is longer than a part is fed in pieces, which are unreadable and are counted.
  return end === -1 && read.length === MAX_PART_BYTES ? read : read.subarray(0, end + 1);
}

async function readRest(file: FileHandle, { offset }: Position): Promise<Buffer> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.max(0, size - offset));
  await file.read(buffer, 0, buffer.length, offset);
  return buffer;
}

function readPosition(stateFile: string): Position | undefined {
  return existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, "utf8")) as Position) : undefined;
}

function writePosition(stateFile: string, position: Position): void {
  writeFileSync(`${stateFile}.new`, JSON.stringify(position));
  renameSync(`${stateFile}.new`, stateFile);
}

async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
}

const POLL_MS = 500;
const MAX_PART_BYTES = 1024 * 1024;
const MAX_LINES = 500;
