import { readFileSync, realpathSync, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type AttachmentReader, createMissingBody } from "../reader/recorded-body.js";
import { RecordingError } from "../reader/recording-error.js";
import type { RecordingSource } from "../reader/recording-source.js";

/** What standard input is called in messages and findings. */
export const STDIN_NAME = "<stdin>";

/**
 * The bytes of a file, unpacked when they are gzip; nothing is opened before the first chunk is asked for.
 *
 * Only the first bytes tell whether a recording is packed: files are renamed, and standard input has no name. What is
 * unpacked streams, so that a small file which unpacks to a huge one needs no more memory than any other.
 */
export function openRecording(path: string): RecordingSource {
  return {
    name: path,
    chunks: decompressChunks(path, readFileChunks(path)),
    attachments: createAttachmentReader(path),
  };
}

/** The same for bytes that come from elsewhere, such as standard input. */
export function openStreamRecording(name: string, chunks: AsyncIterable<Uint8Array>): RecordingSource {
  return { name, chunks: decompressChunks(name, chunks) };
}

/**
 * Reads bodies that stand in files of their own: beside the recording, or in a folder of the given name beside it or
 * beside one of the folders that it stands in.
 *
 * A recording may come from anywhere, so that it gets no file from outside of that folder.
 */
function createAttachmentReader(recording: string): AttachmentReader {
  return (name, folder) => {
    if (isAbsolute(name) || name.split(/[/\\]/).includes("..")) {
      return createMissingBody(`the body is in a file outside of the recording's folder, ${name}`);
    }
    for (const place of folder === undefined ? [dirname(recording)] : listAncestorFolders(recording, folder)) {
      try {
        const path = realpathSync(join(place, name));
        if (relative(realpathSync(place), path).startsWith("..")) continue;
        if (statSync(path).size > MAX_ATTACHMENT_BYTES)
          return createMissingBody(`the body's file ${name} is too large`);
        return { kind: "bytes", bytes: readFileSync(path) };
      } catch {
        // It may stand in the next folder; that it stands in none is told below.
      }
    }
    return createMissingBody(`the body is in another file, ${name}, which cannot be read`);
  };
}

function listAncestorFolders(recording: string, folder: string): string[] {
  const above = ["", "..", "../..", "../../..", "../../../.."];
  return above.map((steps) => join(dirname(recording), steps, folder));
}

async function* readFileChunks(path: string): AsyncGenerator<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    // Two buffers for the whole file, one being filled while the other is read: waiting for the disk would cost an eighth
    // of the time, and fresh buffers that wait for the garbage collector would cost more memory than all the rest.
    let [buffer, spare] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
    let filling = file.read(buffer, 0, CHUNK_BYTES, null);
    for (;;) {
      const { bytesRead } = await filling;
      if (bytesRead === 0) return;
      filling = file.read(spare, 0, CHUNK_BYTES, null);
      // Whoever stops early does not want to know that the next chunk could not be read.
      filling.catch(() => undefined);
      yield buffer.subarray(0, bytesRead);
      [buffer, spare] = [spare, buffer];
    }
  } catch (error) {
    throw new RecordingError(formatReadError(error), { source: path, cause: error });
  } finally {
    await file?.close();
  }
}

async function* decompressChunks(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let head: Uint8Array = new Uint8Array();
    while (head.length < 2) {
      const { done, value } = await iterator.next();
      if (done) break;
      head = head.length === 0 ? value : Buffer.concat([head, value]);
    }
    const all = prependChunk(head, iterator);
    if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipChunks(name, all);
    else yield* all;
  } finally {
    await iterator.return?.();
  }
}

async function* prependChunk(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* gunzipChunks(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(copyChunks(chunks), { objectMode: true, highWaterMark: 1 });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // `pipe` leaves the errors of its source alone; they have to reach whoever reads what is unpacked.
  packed.on("error", (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const isCutOff = getErrorCode(error) === "Z_BUF_ERROR";
    const what = isCutOff ? "the gzip data is cut off" : `the gzip data is damaged (${getErrorMessage(error)})`;
    throw new RecordingError(`${what}; accepted is a whole .har or .har.gz file`, { source: name, cause: error });
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/** A stream holds chunks back while its source already fills the next one. */
async function* copyChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

function formatReadError(error: unknown): string {
  const code = getErrorCode(error) ?? "";
  return `${READ_ERROR_MESSAGES[code] ?? `the file cannot be read (${getErrorMessage(error)})`}; accepted is a readable file`;
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const READ_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "the file may not be read",
  EPERM: "the file may not be read",
  EISDIR: "this is a folder",
  ENOTDIR: "a part of the path is not a folder",
};

// Larger chunks read no faster, but keep more of a recording in memory at a time.
const CHUNK_BYTES = 512 * 1024;

const MAX_ATTACHMENT_BYTES = 256 * 1024 * 1024;
