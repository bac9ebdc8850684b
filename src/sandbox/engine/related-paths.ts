/** Which paths have records of the same kind: lists, creations and reads at other paths than those of the records. */
import {
  asObject,
  type Document,
  memoizeByPair,
  type Operation,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { findIdentityName, splitWords } from "../../resources/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import {
  CREATION_VERB,
  countParameters,
  getLastSegment,
  getParentShape,
  getResourceName,
  isItemShape,
  isStatedCreation,
  parseTemplateShape,
  SEARCH_PATH,
  toSingular,
} from "./path-shape.js";
import {
  findIdentityInside,
  findMember,
  findOwnList,
  findResourceLocation,
  getResponseSchema,
  isSameKind,
  listChoices,
  listNamesOfRecord,
  listRequestSchemas,
} from "./resource-location.js";

/** The operations of a spec by the shapes of their paths, and their methods. */
export type SpecPaths = {
  readonly document: Document;
  readonly byShape: ReadonlyMap<string, ReadonlyMap<string, Operation>>;
};

export function groupByShape(document: Document, operations: readonly Operation[]): SpecPaths {
  const groups = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const { shape, verb } = parseTemplateShape(operation.path);
    const isOnlyRead = operations.every(({ path, method }) => path !== operation.path || method === "GET");
    if (verb !== undefined || (isOnlyRead && isVariant(document, operation))) continue;
    const methods = groups.get(shape) ?? new Map();
    // Of a list and a record that a query names, the path has the list: `/tasks/list` and `/tasks?id=7`.
    const former = methods.get(operation.method);
    const isList = (it: Operation): boolean => findOwnList(document, it) !== undefined;
    if (former === undefined || (isList(operation) && !isList(former))) methods.set(operation.method, operation);
    groups.set(shape, methods);
  }
  return { document, byShape: groups };
}

/** What reads and changes a single record by its id, such as `PUT /settings/{id}`, is like what does so at `/settings`, which is only read. */
export function mergeSettings(document: Document, operations: readonly Operation[]): readonly Operation[] {
  const { byShape } = groupByShape(document, operations);
  const isSetting = (shape: string): boolean => {
    const [single, own] = [getParentShape(shape), shape].map((it) => byShape.get(it));
    const [reads, writes] = [single?.get("GET"), own?.get("PUT") ?? own?.get("PATCH")];
    const isList = reads !== undefined && findOwnList(document, reads) !== undefined;
    if (!isItemShape(shape) || single?.size !== 1 || !reads || isList) return false;
    if (!writes || own?.has("POST") || own?.has("DELETE")) return false;
    const [read, written] = [reads, own?.get("GET") ?? writes].map((it) => findRecordSchema(document, it));
    const names = listNamesOfRecord(document, written);
    return read !== undefined && names.length > 0 && isSameKind(document, read, names);
  };
  return operations.map((it) =>
    isSetting(parseTemplateShape(it.path).shape) ? { ...it, path: it.path.replace(/\/[^/]*\/?$/, "") } : it,
  );
}

/** Whether a read has a path such as `/reports/{format}`, whose parameter chooses a form of what is no record. */
function isVariant(document: Document, operation: Operation): boolean {
  const last = operation.parameters.find((it) => operation.path.endsWith(`/{${it.name}}`));
  return getResponseSchema(operation) === undefined && listChoices(document, last).length > 0;
}

/** Whether a path that ends with a parameter is that of a list: records are below it, and its GET returns several. */
function isListShape({ document, byShape }: SpecPaths, shape: string): boolean {
  const methods = byShape.get(shape);
  const reads = methods?.get("GET");
  const isChanged = ["PUT", "PATCH", "DELETE"].some((it) => methods?.has(it));
  return reads !== undefined && !isChanged && byShape.has(`${shape}/{}`) && findOwnList(document, reads) !== undefined;
}

/** The shape of the list of a record. An id has several parameters if no other path ends before the last: `/repos/{owner}/{name}`. */
function getCollectionShape(paths: SpecPaths, item: string): string {
  const parent = getParentShape(item);
  return isItemShape(parent) && !paths.byShape.has(parent) ? getCollectionShape(paths, parent) : parent;
}

