import type { Worker } from "node:worker_threads";
import { createReportBuilder, loadContract, type Report } from "../../gate/index.js";
import { estimateMemory, type PendingExchange } from "../proxy/pending-exchange.js";
import type { BatchValidatorOptions, ValidatedExchange } from "./batch-validator.js";
import { type CompletedExchange, packBatch, releaseBodies } from "./exchange-batch.js";
import { startValidationThread } from "./start-validation-thread.js";
import type { ValidationThreadInput, ValidationThreadOutput } from "./validation-thread.js";

/** What has passed and is not judged and written yet, and the thread that does it. */
export type ValidationQueue = {
  readonly add: (draft: PendingExchange, incomplete: string | undefined) => void;
  /** Resolves when there is room again; undefined while there is some. */
  readonly waitForCapacity: () => Promise<void> | undefined;
  /** Resolves when everything is judged and written that was added. */
  readonly end: () => Promise<Report>;
};

export type ValidationQueueOptions = {
  /** Bytes that may wait. */
  readonly limit: number;
  /** Told of each exchange, in the order in which they were added. */
  readonly onValidated: (seen: ValidatedExchange) => void;
  /** The thread is no more, and with it all that is added from now on. */
  readonly onFailure: (why: string) => void;
};

/** @throws Error when the thread cannot begin: the description cannot be used, or the file cannot be written. */
export async function startValidationQueue(
  options: BatchValidatorOptions,
  means: ValidationQueueOptions,
): Promise<ValidationQueue> {
  const thread = await startValidationThread(options);
  const judging = new ThreadValidationQueue(thread, options, means);
  await judging.ready;
  return judging;
}

class ThreadValidationQueue implements ValidationQueue {
  readonly ready: Promise<void>;
  readonly #thread: Worker;
  readonly #options: BatchValidatorOptions;
  readonly #handlers: ValidationQueueOptions;
  /** No more is sent than keeps the thread busy; the rest waits here. */
  readonly #waiting: CompletedExchange[] = [];
  /** Of each parcel that is sent and not judged yet. */
  readonly #sent: { readonly count: number; readonly size: number }[] = [];
  /** Of all that waits or is sent. */
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whoever starts it is told by other means that it could not begin. */
  #isReady = false;
  /** Who waits for room, the first first. */
  readonly #waiters: (() => void)[] = [];
  readonly #ended = createLatch();
  #report: Report | undefined;
  #failure: { readonly why: string; lost: number } | undefined;

  constructor(thread: Worker, options: BatchValidatorOptions, means: ValidationQueueOptions) {
    this.#thread = thread;
    this.#options = options;
    this.#handlers = means;
    this.ready = new Promise((ready, failed) => {
      thread.once("message", () => ready());
      thread.once("error", failed);
      thread.once("exit", (code) => failed(new Error(`the thread that judges ended with ${code}`)));
    });
    thread.on("message", (message: ValidationThreadOutput) => this.#onMessage(message));
    thread.on("error", (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    thread.on("exit", (code) => this.#fail(`it ended with ${code}`));
  }

  add(exchange: PendingExchange, incomplete: string | undefined): void {
    const passed = { exchange, incomplete };
    if (this.#failure !== undefined) {
      this.#failure.lost += 1;
      releaseBodies(passed);
      return;
    }
    this.#waiting.push(passed);
    this.#size += estimateMemory(exchange);
    // A message costs as much as many exchanges: they go together, unless there are few.
    if (this.#size >= MAX_BATCH_BYTES) this.#send(MAX_BATCHES_IN_FLIGHT);
    else this.#timer ??= setTimeout(() => this.#send(MAX_BATCHES_IN_FLIGHT), BATCH_DELAY_MS);
  }

  waitForCapacity(): Promise<void> | undefined {
    if (this.#size <= this.#handlers.limit && this.#waiters.length === 0) return undefined;
    return new Promise((opened) => this.#waiters.push(opened));
  }

  async end(): Promise<Report> {
    this.#send(Number.POSITIVE_INFINITY);
    if (this.#failure === undefined) this.#postMessage({ kind: "end" });
    await this.#ended.opened;
    return this.#report ?? this.#createFailureReport();
  }

  #send(most: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#sent.length < most && this.#failure === undefined) {
      const passed = this.#waiting.splice(0, countBatchItems(this.#waiting));
      const size = passed.reduce((sum, { exchange }) => sum + estimateMemory(exchange), 0);
      const parcel = packBatch(passed);
      for (const one of passed) releaseBodies(one);
      this.#sent.push({ count: passed.length, size });
      this.#postMessage({ kind: "parcel", parcel }, [parcel.bytes.buffer]);
    }
  }

  #postMessage(message: ValidationThreadInput, moved: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, moved);
  }

  #onMessage(message: ValidationThreadOutput): void {
    this.#isReady = true;
    if (message.kind === "ended") {
      this.#report = message.report;
      this.#ended.open();
    }
    if (message.kind !== "judged") return;
    const { count, size } = this.#sent.shift() ?? { count: 0, size: 0 };
    this.#size -= size;
    this.#send(MAX_BATCHES_IN_FLIGHT);
    for (const seen of message.seen) this.#handlers.onValidated(seen);
    // As many are let in as went out, for nobody knows how much each will bring.
    if (this.#size <= this.#handlers.limit) this.#admit(this.#size === 0 ? this.#waiters.length : count);
  }

  #admit(count: number): void {
    for (const open of this.#waiters.splice(0, count)) open();
  }

  #fail(why: string): void {
    if (this.#failure !== undefined || this.#report !== undefined) return;
    const sent = this.#sent.reduce((sum, { count }) => sum + count, 0);
    this.#failure = { why, lost: sent + this.#waiting.length };
    for (const passed of this.#waiting.splice(0)) releaseBodies(passed);
    this.#size = 0;
    this.#admit(this.#waiters.length);
    this.#ended.open();
    if (this.#isReady) this.#handlers.onFailure(why);
  }

  /** What was counted is gone with the thread; what was recorded is there. */
  #createFailureReport(): Report {
    const { spec, servers = [], levels = [] } = this.#options.rules;
    const tally = createReportBuilder(loadContract(spec, { servers, levels }));
    const { why, lost } = this.#failure ?? { why: "", lost: 0 };
    tally.addRunError(
      `the thread that judges and writes broke off (${why}): ${lost} exchanges are in no recording, and the counts of those before them are lost; contract check ${this.#options.source} judges these`,
    );
    return tally.report();
  }
}

/** How many of those that wait go together: few enough to be judged in a moment. */
function countBatchItems(waiting: readonly CompletedExchange[]): number {
  let size = 0;
  let count = 0;
  for (const { exchange } of waiting) {
    size += estimateMemory(exchange);
    if (count === MAX_BATCH_ITEMS || (count > 0 && size > MAX_BATCH_BYTES)) break;
    count += 1;
  }
  return count;
}

type Latch = { readonly opened: Promise<void>; readonly open: () => void };

function createLatch(): Latch {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Parcels that are sent while another is judged. */
const MAX_BATCHES_IN_FLIGHT = 2;
const BATCH_DELAY_MS = 10;
const MAX_BATCH_BYTES = 128 * 1024;
const MAX_BATCH_ITEMS = 32;
