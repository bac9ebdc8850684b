import type { CheckFinding } from "../../../check/index.js";
import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Operation,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/envelope.js";
import { groupByResource } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import { EMPTY_REQUEST, putBody, readWrittenBody } from "../../requests/probe-case.js";
import { putValues } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, toProperty } from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildLargeListing, findItemSchema, putFlags } from "../filters/filter-values.js";
import { listIncludeFlags } from "../filters/flags.js";
import { walkPages } from "../paging.js";
import {
  findAccepted,
  findItemStep,
  findReadAt,
  listReadOperations,
  planReadScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";

const MAX_PAGES = 12;

/** Walks a list without filters, in large pages, whose items have all that the flags of the spec include. */
export function walkWholeList(run: ScenarioRun, operation: Operation): Promise<readonly ProbeExchange[]> {
  const { path, header, cookie, query } = findAccepted(run, operation)?.request ?? EMPTY_REQUEST;
  const request = putFlags({ path, header, cookie, query }, listIncludeFlags(run.document, operation));
  return walkPages(run, operation, buildLargeListing(run, { operation, request }), MAX_PAGES);
}

export type ListedItemReader = ReturnType<typeof createListedItemReader>;

/** Creates a reader of the list that a resource is in. */
export function createListedItemReader(run: ScenarioRun, list: Operation | undefined) {
  let page: ProbeExchange | undefined;
  return {
    /** Finds the page of the list that has a resource. */
    find: async (shown: ProbeExchange): Promise<void> => {
      if (list === undefined || run.seeds.get(list)?.accepted === undefined) return;
      const id = shown.pathId;
      const pages = await walkWholeList(run, list);
      page = pages.find((it) => it.list?.some((item) => getItemIdentity(item) === id));
    },
    /** Reads that page again with the same request. Undefined if none was found. */
    read: async (): Promise<ProbeExchange | undefined> => {
      if (page === undefined) return undefined;
      const { operation, request, exchange } = page;
      return run.send({ operation, request, url: exchange.request.url });
    },
  };
}

/** A list whose items are those of a property of a resource. */
export type InnerList = { readonly operation: Operation; readonly property: string };

/** Lists below a resource whose items have the schema of one of its properties, such as `/orders/{id}/shipments`. */
export function listParts(context: ScenarioContext, write: Operation, read: Operation): readonly InnerList[] {
  const { key, steps } = readPathShape(read.path);
  return listInnerLists(context, write, (path) => {
    const shape = readPathShape(path);
    return shape.key.startsWith(`${key}/`) && shape.steps.length === steps.length;
  });
}

/** Lists elsewhere whose items have the schema of one of the properties of a body, such as `/payments` for `payments` of an order. */
export function listRelated(context: ScenarioContext, write: Operation): readonly InnerList[] {
  const { key } = readPathShape(write.path);
  return listInnerLists(context, write, (path) => !readPathShape(path).key.startsWith(`${key}/`));
}

function listInnerLists(
  { document, operations, seeds }: ScenarioContext,
  write: Operation,
  isWanted: (path: string) => boolean,
): readonly InnerList[] {
  const resolve = (at: Pointer | undefined): Pointer | undefined => at && resolvePointer(document, at)?.pointer;
  const body = resolvePointer(document, write.requestBody?.content[0]?.schema ?? "");
  const names = Object.keys(isObject(body?.value.properties) ? body.value.properties : {});
  return listReadOperations({ operations }).flatMap((operation): InnerList[] => {
    const item = resolve(findItemSchema(document, operation));
    const property = names.find((name) => {
      const list = resolve(joinPointer(body?.pointer ?? "", "properties", name));
      return item !== undefined && list !== undefined && resolve(joinPointer(list, "items")) === item;
    });
    const isReadable = isWanted(operation.path) && seeds.get(operation)?.accepted !== undefined;
    return isReadable && property !== undefined ? [{ operation, property }] : [];
  });
}

const MAX_ITEMS = 3;
const MAX_LISTS = 8;

/**
 * Creates scenarios that compare listed items with the resources themselves, after all writes: those with the most content, and new ones that
 * have one more entry in an inner list.
 */
export function createListedWholeScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "listed-whole", (accepted) => {
    const { operation: single } = accepted;
    const step = findItemStep(single);
    const listing = findReadAt(context, step?.collection);
    if (step === undefined || listing === undefined) return undefined;
    return async (run) => {
      const written = await writeLongerLists(run, single);
      await compareListed(run, listing, accepted, written);
    };
  });
}

