import { IsIPv6 } from "typebox/format";

/** RFC 3986 as it is, or with the further characters of RFC 3987. */
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
 * What nearly every URI in a body looks like; said in one expression without alternatives, which is much faster. What is
 * longer may be a picture, and the stack of an engine that backtracks is not enough for each text.
 */
const COMMON_URI = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;
const MAX_COMMON_LENGTH = 4096;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const PORT = /^(?::[0-9]*)?$/;
const IP_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Takes a text apart at its delimiters, and looks in each part for what may not stand there. */
function createUriTest(alphabet: () => Alphabet, isReference: boolean): (text: string) => boolean {
  let known: ForbiddenCharacters | undefined;
  return (text) => {
    if (text.length < MAX_COMMON_LENGTH && COMMON_URI.test(text)) return true;
    known ??= compileForbiddenCharacters(alphabet());
    const [beforeFragment, fragment] = splitAt(text, "#");
    const [hierarchy, query] = splitAt(beforeFragment, "?");
    return (
      !known.query.test(query) &&
      !known.fragment.test(fragment) &&
      (hasScheme(hierarchy)
        ? isHierarchy(known, hierarchy.slice(hierarchy.indexOf(":") + 1))
        : isReference && isRelative(known, hierarchy))
    );
  };
}

/** For each part, an expression that finds a character which may not stand in it. */
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

function hasScheme(hierarchy: string): boolean {
  const colon = hierarchy.indexOf(":");
  return colon > 0 && colon < MAX_COMMON_LENGTH && SCHEME.test(hierarchy.slice(0, colon));
}

function isRelative(foreign: ForbiddenCharacters, hierarchy: string): boolean {
  // The first part of a relative path has no colon: it would be taken for a scheme.
  return hierarchy.startsWith("/")
    ? isHierarchy(foreign, hierarchy)
    : !foreign.first.test(splitAt(hierarchy, "/")[0]) && !foreign.path.test(hierarchy);
}

function isHierarchy(foreign: ForbiddenCharacters, text: string): boolean {
  if (!text.startsWith("//")) return !foreign.path.test(text);
  const slash = text.indexOf("/", 2);
  const end = slash === -1 ? text.length : slash;
  return isAuthority(foreign, text.slice(2, end)) && !foreign.path.test(text.slice(end));
}

function isAuthority(foreign: ForbiddenCharacters, text: string): boolean {
  const at = text.indexOf("@");
  if (foreign.user.test(text.slice(0, Math.max(0, at)))) return false;
  const place = text.slice(at + 1);
  if (!place.startsWith("[")) {
    const [host] = splitAt(place, ":");
    return !foreign.host.test(host) && PORT.test(place.slice(host.length));
  }
  const close = place.indexOf("]");
  if (close === -1 || !PORT.test(place.slice(close + 1))) return false;
  const address = place.slice(1, close);
  return IP_FUTURE.test(address) || IsIPv6(address);
}

/** What stands before a delimiter, and what behind it. */
function splitAt(text: string, delimiter: string): readonly [before: string, behind: string] {
  const at = text.indexOf(delimiter);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
