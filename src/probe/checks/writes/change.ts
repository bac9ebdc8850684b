import type { CheckFinding } from "../../../check/index.js";
import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
  valueAt,
} from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isDeclaredAs, listBodyProperties, readDescription } from "../../body-properties.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { getEnvelopeName, isScalar, openUnwrittenEnvelope } from "../../graph/envelope.js";
import { readJsonPatch, readWrittenBody } from "../../requests/probe-case.js";
import { listChanges, type PlacedChange } from "../../round-trip/list-changes.js";
import { findCodes } from "../../round-trip/telling-values.js";
import {
  getItemIdentity,
  type ProbeExchange,
  type Rule,
  toProperty,
  whenAccepted,
} from "../../session/probe-exchange.js";
import { createSensitiveTest } from "../resource.js";

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
function readWritten({ request }: ProbeExchange, { body }: ProbeExchange): JsonObject | undefined {
  const written = readWrittenBody(request);
  const name = getEnvelopeName(body, written);
  const inner = isObject(written) && name !== undefined ? written[name] : written;
  return isObject(body) && isObject(inner) ? inner : undefined;
}

/**
 * Checks that a PATCH keeps the values of properties that it does not name. Only those count that the creation wrote, and that a read before
 * the PATCH showed as written: a service may compute others.
 */
export const checkUnnamedKept = whenAccepted<4>((created, before, patch, after) => {
  const written = readWritten(created, before);
  const names = listNamed(patch, before);
  if (patch.operation.method !== "PATCH" || written === undefined || names === undefined) return undefined;
  for (const [name, value] of isObject(after.body) ? Object.entries(written) : []) {
    const own = { [name]: value };
    if (names.has(name) || findLost(own, before.resource) !== undefined) continue;
    const at = findLost(own, after.resource);
    if (at === undefined) continue;
    const message = `${toPrintable(at)} was written with ${created.operation.id}, but differs after ${patch.operation.id}, which does not name it`;
    const kind = `${patch.operation.id} unnamed ${toProperty(at)}`;
    return after.fail("exchange.write.lost", message, kind, { at, contract: patch.operation.pointer });
  }
  return undefined;
});

function findLost(written: Json, shown: Json): Pointer | undefined {
  return [...listChanges(written, shown, "")].find(({ kind }) => kind === "lost")?.at;
}

/** The outer properties that a patch names; undefined if its body is neither a JSON Patch nor an object. */
function listNamed(patch: ProbeExchange, shown: ProbeExchange): ReadonlySet<string> | undefined {
  const places = readJsonPatch(patch.request)?.flatMap(({ path, from = path }) => [path, from]);
  if (places !== undefined) return new Set(places.map((it) => it.split("/")[1] ?? ""));
  const body = readWritten(patch, shown);
  return body && new Set(Object.keys(body));
}

