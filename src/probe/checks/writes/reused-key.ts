import { isObject } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { isAccepted } from "../../session/probe-exchange.js";
import { checkWritePersisted } from "../resource.js";
import { defineAcceptedRule, defineRule } from "../rule.js";

/**
 * Checks that a write repeated with its idempotency key does not undo a later write of the same resource.
 *
 * @param before A read after the later write.
 * @param after A read after the repetition.
 */
export const checkLaterWriteKept = defineRule<3>((before, repeated, after) => {
  const [then, now, written] = [before.body, after.body, readWrittenBody(repeated.request)];
  if (![before, after].every(isAccepted) || !isObject(then) || !isObject(now) || !isObject(written)) return undefined;
  const undone = Object.keys({ ...then, ...written }).find(
    (name) =>
      !isSameJson(then[name] ?? null, now[name] ?? null) && isSameJson(written[name] ?? null, now[name] ?? null),
  );
  if (undone === undefined) return undefined;
  const message = `repeated with its idempotency key after another write, the request took effect again: ${toPrintable(undone)} has its value again`;
  return repeated.fail("exchange.replay.differs", message, "applied again", { part: "response.status" });
});

/** Checks that a write with the key of a write to another resource takes effect, if the service accepts it. */
export const checkKeyOfOther = defineRule<2>((write, read) => {
  if (!write.isAccepted || !read.isGone) return undefined;
  const message = `the response is ${write.status} with the idempotency key of a request to another path, but ${read.operation.id} then gets ${read.status}: the request was taken for the other one`;
  return write.fail("exchange.replay.differs", message, "key of another resource", { part: "response.status" });
});

/**
 * Checks that a write with the key of a write with another body takes effect, if the service accepts it. A service that takes it for the
 * other one shows what that has written.
 *
 * @param first The write that had the key before.
 */
export const checkKeyOfOtherBody = defineRule<3>((write, first, read) => {
  const isEffective = checkWritePersisted(write, read) === undefined;
  if (!write.isAccepted || !read.isAccepted || isEffective || checkWritePersisted(first, read) !== undefined)
    return undefined;
  const message = `the response is ${write.status} with the idempotency key of a request with another payload, but ${read.operation.id} shows the former payload: the request was taken for a repetition`;
  return write.fail("exchange.replay.differs", message, "key of another payload", { part: "response.status" });
});

/** Checks that a PATCH with the key of a PUT takes effect, if the service accepts it. */
export const checkKeyOfOtherMethod = defineAcceptedRule<2>((patch, read) => {
  const isEffective = checkWritePersisted(patch, read) === undefined;
  if (isEffective || patch.status === 202) return undefined;
  const message = `the response is ${patch.status} with the idempotency key of a PUT of the same path, but ${read.operation.id} does not show the change: the request was taken for the other one`;
  return patch.fail("exchange.replay.differs", message, "key of another method", { part: "response.status" });
});
