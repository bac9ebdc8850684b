import { isObject, type Json, valueAt } from "../../../document/index.js";
import { buildExampleRequests } from "../../cases/example-requests.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { type JsonPatch, type JsonPatchOperation, putBody, readJsonPatch } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { listReplacements, restoreBeforePatch } from "../resources.js";
import {
  createOpenRequest,
  expectAccepted,
  findReadAt,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "../scenario-context.js";
import {
  applyBoth,
  applyNothing,
  checkPatch,
  createPatchSender,
  expectMissing,
  listOtherValues,
  makeOtherValue,
  type PatchSender,
  refuseOperation,
  refuseOthers,
  rejectPatch,
  repeatAfterLater,
  repeatPatch,
  selectScalars,
} from "./patcher.js";

/**
 * Creates scenarios for operations that accept a JSON Patch (RFC 6902): operations apply in order, all or none, and their
 * targets exist.
 */
export function createJsonPatchScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "patch", (base) => {
    const { operation } = base;
    const shown = findReadAt(context, operation.path);
    const patch = operation.method !== "PATCH" ? undefined : readJsonPatch(base.request);
    if (shown === undefined || patch === undefined) return undefined;
    return (run) => runPatches(run, { base, shown }, patch);
  });
}

async function runPatches(run: ScenarioRun, target: WriteTarget, accepted: JsonPatch): Promise<void> {
  const sender = createPatchSender(run, target);
  await restoreBeforePatch(run, target.base);
  await applyNothing(sender);
  const scalars = selectScalars(sender, [...accepted, ...listReplacements((await sender.read()).body)]);
  const [first, second] = scalars;
  if (first !== undefined) await changeScalars(sender, first, second);
  await changeMany(sender, scalars);
  const inner = scalars.find(({ path }) => path.split("/").length > 3);
  const [other] = listOtherValues(inner?.value);
  if (inner !== undefined && other !== undefined) await checkPatch(sender, [{ ...inner, op: "replace", value: other }]);
  await changeContainers(sender, target.base);
  await probePatchPaths(sender);
}

const MAX_CHANGES = 20;

/** Changes numbers and booleans at many places at once. */
async function changeMany(sender: PatchSender, scalars: JsonPatch): Promise<void> {
  const { body } = await sender.read();
  const changes = scalars.flatMap(({ path }): JsonPatchOperation[] => {
    const value = makeOtherValue(valueAt(body, path));
    return value === undefined ? [] : [{ op: "replace", path, value }];
  });
  if (changes.length > 2) await checkPatch(sender, changes.slice(0, MAX_CHANGES));
}

/**
 * Replaces lists and objects, first each with the whole value, then with a smaller one. At the end, each list is replaced while the other
 * ones have items, which stay.
 */
async function changeContainers(sender: PatchSender, base: ProbeExchange): Promise<void> {
  const lists: JsonPatchOperation[] = [];
  for (const changes of listContainerChanges(base, (await sender.read()).body)) {
    for (const [at, change] of changes.entries()) {
      const isApplied = await checkPatch(sender, [change]);
      if (!isApplied && at === 0) break;
      if (isApplied && at === 0 && Array.isArray(change.value)) lists.push(change);
    }
  }
  for (const change of lists.length > 1 ? lists : []) await checkPatch(sender, [change]);
}

async function changeScalars(
  sender: PatchSender,
  first: JsonPatchOperation,
  second: JsonPatchOperation | undefined,
): Promise<void> {
  const [one = null, two = null, three = null] = listOtherValues(first.value);
  if (!(await checkPatch(sender, [{ ...first, value: one }]))) return;
  const canReplace = await checkPatch(sender, [{ ...first, op: "replace", value: two }]);
  const set = (value: Json): JsonPatchOperation => ({ ...first, op: canReplace ? "replace" : first.op, value });
  await checkPatch(sender, [set(one), set(three)]);
  const other = second && { ...second, value: makeOtherValue(second.value) ?? null };
  if (second !== undefined && other !== undefined) {
    await checkPatch(sender, [set(two), other]);
    await applyBoth(sender, [set(one)], [{ ...other, value: second.value ?? null }]);
    await applyBoth(sender, [other], [set(two)]);
  }
  await repeatPatch(sender, [set(three)]);
  await repeatAfterLater(sender, set(one), set(two));
  await checkPatch(sender, [{ ...first, op: "add", value: three }]);
  await rejectPatch(sender, [set(two), { op: "replace", path: `${first.path}/missing/member`, value: 1 }]);
  const failing = { op: "test", path: first.path, value: one };
  await rejectPatch(sender, [set(two), failing], "the last operation, a test, fails");
  for (const op of ["copy", "move", "increment"])
    await refuseOperation(sender, { op, from: first.path, path: second?.path ?? first.path });
  await refuseOperation(sender, { op: "replace", path: first.path });
  await refuseOperation(sender, { ...set(one), op: "REPLACE" });
  if (typeof one === "number") {
    await refuseOperation(sender, { ...set(`${one}`), op: "replace" });
    await refuseOperation(sender, { ...set(one + 0.5), op: "replace" });
  }
  await refuseOthers(sender, set(one));
  const remove: JsonPatchOperation = { op: "remove", path: first.path };
  if (!(await checkPatch(sender, second === undefined ? [remove] : [remove, second]))) return;
  if (other !== undefined) {
    await rejectPatch(sender, [other, remove]);
    await rejectPatch(sender, [remove, other], "the target of the first operation does not exist");
  }
  await expectMissing(sender, remove);
  await expectMissing(sender, { ...set(two), op: "replace" });
  await checkPatch(sender, [{ ...set(one), op: "add" }]);
  if (typeof second?.value !== typeof first.value || second === undefined) return;
  await checkPatch(sender, [{ op: "copy", from: first.path, path: second.path }]);
  const isMoved = await checkPatch(sender, [{ op: "move", from: first.path, path: second.path }]);
  if (isMoved) await checkPatch(sender, [{ ...set(two), op: "add" }]);
}

