import type { Operation } from "../../document/index.js";
import type { OperationMatch } from "../../match/index.js";
import { readParameter, type Schemas } from "../../schema/index.js";
import type { ExchangeResult, Verdict } from "./exchange-result.js";

/** Checks an exchange against one operation; `ambiguousOperations` are the others that it may belong to. */
export type OperationValidator = (
  candidate: OperationMatch,
  ambiguousOperations: readonly Operation[],
) => ExchangeResult;

/**
 * Selects one of several operations whose templates match a path: the one with the best result, so that an exchange fails
 * only if it fails for all. Operations whose path parameters are invalid are excluded first.
 */
export function resolveAmbiguousOperation(
  schemas: Schemas,
  candidates: readonly [OperationMatch, ...OperationMatch[]],
  validate: OperationValidator,
): ExchangeResult {
  const [first = candidates[0], ...others] = candidates
    .map((candidate) => pickFittingPath(schemas, candidate))
    .filter((candidate) => hasFittingPath(schemas, candidate));
  if (others.length === 0) return validate(first, []);
  const results = [first, ...others].map((candidate) => ({
    candidate,
    worth: getMatchQuality(validate(candidate, [])),
  }));
  const best = results.reduce((one, other) => (compareQuality(other.worth, one.worth) < 0 ? other : one));
  const isViolation = best.worth[0] === VERDICT_RANK.failed;
  // If the best result passes, only equally good operations are ambiguous. If it fails, all are.
  const ambiguous = results.filter((it) => it !== best && (isViolation || compareQuality(it.worth, best.worth) === 0));
  return validate(
    best.candidate,
    ambiguous.map(({ candidate }) => candidate.operation),
  );
}

/** If a path can be split in several ways, such as for `{name}.{ext}`, selects one with valid values. */
export function pickFittingPath(schemas: Schemas, candidate: OperationMatch): OperationMatch {
  if (candidate.alternativePaths === undefined || hasFittingPath(schemas, candidate)) return candidate;
  const others = candidate.alternativePaths().map((path) => ({ ...candidate, path }));
  return others.find((other) => hasFittingPath(schemas, other)) ?? candidate;
}

const VERDICT_RANK: Readonly<Record<Verdict, number>> = { passed: 0, partial: 1, skipped: 2, failed: 3 };

/** The verdict, then the numbers of findings; smaller is better. */
type MatchQuality = readonly [verdict: number, errors: number, refused: number, drift: number];

function getMatchQuality({ verdict, findings, refused }: ExchangeResult): MatchQuality {
  const errors = findings.filter(({ level }) => level === "error").length;
  return [VERDICT_RANK[verdict], errors, refused.length, findings.length - errors];
}

function compareQuality(one: MatchQuality, other: MatchQuality): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

function hasFittingPath(schemas: Schemas, { operation, path }: OperationMatch): boolean {
  return operation.parameters.every((parameter) => {
    const text = parameter.in === "path" ? path.get(parameter.name) : undefined;
    if (text === undefined) return true;
    const reading = readParameter(schemas, parameter, { in: "path", text });
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return reading.kind !== "malformed";
    return schemas.isValid(schema, "request", reading.value);
  });
}