/** Whether the path before that of a record is one of a single record of the same kind: `/session` of `/session/{id}`. */
function isBelowSingle(paths: SpecPaths, item: string): boolean {
  const [single, own] = [getCollectionShape(paths, item), item].map((it) => findReadSchema(paths, it));
  return single !== undefined && single === own;
}

/** The record that a path names by a property other than its id: that of `/pets/{id}` at `/pets/name/{name}`. */
export function findNamedRecord(paths: SpecPaths, shape: string) {
  const { document, byShape } = paths;
  const list = getParentShape(shape);
  const item = `${getParentShape(list)}/{}`;
  const schema = isItemShape(shape) && !byShape.has(list) ? findReadSchema(paths, shape) : undefined;
  if (schema === undefined || findReadSchema(paths, item) !== schema) return undefined;
  const [reader] = byShape.get(shape)?.values() ?? [];
  const parameter = toPlainName(parseTemplateShape(reader?.path ?? "").names.at(-1) ?? "");
  const wanted = [parameter, toPlainName(getLastSegment(list))];
  const names = listNamesOfRecord(document, schema).toSorted((a, b) => b.length - a.length);
  // The parameter can say whose name it is: `repo_full_name` of `full_name`.
  const property =
    names.find((it) => wanted.includes(toPlainName(it))) ??
    names.find((it) => it.length > 2 && parameter.endsWith(toPlainName(it)));
  return property === undefined ? undefined : { item, property };
}

/** The record of a list or creation at another path: `/pets` of `/pet/{id}`, or `/pet/findByStatus`. */
export function findRelatedItem(paths: SpecPaths, items: readonly string[], shape: string): string | undefined {
  const [last, parent] = [getLastSegment(shape), getParentShape(shape)];
  const lists = items.filter(isItemShape).map((item) => ({ item, collection: getCollectionShape(paths, item) }));
  const isBeside = !last.includes("{") && !paths.byShape.has(`${shape}/{}`);
  const found =
    lists.find(({ collection }) => {
      const isNamed = toSingular(getLastSegment(collection)) === toSingular(last);
      return isNamed && getParentShape(collection) === parent;
    }) ?? lists.find(({ item, collection }) => isBeside && collection === parent && !hasOtherItems(paths, item, shape));
  return found?.item;
}

/**
 * Whether a list beside records has items of its own, such as `/pets/types`: of another schema, and without the id of a record, or with
 * little more of a record. Records of all kinds have an `id` and a name.
 */
function hasOtherItems(paths: SpecPaths, item: string, shape: string): boolean {
  const { document, byShape } = paths;
  const [own, list, reader] = [shape, getCollectionShape(paths, item), item].map((it) => byShape.get(it)?.get("GET"));
  const listed = own && findOwnList(document, own)?.schema;
  if (listed === undefined) return false;
  const known = [list && findOwnList(document, list)?.schema, reader && findRecordSchema(document, reader)];
  const resolve = (it: Pointer | undefined): Pointer | undefined => it && resolvePointer(document, it)?.pointer;
  if (known.some((it) => resolve(it) === resolve(listed))) return false;
  const [operation] = byShape.get(item)?.values() ?? [];
  const parameter = parseTemplateShape(operation?.path ?? "").names.at(-1) ?? "id";
  const noun = toSingular(getResourceName(item));
  const names = listNamesOfRecord(document, listed);
  const identity = findIdentityName(names, parameter, noun);
  if (identity === undefined) return findIdentityInside(document, listed, parameter, noun) === undefined;
  const writes = [byShape.get(getCollectionShape(paths, item))?.get("POST"), ...(byShape.get(item)?.values() ?? [])];
  const bodies = [...known, ...writes.flatMap((it) => listRequestSchemas(it))];
  const recordNames = new Set(bodies.flatMap((it) => listNamesOfRecord(document, it)));
  const isSame = names.length === recordNames.size && names.every((it) => recordNames.has(it));
  if (isSame || recordNames.size === 0 || splitWords(identity).length > 1) return false;
  const telling = names.filter((it) => !COMMON_NAME.test(it));
  return telling.length === 0 || telling.filter((it) => recordNames.has(it)).length * 2 < telling.length;
}

