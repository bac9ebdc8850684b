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
