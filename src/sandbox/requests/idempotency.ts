import { createHash } from "node:crypto";
import { isObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { Queries } from "../store/database.js";

/** How long the answer to a request id is kept, by the domain clock, in milliseconds. */
export const REQUEST_ID_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Runs a write once for its `Service-Request-Id` (seed, "Common request headers": it enforces idempotency).
 *
 * The id belongs to application, business, method and path, and is taken within the write's own transaction: a second
 * request with it waits for the first one and then gets the first one's answer, whatever has changed since. A refusal by
 * the rules of the service is an answer too, and is kept without the effects that it may have begun. The same id with
 * another payload is refused. Without an id the write simply runs.
 */
export async function runIdempotently(
  call: RequestContext,
  queries: Queries,
  { policies }: AppContext,
  write: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const requestId = call.headers["service-request-id"];
  if (requestId === undefined) return runInSavepoint(queries, write);
  if (requestId.length === 0 || requestId.length > 128 || /[^\x20-\x7e]/.test(requestId))
    return createErrorResponse(
      400,
      "INVALID_REQUEST_ID",
      "Service-Request-Id: expected 1 to 128 printable ASCII characters",
    );
  const scope = [call.caller.applicationId, getBusinessId(call), call.method, call.path, requestId] as const;
  const known = await claimRequestId(queries, scope, { fingerprint: computeFingerprint(call), now: call.now });
  if (known !== undefined) {
    if (known.fingerprint === computeFingerprint(call)) return { ...known.response, isReplayed: true };
    const message =
      "Service-Request-Id: this id was used for a request with another payload; use a new one for each request";
    return createErrorResponse(policies.reusedRequestId, "REQUEST_ID_REUSED", message);
  }
  const answer = await runInSavepoint(queries, write);
  await queries.run(
    `UPDATE request_ids SET status = $6, body = $7
      WHERE application_id = $1 AND business_id = $2 AND method = $3 AND path = $4 AND request_id = $5`,
    [...scope, answer.status, Buffer.from(JSON.stringify(answer.body ?? null))],
  );
  return answer;
}

/** Forgets what is past its time. */
export async function purgeRequestIds(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM request_ids WHERE created_at <= $1", [now - REQUEST_ID_LIFETIME]);
}

/** A refusal leaves nothing behind, though the transaction goes on to keep the refusal itself. */
async function runInSavepoint(queries: Queries, write: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  await queries.run("SAVEPOINT attempt");
  const answer = await write();
  await queries.run(answer.status < 400 ? "RELEASE SAVEPOINT attempt" : "ROLLBACK TO SAVEPOINT attempt");
  return answer;
}

type RequestIdScope = readonly [application: string, business: string, method: string, path: string, requestId: string];
type StoredResponse = { readonly fingerprint: string; readonly response: ServiceResponse };

/** Takes an id that is free; of one that is taken tells what it was taken for. */
async function claimRequestId(
  queries: Queries,
  scope: RequestIdScope,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: number },
): Promise<StoredResponse | undefined> {
  await queries.run(
    `DELETE FROM request_ids WHERE application_id = $1 AND business_id = $2 AND method = $3 AND path = $4
      AND request_id = $5 AND created_at <= $6`,
    [...scope, now - REQUEST_ID_LIFETIME],
  );
  // One statement takes it or reads what it was taken for: between two of them it might be forgotten.
  const row = await queries.first(
    `INSERT INTO request_ids (application_id, business_id, method, path, request_id, fingerprint, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (application_id, business_id, method, path, request_id)
      DO UPDATE SET created_at = request_ids.created_at RETURNING fingerprint, status, body`,
    [...scope, fingerprint, now],
  );
  // Whoever took it before has written its answer in the same transaction.
  if (row?.status === null) return undefined;
  const body: unknown = JSON.parse(Buffer.from((row?.body ?? new Uint8Array()) as Uint8Array).toString() || "null");
  return {
    fingerprint: String(row?.fingerprint),
    response: { status: Number(row?.status), body: (body as ServiceResponse["body"]) ?? null },
  };
}

function computeFingerprint({ method, path, contentType, bytes }: RequestContext): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, contentType ?? ""]))
    .update(bytes)
    .digest("base64url");
}

/** The business that a write is about: that of the path, or the one that the body names. */
function getBusinessId({ parameters, body }: RequestContext): string {
  if (typeof parameters.businessId === "string") return parameters.businessId;
  const named = isObject(body) ? body.businessId : undefined;
  return typeof named === "string" ? named : "";
}
