import { type Document, listOperations, type Operation, type Pointer } from "../../document/index.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas } from "../../schema/index.js";
import { describeResource, findListOf, getReferences, listNested } from "./describe-resource.js";
import {
  CREATION_VERB,
  getLastSegment,
  getParentShape,
  isStatedCreation,
  parseTemplateShape,
  SEARCH_PATH,
  toResourceOperations,
  toSingular,
} from "./path-shape.js";
import {
  findLinked,
  findNamedRecord,
  findRelatedItem,
  findViewed,
  groupByShape,
  isReadByPost,
  listResourceShapes,
  mergeSettings,
  type SpecPaths,
} from "./related-paths.js";
import type { Play, PlayKind, Resource, ResourcePlan } from "./resource.js";
import {
  describePart,
  findList,
  findOpenList,
  findOwnList,
  findSentList,
  findTexts,
  getResponseSchema,
  isIdOf,
  isSameKind,
  listRequestSchemas,
} from "./resource-location.js";
import { COUNT_NAME, findCounts, listUnknownSelectors, SEARCH_VERB, toQuery } from "./select-records.js";

/** Decides from paths, methods and schemas what each operation of a spec does. */
export function planResources(document: Document): ResourcePlan {
  const declared = listOperations(document).filter(({ kind }) => kind === "path");
  const operations = mergeSettings(document, toResourceOperations(declared));
  const paths = groupByShape(document, operations);
  const resources = new Map<string, Resource>();
  for (const shape of listResourceShapes(paths)) {
    const resource = describeResource(paths, shape);
    if (resource !== undefined) resources.set(shape, resource);
  }
  for (const resource of resources.values())
    resources.set(resource.shape, {
      ...{ ...resource, nested: listNested({ document, resources }, resource) },
      part: describePart(document, resource, resources.get(getParentShape(resource.collection ?? resource.shape))),
    });
  const planner = { ...paths, resources };
  const plan = (operation: Operation, index: number): readonly [Operation, Play] => {
    const { reason, ...play } = planOperation(planner, operations[index] ?? operation);
    return [
      operation,
      { ...play, reason: play.operation === operation ? reason : `like ${formatOperation(play.operation)}`, operation },
    ];
  };
  return { resources, plays: new Map(declared.map(plan)) };
}

type Planner = SpecPaths & Pick<ResourcePlan, "resources">;

function planOperation(planner: Planner, operation: Operation): Play {
  const own = planTexts(planner, operation) ?? planItem(planner, operation);
  if (own !== undefined) return own;
  const { document, resources } = planner;
  const { shape } = parseTemplateShape(operation.path);
  const listed = [...resources.values()].find(({ collection }) => collection === shape);
  const items = [...resources.keys()];
  const item = listed ?? resources.get(findRelatedItem(planner, items, shape) ?? "");
  const collected = item === undefined ? undefined : planCollection(document, operation, item);
  if (collected !== undefined) return collected;
  const search = planSearch(planner, operation);
  if (search !== undefined) return search;
  const viewed = resources.get(findViewed(planner, items, shape) ?? "");
  const view = viewed === undefined ? undefined : planCollection(document, operation, viewed, true);
  if (view !== undefined) return SEARCH_PATH.test(shape) ? view : { ...view, view: shape };
  const owner = operation.method === "GET" || item?.collection === shape ? undefined : findOwner(planner, shape);
  if (owner !== undefined) return { ...ACTION, operation, ...owner, action: getLastSegment(shape) };
  const added = findSignedUp(planner, operation);
  if (added !== undefined) return { operation, kind: "create", resource: added, reason: "a sign-up that returns one" };
  const reason = item === undefined ? "no record belongs to this path" : "its body is no list and no record";
  return { operation, kind: "example", resource: undefined, reason };
}

