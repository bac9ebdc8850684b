import type { Json } from "../../document/index.js";
import type { OperationHandler } from "../context/request-context.js";
import { rejectOtherApplication } from "./billing-access.js";

/** GET {billing_url}/apps/{appId}/plans: returns all plans of the application in order of creation. */
export const listPlans: OperationHandler = {
  kind: "read",
  handle: async (call, queries) => {
    const refusal = rejectOtherApplication(call);
    if (refusal !== undefined) return refusal;
    const rows = await queries.all("SELECT body FROM plans WHERE application_id = $1 ORDER BY created_at, id", [
      call.caller.applicationId,
    ]);
    const list = rows.map(({ body }) => JSON.parse(String(body)) as Json);
    return { status: 200, body: { list, start: 0, total: list.length, count: list.length } };
  },
};
