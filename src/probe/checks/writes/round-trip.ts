import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, joinPointer, type Pointer, parentPointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { getEnvelopeName, openUnwrittenEnvelope } from "../../graph/response-values.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { listChanges, type PlacedChange } from "../../round-trip/list-changes.js";
import { findCodes } from "../../round-trip/telling-scalars.js";
import { getItemIdentity, isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createSensitiveTest } from "../resource.js";
import { readView } from "../rule.js";

/** A write, and a response that shows what it wrote: its own, or that of a read after it. */
export type RoundTrip = { readonly write: ProbeExchange; readonly shown: ProbeExchange };

/** Reports one change of a round trip. */
export type LostValue = RoundTrip & { readonly finding: CheckFinding };

/**
 * Checks that what several writes have written is shown as written: one finding for each property and kind of change. What the
 * service sets itself does not count: the first write is the example of the spec, and shows what else the service changes.
 */
export function checkRoundTrips(trips: readonly RoundTrip[]): readonly LostValue[] {
  const [first, ...others] = trips.filter(({ write, shown }) => isAccepted(write) && isAccepted(shown));
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
  const written = readWrittenBody(trip.write.request);
  if (resource === undefined) return [];
  const name = getEnvelopeName(resource, written);
  // What is beside the resource in its envelope, such as permissions, is not the resource.
  const at = name === undefined ? "" : joinPointer("", name);
  const [own = null, shown] = [written, resource].map((it) => valueAt(it, at));
  return [...listChanges(own, shown, at, createSensitiveTest(trip.write))];
}

/** Whether a POST returns a known resource that its body does not name: some services create a resource once for a name. */
function isExisting({ write }: RoundTrip, id: string | undefined, known: ReadonlySet<string | undefined>): boolean {
  const isNamed = JSON.stringify(readWrittenBody(write.request)).includes(`"${id}"`);
  return write.operation.method === "POST" && id !== undefined && known.has(id) && !isNamed;
}

function findId({ shown }: RoundTrip): string | undefined {
  return getItemIdentity(readView(shown).resource);
}

function readResource({ write, shown }: RoundTrip): Json | undefined {
  const body = readResponseJson(shown) as Json | undefined;
  return body === undefined ? undefined : openUnwrittenEnvelope(body, readWrittenBody(write.request));
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
  return [readWrittenBody(trip.write.request), readResource(trip) ?? null].map((value) => valueAt(value, at));
}

function createIgnoredFinding({ write, shown }: RoundTrip): CheckFinding {
  const message = `${shown.operation.id} shows nothing of what ${write.operation.id} has just written; it returns the same as before`;
  // The write is the likelier cause.
  const place = { contract: write.operation.pointer };
  return readView(shown).fail("exchange.write.lost", message, `${write.operation.id} ignored`, place);
}

function createLostFinding({ write, shown }: RoundTrip, { at, kind, what }: PlacedChange): CheckFinding {
  const where = write === shown ? "the response to the write" : `${shown.operation.id} after ${write.operation.id}`;
  const property = toProperty(at);
  const message = `${toPrintable(at === "" ? "the body" : at)}: ${toPrintable(what)} in ${where}`;
  const code = kind === "form" ? "exchange.write.changed" : "exchange.write.lost";
  const valueClass = `${write.operation.id} ${property} ${what.replaceAll(/\d+/g, "n")}`;
  return readView(shown).fail(code, message, valueClass, { at, property });
}

/** Items of a list belong to one place. */
function toProperty(at: Pointer): Pointer {
  return at.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}
