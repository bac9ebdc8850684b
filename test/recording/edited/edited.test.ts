/**
 * Each value of a recording, replaced by values of other kinds: what is read then. The files in expected/ show a location, the
 * new values, and what differs from the exchange that the recording contains.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Exchange, type ReadResult, RecordingError, readRecording } from "../../../src/recording/index.js";
import { groupResults } from "../../golden-text.js";

type Sample = { readonly recording: unknown; readonly values?: Readonly<Record<string, readonly unknown[]>> };
const SAMPLES = ["recordings.yaml", "more-recordings.yaml"].map(
  (file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Readonly<Record<string, Sample>>,
);

const REMOVED = Symbol("removed");
const OTHER_KINDS = [REMOVED, null, 1, "x", "", true, [], {}];

async function read(recording: unknown): Promise<readonly ReadResult[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(recording)}\n`);
  }
  const readings: ReadResult[] = [];
  for await (const batch of readRecording({ name: "made", chunks: chunks() }, { baseUrl: "https://base.example/v1" }))
    readings.push(...batch);
  return readings;
}

/** The values of an exchange by name, as text. */
function flatten({ request, response, origin, ...rest }: Exchange): Map<string, string> {
  const { parts, pointer, source: _, index: __, ...more } = origin;
  const values: Readonly<Record<string, unknown>> = {
    ...{ method: request.method, url: request.url, status: response.status, ...rest, ...more, pointer },
    ...{ requestHeaders: request.headers, requestBody: showBody(request.body) },
    ...{ responseHeaders: response.headers, responseBody: showBody(response.body) },
    ...Object.fromEntries(Object.entries(parts).map(([part, at]) => [`at ${part}`, at])),
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value) ?? "none"]));
}

function showBody(body: Exchange["request"]["body"]): unknown {
  if (body.kind === "bytes") return `bytes ${Buffer.from(body.bytes).toString("latin1")}`;
  return body.kind === "missing" ? `missing: ${body.reason}` : body.kind === "text" ? body.text : "none";
}

/** What is read, as its difference to the exchange of the unedited recording. */
function compare(readings: readonly ReadResult[], base: ReadonlyMap<string, string>): string {
  if (readings.length !== 1) return `${readings.length} exchanges`;
  const [reading] = readings;
  if (reading?.kind === "unreadable")
    return `unreadable at ${reading.unreadable.pointer}: ${reading.unreadable.reason}`;
  const values = reading?.kind === "exchange" ? flatten(reading.exchange) : new Map<string, string>();
  const names = [...new Set([...base.keys(), ...values.keys()])].filter((name) => base.get(name) !== values.get(name));
  return names.length === 0 ? "the same" : names.map((name) => `${name} ${values.get(name) ?? "none"}`).join(", ");
}

/** Every location below a value. */
function listLocations(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [at, ...listLocations(child, at)];
  });
}

function edit(recording: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(recording);
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.pop() ?? "";
  const holder = tokens.reduce<unknown>((at, token) => (at as Readonly<Record<string, unknown>>)[token], copy);
  if (value !== REMOVED) (holder as Record<string, unknown>)[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[last];
  return copy;
}

const showValue = (value: unknown): string => (value === REMOVED ? "removed" : JSON.stringify(value));

async function compareEdit(recording: unknown, base: ReadonlyMap<string, string>): Promise<string> {
  try {
    return compare(await read(recording), base);
  } catch (error) {
    if (error instanceof RecordingError) return `rejected: ${error.message}`;
    throw error;
  }
}

type Row = { readonly pointer: string; readonly value: string; readonly result: string };

/** What each new value of each location changes. */
async function editEach({ recording, values = {} }: Sample, base: ReadonlyMap<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const pointer of new Set([...listLocations(recording), ...Object.keys(values)]))
    for (const value of [...OTHER_KINDS, ...(values[pointer] ?? [])]) {
      const result = await compareEdit(edit(recording, pointer, value), base);
      rows.push({ pointer, value: showValue(value), result });
    }
  return rows;
}

async function readBase({ recording }: Sample): Promise<ReadonlyMap<string, string>> {
  const [reading] = await read(recording);
  return flatten((reading as { readonly exchange: Exchange }).exchange);
}

/** Names a row by all but the place in the text. */
const toKey = (row: Row): string => JSON.stringify(row).replace(/made:1:\d+ \(byte \d+/, "made");

const ALL = Object.assign({}, ...SAMPLES) as Readonly<Record<string, Sample>>;

test.each(Object.entries(ALL))("%s with each value replaced", async (name, sample) => {
  const base = await readBase(sample);
  // Of a format's further samples, only what differs from its first one is shown.
  const [format = ""] = name.split("-");
  const first = format === name ? undefined : ALL[format];
  const known = new Set(first === undefined ? [] : (await editEach(first, await readBase(first))).map(toKey));
  const rows = (await editEach(sample, base)).filter((row) => !known.has(toKey(row)));
  const shown = [...new Set(rows.map(({ pointer }) => pointer))].map((pointer): readonly [string, string] => {
    const own = rows.filter((row) => row.pointer === pointer);
    const results = groupResults(own.map(({ value, result }) => [value, result] as const));
    const lines = results.map((line) => line.replace(OTHER_KINDS.map(showValue).join(" | "), "any"));
    const line = lines.join("; ");
    return [pointer, line.length < 160 ? line : ["", ...lines].join("\n  ")];
  });
  const lines = [...base].map(([key, value]) => `${key} ${value}`);
  await expect(`${[...lines, ...groupResults(shown)].join("\n")}\n`).toMatchFileSnapshot(`expected/${name}.txt`);
});
