import { isApplied, isInPlace } from "../../document/applicators.js";
import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { memoize } from "../../document/memoize.js";
import { getObjectField, type ObjectKind } from "../../document/structure.js";
import type { MessageDirection } from "../message-direction.js";
import { type LocatedSchema, NULL_ALLOWED, walkSchemas } from "../registry/normalize-schema.js";
import type { SchemaRegistry } from "../registry/schema-registry.js";
import {
  type ApplicableSchema,
  type Choice,
  collectSchemas,
  isItemEvaluated,
  isPropertyEvaluated,
  listApplicableSchemas,
  listDeclaring,
  readApplicableSchema,
  type SchemaReader,
} from "./applicable-schema.js";
import { collectValueConstraints, type ValueConstraints } from "./value-constraints.js";

/** The schemas that together describe one value. Cached, because most values at a location need the same ones. */
export type MergedSchema = {
  readonly pointers: readonly Pointer[];
  readonly applicableSchemas: readonly ApplicableSchema[];
  /** Their keywords, merged: types, listed values, bounds, formats, names and required names. */
  readonly constraints: ValueConstraints;
  readonly choices: readonly Choice[];
  /** The `properties` of the first schema that names any: where a new property would be declared. */
  readonly properties: Pointer | undefined;
  /** The first `x-extensible-enum`. */
  readonly extensible: ExtensibleEnum | undefined;
  readonly readOnly: Pointer | undefined;
  readonly writeOnly: Pointer | undefined;
  readonly discriminators: readonly Discriminator[];
  /**
   * Whether some schema in place has `readOnly`, `writeOnly`, `x-extensible-enum` or `nullable`. Without them, a string, number, boolean or
   * null has no drift.
   */
  readonly canMarkScalars: () => boolean;
  /** The number of items with schemas of their own, by their position. */
  readonly prefixLength: number;
  /** The schemas of `contains`. */
  readonly contains: readonly Pointer[];
  readonly children: Map<string, MergedSchema | null>;
  /** With one more schema, by its pointer. */
  readonly extended: Map<Pointer, MergedSchema>;
  readonly items: Map<number, MergedSchema | null>;
};

/** `isBase`: it is beside no `oneOf` and `anyOf`, so that it names the derived schema of a value. */
export type Discriminator = { readonly pointer: Pointer; readonly value: JsonObject; readonly isBase: boolean };

type ExtensibleEnum = {
  readonly pointer: Pointer;
  readonly values: readonly string[];
  readonly known: ReadonlySet<Json>;
};

const NO_SCHEMAS: readonly ApplicableSchema[] = [];

/** Property names cached for each merged schema. Further names are looked up each time. */
const MAX_CACHED_NAMES = 1000;

/**
 * What the schemas of one spec mean: for the pointers of a value, its merged schema, from which those of its properties and
 * items are found. References, `allOf`, dynamic references and the forms of older dialects are resolved here.
 */
export type SchemaModel = {
  readonly root: Json;
  /** The merged schema of a value that all these schemas describe. Equal lists return the same object. */
  readonly at: (pointers: readonly Pointer[]) => MergedSchema;
  /** The merged schema together with further schemas. */
  readonly extend: (merged: MergedSchema, pointers: readonly Pointer[]) => MergedSchema;
  /** The merged schema of a property, or null when no schema declares, allows or requires it. */
  readonly child: (merged: MergedSchema, name: string) => MergedSchema | null;
  /**
   * The merged schema of an item, or null when no schema describes it.
   *
   * @param matches whether the item matches a schema of `contains`, which then applies to it.
   */
  readonly item: (merged: MergedSchema, index: number, matches?: (contains: Pointer) => boolean) => MergedSchema | null;
  /**
   * Whether messages of a direction need not contain a property: it is `readOnly` in requests, or `writeOnly` in responses.
   * Unlike `readOnly` and `writeOnly` of a merged schema, this includes a keyword beside a `$ref` of OpenAPI 3.0.
   */
  readonly excludes: (merged: MergedSchema, name: string, direction: MessageDirection) => boolean;
  /** One schema; undefined if there is none. */
  readonly read: SchemaReader;
  /** All schemas that may apply to the same value as one schema, branches and conditions included; none without a pointer. */
  readonly possible: (pointer: Pointer | undefined) => readonly ApplicableSchema[];
};

