import {
  APPLICATORS,
  type Application,
  getSubschemaPointer,
  isApplied,
  isInPlace,
  listSubschemas,
} from "../../document/applicators.js";
import {
  asArray,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  memoize,
  type Pointer,
  tryCall,
  valueAt,
} from "../../document/index.js";
import { compileBoundedPattern } from "../pattern/compile-pattern.js";
import {
  getReferenceTarget,
  type LocatedSchema,
  listDynamicTargets,
  walkSchemas,
} from "../registry/normalize-schema.js";

/** A schema and the subschemas that apply to the same value, found without looking at a value. */
export type ApplicableSchema = {
  readonly pointer: Pointer;
  readonly schema: JsonObject;
  /** Schemas that always apply to the same value: the target of a reference, the parts of `allOf`. */
  readonly always: readonly Pointer[];
  /** Subschemas that apply to the same value only if it matches or meets a condition. */
  readonly choices: readonly Choice[];
};

export type Choice =
  | { readonly kind: "branches"; readonly branches: readonly Pointer[] }
  | { readonly kind: "condition"; readonly when: Pointer; readonly then?: Pointer; readonly else?: Pointer }
  | { readonly kind: "dependent"; readonly property: string; readonly schema: Pointer };

const BRANCH_KEYWORDS = Object.keys(APPLICATORS).filter((keyword) => APPLICATORS[keyword as "oneOf"][1] === "branch");

export function readApplicableSchema(root: Json, pointer: Pointer): ApplicableSchema | undefined {
  const schema = valueAt(root, pointer);
  if (!isObject(schema)) return undefined;
  const subschemas = listSubschemas(schema)
    .filter(isInPlace)
    .map((inner) => ({ ...inner, at: getSubschemaPointer(pointer, inner) }));
  const target = getReferenceTarget(schema);
  const dynamic = listDynamicTargets(schema);
  const find = (applies: Application): Pointer[] =>
    subschemas.flatMap((inner) => (inner.applies === applies ? [inner.at] : []));
  const always = [
    ...(target === undefined ? [] : [target]),
    ...(dynamic.length === 1 ? dynamic : []),
    ...find("always"),
  ];
  const alternatives = [
    ...BRANCH_KEYWORDS.map((keyword) => subschemas.flatMap((inner) => (inner.keyword === keyword ? [inner.at] : []))),
    dynamic.length > 1 ? dynamic : [],
  ];
  const [[when], [then], [otherwise]] = [find("if"), find("then"), find("else")];
  const choices: Choice[] = alternatives.flatMap((branches) =>
    branches.length > 0 ? [{ kind: "branches" as const, branches }] : [],
  );
  if (when !== undefined)
    choices.push({
      kind: "condition",
      when,
      ...(then === undefined ? {} : { then }),
      ...(otherwise === undefined ? {} : { else: otherwise }),
    });
  for (const { applies, token = "", at } of subschemas)
    if (applies === "dependent") choices.push({ kind: "dependent", property: token, schema: at });
  return { pointer, schema, always, choices };
}

export type SchemaReader = (pointer: Pointer) => ApplicableSchema | undefined;

/** Lists the schemas at the pointers and all to which `listNext` leads from them, each once. */
export function collectSchemas(
  read: SchemaReader,
  pointers: readonly Pointer[],
  listNext: (schema: ApplicableSchema) => readonly Pointer[],
): ApplicableSchema[] {
  const found = new Map<Pointer, ApplicableSchema>();
  const visit = (pointer: Pointer): void => {
    const applicable = found.has(pointer) ? undefined : read(pointer);
    if (applicable === undefined) return;
    found.set(pointer, applicable);
    for (const next of listNext(applicable)) visit(next);
  };
  for (const pointer of pointers) visit(pointer);
  return [...found.values()];
}

