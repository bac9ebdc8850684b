import { isObject, type Json, type JsonObject, valueAt } from "../../../document/index.js";
import { buildExampleRequests } from "../../cases/example-requests.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { type JsonPatchOperation, readJsonPatch } from "../../checks/patches/json-patch.js";
import { putBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { restoreBeforePatch } from "../resources.js";
import { findAcceptedRead, planScenarios, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";
import { listOtherValues, listReplacements, makeOtherValue, type PatchTarget } from "./json-patch-paths.js";
import { createPatcher, type Patcher } from "./patcher.js";

/**
 * Creates scenarios for operations that accept a JSON Patch (RFC 6902): operations apply in order, all or none, and their
 * targets exist.
 */
export function createJsonPatchScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "patch", (base) => {
    const { operation } = base;
    const shown = findAcceptedRead(context, operation);
    const patch = operation.method !== "PATCH" ? undefined : readJsonPatch(base.request);
    if (shown === undefined || patch === undefined) return undefined;
    const target: PatchTarget = { base, shown, patch };
    return (run) => runPatches(run, target);
  });
}

async function runPatches(run: ScenarioRun, target: PatchTarget): Promise<void> {
  const patcher = createPatcher(run, target);
  await restoreBeforePatch(run, target.base);
  await patcher.applyNothing();
  const hasLists = await patcher.probeLists();
  const scalars = await patcher.listScalars();
  const [first, second] = scalars;
  if (first !== undefined) await changeScalars(patcher, first, second);
  await changeMany(patcher, scalars);
  const inner = scalars.find(({ path }) => path.split("/").length > 3);
  const [other] = listOtherValues(inner?.value);
  if (inner !== undefined && other !== undefined) await patcher.apply([{ ...inner, op: "replace", value: other }]);
  await changeContainers(run, target, { patcher, hasLists });
  await patcher.probePaths();
}

const MAX_CHANGES = 20;

/** Changes numbers and booleans at many places at once. */
async function changeMany(patcher: Patcher, scalars: readonly JsonPatchOperation[]): Promise<void> {
  const resource = await patcher.readResource();
  const changes = scalars.flatMap(({ path }): JsonPatchOperation[] => {
    const value = makeOtherValue(valueAt(resource, path));
    return value === undefined ? [] : [{ op: "replace", path, value }];
  });
  if (changes.length > 2) await patcher.apply(changes.slice(0, MAX_CHANGES));
}

/**
 * Replaces lists and objects, first each with the whole value, then with a smaller one. At the end, each list is replaced while the other
 * ones have items, which stay.
 */
async function changeContainers(
  context: ScenarioContext,
  { base }: PatchTarget,
  { patcher, hasLists }: { readonly patcher: Patcher; readonly hasLists: boolean },
): Promise<void> {
  const lists: JsonPatchOperation[] = [];
  for (const changes of listContainerChanges(context, base, await patcher.readResource())) {
    for (const [at, change] of changes.entries()) {
      const isApplied = await patcher.apply([change]);
      if (!isApplied && at === 0) break;
      if (isApplied && at === 0 && Array.isArray(change.value)) lists.push(change);
    }
    const isList = changes.some(({ value }) => JSON.stringify(value).includes("["));
    if (isList && !hasLists) await patcher.probeLists();
  }
  for (const change of lists.length > 1 ? lists : []) await patcher.apply([change]);
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
  if (second !== undefined) {
    const other = { ...second, value: makeOtherValue(second.value) ?? null };
    await patcher.apply([set(two), other]);
    await patcher.applyBoth([set(one)], [{ ...other, value: second.value ?? null }]);
    await patcher.applyBoth([other], [set(two)]);
  }
  await patcher.repeat([set(three)]);
  await patcher.repeatAfterLater([set(one)], [set(two)]);
  await patcher.apply([{ ...first, op: "add", value: three }]);
  await patcher.reject([set(two), { op: "replace", path: `${first.path}/missing/member`, value: 1 }]);
  await patcher.reject([set(two), { op: "test", path: first.path, value: one }], "the last operation, a test, fails");
  for (const op of ["copy", "move", "increment"])
    await patcher.refuse({ op, from: first.path, path: second?.path ?? first.path });
  await patcher.refuse({ op: "replace", path: first.path });
  await patcher.refuse({ ...set(one), op: "REPLACE" });
  if (typeof one === "number") {
    await patcher.refuse({ ...set(`${one}`), op: "replace" });
    await patcher.refuse({ ...set(one + 0.5), op: "replace" });
  }
  await patcher.refuseOthers(set(one));
  const remove: JsonPatchOperation = { op: "remove", path: first.path };
  if (!(await patcher.apply(second === undefined ? [remove] : [remove, second]))) return;
  if (second !== undefined) {
    const other = { ...second, value: makeOtherValue(second.value) ?? null };
    await patcher.reject([other, remove]);
    await patcher.reject([remove, other], "the target of the first operation does not exist");
  }
  await patcher.expectMissing([remove]);
  await patcher.expectMissing([{ ...set(two), op: "replace" }]);
  await patcher.apply([{ ...set(one), op: "add" }]);
  if (typeof second?.value !== typeof first.value || second === undefined) return;
  await patcher.apply([{ op: "copy", from: first.path, path: second.path }]);
  const isMoved = await patcher.apply([{ op: "move", from: first.path, path: second.path }]);
  if (isMoved) await patcher.apply([{ ...set(two), op: "add" }]);
}

const MAX_CONTAINERS = 6;

/**
 * Lists replacements of whole lists and objects, each with less and with more than is there: those of the examples of the spec, and those of
 * what the resource has.
 */
function listContainerChanges(
  { document }: ScenarioContext,
  { operation, request: base }: ProbeExchange,
  resource: Json,
): readonly (readonly JsonPatchOperation[])[] {
  const fill = (it: JsonPatchOperation): JsonPatchOperation => {
    const { body } = base;
    if (!Array.isArray(it.value) || it.value.length > 0 || body === undefined) return it;
    const request = putBody(base, [it]);
    const locations = getRequestLocations(getGenerationContext({ document }), operation, request);
    const item = locations.find(({ at }) => at === "/0/value/0")?.value as Json | undefined;
    if (item === undefined) return it;
    return { ...it, value: [isObject(item) && Object.keys(item).length === 0 ? FREE_ITEM : item] };
  };
  const examples = buildExampleRequests({ document }, operation).flatMap(({ request }) => readJsonPatch(request) ?? []);
  const present = listReplacements(resource);
  const containers = [...examples.filter(({ op }) => op === "replace").map(fill), ...present].filter(
    ({ value }) => (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 1),
  );
  const unique = containers.filter(({ path }, at) => containers.findIndex((it) => it.path === path) === at);
  return unique.slice(0, MAX_CONTAINERS).map((it) => listValues(it.value ?? null).map((value) => ({ ...it, value })));
}

const FREE_ITEM: Json = { name: "Loyalty", amount: 100 };

/** The whole value and a smaller one; between them, a list with more items and one without items. */
function listValues(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    const [first = null] = value;
    return [value.map(changeItem), [...value.map(changeItem), first], [], [changeItem(first)]];
  }
  const entries = Object.entries(value as JsonObject);
  const scalars = entries.filter(([, it]) => typeof it !== "object");
  const some = scalars.length === 0 || scalars.length === entries.length ? entries.slice(0, 1) : scalars.slice(0, 1);
  return [value, Object.fromEntries(some) as Json];
}

/** An item with other texts in free properties. */
function changeItem(item: Json): Json {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, it]) => [name, name === "name" ? `${String(it)} 2` : (it as Json)]),
  );
}
