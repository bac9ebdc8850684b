/** Containment walks each keyword of the applicator table: a change below it is found, also below two of them. */
import { expect, test } from "vitest";
import { createContainmentChecker } from "../../../src/diff/containment/containment-checker.js";
import { createVersionedDocument } from "../../../src/diff/containment/schemas/versioned-document.js";
import { APPLICATORS } from "../../../src/document/applicators.js";
import type { Json } from "../../../src/document/index.js";
import { ROWS, type Row } from "../../schema/applicator-rows.js";
import { createSchemaDocument } from "./containment-documents.js";

/** Compares a limit of nine characters with one of three, below the keywords. */
function compareLimits(rows: readonly Row[]): { readonly narrowed: string; readonly widened: string } {
  const [wide, narrow] = [9, 3].map((maxLength) => {
    const schemas: Record<string, Json> = {};
    let names = 0;
    const wrapped = rows.reduceRight<Row["wrap"] extends (inner: infer T, ...rest: never[]) => unknown ? T : never>(
      (inner, { wrap }) => {
        const own: Record<string, Json> = {};
        const outer = JSON.stringify(wrap(inner, own));
        // The rows number their components from test to test, but both documents need the same names.
        const [[name, schema] = []] = Object.entries(own);
        if (name === undefined) return JSON.parse(outer);
        names += 1;
        const rename = (text: string): string =>
          text.replaceAll(new RegExp(`(?<=["#/])${name}(?=")`, "g"), `C${names}`);
        schemas[`C${names}`] = JSON.parse(rename(JSON.stringify(schema)));
        return JSON.parse(rename(outer));
      },
      { maxLength },
    );
    return createSchemaDocument({ ...schemas, It: wrapped });
  });
  if (wide === undefined || narrow === undefined) throw new Error("two limits give two documents");
  const [left, right] = [createVersionedDocument("old", wide), createVersionedDocument("new", narrow)];
  const [from, to] = [left, right].map((spec) => ({ spec, pointer: "/components/schemas/It" }));
  return {
    narrowed: createContainmentChecker({ left, direction: "response" })(from, to).kind,
    widened: createContainmentChecker({ left: right, direction: "response" })(to, from).kind,
  };
}

/** `if` alone asserts nothing. */
const ASSERTING = ROWS.filter(({ keyword, describes }) => describes && keyword !== "if");

test("each applicator has a row", () => {
  const covered = new Set(ROWS.map(({ keyword }) => keyword.split(" ")[0]));
  expect(Object.keys(APPLICATORS).filter((keyword) => !covered.has(keyword))).toEqual([]);
});

test.each(ROWS.map((row) => [row.keyword, row] as const))("a change below %s", (_keyword, row) => {
  const { narrowed, widened } = compareLimits([row]);
  expect({ narrowed, widened }).toMatchSnapshot();
});

test("a change below two applicators that assert is never missed", () => {
  const missed = ASSERTING.flatMap((outer) =>
    ASSERTING.filter((inner) => {
      const { narrowed, widened } = compareLimits([outer, inner]);
      return narrowed === "contained" || widened === "counterexample";
    }).map((inner) => `${outer.keyword}, ${inner.keyword}`),
  );
  expect(missed).toEqual([]);
});