/** The records that a sign-up such as `POST /auth/register` creates: those of the list of which its response is or shows one. */
function findSignedUp(planner: Planner, operation: Operation): Resource | undefined {
  const isSignUp = operation.method === "POST" && SIGN_UP.test(operation.path);
  const schema = isSignUp ? getResponseSchema(operation) : undefined;
  if (schema === undefined) return undefined;
  const schemas = getSchemas(planner.document);
  const [shown, ...others] = getReferences(schemas, planner)(schema);
  return findListOf(schemas, planner, schema) ?? (others.length === 0 ? shown?.target : undefined);
}

const SIGN_UP = /^[^{}]*\/(register|registration|sign[-_]?up)\/?$/i;

/** What a search beside the records of a list returns: some of them, or their number. */
function planSearch({ document, resources }: Planner, operation: Operation): Play | undefined {
  const { shape } = parseTemplateShape(operation.path);
  const last = getLastSegment(shape);
  const read = [...resources.values()].find(
    (it) => it.collection === shape && isReadByPost(document, operation, it.schema),
  );
  const resource = read ?? [...resources.values()].find((it) => it.collection === getParentShape(shape));
  if (resource === undefined) return undefined;
  const query = operation.method === "POST" ? toQuery(document, operation) : operation;
  const isCounted = COUNT_NAME.test(last) && /^(GET|POST)$/.test(operation.method);
  if (isCounted && findCounts(document, getResponseSchema(operation)).length > 0)
    return { operation, kind: "count", resource, query, reason: `"${last}" beside the records of a list` };
  const isSearch = read !== undefined || (operation.method === "POST" && SEARCH_VERB.test(last));
  const list = isSearch ? planList(document, query, resource, false) : undefined;
  return (
    list && {
      ...list,
      operation,
      query,
      reason: `${read === undefined ? `"${last}" beside` : "a read of"} a list, and ${list.reason}`,
    }
  );
}

const ACTION = { kind: "act", reason: "the path of a record and a verb" } as const;

/** What an operation at the path of a record does; undefined at other paths, and for a read that chooses a form. */
function planItem(planner: Planner, operation: Operation): Play | undefined {
  const { resources, byShape } = planner;
  const { method, path } = operation;
  const { shape, verb } = parseTemplateShape(path);
  const other = findNamedRecord(planner, shape);
  const linked = findLinked(planner, [...resources.keys()], shape);
  const resource = resources.get(other?.item ?? linked ?? shape);
  if (resource === undefined || (verb === undefined ? !byShape.get(shape)?.has(method) : method === "GET"))
    return undefined;
  if (verb !== undefined) {
    const kind = chooseVerbKind(planner.document, operation, resource);
    const reason = kind === "act" ? `:${verb} follows the path of a record` : "the request has no id";
    return { operation, kind, resource: kind === "example" ? undefined : resource, action: verb, reason };
  }
  const link = linked && LINK_KINDS[method];
  if (link)
    return { operation, kind: link, resource, view: getParentShape(shape), reason: "an id in a list of others" };
  const methods = byShape.get(shape);
  const kind = method === "POST" && methods ? choosePostKind(resource, operation, methods) : ITEM_KINDS[method];
  const end = other === undefined ? "an id" : "a name";
  const { collection } = resource;
  const reason = collection === undefined ? "GET of this path reads one record" : `the path ends with ${end}`;
  return kind && { operation, kind, resource, ...(other && { named: other.property }), reason };
}

function choosePostKind(resource: Resource, operation: Operation, methods: ReadonlyMap<string, Operation>): PlayKind {
  if (operation === resource.creator) return "add";
  // What a DELETE ends, such as a session, a POST makes, and what nothing else makes.
  const isEnded = resource.collection === undefined && methods.has("DELETE");
  const isOnlyWay = resource.creator === undefined && !methods.has("PUT");
  const isMade = isEnded || (!methods.has("GET") && (isStatedCreation(operation) || isOnlyWay));
  return isMade ? "replace" : "change";
}

