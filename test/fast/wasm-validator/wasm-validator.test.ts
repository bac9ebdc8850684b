/** Every body that the validator accepts is valid and without drift, and it accepts most bodies that are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadDocument, type Pointer, valueAt } from "../../../src/document/index.js";
import { mapSchemas } from "../../../src/document/structure.js";
import { encodeText } from "../../../src/fast/exchanges/fast-path.js";
import { createWasmValidator } from "../../../src/fast/wasm-validator/index.js";
import { createSchemas, createUndeclaredCollector } from "../../../src/schema/index.js";
import { nearValues } from "../../schema/near-values.js";

const VIEWS = ["request", "response"] as const;
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "0",
  "-",
  ".",
  "e9",
  " ",
  "\n",
  "a",
  "é",
  "😀",
  "null",
  "\\u0041",
];

/** Inserts a string into a text, replacing up to two characters. */
const SPOILING = fc
  .record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(2), piece: fc.constantFrom(...PIECES) })
  .map(({ at, cut, piece }) => (text: string): string => {
    const place = Math.floor(at * text.length);
    return text.slice(0, place) + piece + text.slice(place + cut);
  });

describe.each([
  { path: "spec/openapi.yaml", runs: 40, share: 0.9 },
  { path: "test/cases/library.yaml", runs: 200, share: 0.9 },
  { path: "test/schema/descriptions/keywords.yaml", runs: 200, share: 0.8 },
  { path: "test/schema/descriptions/nullable.yaml", runs: 400, share: 0.9 },
])("$path", ({ path, runs, share }) => {
  const document = loadDocument(path);
  const schemas = createSchemas(document);
  const observe = createUndeclaredCollector(schemas);
  const validator = createWasmValidator(schemas, observe);
  const accept = (pointer: Pointer, direction: "request" | "response", content: Buffer): boolean =>
    validator.listScalarErrors(pointer, direction, content)?.length === 0;
  const pointers: Pointer[] = [];
  mapSchemas(document.root, "openapi", (schema, pointer) => {
    pointers.push(pointer);
    return schema;
  });
  const isClean = (pointer: Pointer, view: "request" | "response", text: string): boolean => {
    try {
      const value: unknown = JSON.parse(text);
      return schemas.isValid(pointer, view, value) && observe(pointer, view, value).length === 0;
    } catch {
      return false;
    }
  };

  test("nothing invalid is accepted", () => {
    let [clean, accepted] = [0, 0];
    for (const pointer of pointers) {
      const values = nearValues(schemas.root, valueAt(schemas.root, pointer));
      const samples = fc.sample(fc.tuple(values, SPOILING, fc.constantFrom(undefined, 1)), { seed: 7, numRuns: runs });
      for (const [index, [value, spoil, indent]] of samples.entries()) {
        const view = VIEWS[index % 2] ?? "request";
        const text = JSON.stringify(value, null, indent);
        const isAccepted = accept(pointer, view, encodeText(text));
        const isSpoiltAccepted = accept(pointer, view, encodeText(spoil(text)));
        const isRight = isClean(pointer, view, text);
        expect({ pointer, view, text, isRight: isRight || !isAccepted }).toEqual({
          pointer,
          view,
          text,
          isRight: true,
        });
        if (isSpoiltAccepted)
          expect({ text: spoil(text), isRight: isClean(pointer, view, spoil(text)) }).toEqual({
            text: spoil(text),
            isRight: true,
          });
        clean += Number(isRight);
        accepted += Number(isAccepted);
      }
    }
    process.stdout.write(`${path}: ${accepted} of ${clean} clean values accepted by their bytes\n`);
    expect(accepted).toBeGreaterThan(clean * share);
  });
});

test("a schema that only a discriminator names is validated", () => {
  const schemas = createSchemas(
    loadDocument("named.json", () =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        components: {
          schemas: {
            Base: {
              properties: { kind: { type: "string" }, chip: { type: "string" } },
              discriminator: { propertyName: "kind" },
            },
            Cat: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { chip: { writeOnly: true } } }] },
            Some: { anyOf: [{ $ref: "#/components/schemas/Base" }, { type: "null" }] },
          },
        },
      }),
    ),
  );
  const observe = createUndeclaredCollector(schemas);
  const validator = createWasmValidator(schemas, observe);
  const accept = (pointer: Pointer, direction: "request" | "response", content: Buffer): boolean =>
    validator.listScalarErrors(pointer, direction, content)?.length === 0;
  for (const name of ["Base", "Some"]) {
    const pointer = `/components/schemas/${name}`;
    const value = { kind: "Cat", chip: "x" };
    expect(observe(pointer, "response", value).map(({ kind }) => kind)).toContain("write-only");
    expect(accept(pointer, "response", encodeText(JSON.stringify(value)))).toBe(false);
    expect(accept(pointer, "response", encodeText(JSON.stringify({ kind: "Base", chip: "x" })))).toBe(true);
    // The value names no schema.
    expect(accept(pointer, "response", encodeText(JSON.stringify({ kind: "Cow", chip: "x" })))).toBe(false);
  }
});
