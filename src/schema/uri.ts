import { IsIPv6 } from "typebox/format";

/** RFC 3986 as it is, or with the further characters of RFC 3987. */
type Alphabet = { readonly further: string; readonly inQuery: string };

const ucschar = (): string =>
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}" +
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    .map((plane) => `\\u{${plane.toString(16)}0000}-\\u{${plane.toString(16)}fffd}`)
    .join("") +
  "\\u{e1000}-\\u{efffd}";
const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

const ascii = (): Alphabet => ({ further: "", inQuery: "" });
const unicode = (): Alphabet => ({ further: ucschar(), inQuery: PRIVATE });

export const isUri = /* @__PURE__ */ reader(ascii, false);
export const isUriReference = /* @__PURE__ */ reader(ascii, true);
export const isIri = /* @__PURE__ */ reader(unicode, false);
export const isIriReference = /* @__PURE__ */ reader(unicode, true);

/**
 * What nearly every URI in a body looks like; said in one expression without alternatives, which is much faster. What is
 * longer may be a picture, and the stack of an engine that backtracks is not enough for each text.
 */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;
const PLAIN_LENGTH = 4096;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const PORT = /^(?::[0-9]*)?$/;
const IP_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Takes a text apart at its delimiters, and looks in each part for what may not stand there. */
function reader(alphabet: () => Alphabet, isReference: boolean): (text: string) => boolean {
  let known: Foreign | undefined;
  return (text) => {
    if (text.length < PLAIN_LENGTH && PLAIN.test(text)) return true;
    known ??= foreignTo(alphabet());
    const [beforeFragment, fragment] = cut(text, "#");
    const [hierarchy, query] = cut(beforeFragment, "?");
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
type Foreign = Readonly<Record<"user" | "host" | "path" | "first" | "query" | "fragment", RegExp>>;

/** @see https://www.rfc-editor.org/rfc/rfc3986#appendix-A */
function foreignTo({ further, inQuery }: Alphabet): Foreign {
  const allBut = (set: string): RegExp =>
    new RegExp(`[^A-Za-z0-9._~\\-!$&'()*+,;=%${further}${set}]|%(?![0-9A-Fa-f]{2})`, "u");
  return {
    user: allBut(":"),
    host: allBut(""),
    path: allBut(":@/"),
    first: allBut("@"),
    query: allBut(`:@/?${inQuery}`),
    fragment: allBut(":@/?"),
  };
}

function hasScheme(hierarchy: string): boolean {
  const colon = hierarchy.indexOf(":");
  return colon > 0 && colon < PLAIN_LENGTH && SCHEME.test(hierarchy.slice(0, colon));
}

function isRelative(foreign: Foreign, hierarchy: string): boolean {
  // The first part of a relative path has no colon: it would be taken for a scheme.
  return hierarchy.startsWith("/")
    ? isHierarchy(foreign, hierarchy)
    : !foreign.first.test(cut(hierarchy, "/")[0]) && !foreign.path.test(hierarchy);
}

function isHierarchy(foreign: Foreign, text: string): boolean {
  if (!text.startsWith("//")) return !foreign.path.test(text);
  const slash = text.indexOf("/", 2);
  const end = slash === -1 ? text.length : slash;
  return isAuthority(foreign, text.slice(2, end)) && !foreign.path.test(text.slice(end));
}

function isAuthority(foreign: Foreign, text: string): boolean {
  const at = text.indexOf("@");
  if (foreign.user.test(text.slice(0, Math.max(0, at)))) return false;
  const place = text.slice(at + 1);
  if (!place.startsWith("[")) {
    const [host] = cut(place, ":");
    return !foreign.host.test(host) && PORT.test(place.slice(host.length));
  }
  const close = place.indexOf("]");
  if (close === -1 || !PORT.test(place.slice(close + 1))) return false;
  const address = place.slice(1, close);
  return IP_FUTURE.test(address) || IsIPv6(address);
}

/** What stands before a delimiter, and what behind it. */
function cut(text: string, delimiter: string): readonly [before: string, behind: string] {
  const at = text.indexOf(delimiter);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
