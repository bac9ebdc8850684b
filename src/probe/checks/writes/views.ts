import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject, valueAt } from "../../../document/index.js";
import { isSensitive, toPrintable } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { findCopyDifference } from "../copies.js";
import { checkItemMatchesListing, createSensitiveTest, findLostPlace } from "../resource.js";
import { defineRule, readView } from "../rule.js";

/** A write, and reads of the resource before and after it. */
export type ViewedWrite = {
  readonly before: ProbeExchange;
  readonly write: ProbeExchange;
  readonly shown: ProbeExchange;
};

/** Checks that a list that was read before a write shows the new state after it. */
export function checkListAfterWrite(
  page: ProbeExchange,
  { before, write, shown }: ViewedWrite,
): CheckFinding | undefined {
  const finding = checkListedItem(page, write, shown);
  if (finding === undefined) return undefined;
  const isFormer = checkItemMatchesListing(page, before) === undefined;
  const what = isFormer ? `: the list still shows the state before ${write.operation.id}, which is stale` : "";
  return {
    ...finding,
    message: `${finding.message} after ${write.operation.id}${what}`,
    contract: page.operation.pointer,
    valueClass: `${write.operation.id} list ${finding.valueClass}`,
  };
}

/** Checks that the item of a list is the resource as it is read after a write. */
export const checkListed = defineRule<3>((page, write, shown) => {
  const finding = checkListedItem(page, write, shown);
  if (finding === undefined) return undefined;
  return {
    ...finding,
    message: `${finding.message} after ${write.operation.id}`,
    contract: page.operation.pointer,
    valueClass: `${write.operation.id} listed ${finding.valueClass}`,
  };
});

const MASK = /[*•]{3}/;

/** Secrets may be masked differently. */
function checkListedItem(page: ProbeExchange, write: ProbeExchange, shown: ProbeExchange): CheckFinding | undefined {
  const finding = checkItemMatchesListing(page, shown);
  const { document, operation, exchange } = shown;
  const at = finding?.at ?? "";
  const response = operation.responses.find(({ status }) => status === String(exchange.response.status));
  const schemas = response?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  const isMasked = MASK.test(String(readView(shown).at(at)));
  const isHidden = schemas.some((schema) => isSensitive(getGenerationContext({ document }).schemas, schema, at));
  return isAccepted(write) && !isMasked && !isHidden && !createSensitiveTest(write)(at) ? finding : undefined;
}

/** A list whose items are those of a property of the resource, such as all payments beside `payments` of an order. */
export type RelatedItems = {
  readonly property: string;
  readonly pages: readonly ProbeExchange[];
  readonly items: readonly Json[];
  /** Whether the pages contain the whole list. */
  readonly isWhole: boolean;
};

/**
 * Checks that a list has the items of a resource as the last write has left them: changed, added and dropped ones. A dropped item counts only
 * if it still names the resource, because items may exist without it.
 */
export function checkRelatedAfterWrite(
  { property, pages, items, isWhole }: RelatedItems,
  { before, write, shown }: ViewedWrite,
): CheckFinding | undefined {
  const [first] = pages;
  const [former, present] = [before, shown].map((it) => listInner(it, property));
  if (first === undefined || former === undefined || present === undefined) return undefined;
  if (![before, write, shown, ...pages].every(isAccepted)) return undefined;
  const list = first.operation.id;
  const own = `${toPrintable(property)} of ${shown.operation.id}`;
  const create = (id: string, what: string, kind: string): CheckFinding =>
    readView(first).fail(
      "exchange.resource.differs",
      `after ${write.operation.id}, ${toPrintable(id)} ${what}`,
      `${write.operation.id} related ${kind}`,
    );
  const listed = new Map(items.map((it) => [getItemIdentity(it) ?? "", it]));
  for (const [id, inner] of present) {
    const item = listed.get(id);
    const place = isObject(item) ? findCopyDifference(inner, item) : undefined;
    if (place !== undefined && isObject(item)) {
      const [written, old] = [inner, item].map((it) => toPrintable(JSON.stringify(valueAt(it, place)) ?? "missing"));
      const isFormer = former.has(id) && findCopyDifference(former.get(id) ?? {}, item) === undefined;
      const stale = isFormer ? ": the list still shows the earlier state, which is stale" : "";
      return create(id, `has ${toPrintable(place)} ${old} in ${list}, but ${written} in ${own}${stale}`, "changed");
    }
    if (item === undefined && isWhole && [...former.keys()].some((it) => listed.has(it)))
      return create(id, `is missing in ${list}, but it is in ${own}`, "added");
  }
  const resourceId = String(Object.values(shown.request.path).at(-1));
  const left = [...former.keys()].find(
    (id) => !present.has(id) && JSON.stringify(listed.get(id) ?? null).includes(`"${resourceId}"`),
  );
  if (left === undefined) return undefined;
  return create(left, `is still in ${list} and names the resource, but it was removed from ${own}`, "dropped");
}

/** The objects of a list inside the resource by their ids. Only UUIDs count, because other ids may occur twice. */
function listInner(result: ProbeExchange, property: string): ReadonlyMap<string, JsonObject> | undefined {
  const { body, resource } = readView(result);
  const own = isObject(body) ? (resource[property] ?? []) : undefined;
  if (!Array.isArray(own)) return undefined;
  return new Map(
    own.flatMap((it): [string, JsonObject][] => {
      const id = isObject(it as Json) ? String((it as JsonObject).id) : "";
      return UUID_PATTERN.test(id) ? [[id, it as JsonObject]] : [];
    }),
  );
}

/**
 * Checks that writes of one resource keep what was written to another one.
 *
 * @param written The write of the other resource.
 * @param before A read of it, which shows what the service stores.
 * @param after A read of it after the writes of the first resource.
 */
export const checkOtherKept = defineRule<3>((written, before, after) => {
  if (!written.isAccepted || !before.isAccepted) return undefined;
  const { status, isGone } = after;
  const [then, now] = [before, after].map((it) => findLostPlace(written, it));
  if (!isGone && (now === undefined || now === then)) return undefined;
  const what = isGone ? `it is gone (${status})` : `${toPrintable(now ?? "")} differs from what was written to it`;
  const message = `after writes of another resource, ${what}; expected that a write changes the resource of its path alone`;
  return after.fail("exchange.resource.other", message, "other resource changed", {
    at: isGone ? "" : (now ?? ""),
    part: isGone ? "response.status" : "response.body",
    contract: written.operation.pointer,
  });
});
