import { isObject, type Json, type JsonObject, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { splitWords } from "../graph/name-words.js";
import { defineAcceptedRule } from "./rule.js";

const PARENT_WORDS = new Set(["parent", "previous", "original", "predecessor"]);

/**
 * Checks that the items of a list that have a parent, such as `parentId`, do not all name themselves. Some service may mark roots like
 * that, so it counts only if other items have no parent.
 */
export const checkOwnParent = defineAcceptedRule((result) => {
  const items = result.items.filter(isObject);
  for (const name of new Set(items.flatMap((item) => Object.keys(item).filter(isParentName)))) {
    const children = items.filter((item) => isPresent(item[name]));
    const isOwn = (item: JsonObject): boolean => isPresent(item.id) && item[name] === item.id;
    if (children.length === 0 || children.length === items.length || !children.every(isOwn)) continue;
    const message = `${toPrintable(name)} of ${children.length} items is their own id; expected the id of another one`;
    return result.fail("exchange.resource.other", message, `own ${name}`, { property: joinPointer("", "*", name) });
  }
  return undefined;
});

function isParentName(name: string): boolean {
  const words = splitWords(name);
  return words.at(-1) === "id" && PARENT_WORDS.has(words[0] ?? "");
}

function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
