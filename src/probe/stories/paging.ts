import type { Operation } from "../../document/index.js";
import type { CaseRequest } from "../case.js";
import { judgeAnswer } from "../judges/answer.js";
import { judgeCount, judgeLink, judgeRepeats, judgeSize, judgeWhole, sizeParameter } from "../judges/listing.js";
import { itemsOf, linkOf, pagingOf } from "../listing.js";
import type { Unit } from "../run-units.js";
import type { Asking } from "../session.js";
import { type Asked, isAccepted } from "../story.js";
import { reading, type StoryMeans } from "./story-means.js";

/** A listing has no more pages than are worth the requests. */
const MOST_PAGES = 12;
const PAGES = 5;

/** Every listing is followed to its end, in large pages and in small ones, and both are held against each other. */
export function pagingStories(means: StoryMeans): Unit[] {
  return reading(means).flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined || itemsOf(base) === undefined) return [];
    const size = sizeParameter({ document: means.document, operation });
    const run = async (asking: Asking): Promise<void> => {
      const [first] = await walk(asking, operation, base.request, 1);
      if (first === undefined || size === undefined) return;
      const largest = await walk(asking, operation, sized(base.request, size.name, 100), MOST_PAGES);
      const items = largest.flatMap((page) => itemsOf(page) ?? []);
      if (items.length < 2) return;
      const isWhole = largest.length < MOST_PAGES;
      const small = Math.max(1, Math.ceil(items.length / PAGES));
      const pages = await walk(asking, operation, sized(base.request, size.name, small), MOST_PAGES);
      const [last] = pages.slice(-1);
      if (last === undefined || !isWhole || !pages.every(isAccepted)) return;
      const isLinked = pagingOf(means.document, operation).style === "links";
      if (isLinked || pages.length > 1) asking.tell(last, judgeWhole(largest, pages));
    };
    return [{ id: `stateful/${operation.id}/pages`, run }];
  });
}

function sized(request: CaseRequest, name: string, size: number): CaseRequest {
  return { ...request, query: { ...request.query, [name]: size } };
}

/** Follows the links of a listing and judges each page; ends where a link cannot be followed. */
export async function walk(
  { ask, tell }: Asking,
  operation: Operation,
  request: CaseRequest,
  most: number,
): Promise<readonly Asked[]> {
  const pages: Asked[] = [];
  let url: string | undefined;
  for (;;) {
    const page = await ask({ operation, request, ...(url === undefined ? {} : { url }) });
    tell(page, judgeAnswer(page));
    tell(page, judgeSize(page));
    if (url === undefined) tell(page, judgeCount(page));
    const link = judgeLink(page, pages);
    tell(page, link);
    pages.push(page);
    tell(page, judgeRepeats(pages));
    const href = linkOf(page, "next");
    if (href === undefined || link !== undefined || !isAccepted(page) || pages.length >= most) return pages;
    url = new URL(href, page.exchange.request.url).href;
  }
}
