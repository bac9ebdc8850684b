import type { LoggedExchange } from "../../requests/request-log.js";
import type { AdminContext } from "../admin-context.js";
import { AdminError, type AdminRequest, type AdminResponse, createJsonResponse } from "../admin-response.js";
import { readJsonObject } from "../read-body.js";
import { buildRequestView } from "../request-routes.js";
import { compareRequest } from "./compare-request.js";
import { type ExpectedCount, readVerification } from "./request-expectation.js";

/**
 * Counts the logged requests that match. If their number is not as expected, the response also has the nearest request, which is
 * the one with the fewest differences.
 *
 * @throws AdminError 409 if requests that the log no longer holds could change the result
 */
export async function postVerification({ log, app }: AdminContext, request: AdminRequest): Promise<AdminResponse> {
  const verification = readVerification(readJsonObject(request));
  if (typeof verification === "string") throw new AdminError(400, "INVALID_VERIFICATION", verification);
  const { match, count, after } = verification;
  const compared = log
    .entries()
    .filter(({ id }) => id > after)
    .map((entry) => ({ entry, differences: compareRequest(entry, match, app.baseUrl()) }));
  const matched = compared.filter(({ differences }) => differences.length === 0);
  const isVerified = matched.length >= count.min && matched.length <= (count.max ?? Number.POSITIVE_INFINITY);
  if (log.lastRemoved() > after && !isCertain(matched.length, count))
    throw new AdminError(
      409,
      "LOG_INCOMPLETE",
      `the log no longer holds the requests up to id ${log.lastRemoved()}; pass \`after\` with the id of a later request`,
    );
  const others = compared.filter(({ differences }) => differences.length > 0);
  return createJsonResponse({
    verified: isVerified,
    expected: count,
    matched: matched.length,
    ids: matched.map(({ entry }) => entry.id),
    ...(isVerified || others.length === 0 ? {} : { nearest: describeNearest(others) }),
  });
}

/** Whether further requests cannot change the result. */
function isCertain(matched: number, { min, max }: ExpectedCount): boolean {
  return max === undefined ? matched >= min : matched > max;
}

type Compared = { readonly entry: LoggedExchange; readonly differences: readonly string[] };

function describeNearest(others: readonly Compared[]): object {
  const fewest = Math.min(...others.map(({ differences }) => countDifferences(differences)));
  const nearest = others.findLast(({ differences }) => countDifferences(differences) === fewest);
  return nearest === undefined ? {} : { request: buildRequestView(nearest.entry), differences: nearest.differences };
}

/** Another operation counts more than another body. */
function countDifferences(differences: readonly string[]): number {
  return differences.reduce((sum, it) => sum + (/^(operationId|method|path):/.test(it) ? 100 : 1), 0);
}
