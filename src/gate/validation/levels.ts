import { CODES, type FindingCode, type Level } from "../../checks/index.js";

/** A level other than the usual one, for findings that fit all that is said. */
export type LevelRule = {
  /** A code, or the beginning of some with a star. */
  readonly code: string;
  readonly operation?: string;
  /** `404`, `4XX`. */
  readonly status?: string | number;
  readonly level: Level;
};

/** The level of a code for an answer of an operation. */
export type LevelResolver = (code: FindingCode, operationId: string | undefined, status: number) => Level;

/** The last rule that fits decides; without any, the level that the code has by itself. */
export function createLevelResolver(rules: readonly LevelRule[] = []): LevelResolver {
  if (rules.length === 0) return (code) => CODES[code].level;
  const lastFirst = [...rules].reverse();
  return (code, operationId, status) => {
    const rule = lastFirst.find(
      (it) =>
        matchesCodePattern(it.code, code) &&
        (it.operation === undefined || it.operation === operationId) &&
        (it.status === undefined || matchesStatusPattern(String(it.status), String(status))),
    );
    return rule?.level ?? CODES[code].level;
  };
}

export function matchesCodePattern(pattern: string, code: string): boolean {
  return pattern.endsWith("*") ? code.startsWith(pattern.slice(0, -1)) : pattern === code;
}

function matchesStatusPattern(pattern: string, status: string): boolean {
  return pattern.endsWith("XX") ? status[0] === pattern[0] : pattern === status;
}
