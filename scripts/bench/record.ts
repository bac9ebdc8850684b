/** The sandbox with and without the recorder before it: the same requests, in turn, from one generator of load. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./figures.js";
import { type Asked, CONNECTIONS, type Load, load, SECONDS } from "./load.js";
import { residentMegabytes, signedIn, start, stop } from "./running.js";

const CONTRACT = join(import.meta.dirname, "../../dist/cli/main.js");
const COMPARED = 200;

/** Lines of Markdown: what the recorder adds, whether bytes are the same, and whether verdicts are. */
export async function recordTables(rounds: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-record-"));
  const sandbox = await start(folder, ["sandbox", "--database", ":memory:", "--port", "0", "--admin-port", "0"]);
  const [har, live] = [join(folder, "out.har"), join(folder, "live.json")];
  try {
    const { businessId, headers, order } = await signedIn(sandbox);
    const base = `/businesses/${businessId}/orders`;
    const recorder = await startRecorder(sandbox.url, har, live);
    const loads = await measured(rounds, { direct: sandbox.url, recorded: recorder.url }, headers, {
      "GET an order": `${base}/${order}`,
      "list ten orders": `${base}?limit=10`,
      "list a hundred orders": `${base}?limit=100`,
    });
    const paths = Array.from({ length: COMPARED }, (_, nth) => `${base}/${nth % 3 === 0 ? order : `no-${nth}`}`);
    const same = await identical(paths, sandbox.url, recorder.url, headers);
    const memory = residentMegabytes(recorder.process);
    await new Promise<void>((ended) => {
      recorder.process.once("exit", () => ended());
      recorder.process.kill("SIGINT");
    });
    return [...loads, ...verdicts({ har, live, server: sandbox.url, memory, same })];
  } finally {
    await stop(sandbox);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  rounds: number,
  urls: { readonly direct: string; readonly recorded: string },
  headers: Readonly<Record<string, string>>,
  paths: Readonly<Record<string, string>>,
): Promise<string[]> {
  const rows = [
    `## The recorder before the sandbox: ${CONNECTIONS} connections, ${SECONDS} s each, median of ${rounds}`,
    "",
    "| | requests/s without | with | × | p50 ms without | with | added | p99 ms without | with | added |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ];
  for (const [name, path] of Object.entries(paths)) {
    const asked: Asked = { method: "GET", path: () => path };
    const seen: { direct: Load[]; recorded: Load[] } = { direct: [], recorded: [] };
    for (let round = 0; round < rounds; round += 1) {
      seen.direct.push(await load(urls.direct, headers, asked));
      seen.recorded.push(await load(urls.recorded, headers, asked));
    }
    const middle = (loads: readonly Load[], pick: (it: Load) => number): number => median(loads.map(pick));
    const [without, through] = [middle(seen.direct, (it) => it.perSecond), middle(seen.recorded, (it) => it.perSecond)];
    const times = (["p50", "p99"] as const).flatMap((name) => {
      const [a, b] = [middle(seen.direct, (it) => it[name]), middle(seen.recorded, (it) => it[name])];
      return [a.toFixed(1), b.toFixed(1), `${(b - a).toFixed(1)} (× ${(b / a).toFixed(2)})`];
    });
    const cells = [without.toFixed(0), through.toFixed(0), (through / without).toFixed(2), ...times];
    rows.push(`| ${name} | ${cells.join(" | ")} |`);
  }
  return [...rows, ""];
}

type Ended = {
  readonly har: string;
  readonly live: string;
  readonly server: string;
  readonly memory: number;
  readonly same: number;
};

function verdicts({ har, live, server, memory, same }: Ended): string[] {
  const { stdout } = spawnSync(process.execPath, [CONTRACT, "check", har, "--server", server, "--format", "json"], {
    maxBuffer: 1 << 28,
    encoding: "utf8",
  });
  const [told, again] = [JSON.parse(readFileSync(live, "utf8")), JSON.parse(stdout)];
  const isSame = (part: "summary" | "findings"): string =>
    JSON.stringify(told[part]) === JSON.stringify(again[part]) ? "the same" : "DIFFERENT";
  const { exchanges, passed, failed, partial, skipped } = told.summary;
  return [
    "## What was recorded",
    "",
    `- ${same} of ${COMPARED} answers, GET and 404, are the same with and without the recorder: status, names and values of headers`,
    "  in their order (but for Date and the id of the request), and every byte of the body.",
    `- ${exchanges} exchanges: ${passed} passed, ${failed} failed, ${partial} partial, ${skipped} skipped; the recording has`,
    `  ${(statSync(har).size / 1e6).toFixed(0)} MB, the recorder held ${memory.toFixed(0)} MB of memory at the end.`,
    `- \`contract check\` of the recording beside the live report: counts ${isSame("summary")}, findings ${isSame("findings")}.`,
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
  let said = "";
  const url = await new Promise<string>((ready, failed) => {
    child.once("exit", (code) => failed(new Error(`contract record ended with ${code}: ${said}`)));
    child.stderr.on("data", (chunk) => {
      said = `${said}${String(chunk)}`.slice(0, 10_000);
      const found = /^recording (\S+) ->/m.exec(said)?.[1];
      if (found !== undefined) ready(found);
    });
  });
  return { url, process: child };
}

async function identical(
  paths: readonly string[],
  direct: string,
  recorded: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  let same = 0;
  for (const path of paths) {
    const [a, b] = [await answer(`${direct}${path}`, headers), await answer(`${recorded}${path}`, headers)];
    if (a === b) same += 1;
  }
  return same;
}

function answer(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((done, failed) => {
    const outgoing = request(url, { headers, agent: new Agent({ keepAlive: false }) }, (response) => {
      const hash = createHash("sha256");
      response.on("data", (bytes: Buffer) => hash.update(bytes));
      response.on("end", () => {
        const { rawHeaders, statusCode } = response;
        const kept = rawHeaders.filter((_, at) => !/^(date|.*request-id)$/i.test(rawHeaders[at - (at % 2)] ?? ""));
        done(JSON.stringify([statusCode, kept, hash.digest("hex")]));
      });
    });
    outgoing.on("error", failed).end();
  });
}
