import {
  asArray,
  type Document,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../document/index.js";
import { type FieldType, getFields, isObjectKind, type SpecObjectKind } from "./object-fields.js";
import type { SpecObject, SpecReference } from "./rule.js";
import { SCHEMA_KEYWORDS } from "./schema-keywords.js";

/** What a walk tells of: an object, a reference, or a place where there should be an object and is none. */
export type DocumentVisitor = {
  /** `isForeign`: a schema in another dialect than OpenAPI's, whose rules are not ours. */
  readonly object: (object: SpecObject, isForeign: boolean) => void;
  readonly reference: (reference: SpecReference) => void;
  readonly tooDeep: (object: SpecObject) => void;
};

/** Deeper than any hand has written; what lies below is not looked at, and that is said. */
const MAX_DEPTH = 400;

/**
 * Visits every object of a description once, in the order of the text; after that, what references lead to outside of the
 * places where the specification expects objects.
 */
export function walkDocument(document: Document, visitor: DocumentVisitor): void {
  const pending: SpecReference[] = [];
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
      const found = { object, kind, target };
      pending.push(found);
      visitor.reference(found);
    }
    if (typeof value.$ref === "string" && (reference || (is30 && kind === "schema"))) {
      visitor.object({ ...object, kind: "reference" }, isForeign);
      return;
    }
    seen.add(value);
    visitor.object(object, isForeign);
    for (const [child, mayRefer] of listChildren(object))
      visit(child, { reference: mayRefer, depth: depth + 1, foreign: isForeign });
  };

  const foreign = isForeignDialect(document.root.jsonSchemaDialect, false);
  visit({ kind: "openapi", value: document.root, steps: [] }, { reference: false, depth: 0, foreign });
  for (const { kind, target } of pending) {
    const value = valueAt(document.root, target);
    if (!isObject(value) || seen.has(value)) continue;
    // A reference that leads back to itself is visited once.
    seen.add(value);
    visit(createDetachedObject(kind, target, value), { reference: kind !== "schema", depth: 0, foreign });
  }
}

/** How a place was come to. */
type WalkState = {
  /** Whether a Reference Object may stand there. */
  readonly reference: boolean;
  readonly depth: number;
  /** Whether schemas there are in another dialect, unless they say otherwise. */
  readonly foreign: boolean;
};

/** OpenAPI's own dialect and the JSON Schema that it builds on are ours. */
function isForeignDialect(dialect: Json | undefined, inherited: boolean): boolean {
  if (typeof dialect !== "string") return inherited;
  return !/^https:\/\/(spec\.openapis\.org\/oas\/|json-schema\.org\/draft\/2020-12\/)/.test(dialect);
}

/** The objects directly below one, each with whether a Reference Object may stand in its place. */
function* listChildren(parent: SpecObject): Iterable<[SpecObject, boolean]> {
  const { kind, value } = parent;
  const fields: ReadonlyMap<string, FieldType> = kind === "schema" ? SCHEMA_KEYWORDS : getFields(kind);
  const others = fields.get("*");
  for (const name in value) {
    const field = fields.get(name) ?? (name.startsWith("x-") ? undefined : others);
    const content = value[name];
    if (field === undefined || content === undefined || !isObjectKind(field.type)) continue;
    if (field.holds !== "one")
      for (const child of listHeldObjects(parent, field, name, content)) yield [child, field.reference];
    else if (isObject(content)) yield [{ kind: field.type, value: content, steps: [name], parent }, field.reference];
  }
}

function* listHeldObjects(
  parent: SpecObject,
  { type, holds }: FieldType,
  name: string,
  content: Json,
): Iterable<SpecObject> {
  const kind = type as SpecObjectKind;
  if (holds === "array") {
    for (const [index, value] of asArray(content).entries())
      if (isObject(value)) yield { kind, value, steps: [name, String(index)], parent };
  } else if (isObject(content)) {
    for (const key in content) {
      const value = content[key];
      if (isObject(value)) yield { kind, value, steps: [name, key], parent };
    }
  }
}

/** What stands outside of the tree of known objects has no parent; its whole pointer is one way from the top. */
function createDetachedObject(kind: SpecObjectKind, target: Pointer, value: SpecObject["value"]): SpecObject {
  return { kind, value, steps: target.slice(1).split("/").map(unescapeToken) };
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function getLocalReferenceTarget(reference: Json | undefined): Pointer | undefined {
  return typeof reference === "string" && reference.startsWith("#")
    ? parsePointerFragment(reference.slice(1))
    : undefined;
}

export function getPointer({ parent, steps }: SpecObject, ...further: readonly (string | number)[]): Pointer {
  return joinPointer(parent === undefined ? "" : getPointer(parent), ...steps, ...further);
}

/** The last step to a place: the name of a component, the template of a path, the status of a response. */
export function getKey({ steps }: SpecObject): string {
  return steps[steps.length - 1] ?? "";
}