export function hasContent(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Checks that a strong ETag differs if the content does (RFC 9110, section 8.8.1). */
export const checkEntityTag = whenAccepted<2>((before, after) => {
  const [then, now] = [before.header("etag"), after.header("etag")];
  const isChanged = !isSameJson(before.body, after.body);
  if (then === undefined || then !== now || !/^"/.test(then) || !isChanged) return undefined;
  const message = `the ETag is ${then}, as before, but the content is another one (RFC 9110, section 8.8.1)`;
  return after.fail("exchange.http.violated", toPrintable(message), "etag kept", { part: "response.headers" });
});

const MIN_MISSING = 3;

/**
 * Checks that the response to a write has the resource, if the spec says that it has the properties that a read shows. A service may
 * leave out some of them, so most must be missing.
 */
export const checkWholeReturned = whenAccepted<2>((write, read) => {
  const declared = listBodyProperties(write.document, write.documented?.content ?? []);
  const names = Object.keys(read.resource).filter((name) => declared.has(name));
  const missing = names.filter((name) => !Object.hasOwn(write.resource, name));
  const isPart = isObject(write.body) && missing.length >= MIN_MISSING && missing.length > names.length / 2;
  if (!isPart || !isPromised(write)) return undefined;
  const message = `the response to ${write.operation.id} has only a part of the resource: ${missing.length} of ${names.length} properties are missing, such as ${toPrintable(missing[0] ?? "")}`;
  return write.fail("exchange.resource.differs", message, `${write.operation.id} part`);
});

/**
 * Checks that the response to a write has what the service has added to the resource, such as its times, if the spec says that it has the
 * resource with these properties.
 */
export const checkAddedReturned = whenAccepted<2>((write, read) => {
  const declared = listBodyProperties(write.document, write.documented?.content ?? []);
  const known = { ...write.resource, ...write.written };
  const missing = Object.entries(read.resource).find(
    ([name, it]) => declared.has(name) && !Object.hasOwn(known, name) && isScalar(it),
  )?.[0];
  if (!isObject(write.body) || missing === undefined || !isPromised(write)) return undefined;
  const message = `the response to ${write.operation.id} lacks ${toPrintable(missing)}, which ${read.operation.id} shows right after it; expected the resource as it was recorded`;
  return write.fail("exchange.resource.differs", message, `${write.operation.id} lacks ${missing}`);
});

/**
 * Checks that the response to a PATCH has the members that reads before and after it show, if the spec says that it has the resource, and the
 * response shows another member. Only for objects without declared properties: else a service may leave out a declared one.
 */
export const checkKeptReturned = whenAccepted<3>((before, patch, after) => {
  const [then, shown, now] = [before.resource, patch.resource, after.resource];
  const missing = Object.keys(then).find(
    (name) => isScalar(then[name]) && then[name] === now[name] && !Object.hasOwn(shown, name),
  );
  const isResource = Object.keys(shown).some((name) => isScalar(then[name]) && then[name] === shown[name]);
  if (missing === undefined || !isResource || !isPromised(patch)) return undefined;
  const message = `the response to ${patch.operation.id} lacks ${toPrintable(missing)}, which ${after.operation.id} shows before and after it; expected the whole resource`;
  return patch.fail("exchange.resource.differs", message, `${patch.operation.id} lacks members`);
});

/** Whether the text of the response says that it has the resource. */
function isPromised({ document, documented }: ProbeExchange): boolean {
  return /\b(whole|complete|full|entire|updated|changed|new|created|recorded|stored|replaced)\b.*\breturned\b|\breturns? the\b/is.test(
    readDescription(document, documented?.pointer),
  );
}

const UPDATE_NAME =
  /^(updated|modified|changed)_?(at|on|time|date)?$|^last_?(updated?|modified|changed)(_?(at|on|time|date))?$/i;
const UPDATE_TEXT = /\b(last|latest|most recent)(ly)? (updated?|modif\w+|changed?)\b/i;
/** The clocks of two hosts may differ, and times may have seconds. */
const MIN_AGE_MS = 5000;

/** Checks that a change sets the time of the last update, if the text of the spec says that it is that. */
export const checkUpdateTime = whenAccepted<3>((before, write, after) => {
  const [then, now] = [before.resource, after.resource];
  const name = Object.keys(now).find((it) => UPDATE_NAME.test(it)) ?? "";
  const age = Date.parse(write.header("date") ?? "") - Date.parse(String(now[name]));
  const written = JSON.stringify(write.sent ?? "");
  // What changes by itself, such as a counter of reads, is no change of this write.
  const isChanged = Object.keys(now).some(
    (it) => written.includes(it) && !isSameJson(then[it] ?? null, now[it] ?? null),
  );
  const isKept = then[name] === now[name] && /T\d\d:\d\d:\d\d/.test(String(now[name])) && age > MIN_AGE_MS;
  const isStated = isDeclaredAs(
    after,
    name,
    ({ readOnly, description }) => readOnly === true || UPDATE_TEXT.test(String(description ?? "")),
  );
  if (name === "" || written.includes(name) || !isChanged || !isKept || !isStated) return undefined;
  const message = `${toPrintable(name)} is the same as before ${write.operation.id}; expected the time of the change`;
  const place = { at: joinPointer("", name) };
  return after.fail("exchange.resource.differs", message, `${write.operation.id} update time`, place);
});

type Part = { readonly part: ProbeExchange; readonly property: string };

/** Checks that a list below a resource has the values that the resource shows for the same items. */
export const checkPartCopies: Rule<1, [Part]> = (shown, { part, property }) => {
  const { body } = shown;
  const own = shown.isAccepted && isObject(body) ? body[property] : undefined;
  const items = part.isAccepted ? part.list : undefined;
  if (!Array.isArray(own) || items?.length !== own.length) return undefined;
  for (const [at, item] of items.entries()) {
    const other = own[at] as Json;
    if (!isObject(item) || !isObject(other)) continue;
    const name = listShared(item, other).find((it) => !isSameJson(item[it] ?? null, other[it] ?? null));
    // Another order is no other content.
    if (name === undefined || isAnyLike(item, own as Json[])) continue;
    const message = `${toPrintable(name)} of an item differs from that in ${toPrintable(property)} of ${shown.operation.id}, which shows the same items`;
    return part.fail("exchange.resource.differs", message, `part ${name}`, { at: joinPointer("", at, name) });
  }
  return undefined;
};

function isAnyLike(item: JsonObject, others: readonly Json[]): boolean {
  return others.some(
    (it) => isObject(it) && listShared(item, it).every((name) => isSameJson(item[name] ?? null, it[name] ?? null)),
  );
}

/** The properties of two objects whose values can be compared: texts, numbers and booleans. */
function listShared(one: JsonObject, other: JsonObject): readonly string[] {
  return Object.keys(one).filter((name) =>
    [one[name], other[name]].every((it) => ["string", "number", "boolean"].includes(typeof it)),
  );
}

/** A text of a 404 that may stand for an empty list. */
const EMPTY_TEXT = /\b(no(?! such)|none|empty|without)\b/i;

/** Checks that a list below a resource is no 404 while the resource is there, unless the spec says that it may be. */
export const checkEmptyPart = whenAccepted<1, [Pick<Part, "part">]>((shown, { part }) => {
  if (part.status !== 404 || EMPTY_TEXT.test(readDescription(part.document, part.documented?.pointer)))
    return undefined;
  const message = `the response is 404, but ${shown.operation.id} shows the resource; expected an empty list`;
  return part.failStatus("exchange.resource.differs", message, "part 404");
});

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
    const isIgnored = trip.shown !== trip.write && changes.length > 1 && isSameJson(before ?? null, now ?? null);
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
  const places = [at, parentPointer(at)].map((it) => it.replaceAll(/\/\d+(?=\/|$)/g, "/0"));
  const found = getRequestLocations(getGenerationContext({ document }), operation, request).filter(
    ({ part, at: place }) => part === "body" && places.includes(place),
  );
  return found.some(
    ({ at: place, value, node }) =>
      place === places[1] &&
      isObject(value) &&
      node.applicableSchemas.every(({ schema }) => schema.properties === undefined),
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
