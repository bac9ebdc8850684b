import { isObject, type Json, joinPointer, lastToken, type Pointer, valueAt } from "../../document/index.js";
import { findIdempotencyKey } from "../../resources/index.js";
import { isEqual } from "../../schema/values/exact-number.js";
import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkSecretMasked,
  checkWritePersisted,
} from "../checks/resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { openEnvelope } from "../graph/envelope.js";
import { findCreatedPath, findItemId } from "../graph/response-values.js";
import { type CaseRequest, EMPTY_REQUEST, type JsonPatch, putBody, readJsonPatch } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import {
  findAccepted,
  findAcceptedRead,
  findItemStep,
  findReadAt,
  findResource,
  listReadOperations,
  planReadScenarios,
  planScenarios,
  putPath,
  readAtPath,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";

const MAX_ITEMS_READ = 3;

/** Creates scenarios that read listed items one by one and compare each with the listing. */
export function createItemScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "as-listed", (accepted) => {
    const { operation: single } = accepted;
    const step = findItemStep(single);
    const base = findReadAt(context, step?.collection);
    if (base === undefined || step === undefined) return undefined;
    return async ({ send, sendChecked, report }) => {
      const list = await send({ operation: base.operation, request: base.request });
      const ids = list.items.flatMap((item) => findItemId(item, step, context.known) ?? []).slice(0, MAX_ITEMS_READ);
      for (const id of ids) {
        const path = { ...accepted.request.path, [step.name]: id };
        const result = await sendChecked({ operation: single, request: { ...accepted.request, path } });
        const finding = checkItemMatchesListing(list, result);
        const { at = "" } = finding ?? {};
        const isListWrong = finding && (isNamedByPath(result, at) || isShownAsCreated(context, result, at));
        const wrong = isListWrong ? list : result;
        report(wrong, finding && { ...finding, contract: wrong.operation.pointer });
      }
    };
  });
}

/** Whether a resource shows the value that its path has for a property, so that a list with another value is wrong. */
function isNamedByPath(single: ProbeExchange, at: Pointer): boolean {
  const name = lastToken(at);
  const shown = valueAt(openEnvelope(single.body), at);
  return Object.hasOwn(single.request.path, name) && String(shown) === String(single.request.path[name]);
}

/** Whether a resource shows a place as the response to its creation did, so that a list which differs is wrong. */
function isShownAsCreated(context: ScenarioContext, single: ProbeExchange, at: Pointer): boolean {
  const resource = findResource(context, single.operation.path);
  return [resource?.create, resource?.put].some((creator) => {
    const created = findAccepted(context, creator);
    const path = created && findCreatedPath(single.operation, created, context.known);
    if (created === undefined || !isEqual(toText(path ?? {}), toText(single.request.path))) return false;
    const [shown, then] = [single, created].map((it) => valueAt(openEnvelope(it.body), at));
    return shown !== undefined && then !== undefined && isEqual(shown, then);
  });
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
      const { write, request, requestId } = await writeNewResource(run, base);
      report(write, checkServiceResponse(write));
      if (!write.isAccepted) return;
      report(write, checkSecretMasked(write));
      if (isWhole && isGuessed !== true) report(write, checkWritePersisted(write, write));
      if (read !== undefined) {
        const { header } = context.seeds.get(read)?.request ?? request;
        const shown = await sendChecked({ operation: read, request: { ...EMPTY_REQUEST, path: request.path, header } });
        if (isGuessed !== true || !shown.isAccepted) report(shown, checkWritePersisted(write, shown));
      }
      if (findIdempotencyKey(context.document, operation) === undefined) return;
      const again = await sendChecked({ operation, request, requestId });
      report(again, checkIdempotentReplay(write, again));
    };
  });
}

type WriteResult = { readonly write: ProbeExchange; readonly request: CaseRequest; readonly requestId: string };

/** Writes a new resource if the service accepts it, otherwise repeats the known write. */
async function writeNewResource(run: ScenarioRun, base: ProbeExchange): Promise<WriteResult> {
  const { operation, request, status } = base;
  const requestId = `${run.createId(operation.id)}-${run.nonce}`;
  const send = async (own: CaseRequest, id: string): Promise<WriteResult> => {
    const write = await run.send({ operation, request: own, requestId: id });
    return { write, request: own, requestId: id };
  };
  // A create response differs from a repeat only if the resource is new.
  const isNew = operation.method === "PUT" && status === 201;
  const fresh = isNew ? buildNewResource(operation, request, run, `written ${operation.id}`) : request;
  const created = fresh === request ? undefined : await send(fresh, `${requestId}-new`);
  if (created?.write.isAccepted) return created;
  await restoreBeforePatch(run, base);
  return send(request, requestId);
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
