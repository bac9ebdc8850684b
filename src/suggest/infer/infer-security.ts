import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import type { RequestObservations } from "./operation-observations.js";

export type InferredSecurity = {
  /** Undefined where what holds for the whole description holds here. */
  readonly security: Json | undefined;
  /** The headers, in lower case, and the names in the query that are credentials, and no parameters. */
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
};

/** What requests carried of the credentials that a description knows; it is not told of any that it does not. */
export function inferSecurity(root: JsonObject, requests: RequestObservations): InferredSecurity {
  const schemes = Object.entries(asObject(asObject(root.components)?.securitySchemes) ?? {}).flatMap(
    ([name, value]): [string, JsonObject][] => {
      const scheme = resolveSchemeReference(root, value);
      return scheme === undefined ? [] : [[name, scheme]];
    },
  );
  const carried = new Map(schemes.map(([name, scheme]) => [name, countUses(scheme, requests)]));
  const isAlways = (name: string): boolean => carried.get(name) === requests.count;
  const usual = asArray(root.security).map((it) => Object.keys(asObject(it) ?? {}));
  const keys = (place: "header" | "query"): Set<string> =>
    new Set(
      schemes.flatMap(([, { type, in: location, name }]) =>
        type === "apiKey" && location === place ? [place === "header" ? String(name).toLowerCase() : String(name)] : [],
      ),
    );
  const mayBeOpen = usual.length > 0 && !requests.hasUnrecordedHeaders;
  const found = [...carried].filter(([, times]) => times > 0).map(([name]) => name);
  return {
    security: usual.some((names) => names.every(isAlways)) ? undefined : buildSecurity(found, isAlways, mayBeOpen),
    headers: keys("header"),
    query: keys("query"),
  };
}

/** All that every request came with, and beside them what some came with. */
function buildSecurity(
  found: readonly string[],
  isAlways: (name: string) => boolean,
  mayBeOpen: boolean,
): Json | undefined {
  if (found.length === 0) return mayBeOpen ? [] : undefined;
  const always = Object.fromEntries(found.filter(isAlways).map((name): [string, Json] => [name, []]));
  return [always, ...found.filter((name) => !isAlways(name)).map((name) => ({ ...always, [name]: [] }))];
}

function countUses({ type, scheme, in: place, name }: JsonObject, requests: RequestObservations): number {
  const { credentials, headers, query } = requests;
  if (type === "http") return credentials.get(asString(scheme)?.toLowerCase() ?? "") ?? 0;
  if (type === "oauth2" || type === "openIdConnect") return credentials.get("bearer") ?? 0;
  if (type !== "apiKey") return 0;
  if (place === "header") return headers.get(String(name).toLowerCase())?.messages ?? 0;
  return place === "query" ? (query.get(String(name))?.messages ?? 0) : 0;
}

function resolveSchemeReference(root: JsonObject, value: Json): JsonObject | undefined {
  const reference = asString(asObject(value)?.$ref);
  if (reference === undefined) return isObject(value) ? value : undefined;
  const pointer = parsePointerFragment(reference.replace(/^#/, ""));
  return pointer === undefined ? undefined : asObject(valueAt(root, pointer));
}

/** The schemes that a description of these requests declares. Their values are looked at nowhere. */
export function inferSecuritySchemes(requests: readonly RequestObservations[]): JsonObject {
  const schemes = new Map<string, Json>();
  const names = (of: (request: RequestObservations) => Iterable<string>): string[] =>
    [...new Set(requests.flatMap((request) => [...of(request)]))].sort();
  for (const scheme of names(({ credentials }) => credentials.keys())) schemes.set(scheme, { type: "http", scheme });
  const key = (place: "header" | "query", name: string): void => {
    const free = schemes.has("apiKey") ? name : "apiKey";
    schemes.set(free.replace(/[^\w.-]/g, "-"), { type: "apiKey", in: place, name });
  };
  const headers = requests.flatMap((request) => [...request.headers.values()].map(({ name }) => name));
  for (const name of [...new Set(headers.filter((it) => API_KEY_NAME.test(it)).map((it) => it.toLowerCase()))].sort())
    key("header", headers.find((it) => it.toLowerCase() === name) ?? name);
  for (const name of names(({ query }) => query.keys())) if (API_KEY_NAME.test(name)) key("query", name);
  return Object.fromEntries(schemes);
}

const API_KEY_NAME = /(?:^|[-_])(?:api|access|app|auth|subscription)[-_]?(?:key|token)$/i;
