/** Turns what stands in a URL or header into what is meant. */
export type Decoder = (raw: string) => string;

/** A text that is not what its style writes; the message says why. */
export class MalformedValueError extends Error {
  /** The names in the query that it takes up, where they are not that of the parameter. */
  names: readonly string[] = [];
}

/** Headers and cookies are taken as they are; the specification forbids decoding the former. */
export function getDecoder(location: "path" | "query" | "header" | "cookie"): Decoder {
  if (location === "query") return decodeQuery;
  return location === "path" ? decodePercent : (raw) => raw;
}

/** In a query a plus sign is a space, as in a form. */
export function decodeQuery(raw: string): string {
  return decodePercent(raw.includes("+") ? raw.replaceAll("+", " ") : raw);
}

function decodePercent(raw: string): string {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new MalformedValueError("is not percent-encoded UTF-8");
  }
}
