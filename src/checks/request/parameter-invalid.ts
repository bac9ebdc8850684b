import { getParameterLocation, joinPointer } from "../../document/index.js";
import { explainEncoding } from "../../schema/index.js";
import type { Check } from "../check.js";
import { getParameterPart, getParameterPointer } from "../part-pointer.js";
import { listInvalidValues } from "../values/value-drift.js";

/** `request.path.invalid`, `request.query.invalid`, `request.header.invalid`, `request.cookie.invalid`. */
export const parameterInvalid: Check = (context, report) => {
  for (const { parameter, reading, raw } of context.parameters) {
    const { name } = parameter;
    const label = `${parameter.in} parameter "${name}"`;
    if (reading.kind === "not-checked") report({ notValidated: `${label} ${reading.reason}` });
    if (reading.kind !== "malformed" && reading.kind !== "value") continue;
    const location = getParameterLocation(parameter);
    const code = `request.${location}.invalid` as const;
    const explain = (): string | undefined => raw && explainEncoding(context.schemas, parameter, raw);
    const place = {
      part: getParameterPart(parameter),
      at: getParameterPointer(parameter, context.exchange),
      occurrences: 1,
    };
    if (reading.kind === "malformed") {
      const explanation = explain();
      const message = `${label} ${reading.reason}${explanation === undefined ? "" : `; ${explanation}`}`;
      const property = joinPointer("", name);
      report({ code, message, ...place, contract: parameter.pointer, property, valueClass: reading.mode });
      continue;
    }
    const schema = parameter.schema ?? parameter.content?.schema;
    if (schema === undefined) continue;
    const named = { direction: "request", location, name, label, schema, value: reading.value } as const;
    for (const invalid of listInvalidValues(context, named, explain)) report({ code, ...place, ...invalid });
  }
};
