import type { CheckFinding } from "../../../check/index.js";
import { isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { checkCreationKept } from "../../checks/lifecycle.js";
import {
  checkEscapedMember,
  checkLaterKept,
  checkListPatched,
  checkMissingTarget,
  checkMoved,
  checkNothingPatched,
  checkPatchedOnly,
  checkPatchWhole,
  checkReplacedWhole,
  checkWrongIndex,
  type JsonPatchOperation,
} from "../../checks/patches/json-patch.js";
import { checkIdempotentReplay, checkWritePersisted } from "../../checks/resource.js";
import { checkUpdateTime, checkWholeReturned } from "../../checks/writes/change.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { findIdempotencyHeader } from "../../session/idempotency-key.js";
import { areAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { checkKeyOfOtherBody } from "../idempotency-keys.js";
import { restoreBeforePatch } from "../resources.js";
import type { ScenarioRun } from "../scenario-context.js";
import { checkRefusedUnchanged, sendConcurrently } from "../write-variants.js";
import {
  createPatchSender,
  listPlaces,
  listReplacements,
  makeOtherValue,
  type PatchSender,
  type PatchTarget,
  probePatchPaths,
} from "./json-patch-paths.js";

type Patch = readonly JsonPatchOperation[];

export type Patcher = ReturnType<typeof createPatcher>;

/** Creates what sends patches of a resource, and checks what they do. */
export function createPatcher(run: ScenarioRun, target: PatchTarget) {
  const sender = createPatchSender(run, target);
  const { read, readResource, build, isValid } = sender;
  const { operation } = target.base;
  const canRestore = run.operations.some(
    (it) => it.method === "PUT" && it.path === operation.path && run.seeds.get(it)?.accepted !== undefined,
  );
  const restore = canRestore ? () => restoreBeforePatch(run, target.base) : undefined;
  return {
    ...createAcceptedPatches(run, target, sender),
    ...createRejectedPatches(run, target, sender),
    readResource,
    /** Lists operations on numbers and booleans at different places: those of the accepted patch first, then replacements in the resource. */
    listScalars: async (): Promise<Patch> => {
      const all = [...target.patch, ...listReplacements(await readResource())];
      const scalars = all.filter((it) => it.op !== "remove" && makeOtherValue(it.value) !== undefined && isValid([it]));
      return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
    },
    probePaths: async () => {
      await probePatchPaths({ operation, shown: await read(), build, isValid }, run);
      await probePatchMembers({ ...sender, restore }, run);
    },
    /** Adds items to lists and takes them out. Returns whether there is any such list. */
    probeLists: () => probePatchLists({ ...sender, restore }, run),
  };
}

/** Creates patches that the service should reject. */
function createRejectedPatches(
  run: ScenarioRun,
  { base: { operation, request: base } }: PatchTarget,
  { build, sendPatch, read, readResource, isValid }: PatchSender,
) {
  const { sendChecked, report } = run;
  return {
    /** Sends bodies that are no JSON Patch: an operation outside of a list, and an object with members of the resource. */
    refuseOthers: async (it: JsonPatchOperation) => {
      const [, name = ""] = it.path.split("/");
      const resource = await readResource();
      const member = isObject(resource) ? resource[name] : undefined;
      const what = ["one operation outside of a list", "an object with members of the resource"];
      for (const [at, value] of [it, { [name]: member ?? null }].entries()) {
        const contentType = base.body?.contentType ?? "application/json-patch+json";
        const request = { ...base, body: { contentType, value } };
        if (run.isValid(operation, request)) continue;
        const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what: what[at] ?? "" };
        await sendChecked({ operation, request, edit, expect: "refused" });
      }
    },
    /** Sends a patch of which one operation fails. The others must not take effect. */
    reject: async (patch: Patch, what = "the target of the last operation does not exist") => {
      const edit: CaseEdit = { part: "body", at: `/${patch.length - 1}`, contract: operation.pointer, what };
      const before = await read();
      const refused = await sendChecked({ operation, request: build(patch), edit, expect: "open" });
      const after = await read();
      const check = (again: ProbeExchange): CheckFinding | undefined =>
        checkPatchWhole(before, refused, after, again) ?? checkRefusedUnchanged(before, refused, after, again);
      if (check(after) !== undefined) report(refused, check(await read()));
    },
    /** Sends an operation that the spec does not allow. The check of the exchange reports it if the service accepts it. */
    refuse: async (it: JsonPatchOperation) => {
      const request = build([it]);
      if (run.isValid(operation, request)) return;
      const value = it.value === undefined ? "without a value" : `with the value ${JSON.stringify(it.value)}`;
      const what = it.from === undefined ? `${it.op} ${value}` : `the operation ${it.op}`;
      const edit: CaseEdit = { part: "body", at: "/0/op", contract: operation.pointer, what };
      await sendChecked({ operation, request, edit, expect: "refused" });
    },
    /** Sends an operation whose target was removed. */
    expectMissing: async (patch: readonly [JsonPatchOperation]) => {
      const before = await read();
      if (!isValid(patch)) return;
      const result = await sendPatch(patch);
      report(result, checkMissingTarget(result, before, patch[0].path));
    },
  };
}

/** Creates patches that the service should accept. */
function createAcceptedPatches(
  run: ScenarioRun,
  { base: { operation } }: PatchTarget,
  { build, sendPatch, read, isValid }: PatchSender,
) {
  const { report } = run;
  return {
    /** Sends a patch if it is valid by the spec, and reads its effect. Returns whether the service accepted it. */
    apply: async (patch: Patch): Promise<boolean> => {
      if (!isValid(patch)) return false;
      const before = await read();
      const result = await sendPatch(patch);
      if (!result.isAccepted) return false;
      report(result, checkWritePersisted(result, result));
      const after = await read();
      report(result, checkWritePersisted(result, after));
      for (const check of [checkReplacedWhole, checkMoved, checkPatchedOnly, checkUpdateTime, checkCreationKept])
        report(result, check(before, result, after));
      report(result, checkWholeReturned(result, after));
      return true;
    },
    /** Sends a patch without operations, which changes nothing. */
    applyNothing: async () => {
      if (!isValid([])) return;
      const before = await read();
      const result = await sendPatch([]);
      const after = result.isAccepted ? await read() : before;
      if (checkNothingPatched(before, result, after, after) !== undefined)
        report(result, checkNothingPatched(before, result, after, await read()));
    },
    /** Sends two patches of different places at the same time. Both must take effect. */
    applyBoth: async (one: Patch, other: Patch) => {
      if (!isValid(one) || !isValid(other)) return;
      const two = [one, other].map((it) => ({ operation, request: build(it) }));
      const results = await sendConcurrently(run, two);
      const after = await read();
      if (areAccepted(...results))
        for (const it of results) {
          const lost = checkWritePersisted(it, after);
          report(it, lost && { ...lost, message: `of two concurrent patches one is lost: ${lost.message}` });
        }
    },
    /** Sends a patch twice with one idempotency key, and then another patch with it. */
    repeat: async (patch: Patch) => {
      if (findIdempotencyHeader(run.document, operation) === undefined || !isValid(patch)) return;
      const requestId = `${run.createId(`twice ${operation.id}`)}-${run.nonce}`;
      const first = await sendPatch(patch, requestId);
      if (first.isAccepted) {
        const again = await sendPatch(patch, requestId);
        report(again, checkIdempotentReplay(first, again));
        const other = patch.map((it) => ({ ...it, value: makeOtherValue(it.value) ?? null }));
        if (!isValid(other)) return;
        const reused = await sendPatch(other, requestId);
        report(reused, checkKeyOfOtherBody(reused, first, await read()));
      }
    },
    /** Repeats a patch with its idempotency key after a later one. */
    repeatAfterLater: async (patch: readonly [JsonPatchOperation], later: readonly [JsonPatchOperation]) => {
      if (findIdempotencyHeader(run.document, operation) === undefined) return;
      const requestId = `${run.createId(`repeated ${operation.id}`)}-${run.nonce}`;
      if (!(await sendPatch(patch, requestId)).isAccepted) return;
      const second = await sendPatch(later);
      const repeated = await sendPatch(patch, requestId);
      report(repeated, checkLaterKept(second, repeated, await read(), patch[0].path));
    },
  };
}

const MAX_LISTS = 3;
/** Items for an empty list. */
const FREE_ITEMS: readonly Json[] = [{ name: "Loyalty", amount: 100 }, "probe", 7];

/**
 * Adds items to the lists of a resource, replaces one and takes one out, where the spec allows it. An empty list gets a first item. Indexes
 * that a list does not have must be rejected. Returns whether there is any such list.
 */
async function probePatchLists(members: PatchMembers, { report }: Pick<TaskSession, "report">): Promise<boolean> {
  const resource = await readResource(members);
  const lists = [...(isObject(resource) ? listPlaces(resource) : [])].filter((at) => {
    const value = valueAt(resource, at);
    const [item = FREE_ITEMS[0] ?? null] = Array.isArray(value) ? value : [];
    return Array.isArray(value) && listChanges(at, item).some((it) => members.isValid([it]));
  });
  for (const at of lists.slice(0, MAX_LISTS)) {
    const item = await findItem(members, at, resource);
    if (item !== undefined) await changeList(members, report, at, item);
  }
  return lists.length > 0;
}

async function readResource({ read }: PatchMembers): Promise<Json> {
  return (await read()).body;
}

/** The first item of a list. An empty list gets one first. */
async function findItem({ sendPatch, isValid }: PatchMembers, at: Pointer, resource: Json): Promise<Json | undefined> {
  const list = valueAt(resource, at);
  if (!Array.isArray(list) || list.length > 0) return Array.isArray(list) ? list[0] : undefined;
  for (const value of FREE_ITEMS) {
    const patch = [{ op: "add", path: `${at}/-`, value }];
    if (isValid(patch) && (await sendPatch(patch)).isAccepted) return value;
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

async function changeList(
  { sendPatch, read, isValid }: PatchMembers,
  report: TaskSession["report"],
  at: Pointer,
  item: Json,
): Promise<void> {
  let before: ProbeExchange = await read();
  for (const change of listChanges(at, item)) {
    if (!isValid([change])) continue;
    const patch = await sendPatch([change]);
    if (!patch.isAccepted) continue;
    const after = await read();
    report(patch, checkListPatched(before, patch, after));
    before = after;
  }
  for (const index of WRONG_INDEXES) {
    const wrong = [{ op: "add", path: `${at}/${index}`, value: makeOtherItem(item) }];
    if (!isValid(wrong)) continue;
    const patch = await sendPatch(wrong);
    report(patch, checkWrongIndex(patch, before));
    if (patch.isAccepted) before = await read();
  }
}

/** An item whose numbers differ, or another text. */
function makeOtherItem(item: Json): Json {
  if (typeof item === "number") return item + 1;
  if (typeof item === "string") return `${item} 2`;
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, it]) => [name, typeof it === "number" ? it + 1 : it]));
}

type PatchMembers = {
  readonly sendPatch: (patch: Patch) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly isValid: (patch: Patch) => boolean;
  /** Restores the resource, if the spec has an operation for that. */
  readonly restore: (() => Promise<unknown>) | undefined;
};

type MemberSession = Pick<TaskSession, "report" | "discard">;

const MAX_OBJECTS = 2;

/** Adds members with escaped names, where the spec allows it and the resource can be restored. */
async function probePatchMembers(members: PatchMembers, session: MemberSession): Promise<void> {
  const resource = (await members.read()).body;
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
  const sendPatch = (patch: Patch) => keep(members.sendPatch(patch));
  const read = () => keep(members.read());
  const object = valueAt((await read()).body, at);
  const plain = addMember(at, PLAIN_NAME, object);
  const isAdded = members.isValid([plain]) && (await sendPatch([plain])).isAccepted;
  const shown = isAdded ? valueAt((await read()).body, plain.path) : undefined;
  const patch = isSameJson(shown ?? null, plain.value ?? null)
    ? await sendPatch([addMember(at, ESCAPED_NAME, object)])
    : undefined;
  const finding = patch?.isAccepted ? checkEscapedMember(patch, await read()) : undefined;
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
