import { asObject, asString, type Document, type Parameter, resolvePointer } from "../../src/document/index.js";
import { badValues } from "./bad-values.js";
import {
  headerOf,
  nameOfPair,
  queryPairs,
  withBody,
  withHeader,
  withoutHeader,
  withQueryPairs,
  withUrl,
} from "./edit-exchange.js";
import { fieldInvalid, fieldMissing, fieldTwice, fieldUndeclared } from "./form-operators.js";
import type { Clean, Edited, Operator } from "./mutant.js";
import { typesOf } from "./schema-places.js";

/** Operators on everything of a request but its JSON body; only where the request is not refused, and so may not be wrong. */
export function requestOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
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
    operator("request: required header missing", "required", headerMissing),
    operator("request: required query parameter missing", "required", queryMissing),
    operator("request: required cookie missing", "required", cookieMissing),
    operator("request: header value invalid", "the value keeps not its schema", (clean, document) =>
      invalidValues(clean, document, "header"),
    ),
    operator("request: query value invalid", "the value keeps not its schema", (clean, document) =>
      invalidValues(clean, document, "query"),
    ),
    operator("request: cookie value invalid", "the value keeps not its schema", (clean, document) =>
      invalidValues(clean, document, "cookie"),
    ),
    operator("request: path value invalid", "the value keeps not its schema", (clean, document) =>
      invalidValues(clean, document, "path"),
    ),
    operator("request: query value emptied", "empty text is no number, date or listed value", queryEmptied),
    operator("request: query parameter twice", "a parameter that is no list has one value", queryTwice),
    operator("drift: undeclared query parameter", "nobody declares the name", queryUndeclared, "drift"),
    operator("drift: undeclared request header", "nobody declares the name", headerUndeclared, "drift"),
    operator("request: method not documented", "the path has no such operation", wrongMethod),
    operator("request: path not documented", "no template has such a segment", wrongSegment),
    operator("request: path cut short", "no template ends there", cutPath),
    operator("request: credentials taken away", "no alternative does without", credentialsTaken),
    operator("request: credentials of another scheme", "no alternative takes Basic", otherScheme),
    operator("request: form field missing", "schema", fieldMissing),
    operator("request: form field invalid", "schema", fieldInvalid),
    operator("request: form field twice", "a field that is no list has one value", fieldTwice),
    operator("drift: undeclared form field", "nobody declares the name", fieldUndeclared, "drift"),
    operator("request: required body missing", "required", bodyMissing),
  ];
}

type Edits = (clean: Clean, document: Document) => Iterable<Edited>;

function* headerMissing({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: place, name, required } of operation.parameters) {
    if (place === "header" && required && headerOf(exchange, "request", name) !== undefined)
      yield { exchange: withoutHeader(exchange, "request", name), what: `without ${name}` };
  }
}

function* queryMissing({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: place, name, required } of operation.parameters) {
    const pairs = queryPairs(exchange.request.url).filter((pair) => nameOfPair(pair) !== name);
    if (place === "query" && required)
      yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, pairs)), what: `without ${name}` };
  }
}

function* cookieMissing({ exchange, operation }: Clean): Iterable<Edited> {
  for (const { in: place, name, required } of operation.parameters) {
    if (place === "cookie" && required)
      yield { exchange: withCookie(exchange, name, undefined), what: `without ${name}` };
  }
}

function withCookie(exchange: Clean["exchange"], name: string, value: string | undefined): Clean["exchange"] {
  const cookies = (headerOf(exchange, "request", "cookie") ?? "")
    .split(/;\s*/)
    .filter((it) => !it.startsWith(`${name}=`));
  const all = [...cookies, ...(value === undefined ? [] : [`${name}=${value}`])].filter((it) => it !== "");
  return all.length === 0
    ? withoutHeader(exchange, "request", "cookie")
    : withHeader(exchange, "request", "Cookie", all.join("; "));
}

function* invalidValues({ exchange, operation }: Clean, document: Document, place: Parameter["in"]): Iterable<Edited> {
  for (const parameter of operation.parameters) {
    if (parameter.in !== place || parameter.schema === undefined) continue;
    const schema = resolvePointer(document, parameter.schema)?.value ?? {};
    for (const value of badValues(schema)) {
      const edited = withParameter({ exchange, operation }, parameter, value);
      if (edited !== undefined) yield { exchange: edited, what: `${place} ${parameter.name}=${value}` };
    }
  }
}

