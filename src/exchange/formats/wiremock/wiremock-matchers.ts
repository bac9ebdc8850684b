import { isPlainObject } from "../../reader/entry-error.js";

/** The value of a WireMock matcher: exact values, no value, or a matcher without an exact value. */
export type MatcherValue =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "inexact"; readonly matcher: string };

/** Reads the matcher of a header, a cookie, a parameter or a host. */
export function readMatcherValue(matcher: unknown): MatcherValue {
  if (!isPlainObject(matcher)) return { kind: "inexact", matcher: "no matcher" };
  if (matcher.absent === true) return { kind: "absent" };
  if (typeof matcher.equalTo === "string") return { kind: "values", values: [matcher.equalTo] };
  const exactly = matcher.hasExactly;
  if (Array.isArray(exactly)) {
    const values = exactly.map((item: unknown) => (isPlainObject(item) ? item.equalTo : undefined));
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length === values.length) return { kind: "values", values: texts };
  }
  return { kind: "inexact", matcher: getMatcherName(matcher) };
}

export function getMatcherName(matcher: unknown): string {
  const [name] = isPlainObject(matcher) ? Object.keys(matcher) : [];
  return (name ?? "no matcher").slice(0, 40);
}
