/** JSON texts, edited character by character: whether they are read, and what the message says. */
import { expect, test } from "vitest";
import { parseJson } from "../../../src/document/values/parse-json.js";
import { type ReadResult, RecordingError, readRecording } from "../../../src/recording/index.js";

const BODY = String.raw`{"a":[1,-2.5e+3,0.1,true,false,null,"x\u00e9\n\"é"],"b c":{},"":[]}`;
const INSERTED = ['"', "\\", "{", "}", "]", ",", ":", "0", ".", "e", " ", "\u0001"];

/** Leaves out, repeats and inserts characters, and cuts the text off. */
function* edit(text: string): Iterable<string> {
  for (let at = 0; at <= text.length; at += 1) {
    yield text.slice(0, at) + text.slice(at + 1);
    yield text.slice(0, at);
    for (const char of INSERTED) yield text.slice(0, at) + char + text.slice(at);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function read(text: string, chunkSize = 1e6): Promise<readonly ReadResult[] | string> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const readings: ReadResult[] = [];
  try {
    for await (const batch of readRecording({ name: "made", chunks: chunks() })) readings.push(...batch);
    return readings;
  } catch (error) {
    if (error instanceof RecordingError) return error.message;
    throw error;
  }
}

const LINE = '{"request":{"method":"GET","url":"https://host.example/a"},"response":{"status":200,"body":';
const HAR =
  '{"log":{"entries":[{"request":{"method":"GET","url":"https://host.example/a","headers":[]},"response":{"status":200,"headers":[],"content":{"size":0}},"x":';

test("a line is read exactly if it is JSON", async () => {
  const messages = new Map<string, string>();
  for (const edited of edit(BODY)) {
    if (edited.includes("\n")) continue;
    const result = await read(`${LINE}null}}\n${LINE}${edited}}}\n${LINE}null}}\n`);
    const [, second] = typeof result === "string" ? [] : result;
    const isRead = second?.kind === "exchange";
    expect(isRead, edited).toBe(isJson(`${LINE}${edited}}}`));
    if (second?.kind !== "unreadable") continue;
    const kind = second.unreadable.reason
      .replaceAll(/\d+/g, "N")
      .replaceAll(/^(.*?)("[^ ]+"|U\+\w+)( is not)/g, "$1…$3");
    if (!messages.has(kind)) messages.set(kind, `${JSON.stringify(edited)}\n  ${second.unreadable.reason}`);
  }
  await expect(`${[...messages.values()].join("\n")}\n`).toMatchFileSnapshot("expected/json-lines.txt");
});

test("an entry of a HAR is read exactly if the HAR is JSON, in chunks of any size", async () => {
  const messages = new Map<string, string>();
  let count = 0;
  for (const edited of edit(BODY)) {
    const text = `${HAR}${edited}}]}}`;
    const result = await read(text);
    expect(typeof result !== "string", edited).toBe(isJson(text));
    // One in a few is enough: a chunk ends everywhere.
    if (++count % 10 === 0) expect(await read(text, 1 + (count % 7)), edited).toEqual(result);
    if (typeof result !== "string") continue;
    const kind = result.replaceAll(/\d+/g, "N").replaceAll(/"[^ ]*" is/g, "… is");
    if (!messages.has(kind)) messages.set(kind, `${JSON.stringify(edited)}\n  ${result}`);
  }
  await expect(`${[...messages.values()].join("\n")}\n`).toMatchFileSnapshot("expected/json-har.txt");
});

test("a body is parsed exactly as JSON.parse parses it", () => {
  for (const edited of edit(BODY)) {
    if (isJson(edited)) expect(JSON.stringify(parseJson(edited))).toBe(JSON.stringify(JSON.parse(edited)));
    else expect(() => parseJson(edited), edited).toThrow();
  }
});
