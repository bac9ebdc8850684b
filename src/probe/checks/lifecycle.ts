import { type Json, joinPointer } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import type { PathStep } from "../graph/path-shape.js";
import { findItemId } from "../graph/response-values.js";
import { type ProbeExchange, type Rule, whenAccepted } from "../session/probe-exchange.js";

/**
 * Checks that a read after a write returns what the response to the write showed. `again` is a second read: what
 * differs between the reads changes by itself, such as a counter.
 */
export const checkReadAfterWrite: Rule<3> = (write, read, again) => {
  const { status } = write;
  if (!write.isAccepted || status === 202) return undefined;
  if (read.status === 404 && again.status === 404) {
    const message = `${write.operation.id} responded with ${status}, but ${read.operation.id} responds with 404 afterwards`;
    return read.failStatus("exchange.write.lost", message, `${write.operation.id} not there`, {
      contract: write.operation.pointer,
    });
  }
  const [written, shown] = [write.resource, read.resource];
  const lost = Object.keys(written).find(
    (name) =>
      isComparable(written[name], shown[name]) &&
      written[name] !== shown[name] &&
      isSameJson(shown[name], again.resource[name]),
  );
  if (!read.isAccepted || lost === undefined) return undefined;
  const message = `${toPrintable(lost)} differs between the response to ${write.operation.id} and ${read.operation.id} afterwards`;
  return read.fail("exchange.resource.differs", message, `${write.operation.id} ${lost}`, {
    at: joinPointer("", lost),
  });
};

/** Times and links may differ in form. */
function isComparable(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== typeof other || typeof one === "object" || one === undefined) return false;
  return typeof one !== "string" || !(/^(https?:)?\//.test(one) || /^\d{4}-\d\d-\d\d/.test(one));
}

/**
 * Checks that a deleted resource is gone. A service may keep deleted resources in another state, so only an unchanged
 * response is a finding.
 */
export const checkDeleted: Rule<3> = (removed, before, after) => {
  // A 202 response does not promise that the deletion is complete (RFC 9110, section 15.3.3).
  const { status } = removed;
  if (!removed.isAccepted || status === 202 || !after.isAccepted) return undefined;
  if (!isSameJson(before.body, after.body)) return undefined;
  const message = `${removed.operation.id} responded with ${status}, but ${after.operation.id} returns the same resource afterwards; expected 404`;
  return after.failStatus("exchange.resource.undeleted", message, `${removed.operation.id} undeleted`);
};

/** Checks that a deleted resource cannot be changed: it does not exist before, and not after the change either. */
export const checkDeletedChange: Rule<3> = (removed, changed, after) => {
  const { status } = changed;
  if (!removed.isAccepted || !changed.isAccepted || status === 202 || after.status !== 404) return undefined;
  const message = `the response is ${status} for a resource that ${removed.operation.id} has deleted; expected 404`;
  return changed.failStatus("exchange.resource.invented", message, "deleted");
};

type ListedResource = {
  readonly items: readonly Json[];
  readonly step: PathStep;
  /** The id of a resource that the same operation created before. */
  readonly earlier: unknown;
  readonly created: unknown;
};

/** Checks that a listing with an earlier creation contains a later one, which `read` returns. */
export const checkListedAfterCreation: Rule<2, [ListedResource]> = (page, read, { items, step, earlier, created }) => {
  const ids = new Set(items.map((item) => String(findItemId(item, step))));
  if (!read.isAccepted || !ids.has(String(earlier)) || ids.has(String(created))) return undefined;
  const message = `${read.operation.id} returns ${toPrintable(String(created))}, but the ${items.length} items of the listing do not contain it`;
  return page.fail("exchange.page.incomplete", message, "created");
};

/** Checks that nothing below a deleted resource, which is gone, has content. */
export const checkBelowDeleted = whenAccepted<2>((removed, below) => {
  const { items } = below;
  if (items.length === 0) return undefined;
  const message = `${removed.operation.id} responded with ${removed.status}, but ${below.operation.id} still returns ${items.length} items below the deleted resource`;
  return below.fail("exchange.resource.undeleted", message, `below ${removed.operation.id}`);
});

/** Checks that the Location of a creation leads somewhere. `shown` is the response to a GET of it. */
export const checkLocation: Rule<2> = (create, shown) => {
  if (!shown.isGone) return undefined;
  const message = `Location of the created resource leads to nothing: the response is ${shown.status} (RFC 9110, section 15.3.2)`;
  return create.fail("exchange.http.violated", message, "location", { part: "response.headers" });
};

const CREATION_NAME = /^(created_?(at|on|time|date)?|creation_?(time|date)|date_?created)$/i;

/** Checks that a change keeps the time of creation. What the change sets itself does not count. */
export const checkCreationKept = whenAccepted<3>((before, write, after) => {
  const [then, now] = [before.resource, after.resource];
  const name = Object.keys(then).find((it) => CREATION_NAME.test(it));
  const isWritten = JSON.stringify(write.sent).includes(`${name}`);
  if (name === undefined || now[name] === undefined || isSameJson(then[name], now[name]) || isWritten) return undefined;
  const message = `${toPrintable(name)} is another one after ${write.operation.id}; expected the time at which the resource was created`;
  const place = { at: joinPointer("", name) };
  return after.fail("exchange.resource.differs", message, `${write.operation.id} creation`, place);
});

type RemovedItem = {
  /** A read of the resource after the deletion; undefined if the spec has no operation for that. */
  readonly after: ProbeExchange | undefined;
  /** The item of the list before and after the deletion, each undefined if the list does not contain it. */
  readonly listed: readonly [before: Json | undefined, after: Json | undefined];
};

/**
 * Checks that a list no longer contains a deleted resource. DELETE may also mean another state, such as "cancelled" or a
 * `deletedAt`, which lists may show. So it is a deletion only if a read shows that the resource is gone. Without an operation for that,
 * an item that is the same as before shows that nothing happened.
 */
export const checkRemovedFromList: Rule<2, [RemovedItem]> = (removed, page, { after, listed: [before, item] }) => {
  if (!removed.isAccepted || removed.status === 202 || item === undefined) return undefined;
  if (after === undefined ? !isSameJson(before, item) : !after.isGone) return undefined;
  const message = `${removed.operation.id} responded with ${removed.status}, but the listing still contains ${toPrintable(removed.pathId)}`;
  return page.fail("exchange.resource.undeleted", message, `listed after ${removed.operation.id}`);
};
