import { isRecord } from "../unreadable-entry.js";

/** What a matcher of WireMock says of a value: the one that it takes, that there is none, or neither. */
export type Matched =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "open"; readonly matcher: string };

/** Reads the matcher of a header, a cookie, a parameter or a host. */
export function matchedValue(matcher: unknown): Matched {
  if (!isRecord(matcher)) return { kind: "open", matcher: "no matcher" };
  if (matcher.absent === true) return { kind: "absent" };
  if (typeof matcher.equalTo === "string") return { kind: "values", values: [matcher.equalTo] };
  const exactly = matcher.hasExactly;
  if (Array.isArray(exactly)) {
    const values = exactly.map((item: unknown) => (isRecord(item) ? item.equalTo : undefined));
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length === values.length) return { kind: "values", values: texts };
  }
  return { kind: "open", matcher: matcherName(matcher) };
}

export function matcherName(matcher: unknown): string {
  const [name] = isRecord(matcher) ? Object.keys(matcher) : [];
  return (name ?? "no matcher").slice(0, 40);
}
