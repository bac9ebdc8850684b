import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject, joinPointer } from "../../../document/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { getEnvelopeName, readResource } from "../../graph/response-values.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that a PATCH with an object keeps the properties that it does not name. A service may compute other values from the
 * change, so only those that are gone count.
 *
 * @param before A read before the change.
 */
export function checkPatchKeeps(
  before: ProbeExchange,
  patch: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const [then, now] = [before, after].map(readResource);
  const written = readWritten(patch, after);
  if (patch.operation.method !== "PATCH" || written === undefined || then === undefined || now === undefined)
    return undefined;
  // Commands may have any effect.
  const isMerged = Object.keys(written).some((name) => isSameJson(written[name], now[name]));
  if (!isMerged || ![before, patch, after].every(isAccepted)) return undefined;
  const lost = Object.keys(then).find(
    (name) => !Object.hasOwn(written, name) && hasContent(then[name]) && !hasContent(now[name]),
  );
  if (lost === undefined) return undefined;
  return createProbeFinding(after, {
    code: "exchange.write.lost",
    at: joinPointer("", lost),
    message: `${toPrintable(lost)} is gone after ${patch.operation.id}, which does not name it`,
    contract: patch.operation.pointer,
    valueClass: `${patch.operation.id} dropped`,
  });
}

/** What a patch writes, inside the envelope of the response if it has the same. */
function readWritten({ request: { body } }: ProbeExchange, shown: ProbeExchange): JsonObject | undefined {
  const written = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  const whole = readResponseJson(shown) as Json | undefined;
  if (!isObject(written) || !isObject(whole)) return undefined;
  const envelope = getEnvelopeName(whole, written);
  const inner = envelope === undefined ? written : written[envelope];
  return isObject(inner) ? inner : undefined;
}

export function hasContent(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Checks that a strong ETag differs if the content does (RFC 9110, section 8.8.1). */
export function checkEntityTag(before: ProbeExchange, after: ProbeExchange): CheckFinding | undefined {
  const [then, now] = [before, after].map(({ exchange }) => getCombinedHeader(exchange.response.headers, "etag"));
  const isChanged = !isSameJson(readResponseJson(before) ?? null, readResponseJson(after) ?? null);
  if (![before, after].every(isAccepted) || then === undefined || then !== now || !/^"/.test(then) || !isChanged)
    return undefined;
  return createProbeFinding(after, {
    code: "exchange.http.violated",
    part: "response.headers",
    message: toPrintable(`the ETag is ${then}, as before, but the content is another one (RFC 9110, section 8.8.1)`),
    valueClass: "etag kept",
  });
}
