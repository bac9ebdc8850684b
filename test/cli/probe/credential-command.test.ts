import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCredentialSource } from "../../../src/cli/probe/credential-source.js";
import { collectGarbage } from "../../collect-garbage.js";

/** A shell that waits for a child process keeps stdout open. */
const ENDLESS = "command:sleep 600; echo never";

const ENDS = [
  ["in time", { timeoutMs: 50 }, "it took longer than 0.05 seconds"],
  ["when the run is interrupted", { signal: AbortSignal.timeout(50) }, "interrupted"],
  ["when it was interrupted before", { signal: AbortSignal.abort() }, "interrupted"],
] as const;

test.each(ENDS)("a command that prints no token is stopped %s", async (_, limits, message) => {
  const source = createCredentialSource({ auth: ENDLESS, token: undefined, ...limits }, []);
  await expect(source.get()).rejects.toThrow(`--auth command: no token: ${message}`);
});

test("the time limit holds across garbage collections", async () => {
  const { signal } = new AbortController();
  const token = createCredentialSource(
    { auth: "command:sleep 2; echo late", token: undefined, signal, timeoutMs: 300 },
    [],
  ).get();
  await pause(100);
  collectGarbage();
  await expect(token).rejects.toThrow("it took longer than 0.3 seconds");
});

test.each([
  ["printf ' abc\\n'", "Bearer abc"],
  ["echo no >&2; echo abc", "Bearer abc"],
])("%s is a token", async (command, authorization) => {
  const { headers } = await createCredentialSource({ auth: `command:${command}`, token: undefined }, []).get();
  expect(headers).toEqual([["Authorization", authorization]]);
});

test.each([
  ["echo abc; exit 3", "it ended with exit code 3"],
  ["kill -9 $$", "it ended with SIGKILL"],
  ["true", "nothing on stdout"],
])("%s is not a token", async (command, message) => {
  const source = createCredentialSource({ auth: `command:${command}`, token: undefined }, []);
  await expect(source.get()).rejects.toThrow(`--auth command: no token: ${message}`);
});
