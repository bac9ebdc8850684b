import type { Check } from "./check.js";
import { parameterPart } from "./parameter-place.js";

/** `request.query.missing`, `request.header.missing`, `request.cookie.missing`. */
export const parameterMissing: Check = function* ({ parameters, operation }) {
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "absent" || !parameter.required) continue;
    if (parameter.in === "path") {
      yield { unjudged: `the path parameter "${parameter.name}" does not stand in the template ${operation.path}` };
      continue;
    }
    yield {
      code: `request.${parameter.in}.missing`,
      message: `${parameter.in === "query" ? "query parameter" : parameter.in} "${parameter.name}" is required and missing`,
      part: parameterPart(parameter),
      at: "",
      contract: parameter.pointer,
      valueClass: "missing",
      occurrences: 1,
    };
  }
};
