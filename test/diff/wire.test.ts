/** Values that travel as text: `contract diff` and `contract check` agree about each counterexample. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Contract, createContract } from "../../src/check/index.js";
import type { JsonObject } from "../../src/document/index.js";
import { codesOf, difference, documentOf } from "./case.js";
import { checkBothSides, createSpec } from "./wire-case.js";

type WirePair = {
  readonly title: string;
  readonly finds: readonly string[];
  readonly back: readonly string[];
} & Readonly<Record<string, readonly [JsonObject, JsonObject]>>;

const PAIRS = parse(readFileSync(join(import.meta.dirname, "wire-pairs.yaml"), "utf8")) as readonly WirePair[];

test.each(PAIRS.map((it) => [it.title, it] as const))("%s", (_, { title: _title, finds, back, ...parts }) => {
  const [[part, [old, next]]] = Object.entries(parts) as unknown as [[string, [JsonObject, JsonObject]]];
  const texts = [createSpec(part, old), createSpec(part, next)] as const;
  const [there, backwards] = [difference(...texts), difference(texts[1], texts[0])];
  expect({ finds: codesOf(there), back: codesOf(backwards) }).toEqual({ finds, back });
  const contracts = texts.map((text) => createContract(documentOf(text))) as [Contract, Contract];
  for (const finding of there.findings) checkBothSides(finding, part, { old: contracts[0], new: contracts[1] });
  for (const finding of backwards.findings) checkBothSides(finding, part, { old: contracts[1], new: contracts[0] });
});
