import { expect, test } from "vitest";
import { runDialogue } from "./dialogue.js";
import { DIALOGUES } from "./dialogues.js";
import { MALFORMED_DIALOGUES } from "./malformed-dialogues.js";

test.each(Object.entries({ ...DIALOGUES, ...MALFORMED_DIALOGUES }))("%s", async (_, [turns, recorded]) => {
  const { seen } = await runDialogue(turns);
  const lines = seen.map(({ request, response, verdict, reasons }) => {
    const path = request.url.replace(/^http:\/\/[^/]*/, "");
    return `${request.method} ${path} ${response.status} ${verdict}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
  });
  expect(lines.map((line, index) => (line.startsWith(recorded[index] ?? line) ? recorded[index] : line))).toEqual(
    recorded,
  );
});

test("an exchange has its start with microseconds, and its duration", async () => {
  let time = Date.UTC(2026, 0, 31);
  const ok = "HTTP/1.1 204 No Content\r\n\r\n";
  const turns = [
    ["client", "GET /v1/books HTTP/1.1\r\nHost: {host}\r\n\r\n"],
    ["target", ok],
  ] as const;
  const { exchanges, har, seen } = await runDialogue([...turns, ...turns], { now: () => (time += 1.25) });
  expect(exchanges.map(({ origin, durationMs }) => [origin.startedAt, durationMs])).toEqual([
    ["2026-01-31T00:00:00.001250Z", 1.25],
    ["2026-01-31T00:00:00.003750Z", 1.25],
  ]);
  expect(seen.map(({ verdict }) => verdict)).toEqual(["failed", "failed"]);
  expect(JSON.parse(har).log.entries[0]).toMatchObject({ time: 1.25, timings: { send: 0, wait: 1.25, receive: 0 } });
});
