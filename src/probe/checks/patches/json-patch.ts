import { isObject, type Json, lastToken, type Pointer, parentPointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { listChanges } from "../../round-trip/list-changes.js";
import { areAccepted, type ProbeExchange, type Rule, whenAccepted } from "../../session/probe-exchange.js";

export type JsonPatchOperation = {
  readonly op: string;
  readonly path: Pointer;
  readonly value?: Json;
  readonly from?: Pointer;
};

const OPERATIONS = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/** The operations of a JSON Patch (RFC 6902); undefined if a body is none, whatever its media type. */
export function readJsonPatch({ body }: ProbeExchange["request"]): readonly JsonPatchOperation[] | undefined {
  const value = body && "value" in body ? body.value : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const operations = value.flatMap((it: Json): JsonPatchOperation[] => {
    if (!isObject(it) || typeof it.op !== "string" || typeof it.path !== "string" || !OPERATIONS.has(it.op)) return [];
    const from = typeof it.from === "string" ? { from: it.from } : {};
    return [{ op: it.op, path: it.path, ...from, ...(it.value === undefined ? {} : { value: it.value }) }];
  });
  return operations.length === value.length ? operations : undefined;
}

/** Whether a request can be accepted any number of times: a JSON Patch may remove, move or test what is there only once. */
export function isRepeatable(request: ProbeExchange["request"]): boolean {
  return readJsonPatch(request)?.every(({ op }) => op === "add" || op === "replace") ?? true;
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
  const { model } = getGenerationContext({ document }).schemas;
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

/** Checks what an operation does inside of a list: `add` inserts an item, `remove` takes one out, `move` does both (RFC 6902, section 4). */
export const checkListPatched = whenAccepted<3>((before, patch, after) => {
  const [operation] = readJsonPatch(patch.request) ?? [];
  if (operation === undefined) return undefined;
  const { op, path } = operation;
  const list = parentPointer(path);
  const [then, now] = [before, after].map((it) => it.at(list));
  const expected = Array.isArray(then) ? applyToList(then, operation) : undefined;
  if (expected === undefined || !Array.isArray(then) || !Array.isArray(now)) return undefined;
  // Item by item, because the order counts.
  const isChanged = expected.some((it, at) => [...listChanges(it, now[at], list)].some(({ kind }) => kind !== "form"));
  if (!isChanged && now.length === expected.length) return undefined;
  const shown = now.length === expected.length ? "other items or another order" : `${now.length} items`;
  const rule = op === "add" && lastToken(path) === "-" ? "add with - appends an item at the end" : LIST_RULES[op];
  const message = `after ${op} of ${toPrintable(path)}, the array ${toPrintable(list)} has ${shown}; expected ${expected.length} items: ${rule} (RFC 6902, section 4)`;
  return patch.fail("exchange.patch.differs", message, `${op} in a list`);
});

const LIST_RULES: Readonly<Record<string, string>> = {
  add: "add inserts an item before that index",
  remove: "remove takes out the item at that index",
  replace: "replace sets the item at that index alone",
  move: "move takes out the item at from, and then inserts it",
  copy: "copy inserts the item at from, which stays",
};

/** The list after an operation; undefined for `test` and for places outside of the list. */
function applyToList(
  list: readonly Json[],
  { op, path, from, value }: JsonPatchOperation,
): readonly Json[] | undefined {
  const token = lastToken(path);
  const at = token === "-" ? list.length : Number(token);
  if (from !== undefined) {
    const source = Number(lastToken(from));
    const [item] = parentPointer(from) === parentPointer(path) ? list.slice(source, source + 1) : [];
    const rest = op === "move" ? list.filter((_, index) => index !== source) : list;
    return item === undefined ? undefined : applyToList(rest, { op: "add", path, value: item });
  }
  if (op === "add" && value !== undefined && at <= list.length) return [...list.slice(0, at), value, ...list.slice(at)];
  if (op === "replace" && value !== undefined && at < list.length) return list.with(at, value);
  return op === "remove" && at < list.length ? list.filter((_, index) => index !== at) : undefined;
}

/** Checks that the target of `copy` and `move` has the value of the source, which `move` removes (RFC 6902, sections 4.4 and 4.5). */
export const checkMoved = whenAccepted<3>((before, patch, after) => {
  const [operation, ...others] = readJsonPatch(patch.request) ?? [];
  if (operation?.from === undefined || others.length > 0) return undefined;
  const { op, path, from } = operation;
  const value = before.at(from);
  if (value === undefined || Array.isArray(before.at(parentPointer(from)))) return undefined;
  const isThere = isSameJson(value, after.at(path) ?? null);
  const isLeft = op === "move" && isSameJson(value, after.at(from) ?? null);
  if (isThere && !isLeft) return undefined;
  const shown = isThere ? `${toPrintable(from)} is still there` : `${toPrintable(path)} does not have its value`;
  const message = `after ${op} of ${toPrintable(from)} to ${toPrintable(path)}, ${shown} (RFC 6902, section 4)`;
  return patch.fail("exchange.patch.differs", message, isThere ? "moved member kept" : `${op} without effect`);
});

/** Checks that a patch is rejected whose index is larger than the list, or begins with 0 (RFC 6901, section 4; RFC 6902, section 4.1). */
export const checkWrongIndex = whenAccepted<2>((patch, before) => {
  const [{ op, path } = { op: "", path: "" }] = readJsonPatch(patch.request) ?? [];
  const list = before.at(parentPointer(path));
  const token = lastToken(path);
  const isWrong = Array.isArray(list) && (/^0\d/.test(token) || Number(token) > list.length);
  if (!isWrong) return undefined;
  const message = `the response is ${patch.status} for ${op} of ${toPrintable(path)} in an array of ${list.length} items; expected a 4xx: an index is not larger than the array and has no leading zeros (RFC 6901, section 4)`;
  const kind = /^0\d/.test(token) ? "index with a zero" : "index beyond the end";
  return patch.failStatus("exchange.patch.differs", message, kind);
});

/**
 * Checks that nothing of a rejected patch was applied (RFC 5789, section 2). `again` is a second read after it: what differs between the two
 * changes by itself.
 */
export const checkPatchWhole: Rule<4> = (before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || !areAccepted(before, after, again)) return undefined;
  const operations = readJsonPatch(refused.request) ?? [];
  const at = operations.findIndex(({ path }) => {
    const [then, now, later] = [before, after, again].map((it) => it.at(path) ?? null);
    return !isSameJson(then ?? null, now ?? null) && isSameJson(now ?? null, later ?? null);
  });
  const { op, path } = operations[at] ?? { op: "", path: "" };
  if (at === -1) return undefined;
  const shown = JSON.stringify(after.at(path)) ?? "missing";
  const message = `the patch was rejected with ${status}, but its operation ${at + 1} (${op} of ${toPrintable(path)}) was applied: it is ${toPrintable(shown)} in ${after.operation.id} afterwards; a patch is applied as a whole or not at all (RFC 5789, section 2)`;
  return refused.failStatus("exchange.refusal.applied", message, "patch partly applied");
};

/** Checks that a patch without operations changes nothing. `again` is a second read after it. */
export const checkNothingPatched = whenAccepted<4>((before, patch, after, again) => {
  const [then, now, later] = [before, after, again].map((it) => it.body);
  if (!isObject(then) || !isObject(now) || !isObject(later)) return undefined;
  const name = Object.keys({ ...then, ...now }).find(
    (it) =>
      !VERSION_NAME.test(it) &&
      !isSameJson(then[it] ?? null, now[it] ?? null) &&
      isSameJson(now[it] ?? null, later[it] ?? null),
  );
  if (name === undefined) return undefined;
  const message = `${toPrintable(name)} differs after a patch without operations; expected that it changes nothing (RFC 6902, section 3)`;
  return patch.fail("exchange.patch.differs", message, "empty patch");
});

/** Checks that an added member has the name that its escaped path means (RFC 6901, section 4). */
export const checkEscapedMember = whenAccepted<2>((patch, after) => {
  const [{ path, value } = { path: "" }] = readJsonPatch(patch.request) ?? [];
  const isShown = value === undefined || isSameJson(value, after.at(path) ?? null);
  if (!path.includes("~") || isShown) return undefined;
  const message = `${toPrintable(JSON.stringify(value))} was added at ${toPrintable(path)}, but there is no ${toPrintable(lastToken(path))} afterwards: in a path, ~1 stands for / and ~0 for ~ (RFC 6901, section 4)`;
  return patch.fail("exchange.patch.differs", message, "escaped path");
});
