import { serializePrimitiveParam } from "openapi-fetch";
import type { CallDescription } from "../../generated/calls.js";

type Values = Readonly<Record<string, unknown>>;

/** Parameters as the caller gave them. */
export type Params = { readonly path?: Values; readonly query?: Values; readonly header?: Values };

/**
 * Path and query of a request, in the styles of the contract.
 *
 * This is the one file that knows openapi-fetch, which is no longer maintained: its writer of a parameter is used. Its
 * writer of paths lets `..` through, and its call cannot repeat, sign in or tell what came.
 *
 * @param refuse throws what it is told: a part of the path is missing, or would change which path is called
 */
export function requestPath(
  template: string,
  { path: values = {}, query = {} }: Params,
  styles: CallDescription["styles"],
  refuse: (what: string) => never,
): string {
  const path = template.replace(
    /\{([^{}]+)\}/g,
    (_, name) =>
      encodeURIComponent(plain(values[name] ?? "")) ||
      refuse(`the path parameter ${name} is empty, which would be another path`),
  );
  // Whoever reads a URL takes such a part away, and the one before it too.
  if (/\/\.\.?(\/|$)/.test(path)) refuse("a path parameter of . or .. would be another path");
  const written = defined(query).flatMap(([name, value]) => writtenInQuery(name, value, styles?.[name]));
  return path + (written.length > 0 ? `?${written.join("&")}` : "");
}

/** Headers, the later lists before the earlier ones; what is undefined or null is left as it was. */
export function requestHeaders(...lists: (Values | undefined)[]): Headers {
  const headers = new Headers();
  for (const list of lists) for (const [name, value] of defined(list)) headers.set(name, plain(value));
  return headers;
}

/** A body as its content type has it: a form, or JSON. */
export function requestBody(contentType: string | null, body: unknown): string {
  return contentType === "application/x-www-form-urlencoded"
    ? `${new URLSearchParams(defined(body as Values).map(([name, value]): [string, string] => [name, plain(value)]))}`
    : JSON.stringify(body);
}

function defined(values: Values = {}): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value != null);
}

/** The text of a parameter, or the texts of one that explodes. */
function writtenInQuery(name: string, value: unknown, style: { readonly explode?: boolean } = {}): string | string[] {
  const all = [value].flat().map((it) => serializePrimitiveParam(name, plain(it)));
  // The name stands once before a list that does not explode.
  return style.explode === false && all[1] ? all.join().replaceAll(`,${name}=`, ",") : all;
}

/** Points in time are in GMT and to the second. (seed: Common conventions, 2) */
function plain(value: unknown): string {
  return value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : String(value);
}
