import { type Operation, parsePathTemplate } from "../document/index.js";
import type { TemplateGroup } from "./segment.js";

/** The template that a path matches, and the segments of the path as the template divides it. */
export type DividedPath = { readonly found: TemplateGroup; readonly segments: readonly string[] };

/**
 * Creates a function that matches a path with a parameter whose value contains slashes, as GitHub's spec declares with
 * `x-multi-segment`. It joins the segments of that value, which may also be empty (RFC 6570, section 3.2.2).
 *
 * @param find finds the template for segments
 */
export function createMultiSegmentFinder(
  operations: readonly Operation[],
  find: (segments: readonly string[]) => TemplateGroup | undefined,
): (whole: readonly string[]) => DividedPath | undefined {
  const places = new Map<string, ParameterPlace>();
  for (const { path, parameters } of operations) {
    const parts = parsePathTemplate(path).path.split("/").slice(1);
    for (const { name } of parameters.filter((it) => it.isMultiSegment === true)) {
      const index = parts.indexOf(`{${name}}`);
      const key = `${index} ${parts.length}`;
      const place = places.get(key) ?? { index, length: parts.length, paths: new Set() };
      if (index !== -1) places.set(key, place);
      place.paths.add(path);
    }
  }
  // Longer templates have more literal text.
  const sorted = [...places.values()].sort((a, b) => b.length - a.length);
  return (whole) => {
    for (const { index, length, paths } of sorted) {
      const end = whole.length - (length - index - 1);
      const value = whole.slice(index, end).join("/");
      if (end - index < 1 || (end - index === 1 && value !== "")) continue;
      const fill = (text: string): readonly string[] => [...whole.slice(0, index), text, ...whole.slice(end)];
      const segments = fill(value);
      // An expression alone does not match the empty text.
      const found = find(value === "" ? fill("-") : segments);
      if (found !== undefined && [...found.operations.values()].some((it) => paths.has(it.path)))
        return { found, segments };
    }
    return undefined;
  };
}

/** The segment of a parameter, and the number of segments of its templates. */
type ParameterPlace = { readonly index: number; readonly length: number; readonly paths: Set<string> };
