import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildSandboxPage, SANDBOX_PAGE_PATH } from "../../../../scripts/build/generate/sandbox-page.js";
import { ADMIN_PAGE } from "../../../../src/sandbox/admin/page/built-page.js";

test("the page matches its sources", async () => {
  expect(readFileSync(SANDBOX_PAGE_PATH, "utf8"), "run: npm run generate").toBe(await buildSandboxPage());
});

test("the page sends no external requests, and never inserts text as markup", () => {
  expect(ADMIN_PAGE.match(/(?:src|href)="(?!data:|#)[^"]*"/g)).toBeNull();
  expect(ADMIN_PAGE).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  expect(ADMIN_PAGE).not.toMatch(/ style=| on[a-z]+="/);
});
