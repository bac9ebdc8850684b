import { isObject, type Json, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import { type JsonPatchOperation, readJsonPatch } from "../../checks/patches/json-patch.js";
import { checkValidRejected } from "../../checks/response.js";
import { type CaseEdit, type CaseRequest, putBody } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { findAcceptedRead, readAtPath, type ScenarioRun } from "../scenario-context.js";

type PatchPaths = {
  readonly operation: ProbeExchange["operation"];
  /** The resource now. */
  readonly shown: ProbeExchange;
  readonly build: (patch: readonly JsonPatchOperation[]) => ProbeExchange["request"];
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
};

const MAX_DEPTH = 3;
const MAX_DOCUMENTED = 14;
const MAX_UNDOCUMENTED = 24;

/**
 * Sends operations that change nothing to each place of a resource: they put the value that is there. Where the spec allows `replace`
 * and the service accepts it, it must accept the other operations that the spec allows there, because they do the same. What
 * the spec does not allow must be rejected.
 */
export async function probePatchPaths(paths: PatchPaths, session: TaskSession): Promise<void> {
  const { shown, isValid } = paths;
  const resource = shown.body;
  if (!shown.isAccepted || !isObject(resource)) return;
  const places = [...listPlaces(resource)];
  const replace = (path: Pointer): JsonPatchOperation => ({
    op: "replace",
    path,
    value: valueAt(resource, path) ?? null,
  });
  const documented = places.filter((path) => isValid([replace(path)])).slice(0, MAX_DOCUMENTED);
  for (const path of documented) await probeDocumented(paths, replace(path), session);
  const others = places.filter((path) => !isValid([replace(path)]));
  for (const path of others.slice(0, MAX_UNDOCUMENTED)) await refuse(paths, replace(path), session);
}

/** Replaces each value of a resource with itself. */
export function listReplacements(resource: Json): readonly JsonPatchOperation[] {
  return [...listPlaces(resource)].map((path) => ({ op: "replace", path, value: valueAt(resource, path) ?? null }));
}

/**
 * Builds a write that is possible any number of times: a JSON Patch that changes nothing. An accepted patch may remove or add what is there
 * only once. Other writes stay as they are.
 */
export async function buildRepeatableWrite(
  run: ScenarioRun,
  { operation, request }: ProbeExchange,
): Promise<CaseRequest> {
  const accepted = findAcceptedRead(run, operation);
  const { body } = request;
  if (readJsonPatch(request) === undefined || accepted === undefined || body === undefined) return request;
  const shown = await readAtPath(run, accepted, request.path);
  const patches = listReplacements(shown.body).map((it) => putBody(request, [it]));
  return patches.find((it) => run.isValid(operation, it)) ?? request;
}

/** Outer places first, so that a small limit covers all properties. */
export function* listPlaces(resource: Json): Iterable<Pointer> {
  let level: readonly (readonly [Pointer, Json])[] = [["", resource]];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap(([at, value]) =>
      isObject(value) ? Object.entries(value).map(([name, it]) => [joinPointer(at, name), it as Json] as const) : [],
    );
    yield* level.map(([at]) => at);
  }
}

async function probeDocumented(
  paths: PatchPaths,
  { path, value = null }: JsonPatchOperation,
  session: TaskSession,
): Promise<void> {
  const { operation, build, isValid } = paths;
  const replaced = { operation, request: build([{ op: "replace", path, value }]) };
  const before = await session.sendChecked(replaced);
  if (!before.isAccepted) return;
  for (const op of ["add", "test"]) {
    const patch = [{ op, path, value }];
    if (!isValid(patch)) {
      await refuse(paths, { op, path, value }, session);
      continue;
    }
    const what = `${op} of ${path}, whose effect is that of an accepted replace (RFC 6902, section 4)`;
    const edit: CaseEdit = { part: "body", at: "/0/op", contract: operation.pointer, what };
    const again = { operation, request: build(patch), edit, expect: "open" } as const;
    const result = await session.sendChecked(again);
    if (result.isAccepted) continue;
    const second = await session.send(again);
    session.report(result, checkValidRejected(before, result, second, await session.send(replaced)));
    session.discard(second);
  }
}

/** The check of the exchange reports an operation that the spec does not allow and the service accepts. */
async function refuse({ operation, build }: PatchPaths, it: JsonPatchOperation, session: TaskSession): Promise<void> {
  const what = `${it.op} of ${it.path}, which the spec does not allow`;
  const edit: CaseEdit = { part: "body", at: "/0", contract: operation.pointer, what };
  await session.sendChecked({ operation, request: build([it]), edit, expect: "refused" });
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

export type PatchTarget = {
  readonly base: ProbeExchange;
  /** An accepted read of the same path. */
  readonly shown: ProbeExchange;
  /** The accepted operations. */
  readonly patch: readonly JsonPatchOperation[];
};

export type PatchSender = {
  readonly build: (patch: readonly JsonPatchOperation[]) => ProbeExchange["request"];
  readonly sendPatch: (patch: readonly JsonPatchOperation[], requestId?: string) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly readResource: () => Promise<Json>;
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
};

export function createPatchSender(run: ScenarioRun, { base, shown }: PatchTarget): PatchSender {
  const { send, sendChecked } = run;
  const { operation } = base;
  const build = (patch: readonly JsonPatchOperation[]) => ({
    ...base.request,
    body: { contentType: base.request.body?.contentType ?? "application/json-patch+json", value: patch },
  });
  const sendPatch = (patch: readonly JsonPatchOperation[], requestId?: string): Promise<ProbeExchange> =>
    sendChecked({
      operation,
      request: build(patch),
      ...(requestId === undefined ? {} : { requestId }),
    });
  const read = (): Promise<ProbeExchange> => readAtPath({ send }, shown, base.request.path);
  const readResource = async (): Promise<Json> => (await read()).body;
  const isValid = (patch: readonly JsonPatchOperation[]): boolean => run.isValid(operation, build(patch));
  return { build, sendPatch, read, readResource, isValid };
}
