/** On a full disk the recording stays readable, and a write that takes a part is continued. */
import { spawn } from "node:child_process";
import fs, { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { appendToHarFile, createHarFile } from "../../src/record/validation/har-file.js";
import { bundledCommand } from "../bundled.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";
import { recordMessages } from "./record-messages.js";

type Disk = {
  /** The maximum length of a file. */
  readonly capacity?: number;
  /** The maximum number of bytes that one call writes. */
  readonly perCall?: number;
  /** The number of bytes after which every write fails. */
  readonly lifetime?: number;
};

/** Limits the disk until `restoreDisk`. `written` is the number of bytes that the disk took. */
function limitDisk({ capacity = Infinity, perCall = Infinity, lifetime = Infinity }: Disk): { written: number } {
  const { writeSync } = fs;
  const disk = { written: 0 };
  const write = (file: number, bytes: Uint8Array, position: number): number => {
    const taken = Math.min(bytes.length, perCall, capacity - position, lifetime - disk.written);
    if (taken <= 0) throw new Error("ENOSPC: no space left on device, write");
    disk.written += taken;
    return writeSync(file, bytes, 0, taken, position);
  };
  const writePart = (file: number, data: string | Uint8Array, ...rest: readonly (number | undefined)[]): number => {
    if (typeof data === "string") return write(file, Buffer.from(data), rest[0] ?? 0);
    const [from = 0, length = data.length - from, position = 0] = rest;
    return write(file, data.subarray(from, from + length), position);
  };
  vi.spyOn(fs, "writeSync").mockImplementation(writePart as typeof fs.writeSync);
  syncBuiltinESMExports();
  return disk;
}

function restoreDisk(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

afterEach(restoreDisk);

const CREATOR = { name: "test", version: "1" };
const EMPTY = `{"log":{"version":"1.2","creator":${JSON.stringify(CREATOR)},"entries":[\n]}}\n`;
const A = '{"a":1}';
const B = '{"b":"\u00e9\u20ac\u{1f600}\u20ac"}';
const LONG = `{"long":"${"x".repeat(300)}"}`;
const LONGER = `{"longer":"${"y".repeat(3000)}"}`;

const formatHar = (...entries: readonly string[]): string =>
  EMPTY.replace("[\n", () => `[${entries.map((it) => `\n${it}`).join(",")}\n`);
const lengthOf = (...entries: readonly string[]): number => Buffer.byteLength(formatHar(...entries));

/** Entries that are added, each with its disk; the ones that must be in the file afterwards. */
type Step = readonly [entry: string, disk: Disk, isWritten: boolean];

const CASES: Readonly<Record<string, readonly Step[]>> = {
  "an entry that just fits": [
    [A, {}, true],
    [B, { capacity: lengthOf(A, B) }, true],
  ],
  "an entry that is one byte too long": [
    [A, {}, true],
    [B, { capacity: lengthOf(A, B) - 1 }, false],
  ],
  "an entry that ends within a character": [
    [A, {}, true],
    [B, { capacity: lengthOf(A) + 6 }, false],
  ],
  "no space beyond the file": [
    [A, {}, true],
    [B, { capacity: lengthOf(A) }, false],
  ],
  "no write at all": [
    [A, {}, true],
    [B, { capacity: 0 }, false],
  ],
  "a first entry that is one byte too long": [[A, { capacity: lengthOf(A) - 1 }, false]],
  "a short entry after a long one that is cut": [
    [A, {}, true],
    [LONG, { capacity: lengthOf(A, LONG) - 1 }, false],
    [B, { capacity: lengthOf(A, LONG) - 1 }, true],
  ],
  "a long entry after one that fits": [
    [A, {}, true],
    [LONG, { capacity: lengthOf(A, LONG) }, true],
    [B, { capacity: lengthOf(A, LONG) }, false],
  ],
  "a long first entry that is cut, twice": [
    [LONG, { capacity: lengthOf(LONG) - 9 }, false],
    [LONG, { capacity: lengthOf(LONG) - 99 }, false],
    [A, { capacity: lengthOf(LONG) - 99 }, true],
  ],
  "the same entry when space is free again": [
    [LONG, { capacity: lengthOf(LONG) - 1 }, false],
    [LONG, { capacity: lengthOf(LONG) }, true],
  ],
  "one byte at a time": [
    [A, { perCall: 1 }, true],
    [B, { perCall: 1 }, true],
  ],
  "parts of characters at a time": [
    [B, { perCall: 7 }, true],
    [B, { perCall: 11 }, true],
  ],
  "one byte at a time, until the disk is full": [
    [A, { perCall: 1 }, true],
    [B, { perCall: 1, capacity: lengthOf(A, B) - 1 }, false],
    [B, { perCall: 1, capacity: lengthOf(A, B) }, true],
  ],
  "an entry that takes several calls": [
    [LONGER, {}, true],
    [LONGER, { perCall: 1025 }, true],
    [LONGER, { capacity: lengthOf(LONGER, LONGER) + 1500 }, false],
    [A, {}, true],
  ],
};

test.each(Object.entries(CASES))("%s", (_, steps) => {
  const path = join(createFolder({}), "out.har");
  const file = appendToHarFile(path, createHarFile(path, CREATOR));
  const written: string[] = [];
  for (const [entry, disk, isWritten] of steps) {
    const before = lengthOf(...written);
    if (isWritten) written.push(entry);
    const isLimited = Object.keys(disk).length > 0;
    const limited = limitDisk(disk);
    if (!isLimited) restoreDisk();
    if (isWritten) file.add(entry);
    else expect(() => file.add(entry)).toThrow("ENOSPC");
    restoreDisk();
    expect(readFileSync(path, "utf8")).toBe(formatHar(...written));
    // A part that was written is not written again: only the end of the document is replaced.
    if (isWritten && isLimited) expect(limited.written).toBe(lengthOf(...written) - before + "\n]}}\n".length);
  }
  file.close();
});

test("a disk that fails in an entry leaves the earlier ones readable, and the next entry repairs the file", async () => {
  const path = join(createFolder({}), "out.har");
  const file = appendToHarFile(path, createHarFile(path, CREATOR));
  const entry = JSON.stringify(HAR_ENTRY);
  file.add(entry);
  limitDisk({ lifetime: 100 });
  expect(() => file.add(entry)).toThrow("ENOSPC");
  restoreDisk();
  const broken = await runContract(["check", path, "--spec", "test/cases/library.yaml", "--format", "json"]);
  expect(JSON.parse(broken.stdout).summary.exchanges).toBe(1);
  expect(broken.code).toBe(2);
  file.add(entry);
  expect(readFileSync(path, "utf8")).toBe(formatHar(entry, entry));
  file.close();
});

const HAR_ENTRY = {
  startedDateTime: "2026-01-31T00:00:00Z",
  time: 1,
  request: { method: "DELETE", url: "https://library.example/v1/books/7", headers: [], queryString: [] },
  response: { status: 204, headers: [], content: { size: 0, mimeType: "" } },
};

test("the start of a file is written completely, or reported", () => {
  const path = join(createFolder({}), "out.har");
  limitDisk({ perCall: 10 });
  createHarFile(path, CREATOR);
  expect(readFileSync(path, "utf8")).toBe(EMPTY);
});

test("exchanges that are not recorded are counted, and reported at once", async () => {
  const [short, long] = ['{"plain":"seen"}', JSON.stringify({ plain: "x".repeat(9000) })].map((it) => Buffer.from(it));
  const sent = [short, long, short, long, short].map((response = Buffer.alloc(0)) => ({ response }));
  const capacity = 8000;
  const { har, report, results, notices } = await recordMessages(sent, {
    onStart: () => limitDisk({ capacity }),
  });
  const reason = "cannot write /out.har: ENOSPC: no space left on device, write";
  expect(notices).toEqual([`${reason}; free space, or record to another disk`]);
  expect(report.runErrors).toEqual([`${reason}; exchanges that are not recorded: 2`]);
  expect(results.map(({ verdict }) => verdict)).toEqual(Array(5).fill("passed"));
  const { entries } = JSON.parse(har).log;
  expect(entries.map(({ response }: typeof HAR_ENTRY) => response.content.size)).toEqual([16, 16, 16]);
});

test.runIf(process.platform !== "win32")("contract record with a limit on the length of files", async () => {
  const library = createServer(({ url = "" }, response) => {
    const title = "x".repeat(Number(url.split("/").at(-1)));
    response.setHeader("Content-Type", "application/json").end(JSON.stringify({ id: 7, title }));
  });
  const target = await serveForTest(library);
  const out = join(createFolder({}), "out.har");
  const options = ["--spec", "test/cases/library.yaml", "--server", `${target}/v1`, "--out", out];
  // The unit is 512 bytes.
  const limited = ["-c", 'ulimit -f 8; exec "$@"', "sh", ...bundledCommand(), "record", "--target", target];
  const child = spawn("sh", [...limited, "--port", "0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  let started = (_: string): void => {};
  const ready = new Promise<string>((found) => {
    started = found;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
    const [, url] = /^recording (\S+) ->/m.exec(stderr) ?? [];
    if (url !== undefined) started(url);
  });
  const ended = new Promise<number | null>((end) => child.once("close", end));
  const url = await Promise.race([ready, ended.then(() => Promise.reject(new Error(stderr)))]);
  for (const length of [1, 5000, 2])
    await (await fetch(`${url}/v1/books/${length}`, { headers: { "X-Key": "k" } })).text();
  child.kill("SIGINT");
  expect(await ended).toBe(2);
  const reason = `cannot write ${out}: EFBIG: [a-z ]+, writev?`;
  expect(
    stderr.match(new RegExp(`^contract record: ${reason}; free space, or record to another disk$`, "gm")),
  ).toHaveLength(1);
  expect(stderr).toMatch(new RegExp(`${reason}; exchanges that are not recorded: 1$`, "m"));
  const urls = JSON.parse(readFileSync(out, "utf8")).log.entries.map(({ request }: typeof HAR_ENTRY) => request.url);
  expect(urls).toEqual([`${target}/v1/books/1`, `${target}/v1/books/2`]);
});
