import { CallError } from "../call-error.js";
import type { UntypedCallOptions } from "../calls/call-context.js";
import type { NamedCall } from "../calls/call-description.js";
import type { CallParamValues, RequestBodyInit } from "../calls/call-settings.js";
import { type ClientRuntime, findInvalidLimit } from "../retries/send-with-retries.js";

/** A parameter that is already written; its text is not encoded again. */
export type EncodedText = { readonly encoded: string };

/** A request without its credentials. */
export type BuiltRequest = readonly [
  url: string,
  init: Omit<RequestInit, "body"> & { readonly headers: Headers; readonly body: RequestBodyInit | undefined },
  requestId: string | undefined,
];

/**
 * Builds the request of an operation: path, query, headers and body, serialized as the spec defines.
 *
 * @param at replaces the URL built from the parameters
 * @throws CallError of the kind `request` when the request cannot be built. The message names the parameter, header or
 * body and never contains its value.
 */
export function buildRequest(
  core: ClientRuntime,
  [operation, description]: NamedCall,
  options: UntypedCallOptions,
  at?: string,
): BuiltRequest {
  const { server = "baseUrl", id } = description;
  const { params = {}, body } = options;
  // Some specs tell operations of one path apart by a fragment, which is not sent, or by a query, which `prepare` adds.
  const [method, template] = description.call.split(/[ #?]/) as [string, string];
  let part = "body";
  // Dates are formatted in GMT and to the second.
  const text = (value: unknown, name: string): string => {
    part = name;
    return (value as Partial<Date>).toISOString?.().replace(/\.\d+/, "") ?? `${value}`;
  };
  const encode = (value: unknown, name: string): string =>
    (value as Partial<EncodedText>).encoded ?? encodeURIComponent(text(value, name));
  try {
    const { path = {}, query, header } = description.prepare?.(params, encode) ?? params;
    const baseUrl = core[server];
    const invalid = findInvalidLimit(options) ?? (baseUrl ? "" : `createClient needs ${server}`);
    if (invalid) throw invalid;
    const type = body === undefined ? body : (description.body ?? "application/json");
    const headers = new Headers();
    // Headers of the caller override those that the client adds.
    for (const values of [{ ...description.headers, "Content-Type": type }, options.headers, header])
      mapDefined(values, (value, name) => headers.set(name, text(value, name)));
    const requestId = id && (headers.get(id) || core.clock.uuid());
    if (requestId) headers.set(id, requestId);
    const route = template.replace(/\{(.+?)\}/g, (_, name) => {
      const segment = encode(path[name] ?? "", name);
      // URL parsers remove such segments, and with `..` the segment before.
      if (/^\.{0,2}$/.test(segment)) throw `${name} must not be empty, . or ..`;
      return segment;
    });
    const pairs = mapDefined(query, (value, name) => {
      const key = encodeURIComponent(name);
      const values = [value].flat().map((it) => encode(it, name));
      // A whole query string has no name, and a list without `explode` has it once.
      if (!key || values[0] == null) return values;
      return `${key}=${values.join(description.lists?.includes(name) ? "," : `&${key}=`)}`;
    });
    part = "body";
    return [
      at ?? baseUrl + route + (pairs[0] ? `?${pairs.join("&")}` : ""),
      {
        method,
        headers,
        body: type && (description.write?.(body, text, headers, options) ?? JSON.stringify(body)),
        // A redirect could send the token to another origin.
        redirect: "manual",
      },
      requestId,
    ];
  } catch (cause) {
    // Drops the error of the platform, because its message may contain the value.
    throw new CallError(
      "request",
      { operation, attempts: 0 },
      typeof cause === "string" ? cause : `cannot serialize ${part}`,
    );
  }
}

export function mapDefined<Value>(
  values: CallParamValues | undefined = {},
  write: (value: unknown, name: string) => Value | readonly Value[],
): Value[] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : write(value, name)));
}