export function createSchemaModel(root: Json): SchemaModel {
  // OpenAPI 3.0 ignores keywords beside `$ref`, so `readOnly` and `writeOnly` have no effect there.
  const readsRefSiblings = !(isObject(root) && String(root.openapi).startsWith("3.0"));
  const mergedByKey = new Map<string, MergedSchema>();
  // The same object for the same pointer, so that a choice has the same identity in every merged schema.
  const read = memoize((pointer: Pointer) => readApplicableSchema(root, pointer));
  const at = (pointers: readonly Pointer[]): MergedSchema => {
    const distinct = pointers.length === 1 ? pointers : [...new Set(pointers)];
    const key = distinct.join("\n");
    const merged = mergedByKey.get(key) ?? createMergedSchema(read, distinct, { root, readsRefSiblings });
    mergedByKey.set(key, merged);
    return merged;
  };
  const child = (merged: MergedSchema, name: string): MergedSchema | null => {
    const known = merged.children.get(name);
    if (known !== undefined) return known;
    const pointers = findPropertyPointers(merged.applicableSchemas, name);
    const found = pointers === undefined && !merged.constraints.required.has(name) ? null : at(pointers ?? []);
    if (merged.children.size < MAX_CACHED_NAMES) merged.children.set(name, found);
    return found;
  };
  const possible = memoize((pointer: Pointer) => listApplicableSchemas(root, pointer, read));
  return {
    root,
    at,
    extend: (merged, pointers) => {
      const [only] = pointers;
      if (only === undefined || pointers.length > 1) return at([...merged.pointers, ...pointers]);
      const extended = merged.extended.get(only) ?? at([...merged.pointers, only]);
      merged.extended.set(only, extended);
      return extended;
    },
    child,
    item: (merged, index, matches = () => false) => {
      const { applicableSchemas, contains } = merged;
      const key = Math.min(index, merged.prefixLength);
      const known = merged.items.get(key);
      if (known !== undefined) return known;
      const matching = contains.filter(matches);
      const pointers = [...findItemPointers(applicableSchemas, index), ...matching];
      for (const { pointer, schema } of applicableSchemas)
        if (isObject(schema.unevaluatedItems) && !isItemEvaluated(applicableSchemas, pointer, { index, matching }))
          pointers.push(joinPointer(pointer, "unevaluatedItems"));
      const item = pointers.length === 0 ? null : at(pointers);
      if (contains.length === 0) merged.items.set(key, item);
      return item;
    },
    excludes: (merged, name, direction) => {
      const flag = direction === "request" ? "readOnly" : "writeOnly";
      return child(merged, name)?.applicableSchemas.some(({ schema }) => schema[flag] === true) === true;
    },
    read,
    possible: (pointer) => (pointer === undefined ? NO_SCHEMAS : possible(pointer)),
  };
}

function createMergedSchema(
  read: SchemaReader,
  pointers: readonly Pointer[],
  { root, readsRefSiblings }: { readonly root: Json; readonly readsRefSiblings: boolean },
): MergedSchema {
  const applicableSchemas = collectSchemas(read, pointers, ({ always }) => always);
  const declaring = applicableSchemas.find(({ schema }) => Object.keys(asObject(schema.properties) ?? {}).length > 0);
  const extending = applicableSchemas.filter(({ schema }) => Array.isArray(schema["x-extensible-enum"]));
  const findFlag = (flag: "readOnly" | "writeOnly"): Pointer | undefined => {
    const flagged = applicableSchemas.find(
      ({ schema }) => schema[flag] === true && (readsRefSiblings || schema.$ref === undefined),
    );
    return flagged && joinPointer(flagged.pointer, flag);
  };
  let canMarkScalars: boolean | undefined;
  return {
    pointers,
    applicableSchemas,
    get constraints() {
      return collectValueConstraints(applicableSchemas);
    },
    choices: applicableSchemas.flatMap(({ choices }) => choices),
    properties: declaring && joinPointer(declaring.pointer, "properties"),
    extensible: mergeExtensibleEnums(extending),
    readOnly: findFlag("readOnly"),
    writeOnly: findFlag("writeOnly"),
    discriminators: applicableSchemas.flatMap(readDiscriminator),
    canMarkScalars: () => {
      canMarkScalars ??= [...walkSchemas(root, pointers, isInPlace)].some(isMark);
      return canMarkScalars;
    },
    prefixLength: getLongestPrefix(applicableSchemas),
    contains: applicableSchemas.flatMap(({ pointer, schema }) =>
      schema.contains === undefined ? [] : [joinPointer(pointer, "contains")],
    ),
    children: new Map(),
    extended: new Map(),
    items: new Map(),
  };
}

