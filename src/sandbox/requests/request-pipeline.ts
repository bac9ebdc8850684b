import { toRecordedBody } from "../../recording/index.js";
import type { AppContext } from "../context/app-context.js";
import { getDomainTime, readClock } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import { applyFaultRules, type FaultAction, type FaultRule, readClockAndFaults } from "../faults/fault-rules.js";
import type { ReadRequestResult, ReceivedRequest } from "../server/read-request.js";
import type { ConnectionFault, SerializedResponse } from "../server/send-response.js";
import type { Database } from "../store/database.js";
import {
  type LocatedRequest,
  type OperationServer,
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

/**
 * Creates the steps around the service: the body size limit, fault rules and the request log. The returned function
 * returns undefined when the client has disconnected. Its parameter `delay` waits for milliseconds of real time; the
 * delay of a fault comes before the service handles the request.
 */
export function createRequestPipeline({ database, service, app, log }: RequestPipelineOptions) {
  return async (
    reading: ReadRequestResult,
    delay: (ms: number) => Promise<void>,
  ): Promise<SerializedResponse | undefined> => {
    if (reading.kind === "aborted") return undefined;
    const { request } = reading;
    const started = app.realClock.now();
    const settings = await readClockAndFaults(database);
    const rules = settings.rules.filter(({ on }) => on === undefined);
    const located = service.locate(request);
    const target = toFaultTarget(located);
    const fault = rules.length === 0 ? undefined : await applyFaultRules(database, rules, target, app.seed);
    const wait = fault?.do.delay;
    if (wait !== undefined) await delay(wait);
    // The clock may be changed during the delay.
    const clock = wait === undefined ? settings.clock : await readClock(database);
    const now = getDomainTime(clock, app.realClock.now());
    const served = await serveRequest(service, reading, { located, action: fault?.do, now });
    const ending = fault && getConnectionFault(fault);
    const [, warning] = served.response.headers.find(([name]) => name === "Warning") ?? [];
    const baseUrl = request.address === "billing" ? app.billingUrl() : app.baseUrl();
    log.add(buildLoggedExchange(request, served.response, baseUrl, ending), {
      operationId: target.operationId,
      businessId: target.businessId,
      applicationId: served.caller?.applicationId,
      at: now,
      duration: app.realClock.now() - started,
      fault: fault?.id,
      replayed: served.isReplayed === true ? true : undefined,
      warning,
    });
    return { ...served.response, ...(ending === undefined ? {} : { fault: ending }) };
  };
}

async function serveRequest(
  service: OperationServer,
  reading: Exclude<ReadRequestResult, { kind: "aborted" }>,
  { located, action, now }: { located: LocatedRequest; action: FaultAction | undefined; now: number },
): Promise<ServedResponse> {
  const { method } = reading.request;
  if (reading.kind === "too large") {
    const refusal = new Refusal(400, "BODY_TOO_LARGE", `the body is larger than ${reading.limit} bytes`);
    return service.serve({ ...located, refusal }, now);
  }
  if (action?.status !== undefined) return { response: createFaultResponse(action, method, now) };
  if (action?.reset === true) return { response: serializeResponse({ status: 500 }, method, now) };
  return service.serve(located, now);
}

function getConnectionFault({ do: action }: FaultRule): ConnectionFault | undefined {
  if (action.reset === true || action.dropResponseAfterCommit === true) return { kind: "reset" };
  return action.truncate === undefined ? undefined : { kind: "truncate", bytes: action.truncate };
}

function toFaultTarget({ request, operation, path }: LocatedRequest) {
  return {
    method: request.method,
    path: request.target.split("?", 1)[0] ?? "",
    operationId: operation?.id,
    businessId: path.get("businessId"),
  };
}

/** The exchange as the client saw it: a response that was not delivered completely is not recorded. */
function buildLoggedExchange(
  { method, target, headers, body }: ReceivedRequest,
  response: SerializedResponse,
  baseUrl: string,
  ending: ConnectionFault | undefined,
) {
  const isDelivered = ending === undefined;
  const { body: sent, parts } = response;
  const shown =
    parts === undefined
      ? toRecordedBody(sent)
      : { kind: "missing" as const, reason: "the log does not keep large lists" };
  return {
    // Lists the members explicitly: the `target` of the received request would bypass redaction.
    request: { method, url: `${baseUrl}${target}`, headers, body: toRecordedBody(body) },
    response: {
      status: isDelivered ? response.status : 0,
      headers: isDelivered ? response.headers : [],
      body: isDelivered ? shown : ({ kind: "none" } as const),
    },
    ...(isDelivered ? {} : { incomplete: "a fault rule prevented the response from reaching the client" }),
  };
}

/**
 * Creates the response of a fault rule. A string is sent unchanged, any other body as JSON. The content type is that of
 * `headers`, or else JSON; headers of the rule replace those of the service.
 */
export function createFaultResponse(
  { status = 500, headers = {}, body }: FaultAction,
  method: string,
  now: number,
): SerializedResponse {
  const text = { bytes: Buffer.from(String(body)), headers: { "Content-Type": "application/json" } };
  const content = typeof body === "string" ? text : body === undefined ? {} : { body: body as never };
  const response = serializeResponse({ status, ...content }, method, now);
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = response.headers.filter(([name]) => !given.has(name.toLowerCase()));
  return { ...response, headers: [...kept, ...Object.entries(headers)] };
}
