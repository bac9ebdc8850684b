import { getParameterLocation, joinPointer } from "../../document/index.js";
import { describeViolation, type ParameterReading, reduceToClosestBranch, toPrintable } from "../../schema/index.js";
import type { Check, CheckContext } from "../check.js";
import { getParameterPart, getParameterPointer } from "../part-pointer.js";
import { formatRedactedValue, redactToType } from "../values/redacted-value.js";
import { getNamedPropertyPath } from "../values/value-drift.js";

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = (context, report) => {
  for (const { parameter, reading } of context.parameters) {
    if (reading.kind === "not-checked")
      report({ notValidated: `${parameter.in} parameter "${parameter.name}" ${reading.reason}` });
    const schema = parameter.schema ?? parameter.content?.schema;
    const failures = findViolations(context, schema, reading);
    if (reading.kind !== "malformed" && failures.length === 0) continue;
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
      report({ code, message, ...place, contract: parameter.pointer, property, valueClass: reading.mode });
      continue;
    }
    for (const failure of failures) {
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
      report({
        code,
        message: `${where}${inside}: expected ${expected}, got ${shown}`,
        ...place,
        contract: failure.pointer,
        property: getNamedPropertyPath(context, { name: parameter.name, schema }, failure.instance),
        keyword: failure.keyword,
        valueClass,
      });
    }
  }
};

function findViolations({ schemas }: CheckContext, schema: string | undefined, reading: ParameterReading) {
  if (schema === undefined || reading.kind !== "value") return [];
  return reduceToClosestBranch(schemas, "request", schemas.validate(schema, "request", reading.value));
}
