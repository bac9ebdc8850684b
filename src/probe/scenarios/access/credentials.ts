import type { Operation } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import {
  checkCredentialsRequired,
  checkForeignAccess,
  checkServiceResponse,
  readTokenClaims,
} from "../../checks/response.js";
import { UUID_PART } from "../../deterministic-uuid.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, type Rule } from "../../session/probe-exchange.js";
import { needsCredentials, type ProbeRequest, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildLargeListing, inferListingFilter, listSelectiveValues, setFilter } from "../filters/filter-values.js";
import {
  findAcceptedRead,
  findCreator,
  findReadAt,
  planReadScenarios,
  planScenarios,
  putPath,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
  withMethod,
} from "../scenario-context.js";
import { listVisibleChanges } from "../write-variants.js";
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
        if (credentials === "none" && !result.isAccepted) await sendHeadWithout(base, run);
        // A service that accepts unknown credentials checks no token at all.
        if (credentials === "wrong" && result.isAccepted) return;
        if (credentials === "none" || credentials === "wrong") await nameUnknown(run, probeRequest, result);
      }
    };
  });
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
  const request = await prepareRequest(run, base);
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
async function prepareRequest(run: ScenarioRun, base: ProbeExchange): Promise<CaseRequest | undefined> {
  const { operation, request } = base;
  const { key, isItem } = readPathShape(operation.path);
  const creator = isItem && operation.method !== "PUT" ? findCreator(run, key) : undefined;
  if (creator === undefined) return operation.method === "DELETE" ? undefined : request;
  const fresh = buildNewResource(creator.operation, creator.request, run, `other ${operation.id}`);
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

/**
 * Creates scenarios that read what belongs to one parent below another one that the token may access too. Such parents are those of a claim
 * with several ids, such as `shopIds` for the parameter `shopId`.
 */
export function createOtherParentScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "other-parent", (base) => {
    const { operation } = base;
    const [step] = readPathShape(operation.path).steps;
    const other = step && findOtherClaim(base, base.request.path[step.name]);
    if (step === undefined || other === undefined) return undefined;
    return async (run) => {
      const large = buildLargeListing(context, base);
      const own = await run.send({ operation, request: large });
      for (const request of [large, ...listFiltered(own)]) {
        const path = { ...request.path, [step.name]: other };
        const result = await run.sendChecked({ operation, request: { ...request, path } });
        run.report(result, checkOtherParent(own, result, step));
      }
    };
  });
}

/** Another id in the claim of the token that has an id. */
export function findOtherClaim({ exchange }: ProbeExchange, own: unknown): string | undefined {
  const claims = readTokenClaims(exchange.request);
  const ids = Object.values(claims).find((it) => Array.isArray(it) && it.includes(own as string));
  const other = Array.isArray(ids) ? ids.find((it) => typeof it === "string" && it !== own) : undefined;
  return typeof other === "string" ? other : undefined;
}

/** Requests that find some of the items by each filter. */
function listFiltered({ document, operation, request, items }: ProbeExchange): readonly CaseRequest[] {
  return operation.parameters.flatMap((parameter) => {
    const filter = inferListingFilter(document, operation, parameter);
    const [value] = filter === undefined ? [] : listSelectiveValues(filter, items);
    return filter === undefined || value === undefined ? [] : [setFilter(request, filter, value)];
  });
}

/**
 * Checks that what belongs to one parent is not found below another one (OWASP API1:2023). Only UUIDs count, because other ids may occur
 * below several parents.
 *
 * @param own The same request below the parent that the resource belongs to.
 */
export const checkOtherParent: Rule<2, [Pick<PathStep, "name" | "reference">]> = (own, result, { name, reference }) => {
  const { resource } = reference;
  const shared = own.isAccepted && result.isAccepted ? findShared(own, result) : undefined;
  if (shared === undefined) return undefined;
  const message = `below another ${resource ?? name} (${toPrintable(name)}), the response has ${toPrintable(shared)}, which belongs to the first one; expected 404 or a list without it`;
  return result.fail("exchange.resource.other", message, `other ${name}`);
};

