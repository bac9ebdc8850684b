import {
  asArray,
  asObject,
  asString,
  type Document,
  type Json,
  joinPointer,
  listOperations,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  valueAt,
} from "../document/index.js";
import { formatNameHint, getSchemas, getSchemaTypes } from "../schema/index.js";
import type { ListFacts } from "./list-facts.js";
import { listBodyFields, listPageSchemas } from "./properties.js";
import { findMissing, listItemSchemas, readSelections } from "./selections.js";

/** A name or location in a statement that the spec does not have. `at`: the path to it in the statement. */
type UnknownName = { readonly at: readonly string[]; readonly message: string };

type NamingFacts = Partial<Omit<ListFacts, "keyword" | "pointer">>;

const PARAMETER_FIELDS = ["start", "before", "size", "either", "sort", "include", "search"] as const;

/** Finds the parameters and locations in the facts about a list that its operation does not have. */
export function findUnknownInList(
  document: Document,
  operation: Operation,
  facts: NamingFacts,
): readonly UnknownName[] {
  const { items, next, style = "links", id, count, total, only = {} } = facts;
  const named = PARAMETER_FIELDS.flatMap((field) => [facts[field] ?? []].flat().map((it) => [field, it] as const));
  const pages = listPageSchemas(operation);
  const inPage = { count, total, next: /^(cursor|after|url)$/.test(style) ? next : undefined };
  const inItem = [...Object.keys(only).map((it) => [["only", it], it] as const), [["id"], id] as const];
  const itemSchemas = listItemSchemas(document, operation);
  const found = [
    ...named.map(([field, name]) => [[field], explainUnknownParameter(document, operation, name)] as const),
    [["items"], explainMissing(document, pages, items, { type: "array" })] as const,
    ...Object.entries(inPage).map(([field, at]) => [[field], explainMissing(document, pages, at)] as const),
    ...inItem.map(([at, pointer]) => [at, explainMissing(document, itemSchemas, pointer)] as const),
  ];
  return found.flatMap(([at, message]) => (message === undefined ? [] : [{ at, message }]));
}

/** Finds the names in the statements of a parameter that no operation has which uses it: several can share a parameter. */
export function* findUnknownInSelections(document: Document, pointer: Pointer): Iterable<UnknownName> {
  const isOwn = (it: Parameter): boolean => it.pointer === pointer;
  const listFields = (it: Operation): readonly Parameter[] => [...it.parameters, ...listBodyFields(document, it)];
  const operations = listOperations(document).filter((it) => listFields(it).some(isOwn));
  const [parameter] = operations.flatMap((it) => listFields(it).find(isOwn) ?? []);
  const known = [...new Set(operations.flatMap((it) => listFields(it).map(({ name }) => name)))];
  const schemas = operations.flatMap((it) => listItemSchemas(document, it));
  for (const selection of parameter === undefined ? [] : readSelections(document, parameter)) {
    const at = parsePointer(selection.pointer).slice(parsePointer(pointer).length + 1);
    for (const name of selection.unless.filter((it) => !known.includes(it)))
      yield { at: [...at, "unless"], message: `there is no parameter ${name} beside it${formatNameHint(name, known)}` };
    for (const property of selection.properties) {
      const message = explainMissing(document, schemas, property);
      if (message !== undefined) yield { at: [...at, "property"], message };
    }
  }
}

/** Finds the locations and names that an operation does not have in a statement about its request and its response. */
export function* findUnknownInMessages(
  document: Document,
  operation: Operation,
  keyword: string,
): Iterable<UnknownName> {
  const stated = valueAt(document.root, joinPointer(operation.pointer, keyword)) ?? null;
  const sent = (operation.requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  const either = [...sent, ...listPageSchemas(operation)];
  const explain = (pointer: Json | undefined, schemas: readonly Pointer[], what: string): string | undefined =>
    explainMissing(document, schemas, asString(pointer), { what });
  const found: (readonly [at: readonly string[], message: string | undefined])[] = [];
  const { url, secret, delivers, property, schemes } = asObject(stated) ?? {};
  for (const [index, it] of asArray(stated).entries()) {
    const message = explain(it, sent, "request") ?? explain(it, listPageSchemas(operation), "response");
    found.push([[String(index)], message]);
  }
  for (const [at, from] of Object.entries(asObject(delivers) ?? {}))
    found.push([["delivers", at], explain(from, either, "registration")]);
  for (const [at, it] of Object.entries({ url, secret, property })) found.push([[at], explain(it, sent, "request")]);
  const known = operation.security.flat().map(({ name }) => name);
  for (const [value, names] of Object.entries(asObject(schemes) ?? {}))
    for (const name of asArray(names).map(String))
      if (!known.includes(name))
        found.push([["schemes", value], `the operation has no security scheme ${name}${formatNameHint(name, known)}`]);
  for (const [at, message] of found) if (message !== undefined) yield { at, message };
}

function explainUnknownParameter(document: Document, operation: Operation, name = ""): string | undefined {
  if (name === "") return undefined;
  const { parameters, requestBody } = operation;
  if (name.startsWith("/")) {
    const sent = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
    return sent.length === 0
      ? `the operation has no request body for the field ${name}`
      : explainMissing(document, sent, name, { what: "request" });
  }
  const names = parameters.flatMap((it) => (it.in === "query" ? [it.name] : []));
  // A parameter can have other names in the URL than its own: an object, or the whole query string.
  const isMember = (it: Parameter): boolean => {
    if (it.in !== "query" || it.schema === undefined) return it.in === "querystring";
    const isObject = getSchemaTypes(getSchemas(document), it.schema).has("object");
    return isObject && (it.style !== "deepObject" || name.startsWith(`${it.name}[`));
  };
  if (names.includes(name) || parameters.some(isMember)) return undefined;
  const hint = names.length === 0 ? "; it has no query parameters" : formatNameHint(name, names);
  return `the operation has no query parameter ${name}${hint}`;
}

/** Undefined if a value of one of the schemas can have something at a pointer. */
function explainMissing(
  document: Document,
  schemas: readonly Pointer[],
  pointer: Pointer | undefined,
  { type, what = "response" }: { readonly type?: string; readonly what?: string } = {},
): string | undefined {
  if (pointer === undefined || schemas.length === 0) return undefined;
  const found = schemas.map((schema) => findMissing(document, schema, { path: parsePointer(pointer), type }));
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  const lacking = type === undefined ? "nothing" : `no ${type}`;
  return `the ${what} has ${lacking} at "${pointer}"${formatNameHint(first.name, first.declared)}`;
}
