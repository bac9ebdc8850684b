import type { Check } from "./check.js";
import { parameterAt, parameterPart } from "./parameter-place.js";
import { unlistedValue } from "./unlisted-value.js";

/** `request.path.unlisted`, `request.query.unlisted`, `request.header.unlisted`, `request.cookie.unlisted`. */
export const parameterUnlisted: Check = function* (subject) {
  for (const { parameter, reading } of subject.parameters) {
    if (reading.kind !== "value" || parameter.schema === undefined) continue;
    for (const observation of subject.observe(parameter.schema, "request", reading.value)) {
      if (observation.kind !== "unlisted") continue;
      // What a cookie is for cannot be told from its name.
      const isSecret = parameter.in === "cookie";
      const value = unlistedValue(subject, { schema: parameter.schema, name: parameter.name, observation, isSecret });
      yield {
        code: `request.${parameter.in}.unlisted`,
        message: `${parameter.in} parameter "${parameter.name}": ${value.message}`,
        part: parameterPart(parameter),
        at: parameterAt(parameter, subject.exchange),
        contract: observation.pointer,
        valueClass: "unlisted",
        name: value.name,
        declared: observation.declared,
        occurrences: 1,
      };
    }
  }
};
