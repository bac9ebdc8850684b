import { getParameterLocation, joinPointer, type Parameter } from "../../../document/index.js";
import { canBeAbsent, explainEncoding, quote } from "../../../schema/index.js";
import { getParameterPart, getParameterPointer } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";
import { findValueDrift, listInvalidValues } from "../values/value-findings.js";
import { isPreflight } from "./credentials.js";

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
      message: `${location === "query" ? `${parameter.in} parameter` : location} "${parameter.name}" is required and missing${describeOtherForm(context, parameter)}`,
      part: getParameterPart(parameter),
      at: "",
      contract: parameter.pointer,
      property: joinPointer("", parameter.name),
      valueClass: "missing",
      occurrences: 1,
    });
  }
};

/** The end of the message if the query has the parameter in the form of another style, such as `filter.name` or `ids[]`. */
function describeOtherForm({ queryNames }: CheckContext, { in: location, name, style }: Parameter): string {
  if (location !== "query") return "";
  const mark = queryNames.flatMap((sent) => (sent.startsWith(name) ? [sent.slice(name.length)] : []));
  const found = mark.find((it) => it === "" || it.startsWith("[") || it.startsWith("."));
  if (found === undefined) return "";
  const sent = quote(name + (found === "[]" || found === "" ? found : found.startsWith("[") ? "[…]" : ".…"));
  return `; the query has ${sent}, but the style "${style}" is written as ${quote(style === "deepObject" ? `${name}[…]` : name)}`;
}

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
