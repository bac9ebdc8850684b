import { isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import type { JsonPatchOperation } from "../../checks/patches/json-patch.js";
import { checkEscapedMember } from "../../checks/patches/patch-effect.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listPlaces } from "./json-patch-paths.js";

export type PatchMembers = {
  readonly sendPatch: (patch: readonly JsonPatchOperation[]) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
  /** Restores the resource, if the spec has an operation for that. */
  readonly restore: (() => Promise<unknown>) | undefined;
};

type MemberSession = Pick<TaskSession, "report" | "discard">;

const MAX_OBJECTS = 2;

/** Adds members with escaped names, where the spec allows it and the resource can be restored. */
export async function probePatchMembers(members: PatchMembers, session: MemberSession): Promise<void> {
  const resource = (readResponseJson(await members.read()) ?? null) as Json;
  const objects = [...listPlaces(resource)].filter((at) => {
    const value = valueAt(resource, at);
    const isRestorable =
      members.restore !== undefined || members.isValid([{ op: "remove", path: `${at}/${PLAIN_NAME}` }]);
    return isObject(value) && isRestorable && members.isValid([addMember(at, ESCAPED_NAME, value)]);
  });
  for (const at of objects.slice(0, MAX_OBJECTS)) await addMembers(members, at, session);
}

const PLAIN_NAME = "probe";
/** `probe/a~b` as a token of a JSON Pointer. */
const ESCAPED_NAME = "probe~1a~0b";

/**
 * Adds an escaped name only if the service stores a plain one, because it may not keep unknown members. The exchanges are left out of the
 * report, because the members are undeclared.
 */
async function addMembers(members: PatchMembers, at: Pointer, { report, discard }: MemberSession): Promise<void> {
  const sent: ProbeExchange[] = [];
  const keep = async (result: Promise<ProbeExchange>): Promise<ProbeExchange> => {
    sent.push(await result);
    return result;
  };
  const sendPatch = (patch: readonly JsonPatchOperation[]) => keep(members.sendPatch(patch));
  const read = () => keep(members.read());
  const object = valueAt((readResponseJson(await read()) ?? null) as Json, at);
  const plain = addMember(at, PLAIN_NAME, object);
  const isAdded = members.isValid([plain]) && isAccepted(await sendPatch([plain]));
  const shown = isAdded ? valueAt((readResponseJson(await read()) ?? null) as Json, plain.path) : undefined;
  const patch = isSameJson(shown ?? null, plain.value ?? null)
    ? await sendPatch([addMember(at, ESCAPED_NAME, object)])
    : undefined;
  const finding = patch && isAccepted(patch) ? checkEscapedMember(patch, await read()) : undefined;
  if (patch !== undefined) report(patch, finding);
  for (const name of isAdded ? [PLAIN_NAME, ESCAPED_NAME] : []) {
    const removal = [{ op: "remove", path: `${at}/${name}` }];
    if (members.isValid(removal)) await sendPatch(removal);
  }
  if (isAdded) await members.restore?.();
  for (const it of sent) if (finding === undefined || it !== patch) discard(it);
}

/** The value has the type of those that are there. */
function addMember(at: Pointer, name: string, object: Json | undefined): JsonPatchOperation {
  const present = isObject(object) ? Object.values(object).find((it) => typeof it !== "object") : undefined;
  const value = typeof present === "string" || typeof present === "boolean" ? present : 7;
  return { op: "add", path: `${at}/${name}`, value };
}
