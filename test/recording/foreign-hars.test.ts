/** HARs that others have written, with the expected result of reading them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording, type RecordedBody, readRecording } from "../../src/recording/index.js";

const FOLDER = join(import.meta.dirname, "../material/har-examples");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".har"));

type Reading = { read: number; skipped: string[]; unreadable: string[]; missing: string[] };

/** Files that have anything but one complete exchange. */
const EXPECTED: Readonly<Record<string, Partial<Reading>>> = {
  "multipart-file.har": { missing: ["the content of a file in postData.params is not recorded"] },
};

test("there are 20 files", () => expect(FILES).toHaveLength(20));

test.each(FILES)("%s is read", async (name) => {
  const expected: Reading = { read: 1, skipped: [], unreadable: [], missing: [], ...EXPECTED[name] };
  expect(await readAll(join(FOLDER, name))).toEqual(expected);
});

test.each(["multipart-data.har", "multipart-form-data.har"])("%s becomes a multipart body", async (name) => {
  for await (const [reading] of readRecording(openRecording(join(FOLDER, name)))) {
    if (reading?.kind !== "exchange") throw new Error("The entry is not read");
    const { headers, body } = reading.exchange.request;
    const [, boundary] =
      /boundary=(\S+)/.exec(headers.find(([it]) => it.toLowerCase() === "content-type")?.[1] ?? "") ?? [];
    expect(body).toMatchObject({ kind: "text", text: expect.stringContaining(`--${boundary}--`) });
  }
});

async function readAll(file: string): Promise<Reading> {
  const result: Reading = { read: 0, skipped: [], unreadable: [], missing: [] };
  for await (const batch of readRecording(openRecording(file)))
    for (const reading of batch) {
      if (reading.kind === "unreadable") result.unreadable.push(reading.unreadable.reason);
      if (reading.kind !== "exchange") continue;
      const { request, response, incomplete } = reading.exchange;
      result.read += 1;
      if (incomplete !== undefined) result.skipped.push(incomplete);
      result.missing.push(...[request.body, response.body].flatMap(reasonOf));
    }
  return result;
}

function reasonOf(body: RecordedBody): string[] {
  return body.kind === "missing" ? [body.reason] : [];
}
