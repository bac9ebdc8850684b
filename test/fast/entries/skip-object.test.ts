/** The WebAssembly scanner finds the same end of an object as the plain scanner, in valid and in broken JSON. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { JSON_SIGNAL, JsonScanner } from "../../../src/exchange/json/json-scanner.js";
import { TemplateMemory } from "../../../src/fast/entries/template-memory.js";

const memory = new TemplateMemory();

function skipObject(text: string, end = Buffer.byteLength(text)): number | undefined {
  memory.window.fill(0x7d).write(text);
  return memory.skipObject(0, end);
}

function scanObject(text: string): number | undefined {
  const [scanner, bytes] = [new JsonScanner(0), Buffer.from(text)];
  scanner.step(bytes, 0, bytes.length);
  const signal = scanner.step(bytes, scanner.position, bytes.length);
  return signal === JSON_SIGNAL.end ? scanner.position : undefined;
}

const OBJECT = String.raw`{"a" : {"b":[ -0.5e+10,{},[], true,false ,null,""]}, "c":"é\"\\\/\b\f\n\r\t\u00aF{[" ,"long":"0123456789abcdefghij","d":120}`;

test("an object ends where the plain scanner finds its end, and no prefix of it has an end", () => {
  const size = Buffer.byteLength(OBJECT);
  expect([skipObject(OBJECT), skipObject(`${OBJECT},{"a":1}`)]).toEqual([size, size]);
  for (let end = 1; end < size; end++) expect(skipObject(OBJECT, end)).toBeUndefined();
});

test("after any edit, both scanners agree", () => {
  const edit = fc.record({
    at: fc.integer({ min: 1, max: OBJECT.length }),
    removed: fc.integer({ min: 0, max: 3 }),
    added: fc.array(fc.constantFrom(...'{}[]":,\\/u0123456789eE+-.tfn \n\u0001aé'), { maxLength: 3 }),
  });
  const ends = new Set<boolean>();
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const text = edits.reduce((it, { at, removed, added }) => {
        const from = Math.max(1, at);
        return it.slice(0, from) + added.join("") + it.slice(from + removed);
      }, OBJECT);
      const end = scanObject(text);
      ends.add(end === undefined);
      expect(skipObject(text)).toBe(end);
    }),
    { numRuns: 5000, seed: 3 },
  );
  expect(ends.size).toBe(2);
});

test("deeper objects are left to the plain scanner", () => {
  const nest = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  expect(skipObject(nest(62))).toBe(nest(62).length);
  expect([skipObject(nest(63)), scanObject(nest(63))]).toEqual([undefined, nest(63).length]);
});
