import { detectIdentifier } from "./identifier.js";

/** The leading segments that all observed paths of an origin share; undefined without paths. */
export type BasePath = readonly string[] | undefined;

/** The last segment of a path always belongs to the operation. */
export function updateBasePath(base: BasePath, path: string): BasePath {
  const all = path.split("/").slice(1, -1);
  const data = all.findIndex((segment) => !/^[\w.~-]+$/.test(segment) || detectIdentifier(segment) !== undefined);
  const segments = data === -1 ? all : all.slice(0, data);
  if (base === undefined) return segments;
  const end = base.findIndex((segment, index) => segment !== segments[index]);
  return end === -1 ? base : base.slice(0, end);
}

/**
 * Returns the shared segments up to the last version or `api`, such as `/rest/v2`. Other shared segments can be the name of
 * a resource.
 */
export function formatBasePath(base: BasePath): string {
  const end = base?.findLastIndex((segment) => BASE_SEGMENT.test(segment)) ?? -1;
  return (base ?? [])
    .slice(0, end + 1)
    .map((segment) => `/${segment}`)
    .join("");
}

const BASE_SEGMENT = /^(?:apis?|rest|v\d+(?:[._-]?\d+)*(?:(?:alpha|beta|rc)\d*)?)$/i;
