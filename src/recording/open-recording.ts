import { readFileSync, realpathSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type AttachmentReader, createMissingBody } from "./reader/parsed-entry.js";
import { RecordingError, type RecordingSource } from "./reader/recording-source.js";

/** The name of standard input in messages and findings. */
export const STDIN_NAME = "<stdin>";

/**
 * Opens a recording file, decompressed if it is gzip. The file is opened when the first chunk is requested.
 *
 * Gzip is detected by the first bytes, because files can be renamed and standard input has no name. Decompression
 * streams, so a small file that expands to a huge one needs no extra memory.
 */
export function openRecording(path: string): RecordingSource {
  return {
    name: path,
    chunks: decompressChunks(path, readFileChunks(path)),
    attachments: createAttachmentReader(path),
  };
}

/** Opens a recording from a byte stream, such as standard input; decompressed if it is gzip. */
export function openStreamRecording(name: string, chunks: AsyncIterable<Uint8Array>): RecordingSource {
  return { name, chunks: decompressChunks(name, chunks) };
}

/**
 * Creates a reader for bodies in separate files. A file is looked up in the directory of the recording or, if `folder` is
 * given, in the directory of that name next to the recording or to one of its parent directories.
 *
 * A recording is untrusted input, so files outside that directory are never read.
 */
function createAttachmentReader(recording: string): AttachmentReader {
  return (name, folder) => {
    if (isAbsolute(name) || name.split(/[/\\]/).includes("..")) {
      return createMissingBody(`the body file ${name} is outside the directory of the recording`, "unreadable");
    }
    for (const directory of folder === undefined ? [dirname(recording)] : listAncestorFolders(recording, folder)) {
      try {
        const path = realpathSync(join(directory, name));
        if (relative(realpathSync(directory), path).startsWith("..")) continue;
        if (statSync(path).size > MAX_ATTACHMENT_BYTES)
          return createMissingBody(`the body file ${name} is larger than ${MAX_ATTACHMENT_BYTES} bytes`, "unreadable");
        return { kind: "bytes", bytes: readFileSync(path) };
      } catch {
        // The file may be in the next directory; if it is in none, the body is missing.
      }
    }
    return createMissingBody(`cannot read the body file ${name}`, "unreadable");
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
    // Two alternating buffers: one is filled while the other is processed, which saves an eighth of the time. Allocating
    // new buffers would need more memory than everything else.
    let [buffer, spare] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
    let filling = file.read(buffer, 0, CHUNK_BYTES, null);
    for (;;) {
      const { bytesRead } = await filling;
      if (bytesRead === 0) return;
      filling = file.read(spare, 0, CHUNK_BYTES, null);
      // If the consumer stops early, an error of the prefetched chunk must not become an unhandled rejection.
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
    const allChunks = joinChunks(head, iterator);
    if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipChunks(name, allChunks);
    else yield* allChunks;
  } finally {
    await iterator.return?.();
  }
}

/** The first bytes of a stream and the chunks after them. */
export async function* joinChunks(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* gunzipChunks(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = Readable.from(copyChunks(chunks), { objectMode: true, highWaterMark: 1 });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // `pipe` does not forward errors of its source.
  compressed.on("error", (error) => gunzip.destroy(error));
  compressed.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const isTruncated = getErrorCode(error) === "Z_BUF_ERROR";
    const what = isTruncated ? "the gzip data is truncated" : `the gzip data is corrupt (${getErrorMessage(error)})`;
    throw new RecordingError(`${what}; expected a complete file`, { source: name, cause: error });
  } finally {
    compressed.destroy();
    gunzip.destroy();
  }
}

/** Copies chunks, because the stream buffers them while the source already refills its own buffer. */
async function* copyChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Says why a file cannot be read. */
export function formatReadError(error: unknown): string {
  const code = getErrorCode(error) ?? "";
  return READ_ERROR_MESSAGES[code] ?? `cannot be read: ${getErrorMessage(error)}`;
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const READ_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: "file does not exist",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "is a directory",
  ENOTDIR: "a parent of the file is not a directory",
};

// With larger chunks, more exchanges are alive at a garbage collection, and survive it.
const CHUNK_BYTES = 128 * 1024;

const MAX_ATTACHMENT_BYTES = 256 * 1024 * 1024;
