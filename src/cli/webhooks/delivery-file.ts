import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { UsageError } from "../process/usage-error.js";

/** Where deliveries are kept, a line each. */
export type DeliveryFile = { readonly add: (line: string) => void; readonly close: () => void };

/**
 * Opens a file for deliveries; what it holds is replaced. When the disk is full, the lines that are there stay whole, that no
 * more come is said once, and whoever receives goes on.
 *
 * @throws UsageError when it cannot be opened.
 */
export function openDeliveryFile(out: string, troubled: (trouble: string) => void): DeliveryFile {
  const file = openFile(out);
  let whole = 0;
  let isFull = false;
  return {
    add: (line) => {
      if (isFull) return;
      const bytes = Buffer.from(line);
      try {
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        whole += bytes.length;
      } catch (error) {
        isFull = true;
        truncateFile(file, whole);
        troubled(`--out ${out}: cannot be written: ${(error as Error).message}; later deliveries are not in it`);
      }
    },
    close: () => closeSync(file),
  };
}

function openFile(out: string): number {
  try {
    return openSync(out, "w", 0o600);
  } catch (error) {
    throw new UsageError(`--out ${out}: it cannot be written: ${(error as Error).message}; give a file`, {
      cause: error,
    });
  }
}

function truncateFile(file: number, length: number): void {
  try {
    ftruncateSync(file, length);
  } catch {
    // A device has no length.
  }
}
