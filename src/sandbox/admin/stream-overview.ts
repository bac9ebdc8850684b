import type { AdminContext } from "./admin-context.js";
import { buildOverview } from "./overview.js";

/**
 * Yields the overview as Server-Sent Events: once at the start, then after every change, until the client disconnects.
 * Includes changes by other replicas, because it polls the database. A running clock is not a change.
 */
export async function* streamOverview(control: AdminContext, disconnected: AbortSignal): AsyncGenerator<string> {
  let last = "";
  let quiet = 0;
  while (!disconnected.aborted) {
    const { clock, ...rest } = (await buildOverview(control)) as { readonly clock: PolledClock };
    const { mode, offset } = clock;
    const state = JSON.stringify([rest, mode === "frozen" ? { ...clock, ...UNCHANGING } : [mode, offset]]);
    quiet = state === last ? quiet + 1 : 0;
    if (state !== last) yield `event: overview\ndata: ${JSON.stringify({ clock, ...rest })}\n\n`;
    // A keep-alive comment lets both sides detect a broken connection.
    else if (quiet % 20 === 0) yield ": keep-alive\n\n";
    last = state;
    await waitForChange(control, disconnected);
  }
}

type PolledClock = { readonly mode: string; readonly offset: number };

/** Real time passes without being a change. */
const UNCHANGING = { real: undefined, offset: undefined };

/** Waits for a new entry in the log, or until the database has to be polled again. */
async function waitForChange({ log }: AdminContext, disconnected: AbortSignal): Promise<void> {
  const before = log.version();
  for (let waited = 0; waited < MAX_WAIT && !disconnected.aborted; waited += WAIT_STEP) {
    await new Promise((done) => setTimeout(done, WAIT_STEP));
    if (log.version() !== before) return;
  }
}

/** In milliseconds. */
const WAIT_STEP = 100;
const MAX_WAIT = 700;
