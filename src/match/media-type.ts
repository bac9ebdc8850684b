import type { MediaTypeDefinition } from "../document/index.js";
import { isXmlType, type ParsedMediaType, parseMediaType } from "../exchange/index.js";

/**
 * The documented media type that a Content-Type falls under: the most specific range wins, parameters count only where
 * the description writes them.
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

/** What an undocumented Content-Type most likely stands for: JSON, or XML, of one name is still that of another. */
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
    // JSON is UTF-8 whether it says so or not.
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

/** Whether bodies of this type are JSON: `application/json`, and everything with the suffix `+json`. */
export function isJson({ essence, suffix }: ParsedMediaType): boolean {
  return essence === "application/json" || suffix === "json" || essence === "text/json";
}
