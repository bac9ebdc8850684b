import {
  type Document,
  memoize,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
} from "../../document/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import type { Schemas } from "../../schema/index.js";
import {
  countParameters,
  getLastSegment,
  getParentShape,
  getResourceName,
  parseTemplateShape,
  toSingular,
} from "./path-shape.js";
import { findListOperations, findReadSchema, isBelowOwners, type SpecPaths } from "./related-paths.js";
import type { Resource } from "./resource.js";
import {
  findAttributes,
  findIdentity,
  findMember,
  findOpenPlace,
  findOwnList,
  findPart,
  findResourceLocation,
  findReturnedId,
  findSentList,
  getResponseSchema,
  hasAnyId,
  isOpenRecord,
  isSameKind,
  listNamesOfRecord,
  listRequestSchemas,
  toMemberName,
} from "./resource-location.js";

/** What the operations at a path of records, and beside it, say of them; undefined if there are no records. */
export function describeResource(paths: SpecPaths, shape: string): Resource | undefined {
  const { document, byShape } = paths;
  const name = getResourceName(shape);
  const methods = byShape.get(shape) ?? new Map<string, Operation>();
  const hasNames = (it: Pointer): boolean => listNamesOfProperties(document, it).length > 0;
  const { collection, lister, creator, remover } = findListOperations(paths, shape);
  const itemSchema = lister && findOwnList(document, lister)?.schema;
  const owner = findReadSchema(paths, getParentShape(collection ?? shape));
  const members = owner && findMember(document, owner, getLastSegment(collection ?? shape))?.items.filter(hasNames);
  const locate = (schema: Pointer | undefined, likeness: Pointer | undefined): Pointer | undefined => {
    if (schema === undefined || findOpenPlace(document, schema, "object") !== undefined) return undefined;
    const properties = listNamesOfRecord(document, likeness);
    const found = findResourceLocation(document, schema, { name, properties })?.schema;
    // A change of a part can return the whole.
    return members && found && resolvePointer(document, found)?.pointer === owner ? undefined : found;
  };
  const { below, names, find } = findPathParameters(paths, shape);
  const idName = names.at(-1) ?? "id";
  const parameter = find(idName);
  const [reader, ...writers] = ["GET", "PUT", "PATCH", "POST"].map((it) => methods.get(it));
  const requests = [creator, ...writers].flatMap((it) => listRequestSchemas(it));
  const [read, created, ...written] = [reader, creator, ...writers].map((it) =>
    locate(getResponseSchema(it), itemSchema),
  );
  const sent = requests.map((it) => locate(it, itemSchema));
  // A creation often returns the id only.
  const count = (it: Pointer | undefined): number => listNamesOfRecord(document, it).length;
  const largest = [created, itemSchema].toSorted((a, b) => count(b) - count(a));
  const stated = [read, ...largest, ...written, ...(members ?? []), ...sent].find((it) => it !== undefined);
  const isWritten = creator !== undefined || [...methods.keys()].some((it) => it !== "GET");
  const returned = [reader, creator, ...writers].flatMap((it) => getResponseSchema(it) ?? []);
  if (stated === undefined && !(isWritten && isOpenRecord(document, [...returned, ...requests]))) return undefined;
  const body = stated ?? "";
  const attributes = findAttributes(document, body);
  const schema = attributes ?? body;
  const isMissing = below.length === 0 && reader?.responses.some(({ status }) => /^4(04|xx)$/i.test(status)) === true;
  const isMade = lister !== undefined || creator !== undefined || isMissing;
  const leading = names.slice(countParameters(collection ?? shape), -1);
  const isAttributes = attributes !== undefined;
  const source = { reader, creator, remover, isAttributes, shape, collection, name: idName, parameter };
  // Only the list, or what creates a record, can have the id that paths name.
  const identities = [schema, itemSchema ?? schema].map((it) => findIdentity(document, { ...source, schema: it }));
  const identity = [...identities, findSentIdentity(document, creator, idName)].find((it) => it !== undefined);
  const put = byShape.get(collection ?? "")?.get("PUT");
  const properties = listNamesOfProperties(document, schema);
  const bodies = [...requests, findSentList(document, put, { name, properties })?.schema];
  const listSent = (those: readonly (Pointer | undefined)[]): ReadonlySet<string> =>
    new Set(those.flatMap((it) => listNamesOfRecord(document, locate(it, schema) ?? it).map(toMemberName)));
  return {
    ...{ shape, collection, name, nested: [], part: undefined, schema, properties, parameter, itemSchema, creator },
    isAttributes,
    identity: collection === undefined ? undefined : identity,
    idNames: [parameter?.name, findReturnedId(document, creator, idName)].filter((it) => it !== undefined),
    leading: leading.map((it) => findPart(document, schema, find(it))),
    sent: listSent(bodies),
    sentFirst: listSent(creator === undefined ? bodies : listRequestSchemas(creator)),
    isOpen: hasAnyId(document, methods, parameter, isMade),
  };
}

