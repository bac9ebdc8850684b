import { isObject, type Json, joinPointer, type Operation, type Pointer, valueAt } from "../../../document/index.js";
import { isEqual, toPrintable } from "../../../schema/index.js";
import type { RequestLocation } from "../../cases/request-location.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { findLostPlace } from "../../checks/resource.js";
import { type CaseRequest, readWrittenBody, removeFromBody } from "../../requests/probe-case.js";
import { hasContent } from "../../round-trip/list-changes.js";
import {
  listAbsentValues,
  listTellingValues,
  putIntoBody,
  type TellingValue,
  VALUE_KINDS,
  type ValueKind,
} from "../../round-trip/telling-values.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

const MAX_TRIES = 3;
/** What stays as it was when the resource was created. */
const IMMUTABLE_NAME = /^(created|creation|creator|id$|uuid$|version|revision)|_id$|Id$/;

/**
 * Replaces a resource by one without the properties that the service showed as written: all of them, or else a single one. What a new
 * resource without them has is the default of the service.
 *
 * @param fresh The request for a new resource.
 */
export async function writeLess(
  { run, send }: TellingWrites,
  { write, shown }: WriteStep,
  fresh: CaseRequest,
  report: TaskSession["report"],
): Promise<void> {
  const { body } = write.request;
  const value = write.sent;
  if (shown === undefined || !isObject(value) || body === undefined) return;
  const hidden = new Set(listUnreflected(write, shown).map((place) => place.split("/")[1]));
  const resource = shown.body;
  // A masked secret stays as it is.
  const isAsWritten = (name: string): boolean =>
    isObject(resource) && (typeof value[name] === "object" || value[name] === resource[name]);
  const without = (request: CaseRequest, omitted: readonly string[]): CaseRequest =>
    removeFromBody(
      request,
      omitted.map((it) => joinPointer("", it)),
    );
  const canOmit = (...omitted: readonly string[]): boolean =>
    omitted.length > 0 && run.isValid(write.operation, without(write.request, omitted));
  // A flag and 0 are what a service may set for nothing.
  const hasOwn = (it: Json | undefined): boolean => hasContent(it) && typeof it !== "boolean" && it !== 0;
  const names = Object.keys(value)
    .reverse()
    .filter((it) => !hidden.has(it) && !IMMUTABLE_NAME.test(it) && hasOwn(value[it]) && isAsWritten(it))
    .filter((it) => canOmit(it));
  for (const omitted of [names, ...names.slice(0, MAX_TRIES).map((it) => [it])]) {
    if (!canOmit(...omitted)) continue;
    const less = await send(without(write.request, omitted));
    if (less.shown === undefined || !less.write.isAccepted) continue;
    const kept = omitted.find(
      (it) => less.shown && checkPutReplaces(less.write, shown, less.shown, joinPointer("", it)) !== undefined,
    );
    if (kept === undefined) return;
    const created = await send(without(fresh, omitted));
    const usual = created.shown?.body;
    const isDefault = isObject(usual) && isObject(resource) && isEqual(usual[kept] ?? null, resource[kept] ?? null);
    if (!isDefault) report(less.shown, checkPutReplaces(less.write, shown, less.shown, joinPointer("", kept)));
    return;
  }
}

const MAX_HIDDEN = 40;

/** Lists the places of a written body that a read does not show as written: the service sets them itself, or hides them. */
function listUnreflected(write: ProbeExchange, shown: ProbeExchange): readonly Pointer[] {
  const places: Pointer[] = [];
  for (
    let left = write;
    places.length < MAX_HIDDEN;
    left = write.with({ request: removeFromBody(write.request, places) })
  ) {
    const place = findLostPlace(left, shown);
    if (place === undefined) return places;
    // Items of a list belong to the property that has the list.
    places.push(place.replace(/\/\d+(\/.*)?$/, ""));
    if (place === "") return places;
  }
  return places;
}

/**
 * Checks that a PUT replaces the whole resource: what an earlier PUT has written, and a later one leaves out, is gone.
 *
 * @param before The read after the earlier PUT.
 */
export const checkPutReplaces: Rule<3, [Pointer]> = (write, before, after, at) => {
  const [then, now] = [before, after].map((it) => {
    const { body } = it;
    return it.isAccepted && isObject(body) ? valueAt(body, at) : undefined;
  });
  if (!write.isAccepted || then === undefined || !isEqual(then, now)) return undefined;
  const message = `${toPrintable(at.slice(1))} is still there, although the latest ${write.operation.id} left it out; PUT replaces the resource (RFC 9110, section 9.3.4)`;
  const place = { at, contract: write.operation.pointer };
  return after.fail("exchange.http.violated", message, "PUT merged", place);
};

/** A write, and the read after it. */
export type WriteStep = { readonly write: ProbeExchange; readonly shown: ProbeExchange | undefined };

