import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REPORT_PAGE, reportPage } from "../../scripts/report-page.js";
import { SCRIPT } from "../../src/report/page/built-page.js";

test("style and script of the report are what their sources give", async () => {
  expect(readFileSync(REPORT_PAGE, "utf8"), "run: npm run generate").toBe(await reportPage());
});

test("the script of the report makes no markup and asks nobody", () => {
  expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttpRequest/);
});
