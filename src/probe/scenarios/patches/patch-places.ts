import { isObject, type Json, lastToken, type Pointer, parentPointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { checkValidRejected } from "../../checks/response.js";
import { type CaseEdit, type JsonPatch, type JsonPatchOperation, readJsonPatch } from "../../requests/probe-case.js";
import { listChanges } from "../../round-trip/list-changes.js";
import { type ProbeExchange, whenAccepted } from "../../session/probe-exchange.js";
import { listPlaces, listReplacements, type PatchSender } from "./patch-sender.js";

const MAX_DOCUMENTED = 14;
const MAX_UNDOCUMENTED = 24;

/**
 * Sends operations that change nothing to each place of a resource: they put the value that is there. Where the spec allows `replace`
 * and the service accepts it, it must accept the other operations that the spec allows there, because they do the same. What
 * the spec does not allow must be rejected.
 */
export async function probePatchPaths(sender: PatchSender): Promise<void> {
  const shown = await sender.read();
  if (!shown.isAccepted || !isObject(shown.body)) return;
  const replacements = listReplacements(shown.body);
  const documented = replacements.filter((it) => sender.isValid([it]));
  for (const it of documented.slice(0, MAX_DOCUMENTED)) await probeDocumented(sender, it);
  const others = replacements.filter((it) => !documented.includes(it));
  for (const it of others.slice(0, MAX_UNDOCUMENTED)) await refuseOperation(sender, it);
}

async function probeDocumented(sender: PatchSender, { path, value = null }: JsonPatchOperation): Promise<void> {
  const { run, operation, build, isValid, sendPatch } = sender;
  const replace = [{ op: "replace", path, value }];
  const before = await sendPatch(replace);
  if (!before.isAccepted) return;
  for (const op of ["add", "test"]) {
    const patch = [{ op, path, value }];
    if (!isValid(patch)) {
      await refuseOperation(sender, { op, path, value });
      continue;
    }
    const what = `${op} of ${path}, whose effect is that of an accepted replace (RFC 6902, section 4)`;
    const edit: CaseEdit = { part: "body", at: "/0/op", contract: operation.pointer, what };
    const again = { operation, request: build(patch), edit, expect: "open" } as const;
    const result = await run.sendChecked(again);
    if (result.isAccepted) continue;
    const second = await run.send(again);
    const after = await run.send({ operation, request: build(replace) });
    run.report(result, checkValidRejected(before, result, second, after));
    run.discard(second);
  }
}

function refuseOperation({ refuse }: PatchSender, it: JsonPatchOperation): Promise<ProbeExchange> {
  return refuse([it], "/0", `${it.op} of ${it.path}, which the spec does not allow`);
}

const MAX_LISTS = 3;
/** An item of a list whose items may have any property. */
export const FREE_ITEM: Json = { name: "Loyalty", amount: 100 };
/** Items for an empty list. */
const FREE_ITEMS: readonly Json[] = [FREE_ITEM, "probe", 7];

/**
 * Adds items to the lists of a resource, replaces one and takes one out, where the spec allows it. An empty list gets a first item. Indexes
 * that a list does not have must be rejected. Returns whether there is any such list.
 */
export async function probePatchLists(sender: PatchSender): Promise<boolean> {
  const { body } = await sender.read();
  const lists = listPlaces(body).filter((at) => {
    const value = valueAt(body, at);
    const [item = FREE_ITEM] = Array.isArray(value) ? value : [];
    return Array.isArray(value) && listOperations(at, item).some((it) => sender.isValid([it]));
  });
  for (const at of lists.slice(0, MAX_LISTS)) {
    const item = await findItem(sender, at, body);
    if (item !== undefined) await changeList(sender, at, item);
  }
  return lists.length > 0;
}

/** The first item of a list. An empty list gets one first. */
async function findItem({ sendPatch, isValid }: PatchSender, at: Pointer, resource: Json): Promise<Json | undefined> {
  const list = valueAt(resource, at);
  if (!Array.isArray(list) || list.length > 0) return Array.isArray(list) ? list[0] : undefined;
  for (const value of FREE_ITEMS) {
    const patch = [{ op: "add", path: `${at}/-`, value }];
    if (isValid(patch) && (await sendPatch(patch)).isAccepted) return value;
  }
  return undefined;
}

/** Operations on a list with items: at its end, at its start, inside, a removal, and those that take an item of the list. */
function listOperations(at: Pointer, first: Json): JsonPatch {
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

async function changeList(sender: PatchSender, at: Pointer, item: Json): Promise<void> {
  const { sendPatch, read, isValid, run } = sender;
  let before = await read();
  for (const change of listOperations(at, item)) {
    const patch = isValid([change]) ? await sendPatch([change]) : undefined;
    if (!patch?.isAccepted) continue;
    const after = await read();
    run.report(patch, checkListPatched(before, patch, after));
    before = after;
  }
  for (const index of WRONG_INDEXES) {
    const wrong = [{ op: "add", path: `${at}/${index}`, value: makeOtherItem(item) }];
    if (!isValid(wrong)) continue;
    const patch = await sendPatch(wrong);
    run.report(patch, checkWrongIndex(patch, before));
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

/** Checks what an operation does inside of a list: `add` inserts an item, `remove` takes one out, `move` does both (RFC 6902, section 4). */
export const checkListPatched = whenAccepted<3>((before, patch, after) => {
  const [operation] = readJsonPatch(patch.request) ?? [];
  if (operation === undefined) return undefined;
  const { op, path } = operation;
  const list = parentPointer(path);
  const [then, now] = [before.at(list), after.at(list)];
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
function applyToList(list: readonly Json[], operation: JsonPatchOperation): readonly Json[] | undefined {
  const { op, path, from, value } = operation;
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

const MAX_OBJECTS = 2;
const PLAIN_NAME = "probe";
/** `probe/a~b` as a token of a JSON Pointer. */
const ESCAPED_NAME = "probe~1a~0b";

/** Adds members with escaped names, where the spec allows it and the resource can be restored. */
export async function probePatchMembers(sender: PatchSender): Promise<void> {
  const { body } = await sender.read();
  const objects = listPlaces(body).filter((at) => {
    const value = valueAt(body, at);
    const canRestore = sender.restore !== undefined || sender.isValid([{ op: "remove", path: `${at}/${PLAIN_NAME}` }]);
    return isObject(value) && canRestore && sender.isValid([addMember(at, ESCAPED_NAME, value)]);
  });
  for (const at of objects.slice(0, MAX_OBJECTS)) await addMembers(sender, at);
}

/**
 * Adds an escaped name only if the service stores a plain one, because it may not keep unknown members. The exchanges are left out of the
 * report, because the members are undeclared.
 */
async function addMembers({ run, isValid, restore, ...sender }: PatchSender, at: Pointer): Promise<void> {
  const sent: ProbeExchange[] = [];
  const keep = async (result: Promise<ProbeExchange>): Promise<ProbeExchange> => {
    sent.push(await result);
    return result;
  };
  const sendPatch = (patch: JsonPatch) => keep(sender.sendPatch(patch));
  const read = () => keep(sender.read());
  const object = (await read()).at(at);
  const plain = addMember(at, PLAIN_NAME, object);
  const isAdded = isValid([plain]) && (await sendPatch([plain])).isAccepted;
  const isStored = isAdded && isSameJson((await read()).at(plain.path), plain.value);
  const patch = isStored ? await sendPatch([addMember(at, ESCAPED_NAME, object)]) : undefined;
  const finding = patch?.isAccepted ? checkEscapedMember(patch, await read()) : undefined;
  if (patch !== undefined) run.report(patch, finding);
  for (const name of isAdded ? [PLAIN_NAME, ESCAPED_NAME] : []) {
    const removal = [{ op: "remove", path: `${at}/${name}` }];
    if (isValid(removal)) await sendPatch(removal);
  }
  if (isAdded) await restore?.();
  for (const it of sent) if (finding === undefined || it !== patch) run.discard(it);
}

/** The value has the type of those that are there. */
function addMember(at: Pointer, name: string, object: Json | undefined): JsonPatchOperation {
  const present = isObject(object) ? Object.values(object).find((it) => typeof it !== "object") : undefined;
  const value = typeof present === "string" || typeof present === "boolean" ? present : 7;
  return { op: "add", path: `${at}/${name}`, value };
}

/** Checks that an added member has the name that its escaped path means (RFC 6901, section 4). */
export const checkEscapedMember = whenAccepted<2>((patch, after) => {
  const [{ path, value } = { path: "" }] = readJsonPatch(patch.request) ?? [];
  const isShown = value === undefined || isSameJson(value, after.at(path) ?? null);
  if (!path.includes("~") || isShown) return undefined;
  const message = `${toPrintable(JSON.stringify(value))} was added at ${toPrintable(path)}, but there is no ${toPrintable(lastToken(path))} afterwards: in a path, ~1 stands for / and ~0 for ~ (RFC 6901, section 4)`;
  return patch.fail("exchange.patch.differs", message, "escaped path");
});
