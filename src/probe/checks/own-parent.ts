import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, type JsonObject, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { splitWords } from "../graph/name-words.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

const PARENT_WORDS = new Set(["parent", "previous", "original", "predecessor"]);

/**
 * Checks that the items of a list that have a parent, such as `parentId`, do not all name themselves. Some service may mark roots like
 * that, so it counts only if other items have no parent.
 */
export function checkOwnParent(result: ProbeExchange): CheckFinding | undefined {
  const items = isAccepted(result) ? (findListedItems(result) ?? []).filter(isObject) : [];
  for (const name of new Set(items.flatMap((item) => Object.keys(item).filter(isParentName)))) {
    const children = items.filter((item) => isPresent(item[name]));
    const isOwn = (item: JsonObject): boolean => isPresent(item.id) && item[name] === item.id;
    if (children.length === 0 || children.length === items.length || !children.every(isOwn)) continue;
    return createProbeFinding(result, {
      code: "exchange.resource.other",
      property: joinPointer("", "*", name),
      message: `${toPrintable(name)} of ${children.length} items is their own id; expected the id of another one`,
      valueClass: `own ${name}`,
    });
  }
  return undefined;
}

function isParentName(name: string): boolean {
  const words = splitWords(name);
  return words.at(-1) === "id" && PARENT_WORDS.has(words[0] ?? "");
}

function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
