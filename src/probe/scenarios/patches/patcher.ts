import { isObject, type Json } from "../../../document/index.js";
import {
  checkLaterKept,
  checkMissingTarget,
  checkPatchedOnly,
  checkReplacedWhole,
  type JsonPatchOperation,
} from "../../checks/json-patch.js";
import { checkCreationKept } from "../../checks/lifecycle.js";
import { checkIdempotentReplay, checkWritePersisted } from "../../checks/resource.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkUpdateTime, checkWholeReturned } from "../../checks/writes/returned.js";
import { checkKeyOfOtherBody } from "../../checks/writes/reused-key.js";
import { checkRefusedUnchanged } from "../../checks/writes/write-variants.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { findIdempotencyHeader } from "../../session/idempotency-key.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { restoreBeforePatch } from "../resources.js";
import type { ScenarioContext } from "../scenario-context.js";
import { listReplacements, probePatchPaths } from "./json-patch-paths.js";
import { probePatchLists, probePatchMembers } from "./patch-members.js";

export type PatchTarget = {
  readonly base: ProbeExchange;
  /** An accepted read of the same path. */
  readonly shown: ProbeExchange;
  /** The accepted operations. */
  readonly patch: readonly JsonPatchOperation[];
};

/** Patches that the service should accept. */
type AcceptedPatches = {
  /** Sends a patch if it is valid by the spec, and reads its effect. Returns whether the service accepted it. */
  readonly apply: (patch: readonly JsonPatchOperation[]) => Promise<boolean>;
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

/** Patches that the service should reject. */
type RejectedPatches = {
  /** Sends bodies that are no JSON Patch: an operation outside of a list, and an object with members of the resource. */
  readonly refuseOthers: (operation: JsonPatchOperation) => Promise<void>;
  /** Sends a patch whose last operation fails. The others must not take effect. */
  readonly reject: (patch: readonly JsonPatchOperation[]) => Promise<void>;
  /** Sends an operation that the spec does not allow. The check of the exchange reports it if the service accepts it. */
  readonly refuse: (operation: JsonPatchOperation) => Promise<void>;
  /** Sends an operation whose target was removed. */
  readonly expectMissing: (patch: readonly [JsonPatchOperation]) => Promise<void>;
};

export type Patcher = AcceptedPatches &
  RejectedPatches & {
    readonly readResource: () => Promise<Json>;
    /** Operations on numbers and booleans at different places: those of the accepted patch first, then replacements in the resource. */
    readonly listScalars: () => Promise<readonly JsonPatchOperation[]>;
    readonly probePaths: () => Promise<void>;
    /** Adds items to lists and takes them out. */
    readonly probeLists: () => Promise<void>;
  };

export function createPatcher(context: ScenarioContext, target: PatchTarget, session: TaskSession): Patcher {
  const sender = createPatchSender(context, target, session);
  const { read, readResource, build, isValid } = sender;
  const { operation } = target.base;
  const canRestore = context.operations.some(
    (it) => it.method === "PUT" && it.path === operation.path && context.seeds.get(it)?.accepted !== undefined,
  );
  const restore = canRestore ? () => restoreBeforePatch(context, target.base, session.send) : undefined;
  return {
    ...createAcceptedPatches(context, target, session, sender),
    ...createRejectedPatches(context, target, session, sender),
    listScalars: async () => {
      const all = [...target.patch, ...listReplacements(await readResource())];
      const scalars = all.filter((it) => it.op !== "remove" && makeOtherValue(it.value) !== undefined && isValid([it]));
      return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
    },
    readResource,
    probePaths: async () => {
      await probePatchPaths({ operation, shown: await read(), build, isValid }, session);
      await probePatchMembers({ ...sender, restore }, session);
    },
    probeLists: async () => probePatchLists({ ...sender, restore }, session),
  };
}

type PatchSender = {
  readonly build: (patch: readonly JsonPatchOperation[]) => ProbeExchange["request"];
  readonly sendPatch: (patch: readonly JsonPatchOperation[], requestId?: string) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly readResource: () => Promise<Json>;
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
};

function createPatchSender(
  context: ScenarioContext,
  { base, shown }: PatchTarget,
  { send, report }: TaskSession,
): PatchSender {
  const { operation } = base;
  const build = (patch: readonly JsonPatchOperation[]) => ({
    ...base.request,
    body: { contentType: base.request.body?.contentType ?? "application/json-patch+json", value: patch },
  });
  const sendPatch = async (patch: readonly JsonPatchOperation[], requestId?: string): Promise<ProbeExchange> => {
    const result = await send({ operation, request: build(patch), ...(requestId === undefined ? {} : { requestId }) });
    report(result, checkServiceResponse(result));
    return result;
  };
  const read = (): Promise<ProbeExchange> => {
    const request = { path: base.request.path, header: shown.request.header, query: {}, cookie: {} };
    return send({ operation: shown.operation, request });
  };
  const readResource = async (): Promise<Json> => (readResponseJson(await read()) ?? null) as Json;
  const isValid = (patch: readonly JsonPatchOperation[]): boolean => context.isValid(operation, build(patch));
  return { build, sendPatch, read, readResource, isValid };
}

function createAcceptedPatches(
  context: ScenarioContext,
  { base: { operation } }: PatchTarget,
  { report }: TaskSession,
  { sendPatch, read, isValid }: PatchSender,
): AcceptedPatches {
  return {
    apply: async (patch) => {
      if (!isValid(patch)) return false;
      const before = await read();
      const result = await sendPatch(patch);
      if (!isAccepted(result)) return false;
      report(result, checkWritePersisted(result, result));
      const after = await read();
      report(result, checkWritePersisted(result, after));
      for (const check of [checkReplacedWhole, checkPatchedOnly, checkUpdateTime, checkCreationKept])
        report(result, check(before, result, after));
      report(result, checkWholeReturned(result, after));
      return true;
    },
    applyBoth: async (one, other) => {
      if (!isValid(one) || !isValid(other)) return;
      const results = await Promise.all([sendPatch(one), sendPatch(other)]);
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

function createRejectedPatches(
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
    reject: async (patch) => {
      const what = "the target of the last operation does not exist";
      const edit: CaseEdit = { part: "body", at: `/${patch.length - 1}`, contract: operation.pointer, what };
      const before = await read();
      const refused = await send({ operation, request: build(patch), edit, expect: "open" });
      report(refused, checkServiceResponse(refused));
      const after = await read();
      if (checkRefusedUnchanged(before, refused, after, after) !== undefined)
        report(refused, checkRefusedUnchanged(before, refused, after, await read()));
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

/** Other values of the same kind. */
export function listOtherValues(value: Json | undefined): readonly Json[] {
  const values: Json[] = [];
  for (let it = makeOtherValue(value); it !== undefined && values.length < 3; it = makeOtherValue(it)) values.push(it);
  return values;
}

/** Texts stay, because they may be codes. */
export function makeOtherValue(value: Json | undefined): Json | undefined {
  return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : undefined;
}
