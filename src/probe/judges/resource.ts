import type { Disagreement } from "../../checks/index.js";
import {
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { isSensitive, printable } from "../../schema/index.js";
import { disagreement } from "../disagreement.js";
import { identityOf, itemsOf } from "../listing.js";
import { meansOf } from "../means.js";
import { isSame } from "../same-value.js";
import { type Asked, answerOf, isAccepted } from "../story.js";

/** What a service sets by itself, or shows otherwise on purpose. */
const OWN = /^(updatedAt|modifiedAt|updated_at|lastModified|version|etag|links|_links|secret|password|token)$/i;

/** A write with success, and an answer that shows the same thing afterwards (or the write's own answer). */
export function judgeWritten(write: Asked, read: Asked): Disagreement | undefined {
  if (!isAccepted(write)) return undefined;
  // What is to be done later is not there yet (RFC 9110, section 15.3.3).
  if (read.exchange.response.status === 404 && write.exchange.response.status !== 202)
    return disagreement(read, {
      code: "exchange.write.lost",
      part: "response.status",
      message: `${write.operation.id} was answered with ${write.exchange.response.status}, and ${read.operation.id} finds nothing afterwards`,
      valueClass: `${write.operation.id} not there`,
    });
  if (!isAccepted(read)) return undefined;
  const { body } = write.request;
  const shown = answerOf(read);
  if (body === undefined || !("value" in body) || shown === undefined) return undefined;
  const lost = Array.isArray(body.value)
    ? lostByPatch(body.value as Json[], shown as Json)
    : lostAt(body.value as Json, shown as Json, "", hiddenIn(write));
  if (lost === undefined) return undefined;
  const where = write === read ? "the answer to the write" : `${read.operation.id} afterwards`;
  return disagreement(read, {
    code: "exchange.write.lost",
    message: `${printable(lost === "" ? "the body" : lost)} was written with ${write.operation.id}, and is another in ${where}`,
    at: lost,
    valueClass: `${write.operation.id} ${lost.replaceAll(/\/\d+/g, "/*")}`,
  });
}

/** Where the shown value lacks something of the written one; what it has beside that is the service's. */
function lostAt(
  written: Json,
  shown: Json | undefined,
  at: string,
  isHidden: (at: Pointer) => boolean = () => false,
): string | undefined {
  if (Array.isArray(written)) {
    if (!Array.isArray(shown) || shown.length !== written.length) return at;
    return firstOf(written.map((item, index) => lostAt(item, shown[index], joinPointer(at, index), isHidden)));
  }
  if (!isObject(written)) return isSame(written, shown) ? undefined : at;
  if (!isObject(shown)) return at;
  const names = Object.keys(written).filter((name) => !OWN.test(name) && !isHidden(joinPointer(at, name)));
  return firstOf(names.map((name) => lostAt(written[name] as Json, shown[name], joinPointer(at, name), isHidden)));
}

/** What the contract says is written and not read, or not shown. */
function hiddenIn({ document, operation, request: { body } }: Asked): (at: Pointer) => boolean {
  const schema = operation.requestBody?.content.find(({ range }) => range === body?.contentType)?.schema;
  return (at) => schema !== undefined && isSensitive(meansOf({ document }).schemas, schema, at);
}

/** A JSON Patch (RFC 6902): what its operations have put somewhere is there, where none of the later ones has been. */
function lostByPatch(operations: readonly Json[], shown: Json): string | undefined {
  return firstOf(
    operations.map((operation, at) =>
      isTouched(operation, operations.slice(at + 1)) ? undefined : lostByOperation(operation, shown),
    ),
  );
}

/** Items of a list may have moved. */
function isTouched(operation: Json, later: readonly Json[]): boolean {
  const path = isObject(operation) ? String(operation.path) : "";
  const isBelow = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return later.some(
    (it) =>
      isObject(it) &&
      (/\/(\d+|-)(\/|$)/.test(path) || isBelow(String(it.path), path) || isBelow(path, String(it.path))),
  );
}

function lostByOperation(operation: Json, shown: Json): string | undefined {
  if (!isObject(operation) || typeof operation.path !== "string") return undefined;
  const { op, path, value } = operation;
  if (op === "remove") {
    const parent = valueAt(shown, parentPointer(path));
    return isObject(parent) && Object.hasOwn(parent, lastToken(path)) ? path : undefined;
  }
  if ((op !== "replace" && op !== "add") || lastToken(path) === "-" || value === undefined) return undefined;
  const lost = lostAt(value, valueAt(shown, path), "");
  return lost === undefined ? undefined : path + lost;
}

function firstOf(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined);
}

