import { createRouter, type Match } from "../../check/router/router.js";
import type { Document, Operation } from "../../document/index.js";
import { getHeaderValues } from "../../recording/index.js";
import type { AppContext } from "../context/app-context.js";
import {
  type Caller,
  handleRefusal,
  type OperationHandler,
  Refusal,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import type { DemoCredentials, SandboxOptions } from "../options.js";
import type { ReceivedRequest, ServiceAddress } from "../server/read-request.js";
import type { SerializedResponse } from "../server/send-response.js";
import { type Database, DatabaseError, type Queries } from "../store/database.js";
import { runIdempotently } from "./idempotency.js";
import { createRequestValidator } from "./request-validation.js";

/** What every service needs. */
export type ServiceParts = {
  readonly database: Database;
  readonly app: AppContext;
  /** Called with internal errors; the client gets a 500 response without details. */
  readonly onDefect: (error: unknown) => void;
};

/** What a sandbox plays: the built-in service, or that of another spec. */
export type PlayedService = {
  /** The title of the spec. */
  readonly title: string;
  readonly isBuiltIn: boolean;
  readonly document: Document;
  readonly createServer: (parts: ServiceParts) => OperationServer;
  /** Fills an empty database with data of the option `data`, at a time. */
  readonly fill: (queries: Queries, app: AppContext, data: SandboxOptions["data"], now: number) => Promise<void>;
  readonly getDeliveryStyle?: AppContext["getDeliveryStyle"];
  /** The names of data that a reset accepts. */
  readonly fixtures: readonly string[];
  /** Gives the demo client access to all data of a restored snapshot. */
  readonly keepAccess?: (queries: Queries, app: AppContext) => Promise<void>;
  /** The credentials of the demo client, if the data has its application. */
  readonly buildDemo?: (data: SandboxOptions["data"], app: AppContext) => DemoCredentials | undefined;
};

type OperationServerOptions = ServiceParts & {
  readonly operations: readonly Operation[];
  /** Every operation of the spec must have a handler. */
  readonly handlers: OperationHandlers;
  readonly authenticate: Authenticator;
};

/**
 * Handlers, keyed by operationId. A `read` runs outside a transaction. A `write` runs once per request id, in a
 * transaction that is committed on success and rolled back otherwise.
 */
export type OperationHandlers = Readonly<Record<"read" | "write", Readonly<Record<string, OperationHandler>>>>;

type Authenticator = (
  authorization: readonly string[],
  queries: Queries,
  app: AppContext,
  now: number,
) => Promise<Caller>;

export type ServedResponse = {
  readonly response: SerializedResponse;
  readonly caller?: Caller;
  readonly isReplayed?: boolean;
};

/** The service without HTTP: turns requests into responses. */
export type OperationServer = ReturnType<typeof createOperationServer>;

export function createOperationServer({
  database,
  app,
  operations,
  handlers,
  authenticate,
  onDefect,
}: OperationServerOptions) {
  const compiled = new Map(
    operations
      .filter(({ kind }) => kind === "path")
      .map((operation) => [operation, createRequestValidator(app.schemas, operation)]),
  );
  const missing = [...compiled.keys()].filter(({ id }) => (handlers.read[id] ?? handlers.write[id]) === undefined);
  if (missing.length > 0) throw new Error(`no handler for ${missing.map(({ id }) => id).join(", ")}`);

  /** Operations that need no access token authenticate their callers themselves. */
  const findCaller = async ({ security }: Operation, { headers }: ReceivedRequest, now: number): Promise<Caller> => {
    const needsToken = security.length > 0 && security.every((alternative) => alternative.length > 0);
    if (!needsToken) return { applicationId: "", businessIds: [] };
    return authenticate(getHeaderValues(headers, "authorization"), database, app, now);
  };
  const run = async (call: RequestContext): Promise<ServiceResponse> => {
    const write = handlers.write[call.operationId];
    if (write === undefined) return (handlers.read[call.operationId] as OperationHandler)(call, database, app);
    const response = await database.transaction((queries) =>
      runIdempotently(call, queries, app, () => write(call, queries, app)),
    );
    if (response.status < 300) app.wake();
    return response;
  };
  const respond = async ({ request, operation, path, refusal }: LocatedRequest, now: number) => {
    let caller: Caller | undefined;
    const response = await handleRefusal(async () => {
      const validate = operation && compiled.get(operation);
      if (operation === undefined || validate === undefined || refusal !== undefined)
        throw refusal ?? new Refusal(404, "UNKNOWN_PATH", "the spec has no such path");
      // Before it validates, so that validation errors reveal nothing to unauthenticated callers.
      caller = await findCaller(operation, request, now);
      const values = validate(request, path);
      if (path.has("businessId") && !caller.businessIds.includes(String(values.parameters.businessId)))
        throw new Refusal(403, "FOREIGN_BUSINESS", "the access token gives no access to this business");
      const [target = ""] = request.target.split("?", 1);
      const { method, body: bytes } = request;
      return run({ ...values, operationId: operation.id, method, path: target, bytes, caller, now });
    });
    return { response, ...(caller === undefined ? {} : { caller }) };
  };
  return {
    locate: createLocator(operations, app),
    /** Never throws: an internal error becomes a 500 response and is passed to `onDefect`. */
    serve: (located: LocatedRequest, now: number) =>
      serveSafely(located.request.method, now, onDefect, () => respond(located, now)),
  };
}

/** Serializes the response of work, which may throw: an internal error becomes a 500 response and is passed to `onDefect`. */
export async function serveSafely(
  method: string,
  now: number,
  onDefect: (error: unknown) => void,
  work: () => Promise<{ readonly response: ServiceResponse; readonly caller?: Caller }>,
): Promise<ServedResponse> {
  const serialize = (response: ServiceResponse): SerializedResponse => serializeResponse(response, method, now);
  try {
    const { response, caller } = await work();
    const { isReplayed = false } = response;
    return { response: serialize(response), isReplayed, ...(caller === undefined ? {} : { caller }) };
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === "busy") {
      const reason = error.message.replace(/^database .*?: /, "the database: ");
      return { response: serialize(new Refusal(503, "DATABASE_BUSY", reason, { "Retry-After": "1" }).toResponse()) };
    }
    onDefect(error);
    return { response: serialize(new Refusal(500, "INTERNAL_ERROR", "Internal server error.").toResponse()) };
  }
}

