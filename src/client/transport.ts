import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import type { CallDescription, ParameterStyle } from "../../generated/calls.js";
import { RequestFault } from "./request-fault.js";

type Values = Readonly<Record<string, unknown>>;

/** Parameters as the caller gave them. */
export type Params = { readonly path?: Values; readonly query?: Values; readonly header?: Values };

/**
 * The URL of a request, in the styles of the contract.
 *
 * This is the one file that knows openapi-fetch, which is no longer maintained: its writers of parameters are used. Its
 * writer of paths lets `..` through, and its call cannot repeat, sign in or tell what came.
 *
 * @throws RequestFault when a part of the path is missing, or would change which path is called
 */
export function requestUrl(baseUrl: string, description: CallDescription, params: Params): string {
  const { styles = {} } = description;
  const query = Object.entries(params.query ?? {})
    .map(([name, value]) => (value === undefined ? "" : writtenInQuery(name, value, styles[name])))
    .filter(Boolean)
    .join("&");
  return `${baseUrl}${writtenPath(pathOf(description), params.path ?? {})}${query && `?${query}`}`;
}

/** Headers, the later lists before the earlier ones; what is undefined is left as it was. */
export function requestHeaders(...lists: (Headers | Values | undefined)[]): Headers {
  const headers = new Headers();
  for (const list of lists)
    for (const [name, value] of list instanceof Headers ? list : Object.entries(list ?? {}))
      if (value !== undefined) headers.set(name, plain(value));
  return headers;
}

/** A body as its content type has it: a form, a text that is one already, or JSON. */
export function requestBody(contentType: string, body: unknown): string {
  if (contentType === "application/x-www-form-urlencoded")
    return new URLSearchParams(
      Object.entries(body as Values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, plain(value)] as [string, string]],
      ),
    ).toString();
  return JSON.stringify(body);
}

export function methodOf({ call }: CallDescription): string {
  return call.slice(0, call.indexOf(" "));
}

export function pathOf({ call }: CallDescription): string {
  return call.slice(call.indexOf(" ") + 1);
}

function writtenPath(template: string, values: Values): string {
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    const text = encodeURIComponent(plain(value));
    if (text === "") throw new RequestFault(`the path parameter ${name} is empty, which would be another path`);
    return text;
  });
  // Whoever reads a URL takes such a part away, and the one before it too.
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path))
    throw new RequestFault("a path parameter of . or .. would be another path");
  return path;
}

function writtenInQuery(name: string, value: unknown, style: ParameterStyle | undefined): string {
  if (value === null) return "";
  if (!Array.isArray(value)) return serializePrimitiveParam(name, plain(value), style);
  return value.length === 0
    ? ""
    : serializeArrayParam(name, value.map(plain), { style: "form", explode: true, ...style } as ArrayStyle);
}

type ArrayStyle = Parameters<typeof serializeArrayParam>[2];

/** Points in time are in GMT and to the second. (seed: Common conventions, 2) */
export function plain(value: unknown): string {
  return value instanceof Date ? `${value.toISOString().slice(0, 19)}Z` : String(value);
}