/** One thing as an item of a listing and by itself: what both declare is the same in both. */
export function judgeSame(listing: Asked, single: Asked): Disagreement | undefined {
  const shown = answerOf(single);
  if (!isAccepted(listing) || !isAccepted(single) || !isObject(shown)) return undefined;
  // What was asked for, whatever has come.
  const asked = Object.values(single.request.path).at(-1);
  const id = asked === undefined ? identityOf(shown) : String(asked);
  const item = (itemsOf(listing) ?? []).find((it) => id !== undefined && identityOf(it) === id);
  if (!isObject(item)) return undefined;
  const place = differenceOf(item, shown);
  if (place === undefined) return undefined;
  return disagreement(single, {
    code: "exchange.resource.differs",
    message: `${printable(place)} of ${printable(id ?? "")} is one thing in ${listing.operation.id}, and another in ${single.operation.id}`,
    at: place,
    valueClass: place.replaceAll(/\/\d+/g, "/*"),
  });
}

/** A listing may tell less of an item than the item itself, so only what it tells is asked for. */
function differenceOf(item: JsonObject, shown: JsonObject): string | undefined {
  return firstOf(
    Object.keys(item)
      .filter((name) => name !== "links" && name !== "_links")
      .map((name) => lostAt(item[name] as Json, shown[name], joinPointer("", name))),
  );
}

/** A request for something that nothing has made. */
export function judgeInvented(asked: Asked): Disagreement | undefined {
  if (!isAccepted(asked)) return undefined;
  const items = itemsOf(asked);
  // A collection below nothing may be empty; a thing of its own may not be there.
  if (items !== undefined && items.length === 0) return undefined;
  return disagreement(asked, {
    code: "exchange.resource.invented",
    part: "response.status",
    message: `the answer is ${asked.exchange.response.status} for an identifier that nothing has; 404 is expected`,
    valueClass: "identifier",
  });
}

/** A write that was repeated with its idempotency key: one effect, and so one answer. */
export function judgeReplay(first: Asked, second: Asked): Disagreement | undefined {
  if (!isAccepted(first) || !isAccepted(second)) return undefined;
  const [before, after] = [answerOf(first), answerOf(second)];
  const statuses = [first, second].map(({ exchange }) => exchange.response.status);
  const isOther = statuses[0] !== statuses[1];
  if (!isOther && isSame(before, after)) return undefined;
  const what = isOther ? `status ${statuses[1]} instead of ${statuses[0]}` : "another body";
  return disagreement(second, {
    code: "exchange.replay.differs",
    part: isOther ? "response.status" : "response.body",
    message: `repeated with its idempotency key, the request got ${what}: it was done twice, or its answer was not kept`,
    valueClass: isOther ? "status" : "body",
  });
}

/** A secret by the contract's word (`x-sensitive`, `writeOnly`, `format: password`) that was sent, and that the answer tells under its name. */
export function judgeSecret(write: Asked): Disagreement | undefined {
  const { body } = write.request;
  const shown = answerOf(write);
  if (body === undefined || !("value" in body) || !isObject(body.value) || !isObject(shown) || !isAccepted(write))
    return undefined;
  const sent: JsonObject = body.value;
  const isSecret = hiddenIn(write);
  const name = Object.keys(sent).find(
    (it) => isSecret(joinPointer("", it)) && typeof sent[it] === "string" && sent[it] !== "" && sent[it] === shown[it],
  );
  if (name === undefined) return undefined;
  return disagreement(write, {
    code: "exchange.secret.shown",
    message: `"${name}" is told as it was sent, and not masked`,
    at: joinPointer("", name),
    valueClass: name,
  });
}
