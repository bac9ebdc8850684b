import { describe, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { entryFile, placesIn, readSpec } from "./spec-files.js";

type OpenPoint = Readonly<Record<"id" | "kind" | "question" | "section" | "says" | "answer" | "sandbox", string>> & {
  readonly at: readonly string[];
};

const points = readSpec("open-points.yaml") as readonly OpenPoint[];
const { sections } = readSpec("seed.yaml") as { sections: readonly { statements: readonly { says: string }[] }[] };
const statements = sections.flatMap((section) => section.statements.map(({ says }) => says));
const { root } = await loadDocument(entryFile);

const escaped = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");
const marks = [...placesIn(root)]
  .filter(({ path }) => path.at(-1) === "x-open-point")
  .flatMap(({ path, value }) => {
    const pointer = path.slice(0, -1).map((token) => `/${escaped(token)}`);
    return [value].flat().map((id) => `${String(id)} ${pointer.join("")}`);
  });

describe("open questions", () => {
  test("ids are unique", () => {
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
  });

  test("every mark in the spec is listed, and every listed location is marked", () => {
    const listed = points.flatMap(({ id, at }) => at.map((pointer) => `${id} ${pointer}`));
    expect(marks.sort()).toEqual(listed.sort());
  });

  test.each(points)("$id has a question, a decision and a location", (point) => {
    expect(point.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(["not-shown", "contradiction", "silent"]).toContain(point.kind);
    expect(point.question).toMatch(/\?$/);
    expect(point.answer).toMatch(/\.$/);
    expect(point.sandbox).toMatch(/\.$/);
    expect(point.section).not.toBe("");
    expect(point.at).not.toEqual([]);
  });

  test("everything that the source does not show is an open question", () => {
    const open = points.filter(({ kind }) => kind === "not-shown").map(({ says }) => says);
    const unseen = statements.filter((says) => says.includes("not shown") && !open.some((line) => line.includes(says)));
    expect(unseen).toEqual([]);
    expect(open.filter((line) => !line.includes("not shown"))).toEqual([]);
  });
});
