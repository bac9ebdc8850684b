import fc from "fast-check";
import { entry, har } from "./command.js";

/** Clean and broken in many ways, so that groups, counts, first and last sightings and reasons all have something to mix up. */
const entries = fc.oneof(
  fc.record({ id: fc.oneof(fc.integer(), fc.string()), title: fc.string(), extra: fc.string() }).map((value) => {
    const text = JSON.stringify({ id: value.id, title: value.title, [`x${value.extra}`]: 1 });
    return entry({ response: { content: { size: text.length, text } } });
  }),
  fc.constantFrom(404, 418, 500).map((status) => entry({ response: { status, content: { size: 0 } } })),
  fc.webPath().map((path) => entry({ url: `https://elsewhere.example${path}` })),
  fc.constant(entry({ response: { content: { size: 30 } } })),
);

/** Recordings as lists of entries, with the time at which each was made. */
export const recordings = fc.array(
  fc.tuple(fc.array(entries, { minLength: 1, maxLength: 4 }), fc.date({ noInvalidDate: true })),
  { minLength: 2, maxLength: 5 },
);

/** The same as files, by name. */
export function recordingFiles(written: readonly (readonly [readonly object[], Date])[]): Record<string, string> {
  const files = written.map(([list, date], index): [string, string] => {
    const startedDateTime = new Date(Math.abs(date.getTime()) % 4e12).toISOString();
    return [`${index}.har`, har(...list.map((it) => ({ ...it, startedDateTime })))];
  });
  return Object.fromEntries(files);
}
