/** Values of options: just inside and just outside, each message whole. */
import { describe, expect, test } from "vitest";
import { formatSuggestions } from "../../../src/cli/actions/suggest.js";
import * as parsers from "../../../src/cli/options/option-parsers.js";
import { joinWithOr, parseReportOutputs } from "../../../src/cli/output/report-outputs.js";
import { UsageError } from "../../../src/cli/process/io.js";
import { resolveSelfCommand } from "../../../src/cli/process/shell-command.js";
import { parseShard } from "../../../src/cli/settings/run-settings.js";

type Parser = Exclude<keyof typeof parsers, `collect${string}` | "parseByteSize" | "createNamesParser">;

const ROWS: Readonly<
  Record<Parser, { good: readonly (readonly [string, unknown])[]; bad: readonly string[]; message: string }>
> = {
  parsePort: {
    good: [
      ["0", 0],
      ["65535", 65_535],
    ],
    bad: ["65536", "-1", "1.5", "1e3", "", " 1", "x1", "1x", "080"],
    message: "Give a port number from 0 to 65535.",
  },
  parseDay: {
    good: [
      ["2026-01-31", "2026-01-31"],
      ["2024-02-29", "2024-02-29"],
    ],
    bad: ["2026-02-29", "2026-1-31", "2026-01-32", "today", ""],
    message: "Give a day such as 2026-01-31.",
  },
  parseCount: {
    good: [
      ["1", 1],
      ["10", 10],
    ],
    bad: ["0", "01", "-1", "1.5", "x1", "1x", ""],
    message: "Give a number, at least 1.",
  },
  parseEventCount: {
    good: [
      ["1", 1],
      ["999999999", 999_999_999],
    ],
    bad: ["0", "1000000000", "x1", "1x", ""],
    message: "Give a number of events, at least 1.",
  },
  parsePositiveNumber: {
    good: [
      ["0.1", 0.1],
      ["1e3", 1000],
    ],
    bad: ["0", "-1", "", " ", "x", "Infinity"],
    message: "Give a number above 0.",
  },
  parseSeed: {
    good: [
      ["0", 0],
      ["2147483647", 2_147_483_647],
    ],
    bad: ["2147483648", "-1", "1.5", "00000000001", "x1", "1x", ""],
    message: "Give a whole number from 0 to 2147483647.",
  },
  parseWaitSeconds: {
    good: [
      ["0", 0],
      ["999999", 999_999],
    ],
    bad: ["1000000", "-1", "x1", "1x", ""],
    message: "Give a number of seconds, at least 0.",
  },
  parseBaseUrl: {
    good: [
      ["https://a.example//", "https://a.example"],
      ["http://a.example/b", "http://a.example/b"],
    ],
    bad: ["ftp://a.example", "a.example", "xhttp://a.example", "http://"],
    message: "Give a URL such as https://sandbox.example.",
  },
  validateByteSize: {
    good: [
      ["0", "0"],
      ["64k", "64k"],
      ["10M", "10M"],
      ["999999999999", "999999999999"],
    ],
    bad: ["1000000000000", "1G", "k", "x1", "1kx", ""],
    message: "Give a number of bytes, such as 65536, 64k or 10M.",
  },
};

describe.each(Object.entries(ROWS) as [Parser, (typeof ROWS)[Parser]][])("%s", (name, { good, bad, message }) => {
  const parse: (value: string) => unknown = new Map(Object.entries(parsers)).get(name) as never;
  test.each(good)("%j is %j", (value, expected) => {
    expect(parse(value)).toBe(expected);
  });
  test.each(bad)("%j is rejected", (value) => {
    let error: unknown;
    try {
      parse(value);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "commander.invalidArgument", message });
  });
});

test("values of a repeated option are collected", () => {
  expect(parsers.collectValues("b", parsers.collectValues("a"))).toEqual(["a", "b"]);
});

test.each([
  ["1/1", 1, 1],
  ["4/4", 4, 4],
  ["1/999999", 1, 999_999],
])("the shard %s", (text, index, of) => {
  expect(parseShard(text)).toEqual({ index, of });
});

test.each(["5/4", "0/4", "1/0", "01/4", "1/1000000", "1", "1/", "/4", "x1/4", "1/4x", ""])("no shard %j", (text) => {
  expect(() => parseShard(text)).toThrow(
    `--shard ${text}: expected i/n with i from 1 to n and n up to 999999, such as 1/4`,
  );
});

