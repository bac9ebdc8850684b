import type { Operation } from "../../../document/index.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildLargeListing } from "../filters/filter-values.js";
import { walkPages } from "../paging.js";
import type { ScenarioContext } from "../scenario-context.js";

export type Listing = { readonly operation: Operation; readonly request: CaseRequest };

/** The list of the resource without filters, in large pages. */
export function buildListing(
  { document, seeds }: ScenarioContext,
  { list }: ResourceOperations,
  path: CaseRequest["path"],
): Listing | undefined {
  const accepted = list && seeds.get(list)?.accepted;
  if (list === undefined || accepted === undefined) return undefined;
  const parents = Object.fromEntries(
    readPathShape(list.path).steps.map(({ name }) => [name, path[name] ?? accepted.request.path[name]]),
  );
  const query = Object.fromEntries(
    list.parameters.flatMap((it) =>
      it.in === "query" && it.required ? [[it.name, accepted.request.query[it.name]]] : [],
    ),
  );
  const whole = { operation: list, request: { ...accepted.request, path: parents, query } };
  return { operation: list, request: buildLargeListing({ document }, whole) };
}

const MAX_PAGES = 12;

export function walkListing({ operation, request }: Listing, session: TaskSession): Promise<readonly ProbeExchange[]> {
  return walkPages(session, operation, request, MAX_PAGES);
}
