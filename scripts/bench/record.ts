/** Measures the sandbox directly and through `contract record`, in turn, with the same requests. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../test/free-port.js";
import { median } from "./figures.js";
import { CONNECTIONS, type Load, type LoadRequest, measureLoad, SECONDS } from "./load.js";
import { getCpuMilliseconds, getResidentMegabytes, signIn, start, stop } from "./running.js";

const CONTRACT = join(import.meta.dirname, "../../dist/cli/main.js");
const REDOCLY = join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");
const SPEC = join(import.meta.dirname, "../../generated/openapi.json");
const COMPARED = 200;

/** The lines of the page before its tables. */
export const RECORD_HEADER: readonly string[] = [
  "The service is `contract sandbox` with a database in memory. Clients send requests to it directly (`none`), through `contract record`, and through",
  "`redocly proxy`. These take turns in each round; all of them run on the same cores. Both recorders check the traffic and write a HAR.",
  "× is the ratio of requests per second to those without a recorder.",
];

/** Returns Markdown tables: throughput and latency with and without a recorder, and whether responses and verdicts are identical. */
export async function createRecordTables(rounds: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-record-"));
  const sandbox = await start(folder, ["sandbox", "--database", ":memory:", "--port", "0", "--admin-port", "0"]);
  const [har, live] = [join(folder, "out.har"), join(folder, "live.json")];
  const otherTool = await startOtherTool(sandbox.url, join(folder, "rival.har"));
  try {
    const { businessId, headers, order } = await signIn(sandbox);
    const base = `/businesses/${businessId}/orders`;
    const recorder = await startRecorder(sandbox.url, har, live);
    const programs = { none: sandbox, "contract record": recorder, "redocly proxy": otherTool };
    const loads = await measureLoads(rounds, programs, headers, {
      "GET an order": `${base}/${order}`,
      "list ten orders": `${base}?limit=10`,
      "list a hundred orders": `${base}?limit=100`,
    });
    const paths = Array.from({ length: COMPARED }, (_, nth) => `${base}/${nth % 3 === 0 ? order : `no-${nth}`}`);
    const same = await countIdentical(paths, sandbox.url, recorder.url, headers);
    const memory = formatMemory(recorder.process);
    const otherTools = formatMemory(otherTool.process);
    const interruptedAt = performance.now();
    await interrupt(recorder.process);
    const shutdownMs = performance.now() - interruptedAt;
    return [...loads, ...formatVerdicts({ har, live, server: sandbox.url, memory, otherTools, same, shutdownMs })];
  } finally {
    otherTool.process.kill("SIGKILL");
    await stop(sandbox);
    rmSync(folder, { recursive: true, force: true });
  }
}

function interrupt(child: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    child.once("exit", () => ended());
    child.kill("SIGINT");
  });
}

/** Formats the current and the peak memory of a process. */
function formatMemory(child: ChildProcess): string {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return `${getResidentMegabytes(child).toFixed(0)} MB of memory at the end and ${peak.toFixed(0)} MB at most`;
}

