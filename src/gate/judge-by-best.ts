import type { Operation } from "../document/index.js";
import type { Candidate } from "../match/index.js";
import { readParameter, type Schemas } from "../schema/index.js";
import type { Judgement, Verdict } from "./contract.js";

/** Judges by one operation; `rivals` are those that the request may as well belong to. */
export type JudgeBy = (candidate: Candidate, rivals: readonly Operation[]) => Judgement;

/**
 * Of several operations whose templates fit a path, an exchange belongs to the one that it keeps: it is at fault only
 * where it breaks them all. Those whose path parameters do not fit are left out first: a number cannot be meant where
 * the other template has a word.
 */
export function judgeByBest(
  schemas: Schemas,
  candidates: readonly [Candidate, ...Candidate[]],
  judge: JudgeBy,
): Judgement {
  const [first = candidates[0], ...others] = candidates
    .map((candidate) => withFittingPath(schemas, candidate))
    .filter((candidate) => hasFittingPath(schemas, candidate));
  if (others.length === 0) return judge(first, []);
  const judged = [first, ...others].map((candidate) => ({ candidate, worth: worthOf(judge(candidate, [])) }));
  const best = judged.reduce((one, other) => (compare(other.worth, one.worth) < 0 ? other : one));
  const isBroken = best.worth[0] === VERDICTS.failed;
  // Where it keeps one better than the others, that one was meant; of what it breaks, nobody can tell.
  const rivals = judged.filter((it) => it !== best && (isBroken || compare(it.worth, best.worth) === 0));
  return judge(
    best.candidate,
    rivals.map(({ candidate }) => candidate.operation),
  );
}

/** Where a path can be cut in several ways, such as `{name}.{ext}`, it was written by one whose values fit. */
export function withFittingPath(schemas: Schemas, candidate: Candidate): Candidate {
  if (candidate.otherPaths === undefined || hasFittingPath(schemas, candidate)) return candidate;
  const others = candidate.otherPaths().map((path) => ({ ...candidate, path }));
  return others.find((other) => hasFittingPath(schemas, other)) ?? candidate;
}

const VERDICTS: Readonly<Record<Verdict, number>> = { passed: 0, partial: 1, skipped: 2, failed: 3 };

/** The verdict, then how much there is to tell; the smaller the better. */
type Worth = readonly [verdict: number, errors: number, refused: number, drift: number];

function worthOf({ verdict, findings, refused }: Judgement): Worth {
  const errors = findings.filter(({ level }) => level === "error").length;
  return [VERDICTS[verdict], errors, refused.length, findings.length - errors];
}

function compare(one: Worth, other: Worth): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

function hasFittingPath(schemas: Schemas, { operation, path }: Candidate): boolean {
  return operation.parameters.every((parameter) => {
    const text = parameter.in === "path" ? path.get(parameter.name) : undefined;
    if (text === undefined) return true;
    const reading = readParameter(schemas, parameter, { in: "path", text });
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return reading.kind !== "malformed";
    return schemas.isValid(schema, "request", reading.value);
  });
}
