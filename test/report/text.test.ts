/** Regression tests of the text report. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isGap } from "../../src/check/index.js";
import { wrapCommands, wrapText } from "../../src/report/formatting/text.js";
import { createCheckPage, type FormatName, REPORT_FORMATS } from "../../src/report/index.js";
import { groupCauses } from "../../src/report/page.js";
import { SPEC_START } from "../check/inline-contract.js";
import { createFolder, createHar, createHarEntry, runContract } from "../cli/run-contract.js";
import { createInvalidTraffic } from "./broken-traffic.js";
import { createReportInput } from "./report-input.js";
import { BASE, BASE_INPUT, finding } from "./variants/base.js";

const COMMERCE = join(import.meta.dirname, "../../spec/openapi.yaml");

describe("errors of the spec", () => {
  const spec = `openapi: 3.1.0
info: { title: t }
servers: [{ url: "https://a.example" }]
paths:
  /a: { get: { responses: { "200": {} } } }
`;
  const seen = createHarEntry({ url: "https://a.example/a", response: { headers: [], content: { size: 0 } } });
  const check = (format: FormatName) => {
    const folder = createFolder({ "spec.yaml": spec, "a.har": createHar(seen) });
    return runContract(["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml"), "--format", format]);
  };

  test("are described in words, which a stored report contains", async () => {
    expect((await check("text")).stdout).toMatch(
      /^Findings in the spec\n✗ error spec\.object\.missing-field .*\n {4}.*spec\.yaml:2:1 {2}an info must have "version"\n {4}.*spec\.yaml:5:/m,
    );
  });

  test.each(["text", "github", "markdown", "html"] as const)("are shown next to the verdict of %s", async (format) => {
    const { code, stdout } = await check(format);
    expect(code).toBe(0);
    const text = stdout.replaceAll("\\", "");
    expect(text).toMatch(/matches the spec of .*; the spec itself has 2 errors\./);
  });
});

describe("accepted findings", () => {
  const accepted = async (count: number) => {
    const { report } = await createReportInput(createInvalidTraffic(), { spec: COMMERCE, allowPartial: true });
    const waivers = report.findings
      .slice(0, count)
      .map(({ fingerprint }, index) => ({ fingerprint, reason: index < 3 ? "the old app" : "the till" }));
    const input = await createReportInput(createInvalidTraffic(), { spec: COMMERCE, allowPartial: true, waivers });
    return { text: REPORT_FORMATS.text(input), input };
  };

  test("are one line for each reason, and new findings are shown in full", async () => {
    const { text, input } = await accepted(17);
    expect(input.report.findings).toHaveLength(18);
    expect(text.match(/^(✗ error|! drift) .*$/gm)).toEqual([expect.stringMatching(/, new \([0-9a-f]{16}\)$/)]);
    expect(text).toMatch(/: 1 new, 17 known, 0 expired, 0 fixed\n {2}known {3}3 × accepted: the old app {2}[a-z.-]+/);
    expect(text).toMatch(/^ {2}known {3}14 × accepted: the till {2}[a-z.-]+, [a-z.-]+, [a-z.-]+ and \d+ more$/m);
  });

  test("can be hidden in the HTML report", async () => {
    const level = /value="known" checked>Accepted</;
    expect(REPORT_FORMATS.html((await accepted(1)).input)).toMatch(level);
    expect(REPORT_FORMATS.html((await accepted(0)).input)).not.toMatch(level);
  });

  test("are complete in machine formats", async () => {
    const { input } = await accepted(16);
    expect(REPORT_FORMATS.text(input).match(/^(✗ error|! drift) /gm)).toHaveLength(2);
    expect(JSON.parse(REPORT_FORMATS.json(input)).findings).toHaveLength(18);
  });
});

test("a spec indented with tabs is shown indented", async () => {
  const schema = { type: "object", properties: { id: { enum: ["a"] } } };
  const response = { description: "d", content: { "application/json": { schema } } };
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, servers: [{ url: "https://a.example" }] };
  const paths = { "/a": { get: { responses: { "200": response } } } };
  const folder = createFolder({
    "spec.json": JSON.stringify({ ...spec, paths }, null, "\t"),
    "a.har": createHar(
      createHarEntry({ url: "https://a.example/a", response: { content: { size: 9, text: '{"id":"b"}' } } }),
    ),
  });
  const args = ["check", join(folder, "a.har"), "--spec", join(folder, "spec.json"), "--format", "markdown"];
  const { stdout } = await runContract(args);
  expect(stdout).toMatch(/│ "enum": \[\n +\d+ │ {3}"a"\n/);
});

describe("undeclared data in one location", () => {
  const branches = `${SPEC_START}
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: d
          content:
            application/json:
              schema:
                properties: { t: {} }
                if: { properties: { t: { const: x } } }
                then: { properties: { v: {} } }
                else: { properties: { w: {} } }
`;
  const render = async (...bodies: readonly object[]): Promise<string> => {
    const entries = bodies.map((body) =>
      createHarEntry({ url: "https://a.example/a", response: { content: { size: 9, text: JSON.stringify(body) } } }),
    );
    const folder = createFolder({ "spec.yaml": branches, "a.har": createHar(...entries) });
    return (await runContract(["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml")])).stdout;
  };

  test("lists what each branch declares", async () => {
    const text = await render({ t: "x", w: 1 }, { t: "y", v: 1 });
    expect(text).toMatch(/^ {4}declared: t, v$/m);
    expect(text).toMatch(/^ {4}declared: t, w$/m);
  });

  test("is shown with its number and its last sighting", async () => {
    const text = await render({ p: 1 }, { p: 1, q: 1 }, { p: 1 });
    expect(text).toMatch(/2 findings: a\n/);
    expect(text).toMatch(/"p" is not declared {2}in 3 of 3, last .*a\.har#2 \([0-9a-f]{16}\)\n/);
    expect(text).toMatch(/"q" is not declared {2}in 1 of 3 \(/);
    expect(await render({ p: 1 }, { p: 1 })).toMatch(/response\.body\.undeclared {2}a, in 2 of 2, last .*a\.har#1 \(/);
  });
});

describe("words agree with their numbers and names", () => {
  const one = `${SPEC_START}
  /a: { get: { responses: { "200": { description: d } } } }
`;
  const check = (format: string) => {
    const entries = ["https://a.example/a?x=1", "https://b.example/"].map((url) => createHarEntry({ url }));
    const folder = createFolder({ "spec.yaml": one, "a.har": createHar(...entries) });
    return runContract(["check", join(folder, "a.har"), "--spec", join(folder, "spec.yaml"), "--format", format]);
  };

  test("of one operation and one exchange", async () => {
    const { stdout } = await check("text");
    expect(stdout).toContain("1 of 1 operation seen");
    expect(stdout).toContain("1 passed, 0 failed, 1 skipped");
    expect((await check("markdown")).stdout).toContain("1 of 1 operation seen");
  });

  test.each(["text", "markdown", "html", "junit"])("of an operation without a name, in %s", async (format) => {
    const { stdout } = await check(format);
    expect(stdout).toMatch(/GET <?[^\n]{0,25}\/a/);
    const words = stdout.replaceAll(/<[^>]*>|`/g, " ");
    expect(words).not.toMatch(/GET\s+\/a\s+(· )?\s*GET \/a/);
    expect(stdout).not.toContain('<testsuite name="GET /a GET /a"');
  });
});

/** Pairs of findings, and the number of their causes. docs/findings.md has the rule. */
const CAUSES: readonly (readonly [what: string, one: object, other: object, causes: number])[] = [
  ["one place of the spec in two operations", {}, { operationId: "listBooks" }, 1],
  ["two places of the spec", {}, { contract: { file: "a", pointer: "/components/schemas/Shelf" } }, 2],
  ...["400", "5XX", "default", "200"].map((status) => {
    const describe = (path: string) => ({
      contract: { file: "a", pointer: `/paths/${path}/get/responses/${status}/x` },
    });
    return [
      `one place of ${status} of two operations`,
      describe("~1a"),
      describe("~1b"),
      status === "200" ? 2 : 1,
    ] as const;
  }),
  ["two keywords at one place", {}, { keyword: "enum" }, 2],
  ["an error and drift", {}, { level: "warn" }, 2],
  ["an accepted finding and a new one", { state: "known" }, { state: "new" }, 2],
  ["one header of two operations", { code: "response.header.missing", property: "X" }, { operationId: "b" }, 1],
  ["two headers of one operation", { code: "response.header.missing", property: "X" }, { property: "Y" }, 2],
  ["one status of two operations", { code: "response.status.undocumented", status: "429" }, { operationId: "b" }, 1],
  ["two statuses", { code: "response.status.undocumented", status: "429" }, { status: "302" }, 2],
  ["credentials that two operations lack", { code: "request.security.missing" }, { operationId: "b" }, 1],
  [
    "one media type of two operations",
    { code: "response.content-type.undocumented", message: "x" },
    { operationId: "b" },
    1,
  ],
  [
    "two media types",
    { code: "response.content-type.undocumented", message: "x" },
    { operationId: "b", message: "y" },
    2,
  ],
  ["no media type in two operations", { code: "response.content-type.missing", message: "x" }, { operationId: "b" }, 1],
  [
    "one failure of two operations",
    { code: "exchange.request.failed", message: "failed with 500 (id: NUL); e" },
    { operationId: "b" },
    1,
  ],
  [
    "two failures",
    { code: "exchange.request.failed", message: "failed with 500 (id: NUL); e" },
    { operationId: "b", message: "failed with 500 (id: 1); e" },
    2,
  ],
  [
    "the last requests before the service ended",
    { code: "exchange.response.missing", message: "x (id: 1): the service ended" },
    { operationId: "b", message: "x (id: 2): the service ended" },
    1,
  ],
  [
    "one failure of two properties, whose schemas have other keywords",
    { code: "exchange.request.failed", message: "failed with 500 (/id: null); e" },
    { operationId: "b", keyword: "type", message: "failed with 500 (/a/0/name: null); e" },
    1,
  ],
  [
    "one valid change that two operations reject",
    { code: "exchange.valid.rejected", message: "a valid request with 415: the body sent as A/B" },
    { operationId: "b" },
    1,
  ],
  [
    "two valid changes that operations reject",
    { code: "exchange.valid.rejected", message: "a valid request with 400: limit: 1" },
    { operationId: "b", message: "a valid request with 400: limit: 100" },
    2,
  ],
  [
    "one invalid change that two operations accept, with different statuses",
    { code: "response.status.invalid-accepted", message: "status 200 (request.body.invalid): body /a: 1, a number" },
    { operationId: "b", status: "201", message: "status 201 (request.body.invalid): body /b: 1, a number" },
    1,
  ],
  [
    "two invalid changes that operations accept",
    { code: "response.status.invalid-accepted", message: "status 200 (request.body.invalid): body /a: 1, a number" },
    { operationId: "b", message: "status 200 (request.body.invalid): body /a: null, null" },
    2,
  ],
  [
    "two operations of an unavailable service",
    { code: "exchange.request.failed", message: "failed with 503; e" },
    { operationId: "b", message: "failed with 503 (id: NUL); e" },
    1,
  ],
  [
    "two operations that are not implemented",
    { code: "exchange.request.failed", message: "responds with 501 (not implemented); e" },
    { operationId: "b" },
    1,
  ],
  [
    "two operations that always fail",
    { code: "exchange.request.failed", message: "failed with 500; e" },
    { operationId: "b" },
    2,
  ],
  ["a recording and a probe", {}, { reproduce: { curl: "curl", probe: "contract probe" } }, 1],
];

