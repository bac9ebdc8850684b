/** Delays before retries, and why a run ends. */
import { expect, test } from "vitest";
import type { SerializedRequest } from "../../../src/probe/requests/serialize-request.js";
import { createCutList } from "../../../src/probe/run-probe.js";
import type { SendResult } from "../../../src/probe/session/send.js";
import { createRetryingSender } from "../../../src/probe/session/session.js";

const respond = (status: number, retryAfter?: string): SendResult => ({
  kind: "response",
  response: { status, headers: retryAfter === undefined ? [] : [["Retry-After", retryAfter]], body: { kind: "none" } },
});
const fail = (cause: "refused" | "timeout" | "other" | "aborted"): SendResult => ({
  kind: "failed",
  cause,
  reason: `is ${cause}`,
});
const OK = respond(200);
const TIMEOUT = fail("timeout");
const REFUSED = fail("refused");

/** Sends requests with these methods, and returns the outcomes, the delays, what was sent, and the end. */
async function run(methods: string, results: readonly SendResult[], takes = 99, limit?: string) {
  const left = [...results];
  const delays: number[] = [];
  const outcomes: string[] = [];
  let sent = "";
  let taken = 0;
  const sender = createRetryingSender({
    source: "https://a.example",
    signal: new AbortController().signal,
    pause: async (ms) => void delays.push(ms),
    send: async ({ method }) => {
      sent += method[0];
      return left.shift() ?? OK;
    },
    budget: { take: async () => ++taken <= takes, getExceededLimit: () => limit } as never,
  });
  for (const letter of methods) {
    const request = { method: letter === "G" ? "GET" : "POST" } as SerializedRequest;
    const outcome = await sender.send(request).catch((error: Error) => error);
    outcomes.push(
      outcome instanceof Error ? outcome.message : outcome.kind === "failed" ? "-" : `${outcome.response.status}`,
    );
  }
  return { outcomes, delays, sent, end: sender.getEndReason() };
}

test.each<[results: readonly SendResult[], outcome: string, delays: readonly number[], end?: string]>([
  [[OK], "200", []],
  [[respond(429, "2"), OK], "200", [2000]],
  [[respond(503, "0"), OK], "200", [0]],
  [[respond(503, "9"), OK], "200", [5000]],
  [[respond(503), OK], "200", [300]],
  [[respond(503), respond(503), OK], "503", [300]],
  [[respond(502), OK], "502", []],
  [[respond(503, "soon"), OK], "503", []],
  [[respond(500, "2"), OK], "500", []],
  [[respond(429, "1"), respond(429, "1"), respond(429, "1"), OK], "429", [1000, 1000]],
  [[REFUSED, OK], "200", [200]],
  [[REFUSED, REFUSED, OK], "200", [200, 800]],
  [[TIMEOUT, OK], "-", []],
  [[fail("other"), OK], "-", []],
  [[fail("aborted"), OK], "is aborted", []],
  [[REFUSED, REFUSED, REFUSED, OK], "https://a.example: is refused", [200, 800], "https://a.example: is refused"],
])("one request: %j", async (results, outcome, delays, end) => {
  const { sent, ...found } = await run("P", results);
  expect(found).toEqual({ outcomes: [outcome], delays, end });
});

const five = (it: SendResult): readonly SendResult[] => [it, it, it, it, it];
const SILENT = "https://a.example sent no response to 5 requests in a row: is timeout";

test.each<[methods: string, results: readonly SendResult[], outcomes: readonly string[], sent: string, end?: string]>([
  ["PPPP", five(TIMEOUT), ["-", "-", "-", "-"], "PPPP"],
  ["PPPPPP", five(TIMEOUT), ["-", "-", "-", "-", SILENT, SILENT], "PPPPP", SILENT],
  [
    "PPPPPPPPPP",
    [...five(TIMEOUT).slice(1), OK, ...five(TIMEOUT)],
    [..."----", "200", ..."----", SILENT],
    "PPPPPPPPPP",
    SILENT,
  ],
  ["GPPPPPP", [OK, ...five(TIMEOUT), OK, TIMEOUT], ["200", ..."------"], "GPPPPPGP"],
  ["GPPPPP", [OK, ...five(TIMEOUT), TIMEOUT], ["200", ..."----", SILENT], "GPPPPPG", SILENT],
  [
    "GPG",
    [OK, OK, REFUSED, REFUSED, REFUSED],
    ["200", "200", "https://a.example became unreachable after 2 responses: is refused"],
    "GPGGG",
    "https://a.example became unreachable after 2 responses: is refused",
  ],
])("%s", async (methods, results, outcomes, sent, end) => {
  const { delays, ...found } = await run(methods, results);
  expect(found).toEqual({ outcomes, sent, end });
});

test("the budget ends requests", async () => {
  expect((await run("GG", [], 1)).outcomes).toEqual(["200", "the requests of this phase are used up"]);
  expect((await run("GG", [], 1, "no time")).outcomes).toEqual(["200", "no time"]);
});

test("what was cut is listed by reason", () => {
  const { add, list } = createCutList();
  const tasks = (...ids: string[]) => ids.map((id) => ({ id }));
  add("r", [], 1);
  expect(list()).toEqual([]);
  add("r", tasks("a"), 2);
  add("s", tasks("x", "y", "z", "not named"), 3);
  add("r", tasks("b", "c", "d", "e"), 4);
  expect(list()).toEqual(["r: not finished from a, b, c and 2 more on", "s: not finished from x, y, z on"]);
});
