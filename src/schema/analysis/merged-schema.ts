import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { compileBoundedPattern, type Pattern } from "../pattern/bounded-pattern.js";
import { type ApplicableSchema, type Choice, readApplicableSchema } from "./applicable-schema.js";

/** The schemas that together describe one value, merged once and kept: most values of a place need the same ones. */
export type MergedSchema = {
  readonly pointers: readonly Pointer[];
  readonly applicableSchemas: readonly ApplicableSchema[];
  readonly choices: readonly Choice[];
  /** The `properties` of the first schema that has any; where a new property would be declared. */
  readonly properties?: Pointer;
  /** The first `x-extensible-enum`. */
  readonly extensible?: ExtensibleEnum;
  readonly readOnly?: Pointer;
  readonly writeOnly?: Pointer;
  /** Of a schema that others extend: what tells which of them a value is. */
  readonly discriminators: readonly JsonObject[];
  readonly children: Map<string, MergedSchema | null>;
  readonly items: Map<number, MergedSchema | null>;
};

type ExtensibleEnum = {
  readonly pointer: Pointer;
  readonly values: readonly string[];
  readonly known: ReadonlySet<Json>;
};

/** Beyond this many different names in one place, new ones are looked up each time instead of being kept. */
const MAX_CACHED_NAMES = 1000;

/** The nodes of one description; the same set of schemas is the same node. */
export type MergedSchemaCache = {
  readonly at: (pointers: readonly Pointer[]) => MergedSchema;
  /** The node of a property, or null when nothing knows it: what is required is known, declared or not. */
  readonly child: (node: MergedSchema, name: string) => MergedSchema | null;
  /** The node of an item, or null when nothing is said of it. */
  readonly item: (node: MergedSchema, index: number) => MergedSchema | null;
};

export function createMergedSchemaCache(root: Json): MergedSchemaCache {
  // Beside a reference, OpenAPI 3.0 says to ignore such a mark: it forbids nothing there.
  const marksReferences = !(isObject(root) && String(root.openapi).startsWith("3.0"));
  const nodes = new Map<string, MergedSchema>();
  const shapes = new Map<Pointer, ApplicableSchema | undefined>();
  const shape: ApplicableSchemaLookup = (pointer) => {
    if (!shapes.has(pointer)) shapes.set(pointer, readApplicableSchema(root, pointer));
    return shapes.get(pointer);
  };
  const at = (pointers: readonly Pointer[]): MergedSchema => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const node = nodes.get(key) ?? createMergedSchema(shape, distinct, marksReferences);
    nodes.set(key, node);
    return node;
  };
  return {
    at,
    child: (node, name) => {
      const known = node.children.get(name);
      if (known !== undefined) return known;
      const pointers = findPropertyPointers(node.applicableSchemas, name);
      const child = pointers === undefined && !isRequired(node, name) ? null : at(pointers ?? []);
      if (node.children.size < MAX_CACHED_NAMES) node.children.set(name, child);
      return child;
    },
    item: (node, index) => {
      const key = Math.min(index, getLongestPrefix(node));
      const known = node.items.get(key);
      if (known !== undefined) return known;
      const pointers = node.applicableSchemas.flatMap((shape) => findItemPointers(shape, index));
      const item = pointers.length === 0 ? null : at(pointers);
      node.items.set(key, item);
      return item;
    },
  };
}

function isRequired({ applicableSchemas }: MergedSchema, name: string): boolean {
  return applicableSchemas.some(({ schema }) => Array.isArray(schema.required) && schema.required.includes(name));
}

/** One object a pointer, so that a choice that was taken is known again in a larger node. */
type ApplicableSchemaLookup = (pointer: Pointer) => ApplicableSchema | undefined;

function createMergedSchema(
  shape: ApplicableSchemaLookup,
  pointers: readonly Pointer[],
  marksReferences: boolean,
): MergedSchema {
  const applicableSchemas = collectAlwaysApplicable(shape, pointers);
  const declaring = applicableSchemas.find(({ schema }) => isObject(schema.properties));
  const extending = applicableSchemas.filter(({ schema }) => Array.isArray(schema["x-extensible-enum"]));
  const marked = (mark: "readOnly" | "writeOnly"): { [name in typeof mark]?: Pointer } => {
    const shape = applicableSchemas.find(
      ({ schema }) => schema[mark] === true && (marksReferences || schema.$ref === undefined),
    );
    return shape === undefined ? {} : { [mark]: joinPointer(shape.pointer, mark) };
  };
  return {
    pointers,
    applicableSchemas,
    choices: applicableSchemas.flatMap(({ choices }) => choices),
    ...(declaring === undefined ? {} : { properties: joinPointer(declaring.pointer, "properties") }),
    ...mergeExtensibleEnums(extending),
    ...marked("readOnly"),
    ...marked("writeOnly"),
    discriminators: applicableSchemas.flatMap(({ schema: { discriminator, oneOf, anyOf } }) =>
      isObject(discriminator) && oneOf === undefined && anyOf === undefined ? [discriminator] : [],
    ),
    children: new Map(),
    items: new Map(),
  };
}

function collectAlwaysApplicable(shapeOf: ApplicableSchemaLookup, pointers: readonly Pointer[]): ApplicableSchema[] {
  const shapes = new Map<Pointer, ApplicableSchema>();
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
function mergeExtensibleEnums(shapes: readonly ApplicableSchema[]): { readonly extensible?: ExtensibleEnum } {
  const [first] = shapes;
  if (first === undefined) return {};
  const listed = shapes.flatMap(({ schema }) => schema["x-extensible-enum"] as Json[]);
  const pointer = joinPointer(first.pointer, "x-extensible-enum");
  return { extensible: { pointer, values: listed.map(String), known: new Set(listed) } };
}

function getLongestPrefix({ applicableSchemas }: MergedSchema): number {
  return Math.max(
    0,
    ...applicableSchemas.map(({ schema }) => (Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0)),
  );
}

/** The schemas of a property, none when something says any property may come, undefined when nothing knows it. */
export function findPropertyPointers(shapes: readonly ApplicableSchema[], name: string): Pointer[] | undefined {
  const pointers: Pointer[] = [];
  let known = false;
  for (const { pointer, schema } of shapes) {
    const named = isObject(schema.properties) && Object.hasOwn(schema.properties, name);
    if (named) pointers.push(joinPointer(pointer, "properties", name));
    const matching = Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}).filter((pattern) =>
      matchesPattern(pattern, name),
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
export function findItemPointers({ pointer, schema }: ApplicableSchema, index: number): Pointer[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  if (index < prefix) return [joinPointer(pointer, "prefixItems", index)];
  return isObject(schema.items) ? [joinPointer(pointer, "items")] : [];
}

/** Every name that `properties` of a node lists. */
export function listDeclaredProperties({ applicableSchemas }: MergedSchema): string[] {
  const names = applicableSchemas.flatMap(({ schema }) =>
    Object.keys(isObject(schema.properties) ? schema.properties : {}),
  );
  return [...new Set(names)].sort();
}

const patternCache = new Map<string, Pattern | undefined>();

function matchesPattern(pattern: string, name: string): boolean {
  if (!patternCache.has(pattern)) patternCache.set(pattern, tryCompilePattern(pattern));
  return patternCache.get(pattern)?.test(name) ?? false;
}

function tryCompilePattern(pattern: string): Pattern | undefined {
  try {
    return compileBoundedPattern(pattern, "u");
  } catch {
    return undefined;
  }
}
