import type { Io } from "../process/io.js";

export type Progress = { readonly advance: (exchanges: number) => void; readonly stop: () => void };

const UPDATE_INTERVAL = 1000;

/** A line on a terminal's stderr that counts exchanges, and is gone at the end. Elsewhere nothing. */
export function startProgress(io: Io, quiet: boolean): Progress {
  if (!io.isTerminal || quiet) return { advance: () => {}, stop: () => {} };
  let count = 0;
  let shown = 0;
  return {
    advance: (exchanges) => {
      count += exchanges;
      if (count - shown < UPDATE_INTERVAL) return;
      shown = count;
      io.stderr(`\r${count} exchanges`);
    },
    stop: () => {
      if (shown > 0) io.stderr("\r\u001b[K");
    },
  };
}
