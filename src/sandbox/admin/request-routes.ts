import { type RecordedBody, writeHar } from "../../recording/index.js";
import { formatIsoTime, readDomainTime } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import type { LoggedExchange } from "../requests/request-log.js";
import { type AdminContext, type AdminRequest, type AdminResponse, createTextResponse } from "./admin-route.js";

/** Lists the request log, newest first, at most `?limit=` entries. */
export async function getRequests({ log }: AdminContext, { query }: AdminRequest): Promise<object> {
  const limit = readLimit(query);
  return { requests: log.entries().slice(-limit).reverse().map(buildRequestView) };
}

export async function getRequest({ log }: AdminContext, _: AdminRequest, id = "") {
  const entry = /^\d{1,15}$/.test(id) ? log.find(Number(id)) : undefined;
  if (entry === undefined)
    throw new Refusal(
      404,
      "UNKNOWN_REQUEST",
      "no request in the log has this id; the log holds the latest requests only",
    );
  const { request, response } = entry.exchange;
  return {
    ...buildRequestView(entry),
    request: { ...request, body: formatBody(request.body) },
    response: { ...response, body: formatBody(response.body) },
  };
}

/** The log as a HAR recording with secrets redacted, as input for `contract check`. */
export async function getRequestsHar({ log, database, app }: AdminContext): Promise<AdminResponse> {
  const now = await readDomainTime(database, app);
  const har = writeHar(
    log.entries().map(({ exchange }) => exchange),
    { startedAt: formatIsoTime(now) },
  );
  return createTextResponse(har, "application/json", {
    headers: { "Content-Disposition": 'attachment; filename="sandbox.har"' },
  });
}

/** A logged request as it appears in lists. */
export function buildRequestView({ id, exchange, metadata }: LoggedExchange) {
  const { request, response, incomplete } = exchange;
  const { at, ...rest } = metadata;
  return {
    id,
    at: formatIsoTime(at),
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
  throw new Refusal(400, "INVALID_LIMIT", "`limit` must be an integer from 1 to 1000");
}

function formatBody(body: RecordedBody): string | undefined {
  if (body.kind === "text") return body.text;
  if (body.kind === "missing") return `(${body.reason})`;
  return body.kind === "bytes" ? `(${body.bytes.length} bytes)` : undefined;
}
