import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, lastToken, type Pointer, parentPointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { listChanges } from "../../round-trip/list-changes.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { type JsonPatchOperation, readJsonPatch, VERSION_NAME } from "./json-patch.js";

/** Checks what an operation does inside of a list: `add` inserts an item, `remove` takes one out, `move` does both (RFC 6902, section 4). */
export function checkListPatched(
  before: ProbeExchange,
  patch: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const [operation] = readJsonPatch(patch.request) ?? [];
  if (operation === undefined || ![before, patch, after].every(isAccepted)) return undefined;
  const { op, path } = operation;
  const list = parentPointer(path);
  const [then, now] = [before, after].map((it) => readAt(it, list));
  const expected = Array.isArray(then) ? applyToList(then, operation) : undefined;
  if (expected === undefined || !Array.isArray(then) || !Array.isArray(now)) return undefined;
  // Item by item, because the order counts.
  const isChanged = expected.some((it, at) => [...listChanges(it, now[at], list)].some(({ kind }) => kind !== "form"));
  if (!isChanged && now.length === expected.length) return undefined;
  const shown = now.length === expected.length ? "other items or another order" : `${now.length} items`;
  const rule = op === "add" && lastToken(path) === "-" ? "add with - appends an item at the end" : LIST_RULES[op];
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    message: `after ${op} of ${toPrintable(path)}, the array ${toPrintable(list)} has ${shown}; expected ${expected.length} items: ${rule} (RFC 6902, section 4)`,
    valueClass: `${op} in a list`,
  });
}

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
export function checkMoved(
  before: ProbeExchange,
  patch: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const [operation, ...others] = readJsonPatch(patch.request) ?? [];
  if (operation?.from === undefined || others.length > 0 || ![before, patch, after].every(isAccepted)) return undefined;
  const { op, path, from } = operation;
  const value = readAt(before, from);
  if (value === undefined || Array.isArray(readAt(before, parentPointer(from)))) return undefined;
  const isThere = isSameJson(value, readAt(after, path) ?? null);
  const isLeft = op === "move" && isSameJson(value, readAt(after, from) ?? null);
  if (isThere && !isLeft) return undefined;
  const shown = isThere ? `${toPrintable(from)} is still there` : `${toPrintable(path)} does not have its value`;
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    message: `after ${op} of ${toPrintable(from)} to ${toPrintable(path)}, ${shown} (RFC 6902, section 4)`,
    valueClass: isThere ? "moved member kept" : `${op} without effect`,
  });
}

/** Checks that a patch is rejected whose index is larger than the list, or begins with 0 (RFC 6901, section 4; RFC 6902, section 4.1). */
export function checkWrongIndex(patch: ProbeExchange, before: ProbeExchange): CheckFinding | undefined {
  const [{ op, path } = { op: "", path: "" }] = readJsonPatch(patch.request) ?? [];
  const list = readAt(before, parentPointer(path));
  const token = lastToken(path);
  const isWrong = Array.isArray(list) && (/^0\d/.test(token) || Number(token) > list.length);
  if (!isAccepted(patch) || !isAccepted(before) || !isWrong) return undefined;
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    part: "response.status",
    message: `the response is ${patch.exchange.response.status} for ${op} of ${toPrintable(path)} in an array of ${list.length} items; expected a 4xx: an index is not larger than the array and has no leading zeros (RFC 6901, section 4)`,
    valueClass: /^0\d/.test(token) ? "index with a zero" : "index beyond the end",
  });
}

/**
 * Checks that nothing of a rejected patch was applied (RFC 5789, section 2). `again` is a second read after it: what differs between the two
 * changes by itself.
 */
export function checkPatchWhole(
  before: ProbeExchange,
  refused: ProbeExchange,
  after: ProbeExchange,
  again: ProbeExchange,
): CheckFinding | undefined {
  const { status } = refused.exchange.response;
  if (status < 400 || status >= 500 || ![before, after, again].every(isAccepted)) return undefined;
  const operations = readJsonPatch(refused.request) ?? [];
  const at = operations.findIndex(({ path }) => {
    const [then, now, later] = [before, after, again].map((it) => readAt(it, path) ?? null);
    return !isSameJson(then ?? null, now ?? null) && isSameJson(now ?? null, later ?? null);
  });
  const { op, path } = operations[at] ?? { op: "", path: "" };
  if (at === -1) return undefined;
  const shown = JSON.stringify(readAt(after, path)) ?? "missing";
  return createProbeFinding(refused, {
    code: "exchange.refusal.applied",
    part: "response.status",
    message: `the patch was rejected with ${status}, but its operation ${at + 1} (${op} of ${toPrintable(path)}) was applied: it is ${toPrintable(shown)} in ${after.operation.id} afterwards; a patch is applied as a whole or not at all (RFC 5789, section 2)`,
    valueClass: "patch partly applied",
  });
}

/** Checks that a patch without operations changes nothing. `again` is a second read after it. */
export function checkNothingPatched(
  before: ProbeExchange,
  patch: ProbeExchange,
  after: ProbeExchange,
  again: ProbeExchange,
): CheckFinding | undefined {
  const [then, now, later] = [before, after, again].map((it) => readAt(it, ""));
  if (![before, patch, after, again].every(isAccepted) || !isObject(then) || !isObject(now) || !isObject(later))
    return undefined;
  const name = Object.keys({ ...then, ...now }).find(
    (it) =>
      !VERSION_NAME.test(it) &&
      !isSameJson(then[it] ?? null, now[it] ?? null) &&
      isSameJson(now[it] ?? null, later[it] ?? null),
  );
  if (name === undefined) return undefined;
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    message: `${toPrintable(name)} differs after a patch without operations; expected that it changes nothing (RFC 6902, section 3)`,
    valueClass: "empty patch",
  });
}

/** Checks that an added member has the name that its escaped path means (RFC 6901, section 4). */
export function checkEscapedMember(patch: ProbeExchange, after: ProbeExchange): CheckFinding | undefined {
  const [{ path, value } = { path: "" }] = readJsonPatch(patch.request) ?? [];
  const isShown = value === undefined || isSameJson(value, readAt(after, path) ?? null);
  if (!path.includes("~") || isShown || ![patch, after].every(isAccepted)) return undefined;
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    message: `${toPrintable(JSON.stringify(value))} was added at ${toPrintable(path)}, but there is no ${toPrintable(lastToken(path))} afterwards: in a path, ~1 stands for / and ~0 for ~ (RFC 6901, section 4)`,
    valueClass: "escaped path",
  });
}

function readAt(result: ProbeExchange, at: Pointer): Json | undefined {
  return valueAt((readResponseJson(result) ?? null) as Json, at);
}