function withParameter(
  { exchange, operation }: Pick<Clean, "exchange" | "operation">,
  { in: place, name }: Parameter,
  value: string,
): Clean["exchange"] | undefined {
  if (place === "header") return withHeader(exchange, "request", name, value);
  if (place === "cookie") return withCookie(exchange, name, value);
  if (place === "query")
    return withUrl(exchange, (url) => {
      const others = queryPairs(url).filter((pair) => nameOfPair(pair) !== name);
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

function* queryEmptied({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  for (const { in: place, name, schema, allowEmptyValue } of operation.parameters) {
    if (place !== "query" || schema === undefined || allowEmptyValue) continue;
    const { type, format, enum: list } = resolvePointer(document, schema)?.value ?? {};
    const pairs = queryPairs(exchange.request.url);
    if (!pairs.some((pair) => nameOfPair(pair) === name)) continue;
    if (!(type === "integer" || type === "boolean" || format !== undefined || list !== undefined)) continue;
    const emptied = pairs.map((pair) => (nameOfPair(pair) === name ? pair.replace(/=.*$/s, "=") : pair));
    yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, emptied)), what: `${name}=` };
  }
}

function* queryTwice({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  const pairs = queryPairs(exchange.request.url);
  for (const { in: place, name, schema } of operation.parameters) {
    const pair = pairs.find((it) => nameOfPair(it) === name);
    const type = schema === undefined ? undefined : typesOf(resolvePointer(document, schema)?.value ?? {})?.[0];
    if (place !== "query" || pair === undefined || type === undefined || type === "array" || type === "object")
      continue;
    yield { exchange: withUrl(exchange, (url) => withQueryPairs(url, [...pairs, pair])), what: `${name} twice` };
  }
}

function* queryUndeclared({ exchange }: Clean): Iterable<Edited> {
  const add = (url: string): string => withQueryPairs(url, [...queryPairs(url), "zzUndeclared=1"]);
  yield { exchange: withUrl(exchange, add), what: "?zzUndeclared=1" };
}

function* headerUndeclared({ exchange }: Clean): Iterable<Edited> {
  yield { exchange: withHeader(exchange, "request", "Zz-Undeclared", "1"), what: "Zz-Undeclared: 1" };
}

function* wrongMethod({ exchange }: Clean): Iterable<Edited> {
  yield { exchange: { ...exchange, request: { ...exchange.request, method: "TRACE" } }, what: "TRACE" };
}

function* wrongSegment({ exchange, operation }: Clean): Iterable<Edited> {
  const [, literal = ""] = /\/([^/{}]+)(?=\/|$)/.exec(operation.path) ?? [];
  if (literal === "") return;
  const edit = (url: string): string => url.replace(new RegExp(`/${literal}(?=[/?]|$)`), `/zz${literal}`);
  yield { exchange: withUrl(exchange, edit), what: `/${literal} becomes /zz${literal}` };
}

function* cutPath({ exchange, operation }: Clean, document: Document): Iterable<Edited> {
  const shorter = operation.path.split("/").slice(0, -2);
  const paths = Object.keys(asObject(document.root.paths) ?? {}).map((path) => path.split("/"));
  const canFit = (path: readonly string[]): boolean =>
    path.length === shorter.length && path.every((it, at) => it === shorter[at] || `${it}${shorter[at]}`.includes("{"));
  if (shorter.length < 2 || paths.some(canFit)) return;
  const base = (url: string): string => url.replace(/\?.*$/s, "").split("/").slice(0, -2).join("/");
  yield { exchange: withUrl(exchange, base), what: "without its last two segments" };
}

function* credentialsTaken({ exchange, operation }: Clean): Iterable<Edited> {
  const names = operation.security.flat().map(({ scheme }) => asString(scheme?.value.name) ?? "Authorization");
  if (operation.security.length === 0 || operation.security.some((alternative) => alternative.length === 0)) return;
  const without = [...new Set(names)].reduce((it, name) => withoutHeader(it, "request", name), exchange);
  yield { exchange: without, what: `without ${names.join(", ")}` };
}

function* otherScheme({ exchange, operation }: Clean): Iterable<Edited> {
  const isOauth = operation.security.every((all) => all.some(({ scheme }) => scheme?.value.type === "oauth2"));
  if (operation.security.length === 0 || !isOauth) return;
  yield { exchange: withHeader(exchange, "request", "Authorization", "Basic eDp5"), what: "Basic" };
}

function* bodyMissing({ exchange, operation }: Clean): Iterable<Edited> {
  if (operation.requestBody?.required !== true) return;
  const without = withoutHeader(withBody(exchange, "request", { kind: "none" }), "request", "content-type");
  yield { exchange: without, what: "no request body" };
}
