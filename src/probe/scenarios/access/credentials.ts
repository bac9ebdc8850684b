import { isObject, type Json, joinPointer, lastToken, type Operation } from "../../../document/index.js";
import { getSchemas, isSensitive } from "../../../schema/index.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { listTokenSchemes } from "../../checks/http/http-rules.js";
import {
  checkCredentialsRequired,
  checkForeignAccess,
  checkListedForeign,
  checkRefusedDeletion,
  checkTokenAccepted,
  checkTokenResponse,
  checkWrongSignIn,
  findIssuedRefreshToken,
  findLifetime,
  findToken,
} from "../../checks/response.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import { type CaseEdit, type CaseRequest, putBody, updateBody } from "../../requests/probe-case.js";
import { replaceCharacter } from "../../requests/serialize-request.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import { needsCredentials, type ProbeRequest, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import {
  buildUnknownRequest,
  createOpenRequest,
  findAccepted,
  findCreator,
  findReadAt,
  listReadOperations,
  planScenarios,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
  sendHead,
} from "../scenario-context.js";
import { checkUnknownHidden } from "./unknown-ids.js";

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
    const edit = editSecurity(operation, credentials, WHAT[credentials]);
    const probeRequest = { operation, request, credentials, edit };
    const result = await run.sendChecked(probeRequest);
    await reportShrunk(run, { result, probeRequest }, (it) => checkCredentialsRequired(base, it));
    if (credentials === "none" && result.isRejected && shown !== undefined)
      run.report(result, checkRefusedDeletion(result, await run.send(replacePath(shown, request.path))));
    if (result.isAccepted) existing = undefined;
    // HEAD is a defect of its own only where GET needs credentials.
    if (credentials === "none" && !result.isAccepted) await sendHeadWithout(base, run);
    // A service that accepts unknown credentials checks no token at all.
    if (credentials === "wrong" && result.isAccepted) return;
    if (credentials === "none" || credentials === "wrong") await nameUnknown(run, probeRequest, result);
  }
}

type Existing = {
  readonly request: CaseRequest;
  /** A read of it, if the spec has an operation for that. */
  readonly shown?: ProbeExchange | undefined;
};

async function createExisting(run: ScenarioRun, base: ProbeExchange, name: string): Promise<Existing | undefined> {
  const request = await prepareRequest(run, base, name);
  const read = findReadAt(run, base.operation.path);
  const shown = request && read && (await run.send(replacePath(read, request.path)));
  return request === undefined || shown?.isAccepted === false ? undefined : { request, shown };
}

/** Names an id that does not exist, in each place of a path: without credentials, the status must not show which ids do. */
async function nameUnknown(run: ScenarioRun, probeRequest: ProbeRequest, known: ProbeExchange): Promise<void> {
  const { id, path } = probeRequest.operation;
  for (const { name } of readPathShape(path).steps.toReversed()) {
    const unknown = buildUnknownRequest(run, probeRequest, name, `unknown ${name} without credentials ${id}`);
    if (unknown !== undefined)
      await run.sendChecked({ ...probeRequest, ...unknown }, (it) => checkUnknownHidden(known, it, name));
  }
}

function editSecurity({ securityPointer: contract }: Operation, at: string, what: string): CaseEdit {
  return { part: "security", at, contract, what };
}

/** Sends HEAD without credentials, where the service supports it. */
async function sendHeadWithout({ operation, request }: ProbeExchange, session: TaskSession): Promise<void> {
  if (operation.method !== "GET") return;
  const own = await sendHead(session, { operation, request });
  await session.send({ operation, request });
  const edit = editSecurity(operation, "head", "HEAD without credentials");
  const result = await sendHead(session, { operation, request }, { credentials: "none", edit });
  if (own !== undefined && result !== undefined) session.report(result, checkCredentialsRequired(own, result));
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
  const list = request && (await findSharedList(run, operation, request));
  if (request === undefined || (list !== undefined && operation.method !== "GET")) return;
  const own = operation.method === "GET" ? await run.send({ operation, request }) : base;
  const edit = editSecurity(operation, "other", "with the credentials of another tenant");
  const probeRequest = { operation, request, credentials: "other", edit } as const;
  const result = await run.sendChecked(probeRequest);
  if (list !== undefined) return run.report(list, checkListedForeign(list, own, result));
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
  const fresh = buildNewResource(creator, run, `${name} ${operation.id}`);
  if (creator.operation.method === "PUT" && fresh === creator.request) return undefined;
  const first = await run.send({ operation: creator.operation, request: fresh });
  // Fresh ids in a body may refer to nothing. A POST creates another resource with the known ones too.
  const isFinal = first.isAccepted || creator.operation.method === "PUT";
  const created = isFinal ? first : await run.send({ operation: creator.operation, request: creator.request });
  const path = findCreatedPath(operation, created, run.known);
  return path === undefined ? undefined : { ...request, path };
}