function readDiscriminator({ pointer, schema }: ApplicableSchema): Discriminator[] {
  const { discriminator: value, oneOf, anyOf } = schema;
  const isBase = (oneOf ?? anyOf) === undefined;
  return isObject(value) ? [{ pointer: joinPointer(pointer, "discriminator"), value, isBase }] : [];
}

function isMark({ schema }: LocatedSchema): boolean {
  const isOneSided = schema.readOnly === true || schema.writeOnly === true;
  return isOneSided || schema["x-extensible-enum"] !== undefined || schema[NULL_ALLOWED] !== undefined;
}

/** Combines the values of every `x-extensible-enum`; the pointer is that of the first. */
function mergeExtensibleEnums(applicable: readonly ApplicableSchema[]): ExtensibleEnum | undefined {
  const [first] = applicable;
  if (first === undefined) return undefined;
  const listed = applicable.flatMap(({ schema }) => schema["x-extensible-enum"] as Json[]);
  const pointer = joinPointer(first.pointer, "x-extensible-enum");
  return { pointer, values: listed.map(String), known: new Set(listed) };
}

function getLongestPrefix(applicableSchemas: readonly ApplicableSchema[]): number {
  return Math.max(
    0,
    ...applicableSchemas.map(({ schema }) =>
      Math.max(asArray(schema.prefixItems).length, asArray(schema.items).length),
    ),
  );
}

/** The schemas of a property: empty when any property is allowed, undefined when no schema declares or allows it. */
export function findPropertyPointers(applicable: readonly ApplicableSchema[], name: string): Pointer[] | undefined {
  const pointers: Pointer[] = [];
  let known = false;
  for (const { pointer, schema } of applicable) {
    const declared = listDeclaring(schema, pointer, name);
    pointers.push(...declared);
    known ||= declared.length > 0;
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      // Validation reports properties that `false` forbids; any other value allows further properties.
      if (declared.length > 0 || schema[keyword] === undefined) continue;
      known = true;
      const isEvaluated = keyword === "unevaluatedProperties" && isPropertyEvaluated(applicable, pointer, name);
      if (isObject(schema[keyword]) && !isEvaluated) pointers.push(joinPointer(pointer, keyword));
    }
  }
  return known ? pointers : undefined;
}

/** The schemas of the item at `index`: its entry in `prefixItems`, or else `items`. Before 2020-12, these had other names. */
export function findItemPointers(applicable: readonly ApplicableSchema[], index: number): Pointer[] {
  return applicable.flatMap(({ pointer, schema }) => {
    const [prefix, rest] = Array.isArray(schema.items) ? ["items", "additionalItems"] : ["prefixItems", "items"];
    if (index < asArray(schema[prefix]).length) return [joinPointer(pointer, prefix, index)];
    return isObject(schema[rest]) ? [joinPointer(pointer, rest)] : [];
  });
}

/** The sorted names in all `properties` of a merged schema. */
export function listDeclaredProperties({ constraints }: MergedSchema): string[] {
  return [...constraints.propertyNames].sort();
}

export type PropertyNames = ReadonlySet<string>;

const NO_PROPERTY_NAMES: PropertyNames = new Set();

/**
 * The properties that messages in one direction exclude, and that `required` therefore does not enforce. A property is
 * excluded if any of the schemas that together describe its object marks it as `readOnly` (or `writeOnly`).
 */
export type ExcludedProperties = {
  /** The properties that the schema at a pointer and the schemas that always apply with it exclude. */
  readonly ofSchema: (pointer: Pointer) => PropertyNames;
  /** The same, including the enclosing schemas that describe the same value. */
  readonly withEnclosing: (pointer: Pointer) => PropertyNames;
};

