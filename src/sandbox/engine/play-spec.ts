import { createRouter, getRawQuery, type Match } from "../../check/router/router.js";
import {
  asObject,
  asString,
  buildServerUrl,
  type Document,
  DocumentError,
  findMainServer,
  type Json,
  loadPartialDocument,
  memoizeByObject,
  type Operation,
  type SecurityRequirement,
} from "../../document/index.js";
import { getCombinedHeader, UNRECORDED_ORIGIN } from "../../recording/index.js";
import { findIdempotencyKey, getRegistrationFacts } from "../../resources/index.js";
import { CannotValidateError, getSchemas, type Schemas, splitCookies } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { Refusal, type ServiceResponse } from "../context/request-context.js";
import { deleteHook, insertHooks } from "../deliveries/hook-health.js";
import { checkDeliveryUrl } from "../delivery-urls/delivery-profile.js";
import type { SpecSandboxOptions } from "../options.js";
import { runOnce } from "../requests/idempotency.js";
import {
  type LocatedRequest,
  type OperationServer,
  type PlayedService,
  type ServiceParts,
  serveSafely,
} from "../requests/operation-server.js";
import { createRequestValidator } from "../requests/request-validation.js";
import { SandboxError } from "../sandbox-error.js";
import type { ReceivedRequest } from "../server/read-request.js";
import type { Queries } from "../store/database.js";
import { buildErrorResponse, UnplayableError } from "./build-response.js";
import { applyConditions, readConditions } from "./conditional-requests.js";
import { isPlaceOf, parseTemplateShape } from "./path-shape.js";
import { runOperation } from "./play-operation.js";
import { createRecordStore, initializeRecords } from "./record-store.js";
import type { ResourcePlan } from "./resource.js";
import { planResources } from "./resource-plan.js";
import type { SpecEngine } from "./turn.js";
import { createDeliveryStyle, deriveHookId, listSpecEvents, publishChanges, readSpecHook } from "./webhook-events.js";

type SpecService = PlayedService & {
  readonly plan: ResourcePlan;
  /** The path of the first server of the spec, without a slash at the end. */
  readonly basePath: string;
};

/** @throws SandboxError when the spec cannot be used */
export function createSpecService({ spec, deliverTo, tokens }: SpecSandboxOptions): SpecService {
  const document = readSpec(spec);
  const schemas = getSchemas(document);
  const plan = planResources(document);
  return {
    plan,
    basePath: getBasePath(document, plan),
    title: asString(asObject(document.root.info)?.title) ?? "API",
    isBuiltIn: false,
    document,
    createServer: (parts) => {
      const { database, app } = parts;
      const store = createRecordStore(database, app);
      return createSpecServer({ ...parts, engine: { schemas, plan, store, seed: app.seed }, tokens });
    },
    fixtures: ["none", "small"],
    getDeliveryStyle: (eventType) => createDeliveryStyle(document, eventType),
    fill: async (queries, app, data, now) => {
      await initializeRecords(queries, app, data !== "none");
      const eventTypes = listSpecEvents(document).map(({ name }) => name);
      const hooks = [...new Set(deliverTo ?? [])].map((deliveryUrl) => ({
        ...{ id: deriveUuid(app.seed, "hook", deliveryUrl), deliveryUrl, secret: "", eventTypes },
      }));
      await insertHooks(queries, hooks, now);
    },
  };
}

export function readSpec(spec: string | Document): Document {
  if (typeof spec !== "string") return spec;
  try {
    return loadPartialDocument(spec);
  } catch (error) {
    if (error instanceof DocumentError) throw new SandboxError(error.message, { cause: error });
    throw error;
  }
}

function getBasePath(document: Document, { plays }: ResourcePlan): string {
  const server = findMainServer(document, [...plays.keys()]);
  const url = server === undefined ? "/" : buildServerUrl(server);
  const path = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? `/${url}`;
  return path.replace(/\/+$/, "").replace(/^\/+/, "/");
}

type SpecServerOptions = ServiceParts & {
  readonly engine: Omit<SpecEngine, "now" | "changes">;
  readonly tokens: readonly string[] | undefined;
};

