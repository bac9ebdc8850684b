import type { CheckFinding, HookExchange, HookOperation, ProbeHooks } from "../../check/index.js";
import type { Document, Operation } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type HeaderField, redactText } from "../../recording/index.js";
import { toPrintable } from "../../schema/index.js";
import { checkServiceResponse } from "../checks/response.js";
import {
  addIdempotencyKey,
  type CaseEdit,
  type CaseRequest,
  EMPTY_REQUEST,
  isSafeMethod,
  type ProbeCase,
} from "../requests/probe-case.js";
import {
  type CredentialMode,
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  serializeCaseRequest,
} from "../requests/serialize-request.js";
import { type ProbeBudget, RunEndedError } from "./budget.js";
import { buildExchange, type ExchangeFacts, ProbeExchange, type Rule, readBodyText } from "./probe-exchange.js";
import type { SendResult } from "./send.js";

/** An operation and the values of a request of it. */
export type PlainRequest = Pick<ProbeCase, "operation" | "request">;

export type ProbeRequest = PlainRequest & {
  /** Differs from the operation's method in cases that test an undeclared method. */
  readonly method?: string;
  /** Credentials to use instead of those of the first tenant. */
  readonly credentials?: CredentialMode | ProbeCredentials;
  readonly edit?: CaseEdit | undefined;
  readonly expect?: ProbeCase["expect"];
  /** Sent instead of the URL built from the spec, when the request follows a link in a response. */
  readonly url?: string;
  /** The id of the request that this one repeats; by default each request has a new id. */
  readonly requestId?: string;
  /** Changes the request after the hooks have prepared it, such as a fresh assertion that is then wrong. */
  readonly transform?: (request: CaseRequest) => CaseRequest;
};

/** Sends the requests of one task and collects their findings. */
export type TaskSession = {
  /** @throws {RunEndedError} if the run is over. */
  readonly send: (probeRequest: ProbeRequest) => Promise<ProbeExchange>;
  /** Sends a request and reports whether the service failed or sent no readable response, and what further rules find in it. */
  readonly sendChecked: (probeRequest: ProbeRequest, ...rules: readonly Rule[]) => Promise<ProbeExchange>;
  /** Adds a finding to an exchange. Does nothing if the finding is undefined. */
  readonly report: (probeExchange: ProbeExchange, finding: CheckFinding | undefined) => void;
  /** Adds an exchange that the service started: an event for a registered webhook. */
  readonly recordDelivery: (operation: Operation, exchange: Exchange) => ProbeExchange;
  /** Removes an exchange from the report, because another exchange shows the same problem more clearly. */
  readonly discard: (probeExchange: ProbeExchange) => void;
};

/** An exchange and its findings. Entries are in the order in which the requests were sent. */
export type SessionEntry = { readonly probeExchange: ProbeExchange; readonly checkFindings: CheckFinding[] };

/** Provides credentials, and new ones after a 401. */
export type CredentialSource = {
  readonly get: () => Promise<ProbeCredentials>;
  /** Discards the credentials; returns whether new ones may be available. */
  readonly invalidate: () => boolean;
};

type ProbeSessionOptions = RetryOptions & {
  readonly document: Document;
  readonly getBaseUrl: (operation: Operation) => string | undefined;
  readonly credentials: CredentialSource;
  readonly hooks?: ProbeHooks | undefined;
  readonly otherCredentials?: CredentialSource | undefined;
  /** A different value in each run, so that request ids never repeat. */
  readonly nonce: string;
  /** Whether to send safe methods only. */
  readonly safe: boolean;
  /**
   * Whether the spec declares security requirements for at least one operation (default: true). If false, credentials are
   * sent with every request.
   */
  readonly declaresSecurity?: boolean;
  readonly onRequest: (probeRequest: Omit<ExchangeFacts, "document" | "exchange">) => void;
  readonly onResponse: (probeRequest: ProbeRequest, result: ProbeExchange) => void;
  /** Why the run ends after a response; undefined if it goes on. */
  readonly findEndReason?: () => string | undefined;
};

export type ProbeSession = ReturnType<typeof createProbeSession>;

