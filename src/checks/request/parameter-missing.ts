import { getParameterLocation, joinPointer } from "../../document/index.js";
import { canBeAbsent } from "../../schema/index.js";
import type { Check } from "../check.js";
import { getParameterPart } from "../part-pointer.js";
import { isPreflight } from "./preflight.js";

/** `request.query.missing`, `request.header.missing`, `request.cookie.missing`. */
export const parameterMissing: Check = (context, report) => {
  const { parameters, operation } = context;
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "absent" || !parameter.required) continue;
    const location = getParameterLocation(parameter);
    if (location === "path") {
      report({ notValidated: `path parameter "${parameter.name}" is not in the path template ${operation.path}` });
      continue;
    }
    if (location !== "query" && isPreflight(context.exchange)) continue;
    if (canBeAbsent(context.schemas, parameter)) continue;
    report({
      code: `request.${location}.missing`,
      message: `${location === "query" ? `${parameter.in} parameter` : location} "${parameter.name}" is required and missing`,
      part: getParameterPart(parameter),
      at: "",
      contract: parameter.pointer,
      property: joinPointer("", parameter.name),
      valueClass: "missing",
      occurrences: 1,
    });
  }
};
