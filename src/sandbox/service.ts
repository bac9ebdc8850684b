import type { Operation } from "../document/index.js";
import { createRouter, type Match } from "../match/index.js";
import { type Answer, type Call, type Caller, type Handler, refuse } from "./call.js";
import { domainTime, readClock } from "./clock.js";
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

export type ServiceOptions = {
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

export type Served = {
  readonly answer: WireAnswer;
  /** Which operation it was, and when by the domain clock, for the request log. */
  readonly operationId?: string;
  readonly now: number;
};

export type Service = { readonly serve: (request: WireRequest) => Promise<Served> };

/** Matched by its path alone: a sandbox serves both base addresses of the contract, wherever it listens. */
const ANY_ORIGIN = "http://sandbox.invalid";

/** The service as a function from a request to its answer; it neither listens nor sends. */
export function createService(options: ServiceOptions): Service {
  const { database, world, operations, handlers } = options;
  const router = createRouter(operations, [ANY_ORIGIN]);
  const compiled = new Map(
    operations
      .filter(({ kind }) => kind === "path")
      .map((operation) => [operation, createRequestValidation(world.schemas, operation)]),
  );
  const unanswered = [...compiled.keys()].filter(({ id }) => handlers[id] === undefined);
  if (unanswered.length > 0) throw new Error(`no handler for ${unanswered.map(({ id }) => id).join(", ")}`);

  const serve = async (request: WireRequest): Promise<Served> => {
    const now = domainTime(await readClock(database), world.realClock.now());
    const matched = route(router.match(request.method, `${ANY_ORIGIN}${request.target}`), request.target);
    if (matched.kind === "refused") return { answer: written(matched.answer, request.method, now), now };
    const { operation, path } = matched;
    const answer = await answerOperation({
      ...options,
      operation,
      path,
      request,
      now,
      validate: compiled.get(operation),
    });
    return { answer: written(answer, request.method, now), operationId: operation.id, now };
  };
  return {
    serve: async (request) => {
      try {
        return await serve(request);
      } catch (error) {
        options.onDefect(error);
        const now = world.realClock.now();
        return { answer: written(refuse(500, "INTERNAL_ERROR", "Internal server error."), request.method, now), now };
      }
    },
  };
}

type Routed =
  | { readonly kind: "operation"; readonly operation: Operation; readonly path: ReadonlyMap<string, string> }
  | { readonly kind: "refused"; readonly answer: Answer };

/** The gate forgives a slash at the end; a service does not, nor a target that is no path. */
function route(match: Match, target: string): Routed {
  const path = target.split("?", 1)[0] ?? "";
  const notFound = refuse(404, "UNKNOWN_PATH", "the contract has no such path");
  if (!path.startsWith("/") || path.startsWith("//") || path.endsWith("/") || target.includes("#"))
    return { kind: "refused", answer: notFound };
  if (match.kind === "method") {
    const allowed = match.methods.join(", ");
    const answer = refuse(405, "UNKNOWN_METHOD", `the contract has ${allowed} on ${match.template}`);
    return { kind: "refused", answer: { ...answer, headers: { Allow: allowed } } };
  }
  return match.kind === "operation" ? match : { kind: "refused", answer: notFound };
}

type Answering = ServiceOptions & {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
  readonly request: WireRequest;
  readonly now: number;
  readonly validate: ((request: WireRequest, path: ReadonlyMap<string, string>) => Validation) | undefined;
};

/** Who asks is settled before what is asked, so that a stranger learns nothing from how a request is refused. */
async function answerOperation(answering: Answering): Promise<Answer> {
  const { operation, database, handlers, request, path, now, world, validate } = answering;
  const caller = await callerOf(answering);
  if ("status" in caller) return caller;
  const validation = validate?.(request, path);
  if (validation === undefined || validation.kind === "invalid")
    return refuse(400, validation?.code ?? "INVALID", validation?.message ?? "");
  const { businessId } = validation.said.parameters;
  if (path.has("businessId") && !caller.businessIds.includes(String(businessId)))
    return refuse(403, "FOREIGN_BUSINESS", "the access token does not open this business");
  const call: Call = {
    ...validation.said,
    operationId: operation.id,
    method: request.method,
    path: request.target.split("?", 1)[0] ?? "",
    bytes: request.body,
    caller,
    now,
  };
  const handler = handlers[operation.id] as Handler;
  if (handler.kind === "read") return handler.answer(call, database, world);
  const answer = await database.transaction((queries) => {
    const run = (): Promise<Answer> => handler.answer(call, queries, world);
    return handler.kind === "write" ? writeOnce(call, queries, world, run) : run();
  });
  if (answer.status < 300 && handler.kind === "write") await database.wake();
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