/** A list that shows the other tenant a resource of the path, so that the tenants share it. */
async function findSharedList(
  run: ScenarioRun,
  { path }: Operation,
  request: CaseRequest,
): Promise<ProbeExchange | undefined> {
  for (const step of readPathShape(path).steps) {
    const list = findReadAt(run, step.collection);
    // A list below something of the first identity has a scenario of its own.
    if (list === undefined || isOwned(run, list.operation)) continue;
    const shown = await run.send({ operation: list.operation, request: list.request, credentials: "other" });
    const ids = shown.items.map((item) => String(findItemId(item, step, run.known)));
    if (ids.includes(String(request.path[step.name]))) return shown;
  }
  return undefined;
}

export type SignInContext = ScenarioContext & { readonly pause: (ms: number) => Promise<void> };
type SignInRun = SignInContext & TaskSession;

/** Creates scenarios that use the token of an accepted sign-in. */
export function createSignInScenarios(context: SignInContext): ProbeTask[] {
  const reads = listReadOperations(context).filter((it) => needsCredentials(it) && listTokenSchemes(it).length > 0);
  const read = findAccepted(context, ...reads);
  return planScenarios(context, context.operations, "sign-in", (accepted) => {
    const { operation } = accepted;
    if (needsCredentials(operation) || read === undefined) return undefined;
    if (findToken(accepted) === undefined) return undefined;
    return async (run) => {
      const { send, sendChecked, report } = run;
      const signIn = await sendChecked({ operation, request: accepted.request });
      const issued = signIn.isAccepted ? signIn : await send({ operation, request: accepted.request });
      report(issued, checkTokenResponse(issued));
      await signInWrongly(run, accepted);
      // A proof may be valid once, so the first token serves too.
      const token = findToken(signIn) ?? findToken(accepted);
      const before = await send({ operation: read.operation, request: read.request });
      const isKnown: Rule = (it) => checkTokenAccepted(before, it, operation);
      const what = `with the token of ${operation.id}`;
      const result = await sendWithToken(run, read, { token, at: "issued", what }, isKnown);
      const later = await send({ operation, request: accepted.request });
      // A token without a stated lifetime may be valid until the next sign-in.
      if (result.isAccepted && later.isAccepted && findLifetime(issued) !== undefined) {
        const kept = `with an earlier token of ${operation.id}, which a later sign-in must not end before it expires`;
        await sendWithToken(run, read, { token, at: "earlier", what: kept }, isKnown);
      }
      await probeRenewal(run, issued, read);
      await useExpired(run, accepted, read);
    };
  });
}

/** Asks for a token that is valid for a second, if the spec has a property for that, and uses it afterwards. */
async function useExpired(run: SignInRun, { operation, request }: ProbeExchange, read: ProbeExchange): Promise<void> {
  const locations = getRequestLocations(run, operation, request);
  const location = locations.find(({ part, at }) => part === "body" && LIFETIME_NAME.test(lastToken(at)));
  const short = location?.put(1);
  if (short === undefined || !run.isValid(operation, short)) return;
  const signIn = await run.sendChecked({ operation, request: short });
  const [token, lifetime] = [findToken(signIn), findLifetime(signIn)];
  if (token === undefined || lifetime === undefined || lifetime > MAX_LIFETIME) return;
  const before = await sendWithToken(run, read, { token, at: "short", what: "with a token that is valid" });
  await run.pause(lifetime * 1000 + EXPIRY_MARGIN_MS);
  const expired = { token, at: "expired", what: "with an expired token" };
  await sendWithToken(run, read, expired, (it) => checkCredentialsRequired(before, it));
}

