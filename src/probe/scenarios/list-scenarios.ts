import { type CheckFinding, type Contract, findPageSizeParameter } from "../../check/index.js";
import { isObject, type Json, joinPointer } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import type { ArazzoDocument } from "../arazzo/arazzo-document.js";
import { createWorkflowTasks } from "../arazzo/run-workflow.js";
import { listBodyProperties } from "../body-properties.js";
import { checkCopies, isAnyChanged } from "../checks/resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { openEnvelope } from "../graph/envelope.js";
import { groupByResource } from "../graph/operation-order.js";
import { readPathShape } from "../graph/path-shape.js";
import type { ProbePlan } from "../plan.js";
import { type CaseEdit, putBody, readWrittenBody } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, type Rule, whenAccepted } from "../session/probe-exchange.js";
import { pause } from "../session/send.js";
import type { CredentialSource, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import {
  createCredentialScenarios,
  createOtherIdentityScenarios,
  createOtherParentScenarios,
  createOtherParentWriteScenarios,
} from "./access/credentials.js";
import { createSignInScenarios } from "./access/sign-in.js";
import { createUndocumentedUnknownScenarios, createUnknownIdScenarios } from "./access/unknown-ids.js";
import { buildLargeListing } from "./filters/filter-values.js";
import { createFilterScenarios } from "./filters/filters.js";
import { createNestedFilterScenarios, createWrittenFilterScenarios } from "./filters/written-filters.js";
import {
  createConditionalScenarios,
  createMethodScenarios,
  createRequiredReadScenarios,
  createRequiredWriteScenarios,
} from "./http/conditional.js";
import {
  createHeadScenarios,
  createHttpScenarios,
  createMediaTypeScenarios,
  createPreconditionScenarios,
} from "./http/http.js";
import { createKeyScenarios } from "./idempotency-keys.js";
import { createLifecycleScenarios } from "./lifecycle/lifecycle.js";
import { compareLargeAndSmall, createPagingScenarios } from "./paging.js";
import { createJsonPatchScenarios } from "./patches/json-patch.js";
import { createFreeMemberScenarios, createMergePatchScenarios } from "./patches/merge-patch.js";
import { createItemScenarios, createWriteScenarios } from "./resources.js";
import { createRoundTripScenarios } from "./round-trips/round-trips.js";
import {
  findAccepted,
  findAcceptedRead,
  listReadOperations,
  planReadScenarios,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";
import { createListedWholeScenarios } from "./views/listed-item.js";
import { createViewScenarios } from "./views/views.js";
import type { WebhookListenerFactory } from "./webhooks/registration.js";
import { createWebhookScenarios } from "./webhooks/webhooks.js";
import { createWriteVariantScenarios } from "./write-variants.js";

export type ScenarioOptions = {
  readonly contract: Contract;
  readonly nonce: string;
  readonly safe: boolean;
  readonly workers: number;
  readonly listen?: WebhookListenerFactory | undefined;
  readonly otherCredentials?: CredentialSource | undefined;
  readonly arazzo?: ArazzoDocument | undefined;
};

export type ScenarioGroup = { readonly tasks: Iterable<ProbeTask>; readonly concurrency: number };

/** Lists the scenarios in order: later ones use values learned by earlier ones. Writing scenarios run one at a time. */
export function* listScenarios(options: ScenarioOptions, plan: ProbePlan): Iterable<ScenarioGroup> {
  const { contract, nonce, listen, safe } = options;
  const { reachable: operations, seeds, known, createId, isValid } = plan;
  const events = contract.operations.filter(({ kind }) => kind === "webhook");
  const context: ScenarioContext = { document: contract.document, operations, seeds, known, createId, isValid, nonce };
  const readScenarios = [
    createPagingScenarios,
    createFilterScenarios,
    createItemScenarios,
    createCopyScenarios,
    createHeadScenarios,
    createHttpScenarios,
    createConditionalScenarios,
    createRequiredReadScenarios,
  ];
  yield { tasks: readScenarios.flatMap((create) => create(context)), concurrency: options.workers };
  const rejectionScenarios = [
    createUnknownIdScenarios,
    createUndocumentedUnknownScenarios,
    createCredentialScenarios,
    createOtherParentScenarios,
  ];
  yield {
    tasks: [
      ...rejectionScenarios.flatMap((create) => create(context)),
      ...createSignInScenarios({ ...context, pause: (ms) => pause(ms) }),
    ],
    concurrency: options.workers,
  };
  if (options.otherCredentials !== undefined) yield { tasks: createOtherIdentityScenarios(context), concurrency: 1 };
  if (options.arazzo !== undefined)
    yield { tasks: createWorkflowTasks(options.arazzo, context.known.given, pause), concurrency: 1 };
  yield { tasks: createWriteScenarios(context), concurrency: 1 };
  const writing = [
    createRequiredWriteScenarios,
    createMediaTypeScenarios,
    createPreconditionScenarios,
    createWrittenFilterScenarios,
    createNestedFilterScenarios,
    createMethodScenarios,
    createKeyScenarios,
    createBodyIdScenarios,
    createOwnPropertyScenarios,
    createJsonPatchScenarios,
    createMergePatchScenarios,
    createFreeMemberScenarios,
    createRoundTripScenarios,
    createLifecycleScenarios,
    createViewScenarios,
    createOtherParentWriteScenarios,
    createListedWholeScenarios,
    createFilledListingScenarios,
  ];
  if (!safe) yield { tasks: writing.flatMap((create) => create(context)), concurrency: 1 };
  if (listen !== undefined && !safe)
    yield {
      tasks: createWebhookScenarios({ ...context, listen, pause, events, getBaseUrl: plan.getBaseUrl }),
      concurrency: 1,
    };
  if (!safe) yield { tasks: createWriteVariantScenarios(context), concurrency: 1 };
}

/** Creates scenarios that put a resource whose body has another id than the path. */
export function createBodyIdScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "body-id", (base) => {
    const { operation } = base;
    const shown = findAcceptedRead(context, operation);
    const step = readPathShape(operation.path).steps.at(-1);
    if (shown === undefined || step === undefined || operation.method !== "PUT") return undefined;
    const request = buildNewResource(operation, base.request, context, `path ${operation.id}`);
    const value = readWrittenBody(request);
    const id = context.createId(`body ${operation.id}`);
    const own = request.path[step.name];
    const name = isObject(value) ? Object.keys(value).find((it) => isOwnId(it, value[it], step.name, own)) : undefined;
    const { body } = request;
    if (request === base.request || name === undefined || body === undefined || !isObject(value)) return undefined;
    const other = putBody(request, { ...value, [name]: id });
    if (!context.isValid(operation, other)) return undefined;
    return async ({ send, sendChecked, report }) => {
      const readAt = (it: unknown): Promise<ProbeExchange> =>
        send({ operation: shown.operation, request: { ...shown.request, path: { ...request.path, [step.name]: it } } });
      if ((await readAt(id)).isAccepted) return;
      const edit: CaseEdit = { part: "body", at: `/${name}`, contract: operation.pointer, what: `${name}: another id` };
      const write = await sendChecked({ operation, request: other, edit, expect: "open" });
      if (write.isAccepted) report(write, checkBodyId(write, await readAt(own), await readAt(id), name));
    };
  });
}