const COMMON_NAME = /^(id|uuid|key|slug|code|name|title|label|description)$/i;

/**
 * The record of a list that belongs to another resource, such as `/pets/{id}` of `/users/{userId}/pets`: the last words are the
 * same, and so are the properties. With another last word, what is created there can only be read at the other path, and has its schema.
 */
export function findViewed(paths: SpecPaths, items: readonly string[], shape: string): string | undefined {
  const { document, byShape } = paths;
  const methods = byShape.get(shape);
  const list = methods?.get("GET");
  const created = ["POST", "PUT"].map((it) => methods?.get(it)).find(isStatedCreation) ?? methods?.get("POST");
  const shown = list === undefined ? getResponseSchema(created) : findOwnList(document, list)?.schema;
  if ((shown === undefined && !isStatedCreation(created)) || isItemShape(shape)) return undefined;
  const last = toSingular(getLastSegment(shape));
  const isCreated = created !== undefined && (list !== undefined || isStatedCreation(created));
  // What a path beside records returns is no new record: `POST /commands/send`.
  const isBelow = (item: string): boolean => {
    const collection = getCollectionShape(paths, item);
    return isBelowOwners(shape, collection) && getParentShape(shape) !== collection;
  };
  const named = items.find((item) => {
    const collection = getCollectionShape(paths, item);
    const schema = getResponseSchema(byShape.get(item)?.get("GET"));
    const isNamed = toSingular(getLastSegment(collection)) === last;
    const isApart = countParameters(shape) === 0 && !SEARCH_PATH.test(shape);
    if (!isNamed || !isBelow(item) || isApart) return false;
    const known = schema === undefined ? listUnreadSchemas(paths, collection, item) : [schema];
    const properties = listNamesOfRecord(document, shown);
    return known.some((it) => {
      const read = findResourceLocation(document, it, { name: last, properties })?.schema;
      return isSameKind(document, read ?? it, properties);
    });
  });
  if (named !== undefined || shown === undefined || byShape.has(`${shape}/{}`)) return named;
  const wanted =
    list === undefined ? created && findRecordSchema(document, created) : resolvePointer(document, shown)?.pointer;
  return items.find((item) => {
    const [reader] = ["GET", "PUT", "PATCH"].flatMap((it) => byShape.get(item)?.get(it) ?? []);
    // What nothing creates is in the only list that has it.
    if (!isCreated && (list === undefined || byShape.has(getCollectionShape(paths, item)))) return false;
    // A write below a record that returns the record is an action.
    const isAction = list === undefined && shape.startsWith(`${item}/`);
    return wanted && reader && !isAction && isBelow(item) && findRecordSchema(document, reader) === wanted;
  });
}

/** What a record is that no GET reads: what changes it or, if it is only deleted, an item of its list or of the first one of its name. */
function listUnreadSchemas({ document, byShape }: SpecPaths, collection: string, item: string): readonly Pointer[] {
  const writes = ["PUT", "PATCH"].flatMap((it) => byShape.get(item)?.get(it) ?? []);
  const written = writes.flatMap((it) => [getResponseSchema(it) ?? [], listRequestSchemas(it)].flat());
  if (written.length > 0) return written;
  const last = toSingular(getLastSegment(collection));
  const others = [...byShape.keys()].filter((it) => toSingular(getLastSegment(it)) === last);
  const lists = [collection, ...others.filter((it) => isBelowOwners(it, collection))];
  const reads = lists.flatMap((it) => byShape.get(it)?.get("GET") ?? []);
  return reads.flatMap((it) => findOwnList(document, it)?.schema ?? []).slice(0, 1);
}

/** The record that a PUT without a body adds to a list of records of another one: that of `/pets/{id}` at `/groups/{}/pets/{id}`. */
export function findLinked(paths: SpecPaths, items: readonly string[], shape: string): string | undefined {
  const methods = paths.byShape.get(shape);
  const adds = methods?.get("PUT") ?? methods?.get("POST");
  if (!isItemShape(shape) || adds === undefined || adds.requestBody !== undefined) return undefined;
  const found = findViewed(paths, items.filter(isItemShape), getParentShape(shape));
  const isSame = found !== undefined && findReadSchema(paths, shape) === findReadSchema(paths, found);
  return isSame || !methods?.has("GET") ? found : undefined;
}