/** Creates the service of a spec: reads and writes records as the plan says. */
function createSpecServer({ engine, app, onDefect, tokens }: SpecServerOptions): OperationServer {
  const { schemas, plan } = engine;
  const router = createRouter([...plan.plays.keys()]);
  const basePath = getBasePath(schemas.document, plan);
  const known = [...plan.plays.keys()].map(({ path }) => basePath + path);
  const getValidator = memoizeByObject((operation: Operation) => createRequestValidator(schemas, operation, true));
  const locate = (request: ReceivedRequest): LocatedRequest => {
    const match = router.match(request.method, `${UNRECORDED_ORIGIN}${request.target}`);
    if (match.kind === "operation") return { request, operation: match.operation, path: match.path };
    return { request, path: new Map(), refusal: createUnknown(request.target, match, { known, basePath }) };
  };
  const play = async (located: LocatedRequest, now: number): Promise<ServiceResponse> => {
    const { request, operation, path, refusal } = located;
    const known = operation && plan.plays.get(operation);
    if (request.method === "OPTIONS" && refusal?.status === 405)
      return { status: 204, headers: refusal.headers ?? {}, bytes: new Uint8Array() };
    if (known === undefined || refusal !== undefined) throw refusal ?? new Error("no plan for an operation");
    assertCredentials(known.operation, { request, tokens });
    const accept = getCombinedHeader(request.headers, "accept");
    const conditions = readConditions(known.operation, request);
    const own: SpecEngine = { ...engine, now, changes: [] };
    let body: Json | undefined;
    const run = (): ServiceResponse => {
      const values = getValidator(known.operation)(request, path);
      const { names } = parseTemplateShape(known.operation.path);
      body = values.body;
      return runOperation(own, known, {
        ...{ ...values, accept, conditions, bytes: request.body, url: `${app.baseUrl()}${request.target}` },
        pathValues: names.map((name) => readPathValue(values.parameters[name], path.get(name))),
      });
    };
    if (!/^(read|list)$/.test(known.kind) && known.operation.method !== "GET") {
      const write = async (queries: Queries): Promise<ServiceResponse> => {
        own.changes.length = 0;
        const response = run();
        await updateHooks(queries, app, own, { operation: known.operation, body });
        await publishChanges(queries, app, own);
        return response;
      };
      const keyName = findIdempotencyKey(schemas.document, known.operation)?.parameter.name;
      const response = await engine.store.write((queries) =>
        runForKey(queries, keyName, { request, now }, () => write(queries)),
      );
      if (own.changes.length > 0) app.wake();
      return response;
    }
    const response = await engine.store.read(run);
    return applyConditions(known.operation, conditions, response);
  };
  return {
    locate,
    serve: (located, now) =>
      serveSafely(located.request.method, now, onDefect, async () => {
        try {
          return { response: await play(located, now) };
        } catch (error) {
          return { response: buildRefusedResponse(schemas, located, error, onDefect) };
        }
      }),
  };
}

/** Large numbers stay as they were sent, because a number would be another one. */
function readPathValue(value: Json | undefined, text = ""): string {
  return value === undefined || (typeof value === "number" && !Number.isSafeInteger(value)) ? text : String(value);
}

/** Runs a write, once per idempotency key if the operation has a header for one. */
async function runForKey(
  queries: Queries,
  name: string | undefined,
  { request, now }: { readonly request: ReceivedRequest; readonly now: number },
  run: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const key = name === undefined ? undefined : getCombinedHeader(request.headers, name);
  if (key === undefined) return run();
  const { method, body: bytes } = request;
  const [path = ""] = request.target.split("?");
  const contentType = getCombinedHeader(request.headers, "content-type");
  const message = `${name}: this key was already used for a request with another body`;
  const createRefusal = (): Error => new Refusal([422, 409, 400], "IDEMPOTENCY_KEY_REUSED", message);
  const call = { method, path, contentType, bytes, now };
  return runOnce(queries, { scope: ["", "", method, path, key], call, createRefusal }, run);
}

/** Registers the hooks that a request creates, and removes those whose record it deletes. */
async function updateHooks(
  queries: Queries,
  app: AppContext,
  { changes, now, schemas: { document } }: SpecEngine,
  { operation, body }: { readonly operation: Operation; readonly body: Json | undefined },
): Promise<void> {
  for (const change of changes) {
    const { creator } = change.resource;
    const isHook = creator !== undefined && getRegistrationFacts(document, creator) !== undefined;
    const hook = change.kind === "create" ? readSpecHook(document, operation, body) : undefined;
    const wrong = hook && checkDeliveryUrl(hook.deliveryUrl, app.deliveryProfile);
    if (wrong !== undefined)
      throw new Refusal([422, 400], "INVALID_DELIVERY_URL", `the delivery URL is not allowed: ${wrong}`);
    const id = deriveHookId(app.seed, change);
    if (hook !== undefined) await insertHooks(queries, [{ id, ...hook }], now);
    else if (isHook && change.kind === "delete") await deleteHook(queries, id, now);
  }
}

