/**
 * `npx tsx scripts/bench/probe-services.ts`: installs services of other makers, starts each on loopback, and runs `contract probe`
 * with the docs alone: base URL, spec and credentials.
 *
 * Options:
 * - `--match TEXT`: only services whose name contains the text
 * - `--seed N`, `--requests N`
 * - `--folder DIR`: where the services are installed
 * - `--command FILE`: the compiled `cli/main.js` to run; the default is that of `dist/`
 * - `--replay`: draws findings at error level, and runs their curls while the service is still running
 * - `--schemathesis FILE`: also runs this command of Schemathesis on each service, with as many requests
 * - `--state FILE`: results as JSON; what this run does not measure is taken from it
 * - `--out FILE`: the page to write; without it, the results are only printed
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installService, type RunningService, startService } from "./probe-services/foreign-process.js";
import { formatServicesPage, type ServiceResult } from "./probe-services/page.js";
import { drawSample, type ReportedFinding, replayCase, replayCurl } from "./probe-services/sample.js";
import { runSchemathesis } from "./probe-services/schemathesis.js";
import { type ForeignService, SERVICES } from "./probe-services/services.js";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "1500" },
    folder: { type: "string", default: join(tmpdir(), "probe-services") },
    command: { type: "string", default: "dist/cli/main.js" },
    out: { type: "string" },
    replay: { type: "boolean", default: false },
    schemathesis: { type: "string" },
    state: { type: "string", default: join(tmpdir(), "probe-services.json") },
  },
});

const earlier: readonly ServiceResult[] = existsSync(values.state)
  ? JSON.parse(readFileSync(values.state, "utf8"))
  : [];
const measured: ServiceResult[] = [];
for (const service of SERVICES.filter(({ name }) => name.includes(values.match))) {
  const result = await probeService(service).catch((error: unknown) =>
    process.stdout.write(`${service.name}: ${String(error)}\n`),
  );
  if (typeof result !== "object") continue;
  const other = await compareSchemathesis(service);
  const known = earlier.find(({ name }) => name === service.name);
  measured.push({ ...result, schemathesis: other ?? known?.schemathesis, sample: result.sample ?? known?.sample });
  if (other !== undefined) process.stdout.write(`    Schemathesis: ${JSON.stringify(other)}\n`);
  const { name, operations, unaccepted, requests, seconds, exitCode, findings } = result;
  const accepted = operations - unaccepted.length;
  process.stdout.write(
    `${name}: ${accepted} of ${operations} accepted, ${requests} requests, ${seconds} s, exit ${exitCode}\n`,
  );
  const { sample = [] } = result;
  if (values.replay)
    process.stdout.write(
      `    ${sample.filter((it) => it.shownBy !== undefined).length} of ${sample.length} sampled findings shown again\n`,
    );
  for (const it of unaccepted) process.stdout.write(`    not accepted: ${it}\n`);
  process.stdout.write(
    `    ${Object.entries(findings)
      .map(([code, count]) => `${count} ${code}`)
      .join(", ")}\n`,
  );
}
const results = SERVICES.flatMap(({ name }) => {
  const found = [...measured, ...earlier].find((it) => it.name === name);
  return found === undefined ? [] : [found];
});
writeFileSync(values.state, JSON.stringify(results, null, 1));
if (values.out !== undefined) writeFileSync(values.out, formatServicesPage(results, values));

async function probeService(service: ForeignService): Promise<ServiceResult> {
  const folder = installService(service, values.folder);
  const running = await startService(service, folder);
  const { url, spec, stop } = running;
  try {
    const report = join(folder, "report.json");
    rmSync(report, { force: true });
    const include = (service.include ?? []).flatMap((it) => ["--include", it]);
    const limits = ["--max-requests", values.requests, "--max-time", "300", "--seed", values.seed];
    const started = performance.now();
    const child = spawn(
      process.execPath,
      [
        values.command,
        "probe",
        url,
        "--spec",
        spec,
        ...listAuth(service),
        ...limits,
        ...include,
        "--format",
        `json:${report}`,
        "--format",
        `text:${report}.txt`,
        "--har",
        `${report}.har`,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    const [exitCode] = (await once(child, "close")) as [number];
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    writeFileSync(`${report}.err`, stderr);
    return {
      ...summarize(readFileSync(report, "utf8")),
      ...(values.replay ? { sample: await replaySample(service, report, running) } : {}),
      ...{ name: service.name, from: service.from, language: service.language },
      requests: Number(/(\d+) requests/.exec(stderr)?.[1] ?? 0),
      seconds,
      exitCode,
    };
  } finally {
    await stop();
  }
}

/** Starts the service anew, so that neither tool finds what the other one left. */
async function compareSchemathesis(service: ForeignService): Promise<ServiceResult["schemathesis"]> {
  if (values.schemathesis === undefined) return undefined;
  const running = await startService(service, installService(service, values.folder));
  try {
    return await runSchemathesis(values.schemathesis, service, running, Number(values.requests));
  } finally {
    await running.stop();
  }
}

/** Draws findings, and shows them again: by their curls on the service as the probe left it, else by their cases on a new one. */
async function replaySample(service: ForeignService, report: string, { spec, stop }: RunningService) {
  const { findings } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const sample = drawSample(findings, Number(values.seed)).map((it) => replayCurl(it, spec, service.token ?? ""));
  await stop();
  const { url, stop: stopNew } = await startService(service, installService(service, values.folder));
  const options = { command: values.command, url, auth: listAuth(service) };
  try {
    return sample.map((it) => (it.shownBy === undefined ? replayCase(it, options) : it));
  } finally {
    await stopNew();
  }
}

function listAuth({ auth }: ForeignService): readonly string[] {
  return auth === undefined ? [] : ["--auth", auth];
}

type Report = {
  readonly findings: readonly ReportedFinding[];
  readonly coverage: {
    readonly operations: readonly {
      readonly operationId: string;
      readonly statuses: Readonly<Record<string, number>>;
    }[];
  };
};

/** An operation is accepted if one of its requests got a success. */
function summarize(text: string): Pick<ServiceResult, "operations" | "unaccepted" | "findings"> {
  const { findings, coverage } = JSON.parse(text) as Report;
  const counts: Record<string, number> = {};
  for (const { code, level } of findings) if (level === "error") counts[code] = (counts[code] ?? 0) + 1;
  const unaccepted = coverage.operations.filter(
    ({ statuses }) => !Object.keys(statuses).some((it) => /^[23]/.test(it)),
  );
  return {
    operations: coverage.operations.length,
    unaccepted: unaccepted.map(({ operationId, statuses }) => `${operationId} (${Object.keys(statuses).join(", ")})`),
    findings: counts,
  };
}
