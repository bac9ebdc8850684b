import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { checkWritePersisted } from "../resource.js";

/**
 * Checks that a write repeated with its idempotency key does not undo a later write of the same resource.
 *
 * @param before A read after the later write.
 * @param after A read after the repetition.
 */
export function checkLaterWriteKept(
  before: ProbeExchange,
  repeated: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const [then, now] = [before, after].map(readObject);
  const { body } = repeated.request;
  const written = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  if (then === undefined || now === undefined || !isObject(written)) return undefined;
  const undone = Object.keys({ ...then, ...written }).find(
    (name) =>
      !isSameJson(then[name] ?? null, now[name] ?? null) && isSameJson(written[name] ?? null, now[name] ?? null),
  );
  if (undone === undefined) return undefined;
  return createProbeFinding(repeated, {
    code: "exchange.replay.differs",
    part: "response.status",
    message: `repeated with its idempotency key after another write, the request took effect again: ${toPrintable(undone)} has its value again`,
    valueClass: "applied again",
  });
}

/** Checks that a write with the key of a write to another resource takes effect, if the service accepts it. */
export function checkKeyOfOther(write: ProbeExchange, read: ProbeExchange): CheckFinding | undefined {
  const { status } = read.exchange.response;
  if (!isAccepted(write) || (status !== 404 && status !== 410)) return undefined;
  return createProbeFinding(write, {
    code: "exchange.replay.differs",
    part: "response.status",
    message: `the response is ${write.exchange.response.status} with the idempotency key of a request to another path, but ${read.operation.id} then gets ${status}: the request was taken for the other one`,
    valueClass: "key of another resource",
  });
}

/**
 * Checks that a write with the key of a write with another body takes effect, if the service accepts it. A service that takes it for the
 * other one shows what that has written.
 *
 * @param first The write that had the key before.
 */
export function checkKeyOfOtherBody(
  write: ProbeExchange,
  first: ProbeExchange,
  read: ProbeExchange,
): CheckFinding | undefined {
  const isEffective = checkWritePersisted(write, read) === undefined;
  if (!isAccepted(write) || !isAccepted(read) || isEffective || checkWritePersisted(first, read) !== undefined)
    return undefined;
  return createProbeFinding(write, {
    code: "exchange.replay.differs",
    part: "response.status",
    message: `the response is ${write.exchange.response.status} with the idempotency key of a request with another payload, but ${read.operation.id} shows the former payload: the request was taken for a repetition`,
    valueClass: "key of another payload",
  });
}

/** Checks that a PATCH with the key of a PUT takes effect, if the service accepts it. */
export function checkKeyOfOtherMethod(patch: ProbeExchange, read: ProbeExchange): CheckFinding | undefined {
  const isEffective = checkWritePersisted(patch, read) === undefined;
  if (!isAccepted(patch) || !isAccepted(read) || isEffective || patch.exchange.response.status === 202)
    return undefined;
  return createProbeFinding(patch, {
    code: "exchange.replay.differs",
    part: "response.status",
    message: `the response is ${patch.exchange.response.status} with the idempotency key of a PUT of the same path, but ${read.operation.id} does not show the change: the request was taken for the other one`,
    valueClass: "key of another method",
  });
}

function readObject(result: ProbeExchange): JsonObject | undefined {
  const body = readResponseJson(result) as Json | undefined;
  return isAccepted(result) && isObject(body) ? body : undefined;
}
