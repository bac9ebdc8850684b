import { checkBelowDeleted, checkDeleted, checkDeletedChange, checkRemovedFromList } from "../../checks/lifecycle.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
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
  const removed = await sendChecked(session, resource.remove, { ...accepted.request, path });
  if (!isAccepted(removed)) return false;
  const step = readPathShape(resource.remove.path).steps.at(-1);
  if (listing !== undefined && step !== undefined)
    for (const page of await walkListing(listing, session)) {
      const items = findListedItems(page) ?? [];
      session.report(page, checkRemovedFromList(removed, page, { items, step, created: path[step.name] }));
    }
  const read = resource.read && context.seeds.get(resource.read)?.accepted;
  let isGone = false;
  if (read !== undefined && resource.read !== undefined && shown !== undefined) {
    const after = await sendChecked(session, resource.read, { ...read.request, path });
    isGone = [404, 410].includes(after.exchange.response.status);
    session.report(after, checkDeleted(removed, shown, after));
    await readBelow(context, { resource, path, removed }, session);
    const patch = resource.changes.find(({ method }) => method === "PATCH");
    const change = patch && context.seeds.get(patch)?.accepted;
    if (patch !== undefined && change !== undefined && after.exchange.response.status === 404) {
      const changed = await sendChecked(session, patch, { ...change.request, path });
      const again = await sendChecked(session, resource.read, { ...read.request, path });
      session.report(changed, checkDeletedChange(removed, changed, again));
    }
  }
  await sendChecked(session, resource.remove, { ...accepted.request, path });
  return isGone;
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
