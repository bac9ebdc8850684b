import { isObject, type Json, lastToken, type Pointer, valueAt } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import type { Finding } from "../gate/index.js";
import { BEYOND_WHAT_IS_KNOWN } from "./beyond.js";
import { type Asked, jsonOf } from "./story.js";

/**
 * What the probe has written into the service itself: a service that keeps it, and shows it again wherever it belongs, has
 * added nothing to the contract.
 */
export type Provoked = {
  readonly note: (order: Pick<Asked, "request" | "edit">) => void;
  readonly isOwn: (finding: Finding, exchange: Exchange) => boolean;
};

export function createProvoked(): Provoked {
  const values = new Set<string>();
  const spoiled = new Set<string>();
  const plain = new Set<string>();
  return {
    note: ({ request: { body }, edit }) => {
      if (body === undefined || !("value" in body)) return;
      for (const [name, value] of pairsIn("", body.value as Json)) {
        (edit === undefined ? plain : spoiled).add(name);
        values.add(pairOf(name, value));
      }
    },
    isOwn: ({ code, recording }, { response }) => {
      const { body: place } = recording;
      if (place === undefined) return false;
      const name = nameAt(place);
      if (code === "response.body.undeclared") return spoiled.has(name) && !plain.has(name);
      if (code !== "response.body.unlisted") return false;
      const value = valueAt(jsonOf(response) as Json, place) ?? null;
      // An earlier run may have left this one behind.
      return value === BEYOND_WHAT_IS_KNOWN || values.has(pairOf(name, value));
    },
  };
}

/** Every value with the name of its property, that of its list, or that which a patch (RFC 6902) puts it under. */
function* pairsIn(name: string, value: Json, depth = 0): Iterable<readonly [string, Json]> {
  if (depth > MOST_DEPTH) return;
  yield [name, value];
  if (Array.isArray(value)) for (const item of value) yield* pairsIn(name, item, depth + 1);
  if (!isObject(value)) return;
  const { path, value: put } = value;
  if (typeof path === "string" && path.startsWith("/") && put !== undefined)
    yield* pairsIn(nameAt(path), put, depth + 1);
  for (const [inner, it] of Object.entries(value)) yield* pairsIn(inner, it, depth + 1);
}

function nameAt(place: Pointer): string {
  return lastToken(place.replace(/(\/(\d+|-))+$/, ""));
}

function pairOf(name: string, value: Json): string {
  return typeof value === "object" && value !== null ? name : `${name}=${JSON.stringify(value)}`;
}

const MOST_DEPTH = 20;
