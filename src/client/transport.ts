import { mergeHeaders } from "openapi-fetch";
import { type CallDescription, calls } from "../../generated/calls.js";
import { CallError } from "./call-error.js";
import type { Core, LooseOptions, Operation } from "./invoke.js";

type Values = Readonly<Record<string, unknown>>;

/** Parameters as the caller gave them. */
export type Params = { readonly path?: Values; readonly query?: Values; readonly header?: Values };

/** A request but for its token. */
export type Written = readonly [
  url: string,
  init: Omit<RequestInit, "body"> & { readonly headers: Headers; readonly body: string | undefined },
  requestId: string | undefined,
];

/**
 * Writes the request of an operation: path, query, headers and body, in the styles of the contract.
 *
 * This is the one file that knows openapi-fetch, which is no longer maintained: it joins headers. Its writer of paths lets
 * `..` through, and its call cannot repeat, sign in or tell what came.
 *
 * @param at instead of the URL that the parameters give
 * @throws CallError of the kind `request` when what is given makes no request of the operation
 */
export function written(
  core: Core,
  operation: Operation,
  { params = {}, body, headers: further }: LooseOptions,
  at?: string,
): Written {
  const description: CallDescription = calls[operation];
  const { call, server = "baseUrl", id } = description;
  const [method, template] = call.split(" ") as [string, string];
  try {
    const baseUrl = core[server as "baseUrl"];
    if (baseUrl === undefined) throw `give createClient a ${server}`;
    const type = body === undefined ? undefined : (description.body ?? "application/json");
    // Whoever gives one of the headers that are filled in is heard.
    const filled = { ...description.headers, "Content-Type": type };
    const headers = mergeHeaders(filled, further, Object.fromEntries(pairs(params.header, plain)));
    const requestId = id && (headers.get(id) || core.clock.uuid());
    if (requestId) headers.set(id, requestId);
    const init = {
      method,
      headers,
      body:
        type &&
        (headers.get("content-type") === "application/x-www-form-urlencoded"
          ? `${new URLSearchParams(pairs(body as Values, plain))}`
          : JSON.stringify(body)),
      // It could lead the token to another origin.
      redirect: "manual",
    } as const;
    return [at ?? baseUrl + pathOf(template, params, description.lists), init, requestId];
  } catch (cause) {
    // What the platform says of a value that it cannot write might hold that value.
    const what = typeof cause === "string" ? cause : "params, headers or body cannot be written";
    throw new CallError("request", { operation, attempts: 0 }, what);
  }
}

/**
 * Path and query of a request.
 *
 * @throws a text that says why a part of the path would change which path is called
 */
function pathOf(template: string, { path: values = {}, query }: Params, lists: CallDescription["lists"]): string {
  const path = template.replace(/\{(.+?)\}/g, (_, name) => {
    const part = encodeURIComponent(plain(values[name] ?? ""));
    // Whoever reads a URL takes such a part away, and the one before it too.
    if (/^\.{0,2}$/.test(part)) throw `${name} must not be empty, . or ..`;
    return part;
  });
  const all = pairs(query, (value) => [value].flat().map((it) => encodeURIComponent(plain(it)))).flatMap(
    // The name stands once before a list that does not explode.
    ([name, values]) => (lists?.includes(name) && values[0] ? [values.join()] : values).map((it) => `${name}=${it}`),
  );
  return path + (all[0] ? `?${all.join("&")}` : "");
}

function pairs<Value>(values: Values = {}, write: (value: unknown) => Value): [string, Value][] {
  return Object.entries(values)
    .filter(([, value]) => value != null)
    .map(([name, value]) => [name, write(value)]);
}

/** Points in time are in GMT and to the second. (seed: Common conventions, 2) */
function plain(value: unknown): string {
  return (value as Partial<Date>).toISOString?.().replace(/\.\d+/, "") ?? String(value);
}
