import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createReportBuilder, loadContracts, type Report } from "../../check/index.js";
import { estimateMemory, type PendingExchange } from "../proxy/pending-exchange.js";
import type { BatchValidatorOptions, ValidatedExchange } from "./batch-validator.js";
import { type CompletedExchange, packBatch, releaseBodies } from "./exchange-batch.js";
import type { ValidationThreadInput, ValidationThreadOutput } from "./validation-thread.js";

type ValidationQueueOptions = {
  /** Maximum waiting bytes. */
  readonly limit: number;
  /** Called for each exchange, in the order they were added. */
  readonly onValidated: (exchange: ValidatedExchange) => void;
  /** Called if the thread fails. Exchanges that are added later are lost. */
  readonly onFailure: (reason: string) => void;
  /** Called with problems of the feed. */
  readonly onNotice: (text: string) => void;
};

/** @throws Error if the thread cannot start, because the spec is invalid or the file cannot be written. */
export async function startValidationQueue(options: BatchValidatorOptions, handlers: ValidationQueueOptions) {
  const thread = await startValidationThread(options);
  const queue = new ValidationQueue(thread, options, handlers);
  await queue.ready;
  return queue;
}

/** Exchanges that wait to be checked and written by the validation thread. */
class ValidationQueue {
  readonly ready: Promise<void>;
  readonly #thread: Worker;
  readonly #options: BatchValidatorOptions;
  readonly #handlers: ValidationQueueOptions;
  /** Only enough batches are sent to keep the thread busy; the other exchanges wait here. */
  readonly #waiting: CompletedExchange[] = [];
  /** The batches that are sent and not yet checked. */
  readonly #sent: { readonly count: number; readonly size: number }[] = [];
  /** Bytes of all waiting and sent exchanges. */
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Before the thread is ready, failures reject `ready` and are not passed to `onFailure`. */
  #isReady = false;
  /** Callers that wait for capacity, oldest first. */
  readonly #waiters: (() => void)[] = [];
  readonly #ended = createLatch();
  #report: Report | undefined;
  #failure: { readonly reason: string; lost: number } | undefined;

