import type { Json } from "../../document/index.js";
import { checkLaterKept, checkMissingTarget, type JsonPatchOperation, readJsonPatch } from "../checks/json-patch.js";
import { checkWritePersisted } from "../checks/resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { checkRefusedUnchanged } from "../checks/writes/write-variants.js";
import type { CaseEdit } from "../requests/probe-case.js";
import { findIdempotencyHeader } from "../session/idempotency-key.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { listReplacements, probePatchPaths } from "./json-patch-paths.js";
import { restoreBeforePatch } from "./resources.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/**
 * Creates scenarios for operations that accept a JSON Patch (RFC 6902): operations apply in order, all or none, and their
 * targets exist.
 */
export function createJsonPatchScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const read = listReadOperations(context).find(({ path }) => path === operation.path);
    const shown = read && context.seeds.get(read)?.accepted;
    const patch = base === undefined || operation.method !== "PATCH" ? undefined : readJsonPatch(base.request);
    if (base === undefined || shown === undefined || patch === undefined) return [];
    const target: PatchTarget = { base, shown, patch };
    return [{ id: `stateful/${operation.id}/patch`, run: (session) => runPatches(context, target, session) }];
  });
}

type PatchTarget = {
  readonly base: ProbeExchange;
  /** An accepted read of the same path. */
  readonly shown: ProbeExchange;
  /** The accepted operations. */
  readonly patch: readonly JsonPatchOperation[];
};

async function runPatches(context: ScenarioContext, target: PatchTarget, session: TaskSession): Promise<void> {
  const patcher = createPatcher(context, target, session);
  await restoreBeforePatch(context, target.base, session.send);
  const [first, second] = await patcher.listScalars();
  if (first !== undefined) await changeScalars(patcher, first, second);
  await patcher.probePaths();
}

async function changeScalars(
  patcher: Patcher,
  first: JsonPatchOperation,
  second: JsonPatchOperation | undefined,
): Promise<void> {
  const [one = null, two = null, three = null] = listOtherValues(first.value);
  if (!(await patcher.apply([{ ...first, value: one }]))) return;
  const canReplace = await patcher.apply([{ ...first, op: "replace", value: two }]);
  const set = (value: Json): JsonPatchOperation => ({ ...first, op: canReplace ? "replace" : first.op, value });
  await patcher.apply([set(one), set(three)]);
  if (second !== undefined) await patcher.apply([set(two), { ...second, value: changeValue(second.value) ?? null }]);
  await patcher.repeatAfterLater([set(one)], [set(two)]);
  await patcher.reject([set(three), { op: "replace", path: `${first.path}/missing/member`, value: 1 }]);
  for (const op of ["copy", "move", "increment"])
    await patcher.refuse({ op, from: first.path, path: second?.path ?? first.path });
  await patcher.refuse({ op: "replace", path: first.path });
  const remove: JsonPatchOperation = { op: "remove", path: first.path };
  if (!(await patcher.apply(second === undefined ? [remove] : [remove, second]))) return;
  await patcher.expectMissing([remove]);
  await patcher.expectMissing([{ ...set(two), op: "replace" }]);
  await patcher.apply([{ ...set(one), op: "add" }]);
}

type Patcher = {
  /** Operations on numbers and booleans at different places: those of the accepted patch first, then replacements in the resource. */
  readonly listScalars: () => Promise<readonly JsonPatchOperation[]>;
  /** Sends a patch if it is valid by the spec, and reads its effect. Returns whether the service accepted it. */
  readonly apply: (patch: readonly JsonPatchOperation[]) => Promise<boolean>;
  /** Sends a patch whose last operation fails. The others must not take effect. */
  readonly reject: (patch: readonly JsonPatchOperation[]) => Promise<void>;
  /** Sends an operation that the spec does not allow. The check of the exchange reports it if the service accepts it. */
  readonly refuse: (operation: JsonPatchOperation) => Promise<void>;
  readonly probePaths: () => Promise<void>;
  /** Sends an operation whose target was removed. */
  readonly expectMissing: (patch: readonly [JsonPatchOperation]) => Promise<void>;
  /** Repeats a patch with its idempotency key after a later one. */
  readonly repeatAfterLater: (
    patch: readonly [JsonPatchOperation],
    later: readonly [JsonPatchOperation],
  ) => Promise<void>;
};

function createPatcher(
  context: ScenarioContext,
  { base, shown, patch: accepted }: PatchTarget,
  session: TaskSession,
): Patcher {
  const { operation } = base;
  const { send, report } = session;
  const build = (patch: readonly JsonPatchOperation[]): ProbeExchange["request"] => ({
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
  const isValid = (patch: readonly JsonPatchOperation[]): boolean => context.isValid(operation, build(patch));
  return {
    listScalars: async () => {
      const all = [...accepted, ...listReplacements((readResponseJson(await read()) ?? null) as Json)];
      const scalars = all.filter((it) => it.op !== "remove" && changeValue(it.value) !== undefined && isValid([it]));
      return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
    },
    apply: async (patch) => {
      const result = isValid(patch) ? await sendPatch(patch) : undefined;
      if (result === undefined || !isAccepted(result)) return false;
      report(result, checkWritePersisted(result, result));
      const after = await read();
      report(result, checkWritePersisted(result, after));
      return true;
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
    probePaths: async () => probePatchPaths({ operation, shown: await read(), build, isValid }, session),
    refuse: async (it) => {
      const request = build([it]);
      if (context.isValid(operation, request)) return;
      const what = it.from === undefined ? `${it.op} without a value` : `the operation ${it.op}`;
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

/** Other values of the same kind. */
function listOtherValues(value: Json | undefined): readonly Json[] {
  const values: Json[] = [];
  for (let it = changeValue(value); it !== undefined && values.length < 3; it = changeValue(it)) values.push(it);
  return values;
}

/** Texts stay, because they may be codes. */
function changeValue(value: Json | undefined): Json | undefined {
  return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : undefined;
}
