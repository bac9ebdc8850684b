import { beforeAll, expect, test } from "vitest";
import { mergeReports } from "../../src/gate/index.js";
import { type FormatName, REPORT_FORMATS, type ReportInput, readReport } from "../../src/report/index.js";
import { createHar, createHarEntry } from "../cli/run-contract.js";
import { createReportInput } from "./report-input.js";
import { junitProblems, lineProblems, sarifProblems } from "./validators.js";

const UNACCEPTED = [
  { source: "mock", reason: "no request was accepted (404): give values", operations: ["getBook", "addBook"] },
  { source: "shop", reason: "not asked", operations: ["listBooks"] },
];

let whole: ReportInput;
let lacking: ReportInput;
beforeAll(async () => {
  whole = await createReportInput(createHar(createHarEntry()));
  lacking = { ...whole, report: { ...whole.report, unaccepted: UNACCEPTED } };
});

const SAYS: Readonly<Record<FormatName, RegExp>> = {
  text: /^No request accepted\n {2}getBook, addBook: no request was accepted \(404\): give values {2}by mock\n/m,
  json: /"unaccepted": \[\n +\{\n +"source": "mock"/,
  ndjson: /\{"outcome":\{"kind":"passed","unaccepted":\[\{"source":"mock"/,
  junit: /name="no request accepted by mock: getBook, addBook" time="0">\s*<skipped type="unaccepted"/,
  sarif: /mock accepted no request of getBook, addBook: no request was accepted/,
  github: /matches the spec of .*; mock accepted no request of 2 operations; shop accepted no request of 1 operation\./,
  markdown: /No request accepted: 3 operations<\/summary>\n\n- getBook, addBook: no request was accepted/,
  html: /No request accepted<\/h2> <span class="tally">2<.*<b>getBook, addBook<\/b> no request/,
};

test.each(Object.entries(REPORT_FORMATS) as [FormatName, (input: ReportInput) => string][])("%s", (name, format) => {
  expect(format(lacking)).toMatch(SAYS[name]);
  expect(format(whole)).not.toMatch(/accepted no request|no request accepted|unaccepted"/i);
});

test("what is read by others is as their schemas have it, and is read back", async () => {
  expect(
    REPORT_FORMATS.ndjson(lacking)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .flatMap(lineProblems),
  ).toEqual([]);
  expect(await junitProblems(REPORT_FORMATS.junit(lacking))).toEqual([]);
  expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(lacking)))).toEqual([]);
  expect(readReport("a.json", REPORT_FORMATS.json(lacking)).report.unaccepted).toEqual(UNACCEPTED);
});

test("of reports that are put together each keeps what it lacks, once", () => {
  const [first, second] = UNACCEPTED;
  const parts = [second, first, second].map((it) => ({ ...whole.report, unaccepted: it === undefined ? [] : [it] }));
  expect(mergeReports([whole.report, ...parts]).unaccepted).toEqual(UNACCEPTED);
  expect(mergeReports([whole.report, whole.report])).not.toHaveProperty("unaccepted");
});
