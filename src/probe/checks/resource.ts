import { createShownSecretFinding, findShownSecret } from "../../check/index.js";
import {
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { splitWords } from "../../resources/index.js";
import { getSchemas, isEqual, isSensitive, toPrintable } from "../../schema/index.js";
import { listBodyProperties } from "../body-properties.js";
import { listChanges } from "../round-trip/list-changes.js";
import { getItemIdentity, type ProbeExchange, type Rule, toProperty, whenAccepted } from "../session/probe-exchange.js";

/** Checks that a successful write is visible in a later response, or in its own response. */
export const checkWritePersisted: Rule<2> = (write, read) => {
  if (!write.isAccepted) return undefined;
  // A 202 response does not promise that the write is complete (RFC 9110, section 15.3.3).
  if (read.status === 404 && write.status !== 202) {
    const message = `${write.operation.id} responded with ${write.status}, but ${read.operation.id} responds with 404 afterwards`;
    return read.failStatus("exchange.write.lost", message, `${write.operation.id} not there`, {
      contract: write.operation.pointer,
    });
  }
  if (write.exchange === read.exchange && isAcknowledgment(write)) return undefined;
  const mismatch = findLostPlace(write, read);
  if (mismatch === undefined) return undefined;
  const where = write.exchange === read.exchange ? "the response to the write" : `${read.operation.id} afterwards`;
  const message = `${toPrintable(mismatch === "" ? "the body" : mismatch)} was written with ${write.operation.id}, but differs in ${where}`;
  const valueClass = `${write.operation.id} ${toProperty(mismatch)}`;
  return read.fail("exchange.write.lost", message, valueClass, { at: mismatch });
};

/** Whether the response to a write neither shows nor documents a written property, such as `{}`: it does not show what is stored. */
function isAcknowledgment({ document, sent, written, resource, documented }: ProbeExchange): boolean {
  const declared = listBodyProperties(document, documented?.content ?? []);
  return isObject(sent) && !Object.keys(written).some((name) => Object.hasOwn(resource, name) || declared.has(name));
}

/** Finds the first place of the written body whose value a successful read shows differently, or not at all. */
export function findLostPlace(write: ProbeExchange, read: ProbeExchange): Pointer | undefined {
  const { body } = write.request;
  if (body === undefined || !("value" in body) || !read.isAccepted || !read.hasJson) return undefined;
  // A write to all items of a list has other properties than the list.
  const isOfItems = isObject(write.sent) && !Object.keys(write.sent).some((name) => Object.hasOwn(read.resource, name));
  if (isOfItems && read.list !== undefined) return undefined;
  return Array.isArray(write.sent)
    ? findLostByPatch(write.sent, read.body)
    : findLost(dropPatchedLists(write), read.body, "", createSensitiveTest(write));
}

/** A PATCH without a standard format may list changes in an array, which the resource does not contain. */
function dropPatchedLists({ operation, request, sent }: ProbeExchange): Json {
  const isMerge = operation.method !== "PATCH" || request.body?.contentType.includes("merge-patch") === true;
  if (isMerge || !isObject(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, it]) => !Array.isArray(it)));
}

/** Finds the first location where the response lacks a written value. Additional values, and other forms, are allowed. */
function findLost(
  written: Json,
  shown: Json | undefined,
  at: string,
  isHidden?: (at: Pointer) => boolean,
): string | undefined {
  for (const change of listChanges(written, shown, at, isHidden)) if (change.kind === "lost") return change.at;
  return undefined;
}

/** Creates a test for write-only and sensitive properties. */
export function createSensitiveTest({
  document,
  operation,
  request: { body },
}: ProbeExchange): (at: Pointer) => boolean {
  const schema = operation.requestBody?.content.find(({ range }) => range === body?.contentType)?.schema;
  return (at) => schema !== undefined && isSensitive(getSchemas(document), schema, at);
}

/** Finds a lost value of a JSON Patch (RFC 6902), ignoring operations that a later one overwrites. */
function findLostByPatch(operations: readonly Json[], shown: Json): string | undefined {
  const effective = operations.filter((operation, at) => !isOverwritten(operation, operations.slice(at + 1)));
  return effective.map((operation) => findLostByOperation(operation, shown)).find((place) => place !== undefined);
}

