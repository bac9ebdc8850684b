import { beforeAll, expect, test } from "vitest";
import { mergeReports } from "../../src/gate/index.js";
import { FORMATS, type FormatName, readReport, type Told } from "../../src/report/index.js";
import { entry, har } from "../cli/command.js";
import { toldOf } from "./told.js";
import { junitProblems, lineProblems, sarifProblems } from "./validators.js";

const UNACCEPTED = [
  { source: "mock", reason: "no request was accepted (404): give values", operations: ["getBook", "addBook"] },
  { source: "shop", reason: "not asked", operations: ["listBooks"] },
];

let whole: Told;
let lacking: Told;
beforeAll(async () => {
  whole = await toldOf(har(entry()));
  lacking = { ...whole, report: { ...whole.report, unaccepted: UNACCEPTED } };
});

const SAYS: Readonly<Record<FormatName, RegExp>> = {
  text: /^Nothing accepted\n {2}getBook, addBook: no request was accepted \(404\): give values {2}by mock\n/m,
  json: /"unaccepted": \[\n +\{\n +"source": "mock"/,
  ndjson: /\{"outcome":\{"kind":"holds","unaccepted":\[\{"source":"mock"/,
  junit: /name="accepted by mock: getBook, addBook" time="0">\s*<skipped type="unaccepted"/,
  sarif: /mock accepted nothing of getBook, addBook: no request was accepted/,
  github: /holds; mock accepted nothing of 2 operations; shop accepted nothing of 1 operation\./,
  markdown: /Nothing accepted: 3 operations<\/summary>\n\n- getBook, addBook: no request was accepted/,
  html: /Nothing accepted<\/h2> <span class="tally">2<.*<b>getBook, addBook<\/b> no request/,
};

test.each(Object.entries(FORMATS) as [FormatName, (told: Told) => string][])("%s", (name, format) => {
  expect(format(lacking)).toMatch(SAYS[name]);
  expect(format(whole)).not.toMatch(/accepted nothing|nothing accepted|unaccepted"/i);
});

test("what is read by others is as their schemas have it, and is read back", async () => {
  expect(
    FORMATS.ndjson(lacking)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .flatMap(lineProblems),
  ).toEqual([]);
  expect(await junitProblems(FORMATS.junit(lacking))).toEqual([]);
  expect(sarifProblems(JSON.parse(FORMATS.sarif(lacking)))).toEqual([]);
  expect(readReport("a.json", FORMATS.json(lacking)).report.unaccepted).toEqual(UNACCEPTED);
});

test("of reports that are put together each keeps what it lacks, once", () => {
  const [first, second] = UNACCEPTED;
  const parts = [second, first, second].map((it) => ({ ...whole.report, unaccepted: it === undefined ? [] : [it] }));
  expect(mergeReports([whole.report, ...parts]).unaccepted).toEqual(UNACCEPTED);
  expect(mergeReports([whole.report, whole.report])).not.toHaveProperty("unaccepted");
});
