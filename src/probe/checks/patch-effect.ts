import type { CheckFinding } from "../../checks/index.js";
import { type Json, lastToken, type Pointer, parentPointer, valueAt } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { listChanges } from "../round-trip/list-changes.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { type JsonPatchOperation, readJsonPatch } from "./json-patch.js";
import { createProbeFinding } from "./probe-finding.js";

/** Checks that `add` inserts an item into a list, and `remove` takes one out (RFC 6902, sections 4.1 and 4.2). */
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
  const [change] = [...listChanges(expected, now, list)].filter(({ kind }) => kind !== "form");
  if (change === undefined && now.length === expected.length) return undefined;
  const shown = now.length === expected.length ? "other items or another order" : `${now.length} items`;
  const rule = op === "add" ? "add inserts an item before that index" : "remove takes out the item at that index";
  return createProbeFinding(patch, {
    code: "exchange.patch.differs",
    message: `after ${op} of ${toPrintable(path)}, the array ${toPrintable(list)} has ${shown}; expected ${expected.length} items: ${rule} (RFC 6902, section 4)`,
    valueClass: `${op} in a list`,
  });
}

/** The list after `add` or `remove`; undefined for other operations and places outside of the list. */
function applyToList(list: readonly Json[], { op, path, value }: JsonPatchOperation): readonly Json[] | undefined {
  const token = lastToken(path);
  const at = token === "-" ? list.length : Number(token);
  if (op === "add" && value !== undefined && at <= list.length) return [...list.slice(0, at), value, ...list.slice(at)];
  return op === "remove" && at < list.length ? list.filter((_, index) => index !== at) : undefined;
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