export function createProbeSession(options: ProbeSessionOptions) {
  const { document, nonce } = options;
  const sender = createRetryingSender(options);
  const patience = createPatience();
  let requests = 0;
  return {
    getEndReason: sender.getEndReason,
    /** The operations that were given up, each with the reason. */
    listGivenUp: patience.list,
    canContinue: (): boolean =>
      sender.getEndReason() === undefined && !options.signal.aborted && options.budget.canSend(),
    openTask: (taskId: string, entries: SessionEntry[]): TaskSession => {
      const task: Omit<TaskSession, "sendChecked"> = {
        send: async (probeRequest) => {
          requests += 1;
          const { operation, edit, expect, requestId = `${nonce}-${requests}` } = probeRequest;
          const requestWithKey = addIdempotencyKey(document, probeRequest, requestId);
          const { transform } = probeRequest;
          // A hook must not change a request that violates the spec on purpose.
          const isHookAllowed = edit === undefined || edit.part === "security" || transform !== undefined;
          const prepared = isHookAllowed
            ? await applyRequestHook(options.hooks ?? {}, operation, requestWithKey)
            : requestWithKey;
          const request = transform?.(prepared) ?? prepared;
          const details = { operation, request, edit, expect };
          options.onRequest(details);
          const send: Send = (outgoing) => patience.send(operation, () => sender.send(outgoing));
          const exchange = await sendWithCredentials(options, { ...sender, send }, { ...probeRequest, request });
          const probeExchange = new ProbeExchange({ document, exchange, ...details });
          options.onResponse(probeRequest, probeExchange);
          const finding = await runCheckHook(options.hooks ?? {}, probeExchange);
          entries.push({ probeExchange, checkFindings: finding === undefined ? [] : [finding] });
          const reason = options.findEndReason?.();
          return reason === undefined ? probeExchange : sender.end(reason);
        },
        report: (result, finding) => {
          if (finding === undefined) return;
          const entry = entries.find((it) => it.probeExchange === result);
          if (entry === undefined) throw new Error(`${taskId}: finding for a request that this task did not send`);
          entry.checkFindings.push(finding);
        },
        recordDelivery: (operation, exchange) => {
          const probeExchange = new ProbeExchange({ document, operation, request: EMPTY_REQUEST, exchange });
          entries.push({ probeExchange, checkFindings: [] });
          return probeExchange;
        },
        discard: (result) => {
          const at = entries.findIndex((it) => it.probeExchange === result);
          if (at !== -1) entries.splice(at, 1);
        },
      };
      return addServiceCheck(task);
    },
  };
}

/** Adds the way to send that reports a response which no service gives, such as a server error. */
export function addServiceCheck(task: Omit<TaskSession, "sendChecked">): TaskSession {
  const sendChecked: TaskSession["sendChecked"] = async (probeRequest, ...rules) => {
    const result = await task.send(probeRequest);
    for (const rule of [checkServiceResponse, ...rules]) task.report(result, rule(result));
    return result;
  };
  return { ...task, sendChecked };
}

type Send = RetryingSender["send"];

const MAX_TIMEOUTS = 3;

/** Sends no more requests to an operation that did not respond in time to several, such as one that streams events. */
function createPatience() {
  const timeouts = new Map<Operation, number>();
  const givenUp = new Set<string>();
  return {
    send: async (operation: Operation, send: () => Promise<SendResult>) => {
      const count = timeouts.get(operation) ?? 0;
      const late = `${operation.id} sent no response in time to ${MAX_TIMEOUTS} requests`;
      if (count >= MAX_TIMEOUTS) {
        givenUp.add(`${late}: the others are not sent; use a longer --timeout, or --exclude`);
        throw new RunEndedError(late);
      }
      const sent = await send();
      if (sent.kind === "failed" && sent.cause === "timeout") timeouts.set(operation, count + 1);
      return sent;
    },
    list: (): string[] => [...givenUp],
  };
}

/** Sends a request with the credentials of its operation, and retries once with new credentials after a 401. */
async function sendWithCredentials(
  options: ProbeSessionOptions,
  sender: RetryingSender,
  probeRequest: ProbeRequest,
): Promise<Exchange> {
  const { operation, request, credentials: given, edit } = probeRequest;
  const mode = typeof given === "string" ? given : undefined;
  const source = (mode === "other" ? options.otherCredentials : undefined) ?? options.credentials;
  const method = probeRequest.method ?? operation.method;
  if (options.safe && !isSafeMethod(method))
    throw new RunEndedError(`${method} is not a safe method, and the run sends safe methods only`);
  const server = options.getBaseUrl(operation) ?? sender.end(`no base URL for ${operation.id}`);
  // A case that tests credentials expects a 401, so it is not repeated. Expired credentials of another tenant are renewed.
  const testsCredentials = mode !== "other" && (given !== undefined || edit?.part === "security");
  for (let attempt = 0; ; attempt += 1) {
    const credentials = typeof given === "object" ? given : await getCredentials(options, source, operation, mode);
    const caseToSerialize = { operation, method, request, ...(mode === undefined ? {} : { credentials: mode }) };
    const serialized = serializeCaseRequest(options.document, caseToSerialize, { server, credentials });
    const outgoing = probeRequest.url === undefined ? serialized : { ...serialized, url: probeRequest.url };
    const sent = await sender.send(outgoing);
    const shouldRenew = sent.kind === "response" && sent.response.status === 401 && !testsCredentials;
    if (!shouldRenew || attempt > 0 || !source.invalidate()) return buildExchange(outgoing, sent, options.source);
  }
}

async function getCredentials(
  { declaresSecurity, hooks = {} }: ProbeSessionOptions,
  source: CredentialSource,
  operation: Operation,
  mode: CredentialMode | undefined,
): Promise<ProbeCredentials> {
  if (!needsCredentials(operation) && declaresSecurity !== false) return NO_CREDENTIALS;
  const hookCredentials = mode === "other" ? undefined : await getHookCredentials(hooks, operation);
  return hookCredentials ?? source.get();
}

/** Whether an operation requires credentials: it has security requirements, and none of them is empty (anonymous access). */
export function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

