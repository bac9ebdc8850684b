import { closeSync, openSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";

/** A HAR on disk that grows. */
export type HarFile = {
  /** Adds entries behind those that are there. One call at a time. */
  readonly add: (entries: readonly object[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Begins a HAR, in place of what the file held. It is a whole one after each addition, for an addition writes over the
 * end of the file and sets the end anew in the same write: whoever is killed between two leaves a HAR behind.
 *
 * @throws Error of the system when the file cannot be written.
 */
export async function createHarFile(path: string, creator: { name: string; version: string }): Promise<HarFile> {
  const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  begin(path, start + END);
  const file: FileHandle = await open(path, "r+");
  let at = Buffer.byteLength(start);
  let isFirst = true;
  return {
    add: async (entries) => {
      if (entries.length === 0) return;
      const text = entries.map((entry) => JSON.stringify(entry)).join(",\n");
      const bytes = Buffer.from(`${isFirst ? "\n" : ",\n"}${text}`);
      isFirst = false;
      await writeAll(file, Buffer.concat([bytes, ENDING]), at);
      at += bytes.length;
    },
    close: () => file.close(),
  };
}

function begin(path: string, text: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

const END = "\n]}}\n";
const ENDING = Buffer.from(END);
