import { IsIPv6 } from "typebox/format";

const UNRESERVED = "A-Za-z0-9._~\\-";
const SUB_DELIMS = "!$&'()*+,;=";
const UCSCHAR =
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}" +
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    .map((plane) => `\\u{${plane.toString(16)}0000}-\\u{${plane.toString(16)}fffd}`)
    .join("") +
  "\\u{e1000}-\\u{efffd}";
const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

/**
 * The grammar of RFC 3986, or with its further characters that of RFC 3987, as one expression that reads a text once.
 * What stands in brackets as the host is captured, since an IPv6 address is checked on its own.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#appendix-A
 */
function grammar(kind: "absolute" | "reference", characters: string, inQuery: string): RegExp {
  const some = (set: string): string => `(?:[${UNRESERVED}${SUB_DELIMS}${characters}${set}]|%[0-9A-Fa-f]{2})`;
  const pchar = some(":@");
  const segments = `(?:/${pchar}*)*`;
  const authority = `//(?:${some(":")}*@)?(?:\\[([^\\]]*)\\]|${some("")}*)(?::[0-9]*)?`;
  const absolutePath = `/(?:${pchar}+${segments})?`;
  const scheme = "[A-Za-z][A-Za-z0-9+.\\-]*:";
  const absolute = `${scheme}(?:${authority}${segments}|${absolutePath}|${pchar}+${segments})?`;
  // The first part of a relative path has no colon: it would be taken for a scheme.
  const relative = `(?:${authority}${segments}|${absolutePath}|${some("@")}+${segments})?`;
  const rest = `(?:\\?${some(`:@/?${inQuery}`)}*)?(?:#${some(":@/?")}*)?`;
  return new RegExp(`^(?:${kind === "absolute" ? absolute : `${absolute}|${relative}`})${rest}$`, "u");
}

/** What nearly every URI in a body looks like; said in one expression without alternatives, which is much faster. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;

const IP_FUTURE = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

export const isUri = reader(() => grammar("absolute", "", ""));
export const isUriReference = reader(() => grammar("reference", "", ""));
export const isIri = reader(() => grammar("absolute", UCSCHAR, PRIVATE));
export const isIriReference = reader(() => grammar("reference", UCSCHAR, PRIVATE));

/** The expressions are long: each is made for the first text that is not plain. */
function reader(made: () => RegExp): (text: string) => boolean {
  let pattern: RegExp | undefined;
  return (text) => {
    if (PLAIN.test(text)) return true;
    pattern ??= made();
    return fits(pattern, text);
  };
}

function fits(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text);
  if (match === null) return false;
  const address = match.slice(1).find((group) => group !== undefined);
  return address === undefined || IP_FUTURE.test(address) || IsIPv6(address);
}
