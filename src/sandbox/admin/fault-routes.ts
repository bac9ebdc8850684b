import { isObject, listOperations, type Operation } from "../../document/index.js";
import { takeUuid } from "../context/derived-ids.js";
import { Refusal } from "../context/request-context.js";
import {
  type FaultAction,
  type FaultMatch,
  type FaultRule,
  listFaultViews,
  lockFaultRules,
  writeFaultRules,
} from "../faults/fault-rules.js";
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

function findProblem(value: unknown, operations: readonly Operation[]): string | undefined {
  if (!isObject(value)) return "a fault rule must be an object: { match, do }";
  const { on = "requests", match = {}, do: action } = value;
  if (on !== "requests" && on !== "deliveries") return "`on` must be requests or deliveries";
  const members = MEMBERS[on];
  return (
    checkUnknownMembers("the rule", value, ["on", "match", "do"]) ??
    checkMembers("match", match, members.match) ??
    checkCanMatch(match as FaultMatch, operations) ??
    checkMembers("do", action, members.do) ??
    checkEffects(action as object, members) ??
    checkResponse(action as FaultAction)
  );
}

type MemberRule = { readonly accepts: (value: unknown) => boolean; readonly expected: string };
type MemberRules = Readonly<Record<string, MemberRule>>;

const TEXT: MemberRule = {
  accepts: (value) => typeof value === "string" && value !== "",
  expected: "a non-empty string",
};
const TRUE: MemberRule = { accepts: (value) => value === true, expected: "true" };

function createIntegerRule(least: number, most: number): MemberRule {
  return {
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: `an integer from ${least} to ${most}`,
  };
}

const FREQUENCY_MEMBERS: MemberRules = {
  nth: createIntegerRule(1, 1_000_000_000),
  times: createIntegerRule(1, 1_000_000_000),
  probability: {
    accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
    expected: "a number above 0 and at most 1",
  },
};

const SIGNATURES: readonly unknown[] = ["wrong", "old", "missing"];

/** 30 days, as long as deliveries are kept. */
const MAX_DELIVERY_DELAY = 30 * 86_400_000;

type RuleMembers = {
  readonly match: MemberRules;
  readonly do: MemberRules;
  /** The members of `do` that exclude each other. */
  readonly effects: readonly string[];
  /** Why they do. */
  readonly oneWay: string;
};

const MEMBERS: Readonly<Record<"requests" | "deliveries", RuleMembers>> = {
  requests: {
    match: {
      method: {
        accepts: (value) => typeof value === "string" && /^[a-z]+$/i.test(value),
        expected: "a method such as PUT",
      },
      path: {
        accepts: (value) => typeof value === "string" && /^[/*]/.test(value) && value.length <= 1000,
        expected: "a path such as /businesses/*/orders",
      },
      operationId: TEXT,
      businessId: TEXT,
      ...FREQUENCY_MEMBERS,
    },
    do: {
      delay: createIntegerRule(0, 60_000),
      status: createIntegerRule(200, 599),
      headers: {
        accepts: isHeaderObject,
        expected: "an object of header names and values, without Content-Length, Transfer-Encoding and Connection",
      },
      body: { accepts: (value) => JSON.stringify(value).length <= 65_536, expected: "at most 64 KiB" },
      reset: TRUE,
      truncate: createIntegerRule(0, 1_000_000_000),
      dropResponseAfterCommit: TRUE,
    },
    effects: ["status", "reset", "truncate", "dropResponseAfterCommit"],
    oneWay: "a request can end in one way only",
  },
  deliveries: {
    match: {
      ...{ eventType: TEXT, hookId: TEXT, businessId: TEXT, orderId: TEXT, attempt: createIntegerRule(1, 1000) },
      ...FREQUENCY_MEMBERS,
    },
    do: {
      drop: TRUE,
      dropResponse: TRUE,
      duplicate: createIntegerRule(1, 10),
      delay: createIntegerRule(1, MAX_DELIVERY_DELAY),
      reorder: TRUE,
      truncate: createIntegerRule(0, 1_000_000),
      signature: { accepts: (value) => SIGNATURES.includes(value), expected: `one of ${SIGNATURES.join(", ")}` },
    },
    effects: ["drop", "dropResponse", "duplicate", "delay", "reorder", "truncate", "signature"],
    oneWay: "a delivery can go wrong in one way only",
  },
};

function checkMembers(name: string, value: unknown, members: MemberRules): string | undefined {
  if (!isObject(value)) return `\`${name}\` must be an object with some of ${Object.keys(members).join(", ")}`;
  const unknown = checkUnknownMembers(`\`${name}\``, value, Object.keys(members));
  if (unknown !== undefined) return unknown;
  const wrong = Object.entries(value).find(([member, given]) => members[member]?.accepts(given) === false);
  return wrong === undefined ? undefined : `\`${name}.${wrong[0]}\` must be ${members[wrong[0]]?.expected}`;
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

function checkUnknownMembers(what: string, value: object, known: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  return unknown === undefined
    ? undefined
    : `${what} has the unknown member ${JSON.stringify(unknown.slice(0, 60))}; expected ${known.join(", ")}`;
}

function checkEffects(action: object, { effects, oneWay, do: members }: RuleMembers): string | undefined {
  const given = Object.keys(action);
  const exclusive = effects.filter((name) => given.includes(name));
  if (exclusive.length > 1) return `\`do\` has ${exclusive.join(" and ")}, but ${oneWay}; pass one of them`;
  if (exclusive.length === 1 || given.includes("delay")) return undefined;
  const delay = members.delay !== undefined && !effects.includes("delay") ? "delay or " : "";
  return `\`do\` must have ${delay}one of ${effects.join(", ")}`;
}

function checkResponse({ status, headers, body }: FaultAction): string | undefined {
  if ((headers !== undefined || body !== undefined) && status === undefined)
    return "`do.headers` and `do.body` require `do.status`";
  const isEmpty = status === 204 || status === 304;
  return isEmpty && body !== undefined ? `a response with status ${status} has no body; omit \`do.body\`` : undefined;
}

function isHeaderObject(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, text]) =>
        /^(?!(?:content-length|transfer-encoding|connection)$)[\w!#$%&'*+.^`|~-]{1,100}$/i.test(name) &&
        typeof text === "string" &&
        /^[\t\x20-\x7e]{0,1000}$/.test(text),
    )
  );
}