const CHANGES: readonly string[] = ["PUT", "PATCH", "DELETE"];

/** The shapes of records: paths that end with a parameter, items of lists without such a path, and single records. */
export function listResourceShapes(paths: SpecPaths): readonly string[] {
  const { document, byShape } = paths;
  const items = [...byShape].flatMap(([shape, methods]) => {
    const reads = methods.get("GET");
    const uploads = byShape.get(getParentShape(shape))?.get("POST")?.requestBody?.content ?? [];
    const isDownload = !getResponseSchema(reads) && uploads.some(({ range }) => range.startsWith("multipart/"));
    const isRead = reads !== undefined && (isDownload || isObjectResponse(document, reads));
    const isOther = findNamedRecord(paths, shape) ?? findLinked(paths, [...byShape.keys()], shape);
    if (isOther !== undefined) return [];
    return isItemShape(shape) && !isListShape(paths, shape) && (isRead || CHANGES.some((it) => methods.has(it)))
      ? [shape]
      : [];
  });
  const below = new Map(items.map((it) => [getCollectionShape(paths, it), it]));
  const others = [...byShape].flatMap(([shape, methods]) => {
    const reads = methods.get("GET");
    const item = below.get(shape);
    if (reads === undefined || isItemShape(shape) || (item && !isBelowSingle(paths, item))) return [];
    if (findOwnList(document, reads) !== undefined)
      return (findRelatedItem(paths, items, shape) ?? findViewed(paths, items, shape)) === undefined
        ? [`${shape}/{}`]
        : [];
    const isPart = (it: string): boolean =>
      getParentShape(it) === shape &&
      findMember(document, getResponseSchema(reads) ?? "", getLastSegment(it)) !== undefined;
    const isChanged =
      CHANGES.some((it) => methods.has(it)) ||
      (methods.has("POST") && (item !== undefined || isSavedByPost(paths, shape))) ||
      [...byShape].some(([it, own]) => own.has("POST") && isPart(it));
    // A file, or what the spec says nothing about.
    const isOpen = getResponseSchema(reads) === undefined && [...methods.values()].some((it) => it.requestBody);
    return isChanged && (isOpen || isObjectResponse(document, reads)) ? [shape] : [];
  });
  return [...items, ...others];
}

/** Whether a POST of a single record sends its properties, as a PUT would, and not those that select what a GET returns. */
function isSavedByPost(paths: SpecPaths, shape: string): boolean {
  const [read, saved] = ["GET", "POST"].map((it) => paths.byShape.get(shape)?.get(it));
  const list = (it: Pointer | undefined) => listNamesOfRecord(paths.document, it);
  const known = [getResponseSchema(read), findReadSchema(paths, shape)].flatMap(list);
  const sent = listRequestSchemas(saved).flatMap(list);
  const isSelector = (name: string): boolean => read?.parameters.some((it) => it.name === name) === true;
  return sent.length > 0 && sent.every((it) => known.includes(it) && !isSelector(it));
}

function isObjectResponse(document: Document, operation: Operation): boolean {
  const schema = getResponseSchema(operation);
  return schema !== undefined && !getSchemaTypes(getSchemas(document), schema).has("array");
}

const findRecordSchema = memoizeByPair((document: Document, operation: Operation): Pointer | undefined => {
  const schema = getResponseSchema(operation);
  const name = getResourceName(parseTemplateShape(operation.path).shape);
  const found = schema && findResourceLocation(document, schema, { name, properties: [] })?.schema;
  return found && resolvePointer(document, found)?.pointer;
});

export function findReadSchema({ document, byShape }: SpecPaths, shape: string): Pointer | undefined {
  const reader = byShape.get(shape)?.get("GET");
  return reader && findRecordSchema(document, reader);
}

