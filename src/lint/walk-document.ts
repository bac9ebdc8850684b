import {
  asArray,
  type Document,
  getLocalReferenceTarget,
  isObject,
  type Json,
  joinPointer,
  type OpenApiVersion,
  type Pointer,
  parsePointer,
  valueAt,
} from "../document/index.js";
import { type FieldType, getFields, isObjectKind, type SpecObjectKind } from "../document/structure.js";
import type { SpecObject, SpecReference } from "./rule.js";
import { SCHEMA_KEYWORDS } from "./schema-keywords.js";

/** The callbacks of a walk. */
export type DocumentVisitor = {
  /** `isForeign`: the schema is in another dialect, so the rules do not apply to it. */
  readonly object: (object: SpecObject, isForeign: boolean) => void;
  readonly reference: (reference: SpecReference) => void;
  readonly tooDeep: (object: SpecObject) => void;
};

/** Objects below this depth are not checked; `tooDeep` reports them. */
const MAX_DEPTH = 400;

/**
 * Visits every object of a document once, in document order. Then it visits the targets of references that are not at
 * locations where the specification expects objects.
 */
export function walkDocument(document: Document, visitor: DocumentVisitor): void {
  const pending = new Map<Pointer, SpecObjectKind>();
  const seen = new Set<Json>();
  const is30 = document.version === "3.0";

  const visit = (object: SpecObject, { reference, depth, foreign }: WalkState): void => {
    const { kind, value } = object;
    const isForeign = kind === "schema" ? isForeignDialect(value.$schema, foreign) : foreign;
    if (depth > MAX_DEPTH) {
      visitor.tooDeep(object);
      return;
    }
    const target = getLocalReferenceTarget(value.$ref);
    if (target !== undefined && (reference || kind === "schema" || kind === "pathItem")) {
      if (!pending.has(target)) pending.set(target, kind);
      visitor.reference({ object, kind, target });
    }
    // Also a Reference Object, which can be the target of another one.
    seen.add(value);
    if (typeof value.$ref === "string" && (reference || (is30 && kind === "schema"))) {
      visitor.object({ ...object, kind: "reference" }, isForeign);
      return;
    }
    visitor.object(object, isForeign);
    for (const [child, mayRefer] of listChildren(object))
      visit(child, { reference: mayRefer.includes(document.version), depth: depth + 1, foreign: isForeign });
  };

  const foreign = isForeignDialect(document.root.jsonSchemaDialect, false);
  visit({ kind: "openapi", value: document.root, steps: [] }, { reference: false, depth: 0, foreign });
  for (const [target, kind] of pending) {
    const value = valueAt(document.root, target);
    if (!isObject(value) || seen.has(value)) continue;
    // A reference that leads back to itself is visited once.
    seen.add(value);
    // The object is outside the tree of known objects: it has no parent, and its steps start at the root.
    const steps = target === "" ? [""] : parsePointer(target);
    visit({ kind, value, steps }, { reference: kind !== "schema", depth: 0, foreign });
  }
}

/** The context of a visited location. */
type WalkState = {
  /** Whether the location can have a Reference Object. */
  readonly reference: boolean;
  readonly depth: number;
  /** Whether schemas without `$schema` are in another dialect there. */
  readonly foreign: boolean;
};

/** Returns whether a schema is in another dialect than those of OpenAPI and JSON Schema 2020-12. */
function isForeignDialect(dialect: Json | undefined, inherited: boolean): boolean {
  if (typeof dialect !== "string") return inherited;
  return !/^https:\/\/(spec\.openapis\.org\/oas\/|json-schema\.org\/draft\/2020-12\/)/.test(dialect);
}

/** Lists the direct children of an object, each with the versions in which it can be a Reference Object. */
function* listChildren(parent: SpecObject): Iterable<[SpecObject, readonly OpenApiVersion[]]> {
  const { kind, value } = parent;
  const fields: ReadonlyMap<string, FieldType> = kind === "schema" ? SCHEMA_KEYWORDS : getFields(kind);
  const others = fields.get("*");
  for (const name in value) {
    const field = fields.get(name) ?? (name.startsWith("x-") ? undefined : others);
    const content = value[name];
    if (field === undefined || content === undefined || !isObjectKind(field.type)) continue;
    for (const [steps, held] of listHeldValues(field, name, content))
      if (isObject(held)) yield [{ kind: field.type, value: held, steps, parent }, field.references];
  }
}

/** Lists the values that a field holds, with the steps to them: one, or those of an array or a map. */
export function* listHeldValues(
  { holds }: Pick<FieldType, "holds">,
  name: string,
  content: Json,
): Iterable<[steps: string[], value: Json]> {
  if (holds === "one") yield [[name], content];
  else if (holds === "array")
    for (const [index, value] of asArray(content).entries()) yield [[name, String(index)], value];
  else if (isObject(content)) for (const key in content) yield [[name, key], content[key] ?? null];
}

export function getPointer({ parent, steps }: SpecObject, ...further: readonly (string | number)[]): Pointer {
  return joinPointer(parent === undefined ? "" : getPointer(parent), ...steps, ...further);
}

/** Returns the key of an object in its parent: the name of a component, a path template, the status of a response. */
export function getKey({ steps }: SpecObject): string {
  return steps[steps.length - 1] ?? "";
}
