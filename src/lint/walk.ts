import {
  asArray,
  type Document,
  fragmentPointer,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  valueAt,
} from "../document/index.js";
import { type FieldType, fieldsOf, isObjectKind, type ObjectKind } from "./objects.js";
import type { Place, Reference } from "./rule.js";
import { SCHEMA_KEYWORDS } from "./schema-keywords.js";

/** What a walk tells of: an object, a reference, or a place where there should be an object and is none. */
export type Visitor = {
  /** `isForeign`: a schema in another dialect than OpenAPI's, whose rules are not ours. */
  readonly object: (place: Place, isForeign: boolean) => void;
  readonly reference: (reference: Reference) => void;
  readonly tooDeep: (place: Place) => void;
};

/** Deeper than any hand has written; what lies below is not looked at, and that is said. */
const MAX_DEPTH = 400;

/**
 * Visits every object of a description once, in the order of the text; after that, what references lead to outside of the
 * places where the specification expects objects.
 */
export function walk(document: Document, visitor: Visitor): void {
  const pending: Reference[] = [];
  const seen = new Set<Json>();
  const is30 = document.version === "3.0";

  const visit = (place: Place, { reference, depth, foreign }: Way): void => {
    const { kind, value } = place;
    const isForeign = kind === "schema" ? isForeignDialect(value.$schema, foreign) : foreign;
    if (depth > MAX_DEPTH) {
      visitor.tooDeep(place);
      return;
    }
    const target = referenceTarget(value.$ref);
    if (target !== undefined && (reference || kind === "schema" || kind === "pathItem")) {
      const found = { place, kind, target };
      pending.push(found);
      visitor.reference(found);
    }
    if (typeof value.$ref === "string" && (reference || (is30 && kind === "schema"))) {
      visitor.object({ ...place, kind: "reference" }, isForeign);
      return;
    }
    seen.add(value);
    visitor.object(place, isForeign);
    for (const [child, mayRefer] of childrenOf(place))
      visit(child, { reference: mayRefer, depth: depth + 1, foreign: isForeign });
  };

  const foreign = isForeignDialect(document.root.jsonSchemaDialect, false);
  visit({ kind: "openapi", value: document.root, steps: [] }, { reference: false, depth: 0, foreign });
  for (const { kind, target } of pending) {
    const value = valueAt(document.root, target);
    if (isObject(value) && !seen.has(value))
      visit(detached(kind, target, value), { reference: kind !== "schema", depth: 0, foreign });
  }
}

/** How a place was come to. */
type Way = {
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
function* childrenOf(parent: Place): Iterable<[Place, boolean]> {
  const { kind, value } = parent;
  const fields: ReadonlyMap<string, FieldType> = kind === "schema" ? SCHEMA_KEYWORDS : fieldsOf(kind);
  const others = fields.get("*");
  for (const name in value) {
    const field = fields.get(name) ?? (name.startsWith("x-") ? undefined : others);
    const content = value[name];
    if (field === undefined || content === undefined || !isObjectKind(field.type)) continue;
    if (field.holds !== "one") for (const child of held(parent, field, name, content)) yield [child, field.reference];
    else if (isObject(content)) yield [{ kind: field.type, value: content, steps: [name], parent }, field.reference];
  }
}

function* held(parent: Place, { type, holds }: FieldType, name: string, content: Json): Iterable<Place> {
  const kind = type as ObjectKind;
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
function detached(kind: ObjectKind, target: Pointer, value: Place["value"]): Place {
  return { kind, value, steps: target.slice(1).split("/").map(unescaped) };
}

function unescaped(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function referenceTarget(reference: Json | undefined): Pointer | undefined {
  return typeof reference === "string" && reference.startsWith("#") ? fragmentPointer(reference.slice(1)) : undefined;
}

export function pointerOf({ parent, steps }: Place, ...further: readonly (string | number)[]): Pointer {
  return joinPointer(parent === undefined ? "" : pointerOf(parent), ...steps, ...further);
}

/** The last step to a place: the name of a component, the template of a path, the status of a response. */
export function keyOf({ steps }: Place): string {
  return steps[steps.length - 1] ?? "";
}
