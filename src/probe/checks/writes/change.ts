import { isObject, type Json, type JsonObject, joinPointer } from "../../../document/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { getEnvelopeName, readResource } from "../../graph/response-values.js";
import { type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { defineAcceptedRule } from "../rule.js";

/**
 * Checks that a PATCH with an object keeps the properties that it does not name. A service may compute other values from the
 * change, so only those that are gone count.
 *
 * @param before A read before the change.
 */
export const checkPatchKeeps = defineAcceptedRule<3>((before, patch, after) => {
  const [then, now] = [before, after].map(readResource);
  const written = readWritten(patch, after);
  if (patch.operation.method !== "PATCH" || written === undefined || then === undefined || now === undefined)
    return undefined;
  // Commands may have any effect.
  const isMerged = Object.keys(written).some((name) => isSameJson(written[name], now[name]));
  if (!isMerged) return undefined;
  const lost = Object.keys(then).find(
    (name) => !Object.hasOwn(written, name) && hasContent(then[name]) && !hasContent(now[name]),
  );
  if (lost === undefined) return undefined;
  const message = `${toPrintable(lost)} is gone after ${patch.operation.id}, which does not name it`;
  return after.fail("exchange.write.lost", message, `${patch.operation.id} dropped`, {
    at: joinPointer("", lost),
    contract: patch.operation.pointer,
  });
});

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
export const checkEntityTag = defineAcceptedRule<2>((before, after) => {
  const [then, now] = [before, after].map(({ exchange }) => getCombinedHeader(exchange.response.headers, "etag"));
  const isChanged = !isSameJson(before.body, after.body);
  if (then === undefined || then !== now || !/^"/.test(then) || !isChanged) return undefined;
  const message = toPrintable(
    `the ETag is ${then}, as before, but the content is another one (RFC 9110, section 8.8.1)`,
  );
  return after.fail("exchange.http.violated", message, "etag kept", { part: "response.headers" });
});
