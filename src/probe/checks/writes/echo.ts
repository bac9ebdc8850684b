import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { splitWords } from "../../graph/name-words.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/** Texts in which letters of both cases mean the same. */
const CASELESS_WORDS = new Set([
  "email",
  "mail",
  "host",
  "hostname",
  "domain",
  "currency",
  "country",
  "locale",
  "language",
]);

/**
 * Checks that the response to a creation shows a list or a text as written if it is clearly made from it: it lacks some items of the list,
 * or differs in the case of letters.
 */
export function checkEcho(write: ProbeExchange): CheckFinding | undefined {
  const { body } = write.request;
  const written = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  const shown = readResponseJson(write) as Json | undefined;
  if (!isAccepted(write) || !isObject(written) || !isObject(shown)) return undefined;
  const name = Object.keys(written).find((it) => isDerived(it, written[it] ?? null, shown[it]));
  if (name === undefined) return undefined;
  return createProbeFinding(write, {
    code: "exchange.write.lost",
    at: joinPointer("", name),
    message: `${toPrintable(name)} was written with ${write.operation.id}, but differs in the response to the write`,
    valueClass: `${write.operation.id} echo ${name}`,
  });
}

function isDerived(name: string, written: Json, shown: Json | undefined): boolean {
  if (splitWords(name).some((word) => CASELESS_WORDS.has(word)) || isSameJson(written, shown)) return false;
  if (typeof written === "string" && typeof shown === "string")
    return written.toLowerCase() === shown.toLowerCase() && lowerOrigin(written) !== lowerOrigin(shown);
  const isTexts = [written, shown].every((it) => Array.isArray(it) && it.every((item) => typeof item === "string"));
  if (!isTexts || !Array.isArray(written) || !Array.isArray(shown) || shown.length === 0) return false;
  const known = new Set(written.map((it) => String(it).toLowerCase()));
  // A service may keep texts as a set, in any order.
  return new Set(shown).size < new Set(written).size && shown.every((it) => known.has(String(it).toLowerCase()));
}

/** Scheme and host of a URL have no case (RFC 3986, section 6.2.2.1). */
function lowerOrigin(text: string): string {
  return text.replace(/^[a-z]+:\/\/[^/?#]*/i, (origin) => origin.toLowerCase());
}
