import { isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import type { JsonPatchOperation } from "../../checks/patches/json-patch.js";
import { checkListPatched, checkWrongIndex } from "../../checks/patches/patch-effect.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listPlaces } from "./json-patch-paths.js";
import type { PatchMembers } from "./patch-members.js";

const MAX_LISTS = 3;
/** Items for an empty list. */
const FREE_ITEMS: readonly Json[] = [{ name: "Loyalty", amount: 100 }, "probe", 7];

/**
 * Adds items to the lists of a resource, replaces one and takes one out, where the spec allows it. An empty list gets a first item. Indexes
 * that a list does not have must be rejected. Returns whether there is any such list.
 */
export async function probePatchLists(
  members: PatchMembers,
  { report }: Pick<TaskSession, "report">,
): Promise<boolean> {
  const resource = await readResource(members);
  const lists = [...(isObject(resource) ? listPlaces(resource) : [])].filter((at) => {
    const value = valueAt(resource, at);
    const [item = FREE_ITEMS[0] ?? null] = Array.isArray(value) ? value : [];
    return Array.isArray(value) && listChanges(at, item).some((it) => members.isValid([it]));
  });
  for (const at of lists.slice(0, MAX_LISTS)) {
    const item = await findItem(members, at, resource);
    if (item !== undefined) await changeList(members, { at, item }, report);
  }
  return lists.length > 0;
}

async function readResource({ read }: PatchMembers): Promise<Json> {
  return (readResponseJson(await read()) ?? null) as Json;
}

/** The first item of a list. An empty list gets one first. */
async function findItem({ sendPatch, isValid }: PatchMembers, at: Pointer, resource: Json): Promise<Json | undefined> {
  const list = valueAt(resource, at);
  if (!Array.isArray(list) || list.length > 0) return Array.isArray(list) ? list[0] : undefined;
  for (const value of FREE_ITEMS) {
    const patch = [{ op: "add", path: `${at}/-`, value }];
    if (isValid(patch) && isAccepted(await sendPatch(patch))) return value;
  }
  return undefined;
}

/** Operations on a list with items: at its end, at its start, inside, a removal, and those that take an item of the list. */
function listChanges(at: Pointer, first: Json): readonly JsonPatchOperation[] {
  const second = makeOtherItem(first);
  const third = makeOtherItem(second);
  return [
    { op: "add", path: `${at}/-`, value: second },
    { op: "add", path: `${at}/0`, value: third },
    { op: "add", path: `${at}/1`, value: makeOtherItem(third) },
    { op: "replace", path: `${at}/1`, value: makeOtherItem(makeOtherItem(third)) },
    { op: "remove", path: `${at}/0` },
    { op: "move", from: `${at}/1`, path: `${at}/0` },
    // A service may give a copied item another id.
    ...(isObject(first) && "id" in first ? [] : [{ op: "copy", from: `${at}/0`, path: `${at}/-` }]),
  ];
}

const WRONG_INDEXES = ["99", "01"];

type ChangedList = { readonly at: Pointer; readonly item: Json };

async function changeList(
  { sendPatch, read, isValid }: PatchMembers,
  { at, item }: ChangedList,
  report: TaskSession["report"],
): Promise<void> {
  let before: ProbeExchange = await read();
  for (const change of listChanges(at, item)) {
    if (!isValid([change])) continue;
    const patch = await sendPatch([change]);
    if (!isAccepted(patch)) continue;
    const after = await read();
    report(patch, checkListPatched(before, patch, after));
    before = after;
  }
  for (const index of WRONG_INDEXES) {
    const wrong = [{ op: "add", path: `${at}/${index}`, value: makeOtherItem(item) }];
    if (!isValid(wrong)) continue;
    const patch = await sendPatch(wrong);
    report(patch, checkWrongIndex(patch, before));
    if (isAccepted(patch)) before = await read();
  }
}

/** An item whose numbers differ, or another text. */
function makeOtherItem(item: Json): Json {
  if (typeof item === "number") return item + 1;
  if (typeof item === "string") return `${item} 2`;
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, it]) => [name, typeof it === "number" ? it + 1 : it]));
}
