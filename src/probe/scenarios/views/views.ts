import type { CheckFinding } from "../../../check/index.js";
import { isObject, type Json, type JsonObject, joinPointer, type Operation, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { isSensitive, toPrintable } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { checkPutStatus } from "../../checks/http/http-rules.js";
import {
  checkItemMatchesListing,
  checkWritePersisted,
  createSensitiveTest,
  findCopyDifference,
  findLostPlace,
} from "../../checks/resource.js";
import { checkEmptyPart, checkPartCopies, checkUnnamedKept } from "../../checks/writes/change.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { findCreatedPath } from "../../graph/response-values.js";
import { type CaseRequest, EMPTY_REQUEST, putBody, readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, getItemIdentity, type ProbeExchange, type Rule } from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { isCompleteListing } from "../paging.js";
import {
  alignPath,
  createScenario,
  findAccepted,
  putPath,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { isChanged, listVisibleChanges } from "../write-variants.js";
import { createListedItemReader, type InnerList, listParts, listRelated, walkWholeList } from "./listed-item.js";

/**
 * Creates scenarios that read every view of a resource before and after each kind of write: the resource, its list, the lists below it, and
 * lists of what it contains. Each view shows the last write. Another resource stays as it is.
 */
export function createViewScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const base = findAccepted(context, resource.put, resource.create);
    const read = findAccepted(context, resource.read);
    if (base === undefined || !isObject(base.sent)) return [];
    const related = listRelated(context, base.operation);
    const parts = read === undefined ? [] : listParts(context, base.operation, read.operation);
    const views: Views = { resource, base, read, related, parts };
    return [createScenario(context, base.operation, "views", (run) => compareViews(run, views))];
  });
}

type Views = {
  readonly resource: ResourceOperations;
  /** The accepted creation. */
  readonly base: ProbeExchange;
  /** An accepted read. Without one, the responses to writes show the resource. */
  readonly read: ProbeExchange | undefined;
  readonly related: readonly InnerList[];
  readonly parts: readonly InnerList[];
};

const MAX_TRIES = 3;

async function compareViews(run: ScenarioRun, views: Views): Promise<void> {
  const { base, read } = views;
  const { send, report } = run;
  const create = (name: string): Promise<ProbeExchange> => {
    const { operation, request } = base;
    return send({ operation, request: buildNewResource(operation, request, run, `${name} ${operation.id}`) });
  };
  const readOf = async (write: ProbeExchange): Promise<ProbeExchange | undefined> => {
    if (read === undefined) return write;
    const path = write.isAccepted ? findCreatedPath(read.operation, write) : undefined;
    return path && send({ operation: read.operation, request: { ...read.request, path } });
  };
  const other = await create("beside views");
  const otherShown = await readOf(other);
  const created = await create("views");
  let before = await readOf(created);
  if (before === undefined || otherShown === undefined || !before.isAccepted) return;
  if (before.pathId === otherShown.pathId) return;
  const reader = createViewReader(run, views);
  await reader.open(before);
  for (const change of [...listChanges(run, views, created), ...listInnerChanges(run, views, created)])
    before = await applyChange(run, { views, created, reader }, change, before);
  if (read === undefined) return;
  const kept = await send({ operation: read.operation, request: otherShown.request });
  report(kept, checkOtherKept(other, otherShown, kept));
}

type Viewed = { readonly views: Views; readonly created: ProbeExchange; readonly reader: ViewReader };

/** Sends a change, and compares the views if the resource shows it. Returns the last read of the resource. */
async function applyChange(
  run: ScenarioRun,
  { views: { resource, base, read }, created, reader }: Viewed,
  { operation, requests }: Change,
  first: ProbeExchange,
): Promise<ProbeExchange> {
  let last = first;
  for (const request of requests(first).slice(0, MAX_TRIES)) {
    const write = await run.sendChecked({ operation, request });
    if (!write.isAccepted) continue;
    if (resource.put === operation && base.operation === operation) run.report(write, checkPutStatus(created, write));
    const shown = read === undefined ? write : await run.send({ operation: first.operation, request: first.request });
    run.report(shown, checkUnnamedKept(created, last, write, shown));
    const isVisible = shown.isAccepted && isChanged(last, shown);
    if (isVisible) await reader.compare({ before: last, write, shown });
    if (shown.isAccepted) last = shown;
    if (isVisible) return last;
  }
  return last;
}

type Change = {
  readonly operation: Operation;
  /** Requests to try until one changes the resource. */
  readonly requests: (shown: ProbeExchange) => readonly CaseRequest[];
};

