import { asArray, asObject, asString, type Json, type JsonObject, resolveChildren } from "../../document/index.js";
import type { RequestObservations } from "./operation-observations.js";

/** Infers the security of an operation from the credentials of its requests, using only declared security schemes. */
export function inferSecurity(root: JsonObject, requests: RequestObservations) {
  const schemes = resolveChildren({ root }, "/components/securitySchemes").map(
    ({ key, value }): [string, JsonObject] => [key, value],
  );
  const uses = new Map(schemes.map(([name, scheme]) => [name, countUses(scheme, requests)]));
  const isAlwaysUsed = (name: string): boolean => uses.get(name) === requests.count;
  const rootSecurity = asArray(root.security).map((it) => Object.keys(asObject(it) ?? {}));
  const listKeys = (location: "header" | "query"): Set<string> =>
    new Set(
      schemes
        .filter(([, scheme]) => scheme.type === "apiKey" && scheme.in === location)
        .map(([, { name }]) => (location === "header" ? String(name).toLowerCase() : String(name))),
    );
  const mayBePublic = rootSecurity.length > 0 && !requests.hasUnrecordedHeaders;
  const used = [...uses].filter(([, count]) => count > 0).map(([name]) => name);
  const isRootSecurity = rootSecurity.some((names) => names.every(isAlwaysUsed));
  return {
    /** The `security` of the operation; undefined if the root `security` applies. */
    security: isRootSecurity ? undefined : buildSecurity(used, isAlwaysUsed, mayBePublic),
    /** Names of headers (in lower case) and query parameters that are credentials. */
    headers: listKeys("header"),
    query: listKeys("query"),
  };
}

/** Combines the schemes that all requests use, and adds an alternative for each scheme that only some use. */
function buildSecurity(
  used: readonly string[],
  isAlwaysUsed: (name: string) => boolean,
  mayBePublic: boolean,
): Json | undefined {
  if (used.length === 0) return mayBePublic ? [] : undefined;
  const always = Object.fromEntries(used.filter(isAlwaysUsed).map((name): [string, Json] => [name, []]));
  return [always, ...used.filter((name) => !isAlwaysUsed(name)).map((name) => ({ ...always, [name]: [] }))];
}

function countUses({ type, scheme, in: location, name }: JsonObject, requests: RequestObservations): number {
  const { credentials, headers, query } = requests;
  if (type === "http") return credentials.get(asString(scheme)?.toLowerCase() ?? "") ?? 0;
  if (type === "oauth2" || type === "openIdConnect") return credentials.get("bearer") ?? 0;
  if (type !== "apiKey") return 0;
  if (location === "header") return headers.get(String(name).toLowerCase())?.messages ?? 0;
  return location === "query" ? (query.get(String(name))?.messages ?? 0) : 0;
}

/** Infers the security schemes of a new spec from the names of credentials. Their values are never read. */
export function inferSecuritySchemes(requests: readonly RequestObservations[]): JsonObject {
  const schemes = new Map<string, Json>();
  const names = (of: (request: RequestObservations) => Iterable<string>): string[] =>
    [...new Set(requests.flatMap((request) => [...of(request)]))].sort();
  for (const scheme of names(({ credentials }) => credentials.keys())) schemes.set(scheme, { type: "http", scheme });
  const addKey = (location: "header" | "query", name: string): void => {
    const schemeName = schemes.has("apiKey") ? name : "apiKey";
    schemes.set(schemeName.replace(/[^\w.-]/g, "-"), { type: "apiKey", in: location, name });
  };
  const headers = requests.flatMap((request) => [...request.headers.values()].map(({ name }) => name));
  for (const name of [...new Set(headers.filter((it) => API_KEY_NAME.test(it)).map((it) => it.toLowerCase()))].sort())
    addKey("header", headers.find((it) => it.toLowerCase() === name) ?? name);
  for (const name of names(({ query }) => query.keys())) if (API_KEY_NAME.test(name)) addKey("query", name);
  return Object.fromEntries(schemes);
}

const API_KEY_NAME = /(?:^|[-_])(?:api|access|app|auth|subscription)[-_]?(?:key|token)$/i;
