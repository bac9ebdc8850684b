/** The errors of scalars in bodies that are right otherwise. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { encodeText } from "../../../src/fast/exchanges/fast-path.js";
import { createWasmValidator } from "../../../src/fast/wasm-validator/index.js";
import { createSchemas, createUndeclaredCollector } from "../../../src/schema/index.js";

const load = (schemas: object) =>
  loadDocument("spec.yaml", () =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas } }),
  );

const known = (...values: readonly string[]) => ({ type: "string", "x-extensible-enum": values });
const PROPERTIES = {
  a: { type: "integer", maximum: 9 },
  b: { type: "string", minLength: 2, pattern: "^x" },
  c: known("r", "s"),
  d: known("r", "s"),
  e: { type: "array", items: { type: "boolean" } },
  f: { type: "object", properties: { g: { type: "string", enum: ["u"] } } },
  h: { type: "string" },
  i: { type: "integer" },
  j: { allOf: [{ type: "integer" }, { minimum: 5 }] },
};

/** Each body with its errors by place: keywords, and values that are not in a list; undefined for regular validation. */
const BODIES: readonly (readonly [body: unknown, errors: readonly string[] | undefined])[] = [
  [{ a: 1, b: "xy", c: "r", d: "s", e: [true], f: { g: "u" }, h: "", i: 1, j: 5 }, []],
  [{ a: 10 }, ["/a maximum"]],
  [{ a: "10" }, ["/a type"]],
  [{ a: 1.5 }, ["/a type"]],
  [{ a: null }, ["/a type"]],
  [{ b: "y" }, ["/b minLength, /b pattern"]],
  [{ b: "x" }, ["/b minLength"]],
  [{ b: 7 }, ["/b type"]],
  [{ c: "lost" }, ["/c not in its list"]],
  [{ c: 1 }, ["/c type, /c not in its list"]],
  // The value may be in one of two lists.
  [{ d: "r" }, []],
  [{ d: "lost" }, undefined],
  [{ d: 1 }, undefined],
  [{ d: "s" }, []],
  [{ e: [true, 1, false, "x", 1] }, ["/e/0 type", "/e/0 type", "/e/0 type"]],
  [{ f: { g: "v" } }, ["/f/g enum"]],
  [{ f: { g: 1 } }, ["/f/g type"]],
  [{ h: 1, i: "x" }, ["/h type", "/i type"]],
  [{ i: true }, ["/i type"]],
  [{ j: 4 }, ["/j minimum"]],
  [{ j: "4" }, ["/j type"]],
  [{ h: "a text of two hundred characters ".repeat(7), i: [] }, undefined],
  [{ i: {} }, undefined],
  [{ k: 1 }, undefined],
  [[], undefined],
];

test("the errors of scalars, twice", () => {
  const document = load({
    Body: { type: "object", properties: PROPERTIES, allOf: [{ properties: { d: known("s", "t") } }] },
  });
  const schemas = createSchemas(document);
  const validator = createWasmValidator(schemas, createUndeclaredCollector(schemas));
  const read = (body: unknown) =>
    validator
      .listScalarErrors("/components/schemas/Body", "response", encodeText(JSON.stringify(body)))
      ?.map(({ violations, undeclared }) =>
        [
          ...violations.map(({ instance, keyword }) => `${instance} ${keyword}`),
          ...undeclared.map((it) => `${it.instance} not in its list`),
        ].join(", "),
      );
  const expected = BODIES.map(([body, errors]) => [body, errors]);
  expect(BODIES.map(([body]) => [body, read(body)])).toEqual(expected);
  // Now the errors are known, also for another value of the same kind.
  expect(BODIES.map(([body]) => [body, read(body)])).toEqual(expected);
  expect([read({ a: 11 }), read({ b: "z" }), read({ c: "gone" }), read({ h: 2, i: "y" })]).toEqual([
    ["/a maximum"],
    ["/b minLength, /b pattern"],
    ["/c not in its list"],
    ["/h type", "/i type"],
  ]);
});
