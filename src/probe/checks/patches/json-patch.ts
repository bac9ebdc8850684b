import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type Pointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { defineAcceptedRule, readView } from "../rule.js";

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
export function checkMissingTarget(
  patch: ProbeExchange,
  before: ProbeExchange,
  path: Pointer,
): CheckFinding | undefined {
  const isThere = readResponseJson(before) === undefined || readView(before).at(path) !== undefined;
  if (!isAccepted(patch) || !isAccepted(before) || isThere) return undefined;
  const [operation] = (readJsonPatch(patch.request) ?? []).filter((it) => it.path === path);
  const message = `the response is ${patch.exchange.response.status} for ${operation?.op ?? "an operation"} of ${toPrintable(path)}, which does not exist; expected a 4xx (RFC 6902, section 4)`;
  const place = { part: "response.status" } as const;
  return readView(patch).fail("exchange.patch.differs", message, `missing target of ${operation?.op ?? ""}`, place);
}

/** Checks that the value of a `replace` is the whole new value: nothing of the old one is left (RFC 6902, section 4.3). */
export const checkReplacedWhole = defineAcceptedRule<3>((before, patch, after) => {
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
export const checkPatchedOnly = defineAcceptedRule<3>((before, patch, after) => {
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
export const VERSION_NAME = /updated|modified|changed|version|revision|etag|links?$|time|date/i;

/** Whether a property may be written: the spec does not mark it as read-only in the response. */
function isWritable({ document, operation }: ProbeExchange, name: string): boolean {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  const { nodes } = getGenerationContext({ document });
  const property = schema === undefined ? null : nodes.child(nodes.at([schema]), name);
  return property?.readOnly === undefined && !VERSION_NAME.test(name);
}

/** Checks that a write repeated with its idempotency key does not undo a later write. */
export function checkLaterKept(
  later: ProbeExchange,
  repeated: ProbeExchange,
  read: ProbeExchange,
  path: Pointer,
): CheckFinding | undefined {
  const value = readJsonPatch(later.request)?.find((it) => it.path === path)?.value;
  const shown = isAccepted(read) ? readView(read).at(path) : value;
  if (!isAccepted(later) || value === undefined || shown === value) return undefined;
  const message = `repeated with its idempotency key after another write, the request took effect again: ${toPrintable(path)} is ${toPrintable(JSON.stringify(shown) ?? "missing")}; expected ${toPrintable(JSON.stringify(value))}`;
  return readView(repeated).fail("exchange.replay.differs", message, "applied again", { part: "response.status" });
}
