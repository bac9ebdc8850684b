/** Services that a probe starts: when they are ready, why they are not, and that no process is left. */
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTarget } from "../../../src/cli/probe/target-process.js";
import type { TargetConfig } from "../../../src/cli/settings/config-table.js";
import { collectGarbage } from "../../collect-garbage.js";
import { serveForTest } from "../../serve.js";
import { createFolder } from "../run-contract.js";

/** A service that prints its URL, and a program that is no service. */
const FILES = {
  "server.cjs": `const server = require("http").createServer((request, response) => {
  if (request.url === "/exit") { console.error("told to end"); process.exit(3); }
  response.end(request.url);
});
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + (process.argv[2] ?? "")));
`,
};

async function start(target: Omit<TargetConfig, "name">, signal = new AbortController().signal) {
  const folder = createFolder(FILES);
  const running = await startTarget({ name: "t", ...target }, { folder, selfCommand: [], signal });
  onTestFinished(() => running.stop());
  return running;
}

const node = (code: string): string => `node -e ${JSON.stringify(code)}`;

test("a service is ready when it responds, and says why it ended", async () => {
  const { url, findEndReason, stop } = await start({ start: "node server.cjs /v1//" });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(await (await fetch(`${url}/a`)).text()).toBe("/v1/a");
  expect(await findEndReason()).toBeUndefined();
  await fetch(new URL("/exit", url)).catch(() => undefined);
  expect(await findEndReason()).toBe("it ended with exit code 3 during the run; stderr:\ntold to end");
  await stop();
});

test("a service that is stopped does not respond any more", async () => {
  const { url, stop } = await start({ start: "node server.cjs", ready: "/health" });
  await stop();
  await expect(fetch(url)).rejects.toThrow();
});

test("a service that runs already is used, unless a command would start it too", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { Location: "/gone" }).end();
  });
  const url = await serveForTest(server);
  const running = await start({ url: `${url}/`, ready: "/ready" });
  expect([running.url, await running.findEndReason(), seen]).toEqual([url, undefined, ["/ready"]]);
  await running.stop();
  await expect(start({ url, start: "node server.cjs" })).rejects.toThrow(
    `target t: another process already listens at ${url}, so "start" would not be what is probed; stop it, or remove "start"`,
  );
});

const WAIT = { readyWithin: 0.5 };

test.each<[what: string, target: Omit<TargetConfig, "name">, message: string]>([
  [
    "prints no URL",
    { start: `echo listening; ${node("setTimeout(() => {}, 9e3)")}` },
    'expected its base URL as the first line of stdout, or in "url"; got "listening"',
  ],
  [
    "prints another URL",
    { start: "echo ftp://a" },
    'expected its base URL as the first line of stdout, or in "url"; got "ftp://a"',
  ],
  [
    "prints an invalid URL",
    { start: "echo http://" },
    'expected its base URL as the first line of stdout, or in "url"; got "http://"',
  ],
  ["has no URL", {}, 'expected its base URL as the first line of stdout, or in "url"; got ""'],
  ["ends", { start: "echo wrong >&2; exit 3" }, "it ended with exit code 3 before it responded; stderr:\nwrong"],
  ["is killed", { start: "kill -9 $$" }, "it ended with SIGKILL before it responded"],
  ["prints nothing", { start: "sleep 9", ...WAIT }, "it printed no base URL within 0.5 seconds"],
  [
    "does not listen",
    { url: "http://127.0.0.1:2", ...WAIT },
    "http://127.0.0.1:2/ did not respond within 0.5 seconds: connection refused (ECONNREFUSED)",
  ],
  [
    "ends before it listens",
    { url: "http://127.0.0.1:2", start: "echo a; exit 0" },
    "it ended with exit code 0 before it responded",
  ],
])("a service that %s", async (_, target, message) => {
  await expect(start(target)).rejects.toThrow(expect.objectContaining({ message: `target t: ${message}` }));
});

test("the time limit holds across garbage collections", async () => {
  const started = start({ start: "sleep 3", ...WAIT });
  await pause(100);
  collectGarbage();
  await expect(started).rejects.toThrow("target t: it printed no base URL within 0.5 seconds");
});

test("nothing waits any more for a service that has ended", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    throw new TypeError("fetch failed");
  });
  onTestFinished(() => fetched.mockRestore());
  await expect(start({ url: "http://127.0.0.1:1/v1", start: node("process.exit(3)") })).rejects.toThrow(
    "target t: it ended with exit code 3 before it responded",
  );
  const count = fetched.mock.calls.length;
  await pause(300);
  expect(fetched.mock.calls.length).toBe(count);
});

test("an interrupt ends the wait", async () => {
  await expect(start({ start: "sleep 9" }, AbortSignal.abort())).rejects.toThrow("target t: interrupted during start");
});
