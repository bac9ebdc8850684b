import { type CallDescription, calls } from "../../generated/calls.js";
import { CallError } from "./call-error.js";
import type { CallOperationId, ClientContext, UntypedCallOptions } from "./invoke.js";

type ParameterValues = Readonly<Record<string, unknown>>;

/** Parameters as the caller gave them. */
export type CallParams = {
  readonly path?: ParameterValues;
  readonly query?: ParameterValues;
  readonly header?: ParameterValues;
};

/** A request but for its token. */
export type BuiltRequest = readonly [
  url: string,
  init: Omit<RequestInit, "body"> & { readonly headers: Headers; readonly body: string | undefined },
  requestId: string | undefined,
];

/**
 * Writes the request of an operation: path, query, headers and body, in the styles of the contract.
 *
 * @param at instead of the URL that the parameters give
 * @throws CallError of the kind `request` when what is given makes no request of the operation. Its message names the parameter,
 * the header or the body, and never holds its value.
 */
export function buildRequest(
  core: ClientContext,
  operation: CallOperationId,
  { params = {}, body, headers: further }: UntypedCallOptions,
  at?: string,
): BuiltRequest {
  const description: CallDescription = calls[operation];
  const { call, server = "baseUrl", id } = description;
  const [method, template] = call.split(" ") as [string, string];
  let part = "body";
  const text = (value: unknown, name: string): string => {
    part = name;
    return serializeScalar(value);
  };
  try {
    const baseUrl = core[server as "baseUrl"];
    if (baseUrl === undefined) throw `give createClient a ${server}`;
    const type = body === undefined ? undefined : (description.body ?? "application/json");
    const headers = new Headers();
    // Of a header that is filled in, the caller's value counts.
    for (const given of [{ ...description.headers, "Content-Type": type }, further, params.header])
      mapDefined(given, (value, name) => headers.set(name, text(value, name)));
    const requestId = id && (headers.get(id) || core.clock.uuid());
    if (requestId) headers.set(id, requestId);
    const url = at ?? baseUrl + buildPath(template, params, description.lists, text);
    part = "body";
    const init = {
      method,
      headers,
      body:
        type &&
        (headers.get("Content-Type") === "application/x-www-form-urlencoded"
          ? `${new URLSearchParams(mapDefined(body as ParameterValues, text))}`
          : JSON.stringify(body)),
      // It could lead the token to another origin.
      redirect: "manual",
    } as const;
    return [url, init, requestId];
  } catch (cause) {
    // What the platform says of a value that it cannot write might hold that value.
    const what = typeof cause === "string" ? cause : `${part} cannot be written`;
    throw new CallError("request", { operation, attempts: 0 }, what);
  }
}

/**
 * Path and query of a request.
 *
 * @throws a text that says why a part of the path would change which path is called
 */
function buildPath(
  template: string,
  { path: values = {}, query }: CallParams,
  lists: CallDescription["lists"],
  text: (value: unknown, name: string) => string,
): string {
  const encoded = (value: unknown, name: string): string => encodeURIComponent(text(value, name));
  const path = template.replace(/\{(.+?)\}/g, (_, name) => {
    const part = encoded(values[name] ?? "", name);
    // Whoever reads a URL takes such a part away, and the one before it too.
    if (/^\.{0,2}$/.test(part)) throw `${name} must not be empty, . or ..`;
    return part;
  });
  const all = mapDefined(query, (value, name) => [value].flat().map((it) => encoded(it, name))).flatMap(
    // The name stands once before a list that does not explode.
    ([name, values]) => (lists?.includes(name) && values[0] ? [values.join()] : values).map((it) => `${name}=${it}`),
  );
  return path + (all[0] ? `?${all.join("&")}` : "");
}

function mapDefined<Value>(
  values: ParameterValues = {},
  write: (value: unknown, name: string) => Value,
): [string, Value][] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, write(value, name)]]));
}

/** Points in time are in GMT and to the second. (seed: Common conventions, 2) */
function serializeScalar(value: unknown): string {
  return (value as Partial<Date>).toISOString?.().replace(/\.\d+/, "") ?? String(value);
}
