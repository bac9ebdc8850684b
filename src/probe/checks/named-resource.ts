import { isObject, type Json, type JsonObject, joinPointer, valueAt } from "../../document/index.js";
import { splitWords } from "../../resources/index.js";
import { toPrintable } from "../../schema/index.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { readPathShape } from "../graph/path-shape.js";
import { listNamedValues } from "../graph/response-values.js";
import { type ProbeExchange, toProperty, whenAccepted } from "../session/probe-exchange.js";

/**
 * Checks that a response is about the resource that the path names: its id is that of the path, and items of a list belong
 * to the parent in the path, as most of them do.
 */
export const checkNamedResource = whenAccepted((result) => {
  const [path = ""] = result.exchange.request.url.split("?");
  const isOwnPath = Object.values(result.request.path).every((it) => path.includes(encodeURIComponent(String(it))));
  // A followed link may lead to another resource.
  if (result.edit !== undefined || !isOwnPath || result.operation.method === "DELETE") return undefined;
  const wrong = findOtherId(result) ?? findOtherReference(result) ?? findStrayItem(result);
  if (wrong === undefined) return undefined;
  const { at, shown, named, count, part = "path" } = wrong;
  const others = count === undefined ? "" : `; ${count} other items have it`;
  const message = `${toPrintable(at)} is ${toPrintable(shown)}, but the ${part} names ${toPrintable(named)}${others}`;
  const property = toProperty(at);
  return result.fail("exchange.resource.other", message, property, { at, property });
});

type WrongId = {
  readonly at: string;
  readonly shown: string;
  readonly named: string;
  /** How many other items of the list have the named id. */
  readonly count?: number;
  readonly part?: "body";
};

/**
 * A reference to another resource in the response to a write, such as `customerId`, that differs from the one in its body. The id
 * of the written resource itself may be the choice of the service.
 */
function findOtherReference({ operation, written, body }: ProbeExchange): WrongId | undefined {
  const { resource } = readPathShape(operation.path);
  for (const [name, value] of isObject(body) ? Object.entries(written) : []) {
    const words = splitWords(name);
    const isReference = words.length > 1 && words.at(-1) === "id" && words.join(" ") !== `${resource} id`;
    const [then, now] = [String(value), String(valueAt(body, joinPointer("", name)))];
    if (isReference && isIdentifier(value) && hasSameForm(then, now))
      return { at: joinPointer("", name), shown: now, named: then, part: "body" };
  }
  return undefined;
}

/** Parameters that say how much or which part of something is returned, not which resource. */
const AMOUNT_NAME = /^(.|num|numbers?|count|limit|size|length|offset|page|index|level|seed|days)$/i;

/**
 * The id of a single resource. Paths may contain an alias, such as `me`, so only an id of the same form counts, and only if
 * the resource does not contain the id of the path anywhere.
 */
function findOtherId({ operation, request, body, resource }: ProbeExchange): WrongId | undefined {
  const { last: step, isItem } = readPathShape(operation.path);
  const named = step && request.path[step.name];
  if (!isItem || step === undefined || named === undefined || AMOUNT_NAME.test(step.name)) return undefined;
  const names = [splitWords(step.name).join(" "), `${step.reference.resource} id`, "id", "uuid"];
  const [name, shown] =
    Object.entries(resource).find(([it, value]) => names.includes(splitWords(it).join(" ")) && isIdentifier(value)) ??
    [];
  if (name === undefined || !hasSameForm(String(named), String(shown)) || contains(resource, String(named)))
    return undefined;
  const outer = resource === body ? "" : joinPointer("", findName(body, resource));
  return { at: joinPointer(outer, name), shown: String(shown), named: String(named) };
}

function findName(body: Json, resource: Json): string {
  return Object.entries(isObject(body) ? body : {}).find(([, value]) => value === resource)?.[0] ?? "";
}

function contains(resource: JsonObject, text: string): boolean {
  return [...listNamedValues(resource)].some(({ value }) => String(value).toLowerCase() === text.toLowerCase());
}

function isIdentifier(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function hasSameForm(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return false;
  return [UUID_PATTERN, /^\d+$/].some((form) => form.test(one) && form.test(other));
}

/**
 * An item of a list whose property has the name of a path parameter, such as `businessId`, and another value. The property
 * may have another meaning, so most items must have the value of the path.
 */
function findStrayItem({ items, request, body }: ProbeExchange): WrongId | undefined {
  const values = Object.entries(request.path).filter(([name]) => splitWords(name).length > 1);
  for (const [name, value] of values) {
    const named = String(value);
    for (const path of listPlaces(items, name)) {
      const found = items.map((item) => valueAt(item, path));
      const count = found.filter((it) => String(it) === named).length;
      const at = found.findIndex((it) => isIdentifier(it) && String(it) !== named);
      const strays = found.filter((it) => isIdentifier(it) && String(it) !== named).length;
      if (at !== -1 && count > strays)
        return { at: findItemPointer(body, at) + path, shown: String(found[at]), named, count };
    }
  }
  return undefined;
}

/** The places of a property in items: in the item itself, and in an object of it. */
function listPlaces(items: readonly Json[], name: string): readonly string[] {
  const words = splitWords(name).join(" ");
  const isNamed = (it: string): boolean => splitWords(it).join(" ") === words;
  const places = items.filter(isObject).flatMap((item) =>
    Object.entries(item).flatMap(([outer, value]) => {
      if (isNamed(outer)) return [joinPointer("", outer)];
      return isObject(value)
        ? Object.keys(value)
            .filter(isNamed)
            .map((it) => joinPointer("", outer, it))
        : [];
    }),
  );
  return [...new Set(places)];
}

function findItemPointer(body: Json, index: number): string {
  if (Array.isArray(body)) return joinPointer("", index);
  const [name = ""] = Object.entries(isObject(body) ? body : {}).find(([, it]) => Array.isArray(it)) ?? [];
  return joinPointer("", name, index);
}
