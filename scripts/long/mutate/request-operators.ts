import { asObject, asString, type Document, type Parameter, resolvePointer } from "../../../src/document/index.js";
import {
  getHeader,
  getPairName,
  getQueryPairs,
  withBody,
  withHeader,
  withoutHeader,
  withQueryPairs,
  withUrl,
} from "./edit-exchange.js";
import { addUndeclaredField, invalidateField, removeField, repeatField } from "./form-operators.js";
import { listInvalidValues } from "./invalid-values.js";
import type { Clean, Edited, Operator } from "./mutant.js";
import { getTypes } from "./schema-locations.js";

/** Mutation operators for requests except their JSON body. Requests that were rejected with 4xx are left out, for they may be invalid. */
export function createRequestOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  const operator = (name: string, because: string, edits: Edits, kind: Operator["kind"] = "violation"): Operator => ({
    name,
    kind,
    because,
    *edits(clean) {
      const document = documents.get(clean.contract);
      if (document !== undefined && clean.exchange.response.status < 400) yield* edits(clean, document);
    },
  });
  return [
    operator("request: required header missing", "required", removeHeader),
    operator("request: required query parameter missing", "required", removeQuery),
    operator("request: required cookie missing", "required", removeCookie),
    operator("request: header value invalid", "the value violates its schema", (clean, document) =>
      invalidateParameter(clean, document, "header"),
    ),
    operator("request: query value invalid", "the value violates its schema", (clean, document) =>
      invalidateParameter(clean, document, "query"),
    ),
    operator("request: cookie value invalid", "the value violates its schema", (clean, document) =>
      invalidateParameter(clean, document, "cookie"),
    ),
    operator("request: path value invalid", "the value violates its schema", (clean, document) =>
      invalidateParameter(clean, document, "path"),
    ),
    operator("request: query value emptied", "an empty value is no number, date or enum value", emptyQuery),
    operator("request: query parameter twice", "only an array parameter may be repeated", repeatQuery),
    operator("drift: undeclared query parameter", "the name is not declared", addUndeclaredQuery, "drift"),
    operator("drift: undeclared request header", "the name is not declared", addUndeclaredHeader, "drift"),
    operator("request: method not documented", "the path has no such operation", changeMethod),
    operator("request: path not documented", "no path template matches", changeSegment),
    operator("request: path cut short", "no path template matches the shorter path", shortenPath),
    operator("request: credentials taken away", "every security requirement needs credentials", removeCredentials),
    operator("request: credentials of another scheme", "no security requirement accepts Basic", changeScheme),
    operator("request: form field missing", "schema", removeField),
    operator("request: form field invalid", "schema", invalidateField),
    operator("request: form field twice", "only an array field may be repeated", repeatField),
    operator("drift: undeclared form field", "the name is not declared", addUndeclaredField, "drift"),
    operator("request: required body missing", "required", removeBody),
  ];
}

type Edits = (clean: Clean, document: Document) => Iterable<Edited>;

function* removeHeader({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: location, name, required } of operation.parameters) {
    if (location === "header" && required && getHeader(exchange, "request", name) !== undefined)
      yield { exchange: withoutHeader(exchange, "request", name), description: `without ${name}` };
  }
}

function* removeQuery({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: location, name, required } of operation.parameters) {
    const pairs = getQueryPairs(exchange.request.url).filter((pair) => getPairName(pair) !== name);
    if (location === "query" && required)
      yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, pairs)), description: `without ${name}` };
  }
}

function* removeCookie({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: location, name, required } of operation.parameters) {
    if (location === "cookie" && required)
      yield { exchange: withCookie(exchange, name, undefined), description: `without ${name}` };
  }
}

function withCookie(exchange: Clean["exchange"], name: string, value: string | undefined): Clean["exchange"] {
  const cookies = (getHeader(exchange, "request", "cookie") ?? "")
    .split(/;\s*/)
    .filter((it) => !it.startsWith(`${name}=`));
  const all = [...cookies, ...(value === undefined ? [] : [`${name}=${value}`])].filter((it) => it !== "");
  return all.length === 0
    ? withoutHeader(exchange, "request", "cookie")
    : withHeader(exchange, "request", "Cookie", all.join("; "));
}

function* invalidateParameter(
  { exchange, operation }: Clean,
  document: Document,
  location: Parameter["in"],
): Iterable<Edited> {
  for (const parameter of operation.parameters) {
    if (parameter.in !== location || parameter.schema === undefined) continue;
    const schema = resolvePointer(document, parameter.schema)?.value ?? {};
    for (const value of listInvalidValues(schema)) {
      const edited = withParameter({ exchange, operation }, parameter, value);
      if (edited !== undefined) yield { exchange: edited, description: `${location} ${parameter.name}=${value}` };
    }
  }
}

