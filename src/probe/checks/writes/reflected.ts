import { isObject, type Json, type Pointer, parsePointer } from "../../../document/index.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { findLostPlace } from "../resource.js";

const MAX_PLACES = 40;

/** Lists the places of a written body that a read does not show as written: the service sets them itself, or hides them. */
export function listUnreflected(write: ProbeExchange, shown: ProbeExchange): readonly Pointer[] {
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
export function removePlaces(write: ProbeExchange, places: readonly Pointer[]): ProbeExchange {
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
