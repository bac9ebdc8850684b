import { isObject, type Json, lastToken, valueAt } from "../document/index.js";
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
  // An earlier run may have left this behind.
  const spoiled: Words = { values: new Set<unknown>([BEYOND_WHAT_IS_KNOWN]), names: new Set<string>() };
  const plain: Words = { values: new Set<unknown>(), names: new Set<string>() };
  return {
    note: ({ request: { body }, edit }) => {
      if (body !== undefined && "value" in body) take(edit === undefined ? plain : spoiled, body.value);
    },
    isOwn: ({ code, recording }, { response }) => {
      const { body: place } = recording;
      if (place === undefined) return false;
      const name = lastToken(place);
      if (code === "response.body.undeclared") return spoiled.names.has(name) && !plain.names.has(name);
      if (code !== "response.body.unlisted") return false;
      const value = valueAt(jsonOf(response) as Json, place);
      return spoiled.values.has(value) && !plain.values.has(value);
    },
  };
}

type Words = { readonly values: Set<unknown>; readonly names: Set<string> };

function take(words: Words, value: unknown, depth = 0): void {
  if (typeof value === "string" || typeof value === "number") words.values.add(value);
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH) return;
  if (isObject(value)) for (const name of Object.keys(value)) words.names.add(name);
  for (const it of Object.values(value)) take(words, it, depth + 1);
}

const MOST_DEPTH = 20;
