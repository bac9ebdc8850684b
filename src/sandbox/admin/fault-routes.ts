import { type JsonObject, listOperations } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { lockFaultRules, readFaultCounts, readFaultRules, writeFaultRules } from "../requests/faults.js";
import type { Queries } from "../store/database.js";
import { takeNumber } from "../store/take-number.js";
import type { AdminContext } from "./admin-context.js";
import { AdminError, type AdminRequest, type AdminResponse, createJsonResponse } from "./admin-response.js";
import { readDeliveryFaultRule } from "./delivery-fault-rule.js";
import { deriveFaultRuleId, readFaultRule } from "./fault-rule.js";
import { readJsonObject } from "./read-body.js";

/** Every request is matched against each rule, so their number is limited. */
const MAX_RULES = 100;

/** The rules in the order in which they are evaluated, each with the number of requests it matched. */
export async function listFaultViews(queries: Queries): Promise<readonly object[]> {
  const counts = await readFaultCounts(queries);
  return (await readFaultRules(queries)).map((rule) => ({ ...rule, seen: counts.get(rule.id) ?? 0 }));
}

export async function getFaults({ database }: AdminContext): Promise<AdminResponse> {
  return createJsonResponse({ faults: await listFaultViews(database) });
}

export async function postFault({ database, app }: AdminContext, request: AdminRequest): Promise<AdminResponse> {
  const reading = readRule(readJsonObject(request), app);
  if (reading.kind === "refused") throw new AdminError(400, "INVALID_FAULT", reading.reason);
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const number = await takeNumber(queries, "fault rules");
    if (rules.length >= MAX_RULES)
      throw new AdminError(
        400,
        "TOO_MANY_FAULTS",
        `there are ${MAX_RULES} rules, which is the maximum: delete some first`,
      );
    const rule = { id: deriveFaultRuleId(app.seed, number), ...reading.rule };
    await writeFaultRules(queries, { former: rules, rules: [...rules, rule] });
    return createJsonResponse(rule, 201);
  });
}

/** Rules for requests are those without `on`. */
function readRule(value: JsonObject, app: AppContext) {
  if (value.on === "deliveries") return readDeliveryFaultRule(value);
  if (value.on !== undefined && value.on !== "requests")
    throw new AdminError(400, "INVALID_FAULT", "`on` must be requests or deliveries");
  return readFaultRule(
    value,
    listOperations(app.schemas.document).filter(({ kind }) => kind === "path"),
  );
}

/** Deletes all rules, or the one whose id is in the path. */
export async function deleteFaults({ database }: AdminContext, _: AdminRequest, id?: string): Promise<AdminResponse> {
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const left = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
    if (id !== undefined && left.length === rules.length)
      throw new AdminError(404, "UNKNOWN_FAULT", "no fault rule has this id");
    await writeFaultRules(queries, { former: rules, rules: left });
    return createJsonResponse({ deleted: rules.length - left.length });
  });
}