  constructor(thread: Worker, options: BatchValidatorOptions, handlers: ValidationQueueOptions) {
    this.#thread = thread;
    this.#options = options;
    this.#handlers = handlers;
    this.ready = new Promise((resolve, reject) => {
      thread.once("message", () => resolve());
      thread.once("error", reject);
      thread.once("exit", (code) => reject(new Error(`the validation thread exited with code ${code}`)));
    });
    thread.on("message", (message: ValidationThreadOutput) => this.#onMessage(message));
    thread.on("error", (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    thread.on("exit", (code) => this.#fail(`exit code ${code}`));
  }

  add(exchange: PendingExchange, incomplete: string | undefined): void {
    const completed = { exchange, incomplete };
    if (this.#failure !== undefined) {
      this.#failure.lost += 1;
      releaseBodies(completed);
      return;
    }
    this.#waiting.push(completed);
    this.#size += estimateMemory(exchange);
    // Sending a message is expensive, so exchanges are sent in batches or after a short delay.
    if (this.#size >= MAX_BATCH_BYTES) this.#send(MAX_BATCHES_IN_FLIGHT);
    else this.#timer ??= setTimeout(() => this.#send(MAX_BATCHES_IN_FLIGHT), BATCH_DELAY_MS);
  }

  /** Resolves when the queue has capacity; undefined if it has capacity now. */
  waitForCapacity(): Promise<void> | undefined {
    if (this.#size <= this.#handlers.limit && this.#waiters.length === 0) return undefined;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Resolves when all added exchanges are checked and written. */
  async end(): Promise<Report> {
    this.#send(Number.POSITIVE_INFINITY);
    if (this.#failure === undefined) this.#postMessage({ kind: "end" });
    await this.#ended.opened;
    return this.#report ?? this.#createFailureReport();
  }

  #send(maxInFlight: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#sent.length < maxInFlight && this.#failure === undefined) {
      const completed = this.#waiting.splice(0, countBatchItems(this.#waiting));
      const size = completed.reduce((sum, { exchange }) => sum + estimateMemory(exchange), 0);
      const batch = packBatch(completed);
      for (const item of completed) releaseBodies(item);
      this.#sent.push({ count: completed.length, size });
      this.#postMessage({ kind: "batch", batch }, [batch.bytes.buffer]);
    }
  }

  #postMessage(message: ValidationThreadInput, transferred: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, transferred);
  }

  #onMessage(message: ValidationThreadOutput): void {
    this.#isReady = true;
    if (message.kind === "ended") {
      this.#report = message.report;
      this.#ended.open();
    }
    if (message.kind === "notice") this.#handlers.onNotice(message.text);
    if (message.kind !== "validated") return;
    const { count, size } = this.#sent.shift() ?? { count: 0, size: 0 };
    this.#size -= size;
    this.#send(MAX_BATCHES_IN_FLIGHT);
    for (const result of message.results) this.#handlers.onValidated(result);
    // Admit as many callers as exchanges were completed, because the size of their exchanges is unknown.
    if (this.#size <= this.#handlers.limit) this.#admit(this.#size === 0 ? this.#waiters.length : count);
  }

  #admit(count: number): void {
    for (const admit of this.#waiters.splice(0, count)) admit();
  }

  #fail(reason: string): void {
    if (this.#failure !== undefined || this.#report !== undefined) return;
    const sent = this.#sent.reduce((sum, { count }) => sum + count, 0);
    this.#failure = { reason, lost: sent + this.#waiting.length };
    for (const completed of this.#waiting.splice(0)) releaseBodies(completed);
    this.#size = 0;
    this.#admit(this.#waiters.length);
    this.#ended.open();
    if (this.#isReady) this.#handlers.onFailure(reason);
  }

  /** Creates an empty report: the results were in the memory of the failed thread, but the recording still exists. */
  #createFailureReport(): Report {
    const { spec, servers = [], levels = [] } = this.#options.rules;
    const builder = createReportBuilder(loadContracts([spec], { servers, levels }));
    const { reason, lost } = this.#failure ?? { reason: "", lost: 0 };
    const effect = `${lost} exchanges are not recorded, and the results of the others are lost`;
    const { source, start } = this.#options;
    const advice = start === undefined ? "" : `; run contract check ${source} to check the recorded exchanges`;
    builder.addRunError(`the validation thread failed (${reason}): ${effect}${advice}`);
    return builder.report();
  }
}

/** Counts the waiting exchanges that fit in one batch. Batches are small, so that each is checked quickly. */
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

function createLatch() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** One batch is checked while the next one is already sent. */
const MAX_BATCHES_IN_FLIGHT = 2;
const BATCH_DELAY_MS = 10;
const MAX_BATCH_BYTES = 128 * 1024;
const MAX_BATCH_ITEMS = 32;

/**
 * Starts validation-thread.ts. The published package contains it as a compiled file next to this one. In the repository, it
 * is bundled on demand, because threads cannot run TypeScript.
 */
async function startValidationThread(workerData: BatchValidatorOptions): Promise<Worker> {
  const built = new URL("./validation-thread.js", import.meta.url);
  if (existsSync(built)) return new Worker(built, { workerData, resourceLimits: THREAD_LIMITS });
  threadSource ??= buildThreadSource();
  return new Worker(await threadSource, { eval: true, workerData, resourceLimits: THREAD_LIMITS });
}

/** Validation keeps no objects for long, so a small young generation is sufficient. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8 };

let threadSource: Promise<string> | undefined;

async function buildThreadSource(): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    write: false,
    bundle: true,
    entryPoints: [fileURLToPath(new URL("./validation-thread.ts", import.meta.url))],
    platform: "node",
    format: "cjs",
    // Optional peers, which the thread loads if it feeds a stream.
    external: ["@nats-io/*"],
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}
