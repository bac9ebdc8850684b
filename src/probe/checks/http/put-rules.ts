import { isObject, type Pointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted } from "../../session/probe-exchange.js";
import { defineAcceptedRule, defineRule, readView } from "../rule.js";

/** Checks that a write with a false precondition is rejected. */
export const checkPrecondition = defineAcceptedRule((result) => {
  const message = `the response is ${result.status} with ${toPrintable(result.edit?.what ?? "")}; expected 412 (RFC 9110, section 13.2.2)`;
  const place = { part: "response.status" } as const;
  return result.fail("exchange.http.violated", message, `precondition ${result.edit?.at ?? ""}`, place);
});

/** A write with a version or a precondition may be accepted once. */
const VERSION_NAME = /version|revision|etag|if-match|last_?modified|updated_?at/i;

/** Checks that a repeated PUT is accepted again. `again` is a third one. */
export const checkRepeatedPut = defineRule<3>((first, second, again) => {
  const { status } = second;
  const isRejected = [400, 405, 409, 422].includes(status) && again.status === status;
  if (!first.isAccepted || !isRejected || VERSION_NAME.test(JSON.stringify(first.request))) return undefined;
  const message = `the same PUT was accepted before, and gets ${status} now; PUT is idempotent (RFC 9110, section 9.2.2)`;
  return second.fail("exchange.http.violated", message, "PUT repeated", { part: "response.status" });
});

/** Checks the status of a PUT that creates (201) and of one that replaces (200 or 204), if the spec documents both. */
export const checkPutStatus = defineAcceptedRule<2>((created, replaced) => {
  const documented = new Set(created.operation.responses.map(({ status }) => status));
  const [first, second] = [created.status, replaced.status];
  if (!documented.has("201") || !documented.has("200")) return undefined;
  if (first === 201 && second !== 201) return undefined;
  if (first !== 200 && second !== 201) return undefined;
  const wrong = second === 201 ? replaced : created;
  const what =
    second === 201
      ? "a PUT that replaces a resource is 201; expected 200"
      : "a PUT that creates a resource is 200; expected 201";
  const message = `the status of ${what} (RFC 9110, section 9.3.4)`;
  return wrong.fail("exchange.http.violated", message, "PUT status", { part: "response.status" });
});

/**
 * Checks that a PUT replaces the whole resource: what an earlier PUT has written, and a later one leaves out, is gone.
 *
 * @param before The read after the earlier PUT.
 */
export const checkPutReplaces = defineRule<3, [Pointer]>((write, before, after, at) => {
  const [then, now] = [before, after].map((it) => {
    const { body } = readView(it);
    return isAccepted(it) && isObject(body) ? valueAt(body, at) : undefined;
  });
  if (!write.isAccepted || then === undefined || !isSameJson(then, now)) return undefined;
  const message = `${toPrintable(at.slice(1))} is still there, although the latest ${write.operation.id} left it out; PUT replaces the resource (RFC 9110, section 9.3.4)`;
  const place = { at, contract: write.operation.pointer };
  return after.fail("exchange.http.violated", message, "PUT merged", place);
});
