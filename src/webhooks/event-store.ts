/**
 * Remembers which events were handled, so that repeated deliveries are not handled again. For several processes,
 * implement it with a database table. Its `claim` inserts the id, or takes over an old claim that was neither completed
 * nor released because its process crashed.
 */
export type EventStore = {
  /** `new`: claimed by this caller; `busy`: claimed by another caller; `handled`: already completed. */
  readonly claim: (id: string) => Claim | Promise<Claim>;
  /** Marks a claimed event as handled. */
  readonly complete: (id: string) => unknown;
  /** Gives up a claim after a failure: the next delivery of the event is `new`. */
  readonly release: (id: string) => unknown;
};

export type Claim = "new" | "busy" | "handled";

/** Remembers the latest handled events in this process (10 000 by default) and all events that are being handled. */
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
