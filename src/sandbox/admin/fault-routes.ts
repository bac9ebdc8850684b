import { listOperations } from "../../document/index.js";
import { takeUuid } from "../context/derived-ids.js";
import { Refusal } from "../context/request-context.js";
import { listFaultViews, lockFaultRules, writeFaultRules } from "../faults/fault-rules.js";
import { parseFaultRule } from "../faults/parse-fault-rule.js";
import { type AdminContext, type AdminRequest, readJsonObject } from "./admin-route.js";

/** Every request is matched against each rule, so their number is limited. */
const MAX_RULES = 100;

export async function getFaults({ database }: AdminContext): Promise<object> {
  return { faults: await listFaultViews(database) };
}

export async function postFault({ database, app }: AdminContext, request: AdminRequest): Promise<object> {
  const operations = listOperations(app.schemas.document).filter(({ kind }) => kind === "path");
  const parsed = parseFaultRule(readJsonObject(request), operations);
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const id = await takeUuid(queries, app, "fault rules", "fault rule");
    const message = `there are ${MAX_RULES} rules, which is the maximum: delete some first`;
    if (rules.length >= MAX_RULES) throw new Refusal(400, "TOO_MANY_FAULTS", message);
    const rule = { id, ...parsed };
    await writeFaultRules(queries, { former: rules, rules: [...rules, rule] });
    return rule;
  });
}

/** Deletes all rules, or the one whose id is in the path. */
export async function deleteFaults({ database }: AdminContext, _: AdminRequest, id?: string): Promise<object> {
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const left = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
    if (id !== undefined && left.length === rules.length)
      throw new Refusal(404, "UNKNOWN_FAULT", "no fault rule has this id");
    await writeFaultRules(queries, { former: rules, rules: left });
    return { deleted: rules.length - left.length };
  });
}
