import {
  type Document,
  dropDuplicates,
  getOrCreate,
  groupBy,
  isObject,
  type Json,
  listOperations,
  memoizeByObject,
  type Parameter,
  type Pointer,
  parsePointer,
  replaceParameterNames,
} from "../document/index.js";
import { getListFacts, inferIdentity, inferList, isIdName, listItemSchemas } from "../resources/index.js";
import { toPlainName } from "../resources/page-names.js";
import { listPageSchemas } from "../resources/properties.js";
import { getSchemas, type MergedSchema } from "../schema/index.js";
import { hasExample, makeParameterValue } from "./example-values.js";
import { isValidAtPointer } from "./make-value.js";
import { makeRealisticValue, replacePlaceholders, toIdText } from "./realistic-values.js";
import type { SampleContext } from "./sample-context.js";

/** A value for a place of paths. `isStated`: an example, a default or an enum of the spec has it. */
export type PathValue = { readonly value: Json; readonly isStated: boolean };

/** The value that samples have for a parameter of a path; undefined if it allows none of those of its place. */
export function findPathValue(document: Document, path: string, parameter: Parameter): Json | undefined {
  const forms = listPathValues(document, getPlace(path, parameter)).flatMap(({ value }) => [value, String(value)]);
  return forms.find((it) => isAllowed(document, parameter, it));
}

/** The same for all names: `/users/{}` of `{id}` in `/users/{id}/pets`. */
function getPlace(path: string, { name }: Parameter): string {
  const end = path.indexOf(`{${name}}`) + name.length + 2;
  return replaceParameterNames(path.slice(0, end));
}

/**
 * The values for a place of paths, the best first. All operations with a parameter there work on the same records, so that samples name
 * these with one value: what the spec states, unless another parameter does not allow it. Made values have no spaces, which curl refuses.
 *
 * @param parameter stands for the place if no path has it
 */
export function listPathValues(document: Document, place: string, parameter?: Parameter): readonly PathValue[] {
  const { values, parameters } = getPlaces(document);
  return getOrCreate(values, place, () => {
    const context = { schemas: getSchemas(document) };
    const all = [...(parameters.get(place) ?? (parameter === undefined ? [] : [parameter]))];
    const owner = place.split("/").at(-2) ?? "";
    const made = all.flatMap((one): PathValue[] => {
      const { name, schema } = one;
      const value = makeParameterValue(context, one)?.value as Json | undefined;
      if (value === undefined || isObject(value) || value === "") return [];
      const isStated = hasExample(context, one);
      if (isStated || schema === undefined) return [{ value, isStated }];
      const node = context.schemas.model.at([schema]);
      const fitting = replacePlaceholders(context, node, value, { name, owner }) as Json;
      const plain = typeof fitting === "string" ? toIdText(fitting) : fitting;
      return [{ value: isAllowed(document, one, plain) ? plain : fitting, isStated }];
    });
    const ranked = dropDuplicates([
      ...made.filter((it) => it.isStated),
      ...listReturnedIds(context, place, all),
      ...made,
    ]).map((it) => {
      // A number is a text in a path.
      const isAllowedByAll = all.every((one) =>
        [it.value, String(it.value)].some((form) => isAllowed(document, one, form)),
      );
      return { it, rank: Number(!isAllowedByAll) * 2 + Number(!it.isStated) };
    });
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ it }) => it);
  });
}

/** The values of the property that names what the operations of a place return, or the items of its list. */
function listReturnedIds(
  context: SampleContext,
  place: string,
  parameters: readonly Parameter[],
): readonly PathValue[] {
  const { document } = context.schemas;
  const owner = place.split("/").at(-2) ?? "";
  const { operations } = getPlaces(document);
  const around = [place, place.replace(/\/\{\}$/, "")].flatMap((it) => operations.get(it) ?? []);
  const bodies = around
    .toSorted((a, b) => RETURNING.indexOf(a.method) - RETURNING.indexOf(b.method))
    .flatMap((operation) => {
      if (getShape(operation.path) === place)
        return RETURNING.includes(operation.method) ? listPageSchemas(operation) : [];
      const list = getListFacts(document, operation) ?? inferList(document, operation);
      return list === undefined ? [] : listItemSchemas(document, operation, inferList(document, operation));
    });
  return parameters.flatMap(({ name }) =>
    bodies.flatMap((it) => {
      const names = parsePointer(inferIdentity(document, it, { parameter: name, owner }) ?? "");
      // What `/registries/{registry}` names is not clear.
      const isClear = isIdName(name) || toPlainName(names.at(-1) ?? "") === toPlainName(name);
      return (isClear ? makeReturnedId(context, it, { names, owner }) : undefined) ?? [];
    }),
  );
}

/** The methods whose responses show the record of a path, the surest first. */
const RETURNING: readonly string[] = ["GET", "PUT", "PATCH", "POST"];

/** A value of a property of a body, if its schema says more than that it is a text: an example, a number or a format. */
function makeReturnedId(
  context: SampleContext,
  body: Pointer,
  { names, owner }: { readonly names: readonly string[]; readonly owner: string },
): PathValue | undefined {
  const { model } = context.schemas;
  const name = names.at(-1);
  const node = names.reduce<MergedSchema | null>((at, it) => at && model.child(at, it), model.at([body]));
  if (name === undefined || node === null) return undefined;
  const isStated = node.applicableSchemas.some(({ schema }) => (schema.example ?? schema.examples) !== undefined);
  const isText = node.constraints.types?.includes("string") !== false && node.constraints.formats.length === 0;
  const made = isStated || !isText ? makeRealisticValue(context, node) : undefined;
  const value = made && (replacePlaceholders(context, node, made.value, { name, owner }) as Json);
  if (value === undefined || value === "" || isObject(value) || Array.isArray(value)) return undefined;
  return value === null ? undefined : { value, isStated };
}

function getShape(path: string): string {
  return replaceParameterNames(path.replace(/\/$/, ""));
}

const getPlaces = memoizeByObject((document: Document) => {
  const parameters = new Map<string, Set<Parameter>>();
  const operations = groupBy(listOperations(document), ({ path }) => getShape(path));
  for (const operation of listOperations(document))
    for (const it of operation.parameters)
      if (it.in === "path") getOrCreate(parameters, getPlace(operation.path, it), () => new Set<Parameter>()).add(it);
  return { parameters, operations, values: new Map<string, readonly PathValue[]>() };
});

function isAllowed(document: Document, { schema }: Parameter, value: Json): boolean {
  return schema === undefined || isValidAtPointer({ schemas: getSchemas(document) }, schema, value);
}