/** @throws the error, if it is a defect */
function buildRefusedResponse(
  schemas: Schemas,
  { operation }: LocatedRequest,
  error: unknown,
  onDefect: (error: unknown) => void,
): ServiceResponse {
  if (error instanceof Refusal)
    return operation === undefined ? error.toResponse() : buildErrorResponse(schemas, operation, error);
  if (!(error instanceof UnplayableError || error instanceof CannotValidateError)) throw error;
  onDefect(error);
  return new Refusal(501, "NOT_PLAYABLE", error.message).toResponse();
}

function createUnknown(
  target: string,
  match: Exclude<Match, { kind: "operation" }>,
  { known, basePath }: { readonly known: readonly string[]; readonly basePath: string },
): Refusal {
  const path = target.split("?", 1)[0] ?? "";
  if (match.kind !== "method") {
    const isLike = (it: string): boolean =>
      [path, basePath + path].some((own) =>
        isPlaceOf(own.toLowerCase(), parseTemplateShape(it.toLowerCase()).shape, []),
      );
    const like = known.find(isLike);
    const hint = like === undefined ? "" : `; did you mean ${like}?`;
    return new Refusal(404, "UNKNOWN_PATH", `the spec has no path ${path}${hint}`);
  }
  const methods = [...match.methods, ...(match.methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  const allowed = { Allow: [...new Set(methods)].join(", ") };
  const message = `the spec has ${allowed.Allow} on ${match.template}`;
  return new Refusal(405, "UNKNOWN_METHOD", message, allowed);
}

type SignInAttempt = { readonly request: ReceivedRequest; readonly tokens: readonly string[] | undefined };

/**
 * Without tokens, any credentials of the right form are accepted.
 *
 * @throws Refusal for a request that has none of the credentials that the spec requires
 */
function assertCredentials({ security }: Operation, attempt: SignInAttempt): void {
  const missing = security.map((alternative) => alternative.flatMap((it) => findMissing(it, attempt) ?? []));
  if (missing.length === 0 || missing.some((it) => it.length === 0)) return;
  const wanted = new Set(missing.map((it) => it.map(({ expected }) => expected).join(" and ")));
  const { challenge = "Bearer" } = missing.flat().find((it) => it.challenge !== undefined) ?? {};
  const message = `credentials are required: ${[...wanted].join(", or ")}`;
  throw new Refusal([401, 403], "UNAUTHORIZED", message, { "WWW-Authenticate": challenge });
}

type MissingCredentials = {
  readonly expected: string;
  /** For the header WWW-Authenticate. */
  readonly challenge: string | undefined;
};

function findMissing({ scheme, name }: SecurityRequirement, attempt: SignInAttempt): MissingCredentials | undefined {
  const { type, in: place, name: parameter, scheme: http } = scheme?.value ?? {};
  const { request, tokens } = attempt;
  const isAccepted = (token = ""): boolean => token !== "" && tokens?.includes(token) !== false;
  const known = tokens === undefined ? "" : ", with a value of --token";
  if (type === "apiKey") {
    const expected = `an API key in the ${String(place)} parameter ${String(parameter)}${known}`;
    const isSent = isAccepted(readKey(request, String(place), asString(parameter) ?? name));
    return isSent ? undefined : { expected, challenge: undefined };
  }
  if (type !== "http" && type !== "oauth2" && type !== "openIdConnect") return undefined;
  const used = type === "http" ? String(http) : "Bearer";
  const challenge = HTTP_SCHEMES.find((it) => it.toLowerCase() === used.toLowerCase()) ?? used;
  const [, sent = "", token = ""] =
    /^(\S+) +(.*)$/.exec(getCombinedHeader(request.headers, "authorization") ?? "") ?? [];
  const form = CREDENTIAL_FORMS[challenge] ?? /./;
  const text = challenge === "Basic" ? Buffer.from(token, "base64").toString() : token;
  const isSent = sent.toLowerCase() === used.toLowerCase() && form.test(token) && isAccepted(text);
  return isSent ? undefined : { expected: `the header Authorization: ${challenge} …${known}`, challenge };
}

const CREDENTIAL_FORMS: Readonly<Record<string, RegExp>> = { Basic: /^[a-z0-9+/]+=*$/i, Bearer: /^\S+$/ };
const HTTP_SCHEMES = Object.keys(CREDENTIAL_FORMS);

function readKey({ headers, target }: ReceivedRequest, place: string, name: string): string | undefined {
  if (place === "header") return getCombinedHeader(headers, name);
  if (place === "query") return new URLSearchParams(getRawQuery(target)).get(name) ?? undefined;
  const cookies = splitCookies(getCombinedHeader(headers, "cookie") ?? "");
  return cookies.find((it) => it.name === name)?.raw;
}
