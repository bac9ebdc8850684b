import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/response-values.js";
import { getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/** Checks that the lists inside of a listed item are as long as those of the resource itself. */
export function checkListedWhole(
  listed: ProbeExchange,
  item: JsonObject,
  single: ProbeExchange,
): CheckFinding | undefined {
  const shown = isAccepted(single) ? openEnvelope((readResponseJson(single) ?? null) as Json) : null;
  const found = findOtherLength(item, shown, "");
  if (found === undefined) return undefined;
  const { at, lengths } = found;
  const property = at.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  return createProbeFinding(listed, {
    ...{ code: "exchange.resource.differs", property, valueClass: `length of ${property}` },
    message: `${toPrintable(at)} of the item ${toPrintable(getItemIdentity(item) ?? "")} has ${lengths[0]} entries in the list, but ${lengths[1]} in ${single.operation.id}; expected the same`,
  });
}

type OtherLength = { readonly at: Pointer; readonly lengths: readonly [number, number] };

function findOtherLength(item: Json | undefined, shown: Json | undefined, at: Pointer): OtherLength | undefined {
  if (Array.isArray(item) && Array.isArray(shown)) {
    if (item.length !== shown.length) return { at, lengths: [item.length, shown.length] };
    for (const [index, it] of item.entries()) {
      const found = findOtherLength(it, shown[index], joinPointer(at, index));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(item) || !isObject(shown)) return undefined;
  for (const [name, value] of Object.entries(item)) {
    const isLink = name === "links" || name === "_links";
    const found = isLink ? undefined : findOtherLength(value, shown[name], joinPointer(at, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
