/** Tests of the progress on stderr, byte by byte. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLiveOutput, startProgress } from "../../../src/cli/output/progress.js";
import type { Io } from "../../../src/cli/process/io.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the text of each call that writes to stderr. */
function createStderrIo(isTerminal: boolean) {
  const written: string[] = [];
  const refuse = () => {
    throw new Error("only stderr is written to");
  };
  const io: Io = {
    stdout: refuse,
    stderr: (text) => void written.push(text),
    stdin: (async function* () {})(),
    env: {},
    signal: new AbortController().signal,
    isTerminal,
    today: "2026-01-31",
  };
  return { io, written };
}

const CLEAR = "\r\u001b[K";

const FIRST = "\r1000 requests, 2000 per second\u001b[K";
const SECOND = "\r2500 requests, 2500 per second, 999 with findings\u001b[K";

test.each([
  ["on a terminal", true, false, 250, [FIRST, SECOND, CLEAR]],
  ["elsewhere", false, false, 250, []],
  ["with --quiet", true, true, 250, []],
  ["on a terminal, in less than half a second", true, false, 100, []],
])("%s, the progress has the count, the rate and the findings", (_, isTerminal, quiet, milliseconds, wanted) => {
  const { io, written } = createStderrIo(isTerminal);
  const { advance, stop } = startProgress(io, quiet, "requests");
  for (const [count, isFound] of [[999], [1], [999, true], [501]] as const) {
    vi.advanceTimersByTime(milliseconds);
    advance(count, isFound);
  }
  stop();
  expect(written).toEqual(wanted);
});

const FINDING = {
  level: "error",
  code: "response.body.invalid",
  message: "/id: expected integer",
  contract: { file: "a.yaml", pointer: "/x", line: 3, column: 5 },
} as unknown as Parameters<ReturnType<typeof startLiveOutput>["add"]>[1]["findings"][number];
const LINE = "error response.body.invalid  GET http://a.example/b\n  /id: expected integer  (a.yaml:3:5)\n";

/** Returns the output for three exchanges: the second fails twice with the same finding, and the third has no response. */
function recordLiveOutput(isTerminal: boolean, quiet: boolean, accepted?: string): readonly string[] {
  const { io, written } = createStderrIo(isTerminal);
  const { add, print, stop } = startLiveOutput(io, quiet, ({ fingerprint }) => fingerprint === accepted);
  const request = (status: number) => ({
    request: { method: "GET", url: "http://a.example/b?token=x#c" },
    response: { status },
  });
  const found = (fingerprint: string) => ({ ...FINDING, fingerprint });
  add(request(200), { verdict: "passed", findings: [] });
  add(request(200), { verdict: "failed", findings: [found("1"), found("1")] });
  vi.advanceTimersByTime(100);
  add(request(0), { verdict: "skipped", findings: [found("1")] });
  vi.advanceTimersByTime(99);
  print("a note\n");
  vi.advanceTimersByTime(1);
  add(request(200), { verdict: "passed", findings: [] });
  stop();
  vi.advanceTimersByTime(1000);
  return written;
}

test("live traffic on a terminal: each finding once, and a line with counts", () => {
  const request = "GET http://a.example/b?token=[redacted]#c";
  expect(recordLiveOutput(true, false)).toEqual([
    ...[CLEAR, LINE],
    ...[CLEAR, `1 passed, 1 failed  ${request} 200`],
    ...[CLEAR, "a note\n"],
    // A wrapped line cannot be cleared, so lines have at most 79 characters.
    ...[CLEAR, `1 passed, 1 failed, 1 skipped  ${request} no response`.slice(0, 79)],
    CLEAR,
  ]);
});

test.each([
  ["elsewhere", false, false, [LINE, "a note\n"]],
  ["elsewhere with --quiet", false, true, ["a note\n"]],
  ["on a terminal with --quiet", true, true, ["a note\n"]],
  ["with a finding that the baseline accepts", false, false, ["a note\n"], "1"],
  ["with another baseline", false, false, [LINE, "a note\n"], "2"],
] as const)("live traffic %s", (_, isTerminal, quiet, wanted, accepted?) => {
  expect(recordLiveOutput(isTerminal, quiet, accepted)).toEqual(wanted);
});
