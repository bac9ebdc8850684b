import type { Worker } from "node:worker_threads";
import { createTally, loadContract, type Report } from "../gate/index.js";
import { type Draft, sizeOf } from "./draft.js";
import type { JudgeOptions, Seen } from "./judge.js";
import type { FromJudge, ToJudge } from "./judge-thread.js";
import { type Passed, pack, release } from "./parcel.js";
import { startThread } from "./start-thread.js";

/** What has passed and is not judged and written yet, and the thread that does it. */
export type Judging = {
  readonly add: (draft: Draft, incomplete: string | undefined) => void;
  /** Resolves when there is room again; undefined while there is some. */
  readonly room: () => Promise<void> | undefined;
  /** Resolves when everything is judged and written that was added. */
  readonly end: () => Promise<Report>;
};

export type JudgingMeans = {
  /** Bytes that may wait. */
  readonly limit: number;
  /** Told of each exchange, in the order in which they were added. */
  readonly judged: (seen: Seen) => void;
  /** The thread is no more, and with it all that is added from now on. */
  readonly broken: (why: string) => void;
};

/** @throws Error when the thread cannot begin: the description cannot be used, or the file cannot be written. */
export async function startJudging(options: JudgeOptions, means: JudgingMeans): Promise<Judging> {
  const thread = await startThread(options);
  const judging = new ThreadedJudging(thread, options, means);
  await judging.ready;
  return judging;
}

class ThreadedJudging implements Judging {
  readonly ready: Promise<void>;
  readonly #thread: Worker;
  readonly #options: JudgeOptions;
  readonly #means: JudgingMeans;
  /** No more is sent than keeps the thread busy; the rest waits here. */
  readonly #waiting: Passed[] = [];
  /** Of each parcel that is sent and not judged yet. */
  readonly #sent: { readonly count: number; readonly size: number }[] = [];
  /** Of all that waits or is sent. */
  #size = 0;
  #soon: NodeJS.Timeout | undefined;
  /** Whoever starts it is told by other means that it could not begin. */
  #isReady = false;
  /** Who waits for room, the first first. */
  readonly #held: (() => void)[] = [];
  readonly #over = createGate();
  #report: Report | undefined;
  #broken: { readonly why: string; lost: number } | undefined;

  constructor(thread: Worker, options: JudgeOptions, means: JudgingMeans) {
    this.#thread = thread;
    this.#options = options;
    this.#means = means;
    this.ready = new Promise((ready, failed) => {
      thread.once("message", () => ready());
      thread.once("error", failed);
      thread.once("exit", (code) => failed(new Error(`the thread that judges ended with ${code}`)));
    });
    thread.on("message", (message: FromJudge) => this.#hear(message));
    thread.on("error", (error) => this.#break(error instanceof Error ? error.message : String(error)));
    thread.on("exit", (code) => this.#break(`it ended with ${code}`));
  }

  add(draft: Draft, incomplete: string | undefined): void {
    const passed = { draft, incomplete };
    if (this.#broken !== undefined) {
      this.#broken.lost += 1;
      release(passed);
      return;
    }
    this.#waiting.push(passed);
    this.#size += sizeOf(draft);
    // A message costs as much as many exchanges: they go together, unless there are few.
    if (this.#size >= PARCEL) this.#send(AT_ONCE);
    else this.#soon ??= setTimeout(() => this.#send(AT_ONCE), PAUSE_MS);
  }

  room(): Promise<void> | undefined {
    if (this.#size <= this.#means.limit && this.#held.length === 0) return undefined;
    return new Promise((opened) => this.#held.push(opened));
  }

  async end(): Promise<Report> {
    this.#send(Number.POSITIVE_INFINITY);
    if (this.#broken === undefined) this.#tell({ kind: "end" });
    await this.#over.opened;
    return this.#report ?? this.#reportOfBroken();
  }

  #send(most: number): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    while (this.#waiting.length > 0 && this.#sent.length < most && this.#broken === undefined) {
      const passed = this.#waiting.splice(0, countOfParcel(this.#waiting));
      const size = passed.reduce((sum, { draft }) => sum + sizeOf(draft), 0);
      const parcel = pack(passed);
      for (const one of passed) release(one);
      this.#sent.push({ count: passed.length, size });
      this.#tell({ kind: "parcel", parcel }, [parcel.bytes.buffer]);
    }
  }

  #tell(message: ToJudge, moved: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, moved);
  }

  #hear(message: FromJudge): void {
    this.#isReady = true;
    if (message.kind === "ended") {
      this.#report = message.report;
      this.#over.open();
    }
    if (message.kind !== "judged") return;
    const { count, size } = this.#sent.shift() ?? { count: 0, size: 0 };
    this.#size -= size;
    this.#send(AT_ONCE);
    for (const seen of message.seen) this.#means.judged(seen);
    // As many are let in as went out, for nobody knows how much each will bring.
    if (this.#size <= this.#means.limit) this.#letIn(this.#size === 0 ? this.#held.length : count);
  }

  #letIn(count: number): void {
    for (const open of this.#held.splice(0, count)) open();
  }

  #break(why: string): void {
    if (this.#broken !== undefined || this.#report !== undefined) return;
    const sent = this.#sent.reduce((sum, { count }) => sum + count, 0);
    this.#broken = { why, lost: sent + this.#waiting.length };
    for (const passed of this.#waiting.splice(0)) release(passed);
    this.#size = 0;
    this.#letIn(this.#held.length);
    this.#over.open();
    if (this.#isReady) this.#means.broken(why);
  }

  /** What was counted is gone with the thread; what was recorded is there. */
  #reportOfBroken(): Report {
    const { spec, servers = [], levels = [] } = this.#options.rules;
    const tally = createTally(loadContract(spec, { servers, levels }));
    const { why, lost } = this.#broken ?? { why: "", lost: 0 };
    tally.addTrouble(
      `the thread that judges and writes broke off (${why}): ${lost} exchanges are in no recording, and the counts of those before them are lost; contract check ${this.#options.source} judges these`,
    );
    return tally.report();
  }
}

/** How many of those that wait go together: few enough to be judged in a moment. */
function countOfParcel(waiting: readonly Passed[]): number {
  let size = 0;
  let count = 0;
  for (const { draft } of waiting) {
    size += sizeOf(draft);
    if (count === MOST_TOGETHER || (count > 0 && size > PARCEL)) break;
    count += 1;
  }
  return count;
}

type Gate = { readonly opened: Promise<void>; readonly open: () => void };

function createGate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Parcels that are sent while another is judged. */
const AT_ONCE = 2;
const PAUSE_MS = 10;
const PARCEL = 128 * 1024;
const MOST_TOGETHER = 32;
