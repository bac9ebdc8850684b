import type { Disagreement } from "../checks/index.js";
import { type Document, isObject, type Operation, valueAt } from "../document/index.js";
import { type Exchange, joinedHeader, ownParts } from "../exchange/index.js";
import type { Budget } from "./budget.js";
import type { CaseRequest, Edit, ProbeCase } from "./case.js";
import { isSafe } from "./safe.js";
import type { Sent } from "./send.js";
import type { Asked } from "./story.js";
import { type Credentials, NO_CREDENTIALS, type WrittenRequest, writeRequest } from "./write-request.js";

/** A request to make. */
export type Order = Pick<ProbeCase, "operation" | "request"> & {
  /** Other than the operation's. */
  readonly method?: string;
  readonly credentials?: "none" | "wrong";
  readonly edit?: Edit | undefined;
  /** Sent to this URL instead of the one that the contract gives: a link that an answer has led to. */
  readonly url?: string;
  /** Of the request that this one repeats; otherwise each has its own. */
  readonly requestId?: string;
};

/** Where the requests of one case are made, and where what they show is told. */
export type Asking = {
  /** @throws RunEnded when nothing more is to be asked. */
  readonly ask: (order: Order) => Promise<Asked>;
  /** Tells what a judge has found in a request. */
  readonly tell: (asked: Asked, disagreement: Disagreement | undefined) => void;
  /** Takes in what the service has sent of its own: the delivery of an event that was registered for with an operation. */
  readonly hear: (operation: Operation, exchange: Exchange) => Asked;
  /** Leaves a request out of what is told: another one shows the same, and better. */
  readonly forget: (asked: Asked) => void;
};

/** One request with all that is to be told of it, in the order of asking. */
export type Entry = { readonly asked: Asked; readonly disagreements: Disagreement[] };

/** Thrown to end a case: the budget is used up, the user has had enough, or the target is gone. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

/** What a client carries to be let in; asked for anew when it was refused. */
export type CredentialSource = {
  readonly get: () => Promise<Credentials>;
  /** Whether there may be others by now. */
  readonly refused: () => boolean;
};

export type SessionMeans = {
  readonly document: Document;
  readonly urlOf: (operation: Operation) => string | undefined;
  readonly source: string;
  readonly credentials: CredentialSource;
  readonly send: (request: WrittenRequest, signal: AbortSignal) => Promise<Sent>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** Different in every run, so that no request is taken for one of an earlier run. */
  readonly nonce: string;
  /** Only methods that change nothing. */
  readonly safe: boolean;
  /** Takes note of what is sent, before it is. */
  readonly note: (order: Pick<Asked, "request" | "edit">) => void;
  /** Takes note of what came of it. */
  readonly received: (order: Order, asked: Asked) => void;
};

export type Session = {
  readonly open: (caseId: string, entries: Entry[]) => Asking;
  /** Why the run has ended before its time, where it has. */
  readonly ended: () => string | undefined;
  /** Whether there is anything left to ask with, for now. */
  readonly goesOn: () => boolean;
};

export function createSession(means: SessionMeans): Session {
  const { document, nonce } = means;
  const patient = createPatient(means);
  let requests = 0;
  return {
    ended: patient.ended,
    goesOn: () => patient.ended() === undefined && !means.signal.aborted && means.budget.isLeft(),
    open: (caseId, entries) => ({
      ask: async (order) => {
        requests += 1;
        const { operation, edit } = order;
        const request = withRequestId(document, order, order.requestId ?? `${nonce}-${requests}`);
        means.note({ request, ...(edit === undefined ? {} : { edit }) });
        const exchange = await sendSignedIn(means, patient, { ...order, request });
        const asked = { document, operation, request, exchange, ...(edit === undefined ? {} : { edit }) };
        means.received(order, asked);
        entries.push({ asked, disagreements: [] });
        return asked;
      },
      tell: (asked, disagreement) => {
        if (disagreement === undefined) return;
        const entry = entries.find((it) => it.asked === asked);
        if (entry === undefined) throw new Error(`${caseId}: told of a request that it has not made`);
        entry.disagreements.push(disagreement);
      },
      hear: (operation, exchange) => {
        const asked = { document, operation, request: NO_REQUEST, exchange };
        entries.push({ asked, disagreements: [] });
        return asked;
      },
      forget: (asked) => {
        const at = entries.findIndex((it) => it.asked === asked);
        if (at !== -1) entries.splice(at, 1);
      },
    }),
  };
}

const NO_REQUEST: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

