import { getParameterLocation, joinPointer } from "../../document/index.js";
import { describeViolation, reduceToClosestBranch, toPrintable } from "../../schema/index.js";
import type { Check, CheckContext } from "../check.js";
import { getParameterPart, getParameterPointer } from "../part-pointer.js";
import { formatRedactedValue, redactToType } from "../values/redacted-value.js";
import { getNamedPropertyPath } from "../values/value-drift.js";

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = function* (context) {
  for (const { parameter, reading } of context.parameters) {
    if (reading.kind === "absent") continue;
    if (reading.kind === "not-checked")
      yield { notValidated: `${parameter.in} parameter "${parameter.name}" ${reading.reason}` };
    const place = {
      part: getParameterPart(parameter),
      at: getParameterPointer(parameter, context.exchange),
      occurrences: 1,
    };
    const where = `${parameter.in} parameter "${parameter.name}"`;
    const code = `request.${getParameterLocation(parameter)}.invalid` as const;
    if (reading.kind === "malformed") {
      const message = `${where} ${reading.reason}`;
      const property = joinPointer("", parameter.name);
      yield { code, message, ...place, contract: parameter.pointer, property, valueClass: "malformed" };
      continue;
    }
    if (reading.kind !== "value") continue;
    const schema = parameter.schema ?? parameter.content?.schema;
    for (const failure of findViolations(context, schema, reading.value)) {
      const { expected, actual, valueClass } = describeViolation(failure);
      const value = formatRedactedValue(context, {
        schema,
        instance: failure.instance,
        name: parameter.name,
        got: actual,
      });
      // The name of a cookie does not show whether its value is secret.
      const shown = parameter.in === "cookie" ? redactToType(actual) : value;
      const inside = failure.instance === "" ? "" : ` at ${toPrintable(failure.instance)}`;
      yield {
        code,
        message: `${where}${inside}: expected ${expected}, got ${shown}`,
        ...place,
        contract: failure.pointer,
        property: getNamedPropertyPath(context, { name: parameter.name, schema }, failure.instance),
        keyword: failure.keyword,
        valueClass,
      };
    }
  }
};

function findViolations({ schemas }: CheckContext, schema: string | undefined, value: unknown) {
  if (schema === undefined) return [];
  return reduceToClosestBranch(schemas, "request", schemas.validate(schema, "request", value));
}
