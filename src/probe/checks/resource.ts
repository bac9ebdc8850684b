import type { CheckFinding } from "../../checks/index.js";
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
import { isSameJson } from "../../samples/same-json.js";
import { isSensitive, toPrintable } from "../../schema/index.js";
import { getGenerationContext } from "../cases/generation-context.js";
import { findListedItems, getItemIdentity } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/** What a service sets by itself, or shows otherwise on purpose. */
const SERVICE_PROPERTIES =
  /^(updatedAt|modifiedAt|updated_at|lastModified|version|etag|links|_links|secret|password|token)$/i;

/** A write with success, and an answer that shows the same thing afterwards (or the write's own answer). */
export function checkWritePersisted(write: ProbeExchange, read: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(write)) return undefined;
  // What is to be done later is not there yet (RFC 9110, section 15.3.3).
  if (read.exchange.response.status === 404 && write.exchange.response.status !== 202)
    return createProbeFinding(read, {
      code: "exchange.write.lost",
      part: "response.status",
      message: `${write.operation.id} was answered with ${write.exchange.response.status}, and ${read.operation.id} finds nothing afterwards`,
      valueClass: `${write.operation.id} not there`,
    });
  if (!isAccepted(read)) return undefined;
  const { body } = write.request;
  const shown = readResponseJson(read);
  if (body === undefined || !("value" in body) || shown === undefined) return undefined;
  const lost = Array.isArray(body.value)
    ? findLostByPatch(body.value as Json[], shown as Json)
    : findLost(body.value as Json, shown as Json, "", createSensitiveTest(write));
  if (lost === undefined) return undefined;
  const where = write === read ? "the answer to the write" : `${read.operation.id} afterwards`;
  return createProbeFinding(read, {
    code: "exchange.write.lost",
    message: `${toPrintable(lost === "" ? "the body" : lost)} was written with ${write.operation.id}, and is another in ${where}`,
    at: lost,
    valueClass: `${write.operation.id} ${lost.replaceAll(/\/\d+/g, "/*")}`,
  });
}

/** Where the shown value lacks something of the written one; what it has beside that is the service's. */
function findLost(
  written: Json,
  shown: Json | undefined,
  at: string,
  isHidden: (at: Pointer) => boolean = () => false,
): string | undefined {
  if (Array.isArray(written)) {
    if (!Array.isArray(shown) || shown.length !== written.length) return at;
    return findFirstDefined(
      written.map((item, index) => findLost(item, shown[index], joinPointer(at, index), isHidden)),
    );
  }
  if (!isObject(written)) return isSameJson(written, shown) ? undefined : at;
  if (!isObject(shown)) return at;
  const names = Object.keys(written).filter(
    (name) => !SERVICE_PROPERTIES.test(name) && !isHidden(joinPointer(at, name)),
  );
  return findFirstDefined(
    names.map((name) => findLost(written[name] as Json, shown[name], joinPointer(at, name), isHidden)),
  );
}

/** What the contract says is written and not read, or not shown. */
function createSensitiveTest({ document, operation, request: { body } }: ProbeExchange): (at: Pointer) => boolean {
  const schema = operation.requestBody?.content.find(({ range }) => range === body?.contentType)?.schema;
  return (at) => schema !== undefined && isSensitive(getGenerationContext({ document }).schemas, schema, at);
}

/** A JSON Patch (RFC 6902): what its operations have put somewhere is there, where none of the later ones has been. */
function findLostByPatch(operations: readonly Json[], shown: Json): string | undefined {
  return findFirstDefined(
    operations.map((operation, at) =>
      isOverwritten(operation, operations.slice(at + 1)) ? undefined : findLostByOperation(operation, shown),
    ),
  );
}

/** Items of a list may have moved. */
function isOverwritten(operation: Json, later: readonly Json[]): boolean {
  const path = isObject(operation) ? String(operation.path) : "";
  const isBelow = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return later.some(
    (it) =>
      isObject(it) &&
      (/\/(\d+|-)(\/|$)/.test(path) || isBelow(String(it.path), path) || isBelow(path, String(it.path))),
  );
}

