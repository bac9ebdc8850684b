import { parsePathTemplate } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import type { Check } from "../check.js";

/** `request.query.undeclared`: a name in the query that belongs to no declared parameter and no security scheme. */
export const queryUndeclared: Check = ({ operation, parameters, queryNames }, report) => {
  if (queryNames.length === 0) return;
  const taken = new Set(parameters.flatMap(({ reading }) => ("names" in reading ? (reading.names ?? []) : [])));
  const declared = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const fixed = parsePathTemplate(operation.path).query.map(({ name }) => name);
  const credentials = operation.security.flat().flatMap(({ scheme }) => {
    if (scheme?.value.in === "query") return [String(scheme.value.name)];
    return scheme?.value.type === "oauth2" || scheme?.value.type === "openIdConnect" ? [ACCESS_TOKEN_PARAMETER] : [];
  });
  for (const name of queryNames) {
    if (taken.has(name) || declared.includes(name) || fixed.includes(name) || credentials.includes(name)) continue;
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
