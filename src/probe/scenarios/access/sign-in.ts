import { isObject, type Json, joinPointer, lastToken, type Operation, type Pointer } from "../../../document/index.js";
import { isSensitive } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import {
  checkCredentialsRequired,
  checkServiceResponse,
  checkTokenAccepted,
  checkTokenResponse,
  checkWrongSignIn,
  findIssuedRefreshToken,
  findLifetime,
  findToken,
} from "../../checks/response.js";
import { type CaseEdit, type CaseRequest, putBody, readWrittenBody } from "../../requests/probe-case.js";
import { replaceCharacter } from "../../requests/serialize-request.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { needsCredentials, type TaskSession } from "../../session/session.js";
import {
  findAccepted,
  listReadOperations,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";

export type SignInContext = ScenarioContext & { readonly pause: (ms: number) => Promise<void> };
type SignInRun = SignInContext & TaskSession;

/** Creates scenarios that use the token of an accepted sign-in. */
export function createSignInScenarios(context: SignInContext): ProbeTask[] {
  const reads = listReadOperations(context).filter((it) => needsCredentials(it) && takesBearerToken(it));
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
      const what = `with the token of ${operation.id}`;
      const result = await sendWithToken(run, read, { token, at: "issued", what });
      report(result, checkServiceResponse(result));
      report(result, checkTokenAccepted(before, result, operation));
      const later = await send({ operation, request: accepted.request });
      // A token without a stated lifetime may be valid until the next sign-in.
      if (result.isAccepted && later.isAccepted && findLifetime(issued) !== undefined) {
        const kept = `with an earlier token of ${operation.id}, which a later sign-in must not end before it expires`;
        const again = await sendWithToken(run, read, { token, at: "earlier", what: kept });
        report(again, checkTokenAccepted(before, again, operation));
      }
      await probeRenewal(run, issued, read);
      await useExpired(run, accepted, read);
    };
  });
}

function findBodySchema({ requestBody }: Operation, { body }: CaseRequest): Pointer | undefined {
  return requestBody?.content.find(({ range }) => range === body?.contentType)?.schema;
}

/** Asks for a token that is valid for a second, if the spec has a property for that, and uses it afterwards. */
async function useExpired(run: SignInRun, { operation, request }: ProbeExchange, read: ProbeExchange): Promise<void> {
  const { document, sendChecked, report } = run;
  const locations = getRequestLocations(getGenerationContext({ document }), operation, request);
  const location = locations.find(({ part, at }) => part === "body" && LIFETIME_NAME.test(lastToken(at)));
  const short = location?.put(1);
  if (short === undefined || !run.isValid(operation, short)) return;
  const signIn = await sendChecked({ operation, request: short });
  const [token, lifetime] = [findToken(signIn), findLifetime(signIn)];
  if (token === undefined || lifetime === undefined || lifetime > MAX_LIFETIME) return;
  const before = await sendWithToken(run, read, { token, at: "short", what: "with a token that is valid" });
  await run.pause(lifetime * 1000 + EXPIRY_MARGIN_MS);
  const after = await sendWithToken(run, read, { token, at: "expired", what: "with an expired token" });
  report(after, checkServiceResponse(after));
  report(after, checkCredentialsRequired(before, after));
}

const LIFETIME_NAME = /^(expires?_?in|life_?time|ttl|valid_?(ity|for)|max_?age)(_?s(ec(ond)?s?)?)?$/i;
/** Seconds. */
const MAX_LIFETIME = 5;
const EXPIRY_MARGIN_MS = 1500;

function takesBearerToken({ security }: Operation): boolean {
  return security.flat().some(({ scheme }) => {
    const { type, scheme: name } = scheme?.value ?? {};
    return type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(String(name)));
  });
}

/** The grant of RFC 6749, section 6, also in the letters that some services write their grants in. */
const GRANTS = ["refresh_token", "REFRESH_TOKEN"];

/**
 * Renews a token with its refresh token, if the spec allows such a request. The new token works, and a wrong refresh token gets none. The
 * refresh token itself is no access token (RFC 6749, sections 1.5 and 6).
 */
