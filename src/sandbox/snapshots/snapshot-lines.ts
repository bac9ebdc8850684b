import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { TABLES } from "../store/tables.js";

/** The snapshot is invalid or cannot be restored by this version. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError" as const;
}

/**
 * Creates the lines of a snapshot. The first line names the format. Every line has `check`: the CRC-32 of the lines up to
 * it, so that the first changed or missing line can be named. The end line has the number of rows and the SHA-256 of all
 * lines before it.
 */
export function createSnapshotWriter(at: string) {
  const chunks: Buffer[] = [];
  const hash = createHash("sha256");
  let check = 0;
  let rows = -1;
  const write = (line: object): void => {
    const text = JSON.stringify(line);
    check = crc32(text, check);
    const bytes = Buffer.from(`${text.slice(0, -1)},"check":"${formatCheck(check)}"}\n`);
    hash.update(bytes);
    chunks.push(bytes);
    rows += 1;
  };
  write({ snapshot: FORMAT_NAME, version: TABLES.length, at });
  return {
    add: write,
    /** Adds the end line and returns the whole snapshot. */
    end: (): Uint8Array => {
      write({ end: true, rows, sha256: hash.copy().digest("hex") });
      return Buffer.concat(chunks);
    },
  };
}

/**
 * Checks that a snapshot is complete, unchanged, and of this version. Lets other work run meanwhile.
 *
 * @returns the number of rows
 * @throws SnapshotError that names the first wrong line
 */
export async function verifySnapshot(bytes: Uint8Array): Promise<number> {
  const hash = createHash("sha256");
  let check = 0;
  let end: { readonly rows: Json | undefined; readonly sha256: Json | undefined; readonly actual: string } | undefined;
  let last = 0;
  for (const { number, text, raw } of splitLines(bytes)) {
    if (end !== undefined) throw new SnapshotError(`line ${number}: nothing may follow the end line (line ${last})`);
    const { value, body, given } = parseChecked(text, number);
    if (number === 1) assertHead(value, given !== undefined);
    check = crc32(body, check);
    if (given !== formatCheck(check)) throw new SnapshotError(`line ${number}: ${CHANGED}`);
    if (value.end === true) end = { rows: value.rows, sha256: value.sha256, actual: hash.copy().digest("hex") };
    hash.update(raw);
    last = number;
    if (number % LINES_PER_TURN === 0) await turn();
  }
  if (last === 0)
    throw new SnapshotError(`line 1: expected {"snapshot": "${FORMAT_NAME}", ...}, but the file is empty`);
  if (end === undefined)
    throw new SnapshotError(
      `line ${last}: the file ends here without an end line: it was cut off; take or copy it again`,
    );
  if (end.rows !== last - 2 || end.sha256 !== end.actual) throw new SnapshotError(`line ${last}: ${CHANGED}`);
  return last - 2;
}

/** Reads the rows of a verified snapshot. */
export function* readSnapshotRows(bytes: Uint8Array): Generator<{ readonly number: number; readonly value: Json }> {
  for (const { number, text } of splitLines(bytes)) {
    const value = JSON.parse(text) as JsonObject;
    if (number > 1 && value.end !== true) yield { number, value };
  }
}

const FORMAT_NAME = "commerce-contract sandbox";
const CHANGED =
  "this line, or a line missing before it, was changed after the snapshot was taken; take or copy the snapshot again";
const LINES_PER_TURN = 2000;

type CheckedLine = { readonly value: JsonObject; readonly body: string; readonly given: string | undefined };

/** Splits a line into the text that `check` covers and `check` itself. */
function parseChecked(text: string, number: number): CheckedLine {
  const [, start, given] = /^(.*),"check":"([0-9a-f]{8})"\}$/s.exec(text) ?? [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const reason =
      number === 1 ? `expected {"snapshot": "${FORMAT_NAME}", ...}` : "not JSON: it was cut off or changed";
    throw new SnapshotError(`line ${number}: ${reason}`);
  }
  if (!isObject(value)) throw new SnapshotError(`line ${number}: expected a JSON object`);
  return { value: value as JsonObject, body: start === undefined ? text : `${start}}`, given };
}

function assertHead({ snapshot, version }: JsonObject, hasCheck: boolean): void {
  if (snapshot !== FORMAT_NAME) throw new SnapshotError(`line 1: expected {"snapshot": "${FORMAT_NAME}", ...}`);
  if (!hasCheck)
    throw new SnapshotError(
      "line 1: an earlier version took this snapshot, without an end line: restore it with that version, update the sandbox, and take a new snapshot",
    );
  if (version === TABLES.length) return;
  throw new SnapshotError(
    `line 1: the snapshot has version ${JSON.stringify(version)} of the tables, but this program has version ${TABLES.length}: restore it with the program that created it`,
  );
}

function formatCheck(check: number): string {
  return check.toString(16).padStart(8, "0");
}

type SnapshotLine = { readonly number: number; readonly text: string; readonly raw: Uint8Array };

function* splitLines(bytes: Uint8Array): Generator<SnapshotLine> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0, number = 1; start < buffer.length; number += 1) {
    const found = buffer.indexOf(10, start);
    const end = found < 0 ? buffer.length : found;
    yield {
      number,
      text: buffer.toString("utf8", start, end),
      raw: buffer.subarray(start, Math.min(end + 1, buffer.length)),
    };
    start = end + 1;
  }
}
