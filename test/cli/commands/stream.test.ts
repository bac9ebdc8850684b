import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChunkDraft, encodeChunk } from "../../../src/stream/chunk.js";
import { type NatsServer, natsServerPath, startNatsServer } from "../../stream/nats-server.js";
import { readChunk } from "../../stream/read-chunk.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";
import { createRecordings, createRecordingsWithConsumers, SPEC, startRun } from "./stream-run.js";

const isAvailable = natsServerPath !== undefined;

describe.skipIf(!isAvailable)("contract feed, worker and report", () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());

  const createRun = () => startRun(server);
  const check = (...args: readonly string[]): Promise<CommandResult> =>
    runContract(["check", "--spec", SPEC, "--format", "json", ...args]);

  test.each([
    ["findings", [], createRecordings],
    ["coverage", ["--config", "FOLDER/coverage.yaml"], createCoveredRecordings],
    ["credentials only in the last chunk of a recording", [], () => createLongRecording("Authorization")],
    ["no credentials", [], () => createLongRecording("Accept")],
    ["consumers", [], createRecordingsWithConsumers],
    ["an access log", [], createLog],
    ["a truncated recording and an unreadable entry", [], createDefects],
    [
      "no exchange of the spec",
      [],
      () => createFolder({ "a.har": createHar(createHarEntry({ url: "https://a.example/" })) }),
    ],
  ])("the report is that of contract check: %s", async (_, options, createTraffic) => {
    const { feed, work, report } = createRun();
    const folder = createTraffic();
    expect(await feed(folder)).toMatchObject({ code: 0, stderr: "" });
    const args = options.map((it) => it.replace("FOLDER", folder));
    expect((await work(...args)).code).toBe(0);
    const local = await check(folder, ...args);
    expect(JSON.parse(local.stdout).summary.exchanges).toBeGreaterThan(0);
    const reported = await report();
    expect(reported.stdout).toBe(local.stdout);
    expect(reported.code).toBe(local.code);
  });

  test("recordings that are fed twice, before and after they are checked, count once", async () => {
    const { feed, work, report } = createRun();
    const folder = createRecordings();
    await feed(folder);
    await feed(folder);
    await work();
    await feed(folder);
    await work();
    expect((await report()).stdout).toBe((await check(folder)).stdout);
  });

  test("every format is written, and the baseline and --fail-on apply", async () => {
    const { feed, work, report } = createRun();
    const folder = createRecordings();
    const baseline = join(folder, "baseline.json");
    await feed(folder);
    await work();
    const html = join(folder, "report.html");
    expect((await report("--format", `html:${html}`, "--format", "text")).stdout).toContain("exchanges: ");
    const accept = ["--baseline", baseline, "--update-baseline", "known"];
    expect((await report()).code).toBe(1);
    expect((await report(...accept)).code).toBe(0);
    expect((await report("--baseline", baseline)).code).toBe(0);
    expect((await report("--fail-on", "never")).code).toBe(0);
  });

  test("chunks that wait make the report inconclusive, if they are in the range", async () => {
    const { feed, work, report } = createRun();
    await feed(createRecordings());
    await work();
    await feed(createFolder({ "late.har": createHar(createHarEntry({ url: "https://library.example/v1/books/8" })) }));
    const { code, stderr } = await report();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "contract report: not checked: 1 chunk is not checked yet; wait for the workers\n",
    });
    expect((await report("--since", "2026-02-01")).stderr).toContain("there are no exchanges to check");
    expect((await report("--until", "2026-01-31T09:00:00Z")).stderr).toContain("there are no exchanges to check");
    expect((await report("--until", "2026-01-31T09:00:01Z")).stderr).toContain("not checked yet");
  });

  test("a chunk that cannot be checked is listed with its reason, and the others are checked", async () => {
    const { feed, work, report, open } = createRun();
    const stream = await open();
    await stream.publish({ id: "poison", hour: "2026-01-31T09", bytes: gzipSync("{}\n") });
    const folder = createRecordings();
    await feed(folder);
    const reason = "chunk format undefined; expected 1";
    expect((await work()).stderr).toContain(`contract worker: chunk poison cannot be checked: ${reason}\n`);
    const { code, stderr, stdout } = await report();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `contract report: not checked: 1 chunk is not checkable: poison: ${reason}\n`,
    });
    expect(JSON.parse(stdout).summary).toEqual(JSON.parse((await check(folder)).stdout).summary);
    await stream.close();
  });

  test("a chunk that workers claim again and again without a result is listed too", async () => {
    const { feed, work, report, open } = createRun();
    await feed(createFolder({ "a.har": createHar(createHarEntry()) }));
    const stream = await open();
    for (let attempt = 0; attempt < 2; attempt++) (await stream.claim(1000))?.release();
    expect((await work("--max-attempts", "2")).stderr).toContain("claimed 2 times without a result");
    expect((await report()).stderr).toContain("1 chunk is not checkable");
    await stream.close();
  });

  test("exchanges that were dropped make the report inconclusive, and those left out by sampling are named", async () => {
    const { feed, work, report, open } = createRun();
    const publish = async (kind: "dropped" | "sampled"): Promise<void> => {
      const stream = await open();
      const draft = createChunkDraft("api#1");
      draft.unfed.push({ kind, exchanges: 30 });
      await stream.publish(await encodeChunk(draft, "2026-01-31T09"));
      await stream.close();
    };
    await feed(createFolder({ "a.har": createHar(createHarEntry()) }));
    await publish("sampled");
    await work();
    expect(await report()).toMatchObject({
      code: 0,
      stderr: "contract report: 30 exchanges not fed, because feeders sample\n",
    });
    await publish("dropped");
    await work();
    const { code, stderr } = await report("--quiet");
    expect(code).toBe(2);
    expect(stderr).toContain("inconclusive: feeders dropped 30 exchanges, because their buffer was full");
  });

  test("another version of the spec has a report of its own", async () => {
    const { feed, work, report } = createRun();
    const folder = createRecordings();
    await feed(folder);
    const [, older = ""] = /version (\w+)/.exec((await work()).stderr) ?? [];
    await feed(createFolder({ "new.har": createHar(createHarEntry({ url: "https://library.example/v1/books/9" })) }));
    const [, newer = ""] = /version (\w+)/.exec((await work("--config", createLevels())).stderr) ?? [];
    expect(newer).not.toBe(older);
    expect(JSON.parse((await report()).stdout).summary.exchanges).toBe(1);
    expect((await report("--spec-version", older)).stdout).toBe((await check(folder)).stdout);
    expect(await report("--spec-version", "x")).toMatchObject({
      code: 2,
      stderr: `contract report: --spec-version x: there is none; there are ${newer}, ${older}\n`,
    });
  });

  test("nothing secret is fed", async () => {
    const { feed, open } = createRun();
    const headers = [{ name: "Authorization", value: "Bearer abcdef123456" }];
    const url = "https://library.example/v1/books/7?api_key=abcdef123456";
    await feed(createFolder({ "a.har": createHar(createHarEntry({ url, request: { headers } })) }));
    const stream = await open();
    const text = JSON.stringify(await readChunk((await stream.claim(1000))?.bytes ?? Buffer.of()));
    expect(text).toContain("Bearer [redacted]");
    expect(text).not.toContain("abcdef123456");
    await stream.close();
  });

  test("a report without a worker says what to do", async () => {
    const { service, report } = createRun();
    expect(await report()).toEqual({
      code: 2,
      stdout: "",
      stderr: `contract report: no worker has checked the service ${service}; start contract worker, or pass --service\n`,
    });
  });
});

