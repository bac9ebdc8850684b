import type { Report } from "../../gate/index.js";
import type { WorkedChunk } from "../../stream/index.js";

/** Counts what a worker does, in the text format of Prometheus. */
export type WorkerMetrics = {
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
