import { getParameterLocation, joinPointer, type Parameter } from "../../document/index.js";
import { getSchemaTypes } from "../../schema/index.js";
import type { Check, CheckContext } from "../check.js";
import { getParameterPart } from "../part-pointer.js";
import { isPreflight } from "./preflight.js";

/** `request.query.missing`, `request.header.missing`, `request.cookie.missing`. */
export const parameterMissing: Check = function* (context) {
  const { parameters, operation } = context;
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "absent" || !parameter.required) continue;
    const location = getParameterLocation(parameter);
    if (location === "path") {
      yield { notValidated: `path parameter "${parameter.name}" is not in the path template ${operation.path}` };
      continue;
    }
    if (location !== "query" && isPreflight(context.exchange)) continue;
    if (canBeEmpty(context, parameter)) continue;
    yield {
      code: `request.${location}.missing`,
      message: `${location === "query" ? `${parameter.in} parameter` : location} "${parameter.name}" is required and missing`,
      part: getParameterPart(parameter),
      at: "",
      contract: parameter.pointer,
      property: joinPointer("", parameter.name),
      valueClass: "missing",
      occurrences: 1,
    };
  }
};

/** An exploded form object without properties is serialized as nothing (RFC 6570, section 3.2.1). */
function canBeEmpty({ schemas }: CheckContext, { style, explode, schema }: Parameter): boolean {
  if (style !== "form" || !explode || schema === undefined) return false;
  return [...getSchemaTypes(schemas, schema)].join() === "object" && schemas.isValid(schema, "request", {});
}