/** Indexes of arrays may have shifted. */
function isOverwritten(operation: Json, later: readonly Json[]): boolean {
  const path = isObject(operation) ? String(operation.path) : "";
  const isBelow = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return later.some(
    (it) =>
      isObject(it) &&
      (/\/(\d+|-)(\/|$)/.test(path) || isBelow(String(it.path), path) || isBelow(path, String(it.path))),
  );
}

function findLostByOperation(operation: Json, shown: Json): string | undefined {
  if (!isObject(operation) || typeof operation.path !== "string") return undefined;
  const { op, path, value } = operation;
  if (op === "remove") {
    const parent = valueAt(shown, parentPointer(path));
    return isObject(parent) && Object.hasOwn(parent, lastToken(path)) ? path : undefined;
  }
  if ((op !== "replace" && op !== "add") || lastToken(path) === "-" || value === undefined) return undefined;
  const mismatch = findLost(value, valueAt(shown, path), "");
  return mismatch === undefined ? undefined : path + mismatch;
}

/** Checks that an item of a listing equals the resource itself in all shared properties. */
export const checkItemMatchesListing = whenAccepted<2>((listing, single) => {
  const shown = single.resource;
  // The requested id, even if the response contains another one.
  const requestedId = Object.values(single.request.path).at(-1);
  const id = requestedId === undefined ? getItemIdentity(shown) : String(requestedId);
  const { items } = listing;
  const item = items.find((it) => id !== undefined && getItemIdentity(it) === id);
  if (!isObject(item) || !isObject(single.body)) return undefined;
  const listed = Object.fromEntries(
    Object.entries(item).filter(([name, it]) => it !== "" || !isEmptyInLists(single, name)),
  );
  const place = findDifference(listed, shown) ?? findOmitted(item, shown, items);
  if (place === undefined) return undefined;
  const message = `${toPrintable(place)} of ${toPrintable(id ?? "")} differs between ${listing.operation.id} and ${single.operation.id}`;
  return single.fail("exchange.resource.differs", message, toProperty(place), { at: place });
});

/** Whether the description of a property says that it has no value in a list: "empty when listing keys". */
function isEmptyInLists({ document, documented }: ProbeExchange, name: string): boolean {
  const schema = documented?.content[0]?.schema;
  const target = resolvePointer(document, schema)?.pointer;
  const property = target === undefined ? undefined : resolvePointer(document, joinPointer(target, "properties", name));
  return /\b(empty|omitted|absent|hidden|masked)\b.*\blist/is.test(asString(property?.value.description) ?? "");
}

/** A property without content that the item lacks, although other items of the listing have the property. */
function findOmitted(item: JsonObject, shown: JsonObject, items: readonly Json[]): string | undefined {
  const name = Object.keys(shown).find(
    (it) =>
      item[it] === undefined &&
      [false, 0, ""].some((empty) => shown[it] === empty) &&
      items.some((other) => isObject(other) && other[it] !== undefined && other[it] !== null),
  );
  return name === undefined ? undefined : joinPointer("", name);
}

/** A time that changes between two reads by itself, such as `last_activity`. */
const LAST_USE = /^last (activity|active|access(ed)?|seen|used?|login|heartbeat)\b/;

/** Compares only the properties of the item, because a listing may omit others. */
function findDifference(item: JsonObject, shown: JsonObject): string | undefined {
  return Object.keys(item)
    .filter((name) => name !== "links" && name !== "_links" && !LAST_USE.test(splitWords(name).join(" ")))
    .map((name) => findLost(item[name] as Json, shown[name], joinPointer("", name)))
    .find((place) => place !== undefined);
}

/** Checks that a write repeated with the same idempotency key has one effect and one response. */
export const checkIdempotentReplay = whenAccepted<2>((first, second) => {
  const isOther = first.status !== second.status;
  if (!isOther && isEqual(first.body, second.body)) return undefined;
  const what = isOther ? `status ${second.status} instead of ${first.status}` : "another body";
  const message = `repeated with the same idempotency key, the request got ${what}; expected the first response again`;
  const part = isOther ? "response.status" : "response.body";
  return second.fail("exchange.replay.differs", message, isOther ? "status" : "body", { part });
});

/** Checks that a response masks the secrets (`x-sensitive`, `writeOnly`, `format: password`) of the request. */
export const checkSecretMasked = whenAccepted((write) => {
  const { body } = write.request;
  if (body === undefined || !("value" in body)) return undefined;
  const name = findShownSecret(body.value, () => write.body, createSensitiveTest(write));
  return name === undefined ? undefined : createShownSecretFinding(write.operation.pointer, name);
});
