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

/** Lists the request log, newest first, at most `?limit=` entries. */
export async function getRequests({ log }: AdminContext, { query }: AdminRequest): Promise<AdminResponse> {
  const limit = readLimit(query);
  return createJsonResponse({ requests: log.entries().slice(-limit).reverse().map(buildRequestView) });
}

export async function getRequest({ log }: AdminContext, _: AdminRequest, id = ""): Promise<AdminResponse> {
  const entry = /^\d{1,15}$/.test(id) ? log.find(Number(id)) : undefined;
  if (entry === undefined)
    throw new AdminError(
      404,
      "UNKNOWN_REQUEST",
      "no request in the log has this id; the log holds the latest requests only",
    );
  const { request, response } = entry.exchange;
  return createJsonResponse({
    ...buildRequestView(entry),
    request: { ...request, body: formatBody(request.body) },
    response: { ...response, body: formatBody(response.body) },
  });
}

/** The log as a HAR recording with secrets redacted, as input for `contract check`. */
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

/** A logged request as it appears in lists. */
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

/** The page size of a list: 1 to 1000, 100 by default. */
export function readLimit(query: URLSearchParams): number {
  const limit = query.get("limit") ?? "100";
  if (/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= 1000) return Number(limit);
  throw new AdminError(400, "INVALID_LIMIT", "`limit` must be an integer from 1 to 1000");
}

function formatBody(body: RecordedBody): string | undefined {
  if (body.kind === "text") return body.text;
  if (body.kind === "missing") return `(${body.reason})`;
  return body.kind === "bytes" ? `(${body.bytes.length} bytes)` : undefined;
}