/** A PATCH and a PUT of the resource. */
function listChanges(context: ScenarioContext, { resource }: Views, created: ProbeExchange): readonly Change[] {
  return resource.changes.flatMap((operation): Change[] => {
    const accepted = operation.method === "POST" ? undefined : findAccepted(context, operation);
    if (accepted === undefined) return [];
    const path = findCreatedPath(operation, created) ?? accepted.request.path;
    const own = operation === created.operation ? created.request : putPath(context, accepted.request, path);
    return [{ operation, requests: (shown) => listVisibleChanges(context, operation, own, shown) }];
  });
}

/** A PUT with another value in the first item of an inner list, and a PUT with a further item; then one without the first item. */
function listInnerChanges(
  context: ScenarioContext,
  { base, related }: Views,
  { request, operation, sent }: ProbeExchange,
): readonly Change[] {
  if (operation.method !== "PUT" || !isObject(sent)) return [];
  return related.flatMap(({ property }): Change[] => {
    const list = sent[property];
    const first = Array.isArray(list) ? (list[0] as Json) : undefined;
    if (!Array.isArray(list) || !isObject(first) || typeof first.id !== "string") return [];
    const added = { ...first, id: context.createId(`added ${base.operation.id} ${property}`) };
    const put = (items: readonly Json[]): readonly CaseRequest[] => {
      const own = putBody(request, { ...sent, [property]: items });
      return context.isValid(operation, own) ? [own] : [];
    };
    // A further or a missing property is no other value.
    const isInner = (it: CaseRequest): boolean => {
      const items = valueAt(readWrittenBody(it), joinPointer("", property));
      const item = Array.isArray(items) && items.length === list.length ? (items[0] as Json) : undefined;
      return isObject(item) && !isSameJson(item, first) && hasSameNames(item, first);
    };
    return [
      { operation, requests: (shown) => listVisibleChanges(context, operation, request, shown).filter(isInner) },
      { operation, requests: () => put([...list, added]) },
      { operation, requests: () => put([...list.slice(1), added]) },
    ];
  });
}

function hasSameNames(one: JsonObject, other: JsonObject): boolean {
  return isSameJson(Object.keys(one).sort(), Object.keys(other).sort());
}

type ViewReader = ReturnType<typeof createViewReader>;

function createViewReader(run: ScenarioRun, views: Views) {
  const { send, report } = run;
  const readRelated = async ({ operation, property }: InnerList): Promise<RelatedItems> => {
    const pages = await walkWholeList(run, operation);
    const last = pages.at(-1);
    const isWhole = last !== undefined && isCompleteListing(last, pages) && last.nextLink === undefined;
    return { property, pages, items: pages.flatMap((page) => page.items), isWhole };
  };
  const readPart = ({ operation }: InnerList, { request: { path } }: ProbeExchange): Promise<ProbeExchange> => {
    const { header } = findAccepted(run, operation)?.request ?? EMPTY_REQUEST;
    return send({ operation, request: { ...EMPTY_REQUEST, path: alignPath(operation, path), header } });
  };
  const listed = createListedItemReader(run, views.resource.list);
  return {
    /** Reads the views of a new resource, so that they may be cached. */
    open: async (shown: ProbeExchange): Promise<void> => {
      await listed.find(shown);
      for (const it of views.related) await readRelated(it);
      for (const it of views.parts) await readPart(it, shown);
    },
    compare: async (step: ViewedWrite): Promise<void> => {
      const page = await listed.read();
      const again = page && checkListAfterWrite(page, step) && (await listed.read());
      if (again !== undefined) report(again, checkListAfterWrite(again, step));
      for (const it of views.parts) {
        const part = await readPart(it, step.shown);
        const own = { part, property: it.property };
        report(part, checkPartCopies(step.shown, own) ?? checkEmptyPart(step.shown, own));
      }
      for (const it of views.related) {
        const related = await readRelated(it);
        const [first] = related.pages;
        // A write that the resource does not show as written is another matter.
        if (first !== undefined && checkWritePersisted(step.write, step.shown) === undefined)
          report(first, checkRelatedAfterWrite(related, step));
      }
    },
  };
}

/** A write, and reads of the resource before and after it. */
type ViewedWrite = {
  readonly before: ProbeExchange;
  readonly write: ProbeExchange;
  readonly shown: ProbeExchange;
};

/** Checks that a list that was read before a write shows the new state after it. */
export const checkListAfterWrite: Rule<1, [ViewedWrite]> = (page, { before, write, shown }) => {
  const finding = checkListedItem(page, write, shown);
  const isFormer = checkItemMatchesListing(page, before) === undefined;
  const what = isFormer ? `: the list still shows the state before ${write.operation.id}, which is stale` : "";
  return nameWrite(finding, page, write, { kind: "list", what });
};

/** Checks that the item of a list is the resource as it is read after a write. */
export const checkListed: Rule<3> = (page, write, shown) =>
  nameWrite(checkListedItem(page, write, shown), page, write, { kind: "listed", what: "" });

