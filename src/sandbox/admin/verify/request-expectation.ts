import { isObject, type JsonObject } from "../../../document/index.js";
import { checkMembers, checkUnknownMembers, createIntegerRule, type MemberRule, TEXT } from "../fault-rule.js";

/** What requests to the sandbox are compared with. Members that are left out match every request. */
export type RequestExpectation = {
  readonly operationId?: string;
  readonly method?: string;
  /** `*` stands for any text. */
  readonly path?: string;
  readonly businessId?: string;
  /** The status of the response. */
  readonly status?: number;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects may have further members; arrays have the same items. */
  readonly body?: unknown;
};

/** How many requests have to match; the maximum is unlimited if undefined. */
export type ExpectedCount = { readonly min: number; readonly max?: number };

export type Verification = {
  readonly match: RequestExpectation;
  readonly count: ExpectedCount;
  /** Only requests with a larger id are counted. */
  readonly after: number;
};

const TEXTS: MemberRule = {
  accepts: (value) => isObject(value) && Object.values(value).every((text) => typeof text === "string"),
  expected: "an object of names and texts",
};

const MATCH_MEMBERS: Readonly<Record<string, MemberRule>> = {
  operationId: TEXT,
  method: TEXT,
  path: TEXT,
  businessId: TEXT,
  status: createIntegerRule(100, 599),
  query: TEXTS,
  headers: TEXTS,
  body: { accepts: () => true, expected: "any value" },
};

const COUNT = createIntegerRule(0, 1_000_000);
const COUNT_MEMBERS: Readonly<Record<string, MemberRule>> = { min: COUNT, max: COUNT };

/** Reads the body of a verification. Returns the reason if it is invalid. By default, at least one request has to match. */
export function readVerification(value: JsonObject): Verification | string {
  const { match = {}, count = { min: 1 }, after = 0 } = value;
  const problem =
    checkUnknownMembers("the verification", value, ["match", "count", "after"]) ??
    checkMembers("match", match, MATCH_MEMBERS) ??
    (COUNT.accepts(count) ? undefined : checkMembers("count", count, COUNT_MEMBERS)) ??
    (Number.isInteger(after) && Number(after) >= 0 ? undefined : "`after` must be the id of a request");
  if (problem !== undefined) return problem;
  const { min = 0, max } = isObject(count)
    ? (count as Partial<ExpectedCount>)
    : { min: Number(count), max: Number(count) };
  if (max !== undefined && max < min) return "`count.max` must be at least `count.min`";
  return {
    match: match as RequestExpectation,
    count: { min, ...(max === undefined ? {} : { max }) },
    after: Number(after),
  };
}
