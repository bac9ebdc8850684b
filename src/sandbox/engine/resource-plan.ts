import {
  type Document,
  listOperations,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
} from "../../document/index.js";
import type { ListFacts } from "../../resources/index.js";
import { listNamesOfProperties } from "../../resources/properties.js";
import { chooseVerbKind, explainCreation } from "./creations.js";
import {
  countParameters,
  getLastSegment,
  getParentShape,
  getResourceName,
  parseTemplateShape,
  SEARCH_PATH,
  toResourceOperations,
  toSingular,
} from "./path-shape.js";
import {
  findLinked,
  findListOperations,
  findNamedRecord,
  findReadSchema,
  findRelatedItem,
  findViewed,
  groupByShape,
  listNested,
  listResourceShapes,
  mergeSettings,
  type SpecPaths,
} from "./related-paths.js";
import {
  describePart,
  findAttributes,
  findIdentity,
  findList,
  findMember,
  findOpenList,
  findOpenPlace,
  findOwnList,
  findPart,
  findResourceLocation,
  findReturnedId,
  findSentList,
  findTexts,
  getResponseSchema,
  hasAnyId,
  isIdOf,
  isOpenRecord,
  isSameKind,
  isStatedCreation,
  listNamesOfRecord,
  listRequestSchemas,
} from "./resource-location.js";
import { COUNT_NAME, findCounts, listUnknownSelectors, SEARCH_VERB, toQuery } from "./select-records.js";

/** Records of one kind: the items of a list, or a single record at a path of its own. */
export type Resource = {
  /** The shape of the path of one record, such as `/pets/{}`. */
  readonly shape: string;
  /** The shape of the path of the list; undefined if there is one record only. */
  readonly collection: string | undefined;
  readonly name: string;
  /** The shapes of lists below others that have records of this kind too, at paths of their own. */
  readonly nested: readonly string[];
  /** The member of the record that it is below which has it too, and its schema there: `items` of a cart, and `/carts/{id}/items`. */
  readonly part: { readonly owner: string; readonly member: string; readonly schema: Pointer } | undefined;
  /** The schema of a record in responses; empty if the spec says nothing about it. */
  readonly schema: Pointer;
  /** Whether it is the schema of the attributes of resource objects of JSON:API. */
  readonly isAttributes: boolean;
  /** The schema of a record in lists. */
  readonly itemSchema: Pointer | undefined;
  /** The location of the id in a record; undefined if the id is only in paths. */
  readonly identity: readonly string[] | undefined;
  /** The locations of the values before the last one of an id of several parameters. */
  readonly leading: readonly (readonly string[])[];
  /** The path parameter with the id. */
  readonly parameter: Parameter | undefined;
  /** Other names of the id: that of the path parameter, and that which a creation returns. */
  readonly idNames: readonly string[];
  /** The properties that clients send. */
  readonly sent: ReadonlySet<string>;
  /** Those of them that clients send to create a record. */
  readonly sentFirst: ReadonlySet<string>;
  /** The operation that adds a record to the list. */
  readonly creator: Operation | undefined;
  /** Whether each id has a record: the spec lists them, nothing creates and lists them, or they are only read, and without a declared 404. */
  readonly isOpen: boolean;
};

export type PlayKind =
  | "create"
  | "add"
  | "set"
  | "list"
  | "count"
  | "read"
  | "replace"
  | "change"
  | "delete"
  | "clear"
  | "link"
  | "unlink"
  | "act"
  | "example";

export type Play = {
  readonly operation: Operation;
  readonly kind: PlayKind;
  /** Undefined for examples. */
  readonly resource: Resource | undefined;
  /** How the list continues and where its items are. */
  readonly list?: Partial<ListFacts> & { readonly items: Pointer };
  /** The schema of an item of the list. */
  readonly itemSchema?: Pointer;
  /** The operation with the members of its body as parameters of a query, if they select records. */
  readonly query?: Operation;
  /** The property by which the path names the record, if that is not its id: `name` of `/pets/name/{name}`. */
  readonly named?: string;
  /** The shape of a list that has only the records which belong to its path, such as `/users/{}/pets` of `/pets`. */
  readonly view?: string;
  /** The name of an action, such as `cancel`. */
  readonly action?: string;
  /** The fact that decides it. */
  readonly reason: string;
};

export type ResourcePlan = {
  readonly plays: ReadonlyMap<Operation, Play>;
  /** By the shape of the path of one record. */
  readonly resources: ReadonlyMap<string, Resource>;
};

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

