import type { CheckFinding } from "../../../check/index.js";
import {
  asArray,
  type Document,
  getParameterLocation,
  isObject,
  type Json,
  lastToken,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { inferList, isIncluded, listItemSchemas, splitWords } from "../../../resources/index.js";
import { findTimeBound } from "../../../resources/infer-keywords.js";
import { getSchemas, toPrintable } from "../../../schema/index.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { getItemIdentity, type ProbeExchange, placeOf, type Rule, whenAccepted } from "../../session/probe-exchange.js";
import type { PlainRequest, ProbeRequest, TaskSession } from "../../session/session.js";
import { checkEmptyListing } from "../paging.js";
import type { ScenarioRun } from "../scenario-context.js";
import { type FilteredListing, findSelection, putParameter } from "./filter-values.js";

type WindowProbe = FilteredListing & {
  /** A request with a filter that many items match. */
  readonly filtered: CaseRequest | undefined;
};

/** A window that begins or ends at these times has no item, and one between them has all. */
const PAST = "1980-01-01T00:00:00Z";
const FUTURE = "2900-01-01T00:00:00Z";
const LONG_AGO = "1979-01-01T00:00:00Z";
const FAR_FUTURE = "2901-01-01T00:00:00Z";

/** Probes windows that begin or end between the times of the items, and windows in which no item has any time. */
export async function probeTimeWindows(run: ScenarioRun, probe: WindowProbe): Promise<void> {
  const { document, isValid } = run;
  const times = probe.items.flatMap((item) => [...readTimes(item).values()]);
  const hasUsualTimes = times.length > 0 && times.every((it) => it > Date.parse(PAST) && it < Date.parse(FUTURE));
  const windows = listWindowParameters(document, probe.operation);
  await probeBothBounds(run, probe, windows, hasUsualTimes);
  for (const window of windows) {
    for (const time of listMoments(probe.items, window)) {
      if (!isValid(probe.operation, putParameter(probe.request, window.parameter, time))) continue;
      await run.sendChecked(buildWindow(probe, window, time), (it) => checkTimeWindow(it, window, time, probe.all));
    }
    if (!hasUsualTimes) continue;
    const time = window.bound === "from" ? FUTURE : PAST;
    for (const request of probe.filtered === undefined ? [probe.request] : [probe.request, probe.filtered])
      await run.sendChecked(buildWindow({ ...probe, request }, window, time), checkEmptyListing, (it) =>
        checkEmptyWindow(it, window, time),
      );
  }
}

/**
 * Sends both bounds of a window: those that items are between, and those in the wrong order, which no item is between. Both bounds may also be
 * before or after all times, so that neither is ignored beside the other one.
 */
async function probeBothBounds(
  session: TaskSession,
  { operation, request, items }: Pick<WindowProbe, "operation" | "request" | "items">,
  windows: readonly WindowParameter[],
  hasUsualTimes: boolean,
): Promise<void> {
  const to = windows.find(({ bound }) => bound === "until");
  // A header such as `If-Modified-Since` is no bound of a window in a query.
  const from = windows.find((it) => it.bound === "from" && it.parameter.in === to?.parameter.in);
  if (from === undefined || to === undefined) return;
  const sendBoth = (start: string, end: string, ...rules: readonly Rule[]): Promise<ProbeExchange> => {
    const started = { operation, request: putParameter(request, from.parameter, start) };
    return session.sendChecked(buildWindow(started, to, end), ...rules);
  };
  const times = items.flatMap((item) => readTimes(item).get(from.property ?? "") ?? []).sort((a, b) => a - b);
  const [early, late] = [1 / 4, 3 / 4].map((part) => times[Math.floor(times.length * part)]);
  if (early !== undefined && late !== undefined && late - early >= 2000) {
    const [start, end] = [formatSeconds(early), formatSeconds(late)];
    await sendBoth(start, end, (it) => checkTimeWindow(it, from, start) ?? checkTimeWindow(it, to, end));
    await sendBoth(end, start, (it) => checkEmptyWindow(it, to, start));
  }
  if (!hasUsualTimes) return;
  await sendBoth(LONG_AGO, PAST, checkEmptyListing, (it) => checkEmptyWindow(it, to, PAST));
  await sendBoth(FUTURE, FAR_FUTURE, checkEmptyListing, (it) => checkEmptyWindow(it, from, FUTURE));
}

/** A time as text, without a fraction of a second. */
export function formatSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

function buildWindow({ operation, request }: PlainRequest, { parameter }: WindowParameter, time: string): ProbeRequest {
  const { name, pointer: contract } = parameter;
  const edit = { part: getParameterLocation(parameter), at: name, contract, what: `${name} ${time}` };
  return { operation, request: putParameter(request, parameter, time), edit };
}

/**
 * A moment in the middle, and one at which an item has this time later and another time earlier. One is just inside of the first or
 * the last time, so that a window that is wrong by an hour shows it.
 */
function listMoments(items: readonly Json[], { property = "", bound }: WindowParameter): readonly string[] {
  const times = items.flatMap((item) => readTimes(item).get(property) ?? []).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  const between = items.flatMap((item) => {
    const own = readTimes(item).get(property) ?? 0;
    const other = Math.min(...readTimes(item).values());
    return own - other > 4000 ? [(own + other) / 2] : [];
  });
  const edge = bound === "from" ? (times[0] ?? 0) + 2000 : (times.at(-1) ?? 0) - 2000;
  const moments = middle === undefined || times[0] === times.at(-1) ? [] : [middle, edge];
  moments.push(...between.slice(0, 1));
  return moments.map(formatSeconds);
}

/** A parameter that bounds the times of items, as its name and its format `date-time` say. */
type WindowParameter = {
  readonly parameter: Parameter;
  readonly bound: "from" | "until";
  /** The property of items that it is compared with; undefined if that is not known. */
  readonly property: string | undefined;
};

/** Lists the parameters of a listing that bound a time. If it is known of one of them which property it is compared with, this holds for all. */
export function listWindowParameters(document: Document, operation: Operation): readonly WindowParameter[] {
  const windows = operation.parameters.flatMap((parameter): WindowParameter[] => {
    const bound = findTimeBound(document, parameter);
    if (bound === undefined || (parameter.in !== "query" && parameter.in !== "header")) return [];
    const { properties: [at] = [], by = "" } = findSelection(document, operation, parameter) ?? {};
    const property = at !== undefined && /^(from|until)$/.test(by) ? lastToken(at) : undefined;
    return [{ parameter, bound, property }];
  });
  const property = windows.find((it) => it.property !== undefined)?.property;
  return windows.map((it) => ({ ...it, property: it.property ?? property }));
}

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
  const items = result.list;
  if (items === undefined || !result.isAccepted) return undefined;
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
  const valueClass = `window ${parameter.name} ${outside > 0 ? "shown" : "left out"}`;
  return result.fail("exchange.filter.ignored", message, valueClass, placeOf(parameter));
}

