import {
  asObject,
  asString,
  type Document,
  joinPointer,
  type Operation,
  parsePointerFragment,
  resolveChildren,
  resolvePointer,
} from "../document/index.js";

/**
 * Reads from the `links` of a successful response how a list continues. Such a link leads to the operation itself, and sets one
 * query parameter to a value of the body, the cursor of the next page. Undefined without it, or if the items are not clear.
 */
export function readListLink(document: Document, operation: Operation) {
  for (const { status, content } of operation.responses) {
    const schema = content.find(({ range }) => /json/.test(range))?.schema;
    if (!status.startsWith("2") || schema === undefined) continue;
    const response = resolvePointer(document, joinPointer(operation.pointer, "responses", status))?.pointer;
    if (response === undefined) continue;
    for (const { key, value } of resolveChildren(document, joinPointer(response, "links"))) {
      const cursor = isLinkTo(value, operation) ? readCursor(value, operation) : undefined;
      const items = cursor === undefined ? undefined : findOnlyArray(document, schema);
      if (cursor !== undefined && items !== undefined)
        return { style: "cursor" as const, ...cursor, items, pointer: joinPointer(response, "links", key) };
    }
  }
  return undefined;
}

function isLinkTo(
  { operationId, operationRef }: Readonly<Record<string, unknown>>,
  { id, pointer }: Operation,
): boolean {
  if (typeof operationRef !== "string") return operationId === id;
  return operationRef.startsWith("#") && parsePointerFragment(operationRef.slice(1)) === pointer;
}

function readCursor(
  link: Readonly<Record<string, unknown>>,
  operation: Operation,
): { readonly start: string; readonly next: string } | undefined {
  const parameters = Object.entries(asObject(link.parameters as never) ?? {});
  const cursors = parameters.flatMap(([key, value]) => {
    const start = key.replace(/^query\./, "");
    const next = /^\$response\.body#(\/.+)$/.exec(asString(value) ?? "")?.[1];
    const isQuery = operation.parameters.some((it) => it.in === "query" && it.name === start);
    return next !== undefined && isQuery ? [{ start, next }] : [];
  });
  return cursors.length === 1 ? cursors[0] : undefined;
}

/** The only array among the properties of a page, or the page itself. */
export function findOnlyArray(document: Document, schema: string): string | undefined {
  const page = resolvePointer(document, schema);
  if (page === undefined) return undefined;
  const isArray = ({ value }: Pick<typeof page, "value">): boolean => [value.type].flat().includes("array");
  if (isArray(page)) return "";
  const arrays = resolveChildren(document, joinPointer(page.pointer, "properties")).filter(isArray);
  const [only, ...others] = arrays.filter(({ key }) => key !== "links");
  return only === undefined || others.length > 0 ? undefined : joinPointer("", only.key);
}
