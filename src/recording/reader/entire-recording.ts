import { isUtf8 } from "node:buffer";
import { findJsonSyntaxError } from "../../document/json-scanner.js";
import { type BytePosition, ByteWindow } from "./byte-window.js";
import { RecordingError, type RecordingSource } from "./recording-source.js";

/** A recording that is read into memory as a whole. */
export type EntireRecording = { readonly name: string; readonly text: string };

/** @throws RecordingError if the recording is larger than `MAX_ENTIRE_RECORDING_BYTES` or is not valid UTF-8. */
export async function readEntireRecording(source: RecordingSource): Promise<EntireRecording> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.chunks) {
    size += chunk.length;
    if (size > MAX_ENTIRE_RECORDING_BYTES) {
      const message = `the recording is larger than ${MAX_ENTIRE_RECORDING_BYTES} bytes, the limit of this format; HAR and NDJSON have no limit`;
      throw new RecordingError(message, { source: source.name });
    }
    chunks.push(Buffer.from(chunk));
  }
  const bytes = Buffer.concat(chunks, size);
  if (!isUtf8(bytes)) throw new RecordingError("the file is not valid UTF-8", { source: source.name });
  return { name: source.name, text: bytes.toString("utf8").replace(/^\ufeff/, "") };
}

/** @throws RecordingError with the position of the error if the text is not valid JSON. */
export function parseRecordingJson({ name, text }: EntireRecording): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { offset, message } = findJsonSyntaxError(Buffer.from(text));
    throw new RecordingError(message, { source: name, position: getBytePosition(text, offset), cause: error });
  }
}

/** Returns line and column of a byte offset in a text. */
export function getBytePosition(text: string, offset: number): BytePosition {
  const window = new ByteWindow();
  window.append(Buffer.from(text).subarray(0, offset), 0);
  return window.positionAt(offset);
}

const MAX_ENTIRE_RECORDING_BYTES = 64 * 1024 * 1024;
