import type { CheckFinding } from "../../../checks/index.js";
import { isObject } from "../../../document/index.js";
import { checkMissingTarget, type JsonPatchOperation } from "../../checks/patches/json-patch.js";
import { checkPatchWhole } from "../../checks/patches/patch-effect.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkRefusedUnchanged } from "../../checks/writes/write-variants.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import type { PatchSender, PatchTarget } from "./patch-sender.js";

/** Patches that the service should reject. */
export type RejectedPatches = {
  /** Sends bodies that are no JSON Patch: an operation outside of a list, and an object with members of the resource. */
  readonly refuseOthers: (operation: JsonPatchOperation) => Promise<void>;
  /** Sends a patch of which one operation fails. The others must not take effect. */
  readonly reject: (patch: readonly JsonPatchOperation[], what?: string) => Promise<void>;
  /** Sends an operation that the spec does not allow. The check of the exchange reports it if the service accepts it. */
  readonly refuse: (operation: JsonPatchOperation) => Promise<void>;
  /** Sends an operation whose target was removed. */
  readonly expectMissing: (patch: readonly [JsonPatchOperation]) => Promise<void>;
};

export function createRejectedPatches(
  context: ScenarioContext,
  { base: { operation, request: base } }: PatchTarget,
  { send, report }: TaskSession,
  { build, sendPatch, read, readResource, isValid }: PatchSender,
): RejectedPatches {
  return {
    refuseOthers: async (it) => {
      const [, name = ""] = it.path.split("/");
      const resource = await readResource();
      const member = isObject(resource) ? resource[name] : undefined;
      const what = ["one operation outside of a list", "an object with members of the resource"];
      for (const [at, value] of [it, { [name]: member ?? null }].entries()) {
        const request = {
          ...base,
          body: { contentType: base.body?.contentType ?? "application/json-patch+json", value },
        };
        if (context.isValid(operation, request)) continue;
        const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what: what[at] ?? "" };
        const refused = await send({ operation, request, edit, expect: "refused" });
        report(refused, checkServiceResponse(refused));
      }
    },
    reject: async (patch, what = "the target of the last operation does not exist") => {
      const edit: CaseEdit = { part: "body", at: `/${patch.length - 1}`, contract: operation.pointer, what };
      const before = await read();
      const refused = await send({ operation, request: build(patch), edit, expect: "open" });
      report(refused, checkServiceResponse(refused));
      const after = await read();
      const check = (again: ProbeExchange): CheckFinding | undefined =>
        checkPatchWhole(before, refused, after, again) ?? checkRefusedUnchanged(before, refused, after, again);
      if (check(after) !== undefined) report(refused, check(await read()));
    },
    refuse: async (it) => {
      const request = build([it]);
      if (context.isValid(operation, request)) return;
      const value = it.value === undefined ? "without a value" : `with the value ${JSON.stringify(it.value)}`;
      const what = it.from === undefined ? `${it.op} ${value}` : `the operation ${it.op}`;
      const edit: CaseEdit = { part: "body", at: "/0/op", contract: operation.pointer, what };
      const refused = await send({ operation, request, edit, expect: "refused" });
      report(refused, checkServiceResponse(refused));
    },
    expectMissing: async (patch) => {
      const before = await read();
      if (!isValid(patch)) return;
      const result = await sendPatch(patch);
      report(result, checkMissingTarget(result, before, patch[0].path));
    },
  };
}
