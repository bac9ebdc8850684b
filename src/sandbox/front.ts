import type { Body } from "../exchange/index.js";
import { refuse } from "./call.js";
import { type ClockState, domainTime, readClock } from "./clock.js";
import { type Fault, type FaultRule, type FaultSubject, takeFault } from "./faults.js";
import { type Located, type OperationServer, type Served, type WireAnswer, written } from "./operation-server.js";
import type { RequestLog } from "./request-log.js";
import type { RequestReading, WireRequest } from "./server/read-request.js";
import type { BrokenEnding } from "./server/send-answer.js";
import type { Database } from "./store/database.js";
import type { World } from "./world.js";

export type FrontOptions = {
  readonly database: Database;
  readonly service: OperationServer;
  readonly world: World;
  readonly log: RequestLog;
};

/** What is to be sent, and how; `undefined` when nobody is there any more to read it. */
export type Reply = {
  readonly answer: WireAnswer;
  /** Milliseconds to wait first. */
  readonly delay?: number;
  readonly ending?: BrokenEnding;
};

/**
 * What stands before the service: limits that were exceeded while reading, fault rules, and the request log.
 *
 * `delay` waits for so many milliseconds of real time; a fault's delay comes before the service looks at the request.
 */
export function createFront({ database, service, world, log }: FrontOptions) {
  return async (reading: RequestReading, delay: (ms: number) => Promise<void>): Promise<Reply | undefined> => {
    if (reading.kind === "aborted") return undefined;
    const { request } = reading;
    const started = world.realClock.now();
    const settings = await readSettings(database);
    const located = service.locate(request);
    const subject = subjectOf(located);
    const fault =
      settings.faults.length === 0 ? undefined : await takeFault(database, settings.faults, subject, world.seed);
    const wait = fault?.rule.do.delay;
    if (wait !== undefined) await delay(wait);
    // It may be set while a request is kept waiting.
    const clock = wait === undefined ? settings.clock : await readClock(database);
    const now = domainTime(clock, world.realClock.now());
    const served = await serve(service, { reading, located, fault, now });
    const ending = fault && endingOf(fault);
    log.add(recorded(request, served.answer, world.baseUrl(), ending), {
      operationId: subject.operationId,
      businessId: subject.businessId,
      applicationId: served.caller?.applicationId,
      at: now,
      duration: world.realClock.now() - started,
      fault: fault?.rule.id,
      ...(served.isReplayed === true ? { replayed: true } : {}),
    });
    return { answer: served.answer, ...(ending === undefined ? {} : { ending }) };
  };
}

type Serving = {
  readonly reading: Exclude<RequestReading, { kind: "aborted" }>;
  readonly located: Located;
  readonly fault: Fault | undefined;
  readonly now: number;
};

async function serve(service: OperationServer, { reading, located, fault, now }: Serving): Promise<Served> {
  const { method } = reading.request;
  if (reading.kind === "too large")
    return { answer: written(refuse(400, "BODY_TOO_LARGE", `a body has at most ${reading.limit} bytes`), method, now) };
  const action = fault?.rule.do;
  if (action?.status !== undefined) return { answer: faultAnswer(action, method, now) };
  if (action?.reset === true) return { answer: written({ status: 500 }, method, now) };
  return service.serve(located, now);
}

function faultAnswer(
  { status = 500, headers = {}, body }: Fault["rule"]["do"],
  method: string,
  now: number,
): WireAnswer {
  const answer = written({ status, headers, ...(body === undefined ? {} : { body: body as never }) }, method, now);
  if (typeof body !== "string") return answer;
  const bytes = Buffer.from(body);
  const own = answer.headers.filter(([name]) => !["Content-Type", "Content-Length"].includes(name));
  return { status, headers: [...own, ["Content-Length", String(bytes.length)]], body: bytes };
}

function endingOf({ rule }: Fault): BrokenEnding | undefined {
  if (rule.do.reset === true || rule.do.dropResponseAfterCommit === true) return { kind: "reset" };
  return rule.do.truncate === undefined ? undefined : { kind: "truncate", bytes: rule.do.truncate };
}

function subjectOf({ request, operation, path }: Located): FaultSubject {
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
function recorded(
  { method, target, headers, body }: WireRequest,
  answer: WireAnswer,
  baseUrl: string,
  ending: BrokenEnding | undefined,
) {
  const reached = ending === undefined;
  return {
    // Only these: the target that a wire request has as well would pass by what takes secrets out.
    request: { method, url: `${baseUrl}${target}`, headers, body: bodyOf(body) },
    response: {
      status: reached ? answer.status : 0,
      headers: reached ? answer.headers : [],
      body: reached ? bodyOf(answer.body) : ({ kind: "none" } as const),
    },
    ...(reached ? {} : { incomplete: "a fault rule kept the answer from the client" }),
  };
}

function bodyOf(bytes: Uint8Array): Body {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}