test.each(CAUSES)("%s", (_, one, other, causes) => {
  const elsewhere = "operationId" in other && "code" in one ? { contract: { file: "a", pointer: "/paths/~1b" } } : {};
  const findings = [finding({ ...one }), finding({ ...one, ...elsewhere, ...other, fingerprint: "b" })];
  const page = createCheckPage({ ...BASE_INPUT, report: { ...BASE, findings } });
  expect(groupCauses(page.issues)).toHaveLength(causes);
});

test("the cause that fails the run comes first, then errors, violations, what is seen most often; a cause has eight lines", () => {
  const seen = (level: "error" | "warn", exchanges: number, more: object = {}) =>
    finding({ level, exchanges, fingerprint: `${level}${exchanges}`, ...more });
  const places = ["a", "b", "c"].map((pointer) => ({ contract: { file: "a", pointer } }));
  const many = Array.from({ length: 9 }, (_, index) => seen("error", 5, { ...places[1], fingerprint: String(index) }));
  const gap = seen("error", 90, { code: "response.status.undocumented", status: "429" });
  const findings = [seen("warn", 9, places[0]), gap, ...many, seen("error", 99, { ...places[2], state: "known" })];
  const page = createCheckPage({ ...BASE_INPUT, report: { ...BASE, findings } });
  expect(groupCauses(page.issues).map((group) => [group[0]?.level, group.length])).toEqual([
    ["error", 9],
    ["error", 1],
    ["error", 1],
    ["warn", 1],
  ]);
  expect(groupCauses(page.issues)[1]?.[0].code).toBe(gap.code);
  const lacking = ["response.status.undocumented", "response.body.undeclared", "response.body.undocumented"] as const;
  const codes = [...lacking, "response.body.invalid"] as const;
  const gaps = codes.flatMap((code) => ["200", "429"].map((status) => isGap(finding({ code, status }))));
  expect(gaps).toEqual([false, true, true, true, true, true, false, false]);
  const blocks = REPORT_FORMATS.text({ ...BASE_INPUT, report: { ...BASE, findings } }).split("\n\n");
  expect(blocks[0]).toMatch(/^Failed: .*\n.*; 11 findings with 3 causes$/);
  expect(blocks.filter((it) => /^[✗!]/.test(it)).map((it) => it.split("\n").length <= 8)).toEqual([true, true, true]);
});

