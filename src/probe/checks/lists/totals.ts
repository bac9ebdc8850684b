import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../../document/index.js";
import { toPrintable, walkReachableSchemas } from "../../../schema/index.js";
import { findListedItems } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

const TOTAL_NAME = /^(total|total_?(count|items|elements|results|size|records))$/i;
const COUNT_NAME = /^(count|number_?of_?elements|page_?count_?of_?items)$/i;

/** The text of a number that is that of the page. */
const PAGE_TEXT = /\b(in|of|on) (this|the) (response|page)\b|\breturned\b/i;

/**
 * Checks the total of a small page against the number of items of the whole listing. Its count is compared with its own items if the
 * spec says that it is that of the page.
 *
 * @param large A page with all items, whose total is that number. Otherwise a total may be a sum of something else.
 */
export function checkTotals(page: ProbeExchange, large: ProbeExchange): CheckFinding | undefined {
  const whole = findListedItems(large)?.length ?? 0;
  const body = readResponseJson(page) as Json | undefined;
  const items = findListedItems(page);
  if (!isAccepted(page) || !isObject(body) || items === undefined) return undefined;
  const all = readResponseJson(large) as Json | undefined;
  const find = (name: RegExp) => Object.entries(body).find(([it, value]) => name.test(it) && Number.isInteger(value));
  const isTotal = (name: string): boolean => isObject(all) && all[name] === whole;
  const [total, count] = [find(TOTAL_NAME), find(COUNT_NAME)];
  const wrong =
    total !== undefined && isTotal(total[0]) && Number(total[1]) < whole
      ? { name: total[0], value: total[1], expected: `at least ${whole}, as the whole listing has` }
      : total !== undefined && count !== undefined && count[1] !== items.length && isOfPage(page, count[0])
        ? { name: count[0], value: count[1], expected: `${items.length}, as the page has; ${total[0]} is the whole` }
        : undefined;
  if (wrong === undefined) return undefined;
  const at = joinPointer("", wrong.name);
  return createProbeFinding(page, {
    ...{ code: "exchange.page.count", at, property: at, valueClass: `small page ${wrong.name}` },
    message: `${toPrintable(wrong.name)} of a page with ${items.length} items is ${String(wrong.value)}; expected ${wrong.expected}`,
  });
}

function isOfPage({ document, operation }: ProbeExchange, name: string): boolean {
  const schemas = operation.responses.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  return [...walkReachableSchemas(document, schemas)].some(({ schema }) => {
    const properties = schema.properties as Json | undefined;
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) && PAGE_TEXT.test(String(property.description ?? ""));
  });
}
