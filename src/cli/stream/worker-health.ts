/** Whether a worker gets on, for `/health`. */
export type WorkerHealth = {
  /** The worker got a response, or checks. */
  readonly proceed: () => void;
  /** The worker stored a result, or has nothing to do. Returns whether the stream failed before. */
  readonly succeed: () => boolean;
  /** The stream failed. Returns false if it failed before with the same message. */
  readonly fail: (message: string) => boolean;
  /** The reason why the worker is not healthy, if it is not. */
  readonly findProblem: () => string | undefined;
};

/** @param now milliseconds since 1970 */
export function createWorkerHealth(now: () => number): WorkerHealth {
  let lastStep = now();
  let failure: { readonly since: number; readonly message: string } | undefined;
  return {
    proceed: () => {
      lastStep = now();
    },
    succeed: () => {
      const hadFailed = failure !== undefined;
      lastStep = now();
      failure = undefined;
      return hadFailed;
    },
    fail: (message) => {
      const isNew = failure?.message !== message;
      failure = { since: failure?.since ?? now(), message };
      return isNew;
    },
    findProblem: () => {
      if (failure !== undefined && now() - failure.since >= FAILING_MS) return failure.message;
      return now() - lastStep >= IDLE_MS ? "the worker does not get on" : undefined;
    },
  };
}

const FAILING_MS = 10_000;
const IDLE_MS = 60_000;
