import { getParameterLocation, type Parameter, type Pointer } from "../document/index.js";
import type { Exchange, ExchangePart, HeaderField } from "../exchange/index.js";

export function getParameterPart(parameter: Parameter): ExchangePart {
  const location = getParameterLocation(parameter);
  return location === "path" || location === "query" ? "request.url" : "request.headers";
}

/** Returns the pointer of a parameter within its part: the index of a header, or `""` in the URL. */
export function getParameterPointer(parameter: Parameter, { request }: Exchange): Pointer {
  const location = getParameterLocation(parameter);
  if (location === "path" || location === "query") return "";
  return findHeaderPointer(request.headers, location === "cookie" ? "cookie" : parameter.name);
}

export function findHeaderPointer(headers: readonly HeaderField[], name: string): Pointer {
  const wanted = name.toLowerCase();
  const index = headers.findIndex(([it]) => it.length === wanted.length && it.toLowerCase() === wanted);
  return index === -1 ? "" : `/${index}`;
}
