import { checkCreationKept } from "../../checks/lifecycle.js";
import type { JsonPatchOperation } from "../../checks/patches/json-patch.js";
import { checkLaterKept, checkPatchedOnly, checkReplacedWhole } from "../../checks/patches/json-patch.js";
import { checkMoved, checkNothingPatched } from "../../checks/patches/patch-effect.js";
import { checkIdempotentReplay, checkWritePersisted } from "../../checks/resource.js";
import { checkUpdateTime, checkWholeReturned } from "../../checks/writes/returned.js";
import { checkKeyOfOtherBody } from "../../checks/writes/reused-key.js";
import { findIdempotencyHeader } from "../../session/idempotency-key.js";
import { isAccepted } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { sendConcurrently } from "../concurrent-writes.js";
import type { ScenarioContext } from "../scenario-context.js";
import { makeOtherValue } from "./other-values.js";
import type { PatchSender, PatchTarget } from "./patch-sender.js";

/** Patches that the service should accept. */
export type AcceptedPatches = {
  /** Sends a patch if it is valid by the spec, and reads its effect. Returns whether the service accepted it. */
  readonly apply: (patch: readonly JsonPatchOperation[]) => Promise<boolean>;
  /** Sends a patch without operations, which changes nothing. */
  readonly applyNothing: () => Promise<void>;
  /** Sends two patches of different places at the same time. Both must take effect. */
  readonly applyBoth: (one: readonly JsonPatchOperation[], other: readonly JsonPatchOperation[]) => Promise<void>;
  /** Sends a patch twice with one idempotency key, and then another patch with it. */
  readonly repeat: (patch: readonly JsonPatchOperation[]) => Promise<void>;
  /** Repeats a patch with its idempotency key after a later one. */
  readonly repeatAfterLater: (
    patch: readonly [JsonPatchOperation],
    later: readonly [JsonPatchOperation],
  ) => Promise<void>;
};

export function createAcceptedPatches(
  context: ScenarioContext,
  { base: { operation } }: PatchTarget,
  session: TaskSession,
  { build, sendPatch, read, isValid }: PatchSender,
): AcceptedPatches {
  const { report } = session;
  return {
    apply: async (patch) => {
      if (!isValid(patch)) return false;
      const before = await read();
      const result = await sendPatch(patch);
      if (!isAccepted(result)) return false;
      report(result, checkWritePersisted(result, result));
      const after = await read();
      report(result, checkWritePersisted(result, after));
      for (const check of [checkReplacedWhole, checkMoved, checkPatchedOnly, checkUpdateTime, checkCreationKept])
        report(result, check(before, result, after));
      report(result, checkWholeReturned(result, after));
      return true;
    },
    applyNothing: async () => {
      if (!isValid([])) return;
      const before = await read();
      const result = await sendPatch([]);
      const after = isAccepted(result) ? await read() : before;
      if (checkNothingPatched(before, result, after, after) !== undefined)
        report(result, checkNothingPatched(before, result, after, await read()));
    },
    applyBoth: async (one, other) => {
      if (!isValid(one) || !isValid(other)) return;
      const two = [one, other].map((it) => ({ operation, request: build(it) }));
      const results = await sendConcurrently(session, two);
      const after = await read();
      if (results.every(isAccepted))
        for (const it of results) {
          const lost = checkWritePersisted(it, after);
          report(it, lost && { ...lost, message: `of two concurrent patches one is lost: ${lost.message}` });
        }
    },
    repeat: async (patch) => {
      if (findIdempotencyHeader(context.document, operation) === undefined || !isValid(patch)) return;
      const requestId = `${context.createId(`twice ${operation.id}`)}-${context.nonce}`;
      const first = await sendPatch(patch, requestId);
      if (isAccepted(first)) {
        const again = await sendPatch(patch, requestId);
        report(again, checkIdempotentReplay(first, again));
        const other = patch.map((it) => ({ ...it, value: makeOtherValue(it.value) ?? null }));
        if (!isValid(other)) return;
        const reused = await sendPatch(other, requestId);
        report(reused, checkKeyOfOtherBody(reused, first, await read()));
      }
    },
    repeatAfterLater: async (patch, later) => {
      if (findIdempotencyHeader(context.document, operation) === undefined) return;
      const requestId = `${context.createId(`repeated ${operation.id}`)}-${context.nonce}`;
      if (!isAccepted(await sendPatch(patch, requestId))) return;
      const second = await sendPatch(later);
      const repeated = await sendPatch(patch, requestId);
      report(repeated, checkLaterKept(second, repeated, await read(), patch[0].path));
    },
  };
}
