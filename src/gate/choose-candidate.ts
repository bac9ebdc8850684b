import type { Operation } from "../document/index.js";
import type { Candidate } from "../match/index.js";
import { readParameter, type Schemas } from "../schema/index.js";

/** The operation that a request is judged by, and those that it may as well belong to. */
export type Chosen = Candidate & { readonly rivals: readonly Operation[] };

/**
 * Of several operations whose templates fit a path, the first whose path parameters fit as well: a number cannot be meant
 * where the other template has a word.
 */
export function chooseCandidate(schemas: Schemas, candidates: readonly [Candidate, ...Candidate[]]): Chosen {
  const fitting = candidates.filter((candidate) => hasFittingPath(schemas, candidate));
  const [chosen = candidates[0], ...others] = fitting;
  return { ...chosen, rivals: others.map(({ operation }) => operation) };
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
