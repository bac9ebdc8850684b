import { listOperations } from "../../document/index.js";
import { faultCounts, lockFaultRules, readFaultRules, writeFaultRules } from "../faults.js";
import type { Queries } from "../store/database.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json } from "./answer.js";
import { readObject } from "./body.js";
import type { Control } from "./control.js";
import { faultRuleId, readFaultRule } from "./fault-rule.js";

/** More than anybody reads; every request is held against each of them. */
const MOST_RULES = 100;

/** The rules in the order in which they are asked, each with the number of requests that it has met. */
export async function faultViews(queries: Queries): Promise<readonly object[]> {
  const counts = await faultCounts(queries);
  return (await readFaultRules(queries)).map((rule) => ({ ...rule, seen: counts.get(rule.id) ?? 0 }));
}

export async function getFaults({ database }: Control): Promise<AdminAnswer> {
  return json({ faults: await faultViews(database) });
}

export async function postFault({ database, world }: Control, request: AdminRequest): Promise<AdminAnswer> {
  const operations = listOperations(world.schemas.document).filter(({ kind }) => kind === "path");
  const reading = readFaultRule(readObject(request), operations);
  if (reading.kind === "refused") throw new AdminRefusal(400, "INVALID_FAULT", reading.reason);
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const number = await nextNumber(queries);
    if (rules.length >= MOST_RULES)
      throw new AdminRefusal(
        400,
        "TOO_MANY_FAULTS",
        `there are ${MOST_RULES} rules, and no more are taken: delete some`,
      );
    const rule = { id: faultRuleId(world.seed, number), ...reading.rule };
    await writeFaultRules(queries, { former: rules, rules: [...rules, rule] });
    return json(rule, 201);
  });
}

/** All of them, or the one whose id stands in the path. */
export async function deleteFaults({ database }: Control, _: AdminRequest, id?: string): Promise<AdminAnswer> {
  return database.transaction(async (queries) => {
    const rules = await lockFaultRules(queries);
    const left = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
    if (id !== undefined && left.length === rules.length)
      throw new AdminRefusal(404, "UNKNOWN_FAULT", "there is no fault rule with this id");
    await writeFaultRules(queries, { former: rules, rules: left });
    return json({ deleted: rules.length - left.length });
  });
}

/** Counts the rules that were ever added. */
async function nextNumber(queries: Queries): Promise<number> {
  const row = await queries.first(
    "INSERT INTO counters (name, value) VALUES ('fault rules', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value",
  );
  return Number(row?.value ?? 1);
}
