import { isObject, type Json, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import { includeIfDefined } from "../../../samples/include-if-defined.js";
import {
  type CaseRequest,
  type JsonPatch,
  type JsonPatchOperation,
  putBody,
  readJsonPatch,
} from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { restoreBeforePatch } from "../resources.js";
import { findAccepted, findAcceptedRead, readAtPath, type ScenarioRun, type WriteTarget } from "../scenario-context.js";

/** Sends patches of one resource, and reads it. */
export type PatchSender = ReturnType<typeof createPatchSender>;

export function createPatchSender(run: ScenarioRun, { base, shown }: WriteTarget) {
  const { operation, request } = base;
  const build = (patch: Json): CaseRequest => putBody(request, patch);
  const put = run.operations.find(({ path, method }) => path === operation.path && method === "PUT");
  return {
    ...{ run, operation, build },
    isValid: (patch: JsonPatch): boolean => run.isValid(operation, build(patch)),
    sendPatch: (patch: JsonPatch, requestId?: string): Promise<ProbeExchange> =>
      run.sendChecked({ operation, request: build(patch), ...includeIfDefined("requestId", requestId) }),
    /** Sends what the spec does not allow. The check of the exchange reports it if the service accepts it. */
    refuse: (patch: Json, at: Pointer, what: string): Promise<ProbeExchange> => {
      const edit = { part: "body", at, contract: operation.pointer, what } as const;
      return run.sendChecked({ operation, request: build(patch), edit, expect: "refused" });
    },
    read: (): Promise<ProbeExchange> => readAtPath(run, shown, request.path),
    /** Restores the resource, if the spec has an operation for that. */
    restore: findAccepted(run, put) === undefined ? undefined : () => restoreBeforePatch(run, base),
  };
}

/** Replaces each value of a resource with itself. */
export function listReplacements(resource: Json): JsonPatch {
  return listPlaces(resource).map((path) => ({ op: "replace", path, value: valueAt(resource, path) ?? null }));
}

/**
 * Builds a write that is possible any number of times: a JSON Patch that changes nothing. An accepted patch may remove or add what is there
 * only once. Other writes stay as they are.
 */
export async function buildRepeatableWrite(run: ScenarioRun, base: ProbeExchange): Promise<CaseRequest> {
  const accepted = findAcceptedRead(run, base.operation);
  if (readJsonPatch(base.request) === undefined || accepted === undefined) return base.request;
  const shown = await readAtPath(run, accepted, base.request.path);
  const patches = listReplacements(shown.body).map((it) => putBody(base.request, [it]));
  return patches.find((it) => run.isValid(base.operation, it)) ?? base.request;
}

const MAX_DEPTH = 3;

/** Outer places first, so that a small limit covers all properties. */
function listPlaces(resource: Json): readonly Pointer[] {
  const places: Pointer[] = [];
  let level: readonly (readonly [Pointer, Json])[] = [["", resource]];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap(([at, value]) =>
      isObject(value) ? Object.entries(value).map(([name, it]) => [joinPointer(at, name), it] as const) : [],
    );
    places.push(...level.map(([at]) => at));
  }
  return places;
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

/** The operations on numbers and booleans at different places. */
export function selectScalars({ isValid }: PatchSender, patch: JsonPatch): readonly JsonPatchOperation[] {
  const scalars = patch.filter((it) => it.op !== "remove" && makeOtherValue(it.value) !== undefined && isValid([it]));
  return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
}
