import type { Operation } from "../../document/index.js";
import { createRouter, type Match } from "../../match/index.js";
import type { AppContext } from "../context/app-context.js";
import {
  type Caller,
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import type { ReceivedRequest } from "../server/read-request.js";
import type { Database, Queries } from "../store/database.js";
import { runIdempotently } from "./idempotency.js";
import { createRequestValidator, type RequestValidation } from "./request-validation.js";

/** An answer as it goes over the wire. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
};

export type OperationServerOptions = {
  readonly database: Database;
  readonly app: AppContext;
  readonly operations: readonly Operation[];
  /** By operationId; every operation of the contract has one. */
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly authenticate: Authenticator;
  /** Hears of what should not have happened; the client gets 500 and no detail. */
  readonly onDefect: (error: unknown) => void;
};

export type Authenticator = (
  authorization: readonly string[],
  queries: Queries,
  world: AppContext,
  now: number,
) => Promise<Caller | ServiceResponse>;

/** A request and the place that the contract has for it. */
export type LocatedRequest = {
  readonly request: ReceivedRequest;
  readonly operation?: Operation;
  /** Raw texts of the path template. */
  readonly path: ReadonlyMap<string, string>;
  /** The answer to a request for which the contract has no place. */
  readonly refusal?: ServiceResponse;
};

export type ServedResponse = {
  readonly response: SerializedResponse;
  readonly caller?: Caller;
  readonly isReplayed?: boolean;
};

/** The service as functions from a request to its answer; it neither listens nor sends. */
export type OperationServer = {
  readonly locate: (request: ReceivedRequest) => LocatedRequest;
  /** Never throws: what goes wrong within is answered with 500, and told to `onDefect`. */
  readonly serve: (located: LocatedRequest, now: number) => Promise<ServedResponse>;
  /** Compiles what requests are held against, a schema a step, so that the first request does not wait for it. */
  readonly warmUp: () => Iterable<void>;
};

/** Matched by its path alone: a sandbox serves both base addresses of the contract, wherever it listens. */
const ANY_ORIGIN = "http://sandbox.invalid";

export function createOperationServer(options: OperationServerOptions): OperationServer {
  const { app, operations, handlers } = options;
  const router = createRouter(operations, [ANY_ORIGIN]);
  const compiled = new Map(
    operations
      .filter(({ kind }) => kind === "path")
      .map((operation) => [operation, createRequestValidator(app.schemas, operation)]),
  );
  const unanswered = [...compiled.keys()].filter(({ id }) => handlers[id] === undefined);
  if (unanswered.length > 0) throw new Error(`no handler for ${unanswered.map(({ id }) => id).join(", ")}`);
  return {
    *warmUp() {
      for (const { parameters, requestBody } of compiled.keys()) {
        for (const { schema } of [...(requestBody?.content ?? []), ...parameters]) {
          if (schema !== undefined) app.schemas.isValid(schema, "request", null);
          yield;
        }
      }
    },
    locate: (request) => locateRequest(router.match(request.method, `${ANY_ORIGIN}${request.target}`), request),
    serve: async ({ request, operation, path, refusal }, now) => {
      const sent = (answer: ServiceResponse): SerializedResponse => serializeResponse(answer, request.method, now);
      const validate = operation && compiled.get(operation);
      if (operation === undefined || validate === undefined)
        return { response: sent(refusal ?? createErrorResponse(404, "UNKNOWN_PATH", "the contract has no such path")) };
      try {
        const { answer, caller } = await handleOperation({ ...options, operation, path, request, now, validate });
        const { isReplayed = false } = answer;
        return { response: sent(answer), isReplayed, ...(caller === undefined ? {} : { caller }) };
      } catch (error) {
        options.onDefect(error);
        return { response: sent(createErrorResponse(500, "INTERNAL_ERROR", "Internal server error.")) };
      }
    },
  };
}

/** The gate forgives a slash at the end; a service does not, nor a target that is no path. */
function locateRequest(match: Match, request: ReceivedRequest): LocatedRequest {
  const target = request.target.split("?", 1)[0] ?? "";
  const path = new Map<string, string>();
  if (!target.startsWith("/") || target.startsWith("//") || target.endsWith("/") || request.target.includes("#"))
    return { request, path };
  if (match.kind === "operation") return { request, operation: match.operation, path: match.path };
  if (match.kind !== "method") return { request, path };
  const allowed = match.methods.join(", ");
  const refusal = createErrorResponse(405, "UNKNOWN_METHOD", `the contract has ${allowed} on ${match.template}`);
  return { request, path, refusal: { ...refusal, headers: { Allow: allowed } } };
}

type OperationInput = OperationServerOptions & {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
  readonly request: ReceivedRequest;
  readonly now: number;
  readonly validate: (request: ReceivedRequest, path: ReadonlyMap<string, string>) => RequestValidation;
};

/** Who asks is settled before what is asked, so that a stranger learns nothing from how a request is refused. */
async function handleOperation(
  answering: OperationInput,
): Promise<{ readonly answer: ServiceResponse; readonly caller?: Caller }> {
  const { operation, request, path, now, validate } = answering;
  const caller = await authenticateCaller(answering);
  if ("status" in caller) return { answer: caller };
  const validation = validate(request, path);
  if (validation.kind === "invalid")
    return { answer: createErrorResponse(400, validation.code, validation.message), caller };
  const { businessId } = validation.values.parameters;
  if (path.has("businessId") && !caller.businessIds.includes(String(businessId)))
    return {
      answer: createErrorResponse(403, "FOREIGN_BUSINESS", "the access token does not open this business"),
      caller,
    };
  const call: RequestContext = {
    ...validation.values,
    operationId: operation.id,
    method: request.method,
    path: request.target.split("?", 1)[0] ?? "",
    bytes: request.body,
    caller,
    now,
  };
  return { answer: await runHandler(answering, call), caller };
}

async function runHandler({ database, handlers, app }: OperationInput, call: RequestContext): Promise<ServiceResponse> {
  const handler = handlers[call.operationId] as OperationHandler;
  if (handler.kind !== "write") return handler.handle(call, database, app);
  const answer = await database.transaction((queries) =>
    runIdempotently(call, queries, app, () => handler.handle(call, queries, app)),
  );
  if (answer.status < 300) await database.wake();
  return answer;
}

/** An operation that can be called without an access token signs its callers in itself. */
async function authenticateCaller({
  operation,
  request,
  database,
  app,
  now,
  authenticate,
}: OperationInput): Promise<Caller | ServiceResponse> {
  const needsToken = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
  if (!needsToken) return { applicationId: "", businessIds: [] };
  const authorization = request.headers.filter(([name]) => name.toLowerCase() === "authorization");
  return authenticate(
    authorization.map(([, value]) => value),
    database,
    app,
    now,
  );
}

/** An answer that was refused for want of a body, or by its length, is written the same way. */
export function serializeResponse(
  { status, body, headers = {} }: ServiceResponse,
  method: string,
  now: number,
): SerializedResponse {
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: [
      ...(body === undefined ? [] : ([["Content-Type", "application/json"]] as const)),
      ["Content-Length", String(bytes.length)],
      ["Cache-Control", "no-store"],
      ["Date", new Date(now).toUTCString()],
      ...Object.entries(headers),
    ],
    body: method === "HEAD" ? new Uint8Array() : bytes,
  };
}
