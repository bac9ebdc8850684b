/** Whether a request and its template differ by a slash at the end of the path. */
import { expect, test } from "vitest";
import { hasTrailingSlashMismatch } from "../../../src/check/rules/request.js";
import type { Operation } from "../../../src/document/index.js";

test.each<[url: string, path: string, differs: boolean, more?: object]>([
  ["https://a.example/b", "/b", false],
  ["https://a.example/b/", "/b", true],
  ["https://a.example/b", "/b/", true],
  ["https://a.example/b/", "/b/", false],
  ["https://a.example/b/?c=/", "/b", true],
  ["https://a.example/b?c=/", "/b", false],
  ["https://a.example/b/#c", "/b", true],
  ["https://a.example/b#c/", "/b", false],
  ["https://a.example", "/", false],
  ["https://a.example/v1", "/", false],
  ["https://a.example/b/", "/b", false, { kind: "webhook" }],
  ["https://a.example/b/", "/{b}", true, { parameters: [{ name: "b" }] }],
  ["https://a.example/b/", "/{b}", false, { parameters: [{ name: "a" }, { name: "b", isMultiSegment: true }] }],
  ["https://a.example/b/c/", "/{b}/c", true, { parameters: [{ name: "b", isMultiSegment: true }] }],
  ["https://a.example/b/", "/{b}", true, { parameters: [{ name: "a", isMultiSegment: true }, { name: "b" }] }],
])("%s and %s: %j", (url, path, differs, more = {}) => {
  const operation = { kind: "path", path, parameters: [], ...more } as unknown as Operation;
  expect(hasTrailingSlashMismatch(url, operation)).toBe(differs);
});
