/** The streaming JSON scanner: what it accepts, what it signals, and what it expects at an error, in one part and byte by byte. */
import { expect, test } from "vitest";
import { JSON_SIGNAL, JsonScanner } from "../../../src/document/json-scanner.js";
import { replaceJsonScalars } from "../../../src/recording/redaction/redact-secrets.js";

const NAMES = Object.keys(JSON_SIGNAL);

/** The signals with level, key and position, then how the text ends. */
function scan(text: string, level: number, size: number): string {
  const scanner = new JsonScanner(level);
  const bytes = Buffer.from(text);
  const seen: string[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    const part = bytes.subarray(from, from + size);
    for (let at = 0; ; at = scanner.position) {
      const signal = scanner.step(part, at, part.length);
      if (signal === JSON_SIGNAL.none) break;
      const place = `${NAMES[signal]}${scanner.level}@${from + scanner.position}`;
      if (signal === JSON_SIGNAL.bad)
        return [...seen, `bad@${from + scanner.position}, expected ${scanner.expected}`].join(" ");
      seen.push(signal === JSON_SIGNAL.key ? `${place}=${scanner.key}` : place);
    }
  }
  return [...seen, scanner.isComplete ? "complete" : `incomplete ${scanner.depth}, expected ${scanner.expected}`].join(
    " ",
  );
}

const VALID = [
  ...[
    "{}",
    "[]",
    " [ ] ",
    "\t{\r\n}",
    "0",
    "-0",
    "10",
    "1.5",
    "-1.25e+10",
    "1E-2",
    "1e5",
    "0e0",
    "true",
    "false",
    "null",
  ],
  ...[
    '""',
    '"a"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00aF"',
    '"é😀"',
    '[1,2,[3,{"a":[]}]]',
    '{"a":1,"b":{"c":null}}',
    "[0,0.1,true]",
  ],
  ...['{"a" : [ 1 , "x" ] , "b":{}}', "[false,null,-1,1e1]", '[{"\\u0061":0}]'],
];
const INVALID = [
  ...[
    "",
    " ",
    "{",
    "[",
    "]",
    "}",
    "[}",
    "{]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "{,}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{a:1}",
    "{1:1}",
  ],
  ...[
    '{"a":1 "b":2}',
    "[]]",
    "{}{}",
    "1 1",
    "00",
    "01",
    "-",
    "-a",
    "+1",
    ".5",
    "1.",
    "1.e5",
    "1e",
    "1e+",
    "1e+a",
    "0x1",
    "1a",
    "- 1",
  ],
  ...[
    "tru",
    "trux",
    "True",
    "fals",
    "falsy",
    "nul",
    "nulll",
    "nan",
    "truefalse",
    '"',
    '"a',
    '"\\',
    '"\\x"',
    '"\\u"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u123"',
  ],
  ...[
    '"\n"',
    '"\u0000"',
    "'a'",
    "[\u00a0]",
    "\u000b1",
    '{"a":1]',
    "[1}",
    '{"a"',
    '{"a":',
    '{"a',
    "undefined",
    "//",
    "[true",
    "1,",
  ],
];

test("the scanner accepts what JSON.parse accepts", () => {
  const accepts = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (const text of [...VALID, ...INVALID])
    for (const size of [1, 2, 3, 1000])
      expect([text, size, scan(text, -1, size) === "complete"]).toEqual([text, size, accepts(text)]);
  expect([VALID.every(accepts), INVALID.some(accepts)]).toEqual([true, false]);
});

test("signals and errors", () => {
  const lines = [...VALID, ...INVALID].map((text) => {
    const results = [1, 2, 1000].map((size) => scan(text, 1, size));
    expect(new Set(results).size).toBe(1);
    return `${JSON.stringify(text)}: ${results[0]}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test("names are cut after 64 bytes, and nesting ends at 10,000 levels", () => {
  for (const size of [1, 40, 1000])
    expect(scan(`{"${"a".repeat(63)}bcd":1}`, 1, size)).toContain(`=${"a".repeat(63)}b begin`);
  expect(scan("[".repeat(10_000) + "]".repeat(10_000), -1, 1000)).toBe("complete");
  expect(scan("[".repeat(10_001), -1, 1000)).toBe("bad@10000, expected at most 10000 levels of nesting");
});

test.each([
  ['{"a":1,"b":["x",{"c":null}]}', '{"a":</a 1>,"b":[</b/0 "x">,{"c":</b/0/c null>}]}'],
  ['{"a/b~c":1,"\\u0064":2,"\\x":3}', '{"a/b~c":</a~1b~0c 1>,"\\u0064":</d 2>,"\\x":</\\x 3>}'],
  ["1", "< 1>"],
  ['{"a":1}\n[2] 3', '{"a":</a 1>}\n[</0 2>] < 3>'],
  ['{"a":{"b":1},"c":2}', '{"a":{"b":</a/b 1>},"c":</c 2>}'],
  ['[[1],{"a":[2]},3]', '[[</0/0 1>],{"a":[</0/a/0 2>]},</0 3>]'],
  ['{"a":"x\\"}","b":"cut', '{"a":</a "x\\"}">,"b":</b "cut>'],
  ["]}1", "]}< 1>"],
  ['{"keep":true, "a" : -1.5e3 }', '{"keep":true, "a" : </a -1.5e3> }'],
])("scalars of %s are replaced", (text, expected) => {
  const replace = (pointer: string, token: string) => (pointer === "/keep" ? undefined : `<${pointer} ${token}>`);
  expect(replaceJsonScalars(text, replace)).toBe(expected);
});