/** Whether a property of the body is the id of the path. */
function isOwnId(name: string, value: Json | undefined, parameter: string, id: unknown): boolean {
  return (name === "id" || name === parameter) && typeof value === "string" && value === String(id);
}

/**
 * Checks that a PUT writes the resource of its path, although its body has another id (RFC 9110, section 9.3.4). The service may also reject
 * it.
 *
 * @param own A read at the path of the PUT.
 * @param other A read at the id of the body, which nothing had before.
 */
export const checkBodyId: Rule<3, [string]> = (write, own, other, name) => {
  const isWritten = own.status !== 404;
  if (!write.isAccepted || (isWritten && !other.isAccepted)) return undefined;
  const what = other.isAccepted ? `there is a resource with ${name} of the body` : "there is no resource at the path";
  const message = `the response is ${write.status} for a body with another ${toPrintable(name)} than the path, and then ${toPrintable(what)}; a PUT writes the resource of its path (RFC 9110, section 9.3.4)`;
  return write.failStatus("exchange.resource.other", message, "id of the body", { property: `/body/${name}` });
};

/** Creates a scenario that reads everything, and compares resources that several responses contain. */
export function createCopyScenarios(context: ScenarioContext): ProbeTask[] {
  const requests = listReadOperations(context).flatMap((operation) => {
    const base = context.seeds.get(operation)?.accepted;
    return base === undefined ? [] : [{ operation, request: buildLargeListing(context, base) }];
  });
  const run = async ({ send, report }: TaskSession): Promise<void> => {
    const readAll = async (): Promise<readonly ProbeExchange[]> => {
      const results: ProbeExchange[] = [];
      for (const it of requests) results.push(await send(it));
      return results;
    };
    const first = await readAll();
    for (const it of first) report(it, checkServiceResponse(it));
    for (const { result, finding } of checkDeadLinks(first)) report(result, finding);
    if (checkCopies(first) === undefined) return;
    const second = await readAll();
    const found = isAnyChanged(first, second) ? undefined : checkCopies(second);
    if (found !== undefined) report(found.result, found.finding);
  };
  return requests.length === 0 ? [] : [{ id: "stateful/copies", run }];
}