export type TellingWrites = {
  readonly run: Pick<ScenarioContext, "document" | "isValid" | "createId">;
  readonly operation: Operation;
  /** Builds the request of the example, for a new resource if each write creates one. */
  readonly build: (name: string) => CaseRequest;
  readonly send: (request: CaseRequest) => Promise<WriteStep>;
  /** Whether a place that the example lacks may get a value; by default, all may. */
  readonly isWanted?: (location: RequestLocation) => boolean;
};

/** Each costs a request, and another one to read. */
const MAX_WRITES = 48;
const MAX_REJECTED = 12;
/** Objects and lists that were added may lack properties too. */
const MAX_GROWTH = 2;
const MAX_GROWTH_REJECTED = 4;

/**
 * Writes all properties with values of each kind at once. If the service rejects a body, it may be for one property, so halves
 * of it are tried, and then other values. Returns the accepted writes.
 */
export async function writeTellingValues(
  writes: TellingWrites,
  kinds: readonly ValueKind[] = VALUE_KINDS,
): Promise<readonly WriteStep[]> {
  const steps: WriteStep[] = [];
  let count = 0;
  for (const kind of kinds)
    steps.push(
      ...(await sendGroups(listValues(writes, kind), MAX_REJECTED, async (values, rejected, left) => {
        const request = count < MAX_WRITES ? fill(writes, values, `${kind} ${rejected} ${left}`) : undefined;
        count += request === undefined ? 0 : 1;
        return request && writes.send(request);
      })),
    );
  return steps;
}

/**
 * Sends the values of a group at once. If the service rejects it, its halves follow the other groups. Returns the accepted writes.
 *
 * @param send Returns undefined if the values were not sent.
 */
async function sendGroups(
  all: readonly TellingValue[],
  maxRejected: number,
  send: (values: readonly TellingValue[], rejected: number, left: number) => Promise<WriteStep | undefined>,
): Promise<readonly WriteStep[]> {
  const accepted: WriteStep[] = [];
  let rejected = 0;
  let groups = [all];
  while (groups.length > 0 && rejected <= maxRejected) {
    const [values = [], ...others] = groups;
    const step = await send(values, rejected, others.length);
    if (step?.write.isAccepted) accepted.push(step);
    const isRejected = step?.write.isAccepted === false;
    groups = isRejected ? [...others, ...split(values)] : others;
    rejected += isRejected ? 1 : 0;
  }
  return accepted;
}

/** Adds to the body what it lacks, as far as the service accepts it. Returns the accepted writes too. */
export async function writeWhole(given: TellingWrites) {
  const { run, operation, isWanted = () => true } = given;
  const steps: WriteStep[] = [];
  let writes = given;
  for (let round = 0; round < MAX_GROWTH; round += 1) {
    const request = writes.build(`whole ${round}`);
    const locations = getRequestLocations(run, operation, request).filter(isWanted);
    const absent = listAbsentValues(locations, readWrittenBody(request));
    const accepted = await sendGroups(absent, MAX_GROWTH_REJECTED, async (values, rejected) => {
      const before = writes;
      const whole = fill(before, values, `whole ${round} ${rejected}`);
      const step = whole && (await before.send(whole));
      if (step?.write.isAccepted)
        writes = { ...before, build: (name) => fill(before, values, name) ?? before.build(name) };
      return step;
    });
    steps.push(...accepted);
  }
  return { writes, steps };
}

function listValues({ run, operation, build }: TellingWrites, kind: ValueKind): readonly TellingValue[] {
  const request = build(kind);
  const tag = run.createId(`tag ${operation.id} ${kind}`).slice(0, 8);
  const locations = getRequestLocations(run, operation, request);
  return listTellingValues(locations, { kind, body: readWrittenBody(request), tag });
}

/** Undefined if none of the values is valid together with the others. */
function fill(writes: TellingWrites, values: readonly TellingValue[], name: string): CaseRequest | undefined {
  const base = writes.build(name);
  if (base.body === undefined || values.length === 0) return undefined;
  const put = (whole: CaseRequest, own: readonly TellingValue[]): CaseRequest =>
    putIntoBody(
      whole,
      own.map(({ at, values: [value = null] }) => ({ at, value })),
    );
  const isValid = (it: CaseRequest): boolean => writes.run.isValid(writes.operation, it);
  const all = put(base, values);
  if (isValid(all)) return all;
  let filled = base;
  for (const value of values) {
    const next = put(filled, [value]);
    if (isValid(next)) filled = next;
  }
  return filled === base ? undefined : filled;
}

/** Properties that the example lacks are rejected more often, so they are the first to part. */
function split(values: readonly TellingValue[]): readonly (readonly TellingValue[])[] {
  const [first] = values;
  if (first === undefined) return [];
  if (values.length === 1) return first.values.length > 1 ? [[{ ...first, values: first.values.slice(1) }]] : [];
  const present = values.filter(({ isPresent }) => isPresent);
  const added = values.filter(({ isPresent }) => !isPresent);
  if (present.length > 0 && added.length > 0) return [present, added];
  const half = Math.ceil(values.length / 2);
  return [values.slice(0, half), values.slice(half)];
}
