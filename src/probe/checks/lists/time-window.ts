import type { CheckFinding } from "../../../checks/index.js";
import {
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { splitWords } from "../../graph/name-words.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";

/** A parameter that bounds the times of items, as inferred from its name and its format `date-time`. */
export type WindowParameter = {
  readonly parameter: Parameter;
  readonly bound: "from" | "to";
  /** The property of items that it is compared with; undefined if the spec does not say. */
  readonly property: string | undefined;
};

const FROM_WORDS = new Set(["start", "from", "after", "since", "begin", "min", "newer"]);
const TO_WORDS = new Set(["end", "to", "until", "before", "max", "till", "older"]);
/**
 * Lists the parameters of a listing that bound a time. If the text of one of them names the property that it is
 * compared with, this holds for all. A precondition, such as `If-Unmodified-Since`, bounds none.
 */
export function listWindowParameters(document: Document, operation: Operation): readonly WindowParameter[] {
  const windows = operation.parameters.flatMap((parameter): WindowParameter[] => {
    const { name, in: place, schema } = parameter;
    const format = schema === undefined ? undefined : resolvePointer(document, schema)?.value.format;
    const words = splitWords(name);
    const isTime = format === "date-time" && (place === "query" || place === "header") && !words.includes("unmodified");
    const isFrom = words.some((it) => FROM_WORDS.has(it));
    if (!isTime || isFrom === words.some((it) => TO_WORDS.has(it))) return [];
    const description = String(resolvePointer(document, parameter.pointer)?.value.description ?? "");
    const property = /`(\w+)` of (?:each|the) item/.exec(description)?.[1];
    return [{ parameter, bound: isFrom ? "from" : "to", property }];
  });
  const property = windows.find((it) => it.property !== undefined)?.property;
  return windows.map((it) => ({ ...it, property: it.property ?? property }));
}

/** The times of an item, by property. */
export function readTimes(item: Json): ReadonlyMap<string, number> {
  const entries = isObject(item) ? Object.entries(item) : [];
  return new Map(
    entries.flatMap(([name, value]) =>
      typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
        ? [[name, Date.parse(value)]]
        : [],
    ),
  );
}

/** Times may be rounded to seconds. */
const MAX_ROUNDING_MS = 1000;

/**
 * Checks that a listing has the items inside a time window, and no others.
 *
 * @param all The items of the whole listing, if they are known.
 */
export function checkTimeWindow(
  result: ProbeExchange,
  { parameter, bound, property = "" }: WindowParameter,
  time: string,
  all?: readonly Json[],
): CheckFinding | undefined {
  const items = findListedItems(result);
  if (items === undefined || !isAccepted(result)) return undefined;
  const isOutside = (item: Json, margin: number): boolean => {
    const own = readTimes(item).get(property) ?? Number.NaN;
    return bound === "from" ? own < Date.parse(time) - margin : own > Date.parse(time) + margin;
  };
  const outside = items.filter((item) => isOutside(item, 0)).length;
  const ids = new Set(items.map(getItemIdentity));
  const missing = (all ?? []).filter((item) => {
    const own = readTimes(item).has(property);
    return own && !isOutside(item, -MAX_ROUNDING_MS) && !ids.has(getItemIdentity(item));
  }).length;
  if (outside === 0 && missing === 0) return undefined;
  const window = `${parameter.name}=${time}`;
  const message =
    outside > 0
      ? `${property} of ${outside} of ${items.length} items is outside the window ${toPrintable(window)}`
      : `${missing} items of the whole listing have ${property} in the window ${toPrintable(window)}, but are missing`;
  return readView(result).fail(
    "exchange.filter.ignored",
    message,
    `window ${parameter.name} ${outside > 0 ? "shown" : "left out"}`,
    { contract: parameter.pointer, property: `/${parameter.name}` },
  );
}

/** Checks that a window in the far past or future, in which no item has any time, is empty. */
export function checkEmptyWindow(
  result: ProbeExchange,
  { parameter }: WindowParameter,
  time: string,
): CheckFinding | undefined {
  const items = findListedItems(result);
  if (items === undefined || items.length === 0 || !isAccepted(result)) return undefined;
  const message = `the listing has ${items.length} items for ${toPrintable(`${parameter.name}=${time}`)}, although none has a time there`;
  const place = { contract: parameter.pointer, property: `/${parameter.name}` };
  return readView(result).fail("exchange.filter.ignored", message, `window ${parameter.name} empty`, place);
}

/** Checks that a window without items is no 304, where the spec documents a list and no 304. */
export function checkWindowStatus(result: ProbeExchange, { parameter }: WindowParameter): CheckFinding | undefined {
  const { operation, exchange } = result;
  const isDocumented = operation.responses.some(({ status }) => /^3(04|XX)$/i.test(status));
  if (exchange.response.status !== 304 || isDocumented) return undefined;
  const message = `the response is 304 for ${toPrintable(parameter.name)}, which the spec does not document; expected a list without items`;
  const place = { part: "response.status", contract: parameter.pointer, property: `/${parameter.name}` } as const;
  return readView(result).fail("exchange.filter.ignored", message, `window ${parameter.name} 304`, place);
}
