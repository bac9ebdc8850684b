import { createServer } from "node:http";
import type { Report } from "../../check/index.js";
import type { WorkedChunk } from "../../stream/index.js";
import { UsageError } from "../process/io.js";
import { listenOn } from "../process/listen-on.js";

/** Counts what a worker does, in the text format of Prometheus. */
type WorkerMetrics = {
  /** @param now milliseconds since 1970 */
  readonly add: (worked: WorkedChunk, now: number) => void;
  readonly format: () => string;
};

export function createWorkerMetrics(): WorkerMetrics {
  const chunks = createCounter("contract_chunks_total", "Chunks by result: checked, failed or returned.");
  const exchanges = createCounter("contract_exchanges_total", "Checked exchanges by verdict.");
  const findings = createCounter(
    "contract_findings_total",
    "Findings by code and level, each counted once for each exchange.",
  );
  const delay = createHistogram("contract_delay_seconds", "The time from publishing a chunk to its result.");
  return {
    add: (worked, now) => {
      chunks.add({ result: worked.kind }, 1);
      if (worked.kind !== "checked") return;
      delay.add((now - worked.publishedAt) / 1000);
      for (const { summary, findings: found } of listReports(worked)) {
        for (const verdict of VERDICTS) exchanges.add({ verdict }, summary[verdict]);
        for (const { code, level, exchanges: count } of found) findings.add({ code, level }, count);
      }
    },
    format: () => [chunks, exchanges, findings, delay].map((it) => it.format()).join(""),
  };
}

const VERDICTS = ["passed", "failed", "partial", "skipped"] as const;

function listReports({ result }: Extract<WorkedChunk, { kind: "checked" }>): Report[] {
  const open = Object.entries(result.open).map(([source, reports]) => reports[result.credentials[source] ?? "none"]);
  return [...(result.settled === undefined ? [] : [result.settled]), ...open];
}

type Counter = {
  readonly add: (labels: Readonly<Record<string, string>>, count: number) => void;
  readonly format: () => string;
};

function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, number>();
  return {
    add: (labels, count) => {
      const key = Object.entries(labels)
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
        .join(",");
      counts.set(key, (counts.get(key) ?? 0) + count);
    },
    format: () =>
      `# HELP ${name} ${help}\n# TYPE ${name} counter\n${[...counts].map(([labels, count]) => `${name}{${labels}} ${count}\n`).join("")}`,
  };
}

function createHistogram(
  name: string,
  help: string,
): { readonly add: (value: number) => void; readonly format: () => string } {
  const buckets = BUCKETS.map(() => 0);
  let [sum, count] = [0, 0];
  return {
    add: (value) => {
      sum += value;
      count += 1;
      for (const [index, limit] of BUCKETS.entries()) if (value <= limit) buckets[index] = (buckets[index] ?? 0) + 1;
    },
    format: () => {
      const lines = BUCKETS.map((limit, index) => `${name}_bucket{le="${limit}"} ${buckets[index]}\n`);
      const total = `${name}_bucket{le="+Inf"} ${count}\n${name}_sum ${sum}\n${name}_count ${count}\n`;
      return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${lines.join("")}${total}`;
    },
  };
}

/** Seconds. */
const BUCKETS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600];

type MetricsServer = { readonly address: string; readonly close: () => void };

type ServedMetrics = {
  readonly metrics: Pick<WorkerMetrics, "format">;
  readonly health: Pick<WorkerHealth, "findProblem">;
};

/**
 * Serves `/metrics` for Prometheus and `/health`, which has the status 503 and the reason if the worker cannot work.
 *
 * @param where `PORT` or `HOST:PORT`; the default host is 127.0.0.1
 * @throws UsageError if the address cannot be used
 */
export async function serveMetrics(where: string, { metrics, health }: ServedMetrics): Promise<MetricsServer> {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  if (port === "") throw new UsageError(`--metrics ${where}: give a port, or a host and a port such as 0.0.0.0:9464`);
  const server = createServer((request, response) => {
    if (request.url === "/metrics")
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(metrics.format());
    else if (request.url === "/health") {
      const problem = health.findProblem();
      response.writeHead(problem === undefined ? 200 : 503, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ status: problem ?? "ok" })}\n`);
    } else response.writeHead(404).end();
  });
  const address = await listenOn(server, host, Number(port), "--metrics");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address, close };
}

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
