import { isObject, type Operation } from "../../document/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import type { FaultAction, FaultMatch } from "../requests/faults.js";

export type FaultRuleReading =
  | { readonly kind: "rule"; readonly rule: { readonly match: FaultMatch; readonly do: FaultAction } }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Parses a posted rule. Refuses invalid rules and rules that can never match a request; the reason says what is
 * accepted.
 */
export function readFaultRule(value: unknown, operations: readonly Operation[]): FaultRuleReading {
  if (!isObject(value)) return createRefusal("a fault rule must be an object: { match, do }");
  const problem =
    checkUnknownMembers("the rule", value, ["on", "match", "do"]) ??
    checkMembers("match", value.match ?? {}, MATCH_MEMBERS) ??
    checkCanMatch((value.match ?? {}) as FaultMatch, operations) ??
    checkMembers("do", value.do, ACTION_MEMBERS) ??
    checkAction(value.do as FaultAction);
  if (problem !== undefined) return createRefusal(problem);
  const match = (value.match ?? {}) as FaultMatch;
  const method = match.method === undefined ? {} : { method: match.method.toUpperCase() };
  return { kind: "rule", rule: { match: { ...match, ...method }, do: value.do as FaultAction } };
}

/** The id of the nth rule that is added to a sandbox. */
export function deriveFaultRuleId(seed: string, nth: number): string {
  return deriveUuid(seed, "fault rule", String(nth));
}

export type MemberRule = { readonly accepts: (value: unknown) => boolean; readonly expected: string };

export const TEXT: MemberRule = {
  accepts: (value) => typeof value === "string" && value !== "",
  expected: "a non-empty string",
};
export const TRUE: MemberRule = { accepts: (value) => value === true, expected: "true" };

export function createIntegerRule(least: number, most: number): MemberRule {
  return {
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: `an integer from ${least} to ${most}`,
  };
}

export const FREQUENCY_MEMBERS: Readonly<Record<string, MemberRule>> = {
  nth: createIntegerRule(1, 1_000_000_000),
  times: createIntegerRule(1, 1_000_000_000),
  probability: {
    accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
    expected: "a number above 0 and at most 1",
  },
};

const MATCH_MEMBERS: Readonly<Record<string, MemberRule>> = {
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
};

const ACTION_MEMBERS: Readonly<Record<string, MemberRule>> = {
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
};

const EFFECTS = ["status", "reset", "truncate", "dropResponseAfterCommit"] as const;

export function checkMembers(
  name: string,
  value: unknown,
  members: Readonly<Record<string, MemberRule>>,
): string | undefined {
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

export function checkUnknownMembers(what: string, value: object, known: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  return unknown === undefined
    ? undefined
    : `${what} has the unknown member ${JSON.stringify(unknown.slice(0, 60))}; expected ${known.join(", ")}`;
}

function checkAction(action: FaultAction): string | undefined {
  const given = EFFECTS.filter((name) => action[name] !== undefined);
  if (given.length > 1)
    return `\`do\` has ${given.join(" and ")}, but a request can end in one way only; pass one of them`;
  if (given.length === 0 && action.delay === undefined) return `\`do\` must have delay or one of ${EFFECTS.join(", ")}`;
  const isResponse = action.headers !== undefined || action.body !== undefined;
  if (isResponse && action.status === undefined) return "`do.headers` and `do.body` require `do.status`";
  const isEmpty = action.status === 204 || action.status === 304;
  return isEmpty && action.body !== undefined
    ? `a response with status ${action.status} has no body; omit \`do.body\``
    : undefined;
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

function createRefusal(reason: string): FaultRuleReading {
  return { kind: "refused", reason };
}
