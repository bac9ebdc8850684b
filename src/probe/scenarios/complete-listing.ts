import { findPageSizeParameter, getPageSize } from "../../checks/index.js";
import { findListedItems, toListingPage } from "../session/listing-body.js";
import type { ProbeExchange } from "../session/probe-exchange.js";

const PAGING_NAME = /limit|offset|page|cursor|size|count|max|start|skip|after|before|token|since|first|top|from|per/i;

/**
 * Whether the pages certainly contain the whole listing: the spec has no parameter that could page it, or the last page
 * has fewer items than its page size.
 */
export function isCompleteListing(last: ProbeExchange, pages: readonly ProbeExchange[]): boolean {
  const { document, operation } = last;
  const size = findPageSizeParameter({ document, operation });
  const limit = size && getPageSize(toListingPage(last), size);
  const items = findListedItems(last)?.length ?? 0;
  if (limit !== undefined) return items < limit;
  return pages.length > 1 || !operation.parameters.some((it) => it.in === "query" && PAGING_NAME.test(it.name));
}
