/** Paths and files that the user names: how reports show them, and why a file cannot be read or written. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readInputFile, toRelativePath } from "../../../src/cli/input/read-input-file.js";
import { parseReportOutputs } from "../../../src/cli/output/report-outputs.js";
import {
  assertWritableFile,
  writeFileAtomic,
  writeFilesAtomically,
} from "../../../src/cli/output/write-file-atomic.js";
import { createFolder } from "../run-contract.js";

const ROOT = resolve("");

test.each([
  ["", ""],
  ["-", "-"],
  ["a.har", "a.har"],
  ["./a//b/../c.har", "a/c.har"],
  ["./-", "./-"],
  [join(ROOT, "-"), join(ROOT, "-")],
  [join(ROOT, "a/b"), "a/b"],
  [ROOT, "."],
  [".", "."],
  ["..", ".."],
  ["../a", "../a"],
  ["..a", "..a"],
  ["/", "/"],
  ["/elsewhere/a", "/elsewhere/a"],
  ["https://a.example//b/../c", "https://a.example//b/../c"],
])("the path %j is shown as %j", (path, shown) => expect(toRelativePath(path)).toBe(shown));

/** Runs a function and returns its error, without the path of the folder. */
function errorOf(folder: string, run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message.replaceAll(folder, "F");
  }
}

test.each([
  ["gone", "F/gone: file does not exist; give x"],
  ["a/b", "F/a/b: a parent of the file is not a directory; give x"],
  ["", "F/: is a directory; give x"],
  ["a", undefined],
])("reading %j", (name, message) => {
  const folder = createFolder({ a: "text" });
  expect(errorOf(folder, () => readInputFile(`${folder}/${name}`, "give x"))).toBe(message);
  if (message === undefined) expect(readInputFile(join(folder, name), "")).toBe("text");
});

test.each([
  ["a", {}, undefined],
  ["new", {}, undefined],
  ["gone/a/new", { createsDirectories: true }, undefined],
  ["gone/new", {}, "cannot write F/gone/new: directory F/gone does not exist"],
  ["a/new", {}, "cannot write F/a/new: directory F/a does not exist"],
  ["a/b/new", { createsDirectories: true }, "cannot write F/a/b/new: directory F/a does not exist"],
  ["sub", {}, "cannot write F/sub: it is a directory; give a file in it, such as F/sub/report"],
])("writing to %s with %j", (name, options, message) => {
  const folder = createFolder({ a: "text", "sub/b": "text" });
  expect(errorOf(folder, () => assertWritableFile(join(folder, name), options))).toBe(message);
});

test("no file, and standard output", () => {
  expect(() => assertWritableFile(undefined)).not.toThrow();
  expect(errorOf("F", () => assertWritableFile("-"))).toBe(
    '"-" is not accepted here; give a file name, or ./- for a file named -',
  );
});

describe("the formats of reports", () => {
  test.each<[given: readonly string[] | undefined, outputs: unknown]>([
    [undefined, [{ format: "text" }]],
    [
      ["json:a.json", "html:/a:b.html", "text"],
      [{ format: "json", file: "a.json" }, { format: "html", file: "/a:b.html" }, { format: "text" }],
    ],
    [
      ["text", "github"],
      [{ format: "text" }, { format: "github" }],
    ],
    [
      ["github", "text"],
      [{ format: "github" }, { format: "text" }],
    ],
    [
      ["text", "json"],
      "formats text and json: only one report can go to stdout (or text and github); write the others to a file, such as json:FILE",
    ],
    [
      ["github", "json"],
      "formats github and json: only one report can go to stdout (or text and github); write the others to a file, such as json:FILE",
    ],
    [
      ["github", "text", "json"],
      "formats github and text and json: only one report can go to stdout (or text and github); write the others to a file, such as json:FILE",
    ],
    [["json:a", "html:./a"], `${resolve("a")}: two reports use this file; give each its own`],
    [["json:"], "format json:: missing file name after the colon"],
    [["xml:a"], 'unknown format "xml"; give text, json, ndjson, junit, sarif, github, markdown or html, or NAME:FILE'],
  ])("%j", (given, expected) => {
    if (typeof expected === "string") expect(() => parseReportOutputs(given)).toThrow(expected);
    else expect(parseReportOutputs(given)).toEqual(expected);
  });
});

describe("a file is written completely or not at all", () => {
  test("a new file, an old one, a link and a directory", () => {
    const folder = createFolder({ old: "old", target: "old" });
    const path = (name: string): string => join(folder, name);
    chmodSync(path("old"), 0o640);
    symlinkSync("target", path("link"));
    writeFileAtomic(path("new"), "text", 0o600);
    for (const name of ["old", "link"]) writeFileAtomic(path(name), ["te", "xt"]);
    expect(["new", "old"].map((name) => statSync(path(name)).mode & 0o777)).toEqual([0o600, 0o640]);
    expect(["new", "old", "target"].map((name) => readFileSync(path(name), "utf8"))).toEqual(["text", "text", "text"]);
    expect(readdirSync(folder).sort()).toEqual(["link", "new", "old", "target"]);
    expect(errorOf(folder, () => writeFileAtomic(folder, "text"))).toMatch(/^cannot write F: EISDIR/);
    expect(errorOf(folder, () => writeFileAtomic(path("gone/a"), "text"))).toMatch(/^cannot write F\/gone\/a: ENOENT/);
  });

  test("several files, all or none", () => {
    const folder = createFolder({ a: "old", b: "old", "c/d": "old" });
    const path = (name: string): string => join(folder, name);
    const rewrite = (...names: readonly string[]) =>
      names.map((name) => ({ path: path(name), before: name === "new" ? undefined : "old", after: "text" }));
    const read = (): string[] => ["a", "b"].map((name) => readFileSync(path(name), "utf8"));
    chmodSync(path("a"), 0o640);
    expect(
      errorOf(folder, () => writeFilesAtomically([...rewrite("a"), { path: path("b"), before: "x", after: "y" }])),
    ).toBe("F/b was changed by another program; nothing was written");
    expect(errorOf(folder, () => writeFilesAtomically(rewrite("gone")))).toBe(
      "F/gone was changed by another program; nothing was written",
    );
    // The second name is taken, so that the first file stays.
    writeFileSync(path("b.suggested"), "");
    expect(errorOf(folder, () => writeFilesAtomically(rewrite("a", "new", "b")))).toMatch(/EEXIST/);
    expect([read(), readdirSync(folder).sort()]).toEqual([
      ["old", "old"],
      ["a", "b", "b.suggested", "c"],
    ]);
    // A rename that fails: what was renamed before gets its text back.
    mkdirSync(path("new"));
    expect(
      errorOf(folder, () =>
        writeFilesAtomically([...rewrite("a"), { path: path("new/.."), before: undefined, after: "" }]),
      ),
    ).toBeDefined();
    expect(read()).toEqual(["old", "old"]);
    writeFilesAtomically(rewrite("a"));
    expect(read()).toEqual(["text", "old"]);
    expect(statSync(path("a")).mode & 0o777).toBe(0o640);
  });
});
