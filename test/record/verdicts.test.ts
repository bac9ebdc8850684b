/** Live results equal the results of `contract check` for the recording. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/run.js";
import type { Exchange } from "../../src/recording/index.js";
import { bundledCommand } from "../bundled.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { openCheckedClient } from "../sandbox/checked-client.js";
import { serveForTest } from "../serve.js";
import { readHarExchanges } from "./dialogue.js";

/** Runs `contract record` until `use` is done and returns exit code and output. */
async function recorded(target: string, args: readonly string[], use: (url: string) => Promise<void>) {
  const interrupt = new AbortController();
  let [stdout, stderr] = ["", ""];
  let received = (_: string): void => {};
  const ready = new Promise<string>((found) => {
    received = found;
  });
  const out = join(createFolder({}), "traffic/first.har");
  const ended = run(["record", "--target", target, "--port", "0", "--out", out, "--format", "json", ...args], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
      const [, url] = /^recording (\S+) ->/m.exec(text) ?? [];
      if (url !== undefined) received(url);
    },
    stdin: (async function* () {})(),
    env: {},
    signal: interrupt.signal,
    isTerminal: false,
    today: "2026-02-15",
  });
  try {
    await use(await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`${code} ${stderr}`)))]));
  } finally {
    interrupt.abort();
  }
  const code = await ended;
  return { code, out, stdout, stderr };
}

/** Runs `contract check` on a recording. */
async function checked(out: string, target: string): Promise<{ code: number; stdout: string }> {
  return runContract(["check", out, "--server", target, "--format", "json"]);
}

/** Sends a recorded response; of three responses, one is made invalid and one is compressed. */
function replay({ response: { status, headers, body } }: Exchange, at: number, response: ServerResponse): void {
  const text = body.kind === "text" ? body.text : "";
  const spoilt = at % 3 === 1 ? text.replace(/"(\w+)":"[^"]*"/, '"$1":[7],"unheard":1') : text;
  const isPacked = at % 3 === 2 && spoilt !== "";
  const kept = headers.filter(([name]) => !/^content-(length|encoding)$/i.test(name));
  for (const [name, value] of kept) response.appendHeader(name, value);
  if (isPacked) response.appendHeader("Content-Encoding", "gzip");
  response.statusCode = status;
  response.end(isPacked ? gzipSync(spoilt) : spoilt);
}

test.each(["examples", "mock"])("test/traffic/%s.har, with every third exchange invalid", async (name) => {
  const exchanges = await readHarExchanges(`test/traffic/${name}.har`);
  let at = 0;
  const target = await serveForTest(
    createServer((request, response) => {
      request.resume().on("end", () => {
        const exchange = exchanges[at];
        if (exchange !== undefined) replay(exchange, at, response);
      });
    }),
  );
  const live = await recorded(target, ["--fail-on", "never"], async (url) => {
    for (const { request } of exchanges) {
      const { pathname, search } = new URL(request.url);
      const { method, body } = request;
      const sent = body.kind === "text" && method !== "GET" ? { body: body.text } : {};
      const headers = request.headers.filter(([key]) => !/^(host|content-length|connection)$/i.test(key));
      await (
        await fetch(`${url}${pathname}${search}`, { method, ...sent, headers: headers.map(([a, b]) => [a, b]) })
      ).arrayBuffer();
      at += 1;
    }
  });
  const reported = JSON.parse(live.stdout);
  expect(reported.summary.exchanges).toBe(exchanges.length);
  expect(reported.summary.failed).toBeGreaterThan(3);
  expect(reported.summary.passed).toBeGreaterThan(3);
  const again = await checked(live.out, target);
  expect(JSON.parse(again.stdout).findings).toEqual(reported.findings);
  expect(JSON.parse(again.stdout).summary).toEqual(reported.summary);
});

test("a run in front of the sandbox: sign-in, writes, rejections, concurrent requests", async () => {
  const { sandbox, token, businessId, close } = await openCheckedClient();
  onTestFinished(close);
  const live = await recorded(sandbox.url, [], async (url) => {
    const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
    const list = `${url}/businesses/${businessId}/orders`;
    const request = Array.from({ length: 40 }, async (_, nth) =>
      (await fetch(`${list}?limit=${nth * 5}`, { headers })).text(),
    );
    await Promise.all(request);
    await (await fetch(list)).text();
  });
  const reported = JSON.parse(live.stdout);
  expect(reported.summary).toMatchObject({ exchanges: 41, passed: 41, failed: 0 });
  expect(live.code).toBe(0);
  expect(await checked(live.out, sandbox.url)).toMatchObject({ code: 0, stdout: live.stdout });
  expect(readFileSync(live.out, "utf8")).not.toContain(token);
  expect(statSync(live.out).mode & 0o077).toBe(0);
});

test("a crashed thread makes the run inconclusive", async () => {
  const target = await serveForTest(createServer((_, response) => response.end("[]")));
  let thread: Worker | undefined;
  process.once("worker", (worker: Worker) => {
    thread = worker;
  });
  const { code, stderr } = await recorded(target, [], async (url) => {
    await thread?.terminate();
    expect(await (await fetch(`${url}/businesses/1/orders`)).text()).toBe("[]");
  });
  expect(code).toBe(2);
  expect(stderr).toContain("the validation thread failed");
});

test("a recording killed at any time can be read up to that point", async () => {
  const target = await serveForTest(createServer((_, response) => response.end("[]")));
  const folder = createFolder({});
  mkdirSync(folder, { recursive: true });
  const out = join(folder, "out.har");
  const [node, main] = bundledCommand();
  const child = spawn(node, [main, "record", "--target", target, "--port", "0", "--out", out], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((found) => {
    child.stderr.on("data", (chunk) => {
      output += String(chunk);
      const [, address] = /^recording (\S+) ->/m.exec(output) ?? [];
      if (address !== undefined) found(address);
    });
  });
  let responded = 0;
  const ask = async (): Promise<void> => {
    for (;;) {
      await (await fetch(`${url}/businesses/1/orders`)).text();
      responded += 1;
      // Exchanges that wait for validation are lost; by then, some have been written.
      if (responded >= 300 && statSync(out).size > 100_000) child.kill("SIGKILL");
    }
  };
  await Promise.allSettled([ask(), ask(), ask(), ask()]);
  const { stdout } = await checked(out, target);
  expect(JSON.parse(stdout).summary.exchanges).toBeGreaterThan(50);
});
