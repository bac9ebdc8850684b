import { asObject, type Document, type Operation, parsePointer, valueAt } from "../../document/index.js";
import { Code, type CodeValue } from "../code.js";
import { UnsupportedByClientError } from "../unsupported-by-client-error.js";
import { assertListExists } from "./assert-list.js";
import type { ClientConfig, ListConfig } from "./client-config.js";
import { readListLink } from "./list-links.js";
import { pickFreeName, toIdentifier } from "./operation-names.js";
import { isTimeParameter } from "./parameters.js";
import { formatCallOf, formatReference } from "./runtime-code.js";

/** The method of a client that iterates over a list. */
export type ListMethod = { readonly name: string; readonly items: string; readonly code: Code };

/**
 * Describes the method that iterates over the list of an operation, from the configuration, `x-paging` or `links`;
 * undefined if none says how it continues.
 *
 * @param taken names of methods; the new name is added
 * @throws GenerateError when the configuration names parameters or locations that the operation does not have
 */
export function describeList(
  document: Document,
  operation: Operation,
  config: ClientConfig,
  taken: Set<string>,
): ListMethod | undefined {
  const extension = asObject(valueAt(document.root, `${operation.pointer}/x-paging`));
  const configured = config.lists?.[operation.id];
  const hasOwn = configured !== undefined || extension !== undefined;
  const list = hasOwn ? { ...(extension as ListConfig | undefined), ...configured } : readListLink(document, operation);
  if (list === undefined) return undefined;
  const items = readLocation(list.items, operation, "items");
  if (configured !== undefined) assertListExists(document, operation, list);
  const name = pickFreeName(list.name ?? deriveName(operation), taken);
  taken.add(name);
  const rest: readonly CodeValue[] = list.maxPages === undefined ? [] : [list.maxPages];
  const location = /^$|\//.test(items) ? formatCallOf("locate", items) : items;
  if (list.style === "header") {
    const further = list.next === undefined ? rest : [rest[0] ?? new Code("undefined"), list.next];
    return { name, items, code: formatCallOf("defineLinkHeaderList", name, location, ...further) };
  }
  const { create, names } = describeReader(document, operation, list);
  const values = names.map((it) => JSON.stringify(it)).join(", ");
  const reader = names.length === 0 ? formatReference(create) : new Code(`() => runtime.${create}(${values})`);
  return { name, items, code: formatCallOf("defineList", name, location, reader, ...rest) };
}

function describeReader(
  document: Document,
  operation: Operation,
  { style = "links", start = "start", count = "count", next, id = "/id" }: ListConfig,
): { readonly create: string; readonly names: readonly string[] } {
  const parameter = operation.parameters.find((it) => it.in === "query" && it.name === start);
  if (style === "startTime" || (style === "offset" && parameter !== undefined && isTimeParameter(document, parameter)))
    return { create: "createStartTimeReader", names: [start, count] };
  const location = () => readLocation(next, operation, "next");
  switch (style) {
    case "links":
      return { create: "createLinkedReader", names: [] };
    case "offset":
      return { create: "createOffsetReader", names: [start, count] };
    case "page":
      return { create: "createPageNumberReader", names: [start, count] };
    case "cursor":
      return { create: "createCursorReader", names: [start, location()] };
    case "after":
      return { create: "createAfterLastReader", names: [start, readLocation(id, operation, "id"), location()] };
    case "url":
      return { create: "createNextUrlReader", names: [location()] };
    default:
      throw new UnsupportedByClientError(`the style ${JSON.stringify(style)} of its list is not known`);
  }
}

function readLocation(pointer: string | undefined, { id }: Operation, member: string): string {
  if (typeof pointer !== "string" || !/^(\/|$)/.test(pointer))
    throw new UnsupportedByClientError(`${member} of the list of ${id} must be a JSON Pointer, such as /items`);
  return parsePointer(pointer).join("/");
}

/** `listOrders` becomes `orders`. */
function deriveName({ id }: Operation): string {
  const name = toIdentifier(id);
  const [, rest] = /^(?:list|get)_?([A-Z].*)$/.exec(name) ?? [];
  return rest === undefined ? `${name}Items` : rest.slice(0, 1).toLowerCase() + rest.slice(1);
}
