import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject, joinPointer, resolvePointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { findListedItems } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";

type Part = { readonly part: ProbeExchange; readonly property: string };

/** Checks that a list below a resource has the values that the resource shows for the same items. */
export function checkPartCopies(shown: ProbeExchange, { part, property }: Part): CheckFinding | undefined {
  const { body } = readView(shown);
  const own = isAccepted(shown) && isObject(body) ? body[property] : undefined;
  const items = isAccepted(part) ? findListedItems(part) : undefined;
  if (!Array.isArray(own) || items?.length !== own.length) return undefined;
  for (const [at, item] of items.entries()) {
    const other = own[at] as Json;
    if (!isObject(item) || !isObject(other)) continue;
    const name = listShared(item, other).find((it) => !isSameJson(item[it] ?? null, other[it] ?? null));
    // Another order is no other content.
    if (name === undefined || isAnyLike(item, own as Json[])) continue;
    const message = `${toPrintable(name)} of an item differs from that in ${toPrintable(property)} of ${shown.operation.id}, which shows the same items`;
    return readView(part).fail("exchange.resource.differs", message, `part ${name}`, { at: joinPointer("", at, name) });
  }
  return undefined;
}

function isAnyLike(item: JsonObject, others: readonly Json[]): boolean {
  return others.some(
    (it) => isObject(it) && listShared(item, it).every((name) => isSameJson(item[name] ?? null, it[name] ?? null)),
  );
}

/** The properties of two objects whose values can be compared: texts, numbers and booleans. */
function listShared(one: JsonObject, other: JsonObject): readonly string[] {
  return Object.keys(one).filter((name) =>
    [one[name], other[name]].every((it) => ["string", "number", "boolean"].includes(typeof it)),
  );
}

/** A text of a 404 that may stand for an empty list. */
const EMPTY_TEXT = /\b(no(?! such)|none|empty|without)\b/i;

/** Checks that a list below a resource is no 404 while the resource is there, unless the spec says that it may be. */
export function checkEmptyPart(shown: ProbeExchange, { part }: Pick<Part, "part">): CheckFinding | undefined {
  const documented = part.operation.responses.find(({ status }) => status === "404");
  const text = documented && resolvePointer(part.document, documented.pointer)?.value.description;
  if (!isAccepted(shown) || part.exchange.response.status !== 404 || EMPTY_TEXT.test(String(text ?? "")))
    return undefined;
  const message = `the response is 404, but ${shown.operation.id} shows the resource; expected an empty list`;
  return readView(part).fail("exchange.resource.differs", message, "part 404", { part: "response.status" });
}
