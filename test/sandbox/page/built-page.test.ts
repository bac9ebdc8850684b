import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SANDBOX_PAGE, sandboxPage } from "../../../scripts/sandbox-page.js";
import { PAGE } from "../../../src/sandbox/admin/page/built-page.js";

test("the page is what its sources give", async () => {
  expect(readFileSync(SANDBOX_PAGE, "utf8"), "run: npm run generate").toBe(await sandboxPage());
});

test("the page asks nobody for anything, and has no markup of its own for texts", () => {
  expect(PAGE.match(/(?:src|href)="(?!data:|#)[^"]*"/g)).toBeNull();
  expect(PAGE).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  expect(PAGE).not.toMatch(/ style=| on[a-z]+="/);
});