/** A DELETE of a list of texts, which stays: it takes out what it names, or all. */
function planTexts({ document, resources, byShape }: Planner, operation: Operation): Play | undefined {
  const { shape } = parseTemplateShape(operation.path);
  const resource = resources.get(shape);
  const reader = byShape.get(shape)?.get("GET");
  if (operation.method !== "DELETE" || reader === undefined || resource?.collection !== undefined) return undefined;
  const list = findTexts(document, reader);
  if (resource === undefined || list === undefined) return undefined;
  const reason = "GET of this path returns a list of texts";
  return { operation, resource, kind: "clear", list, query: toQuery(document, operation), reason };
}

const LINK_KINDS: Readonly<Record<string, PlayKind>> = { GET: "read", PUT: "link", POST: "link", DELETE: "unlink" };

const ITEM_KINDS: Readonly<Record<string, PlayKind>> = {
  GET: "read",
  PUT: "replace",
  PATCH: "change",
  DELETE: "delete",
};

/** The property of a body, or of the items that it has, which names a record. */
function findSentId(document: Document, operation: Operation, resource: Resource, items: Pointer | undefined) {
  const { shape } = parseTemplateShape(operation.path);
  const bodies = listRequestSchemas(operation).flatMap((it) => listNamesOfProperties(document, it));
  // Items without an id would name no record.
  const isInItems = items !== undefined && shape === resource.collection;
  const required = isInItems ? [...getSchemas(document).model.at([items]).constraints.required.keys()] : [];
  return [...bodies, ...required, ...resource.sentFirst].find((it) => isIdOf(resource, it));
}

/** Whether an operation is at the path of a list, or at another path beside its records. */
function planCollection(
  document: Document,
  operation: Operation,
  resource: Resource,
  isView = false,
): Play | undefined {
  const { shape } = parseTemplateShape(operation.path);
  const isOwnPath = shape === resource.collection;
  const isSibling = toSingular(getLastSegment(shape)) === toSingular(resource.name);
  const common = { operation, resource };
  if (operation.method === "GET") {
    const isOne = isOwnPath && resource.identity && getResponseSchema(operation) && !findOwnList(document, operation);
    const id = operation.parameters.find((it) => isOne && it.in === "query" && isIdOf(resource, it.name));
    if (id !== undefined) return { ...common, kind: "read", reason: `the query names the record by ${id.name}` };
    return planList(document, operation, resource, isOwnPath || isSibling);
  }
  const sent = isOwnPath || isView ? findSentList(document, operation, resource) : undefined;
  const isNamed = listNamesOfProperties(document, sent?.schema ?? "").some((it) => isIdOf(resource, it));
  const isWhole = operation.method === "POST" ? /^(set|replace)/i.test(operation.id) : operation.method === "PUT";
  if (sent !== undefined && !isNamed && isWhole && !isStatedCreation(operation))
    return { ...common, kind: "set", reason: "the body has all items of the list" };
  const reason = explainCreation(document, operation, resource, isView);
  if (reason !== undefined) return { ...common, kind: "create", reason };
  if (operation.method === "DELETE" && (isOwnPath || isView)) {
    const query = toQuery(document, operation);
    const clear = { ...common, kind: "clear", query, reason: "DELETE of the path of a list" } as const;
    const unknown = listUnknownSelectors(document, clear).find(({ isRequired }) => isRequired);
    if (unknown === undefined) return clear;
    const reason = `nothing says which records "${unknown.name}" selects`;
    return { operation, kind: "example", resource: undefined, reason };
  }
  const sentId = findSentId(document, operation, resource, sent?.schema);
  const kinds: Readonly<Record<string, PlayKind>> = { PUT: "replace", PATCH: "change" };
  const kind = kinds[operation.method];
  return kind && sentId && resource.identity && (isOwnPath || isSibling)
    ? { ...common, kind, reason: `the body names the record by ${sentId}` }
    : undefined;
}

