import { isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import type { JsonPatchOperation } from "../../checks/json-patch.js";
import { checkEscapedMember, checkListPatched } from "../../checks/patch-effect.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listPlaces } from "./json-patch-paths.js";

export type PatchMembers = {
  readonly sendPatch: (patch: readonly JsonPatchOperation[]) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
};

const MAX_LISTS = 3;
const MAX_OBJECTS = 2;

/** Adds items to lists and takes them out, and adds members with escaped names, each where the spec allows it. */
export async function probePatchMembers(members: PatchMembers, { report }: Pick<TaskSession, "report">): Promise<void> {
  const resource = (readResponseJson(await members.read()) ?? null) as Json;
  if (!isObject(resource)) return;
  const places = [...listPlaces(resource)];
  const lists = places.filter((at) => {
    const value = valueAt(resource, at);
    return Array.isArray(value) && value.length > 0 && listChangesOf(at, value).some((it) => members.isValid([it]));
  });
  for (const at of lists.slice(0, MAX_LISTS)) await changeList(members, at, report);
  const objects = places.filter((at) => {
    const value = valueAt(resource, at);
    return isObject(value) && members.isValid([addMember(at, ESCAPED_NAME, value)]);
  });
  for (const at of objects.slice(0, MAX_OBJECTS)) await addMembers(members, at, report);
}

/** Operations on a list with items: at its start, at its end, and a removal. */
function listChangesOf(at: Pointer, [first = null]: readonly Json[]): readonly JsonPatchOperation[] {
  const value = makeOtherItem(first);
  return [
    { op: "add", path: `${at}/0`, value },
    { op: "add", path: `${at}/-`, value: makeOtherItem(value) },
    { op: "remove", path: `${at}/0` },
  ];
}

async function changeList(
  { sendPatch, read, isValid }: PatchMembers,
  at: Pointer,
  report: TaskSession["report"],
): Promise<void> {
  let before = await read();
  const list = valueAt((readResponseJson(before) ?? null) as Json, at);
  for (const change of Array.isArray(list) ? listChangesOf(at, list) : []) {
    if (!isValid([change])) continue;
    const patch = await sendPatch([change]);
    if (!isAccepted(patch)) continue;
    const after = await read();
    report(patch, checkListPatched(before, patch, after));
    before = after;
  }
}

const PLAIN_NAME = "probe";
/** `probe/a~b` as a token of a JSON Pointer. */
const ESCAPED_NAME = "probe~1a~0b";

/** Adds an escaped name only if the service stores a plain one, because it may not keep unknown members. */
async function addMembers(
  { sendPatch, read, isValid }: PatchMembers,
  at: Pointer,
  report: TaskSession["report"],
): Promise<void> {
  const object = valueAt((readResponseJson(await read()) ?? null) as Json, at);
  const plain = addMember(at, PLAIN_NAME, object);
  if (!isValid([plain]) || !isAccepted(await sendPatch([plain]))) return;
  const shown = valueAt((readResponseJson(await read()) ?? null) as Json, plain.path);
  if (!isSameJson(shown ?? null, plain.value ?? null)) return;
  const patch = await sendPatch([addMember(at, ESCAPED_NAME, object)]);
  if (!isAccepted(patch)) return;
  report(patch, checkEscapedMember(patch, await read()));
  for (const name of [PLAIN_NAME, ESCAPED_NAME]) {
    const removal = [{ op: "remove", path: `${at}/${name}` }];
    if (isValid(removal)) await sendPatch(removal);
  }
}

/** The value has the type of those that are there. */
function addMember(at: Pointer, name: string, object: Json | undefined): JsonPatchOperation {
  const present = isObject(object) ? Object.values(object).find((it) => typeof it !== "object") : undefined;
  const value = typeof present === "string" || typeof present === "boolean" ? present : 7;
  return { op: "add", path: `${at}/${name}`, value };
}

/** An item whose numbers differ. */
function makeOtherItem(item: Json): Json {
  if (typeof item === "number") return item + 1;
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, it]) => [name, typeof it === "number" ? it + 1 : it]));
}
