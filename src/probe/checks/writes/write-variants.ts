import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted } from "../../session/probe-exchange.js";
import { checkWritePersisted } from "../resource.js";
import { defineRule } from "../rule.js";

/**
 * Checks that a rejected write has changed nothing. `again` is a second read after it: what differs between the two changes
 * by itself.
 */
export const checkRefusedUnchanged = defineRule<4>((before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || ![before, after, again].every(isAccepted)) return undefined;
  const [then, now, later] = [before, after, again].map((it) => it.body);
  if (isSameJson(then, now) || !isSameJson(now, later)) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${after.operation.id} returns another resource afterwards`;
  return refused.fail("exchange.refusal.applied", message, "changed", { part: "response.status" });
});

/** Checks that a rejected write of a resource that did not exist has not created it. */
export const checkRefusedAbsent = defineRule<2>((refused, shown) => {
  const { status } = refused;
  if (!refused.isRejected || !shown.isAccepted) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${shown.operation.id} shows that it has created the resource`;
  return refused.fail("exchange.refusal.applied", message, "created", { part: "response.status" });
});

/** Checks that one of two concurrent writes is stored as a whole. */
export const checkConcurrentWrites = defineRule<3>((first, second, shown) => {
  if (!first.isAccepted || !second.isAccepted) return undefined;
  const lost = checkWritePersisted(first, shown);
  if (lost === undefined || checkWritePersisted(second, shown) === undefined) return undefined;
  return { ...lost, message: `after two concurrent writes, the resource is neither of both: ${lost.message}` };
});
