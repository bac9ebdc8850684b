import { isObject, type Json } from "../../../document/index.js";
import { listIncludeFlags } from "../../checks/flag.js";
import { checkListedWhole } from "../../checks/listed-whole.js";
import { checkServiceResponse } from "../../checks/response.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import { findItemId } from "../../graph/response-values.js";
import { findListedItems } from "../../session/listing-body.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { walkPages } from "../paging.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { buildLargeListing, putParameter } from "./filter-values.js";

const MAX_ITEMS = 3;
const MAX_PAGES = 12;

/** Creates scenarios that compare the listed items with the most content with the resources themselves, after all writes. */
export function createListedWholeScenarios(context: ScenarioContext): ProbeTask[] {
  return listReadOperations(context).flatMap((single): ProbeTask[] => {
    const { steps, isItem } = readPathShape(single.path);
    const step = isItem ? steps.at(-1) : undefined;
    const list = listReadOperations(context).find(({ path }) => readPathShape(path).key === step?.collection);
    const listing = list && context.seeds.get(list)?.accepted;
    const accepted = context.seeds.get(single)?.accepted;
    if (step === undefined || listing === undefined || accepted === undefined) return [];
    const run = (session: TaskSession): Promise<void> => compareLargest(context, { listing, accepted, step }, session);
    return [{ id: `stateful/${single.id}/listed-whole`, run }];
  });
}

type Listed = { readonly listing: ProbeExchange; readonly accepted: ProbeExchange; readonly step: PathStep };

async function compareLargest(
  context: ScenarioContext,
  { listing, accepted, step }: Listed,
  session: TaskSession,
): Promise<void> {
  const { operation } = listing;
  const flags = listIncludeFlags(context.document, operation);
  const request = flags.reduce((it, flag) => putParameter(it, flag, true), buildLargeListing(context, listing));
  const pages = await walkPages(session, operation, request, MAX_PAGES);
  const items = pages.flatMap((page) => (findListedItems(page) ?? []).filter(isObject).map((item) => ({ page, item })));
  const largest = [...items].sort((a, b) => measure(b.item) - measure(a.item)).slice(0, MAX_ITEMS);
  for (const { page, item } of largest) {
    const id = findItemId(item, step);
    if (id === undefined) continue;
    const path = { ...accepted.request.path, [step.name]: id };
    const single = await session.send({ operation: accepted.operation, request: { ...accepted.request, path } });
    session.report(single, checkServiceResponse(single));
    session.report(page, checkListedWhole(page, item, single));
  }
}

function measure(item: Json): number {
  return JSON.stringify(item).length;
}
