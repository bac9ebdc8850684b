import { beforeAll, expect, test } from "vitest";
import { computeOutcome, mergeReports } from "../../src/check/index.js";
import { type FormatName, REPORT_FORMATS, type ReportInput, readReport } from "../../src/report/index.js";
import { createHar, createHarEntry } from "../cli/run-contract.js";
import { createReportInput } from "./report-input.js";
import { junitProblems, lineProblems, sarifProblems } from "./validators.js";

const UNACCEPTED = [
  { source: "mock", reason: "no request was accepted (404): give values", operations: ["getBook", "addBook"] },
  { source: "shop", reason: "not asked", operations: ["listBooks"] },
];

const EXCLUDED = [
  { source: "shop", selector: "DELETE /books/*", reason: "there is no undo", operations: ["removeBook"] },
];

let whole: ReportInput;
let lacking: ReportInput;
let excluding: ReportInput;
beforeAll(async () => {
  whole = await createReportInput(createHar(createHarEntry()));
  const report = { ...whole.report, unaccepted: UNACCEPTED, excluded: EXCLUDED };
  lacking = { ...whole, report, outcome: computeOutcome(report) };
  excluding = { ...whole, report: { ...whole.report, excluded: EXCLUDED } };
});

const TEXT: Readonly<Record<FormatName, RegExp>> = {
  text: /^No request accepted\n {2}getBook, addBook: no request was accepted \(404\): give values {2}by mock\n/m,
  json: /"unaccepted": \[\n +\{\n +"source": "mock"/,
  ndjson: /\{"outcome":\{"kind":"inconclusive","reasons":\[".+"\],"unaccepted":\[\{"source":"mock"/,
  junit: /name="no request accepted by mock: getBook, addBook" time="0">\s*<skipped type="unaccepted"/,
  sarif: /mock accepted no request of getBook, addBook: no request was accepted/,
  github:
    /^::error .*Inconclusive: mock accepted no request of 2 operations: getBook, addBook; .*; shop accepted no request of 1 operation: listBooks/m,
  markdown: /No request accepted: 3 operations<\/summary>\n\n- getBook, addBook: no request was accepted/,
  html: /No request accepted<\/h2> <span class="tally">2<.*<b>getBook, addBook<\/b> no request/,
};

/** GitHub annotations have the verdict only, which counts what is excluded if it passes. */
const EXCLUDED_TEXT: Readonly<Record<FormatName, RegExp>> = {
  text: /^Excluded\n {2}removeBook: by DELETE \/books\/\*: there is no undo {2}for shop\n/m,
  json: /"excluded": \[\n +\{\n +"source": "shop",\n +"selector"/,
  ndjson: /"excluded":\[\{"source":"shop","selector":"DELETE \/books\/\*"/,
  junit: /name="excluded for shop: removeBook" time="0">\s*<skipped type="excluded" message="by DELETE/,
  sarif: /excluded for shop: removeBook, by DELETE/,
  github: /; 1 operation of shop excluded\./,
  markdown: /Excluded: 1 operation<\/summary>\n\n- removeBook: by DELETE/,
  html: /Excluded<\/h2> <span class="tally">1<.*<b>removeBook<\/b> by DELETE/,
};

test.each(Object.entries(REPORT_FORMATS) as [FormatName, (input: ReportInput) => string][])("%s", (name, format) => {
  expect(format(lacking)).toMatch(TEXT[name]);
  expect(format(excluding)).toMatch(EXCLUDED_TEXT[name]);
  expect(format(excluding)).not.toMatch(/accepted no request|inconclusive"/i);
  expect(format(whole)).not.toMatch(/accepted no request|no request accepted|unaccepted"|excluded/i);
});

test("unaccepted findings match their schemas, and are read back", async () => {
  expect(
    REPORT_FORMATS.ndjson(lacking)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .flatMap(lineProblems),
  ).toEqual([]);
  expect(await junitProblems(REPORT_FORMATS.junit(lacking))).toEqual([]);
  expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(lacking)))).toEqual([]);
  const { report } = readReport("a.json", REPORT_FORMATS.json(lacking));
  expect(report).toMatchObject({ unaccepted: UNACCEPTED, excluded: EXCLUDED });
  expect(JSON.parse(REPORT_FORMATS.json(lacking)).outcome.kind).toBe("inconclusive");
  expect(report).not.toHaveProperty("outcome");
});

test("merged reports keep what each lacks, once", () => {
  const [first, second] = UNACCEPTED;
  const parts = [second, first, second].map((it) => ({ ...whole.report, unaccepted: it === undefined ? [] : [it] }));
  expect(mergeReports([whole.report, ...parts]).unaccepted).toEqual(UNACCEPTED);
  expect(mergeReports([excluding.report, whole.report, excluding.report]).excluded).toEqual(EXCLUDED);
  expect(mergeReports([whole.report, whole.report])).not.toHaveProperty("unaccepted");
});