export function serializeResponse(
  { status, body, bytes: given, parts, headers = {} }: ServiceResponse,
  method: string,
  now: number,
): SerializedResponse {
  const bytes = given ?? (body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)));
  const isUnknown = method === "HEAD" && bytes.length === 0;
  const hasLength = parts === undefined && !isUnknown && (given === undefined || (status !== 204 && status !== 304));
  return {
    status,
    headers: [
      ...(body === undefined && parts === undefined ? [] : ([["Content-Type", "application/json"]] as const)),
      ...(hasLength ? ([["Content-Length", String(bytes.length)]] as const) : []),
      ...(headers["Cache-Control"] === undefined ? ([["Cache-Control", "no-store"]] as const) : []),
      ["Date", new Date(now).toUTCString()],
      ...Object.entries(headers),
    ],
    body: method === "HEAD" ? new Uint8Array() : bytes,
    ...(parts === undefined || method === "HEAD" ? {} : { parts }),
  };
}

/** A request and the operation it matches. */
export type LocatedRequest = {
  readonly request: ReceivedRequest;
  readonly operation?: Operation;
  /** Raw values of the path parameters. */
  readonly path: ReadonlyMap<string, string>;
  /** The response to a request that is not handled, such as one that matches no operation. */
  readonly refusal?: Refusal;
};

/** Only the path is matched: a sandbox serves the base URLs of the spec on any host. */
const ANY_ORIGIN = "http://sandbox.invalid";

/** Creates a function that finds the operation of a request among those of the address that received it. */
export function createLocator(
  operations: readonly Operation[],
  app: Pick<AppContext, "baseUrl" | "billingUrl">,
): (request: ReceivedRequest) => LocatedRequest {
  const router = createRouter(operations, [ANY_ORIGIN]);
  return (request) => {
    const { address } = request;
    const match = router.match(request.method, `${ANY_ORIGIN}${request.target}`);
    const located = locateRequest(match, request);
    if (address === undefined || (located.operation ?? located.refusal) === undefined) return located;
    const operation = "operation" in match ? match.operation : undefined;
    const isHere = operation === undefined || isBilling(operation) === (address === "billing");
    return isHere ? located : { request, path: located.path, refusal: createOtherAddress(address, app) };
  };
}

/** The operations of the billing service have a server variable of their own. */
function isBilling({ servers }: Operation): boolean {
  return servers.some(({ variables }) => Object.hasOwn(variables, "billingUrl"));
}

function createOtherAddress(address: ServiceAddress, app: Pick<AppContext, "baseUrl" | "billingUrl">): Refusal {
  const [here, there, url] =
    address === "service"
      ? ["service", "billing service", app.billingUrl()]
      : ["billing service", "service", app.baseUrl()];
  return new Refusal(404, "UNKNOWN_PATH", `the ${here} has no such path; the ${there} has it: ${url}`);
}

/** Stricter than the checker: refuses a trailing slash and a target that is not a path. */
function locateRequest(match: Match, request: ReceivedRequest): LocatedRequest {
  const target = request.target.split("?", 1)[0] ?? "";
  const path = new Map<string, string>();
  if (!target.startsWith("/") || target.startsWith("//") || target.endsWith("/") || request.target.includes("#"))
    return { request, path };
  if (match.kind === "operation") return { request, operation: match.operation, path: match.path };
  if (match.kind !== "method") return { request, path };
  const allowed = match.methods.join(", ");
  const message = `the spec has ${allowed} on ${match.template}`;
  return { request, path, refusal: new Refusal(405, "UNKNOWN_METHOD", message, { Allow: allowed }) };
}
