import type { Operation } from "../../../document/index.js";
import {
  checkCredentialsRequired,
  checkForeignAccess,
  checkRefusedDeletion,
  checkServiceResponse,
} from "../../checks/response.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { needsCredentials, type ProbeRequest, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import {
  findAcceptedRead,
  findCreator,
  findReadAt,
  planScenarios,
  readAtPath,
  type ScenarioContext,
  type ScenarioRun,
  withMethod,
} from "../scenario-context.js";
import { checkUnknownHidden, makeUnknownId } from "./unknown-ids.js";

/** Creates scenarios that send requests without credentials and with invalid ones. */
export function createCredentialScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "credentials", (base) => {
    const { operation } = base;
    if (!needsCredentials(operation)) return undefined;
    return (run) => sendWithoutCredentials(run, base);
  });
}

async function sendWithoutCredentials(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation } = base;
  // An accepted deletion leaves nothing that needs credentials.
  const isDeletion = operation.method === "DELETE";
  let existing: Existing | undefined;
  for (const credentials of listCredentialModes(base)) {
    if (isDeletion) existing ??= await createExisting(run, base, credentials);
    const { request, shown }: Existing = existing ?? base;
    const what = WHAT[credentials];
    const edit = { part: "security", at: credentials, contract: operation.securityPointer, what } as const;
    const probeRequest = { operation, request, credentials, edit };
    const result = await run.sendChecked(probeRequest);
    await reportShrunk(run, { result, probeRequest }, (it) => checkCredentialsRequired(base, it));
    if (credentials === "none" && result.isRejected && shown !== undefined)
      run.report(result, checkRefusedDeletion(result, await readAtPath(run, shown, request.path)));
    if (result.isAccepted) existing = undefined;
    // HEAD is a defect of its own only where GET needs credentials.
    if (credentials === "none" && !result.isAccepted) await sendHeadWithout(base, run);
    // A service that accepts unknown credentials checks no token at all.
    if (credentials === "wrong" && result.isAccepted) return;
    if (credentials === "none" || credentials === "wrong") await nameUnknown(run, probeRequest, result);
  }
}

type Existing = {
  /** Deletes a resource that is there. */
  readonly request: CaseRequest;
  /** A read of it, if the spec has an operation for that. */
  readonly shown?: ProbeExchange | undefined;
};

async function createExisting(run: ScenarioRun, base: ProbeExchange, name: string): Promise<Existing | undefined> {
  const request = await prepareRequest(run, base, name);
  const read = findAcceptedRead(run, base.operation);
  const shown = request && read && (await readAtPath(run, read, request.path));
  return request === undefined || shown?.isAccepted === false ? undefined : { request, shown };
}

/** Names an id that does not exist, in each place of a path: without credentials, the status must not show which ids do. */
async function nameUnknown(run: ScenarioRun, probeRequest: ProbeRequest, known: ProbeExchange): Promise<void> {
  const { operation, request } = probeRequest;
  for (const { name } of readPathShape(operation.path).steps.toReversed()) {
    const unknownId = makeUnknownId(run, `unknown ${name} without credentials ${operation.id}`, request.path[name]);
    const own = { ...request, path: { ...request.path, [name]: unknownId } };
    if (!run.isValid(operation, own)) continue;
    const result = await run.send({ ...probeRequest, request: own });
    run.report(result, checkServiceResponse(result) ?? checkUnknownHidden(known, result, name));
  }
}

/** Sends HEAD without credentials, where the service supports it. */
async function sendHeadWithout({ operation, request }: ProbeExchange, session: TaskSession): Promise<void> {
  if (operation.method !== "GET") return;
  const { send, report, discard } = session;
  const head = withMethod({ operation, request }, "HEAD", "the method HEAD");
  const own = await send(head);
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

function listCredentialModes(base: ProbeExchange): readonly (keyof typeof WHAT)[] {
  const credential = base.sentHeader("authorization") ?? "";
  const isToken = /^Bearer \S{16,}$/i.test(credential);
  const isJsonWebToken = /^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/i.test(credential);
  return [
    ...(["none", "wrong", "empty"] as const),
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

async function accessAsOther(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation } = base;
  const request = await prepareRequest(run, base, "other");
  if (request === undefined || (await isShared(run, operation, request))) return;
  const own = operation.method === "GET" ? await run.send({ operation, request }) : base;
  const what = "with the credentials of another tenant";
  const edit: CaseEdit = { part: "security", at: "other", contract: operation.securityPointer, what };
  const probeRequest = { operation, request, credentials: "other", edit } as const;
  const result = await run.sendChecked(probeRequest);
  // A repeated deletion would find nothing.
  if (operation.method === "DELETE") run.report(result, checkForeignAccess(own, result));
  else await reportShrunk(run, { result, probeRequest }, (it) => checkForeignAccess(own, it));
}

/** A request for a resource that the first identity created for this scenario, or for a known one if it cannot create any. */
async function prepareRequest(run: ScenarioRun, base: ProbeExchange, name: string): Promise<CaseRequest | undefined> {
  const { operation, request } = base;
  const { key, isItem } = readPathShape(operation.path);
  const creator = isItem && operation.method !== "PUT" ? findCreator(run, key) : undefined;
  if (creator === undefined) return operation.method === "DELETE" ? undefined : request;
  const fresh = buildNewResource(creator.operation, creator.request, run, `${name} ${operation.id}`);
  if (creator.operation.method === "PUT" && fresh === creator.request) return undefined;
  const first = await run.send({ operation: creator.operation, request: fresh });
  // Fresh ids in a body may refer to nothing. A POST creates another resource with the known ones too.
  const isFinal = first.isAccepted || creator.operation.method === "PUT";
  const created = isFinal ? first : await run.send({ operation: creator.operation, request: creator.request });
  const path = created.isAccepted ? findCreatedPath(operation, created) : undefined;
  return path === undefined ? undefined : { ...request, path };
}

/** Whether a list shows the other tenant a resource of the path, so that the tenants share it. */
async function isShared(run: ScenarioRun, { path }: Operation, request: CaseRequest): Promise<boolean> {
  for (const step of readPathShape(path).steps) {
    const list = findReadAt(run, step.collection);
    // A list below something of the first identity has a scenario of its own.
    if (list === undefined || isOwned(run, list.operation)) continue;
    const shown = await run.send({ operation: list.operation, request: list.request, credentials: "other" });
    const ids = shown.items.map((item) => String(findItemId(item, step)));
    if (ids.includes(String(request.path[step.name]))) return true;
  }
  return false;
}
