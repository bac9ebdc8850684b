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
import { isEqual, toPrintable } from "../../../schema/index.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { getEnvelopeName, openUnwrittenEnvelope } from "../../graph/envelope.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { listChanges, type PlacedChange } from "../../round-trip/list-changes.js";
import { findCodes, hasFreeProperties } from "../../round-trip/telling-values.js";
import { getItemIdentity, type ProbeExchange, toProperty, whenAccepted } from "../../session/probe-exchange.js";
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

export function hasContent(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
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
    const isIgnored = trip.shown !== trip.write && changes.length > 1 && isEqual(before ?? null, now ?? null);
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