const LIFETIME_NAME = /^(expires?_?in|life_?time|ttl|valid_?(ity|for)|max_?age)(_?s(ec(ond)?s?)?)?$/i;
/** Seconds. */
const MAX_LIFETIME = 5;
const EXPIRY_MARGIN_MS = 1500;

/** The grant of RFC 6749, section 6, also in the letters that some services write their grants in. */
const GRANTS = ["refresh_token", "REFRESH_TOKEN"];

/**
 * Renews a token with its refresh token, if the spec allows such a request. The new token works, and a wrong refresh token gets none. The
 * refresh token itself is no access token (RFC 6749, sections 1.5 and 6).
 */
async function probeRenewal(run: ScenarioRun, issued: ProbeExchange, read: ProbeExchange): Promise<void> {
  const { send, sendChecked } = run;
  const { operation, request } = issued;
  const [name = "", refresh] = findIssuedRefreshToken(issued) ?? [];
  const grant = Object.keys(issued.written).find((it) => GRANT_NAME.test(it));
  if (refresh === undefined || refresh === findToken(issued)) return;
  const before = await send({ operation: read.operation, request: read.request });
  const misused = { token: refresh, at: "refresh", what: "with the refresh token as the access token" };
  await sendWithToken(run, read, misused, (it) => checkCredentialsRequired(before, it));
  if (grant === undefined) return;
  const build = (kind: string, token: string) => putBody(request, { [grant]: kind, [name]: token });
  const renew = (kind: string, token: string, what: string) =>
    createOpenRequest({ operation, request: build(kind, token) }, { part: "body", at: `/${name}`, what });
  for (const kind of GRANTS.filter((it) => run.isValid(operation, build(it, refresh)))) {
    // A refresh token may be valid once, so the wrong ones come first.
    for (const [token, what] of [
      [replaceCharacter(refresh), `${name} differs in one character`],
      [findToken(issued) ?? "", `${name} is the access token`],
    ] as const)
      await sendChecked(renew(kind, token, what), checkWrongSignIn);
    const renewed = await sendChecked(renew(kind, refresh, `${name} of the response before`), checkTokenResponse);
    if (!renewed.isAccepted) continue;
    const given = { token: findToken(renewed), at: "renewed", what: "with the renewed token" };
    await sendWithToken(run, read, given, (it) => checkTokenAccepted(before, it, operation));
    return;
  }
}

type SentToken = { readonly token: string | undefined; readonly at: string; readonly what: string };

/** Sends a request with a token in place of the credentials of the run. */
function sendWithToken(
  { sendChecked }: TaskSession,
  { operation, request }: ProbeExchange,
  { token, at, what }: SentToken,
  ...rules: readonly Rule[]
): Promise<ProbeExchange> {
  const credentials = { headers: [["Authorization", `Bearer ${token}`]], query: [], cookies: [] } as const;
  return sendChecked({ operation, request, credentials, edit: editSecurity(operation, at, what) }, ...rules);
}

/** Sends each secret of a sign-in with one character changed. */
async function signInWrongly(run: ScenarioRun, { operation, request, written }: ProbeExchange): Promise<void> {
  const { document, sendChecked } = run;
  const schemas = getSchemas(document);
  const schema = operation.requestBody?.content.find(({ range }) => range === request.body?.contentType)?.schema;
  for (const [name, value] of schema === undefined ? [] : Object.entries(written)) {
    const at = joinPointer("", name);
    const isGrant = GRANT_NAME.test(name);
    const isSecret = schema !== undefined && (isSensitive(schemas, schema, at) || SECRET_NAME.test(name));
    if (typeof value !== "string" || value.length < 4 || schema === undefined || !(isGrant || isSecret)) continue;
    const what = isGrant ? `${name} is unknown` : `${name} differs in one character`;
    const open = createOpenRequest({ operation, request }, { part: "body", at, contract: schema, what });
    const change = (it: Json): Json => (isGrant ? "urn:example:unknown" : replaceCharacter(String(it)));
    const transform = (fresh: CaseRequest) =>
      updateBody(fresh, (it) => (isObject(it) ? { ...it, [name]: change(it[name] ?? null) } : it));
    await sendChecked({ ...open, transform }, checkWrongSignIn);
  }
}

const GRANT_NAME = /^grant_?type$/i;
const SECRET_NAME = /password|secret|assertion|passcode|^pin$/i;
