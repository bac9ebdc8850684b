import { type Document, isObject, type Json, type Pointer, valueAt } from "../../document/index.js";
import { cannotJudge } from "../../probe/cannot-judge.js";
import { type HiddenNames, hiddenNames, referenced } from "../../schema/hidden-names.js";
import { createSchemas, type Schemas, type View } from "../../schema/index.js";
import { createLibrary } from "../../schema/library.js";
import { createNodes, type Nodes } from "../../schema/node.js";
import type { SchemasOptions } from "../../schema/schemas.js";

/** One of two descriptions: its schemas, lowered to JSON Schema 2020-12, and who judges by them. */
export type Sided = {
  readonly name: "old" | "new";
  readonly document: Document;
  readonly root: Json;
  readonly nodes: Nodes;
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
  const hidden = { request: hiddenNames(library, "request"), response: hiddenNames(library, "response") };
  return {
    name,
    document,
    root: schemas.root,
    nodes: createNodes(schemas.root),
    schemas,
    judge: createSchemas(document, options),
    hidden: (view) => hidden[view],
  };
}

export function refKey({ sided, pointer }: Ref): string {
  return `${sided.name}:${pointer}`;
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
  const schema = valueAt(sided.root, pointer);
  return isObject(schema) ? schema.$ref : undefined;
}

/** What a schema refers to, where that is a place of its own description. */
export function targetOf({ sided, pointer }: Ref): Ref | undefined {
  const schema = valueAt(sided.root, pointer);
  const target = isObject(schema) ? referenced(schema) : undefined;
  return target === undefined ? undefined : { sided, pointer: target };
}
