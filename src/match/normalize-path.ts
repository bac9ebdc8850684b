/**
 * A path in the form in which it is compared: characters that need no encoding decoded, those that need it encoded, dot
 * segments taken out. What means the same stays the same; `%2F` in a segment stays no slash.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
 */
export function normalizePath(path: string): string {
  // Nearly all paths are in that form already.
  if (!NEEDS_NORMALIZING.test(path)) return path;
  return removeDotSegments(path.replaceAll(ENCODED, decodeUnreserved).replaceAll(NEEDS_ENCODING, encodeText));
}

// Whatever a URL may hold as it is, but for the percent sign.
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
    // Half of a surrogate pair stands for no character.
    return text;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function removeDotSegments(path: string): string {
  if (!path.includes("/.")) return path;
  const segments = path.split("/");
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment !== "." && segment !== "..") kept.push(segment);
    else {
      if (segment === ".." && kept.length > 1) kept.pop();
      if (index === segments.length - 1) kept.push("");
    }
  }
  return kept.join("/");
}
