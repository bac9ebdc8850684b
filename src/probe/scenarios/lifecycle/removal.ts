import type { Json } from "../../../document/index.js";
import {
  checkBelowDeleted,
  checkDeleted,
  checkDeletedChange,
  checkRemovedFromList,
  isGone,
} from "../../checks/lifecycle.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findItemId } from "../../graph/response-values.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { type Listing, walkListing } from "./listing.js";
import { sendChecked } from "./send-checked.js";

type Removal = {
  readonly resource: ResourceOperations;
  readonly path: CaseRequest["path"];
  /** The last read before the deletion. */
  readonly shown: ProbeExchange | undefined;
  readonly listing: Listing | undefined;
};

/** Deletes the resource, reads it, changes it and reads it again. Returns whether it is gone. */
export async function removeResource(
  context: ScenarioContext,
  removal: Removal,
  session: TaskSession,
): Promise<boolean> {
  const { resource, path, shown, listing } = removal;
  const accepted = resource.remove && context.seeds.get(resource.remove)?.accepted;
  if (resource.remove === undefined || accepted === undefined) return false;
  const step = readPathShape(resource.remove.path).steps.at(-1);
  const findItem = async (): Promise<FoundItem | undefined> => {
    const pages = listing === undefined || step === undefined ? [] : await walkListing(listing, session);
    const isRemoved = (item: Json): boolean =>
      step !== undefined && `${findItemId(item, step)}` === `${path[step.name]}`;
    return pages.flatMap((page) => (findListedItems(page) ?? []).filter(isRemoved).map((item) => ({ page, item })))[0];
  };
  const listed = resource.read === undefined ? await findItem() : undefined;
  const removed = await sendChecked(session, resource.remove, { ...accepted.request, path });
  if (!isAccepted(removed)) return false;
  const left = await findItem();
  const read = resource.read && context.seeds.get(resource.read)?.accepted;
  const after = read === undefined ? undefined : await sendChecked(session, read.operation, { ...read.request, path });
  if (left !== undefined && (after !== undefined || resource.read === undefined))
    session.report(left.page, checkRemovedFromList(removed, left.page, { after, listed: [listed?.item, left.item] }));
  if (after !== undefined && shown !== undefined) {
    session.report(after, checkDeleted(removed, shown, after));
    if (isGone(after)) await readBelow(context, { resource, path, removed }, session);
    await changeDeleted(context, { resource, path, removed, after }, session);
  }
  await sendChecked(session, resource.remove, { ...accepted.request, path });
  return after !== undefined && isGone(after);
}

type FoundItem = { readonly page: ProbeExchange; readonly item: Json };

/** Changes a deleted resource, which must not create it. */
async function changeDeleted(
  { seeds }: ScenarioContext,
  { resource, path, removed, after }: RemovedResource & { readonly after: ProbeExchange },
  session: TaskSession,
): Promise<void> {
  const patch = resource.changes.find(({ method }) => method === "PATCH");
  const change = patch && seeds.get(patch)?.accepted;
  if (patch === undefined || change === undefined || after.exchange.response.status !== 404) return;
  const changed = await sendChecked(session, patch, { ...change.request, path });
  const again = await sendChecked(session, after.operation, after.request);
  session.report(changed, checkDeletedChange(removed, changed, again));
}

type RemovedResource = {
  readonly resource: ResourceOperations;
  readonly path: CaseRequest["path"];
  readonly removed: ProbeExchange;
};

/** Reads what is below a deleted resource: it is gone too, or empty. */
async function readBelow(
  context: ScenarioContext,
  { resource, path, removed }: RemovedResource,
  session: TaskSession,
): Promise<void> {
  for (const operation of listReadOperations(context)) {
    const { key, steps } = readPathShape(operation.path);
    const accepted = context.seeds.get(operation)?.accepted;
    const isBelow = key.startsWith(`${resource.key}/`) && steps.length === Object.keys(path).length;
    if (!isBelow || accepted === undefined) continue;
    const names = Object.values(path);
    const own = Object.fromEntries(steps.map(({ name }, at) => [name, names[at]]));
    const below = await sendChecked(session, operation, { ...accepted.request, path: own });
    session.report(below, checkBelowDeleted(removed, below));
  }
}
