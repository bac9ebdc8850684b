import type { Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";

export type Progress = { readonly advance: (count: number, findings?: number) => void; readonly stop: () => void };

const UPDATE_INTERVAL_MS = 500;
const CLEAR_REST = "\u001b[K";

/** Shows on stderr what is going on during work that cannot be counted, if it is a terminal. */
export async function showStatus<Result>(
  io: Io,
  quiet: boolean,
  { text, work }: { readonly text: string; readonly work: () => Result | Promise<Result> },
): Promise<Result> {
  const isShown = io.isTerminal && !quiet;
  if (isShown) io.stderr(`\r${text}…${CLEAR_REST}`);
  try {
    return await work();
  } finally {
    if (isShown) io.stderr(`\r${CLEAR_REST}`);
  }
}

/** Shows on stderr what is done, how fast, and the findings so far, if it is a terminal, and clears it at the end. */
export function startProgress(io: Io, quiet: boolean, unit = "exchanges"): Progress {
  if (!io.isTerminal || quiet) return { advance: () => {}, stop: () => {} };
  const start = SYSTEM_CLOCK.now();
  let done = 0;
  let found = 0;
  let shown = start;
  return {
    advance: (count, findings = 0) => {
      done += count;
      found += findings;
      const now = SYSTEM_CLOCK.now();
      if (now - shown < UPDATE_INTERVAL_MS) return;
      shown = now;
      const rate = Math.round((done * 1000) / (now - start));
      io.stderr(`\r${done} ${unit}, ${rate} per second${found === 0 ? "" : `, ${found} times a finding`}${CLEAR_REST}`);
    },
    stop: () => {
      if (shown > start) io.stderr(`\r${CLEAR_REST}`);
    },
  };
}
