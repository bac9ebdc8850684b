import type { Operation } from "../../document/index.js";
import {
  checkItemCount,
  checkListingComplete,
  checkNextLink,
  checkPageSize,
  checkRepeatedItems,
  findPageSizeParameter,
} from "../checks/listing.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { findListedItems, findResponseLink, getListingPaging } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** A listing has no more pages than are worth the requests. */
const MAX_PAGES = 12;
const SMALL_PAGE_COUNT = 5;

/** Every listing is followed to its end, in large pages and in small ones, and both are held against each other. */
export function createPagingScenarios(means: ScenarioContext): ProbeTask[] {
  return listReadOperations(means).flatMap((operation): ProbeTask[] => {
    const base = means.seeds.get(operation)?.accepted;
    if (base === undefined || findListedItems(base) === undefined) return [];
    const size = findPageSizeParameter({ document: means.document, operation });
    const run = async (asking: TaskSession): Promise<void> => {
      const [first] = await walkPages(asking, operation, base.request, 1);
      if (first === undefined || size === undefined) return;
      const largest = await walkPages(asking, operation, setPageSize(base.request, size.name, 100), MAX_PAGES);
      const items = largest.flatMap((page) => findListedItems(page) ?? []);
      if (items.length < 2) return;
      const isWhole = largest.length < MAX_PAGES;
      const small = Math.max(1, Math.ceil(items.length / SMALL_PAGE_COUNT));
      const pages = await walkPages(asking, operation, setPageSize(base.request, size.name, small), MAX_PAGES);
      const [last] = pages.slice(-1);
      if (last === undefined || !isWhole || !pages.every(isAccepted)) return;
      const isLinked = getListingPaging(means.document, operation).style === "links";
      if (isLinked || pages.length > 1) asking.report(last, checkListingComplete(largest, pages));
    };
    return [{ id: `stateful/${operation.id}/pages`, run }];
  });
}

function setPageSize(request: CaseRequest, name: string, size: number): CaseRequest {
  return { ...request, query: { ...request.query, [name]: size } };
}

/** Follows the links of a listing and judges each page; ends where a link cannot be followed. */
export async function walkPages(
  { send, report }: TaskSession,
  operation: Operation,
  request: CaseRequest,
  most: number,
): Promise<readonly ProbeExchange[]> {
  const pages: ProbeExchange[] = [];
  let url: string | undefined;
  for (;;) {
    const page = await send({ operation, request, ...(url === undefined ? {} : { url }) });
    report(page, checkServiceResponse(page));
    report(page, checkPageSize(page));
    if (url === undefined) report(page, checkItemCount(page));
    const link = checkNextLink(page, pages);
    report(page, link);
    pages.push(page);
    report(page, checkRepeatedItems(pages));
    const href = findResponseLink(page, "next");
    if (href === undefined || link !== undefined || !isAccepted(page) || pages.length >= most) return pages;
    url = new URL(href, page.exchange.request.url).href;
  }
}
