import { createRouter, type Match } from "../../check/router/router.js";
import type { Operation } from "../../document/index.js";
import { getCombinedHeader, UNRECORDED_ORIGIN } from "../../recording/index.js";
import { Refusal } from "../context/request-context.js";
import { createRequestValidator } from "../requests/request-validation.js";
import type { ReadRequestResult, ReceivedRequest } from "../server/read-request.js";
import {
  buildErrorResponse,
  type EngineResponse,
  encodeJson,
  type RefusalReason,
  UnplayableError,
} from "./build-response.js";
import { explainMissingCredentials } from "./credentials.js";
import { parseTemplateShape } from "./path-shape.js";
import { PlayRefusal, runOperation } from "./play-operation.js";
import type { SpecEngine } from "./records.js";
import type { Play } from "./resource-plan.js";

export type SpecHandler = {
  /** Undefined if the client has disconnected. Never throws: a defect becomes a 500 response. */
  readonly serve: (reading: ReadRequestResult) => EngineResponse | undefined;
};

type SpecHandlerOptions = {
  readonly engine: SpecEngine;
  /** The origin that clients use. */
  readonly origin: () => string;
  /** Called with statements of the spec that allow no response, and with defects. */
  readonly onDefect: (error: unknown) => void;
};

/** The service of a spec without HTTP: turns requests into responses. */
export function createSpecHandler({ engine, origin, onDefect }: SpecHandlerOptions): SpecHandler {
  const { schemas, plan } = engine;
  const router = createRouter([...plan.plays.keys()]);
  const recall = createResponseCache(engine);
  const validators = new Map<Operation, ReturnType<typeof createRequestValidator>>();
  const getValidator = (operation: Operation) => {
    const known = validators.get(operation) ?? createRequestValidator(schemas, operation, true);
    validators.set(operation, known);
    return known;
  };
  const answer = (request: ReceivedRequest): EngineResponse => {
    const match = router.match(request.method, `${UNRECORDED_ORIGIN}${request.target}`);
    if (match.kind !== "operation") return answerWithoutOperation(request, match);
    const { operation, path } = match;
    const refuse = (reason: RefusalReason): EngineResponse => buildErrorResponse(schemas, operation, reason);
    const missing = explainMissingCredentials(operation, request);
    if (missing !== undefined)
      return refuse({
        statuses: [401, 403],
        code: "UNAUTHORIZED",
        message: `credentials are required: ${missing.expected}`,
        headers: { "WWW-Authenticate": missing.challenge ?? "Bearer" },
      });
    const accept = getCombinedHeader(request.headers, "accept");
    const play = plan.plays.get(operation);
    if (play === undefined) throw new Error(`no plan for ${operation.id}`);
    const run = (): EngineResponse => {
      const values = getValidator(operation)(request, path);
      const { names } = parseTemplateShape(operation.path);
      return runOperation(engine, play, {
        ...values,
        pathValues: names.map((name) => String(values.parameters[name] ?? path.get(name) ?? "")),
        url: `${origin()}${request.target}`,
        accept,
      });
    };
    try {
      return isRepeatable(play) ? recall(`${request.target} ${accept ?? ""}`, run) : run();
    } catch (error) {
      if (error instanceof PlayRefusal) return refuse(error.reason);
      if (error instanceof Refusal) return refuse(toReason(error));
      throw error;
    }
  };
  return {
    serve: (reading) => {
      if (reading.kind === "aborted") return undefined;
      const { request } = reading;
      const respond = (): EngineResponse =>
        reading.kind === "too large"
          ? createOwnResponse(413, "BODY_TOO_LARGE", `the body is larger than ${reading.limit} bytes`)
          : answer(request);
      return answerSafely(respond, onDefect);
    },
  };
}

/** Whether the response of a read depends on the URL and the records only. */
function isRepeatable({ operation, kind }: Play): boolean {
  const isRead = kind === "read" || kind === "list";
  return isRead && operation.parameters.every((it) => it.in === "path" || it.in === "query");
}

const MAX_CACHED_RESPONSES = 1000;

/** Creates a function that returns the response that a read had before, as long as no record has changed. */
function createResponseCache({ store }: SpecEngine): (key: string, run: () => EngineResponse) => EngineResponse {
  const known = new Map<string, EngineResponse>();
  let changes = 0;
  return (key, run) => {
    if (changes !== store.countChanges() || known.size > MAX_CACHED_RESPONSES) known.clear();
    changes = store.countChanges();
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const response = run();
    // A first read can add the records that a list has at the start.
    if (changes === store.countChanges()) known.set(key, response);
    return response;
  };
}

function answerSafely(respond: () => EngineResponse, onDefect: (error: unknown) => void): EngineResponse {
  try {
    return respond();
  } catch (error) {
    onDefect(error);
    if (error instanceof UnplayableError) return createOwnResponse(501, "NOT_PLAYABLE", error.message);
    return createOwnResponse(500, "INTERNAL_ERROR", "Internal server error.");
  }
}

/** Statuses that fit an invalid request. A path parameter with an invalid value names no record. */
function toReason({ status, code, message, headers }: Refusal): RefusalReason {
  const statuses = status === 409 ? [409, 422, 400] : (STATUSES[code] ?? [400, 422, 404]);
  const isPath = message.startsWith("path parameter");
  return {
    statuses: isPath ? [400, 404, 422] : statuses,
    code,
    message,
    ...(headers === undefined ? {} : { headers }),
  };
}

const STATUSES: Readonly<Record<string, readonly number[]>> = {
  INVALID_BODY: [422, 400],
  UNSUPPORTED_MEDIA_TYPE: [415, 400, 422],
};

function answerWithoutOperation(
  { method, target }: ReceivedRequest,
  match: Exclude<Match, { kind: "operation" }>,
): EngineResponse {
  const path = target.split("?", 1)[0] ?? "";
  if (match.kind !== "method") return createOwnResponse(404, "UNKNOWN_PATH", `the spec has no path ${path}`);
  const methods = [...match.methods, ...(match.methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  const allowed = { Allow: [...new Set(methods)].join(", ") };
  if (method === "OPTIONS") return { status: 204, headers: allowed, body: new Uint8Array() };
  const refused = createOwnResponse(405, "UNKNOWN_METHOD", `the spec has ${allowed.Allow} on ${match.template}`);
  return { ...refused, headers: { ...refused.headers, ...allowed } };
}

function createOwnResponse(status: number, code: string, message: string): EngineResponse {
  return { status, headers: { "Content-Type": "application/json" }, body: encodeJson({ status, code, message }) };
}
