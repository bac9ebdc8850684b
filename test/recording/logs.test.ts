/** Access logs of gateways and web servers: which parts are checked, and which are reported as not logged. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { computeOutcome, createReportBuilder, loadContract } from "../../src/check/index.js";
import { type ReadResult, readRecording } from "../../src/recording/index.js";
import { baseUrl, readText, type SampleReader } from "./recording-samples.js";

type Lines = readonly unknown[];
type LogCase = {
  readonly what: string;
  readonly edit: Readonly<Record<string, unknown>>;
  readonly are: Readonly<Record<number, string>>;
};
type Log = {
  readonly log: string;
  readonly lines: Lines;
  readonly are: readonly string[];
  readonly edits: readonly LogCase[];
};

/** The lines of a log and the expected results, also after edits. See the comment in logs/kong.yaml. */
const folder = join(import.meta.dirname, "logs");
const logs = readdirSync(folder).flatMap((file): readonly Log[] => parse(readFileSync(join(folder, file), "utf8")));
const library = loadContract(join(import.meta.dirname, "../cases/library.yaml"));
const read: SampleReader = (source) => readRecording(source, { baseUrl });

describe.each(logs)("a log of $log", ({ lines, are, edits }) => {
  test("is checked as far as its fields allow", async () => {
    expect(await become(lines)).toEqual(are);
  });

  test.each(edits)("with $what", async ({ edit, are: changed }) => {
    const expected = are.map((it, index) => changed[index] ?? it);
    expect(await become(edited(lines, edit))).toEqual(expected);
  });

  test("does not stop a run, and is counted as not checked", async () => {
    const tally = createReportBuilder(library);
    for (const reading of await readText(textOf(lines), read))
      if (reading.kind === "exchange") tally.add(reading.exchange, library.check(reading.exchange));
    const report = tally.report();
    const partial = are.filter((it) => it.startsWith("partial")).length;
    expect(report.summary).toMatchObject({ exchanges: lines.length, failed: 0, skipped: 0, partial });
    expect(report.summary.notLogged ?? 0).toBe(partial);
    expect(computeOutcome(report)).toEqual({ kind: "passed" });
    expect(report.notLogged?.length ?? 0).toBe(new Set(are.flatMap(withoutOf)).size);
  });
});

/** Summarizes the result of each line; lines that are not about a request have none. */
async function become(lines: Lines): Promise<string[]> {
  const reported = new Map((await readText(textOf(lines), read)).map(getEntry));
  return lines.map((_, index) => reported.get(index) ?? "other");
}

function getEntry(reading: ReadResult): [index: number, reported: string] {
  if (reading.kind === "unreadable") {
    const { pointer, reason } = reading.unreadable;
    return [Number(pointer.split("/")[1]), `unreadable ${pointer} ${reason}`];
  }
  const { verdict, findings, reasons, notLogged = [] } = library.check(reading.exchange);
  const found = findings.map(({ code, recording }) => `${code} ${recording.pointer}`);
  const without = notLogged.length === 0 ? [] : [`without ${notLogged.join(", ")}`];
  const [first = "", ...rest] = [
    [verdict, found.join(", ")].filter((it) => it !== "").join(" "),
    ...reasons,
    ...without,
  ];
  return [reading.exchange.origin.index, [first, ...rest].join(", ")];
}

function withoutOf(reported: string): string[] {
  return reported.split(", without ")[1]?.split(", ") ?? [];
}

function textOf(lines: Lines): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function edited(lines: Lines, edit: LogCase["edit"]): Lines {
  const copy = structuredClone(lines);
  for (const [pointer, value] of Object.entries(edit)) {
    const tokens = pointer.slice(1).split("/");
    const last = tokens.pop() ?? "";
    const parent = tokens.reduce<unknown>((at, token) => (at as Record<string, unknown>)[token], copy);
    if (value === null) delete (parent as Record<string, unknown>)[last];
    else (parent as Record<string, unknown>)[last] = value;
  }
  return copy;
}

const line = JSON.stringify(logs.find(({ log }) => log.startsWith("nginx"))?.lines[1]);

const invalid: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  [
    "no JSON",
    `${line}\n\n{"status":\\x22}\n${line}`,
    /^line 3 is not JSON: at column 11 .*nginx: log_format with escape=json\)$/,
  ],
  ["a list", `${line}\n[]\n${line}`, /^line 2: the entry is an array; expected an object$/],
];

test.each(invalid)(
  "a line that is %s is reported with its number, and the others are read",
  async (_, text, reason) => {
    const readings = await readText(text, read);
    expect(readings.map(({ kind }) => kind)).toEqual(["exchange", "unreadable", "exchange"]);
    const [, wrong] = readings;
    expect(wrong?.kind === "unreadable" && wrong.unreadable.reason).toMatch(reason);
  },
);

test("messages of Caddy before the first request do not hide the format of the log", async () => {
  const starting = '{"level":"info","ts":1646861400.1,"msg":"using provided configuration"}';
  const caddy = logs.find(({ log }) => log === "Caddy");
  expect((await readText(`${starting}\n${textOf(caddy?.lines ?? [])}`, read)).map(({ kind }) => kind)).toEqual([
    "exchange",
    "exchange",
  ]);
});
