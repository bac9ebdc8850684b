import {
  dropUndefined,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  parentPointer,
} from "../../../document/index.js";
import { findIdempotencyKey } from "../../../resources/index.js";
import { getSchemas, isEqual, toPrintable } from "../../../schema/index.js";
import { checkIdempotentReplay, checkWritePersisted } from "../../checks/resource.js";
import {
  type CaseRequest,
  type JsonPatch,
  type JsonPatchOperation,
  putBody,
  readJsonPatch,
} from "../../requests/probe-case.js";
import { areAccepted, hasChanged, type ProbeExchange, type Rule, whenAccepted } from "../../session/probe-exchange.js";
import { checkCreationKept } from "../lifecycle/lifecycle.js";
import { buildRead, confirm, createOpenRequest, type ScenarioRun, type WriteTarget } from "../scenario-context.js";
import { checkKeyOfOtherBody, checkRefusedUnchanged, sendConcurrently } from "../write-variants.js";

/** Patches that the service should accept, patches that it should reject, and what each of them must do. */

/** Sends patches of one resource, and reads it. */
export type PatchSender = ReturnType<typeof createPatchSender>;

export function createPatchSender(run: ScenarioRun, target: WriteTarget) {
  const { operation, request } = target.base;
  const build = (patch: Json): CaseRequest => putBody(request, patch);
  return {
    ...{ run, operation, build },
    isValid: (patch: Json): boolean => run.isValid(operation, build(patch)),
    sendPatch: (patch: Json, requestId?: string, ...rules: readonly Rule[]): Promise<ProbeExchange> =>
      run.sendChecked({ operation, request: build(patch), ...dropUndefined({ requestId }) }, ...rules),
    /** Sends what the spec does not allow. The check of the exchange reports it if the service accepts it. */
    refuse: (patch: Json, at: Pointer, what: string): Promise<ProbeExchange> => {
      const edit = { part: "body", at, contract: operation.pointer, what } as const;
      return run.sendChecked({ operation, request: build(patch), edit, expect: "refused" });
    },
    read: (): Promise<ProbeExchange> => run.sendChecked(buildRead(target)),
  };
}

/** Other values of the same kind. */
export function listOtherValues(value: Json | undefined): readonly Json[] {
  const values: Json[] = [];
  for (let it = makeOtherValue(value); it !== undefined && values.length < 3; it = makeOtherValue(it)) values.push(it);
  return values;
}

/** Texts stay, because they may be codes. */
export function makeOtherValue(value: Json | undefined): Json | undefined {
  return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : undefined;
}

/** The operations on numbers and booleans at different places. */
export function selectScalars({ isValid }: PatchSender, patch: JsonPatch): readonly JsonPatchOperation[] {
  const scalars = patch.filter((it) => it.op !== "remove" && makeOtherValue(it.value) !== undefined && isValid([it]));
  return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
}

/** Sends a patch if it is valid by the spec, and reads its effect. Returns whether the service accepted it. */
export async function checkPatch({ run, sendPatch, read, isValid }: PatchSender, patch: JsonPatch): Promise<boolean> {
  if (!isValid(patch)) return false;
  const before = await read();
  const result = await sendPatch(patch);
  if (!result.isAccepted) return false;
  run.report(result, checkWritePersisted(result, result));
  const after = await read();
  run.report(result, checkWritePersisted(result, after));
  for (const check of [checkReplacedWhole, checkMoved, checkPatchedOnly, checkCreationKept])
    run.report(result, check(before, result, after));
  return true;
}

/** Sends a patch without operations, which changes nothing. */
export async function applyNothing({ run, sendPatch, read, isValid }: PatchSender): Promise<void> {
  if (!isValid([])) return;
  const before = await read();
  const result = await sendPatch([]);
  const after = result.isAccepted ? await read() : before;
  run.report(result, await confirm((again) => checkNothingPatched(before, result, after, again), after, read));
}

/** Sends two patches of different places at the same time. Both must take effect. */
export async function applyBoth(sender: PatchSender, one: JsonPatch, other: JsonPatch): Promise<void> {
  const { run, operation, build, read, isValid } = sender;
  if (!isValid(one) || !isValid(other)) return;
  const two = [one, other].map((it) => ({ operation, request: build(it) }));
  const results = await sendConcurrently(run, two);
  const after = await read();
  for (const it of areAccepted(...results) ? results : []) {
    const lost = checkWritePersisted(it, after);
    run.report(it, lost && { ...lost, message: `of two concurrent patches one is lost: ${lost.message}` });
  }
}

