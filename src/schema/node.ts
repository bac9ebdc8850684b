import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { boundedPattern, type Pattern } from "./pattern/bounded-pattern.js";
import { type Choice, type Shape, shapeAt } from "./shape.js";

/** The schemas that together describe one value, merged once and kept: most values of a place need the same ones. */
export type Node = {
  readonly pointers: readonly Pointer[];
  readonly shapes: readonly Shape[];
  readonly choices: readonly Choice[];
  /** The `properties` of the first schema that has any; where a new property would be declared. */
  readonly properties?: Pointer;
  /** The first `x-extensible-enum`. */
  readonly extensible?: Extensible;
  readonly readOnly?: Pointer;
  readonly writeOnly?: Pointer;
  /** Of a schema that others extend: what tells which of them a value is. */
  readonly discriminators: readonly JsonObject[];
  readonly children: Map<string, Node | null>;
  readonly items: Map<number, Node | null>;
};

type Extensible = { readonly pointer: Pointer; readonly values: readonly string[]; readonly known: ReadonlySet<Json> };

/** Beyond this many different names in one place, new ones are looked up each time instead of being kept. */
const MAX_CACHED_NAMES = 1000;

/** The nodes of one description; the same set of schemas is the same node. */
export type Nodes = {
  readonly at: (pointers: readonly Pointer[]) => Node;
  /** The node of a property, or null when nothing knows it: what is required is known, declared or not. */
  readonly child: (node: Node, name: string) => Node | null;
  /** The node of an item, or null when nothing is said of it. */
  readonly item: (node: Node, index: number) => Node | null;
};

export function createNodes(root: Json): Nodes {
  // Beside a reference, OpenAPI 3.0 says to ignore such a mark: it forbids nothing there.
  const marksReferences = !(isObject(root) && String(root.openapi).startsWith("3.0"));
  const nodes = new Map<string, Node>();
  const shapes = new Map<Pointer, Shape | undefined>();
  const shape: ShapeLookup = (pointer) => {
    if (!shapes.has(pointer)) shapes.set(pointer, shapeAt(root, pointer));
    return shapes.get(pointer);
  };
  const at = (pointers: readonly Pointer[]): Node => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const node = nodes.get(key) ?? createNode(shape, distinct, marksReferences);
    nodes.set(key, node);
    return node;
  };
  return {
    at,
    child: (node, name) => {
      const known = node.children.get(name);
      if (known !== undefined) return known;
      const pointers = propertyPointers(node.shapes, name);
      const child = pointers === undefined && !isRequired(node, name) ? null : at(pointers ?? []);
      if (node.children.size < MAX_CACHED_NAMES) node.children.set(name, child);
      return child;
    },
    item: (node, index) => {
      const key = Math.min(index, longestPrefix(node));
      const known = node.items.get(key);
      if (known !== undefined) return known;
      const pointers = node.shapes.flatMap((shape) => itemPointers(shape, index));
      const item = pointers.length === 0 ? null : at(pointers);
      node.items.set(key, item);
      return item;
    },
  };
}

function isRequired({ shapes }: Node, name: string): boolean {
  return shapes.some(({ schema }) => Array.isArray(schema.required) && schema.required.includes(name));
}

/** One object a pointer, so that a choice that was taken is known again in a larger node. */
type ShapeLookup = (pointer: Pointer) => Shape | undefined;

function createNode(shape: ShapeLookup, pointers: readonly Pointer[], marksReferences: boolean): Node {
  const shapes = alwaysApplying(shape, pointers);
  const declaring = shapes.find(({ schema }) => isObject(schema.properties));
  const extending = shapes.filter(({ schema }) => Array.isArray(schema["x-extensible-enum"]));
  const marked = (mark: "readOnly" | "writeOnly"): { [name in typeof mark]?: Pointer } => {
    const shape = shapes.find(({ schema }) => schema[mark] === true && (marksReferences || schema.$ref === undefined));
    return shape === undefined ? {} : { [mark]: joinPointer(shape.pointer, mark) };
  };
  return {
    pointers,
    shapes,
    choices: shapes.flatMap(({ choices }) => choices),
    ...(declaring === undefined ? {} : { properties: joinPointer(declaring.pointer, "properties") }),
    ...extensibleOf(extending),
    ...marked("readOnly"),
    ...marked("writeOnly"),
    discriminators: shapes.flatMap(({ schema: { discriminator, oneOf, anyOf } }) =>
      isObject(discriminator) && oneOf === undefined && anyOf === undefined ? [discriminator] : [],
    ),
    children: new Map(),
    items: new Map(),
  };
}

function alwaysApplying(shapeOf: ShapeLookup, pointers: readonly Pointer[]): Shape[] {
  const shapes = new Map<Pointer, Shape>();
  const visit = (pointer: Pointer): void => {
    const shape = shapes.has(pointer) ? undefined : shapeOf(pointer);
    if (shape === undefined) return;
    shapes.set(pointer, shape);
    for (const next of shape.always) visit(next);
  };
  for (const pointer of pointers) visit(pointer);
  return [...shapes.values()];
}

/** What any of the enumerations lists is listed. */
function extensibleOf(shapes: readonly Shape[]): { readonly extensible?: Extensible } {
  const [first] = shapes;
  if (first === undefined) return {};
  const listed = shapes.flatMap(({ schema }) => schema["x-extensible-enum"] as Json[]);
  const pointer = joinPointer(first.pointer, "x-extensible-enum");
  return { extensible: { pointer, values: listed.map(String), known: new Set(listed) } };
}

function longestPrefix({ shapes }: Node): number {
  return Math.max(
    0,
    ...shapes.map(({ schema }) => (Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0)),
  );
}

/** The schemas of a property, none when something says any property may come, undefined when nothing knows it. */
export function propertyPointers(shapes: readonly Shape[], name: string): Pointer[] | undefined {
  const pointers: Pointer[] = [];
  let known = false;
  for (const { pointer, schema } of shapes) {
    const named = isObject(schema.properties) && Object.hasOwn(schema.properties, name);
    if (named) pointers.push(joinPointer(pointer, "properties", name));
    const matching = Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}).filter((pattern) =>
      matches(pattern, name),
    );
    pointers.push(...matching.map((pattern) => joinPointer(pointer, "patternProperties", pattern)));
    known ||= named || matching.length > 0;
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      // `false` is a rule that validation has judged; anything else says that other properties may come.
      if (named || matching.length > 0 || schema[keyword] === undefined) continue;
      known = true;
      if (isObject(schema[keyword])) pointers.push(joinPointer(pointer, keyword));
    }
  }
  return known ? pointers : undefined;
}

/** The schemas of an item by its place in the list. */
export function itemPointers({ pointer, schema }: Shape, index: number): Pointer[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  if (index < prefix) return [joinPointer(pointer, "prefixItems", index)];
  return isObject(schema.items) ? [joinPointer(pointer, "items")] : [];
}

/** Every name that `properties` of a node lists. */
export function declaredNames({ shapes }: Node): string[] {
  const names = shapes.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}));
  return [...new Set(names)].sort();
}

const patterns = new Map<string, Pattern | undefined>();

function matches(pattern: string, name: string): boolean {
  if (!patterns.has(pattern)) patterns.set(pattern, compiled(pattern));
  return patterns.get(pattern)?.test(name) ?? false;
}

function compiled(pattern: string): Pattern | undefined {
  try {
    return boundedPattern(pattern, "u");
  } catch {
    return undefined;
  }
}
