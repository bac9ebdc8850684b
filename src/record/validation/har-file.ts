import { closeSync, openSync, writeSync, writevSync } from "node:fs";

/** A HAR file that entries are appended to. */
export type HarFile = {
  /** Appends an entry, given as parts of its JSON text. */
  readonly add: (parts: readonly (string | Uint8Array)[]) => void;
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
 * Opens a HAR file from `createHarFile` for appending. Each entry replaces the end of the document together with a new end, so
 * the file is a complete HAR even if the process is killed between two of them.
 */
export function appendToHarFile(path: string, start: number): HarFile {
  const file = openSync(path, "r+");
  let at = start;
  return {
    add: (parts) => {
      const separator = at === start ? "\n" : ",\n";
      const buffers = [separator, ...parts, HAR_END].map((it) => (typeof it === "string" ? Buffer.from(it) : it));
      const length = buffers.reduce((sum, it) => sum + it.length, 0);
      let done = writevSync(file, buffers, at);
      // An almost full disk takes a part, and the next attempt gives the error.
      while (done < length) done += writeSync(file, Buffer.concat(buffers), done, length - done, at + done);
      at += length - HAR_END.length;
    },
    close: () => closeSync(file),
  };
}

const HAR_END = "\n]}}\n";
