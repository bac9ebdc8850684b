import type { Operation } from "../document/index.js";
import { createRouter, type Match } from "../match/index.js";
import { type Answer, type Call, type Caller, type Handler, refuse } from "./call.js";
import { writeOnce } from "./request-ids.js";
import { createRequestValidation, type Validation } from "./request-validation.js";
import type { WireRequest } from "./server/read-request.js";
import type { Database, Queries } from "./store/database.js";
import type { World } from "./world.js";

/** An answer as it goes over the wire. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
};

export type OperationServerOptions = {
  readonly database: Database;
  readonly world: World;
  readonly operations: readonly Operation[];
  /** By operationId; every operation of the contract has one. */
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly authenticate: Authenticate;
  /** Hears of what should not have happened; the client gets 500 and no detail. */
  readonly onDefect: (error: unknown) => void;
};

export type Authenticate = (
  authorization: readonly string[],
  queries: Queries,
  world: World,
  now: number,
) => Promise<Caller | Answer>;

/** A request and the place that the contract has for it. */
export type Located = {
  readonly request: WireRequest;
  readonly operation?: Operation;
  /** Raw texts of the path template. */
  readonly path: ReadonlyMap<string, string>;
  /** The answer to a request for which the contract has no place. */
  readonly refusal?: Answer;
};

export type Served = { readonly answer: WireAnswer; readonly caller?: Caller; readonly isReplayed?: boolean };

/** The service as functions from a request to its answer; it neither listens nor sends. */
export type OperationServer = {
  readonly locate: (request: WireRequest) => Located;
  /** Never throws: what goes wrong within is answered with 500, and told to `onDefect`. */
  readonly serve: (located: Located, now: number) => Promise<Served>;
  /** Compiles what requests are held against, a schema a step, so that the first request does not wait for it. */
  readonly warmUp: () => Iterable<void>;
};

/** Matched by its path alone: a sandbox serves both base addresses of the contract, wherever it listens. */
const ANY_ORIGIN = "http://sandbox.invalid";

export function createOperationServer(options: OperationServerOptions): OperationServer {
  const { world, operations, handlers } = options;
  const router = createRouter(operations, [ANY_ORIGIN]);
  const compiled = new Map(
    operations
      .filter(({ kind }) => kind === "path")
      .map((operation) => [operation, createRequestValidation(world.schemas, operation)]),
  );
  const unanswered = [...compiled.keys()].filter(({ id }) => handlers[id] === undefined);
  if (unanswered.length > 0) throw new Error(`no handler for ${unanswered.map(({ id }) => id).join(", ")}`);
  return {
    *warmUp() {
      for (const { parameters, requestBody } of compiled.keys()) {
        for (const { schema } of [...(requestBody?.content ?? []), ...parameters]) {
          if (schema !== undefined) world.schemas.isValid(schema, "request", null);
          yield;
        }
      }
    },
    locate: (request) => locate(router.match(request.method, `${ANY_ORIGIN}${request.target}`), request),
    serve: async ({ request, operation, path, refusal }, now) => {
      const sent = (answer: Answer): WireAnswer => written(answer, request.method, now);
      const validate = operation && compiled.get(operation);
      if (operation === undefined || validate === undefined)
        return { answer: sent(refusal ?? refuse(404, "UNKNOWN_PATH", "the contract has no such path")) };
      try {
        const { answer, caller } = await answerOperation({ ...options, operation, path, request, now, validate });
        const { isReplayed = false } = answer;
        return { answer: sent(answer), isReplayed, ...(caller === undefined ? {} : { caller }) };
      } catch (error) {
        options.onDefect(error);
        return { answer: sent(refuse(500, "INTERNAL_ERROR", "Internal server error.")) };
      }
    },
  };
}

/** The gate forgives a slash at the end; a service does not, nor a target that is no path. */
function locate(match: Match, request: WireRequest): Located {
  const target = request.target.split("?", 1)[0] ?? "";
  const path = new Map<string, string>();
  if (!target.startsWith("/") || target.startsWith("//") || target.endsWith("/") || request.target.includes("#"))
    return { request, path };
  if (match.kind === "operation") return { request, operation: match.operation, path: match.path };
  if (match.kind !== "method") return { request, path };
  const allowed = match.methods.join(", ");
  const refusal = refuse(405, "UNKNOWN_METHOD", `the contract has ${allowed} on ${match.template}`);
  return { request, path, refusal: { ...refusal, headers: { Allow: allowed } } };
}

type Answering = OperationServerOptions & {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
  readonly request: WireRequest;
  readonly now: number;
  readonly validate: (request: WireRequest, path: ReadonlyMap<string, string>) => Validation;
};

/** Who asks is settled before what is asked, so that a stranger learns nothing from how a request is refused. */
async function answerOperation(answering: Answering): Promise<{ readonly answer: Answer; readonly caller?: Caller }> {
  const { operation, request, path, now, validate } = answering;
  const caller = await callerOf(answering);
  if ("status" in caller) return { answer: caller };
  const validation = validate(request, path);
  if (validation.kind === "invalid") return { answer: refuse(400, validation.code, validation.message), caller };
  const { businessId } = validation.said.parameters;
  if (path.has("businessId") && !caller.businessIds.includes(String(businessId)))
    return { answer: refuse(403, "FOREIGN_BUSINESS", "the access token does not open this business"), caller };
  const call: Call = {
    ...validation.said,
    operationId: operation.id,
    method: request.method,
    path: request.target.split("?", 1)[0] ?? "",
    bytes: request.body,
    caller,
    now,
  };
  return { answer: await answerCall(answering, call), caller };
}

async function answerCall({ database, handlers, world }: Answering, call: Call): Promise<Answer> {
  const handler = handlers[call.operationId] as Handler;
  if (handler.kind !== "write") return handler.answer(call, database, world);
  const answer = await database.transaction((queries) =>
    writeOnce(call, queries, world, () => handler.answer(call, queries, world)),
  );
  if (answer.status < 300) await database.wake();
  return answer;
}

/** An operation that can be called without an access token signs its callers in itself. */
async function callerOf({
  operation,
  request,
  database,
  world,
  now,
  authenticate,
}: Answering): Promise<Caller | Answer> {
  const needsToken = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
  if (!needsToken) return { applicationId: "", businessIds: [] };
  const authorization = request.headers.filter(([name]) => name.toLowerCase() === "authorization");
  return authenticate(
    authorization.map(([, value]) => value),
    database,
    world,
    now,
  );
}

/** An answer that was refused for want of a body, or by its length, is written the same way. */
export function written({ status, body, headers = {} }: Answer, method: string, now: number): WireAnswer {
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