export function createExcludedProperties(
  { root, traits }: SchemaRegistry,
  direction: MessageDirection,
  model: SchemaModel = createSchemaModel(root),
): ExcludedProperties {
  if (!traits.has("one-sided properties"))
    return { ofSchema: () => NO_PROPERTY_NAMES, withEnclosing: () => NO_PROPERTY_NAMES };
  const cache = new Map<Pointer, PropertyNames>();
  const ofSchema = (pointer: Pointer): PropertyNames => {
    const cached = cache.get(pointer);
    if (cached !== undefined) return cached;
    // A schema that is a branch of itself excludes nothing more.
    cache.set(pointer, NO_PROPERTY_NAMES);
    const merged = model.at([pointer]);
    const flagged = merged.constraints.propertyNames.filter((name) => model.excludes(merged, name, direction));
    const names = mergeNames([flagged, ...merged.choices.map(intersectBranches)]);
    cache.set(pointer, names);
    return names;
  };
  /** The properties that every branch excludes, ignoring branches that cannot describe an object. */
  const intersectBranches = (choice: Choice): string[] => {
    const branches = choice.kind === "branches" ? choice.branches : [];
    const [first, ...others] = branches.filter((it) => canDescribeObject(model.read(it)?.schema)).map(ofSchema);
    return [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  };
  return {
    ofSchema,
    withEnclosing: memoize((pointer) => mergeNames([pointer, ...listEnclosingSchemas(root, pointer)].map(ofSchema))),
  };
}

export function mergeNames(sets: readonly Iterable<string>[]): PropertyNames {
  if (sets.every((it) => it === NO_PROPERTY_NAMES)) return NO_PROPERTY_NAMES;
  const names = new Set<string>();
  for (const set of sets) for (const name of set) names.add(name);
  return names.size === 0 ? NO_PROPERTY_NAMES : names;
}

function canDescribeObject(schema: JsonObject | undefined): boolean {
  return schema !== undefined && (schema.type === undefined || [schema.type].flat().includes("object"));
}

/** Keywords whose schemas are validated together with the schema that holds them. `not` and `if` are not. */
const SAME_VALUE_KEYWORDS = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

/** Lists the enclosing schemas that describe the same value as the schema at a pointer, outermost first. */
function listEnclosingSchemas(root: JsonObject, pointer: Pointer): Pointer[] {
  const found: Pointer[] = [];
  let kind: ObjectKind = "openapi";
  let node: Json | undefined = root;
  const tokens = parsePointer(pointer);
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] ?? "";
    const field = getObjectField(kind, token);
    if (field === undefined) return found;
    const steps = field.holds === "map" || Array.isArray(asObject(node)?.[token]) ? 2 : 1;
    if (kind === "schema" && SAME_VALUE_KEYWORDS.has(token)) found.push(joinPointer("", ...tokens.slice(0, index)));
    else found.length = 0;
    node = valueAt(node ?? null, joinPointer("", ...tokens.slice(index, index + steps)));
    index += steps;
    kind = field.kind;
  }
  return found;
}

/**
 * Creates a test of whether the schema at a pointer differs for requests and responses. It does if it or an enclosing
 * schema of the same value reaches `readOnly` or `writeOnly`. Otherwise one compiled schema serves both directions.
 */
export function createDirectionTest({ root, traits }: SchemaRegistry): (pointer: Pointer) => boolean {
  if (!traits.has("one-sided properties")) return () => false;
  const symmetric = new Set<Pointer>();
  return (start) => {
    const reached: Pointer[] = [];
    const from = [listEnclosingSchemas(root, start)[0] ?? start];
    for (const { pointer, schema } of walkSchemas(root, from, isApplied, (it) => symmetric.has(it))) {
      if (hasDirectionKeyword(schema)) return true;
      reached.push(pointer);
    }
    for (const pointer of reached) symmetric.add(pointer);
    return false;
  };
}

/** Includes dynamic references, because their targets are known only during validation. */
function hasDirectionKeyword(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema.$dynamicRef !== undefined;
}
