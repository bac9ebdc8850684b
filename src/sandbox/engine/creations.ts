/** Which operations at and beside a list create records. */
import type { Document, Operation, Pointer } from "../../document/index.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { CREATION_VERB, getLastSegment, getParentShape, parseTemplateShape, toSingular } from "./path-shape.js";
import { getResponseSchema, isIdOf, isSameKind, isStatedCreation, listRequestSchemas } from "./resource-location.js";

/** The resource whose records an operation may create. */
export type CreatedResource = {
  readonly collection: string | undefined;
  readonly creator: Operation | undefined;
  readonly identity: readonly string[] | undefined;
  readonly name: string;
  readonly schema: Pointer;
};

/** Why an operation at the path of a list, or beside it, creates a record; undefined if it does not. */
export function explainCreation(document: Document, operation: Operation, resource: CreatedResource, isView: boolean) {
  const { method, path } = operation;
  const { shape } = parseTemplateShape(path);
  const last = getLastSegment(shape);
  const isStated = isStatedCreation(operation);
  const names = listNamesOfProperties(document, resource.schema);
  const returned = getResponseSchema(operation);
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

type VerbResource = Pick<CreatedResource, "name" | "schema" | "identity"> & { readonly idNames: readonly string[] };

/** What `POST /pets/{id}:archive` or `POST /pets.archive` does; if its request has no place for an id, it is no action of a record. */
export function chooseVerbKind(document: Document, operation: Operation, resource: VerbResource) {
  const { names, verb = "" } = parseTemplateShape(operation.path);
  const isId = (it: string): boolean => it === names.at(-1) || isIdOf(resource, it);
  const bodies = listRequestSchemas(operation).map((it) => listNamesOfProperties(document, it));
  const isInBody = bodies.some((it) => it.length === 0 || it.some(isId));
  if (isInBody || operation.parameters.some(({ name }) => isId(name))) return "act";
  const own = listNamesOfProperties(document, resource.schema);
  const isCreated = /^(create|add|new)(?![a-z])/.test(verb);
  return isCreated && isSameKind(document, getResponseSchema(operation) ?? "", own) ? "create" : "example";
}
