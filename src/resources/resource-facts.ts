import {
  asObject,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  listOperations,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../document/index.js";
import { findIdempotencyKey } from "./idempotency-key.js";
import { findLastParameter } from "./identity.js";
import { INCLUDE_NAME, inferList, inferSelection, SORT_NAME } from "./infer-keywords.js";
import { getListFacts, type ListFacts } from "./list-facts.js";
import { isPagingParameter } from "./page-names.js";
import { listBodyFields, listChildren, listNamesOfProperties } from "./properties.js";
import { getSelections, listItemSchemas, readSelections } from "./selections.js";

/** What is known about a resource of a spec. Only stated facts are checked in recordings. */
export type ResourceFact = {
  readonly operation: string;
  readonly kind: string;
  /** The fact in words. */
  readonly text: string;
  readonly certainty: "stated" | "inferred";
  /** The keyword, or what the fact is inferred from. */
  readonly source: string;
  /** The location in the spec. */
  readonly pointer: Pointer;
};

/** A keyword that states what is inferred. */
export type MissingKeyword = { readonly at: Pointer; readonly key: string; readonly value: JsonObject };

/** Lists the facts about all operations, and the keywords that would state those that are inferred. */
export function listResourceFacts(document: Document) {
  const operations = listOperations(document).filter(({ kind }) => kind === "path");
  return {
    facts: operations.flatMap((operation): readonly ResourceFact[] => [
      describeShape(document, operation, operations),
      ...describeList(document, operation),
      ...[...operation.parameters, ...listBodyFields(document, operation)].flatMap((parameter) => [
        ...describeParameter(document, operation, parameter),
      ]),
      ...describeProperties(document, operation),
      ...describeMessages(document, operation),
    ]),
    keywords: [
      ...operations.flatMap((operation): readonly MissingKeyword[] => {
        const value = getListFacts(document, operation) === undefined ? inferList(document, operation) : undefined;
        return value === undefined ? [] : [{ at: operation.pointer, key: "x-list", value }];
      }),
      ...listMissingSelections(document, operations),
    ],
  };
}

/** Parameters that several operations share get a keyword only if it holds for all that return something. */
function listMissingSelections(document: Document, operations: readonly Operation[]): readonly MissingKeyword[] {
  const byParameter = new Map<Pointer, string[]>();
  for (const operation of operations)
    for (const parameter of operation.parameters) {
      const isStated = readSelections(document, parameter).length > 0;
      if (isStated || operation.method !== "GET" || isPagingParameter(document, operation, parameter)) continue;
      const at = resolvePointer(document, parameter.pointer)?.pointer ?? parameter.pointer;
      const value = JSON.stringify(inferSelection(document, operation, parameter) ?? null);
      byParameter.set(at, [...(byParameter.get(at) ?? []), value]);
    }
  return [...byParameter].flatMap(([at, values]) => {
    const value = asObject(new Set(values).size === 1 ? JSON.parse(values[0] ?? "null") : null);
    return value === undefined ? [] : [{ at, key: "x-selects", value }];
  });
}

/** An operation works on what a GET of its path reads; without one, it is an action. */
function describeShape(document: Document, operation: Operation, operations: readonly Operation[]): ResourceFact {
  const { id, method, path, pointer } = operation;
  const list = getListFacts(document, operation);
  const reader = operations.find((it) => it.method === "GET" && it.path === path);
  const isList = reader !== undefined && (getListFacts(document, reader) ?? inferList(document, reader)) !== undefined;
  const isItem = findLastParameter(path) !== undefined;
  const kind = isList ? "collection" : isItem ? "item" : reader === undefined ? "action" : "singleton";
  const certainty = list === undefined ? "inferred" : "stated";
  const source = list === undefined ? "method, path and response" : list.keyword;
  return { operation: id, kind, text: `${method} ${path}`, certainty, source, pointer };
}

function* describeList(document: Document, operation: Operation): Iterable<ResourceFact> {
  const stated = getListFacts(document, operation);
  const inferred = stated === undefined ? asObject(inferList(document, operation)) : undefined;
  const facts: Partial<ListFacts> = stated ?? inferred ?? {};
  const { style, items, start, before, size, next, count, total, sort, include, search, only } = facts;
  if (items === undefined) return;
  const source = stated?.keyword ?? "names and schema";
  const certainty = stated === undefined ? "inferred" : "stated";
  const common = { operation: operation.id, certainty, source, pointer: stated?.pointer ?? operation.pointer } as const;
  const named = Object.entries({ start, before, size, next });
  const parts = [
    style ?? (size === undefined ? "whole list" : "one page"),
    `items at "${items}"`,
    ...named.flatMap(([field, it]) => (it === undefined ? [] : [`${field} ${it}`])),
  ];
  yield { ...common, kind: "paging", text: parts.join(", ") };
  const counted = count === total ? "items on the page or in the list" : "items on the page";
  if (count !== undefined) yield { ...common, kind: "count", text: `${counted}: ${count}` };
  if (total !== undefined && total !== count) yield { ...common, kind: "total", text: `items in the list: ${total}` };
  for (const [kind, names] of Object.entries({ sort, include, search }))
    for (const text of names ?? []) yield { ...common, kind, text };
  for (const [property, values] of Object.entries(only ?? {}))
    yield { ...common, kind: "filter", text: `every item has ${property} ${values.map(String).join(" or ")}` };
}

function* describeParameter(document: Document, operation: Operation, parameter: Parameter): Iterable<ResourceFact> {
  const { name, in: place, pointer } = parameter;
  const common = { operation: operation.id, pointer };
  const stated = getSelections(document, operation).filter((it) => it.parameter?.pointer === pointer);
  const isLast = findLastParameter(operation.path) === name;
  const kindOf = (by: string): string => {
    if (place === "path") return isLast ? "identity" : "owner";
    return by === "presence" ? "include" : /^(from|until|range)$/.test(by) ? "window" : "filter";
  };
  for (const { properties, by, unless } of stated) {
    const rest = unless.length === 0 ? "" : `, unless ${unless.join(", ")}`;
    const text = `${name}: ${properties.join(" or ")} ${by}${rest}`;
    yield { ...common, kind: kindOf(by), text, certainty: "stated", source: "x-selects" };
  }
  const key = findIdempotencyKey(document, operation);
  if (key?.parameter === parameter) {
    const known = key.isStated
      ? ({ certainty: "stated", source: "x-idempotency-key" } as const)
      : ({ certainty: "inferred", source: "name" } as const);
    yield { ...common, kind: "idempotency", text: name, ...known };
  }
  const isOfPages = place === "query" && isPagingParameter(document, operation, parameter);
  if (stated.length > 0 || isOfPages || isOfList(document, operation, name)) return;
  const inferred = inferSelection(document, operation, parameter);
  const certainty = "inferred";
  if (inferred !== undefined) {
    const { property, by = "equal" } = inferred;
    yield { ...common, kind: kindOf(String(by)), text: `${name}: ${property} ${by}`, certainty, source: "name" };
  } else if (place === "query" && operation.method === "GET" && SORT_NAME.test(name))
    yield { ...common, kind: "sort", text: name, certainty, source: "name" };
  else if (place === "query" && operation.method === "GET" && INCLUDE_NAME.test(name))
    yield { ...common, kind: "include", text: name, certainty, source: "name" };
}

/** Whether the facts about the list of an operation have a parameter that is not for its pages alone. */
function isOfList(document: Document, operation: Operation, name: string): boolean {
  const { before, sort, include, search } = getListFacts(document, operation) ?? inferList(document, operation) ?? {};
  return [before, sort, include, search].flat().includes(name);
}

/** The states and times of what an operation returns, from the names and schemas of its properties. */
function describeProperties(document: Document, operation: Operation): readonly ResourceFact[] {
  if (operation.method !== "GET") return [];
  const items = listItemSchemas(document, operation, inferList(document, operation));
  const facts = items.flatMap((item) =>
    listNamesOfProperties(document, item).flatMap((name) => {
      const [pointer] = listChildren(document, item, name);
      const text = pointer === undefined ? undefined : describeProperty(document, name, pointer);
      const common = { operation: operation.id, certainty: "inferred", source: "name and schema" } as const;
      return text === undefined || pointer === undefined ? [] : [{ ...common, ...text, pointer }];
    }),
  );
  return facts.filter(({ text }, index) => facts.findIndex((it) => it.text === text) === index);
}

function describeProperty(document: Document, name: string, pointer: Pointer) {
  const { type, ...schema } = resolvePointer(document, pointer)?.value ?? {};
  const values = schema.enum ?? schema["x-extensible-enum"];
  if (STATE_NAME.test(name) && Array.isArray(values))
    return { kind: "states", text: `${joinPointer("", name)}: ${values.map(String).join(", ")}` };
  const isTime = TIME_NAME.test(name) && (type === "string" || type === "integer");
  return isTime ? { kind: "time", text: joinPointer("", name) } : undefined;
}

/** Names of properties with the state of a resource. */
export const STATE_NAME = /^(status|state)$/i;
/** Names of properties with the time of a change. */
export const TIME_NAME =
  /^((created|updated|modified|removed|deleted|last_?(modified|updated)|creation)(_?(at|on|date|time|timestamp|ts))?|date_?(created|updated|modified|deleted)|timestamp)$/i;

function* describeMessages(document: Document, { id, pointer }: Operation): Iterable<ResourceFact> {
  const stated = asObject(valueAt(document.root, pointer)) ?? {};
  for (const [source, kind] of Object.entries(MESSAGE_KEYWORDS)) {
    const value = stated[source];
    if (value !== undefined)
      yield { operation: id, kind, text: formatStatement(value), certainty: "stated", source, pointer };
  }
}

const MESSAGE_KEYWORDS = {
  "x-registers-webhooks": "registration",
  "x-returns-sent": "returned",
  "x-security-when": "credentials",
} as const;

function formatStatement(value: Json): string {
  if (Array.isArray(value)) return value.map(formatStatement).join(", ");
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, it]) => [name, formatStatement(it ?? null), isObject(it)] as const);
  return members.map(([name, text, isNested]) => (isNested ? `${name} (${text})` : `${name} ${text}`)).join(", ");
}
