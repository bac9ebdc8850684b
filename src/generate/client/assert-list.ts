import {
  asArray,
  asObject,
  type Document,
  isObject,
  type JsonObject,
  joinPointer,
  type Operation,
  type Pointer,
  parsePointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { GenerateError } from "../generate-error.js";
import type { ListConfig } from "./client-config.js";

/**
 * Compares a configured list with its operation. A location counts as missing only if the schemas of all successful JSON
 * responses declare properties, and none has its name.
 *
 * @throws GenerateError for a query parameter that the operation does not have, and a location that its responses do not have
 */
export function assertListExists(document: Document, operation: Operation, list: ListConfig): void {
  const subject = `client.lists.${operation.id}`;
  for (const [member, name] of listParameters(list)) {
    const names = operation.parameters.filter((it) => it.in === "query").map((it) => it.name);
    if (names.includes(name) || hasFurtherNames(document, operation)) continue;
    const expected = names.length === 0 ? "it has no query parameters" : `expected one of ${names.join(", ")}`;
    throw new GenerateError(`${subject}.${member}: the operation has no query parameter ${name}; ${expected}`);
  }
  const schemas = listPageSchemas(operation);
  const isAnywhere = (pointer: string, type?: string) =>
    schemas.length === 0 || schemas.some((schema) => mayHave(document, schema, { path: parsePointer(pointer), type }));
  const { items = "", next = "", style = "links" } = list;
  if (!isAnywhere(items, "array"))
    throw new GenerateError(
      `${subject}.items: the response has no array at ${JSON.stringify(items)}; expected the JSON Pointer to the items, such as /data`,
    );
  if (/^(cursor|after|url)$/.test(style) && !isAnywhere(next))
    throw new GenerateError(
      `${subject}.next: the response has nothing at ${JSON.stringify(next)}; expected the JSON Pointer to what continues the list`,
    );
}

/**
 * The members with names of query parameters. The default of `count` is used only if the call sends it, and a list of one page
 * sends none of them.
 */
function listParameters({
  style = "links",
  start = "start",
  count,
  maxPages,
}: ListConfig): (readonly [member: string, name: string])[] {
  if (maxPages === 1) return [];
  const isStarted = /^(offset|page|startTime|cursor|after)$/.test(style);
  return [
    ...(isStarted ? [["start", start] as const] : []),
    ...(count === undefined ? [] : [["count", count] as const]),
  ];
}

/** Whether a parameter can have other names in the URL than its own: an object, or the whole query string. */
function hasFurtherNames(document: Document, { parameters }: Operation): boolean {
  return parameters.some(({ in: place, schema }) => {
    if (place !== "query" || schema === undefined) return place === "querystring";
    return [asObject(resolvePointer(document, schema)?.value)?.type].flat().includes("object");
  });
}

function listPageSchemas({ responses }: Operation): readonly Pointer[] {
  return responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ content }) => content.flatMap(({ range, schema }) => (/json/.test(range) ? (schema ?? []) : [])));
}

type Sought = { readonly path: readonly string[]; readonly type?: string | undefined };

/** Whether a value can have something at a path. True if its schema does not say which properties it has. */
function mayHave(document: Document, pointer: Pointer, sought: Sought, depth = 0): boolean {
  const found = resolvePointer(document, pointer);
  const beside = asObject(valueAt(document.root, pointer)) ?? {};
  if (found === undefined || !isObject(found.value) || depth > MAX_DEPTH) return true;
  const { value: schema, pointer: place } = found;
  if (isOpen(schema) || (beside.$ref !== undefined && DECIDING.some((keyword) => beside[keyword] !== undefined)))
    return true;
  const [name, ...path] = sought.path;
  if (name === undefined) return sought.type === undefined || [schema.type ?? sought.type].flat().includes(sought.type);
  const properties = asObject(schema.properties);
  if (properties !== undefined && Object.hasOwn(properties, name))
    return mayHave(document, joinPointer(place, "properties", name), { ...sought, path }, depth + 1);
  const branches = BRANCHES.flatMap((keyword) =>
    (asArray(schema[keyword]) ?? []).map((_, index) => joinPointer(place, keyword, `${index}`)),
  );
  if (branches.length === 0) return properties === undefined;
  return branches.some((it) => mayHave(document, it, sought, depth + 1));
}

/** Whether a schema allows properties that it does not name, or says in another way which it has. */
function isOpen({ additionalProperties, unevaluatedProperties, ...keywords }: JsonObject): boolean {
  const others = [additionalProperties, unevaluatedProperties].filter((it) => it !== undefined && it !== false);
  return others.length > 0 || CONDITIONAL.some((keyword) => keywords[keyword] !== undefined);
}

const BRANCHES = ["allOf", "anyOf", "oneOf"] as const;
const CONDITIONAL = ["patternProperties", "$dynamicRef", "if", "dependentSchemas", "dependencies"] as const;
const DECIDING = ["properties", "type", ...BRANCHES, ...CONDITIONAL] as const;
const MAX_DEPTH = 20;
