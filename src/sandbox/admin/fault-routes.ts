import { isObject, type JsonObject, listOperations, type Operation, parsePointer } from "../../document/index.js";
import { listSchemaDiagnostics } from "../../schema/index.js";
import { takeUuid } from "../context/derived-ids.js";
import { Refusal } from "../context/request-context.js";
import schema from "../faults/fault-rule.schema.json" with { type: "json" };
import {
  type FaultAction,
  type FaultMatch,
  type FaultRule,
  listFaultViews,
  lockFaultRules,
  writeFaultRules,
} from "../faults/fault-rules.js";
import { type AdminChange, type AdminContext, type AdminRequest, readJsonObject } from "./admin-route.js";

/** Every request is matched against each rule, so their number is limited. */
const MAX_RULES = 100;

export async function getFaults({ database }: AdminContext): Promise<object> {
  return { faults: await listFaultViews(database) };
}

export async function postFault({ queries, app }: AdminChange, request: AdminRequest): Promise<object> {
  const operations = listOperations(app.schemas.document).filter(({ kind }) => kind === "path");
  const parsed = parseFaultRule(readJsonObject(request), operations);
  const rules = await lockFaultRules(queries);
  const id = await takeUuid(queries, app, "fault rules", "fault rule");
  const message = `there are ${MAX_RULES} rules, which is the maximum: delete some first`;
  if (rules.length >= MAX_RULES) throw new Refusal(400, "TOO_MANY_FAULTS", message);
  const rule = { id, ...parsed };
  await writeFaultRules(queries, { former: rules, rules: [...rules, rule] });
  return rule;
}

/** Deletes all rules, or the one whose id is in the path. */
export async function deleteFaults({ queries }: AdminChange, _: AdminRequest, id?: string): Promise<object> {
  const rules = await lockFaultRules(queries);
  const left = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
  if (id !== undefined && left.length === rules.length)
    throw new Refusal(404, "UNKNOWN_FAULT", "no fault rule has this id");
  await writeFaultRules(queries, { former: rules, rules: left });
  return { deleted: rules.length - left.length };
}

/**
 * Parses a posted rule, which has no id yet; rules for requests are those without `on`.
 *
 * @throws Refusal for an invalid rule and for one that can never match a request; the message says what is accepted
 */
export function parseFaultRule(value: unknown, operations: readonly Operation[]): Omit<FaultRule, "id"> {
  const problem = findProblem(value, operations);
  if (problem !== undefined) throw new Refusal(400, "INVALID_FAULT", problem);
  const { on, match = {}, do: action } = value as Partial<FaultRule> & Pick<FaultRule, "do">;
  const { method } = match;
  const upperCase = method === undefined ? {} : { method: method.toUpperCase() };
  return { ...(on === "deliveries" ? { on } : {}), match: { ...match, ...upperCase }, do: action };
}

/** The members of `do` that exclude each other. The schema has what each of them can be. */
const EFFECTS = {
  requests: ["status", "reset", "truncate", "dropResponseAfterCommit"],
  deliveries: ["drop", "dropResponse", "duplicate", "delay", "reorder", "truncate", "signature"],
};

function findProblem(value: unknown, operations: readonly Operation[]): string | undefined {
  if (!isObject(value)) return "a fault rule must be an object: { match, do }";
  const { on = "requests", match = {}, do: action } = value;
  if (on !== "requests" && on !== "deliveries") return "`on` must be requests or deliveries";
  const [wrong] = listSchemaDiagnostics(schema[on], value as JsonObject);
  const at = wrong === undefined ? "" : parsePointer(wrong.at).join(".");
  if (wrong !== undefined) return `${at === "" ? "the rule" : `\`${at}\``}: ${wrong.message}`;
  return (
    checkCanMatch(match as FaultMatch, operations) ??
    checkEffects(action as object, on) ??
    checkResponse(action as FaultAction)
  );
}

function checkCanMatch({ operationId, method }: FaultMatch, operations: readonly Operation[]): string | undefined {
  if (operationId === undefined) return undefined;
  const operation = operations.find(({ id }) => id === operationId);
  const ids = operations.map(({ id }) => id);
  if (operation === undefined)
    return `\`match.operationId\` is ${JSON.stringify(operationId.slice(0, 60))}; expected one of ${ids.join(", ")}`;
  // An operation that serves GET also serves HEAD.
  const methods = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
  if (method === undefined || methods.includes(method.toUpperCase())) return undefined;
  return `\`match\` can match no request: ${operationId} has the method ${methods.join(" or ")}, not ${method.toUpperCase()}`;
}

function checkEffects(action: object, on: keyof typeof EFFECTS): string | undefined {
  const names = EFFECTS[on];
  const oneWay = on === "requests" ? "a request can end in one way only" : "a delivery can go wrong in one way only";
  const given = Object.keys(action);
  const exclusive = names.filter((name) => given.includes(name));
  if (exclusive.length > 1) return `\`do\` has ${exclusive.join(" and ")}, but ${oneWay}; pass one of them`;
  if (exclusive.length === 1 || given.includes("delay")) return undefined;
  return `\`do\` must have ${on === "requests" ? "delay or " : ""}one of ${names.join(", ")}`;
}

function checkResponse({ status, headers, body }: FaultAction): string | undefined {
  const framing = Object.keys(headers ?? {}).find((it) => /^(content-length|transfer-encoding|connection)$/i.test(it));
  if (framing !== undefined) return `\`do.headers\` must not have ${framing}, which the sandbox sends`;
  if (body !== undefined && JSON.stringify(body).length > 65_536) return "`do.body` must be at most 64 KiB";
  if ((headers !== undefined || body !== undefined) && status === undefined)
    return "`do.headers` and `do.body` require `do.status`";
  const isEmpty = status === 204 || status === 304;
  return isEmpty && body !== undefined ? `a response with status ${status} has no body; omit \`do.body\`` : undefined;
}
