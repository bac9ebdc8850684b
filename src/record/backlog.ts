import { setImmediate } from "node:timers/promises";

export type Backlog<Item> = {
  readonly add: (item: Item, size: number) => void;
  /** Resolves when there is room again; undefined while there is some. */
  readonly room: () => Promise<void> | undefined;
  /** Resolves when everything is done that was added. */
  readonly end: () => Promise<void>;
};

export type BacklogOptions<Item> = {
  /** Bytes that may wait. */
  readonly limit: number;
  /** Works on a few items. @throws never */
  readonly work: (items: readonly Item[]) => Promise<void>;
};

/** What waits to be worked on, a little at a time between everything else. */
export function createBacklog<Item>({ limit, work }: BacklogOptions<Item>): Backlog<Item> {
  const waiting: { readonly item: Item; readonly size: number }[] = [];
  let total = 0;
  let working: Promise<void> | undefined;
  let room: { readonly promise: Promise<void>; readonly open: () => void } | undefined;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // The exchanges that are under way come first.
      await setImmediate();
      const batch = waiting.splice(0, AT_ONCE);
      await work(batch.map(({ item }) => item));
      for (const { size } of batch) total -= size;
      if (total > limit / 2) continue;
      room?.open();
      room = undefined;
    }
    working = undefined;
  };
  return {
    add: (item, size) => {
      waiting.push({ item, size });
      total += size;
      working ??= run();
    },
    room: () => {
      if (total <= limit) return undefined;
      room ??= gate();
      return room.promise;
    },
    end: async () => {
      while (working !== undefined) await working;
    },
  };
}

function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

const AT_ONCE = 16;
