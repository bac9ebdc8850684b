import { isObject, type Json, type Operation } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { checkPutStatus } from "../../checks/http/put-rules.js";
import { checkWritePersisted } from "../../checks/resource.js";
import { checkUnnamedKept } from "../../checks/writes/change.js";
import { checkEmptyPart, checkPartCopies } from "../../checks/writes/parts.js";
import {
  checkListAfterWrite,
  checkOtherKept,
  checkRelatedAfterWrite,
  type RelatedItems,
  type ViewedWrite,
} from "../../checks/writes/views.js";
import { findCreatedPath } from "../../graph/created-path.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { alignIdentifiers } from "../../graph/request-candidates.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { EMPTY_REQUEST, readWrittenBody } from "../../requests/probe-case.js";
import { findListedItems, findResponseLink } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { isCompleteListing } from "../complete-listing.js";
import type { ScenarioContext } from "../scenario-context.js";
import { isChanged, listVisibleChanges } from "../visible-changes.js";
import { type InnerList, listParts, listRelated } from "./inner-lists.js";
import { createListedItemReader, walkWholeList } from "./listed-item.js";

/**
 * Creates scenarios that read every view of a resource before and after each kind of write: the resource, its list, the lists below it, and
 * lists of what it contains. Each view shows the last write. Another resource stays as it is.
 */
export function createViewScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const creator = [resource.put, resource.create].find((it) => it && context.seeds.get(it)?.accepted);
    const base = creator && context.seeds.get(creator)?.accepted;
    const read = resource.read && context.seeds.get(resource.read)?.accepted;
    if (base === undefined || !isObject(readWrittenBody(base.request))) return [];
    const related = listRelated(context, base.operation);
    const parts = read === undefined ? [] : listParts(context, base.operation, read.operation);
    const views: Views = { resource, base, read, related, parts };
    return [{ id: `stateful/${base.operation.id}/views`, run: (session) => compareViews(context, views, session) }];
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

async function compareViews(context: ScenarioContext, views: Views, session: TaskSession): Promise<void> {
  const { base, read } = views;
  const { send, report } = session;
  const create = (name: string): Promise<ProbeExchange> => {
    const { operation, request } = base;
    return send({ operation, request: buildNewResource(operation, request, context, `${name} ${operation.id}`) });
  };
  const readOf = async (write: ProbeExchange): Promise<ProbeExchange | undefined> => {
    if (read === undefined) return write;
    const path = isAccepted(write) ? findCreatedPath(read.operation, write) : undefined;
    return path && send({ operation: read.operation, request: { ...read.request, path } });
  };
  const other = await create("beside views");
  const otherShown = await readOf(other);
  const created = await create("views");
  let before = await readOf(created);
  if (before === undefined || otherShown === undefined || !isAccepted(before)) return;
  if (getLastId(before) === getLastId(otherShown)) return;
  const reader = createViewReader(context, views, session);
  await reader.open(before);
  for (const change of [...listChanges(context, views, created), ...listInnerChanges(context, views, created)])
    before = await applyChange({ views, created, before, change, reader }, session);
  if (read === undefined) return;
  const kept = await send({ operation: read.operation, request: otherShown.request });
  report(kept, checkOtherKept(other, otherShown, kept));
}

type AppliedChange = {
  readonly views: Views;
  readonly created: ProbeExchange;
  readonly before: ProbeExchange;
  readonly change: Change;
  readonly reader: ViewReader;
};

/** Sends a change, and compares the views if the resource shows it. Returns the last read of the resource. */
async function applyChange(
  { views: { resource, read }, created, before, change, reader }: AppliedChange,
  { send, sendChecked, report }: TaskSession,
): Promise<ProbeExchange> {
  let last = before;
  for (const request of change.requests(before).slice(0, MAX_TRIES)) {
    const write = await sendChecked({ operation: change.operation, request });
    if (!isAccepted(write)) continue;
    if (resource.put === change.operation && created.operation === change.operation)
      report(write, checkPutStatus(created, write));
    const shown = read === undefined ? write : await send({ operation: before.operation, request: before.request });
    report(shown, checkUnnamedKept(created, last, write, shown));
    const isVisible = isAccepted(shown) && isChanged(last, shown);
    if (isVisible) await reader.compare({ before: last, write, shown });
    if (isAccepted(shown)) last = shown;
    if (isVisible) return last;
  }
  return last;
}

