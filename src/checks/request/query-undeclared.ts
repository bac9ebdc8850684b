import { joinPointer, parsePathTemplate } from "../../document/index.js";
import { REDACTED } from "../../exchange/index.js";
import { isSensitiveKey, quote } from "../../schema/index.js";
import type { Check } from "../check.js";

/** `request.query.undeclared`: a name in the query that belongs to no declared parameter and no security scheme. */
export const queryUndeclared: Check = ({ operation, parameters, queryNames, schemas }, report) => {
  if (queryNames.length === 0) return;
  const taken = new Set(parameters.flatMap(({ reading }) => ("names" in reading ? (reading.names ?? []) : [])));
  const declared = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const fixed = parsePathTemplate(operation.path).query.map(({ name }) => name);
  const credentials = operation.security.flat().flatMap(({ scheme }) => {
    if (scheme?.value.in === "query") return [String(scheme.value.name)];
    return scheme?.value.type === "oauth2" || scheme?.value.type === "openIdConnect" ? [ACCESS_TOKEN_PARAMETER] : [];
  });
  const maps = operation.parameters.filter((it) => it.in === "query" && it.style === "form" && it.explode);
  for (const sent of queryNames) {
    if (taken.has(sent) || declared.includes(sent) || fixed.includes(sent) || credentials.includes(sent)) continue;
    const isSecret = maps.some(({ schema }) => isSensitiveKey(schemas, schema, joinPointer("", sent)));
    const name = isSecret ? REDACTED : sent;
    report({
      code: "request.query.undeclared",
      message: `query parameter ${quote(name)} is not declared`,
      part: "request.url",
      at: "",
      contract: operation.pointer,
      valueClass: `query ${name}`,
      name,
      declared: [...declared].sort(),
      occurrences: 1,
    });
  }
};

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.3 */
export const ACCESS_TOKEN_PARAMETER = "access_token";
