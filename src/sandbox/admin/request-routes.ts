import { type RecordedBody, writeHar } from "../../exchange/index.js";
import { getDomainTime, readClock } from "../context/domain-clock.js";
import type { LoggedExchange } from "../requests/request-log.js";
import type { AdminContext } from "./admin-context.js";
import {
  AdminError,
  type AdminRequest,
  type AdminResponse,
  createJsonResponse,
  createTextResponse,
} from "./admin-response.js";

/** The log, the newest first; `?limit=` says how many. */
export async function getRequests({ log }: AdminContext, { query }: AdminRequest): Promise<AdminResponse> {
  const limit = readLimit(query);
  return createJsonResponse({ requests: log.entries().slice(-limit).reverse().map(buildRequestView) });
}

export async function getRequest({ log }: AdminContext, _: AdminRequest, id = ""): Promise<AdminResponse> {
  const entry = /^\d{1,15}$/.test(id) ? log.find(Number(id)) : undefined;
  if (entry === undefined)
    throw new AdminError(404, "UNKNOWN_REQUEST", "the log has no request with this id; it keeps the last ones only");
  const { request, response } = entry.exchange;
  return createJsonResponse({
    ...buildRequestView(entry),
    request: { ...request, body: formatBody(request.body) },
    response: { ...response, body: formatBody(response.body) },
  });
}

/** Everything in the log as a HAR recording without secrets, which `contract check` judges as it would have the traffic. */
export async function getRequestsHar({ log, database, app }: AdminContext): Promise<AdminResponse> {
  const now = getDomainTime(await readClock(database), app.realClock.now());
  const har = writeHar(
    log.entries().map(({ exchange }) => exchange),
    { startedAt: new Date(now).toISOString(), secrets: "redact" },
  );
  return createTextResponse(har, "application/json", {
    headers: { "Content-Disposition": 'attachment; filename="sandbox.har"' },
  });
}

/** What of a request stands in a list. */
export function buildRequestView({ id, exchange, metadata }: LoggedExchange): object {
  const { request, response, incomplete } = exchange;
  const { at, ...rest } = metadata;
  return {
    id,
    at: new Date(at).toISOString(),
    method: request.method,
    url: request.url,
    status: response.status,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...rest,
  };
}

/** A page of a listing has 1 to 1000 items, 100 unless told. */
export function readLimit(query: URLSearchParams): number {
  const limit = query.get("limit") ?? "100";
  if (/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= 1000) return Number(limit);
  throw new AdminError(400, "INVALID_LIMIT", "`limit` is to be an integer from 1 to 1000");
}

function formatBody(body: RecordedBody): string | undefined {
  if (body.kind === "text") return body.text;
  if (body.kind === "missing") return `(${body.reason})`;
  return body.kind === "bytes" ? `(${body.bytes.length} bytes)` : undefined;
}
