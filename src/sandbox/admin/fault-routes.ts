import { type JsonObject, listOperations } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import type { DeliveryFaultRule } from "../deliveries/delivery-faults.js";
import { lockFaultRules, readFaultCounts, readFaultRules, writeFaultRules } from "../requests/faults.js";
import type { Queries } from "../store/database.js";
import { takeNumber } from "../store/take-number.js";
import type { AdminContext } from "./admin-context.js";
import { AdminError, type AdminRequest, type AdminResponse, createJsonResponse } from "./admin-response.js";
import {
  checkMembers,
  checkUnknownMembers,
  createIntegerRule,
  deriveFaultRuleId,
  FREQUENCY_MEMBERS,
  type MemberRule,
  readFaultRule,
  TEXT,
  TRUE,
} from "./fault-rule.js";
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

type DeliveryFaultReading =
  | { readonly kind: "rule"; readonly rule: Omit<DeliveryFaultRule, "id"> }
  | { readonly kind: "refused"; readonly reason: string };

/** Parses a posted rule for deliveries. Refuses invalid rules; the reason says what is accepted. */
export function readDeliveryFaultRule(value: JsonObject): DeliveryFaultReading {
  const { match = {}, do: action } = value;
  const problem =
    checkUnknownMembers("the rule", value, ["on", "match", "do"]) ??
    checkMembers("match", match, MATCH_MEMBERS) ??
    checkMembers("do", action, ACTION_MEMBERS) ??
    checkSingle(action as object);
  if (problem !== undefined) return { kind: "refused", reason: problem };
  return { kind: "rule", rule: { on: "deliveries", match, do: action } as Omit<DeliveryFaultRule, "id"> };
}

const MATCH_MEMBERS: Readonly<Record<string, MemberRule>> = {
  eventType: TEXT,
  hookId: TEXT,
  businessId: TEXT,
  orderId: TEXT,
  attempt: createIntegerRule(1, 1000),
  ...FREQUENCY_MEMBERS,
};

const SIGNATURES: readonly unknown[] = ["wrong", "old", "missing"];

/** 30 days, as long as deliveries are kept. */
const MAX_DELAY = 30 * 86_400_000;

const ACTION_MEMBERS: Readonly<Record<string, MemberRule>> = {
  drop: TRUE,
  dropResponse: TRUE,
  duplicate: createIntegerRule(1, 10),
  delay: createIntegerRule(1, MAX_DELAY),
  reorder: TRUE,
  truncate: createIntegerRule(0, 1_000_000),
  signature: { accepts: (value) => SIGNATURES.includes(value), expected: `one of ${SIGNATURES.join(", ")}` },
};

function checkSingle(action: object): string | undefined {
  const given = Object.keys(action);
  if (given.length === 1) return undefined;
  const names = Object.keys(ACTION_MEMBERS).join(", ");
  return given.length === 0
    ? `\`do\` must have one of ${names}`
    : `\`do\` has ${given.join(" and ")}, but a delivery can go wrong in one way only; pass one of them`;
}
