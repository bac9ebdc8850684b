import { closeSync, openSync, writeSync } from "node:fs";
import { ReusableBuffer } from "./reusable-buffer.js";

/** A HAR on disk that grows. */
export type HarFile = {
  /** Adds entries, each as its text, behind those that are there. */
  readonly add: (entries: readonly string[]) => void;
  readonly close: () => void;
};

/**
 * Begins a HAR, in place of what the file held, and says where its first entry goes.
 *
 * @throws Error of the system when the file cannot be written.
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
 * Goes on with a HAR that was begun. It is a whole one after each addition, for an addition writes over the end of the file
 * and sets the end anew in the same write: whoever is killed between two leaves a HAR behind.
 */
export function appendToHarFile(path: string, start: number): HarFile {
  const file = openSync(path, "r+");
  let at = start;
  const scratch = new ReusableBuffer();
  let separator = "\n";
  return {
    add: (entries) => {
      if (entries.length === 0) return;
      const { bytes, length } = scratch.write(separator + entries.join(",\n") + HAR_END);
      for (let done = 0; done < length; ) done += writeSync(file, bytes, done, length - done, at + done);
      separator = ",\n";
      at += length - HAR_END.length;
    },
    close: () => closeSync(file),
  };
}

const HAR_END = "\n]}}\n";
