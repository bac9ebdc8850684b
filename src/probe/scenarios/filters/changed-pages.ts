import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { checkUnchangedListed } from "../../checks/lists/changed-pages.js";
import { checkServiceResponse } from "../../checks/response.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { findListedItems, findResponseLink, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { isPositionLink } from "../paging.js";
import type { ScenarioContext } from "../scenario-context.js";

type ChangedPages = {
  readonly listing: ProbeExchange;
  /** A request for pages of one item, which lists only what the writes have created. */
  readonly request: CaseRequest;
  readonly writes: readonly ProbeExchange[];
};

/**
 * Changes an item after the first page was read, and follows the next links: the other items are on the pages once. The changed item is once
 * that of the first page, and once another one, because lists are sorted in both directions. Links with positions may lead elsewhere.
 */
export async function probeChangedPages(
  { isValid }: ScenarioContext,
  { listing: { operation }, request, writes }: ChangedPages,
  { send, report }: TaskSession,
): Promise<void> {
  for (const isOnFirstPage of [true, false]) {
    const first = await send({ operation, request });
    const shown = (findListedItems(first) ?? []).map(getItemIdentity);
    const link = findResponseLink(first, "next");
    if (!isAccepted(first) || link === undefined || isPositionLink(link, first.exchange.request.url)) return;
    const changed = writes.find((it) => shown.includes(readId(it)) === isOnFirstPage);
    const own = changed && dropUpdateTime(changed.request);
    if (changed === undefined || own === undefined || !isValid(changed.operation, own)) return;
    const write = await send({ operation: changed.operation, request: own });
    report(write, checkServiceResponse(write));
    const pages = [first];
    for (let href: string | undefined = link; href !== undefined && pages.length <= writes.length; ) {
      const url = new URL(href, first.exchange.request.url).href;
      const page = await send({ operation, request, url });
      report(page, checkServiceResponse(page));
      pages.push(page);
      href = findResponseLink(page, "next");
    }
    const others = writes.filter((it) => it !== changed).flatMap((it) => readId(it) ?? []);
    report(pages.at(-1) ?? first, checkUnchangedListed(pages, write, others));
  }
}

function readId(write: ProbeExchange): string | undefined {
  return getItemIdentity((readResponseJson(write) ?? null) as Json);
}

/** Lets the service set the time of the update. */
function dropUpdateTime(request: CaseRequest): CaseRequest {
  const value = readWrittenBody(request);
  if (request.body === undefined || !isObject(value)) return request;
  const entries = Object.entries(value as JsonObject).filter(
    ([name]) => !/^(updated|modified|last_?modified)/i.test(name),
  );
  return { ...request, body: { ...request.body, value: Object.fromEntries(entries) } };
}