/**
 * Checks that links of listed items whose `href` is an id lead to something: some response has an object with that id. It counts only if the
 * listing is complete, and no link of it leads anywhere.
 */
export function checkDeadLinks(results: readonly ProbeExchange[]): readonly DeadLink[] {
  const known = new Set(results.flatMap((it) => [...listIds(it.body)]));
  return results
    .filter((it) => it.isAccepted)
    .flatMap((result): DeadLink[] => {
      const items = result.items;
      const links = items.flatMap((item) => listLinks(item));
      const dead = links.filter((it) => !known.has(it.toLowerCase()));
      const [first] = dead;
      if (first === undefined || dead.length < links.length || result.nextLink !== undefined) return [];
      const message = `${dead.length} links of items lead to nothing: no response has the id ${toPrintable(first)} of their href`;
      const place = { property: joinPointer("", "*", "links", "*", "href") };
      return [{ result, finding: result.fail("exchange.resource.differs", message, "dead link", place) }];
    });
}

type DeadLink = { readonly result: ProbeExchange; readonly finding: CheckFinding };

function listLinks(item: Json): readonly string[] {
  const links = isObject(item) ? item.links : undefined;
  return (Array.isArray(links) ? links : []).flatMap((link: Json) =>
    isObject(link) && typeof link.href === "string" && UUID_PATTERN.test(link.href) ? [link.href] : [],
  );
}

function* listIds(value: Json): Iterable<string> {
  const id = getItemIdentity(value);
  if (id !== undefined) yield id.toLowerCase();
  if (Array.isArray(value) || isObject(value)) for (const it of Object.values(value)) yield* listIds(it as Json);
}

/** Fewer items cannot show whether pages are as long as requested, and follow one another. */
const MIN_ITEMS = 4;

/** Creates a scenario for each list that had few items at first. It creates more of them, and walks the list in pages again. */
export function createFilledListingScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "filled", (base) => {
    const { operation } = base;
    const items = base.list;
    const size = findPageSizeParameter({ document: context.document, operation });
    if (items === undefined || items.length >= MIN_ITEMS || size === undefined) return undefined;
    const resource = groupByResource(context.operations).find(({ list }) => list === operation);
    const creation = findAccepted(context, resource?.create, resource?.put);
    if (creation === undefined) return undefined;
    return async (run) => {
      await fill(run, base, creation);
      await compareLargeAndSmall(run, { operation, request: base.request, size });
    };
  });
}

