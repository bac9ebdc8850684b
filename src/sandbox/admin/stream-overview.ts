import type { AdminContext } from "./admin-context.js";
import { buildOverview } from "./overview.js";

/**
 * The overview as Server-Sent Events: at once, and again whenever it has changed, until the client is gone. What other
 * replicas do is seen as well, since the database is asked; the clock that merely runs is no change.
 */
export async function* streamOverview(control: AdminContext, gone: AbortSignal): AsyncGenerator<string> {
  let last = "";
  let quiet = 0;
  while (!gone.aborted) {
    const { clock, ...rest } = (await buildOverview(control)) as { readonly clock: { readonly mode: string } };
    const state = JSON.stringify([rest, clock.mode === "frozen" ? clock : [clock.mode, Reflect.get(clock, "offset")]]);
    quiet = state === last ? quiet + 1 : 0;
    if (state !== last) yield `event: overview\ndata: ${JSON.stringify({ clock, ...rest })}\n\n`;
    // Something now and then, by which both sides learn that the other is gone.
    else if (quiet % 20 === 0) yield ": still here\n\n";
    last = state;
    await waitForChange(control, gone);
  }
}

/** Until there is something new in the log, or it is time to look at the database again; in milliseconds. */
async function waitForChange({ log }: AdminContext, gone: AbortSignal): Promise<void> {
  const before = log.version();
  for (let waited = 0; waited < MAX_WAIT && !gone.aborted; waited += WAIT_STEP) {
    await new Promise((done) => setTimeout(done, WAIT_STEP));
    if (log.version() !== before) return;
  }
}

const WAIT_STEP = 100;
const MAX_WAIT = 700;