/** Whether the records of a list can be those of another one: the parameters of its path begin that of the list. */
export function isBelowOwners(shape: string, collection: string): boolean {
  const owners = collection.slice(0, collection.lastIndexOf("{}") + 2);
  return shape !== collection && (!collection.includes("{}") || shape.startsWith(`${owners}/`));
}

export function findListOperations(paths: SpecPaths, shape: string) {
  const { document, byShape } = paths;
  if (!isItemShape(shape)) return {};
  const collection = getCollectionShape(paths, shape);
  const name = toSingular(getResourceName(shape));
  const single = isBelowSingle(paths, shape) ? collection : undefined;
  const isRelated = (it: string): boolean =>
    (findRelatedItem(paths, [shape], it) ?? findViewed(paths, [shape], it)) !== undefined;
  const related = [...byShape]
    .filter(([it]) => it !== single && (it === collection || isRelated(it)))
    .toSorted(([a], [b]) => Number(b === collection) - Number(a === collection));
  const lister = related.map(([, it]) => it.get("GET")).find((it) => it && findOwnList(document, it) !== undefined);
  const isOwn = (it: string): boolean => it === collection || toSingular(getLastSegment(it)) === name;
  const items = lister && findOwnList(document, lister)?.schema;
  const hasRecord = (operation: Operation): boolean => {
    const returned = getResponseSchema(operation);
    const names = listNamesOfRecord(document, items);
    return operation.requestBody !== undefined || (returned !== undefined && isSameKind(document, returned, names));
  };
  const creations = related.flatMap(([it, own]) =>
    ["POST", "PUT"].flatMap((method) => {
      const operation = own.get(method);
      if (operation === undefined || isReadByPost(document, operation, findReadSchema(paths, shape) ?? "")) return [];
      const isNamed = CREATION_VERB.test(getLastSegment(it)) || (isOwn(it) && hasRecord(operation));
      // A PUT that returns a record is the only way to create one, if there is no POST and no path of a record to write to.
      const isOnlyWay = method === "PUT" && it === collection && !own.has("POST") && !byShape.get(shape)?.has("PUT");
      const isCreation = isStatedCreation(operation) || ((method === "POST" || isOnlyWay) && isNamed);
      return isCreation ? [{ operation, isOwn: isOwn(it) }] : [];
    }),
  );
  const own = creations.filter((it) => it.isOwn);
  const creation = own.find((it) => isStatedCreation(it.operation)) ?? own[0] ?? creations[0];
  const creator = creation?.operation ?? findAddition(paths, shape);
  // What creates and changes with one PUT knows a record by what deletes it there.
  const remover = byShape.get(creator?.method === "PUT" ? collection : shape)?.get("DELETE");
  return { collection, lister, creator, remover };
}

/** The POST of the path of a record that creates it, and says so; a GET reads it. */
function findAddition({ document, byShape }: SpecPaths, shape: string): Operation | undefined {
  const methods = byShape.get(shape);
  const adds = methods?.get("POST");
  const { summary } = asObject(valueAt(document.root, adds?.pointer ?? "")) ?? {};
  const isSaid = [adds?.id, summary].some((it) => /^([Cc]reate|[Aa]dd|[Rr]egister)s?(?![a-z])/.test(String(it)));
  return isSaid && methods?.has("GET") ? adds : undefined;
}

/** Whether a POST to a list reads the records that its body selects: its name says so, and its body has nothing of a record. */
export function isReadByPost(document: Document, operation: Operation, schema: Pointer): boolean {
  const { summary } = asObject(valueAt(document.root, operation.pointer)) ?? {};
  const names = listNamesOfRecord(document, schema);
  const sent = listRequestSchemas(operation).flatMap((it) => listNamesOfProperties(document, it));
  const isSaid = [operation.id, summary].some((it) => READ_TEXT.test(splitWords(String(it)).join(" ")));
  const isSelector = sent.length > 0 && !sent.some((it) => names.includes(it));
  return operation.method === "POST" && isSaid && isSelector && !isStatedCreation(operation);
}

const READ_TEXT = /^(get|fetch|retrieve|read|list|find|search|query|lookup) (?!.*\b(create|add|set)\b)/;
