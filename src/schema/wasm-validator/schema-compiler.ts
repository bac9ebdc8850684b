import {
  asArray,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import type { ApplicableSchema } from "../analysis/applicable-schema.js";
import { createMergedSchemaCache, type MergedSchema, type MergedSchemaCache } from "../analysis/merged-schema.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import { hasDriftKeyword, isCompilable, reachesDriftKeyword } from "./compilability.js";
import { compileScalars, isUnescapedAscii } from "./compile-scalars.js";
import {
  ANY_VALUE_SCHEMA,
  type CompiledSchema,
  createCompiledSchema,
  getOnlySchema,
  MAX_PROPERTIES,
} from "./compiled-schema.js";
import { isSupportedKeyword } from "./supported-keywords.js";
import { areMutuallyExclusive, listUnionBranches } from "./union-branches.js";

/** The plan for the schema at a pointer, seen from one side; undefined when there can be none. */
export type SchemaCompiler = (pointer: Pointer, view: MessageDirection) => CompiledSchema | undefined;

/** Something in the schemas that no plan can be made of. */
class NotCompilableError extends Error {}

/**
 * Lays out what schemas ask for. Everything that a schema reaches is looked at, and compiled where a plan cannot hold it,
 * so that what does not compile is found no later than by validating.
 */
export function createSchemaCompiler(schemas: Schemas): SchemaCompiler {
  const mergedSchemas = createMergedSchemaCache(schemas.root);
  const made = { request: new Map<MergedSchema, CompiledSchema>(), response: new Map<MergedSchema, CompiledSchema>() };
  const told = new Map<MessageDirection, boolean>();
  const tellsByName = (view: MessageDirection) => (): boolean => {
    const known = told.get(view) ?? hasDriftKeyword(valueAt(schemas.root, "/components/schemas"), view);
    told.set(view, known);
    return known;
  };
  return (pointer, direction) => {
    // Plans that are given up in the middle must not be found by others.
    const compiled = new Map(made[direction]);
    try {
      const planning = {
        schemas,
        mergedSchemas,
        direction,
        compiled,
        checked: new Set<Pointer>(),
        hasDriftByName: tellsByName(direction),
      };
      const plan = compileMergedSchema(planning, mergedSchemas.at([pointer]));
      made[direction] = compiled;
      return plan;
    } catch (error) {
      if (error instanceof NotCompilableError) return undefined;
      throw error;
    }
  };
}

type Compilation = {
  readonly schemas: Schemas;
  readonly mergedSchemas: MergedSchemaCache;
  readonly direction: MessageDirection;
  readonly compiled: Map<MergedSchema, CompiledSchema>;
  /** Schemas that are known to be sound, with all that always applies with them: many may lead to the same. */
  readonly checked: Set<Pointer>;
  /** Whether a schema that a discriminator may name can tell of drift in what is declared without it. */
  readonly hasDriftByName: () => boolean;
};

function compileMergedSchema(planning: Compilation, node: MergedSchema): CompiledSchema {
  const known = planning.compiled.get(node);
  if (known !== undefined) return known;
  for (const pointer of node.pointers) assertCompilable(planning, pointer, []);
  const plan =
    node.applicableSchemas.length === 0
      ? ANY_VALUE_SCHEMA
      : createCompiledSchema(node.pointers, planning.direction, chooseMode(planning, node));
  planning.compiled.set(node, plan);
  if (plan.mode === "plan") {
    plan.hasRepeatedSchema = hasRepeatedSchema(node);
    compileScalars(plan, node);
    compileObject(planning, plan, node);
    compileArray(planning, plan, node);
  } else if (plan.mode === "union") {
    plan.branches = listUnionBranches(node).map((branch) =>
      compileMergedSchema(planning, planning.mergedSchemas.at([branch])),
    );
  } else if (plan.mode === "slice") {
    const pointer = getOnlySchema(plan);
    if (pointer === undefined) throw new NotCompilableError();
    if (!isCompilable(planning.schemas, pointer)) planning.schemas.isValid(pointer, planning.direction, null);
  }
  return plan;
}

/** Whether one of the schemas that always apply is reached in two ways. */
function hasRepeatedSchema({ pointers, applicableSchemas }: MergedSchema): boolean {
  const reached = [...pointers, ...applicableSchemas.flatMap(({ always }) => always)];
  return new Set(reached).size < reached.length;
}

function chooseMode(
  { schemas, mergedSchemas, hasDriftByName }: Compilation,
  node: MergedSchema,
): CompiledSchema["mode"] {
  const branches = listUnionBranches(node);
  const isNamed = [node, ...branches.map((it) => mergedSchemas.at([it]))].some(
    ({ discriminators }) => discriminators.length > 0,
  );
  if (isNamed && hasDriftByName()) return "slice";
  if (isSupported(node)) return "plan";
  const isUnion = branches.length > 0 && branches.every((branch) => isCompilable(schemas, branch));
  return isUnion &&
    (areMutuallyExclusive(mergedSchemas, branches) || !branches.some((it) => reachesDriftKeyword(schemas, it)))
    ? "union"
    : "slice";
}

/** What always applies has to be a schema, must not lead back to itself, and may not stand in another dialect. */
function assertCompilable(planning: Compilation, pointer: Pointer, above: readonly Pointer[]): void {
  if (planning.checked.has(pointer)) return;
  let value: Json | undefined = planning.schemas.root;
  if (isObject(value) && value.jsonSchemaDialect !== undefined) throw new NotCompilableError();
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    if (isObject(value) && (value.$schema !== undefined || value.$id !== undefined)) throw new NotCompilableError();
  }
  if (value === true) return;
  if (!isObject(value) || above.includes(pointer)) throw new NotCompilableError();
  for (const next of planning.mergedSchemas.at([pointer]).applicableSchemas[0]?.always ?? [])
    assertCompilable(planning, next, [...above, pointer]);
  planning.checked.add(pointer);
}

