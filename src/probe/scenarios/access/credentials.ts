import type { Operation } from "../../../document/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { checkCredentialsRequired, checkForeignAccess, checkServiceResponse } from "../../checks/response.js";
import { groupByResource } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { findListedItems, isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { needsCredentials, type ProbeRequest, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import {
  findAccepted,
  listReadOperations,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { checkUnknownHidden, makeUnknownId } from "./unknown-ids.js";

/** Creates scenarios that send requests without credentials and with invalid ones. */
export function createCredentialScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "credentials", (base) => {
    const { operation } = base;
    if (!needsCredentials(operation)) return undefined;
    return async (run) => {
      for (const credentials of listCredentialModes(base)) {
        const what = WHAT[credentials];
        const edit = { part: "security", at: credentials, contract: operation.securityPointer, what } as const;
        const probeRequest = { operation, request: base.request, credentials, edit };
        const result = await run.sendChecked(probeRequest);
        await reportShrunk(run, { result, probeRequest }, (it) => checkCredentialsRequired(base, it));
        // HEAD is a defect of its own only where GET needs credentials.
        if (credentials === "none" && !isAccepted(result)) await sendHead(base, run);
        // A service that accepts unknown credentials checks no token at all.
        if (credentials === "wrong" && isAccepted(result)) return;
        if (credentials === "none" || credentials === "wrong") await nameUnknown(run, probeRequest, result);
      }
    };
  });
}

/** Names an id that does not exist, in each place of a path: without credentials, the status must not show which ids do. */
async function nameUnknown(run: ScenarioRun, probeRequest: ProbeRequest, known: ProbeExchange): Promise<void> {
  const { send, report } = run;
  const { operation, request } = probeRequest;
  for (const { name } of readPathShape(operation.path).steps.toReversed()) {
    const unknownId = makeUnknownId(run, `unknown ${name} without credentials ${operation.id}`, request.path[name]);
    const own = { ...request, path: { ...request.path, [name]: unknownId } };
    if (!run.isValid(operation, own)) continue;
    const result = await send({ ...probeRequest, request: own });
    report(result, checkServiceResponse(result) ?? checkUnknownHidden(known, result, name));
  }
}

/** Sends HEAD without credentials, where the service supports it. */
async function sendHead({ operation, request }: ProbeExchange, { send, report, discard }: TaskSession): Promise<void> {
  if (operation.method !== "GET") return;
  const head = { operation, request, method: "HEAD", expect: "open" } as const;
  const method = { part: "method", at: "", contract: operation.pointer, what: "the method HEAD" } as const;
  const own = await send({ ...head, edit: method });
  await send({ operation, request });
  const what = "HEAD without credentials";
  const edit = { part: "security", at: "head", contract: operation.securityPointer, what } as const;
  const result = await send({ ...head, credentials: "none", edit });
  report(result, checkCredentialsRequired(own, result));
  // A body, which is forbidden, breaks the connection.
  for (const it of [own, result]) if (it.exchange.incomplete !== undefined) discard(it);
}

const WHAT = {
  none: "without credentials",
  wrong: "with unknown credentials",
  empty: "with empty credentials",
  scheme: "with user and password in place of a token",
  basic: "with the token after the scheme Basic in place of Bearer",
  changed: "with credentials that differ in one character",
  extended: "with credentials that a character follows",
  truncated: "with credentials whose last four characters are missing",
  query: "with the token in the query in place of the header",
  unsigned: "with a token that declares to have no signature",
  expired: "with a token whose expiration time was changed to the past",
} as const;

function listCredentialModes({ exchange: { request } }: ProbeExchange): readonly (keyof typeof WHAT)[] {
  const credential = getCombinedHeader(request.headers, "authorization") ?? "";
  const isToken = /^Bearer \S{16,}$/i.test(credential);
  const isJsonWebToken = /^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/i.test(credential);
  return [
    "none",
    "wrong",
    "empty",
    ...(isToken ? (["scheme", "basic", "changed", "extended", "truncated", "query"] as const) : []),
    ...(isJsonWebToken ? (["unsigned", "expired"] as const) : []),
  ];
}

/**
 * Creates scenarios that access the resources of the first identity with the credentials of another tenant (OWASP API1:2023,
 * broken object level authorization).
 */
export function createOtherIdentityScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "other-identity", (base) => {
    const { operation } = base;
    const canRefuse = operation.responses.some(({ status }) => /^(40[134]|4XX|default)$/i.test(status));
    if (!needsCredentials(operation) || !canRefuse || !isOwned(context, operation)) return undefined;
    return (run) => accessAsOther(run, base);
  });
}

