/** Tests of Ctrl-C, of a port in use and of a full disk: the command ends, reports the partial result and leaves no incomplete file. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledCommand } from "../bundled.js";
import { serveForTest } from "../serve.js";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const ROOT = join(import.meta.dirname, "../..");
const LIBRARY = join(ROOT, "test/cases/library.yaml");
const FULL_DEVICE = "/dev/full";

describe("an interruption of contract check", () => {
  const interrupt = new AbortController();
  /** A pipe that stays open. */
  const stdin = (async function* () {
    yield Buffer.from(createHar(createHarEntry(), createHarEntry()).slice(0, -3));
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  })();

  test("stops reading, reports what was checked, and removes nothing from the baseline", async () => {
    const before = "schemaVersion: 2\nwaivers: []\n";
    const baseline = join(createFolder({ "b.yaml": before }), "b.yaml");
    const args = ["check", "-", "--spec", LIBRARY, "--baseline", baseline, "--update-baseline", ""];
    const { code, stdout, stderr } = await runContract(args, "", {}, { stdin, signal: interrupt.signal });
    expect(code).toBe(2);
    expect(stdout).toMatch(/\d exchanges?: \d passed/);
    expect(stderr).toContain("inconclusive: interrupted; later exchanges were not checked");
    expect(readFileSync(baseline, "utf8")).toBe(before);
  });

  test("ends the command although its pipe stays open", async () => {
    const [node, ...args] = bundledCommand();
    // With a key: verdicts of requests without credentials wait for the end of the recording.
    const request = { method: "GET", url: "https://library.example/v1/books/7", headers: { "X-Key": "k" } };
    const line = { request, response: { status: 200 } };
    const report = `text:${join(createFolder({}), "report.txt")}`;
    const child = spawn(node, [...args, "check", "-", "--spec", LIBRARY, "--verdicts", "-", "--format", report]);
    // The command ends before it has read all input.
    child.stdin.on("error", () => {});
    const ended = new Promise((end) => child.once("exit", (code) => end(code)));
    const checked = new Promise((seen) => child.stdout.once("data", seen));
    const feeding = setInterval(() => child.stdin.write(`${JSON.stringify(line)}\n`.repeat(500)), 20);
    await checked;
    clearInterval(feeding);
    child.kill("SIGINT");
    expect(await ended).toBe(1);
    child.stdin.destroy();
  }, 60_000);
});

test.each([
  ["docs", LIBRARY],
  ["sandbox", LIBRARY],
  ["mock", LIBRARY],
  ["listen", "--spec", LIBRARY],
  ["record", "--target", "http://127.0.0.1:1", "--spec", LIBRARY, "--out", "/dev/null"],
])("contract %s leaves nothing that keeps the process running if its port is in use", async (...words) => {
  const port = new URL(await serveForTest(createServer())).port;
  const { code, stderr } = await runContract([...words, "--port", port]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("EADDRINUSE") });
  // A server or process that is being closed takes a moment.
  const listHandles = (): string[] => process.getActiveResourcesInfo().filter((it) => /Watch|Process/.test(it));
  await expect.poll(listHandles, { timeout: 5000 }).toEqual([]);
});

test.runIf(existsSync(FULL_DEVICE))(
  "a stdout that cannot be written is reported",
  async () => {
    const [node, ...args] = bundledCommand();
    const child = spawn("sh", ["-c", '"$@" > /dev/full', "sh", node, ...args, "explain", "response.body.invalid"]);
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    expect(await new Promise((end) => child.once("close", end))).toBe(2);
    expect(stderr).toMatch(/^contract: cannot write to stdout: ENOSPC/);
  },
  60_000,
);

describe.runIf(existsSync(FULL_DEVICE))("a full disk", () => {
  test.each([
    ["verdicts", ["check", "-", "--spec", LIBRARY, "--verdicts", FULL_DEVICE]],
    ["a recording", ["record", "--target", "http://127.0.0.1:9", "--port", "0", "--out", FULL_DEVICE]],
    ["what a probe has exchanged", ["probe", "http://127.0.0.1:9", "--spec", LIBRARY, "--har", FULL_DEVICE]],
  ])("is reported with the file, for %s", async (_, args) => {
    const { code, stderr } = await runContract(args, createHar(createHarEntry()));
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot write \/dev\/full: ENOSPC/);
  });
});
