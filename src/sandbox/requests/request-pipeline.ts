import type { RecordedBody } from "../../exchange/index.js";
import type { AppContext } from "../context/app-context.js";
import { type ClockState, getDomainTime, readClock } from "../context/domain-clock.js";
import { createErrorResponse } from "../context/request-context.js";
import type { ReadRequestResult, ReceivedRequest } from "../server/read-request.js";
import type { BrokenEnding } from "../server/send-response.js";
import type { Database } from "../store/database.js";
import { type AppliedFault, applyFaultRules, type FaultRequest, type FaultRule } from "./faults.js";
import {
  type LocatedRequest,
  type OperationServer,
  type SerializedResponse,
  type ServedResponse,
  serializeResponse,
} from "./operation-server.js";
import type { RequestLog } from "./request-log.js";

export type RequestPipelineOptions = {
  readonly database: Database;
  readonly service: OperationServer;
  readonly app: AppContext;
  readonly log: RequestLog;
};

/** What is to be sent, and how; `undefined` when nobody is there any more to read it. */
export type PipelineResponse = {
  readonly response: SerializedResponse;
  /** Milliseconds to wait first. */
  readonly delay?: number;
  readonly ending?: BrokenEnding;
};

/**
 * What stands before the service: limits that were exceeded while reading, fault rules, and the request log.
 *
 * `delay` waits for so many milliseconds of real time; a fault's delay comes before the service looks at the request.
 */
export function createRequestPipeline({ database, service, app, log }: RequestPipelineOptions) {
  return async (
    reading: ReadRequestResult,
    delay: (ms: number) => Promise<void>,
  ): Promise<PipelineResponse | undefined> => {
    if (reading.kind === "aborted") return undefined;
    const { request } = reading;
    const started = app.realClock.now();
    const settings = await readSettings(database);
    const located = service.locate(request);
    const subject = toFaultRequest(located);
    const fault =
      settings.faults.length === 0 ? undefined : await applyFaultRules(database, settings.faults, subject, app.seed);
    const wait = fault?.rule.do.delay;
    if (wait !== undefined) await delay(wait);
    // It may be set while a request is kept waiting.
    const clock = wait === undefined ? settings.clock : await readClock(database);
    const now = getDomainTime(clock, app.realClock.now());
    const served = await serveRequest(service, { reading, located, fault, now });
    const ending = fault && getBrokenEnding(fault);
    log.add(buildLoggedExchange(request, served.response, app.baseUrl(), ending), {
      operationId: subject.operationId,
      businessId: subject.businessId,
      applicationId: served.caller?.applicationId,
      at: now,
      duration: app.realClock.now() - started,
      fault: fault?.rule.id,
      ...(served.isReplayed === true ? { replayed: true } : {}),
    });
    return { response: served.response, ...(ending === undefined ? {} : { ending }) };
  };
}

type ServeInput = {
  readonly reading: Exclude<ReadRequestResult, { kind: "aborted" }>;
  readonly located: LocatedRequest;
  readonly fault: AppliedFault | undefined;
  readonly now: number;
};

async function serveRequest(
  service: OperationServer,
  { reading, located, fault, now }: ServeInput,
): Promise<ServedResponse> {
  const { method } = reading.request;
  if (reading.kind === "too large")
    return {
      response: serializeResponse(
        createErrorResponse(400, "BODY_TOO_LARGE", `a body has at most ${reading.limit} bytes`),
        method,
        now,
      ),
    };
  const action = fault?.rule.do;
  if (action?.status !== undefined) return { response: createFaultResponse(action, method, now) };
  if (action?.reset === true) return { response: serializeResponse({ status: 500 }, method, now) };
  return service.serve(located, now);
}

function createFaultResponse(
  { status = 500, headers = {}, body }: AppliedFault["rule"]["do"],
  method: string,
  now: number,
): SerializedResponse {
  const answer = serializeResponse(
    { status, headers, ...(body === undefined ? {} : { body: body as never }) },
    method,
    now,
  );
  if (typeof body !== "string") return answer;
  const bytes = Buffer.from(body);
  const own = answer.headers.filter(([name]) => !["Content-Type", "Content-Length"].includes(name));
  return { status, headers: [...own, ["Content-Length", String(bytes.length)]], body: bytes };
}

function getBrokenEnding({ rule }: AppliedFault): BrokenEnding | undefined {
  if (rule.do.reset === true || rule.do.dropResponseAfterCommit === true) return { kind: "reset" };
  return rule.do.truncate === undefined ? undefined : { kind: "truncate", bytes: rule.do.truncate };
}

function toFaultRequest({ request, operation, path }: LocatedRequest): FaultRequest {
  return {
    method: request.method,
    path: request.target.split("?", 1)[0] ?? "",
    operationId: operation?.id,
    businessId: path.get("businessId"),
  };
}

/** What changes while a sandbox runs and every request needs, in one question. */
async function readSettings(
  database: Database,
): Promise<{ readonly clock: ClockState; readonly faults: readonly FaultRule[] }> {
  const rows = await database.all("SELECT name, value FROM settings WHERE name IN ('clock', 'faults')");
  const found = new Map(rows.map(({ name, value }) => [name, JSON.parse(String(value)) as unknown]));
  return {
    clock: (found.get("clock") as ClockState | undefined) ?? { mode: "running", offset: 0 },
    faults: (found.get("faults") as FaultRule[] | undefined) ?? [],
  };
}

/** As the client saw it: an answer that never reached it is not recorded as one. */
function buildLoggedExchange(
  { method, target, headers, body }: ReceivedRequest,
  answer: SerializedResponse,
  baseUrl: string,
  ending: BrokenEnding | undefined,
) {
  const reached = ending === undefined;
  return {
    // Only these: the target that a wire request has as well would pass by what takes secrets out.
    request: { method, url: `${baseUrl}${target}`, headers, body: toBody(body) },
    response: {
      status: reached ? answer.status : 0,
      headers: reached ? answer.headers : [],
      body: reached ? toBody(answer.body) : ({ kind: "none" } as const),
    },
    ...(reached ? {} : { incomplete: "a fault rule kept the answer from the client" }),
  };
}

function toBody(bytes: Uint8Array): RecordedBody {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}
