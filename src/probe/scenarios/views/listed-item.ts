import { isObject, joinPointer, type Operation, type Pointer, resolvePointer } from "../../../document/index.js";
import { findItemSchema } from "../../checks/lists/filter.js";
import { readPathShape } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems, getItemIdentity, type ProbeExchange } from "../../session/probe-exchange.js";
import { buildLargeListing } from "../filters/filter-values.js";
import { listIncludeFlags } from "../filters/flags.js";
import { walkPages } from "../paging.js";
import { listReadOperations, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";

const MAX_PAGES = 12;

/** Walks a list without filters, in large pages, whose items have all that the flags of the spec include. */
export function walkWholeList(run: ScenarioRun, operation: Operation): Promise<readonly ProbeExchange[]> {
  const { document, seeds } = run;
  const accepted = seeds.get(operation)?.accepted?.request;
  const flags = listIncludeFlags(document, operation).map(({ name }) => [name, true]);
  const request: CaseRequest = {
    ...{ path: accepted?.path ?? {}, header: accepted?.header ?? {}, cookie: accepted?.cookie ?? {} },
    query: { ...accepted?.query, ...Object.fromEntries(flags) },
  };
  return walkPages(run, operation, buildLargeListing({ document }, { operation, request }), MAX_PAGES);
}

export type ListedItemReader = {
  /** Finds the page of the list that has a resource. */
  readonly find: (shown: ProbeExchange) => Promise<void>;
  /** Reads that page again with the same request. Undefined if none was found. */
  readonly read: () => Promise<ProbeExchange | undefined>;
};

/** Creates a reader of the list that a resource is in. */
export function createListedItemReader(run: ScenarioRun, list: Operation | undefined): ListedItemReader {
  let page: ProbeExchange | undefined;
  return {
    find: async (shown) => {
      if (list === undefined || run.seeds.get(list)?.accepted === undefined) return;
      const id = String(Object.values(shown.request.path).at(-1));
      const pages = await walkWholeList(run, list);
      page = pages.find((it) => findListedItems(it)?.some((item) => getItemIdentity(item) === id));
    },
    read: async () => {
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
