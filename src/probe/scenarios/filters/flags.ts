import { type CheckFinding, findPageSizeParameter } from "../../../check/index.js";
import {
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { listPropertyNames, readDescription } from "../../body-properties.js";
import { readPathShape, splitWords } from "../../graph/path-shape.js";
import { findItemId } from "../../graph/response-values.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  placeOf,
  type Rule,
  whenAccepted,
} from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { checkPageItems, walkPages } from "../paging.js";
import {
  findAccepted,
  findItemStep,
  listReadOperations,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { findItemSchema, putFlags, putPageSize, putParameter, resolveSchema } from "./filter-values.js";

type FlagProbe = { readonly operation: Operation; readonly request: CaseRequest; readonly plain: CaseRequest };

/**
 * Probes flags such as `includeNotes` and `unpaidOnly`, and parameters of which the spec says that another one overrides them:
 * "Ignored when `startAt` is present."
 */
export async function probeFlags(run: ScenarioRun, probe: FlagProbe): Promise<void> {
  const { document } = run;
  const { operation, request } = probe;
  const send = (own: CaseRequest): Promise<ProbeExchange> => run.sendChecked({ operation, request: own });
  const flags = listIncludeFlags(document, operation);
  await probeIncludeFlags({ request, flags }, run, send);
  await compareIncluded(run, { operation, request }, flags);
  await probeFlagPages(run, probe, flags);
  for (const parameter of operation.parameters) {
    const description = readDescription(document, parameter.pointer);
    const isFlag = parameter.in === "query" && resolveSchema(document, parameter).type === "boolean";
    if (isFlag && (/only/i.test(parameter.name) || isOnlyText(description))) {
      const result = await send(putParameter(request, parameter, true));
      run.report(result, checkOnlyFlag(result, parameter));
      const [none, off, again] = [
        await send(request),
        await send(putParameter(request, parameter, false)),
        await send(request),
      ];
      run.report(off, checkFlagOff([none, again], off, parameter));
    }
    const [, name] = /^ignored (?:when|if) `([\w-]+)` is (?:present|given|set)/im.exec(description) ?? [];
    const other = operation.parameters.find((it) => it.name === name);
    if (other === undefined || !isTime(document, parameter) || !isTime(document, other)) continue;
    const alone = await send(putParameter(request, other, EARLY));
    const both = await send(putParameter(putParameter(request, other, EARLY), parameter, LATE));
    run.report(both, checkIgnoredParameter(alone, both, { parameter, other }));
  }
}

/** Lists with the default of each parameter, which is the same as without the parameter. */
export async function probeDefaults(
  { document, isValid, send, sendChecked, report }: ScenarioRun,
  { operation, request }: Omit<FlagProbe, "plain">,
): Promise<void> {
  for (const parameter of operation.parameters) {
    const { default: value } = resolveSchema(document, parameter);
    const own = putParameter(request, parameter, value);
    if (parameter.in !== "query" || value === undefined || parameter.name in request.query || !isValid(operation, own))
      continue;
    const before = await send({ operation, request });
    const result = await sendChecked({ operation, request: own });
    report(result, checkDefault([before, await send({ operation, request })], result, parameter));
  }
}

/** Lists with each flag alone, as true and as false, and with all flags. */
async function probeIncludeFlags(
  { request, flags }: { readonly request: CaseRequest; readonly flags: readonly Parameter[] },
  { report }: TaskSession,
  send: (own: CaseRequest) => Promise<ProbeExchange>,
): Promise<void> {
  if (flags.length === 0) return;
  const none = await send(request);
  const all = await send(putFlags(request, flags));
  for (const flag of flags) {
    const alone = await send(putParameter(request, flag, true));
    report(alone, checkOwnFlag({ none, all, alone }, flag, flags));
    const hidden = await send(putParameter(request, flag, false));
    report(hidden, checkIncludeFlag(all, hidden, flag));
  }
}

const MAX_PAGES = 3;

/** Follows next links with all flags in pages of one item, because the flags must apply to every page. */
async function probeFlagPages(
  run: ScenarioRun,
  { operation, request, plain }: FlagProbe,
  flags: readonly Parameter[],
): Promise<void> {
  const { document } = run;
  const size = findPageSizeParameter({ document, operation });
  if (size === undefined || flags.length === 0) return;
  const whole = await run.send({ operation, request: putFlags(request, flags) });
  for (const page of await walkPages(run, operation, putFlags(putPageSize(document, plain, size, 1), flags), MAX_PAGES))
    run.report(page, checkPageItems(whole, page));
}

const MAX_SINGLES = 4;

/** Reads listed items alone, and compares what flags include in the list. */
async function compareIncluded(
  run: ScenarioRun,
  { operation, request }: Omit<FlagProbe, "plain">,
  flags: readonly Parameter[],
): Promise<void> {
  const { send, report } = run;
  const single = listReadOperations(run).find(
    (it) => findItemStep(it)?.collection === readPathShape(operation.path).key,
  );
  const accepted = findAccepted(run, single);
  const step = single && findItemStep(single);
  if (single === undefined || accepted === undefined || step === undefined || flags.length === 0) return;
  const listed = await send({ operation, request: putFlags(request, flags) });
  for (const item of listed.items.slice(0, MAX_SINGLES)) {
    const id = findItemId(item, step);
    if (id === undefined) continue;
    const path = { ...accepted.request.path, [step.name]: id };
    const shown = await send({ operation: single, request: { ...accepted.request, path } });
    for (const flag of flags) report(listed, checkIncluded(listed, { item, shown }, flag));
  }
}

const EARLY = "2000-01-01T00:00:00Z";
const LATE = "2900-01-01T00:00:00Z";

function isTime(document: ScenarioContext["document"], parameter: Parameter): boolean {
  return resolveSchema(document, parameter).format === "date-time";
}

/** The boolean parameters of a listing that include more of each item, such as `includeNotes`. */
export function listIncludeFlags(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, name, schema }) =>
      place === "query" &&
      /^(include|with|show|expand)/i.test(name) &&
      schema !== undefined &&
      resolvePointer(document, schema)?.value.type === "boolean",
  );
}

