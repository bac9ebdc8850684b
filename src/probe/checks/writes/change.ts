import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { getEnvelopeName } from "../../graph/response-values.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { listChanges } from "../../round-trip/list-changes.js";
import { readJsonPatch } from "../patches/json-patch.js";
import { defineAcceptedRule, type ExchangeView } from "../rule.js";

/**
 * Checks that a PATCH with an object keeps the properties that it does not name. A service may compute other values from the
 * change, so only those that are gone count.
 *
 * @param before A read before the change.
 */
export const checkPatchKeeps = defineAcceptedRule<3>((before, patch, after) => {
  const [then, now] = [before.resource, after.resource];
  const written = readWritten(patch, after) ?? {};
  // Commands may have any effect.
  const isMerged = Object.keys(written).some((name) => isSameJson(written[name], now[name]));
  if (patch.operation.method !== "PATCH" || !isMerged) return undefined;
  const lost = Object.keys(then).find(
    (name) => !Object.hasOwn(written, name) && hasContent(then[name]) && !hasContent(now[name]),
  );
  if (lost === undefined) return undefined;
  const message = `${toPrintable(lost)} is gone after ${patch.operation.id}, which does not name it`;
  const place = { at: joinPointer("", lost), contract: patch.operation.pointer };
  return after.fail("exchange.write.lost", message, `${patch.operation.id} dropped`, place);
});

/** What a request writes, inside the envelope that the response has too; undefined if one of both has no object. */
function readWritten({ request }: ExchangeView, { body }: ExchangeView): JsonObject | undefined {
  const written = readWrittenBody(request);
  const name = getEnvelopeName(body, written);
  const inner = isObject(written) && name !== undefined ? written[name] : written;
  return isObject(body) && isObject(inner) ? inner : undefined;
}

/**
 * Checks that a PATCH keeps the values of properties that it does not name. Only those count that the creation wrote, and that a read before
 * the PATCH showed as written: a service may compute others.
 */
export const checkUnnamedKept = defineAcceptedRule<4>((created, before, patch, after) => {
  const written = readWritten(created, before);
  const names = listNamed(patch, before);
  if (patch.operation.method !== "PATCH" || written === undefined || names === undefined) return undefined;
  for (const [name, value] of isObject(after.body) ? Object.entries(written) : []) {
    const own = { [name]: value as Json };
    if (names.has(name) || findLost(own, before.resource) !== undefined) continue;
    const at = findLost(own, after.resource);
    if (at === undefined) continue;
    const message = `${toPrintable(at)} was written with ${created.operation.id}, but differs after ${patch.operation.id}, which does not name it`;
    const kind = `${patch.operation.id} unnamed ${at.replaceAll(/\/\d+/g, "/*")}`;
    return after.fail("exchange.write.lost", message, kind, { at, contract: patch.operation.pointer });
  }
  return undefined;
});

function findLost(written: Json, shown: Json): Pointer | undefined {
  return [...listChanges(written, shown, "")].find(({ kind }) => kind === "lost")?.at;
}

/** The outer properties that a patch names; undefined if its body is neither a JSON Patch nor an object. */
function listNamed(patch: ExchangeView, shown: ExchangeView): ReadonlySet<string> | undefined {
  const places = readJsonPatch(patch.request)?.flatMap(({ path, from = path }) => [path, from]);
  if (places !== undefined) return new Set(places.map((it) => it.split("/")[1] ?? ""));
  const body = readWritten(patch, shown);
  return body && new Set(Object.keys(body));
}

export function hasContent(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Checks that a strong ETag differs if the content does (RFC 9110, section 8.8.1). */
export const checkEntityTag = defineAcceptedRule<2>((before, after) => {
  const [then, now] = [before.header("etag"), after.header("etag")];
  const isChanged = !isSameJson(before.body, after.body);
  if (then === undefined || then !== now || !/^"/.test(then) || !isChanged) return undefined;
  const message = `the ETag is ${then}, as before, but the content is another one (RFC 9110, section 8.8.1)`;
  return after.fail("exchange.http.violated", toPrintable(message), "etag kept", { part: "response.headers" });
});
