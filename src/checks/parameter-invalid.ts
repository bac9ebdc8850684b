import { isSecretName } from "../exchange/index.js";
import { describeFailure, reduceToClosestBranch } from "../schema/index.js";
import type { Check, Subject } from "./check.js";
import { parameterAt, parameterPart } from "./parameter-place.js";
import { shownValue } from "./shown-value.js";

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    if (reading.kind === "absent") continue;
    const place = { part: parameterPart(parameter), at: parameterAt(parameter, subject.exchange), occurrences: 1 };
    const where = `${parameter.in} parameter "${parameter.name}"`;
    const code = `request.${parameter.in}.invalid` as const;
    if (reading.kind === "malformed") {
      const message = `${where} ${isSecretName(parameter.name) ? "cannot be read" : reading.reason}`;
      yield { code, message, ...place, contract: parameter.pointer, valueClass: "malformed" };
      continue;
    }
    for (const failure of failuresOf(subject, parameter.schema ?? parameter.content?.schema, reading.value)) {
      const { expected, got, valueClass } = describeFailure(failure);
      const shown = shownValue(subject, {
        schema: parameter.schema,
        instance: failure.instance,
        name: parameter.name,
        got,
      });
      const inside = failure.instance === "" ? "" : ` at ${failure.instance}`;
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
