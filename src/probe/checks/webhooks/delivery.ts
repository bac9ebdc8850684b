import type { CheckFinding } from "../../../check/index.js";
import { isObject, type Json, type JsonObject, type Pointer } from "../../../document/index.js";
import { splitWords } from "../../../resources/index.js";
import { isEqual, toPrintable } from "../../../schema/index.js";
import { readPathShape } from "../../graph/path-shape.js";
import { getItemIdentity, type ProbeExchange, type Rule, toProperty } from "../../session/probe-exchange.js";

/** The id of an event itself: `id`, or one such as `eventId`. Other ids are those of its resource. */
export function getEventId(payload: JsonObject): string | undefined {
  const [, id] = Object.entries(payload).find(([name]) => EVENT_ID.test(toWords(name))) ?? [];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

const EVENT_ID = /^((event|message|delivery|notification|webhook) )?(id|uuid)$/;

/** The id of the resource that an event is about: `resourceId`, or an id that is named like a written resource. */
function findResourceId(payload: JsonObject, writes: readonly ProbeExchange[]): string | undefined {
  const written = writes.map(({ operation: { path } }) => readPathShape(path).resource);
  const wanted = ["resource", "object", "entity", ...written];
  const [, id] = Object.entries(payload).find(([name]) => wanted.some((it) => toWords(name) === `${it} id`)) ?? [];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/**
 * Checks an event against its registration, the writes before it and the earlier deliveries: its ids, the state that its
 * type names, its time, and its repetition.
 */
export function checkDeliveredEvent(
  delivery: ProbeExchange,
  registration: ProbeExchange,
  ...before: readonly ProbeExchange[]
): CheckFinding | undefined {
  const earlier = before.filter((it) => it.isDelivery).map((it) => it.payload);
  const writes = before.filter((it) => !it.isDelivery && it.isAccepted);
  return (
    checkEventId(delivery, registration, writes) ??
    checkRegisteredType(delivery, registration) ??
    checkEventState(delivery, writes) ??
    checkEventTime(delivery, earlier, writes) ??
    checkRepetition(delivery, earlier)
  );
}

/** Creates a finding about an event: about its payload as a whole, unless a place is given. */
export function createEventFinding(
  delivery: ProbeExchange,
  message: string,
  valueClass: string,
  at?: Pointer,
): CheckFinding {
  const place = at === undefined ? {} : { at, property: toProperty(at) };
  return delivery.fail("exchange.webhook.differs", message, valueClass, { part: "request.body", ...place });
}

function checkEventId(
  delivery: ProbeExchange,
  registration: ProbeExchange,
  writes: readonly ProbeExchange[],
): CheckFinding | undefined {
  const registered = registration.body;
  if (!registration.isAccepted || !isObject(registered)) return undefined;
  const own = `${readPathShape(registration.operation.path).resource} id`;
  for (const [name, value] of Object.entries(delivery.payload)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    const isReference = splitWords(name).length > 1 && splitWords(name).at(-1) === "id";
    const stated = toWords(name) === own ? getItemIdentity(registered) : isReference ? registered[name] : undefined;
    if (stated === undefined) continue;
    const expected = [stated, ...writes.flatMap(({ request }) => (name in request.path ? [request.path[name]] : []))];
    if (expected.some((it) => String(it) === String(value))) continue;
    const message = `${name} of the event is ${toPrintable(String(value))}; expected ${toPrintable(String(stated))}`;
    return createEventFinding(delivery, message, "id", `/${name}`);
  }
  return undefined;
}

/** The type of an event that the registration does not list, although it lists types of the same resource. */
const checkRegisteredType: Rule<2> = (delivery, registration) => {
  const lists = Object.values(registration.payload).filter((it) => Array.isArray(it));
  for (const [name, value] of listTypes(delivery.payload)) {
    const [kind = ""] = splitWords(value);
    const list = lists.find((it) => it.some((type) => typeof type === "string" && splitWords(type)[0] === kind));
    if (list === undefined || list.includes(value) || list.some((type) => /\*/.test(String(type)))) continue;
    const message = `${name} of the event is ${toPrintable(value)}, but only ${toPrintable(list.join(", "))} are registered`;
    return createEventFinding(delivery, message, "unregistered", `/${name}`);
  }
  return undefined;
};

/** The name of a property that has the type of an event. */
const TYPE_NAME = /type$|^event$/i;

/** The types of an event, with the names of their properties. */
export function listTypes(payload: JsonObject): readonly (readonly [name: string, type: string])[] {
  return Object.entries(payload).flatMap(([name, value]) =>
    typeof value === "string" && TYPE_NAME.test(name) ? [[name, value] as const] : [],
  );
}

/** The property that has the time of an event. */
function findTime(value: JsonObject): readonly [name: string, time: string] | undefined {
  const [name, time] = Object.entries(value).find(([it]) => /^(created|occurred|time)/i.test(it)) ?? [];
  return name !== undefined && typeof time === "string" ? [name, time] : undefined;
}

function checkEventState(delivery: ProbeExchange, writes: readonly ProbeExchange[]): CheckFinding | undefined {
  const states = listStatesOf(findResourceId(delivery.payload, writes), writes);
  const announced = findAnnouncedState(delivery.payload, writes);
  if (states.length === 0 || announced === undefined || states.includes(announced.state)) return undefined;
  const { name, value } = announced;
  const message = `${name} of the event is ${toPrintable(value)}, but its resource was only ${toPrintable(states.join(", "))}`;
  return createEventFinding(delivery, message, "state", `/${name}`);
}

/** Events of one resource may arrive in any order, but their times follow the order of its states. */
function checkEventTime(
  delivery: ProbeExchange,
  earlier: readonly JsonObject[],
  writes: readonly ProbeExchange[],
): CheckFinding | undefined {
  const own = readMoment(delivery.payload, writes);
  if (own === undefined) return undefined;
  for (const other of earlier) {
    const moment = readMoment(other, writes);
    if (moment === undefined || moment.id !== own.id) continue;
    const isLater = own.position - moment.position;
    if (isLater * (own.time - moment.time) >= 0) continue;
    const message = `${own.name} of ${own.state} is ${isLater > 0 ? "before" : "after"} that of ${moment.state}, which its resource had ${isLater > 0 ? "earlier" : "later"}`;
    return createEventFinding(delivery, toPrintable(message), "time", `/${own.name}`);
  }
  return undefined;
}

function checkRepetition(delivery: ProbeExchange, earlier: readonly JsonObject[]): CheckFinding | undefined {
  const { payload } = delivery;
  const id = getEventId(payload);
  const first = id === undefined ? undefined : earlier.find((it) => getEventId(it) === id);
  const name = first && Object.keys(payload).find((it) => !isEqual(payload[it], first[it]));
  if (name === undefined) return undefined;
  const message = `${name} differs from an earlier delivery of the event ${toPrintable(id ?? "")}; expected the same event, or another id`;
  return createEventFinding(delivery, message, "repetition", `/${name}`);
}

/** The time of an event, and the position of its state among those that its resource had once. */
function readMoment(payload: JsonObject, writes: readonly ProbeExchange[]) {
  const id = findResourceId(payload, writes);
  const state = findAnnouncedState(payload, writes)?.state;
  const states = listStatesOf(id, writes);
  const [name = "", value = ""] = findTime(payload) ?? [];
  const time = Date.parse(value);
  if (id === undefined || state === undefined || Number.isNaN(time)) return undefined;
  const position = states.indexOf(state);
  return position === -1 || position !== states.lastIndexOf(state) ? undefined : { id, state, position, name, time };
}

/** The state that the last word of an event type names, such as `completed` for `ORDER_COMPLETED`. */
function findAnnouncedState(payload: JsonObject, writes: readonly ProbeExchange[]) {
  const states = new Set(writes.flatMap(listStates));
  for (const [name, value] of listTypes(payload)) {
    const state = splitWords(value.toLowerCase()).at(-1);
    if (state !== undefined && states.has(state)) return { name, value, state };
  }
  return undefined;
}

/** The states of a resource, in the order of the writes. */
function listStatesOf(id: string | undefined, writes: readonly ProbeExchange[]): readonly string[] {
  if (id === undefined) return [];
  return writes.filter((it) => getWrittenId(it) === id).flatMap(listStates);
}

/** The id of the resource that a write is about. */
export function getWrittenId({ operation, request, body }: ProbeExchange): string | undefined {
  const { last, isItem } = readPathShape(operation.path);
  return isItem ? String(request.path[last?.name ?? ""]) : getItemIdentity(body);
}

/** The states in the response of a write, or else in its request. */
export function listStates({ body, payload }: ProbeExchange): readonly string[] {
  const shown = collectStates(body);
  return [...new Set(shown.length > 0 ? shown : collectStates(payload))];
}

function collectStates(value: Json): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, it]) => {
    if (typeof it !== "string") return collectStates(it);
    return /(status|state|phase)$/i.test(name) ? splitWords(it.toLowerCase()).slice(-1) : [];
  });
}

function toWords(name: string): string {
  return splitWords(name).join(" ");
}