/** The id that only a creation has: the property with the name of the path parameter. */
function findSentIdentity(document: Document, creator: Operation | undefined, parameter: string) {
  const names = listRequestSchemas(creator).flatMap((it) => listNamesOfRecord(document, it));
  const name = names.find((it) => toPlainName(it) === toPlainName(parameter));
  return name === undefined ? undefined : [name];
}

/** The operations below the path of a record, and the path parameters of its id, which they name if no operation is at the path. */
function findPathParameters({ byShape }: SpecPaths, shape: string) {
  const below = [...byShape].flatMap(([it, others]) => (it.startsWith(`${shape}/`) ? [...others.values()] : []));
  const operations = [...(byShape.get(shape)?.values() ?? []), ...below];
  const names = parseTemplateShape(operations[0]?.path ?? "").names.slice(0, countParameters(shape));
  const find = (wanted: string | undefined): Parameter | undefined =>
    operations.flatMap(({ parameters }) => parameters).find((it) => it.in === "path" && it.name === wanted);
  return { below, names, find };
}

/** A property that shows a record of a list: `category`, or `author` with the schema of users. */
type Reference = { readonly name: string; readonly schema: Pointer; readonly target: Resource };

type KnownResources = { readonly resources: ReadonlyMap<string, Resource> };

/** The properties of a schema that show records of lists, by the name of the list or its schema. */
export const getReferences = memoizeByPair((schemas: Schemas, known: KnownResources) =>
  memoize((schema: Pointer): readonly Reference[] => {
    const { document } = schemas;
    return listNamesOfProperties(document, schema).flatMap((name) => {
      const [shown = ""] = listChildren(document, schema, name);
      const names = listNamesOfProperties(document, shown);
      const target =
        listLists(known).find(
          (it) => toSingular(it.name) === toPlainName(name) && isSameKind(document, it.schema, names),
        ) ?? findListOf(schemas, known, shown);
      return target === undefined || names.length === 0 ? [] : [{ name, schema: shown, target }];
    });
  }),
);

/** The list with the records that a schema describes. */
export function findListOf({ document, model }: Schemas, known: KnownResources, schema: Pointer): Resource | undefined {
  const kinds = model.possible(schema).map(({ pointer }) => pointer);
  return listLists(known).find((it) => kinds.includes(resolvePointer(document, it.schema)?.pointer ?? ""));
}

function listLists({ resources }: KnownResources): Resource[] {
  return [...resources.values()].filter((it) => it.collection !== undefined && it.schema !== "");
}

/** The lists below others that have records of the same kind. */
export function listNested(
  { document, resources }: KnownResources & { readonly document: Document },
  resource: Resource,
): readonly string[] {
  const { name, collection, properties } = resource;
  return [...resources.values()].flatMap((it) => {
    // A list below a single record, such as `/me/pets`, has its own records only.
    if (collection === undefined || it.collection === undefined || resources.has(getParentShape(collection))) return [];
    const isBelow = countParameters(it.collection) > countParameters(collection);
    const isNamed = toSingular(it.name) === toSingular(name) && isBelowOwners(it.collection, collection);
    // Where both lists create records, they are of different owners: `/secrets` and `/repos/{id}/secrets`.
    const areApart = [resource, it].every(createsInList);
    return isBelow && isNamed && !areApart && isSameKind(document, it.schema, properties) ? [it.collection] : [];
  });
}

function createsInList({ creator, collection }: Resource): boolean {
  return creator !== undefined && parseTemplateShape(creator.path).shape === collection;
}
