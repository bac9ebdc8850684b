import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { findListedItems, findResponseLink, getItemIdentity } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/**
 * Checks that links of listed items whose `href` is an id lead to something: some response has an object with that id. It counts only if the
 * listing is complete, and no link of it leads anywhere.
 */
export function checkDeadLinks(results: readonly ProbeExchange[]): readonly DeadLink[] {
  const known = new Set(results.flatMap((it) => [...listIds((readResponseJson(it) ?? null) as Json)]));
  return results.filter(isAccepted).flatMap((result): DeadLink[] => {
    const items = findListedItems(result) ?? [];
    const links = items.flatMap((item) => listLinks(item));
    const dead = links.filter((it) => !known.has(it.toLowerCase()));
    const [first] = dead;
    if (first === undefined || dead.length < links.length || findResponseLink(result, "next") !== undefined) return [];
    const finding = createProbeFinding(result, {
      code: "exchange.resource.differs",
      property: joinPointer("", "*", "links", "*", "href"),
      message: `${dead.length} links of items lead to nothing: no response has the id ${toPrintable(first)} of their href`,
      valueClass: "dead link",
    });
    return [{ result, finding }];
  });
}

export type DeadLink = { readonly result: ProbeExchange; readonly finding: CheckFinding };

function listLinks(item: Json): readonly string[] {
  const links = isObject(item) ? item.links : undefined;
  return (Array.isArray(links) ? links : []).flatMap((link: Json) =>
    isObject(link) && typeof link.href === "string" && UUID_PATTERN.test(link.href) ? [link.href] : [],
  );
}

function* listIds(value: Json): Iterable<string> {
  const id = getItemIdentity(value);
  if (id !== undefined) yield id.toLowerCase();
  if (Array.isArray(value) || isObject(value)) for (const it of Object.values(value)) yield* listIds(it as Json);
}
