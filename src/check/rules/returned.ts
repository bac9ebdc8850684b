import { asArray, asObject, asString, isObject, type Json, joinPointer, valueAt } from "../../document/index.js";
import { isMask, REDACTED, redactText } from "../../recording/index.js";
import { isEqual, isSensitive, toPrintable } from "../../schema/index.js";
import type { Check } from "./check.js";

/**
 * `exchange.write.lost` in a recording: the response to a write has another value than the request at a location that the spec
 * lists with `x-returns-sent`. Secrets are not compared.
 */
export const checkReturned: Check = ({ exchange, operation, schemas, bodies }, report) => {
  const stated = asObject(valueAt(schemas.root, operation.pointer))?.["x-returns-sent"];
  const { request, response } = bodies;
  const { status } = exchange.response;
  if (stated === undefined || status < 200 || status > 299) return;
  if (request.content.kind !== "value" || response.content.kind !== "value") return;
  const [sent, returned] = [request.content.value as Json, response.content.value as Json];
  if (!isObject(sent) || !isObject(returned)) return;
  asArray(stated).forEach((it, index) => {
    const at = asString(it) ?? "";
    const values = [valueAt(sent, at), valueAt(returned, at)];
    const [own, other] = values;
    if (own === undefined || other === undefined || isEqual(own, other)) return;
    if (values.some(isHidden) || isSensitive(schemas, request.media?.schema, at)) return;
    const format = (value: Json): string => toPrintable(redactText(JSON.stringify(value)));
    report({
      code: "exchange.write.lost",
      message: `${toPrintable(at)} is returned as ${format(other)}; the request has ${format(own)}`,
      part: "response.body",
      at,
      contract: joinPointer(operation.pointer, "x-returns-sent", String(index)),
      property: at,
      valueClass: "returned",
      occurrences: 1,
    });
  });
};

function isHidden(value: Json | undefined): boolean {
  return typeof value === "string" && (isMask(value) || value.includes(REDACTED));
}
