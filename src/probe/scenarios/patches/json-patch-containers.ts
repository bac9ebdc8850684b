import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { buildExampleRequests } from "../../cases/example-requests.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { type JsonPatchOperation, readJsonPatch } from "../../checks/patches/json-patch.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { ScenarioContext } from "../scenario-context.js";
import { listReplacements } from "./json-patch-paths.js";

const MAX_CONTAINERS = 6;

/**
 * Lists replacements of whole lists and objects, each with less and with more than is there: those of the examples of the spec, and those of
 * what the resource has.
 */
export function listContainerChanges(
  { document }: ScenarioContext,
  { operation, request: base }: ProbeExchange,
  resource: Json,
): readonly (readonly JsonPatchOperation[])[] {
  const fill = (it: JsonPatchOperation): JsonPatchOperation => {
    const { body } = base;
    if (!Array.isArray(it.value) || it.value.length > 0 || body === undefined) return it;
    const request = { ...base, body: { contentType: body.contentType, value: [it] } };
    const locations = getRequestLocations(getGenerationContext({ document }), operation, request);
    const item = locations.find(({ at }) => at === "/0/value/0")?.value as Json | undefined;
    if (item === undefined) return it;
    return { ...it, value: [isObject(item) && Object.keys(item).length === 0 ? FREE_ITEM : item] };
  };
  const examples = buildExampleRequests({ document }, operation).flatMap(({ request }) => readJsonPatch(request) ?? []);
  const present = listReplacements(resource);
  const containers = [...examples.filter(({ op }) => op === "replace").map(fill), ...present].filter(
    ({ value }) => (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 1),
  );
  const unique = containers.filter(({ path }, at) => containers.findIndex((it) => it.path === path) === at);
  return unique.slice(0, MAX_CONTAINERS).map((it) => listValues(it.value ?? null).map((value) => ({ ...it, value })));
}

const FREE_ITEM: Json = { name: "Loyalty", amount: 100 };

/** The whole value and a smaller one; between them, a list with more items and one without items. */
function listValues(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    const [first = null] = value;
    return [value.map(changeItem), [...value.map(changeItem), first], [], [changeItem(first)]];
  }
  const entries = Object.entries(value as JsonObject);
  const scalars = entries.filter(([, it]) => typeof it !== "object");
  const some = scalars.length === 0 || scalars.length === entries.length ? entries.slice(0, 1) : scalars.slice(0, 1);
  return [value, Object.fromEntries(some) as Json];
}

/** An item with other texts in free properties. */
function changeItem(item: Json): Json {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, it]) => [name, name === "name" ? `${String(it)} 2` : (it as Json)]),
  );
}