/** Creates resources below the parents of the list, until it is long enough or the service rejects one. */
async function fill(run: ScenarioRun, base: ProbeExchange, creation: ProbeExchange): Promise<void> {
  const { operation } = creation;
  const list = await run.send({ operation: base.operation, request: base.request });
  const parents = readPathShape(base.operation.path).steps.map(({ name }) => base.request.path[name]);
  const own = readPathShape(operation.path).steps.map(({ name }, at) => [name, parents[at]] as const);
  const path = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  for (let count = list.list?.length ?? MIN_ITEMS; count < MIN_ITEMS; count += 1) {
    const fresh = buildNewResource(operation, creation.request, run, `item ${count} ${base.operation.id}`);
    const result = await run.sendChecked({ operation, request: { ...fresh, path: { ...fresh.path, ...path } } });
    if (!result.isAccepted) return;
  }
}

/** Creates scenarios that send properties which the service sets itself: the spec has them in the response, but not in the request. */
export function createOwnPropertyScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "own-properties", (base) => {
    const { operation } = base;
    if (operation.method !== "POST" || readPathShape(operation.path).isItem) return undefined;
    const sent = listOwnProperties(context, base);
    const names = Object.keys(sent).join(", ");
    if (!isObject(base.sent) || names === "") return undefined;
    const what = `properties that the service sets itself: ${names}`;
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what };
    // A service may accept the same body once, or refuse the ids of a fresh one.
    const fresh = buildNewResource(operation, base.request, context, `own properties ${operation.id}`);
    return async ({ send, report }) => {
      for (const request of [base.request, fresh]) {
        const value = readWrittenBody(request);
        const own = putBody(request, { ...(isObject(value) ? value : {}), ...sent });
        const result = await send({ operation, request: own, edit, expect: "open" });
        report(result, checkServiceResponse(result));
        report(result, checkOwnProperties(result, sent));
        if (result.isAccepted) return;
      }
    };
  });
}

/** Other values for properties of an accepted response that the spec has in the response alone. */
function listOwnProperties(context: ScenarioContext, base: ProbeExchange): Readonly<Record<string, Json>> {
  const shown = openEnvelope(base.body);
  const [requested, declared] = [base.operation.requestBody?.content ?? [], base.documented?.content ?? []].map(
    (content) => new Set(listBodyProperties(context.document, content)),
  );
  // A body without declared properties may have any.
  if (!isObject(shown) || requested === undefined || requested.size === 0) return {};
  const names = Object.keys(shown).filter((it) => declared?.has(it) === true && !requested.has(it));
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const other = makeOther(shown[name], context.createId(`own ${base.operation.id} ${name}`));
      return other === undefined ? [] : [[name, other]];
    }),
  );
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Another value of the same kind. Other texts may be codes. */
function makeOther(value: Json | undefined, id: string): Json | undefined {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 7001;
  if (typeof value !== "string") return undefined;
  return UUID_PATTERN.test(value) ? id : TIME.test(value) ? "2001-02-03T04:05:06Z" : undefined;
}

/**
 * Checks that a creation does not take from the request what the service sets itself (OWASP API3:2023, mass assignment).
 *
 * @param sent Values of properties that the spec has in the response, but not in the request.
 */
export const checkOwnProperties = whenAccepted<1, [Readonly<Record<string, Json>>]>((create, sent) => {
  const shown = openEnvelope(create.body);
  if (!isObject(shown)) return undefined;
  const taken = Object.keys(sent).find((name) => isSameJson(shown[name] ?? null, sent[name] ?? null));
  if (taken === undefined) return undefined;
  const message = `${toPrintable(taken)} is ${toPrintable(JSON.stringify(sent[taken]))}, which was taken from the request; the spec has ${toPrintable(taken)} only in the response, so the service sets it itself (OWASP API3:2023, mass assignment)`;
  const place = { at: joinPointer("", taken) };
  return create.fail("exchange.resource.differs", message, `mass assignment ${taken}`, place);
});
