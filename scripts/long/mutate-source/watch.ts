/** Ends processes that a bug keeps from ending. */
import { existsSync, statSync } from "node:fs";
import { type Event, readEvents, writeEvent } from "./plan.js";

/** Milliseconds for which a process may try one bug; then it is ended, and the bug counts as noticed. */
const HANGS = 90_000;

type Stand = { readonly event: Event & { readonly kind: "try" | "idle" }; readonly count: number };

/** Looks at the journal until it is stopped. */
export function watchTries(journal: string): () => void {
  const since = new Map<number, { readonly count: number; readonly time: number }>();
  let size = -1;
  const timer = setInterval(() => {
    const now = existsSync(journal) ? statSync(journal).size : 0;
    if (now === size && since.size === 0) return;
    size = now;
    for (const [pid, { event, count }] of standOf(journal)) {
      const known = since.get(pid);
      if (event.kind === "idle") since.delete(pid);
      else if (known?.count !== count) since.set(pid, { count, time: Date.now() });
      else if (Date.now() - known.time > HANGS && end(pid)) {
        writeEvent(journal, { kind: "killed", id: event.id, file: event.file, test: "does not end" });
        writeEvent(journal, { kind: "idle", pid });
      }
    }
  }, 5000);
  return () => clearInterval(timer);
}

/** What each process does at the moment. */
function standOf(journal: string): Map<number, Stand> {
  const stands = new Map<number, Stand>();
  for (const event of readEvents(journal))
    if (event.kind === "try" || event.kind === "idle")
      stands.set(event.pid, { event, count: (stands.get(event.pid)?.count ?? 0) + 1 });
  return stands;
}

/** A negative number is a group of processes. */
export function end(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
