import {
  asArray,
  asObject,
  type Document,
  type JsonObject,
  joinPointer,
  type Pointer,
  resolvePointer,
} from "../../document/index.js";
import {
  CannotValidateError,
  createSchemas,
  createUndeclaredCollector,
  type MessageDirection,
  SchemaError,
} from "../../schema/index.js";

/** Which schemas of a description an object is one of, by its own judge. */
export type ComponentMatcher = {
  /** Of these, or of all, those that an object fits in every respect, with nothing beyond them. */
  readonly findMatching: (
    among: readonly Pointer[] | undefined,
    side: MessageDirection,
    value: JsonObject,
  ) => readonly Pointer[];
  /** The one that is clearly meant by objects with these names, of those that they all fit. */
  readonly chooseBest: (fitting: readonly Pointer[], names: readonly string[]) => Pointer | undefined;
};

export function createComponentMatcher(document: Document): ComponentMatcher {
  const schemas = createSchemas(document);
  const observe = createUndeclaredCollector(schemas);
  const declared = collectDeclaredNames(document);
  const isOne = (pointer: Pointer, side: MessageDirection, value: JsonObject): boolean => {
    const known = declared.get(pointer);
    if (known === undefined || Object.keys(value).some((name) => !known.has(name))) return false;
    try {
      return schemas.isValid(pointer, side, value) && observe(pointer, side, value).length === 0;
    } catch (error) {
      // What cannot be judged is no proof.
      if (error instanceof SchemaError || error instanceof CannotValidateError) return false;
      throw error;
    }
  };
  return {
    findMatching: (among, side, value) =>
      Object.keys(value).length === 0 && among === undefined
        ? []
        : [...(among ?? declared.keys())].filter((pointer) => isOne(pointer, side, value)),
    chooseBest: (fitting, names) => {
      const size = (pointer: Pointer): number => declared.get(pointer)?.size ?? 0;
      const [best] = fitting
        .filter((pointer) => names.length >= Math.min(2, size(pointer)) && names.length * 2 >= size(pointer))
        .toSorted((a, b) => size(a) - size(b) || (a < b ? -1 : 1));
      return best;
    },
  };
}

/** The properties that each component declares, itself or by what it refers to; components without any are no evidence. */
function collectDeclaredNames(document: Document): ReadonlyMap<Pointer, ReadonlySet<string>> {
  const found = new Map<Pointer, ReadonlySet<string>>();
  for (const name of Object.keys(asObject(asObject(document.root.components)?.schemas) ?? {})) {
    const pointer = joinPointer("/components/schemas", name);
    const names = new Set<string>();
    collectNames(document, pointer, names, 0);
    if (names.size > 0) found.set(pointer, names);
  }
  return found;
}

function collectNames(document: Document, pointer: Pointer, names: Set<string>, depth: number): void {
  const schema = resolvePointer(document, pointer);
  if (schema === undefined || depth > MAX_DEPTH) return;
  for (const name of Object.keys(asObject(schema.value.properties) ?? {})) names.add(name);
  for (const word of ["allOf", "anyOf", "oneOf"])
    for (const index of asArray(schema.value[word]).keys())
      collectNames(document, joinPointer(schema.pointer, word, index), names, depth + 1);
}

const MAX_DEPTH = 8;
