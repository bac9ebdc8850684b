import { readFileSync } from "node:fs";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { NatsServer } from "../../../test/stream/nats-server.js";
import { measureProcesses, readCpuSeconds } from "./processes.js";

export type RoundsOptions = {
  /** The command line of `contract`. */
  readonly contract: readonly string[];
  readonly spec: string;
  readonly recordings: readonly string[];
  readonly server: NatsServer;
  /** A recording with one exchange. */
  readonly tiny: string;
  readonly rounds: number;
};

type Row = { readonly title: string; readonly cpu: number; readonly serverCpu: number; readonly memory: number };

export type MeasuredRounds = {
  /** Medians. */
  readonly rows: readonly Row[];
  /** The rates of a worker divided by those of a local check in the same round. */
  readonly ratios: readonly number[];
  /** The same without the CPU of starting the processes. */
  readonly ratiosWithoutStart: readonly number[];
  readonly exchanges: number;
  /** Bytes of one exchange. */
  readonly streamBytes: number;
  readonly resultBytes: number;
  /** CPU of two workers divided by that of one. */
  readonly twoWorkers: number;
};

/** Runs a local check, a feeder, a worker and a report one after the other, several times. */
export async function measureRounds(options: RoundsOptions): Promise<MeasuredRounds> {
  const { contract, spec, recordings, server, tiny, rounds } = options;
  const measured: Row[][] = [];
  const measure = async (title: string, ...commands: readonly (readonly string[])[]): Promise<Row> => {
    const before = readCpuSeconds(server.pid());
    const { cpu, memory } = await measureProcesses(commands.map((args) => [...contract, ...args]));
    process.stderr.write(`${title}: ${cpu.toFixed(1)} CPU s\n`);
    return { title, cpu, memory, serverCpu: readCpuSeconds(server.pid()) - before };
  };
  const check = (...files: readonly string[]): string[] => [
    ...["check", ...files],
    ...["--spec", spec, "--quiet", "--workers", "1"],
  ];
  const ratiosWithoutStart: number[] = [];
  let bytes = { chunks: 0, results: 0 };
  for (let round = 0; round < rounds; round++) {
    const service = ["--service", `r${round}`];
    const local = await measure("contract check", check(...recordings));
    const localStart = await measure("start of contract check", check(tiny));
    const workerStart = await measure("start of a worker", [
      ...["worker", server.url, ...service, "--spec", spec, "--drain"],
    ]);
    const feed = await measure("contract feed --spec", [
      ...["feed", server.url, ...service, "--spec", spec],
      ...recordings,
    ]);
    const { chunks } = await readStreamBytes(server.url);
    const worker = await measure("contract worker", [...["worker", server.url, ...service, "--spec", spec, "--drain"]]);
    const { results } = await readStreamBytes(server.url);
    const report = await measure("contract report", [
      ...["report", server.url, ...service, "--quiet", "--fail-on", "never"],
    ]);
    measured.push([local, feed, worker, report]);
    ratiosWithoutStart.push((local.cpu - localStart.cpu) / (worker.cpu - workerStart.cpu));
    bytes = { chunks, results: results / (round + 1) };
  }
  const service = ["--service", "two"];
  await measure("feed before two workers", ["feed", server.url, ...service, "--spec", spec, ...recordings]);
  const work = ["worker", server.url, ...service, "--spec", spec, "--drain"];
  const two = await measure("two workers", work, work);
  const ratios = measured.map(([local, , worker]) => (local?.cpu ?? 0) / (worker?.cpu ?? 1));
  const rows = (measured[0] ?? []).map(({ title }, index): Row => {
    const pick = (get: (row: Row) => number): number =>
      getMedian(measured.flatMap((round) => round[index] ?? []).map(get));
    return { title, cpu: pick((it) => it.cpu), serverCpu: pick((it) => it.serverCpu), memory: pick((it) => it.memory) };
  });
  const exchanges = countExchanges(recordings);
  return {
    rows,
    ratios,
    ratiosWithoutStart,
    exchanges,
    streamBytes: bytes.chunks / exchanges,
    resultBytes: bytes.results / exchanges,
    twoWorkers: two.cpu / (rows[2]?.cpu ?? 1),
  };
}

function countExchanges(recordings: readonly string[]): number {
  return recordings.reduce((sum, file) => sum + readFileSync(file, "latin1").split("\n").length - 1, 0);
}

async function readStreamBytes(url: string): Promise<{ chunks: number; results: number }> {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  const { state: chunks } = await manager.streams.info("CONTRACT_CHUNKS");
  const results = await manager.streams.info("CONTRACT_RESULTS").then(({ state }) => state.bytes);
  await connection.close();
  return { chunks: chunks.bytes, results };
}

export function getMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
