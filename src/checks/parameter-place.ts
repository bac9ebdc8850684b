import type { Parameter, Pointer } from "../document/index.js";
import type { Exchange, ExchangePart, Header } from "../exchange/index.js";

export function parameterPart({ in: location }: Parameter): ExchangePart {
  return location === "path" || location === "query" ? "request.url" : "request.headers";
}

/** The pointer of a parameter inside its part: the header's position; the URL is one string. */
export function parameterAt({ in: location, name }: Parameter, { request }: Exchange): Pointer {
  if (location === "path" || location === "query") return "";
  return headerAt(request.headers, location === "cookie" ? "cookie" : name);
}

export function headerAt(headers: readonly Header[], name: string): Pointer {
  const index = headers.findIndex(([candidate]) => candidate.toLowerCase() === name.toLowerCase());
  return index === -1 ? "" : `/${index}`;
}