test.each([
  ["a short line", "aa bb", "aa bb"],
  ["words that do not fit", "aa bb cc dd ee", "aa bb cc\ndd ee"],
  ["an indented line", "  aa bb cc", "  aa bb\n      cc"],
  ["a word that is too long", "aaaaaaaaaaaa bb", "aaaaaaaaaaaa\nbb"],
  ["JSON without spaces", '{"a":1,"bb":2,"c":3}', '{"a":1,\n"bb":2,\n"c":3}'],
  ["a long value", 'is "aaaaaaaaaaaa"', 'is\n"aaa…aa"'],
  ["a line of a file", "12 │ abcdefghi", "12 │…ghi"],
  ["a command", "reproduce aa bb cc", "reproduce aa bb cc"],
  ["each line by itself", "aa\nbb cc dd ee", "aa\nbb cc dd\nee"],
])("wraps %s at eight characters", (_, text, wrapped) => {
  expect(wrapText(text, 8)).toBe(wrapped);
});

test.each([
  ["a property of a body", '{"id":"x","title":"Emma"}', " → /id"],
  ["a whole body", "[]", " → whole body"],
])("shows the place of %s in the recording", async (_, text, place) => {
  const content = { size: text.length, mimeType: "application/json", text };
  const input = await createReportInput(createHar(createHarEntry({ response: { content } })));
  expect(REPORT_FORMATS.text(input)).toMatch(new RegExp(`^ +recording .*/content/text${place}$`, "m"));
});

test.each([
  ["words", `curl -sS -i --globoff http://127.0.0.1:8080/books/7 -H accept:text/plain`],
  ["spaces in quotes", `curl 'http://127.0.0.1/a b' -H 'X-Long: one two three four five' --data-raw '{"a": "b c"}'`],
  ["a quote in quotes", `curl -H 'X-Name: it'\\''s long' "http://127.0.0.1/$HOME x" --data-raw $'a\\'b  c' end`],
])("a command with %s is broken so that a shell reads the same", (_, command) => {
  const run = (text: string): string =>
    execFileSync("bash", ["-c", text.replace("curl", "printf '%s\\n'")], { encoding: "utf8" });
  const [label, ...lines] = wrapCommands(`    reproduce ${command}`, 48).split(/(?<=reproduce )|\n/);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(0, -1).every((line) => line.endsWith(" \\"))).toBe(true);
  expect(`${label}${lines[0]}`.length).toBeLessThanOrEqual(48);
  expect(run(lines.join("\n"))).toBe(run(command));
  expect(wrapCommands(`reproduce ${command}`, 200)).toBe(`reproduce ${command}`);
});
