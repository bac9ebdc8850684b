/**
 * What remembers which events were dealt with, so that one that is delivered again is not dealt with again. Over several
 * processes it is a table of the caller's: `claim` inserts the id, or takes it over when a claim of long ago was neither
 * settled nor released, because its process has died.
 */
export type EventStore = {
  /** `new`: nobody had it, and this caller has it now; `busy`: another is at it; `handled`: nothing is left to do. */
  readonly claim: (id: string) => Claim | Promise<Claim>;
  /** What was claimed was dealt with. */
  readonly complete: (id: string) => unknown;
  /** What was claimed was not dealt with: the next delivery of it is `new`. */
  readonly release: (id: string) => unknown;
};

export type Claim = "new" | "busy" | "handled";

/** Remembers the last events within this process, ten thousand unless told otherwise; those being dealt with always. */
export function memoryStore(limit = 10_000): EventStore {
  const busy = new Set<string>();
  const handled = new Set<string>();
  return {
    claim: (id) => {
      if (handled.has(id)) return "handled";
      if (busy.has(id)) return "busy";
      busy.add(id);
      return "new";
    },
    complete: (id) => {
      busy.delete(id);
      handled.add(id);
      for (const oldest of handled) {
        if (handled.size <= limit) break;
        handled.delete(oldest);
      }
    },
    release: (id) => busy.delete(id),
  };
}
