import { checkOtherParent } from "../../checks/http/other-parent.js";
import { inferListingFilter } from "../../checks/lists/filter.js";
import { checkServiceResponse } from "../../checks/response.js";
import { readTokenClaims } from "../../checks/token.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems } from "../../session/listing-body.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { buildLargeListing, listSelectiveValues, setFilter } from "../filters/filter-values.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

/**
 * Creates scenarios that read what belongs to one parent below another one that the token may access too. Such parents are those of a claim
 * with several ids, such as `shopIds` for the parameter `shopId`.
 */
export function createOtherParentScenarios(context: ScenarioContext): ProbeTask[] {
  return listReadOperations(context).flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const [step] = readPathShape(operation.path).steps;
    const other = base && step && findOtherParent(base, step);
    if (base === undefined || step === undefined || other === undefined) return [];
    const run = async (session: TaskSession): Promise<void> => {
      const large = buildLargeListing(context, base);
      const own = await session.send({ operation, request: large });
      for (const request of [large, ...listFiltered(context, own)]) {
        const path = { ...request.path, [step.name]: other };
        const result = await session.send({ operation, request: { ...request, path } });
        session.report(result, checkServiceResponse(result));
        session.report(result, checkOtherParent(own, result, step));
      }
    };
    return [{ id: `stateful/${operation.id}/other-parent`, run }];
  });
}

export function findOtherParent(base: ProbeExchange, { name }: PathStep): string | undefined {
  return findOtherClaim(base, base.request.path[name]);
}

/** Another id in the claim of the token that has an id. */
export function findOtherClaim({ exchange }: ProbeExchange, own: unknown): string | undefined {
  const claims = readTokenClaims(exchange.request);
  const ids = Object.values(claims).find((it) => Array.isArray(it) && it.includes(own as string));
  const other = Array.isArray(ids) ? ids.find((it) => typeof it === "string" && it !== own) : undefined;
  return typeof other === "string" ? other : undefined;
}

/** Requests that find some of the items by each filter. */
function listFiltered({ document }: ScenarioContext, own: ProbeExchange): readonly CaseRequest[] {
  const items = findListedItems(own) ?? [];
  return own.operation.parameters.flatMap((parameter) => {
    const filter = inferListingFilter(document, own.operation, parameter);
    const [value] = filter === undefined ? [] : listSelectiveValues(filter, items);
    return filter === undefined || value === undefined ? [] : [setFilter(own.request, filter, value)];
  });
}
