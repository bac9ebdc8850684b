import { isObject, type Json, lastToken, type Pointer, valueAt } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import type { Finding } from "../../gate/index.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/unknown-enum-value.js";
import { type ProbeExchange, parseJsonBody } from "./probe-exchange.js";

/**
 * What the probe has written into the service itself: a service that keeps it, and shows it again wherever it belongs, has
 * added nothing to the contract.
 */
export type InjectedValues = {
  readonly add: (order: Pick<ProbeExchange, "request" | "edit">) => void;
  readonly isInjected: (finding: Finding, exchange: Exchange) => boolean;
};

export function createInjectedValues(): InjectedValues {
  const values = new Set<string>();
  const spoiled = new Set<string>();
  const plain = new Set<string>();
  return {
    add: ({ request: { body }, edit }) => {
      if (body === undefined || !("value" in body)) return;
      for (const [name, value] of listPairs("", body.value as Json)) {
        (edit === undefined ? plain : spoiled).add(name);
        values.add(formatPair(name, value));
      }
    },
    isInjected: ({ code, recording }, { response }) => {
      const { body: place } = recording;
      if (place === undefined) return false;
      const name = getPropertyName(place);
      if (code === "response.body.undeclared") return spoiled.has(name) && !plain.has(name);
      if (code !== "response.body.not-in-enum") return false;
      const value = valueAt(parseJsonBody(response) as Json, place) ?? null;
      // An earlier run may have left this one behind.
      return value === UNKNOWN_ENUM_VALUE || values.has(formatPair(name, value));
    },
  };
}

/** Every value with the name of its property, that of its list, or that which a patch (RFC 6902) puts it under. */
function* listPairs(name: string, value: Json, depth = 0): Iterable<readonly [string, Json]> {
  if (depth > MAX_DEPTH) return;
  yield [name, value];
  if (Array.isArray(value)) for (const item of value) yield* listPairs(name, item, depth + 1);
  if (!isObject(value)) return;
  const { path, value: put } = value;
  if (typeof path === "string" && path.startsWith("/") && put !== undefined)
    yield* listPairs(getPropertyName(path), put, depth + 1);
  for (const [inner, it] of Object.entries(value)) yield* listPairs(inner, it, depth + 1);
}

function getPropertyName(place: Pointer): string {
  return lastToken(place.replace(/(\/(\d+|-))+$/, ""));
}

function formatPair(name: string, value: Json): string {
  return typeof value === "object" && value !== null ? name : `${name}=${JSON.stringify(value)}`;
}

const MAX_DEPTH = 20;
