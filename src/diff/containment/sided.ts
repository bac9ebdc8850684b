import { type Document, isObject, type Json, type Pointer, valueAt } from "../../document/index.js";
import { cannotJudge } from "../../probe/cannot-judge.js";
import { type HiddenNames, hiddenNames, referenced } from "../../schema/hidden-names.js";
import { createSchemas, type Schemas, type View } from "../../schema/index.js";
import { createLibrary } from "../../schema/library.js";
import { createNodes, type Nodes } from "../../schema/node.js";
import type { SchemasOptions } from "../../schema/schemas.js";
import { possibleShapes, type Shape, shapeAt } from "../../schema/shape.js";

/** One of two descriptions: its schemas, lowered to JSON Schema 2020-12, and who judges by them. */
export type Sided = {
  readonly name: "old" | "new";
  readonly document: Document;
  readonly root: Json;
  readonly nodes: Nodes;
  /** What stands at a pointer, and its shapes: asked so often that walking there each time is most of the work. */
  readonly at: (pointer: Pointer) => Json | undefined;
  readonly shape: (pointer: Pointer) => Shape | undefined;
  readonly possible: (pointer: Pointer) => readonly Shape[];
  readonly number: (pointer: Pointer) => number;
  /** The place that says it where a schema is nothing but a reference to it. */
  readonly resolved: (pointer: Pointer) => Pointer;
  /** For the many small questions of a search: interpreting is faster there than compiling. */
  readonly schemas: Schemas;
  /** For what is told: the schemas as the gate compiles them. */
  readonly judge: Schemas;
  readonly hidden: (view: View) => HiddenNames;
};

/** A schema of one of the two descriptions. */
export type Ref = { readonly sided: Sided; readonly pointer: Pointer };

export function createSided(name: Sided["name"], document: Document, options: SchemasOptions = {}): Sided {
  const schemas = createSchemas(document, { ...options, engine: "interpreter" });
  const library = createLibrary(document.root, options.known);
  let numbered = 0;
  const at = remembered((pointer) => valueAt(schemas.root, pointer));
  const hidden = { request: hiddenNames(library, "request"), response: hiddenNames(library, "response") };
  return {
    name,
    document,
    root: schemas.root,
    nodes: createNodes(schemas.root),
    at,
    resolved: remembered((pointer) => resolve(at, pointer)),
    shape: remembered((pointer) => shapeAt(schemas.root, pointer)),
    number: remembered(() => {
      numbered += 1;
      return numbered;
    }),
    possible: remembered((pointer) => possibleShapes(schemas.root, pointer)),
    schemas,
    judge: createSchemas(document, options),
    hidden: (view) => hidden[view],
  };
}

function remembered<T>(look: (pointer: Pointer) => T): (pointer: Pointer) => T {
  const seen = new Map<Pointer, T>();
  return (pointer) => {
    const known = seen.get(pointer);
    if (known !== undefined || seen.has(pointer)) return known as T;
    const found = look(pointer);
    seen.set(pointer, found);
    return found;
  };
}

/** The same number for the same place of the same description. */
export function placeKey({ sided, pointer }: Ref): number {
  return 2 * sided.number(pointer) + (sided.name === "old" ? 0 : 1);
}

/** The same number for the same schema, from wherever it is referred to: what is decided of it is decided once. */
export function refKey(ref: Ref): number {
  return placeKey(resolved(ref));
}

export function resolved(ref: Ref): Ref {
  const pointer = ref.sided.resolved(ref.pointer);
  return pointer === ref.pointer ? ref : { ...ref, pointer };
}

function resolve(at: Sided["at"], start: Pointer): Pointer {
  const seen = new Set<Pointer>();
  let pointer = start;
  while (!seen.has(pointer)) {
    seen.add(pointer);
    const schema = at(pointer);
    const target =
      isObject(schema) && Object.keys(schema).every((it) => ASIDE.has(it)) ? referenced(schema) : undefined;
    if (target === undefined) return pointer;
    pointer = target;
  }
  return start;
}

/** Words beside a reference that decide nothing. */
const ASIDE = new Set(["$ref", "summary", "description", "title", "deprecated", "default", "example", "examples"]);

/** One number for two schemas in this order. */
export function pairKey(one: Ref, other: Ref): number {
  return refKey(one) * 2 ** 26 + refKey(other);
}

/** Whether a schema accepts a value; undefined where that cannot be judged. */
export function judged({ sided, pointer }: Ref, view: View, value: unknown): boolean | undefined {
  try {
    return sided.schemas.isValid(pointer, view, value);
  } catch (error) {
    if (cannotJudge(error)) return undefined;
    throw error;
  }
}

export function accepts(ref: Ref, view: View, value: unknown): boolean {
  return judged(ref, view, value) === true;
}

/** What a schema refers to by name, in whichever description: that is mostly the same thing in both. */
export function nameOf({ sided, pointer }: Ref): unknown {
  const schema = sided.at(pointer);
  return isObject(schema) ? schema.$ref : undefined;
}

/** What a schema refers to, where that is a place of its own description. */
export function targetOf({ sided, pointer }: Ref): Ref | undefined {
  const schema = sided.at(pointer);
  const target = isObject(schema) ? referenced(schema) : undefined;
  return target === undefined ? undefined : { sided, pointer: target };
}
