import type { Json } from "../../document/index.js";
import type { Handler } from "../call.js";
import { otherApplication } from "./own-application.js";

/** GET {billing_url}/apps/{appId}/plans: every plan of the application, in the order of their creation. */
export const listPlans: Handler = {
  kind: "read",
  answer: async (call, queries) => {
    const refusal = otherApplication(call);
    if (refusal !== undefined) return refusal;
    const rows = await queries.all("SELECT body FROM plans WHERE application_id = $1 ORDER BY created_at, id", [
      call.caller.applicationId,
    ]);
    const list = rows.map(({ body }) => JSON.parse(String(body)) as Json);
    return { status: 200, body: { list, start: 0, total: list.length, count: list.length } };
  },
};