function getLastId({ request }: ProbeExchange): string {
  return String(Object.values(request.path).at(-1));
}

type Change = {
  readonly operation: Operation;
  /** Requests to try until one changes the resource. */
  readonly requests: (shown: ProbeExchange) => readonly CaseRequest[];
};

/** A PATCH and a PUT of the resource. */
function listChanges(context: ScenarioContext, { resource }: Views, created: ProbeExchange): readonly Change[] {
  return resource.changes.flatMap((operation): Change[] => {
    const accepted = operation.method === "POST" ? undefined : context.seeds.get(operation)?.accepted;
    if (accepted === undefined) return [];
    const path = findCreatedPath(operation, created) ?? accepted.request.path;
    const names = { ...context.known.given, ...path };
    const own =
      operation === created.operation
        ? created.request
        : alignIdentifiers({ ...accepted.request, path }, names, undefined);
    return [{ operation, requests: (shown) => listVisibleChanges(context, operation, own, shown) }];
  });
}

/** A PUT with another value in the first item of an inner list, and a PUT with a further item; then one without the first item. */
function listInnerChanges(
  context: ScenarioContext,
  { base, related }: Views,
  { request, operation }: ProbeExchange,
): readonly Change[] {
  const { body } = request;
  const value = readWrittenBody(request);
  if (operation.method !== "PUT" || body === undefined || !isObject(value)) return [];
  return related.flatMap(({ property }): Change[] => {
    const list = value[property];
    const first = Array.isArray(list) ? list[0] : undefined;
    if (!Array.isArray(list) || !isObject(first as Json) || typeof (first as { id?: unknown }).id !== "string")
      return [];
    const added = { ...(first as object), id: context.createId(`added ${base.operation.id} ${property}`) } as Json;
    const put = (items: readonly Json[]): readonly CaseRequest[] => {
      const own = { ...request, body: { contentType: body.contentType, value: { ...value, [property]: items } } };
      return context.isValid(operation, own) ? [own] : [];
    };
    // A further or a missing property is no other value.
    const isInner = (it: CaseRequest): boolean => {
      const whole = readWrittenBody(it);
      const items = isObject(whole) ? whole[property] : undefined;
      const item = Array.isArray(items) && items.length === list.length ? items[0] : undefined;
      return isObject(item as Json) && !isSameJson(item as Json, first as Json) && hasSameNames(item, first);
    };
    return [
      { operation, requests: (shown) => listVisibleChanges(context, operation, request, shown).filter(isInner) },
      { operation, requests: () => put([...(list as Json[]), added]) },
      { operation, requests: () => put([...(list as Json[]).slice(1), added]) },
    ];
  });
}

function hasSameNames(one: unknown, other: unknown): boolean {
  const [names, others] = [one, other].map((it) => Object.keys(it as object).sort());
  return isSameJson(names, others);
}

type ViewReader = {
  /** Reads the views of a new resource, so that they may be cached. */
  readonly open: (shown: ProbeExchange) => Promise<void>;
  readonly compare: (step: ViewedWrite) => Promise<void>;
};

function createViewReader(context: ScenarioContext, views: Views, session: TaskSession): ViewReader {
  const { send, report } = session;
  const readRelated = async ({ operation, property }: InnerList): Promise<RelatedItems> => {
    const pages = await walkWholeList(context, operation, session);
    const last = pages.at(-1);
    const isWhole =
      last !== undefined && isCompleteListing(last, pages) && findResponseLink(last, "next") === undefined;
    return { property, pages, items: pages.flatMap((page) => findListedItems(page) ?? []), isWhole };
  };
  const readPart = ({ operation }: InnerList, { request: { path } }: ProbeExchange): Promise<ProbeExchange> => {
    const names = readPathShape(operation.path).steps.map(({ name }, at) => [name, Object.values(path)[at]]);
    const { header } = context.seeds.get(operation)?.accepted?.request ?? EMPTY_REQUEST;
    return send({ operation, request: { ...EMPTY_REQUEST, path: Object.fromEntries(names), header } });
  };
  const listed = createListedItemReader(context, views.resource.list, session);
  return {
    open: async (shown) => {
      await listed.find(shown);
      for (const it of views.related) await readRelated(it);
      for (const it of views.parts) await readPart(it, shown);
    },
    compare: async (step) => {
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