function isSupported({ applicableSchemas }: MergedSchema): boolean {
  return applicableSchemas.every(hasSupportedKeywords) && hasSupportedNames(applicableSchemas);
}

function hasSupportedKeywords({ schema }: ApplicableSchema): boolean {
  return Object.keys(schema).every((word) => isSupportedKeyword(word, schema[word]));
}

function hasSupportedNames(shapes: readonly ApplicableSchema[]): boolean {
  const names = listDeclaredNames(shapes);
  const chosen = shapes.flatMap(({ schema }) => asArray(schema.anyOf)).flatMap(getRequiredNames);
  const asked = [...listRequired(shapes), ...chosen];
  return (
    names.length <= MAX_PROPERTIES &&
    names.every((name) => name !== "__proto__" && isUnescapedAscii(name)) &&
    asked.every((name) => names.includes(name))
  );
}

function listDeclaredNames(shapes: readonly ApplicableSchema[]): string[] {
  return [
    ...new Set(shapes.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}))),
  ];
}

function compileObject(planning: Compilation, plan: CompiledSchema, node: MergedSchema): void {
  const { applicableSchemas } = node;
  const keys: string[] = [];
  const values: CompiledSchema[] = [];
  for (const name of listDeclaredNames(applicableSchemas)) {
    const child = planning.mergedSchemas.child(node, name);
    if (child === null) continue;
    const value = compileMergedSchema(planning, child);
    // Names that may not come are left out, and so are judged by their schemas when they do.
    const mark = planning.direction === "request" ? child.readOnly : child.writeOnly;
    if (mark !== undefined || applicableSchemas.some((shape) => isForbiddenName(shape, name))) continue;
    keys.push(name);
    values.push(value);
  }
  for (const { pointer, schema } of applicableSchemas) {
    if (!isObject(schema.additionalProperties)) continue;
    compileMergedSchema(planning, planning.mergedSchemas.at([joinPointer(pointer, "additionalProperties")]));
  }
  plan.keys = keys;
  plan.keySchemas = values;
  plan.required = toBits(keys, listRequired(applicableSchemas));
  plan.requiredAlternatives = applicableSchemas.flatMap(({ schema }) =>
    schema.anyOf === undefined ? [] : [asArray(schema.anyOf).map((branch) => toBits(keys, getRequiredNames(branch)))],
  );
}

/** A name that has no key never comes; the last bit of all stands for it. */
function toBits(keys: readonly string[], names: readonly string[]): bigint {
  let bits = 0n;
  for (const name of names) {
    const index = keys.indexOf(name);
    bits |= 1n << BigInt(index < 0 ? MAX_PROPERTIES : index);
  }
  return bits;
}

function listRequired(shapes: readonly ApplicableSchema[]): string[] {
  return shapes.flatMap(({ schema }) => getRequiredNames(schema));
}

function getRequiredNames(schema: Json): string[] {
  return isObject(schema) ? asArray(schema.required).map(String) : [];
}

function isForbiddenName({ schema }: ApplicableSchema, name: string): boolean {
  return (
    schema.additionalProperties === false && !(isObject(schema.properties) && Object.hasOwn(schema.properties, name))
  );
}

function compileArray(planning: Compilation, plan: CompiledSchema, node: MergedSchema): void {
  for (const { schema } of node.applicableSchemas) {
    plan.minItems = Math.max(plan.minItems, Number(schema.minItems ?? 0));
    plan.maxItems = Math.min(plan.maxItems, Number(schema.maxItems ?? Number.POSITIVE_INFINITY));
  }
  const item = planning.mergedSchemas.item(node, 0);
  plan.items = item === null ? undefined : compileMergedSchema(planning, item);
}
