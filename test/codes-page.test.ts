import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CODES } from "../src/checks/index.js";
import { codesPage } from "../src/report/index.js";

const page = readFileSync(join(import.meta.dirname, "../docs/codes.md"), "utf8");

test("docs/codes.md is what the checks say; npm run generate writes it", () => {
  expect(page).toBe(codesPage());
});

test("every code has a section, and every section is a code", () => {
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(Object.keys(CODES));
});
