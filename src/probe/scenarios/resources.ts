import { type Json, lastToken, type Pointer, valueAt } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { checkSecretPart } from "../checks/http/http-rules.js";
import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkSecretMasked,
  checkWritePersisted,
} from "../checks/resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { groupByResource } from "../graph/operation-order.js";
import { readPathShape } from "../graph/path-shape.js";
import { alignIdentifiers } from "../graph/request-candidates.js";
import { findCreatedPath, findItemId, openEnvelope } from "../graph/response-values.js";
import { type CaseRequest, EMPTY_REQUEST } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { findIdempotencyHeader } from "../session/idempotency-key.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import {
  listReadOperations,
  planReadScenarios,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";

const MAX_ITEMS_READ = 3;

/** Creates scenarios that read listed items one by one and compare each with the listing. */
export function createItemScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "as-listed", (accepted) => {
    const { operation: single } = accepted;
    const { steps, isItem } = readPathShape(single.path);
    const step = isItem ? steps.at(-1) : undefined;
    const listing = listReadOperations(context).find(({ path }) => readPathShape(path).key === step?.collection);
    const base = listing && context.seeds.get(listing)?.accepted;
    if (base === undefined || listing === undefined || step === undefined) return undefined;
    return async ({ send, sendChecked, report }) => {
      const list = await send({ operation: listing, request: base.request });
      const ids = list.items.flatMap((item) => findItemId(item, step) ?? []).slice(0, MAX_ITEMS_READ);
      for (const id of ids) {
        const path = { ...accepted.request.path, [step.name]: id };
        const result = await sendChecked({ operation: single, request: { ...accepted.request, path } });
        const finding = checkItemMatchesListing(list, result);
        const isListWrong =
          finding && (isNamedByPath(result, finding.at) || isShownAsCreated(context, result, finding.at));
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
function isShownAsCreated({ operations, seeds }: ScenarioContext, single: ProbeExchange, at: Pointer): boolean {
  const { key } = readPathShape(single.operation.path);
  const resource = groupByResource(operations).find((it) => it.key === key);
  return [resource?.create, resource?.put].some((creator) => {
    const created = creator && seeds.get(creator)?.accepted;
    const path = created && findCreatedPath(single.operation, created);
    if (created === undefined || !isSameJson(toText(path ?? {}), toText(single.request.path))) return false;
    const [shown, then] = [single, created].map((it) => valueAt(openEnvelope(it.body), at));
    return shown !== undefined && then !== undefined && isSameJson(shown, then);
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
      report(write, checkSecretMasked(write) ?? checkSecretPart(write));
      if (isWhole && isGuessed !== true) report(write, checkWritePersisted(write, write));
      if (read !== undefined) {
        const { header } = context.seeds.get(read)?.request ?? request;
        const shown = await sendChecked({ operation: read, request: { ...EMPTY_REQUEST, path: request.path, header } });
        if (isGuessed !== true || !shown.isAccepted) report(shown, checkWritePersisted(write, shown));
      }
      if (findIdempotencyHeader(context.document, operation) === undefined) return;
      const again = await sendChecked({ operation, request, requestId });
      report(again, checkIdempotentReplay(write, again));
    };
  });
}

type WriteResult = { readonly write: ProbeExchange; readonly request: CaseRequest; readonly requestId: string };

/** Writes a new resource if the service accepts it, otherwise repeats the known write. */
async function writeNewResource(run: ScenarioRun, base: ProbeExchange): Promise<WriteResult> {
  const { send, createId, nonce } = run;
  const { operation } = base;
  const id = `${createId(operation.id)}-${nonce}`;
  const newRequest = buildNewResource(run, base);
  if (newRequest !== undefined) {
    const write = await send({ operation, request: newRequest, requestId: `${id}-new` });
    if (write.isAccepted) return { write, request: newRequest, requestId: `${id}-new` };
  }
  const { request } = base;
  await restoreBeforePatch(run, base);
  return { write: await send({ operation, request, requestId: id }), request, requestId: id };
}

/** Restores the accepted resource before a PATCH, because earlier cases may have changed it. */
export async function restoreBeforePatch(
  { seeds, createId, known, nonce, operations, send }: ScenarioRun,
  { operation, request }: ProbeExchange,
): Promise<void> {
  const put = operations.find(({ path, method }) => path === operation.path && method === "PUT");
  const accepted = put && seeds.get(put)?.accepted;
  if (operation.method !== "PATCH" || accepted === undefined) return;
  const at = { ...accepted.request, path: request.path };
  const restored = alignIdentifiers(at, { ...known.given, ...request.path }, (it) => createId(`put ${it}`));
  const requestId = `${createId(`before ${operation.id}`)}-${nonce}`;
  await send({ operation: accepted.operation, request: restored, requestId });
}

/** Builds a request with a new id. A create response differs from a repeat only if the resource is new. */
function buildNewResource(
  { known, createId }: ScenarioContext,
  { operation, request, exchange }: ProbeExchange,
): CaseRequest | undefined {
  const name = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
  if (operation.method !== "PUT" || exchange.response.status !== 201 || name === undefined) return undefined;
  const path = { ...request.path, [name]: createId(`written ${operation.id}`) };
  return alignIdentifiers({ ...request, path }, { ...known.given, ...path }, (it) => createId(`written ${it}`));
}
