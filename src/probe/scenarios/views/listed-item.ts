import type { Operation } from "../../../document/index.js";
import { listIncludeFlags } from "../../checks/lists/flag.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildLargeListing } from "../filters/filter-values.js";
import { walkPages } from "../paging.js";
import type { ScenarioContext } from "../scenario-context.js";

const MAX_PAGES = 12;

/** Walks a list without filters, in large pages, whose items have all that the flags of the spec include. */
export function walkWholeList(
  { document, seeds }: ScenarioContext,
  operation: Operation,
  session: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const accepted = seeds.get(operation)?.accepted?.request;
  const flags = listIncludeFlags(document, operation).map(({ name }) => [name, true]);
  const request: CaseRequest = {
    ...{ path: accepted?.path ?? {}, header: accepted?.header ?? {}, cookie: accepted?.cookie ?? {} },
    query: { ...accepted?.query, ...Object.fromEntries(flags) },
  };
  return walkPages(session, operation, buildLargeListing({ document }, { operation, request }), MAX_PAGES);
}

export type ListedItemReader = {
  /** Finds the page of the list that has a resource. */
  readonly find: (shown: ProbeExchange) => Promise<void>;
  /** Reads that page again with the same request. Undefined if none was found. */
  readonly read: () => Promise<ProbeExchange | undefined>;
};

/** Creates a reader of the list that a resource is in. */
export function createListedItemReader(
  context: ScenarioContext,
  list: Operation | undefined,
  session: TaskSession,
): ListedItemReader {
  let page: ProbeExchange | undefined;
  return {
    find: async (shown) => {
      if (list === undefined || context.seeds.get(list)?.accepted === undefined) return;
      const id = String(Object.values(shown.request.path).at(-1));
      const pages = await walkWholeList(context, list, session);
      page = pages.find((it) => findListedItems(it)?.some((item) => getItemIdentity(item) === id));
    },
    read: async () => {
      if (page === undefined) return undefined;
      const { operation, request, exchange } = page;
      return session.send({ operation, request, url: exchange.request.url });
    },
  };
}
