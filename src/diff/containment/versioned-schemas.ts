import type { Pointer } from "../../document/index.js";
import type { ApplicableSchema } from "../../schema/analysis/applicable-schema.js";
import { getLocationKey, type SchemaRef, type VersionedDocument } from "./versioned-document.js";

export type VersionedSchema = ApplicableSchema & { readonly ref: SchemaRef };

export type VersionedSchemas = {
  readonly shapes: readonly VersionedSchema[];
  /** Whether one of the schemas is `false`. */
  readonly isUnsatisfiable: boolean;
};

const schemasCache = new WeakMap<VersionedDocument, Map<Pointer, VersionedSchemas>>();

/** The schemas that always apply where one does. */
export function getVersionedSchemas({ spec, pointer }: SchemaRef): VersionedSchemas {
  const known = schemasCache.get(spec) ?? new Map<Pointer, VersionedSchemas>();
  schemasCache.set(spec, known);
  const found = known.get(pointer) ?? collectVersionedSchemas({ spec, pointer });
  known.set(pointer, found);
  return found;
}

function collectVersionedSchemas(start: SchemaRef): VersionedSchemas {
  const shapes = new Map<Pointer, VersionedSchema>();
  let isUnsatisfiable = false;
  const visit = (ref: SchemaRef): void => {
    if (shapes.has(ref.pointer)) return;
    if (ref.spec.at(ref.pointer) === false) isUnsatisfiable = true;
    const shape = ref.spec.shape(ref.pointer);
    if (shape === undefined) return;
    shapes.set(ref.pointer, { ...shape, ref });
    for (const pointer of shape.always) visit({ ...ref, pointer });
  };
  visit(start);
  return { shapes: [...shapes.values()], isUnsatisfiable };
}

/** Of several schemas together, each shape once. */
export function mergeDistinct(applying: readonly VersionedSchemas[]): VersionedSchema[] {
  const shapes = new Map<number, VersionedSchema>();
  for (const { shapes: some } of applying)
    for (const shape of some) if (!shapes.has(getLocationKey(shape.ref))) shapes.set(getLocationKey(shape.ref), shape);
  return [...shapes.values()];
}