type RetryOptions = {
  readonly source: string;
  readonly send: (request: SerializedRequest, signal: AbortSignal) => Promise<SendResult>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly budget: ProbeBudget;
  readonly signal: AbortSignal;
};

type RetryingSender = ReturnType<typeof createRetryingSender>;

const MAX_FAILURES = 5;
const MAX_RETRIES = 2;
const BUSY_DELAY_MS = 300;

/**
 * Sends within the budget, retries with delays, and ends the run if the target is unreachable. That is after several requests in
 * a row without a response, if a GET that got a response before gets none either.
 */
export function createRetryingSender(options: RetryOptions) {
  const { signal, pause, source } = options;
  let endReason: string | undefined;
  let responseCount = 0;
  let failureCount = 0;
  let known: SerializedRequest | undefined;
  const end = (reason: string): never => {
    endReason ??= reason;
    throw new RunEndedError(reason);
  };
  const countResult = async (request: SerializedRequest, sent: SendResult): Promise<SendResult> => {
    if (sent.kind === "response") {
      if (request.method === "GET") known = request;
      responseCount += 1;
      failureCount = 0;
      return sent;
    }
    failureCount += 1;
    const { cause, reason } = sent;
    if (cause === "refused")
      end(
        responseCount > 0
          ? `${source} became unreachable after ${responseCount} responses: ${reason}`
          : `${source}: ${reason}`,
      );
    if (failureCount < MAX_FAILURES) return sent;
    if (known === undefined || (await sendWithinBudget(options, known)).kind === "failed")
      end(`${source} sent no response to ${failureCount} requests in a row: ${reason}`);
    failureCount = 0;
    return sent;
  };
  const sendWithRetries = async (request: SerializedRequest, attempt = 0): Promise<SendResult> => {
    if (endReason !== undefined) throw new RunEndedError(endReason);
    const sent = await sendWithinBudget(options, request);
    const wait = attempt < MAX_RETRIES ? getRetryDelayMs(sent, attempt) : undefined;
    if (wait === undefined) return countResult(request, sent);
    await pause(wait, signal);
    return sendWithRetries(request, attempt + 1);
  };
  return { send: sendWithRetries, end, getEndReason: (): string | undefined => endReason };
}

async function sendWithinBudget(options: RetryOptions, request: SerializedRequest): Promise<SendResult> {
  if (!(await options.budget.take(options.signal)))
    throw new RunEndedError(options.budget.getExceededLimit() ?? "the requests of this phase are used up");
  const sent = await options.send(request, options.signal);
  if (sent.kind === "failed" && sent.cause === "aborted") throw new RunEndedError(sent.reason);
  return sent;
}

/** The delay before a retry: `Retry-After`, or a backoff while a service starts or is busy. Undefined means no retry. */
function getRetryDelayMs(sent: SendResult, attempt: number): number | undefined {
  if (sent.kind === "failed") return sent.cause === "refused" ? 200 * 4 ** attempt : undefined;
  const { status, headers } = sent.response;
  if (status !== 429 && status !== 503) return undefined;
  const after = getCombinedHeader(headers, "retry-after");
  if (after === undefined) return attempt === 0 && status === 503 ? BUSY_DELAY_MS : undefined;
  return Number.isFinite(Number(after)) ? Math.min(Number(after), 5) * 1000 : undefined;
}

/** Asks the hooks for credentials; undefined if they have no function for that. */
export async function getHookCredentials(
  { getCredentials }: ProbeHooks,
  operation: Operation,
): Promise<ProbeCredentials | undefined> {
  if (getCredentials === undefined) return undefined;
  const { headers = {}, query = {}, cookies = {} } = await getCredentials(toHookOperation(operation));
  return { headers: Object.entries(headers), query: Object.entries(query), cookies: Object.entries(cookies) };
}

export async function applyRequestHook(
  { prepareRequest }: ProbeHooks,
  operation: Operation,
  request: CaseRequest,
): Promise<CaseRequest> {
  return (await prepareRequest?.(toHookOperation(operation), request)) ?? request;
}

export async function runCheckHook(
  { checkExchange }: ProbeHooks,
  result: ProbeExchange,
): Promise<CheckFinding | undefined> {
  if (checkExchange === undefined) return undefined;
  const message = await checkExchange({ ...toHookOperation(result.operation), ...toHookMessages(result.exchange) });
  return createHookFinding(result, message);
}

/** Creates the finding for the text that a check of the hooks returned. */
export function createHookFinding(result: ProbeExchange, text: string | undefined): CheckFinding | undefined {
  if (text === undefined) return undefined;
  const message = toPrintable(redactText(String(text)));
  return result.failStatus("exchange.hook.failed", message, message);
}

function toHookOperation({ id, method, path }: Operation): HookOperation {
  return { operationId: id, method, path };
}

function toHookMessages({ request, response }: Exchange): Pick<HookExchange, "request" | "response"> {
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: toRecord(request.headers),
      body: readBodyText(request),
    },
    response: { status: response.status, headers: toRecord(response.headers), body: readBodyText(response) },
  };
}

function toRecord(headers: readonly HeaderField[]): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
