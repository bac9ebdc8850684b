import type { Io } from "../process/io.js";

export type Progress = { readonly advance: (exchanges: number) => void; readonly stop: () => void };

const UPDATE_INTERVAL = 1000;

/** Shows a count of exchanges on stderr, if it is a terminal, and clears it at the end. */
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
