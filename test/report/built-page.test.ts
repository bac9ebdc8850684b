import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildReportPage, REPORT_PAGE_PATH } from "../../scripts/build/generate/report-page.js";
import { REPORT_SCRIPT, REPORT_STYLE } from "../../src/report/html/page/built-page.js";
import { contrast, parse } from "./contrast.js";

/** The colours of the style by variable: one for the light theme, and one for the dark theme. */
const colours = new Map(
  [...REPORT_STYLE.matchAll(/--([\w-]+): ?light-dark\((#[0-9a-f]{6}), ?(#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark]],
  ),
);

/** Foreground and background colours, with the minimum contrast of WCAG 2.2. */
const PAIRS: readonly (readonly [fronts: string, backs: string, least: number])[] = [
  ["ink soft", "paper card sunk good-wash bad-wash warn-wash", 4.5],
  ["accent good bad warn", "paper card sunk", 4.5],
  ["good", "good-wash", 4.5],
  ["bad", "bad-wash", 4.5],
  ["warn", "warn-wash", 4.5],
  ["ink", "s1 s2 s3", 4.5],
  ["on-strong", "s4 s5", 4.5],
  ["edge accent warn s4 bad", "paper card", 3],
  ["s4 bad ink", "line", 3],
];

test("style and script of the report match their sources", async () => {
  expect(readFileSync(REPORT_PAGE_PATH, "utf8"), "run: npm run generate").toBe(await buildReportPage());
});

test("WCAG 2.2, 1.4.3 and 1.4.11: text, borders, bars and icons have enough contrast, in both themes", () => {
  for (const theme of [0, 1]) {
    const colour = (name: string) => parse(colours.get(name)?.[theme]);
    const poor = PAIRS.flatMap(([fronts, backs, least]) =>
      fronts.split(" ").flatMap((front) =>
        backs
          .split(" ")
          .filter((back) => contrast(colour(front), colour(back)) < least)
          .map((back) => `${front} on ${back}: ${contrast(colour(front), colour(back)).toFixed(2)}`),
      ),
    );
    expect(poor).toEqual([]);
  }
});

test("the script of the report creates no markup and sends no requests", () => {
  expect(REPORT_SCRIPT).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttpRequest/,
  );
});