function findLostByOperation(operation: Json, shown: Json): string | undefined {
  if (!isObject(operation) || typeof operation.path !== "string") return undefined;
  const { op, path, value } = operation;
  if (op === "remove") {
    const parent = valueAt(shown, parentPointer(path));
    return isObject(parent) && Object.hasOwn(parent, lastToken(path)) ? path : undefined;
  }
  if ((op !== "replace" && op !== "add") || lastToken(path) === "-" || value === undefined) return undefined;
  const lost = findLost(value, valueAt(shown, path), "");
  return lost === undefined ? undefined : path + lost;
}

function findFirstDefined(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined);
}

/** One thing as an item of a listing and by itself: what both declare is the same in both. */
export function checkItemMatchesListing(listing: ProbeExchange, single: ProbeExchange): CheckFinding | undefined {
  const shown = readResponseJson(single);
  if (!isAccepted(listing) || !isAccepted(single) || !isObject(shown)) return undefined;
  // What was asked for, whatever has come.
  const asked = Object.values(single.request.path).at(-1);
  const id = asked === undefined ? getItemIdentity(shown) : String(asked);
  const item = (findListedItems(listing) ?? []).find((it) => id !== undefined && getItemIdentity(it) === id);
  if (!isObject(item)) return undefined;
  const place = findDifference(item, shown);
  if (place === undefined) return undefined;
  return createProbeFinding(single, {
    code: "exchange.resource.differs",
    message: `${toPrintable(place)} of ${toPrintable(id ?? "")} is one thing in ${listing.operation.id}, and another in ${single.operation.id}`,
    at: place,
    valueClass: place.replaceAll(/\/\d+/g, "/*"),
  });
}

/** A listing may tell less of an item than the item itself, so only what it tells is asked for. */
function findDifference(item: JsonObject, shown: JsonObject): string | undefined {
  return findFirstDefined(
    Object.keys(item)
      .filter((name) => name !== "links" && name !== "_links")
      .map((name) => findLost(item[name] as Json, shown[name], joinPointer("", name))),
  );
}

/** A request for something that nothing has made. */
export function checkUnknownIdentifier(asked: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(asked)) return undefined;
  const items = findListedItems(asked);
  // A collection below nothing may be empty; a thing of its own may not be there.
  if (items !== undefined && items.length === 0) return undefined;
  return createProbeFinding(asked, {
    code: "exchange.resource.invented",
    part: "response.status",
    message: `the answer is ${asked.exchange.response.status} for an identifier that nothing has; 404 is expected`,
    valueClass: "identifier",
  });
}

/** A write that was repeated with its idempotency key: one effect, and so one answer. */
export function checkIdempotentReplay(first: ProbeExchange, second: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(first) || !isAccepted(second)) return undefined;
  const [before, after] = [readResponseJson(first), readResponseJson(second)];
  const statuses = [first, second].map(({ exchange }) => exchange.response.status);
  const isOther = statuses[0] !== statuses[1];
  if (!isOther && isSameJson(before, after)) return undefined;
  const what = isOther ? `status ${statuses[1]} instead of ${statuses[0]}` : "another body";
  return createProbeFinding(second, {
    code: "exchange.replay.differs",
    part: isOther ? "response.status" : "response.body",
    message: `repeated with its idempotency key, the request got ${what}: it was done twice, or its answer was not kept`,
    valueClass: isOther ? "status" : "body",
  });
}

/** A secret by the contract's word (`x-sensitive`, `writeOnly`, `format: password`) that was sent, and that the answer tells under its name. */
export function checkSecretMasked(write: ProbeExchange): CheckFinding | undefined {
  const { body } = write.request;
  const shown = readResponseJson(write);
  if (body === undefined || !("value" in body) || !isObject(body.value) || !isObject(shown) || !isAccepted(write))
    return undefined;
  const sent: JsonObject = body.value;
  const isSecret = createSensitiveTest(write);
  const name = Object.keys(sent).find(
    (it) => isSecret(joinPointer("", it)) && typeof sent[it] === "string" && sent[it] !== "" && sent[it] === shown[it],
  );
  if (name === undefined) return undefined;
  return createProbeFinding(write, {
    code: "exchange.secret.shown",
    message: `"${name}" is told as it was sent, and not masked`,
    at: joinPointer("", name),
    valueClass: name,
  });
}