const MAX_CONTAINERS = 6;

/**
 * Lists replacements of whole lists and objects, each with less and with more than is there: those of the examples of the spec, and those of
 * what the resource has.
 */
function listContainerChanges(base: ProbeExchange, resource: Json): readonly JsonPatch[] {
  const { document, operation, request } = base;
  const fill = (it: JsonPatchOperation): JsonPatchOperation => {
    if (!Array.isArray(it.value) || it.value.length > 0) return it;
    const locations = getRequestLocations(base, operation, putBody(request, [it]));
    const item = locations.find(({ at }) => at === "/0/value/0")?.value as Json | undefined;
    if (item === undefined) return it;
    return { ...it, value: [isObject(item) && Object.keys(item).length === 0 ? FREE_ITEM : item] };
  };
  const examples = buildExampleRequests({ document }, operation).flatMap((it) => readJsonPatch(it.request) ?? []);
  const containers = [...examples.filter(({ op }) => op === "replace").map(fill), ...listReplacements(resource)].filter(
    ({ value }) => (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 1),
  );
  const unique = containers.filter(({ path }, at) => containers.findIndex((it) => it.path === path) === at);
  return unique.slice(0, MAX_CONTAINERS).map((it) => listValues(it.value ?? null).map((value) => ({ ...it, value })));
}

/** The whole value and a smaller one; between them, a list with more items and one without items. */
function listValues(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    const [first = null] = value;
    return [value.map(changeItem), [...value.map(changeItem), first], [], [changeItem(first)]];
  }
  const entries = Object.entries(isObject(value) ? value : {});
  const scalars = entries.filter(([, it]) => typeof it !== "object");
  const some = scalars.length === 0 || scalars.length === entries.length ? entries.slice(0, 1) : scalars.slice(0, 1);
  return [value, Object.fromEntries(some)];
}

/** An item with other texts in free properties. */
function changeItem(item: Json): Json {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, it]) => [name, name === "name" ? `${String(it)} 2` : it]));
}

const MAX_DOCUMENTED = 14;
const MAX_UNDOCUMENTED = 24;

/**
 * Sends operations that change nothing to each place of a resource: they put the value that is there. Where the spec allows `replace`
 * and the service accepts it, it must accept the other operations that the spec allows there, because they do the same. What
 * the spec does not allow must be rejected.
 */
async function probePatchPaths(sender: PatchSender): Promise<void> {
  const shown = await sender.read();
  if (!shown.isAccepted || !isObject(shown.body)) return;
  const replacements = listReplacements(shown.body);
  const documented = replacements.filter((it) => sender.isValid([it]));
  for (const it of documented.slice(0, MAX_DOCUMENTED)) await probeDocumented(sender, it);
  const others = replacements.filter((it) => !documented.includes(it));
  for (const it of others.slice(0, MAX_UNDOCUMENTED)) await refusePlace(sender, it);
}

async function probeDocumented(sender: PatchSender, { path, value = null }: JsonPatchOperation): Promise<void> {
  const { run, operation, build, isValid, sendPatch } = sender;
  const replace = [{ op: "replace", path, value }];
  if (!(await sendPatch(replace)).isAccepted) return;
  for (const op of ["add", "test"]) {
    const patch = [{ op, path, value }];
    if (!isValid(patch)) {
      await refusePlace(sender, { op, path, value });
      continue;
    }
    const what = `${op} of ${path}, whose effect is that of an accepted replace (RFC 6902, section 4)`;
    const open = createOpenRequest({ operation, request: build(patch) }, { part: "body", at: "/0/op", what });
    await expectAccepted(run, { operation, request: build(replace) }, open);
  }
}

function refusePlace({ refuse }: PatchSender, it: JsonPatchOperation): Promise<ProbeExchange> {
  return refuse([it], "/0", `${it.op} of ${it.path}, which the spec does not allow`);
}
/** An item of a list whose items may have any property. */
const FREE_ITEM: Json = { name: "Loyalty", amount: 100 };
