import type { Operation } from "../../document/index.js";
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
import { DatabaseError } from "../store/index.js";
import { runIdempotently } from "./idempotency.js";
import { createLocator, type LocatedRequest } from "./locate-request.js";
import { createRequestValidator, type RequestValidation } from "./request-validation.js";

/** A response ready to send. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** A large body, instead of `body`. */
  readonly parts?: AsyncIterable<string>;
};

export type OperationServerOptions = {
  readonly database: Database;
  readonly app: AppContext;
  readonly operations: readonly Operation[];
  /** Keyed by operationId; every operation of the spec must have a handler. */
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly authenticate: Authenticator;
  /** Called with internal errors; the client gets a 500 response without details. */
  readonly onDefect: (error: unknown) => void;
};

export type Authenticator = (
  authorization: readonly string[],
  queries: Queries,
  app: AppContext,
  now: number,
) => Promise<Caller | ServiceResponse>;

export type ServedResponse = {
  readonly response: SerializedResponse;
  readonly caller?: Caller;
  readonly isReplayed?: boolean;
};

/** The service without HTTP: turns requests into responses. */
export type OperationServer = {
  readonly locate: (request: ReceivedRequest) => LocatedRequest;
  /** Never throws: an internal error becomes a 500 response and is passed to `onDefect`. */
  readonly serve: (located: LocatedRequest, now: number) => Promise<ServedResponse>;
  /** Compiles the schemas of requests, one per step, so that the first request does not wait for it. */
  readonly warmUp: () => Iterable<void>;
};

export function createOperationServer(options: OperationServerOptions): OperationServer {
  const { app, operations, handlers } = options;
  const compiled = new Map(
    operations
      .filter(({ kind }) => kind === "path")
      .map((operation) => [operation, createRequestValidator(app.schemas, operation)]),
  );
  const missing = [...compiled.keys()].filter(({ id }) => handlers[id] === undefined);
  if (missing.length > 0) throw new Error(`no handler for ${missing.map(({ id }) => id).join(", ")}`);
  return {
    *warmUp() {
      for (const { parameters, requestBody } of compiled.keys()) {
        for (const { schema } of [...(requestBody?.content ?? []), ...parameters]) {
          if (schema !== undefined) app.schemas.isValid(schema, "request", null);
          yield;
        }
      }
    },
    locate: createLocator(operations, app),
    serve: async ({ request, operation, path, refusal }, now) => {
      const serialize = (response: ServiceResponse): SerializedResponse =>
        serializeResponse(response, request.method, now);
      const validate = operation && compiled.get(operation);
      if (operation === undefined || validate === undefined)
        return {
          response: serialize(refusal ?? createErrorResponse(404, "UNKNOWN_PATH", "the spec has no such path")),
        };
      try {
        const { response, caller } = await handleOperation({ ...options, operation, path, request, now, validate });
        const { isReplayed = false } = response;
        return { response: serialize(response), isReplayed, ...(caller === undefined ? {} : { caller }) };
      } catch (error) {
        if (error instanceof DatabaseError && error.kind === "busy")
          return { response: serialize(createBusyResponse(error)) };
        options.onDefect(error);
        return { response: serialize(createErrorResponse(500, "INTERNAL_ERROR", "Internal server error.")) };
      }
    },
  };
}

function createBusyResponse({ message }: DatabaseError): ServiceResponse {
  const reason = message.replace(/^database .*?: /, "the database: ");
  return { ...createErrorResponse(503, "DATABASE_BUSY", reason), headers: { "Retry-After": "1" } };
}

type OperationInput = OperationServerOptions & {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
  readonly request: ReceivedRequest;
  readonly now: number;
  readonly validate: (request: ReceivedRequest, path: ReadonlyMap<string, string>) => RequestValidation;
};

/** Authenticates before it validates, so that validation errors reveal nothing to unauthenticated callers. */
async function handleOperation(
  input: OperationInput,
): Promise<{ readonly response: ServiceResponse; readonly caller?: Caller }> {
  const { operation, request, path, now, validate } = input;
  const caller = await authenticateCaller(input);
  if ("status" in caller) return { response: caller };
  const validation = validate(request, path);
  if (validation.kind === "invalid")
    return { response: createErrorResponse(400, validation.code, validation.message), caller };
  const { businessId } = validation.values.parameters;
  if (path.has("businessId") && !caller.businessIds.includes(String(businessId)))
    return {
      response: createErrorResponse(403, "FOREIGN_BUSINESS", "the access token gives no access to this business"),
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
  return { response: await runHandler(input, call), caller };
}

async function runHandler({ database, handlers, app }: OperationInput, call: RequestContext): Promise<ServiceResponse> {
  const handler = handlers[call.operationId] as OperationHandler;
  if (handler.kind !== "write") return handler.handle(call, database, app);
  const response = await database.transaction((queries) =>
    runIdempotently(call, queries, app, () => handler.handle(call, queries, app)),
  );
  if (response.status < 300) await database.wake();
  return response;
}

/** Operations that need no access token authenticate their callers themselves. */
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

export function serializeResponse(
  { status, body, parts, headers = {} }: ServiceResponse,
  method: string,
  now: number,
): SerializedResponse {
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: [
      ...(body === undefined && parts === undefined ? [] : ([["Content-Type", "application/json"]] as const)),
      ...(parts === undefined ? ([["Content-Length", String(bytes.length)]] as const) : []),
      ["Cache-Control", "no-store"],
      ["Date", new Date(now).toUTCString()],
      ...Object.entries(headers),
    ],
    body: method === "HEAD" ? new Uint8Array() : bytes,
    ...(parts === undefined || method === "HEAD" ? {} : { parts }),
  };
}