/** A finding about a list as it is after a write. */
function nameWrite(
  finding: CheckFinding | undefined,
  { operation: { pointer: contract } }: ProbeExchange,
  { operation: { id } }: ProbeExchange,
  { kind, what }: { readonly kind: string; readonly what: string },
): CheckFinding | undefined {
  const valueClass = `${id} ${kind} ${finding?.valueClass}`;
  return finding && { ...finding, message: `${finding.message} after ${id}${what}`, contract, valueClass };
}

const MASK = /[*•]{3}/;

/** Secrets may be masked differently. */
const checkListedItem: Rule<3> = (page, write, shown) => {
  const finding = checkItemMatchesListing(page, shown);
  const at = finding?.at ?? "";
  const { schemas } = getGenerationContext(shown);
  const declared = shown.documented?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  const isMasked = MASK.test(String(shown.at(at))) || declared.some((schema) => isSensitive(schemas, schema, at));
  return write.isAccepted && !isMasked && !createSensitiveTest(write)(at) ? finding : undefined;
};

/** A list whose items are those of a property of the resource, such as all payments beside `payments` of an order. */
type RelatedItems = {
  readonly property: string;
  readonly pages: readonly ProbeExchange[];
  readonly items: readonly Json[];
  /** Whether the pages contain the whole list. */
  readonly isWhole: boolean;
};

/**
 * Checks that a list has the items of a resource as the last write has left them: changed, added and dropped ones. A dropped item counts only
 * if it still names the resource, because items may exist without it.
 */
export function checkRelatedAfterWrite(
  { property, pages, items, isWhole }: RelatedItems,
  { before, write, shown }: ViewedWrite,
): CheckFinding | undefined {
  const [first] = pages;
  const [former, present] = [before, shown].map((it) => listInner(it, property));
  if (first === undefined || former === undefined || present === undefined) return undefined;
  if (!areAccepted(before, write, shown, ...pages)) return undefined;
  const list = first.operation.id;
  const own = `${toPrintable(property)} of ${shown.operation.id}`;
  const create = (id: string, what: string, kind: string): CheckFinding => {
    const message = `after ${write.operation.id}, ${toPrintable(id)} ${what}`;
    return first.fail("exchange.resource.differs", message, `${write.operation.id} related ${kind}`);
  };
  const listed = new Map(items.map((it) => [getItemIdentity(it) ?? "", it]));
  for (const [id, inner] of present) {
    const item = listed.get(id);
    const place = isObject(item) ? findCopyDifference(inner, item) : undefined;
    if (place !== undefined && isObject(item)) {
      const [written, old] = [inner, item].map((it) => toPrintable(JSON.stringify(valueAt(it, place)) ?? "missing"));
      const isFormer = former.has(id) && findCopyDifference(former.get(id) ?? {}, item) === undefined;
      const stale = isFormer ? ": the list still shows the earlier state, which is stale" : "";
      return create(id, `has ${toPrintable(place)} ${old} in ${list}, but ${written} in ${own}${stale}`, "changed");
    }
    if (item === undefined && isWhole && [...former.keys()].some((it) => listed.has(it)))
      return create(id, `is missing in ${list}, but it is in ${own}`, "added");
  }
  const left = [...former.keys()].find(
    (id) => !present.has(id) && JSON.stringify(listed.get(id) ?? null).includes(`"${shown.pathId}"`),
  );
  if (left === undefined) return undefined;
  return create(left, `is still in ${list} and names the resource, but it was removed from ${own}`, "dropped");
}

/** The objects of a list inside the resource by their ids. Only UUIDs count, because other ids may occur twice. */
function listInner(result: ProbeExchange, property: string): ReadonlyMap<string, JsonObject> | undefined {
  const own = isObject(result.body) ? (result.resource[property] ?? []) : undefined;
  if (!Array.isArray(own)) return undefined;
  const objects = own.filter((it) => isObject(it) && UUID_PATTERN.test(String(it.id)));
  return new Map(objects.map((it: JsonObject) => [String(it.id), it]));
}

/**
 * Checks that writes of one resource keep what was written to another one.
 *
 * @param written The write of the other resource.
 * @param before A read of it, which shows what the service stores.
 * @param after A read of it after the writes of the first resource.
 */
export const checkOtherKept: Rule<3> = (written, before, after) => {
  if (!written.isAccepted || !before.isAccepted) return undefined;
  const { status, isGone } = after;
  const [then, now] = [before, after].map((it) => findLostPlace(written, it));
  if (!isGone && (now === undefined || now === then)) return undefined;
  const what = isGone ? `it is gone (${status})` : `${toPrintable(now ?? "")} differs from what was written to it`;
  const message = `after writes of another resource, ${what}; expected that a write changes the resource of its path alone`;
  return after.fail("exchange.resource.other", message, "other resource changed", {
    at: isGone ? "" : (now ?? ""),
    part: isGone ? "response.status" : "response.body",
    contract: written.operation.pointer,
  });
};