/** Whether a path leads to something of the first identity: an id that the user gave, or a resource that the probe created. */
function isOwned(context: ScenarioContext, operation: Operation): boolean {
  const { steps } = readPathShape(operation.path);
  if (steps.some(({ name }) => context.known.getGiven(name).length > 0)) return true;
  // Tenants may choose the same id for resources of their own.
  if (operation.method === "PUT") return false;
  return steps.some(({ key }) => findCreator(context, key) !== undefined);
}

function findCreator(context: ScenarioContext, key: string): ProbeExchange | undefined {
  const resource = groupByResource(context.operations).find((it) => it.key === key);
  return findAccepted(context, [resource?.create, resource?.put]);
}

async function accessAsOther(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { send, sendChecked, report } = run;
  const { operation } = base;
  const request = await prepareRequest(run, base);
  if (request === undefined || (await isShared(run, operation, request))) return;
  const own = operation.method === "GET" ? await send({ operation, request }) : base;
  const edit: CaseEdit = {
    ...{ part: "security", at: "other", contract: operation.securityPointer },
    what: "with the credentials of another tenant",
  };
  const probeRequest = { operation, request, credentials: "other", edit } as const;
  const result = await sendChecked(probeRequest);
  // A repeated deletion would find nothing.
  if (operation.method === "DELETE") report(result, checkForeignAccess(own, result));
  else await reportShrunk(run, { result, probeRequest }, (it) => checkForeignAccess(own, it));
}

/** A request for a resource that the first identity created for this scenario, or for a known one if it cannot create any. */
async function prepareRequest(
  run: ScenarioRun,
  { operation, request }: ProbeExchange,
): Promise<CaseRequest | undefined> {
  const { send } = run;
  const { key, isItem } = readPathShape(operation.path);
  const creator = isItem && operation.method !== "PUT" ? findCreator(run, key) : undefined;
  if (creator === undefined) return operation.method === "DELETE" ? undefined : request;
  const fresh = buildNewResource(creator.operation, creator.request, run, `other ${operation.id}`);
  if (creator.operation.method === "PUT" && fresh === creator.request) return undefined;
  const first = await send({ operation: creator.operation, request: fresh });
  // Fresh ids in a body may refer to nothing. A POST creates another resource with the known ones too.
  const isFinal = isAccepted(first) || creator.operation.method === "PUT";
  const created = isFinal ? first : await send({ operation: creator.operation, request: creator.request });
  const path = isAccepted(created) ? findCreatedPath(operation, created) : undefined;
  return path === undefined ? undefined : { ...request, path };
}

/** Whether a list shows the other tenant a resource of the path, so that the tenants share it. */
async function isShared(run: ScenarioRun, { path }: Operation, request: CaseRequest): Promise<boolean> {
  const { send } = run;
  for (const step of readPathShape(path).steps) {
    const list = listReadOperations(run).find((it) => readPathShape(it.path).key === step.collection);
    const accepted = list && run.seeds.get(list)?.accepted;
    // A list below something of the first identity has a scenario of its own.
    if (list === undefined || accepted === undefined || isOwned(run, list)) continue;
    const shown = await send({ operation: list, request: accepted.request, credentials: "other" });
    const ids = (findListedItems(shown) ?? []).map((item) => String(findItemId(item, step)));
    if (ids.includes(String(request.path[step.name]))) return true;
  }
  return false;
}
