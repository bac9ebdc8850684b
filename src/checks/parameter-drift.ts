import type { Check } from "./check.js";
import { parameterAt, parameterPart } from "./parameter-place.js";
import { valueDrift } from "./value-drift.js";

/**
 * What a parameter shows beyond its schema: `request.path.unlisted`, `request.query.unlisted`, `request.header.unlisted`,
 * `request.cookie.unlisted`, and of objects `request.path.undeclared`, `request.query.undeclared`,
 * `request.header.undeclared` and `request.cookie.undeclared`.
 */
export const parameterDrift: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const { in: location, name } = parameter;
    const { value } = reading;
    const where = `${location} parameter "${name}"`;
    for (const drift of valueDrift(subject, { side: "request", location, name, where, schema, value }))
      yield { ...drift, part: parameterPart(parameter), at: parameterAt(parameter, subject.exchange) };
  }
};