test.each([
  ["contract token", ["/a b/node", "it's"], "exec '/a b/node' 'it'\\''s' token"],
  ["contract", ["n"], "exec 'n'"],
  ["contract token", [], "contract token"],
  ["contracts", ["n"], "contracts"],
  ["my contract", ["n"], "my contract"],
])("the command %j", (command, self, resolved) => {
  expect(resolveSelfCommand(command, self)).toBe(resolved);
});

const OUTPUTS: readonly (readonly [given: readonly string[] | undefined, outputs: unknown])[] = [
  [undefined, [{ format: "text" }]],
  [["json"], [{ format: "json" }]],
  [
    ["text", "github"],
    [{ format: "text" }, { format: "github" }],
  ],
  [
    ["github", "text", "json:a.json"],
    [{ format: "github" }, { format: "text" }, { format: "json", file: "a.json" }],
  ],
  [["json:a:b"], [{ format: "json", file: "a:b" }]],
];

test.each(OUTPUTS)("the outputs %j", (given, outputs) => {
  expect(parseReportOutputs(given)).toEqual(outputs);
});

test.each([
  [["pdf"], 'unknown format "pdf"; give text, json, ndjson, junit, sarif, github, markdown or html, or NAME:FILE'],
  [["json:"], "format json:: missing file name after the colon"],
  [
    ["text", "json"],
    "formats text and json: only one report can go to stdout (or text and github); write the others to a file, such as json:FILE",
  ],
  [
    ["github", "json"],
    "formats github and json: only one report can go to stdout (or text and github); write the others to a file, such as json:FILE",
  ],
  [
    ["text", "github", "text"],
    "formats text and github and text: only one report can go to stdout (or text and github); write the others to a file, such as text:FILE",
  ],
  [["json:x.json", "text:./x.json"], `${process.cwd()}/x.json: two reports use this file; give each its own`],
])("the outputs %j are rejected", (given, message) => {
  expect(() => parseReportOutputs(given)).toThrow(new UsageError(message));
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("%j are joined", (names, text) => {
  expect(joinWithOr(names)).toBe(text);
});

const first = { source: "a.har", index: 0, startedAt: "2026-01-31" };
const suggestion = {
  title: "add x",
  at: "/a",
  value: { b: 1 },
  evidence: { exchanges: 1, of: 2, first, last: { source: "b.har", index: 7 } },
};
const HEAD = "# add x: 1 of 2 exchanges, first a.har#0 (2026-01-31), last b.har#7\n";
const counts = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, at]));

test.each([
  [[], [], "Nothing to suggest: no edit would document more of the traffic.\n"],
  [[{ suggestion, file: "f", diff: "+a\r\n+b\r\n" }], [], `${HEAD}+a\n+b\n`],
  [[{ suggestion, file: "f" }], [], `${HEAD}# edit f manually, at /a: {"b":1}\n`],
  [
    [{ suggestion, file: "f", diff: "+a\n" }],
    [
      { id: "o1", exchanges: 0, types: {}, values: {} },
      { id: "o2", exchanges: 1, types: {}, values: {} },
      { id: "o3", exchanges: 2, types: { string: 2 }, values: { a: 1 } },
      { id: "o4", exchanges: 2, types: {}, values: counts(12) },
      { id: "o5", exchanges: 2, types: {}, values: counts(13) },
    ],
    `${HEAD}+a\n\nOpen questions in the traffic\n  o1: no exchanges\n  o2: 1 exchange\n  o3: 2 exchanges; string 2; a 1\n  o4: 2 exchanges; ${Object.entries(
      counts(12),
    )
      .map((it) => it.join(" "))
      .join(", ")}\n  o5: 2 exchanges; ${Object.entries(counts(12))
      .map((it) => it.join(" "))
      .join(", ")}, and 1 more\n`,
  ],
])("suggestions %#", (edits, questions, text) => {
  expect(formatSuggestions(edits as never, questions)).toBe(text);
});

test("names are comma-separated, and the option is repeatable", () => {
  const parse = parsers.createNamesParser(["a", "b"]);
  expect(parse("b, a", parse("a"))).toEqual(["a", "b", "a"]);
  for (const text of ["", "a,", "c", "a b"]) expect(() => parse(text)).toThrow("Give one or more of a, b.");
});
