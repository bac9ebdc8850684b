import { RunEndedError } from "./budget.js";
import type { CaseRecorder } from "./case-recorder.js";
import type { ProbeSession, SessionEntry, TaskSession } from "./session.js";

/** A case or a scenario of several requests, recorded as a unit. */
export type ProbeTask = {
  readonly id: string;
  readonly run: (session: TaskSession) => Promise<void>;
};

export type TaskRunOptions = {
  readonly session: ProbeSession;
  /** Undefined if the tasks only prepare later ones and are not recorded. */
  readonly recorder: CaseRecorder | undefined;
  readonly concurrency: number;
};

/** Tasks that the end of the budget or of the target cut off. */
export type TaskRunResult = {
  /** Ids of tasks that ended early. */
  readonly interrupted: readonly string[];
  /** The first task that was not begun. */
  readonly next: ProbeTask | undefined;
};

/**
 * Runs tasks concurrently and records them in order. Creates each task only when a worker is free. A task that the
 * budget ends records its results so far.
 *
 * @throws if a task fails with any other error than `RunEndedError`.
 */
export async function runTasks(
  tasks: Iterable<ProbeTask>,
  { session, recorder, concurrency }: TaskRunOptions,
): Promise<TaskRunResult> {
  const waiting = tasks[Symbol.iterator]();
  const done = new Map<number, { readonly task: ProbeTask; readonly entries: readonly SessionEntry[] }>();
  const interrupted: string[] = [];
  let begun = 0;
  let recorded = 0;
  const work = async (): Promise<void> => {
    while (session.canContinue()) {
      const { value: task, done: isLast } = waiting.next();
      if (isLast === true) return;
      const at = begun;
      begun += 1;
      const entries: SessionEntry[] = [];
      try {
        await task.run(session.openTask(task.id, entries));
      } catch (error) {
        if (!(error instanceof RunEndedError)) throw error;
        if (!session.canContinue()) interrupted.push(task.id);
      }
      done.set(at, { task, entries });
      for (let ready = done.get(recorded); ready !== undefined; ready = done.get(recorded)) {
        recorder?.record(ready.task.id, ready.entries);
        done.delete(recorded);
        recorded += 1;
      }
      // Generating cases blocks the event loop, so yield for responses and for the abort signal.
      await yieldToEventLoop();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { value, done: isDone } = session.canContinue() ? { value: undefined, done: true } : waiting.next();
  return { interrupted, next: isDone === true ? undefined : value };
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
