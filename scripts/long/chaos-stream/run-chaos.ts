import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { openRecording } from "../../../src/recording/index.js";
import { type ChunkStream, type StoredChunk, StreamError } from "../../../src/stream/chunk-stream.js";
import { feedRecording, openStream, type StreamOptions } from "../../../src/stream/index.js";
import type { NatsServer } from "../../../test/stream/nats-server.js";
import { limitTime } from "./limit-time.js";

export type ChaosOptions = {
  readonly server: Pick<NatsServer, "url" | "kill" | "start">;
  /** The command line of `contract`. */
  readonly contract: readonly string[];
  readonly spec: string;
  readonly recordings: readonly string[];
  readonly workers: number;
  readonly feeders: number;
  readonly kills: number;
  /** The servers that store the data. */
  readonly replicas: number;
  /** The average milliseconds for which a killed server stays away. */
  readonly awayMs: number;
  /** The average milliseconds between two kills. */
  readonly pauseMs: number;
  readonly random: () => number;
  readonly progress: (text: string) => void;
};

export type ChaosOutcome = {
  readonly kills: Readonly<Record<Target, number>>;
  /** Chunks that were published again, in random order. */
  readonly repeated: number;
  /** The JSON reports of the stream and of one local run, and their exit codes. */
  readonly streamed: Finished;
  readonly local: Finished;
};

type Target = "worker" | "feeder" | "server";
type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string };

const SERVICE = "chaos";

/** Kills workers, feeders and the server at random, and compares the report in the end with that of one local run. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const { server, contract, spec, recordings, random, progress } = options;
  const service = ["--service", SERVICE];
  const log: string[] = [];
  const limit = <Value>(what: string, act: Promise<Value>): Promise<Value> =>
    limitTime(what, LIMIT_S, server.url, act).catch(({ message }: Error) => {
      throw new Error(`${message}\nThe last messages of workers and feeders:\n${log.slice(-LOG_LINES).join("")}`);
    });
  const streamOptions = { url: server.url, service: SERVICE, duplicateWindowMs: 100, replicas: options.replicas };
  const setup = await limit("opening the stream", openWhenReady(streamOptions));
  const chunks = await collectChunks(recordings);
  const kills = { worker: 0, feeder: 0, server: 0 };
  let [isEnding, repeated] = [false, 0];
  const command = (name: string, ...args: readonly string[]): string[] => [...contract, name, ...args];
  const work = command("worker", server.url, "--spec", spec, ...service, ...WORKER_OPTIONS);
  const workers = Array.from({ length: options.workers }, () => keepRunning(() => work, log));
  const feeders = Array.from({ length: options.feeders }, (_, index) => {
    const own = recordings.filter((_, at) => at % options.feeders === index);
    return keepRunning(
      () => (isEnding ? undefined : command("feed", server.url, "--spec", spec, ...service, ...own)),
      log,
    );
  });

  for (let count = 0; count < options.kills; count++) {
    await setTimeout(random() * 2 * options.pauseMs);
    const chance = random();
    const target: Target = chance < 0.6 ? "worker" : chance < 0.85 ? "feeder" : "server";
    kills[target] += 1;
    if (target === "server") {
      await server.kill();
      await setTimeout(random() * 2 * options.awayMs);
      await server.start();
    } else pick(target === "worker" ? workers : feeders, random).kill();
    for (let again = 0; again < 3; again++) {
      const published = await setup.publish(pick(chunks, random)).then(
        () => 1,
        () => 0,
      );
      repeated += published;
    }
    if (count % 10 === 9) progress(`${count + 1} kills\n`);
  }
  isEnding = true;
  progress("waiting for the feeders\n");
  await limit("feeding", Promise.all(feeders.map(({ end }) => end())));
  const feedAll = command("feed", server.url, "--spec", spec, ...service, ...recordings);
  const feed = await limit("feeding everything", runProcess(feedAll));
  if (feed.code !== 0) throw new Error(feed.stderr);
  progress("waiting for the workers\n");
  await limit("checking", waitForWorkers(setup));
  for (const worker of workers) {
    worker.stop();
    worker.kill();
  }
  await setup.close();
  const report = command("report", server.url, ...service, "--format", "json");
  const check = command("check", ...recordings, "--spec", spec, "--format", "json");
  const streamed = await limit("reporting", runProcess(report));
  return { kills, repeated, streamed, local: await runProcess(check) };
}

/** For each step. */
const LIMIT_S = 120;
const LOG_LINES = 40;
const WORKER_OPTIONS = ["--claim-seconds", "2", "--max-attempts", "50", "--roll-up-seconds", "1"];

/** The servers of a cluster elect a leader first. */
async function openWhenReady(options: StreamOptions): Promise<ChunkStream> {
  for (;;) {
    try {
      return await openStream(options);
    } catch (error) {
      if (!(error instanceof StreamError) || error.kind === "refused") throw error;
      await setTimeout(200);
    }
  }
}

/** The chunks that `contract feed` publishes. */
async function collectChunks(recordings: readonly string[]): Promise<StoredChunk[]> {
  const chunks: StoredChunk[] = [];
  const stream = { maxBytes: 1024 * 1024, publish: async (it: StoredChunk) => void chunks.push(it) };
  for (const name of recordings)
    await feedRecording(openRecording(name), {
      stream,
      redact: (exchange) => exchange,
      hour: "2026-01-31T09",
      signal: new AbortController().signal,
      onWait: () => undefined,
    });
  return chunks;
}

type KeptProcess = {
  readonly kill: () => void;
  /** Does not start it again. */
  readonly stop: () => void;
  /** Waits until it has ended. */
  readonly end: () => Promise<void>;
};

/** Starts a process again whenever it ends, until `getCommand` returns undefined. Its messages are added to the log. */
function keepRunning(getCommand: () => readonly string[] | undefined, log: string[]): KeptProcess {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (let line = getCommand(); line !== undefined && !isStopped; line = getCommand()) {
      const [program = "", ...args] = line;
      child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
      child.stderr?.on("data", (text) => log.push(`${child?.pid}: ${text}`));
      await once(child, "exit");
    }
  };
  const ended = run();
  return {
    kill: () => void child?.kill("SIGKILL"),
    stop: () => {
      isStopped = true;
    },
    end: () => ended,
  };
}

async function waitForWorkers(stream: ChunkStream): Promise<void> {
  for (;;) {
    const pending = await stream.countPending().catch(() => undefined);
    if (pending?.size === 0) return;
    await setTimeout(200);
  }
}

async function runProcess([program = "", ...args]: readonly string[]): Promise<Finished> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? -1, stdout, stderr };
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from");
  return item;
}
