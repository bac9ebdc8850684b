import { isObject, type Json, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import { findIdempotencyKey } from "../../resources/index.js";
import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkSecretMasked,
  checkWritePersisted,
} from "../checks/resource.js";
import { findCreatedPath, findItemId } from "../graph/response-values.js";
import { type CaseRequest, EMPTY_REQUEST, type JsonPatch, putBody, readJsonPatch } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeRequest } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import {
  buildRead,
  findAccepted,
  findCreator,
  findItemStep,
  findReadAt,
  hasPathValue,
  listReadOperations,
  planScenarios,
  putPath,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";

const MAX_ITEMS_READ = 3;

/** Creates scenarios that read listed items one by one and compare each with the listing. */
export function createItemScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), "as-listed", (accepted) => {
    const step = findItemStep(accepted.operation);
    const base = step && findReadAt(context, step.collection);
    if (base === undefined || step === undefined) return undefined;
    return async ({ send, sendChecked, report }) => {
      const list = await send({ operation: base.operation, request: base.request });
      const ids = list.items.flatMap((item) => findItemId(item, step, context.known) ?? []).slice(0, MAX_ITEMS_READ);
      for (const id of ids) {
        const result = await sendChecked(replacePath(accepted, { ...accepted.request.path, [step.name]: id }));
        const finding = checkItemMatchesListing(list, result);
        const { at = "" } = finding ?? {};
        const isListWrong = finding && (hasPathValue(result, at) || isShownAsCreated(context, result, at));
        const wrong = isListWrong ? list : result;
        report(wrong, finding && { ...finding, contract: wrong.operation.pointer });
      }
    };
  });
}

/** Whether a resource shows a place as the response to its creation did, so that a list which differs is wrong. */
function isShownAsCreated(context: ScenarioContext, single: ProbeExchange, at: Pointer): boolean {
  const created = findCreator(context, single.operation.path);
  const path = created && findCreatedPath(single.operation, created, context.known);
  if (created === undefined || !isEqual(toText(path ?? {}), toText(single.request.path))) return false;
  const [shown, then] = [single, created].map((it) => valueAt(it.resource, at));
  return shown !== undefined && then !== undefined && isEqual(shown, then);
}

/** Ids in paths are text, and may be numbers in bodies. */
function toText(path: CaseRequest["path"]): Json {
  return Object.values(path).map(String);
}

/** Creates scenarios that read written resources back, and repeat writes with the same idempotency key. */
export function createWriteScenarios(context: ScenarioContext): ProbeTask[] {
  const writes = context.operations.filter(({ method }) => ["PUT", "PATCH", "POST"].includes(method));
  return planScenarios(context, writes, "written", (base) => {
    const { operation } = base;
    const isGuessed = context.seeds.get(operation)?.isGuessed;
    // A POST creates a resource below its path, so the same path does not return it.
    const isWhole = operation.method !== "POST";
    const read = isWhole ? listReadOperations(context).find(({ path }) => path === operation.path) : undefined;
    return async (run) => {
      const { sendChecked, report } = run;
      const { write, sent } = await writeNewResource(run, base);
      const { path, header } = sent.request;
      if (!write.isAccepted) return;
      report(write, checkSecretMasked(write));
      if (isWhole && isGuessed !== true) report(write, checkWritePersisted(write, write));
      if (read !== undefined) {
        const seed = context.seeds.get(read)?.request ?? { ...EMPTY_REQUEST, header };
        const shown = await sendChecked(replacePath({ operation: read, request: seed }, path));
        if (isGuessed !== true || !shown.isAccepted) report(shown, checkWritePersisted(write, shown));
      }
      if (findIdempotencyKey(context.document, operation) !== undefined)
        await sendChecked(sent, (it) => checkIdempotentReplay(write, it));
    };
  });
}

type WriteResult = { readonly write: ProbeExchange; readonly sent: ProbeRequest };

/** Writes a new resource if the service accepts it, otherwise repeats the known write. */
async function writeNewResource(run: ScenarioRun, base: ProbeExchange): Promise<WriteResult> {
  const { operation, request, status } = base;
  const requestId = `${run.createId(operation.id)}-${run.nonce}`;
  const send = async (sent: ProbeRequest): Promise<WriteResult> => ({ write: await run.sendChecked(sent), sent });
  // A create response differs from a repeat only if the resource is new.
  const isNew = operation.method === "PUT" && status === 201;
  const fresh = isNew ? buildNewResource(base, run, `written ${operation.id}`) : request;
  const isOther = fresh !== request;
  const created = isOther ? await send({ operation, request: fresh, requestId: `${requestId}-new` }) : undefined;
  if (created?.write.isAccepted) return created;
  await restoreBeforePatch(run, base);
  return send({ operation, request, requestId });
}

/** Restores the accepted resource before a PATCH, because earlier cases may have changed it. */
export async function restoreBeforePatch(run: ScenarioRun, { operation, request }: ProbeExchange): Promise<void> {
  const put = run.operations.find(({ path, method }) => path === operation.path && method === "PUT");
  const accepted = findAccepted(run, put);
  if (operation.method !== "PATCH" || accepted === undefined) return;
  const restored = putPath(run, accepted.request, request.path, (it) => run.createId(`put ${it}`));
  const requestId = `${run.createId(`before ${operation.id}`)}-${run.nonce}`;
  await run.send({ operation: accepted.operation, request: restored, requestId });
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
  const accepted = findReadAt(run, base.operation.path);
  if (readJsonPatch(base.request) === undefined || accepted === undefined) return base.request;
  const shown = await run.send(buildRead({ base, shown: accepted }));
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
