import {
  asObject,
  asString,
  buildServerUrl,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
} from "../document/index.js";
import { makeParameterValue } from "../samples/example-values.js";
import { serializeQuerystring } from "../samples/serialization/serialize-body.js";
import type { DocsContext } from "./docs-context.js";
import { isJsonRange, listExampleValues } from "./json-example.js";

/** A request of an operation with its required parts, from the examples of the spec. */
export type SampleRequest = {
  readonly method: string;
  readonly server: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: SampleBody;
};

export type SampleBody = { readonly type: string; readonly value: unknown };

/** Stands for a credential in a sample. Samples read it from the environment. */
export const CREDENTIAL = "$TOKEN";

export function createSampleRequest(context: DocsContext, operation: Operation): SampleRequest {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const values = (location: Parameter["in"]): [Parameter, unknown][] =>
    required
      .filter((parameter) => parameter.in === location)
      .map((parameter) => [parameter, getParameterValue(context, parameter)]);
  const path = values("path").reduce(
    (text, [parameter, value]) =>
      text.replaceAll(`{${parameter.name}}`, encodeURIComponent(formatParameterValue(value))),
    operation.path,
  );
  const credentials = listCredentials(operation);
  const query = [
    ...values("querystring").map(([parameter, value]) => serializeQuerystring(context.document, parameter, value)),
    ...values("query").flatMap(([parameter, value]) => formatQuery(parameter, value)),
    ...credentials.filter(({ place }) => place === "query").map(({ name, value }) => `${name}=${value}`),
  ];
  const cookies = values("cookie").map(([{ name }, value]) => `${name}=${formatParameterValue(value)}`);
  const body = createSampleBody(context, operation.requestBody?.content ?? []);
  const [server] = operation.servers;
  return {
    method: operation.method,
    server: toConcreteUrl(server === undefined ? "/" : buildServerUrl(server)),
    path,
    query: query.join("&"),
    headers: [
      ...credentials.filter(({ place }) => place === "header").map(({ name, value }) => [name, value] as const),
      ...values("header").map(([{ name }, value]) => [name, formatParameterValue(value)] as const),
      ...(cookies.length > 0 ? [["Cookie", cookies.join("; ")] as const] : []),
      ...(body === undefined ? [] : [["Content-Type", body.type] as const]),
    ],
    ...(body === undefined ? {} : { body }),
  };
}

/** The URL of a server without a host, which is relative to that of the spec, is completed with an example host. */
export function toConcreteUrl(url: string): string {
  const trimmed = url.replace(/\/+$/, "");
  if (/^https?:\/\//i.test(trimmed)) return trimmed;
  return trimmed.startsWith("//") ? `https:${trimmed}` : `https://api.example.com${trimmed}`;
}

function createSampleBody(context: DocsContext, content: readonly MediaTypeDefinition[]): SampleBody | undefined {
  const media = content.find(({ range }) => isJsonRange(range)) ?? content[0];
  if (media === undefined) return undefined;
  const [example] = listExampleValues(context, media, "request");
  return {
    type: media.range.includes("*") ? "application/json" : media.range,
    value: example === undefined ? {} : example.value,
  };
}

/** Returns an example of a parameter, or its name if the spec has none and none can be made. */
export function getParameterValue(context: DocsContext, parameter: Parameter): unknown {
  return makeParameterValue(context, parameter)?.value ?? parameter.name;
}

export function formatParameterValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatParameterValue).join(",");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function formatQuery({ name, style, explode, content }: Parameter, value: unknown): string[] {
  const pair = (key: string, item: unknown): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(formatParameterValue(item))}`;
  if (content !== undefined) return [pair(name, JSON.stringify(value))];
  if (Array.isArray(value)) return explode ? value.map((item) => pair(name, item)) : [pair(name, value)];
  if (typeof value !== "object" || value === null) return [pair(name, value)];
  return Object.entries(value).map(([key, item]) => pair(style === "deepObject" ? `${name}[${key}]` : key, item));
}

type Credential = { readonly place: "header" | "query"; readonly name: string; readonly value: string };

/** The credentials of the first set of security requirements. */
export function listCredentials({ security }: Operation): Credential[] {
  if (security.some((alternative) => alternative.length === 0)) return [];
  return (security[0] ?? []).flatMap(({ scheme }): Credential[] => {
    const value = asObject(scheme?.value) ?? {};
    const name = asString(value.name) ?? "";
    if (value.type === "apiKey" && value.in === "query") return [{ place: "query", name, value: CREDENTIAL }];
    if (value.type === "apiKey" && value.in === "header") return [{ place: "header", name, value: CREDENTIAL }];
    if (value.type === "apiKey") return [{ place: "header", name: "Cookie", value: `${name}=${CREDENTIAL}` }];
    const word = asString(value.scheme)?.toLowerCase() === "basic" ? "Basic" : "Bearer";
    return [{ place: "header", name: "Authorization", value: `${word} ${CREDENTIAL}` }];
  });
}
