import { findPageSizeParameter } from "../../checks/index.js";
import { groupByResource } from "../graph/operation-order.js";
import { readPathShape } from "../graph/path-shape.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { compareLargeAndSmall } from "./paging.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Fewer items cannot show whether pages are as long as requested, and follow one another. */
const MIN_ITEMS = 4;

/** Creates a scenario for each list that had few items at first. It creates more of them, and walks the list in pages again. */
export function createFilledListingScenarios(context: ScenarioContext): ProbeTask[] {
  return listReadOperations(context).flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const items = base && findListedItems(base);
    const size = findPageSizeParameter({ document: context.document, operation });
    if (base === undefined || items === undefined || items.length >= MIN_ITEMS || size === undefined) return [];
    const resource = groupByResource(context.operations).find(({ list }) => list === operation);
    const creation = [resource?.create, resource?.put].flatMap(
      (it) => (it && context.seeds.get(it)?.accepted) ?? [],
    )[0];
    const run = async (session: TaskSession): Promise<void> => {
      if (creation !== undefined) await fill(context, { base, creation }, session);
      await compareLargeAndSmall(context, { operation, request: base.request, size }, session);
    };
    return creation === undefined ? [] : [{ id: `stateful/${operation.id}/filled`, run }];
  });
}

type ShortListing = { readonly base: ProbeExchange; readonly creation: ProbeExchange };

/** Creates resources below the parents of the list, until it is long enough or the service rejects one. */
async function fill(
  context: ScenarioContext,
  { base, creation }: ShortListing,
  { send, sendChecked }: TaskSession,
): Promise<void> {
  const { operation } = creation;
  const list = await send({ operation: base.operation, request: base.request });
  const parents = readPathShape(base.operation.path).steps.map(({ name }) => base.request.path[name]);
  const own = readPathShape(operation.path).steps.map(({ name }, at) => [name, parents[at]] as const);
  const path = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  for (let count = findListedItems(list)?.length ?? MIN_ITEMS; count < MIN_ITEMS; count += 1) {
    const fresh = buildNewResource(operation, creation.request, context, `item ${count} ${base.operation.id}`);
    const result = await sendChecked({ operation, request: { ...fresh, path: { ...fresh.path, ...path } } });
    if (!isAccepted(result)) return;
  }
}
