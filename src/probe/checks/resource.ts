import { type CheckFinding, createShownSecretFinding, findShownSecret } from "../../check/index.js";
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
import { findMissing } from "../../resources/selections.js";
import { getSchemas, isEqual, isSensitive, toPrintable } from "../../schema/index.js";
import { listBodyProperties } from "../body-properties.js";
import { getRequestLocations } from "../cases/request-locations.js";
import { getEnvelopeName, openUnwrittenEnvelope } from "../graph/envelope.js";
import { readWrittenBody } from "../requests/probe-case.js";
import { hasContent, listChanges, type PlacedChange } from "../round-trip/list-changes.js";
import { findCodes, hasFreeProperties } from "../round-trip/telling-values.js";
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
  if (write.exchange === read.exchange ? isAcknowledgment(write) : cannotShow(write, read)) return undefined;
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

/** Whether the schema of a read has none of the written properties, so that no read of a correct service shows them. */
function cannotShow(write: ProbeExchange, read: ProbeExchange): boolean {
  const { document, documented: { content = [] } = {}, body, resource } = read;
  const envelope = isObject(body) ? Object.keys(body).filter((name) => body[name] === resource) : [];
  const names = Object.keys(readWritten(write, read) ?? {});
  const schemas = content.flatMap(({ schema }) => schema ?? []);
  const isMissing = (schema: Pointer, name: string): boolean =>
    !Object.hasOwn(resource, name) && findMissing(document, schema, { path: [...envelope, name] }) !== undefined;
  return schemas.length > 0 && names.length > 0 && names.every((name) => schemas.every((it) => isMissing(it, name)));
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

/**
 * Checks that a PATCH with an object keeps the properties that it does not name. A service may compute other values from the
 * change, so only those that are gone count.
 *
 * @param before A read before the change.
 */
export const checkPatchKeeps = whenAccepted<3>((before, patch, after) => {
  const [then, now] = [before.resource, after.resource];
  const written = readWritten(patch, after) ?? {};
  // Commands may have any effect.
  const isMerged = Object.keys(written).some((name) => isEqual(written[name], now[name]));
  if (patch.operation.method !== "PATCH" || !isMerged) return undefined;
  const lost = Object.keys(then).find(
    (name) => !Object.hasOwn(written, name) && hasContent(then[name]) && !hasContent(now[name]),
  );
  if (lost === undefined) return undefined;
  return failUnnamed(patch, after, joinPointer("", lost));
});

/** A property that a PATCH does not name, and has changed: one finding, whichever experiment shows it. */
function failUnnamed(patch: ProbeExchange, after: ProbeExchange, at: Pointer): CheckFinding {
  const shown = valueAt(after.resource, at);
  const now = shown === undefined ? "gone" : JSON.stringify(shown);
  const message = `${toPrintable(at)} is ${toPrintable(now)} after ${patch.operation.id}, which does not name it; expected its value from before`;
  const [, name = ""] = at.split("/");
  const place = { at, contract: patch.operation.pointer };
  return after.fail("exchange.write.lost", message, `${patch.operation.id} unnamed ${name}`, place);
}

/** What a request writes, inside the envelope that the response has too; undefined if one of both has no object. */
function readWritten({ request }: ProbeExchange, { body }: ProbeExchange): JsonObject | undefined {
  const written = readWrittenBody(request);
  const name = getEnvelopeName(body, written);
  const inner = isObject(written) && name !== undefined ? written[name] : written;
  return isObject(body) && isObject(inner) ? inner : undefined;
}

/** Checks that a strong ETag differs if the content does (RFC 9110, section 8.8.1). */
export const checkEntityTag = whenAccepted<2>((before, after) => {
  const [then, now] = [before.header("etag"), after.header("etag")];
  const isChanged = !isEqual(before.body, after.body);
  if (then === undefined || then !== now || !/^"/.test(then) || !isChanged) return undefined;
  const message = `the ETag is ${then}, as before, but the content is another one (RFC 9110, section 8.8.1)`;
  return after.fail("exchange.http.violated", toPrintable(message), "etag kept", { part: "response.headers" });
});

const UPDATE_NAME = /^((last_?)?(updated|modified)(_?(at|on|time|date))?|(update|modification)_?(time|date))$/i;

/** Checks that a change of content moves the time of the last update. A recent one may be that of the change. */
export const checkUpdateShown = whenAccepted<3>((before, write, after) => {
  const [then, now] = [before.resource, after.resource];
  const name = Object.keys(then).find((it) => UPDATE_NAME.test(it)) ?? "";
  const isKept = then[name] === now[name] && !Object.hasOwn(write.written, name);
  const isOld = Date.parse(after.header("date") ?? "") - Date.parse(String(now[name])) > MIN_AGE_MS;
  const isChanged = Object.keys(write.written).some((it) => !isEqual(then[it], now[it]));
  if (!isKept || !isOld || !isChanged) return undefined;
  const message = `${toPrintable(name)} is the same before and after ${write.operation.id}, which changes the resource`;
  const place = { at: joinPointer("", name) };
  return after.fail("exchange.resource.differs", message, `${write.operation.id} update`, place);
});

/** Times have at least the precision of a second. */
const MIN_AGE_MS = 2000;

/** A write, and a response that shows what it wrote: its own, or that of a read after it. */
type RoundTrip = { readonly write: ProbeExchange; readonly shown: ProbeExchange };

/** Reports one change of a round trip. */
export type LostValue = RoundTrip & { readonly finding: CheckFinding };

/**
 * Checks that what several writes have written is shown as written: one finding for each property and kind of change. What the
 * service sets itself does not count: the first write is the example of the spec, and shows what else the service changes.
 */
export function checkRoundTrips(trips: readonly RoundTrip[]): readonly LostValue[] {
  const [first, ...others] = trips.filter(({ write, shown }) => write.isAccepted && shown.isAccepted);
  if (first === undefined) return [];
  const own = listPlacedChanges(first).map(({ at }) => toProperty(at));
  const found = new Map<string, LostValue>();
  let before: Json | undefined = readResource(first);
  const known = new Set([findId(first)]);
  for (const trip of others) {
    const id = findId(trip);
    if (isExisting(trip, id, known)) continue;
    known.add(id);
    const changes = listPlacedChanges(trip).filter(
      ({ at }) => !own.some((place) => `${toProperty(at)}/`.startsWith(`${place}/`)),
    );
    const now = readResource(trip);
    // A single property may be set by the service.
    const isSame = trip.shown !== trip.write && changes.length > 1 && isEqual(before ?? null, now ?? null);
    const isIgnored = isSame && !cannotShow(trip.write, trip.shown);
    before = now;
    if (isIgnored) found.set("", found.get("") ?? { ...trip, finding: createIgnoredFinding(trip) });
    for (const change of isIgnored ? [] : changes) {
      const key = `${toProperty(change.at)} ${change.what}`;
      if (!isStored(change, trip, [first, ...others]) || found.has(key)) continue;
      found.set(key, { ...trip, finding: createLostFinding(trip, change) });
    }
  }
  return [...found.values()];
}

function listPlacedChanges(trip: RoundTrip): readonly PlacedChange[] {
  const resource = readResource(trip);
  const written = trip.write.sent;
  if (resource === undefined) return [];
  const name = getEnvelopeName(resource, written);
  // What is beside the resource in its envelope, such as permissions, is not the resource.
  const at = name === undefined ? "" : joinPointer("", name);
  const [own = null, shown] = [written, resource].map((it) => valueAt(it, at));
  return [...listChanges(own, shown, at, createSensitiveTest(trip.write))];
}

/** Whether a POST returns a known resource that its body does not name: some services create a resource once for a name. */
function isExisting({ write }: RoundTrip, id: string | undefined, known: ReadonlySet<string | undefined>): boolean {
  const isNamed = JSON.stringify(write.sent).includes(`"${id}"`);
  return write.operation.method === "POST" && id !== undefined && known.has(id) && !isNamed;
}

function findId({ shown }: RoundTrip): string | undefined {
  return getItemIdentity(shown.resource);
}

function readResource({ write, shown }: RoundTrip): Json | undefined {
  return shown.hasJson ? openUnwrittenEnvelope(shown.body, write.sent) : undefined;
}

/**
 * Whether the service stores the property: it shows other values of it as they were written. For a text or a number it takes two,
 * because one may be what the service always sets.
 */
function isStored({ at, isDerived, kind }: PlacedChange, trip: RoundTrip, trips: readonly RoundTrip[]): boolean {
  if (kind !== "added" && (isDerived || isInFreeObject(trip.write, at))) return true;
  const shown = new Set<string>();
  for (const it of trips) {
    const [written, now] = readPlace(it, at);
    const isShown = written !== undefined && now !== undefined && [...listChanges(written, now, "")].length === 0;
    if (isShown) shown.add(JSON.stringify(written));
  }
  const [, now] = readPlace(trip, at);
  const isUsuallySet = findCodes(at) === undefined && (typeof now === "string" || typeof now === "number");
  return shown.size >= (isUsuallySet ? 2 : 1);
}

/** Whether the place is a property that the spec does not declare, of an object that may have any property. */
function isInFreeObject({ document, operation, request }: ProbeExchange, at: Pointer): boolean {
  const parent = parentPointer(at).replaceAll(/\/\d+(?=\/|$)/g, "/0");
  return getRequestLocations({ document }, operation, request).some(
    ({ part, at: place, value, node }) =>
      part === "body" && place === parent && isObject(value) && hasFreeProperties(node),
  );
}

function readPlace(trip: RoundTrip, at: Pointer): readonly (Json | undefined)[] {
  return [trip.write.sent, readResource(trip) ?? null].map((value) => valueAt(value, at));
}

function createIgnoredFinding({ write, shown }: RoundTrip): CheckFinding {
  const message = `${shown.operation.id} shows nothing of what ${write.operation.id} has just written; it returns the same as before`;
  // The write is the likelier cause.
  const place = { contract: write.operation.pointer };
  return shown.fail("exchange.write.lost", message, `${write.operation.id} ignored`, place);
}

function createLostFinding({ write, shown }: RoundTrip, { at, kind, what }: PlacedChange): CheckFinding {
  const where = write === shown ? "the response to the write" : `${shown.operation.id} after ${write.operation.id}`;
  const property = toProperty(at);
  const message = `${toPrintable(at === "" ? "the body" : at)}: ${toPrintable(what)} in ${where}`;
  const code = kind === "form" ? "exchange.write.changed" : "exchange.write.lost";
  const valueClass = `${write.operation.id} ${property} ${what.replaceAll(/\d+/g, "n")}`;
  return shown.fail(code, message, valueClass, { at, property });
}
