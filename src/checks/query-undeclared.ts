import { quote } from "../schema/index.js";
import type { Check } from "./check.js";

/** `request.query.undeclared`: a name in the query that no declared parameter, and no credential, takes up. */
export const queryUndeclared: Check = function* ({ operation, parameters, queryNames }) {
  if (queryNames.length === 0) return;
  const taken = new Set(parameters.flatMap(({ reading }) => ("names" in reading ? reading.names : [])));
  const declared = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const credentials = operation.security
    .flat()
    .flatMap(({ scheme }) => (scheme?.value.in === "query" ? [String(scheme.value.name)] : []));
  for (const name of queryNames) {
    if (taken.has(name) || declared.includes(name) || credentials.includes(name)) continue;
    yield {
      code: "request.query.undeclared",
      message: `query parameter ${quote(name)} is not declared`,
      part: "request.url",
      at: "",
      contract: operation.pointer,
      valueClass: `query ${name}`,
      name,
      declared: [...declared].sort(),
      occurrences: 1,
    };
  }
};