function planList(document: Document, operation: Operation, resource: Resource, isListPath: boolean): Play | undefined {
  const { identity = [], itemSchema = "", properties: own } = resource;
  // Only a list can show the id that paths have.
  const names = own.includes(identity[0] ?? "") ? own : [...own, ...listNamesOfProperties(document, itemSchema)];
  const isOfTexts = isListPath && resource.schema === "" && resource.part !== undefined;
  const texts = isOfTexts ? ({ facts: {}, items: "", schema: resource.part.schema } as const) : undefined;
  const listed: ReturnType<typeof findList> = texts ?? findList(document, operation, names);
  const found = listed ?? (isListPath ? findOpenList(document, operation) : undefined);
  if (found === undefined || !isSameKind(document, found.schema, names)) return undefined;
  const { facts, items, schema } = found;
  const inferred = facts.items === undefined ? "an array with the properties of the records" : "names and schema";
  const reason = `${facts.keyword ?? inferred}: items at "${items}"`;
  return { operation, resource, kind: "list", list: { ...facts, items }, itemSchema: schema, reason };
}

/** The record that an action works on: its path begins with that of the record, and only words follow. */
function findOwner(planner: Planner, shape: string): Pick<Play, "resource" | "named"> | undefined {
  const { resources } = planner;
  const other = findNamedRecord(planner, getParentShape(shape));
  if (other !== undefined) return { resource: resources.get(other.item), named: other.property };
  const owners = [...resources.values()].filter(
    (it) => shape.startsWith(`${it.shape}/`) && !shape.slice(it.shape.length).includes("{}"),
  );
  const [resource] = owners.sort((a, b) => b.shape.length - a.shape.length);
  return resource && { resource };
}

/** Why an operation at the path of a list, or beside it, creates a record; undefined if it does not. */
function explainCreation(document: Document, operation: Operation, resource: Resource, isView: boolean) {
  const { method, path } = operation;
  const { shape } = parseTemplateShape(path);
  const last = getLastSegment(shape);
  const isStated = isStatedCreation(operation);
  const names = resource.properties;
  const returned = getResponseSchema(operation);
  if (isReadByPost(document, operation, resource.schema)) return undefined;
  if (isView || shape === resource.collection || toSingular(last) === toSingular(resource.name)) {
    if (method === "PUT" && isStated) return "PUT to the path of a list, with the status 201";
    const isRecord = returned === undefined || isSameKind(document, returned, names);
    if (method === "POST" && (isStated || isRecord || listRequestSchemas(operation).length > 0))
      return "POST to the path of a list";
  }
  const returnedNames = returned === undefined ? [] : listNamesOfProperties(document, returned);
  const isBeside = getParentShape(shape) === resource.collection && !last.includes("{");
  const isSaid = isStated || CREATION_VERB.test(last);
  const sentItems = listRequestSchemas(operation).flatMap((it) => listChildren(document, it, "*"));
  const isBulk = sentItems.some((it) => isSameKind(document, it, names));
  const isShown = isBulk || returnedNames.includes(resource.identity?.[0] ?? "");
  const isOther = isBeside && method === "POST" && isSaid && isShown;
  if (operation !== resource.creator && !isOther) return undefined;
  return `${method} beside a list${isStated ? ", with the status 201" : ""}`;
}

/** What `POST /pets/{id}:archive` or `POST /pets.archive` does; if its request has no place for an id, it is no action of a record. */
function chooseVerbKind(document: Document, operation: Operation, resource: Resource) {
  const { names, verb = "" } = parseTemplateShape(operation.path);
  const isId = (it: string): boolean => it === names.at(-1) || isIdOf(resource, it);
  const bodies = listRequestSchemas(operation).map((it) => listNamesOfProperties(document, it));
  const isInBody = bodies.some((it) => it.length === 0 || it.some(isId));
  if (isInBody || operation.parameters.some(({ name }) => isId(name))) return "act";
  const isCreated = /^(create|add|new)(?![a-z])/.test(verb);
  const returned = getResponseSchema(operation) ?? "";
  return isCreated && isSameKind(document, returned, resource.properties) ? "create" : "example";
}

export function formatOperation({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}
