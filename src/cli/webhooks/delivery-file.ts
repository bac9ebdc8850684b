import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { UsageError } from "../process/usage-error.js";

/** Writes deliveries to a file, one line each. */
export type DeliveryFile = { readonly add: (line: string) => void; readonly close: () => void };

/**
 * Opens a file for deliveries and overwrites it. On a full disk the complete lines stay, the error is reported once, and the
 * receiver continues without writing.
 *
 * @throws UsageError when it cannot be opened.
 */
export function openDeliveryFile(out: string, onError: (message: string) => void): DeliveryFile {
  const file = openFile(out);
  let completeLength = 0;
  let isFull = false;
  return {
    add: (line) => {
      if (isFull) return;
      const bytes = Buffer.from(line);
      try {
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        completeLength += bytes.length;
      } catch (error) {
        isFull = true;
        truncateFile(file, completeLength);
        onError(`--out ${out}: cannot be written: ${(error as Error).message}; later deliveries are not written`);
      }
    },
    close: () => closeSync(file),
  };
}

function openFile(out: string): number {
  try {
    return openSync(out, "w", 0o600);
  } catch (error) {
    throw new UsageError(`--out ${out}: cannot be written: ${(error as Error).message}; give a file`, {
      cause: error,
    });
  }
}

function truncateFile(file: number, length: number): void {
  try {
    ftruncateSync(file, length);
  } catch {
    // Devices cannot be truncated.
  }
}
