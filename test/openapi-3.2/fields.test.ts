/** Every fixed field that OpenAPI 3.2 adds or changes, through lint, check and diff. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument, loadFaultyDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { EXCHANGE_CASES } from "./exchange-cases.js";
import { FIELDS } from "./fields.js";

const TEXT = readFileSync(join(import.meta.dirname, "streams.yaml"), "utf8");

function loadEdited(pointer: string, value: unknown) {
  const root = parse(TEXT);
  const keys = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  const parent = keys.reduce((it, key) => it[key], root);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return loadFaultyDocument("edited.json", () => JSON.stringify(root));
}

const original = loadDocument("streams.yaml", () => TEXT);

test("the spec has no findings", () => {
  expect(lintDocument(original)).toEqual([]);
});

describe.each(FIELDS)("$field", ({ invalid: [pointer, value], check, diff }) => {
  test("lint finds an invalid value", () => {
    const { document, errors } = loadEdited(pointer, value);
    const found = lintDocument(document, { values: true, errors }).map((it) => it.pointer);
    expect(found.filter((at) => at.startsWith(pointer) || pointer.startsWith(at))).not.toEqual([]);
  });

  test("check has cases that pass and cases that fail", () => {
    for (const name of "reason" in check ? [] : check) {
      expect(EXCHANGE_CASES[name]?.good).not.toEqual([]);
      expect(EXCHANGE_CASES[name]?.bad).not.toEqual([]);
    }
  });

  test("diff reports a change, and nothing else is changed", () => {
    const [at, next, code] = "reason" in diff ? [pointer, value, undefined] : diff;
    const findings = diffDocuments({ old: original, new: loadEdited(at, next).document }).findings.map((it) => it.code);
    if (code === undefined) expect(findings).toEqual([]);
    else expect(findings).toContain(code);
  });
});
