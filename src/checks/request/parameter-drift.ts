import type { Check } from "../check.js";
import { getParameterPart, getParameterPointer } from "../part-pointer.js";
import { findValueDrift } from "../values/value-drift.js";

/**
 * What a parameter shows beyond its schema: `request.path.not-in-enum`, `request.query.not-in-enum`, `request.header.not-in-enum`,
 * `request.cookie.not-in-enum`, and of objects `request.path.undeclared`, `request.query.undeclared`,
 * `request.header.undeclared` and `request.cookie.undeclared`.
 */
export const parameterDrift: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const { in: location, name } = parameter;
    const { value } = reading;
    const label = `${location} parameter "${name}"`;
    for (const drift of findValueDrift(subject, { direction: "request", location, name, label, schema, value }))
      yield { ...drift, part: getParameterPart(parameter), at: getParameterPointer(parameter, subject.exchange) };
  }
};
