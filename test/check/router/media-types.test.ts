/** Which documented media type a Content-Type falls under, and which it most likely stands for. */
import { expect, test } from "vitest";
import { nearestMediaType, pickMediaType } from "../../../src/check/router/documented-parts.js";

const media = (ranges: readonly string[]) => ranges.map((range) => ({ range, pointer: `/content/${range}` }));

test.each<readonly [ranges: readonly string[], contentType: string, picked: string | undefined]>([
  [["application/json"], "application/json", "application/json"],
  [["application/json"], "Application/JSON; charset=latin1", "application/json"],
  [["application/json"], "application/xml", undefined],
  [["application/json"], "text/json", undefined],
  [["application/json"], "no type", undefined],
  [["no type", "*/*"], "application/json", "*/*"],
  // The more specific range wins, in whatever order they are written.
  [["*/*", "application/*", "application/*+json", "application/a+json"], "application/a+json", "application/a+json"],
  [["application/a+json", "application/*+json", "application/*", "*/*"], "application/b+json", "application/*+json"],
  [["*/*", "application/*", "application/*+json"], "application/xml", "application/*"],
  [["*/*", "application/*"], "text/plain", "*/*"],
  // Of two that fit equally the first one.
  [["text/plain; a=1", "text/plain; b=2"], "text/plain; a=1; b=2", "text/plain; a=1"],
  // Parameters count where the spec writes them.
  [["text/plain", "text/plain; v=1"], "text/plain; v=1", "text/plain; v=1"],
  [["text/plain; v=1"], "text/plain; v=2", undefined],
  [["text/plain; v=1"], "text/plain", undefined],
  [["text/plain; charset=utf-8"], "text/plain; charset=UTF8", "text/plain; charset=utf-8"],
  [["text/plain; charset=utf-8"], "text/plain", undefined],
  // JSON is UTF-8 whether it says so or not, and nothing else.
  [["application/json; charset=utf-8"], "application/json", "application/json; charset=utf-8"],
  [["application/a+json; charset=UTF8"], "application/a+json", "application/a+json; charset=UTF8"],
  [["application/json; charset=latin1"], "application/json", undefined],
  [["application/json; v=utf-8"], "application/json", undefined],
  [["application/json; charset=utf-8"], "application/json; charset=latin1", undefined],
])("in %j the match for %s is %s", (ranges, contentType, picked) => {
  expect(pickMediaType(media(ranges), contentType)?.range).toBe(picked);
});

test.each<readonly [ranges: readonly string[], contentType: string, nearest: string | undefined]>([
  [["text/plain", "application/json"], "application/problem+json", "application/json"],
  [["text/plain", "application/a+json"], "text/json", "application/a+json"],
  [["text/plain", "application/xml"], "text/xml", "application/xml"],
  [["application/json"], "application/xml", undefined],
  [["text/plain; v=1"], "text/plain; v=2", "text/plain; v=1"],
  [["no type", "application/json"], "application/json", "application/json"],
  [["application/json"], "no type", undefined],
])("in %j the closest to %s is %s", (ranges, contentType, nearest) => {
  expect(nearestMediaType(media(ranges), contentType)?.range).toBe(nearest);
});
