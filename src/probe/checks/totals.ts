import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

const TOTAL_NAME = /^(total|total_?(count|items|elements|results|size|records))$/i;
const COUNT_NAME = /^(count|number_?of_?elements|page_?count_?of_?items)$/i;

/**
 * Checks the total of a small page against the number of items of the whole listing, and its count against its own items, if it has a
 * total too.
 */
export function checkTotals(page: ProbeExchange, whole: number): CheckFinding | undefined {
  const body = readResponseJson(page) as Json | undefined;
  const items = findListedItems(page);
  if (!isAccepted(page) || !isObject(body) || items === undefined) return undefined;
  const find = (name: RegExp) => Object.entries(body).find(([it, value]) => name.test(it) && Number.isInteger(value));
  const [total, count] = [find(TOTAL_NAME), find(COUNT_NAME)];
  const wrong =
    total !== undefined && Number(total[1]) < whole
      ? { name: total[0], value: total[1], expected: `at least ${whole}, as the whole listing has` }
      : total !== undefined && count !== undefined && count[1] !== items.length
        ? { name: count[0], value: count[1], expected: `${items.length}, as the page has; ${total[0]} is the whole` }
        : undefined;
  if (wrong === undefined) return undefined;
  const at = joinPointer("", wrong.name);
  return createProbeFinding(page, {
    ...{ code: "exchange.page.count", at, property: at, valueClass: `small page ${wrong.name}` },
    message: `${toPrintable(wrong.name)} of a page with ${items.length} items is ${String(wrong.value)}; expected ${wrong.expected}`,
  });
}
