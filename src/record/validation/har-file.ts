import { closeSync, openSync, writeSync } from "node:fs";
import { ReusableBuffer } from "./reusable-buffer.js";

/** A HAR file that entries are appended to. */
export type HarFile = {
  /** Appends entries, given as JSON texts. */
  readonly add: (entries: readonly string[]) => void;
  readonly close: () => void;
};

/**
 * Creates or replaces a HAR file without entries and returns the byte offset of the first entry.
 *
 * @throws a system error if the file cannot be written.
 */
export function createHarFile(path: string, creator: { readonly name: string; readonly version: string }): number {
  const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, start + HAR_END);
  } finally {
    closeSync(file);
  }
  return Buffer.byteLength(start);
}

/**
 * Opens a HAR file from `createHarFile` for appending. Each write replaces the end of the document together with the new
 * entries, so the file is a complete HAR even if the process is killed between two writes.
 */
export function appendToHarFile(path: string, start: number): HarFile {
  const file = openSync(path, "r+");
  let at = start;
  const buffer = new ReusableBuffer();
  let separator = "\n";
  return {
    add: (entries) => {
      if (entries.length === 0) return;
      const { bytes, length } = buffer.write(separator + entries.join(",\n") + HAR_END);
      for (let done = 0; done < length; ) done += writeSync(file, bytes, done, length - done, at + done);
      separator = ",\n";
      at += length - HAR_END.length;
    },
    close: () => closeSync(file),
  };
}

const HAR_END = "\n]}}\n";
