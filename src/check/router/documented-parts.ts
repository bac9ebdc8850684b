import type { MediaTypeDefinition, Operation, ResponseDefinition } from "../../document/index.js";
import { isXmlType, type ParsedMediaType, parseMediaType } from "../../recording/index.js";

/**
 * Returns the documented media type that matches a Content-Type. The most specific range wins; parameters count only if the
 * spec lists them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-types
 */
export function pickMediaType(
  content: readonly MediaTypeDefinition[],
  contentType: string,
): MediaTypeDefinition | undefined {
  const actual = parseMediaType(contentType);
  if (actual === undefined) return undefined;
  let best: { readonly media: MediaTypeDefinition; readonly score: number } | undefined;
  for (const media of content) {
    const score = scoreRange(media.range, actual);
    if (score > (best?.score ?? 0)) best = { media, score };
  }
  return best?.media;
}

/** Returns the documented media type closest to an undocumented Content-Type: same essence, or both JSON, or both XML. */
export function nearestMediaType(
  content: readonly MediaTypeDefinition[],
  contentType: string,
): MediaTypeDefinition | undefined {
  const actual = parseMediaType(contentType);
  if (actual === undefined) return undefined;
  return content.find(({ range }) => {
    const wanted = parseMediaType(range);
    if (wanted === undefined) return false;
    return wanted.essence === actual.essence || [isJson, isXmlType].some((is) => is(wanted) && is(actual));
  });
}

function scoreRange(range: string, actual: ParsedMediaType): number {
  const wanted = parseMediaType(range);
  if (wanted === undefined) return 0;
  if (wanted.type === "*" && wanted.subtype === "*") return 1;
  if (wanted.type !== actual.type) return 0;
  if (wanted.subtype === "*") return 2;
  if (wanted.subtype.startsWith("*+")) return wanted.suffix === actual.suffix ? 3 : 0;
  if (wanted.subtype !== actual.subtype) return 0;
  let score = 4;
  for (const [name, value] of Object.entries(wanted.parameters)) {
    const given = actual.parameters[name];
    // JSON is always UTF-8, so the charset parameter is optional (RFC 8259, section 8.1).
    if (given === undefined && name === "charset" && isJson(actual) && normalizeParameterValue(value) === "utf8")
      continue;
    if (given === undefined || normalizeParameterValue(given) !== normalizeParameterValue(value)) return 0;
    score += 1;
  }
  return score;
}

function normalizeParameterValue(value: string): string {
  const lower = value.toLowerCase();
  return lower === "utf-8" ? "utf8" : lower;
}

/** Whether bodies of this type are JSON: `application/json`, `text/json` and all types with the suffix `+json`. */
export function isJson({ essence, suffix }: ParsedMediaType): boolean {
  return essence === "application/json" || suffix === "json" || essence === "text/json";
}

/** The names of the API keys of an operation in a part of its requests, which its security schemes state. */
export function listKeyNames(
  { security }: Pick<Operation, "security">,
  location: "header" | "query" | "cookie",
): string[] {
  return security.flat().flatMap(({ scheme }) => (scheme?.value.in === location ? [String(scheme.value.name)] : []));
}

/** Whether a documented status is a status code, or a range that contains it, such as `2XX`. */
export function matchesStatus(documented: string, status: number | string): boolean {
  return documented === String(status) || documented.toUpperCase() === `${String(status).charAt(0)}XX`;
}

/** Returns the documented response for a status code or a range: exact code, then range such as `2XX`, then `default`. */
export function pickResponse(
  responses: readonly ResponseDefinition[],
  status: number | string,
): ResponseDefinition | undefined {
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => matchesStatus(response.status, status)) ??
    responses.find((response) => response.status === "default")
  );
}
