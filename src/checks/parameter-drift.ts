import { type Observation, quote } from "../schema/index.js";
import type { Check, Disagreement, ReadParameter, Subject } from "./check.js";
import { parameterAt, parameterPart } from "./parameter-place.js";
import { unlistedValue } from "./unlisted-value.js";

/**
 * What a parameter shows beyond its schema: `request.path.unlisted`, `request.query.unlisted`, `request.header.unlisted`,
 * `request.cookie.unlisted`, and of objects `request.query.undeclared` and `request.header.undeclared`.
 */
export const parameterDrift: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const told = new Set<string>();
    for (const observation of subject.observe(schema, "request", reading.value)) {
      const described = describe(subject, { parameter, schema, observation });
      const key = `${observation.kind} ${observation.pointer} ${observation.name}`;
      if (described === undefined || told.has(key)) continue;
      told.add(key);
      yield {
        ...described,
        part: parameterPart(parameter),
        at: parameterAt(parameter, subject.exchange),
        contract: observation.pointer,
        declared: observation.declared,
        occurrences: 1,
      };
    }
  }
};

type Observed = Pick<ReadParameter, "parameter"> & { readonly schema: string; readonly observation: Observation };
type Description = Pick<Disagreement, "code" | "message" | "valueClass" | "name">;

function describe(subject: Subject, { parameter, schema, observation }: Observed): Description | undefined {
  const { in: location, name } = parameter;
  const { kind, name: found } = observation;
  if (kind === "unlisted") {
    // What a cookie is for cannot be told from its name.
    const value = unlistedValue(subject, { schema, name, observation, isSecret: location === "cookie" });
    const message = `${location} parameter "${name}": ${value.message}`;
    return { code: `request.${location}.unlisted`, message, valueClass: "unlisted", name: value.name };
  }
  if (kind !== "undeclared" || location === "path" || location === "cookie") return undefined;
  const message = `${location} parameter "${name}": the property ${quote(found)} is not declared`;
  return { code: `request.${location}.undeclared`, message, valueClass: `property ${found}`, name: found };
}
