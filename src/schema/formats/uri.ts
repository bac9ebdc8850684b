import { IsIPv6 } from "typebox/format";

/** The characters that RFC 3987 (IRI) allows in addition to those of RFC 3986 (URI). */
type Alphabet = { readonly extraCharacters: string; readonly queryCharacters: string };

const listUcschar = (): string =>
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}" +
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    .map((plane) => `\\u{${plane.toString(16)}0000}-\\u{${plane.toString(16)}fffd}`)
    .join("") +
  "\\u{e1000}-\\u{efffd}";
const PRIVATE_USE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

const createAsciiAlphabet = (): Alphabet => ({ extraCharacters: "", queryCharacters: "" });
const createUnicodeAlphabet = (): Alphabet => ({ extraCharacters: listUcschar(), queryCharacters: PRIVATE_USE });

export const isUri = /* @__PURE__ */ createUriTest(createAsciiAlphabet, false);
export const isUriReference = /* @__PURE__ */ createUriTest(createAsciiAlphabet, true);
export const isIri = /* @__PURE__ */ createUriTest(createUnicodeAlphabet, false);
export const isIriReference = /* @__PURE__ */ createUriTest(createUnicodeAlphabet, true);

/**
 * Fast path for most URIs: one expression without alternatives. Longer texts, such as embedded images, do not use it,
 * because they can overflow the stack of a backtracking engine.
 */
const COMMON_URI = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;
const MAX_COMMON_LENGTH = 4096;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{0,4000}:/;
const PORT = /^(?::[0-9]*)?$/;
const IP_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Splits a text at its delimiters, and searches each part for characters that are not allowed in it. */
function createUriTest(alphabet: () => Alphabet, isReference: boolean): (text: string) => boolean {
  let forbidden: ForbiddenCharacters | undefined;
  return (text) => {
    if (text.length < MAX_COMMON_LENGTH && COMMON_URI.test(text)) return true;
    forbidden ??= compileForbiddenCharacters(alphabet());
    const [beforeFragment, fragment] = splitAt(text, "#");
    const [hierarchy, query] = splitAt(beforeFragment, "?");
    return (
      !forbidden.query.test(query) &&
      !forbidden.fragment.test(fragment) &&
      (SCHEME.test(hierarchy)
        ? isHierarchy(forbidden, hierarchy.slice(hierarchy.indexOf(":") + 1))
        : isReference && isRelative(forbidden, hierarchy))
    );
  };
}

/** For each part of a URI, an expression that matches a character not allowed in it. */
type ForbiddenCharacters = Readonly<Record<"user" | "host" | "path" | "first" | "query" | "fragment", RegExp>>;

/** @see https://www.rfc-editor.org/rfc/rfc3986#appendix-A */
function compileForbiddenCharacters({ extraCharacters, queryCharacters }: Alphabet): ForbiddenCharacters {
  const allBut = (set: string): RegExp =>
    new RegExp(`[^A-Za-z0-9._~\\-!$&'()*+,;=%${extraCharacters}${set}]|%(?![0-9A-Fa-f]{2})`, "u");
  return {
    user: allBut(":"),
    host: allBut(""),
    path: allBut(":@/"),
    first: allBut("@"),
    query: allBut(`:@/?${queryCharacters}`),
    fragment: allBut(":@/?"),
  };
}

function isRelative(forbidden: ForbiddenCharacters, hierarchy: string): boolean {
  // The first segment of a relative path has no colon, because it would be read as a scheme.
  return hierarchy.startsWith("/")
    ? isHierarchy(forbidden, hierarchy)
    : !forbidden.first.test(splitAt(hierarchy, "/")[0]) && !forbidden.path.test(hierarchy);
}

function isHierarchy(forbidden: ForbiddenCharacters, text: string): boolean {
  if (!text.startsWith("//")) return !forbidden.path.test(text);
  const slash = text.indexOf("/", 2);
  const end = slash === -1 ? text.length : slash;
  return isAuthority(forbidden, text.slice(2, end)) && !forbidden.path.test(text.slice(end));
}

function isAuthority(forbidden: ForbiddenCharacters, text: string): boolean {
  const at = text.indexOf("@");
  if (forbidden.user.test(text.slice(0, Math.max(0, at)))) return false;
  const hostAndPort = text.slice(at + 1);
  if (!hostAndPort.startsWith("[")) {
    const [host] = splitAt(hostAndPort, ":");
    return !forbidden.host.test(host) && PORT.test(hostAndPort.slice(host.length));
  }
  const close = hostAndPort.indexOf("]");
  if (close === -1 || !PORT.test(hostAndPort.slice(close + 1))) return false;
  const address = hostAndPort.slice(1, close);
  return IP_FUTURE.test(address) || IsIPv6(address);
}

/** Splits a text into what comes before and after the first delimiter. */
export function splitAt(text: string, delimiter: string): readonly [before: string, after: string] {
  const at = text.indexOf(delimiter);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + delimiter.length)];
}
