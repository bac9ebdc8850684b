import {
  asArray,
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  resolvePointer,
} from "../../../document/index.js";
import { isValidAtPointer } from "../../../samples/make-value.js";
import { buildExampleRequests } from "../../cases/example-requests.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { checkCredentialsRequired, checkServiceResponse, checkTokenAccepted } from "../../checks/response.js";
import { checkTokenResponse, checkWrongSignIn, findLifetime, findToken } from "../../checks/token.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import { needsCredentials, type TaskSession } from "../../session/session.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { probeRenewal } from "./renewal.js";
import { sendWithToken } from "./sent-token.js";
import { signInInOtherForms, signInWithCharset, signInWrongly } from "./wrong-sign-in.js";

export type SignInContext = ScenarioContext & { readonly pause: (ms: number) => Promise<void> };

/** Creates scenarios that use the token of an accepted sign-in. */
export function createSignInScenarios(context: SignInContext): ProbeTask[] {
  const reads = listReadOperations(context).flatMap((operation) => {
    const accepted = needsCredentials(operation) ? context.seeds.get(operation)?.accepted : undefined;
    return accepted === undefined || !takesBearerToken(accepted) ? [] : [accepted];
  });
  const [read] = reads;
  return context.operations.flatMap((operation): ProbeTask[] => {
    const accepted = context.seeds.get(operation)?.accepted;
    if (accepted === undefined || needsCredentials(operation) || read === undefined) return [];
    if (findToken(accepted) === undefined) return [];
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      const signIn = await send({ operation, request: accepted.request });
      report(signIn, checkServiceResponse(signIn));
      const issued = isAccepted(signIn) ? signIn : await send({ operation, request: accepted.request });
      report(issued, checkTokenResponse(issued));
      await signInWrongly(context, accepted, { send, report });
      await signInInOtherForms(accepted, { send, report });
      await signInWithoutHeader(context, accepted, { send, report });
      // A proof may be valid once, so the first token serves too.
      const token = findToken(signIn) ?? findToken(accepted);
      const before = await send({ operation: read.operation, request: read.request });
      const what = `with the token of ${operation.id}`;
      const result = await sendWithToken({ send }, read, { token, at: "issued", what });
      report(result, checkServiceResponse(result));
      report(result, checkTokenAccepted(before, result, operation));
      const later = await send({ operation, request: accepted.request });
      // A token without a stated lifetime may be valid until the next sign-in.
      if (isAccepted(result) && isAccepted(later) && findLifetime(issued) !== undefined) {
        const kept = `with an earlier token of ${operation.id}, which a later sign-in must not end before it expires`;
        const again = await sendWithToken({ send }, read, { token, at: "earlier", what: kept });
        report(again, checkTokenAccepted(before, again, operation));
      }
      await signInWithCharset(accepted, { send, report });
      await probeRenewal(context, { issued, read }, { send, report });
      await useExpired(context, { accepted, read }, { send, report });
    };
    return [{ id: `stateful/${operation.id}/sign-in`, run }];
  });
}

/** Sends the other examples that need credentials of their own, as the text of their schema says, without them. */
async function signInWithoutHeader(
  { document }: ScenarioContext,
  { operation }: ProbeExchange,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  for (const { request } of buildExampleRequests({ document }, operation)) {
    const { body } = request;
    const media = operation.requestBody?.content.find(({ range }) => range === body?.contentType);
    if (body === undefined || !("value" in body) || media?.schema === undefined) continue;
    const needed = listMatchingSchemas(document, media.schema, body.value as Json).find(({ description }) =>
      HEADER_NEEDED.test(String(description ?? "")),
    );
    if (needed === undefined) continue;
    const what = "the header Authorization is left out, which this kind of request contains";
    const edit: CaseEdit = { part: "security", at: "Authorization", contract: media.schema, what };
    const result = await send({ operation, request, credentials: "none", edit, expect: "open" });
    report(result, checkServiceResponse(result));
    report(result, checkWrongSignIn(result));
  }
}

const HEADER_NEEDED = /`?authorization`? header\b.{0,40}\b(contains|carries|has|is required|must)\b/i;

/** The schema of a body, and those of its alternatives that match. */
function listMatchingSchemas(document: Document, schema: Pointer, value: Json): readonly JsonObject[] {
  const found = resolvePointer(document, schema);
  if (found === undefined) return [];
  const context = getGenerationContext({ document });
  const matching = ["oneOf", "anyOf"].flatMap((name) =>
    asArray(found.value[name]).flatMap((_, at) => {
      const place = resolvePointer(document, joinPointer(found.pointer, name, at));
      return place !== undefined && isValidAtPointer(context, place.pointer, value) ? [place.value] : [];
    }),
  );
  return [found.value, ...matching];
}

type TokenUse = { readonly accepted: ProbeExchange; readonly read: ProbeExchange };

/** Asks for a token that is valid for a second, if the spec has a property for that, and uses it afterwards. */
async function useExpired(
  { document, isValid, pause }: SignInContext,
  { accepted: { operation, request }, read }: TokenUse,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  const locations = getRequestLocations(getGenerationContext({ document }), operation, request);
  const location = locations.find(({ part, at }) => part === "body" && LIFETIME_NAME.test(lastToken(at)));
  const short = location?.put(1);
  if (short === undefined || !isValid(operation, short)) return;
  const signIn = await send({ operation, request: short });
  report(signIn, checkServiceResponse(signIn));
  const [token, lifetime] = [findToken(signIn), findLifetime(signIn)];
  if (token === undefined || lifetime === undefined || lifetime > MAX_LIFETIME) return;
  const before = await sendWithToken({ send }, read, { token, at: "short", what: "with a token that is valid" });
  await pause(lifetime * 1000 + EXPIRY_MARGIN_MS);
  const after = await sendWithToken({ send }, read, { token, at: "expired", what: "with an expired token" });
  report(after, checkServiceResponse(after));
  report(after, checkCredentialsRequired(before, after));
}

const LIFETIME_NAME = /^(expires?_?in|life_?time|ttl|valid_?(ity|for)|max_?age)(_?s(ec(ond)?s?)?)?$/i;
/** Seconds. */
const MAX_LIFETIME = 5;
const EXPIRY_MARGIN_MS = 1500;

function takesBearerToken({ operation }: ProbeExchange): boolean {
  return operation.security.flat().some(({ scheme }) => {
    const { type, scheme: name } = scheme?.value ?? {};
    return type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(String(name)));
  });
}
