import type { CheckFinding } from "../../../checks/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { inferListingFilter } from "../../checks/lists/filter.js";
import { readView } from "../../checks/rule.js";
import { readTokenClaims } from "../../checks/token.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
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
        const result = await session.sendChecked({ operation, request: { ...request, path } });
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

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * Checks that what belongs to one parent is not found below another one (OWASP API1:2023). Only UUIDs count, because other ids may occur
 * below several parents.
 *
 * @param own The same request below the parent that the resource belongs to.
 */
export function checkOtherParent(
  own: ProbeExchange,
  result: ProbeExchange,
  { name, reference }: Pick<PathStep, "name" | "reference">,
): CheckFinding | undefined {
  const { resource } = reference;
  const shared = isAccepted(own) && isAccepted(result) ? findShared(own, result) : undefined;
  if (shared === undefined) return undefined;
  const message = `below another ${resource ?? name} (${toPrintable(name)}), the response has ${toPrintable(shared)}, which belongs to the first one; expected 404 or a list without it`;
  return readView(result).fail("exchange.resource.other", message, `other ${name}`);
}

/** The id of an item that two lists have, or of the resource that two responses show. */
function findShared(own: ProbeExchange, result: ProbeExchange): string | undefined {
  const [items, others] = [own, result].map(findListedItems);
  const ids = new Set(items?.map(getItemIdentity));
  const listed = others?.map(getItemIdentity).find((id) => id !== undefined && UUID.test(id) && ids.has(id));
  if (listed !== undefined || others?.length === 0) return listed;
  // The resource of the path, or what is below it, such as the notes of an order.
  const [then, id = ""] = [own, result].map(({ request: { path } }) => String(Object.values(path).at(-1)));
  const isSame = isSameJson(readResponseJson(own) ?? null, readResponseJson(result) ?? null);
  return isSame && id === then && UUID.test(id) ? id : undefined;
}
