import { createHash } from "node:crypto";
import { isObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { handleRefusal, Refusal, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { Queries } from "../store/database.js";

/** How long the response to a request id is stored, in milliseconds of domain time. */
export const REQUEST_ID_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Runs a write once per `Service-Request-Id`, the idempotency key (seed, "Common request headers"). The key is scoped
 * to application, business, method and path. Error responses of the handler are stored too; their effects are rolled
 * back. Without a key the write always runs.
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
    throw new Refusal(400, "INVALID_REQUEST_ID", "Service-Request-Id: expected 1 to 128 printable ASCII characters");
  const scope = [call.caller.applicationId, getBusinessId(call), call.method, call.path, requestId] as const;
  const message =
    "Service-Request-Id: this id was already used for a request with another payload; use a new id for each request";
  const key = { scope, call, createRefusal: () => new Refusal(policies.reusedRequestId, "REQUEST_ID_REUSED", message) };
  return runOnce(queries, key, () => runInSavepoint(queries, write));
}

/** An idempotency key and the request that has it. */
type RequestKey = {
  readonly scope: RequestIdScope;
  readonly call: Pick<RequestContext, "method" | "path" | "contentType" | "bytes" | "now">;
  /** Creates what is thrown when the key was used for another request. */
  readonly createRefusal: () => Error;
};

/**
 * Runs a write once per key, which is claimed in the transaction of the write. A second request with the same key waits
 * for the first one and gets the same response.
 */
export async function runOnce(
  queries: Queries,
  { scope, call, createRefusal }: RequestKey,
  write: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const stored = await claimRequestId(queries, scope, { fingerprint: computeFingerprint(call), now: call.now });
  if (stored !== undefined) {
    if (stored.fingerprint === computeFingerprint(call)) return { ...stored.response, isReplayed: true };
    throw createRefusal();
  }
  const response = await write();
  const { status, bytes, ...rest } = response;
  const content = { ...rest, ...(bytes === undefined ? {} : { base64: Buffer.from(bytes).toString("base64") }) };
  await queries.run(
    `UPDATE request_ids SET status = $6, body = $7
      WHERE application_id = $1 AND business_id = $2 AND method = $3 AND path = $4 AND request_id = $5`,
    [...scope, status, Buffer.from(JSON.stringify(content))],
  );
  return response;
}

/** Deletes expired request ids. */
export async function purgeRequestIds(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM request_ids WHERE created_at <= $1", [now - REQUEST_ID_LIFETIME]);
}

/**
 * Rolls back the effects of an error response without ending the transaction, which still has to store the response.
 */
async function runInSavepoint(queries: Queries, write: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  await queries.run("SAVEPOINT attempt");
  const response = await handleRefusal(write);
  await queries.run(response.status < 400 ? "RELEASE SAVEPOINT attempt" : "ROLLBACK TO SAVEPOINT attempt");
  return response;
}

type RequestIdScope = readonly [application: string, business: string, method: string, path: string, requestId: string];

/** Claims a request id. Returns the stored response when the id was already used. */
async function claimRequestId(
  queries: Queries,
  scope: RequestIdScope,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: number },
) {
  await queries.run(
    `DELETE FROM request_ids WHERE application_id = $1 AND business_id = $2 AND method = $3 AND path = $4
      AND request_id = $5 AND created_at <= $6`,
    [...scope, now - REQUEST_ID_LIFETIME],
  );
  // A single statement claims the id or reads its response: between two statements the row could be deleted.
  const row = await queries.first(
    `INSERT INTO request_ids (application_id, business_id, method, path, request_id, fingerprint, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (application_id, business_id, method, path, request_id)
      DO UPDATE SET created_at = request_ids.created_at RETURNING fingerprint, status, body`,
    [...scope, fingerprint, now],
  );
  // An earlier claim stored its response in the same transaction.
  if (row?.status === null) return undefined;
  const content = Buffer.from((row?.body ?? new Uint8Array()) as Uint8Array).toString();
  const { base64, ...rest } = JSON.parse(content || "{}") as Omit<ServiceResponse, "status"> & { base64?: string };
  const bytes = base64 === undefined ? {} : { bytes: Buffer.from(base64, "base64") };
  return { fingerprint: String(row?.fingerprint), response: { ...rest, ...bytes, status: Number(row?.status) } };
}

function computeFingerprint({ method, path, contentType, bytes }: RequestKey["call"]): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, contentType ?? ""]))
    .update(bytes)
    .digest("base64url");
}

/** The business of a write: from the path, or else from the body. */
function getBusinessId({ parameters, body }: RequestContext): string {
  if (typeof parameters.businessId === "string") return parameters.businessId;
  const named = isObject(body) ? body.businessId : undefined;
  return typeof named === "string" ? named : "";
}