async function measureLoads(
  rounds: number,
  programs: Readonly<Record<string, { readonly url: string; readonly process: ChildProcess }>>,
  headers: Readonly<Record<string, string>>,
  paths: Readonly<Record<string, string>>,
): Promise<string[]> {
  const rows = [
    `## Requests through a recorder: ${CONNECTIONS} connections, ${SECONDS} s each, median of ${rounds}`,
    "",
    "| | recorder | requests/s | × of none | p50 ms | p99 ms | CPU ms of the recorder per request |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const [name, path] of Object.entries(paths)) {
    const loadRequest: LoadRequest = { method: "GET", path: () => path };
    const samples = Object.keys(programs).map((): LoadWithCpu[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [nth, { url, process: measured }] of Object.values(programs).entries()) {
        const before = getCpuMilliseconds(measured);
        const load = await measureLoad(url, headers, loadRequest);
        // The recorder works on the last requests for a moment.
        await pause(500);
        samples[nth]?.push({ ...load, cpu: (getCpuMilliseconds(measured) - before) / load.requests });
      }
    const middle = (loads: readonly LoadWithCpu[], pick: (it: LoadWithCpu) => number): number =>
      median(loads.map(pick));
    const [direct = []] = samples;
    const without = middle(direct, (it) => it.perSecond);
    for (const [nth, between] of Object.keys(programs).entries()) {
      const loads = samples[nth] ?? [];
      const through = middle(loads, (it) => it.perSecond);
      const times = (["p50", "p99"] as const).map((time) => middle(loads, (it) => it[time]).toFixed(1));
      const cpu = nth === 0 ? "" : middle(loads, (it) => it.cpu).toFixed(2);
      const cells = [between, through.toFixed(0), (through / without).toFixed(2), ...times, cpu];
      rows.push(`| ${nth === 0 ? name : ""} | ${cells.join(" | ")} |`);
    }
  }
  return [...rows, ""];
}

type LoadWithCpu = Load & { readonly cpu: number };

type RecordingResult = {
  readonly har: string;
  readonly live: string;
  readonly server: string;
  readonly memory: string;
  readonly otherTools: string;
  readonly same: number;
  readonly shutdownMs: number;
};

function formatVerdicts({ har, live, server, memory, otherTools, same, shutdownMs }: RecordingResult): string[] {
  const { stdout } = spawnSync(process.execPath, [CONTRACT, "check", har, "--server", server, "--format", "json"], {
    maxBuffer: 1 << 28,
    encoding: "utf8",
  });
  const [liveReport, rechecked] = [JSON.parse(readFileSync(live, "utf8")), JSON.parse(stdout)];
  const isSame = (part: "summary" | "findings"): string =>
    JSON.stringify(liveReport[part]) === JSON.stringify(rechecked[part]) ? "the same" : "DIFFERENT";
  const { exchanges, passed, failed, partial, skipped } = liveReport.summary;
  return [
    "## The recording",
    "",
    `- ${same} of ${COMPARED} responses (successful GET requests and 404) are the same with and without the recorder: status, header names,`,
    "  values and order (except Date and the request id), and every byte of the body.",
    `- ${exchanges} exchanges: ${passed} passed, ${failed} failed, ${partial} partial, ${skipped} skipped. The recording has`,
    `  ${(statSync(har).size / 1e6).toFixed(0)} MB. The recorder used ${memory}; \`redocly proxy\` used`,
    `  ${otherTools}. Time from the interrupt to the report: ${(shutdownMs / 1000).toFixed(1)} s.`,
    `- \`contract check\` of the recording, compared with the live report: counts ${isSame("summary")}, findings ${isSame("findings")}.`,
    "",
  ];
}

async function startRecorder(
  target: string,
  out: string,
  live: string,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const args = ["record", "--target", target, "--port", "0", "--out", out, "--format", `json:${live}`];
  const child = spawn(process.execPath, [CONTRACT, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  const url = await new Promise<string>((ready, failed) => {
    child.once("exit", (code) => failed(new Error(`contract record ended with ${code}: ${output}`)));
    child.stderr.on("data", (chunk) => {
      output = `${output}${String(chunk)}`.slice(0, 10_000);
      const found = /^recording (\S+) ->/m.exec(output)?.[1];
      if (found !== undefined) ready(found);
    });
  });
  return { url, process: child };
}

/** Starts `redocly proxy`, which also checks traffic while it records. */
async function startOtherTool(
  target: string,
  har: string,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const port = await findFreePort();
  const specArguments = ["--api", SPEC, "--match-mode", "basepath", "--format", "json"];
  const args = ["proxy", "--target", target, "--port", `${port}`, "--har", har, ...specArguments];
  const child = spawn(process.execPath, [REDOCLY, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  await new Promise<void>((ready, failed) => {
    child.once("exit", (code) => failed(new Error(`redocly proxy ended with ${code}: ${output}`)));
    child.stderr.on("data", (chunk) => {
      output = `${output}${String(chunk)}`.slice(-10_000);
      if (output.includes("Press Ctrl+C")) ready();
    });
  });
  return { url: `http://127.0.0.1:${port}`, process: child };
}

async function countIdentical(
  paths: readonly string[],
  direct: string,
  recorded: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  let same = 0;
  for (const path of paths) {
    const [a, b] = [await fetchDigest(`${direct}${path}`, headers), await fetchDigest(`${recorded}${path}`, headers)];
    if (a === b) same += 1;
  }
  return same;
}

function fetchDigest(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((done, failed) => {
    const outgoing = request(url, { headers, agent: new Agent({ keepAlive: false }) }, (response) => {
      const hash = createHash("sha256");
      response.on("data", (bytes: Buffer) => hash.update(bytes));
      response.on("end", () => {
        const { rawHeaders, statusCode } = response;
        const stableHeaders = rawHeaders.filter(
          (_, at) => !/^(date|.*request-id)$/i.test(rawHeaders[at - (at % 2)] ?? ""),
        );
        done(JSON.stringify([statusCode, stableHeaders, hash.digest("hex")]));
      });
    });
    outgoing.on("error", failed).end();
  });
}
