/** Hooks whose last attempt failed have separate slots, so that dead listeners do not delay healthy ones. */
export type DeliveryQueue = "healthy" | "failing";

/** How many deliveries of a hook may be sent now. */
export type HookTurn = { readonly hookId: string; readonly count: number };

/** Called at the end of an attempt, with whether the listener acknowledged. Undefined means that nothing was sent. */
export type EndAttempt = (isAcknowledged: boolean | undefined) => void;

export type HookSlots = ReturnType<typeof createHookSlots>;

/**
 * Decides how many deliveries a replica sends at once.
 *
 * A hook starts with four at a time, and each acknowledgement allows one more, up to 64 of them. A failure leaves it
 * one, and pauses it for longer each time, up to a second. So the backlog of a dead listener costs little. An attempt
 * that waits for its listener frees its slot for others, but not for its own hook. Hooks take turns.
 *
 * @param onFree called when an attempt has ended or has freed its slot, and when the pause of a hook has ended
 */
export function createHookSlots(onFree: () => void = () => undefined) {
  const hooks = new Map<string, HookState>();
  const busy: Record<DeliveryQueue, number> = { healthy: 0, failing: 0 };
  let running = 0;
  let turn = 0;
  const countFree = (queue: DeliveryQueue): number => Math.min(SLOTS[queue] - busy[queue], MAX_RUNNING - running);
  return {
    hasFree: (queue: DeliveryQueue): boolean => countFree(queue) > 0,
    /** Distributes the free slots of a queue among hooks, those that were served longest ago first. */
    takeTurns: (queue: DeliveryQueue, hookIds: readonly string[]): readonly HookTurn[] => {
      turn += 1;
      const waiting = hookIds
        .map((hookId) => ({ hookId, state: hooks.get(hookId) ?? NEW_HOOK }))
        .filter(({ state }) => !state.isPaused && state.running < getLimit(queue, state))
        .sort((left, right) => left.state.servedAt - right.state.servedAt);
      const taken: HookTurn[] = [];
      for (let free = countFree(queue); free > 0 && taken.length < waiting.length; ) {
        const { hookId, state } = waiting[taken.length] as (typeof waiting)[number];
        const count = Math.min(getLimit(queue, state) - state.running, free);
        findOrAdd(hooks, hookId).servedAt = turn;
        taken.push({ hookId, count });
        free -= count;
      }
      return taken;
    },
    start: (hookId: string, queue: DeliveryQueue): EndAttempt => {
      const state = findOrAdd(hooks, hookId);
      let hasSlot = true;
      busy[queue] += 1;
      running += 1;
      state.running += 1;
      const freeSlot = (): void => {
        if (hasSlot) busy[queue] -= 1;
        hasSlot = false;
      };
      const timer = setTimeout(() => {
        freeSlot();
        onFree();
      }, SLOW_AFTER);
      return (isAcknowledged) => {
        clearTimeout(timer);
        freeSlot();
        running -= 1;
        state.running -= 1;
        if (isAcknowledged === true) {
          state.failures = 0;
          state.limit = Math.min(state.limit + 1, MAX_RUNNING_OF_HOOK);
        }
        if (isAcknowledged === false) recordFailure(state, onFree);
        onFree();
      };
    },
  };
}

type HookState = {
  /** Number of attempts in progress, and how many there may be. */
  running: number;
  limit: number;
  /** Number of failures in a row. */
  failures: number;
  isPaused: boolean;
  /** The number of its last turn. */
  servedAt: number;
};

const NEW_HOOK: Readonly<HookState> = { running: 0, limit: 4, failures: 0, isPaused: false, servedAt: 0 };

function findOrAdd(hooks: Map<string, HookState>, hookId: string): HookState {
  const known = hooks.get(hookId);
  if (known !== undefined) return known;
  if (hooks.size >= MAX_HOOKS)
    for (const [id, { running, isPaused }] of hooks) if (running === 0 && !isPaused) hooks.delete(id);
  const state = { ...NEW_HOOK };
  hooks.set(hookId, state);
  return state;
}

function getLimit(queue: DeliveryQueue, { limit }: HookState): number {
  return queue === "failing" ? 1 : limit;
}

function recordFailure(state: HookState, onEnd: () => void): void {
  state.failures += 1;
  state.limit = 1;
  if (state.isPaused) return;
  state.isPaused = true;
  const pause = Math.min(MIN_PAUSE * 2 ** Math.min(state.failures - 1, 10), MAX_PAUSE);
  setTimeout(() => {
    state.isPaused = false;
    onEnd();
  }, pause).unref();
}

/** Maximum number of attempts that have begun in the last `SLOW_AFTER` milliseconds. */
const SLOTS: Readonly<Record<DeliveryQueue, number>> = { healthy: 256, failing: 16 };
const SLOW_AFTER = 250;
/** Maximum number of attempts in progress, of all hooks and of each. */
const MAX_RUNNING = 768;
const MAX_RUNNING_OF_HOOK = 64;
/** In milliseconds. */
const MIN_PAUSE = 20;
const MAX_PAUSE = 1000;
/** More are forgotten while they are idle. */
const MAX_HOOKS = 10_000;
