/**
 * Random edits of random schemas. No value may contradict a proof of containment, and Ajv must confirm every
 * counterexample. Set RUNS and SEED for more or other edits.
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createContainmentChecker } from "../../../src/diff/containment/containment-checker.js";
import { makeSetValues } from "../../../src/diff/containment/counterexamples.js";
import { createProver } from "../../../src/diff/containment/create-prover.js";
import { createSchemaSet } from "../../../src/diff/containment/schemas/schema-set.js";
import {
  createVersionedDocument,
  type VersionedDocument,
  validateValue,
} from "../../../src/diff/containment/schemas/versioned-document.js";
import { DocumentError, isObject, type Json, loadDocument } from "../../../src/document/index.js";
import type { MessageDirection } from "../../../src/schema/index.js";
import { type Components, EDITED, VALUES } from "./random-edits.js";

const TESTED = "/components/schemas/It";
const RUNS = Number(process.env.RUNS ?? 400);
const SEED = Number(process.env.SEED ?? 20260103);

const SETTING = fc.record({
  view: fc.constantFrom<MessageDirection>("request", "response"),
  openapi: fc.constantFrom("3.1.0", "3.1.0", "3.0.3"),
});

type Judge = (value: unknown) => boolean;

function sidedOf(name: VersionedDocument["name"], openapi: string, schemas: Components): VersionedDocument | undefined {
  const text = JSON.stringify({ openapi, info: { title: "Tested", version: "1" }, components: { schemas } });
  try {
    return createVersionedDocument(
      name,
      loadDocument("tested.json", () => text),
    );
  } catch (error) {
    // A reference cycle is not a valid schema.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** Known errors of Ajv (see src/schema/validation/engine-selection.ts), and keywords that only OpenAPI defines. */
function isForAjv(schemas: Components): boolean {
  const text = JSON.stringify(schemas);
  return (
    !/"(unevaluatedItems|\$dynamicRef|readOnly|writeOnly|nullable)"/.test(text) &&
    !(/"contains"/.test(text) && /"prefixItems"/.test(text))
  );
}

/** Undefined if validity cannot be determined, as for a cycle of dynamic references. */
function accepted(spec: VersionedDocument, direction: MessageDirection, value: unknown): boolean | undefined {
  return validateValue({ spec, pointer: TESTED }, direction, value);
}

function judgeOf(spec: VersionedDocument, direction: MessageDirection, schemas: Components): Judge {
  if (spec.document.version === "3.0" || !isForAjv(schemas))
    return (value) => accepted(spec, direction, value) === true;
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema({ $id: "tested", components: { schemas } });
  return ajv.compile({ $ref: `tested#${TESTED}` });
}

/** Values made from the keywords of one side, and values that differ slightly from them. */
function madeOf(spec: VersionedDocument, direction: MessageDirection, others: readonly Json[]): unknown[] {
  const prover = createProver({ left: spec, direction });
  prover.begin();
  const made = makeSetValues(prover, createSchemaSet({ spec, pointer: TESTED }), {}, 6);
  return made.flatMap((value) => [value, ...near(value, others.slice(0, 3))]);
}

function near(value: unknown, others: readonly Json[]): unknown[] {
  if (Array.isArray(value)) return [value.slice(1), [...value, ...value], ...others.map((it) => [...value, it])];
  if (!isObject(value)) return [];
  const lacking = Object.keys(value).map((name) => ({ ...value, [name]: undefined }));
  const having = ["a", "b", "ab", "x"].flatMap((name) => others.map((it) => ({ ...value, [name]: it })));
  return [...lacking, ...having].map((it) => JSON.parse(JSON.stringify(it)));
}

test("of random edits, no value contradicts what is said of them", { timeout: 36_000_000 }, () => {
  const count = { contained: 0, counterexample: 0, unknown: 0 };
  fc.assert(
    fc.property(EDITED, SETTING, fc.array(VALUES, { minLength: 12, maxLength: 12 }), ([was, is], setting, given) => {
      const { view: direction, openapi } = setting;
      const [old, next] = [sidedOf("old", openapi, was), sidedOf("new", openapi, is)];
      if (old === undefined || next === undefined) return;
      const contains = createContainmentChecker({ left: old, direction });
      const found = contains({ spec: old, pointer: TESTED }, { spec: next, pointer: TESTED });
      count[found.kind] += 1;
      if (found.kind === "contained") {
        const tried = [...given, ...madeOf(old, direction, given), ...madeOf(next, direction, given)];
        const isBroken = (value: unknown): boolean =>
          accepted(old, direction, value) === true && accepted(next, direction, value) === false;
        expect(tried.filter(isBroken)).toEqual([]);
        return;
      }
      const shown = found.violations.flatMap(({ counterexample }) =>
        counterexample === undefined ? [] : [counterexample.value],
      );
      if (shown.length === 0) return;
      const [accepts, refuses] = [judgeOf(old, direction, was), judgeOf(next, direction, is)];
      for (const value of shown) expect([value, accepts(value), refuses(value)]).toEqual([value, true, false]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  process.stdout.write(`random edits: ${RUNS}, ${JSON.stringify(count)}\n`);
  expect(count.counterexample / RUNS).toBeGreaterThan(0.05);
});
