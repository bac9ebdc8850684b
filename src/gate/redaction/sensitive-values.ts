import { isObject, joinPointer, type Pointer } from "../../document/index.js";
import { isSensitive, type Schemas } from "../../schema/index.js";

/** Says quickly of most values that nothing in them is a secret by the contract's word. */
export function hasSensitiveValue(schemas: Schemas, schema: Pointer, value: unknown): boolean {
  const known = rootCache.get(schemas) ?? new Map<Pointer, ValueNode>();
  rootCache.set(schemas, known);
  const root = known.get(schema) ?? createValueNode(schemas, schema, "");
  known.set(schema, root);
  return hasSensitiveDescendant({ schemas, schema }, root, value);
}

/** A place in values of one schema; every item of a list is the first. */
type ValueNode = {
  readonly pointer: Pointer;
  readonly isSensitive: boolean;
  readonly children: Map<string, ValueNode>;
};
type SchemaScope = { readonly schemas: Schemas; readonly schema: Pointer };

const rootCache = new WeakMap<Schemas, Map<Pointer, ValueNode>>();
/** More names in one place than a schema has: those of a map, which are not remembered. */
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
