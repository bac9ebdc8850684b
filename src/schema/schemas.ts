import type { AnySchemaObject, ErrorObject } from "ajv";
import { type Document, isObject, type Json, joinPointer, type Pointer, pointerFragment } from "../document/index.js";
import { createAjv, DOCUMENT_ID } from "./ajv.js";
import { lower } from "./lower.js";
import { SchemaError } from "./schema-error.js";
import type { View } from "./view.js";

/** One keyword that a value did not satisfy, as Ajv reports it, with the keyword's pointer in the document. */
export type Failure = {
  readonly keyword: string;
  /** Where the keyword stands in the document. */
  readonly pointer: Pointer;
  /** Where the schema of the keyword stands in the document. */
  readonly schemaPointer: Pointer;
  /** The place in the value. */
  readonly instance: Pointer;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: unknown;
  readonly value: unknown;
};

/** Every schema of a document, compiled when it is first needed and kept. */
export type Schemas = {
  readonly document: Document;
  /** What stands at a pointer once lowered to JSON Schema 2020-12 (see lower.ts). */
  readonly root: Json;
  /** The failures of a value against the schema at a pointer, as seen from one side; none when it is valid. */
  readonly validate: (pointer: Pointer, view: View, value: unknown) => readonly Failure[];
  /** The same judgement without the reasons. */
  readonly isValid: (pointer: Pointer, view: View, value: unknown) => boolean;
};

const NO_FAILURES: readonly Failure[] = [];

/** @throws SchemaError from `validate` and `isValid` when a schema does not compile. */
export function createSchemas(document: Document): Schemas {
  const root = lower(document.root);
  const pointers = pointersByIdentity(root);
  const ajvs = new Map<View, ReturnType<typeof createAjv>>();
  const compiled = { request: new Map<Pointer, Validator>(), response: new Map<Pointer, Validator>() };
  const validator = (pointer: Pointer, view: View): Validator => {
    const known = compiled[view].get(pointer);
    if (known !== undefined) return known;
    const ajv = ajvs.get(view) ?? createAjv(root, view, { verbose: true });
    ajvs.set(view, ajv);
    const validate = compile(ajv, document, pointer);
    compiled[view].set(pointer, validate);
    return validate;
  };
  return {
    document,
    root,
    isValid: (pointer, view, value) => validator(pointer, view)(value),
    validate: (pointer, view, value) => {
      const validate = validator(pointer, view);
      if (validate(value)) return NO_FAILURES;
      return (validate.errors ?? []).map((error) => failure(error, pointers(), pointer));
    },
  };
}

type Validator = { (value: unknown): boolean; errors?: readonly ErrorObject[] | null };

function compile(ajv: ReturnType<typeof createAjv>, document: Document, pointer: Pointer): Validator {
  try {
    return ajv.compile({ $ref: `${DOCUMENT_ID}#${pointerFragment(pointer)}` } as AnySchemaObject);
  } catch (error) {
    throw new SchemaError({ pointer, location: document.locate(pointer), cause: error });
  }
}

function failure(error: ErrorObject, pointers: ReadonlyMap<unknown, Pointer>, fallback: Pointer): Failure {
  const keyword = error.keyword === "false schema" ? "false" : error.keyword;
  const schemaPointer = pointers.get(error.parentSchema) ?? fallback;
  return {
    keyword,
    pointer: keyword === "false" ? schemaPointer : joinPointer(schemaPointer, keyword),
    schemaPointer,
    instance: error.instancePath,
    params: error.params,
    schema: error.schema,
    value: error.data,
  };
}

/** Ajv names the schema of an error by the object itself; where that object stands is looked up when first asked. */
function pointersByIdentity(root: Json): () => ReadonlyMap<unknown, Pointer> {
  let pointers: Map<unknown, Pointer> | undefined;
  const visit = (node: unknown, pointer: Pointer, found: Map<unknown, Pointer>): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, joinPointer(pointer, index), found);
    if (!isObject(node) || found.has(node)) return;
    found.set(node, pointer);
    for (const [name, value] of Object.entries(node)) visit(value, joinPointer(pointer, name), found);
  };
  return () => {
    if (pointers === undefined) {
      pointers = new Map();
      visit(root, "", pointers);
    }
    return pointers;
  };
}
