/**
 * Normalizes a path for comparison: decodes unreserved characters, encodes characters that require it, and removes dot
 * segments. `%2F` in a segment stays encoded.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
 */
export function normalizePath(path: string): string {
  // Most paths are already normalized.
  if (!NEEDS_NORMALIZING.test(path)) return path;
  return removeDotSegments(path.replaceAll(ENCODED, decodeUnreserved).replaceAll(NEEDS_ENCODING, encodeText));
}

// Matches any character other than those that a URL allows unencoded, and the percent sign.
const NEEDS_NORMALIZING = /[^!#$&-;=?-[\]_a-z{-~]|\/\./;
const ENCODED = /%[0-9a-f]{2}/gi;
const NEEDS_ENCODING = /[^!#-;=?-[\]_a-z{-~]+/g;

function decodeUnreserved(triplet: string): string {
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
}

function encodeText(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be encoded.
    return text;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function removeDotSegments(path: string): string {
  if (!path.includes("/.")) return path;
  const segments = path.split("/");
  const result: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment !== "." && segment !== "..") result.push(segment);
    else {
      if (segment === ".." && result.length > 1) result.pop();
      if (index === segments.length - 1) result.push("");
    }
  }
  return result.join("/");
}
