import { describeFailure, printable, reduceToClosestBranch } from "../schema/index.js";
import type { Check, Subject } from "./check.js";
import { parameterAt, parameterPart } from "./parameter-place.js";
import { shownValue, withoutValue } from "./shown-value.js";

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    if (reading.kind === "absent") continue;
    if (reading.kind === "unjudged")
      yield { unjudged: `${parameter.in} parameter "${parameter.name}" ${reading.reason}` };
    const place = { part: parameterPart(parameter), at: parameterAt(parameter, subject.exchange), occurrences: 1 };
    const where = `${parameter.in} parameter "${parameter.name}"`;
    const code = `request.${parameter.in}.invalid` as const;
    if (reading.kind === "malformed") {
      const message = `${where} ${reading.reason}`;
      yield { code, message, ...place, contract: parameter.pointer, valueClass: "malformed" };
      continue;
    }
    if (reading.kind !== "value") continue;
    const schema = parameter.schema ?? parameter.content?.schema;
    for (const failure of failuresOf(subject, schema, reading.value)) {
      const { expected, got, valueClass } = describeFailure(failure);
      const value = shownValue(subject, { schema, instance: failure.instance, name: parameter.name, got });
      // What a cookie is for cannot be told from its name.
      const shown = parameter.in === "cookie" ? withoutValue(got) : value;
      const inside = failure.instance === "" ? "" : ` at ${printable(failure.instance)}`;
      yield {
        code,
        message: `${where}${inside}: expected ${expected}, got ${shown}`,
        ...place,
        contract: failure.pointer,
        valueClass,
      };
    }
  }
};

function failuresOf({ schemas }: Subject, schema: string | undefined, value: unknown) {
  if (schema === undefined) return [];
  return reduceToClosestBranch(schemas, "request", schemas.validate(schema, "request", value));
}
