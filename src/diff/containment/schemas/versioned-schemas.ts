import { asArray, type Pointer } from "../../../document/index.js";
import type { ApplicableSchema } from "../../../schema/analysis/applicable-schema.js";
import { NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import { getLocationKey, type SchemaRef, type VersionedDocument } from "./versioned-document.js";

export type VersionedSchema = ApplicableSchema & { readonly ref: SchemaRef };

export type VersionedSchemas = {
  readonly schemas: readonly VersionedSchema[];
  /** Whether one of the schemas is `false`, or a choice without branches. */
  readonly isUnsatisfiable: boolean;
};

const schemasCache = new WeakMap<VersionedDocument, Map<Pointer, VersionedSchemas>>();

/** Lists the schemas that always apply together with a schema. */
export function getVersionedSchemas({ spec, pointer }: SchemaRef): VersionedSchemas {
  const byPointer = schemasCache.get(spec) ?? new Map<Pointer, VersionedSchemas>();
  if (byPointer.size === 0) schemasCache.set(spec, byPointer);
  const known = byPointer.get(pointer);
  if (known !== undefined) return known;
  const found = collectVersionedSchemas({ spec, pointer });
  byPointer.set(pointer, found);
  return found;
}

function collectVersionedSchemas(start: SchemaRef): VersionedSchemas {
  const schemas = new Map<Pointer, VersionedSchema>();
  let isUnsatisfiable = false;
  let hasEmptyChoice = false;
  const visit = (ref: SchemaRef): void => {
    if (schemas.has(ref.pointer)) return;
    if (ref.spec.at(ref.pointer) === false) isUnsatisfiable = true;
    const schema = ref.spec.applicableSchema(ref.pointer);
    if (schema === undefined) return;
    hasEmptyChoice ||= CHOICE_KEYWORDS.some((keyword) => asArray(schema.schema[keyword] ?? [false]).length === 0);
    schemas.set(ref.pointer, { ...schema, ref });
    for (const pointer of schema.always) visit({ ...ref, pointer });
  };
  visit(start);
  const list = [...schemas.values()];
  // `nullable` admits null regardless of the other keywords.
  if (hasEmptyChoice && list.every(({ schema }) => schema[NULL_ALLOWED] === undefined)) isUnsatisfiable = true;
  return { schemas: list, isUnsatisfiable };
}

/** Without branches, these reject every value. */
const CHOICE_KEYWORDS = ["oneOf", "anyOf"] as const;

/** Merges lists of schemas without duplicates. */
export function mergeDistinct(applying: readonly VersionedSchemas[]): VersionedSchema[] {
  const schemas = applying.flatMap((it) => it.schemas);
  return [...new Map(schemas.map((schema) => [getLocationKey(schema.ref), schema])).values()];
}
