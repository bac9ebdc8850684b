import { isObject, type Json, lastToken, type Operation, type Pointer, valueAt } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import type { Finding } from "../../gate/index.js";
import { findDuplicateNames } from "../../schema/index.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/probe-case.js";
import { type ProbeExchange, parseJsonBody } from "./probe-exchange.js";

/** Values that the probe wrote into the service. Findings about such values do not come from the service. */
export type InjectedValues = {
  readonly add: (probeRequest: Pick<ProbeExchange, "request" | "edit" | "expect"> & Sender) => void;
  /** Adds the values of an invalid request that the service did not reject, so that later responses may show them. */
  readonly addStored: (result: Pick<ProbeExchange, "request" | "expect" | "exchange"> & Sender) => void;
  readonly isInjected: (finding: Finding, exchange: Exchange) => boolean;
};

/** A value may be valid in one operation only. */
type Sender = { readonly operation?: Pick<Operation, "id"> };

export function createInjectedValues(): InjectedValues {
  const values = new Set<string>();
  const doubleNames = new Set<string>();
  const editedNames = new Set<string>();
  const validNames = new Set<string>();
  const refusedPairs = new Set<string>();
  /** The operations that stored an invalid value. */
  const storedPairs = new Map<string, Set<string>>();
  const validPairs = new Set<string>();
  return {
    add: ({ request: { body }, edit, expect, operation }) => {
      const name = body !== undefined && "text" in body ? findDuplicateNames(String(body.text))[0]?.name : undefined;
      if (name !== undefined) doubleNames.add(name);
      if (body === undefined || !("value" in body)) return;
      for (const [name, value] of listPairs("", body.value as Json)) {
        (edit === undefined ? validNames : editedNames).add(name);
        values.add(formatPair(name, value));
        const pair = formatWholePair(name, value);
        if (expect === "refused") refusedPairs.add(pair);
        else validPairs.add(pair).add(`${operation?.id} ${pair}`);
      }
    },
    addStored: ({ request: { body }, expect, exchange: { response }, operation }) => {
      const isRejected = response.status >= 400 && response.status < 500;
      if (expect !== "refused" || isRejected || body === undefined || !("value" in body)) return;
      for (const [name, value] of listPairs("", body.value as Json)) {
        const pair = formatWholePair(name, value);
        storedPairs.set(pair, (storedPairs.get(pair) ?? new Set()).add(`${operation?.id} ${pair}`));
      }
    },
    isInjected: ({ code, recording }, { response }) => {
      const { body: place } = recording;
      if (place === undefined) return false;
      const name = getPropertyName(place);
      // A value of a request that the service should have rejected. The request is the finding.
      if (code === "response.body.invalid") {
        const value = valueAt(parseJsonBody(response) as Json, place) ?? null;
        const pair = formatWholePair(name, value);
        // The response to a rejected request may repeat what was wrong.
        if (response.status >= 400) return refusedPairs.has(pair) && !validPairs.has(pair);
        return [...(storedPairs.get(pair) ?? [])].some((it) => !validPairs.has(it));
      }
      if (code === "response.body.undeclared") return editedNames.has(name) && !validNames.has(name);
      // A service may keep a JSON text as it is.
      if (code === "response.body.duplicate-name") return doubleNames.has(name);
      if (code !== "response.body.not-in-enum") return false;
      const value = valueAt(parseJsonBody(response) as Json, place) ?? null;
      // An earlier run may have written this value.
      return value === UNKNOWN_ENUM_VALUE || values.has(formatPair(name, value));
    },
  };
}

/** Lists every value with the name of its property, of its array, or of its path in a JSON Patch (RFC 6902). */
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

function formatWholePair(name: string, value: Json): string {
  return `${name}=${JSON.stringify(value)}`;
}

const MAX_DEPTH = 20;
