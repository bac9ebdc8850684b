import { type Body, writeHar } from "../../exchange/index.js";
import { domainTime, readClock } from "../clock.js";
import type { LoggedExchange } from "../request-log.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json, text } from "./answer.js";
import type { Control } from "./control.js";

/** The log, the newest first; `?limit=` says how many. */
export async function getRequests({ log }: Control, { query }: AdminRequest): Promise<AdminAnswer> {
  const limit = limitOf(query);
  return json({ requests: log.entries().slice(-limit).reverse().map(requestView) });
}

export async function getRequest({ log }: Control, _: AdminRequest, id = ""): Promise<AdminAnswer> {
  const entry = /^\d{1,15}$/.test(id) ? log.find(Number(id)) : undefined;
  if (entry === undefined)
    throw new AdminRefusal(404, "UNKNOWN_REQUEST", "the log has no request with this id; it keeps the last ones only");
  const { request, response } = entry.exchange;
  return json({
    ...requestView(entry),
    request: { ...request, body: shownBody(request.body) },
    response: { ...response, body: shownBody(response.body) },
  });
}

/** Everything in the log as a HAR recording without secrets, which `contract check` judges as it would have the traffic. */
export async function getRequestsHar({ log, database, world }: Control): Promise<AdminAnswer> {
  const now = domainTime(await readClock(database), world.realClock.now());
  const har = writeHar(
    log.entries().map(({ exchange }) => exchange),
    { startedAt: new Date(now).toISOString(), secrets: "redact" },
  );
  return text(har, "application/json", { headers: { "Content-Disposition": 'attachment; filename="sandbox.har"' } });
}

/** What of a request stands in a list. */
export function requestView({ id, exchange, note }: LoggedExchange): object {
  const { request, response, incomplete } = exchange;
  const { at, ...rest } = note;
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
export function limitOf(query: URLSearchParams): number {
  const limit = query.get("limit") ?? "100";
  if (/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= 1000) return Number(limit);
  throw new AdminRefusal(400, "INVALID_LIMIT", "`limit` is to be an integer from 1 to 1000");
}

function shownBody(body: Body): string | undefined {
  if (body.kind === "text") return body.text;
  if (body.kind === "missing") return `(${body.reason})`;
  return body.kind === "bytes" ? `(${body.bytes.length} bytes)` : undefined;
}
