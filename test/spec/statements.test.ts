import { describe, expect, test } from "vitest";
import { asObject, asString, loadDocument, valueAt } from "../../src/document/index.js";
import { entryFile, readSpec } from "./spec-files.js";

/** Every statement of the source has a location in the spec, and the pointers to it are valid. */

type Statement = { readonly says: string; readonly at: readonly string[] };
type Section = { readonly title: string; readonly statements: readonly Statement[] };

const { sections } = readSpec("seed.yaml") as { sections: readonly Section[] };
const { root } = await loadDocument(entryFile);

describe.each(sections)("$title", ({ statements }) => {
  test.each(statements)("$title", ({ at }) => {
    expect(at).not.toEqual([]);
    for (const pointer of at) expect(valueAt(root, pointer), pointer).toBeDefined();
    expect(at.filter((pointer) => !namesParameter(pointer, at))).toEqual([]);
  });
});

/** Pointers use the index of a parameter. The parameter's file is listed too, so that reordering is detected. */
function namesParameter(pointer: string, at: readonly string[]): boolean {
  if (!/\/parameters\/\d+$/.test(pointer)) return true;
  const target = asString(asObject(valueAt(root, pointer))?.$ref)?.slice(1);
  return at.some((other) => target !== undefined && other.startsWith(target));
}