/** Lists the schema at `pointer` and every subschema that always or conditionally applies to the same value. */
export function listApplicableSchemas(
  root: Json,
  pointer: Pointer,
  read: SchemaReader = (at) => readApplicableSchema(root, at),
): ApplicableSchema[] {
  return collectSchemas(read, [pointer], listInPlaceSchemas);
}

/** The schemas that always apply to the same value as this one, or on a condition. */
function listInPlaceSchemas({ always, choices }: ApplicableSchema): Pointer[] {
  return [...always, ...choices.flatMap(listChoiceSchemas)];
}

/** The schemas of a choice, including that of its condition. */
export function listChoiceSchemas(choice: Choice): Pointer[] {
  if (choice.kind === "branches") return [...choice.branches];
  if (choice.kind === "dependent") return [choice.schema];
  return [choice.when, choice.then, choice.else].filter((pointer) => pointer !== undefined);
}

/** Yields each schema that is reachable from the pointers once, including schemas that apply only to some values. */
export function walkReachableSchemas(
  document: { readonly root: Json },
  from: readonly Pointer[],
): Iterable<LocatedSchema> {
  return walkSchemas(document.root, from, (inner) => isApplied(inner) && inner.applies !== "name");
}

/** Subschemas that apply only to some values: `oneOf` and `anyOf` branches, `then` and `else`, dependent schemas. */
export function branchesOf({ choices }: Pick<ApplicableSchema, "choices">): Pointer[] {
  return choices.flatMap((choice) => listChoiceSchemas(choice).slice(choice.kind === "condition" ? 1 : 0));
}

/** Whether a schema of these has one of the keywords. */
export function hasAnyKeyword(applicable: readonly ApplicableSchema[], keywords: readonly string[]): boolean {
  return applicable.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
}

/** The subschemas of `properties` and `patternProperties` for a name. */
export function listDeclaring(schema: JsonObject, pointer: Pointer, name: string): Pointer[] {
  const { properties, patternProperties } = schema;
  const named =
    isObject(properties) && Object.hasOwn(properties, name) ? [joinPointer(pointer, "properties", name)] : [];
  const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {});
  const matching = patterns.filter((pattern) => matchesPattern(pattern, name));
  return [...named, ...matching.map((pattern) => joinPointer(pointer, "patternProperties", pattern))];
}

/** Whether another keyword than the `unevaluatedProperties` at a pointer evaluates a property. */
export function isPropertyEvaluated(applicable: readonly ApplicableSchema[], owner: Pointer, name: string): boolean {
  return listInPlace(applicable, owner).some(
    ({ pointer, schema }) =>
      schema.additionalProperties !== undefined ||
      (pointer !== owner && schema.unevaluatedProperties !== undefined) ||
      listDeclaring(schema, pointer, name).length > 0,
  );
}

/** The schemas among these that apply in place below the one at a pointer, including itself. */
function listInPlace(applicable: readonly ApplicableSchema[], pointer: Pointer): ApplicableSchema[] {
  return collectSchemas((at) => applicable.find((it) => it.pointer === at), [pointer], listInPlaceSchemas);
}

type EvaluatedItem = { readonly index: number; readonly matching: readonly Pointer[] };

/** Whether another keyword than the `unevaluatedItems` at a pointer evaluates an item. */
export function isItemEvaluated(
  applicable: readonly ApplicableSchema[],
  owner: Pointer,
  { index, matching }: EvaluatedItem,
): boolean {
  return listInPlace(applicable, owner).some(
    ({ pointer, schema }) =>
      schema.items !== undefined ||
      (pointer !== owner && schema.unevaluatedItems !== undefined) ||
      asArray(schema.prefixItems).length > index ||
      matching.includes(joinPointer(pointer, "contains")),
  );
}

export function matchesPattern(pattern: string, name: string): boolean {
  return tryCompilePattern(pattern)?.test(name) ?? false;
}

const tryCompilePattern = memoize((pattern: string) => tryCall(() => compileBoundedPattern(pattern, "u")));
