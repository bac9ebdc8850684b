import { expect, test } from "vitest";
import { speak } from "./dialogue.js";
import { DIALOGUES } from "./dialogues.js";
import { ODD_DIALOGUES } from "./odd-dialogues.js";

test.each(Object.entries({ ...DIALOGUES, ...ODD_DIALOGUES }))("%s", async (_, [turns, recorded]) => {
  const { seen } = await speak(turns);
  const lines = seen.map(({ request, response, verdict, reasons }) => {
    const path = request.url.replace(/^http:\/\/[^/]*/, "");
    return `${request.method} ${path} ${response.status} ${verdict}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
  });
  expect(lines.map((line, index) => (line.startsWith(recorded[index] ?? line) ? recorded[index] : line))).toEqual(
    recorded,
  );
});
