import { type Handler, refuse } from "../call.js";
import { subscriptionOf } from "./list-subscriptions.js";
import { otherApplication, visibleBusinesses } from "./own-application.js";

/** GET {billing_url}/apps/{appId}/subscriptions/{subscriptionId}: one subscription, whatever its status. */
export const getSubscription: Handler = {
  kind: "read",
  answer: async (call, queries) => {
    const refusal = otherApplication(call);
    if (refusal !== undefined) return refusal;
    const row = await queries.first(
      "SELECT business_id, body, trial_ends_at FROM subscriptions WHERE application_id = $1 AND id = $2",
      [call.caller.applicationId, String(call.parameters.subscriptionId)],
    );
    const visible = visibleBusinesses(call);
    if (row === undefined || visible?.includes(String(row.business_id)) === false)
      return refuse(404, "UNKNOWN_SUBSCRIPTION", "the application has no such subscription");
    return { status: 200, body: subscriptionOf(row, call.now) };
  },
};
