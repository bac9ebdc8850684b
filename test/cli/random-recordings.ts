import fc from "fast-check";
import { createHar, createHarEntry } from "./run-contract.js";

/** Valid and invalid entries that differ in groups, counts, first and last occurrence, and reasons. */
const entryArbitrary = fc.oneof(
  fc.record({ id: fc.oneof(fc.integer(), fc.string()), title: fc.string(), extra: fc.string() }).map((value) => {
    const text = JSON.stringify({ id: value.id, title: value.title, [`x${value.extra}`]: 1 });
    return createHarEntry({ response: { content: { size: text.length, text } } });
  }),
  fc.constantFrom(404, 418, 500).map((status) => createHarEntry({ response: { status, content: { size: 0 } } })),
  fc.webPath().map((path) => createHarEntry({ url: `https://elsewhere.example${path}` })),
  fc.constant(createHarEntry({ response: { content: { size: 30 } } })),
);

/** Generates recordings as lists of entries with times. */
export const recordingsArbitrary = fc.array(
  fc.tuple(fc.array(entryArbitrary, { minLength: 1, maxLength: 4 }), fc.date({ noInvalidDate: true })),
  { minLength: 2, maxLength: 5 },
);

/** Serializes the recordings to files by name. */
export function createRecordingFiles(written: readonly (readonly [readonly object[], Date])[]): Record<string, string> {
  const files = written.map(([list, date], index): [string, string] => {
    const startedDateTime = new Date(Math.abs(date.getTime()) % 4e12).toISOString();
    return [`${index}.har`, createHar(...list.map((it) => ({ ...it, startedDateTime })))];
  });
  return Object.fromEntries(files);
}