function describeResource(paths: SpecPaths, shape: string): Resource | undefined {
  const { document, byShape } = paths;
  const name = getResourceName(shape);
  const methods = byShape.get(shape) ?? new Map<string, Operation>();
  const hasNames = (it: Pointer): boolean => listNamesOfProperties(document, it).length > 0;
  const { collection, lister, creator, remover } = findListOperations(paths, shape);
  const itemSchema = lister && findOwnList(document)(lister)?.schema;
  const owner = findReadSchema(paths, getParentShape(collection ?? shape));
  const members = owner && findMember(document, owner, getLastSegment(collection ?? shape))?.items.filter(hasNames);
  const locate = (schema: Pointer | undefined, likeness: Pointer | undefined): Pointer | undefined => {
    const properties = likeness === undefined ? [] : listNamesOfRecord(document, likeness);
    if (schema === undefined || findOpenPlace(document, schema, "object") !== undefined) return undefined;
    const found = findResourceLocation(document, schema, { name, properties })?.schema;
    // A change of a part can return the whole.
    return members && found && resolvePointer(document, found)?.pointer === owner ? undefined : found;
  };
  const [reader, ...writers] = ["GET", "PUT", "PATCH", "POST"].map((it) => methods.get(it));
  const requests = [creator, ...writers].flatMap((it) => (it === undefined ? [] : listRequestSchemas(it)));
  const [read, created, ...written] = [reader, creator, ...writers].map((it) =>
    locate(getResponseSchema(it), itemSchema),
  );
  const sent = requests.map((it) => locate(it, itemSchema));
  // A creation often returns the id only.
  const count = (it: Pointer | undefined): number => (it === undefined ? 0 : listNamesOfRecord(document, it).length);
  const largest = [created, itemSchema].toSorted((a, b) => count(b) - count(a));
  const stated = [read, ...largest, ...written, ...(members ?? []), ...sent].find((it) => it !== undefined);
  const isWritten = creator !== undefined || [...methods.keys()].some((it) => it !== "GET");
  const returned = [reader, creator, ...writers].flatMap((it) => getResponseSchema(it) ?? []);
  if (stated === undefined && !(isWritten && isOpenRecord(document, [...returned, ...requests]))) return undefined;
  const body = stated ?? "";
  const attributes = findAttributes(document, body);
  const schema = attributes ?? body;
  // Without operations at the path of a record, those below it name its id.
  const below = [...byShape].flatMap(([it, others]) => (it.startsWith(`${shape}/`) ? [...others.values()] : []));
  const isMissing = below.length === 0 && reader?.responses.some(({ status }) => /^4(04|xx)$/i.test(status)) === true;
  const isMade = lister !== undefined || creator !== undefined || isMissing;
  const [first] = [...methods.values(), ...below];
  const names = first === undefined ? [] : parseTemplateShape(first.path).names.slice(0, countParameters(shape));
  const find = (wanted: string | undefined): Parameter | undefined =>
    [...methods.values(), ...below]
      .flatMap(({ parameters }) => parameters)
      .find((it) => it.in === "path" && it.name === wanted);
  const idName = names.at(-1) ?? "id";
  const parameter = find(idName);
  const leading = names.slice(countParameters(collection ?? shape), -1);
  const listSent = (bodies: readonly Pointer[]): ReadonlySet<string> =>
    new Set(bodies.flatMap((it) => listNamesOfRecord(document, locate(it, schema) ?? it)));
  return {
    ...{ shape, collection, name, nested: [], part: undefined, schema, parameter, itemSchema, creator },
    isAttributes: attributes !== undefined,
    identity:
      collection === undefined
        ? undefined
        : findIdentity(document, {
            ...{ reader, creator, remover, schema, isAttributes: attributes !== undefined, shape, parameter: idName },
            isInPath: parameter !== undefined,
          }),
    idNames: [parameter?.name, findReturnedId(document, creator, idName)].filter((it) => it !== undefined),
    leading: leading.map((it) => findPart(document, schema, find(it))),
    sent: listSent(requests),
    sentFirst: listSent(creator === undefined ? requests : listRequestSchemas(creator)),
    isOpen: hasAnyId(document, methods, parameter, isMade),
  };
}

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
  const reason = item === undefined ? "no record belongs to this path" : "its body is no list and no record";
  return { operation, kind: "example", resource: undefined, reason };
}

/** What a search beside the records of a list returns: some of them, or their number. */
function planSearch({ document, resources }: Planner, operation: Operation): Play | undefined {
  const { shape } = parseTemplateShape(operation.path);
  const last = getLastSegment(shape);
  const resource = [...resources.values()].find((it) => it.collection === getParentShape(shape));
  if (resource === undefined) return undefined;
  const query = operation.method === "POST" ? toQuery(document, operation) : operation;
  const isCounted = COUNT_NAME.test(last) && /^(GET|POST)$/.test(operation.method);
  if (isCounted && findCounts(document, getResponseSchema(operation)).length > 0)
    return { operation, kind: "count", resource, query, reason: `"${last}" beside the records of a list` };
  const isSearch = operation.method === "POST" && SEARCH_VERB.test(last);
  const list = isSearch ? planList(document, query, resource, false) : undefined;
  return list && { ...list, operation, query, reason: `"${last}" beside a list, and ${list.reason}` };
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
    const isOne = isOwnPath && resource.identity && getResponseSchema(operation) && !findOwnList(document)(operation);
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
  const bodies = listRequestSchemas(operation).flatMap((it) => listNamesOfProperties(document, it));
  const [sentId] = [...bodies, ...resource.sent].filter((it) => isIdOf(resource, it));
  const kinds: Readonly<Record<string, PlayKind>> = { PUT: "replace", PATCH: "change" };
  const kind = kinds[operation.method];
  return kind && sentId && resource.identity && (isOwnPath || isSibling)
    ? { ...common, kind, reason: `the body names the record by ${sentId}` }
    : undefined;
}

function planList(document: Document, operation: Operation, resource: Resource, isListPath: boolean): Play | undefined {
  const names = listNamesOfProperties(document, resource.schema);
  const isOfTexts = isListPath && resource.schema === "" && resource.part !== undefined;
  const texts = isOfTexts ? ({ facts: {}, items: "", schema: resource.part.schema } as const) : undefined;
  const own: ReturnType<typeof findList> = texts ?? findList(document, operation, names);
  const found = own ?? (isListPath ? findOpenList(document, operation) : undefined);
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

export function formatOperation({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}
