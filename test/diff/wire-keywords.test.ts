/** Keywords that decide how values are written: a change breaks if a text shows it, whether or not the value is required. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Contract, createContract } from "../../src/check/index.js";
import type { JsonObject } from "../../src/document/index.js";
import { codesOf, difference, documentOf } from "./case.js";
import { checkBothSides, createSpec } from "./wire-case.js";

type Codes = { readonly finds: readonly string[]; readonly back: readonly string[] };

type Keyword = { readonly title: string; readonly optional: Codes; readonly required: Codes } & Readonly<
  Record<string, readonly [JsonObject, JsonObject]>
>;

const KEYWORDS = parse(readFileSync(join(import.meta.dirname, "wire-keywords.yaml"), "utf8")) as readonly Keyword[];

/** Makes a parameter, a header or the property of a body required, or not. */
function setRequired(part: string, value: JsonObject, isRequired: boolean): JsonObject {
  if (!part.includes("/")) return { ...value, required: isRequired };
  return { ...value, schema: { ...(value.schema as JsonObject), required: isRequired ? ["a"] : [] } };
}

test.each(KEYWORDS)("$title", ({ title: _, optional, required, ...parts }) => {
  const [[part, pair]] = Object.entries(parts) as unknown as [[string, [JsonObject, JsonObject]]];
  const results = [false, true].map((isRequired) => {
    const texts = pair.map((it) => createSpec(part, setRequired(part, it, isRequired))) as [string, string];
    const [there, backwards] = [difference(...texts), difference(texts[1], texts[0])];
    const contracts = texts.map((text) => createContract(documentOf(text))) as [Contract, Contract];
    for (const finding of there.findings) checkBothSides(finding, part, { old: contracts[0], new: contracts[1] });
    for (const finding of backwards.findings) checkBothSides(finding, part, { old: contracts[1], new: contracts[0] });
    return { finds: codesOf(there), back: codesOf(backwards) };
  });
  expect({ optional: results[0], required: results[1] }).toEqual({ optional, required });
});