/** The id of an item that two lists have, or of the resource that two responses show. */
function findShared(own: ProbeExchange, result: ProbeExchange): string | undefined {
  const [items, others] = [own, result].map((it) => it.list);
  const ids = new Set(items?.map(getItemIdentity));
  const listed = others?.map(getItemIdentity).find((id) => id !== undefined && UUID_PART.test(id) && ids.has(id));
  if (listed !== undefined || others?.length === 0) return listed;
  // The resource of the path, or what is below it, such as the notes of an order.
  const [then, id = ""] = [own, result].map(({ request: { path } }) => String(Object.values(path).at(-1)));
  const isSame = isSameJson(own.body, result.body);
  return isSame && id === then && UUID_PART.test(id) ? id : undefined;
}

/**
 * Creates scenarios that write below another parent with the id of a resource of the first one. The token may access both parents, as in the
 * scenarios that read.
 */
export function createOtherParentWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "other-parent-write", (base) => {
    const { operation } = base;
    const { steps, isItem } = readPathShape(operation.path);
    const [step] = steps;
    const creator = findCreator(context, operation.path);
    const shown = findAcceptedRead(context, operation);
    const other = step && findOtherClaim(base, base.request.path[step.name]);
    const isWrite = isItem && steps.length > 1 && ["PUT", "PATCH", "DELETE"].includes(operation.method);
    if (!isWrite || step === undefined || other === undefined) return undefined;
    if (creator === undefined || shown === undefined) return undefined;
    return (run) => writeBelow(run, { base, shown }, creator, { ...step, id: other });
  });
}

async function writeBelow(
  run: ScenarioRun,
  { base, shown }: WriteTarget,
  creator: ProbeExchange,
  parent: PathStep & { readonly id: string },
): Promise<void> {
  const { operation } = base;
  const fresh = buildNewResource(creator.operation, creator.request, run, `other parent ${operation.id}`);
  const created = await run.send({ operation: creator.operation, request: fresh });
  const isNew = creator.operation.method === "POST" || fresh !== creator.request;
  const path = created.isAccepted && isNew ? findCreatedPath(operation, created) : undefined;
  if (path === undefined) return;
  const readAt = (own: CaseRequest["path"]) =>
    run.send({ operation: shown.operation, request: { ...shown.request, path: own } });
  const before = await readAt(path);
  const there = { ...path, [parent.name]: parent.id };
  const own = operation.method === "PUT" ? fresh : { ...base.request, path };
  const [change = own] = operation.method === "DELETE" ? [] : listVisibleChanges(run, operation, own, before);
  const write = await run.sendChecked({ operation, request: putPath(run, change, there) });
  const [after, again, reached] = [await readAt(path), await readAt(path), await readAt(there)];
  run.report(write, checkOtherParentWrite(write, { before, after, again, there: reached }, parent));
}

type OtherParentReads = {
  /** Reads of the resource below its own parent: before the write, after it, and once more, which shows what changes by itself. */
  readonly before: ProbeExchange;
  readonly after: ProbeExchange;
  readonly again: ProbeExchange;
  /** A read at the path of the write. */
  readonly there: ProbeExchange;
};

/** Checks that a write below another parent does not reach the resource that has the same id (OWASP API1:2023). */
export const checkOtherParentWrite: Rule<1, [OtherParentReads, Pick<PathStep, "name" | "reference">]> = (
  write,
  { before, after, again, there },
  { name, reference },
) => {
  const where = `below another ${reference.resource ?? name} (${toPrintable(name)}), ${write.operation.id}`;
  const createFinding = (message: string, kind: string) =>
    write.failStatus("exchange.resource.other", `${where} ${message}`, `${kind} below other ${name}`);
  if (!before.isAccepted) return undefined;
  if (after.isGone && again.isGone) {
    const message = `removed the resource that belongs to the first one: ${after.operation.id} then responds with ${after.status}; expected 404 and no change`;
    return createFinding(message, "removed");
  }
  const got = `got ${write.status}`;
  if (after.isAccepted && !isSameJson(before.body, after.body) && isSameJson(after.body, again.body)) {
    const message = `${got} and changed the resource that belongs to the first one; expected 404 and no change`;
    return createFinding(message, "changed");
  }
  const isInvented = write.isAccepted && write.status !== 202 && there.status === 404;
  if (!isInvented || write.operation.method !== "PATCH") return undefined;
  const message = `${got} for a resource that belongs to the first one, and that is not there; expected 404`;
  return createFinding(message, "accepted");
};
