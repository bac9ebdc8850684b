/** Decodes a raw value from a URL or header. */
export type Decoder = (raw: string) => string;

/** Thrown for text that does not follow its style; the message continues a sentence about the parameter. */
export class MalformedValueError extends Error {
  /** The names in the query that belong to the value, if they differ from the name of the parameter. */
  names: readonly string[] = [];
}

/** Headers and cookies are not decoded; for headers, the specification forbids it. */
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
    throw new MalformedValueError("is not valid percent-encoded UTF-8");
  }
}