function withParameter(
  { exchange, operation }: Pick<Clean, "exchange" | "operation">,
  { in: location, name }: Parameter,
  value: string,
): Clean["exchange"] | undefined {
  if (location === "header") return withHeader(exchange, "request", name, value);
  if (location === "cookie") return withCookie(exchange, name, value);
  if (location === "query")
    return withUrl(exchange, (url) => {
      const others = getQueryPairs(url).filter((pair) => getPairName(pair) !== name);
      return withQueryPairs(url, [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`]);
    });
  const fromEnd = operation.path.split("/").reverse().indexOf(`{${name}}`);
  if (fromEnd === -1) return undefined;
  return withUrl(exchange, (url) => {
    const [path = "", query] = url.split("?");
    const segments = path.split("/");
    segments[segments.length - 1 - fromEnd] = encodeURIComponent(value);
    return segments.join("/") + (query === undefined ? "" : `?${query}`);
  });
}

function* emptyQuery({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  for (const { in: location, name, schema, allowEmptyValue } of operation.parameters) {
    if (location !== "query" || schema === undefined || allowEmptyValue) continue;
    const { type, format, enum: list } = resolvePointer(document, schema)?.value ?? {};
    const pairs = getQueryPairs(exchange.request.url);
    if (!pairs.some((pair) => getPairName(pair) === name)) continue;
    if (!(type === "integer" || type === "boolean" || format !== undefined || list !== undefined)) continue;
    const emptied = pairs.map((pair) => (getPairName(pair) === name ? pair.replace(/=.*$/s, "=") : pair));
    yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, emptied)), description: `${name}=` };
  }
}

function* repeatQuery({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  const pairs = getQueryPairs(exchange.request.url);
  for (const { in: location, name, schema } of operation.parameters) {
    const pair = pairs.find((it) => getPairName(it) === name);
    const type = schema === undefined ? undefined : getTypes(resolvePointer(document, schema)?.value ?? {})?.[0];
    if (location !== "query" || pair === undefined || type === undefined || type === "array" || type === "object")
      continue;
    yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, [...pairs, pair])), description: `${name} twice` };
  }
}

function* addUndeclaredQuery({ exchange }: Clean): Iterable<Edited> {
  const add = (url: string): string => withQueryPairs(url, [...getQueryPairs(url), "zzUndeclared=1"]);
  yield { exchange: withUrl(exchange, add), description: "?zzUndeclared=1" };
}

function* addUndeclaredHeader({ exchange }: Clean): Iterable<Edited> {
  yield { exchange: withHeader(exchange, "request", "Zz-Undeclared", "1"), description: "Zz-Undeclared: 1" };
}

function* changeMethod({ exchange }: Clean): Iterable<Edited> {
  yield { exchange: { ...exchange, request: { ...exchange.request, method: "TRACE" } }, description: "TRACE" };
}

function* changeSegment({ exchange, operation }: Clean): Iterable<Edited> {
  const [, literal = ""] = /\/([^/{}]+)(?=\/|$)/.exec(operation.path) ?? [];
  if (literal === "") return;
  const edit = (url: string): string => url.replace(new RegExp(`/${literal}(?=[/?]|$)`), `/zz${literal}`);
  yield { exchange: withUrl(exchange, edit), description: `/${literal} becomes /zz${literal}` };
}

function* shortenPath({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  const shorter = operation.path.split("/").slice(0, -2);
  const paths = Object.keys(asObject(document.root.paths) ?? {}).map((path) => path.split("/"));
  const canFit = (path: readonly string[]): boolean =>
    path.length === shorter.length && path.every((it, at) => it === shorter[at] || `${it}${shorter[at]}`.includes("{"));
  if (shorter.length < 2 || paths.some(canFit)) return;
  const base = (url: string): string => url.replace(/\?.*$/s, "").split("/").slice(0, -2).join("/");
  yield { exchange: withUrl(exchange, base), description: "without its last two segments" };
}

function* removeCredentials({ exchange, operation }: Clean): Iterable<Edited> {
  const names = operation.security.flat().map(({ scheme }) => asString(scheme?.value.name) ?? "Authorization");
  if (operation.security.length === 0 || operation.security.some((alternative) => alternative.length === 0)) return;
  const without = [...new Set(names)].reduce((it, name) => withoutHeader(it, "request", name), exchange);
  yield { exchange: without, description: `without ${names.join(", ")}` };
}

function* changeScheme({ exchange, operation }: Clean): Iterable<Edited> {
  const isOauth = operation.security.every((all) => all.some(({ scheme }) => scheme?.value.type === "oauth2"));
  if (operation.security.length === 0 || !isOauth) return;
  yield { exchange: withHeader(exchange, "request", "Authorization", "Basic eDp5"), description: "Basic" };
}

function* removeBody({ exchange, operation }: Clean): Iterable<Edited> {
  if (operation.requestBody?.required !== true) return;
  const without = withoutHeader(withBody(exchange, "request", { kind: "none" }), "request", "content-type");
  yield { exchange: without, description: "no request body" };
}
