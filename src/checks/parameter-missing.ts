import type { Parameter } from "../document/index.js";
import { schemaTypes } from "../schema/index.js";
import type { Check, Subject } from "./check.js";
import { parameterPart } from "./parameter-place.js";
import { isPreflight } from "./preflight.js";
import { isStripped, WHY_STRIPPED } from "./stripped-credentials.js";

/** `request.query.missing`, `request.header.missing`, `request.cookie.missing`. */
export const parameterMissing: Check = function* (subject) {
  const { parameters, operation } = subject;
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "absent" || !parameter.required) continue;
    if (parameter.in === "path") {
      yield { unjudged: `the path parameter "${parameter.name}" does not stand in the template ${operation.path}` };
      continue;
    }
    if (parameter.in !== "query" && isPreflight(subject.exchange)) continue;
    if (mayBeNothing(subject, parameter)) continue;
    if (parameter.in === "cookie" && isStripped(subject)) {
      yield { unjudged: `the required cookie "${parameter.name}": ${WHY_STRIPPED}` };
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

/** An object without properties, spread over the query, is written as nothing (RFC 6570, section 3.2.1). */
function mayBeNothing({ schemas }: Subject, { style, explode, schema }: Parameter): boolean {
  if (style !== "form" || !explode || schema === undefined) return false;
  return [...schemaTypes(schemas, schema)].join() === "object" && schemas.isValid(schema, "request", {});
}