/** Writes new resources that each have one more entry in one of their lists of objects. Returns their ids. */
async function writeLongerLists(run: ScenarioRun, single: Operation): Promise<ReadonlySet<string>> {
  const resource = groupByResource(run.operations).find(({ read }) => read === single);
  const creator = findAccepted(run, resource?.put, resource?.create);
  const ids = new Set<string>();
  if (creator === undefined || !isObject(creator.sent)) return ids;
  const { operation } = creator;
  const lists = Object.entries(creator.sent).filter(([, value]) => Array.isArray(value) && isObject(value.at(-1)));
  for (const [name] of lists.slice(0, MAX_LISTS)) {
    const fresh = buildNewResource(operation, creator.request, run, `longer ${name}`);
    const body = readWrittenBody(fresh);
    const entries = valueAt(body, joinPointer("", name));
    if (!Array.isArray(entries)) continue;
    const value = changeId(entries.at(-1) ?? null, run.createId(name));
    const request = putBody(fresh, putValues(body, [{ at: joinPointer("", name, entries.length), value }]));
    if (!run.isValid(operation, request)) continue;
    const write = await run.sendChecked({ operation, request });
    const path = write.isAccepted ? findCreatedPath(single, write) : undefined;
    if (path !== undefined) ids.add(String(Object.values(path).at(-1)));
  }
  return ids;
}

/** Another entry of a list, with another id. */
function changeId(entry: Json, id: string): Json {
  if (!isObject(entry) || entry.id === undefined) return entry;
  return { ...entry, id: typeof entry.id === "number" ? entry.id + 1000 : id };
}

/** @param written The ids of new resources. */
async function compareListed(
  run: ScenarioRun,
  listing: ProbeExchange,
  accepted: ProbeExchange,
  written: ReadonlySet<string>,
): Promise<void> {
  const { operation } = listing;
  const step = findItemStep(accepted.operation);
  const request = putFlags(buildLargeListing(run, listing), listIncludeFlags(run.document, operation));
  const pages = await walkPages(run, operation, request, MAX_PAGES);
  const items = pages.flatMap((page) => page.items.filter(isObject).map((item) => ({ page, item })));
  const largest = [...items].sort((a, b) => measure(b.item) - measure(a.item)).slice(0, MAX_ITEMS);
  const own = items.filter(({ item }) => step !== undefined && written.has(String(findItemId(item, step))));
  for (const { page, item } of new Set([...largest, ...own])) {
    const id = step && findItemId(item, step);
    if (step === undefined || id === undefined) continue;
    const path = { ...accepted.request.path, [step.name]: id };
    const single = await run.sendChecked({ operation: accepted.operation, request: { ...accepted.request, path } });
    run.report(page, checkListedWhole(page, item, single));
  }
}

function measure(item: Json): number {
  return JSON.stringify(item).length;
}

/** Checks that the lists inside of a listed item are as long as those of the resource itself. */
export function checkListedWhole(
  listed: ProbeExchange,
  item: JsonObject,
  single: ProbeExchange,
): CheckFinding | undefined {
  const shown = single.isAccepted ? openEnvelope(single.body) : null;
  const found = findOtherLength(item, shown, "");
  if (found === undefined) return undefined;
  const { at, lengths } = found;
  const property = toProperty(at);
  const message = `${toPrintable(at)} of the item ${toPrintable(getItemIdentity(item) ?? "")} has ${lengths[0]} entries in the list, but ${lengths[1]} in ${single.operation.id}; expected the same`;
  return listed.fail("exchange.resource.differs", message, `length of ${property}`, { property });
}

type OtherLength = { readonly at: Pointer; readonly lengths: readonly [number, number] };

function findOtherLength(item: Json | undefined, shown: Json | undefined, at: Pointer): OtherLength | undefined {
  if (Array.isArray(item) && Array.isArray(shown)) {
    if (item.length !== shown.length) return { at, lengths: [item.length, shown.length] };
    for (const [index, it] of item.entries()) {
      const found = findOtherLength(it, shown[index], joinPointer(at, index));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(item) || !isObject(shown)) return undefined;
  for (const [name, value] of Object.entries(item)) {
    const isLink = name === "links" || name === "_links";
    const found = isLink ? undefined : findOtherLength(value, shown[name], joinPointer(at, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
