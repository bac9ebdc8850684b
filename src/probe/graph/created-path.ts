import type { Operation } from "../../document/index.js";
import { getCombinedHeader } from "../../exchange/index.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import { createTemplateMatcher, readPathShape } from "./path-shape.js";
import { findItemId, listResources } from "./response-values.js";

/**
 * The path values of a resource that an accepted request has created: from the request if it chose them, from the body
 * of the response, or from `Location`. Undefined if none of them shows an id.
 *
 * @param target An operation on the resource.
 */
export function findCreatedPath(
  target: Pick<Operation, "path">,
  { operation, request, exchange, ...result }: ProbeExchange,
): CaseRequest["path"] | undefined {
  const { steps, key } = readPathShape(target.path);
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const used = readPathShape(operation.path);
  // Parameters are compared by position, because operations may name them differently.
  const parents = Object.fromEntries(
    steps.slice(0, -1).map(({ name }, at) => [name, request.path[used.steps[at]?.name ?? ""]]),
  );
  if (used.key === key) return { ...parents, [last.name]: request.path[used.steps.at(-1)?.name ?? ""] };
  const [created] = listResources({ operation, request, exchange, ...result });
  const id = created === undefined ? undefined : findItemId(created, last);
  if (id !== undefined) return { ...parents, [last.name]: id };
  const location = getCombinedHeader(exchange.response.headers, "location");
  const found = createTemplateMatcher([target.path])(location ?? "").find((it) => it.key === key);
  return found === undefined ? undefined : Object.fromEntries(steps.map(({ name }, at) => [name, found.values[at]]));
}
