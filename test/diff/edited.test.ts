/**
 * Random edits of random schemas: what is said to be contained no value contradicts, and what is said to break is shown by a value
 * that stock Ajv tells apart. RUNS and SEED ask for more, and for others.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { caseOf } from "../../src/diff/containment/case.js";
import { createContainer } from "../../src/diff/containment/contains.js";
import { createProver } from "../../src/diff/containment/prover.js";
import { createSided, judged, type Sided } from "../../src/diff/containment/sided.js";
import { valuesOf } from "../../src/diff/containment/witness.js";
import { DocumentError, isObject, type Json, loadDocument } from "../../src/document/index.js";
import type { View } from "../../src/schema/index.js";
import { type Components, EDITED, VALUES } from "./random-edits.js";

const TESTED = "/components/schemas/It";
const RUNS = Number(process.env.RUNS ?? 400);
const SEED = Number(process.env.SEED ?? 20260103);

const SETTING = fc.record({
  view: fc.constantFrom<View>("request", "response"),
  openapi: fc.constantFrom("3.1.0", "3.1.0", "3.0.3"),
});

type Judge = (value: unknown) => boolean;

function sidedOf(name: Sided["name"], openapi: string, schemas: Components): Sided | undefined {
  const text = JSON.stringify({ openapi, info: { title: "Tested", version: "1" }, components: { schemas } });
  try {
    return createSided(
      name,
      loadDocument("tested.json", () => text),
    );
  } catch (error) {
    // A reference that leads back to itself is no schema.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** What Ajv itself is wrong about, see src/schema/routing.ts, and what OpenAPI alone knows. */
function isForAjv(schemas: Components): boolean {
  const text = JSON.stringify(schemas);
  return (
    !/"(unevaluatedItems|\$dynamicRef|readOnly|writeOnly|nullable)"/.test(text) &&
    !(/"contains"/.test(text) && /"prefixItems"/.test(text))
  );
}

/** Undefined where nobody can tell, as of a dynamic reference that leads back to itself. */
function accepted(sided: Sided, view: View, value: unknown): boolean | undefined {
  return judged({ sided, pointer: TESTED }, view, value);
}

function judgeOf(sided: Sided, view: View, schemas: Components): Judge {
  if (sided.document.version === "3.0" || !isForAjv(schemas)) return (value) => accepted(sided, view, value) === true;
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema({ $id: "tested", components: { schemas } });
  return ajv.compile({ $ref: `tested#${TESTED}` });
}

/** Values that a side's own words lead to, and those one step from them. */
function madeOf(sided: Sided, view: View, others: readonly Json[]): unknown[] {
  const prover = createProver({ left: sided, view });
  prover.begin();
  const made = valuesOf(prover, caseOf({ sided, pointer: TESTED }), {}, 6);
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
      const { view, openapi } = setting;
      const [old, next] = [sidedOf("old", openapi, was), sidedOf("new", openapi, is)];
      if (old === undefined || next === undefined) return;
      const contains = createContainer({ left: old, view });
      const found = contains({ sided: old, pointer: TESTED }, { sided: next, pointer: TESTED });
      count[found.kind] += 1;
      if (found.kind === "contained") {
        const tried = [...given, ...madeOf(old, view, given), ...madeOf(next, view, given)];
        const told = (value: unknown): boolean =>
          accepted(old, view, value) === true && accepted(next, view, value) === false;
        expect(tried.filter(told)).toEqual([]);
        return;
      }
      const shown = found.gaps.flatMap(({ witness }) => (witness === undefined ? [] : [witness.value]));
      if (shown.length === 0) return;
      const [accepts, refuses] = [judgeOf(old, view, was), judgeOf(next, view, is)];
      for (const value of shown) expect([value, accepts(value), refuses(value)]).toEqual([value, true, false]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  process.stdout.write(`random edits: ${RUNS}, ${JSON.stringify(count)}\n`);
  expect(count.counterexample / RUNS).toBeGreaterThan(0.05);
});
