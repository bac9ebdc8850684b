import { createErrorResponse, type OperationHandler } from "../context/request-context.js";
import { listVisibleBusinesses, rejectOtherApplication } from "./billing-access.js";
import { readSubscription } from "./list-subscriptions.js";

/** GET {billing_url}/apps/{appId}/subscriptions/{subscriptionId}: returns one subscription in any status. */
export const getSubscription: OperationHandler = {
  kind: "read",
  handle: async (call, queries) => {
    const refusal = rejectOtherApplication(call);
    if (refusal !== undefined) return refusal;
    const row = await queries.first(
      "SELECT business_id, body, trial_ends_at FROM subscriptions WHERE application_id = $1 AND id = $2",
      [call.caller.applicationId, String(call.parameters.subscriptionId)],
    );
    const visible = listVisibleBusinesses(call);
    if (row === undefined || visible?.includes(String(row.business_id)) === false)
      return createErrorResponse(404, "UNKNOWN_SUBSCRIPTION", "the application has no subscription with this id");
    return { status: 200, body: readSubscription(row, call.now) };
  },
};