/** Sends with the credentials that the operation asks for, and once more with new ones where they have run out. */
async function sendSignedIn(means: SessionMeans, patient: Patient, order: Order): Promise<Exchange> {
  const { operation, request, credentials: how, edit } = order;
  const method = order.method ?? operation.method;
  if (means.safe && !isSafe(method)) throw new RunEnded("not a safe method");
  const server = means.urlOf(operation) ?? patient.end(`nobody has said where ${operation.id} is served`);
  const isAboutCredentials = how !== undefined || edit?.part === "security";
  for (let attempt = 0; ; attempt += 1) {
    const credentials = needsCredentials(operation) ? await means.credentials.get() : NO_CREDENTIALS;
    const it = { operation, method, request, ...(how === undefined ? {} : { credentials: how }) };
    const written = writeRequest(means.document, it, { server, credentials });
    const wire = order.url === undefined ? written : { ...written, url: order.url };
    const sent = await patient.send(wire);
    const isRefused = sent.kind === "answered" && sent.response.status === 401 && !isAboutCredentials;
    if (!isRefused || attempt > 0 || !means.credentials.refused()) return exchangeOf(wire, sent, means.source);
  }
}

/** Sends within the budget, waits where the service asks for it, and knows when there is nobody to ask any more. */
type Patient = {
  readonly send: (request: WrittenRequest) => Promise<Sent>;
  readonly end: (reason: string) => never;
  readonly ended: () => string | undefined;
};

const MOST_SILENT = 5;
const MOST_WAITS = 2;

function createPatient(means: SessionMeans): Patient {
  const { signal, pause, source } = means;
  let ended: string | undefined;
  let answers = 0;
  let silent = 0;
  const end = (reason: string): never => {
    ended ??= reason;
    throw new RunEnded(reason);
  };
  const note = (sent: Sent): Sent => {
    if (sent.kind === "answered") {
      answers += 1;
      silent = 0;
      return sent;
    }
    silent += 1;
    const { cause, reason } = sent;
    if (cause === "refused")
      end(answers > 0 ? `${source} is gone after ${answers} answers: ${reason}` : `${source}: ${reason}`);
    if (silent >= MOST_SILENT) end(`${source} has not answered ${silent} requests in a row: ${reason}`);
    return sent;
  };
  const sendPatiently = async (request: WrittenRequest, attempt = 0): Promise<Sent> => {
    if (ended !== undefined) throw new RunEnded(ended);
    const sent = await sendWithin(means, request);
    const wait = attempt < MOST_WAITS ? waitBefore(sent, attempt) : undefined;
    if (wait === undefined) return note(sent);
    await pause(wait, signal);
    return sendPatiently(request, attempt + 1);
  };
  return { send: sendPatiently, end, ended: () => ended };
}

async function sendWithin({ budget, signal, send }: SessionMeans, request: WrittenRequest): Promise<Sent> {
  if (!(await budget.take(signal))) throw new RunEnded(budget.over() ?? "the share of this phase is used up");
  const sent = await send(request, signal);
  if (sent.kind === "unanswered" && sent.cause === "aborted") throw new RunEnded(sent.reason);
  return sent;
}

/** A service that asks for patience gets it, for a while; one that nobody answers for may be about to start. */
function waitBefore(sent: Sent, attempt: number): number | undefined {
  if (sent.kind === "unanswered") return sent.cause === "refused" ? 200 * 4 ** attempt : undefined;
  const { status, headers } = sent.response;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(joinedHeader(headers, "retry-after"));
  return Number.isFinite(seconds) && joinedHeader(headers, "retry-after") !== undefined
    ? Math.min(seconds, 5) * 1000
    : undefined;
}

/** Where there is an alternative that asks for nothing, nothing is sent. */
export function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

/** The header parameter that keeps a repeated request from having its effect twice, as the contract marks it. */
export function idempotencyKey(document: Document, { parameters }: Operation): string | undefined {
  return parameters.find(({ in: place, pointer }) => {
    const parameter = valueAt(document.root, pointer);
    return place === "header" && isObject(parameter) && parameter["x-idempotency-key"] === true;
  })?.name;
}

function withRequestId(document: Document, { operation, request, edit }: Order, id: string): CaseRequest {
  const name = idempotencyKey(document, operation);
  if (name === undefined) return request;
  if (edit?.part === "header" && edit.at.toLowerCase() === name.toLowerCase()) return request;
  return { ...request, header: { ...request.header, [name]: id } };
}

function exchangeOf({ method, url, headers, body }: WrittenRequest, sent: Sent, source: string): Exchange {
  return {
    request: {
      method,
      url,
      headers,
      body: body === undefined || body.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: body },
    },
    response: sent.kind === "answered" ? sent.response : { status: 0, headers: [], body: { kind: "none" } },
    // Its number is known when all cases before it are done.
    origin: { source, index: 0, pointer: "", parts: ownParts },
    ...(sent.kind === "answered" ? {} : { incomplete: sent.reason }),
  };
}
