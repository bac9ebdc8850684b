import { describe, expect, test } from "vitest";
import { asObject, asString, loadDocument, valueAt } from "../../src/document/index.js";
import { entryFile, readSpec } from "./spec-files.js";

/** Every statement about the service stands somewhere in the contract, and a pointer to it does not go stale. */

type Statement = { readonly says: string; readonly at: readonly string[] };
type Section = { readonly title: string; readonly statements: readonly Statement[] };

const { sections } = readSpec("seed.yaml") as { sections: readonly Section[] };
const { root } = await loadDocument(entryFile);

describe.each(sections)("$title", ({ statements }) => {
  test.each(statements)("$says", ({ at }) => {
    expect(at).not.toEqual([]);
    for (const pointer of at) expect(valueAt(root, pointer), pointer).toBeDefined();
    expect(at.filter((pointer) => !namesParameter(pointer, at))).toEqual([]);
  });
});

/** Parameters are pointed at by index: beside it stands the parameter meant, so that a new order does not go unseen. */
function namesParameter(pointer: string, at: readonly string[]): boolean {
  if (!/\/parameters\/\d+$/.test(pointer)) return true;
  const target = asString(asObject(valueAt(root, pointer))?.$ref)?.slice(1);
  return at.some((other) => target !== undefined && other.startsWith(target));
}