/** Sends a patch twice with one idempotency key, and then another patch with it. */
export async function repeatPatch(sender: PatchSender, patch: JsonPatch): Promise<void> {
  if (findIdempotencyKey(sender.run.document, sender.operation) === undefined || !sender.isValid(patch)) return;
  const requestId = `${sender.run.createId(`twice ${sender.operation.id}`)}-${sender.run.nonce}`;
  const first = await sender.sendPatch(patch, requestId);
  if (!first.isAccepted) return;
  await sender.sendPatch(patch, requestId, (it) => checkIdempotentReplay(first, it));
  const other = patch.map((it) => ({ ...it, value: makeOtherValue(it.value) ?? null }));
  if (!sender.isValid(other)) return;
  const reused = await sender.sendPatch(other, requestId);
  sender.run.report(reused, checkKeyOfOtherBody(reused, first, await sender.read()));
}

/** Repeats a patch with its idempotency key after a later one. */
export async function repeatAfterLater(
  { run, operation, sendPatch, read }: PatchSender,
  first: JsonPatchOperation,
  later: JsonPatchOperation,
): Promise<void> {
  if (findIdempotencyKey(run.document, operation) === undefined) return;
  const requestId = `${run.createId(`repeated ${operation.id}`)}-${run.nonce}`;
  if (!(await sendPatch([first], requestId)).isAccepted) return;
  const second = await sendPatch([later]);
  const repeated = await sendPatch([first], requestId);
  run.report(repeated, checkLaterKept(second, repeated, await read(), first.path));
}

/** Sends bodies that are no JSON Patch: an operation outside of a list, and an object with members of the resource. */
export async function refuseOthers(sender: PatchSender, it: JsonPatchOperation): Promise<void> {
  const { run, operation, build, read, refuse } = sender;
  const [, name = ""] = it.path.split("/");
  const { body } = await read();
  const members = { [name]: (isObject(body) ? body[name] : undefined) ?? null };
  for (const [value, what] of [
    [it, "one operation outside of a list"],
    [members, "an object with members of the resource"],
  ] as const)
    if (!run.isValid(operation, build(value))) await refuse(value, "", what);
}

/** Sends a patch of which one operation fails. The others must not take effect. */
export async function rejectPatch(
  { run, operation, build, read }: PatchSender,
  patch: JsonPatch,
  what = "the target of the last operation does not exist",
): Promise<void> {
  const edit = { part: "body", at: `/${patch.length - 1}`, what } as const;
  const before = await read();
  const refused = await run.sendChecked(createOpenRequest({ operation, request: build(patch) }, edit));
  const after = await read();
  const check = (again: ProbeExchange) =>
    checkPatchWhole(before, refused, after, again) ?? checkRefusedUnchanged(before, refused, after, again);
  run.report(refused, await confirm(check, after, read));
}

/** Sends an operation that the spec does not allow. */
export async function refuseOperation({ isValid, refuse }: PatchSender, it: JsonPatchOperation): Promise<void> {
  const value = it.value === undefined ? "without a value" : `with the value ${JSON.stringify(it.value)}`;
  const what = it.from === undefined ? `${it.op} ${value}` : `the operation ${it.op}`;
  if (!isValid([it])) await refuse([it], "/0/op", what);
}

/** Sends an operation whose target was removed. */
export async function expectMissing(sender: PatchSender, it: JsonPatchOperation): Promise<void> {
  const before = await sender.read();
  if (sender.isValid([it]))
    await sender.sendPatch([it], undefined, (result) => checkMissingTarget(result, before, it.path));
}

/** Checks that a patch is rejected if the target of an operation does not exist (RFC 6902, sections 4.2 and 4.3). */
export const checkMissingTarget = whenAccepted<2, [Pointer]>((patch, before, path) => {
  const isThere = !before.hasJson || before.at(path) !== undefined;
  if (isThere) return undefined;
  const [operation] = (readJsonPatch(patch.request) ?? []).filter((it) => it.path === path);
  const message = `the response is ${patch.status} for ${operation?.op ?? "an operation"} of ${toPrintable(path)}, which does not exist; expected a 4xx (RFC 6902, section 4)`;
  return patch.failStatus("exchange.patch.differs", message, `missing target of ${operation?.op ?? ""}`);
});

/** Checks that the value of a `replace` is the whole new value: nothing of the old one is left (RFC 6902, section 4.3). */
export const checkReplacedWhole = whenAccepted<3>((before, patch, after) => {
  for (const { op, path, value } of readJsonPatch(patch.request) ?? []) {
    const [old, shown] = [before.at(path), after.at(path)];
    if (op !== "replace" || !isObject(value) || !isObject(old) || !isObject(shown)) continue;
    const left = Object.keys(shown).find((name) => Object.hasOwn(old, name) && !Object.hasOwn(value, name));
    if (left === undefined) continue;
    const message = `${toPrintable(`${path}/${left}`)} is still there after a replace of ${toPrintable(path)} without it; expected only what was written (RFC 6902, section 4.3)`;
    return patch.fail("exchange.patch.differs", message, "replace merges");
  }
  return undefined;
});

