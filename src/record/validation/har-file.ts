import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from "node:fs";

/**
 * Creates or replaces a HAR file without entries and returns the byte offset of the first entry.
 *
 * @throws a system error if the file cannot be written.
 */
export function createHarFile(path: string, creator: { readonly name: string; readonly version: string }): number {
  const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  const file = openSync(path, "w", 0o600);
  try {
    writeFileSync(file, start + HAR_END);
  } finally {
    closeSync(file);
  }
  return Buffer.byteLength(start);
}

/**
 * Opens a HAR file from `createHarFile` for appending. Each entry replaces the end of the document together with a new end, so
 * the file is a complete HAR even if the process is killed between two of them. An entry that cannot be written leaves the file as it was.
 */
export function appendToHarFile(path: string, start: number) {
  const file = openSync(path, "r+");
  let at = start;
  return {
    /**
     * Appends an entry, given as JSON.
     *
     * @throws a system error if it cannot be written, such as on a full disk.
     */
    add: (entry: string) => {
      const separator = at === start ? "\n" : ",\n";
      const bytes = Buffer.from(separator + entry + HAR_END);
      try {
        writeAt(file, bytes, at);
      } catch (error) {
        // The space of the end is still allocated. Without the truncation, the rest of this entry would follow a shorter one.
        ftruncateSync(file, at + HAR_END.length);
        writeAt(file, Buffer.from(HAR_END), at);
        throw error;
      }
      at += bytes.length - HAR_END.length;
    },
    close: () => closeSync(file),
  };
}

/** Writes all bytes. An almost full disk takes a part, and the next attempt gives the error. */
function writeAt(file: number, bytes: Buffer, at: number): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from, bytes.length - from, at + from);
}

const HAR_END = "\n]}}\n";
