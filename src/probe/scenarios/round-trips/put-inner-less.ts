import { isObject, type Json, joinPointer, type Pointer, parsePointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { checkPutReplaces } from "../../checks/http/put-rules.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import type { WriteStep } from "../../round-trip/write-telling-values.js";
import { isAccepted, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { IMMUTABLE_NAME, isEmpty, type Replacement } from "./put-less.js";

const MAX_PLACES = 24;

/**
 * Replaces a resource by one whose inner objects lack properties that the service showed as written. What a new resource without them has is
 * the default of the service.
 */
export async function writeInnerLess(
  { context, first: { write, shown }, fresh, send }: Replacement,
  { report }: TaskSession,
): Promise<void> {
  const resource = readShown(shown);
  const body = readWrittenBody(write.request);
  if (resource === undefined || write.request.body === undefined) return;
  const places = [...listInnerPlaces(body, "")].filter((at) =>
    isSameJson(valueAt(body, at) ?? null, valueAt(resource, at) ?? null),
  );
  const omitted: Pointer[] = [];
  for (const at of places.reverse().slice(0, MAX_PLACES))
    if (!isLast(body, omitted, at) && context.isValid(write.operation, removeFromBody(write.request, [...omitted, at])))
      omitted.push(at);
  if (omitted.length === 0) return;
  const whole = await send(write.request);
  const less = await send(removeFromBody(write.request, omitted));
  if (whole.shown === undefined || less.shown === undefined || !isAccepted(less.write)) return;
  for (const kept of omitted) {
    const finding = checkPutReplaces(less.write, whole.shown, less.shown, kept);
    if (finding === undefined) continue;
    const usual = readShown((await send(removeFromBody(fresh, omitted))).shown);
    if (usual !== undefined && isSameJson(valueAt(usual, kept) ?? null, valueAt(resource, kept) ?? null)) return;
    report(less.shown, finding);
    return;
  }
}

/** The properties of objects inside of the body, and of the first item of each list. */
function* listInnerPlaces(value: Json, at: Pointer): Iterable<Pointer> {
  const inner = isObject(value) ? Object.entries(value) : Array.isArray(value) ? [["0", value[0]] as const] : [];
  for (const [name, it] of inner) {
    const place = joinPointer(at, name);
    const isProperty = at !== "" && isObject(value) && !IMMUTABLE_NAME.test(name);
    if (isProperty && it !== null && !isEmpty(it as Json)) yield place;
    yield* listInnerPlaces((it ?? null) as Json, place);
  }
}

/** Whether the object would have no property, because a service may leave out an empty object. */
function isLast(body: Json, omitted: readonly Pointer[], at: Pointer): boolean {
  const parent = at.slice(0, at.lastIndexOf("/"));
  const left = Object.keys((valueAt(body, parent) ?? {}) as object).map((name) => joinPointer(parent, name));
  return left.every((it) => it === at || omitted.includes(it));
}

/** The request without some places of its body. */
export function removeFromBody(request: CaseRequest, places: readonly Pointer[]): CaseRequest {
  const value = places.reduce((whole, at) => omitAt(whole, parsePointer(at)), readWrittenBody(request));
  return request.body === undefined ? request : { ...request, body: { contentType: request.body.contentType, value } };
}

function omitAt(value: Json, [token = "", ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((it, at) => (String(at) === token ? omitAt(it, rest) : it));
  if (!isObject(value)) return value;
  const { [token]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...others, [token]: omitAt(inner, rest) };
}

function readShown(shown: WriteStep["shown"]): Json | undefined {
  return shown !== undefined && isAccepted(shown) ? (readResponseJson(shown) as Json | undefined) : undefined;
}