/** Checks that a patch keeps the properties that it does not name, and the items of their lists. */
export const checkPatchedOnly = whenAccepted<3>((before, patch, after) => {
  const [then, now] = [before, after].map((it) => it.body);
  if (!isObject(then) || !isObject(now)) return undefined;
  const places = (readJsonPatch(patch.request) ?? []).flatMap(({ path, from = path }) => [path, from]);
  const named = new Set(places.map((it) => it.split("/")[1]));
  const others = Object.keys(then).filter((name) => !named.has(name));
  const lost = others.find((name) => then[name] !== null && !Object.hasOwn(now, name));
  const shorter = others.find((name) => isShorter(then[name], now[name]) && isWritable(before, name));
  const name = lost ?? shorter;
  if (name === undefined) return undefined;
  const left = lost === undefined ? `has only ${(now[name] as Json[]).length} of its items` : "is gone";
  const message = `${toPrintable(name)} ${left} after ${patch.operation.id}, which does not name it (RFC 6902, section 3)`;
  return patch.fail("exchange.write.lost", message, `${patch.operation.id} dropped`);
});

function isShorter(list: Json | undefined, shown: Json | undefined): boolean {
  return Array.isArray(list) && Array.isArray(shown) && shown.length < list.length;
}

/** What a service may set at each write. */
const VERSION_NAME = /updated|modified|changed|version|revision|etag|links?$|time|date/i;

/** Whether a property may be written: the spec does not mark it as read-only in the response. */
function isWritable({ document, operation }: ProbeExchange, name: string): boolean {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  const { model } = getSchemas(document);
  const property = schema === undefined ? null : model.child(model.at([schema]), name);
  return property?.readOnly === undefined && !VERSION_NAME.test(name);
}

/** Checks that a write repeated with its idempotency key does not undo a later write. */
export const checkLaterKept: Rule<3, [Pointer]> = (later, repeated, read, path) => {
  const value = readJsonPatch(later.request)?.find((it) => it.path === path)?.value;
  const shown = read.isAccepted ? read.at(path) : value;
  if (!later.isAccepted || value === undefined || shown === value) return undefined;
  const message = `repeated with its idempotency key after another write, the request took effect again: ${toPrintable(path)} is ${toPrintable(JSON.stringify(shown) ?? "missing")}; expected ${toPrintable(JSON.stringify(value))}`;
  return repeated.failStatus("exchange.replay.differs", message, "applied again");
};

/** Checks that the target of `copy` and `move` has the value of the source, which `move` removes (RFC 6902, sections 4.4 and 4.5). */
const checkMoved = whenAccepted<3>((before, patch, after) => {
  const [operation, ...others] = readJsonPatch(patch.request) ?? [];
  if (operation?.from === undefined || others.length > 0) return undefined;
  const { op, path, from } = operation;
  const value = before.at(from);
  if (value === undefined || Array.isArray(before.at(parentPointer(from)))) return undefined;
  const isThere = isEqual(value, after.at(path) ?? null);
  const isLeft = op === "move" && isEqual(value, after.at(from) ?? null);
  if (isThere && !isLeft) return undefined;
  const shown = isThere ? `${toPrintable(from)} is still there` : `${toPrintable(path)} does not have its value`;
  const message = `after ${op} of ${toPrintable(from)} to ${toPrintable(path)}, ${shown} (RFC 6902, section 4)`;
  return patch.fail("exchange.patch.differs", message, isThere ? "moved member kept" : `${op} without effect`);
});

/**
 * Checks that nothing of a rejected patch was applied (RFC 5789, section 2). `again` is a second read after it: what differs between the two
 * changes by itself.
 */
export const checkPatchWhole: Rule<4> = (before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || !areAccepted(before, after, again)) return undefined;
  const operations = readJsonPatch(refused.request) ?? [];
  const at = operations.findIndex(({ path }) => hasChanged([before, after, again], (it) => it.at(path)));
  const { op, path } = operations[at] ?? { op: "", path: "" };
  if (at === -1) return undefined;
  const shown = JSON.stringify(after.at(path)) ?? "missing";
  const message = `the patch was rejected with ${status}, but its operation ${at + 1} (${op} of ${toPrintable(path)}) was applied: it is ${toPrintable(shown)} in ${after.operation.id} afterwards; a patch is applied as a whole or not at all (RFC 5789, section 2)`;
  return refused.failStatus("exchange.refusal.applied", message, "patch partly applied");
};

/** Checks that a patch without operations changes nothing. `again` is a second read after it. */
export const checkNothingPatched = whenAccepted<4>((before, patch, after, again) => {
  const reads = [before, after, again] as const;
  if (!reads.every(({ body }) => isObject(body))) return undefined;
  const names = reads.flatMap(({ body }) => Object.keys(body ?? {}));
  const name = names.find((it) => !VERSION_NAME.test(it) && hasChanged(reads, (read) => read.at(joinPointer("", it))));
  if (name === undefined) return undefined;
  const message = `${toPrintable(name)} differs after a patch without operations; expected that it changes nothing (RFC 6902, section 3)`;
  return patch.fail("exchange.patch.differs", message, "empty patch");
});
