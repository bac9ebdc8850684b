import { isObject, joinPointer, type Pointer } from "../../document/index.js";
import { isSensitive, type Schemas } from "../../schema/index.js";

/** Whether the spec marks any part of a value as sensitive. Results are cached by location. */
export function hasSensitiveValue(schemas: Schemas, schema: Pointer, value: unknown): boolean {
  const known = rootCache.get(schemas) ?? new Map<Pointer, ValueNode>();
  rootCache.set(schemas, known);
  const root = known.get(schema) ?? createValueNode(schemas, schema, "");
  known.set(schema, root);
  return hasSensitiveDescendant({ schemas, schema }, root, value);
}

/** A location in the values of a schema. All items of an array share the location of the first. */
type ValueNode = {
  readonly pointer: Pointer;
  readonly isSensitive: boolean;
  readonly children: Map<string, ValueNode>;
};
type SchemaScope = { readonly schemas: Schemas; readonly schema: Pointer };

const rootCache = new WeakMap<Schemas, Map<Pointer, ValueNode>>();
/** More names than a schema declares: further ones are the keys of a map and are not cached. */
const MAX_CHILDREN = 1000;

function createValueNode(schemas: Schemas, schema: Pointer, pointer: Pointer): ValueNode {
  return { pointer, isSensitive: isSensitive(schemas, schema, pointer), children: new Map() };
}

function hasSensitiveDescendant(where: SchemaScope, place: ValueNode, value: unknown): boolean {
  if (Array.isArray(value)) {
    const item = getChildNode(where, place, "0");
    return value.some((it) => hasSensitiveDescendant(where, item, it));
  }
  if (!isObject(value)) return place.isSensitive;
  for (const name of Object.keys(value))
    if (hasSensitiveDescendant(where, getChildNode(where, place, name), value[name])) return true;
  return false;
}

function getChildNode({ schemas, schema }: SchemaScope, place: ValueNode, name: string): ValueNode {
  const known = place.children.get(name);
  if (known !== undefined) return known;
  const made = createValueNode(schemas, schema, joinPointer(place.pointer, name));
  if (place.children.size < MAX_CHILDREN) place.children.set(name, made);
  return made;
}