async function probeRenewal(run: ScenarioRun, issued: ProbeExchange, read: ProbeExchange): Promise<void> {
  const { send, sendChecked, report } = run;
  const { operation, request } = issued;
  const [name = "", refresh] = findIssuedRefreshToken(issued) ?? [];
  const grant = Object.keys(issued.written).find((it) => GRANT_NAME.test(it));
  if (refresh === undefined || refresh === findToken(issued)) return;
  const before = await send({ operation: read.operation, request: read.request });
  const use = (it: SentToken) => sendWithToken(run, read, it);
  const misused = await use({ token: refresh, at: "refresh", what: "with the refresh token as the access token" });
  report(misused, checkCredentialsRequired(before, misused));
  if (grant === undefined) return;
  const build = (kind: string, token: string) => putBody(request, { [grant]: kind, [name]: token });
  const renew = (kind: string, token: string, what: string) => {
    const edit: CaseEdit = { part: "body", at: `/${name}`, contract: operation.pointer, what };
    return sendChecked({ operation, request: build(kind, token), edit, expect: "open" });
  };
  for (const kind of GRANTS.filter((it) => run.isValid(operation, build(it, refresh)))) {
    // A refresh token may be valid once, so the wrong ones come first.
    for (const [token, what] of [
      [replaceCharacter(refresh), `${name} differs in one character`],
      [findToken(issued) ?? "", `${name} is the access token`],
    ] as const) {
      const wrong = await renew(kind, token, what);
      report(wrong, checkWrongSignIn(wrong));
    }
    const renewed = await renew(kind, refresh, `${name} of the response before`);
    if (!renewed.isAccepted) continue;
    report(renewed, checkTokenResponse(renewed));
    const shown = await use({ token: findToken(renewed), at: "renewed", what: "with the renewed token" });
    report(shown, checkTokenAccepted(before, shown, operation));
    return;
  }
}

type SentToken = { readonly token: string | undefined; readonly at: string; readonly what: string };

/** Sends a request with a token in place of the credentials of the run. */
function sendWithToken(
  { send }: Pick<TaskSession, "send">,
  { operation, request }: ProbeExchange,
  { token, at, what }: SentToken,
): Promise<ProbeExchange> {
  const edit: CaseEdit = { part: "security", at, contract: operation.securityPointer, what };
  const credentials = { headers: [["Authorization", `Bearer ${token}`]], query: [], cookies: [] } as const;
  return send({ operation, request, credentials, edit });
}

/** Sends each secret of a sign-in with one character changed. */
async function signInWrongly(run: ScenarioRun, { operation, request, written }: ProbeExchange): Promise<void> {
  const { document, sendChecked, report } = run;
  const { schemas } = getGenerationContext({ document });
  const schema = findBodySchema(operation, request);
  for (const [name, value] of schema === undefined ? [] : Object.entries(written)) {
    const at = joinPointer("", name);
    const isGrant = GRANT_NAME.test(name);
    const isSecret = schema !== undefined && (isSensitive(schemas, schema, at) || SECRET_NAME.test(name));
    if (typeof value !== "string" || value.length < 4 || schema === undefined || !(isGrant || isSecret)) continue;
    const what = isGrant ? `${name} is unknown` : `${name} differs in one character`;
    const edit: CaseEdit = { part: "body", at, contract: schema, what };
    const change = (it: Json): Json => (isGrant ? "urn:example:unknown" : replaceCharacter(String(it)));
    const transform = changeMember(name, change);
    const result = await sendChecked({ operation, request, edit, expect: "open", transform });
    report(result, checkWrongSignIn(result));
  }
}

const GRANT_NAME = /^grant_?type$/i;
const SECRET_NAME = /password|secret|assertion|passcode|^pin$/i;

function changeMember(name: string, change: (value: Json) => Json): (fresh: CaseRequest) => CaseRequest {
  return (fresh) => {
    const value = readWrittenBody(fresh);
    return isObject(value) ? putBody(fresh, { ...value, [name]: change(value[name] ?? null) }) : fresh;
  };
}
