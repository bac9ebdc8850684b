import { matchesCodePattern } from "../../document/index.js";
import { matchesStatus } from "../router/documented-parts.js";
import { CODES, type FindingCode, type Level } from "../rules/codes.js";

/** Overrides the level of findings that match all given fields. */
export type LevelRule = {
  /** A code, or a prefix followed by `*`. */
  readonly code: string;
  readonly operation?: string | undefined;
  /** Such as `404` or `4XX`. */
  readonly status?: string | number | undefined;
  readonly level: Level;
};

/** Returns the level of a code for an operation and a response status. */
export type LevelResolver = {
  (code: FindingCode, operationId: string | undefined, status: number): Level;
  /** Whether a rule names both code and status, so that it also applies where the code is not reported by default. */
  readonly hasStatusRule: (code: FindingCode, status: number) => boolean;
};

/** The last matching rule applies; without one, the default level of the code. A prefix never enables a code that is off. */
export function createLevelResolver(rules: readonly LevelRule[] = []): LevelResolver {
  const lastFirst = [...rules].reverse();
  const resolve = (code: FindingCode, operationId: string | undefined, status: number): Level => {
    const rule = lastFirst.find(
      (it) =>
        (CODES[code].level === "off" ? it.code === code : matchesCodePattern(it.code, code)) &&
        (it.operation === undefined || it.operation === operationId) &&
        (it.status === undefined || matchesStatus(String(it.status), status)),
    );
    return rule?.level ?? CODES[code].level;
  };
  const hasStatusRule = (code: FindingCode, status: number): boolean =>
    rules.some((it) => it.status !== undefined && it.code === code && matchesStatus(String(it.status), status));
  return Object.assign(rules.length === 0 ? (code: FindingCode): Level => CODES[code].level : resolve, {
    hasStatusRule,
  });
}
