import { isObject, type Json, joinPointer, type Pointer, parsePointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { checkPutReplaces } from "../../checks/http/put-rules.js";
import { findLostPlace } from "../../checks/resource.js";
import { checkAddedReturned } from "../../checks/writes/returned.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import type { WriteStep } from "../../round-trip/write-telling-values.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

export type Replacement = {
  readonly context: ScenarioContext;
  /** The first PUT. */
  readonly first: WriteStep;
  /** A request for another resource. */
  readonly fresh: CaseRequest;
  readonly send: (request: CaseRequest) => Promise<WriteStep>;
};

const MAX_TRIES = 3;
/** What stays as it was when the resource was created. */
export const IMMUTABLE_NAME = /^(created|creation|creator|id$|uuid$|version|revision)|_id$|Id$/;

/**
 * Replaces a resource by one without the properties that the service showed as written: all of them, or else a single one. What a new
 * resource without them has is the default of the service.
 */
export async function writeLess(
  { context, first: { write, shown }, fresh, send }: Replacement,
  { report }: TaskSession,
): Promise<void> {
  const { body } = write.request;
  const value = readWrittenBody(write.request);
  if (shown === undefined || !isObject(value) || body === undefined) return;
  const hidden = new Set(listUnreflected(write, shown).map((place) => place.split("/")[1]));
  const resource = readResponseJson(shown) as Json | undefined;
  // A masked secret stays as it is.
  const isAsWritten = (name: string): boolean =>
    isObject(resource) && (typeof value[name] === "object" || value[name] === resource[name]);
  const names = Object.keys(value)
    .reverse()
    .filter(
      (it) =>
        !hidden.has(it) && !IMMUTABLE_NAME.test(it) && value[it] !== null && !isEmpty(value[it]) && isAsWritten(it),
    );
  for (const omitted of [names, ...names.slice(0, MAX_TRIES).map((it) => [it])]) {
    const without = ({ body: own, ...request }: CaseRequest): CaseRequest => {
      const entries = Object.entries(own !== undefined && "value" in own ? (own.value as object) : {});
      const left = Object.fromEntries(entries.filter(([it]) => !omitted.includes(it))) as Json;
      return { ...request, body: { contentType: body.contentType, value: left } };
    };
    if (omitted.length === 0 || !context.isValid(write.operation, without(write.request))) continue;
    const less = await send(without(write.request));
    if (less.shown === undefined || !isAccepted(less.write)) continue;
    report(less.write, checkAddedReturned(less.write, less.shown));
    const kept = omitted.find(
      (it) => less.shown && checkPutReplaces(less.write, shown, less.shown, joinPointer("", it)) !== undefined,
    );
    if (kept === undefined) return;
    const created = await send(without(fresh));
    const usual = created.shown && (readResponseJson(created.shown) as Json | undefined);
    const isDefault = isObject(usual) && isObject(resource) && isSameJson(usual[kept] ?? null, resource[kept] ?? null);
    if (!isDefault) report(less.shown, checkPutReplaces(less.write, shown, less.shown, joinPointer("", kept)));
    return;
  }
}

/** Nothing, and what a service may set for it. */
export function isEmpty(value: Json | undefined): boolean {
  return typeof value === "boolean" || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);
}

const MAX_PLACES = 40;

/** Lists the places of a written body that a read does not show as written: the service sets them itself, or hides them. */
function listUnreflected(write: ProbeExchange, shown: ProbeExchange): readonly Pointer[] {
  const places: Pointer[] = [];
  for (let left = write; places.length < MAX_PLACES; left = removePlaces(write, places)) {
    const place = findLostPlace(left, shown);
    if (place === undefined) return places;
    places.push(toProperty(place));
    if (place === "") return places;
  }
  return places;
}

/** The same exchange without some places of the written body. */
function removePlaces(write: ProbeExchange, places: readonly Pointer[]): ProbeExchange {
  const { body } = write.request;
  if (body === undefined || !("value" in body)) return write;
  const value = places.reduce((whole, place) => omitAt(whole, parsePointer(place)), body.value as Json);
  return { ...write, request: { ...write.request, body: { ...body, value } } };
}

/** Items of a list belong to the property that has the list. */
function toProperty(place: Pointer): Pointer {
  return place.replace(/\/\d+(\/.*)?$/, "");
}

function omitAt(value: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return {};
  if (!isObject(value) || !Object.hasOwn(value, token)) return value;
  const { [token]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [token]: omitAt(inner as Json, rest) };
}
