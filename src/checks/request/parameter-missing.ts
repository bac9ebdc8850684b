import { getParameterLocation, joinPointer, type Parameter } from "../../document/index.js";
import { canBeAbsent, quote } from "../../schema/index.js";
import type { Check, CheckContext } from "../check.js";
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
