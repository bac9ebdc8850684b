/** Which entries probably fit one template, and in which values they differ. */
import type { Exchange } from "../../exchange/exchange.js";
import type { UnknownRecord } from "../../exchange/reader/entry-error.js";
import type { EntryFormat } from "./entry-format.js";

/** Serializes what is the same in all entries of a kind: the template of one probably fits the others. */
export function serializeKind({ request, response }: Exchange): string {
  let text = `${request.method} ${request.body.kind} ${response.status} ${ORIGIN.exec(request.url)?.[0]}`;
  for (const headers of [request.headers, response.headers])
    for (const [name, value] of headers) text += `\n${name}${READ_HEADERS.test(name) ? `: ${value}` : ""}`;
  return text;
}

/**
 * Adds the paths of the scalars that differ between two entries. Returns false if the entries differ in more than the values that a template
 * leaves open.
 */
export function addDifferingPaths(
  format: EntryFormat,
  [one, other]: readonly [unknown, unknown],
  paths: Set<string>,
  path = "",
): boolean {
  if (path.length > MAX_PATH_LENGTH) return false;
  if (!isContainer(one) || !isContainer(other)) {
    if (one === other) return true;
    paths.add(path);
    return !isContainer(one) && !isContainer(other) && canVary(format, path);
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => name in other && addDifferingPaths(format, [one[name], other[name]], paths, `${path}/${name}`),
    )
  );
}

function canVary({ started, time, requestBody, ...format }: EntryFormat, path: string): boolean {
  return (
    [started, time, requestBody, "/request/url"].includes(path) ||
    [format.headerValue, format.ignored, format.unread, format.sizes].some((pattern) => pattern.test(path))
  );
}

export function isContainer(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null;
}

/** Bounds the recursion. No value that varies is as deep. */
const MAX_PATH_LENGTH = 500;

/** Headers that decide how a body is read. */
const READ_HEADERS = /^(content-(type|encoding)|transfer-encoding)$/i;

/** The part of a URL that all entries of a kind share. */
export const ORIGIN = /^https?:\/\/[^/?#\\]+\//;
