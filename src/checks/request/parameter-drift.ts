import { getParameterLocation } from "../../document/index.js";
import type { Check } from "../check.js";
import { getParameterPart, getParameterPointer } from "../part-pointer.js";
import { findValueDrift } from "../values/value-drift.js";

/**
 * Reports undocumented data in parameters.
 *
 * Values: `request.path.not-in-enum`, `request.query.not-in-enum`, `request.header.not-in-enum`,
 * `request.cookie.not-in-enum`.
 *
 * Properties of objects: `request.path.undeclared`, `request.query.undeclared`, `request.header.undeclared`,
 * `request.cookie.undeclared`.
 */
export const parameterDrift: Check = (context, report) => {
  for (const { parameter, reading } of context.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const { name } = parameter;
    const location = getParameterLocation(parameter);
    const { value } = reading;
    const label = `${location} parameter "${name}"`;
    for (const drift of findValueDrift(context, { direction: "request", location, name, label, schema, value }))
      report({ ...drift, part: getParameterPart(parameter), at: getParameterPointer(parameter, context.exchange) });
  }
};
