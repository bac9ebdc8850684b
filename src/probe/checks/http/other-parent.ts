import type { CheckFinding } from "../../../checks/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import type { PathStep } from "../../graph/path-shape.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

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
  return createProbeFinding(result, {
    code: "exchange.resource.other",
    message: `below another ${resource ?? name} (${toPrintable(name)}), the response has ${toPrintable(shared)}, which belongs to the first one; expected 404 or a list without it`,
    valueClass: `other ${name}`,
  });
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