test.each([
  [["feed", "http://127.0.0.1:4222", "a.har"], "http://127.0.0.1:4222: expected the URL of a NATS server"],
  [["report", "nats://127.0.0.1:1"], "cannot connect to 127.0.0.1:1: "],
  [["diff", SPEC, SPEC, "--since", "24h"], "--since needs a stream: add --traffic nats://HOST"],
  [["worker", "nats://127.0.0.1:1", "--max-archive", "1M"], "--max-archive needs --archive-days"],
  [["report", "nats://127.0.0.1:1", "--service", "a.b"], "service a.b: expected up to 64 letters"],
  [["report", "nats://127.0.0.1:1", "--since", "yesterday"], "--since yesterday: give a duration such as 24h"],
  [["report", "nats://127.0.0.1:1"], "cannot read missing.creds: ENOENT", { NATS_CREDS: "missing.creds" }],
])("contract %j fails with the reason", async (args, reason, env: Record<string, string> = {}) => {
  const folder = createFolder({ "a.har": createHar(createHarEntry()) });
  const given = args.map((it) => (it === "a.har" ? join(folder, it) : it));
  const { code, stderr } = await runContract(given, "", env);
  expect(code).toBe(2);
  expect(stderr).toContain(`contract ${args[0]}: ${reason}`);
});

/** A recording of three chunks whose operation needs credentials. */
function createLongRecording(lastHeader: string): string {
  const lines = Array.from({ length: 1100 }, (_, index) => {
    const headers = [["Accept", "*/*"], ...(index === 1099 ? [[lastHeader, "Bearer [redacted]"]] : [])];
    const request = { method: "GET", url: "https://library.example/v1/books/7", headers };
    const response = { status: 200, headers: [["Content-Type", "application/json"]], body: '{"id":7,"title":"Emma"}' };
    return JSON.stringify({ request, response });
  });
  return createFolder({ "long.ndjson": `${lines.join("\n")}\n` });
}

function createLog(): string {
  const line = {
    ts: 1769850000,
    request: { method: "GET", host: "library.example", uri: "/v1/books/7", proto: "HTTP/1.1", headers: {} },
  };
  return createFolder({
    "access.jsonl": [200, 418]
      .map((status) => `${JSON.stringify({ ...line, status, size: 3, duration: 0.1, resp_headers: {} })}\n`)
      .join(""),
  });
}

function createDefects(): string {
  const whole = createHar(createHarEntry(), { request: {} }, createHarEntry());
  return createFolder({ "a.har": whole, "b.har": whole.slice(0, -20) });
}

function createCoveredRecordings(): string {
  const folder = createRecordings();
  writeFileSync(join(folder, "coverage.yaml"), "coverage: { operations: 1 }\n");
  return folder;
}

/** A configuration that gives another version of the results. */
function createLevels(): string {
  const rule = "levels: [{ code: response.body.undeclared, level: off }]\n";
  return join(createFolder({ "levels.yaml": rule }), "levels.yaml");
}
