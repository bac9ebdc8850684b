import { asObject, type Document, type JsonObject, joinPointer, type Pointer, tryCall } from "../../document/index.js";
import {
  CannotValidateError,
  createUndeclaredCollector,
  getSchemas,
  type MessageDirection,
  SchemaError,
  type Schemas,
} from "../../schema/index.js";
import { collectValueConstraints } from "../../schema/model/value-constraints.js";

/** Finds the component schemas of a spec that an observed object conforms to. */
export type ComponentMatcher = ReturnType<typeof createComponentMatcher>;

export function createComponentMatcher(document: Document) {
  const schemas = getSchemas(document);
  const observe = createUndeclaredCollector(schemas);
  const declared = collectDeclaredNames(document, schemas);
  const isMatch = (pointer: Pointer, side: MessageDirection, value: JsonObject): boolean => {
    const names = declared.get(pointer);
    if (names === undefined || Object.keys(value).some((name) => !names.has(name))) return false;
    const matches = () => schemas.isValid(pointer, side, value) && observe(pointer, side, value).length === 0;
    // A schema that cannot be validated is not evidence.
    return tryCall(matches, SchemaError, CannotValidateError) ?? false;
  };
  return {
    /**
     * Returns the candidates (default: all component schemas) that the object is valid against and that declare all of its
     * properties.
     */
    findMatching: (candidates: readonly Pointer[] | undefined, side: MessageDirection, value: JsonObject) =>
      Object.keys(value).length === 0 && candidates === undefined
        ? []
        : [...(candidates ?? declared.keys())].filter((pointer) => isMatch(pointer, side, value)),
    /** Chooses the smallest matching schema of which the objects use at least half of the properties. */
    chooseBest: (matching: readonly Pointer[], names: readonly string[]) => {
      const size = (pointer: Pointer): number => declared.get(pointer)?.size ?? 0;
      const [best] = matching
        .filter((pointer) => names.length >= Math.min(2, size(pointer)) && names.length * 2 >= size(pointer))
        .toSorted((a, b) => size(a) - size(b) || (a < b ? -1 : 1));
      return best;
    },
  };
}

/** Collects the property names that each component schema declares, including subschemas. Skips schemas without any. */
function collectDeclaredNames({ root }: Document, schemas: Schemas): ReadonlyMap<Pointer, ReadonlySet<string>> {
  const declared = new Map<Pointer, ReadonlySet<string>>();
  for (const name of Object.keys(asObject(asObject(root.components)?.schemas) ?? {})) {
    const pointer = joinPointer("/components/schemas", name);
    const names = collectValueConstraints(schemas.model.possible(pointer)).propertyNames;
    if (names.length > 0) declared.set(pointer, new Set(names));
  }
  return declared;
}