/**
 * Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true.
 *
 * @param all The listing with all flags.
 */
const checkIncludeFlag: Rule<2, [Parameter]> = (all, hidden, { name, pointer }) => {
  const property = findIncluded(all, name);
  const items = listItems(hidden);
  const wrong = property === undefined ? 0 : countWith(items, property);
  if (property === undefined || wrong === 0) return undefined;
  const message = `${wrong} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

type FlagListings = {
  /** Without any flag. */
  readonly none: ProbeExchange;
  /** With all flags. */
  readonly all: ProbeExchange;
  /** With one flag. */
  readonly alone: ProbeExchange;
};

/** Checks that a flag includes the property that it names, and none that only another flag names. */
export function checkOwnFlag(
  { none, all, alone }: FlagListings,
  { name, pointer }: Parameter,
  others: readonly Parameter[],
): CheckFinding | undefined {
  const [before, items] = [listItems(none), listItems(alone)];
  const own = findIncluded(all, name);
  if (own !== undefined && items.length > 0 && countWith(items, own) === 0) {
    const message = `no item has ${toPrintable(own)} with ${toPrintable(name)}=true, but some have it with all flags`;
    return alone.fail("exchange.filter.ignored", message, "flag without effect", placeOf({ name, pointer }));
  }
  for (const other of others) {
    const property = findIncluded(all, other.name);
    const isAdded = property !== undefined && countWith(before, property) === 0 && countWith(items, property) > 0;
    if (property === own || !isAdded || before.length === 0) continue;
    const message = `${toPrintable(name)}=true includes ${toPrintable(property)}, which ${toPrintable(other.name)} names`;
    return alone.fail("exchange.filter.ignored", message, "other flag", placeOf({ name, pointer }));
  }
  return undefined;
}

/** Checks that a flag such as `unpaidOnly` shows no item in the opposite state: `paid: true`, or a text `PAID`. */
export const checkOnlyFlag: Rule<1, [Parameter]> = (result, { name, pointer }) => {
  const words = splitWords(name).filter((word) => word !== "only");
  const state = words.at(-1) ?? "";
  for (const item of listItems(result).filter(isObject)) {
    const shown = Object.entries(item).find(([property, value]) => {
      const named = splitWords(property).join(" ");
      if (typeof value === "string") return isOpposite(value.toLowerCase(), state);
      return (value === true && isOpposite(named, state)) || (value === false && named === words.join(" "));
    });
    if (shown === undefined) continue;
    const message = `an item has ${toPrintable(`${shown[0]}: ${String(shown[1])}`)} with ${toPrintable(name)}=true`;
    return result.fail("exchange.filter.ignored", message, "opposite state", placeOf({ name, pointer }));
  }
  return undefined;
};

/** Whether a text says that a flag lists only some items, so that without the flag, or with false, all are listed. */
function isOnlyText(description: string): boolean {
  return /\b(if|whether)\b[^.]{0,40}\bonly\b/i.test(description);
}

/** Checks that a flag such as `unpaidOnly` with the value false leaves the list as it is without the flag. */
export function checkFlagOff(
  without: readonly ProbeExchange[],
  off: ProbeExchange,
  { name, pointer, schema }: Parameter,
): CheckFinding | undefined {
  const description = readDescription(off.document, pointer);
  // A filter by the property itself, such as `readOnly`, lists the items that have `false` there, unless its text says otherwise.
  const isFilter = !isOnlyText(description) && listItems(off).some((item) => isObject(item) && item[name] === false);
  const isDefault = schema !== undefined && resolvePointer(off.document, schema)?.value.default === true;
  if (isFilter || isDefault || hasSameItems(without, off)) return undefined;
  const message = `${toPrintable(name)}=false lists ${listItems(off).length} items, but there are ${listItems(without[0] ?? off).length} without it; expected the same items`;
  return off.fail("exchange.filter.ignored", message, "flag off", placeOf({ name, pointer }));
}

/** Checks that the default of a parameter lists what the listing has without the parameter. */
export function checkDefault(
  without: readonly ProbeExchange[],
  result: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  if (hasSameItems(without, result)) return undefined;
  const message = `${toPrintable(name)} with its default lists ${listItems(result).length} items, but there are ${listItems(without[0] ?? result).length} without it; expected the same items`;
  return result.fail("exchange.filter.ignored", message, "default", placeOf({ name, pointer }));
}

/** Whether a list has the items of two lists around it. If those differ, the items may have changed in between. */
function hasSameItems(around: readonly ProbeExchange[], result: ProbeExchange): boolean {
  const ids = (it: ProbeExchange) => listItems(it).map((item) => getItemIdentity(item) ?? null);
  const [before = [], after = []] = around.map(ids);
  if (!areAccepted(...around, result) || !isSameJson(before, after)) return true;
  return isSameJson([...ids(result)].sort(), [...before].sort());
}

/** Checks that a list with a flag includes in an item what the item has alone. */
export const checkIncluded = whenAccepted<1, [{ readonly item: Json; readonly shown: ProbeExchange }, Parameter]>(
  (listed, { item, shown }, { name, pointer }) => {
    const whole = shown.body;
    if (!shown.isAccepted || !isObject(whole) || !isObject(item)) return undefined;
    const wanted = splitWords(name).slice(1).join(" ");
    const property = Object.keys(whole).find((it) => splitWords(it).join(" ") === wanted);
    const value = property === undefined ? undefined : whole[property];
    const hasContent = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
    // The schema of a list may have fewer properties.
    const isListed =
      property !== undefined && (countWith(listItems(listed), property) > 0 || isDeclared(listed, property));
    if (!isListed || !hasContent || item[property] !== undefined) return undefined;
    const message = `an item has no ${toPrintable(property)} with ${toPrintable(name)}=true, but ${shown.operation.id} shows it`;
    return listed.fail("exchange.filter.ignored", message, "not included", placeOf({ name, pointer }));
  },
);

function isOpposite(one: string, other: string): boolean {
  const negate = (text: string): readonly string[] => ["un", "non", "not ", "not_", "in"].map((it) => it + text);
  return one.length > 2 && other.length > 2 && (negate(one).includes(other) || negate(other).includes(one));
}

function listItems(result: ProbeExchange): readonly Json[] {
  return result.isAccepted ? result.items : [];
}

function isDeclared({ document, operation }: ProbeExchange, property: string): boolean {
  const schema = findItemSchema(document, operation);
  return schema !== undefined && listPropertyNames(document, [schema]).has(property);
}

function countWith(items: readonly Json[], property: string): number {
  return items.filter((item) => isObject(item) && item[property] !== undefined).length;
}

/** The property of items that a flag names. */
function findIncluded(shown: ProbeExchange, flag: string): string | undefined {
  const wanted = splitWords(flag).slice(1).join(" ");
  const names = listItems(shown).filter(isObject).flatMap(Object.keys);
  return names.find((name) => splitWords(name).join(" ") === wanted);
}

/** Checks that a parameter has no effect beside another one that, as the spec says, overrides it. */
const checkIgnoredParameter = whenAccepted<2, [{ readonly parameter: Parameter; readonly other: Parameter }]>(
  (alone, both, { parameter, other }) => {
    const [expected, found] = [alone, both].map((it) => it.items.map((item) => getItemIdentity(item) ?? null));
    if (isSameJson(expected ?? [], found ?? [])) return undefined;
    const message = `${toPrintable(parameter.name)} changes the listing although ${toPrintable(other.name)} is present: ${found?.length} instead of ${expected?.length} items`;
    return both.fail("exchange.filter.ignored", message, "overridden", placeOf(parameter));
  },
);