/** Checks that a window in the far past or future, in which no item has any time, is empty. */
const checkEmptyWindow = whenAccepted<1, [WindowParameter, string]>((result, { parameter }, time) => {
  const items = result.list;
  if (items === undefined || items.length === 0) return undefined;
  const message = `the listing has ${items.length} items for ${toPrintable(`${parameter.name}=${time}`)}, although none has a time there`;
  return result.fail("exchange.filter.ignored", message, `window ${parameter.name} empty`, placeOf(parameter));
});

/**
 * Lists with each flag, such as `includeNotes` or `include_archived`, as false beside the others: no item has what it includes. And with
 * each flag that items have as a property, such as `archived`, as true and as false.
 */
export async function probeFlags(
  { document, sendChecked }: ScenarioRun,
  { operation, request, items }: Pick<ProbeExchange, "operation" | "request" | "items">,
): Promise<void> {
  const send = (flag: Parameter, value: boolean, ...rules: readonly Rule[]) =>
    sendChecked({ operation, request: putParameter(request, flag, value) }, ...rules);
  for (const flag of listFlags(document, operation)) {
    const property = findNamed(items, splitWords(flag.name));
    if (property === undefined || !isMixed(items, property)) continue;
    const shown = await send(flag, true);
    await send(flag, false, (it) => checkPropertyFlag(shown, it, flag, property));
  }
  const flags = listIncludeFlags(document, operation);
  if (flags.length === 0) return;
  const all = await sendChecked({
    operation,
    request: flags.reduce((it, flag) => putParameter(it, flag, true), request),
  });
  for (const flag of flags) await send(flag, false, (it) => checkIncludeFlag(all, it, flag));
}

/** The boolean parameters of a listing that include more of each item, such as `includeNotes`. */
export function listIncludeFlags(document: Document, operation: Operation): readonly Parameter[] {
  return listFlags(document, operation).filter(({ name }) => /^(include|with|show|expand)/i.test(name));
}

function listFlags(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, schema }) => place === "query" && resolvePointer(document, schema)?.value.type === "boolean",
  );
}

/** Whether some items have a property as true, and others as false. */
function isMixed(items: readonly Json[], property: string): boolean {
  const values = items.map((it) => (isObject(it) ? it[property] : undefined));
  return values.includes(true) && values.includes(false);
}

/** Checks that a flag leaves some items out as true or as false: it may show more items, or only those that have the property. */
const checkPropertyFlag: Rule<2, [Parameter, string]> = (shown, hidden, { name, pointer }, property) => {
  if (![shown, hidden].every((it) => isMixed(listItems(it), property))) return undefined;
  const message = `with ${toPrintable(name)}=true as with ${toPrintable(name)}=false, some items have ${toPrintable(property)}: true and others false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

/**
 * Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true.
 *
 * @param all The listing with all flags.
 */
const checkIncludeFlag: Rule<2, [Parameter]> = (all, hidden, { name, pointer }) => {
  const property = findNamed(listItems(all), splitWords(name).slice(1));
  const items = listItems(hidden);
  if (property === undefined || isRequired(hidden, property)) return undefined;
  const wrong = items.filter((item) => isObject(item) && isIncluded(item[property]));
  if (wrong.length === 0) return undefined;
  const message = `${wrong.length} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

function listItems(result: ProbeExchange): readonly Json[] {
  return result.isAccepted ? result.items : [];
}

/** The property of items that has the words of a flag. */
function findNamed(items: readonly Json[], words: readonly string[]): string | undefined {
  const names = items.filter(isObject).flatMap(Object.keys);
  return names.find((name) => splitWords(name).join(" ") === words.join(" "));
}

/** Whether the spec requires a property of all items, so that no flag leaves it out. */
function isRequired({ document, operation }: ProbeExchange, property: string): boolean {
  const { model } = getSchemas(document);
  const schemas = listItemSchemas(document, operation, inferList(document, operation));
  return schemas.some((it) => model.possible(it).some(({ schema }) => asArray(schema.required).includes(property)));
}
