import { getApplicator, isInPlace } from "../../../document/applicators.js";
import {
  asArray,
  getOrCreate,
  isObject,
  type Json,
  type JsonObject,
  memoize,
  memoizeByObject,
  type Pointer,
} from "../../../document/index.js";
import { type ApplicableSchema, type Choice, listDeclaring } from "../../../schema/model/applicable-schema.js";
import { findItemPointers } from "../../../schema/model/schema-model.js";
import { collectValueConstraints, type ValueConstraints } from "../../../schema/model/value-constraints.js";
import { NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import {
  getLocationKey,
  getSubschema,
  isAnyValue,
  type SchemaRef,
  type VersionedDocument,
} from "./versioned-document.js";

/**
 * Constraints of the values in a set, except null: `nullable` admits null regardless of other keywords. What few callers
 * need is computed when it is read.
 */
export class SetConstraints {
  readonly schemas: readonly VersionedSchema[];
  /** Whether one of the schemas is `false`. */
  readonly isUnsatisfiable: boolean;
  readonly refs: readonly SchemaRef[];
  readonly negated: readonly SchemaRef[];
  #keywords: ValueConstraints | undefined;
  #choices: readonly OpenChoice[] | undefined;
  #declaredNames: readonly string[] | undefined;
  #properties: Map<string, readonly SchemaRef[]> | undefined;
  #items: Map<number, readonly SchemaRef[]> | undefined;

  constructor({ refs, negated }: Readonly<Record<"refs" | "negated", readonly SchemaRef[]>>) {
    const applying = refs.map(getVersionedSchemas);
    const [first] = applying;
    this.schemas = first !== undefined && applying.length === 1 ? first.schemas : mergeDistinct(applying);
    this.isUnsatisfiable = applying.some(({ isUnsatisfiable }) => isUnsatisfiable);
    this.refs = refs;
    this.negated = negated;
  }

  get keywords(): ValueConstraints {
    this.#keywords ??= collectValueConstraints(this.schemas);
    return this.#keywords;
  }

  get choices(): readonly OpenChoice[] {
    this.#choices ??= findOpenChoices(this.schemas, [...this.refs, ...this.negated]);
    return this.#choices;
  }

  get declaredNames(): readonly string[] {
    this.#declaredNames ??= [...new Set(this.schemas.flatMap(({ ref, pointer }) => ref.spec.declaredNames(pointer)))];
    return this.#declaredNames;
  }

  /** The schemas of a property. Equal arrays share their constraints. */
  propertyRefs(name: string): readonly SchemaRef[] {
    this.#properties ??= new Map();
    return getOrCreate(this.#properties, name, () =>
      this.schemas.flatMap(({ ref, schema }) => listPropertyRefs(ref, schema, name, () => !isEvaluated(ref, name))),
    );
  }

  itemRefs(index: number): readonly SchemaRef[] {
    this.#items ??= new Map();
    return getOrCreate(this.#items, index, () => this.schemas.flatMap((schema) => listItemSchemas(schema, index)));
  }
}

type OpenChoice = { readonly choice: Choice; readonly ref: SchemaRef };

function findOpenChoices(all: readonly VersionedSchema[], refs: readonly SchemaRef[]): readonly OpenChoice[] {
  if (all.every(({ choices }) => choices.length === 0)) return [];
  const decided = new Set(refs.map(getLocationKey));
  const isOpen = (choice: Choice, ref: SchemaRef): boolean =>
    !getChoiceBranches(choice).some((pointer) => decided.has(getLocationKey({ ...ref, pointer })));
  return all.flatMap(({ choices, ref }) =>
    choices.filter((choice) => isOpen(choice, ref)).map((choice) => ({ choice, ref })),
  );
}

export function getChoiceBranches(choice: Choice): readonly Pointer[] {
  if (choice.kind === "branches") return choice.branches;
  return choice.kind === "condition" ? [choice.when] : [choice.schema];
}

function listItemSchemas(applicable: VersionedSchema, index: number): SchemaRef[] {
  const { ref, schema } = applicable;
  if (index >= asArray(schema.prefixItems).length) {
    if (schema.items === false) return [getSubschema(ref, "items")];
    if (isLikeItems(schema)) return [getSubschema(ref, "unevaluatedItems")];
  }
  return findItemPointers([applicable], index).map((it) => ({ ...ref, pointer: it }));
}

/**
 * The schemas that one schema gives to a property, if it is present.
 *
 * @param isOther Whether `unevaluatedProperties` applies to what `properties` and `patternProperties` do not cover.
 */
export function listPropertyRefs(
  ref: SchemaRef,
  schema: JsonObject,
  name: string,
  isOther: () => boolean,
): readonly SchemaRef[] {
  const declared = listDeclaring(schema, ref.pointer, name);
  if (declared.length > 0) return declared.map((pointer) => ({ ...ref, pointer }));
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined)
    return additionalProperties === true ? [] : [getSubschema(ref, "additionalProperties")];
  return unevaluatedProperties !== undefined && isOther() ? [getSubschema(ref, "unevaluatedProperties")] : [];
}

/** Whether any schema that may apply next to `unevaluatedProperties` covers a name; without a name, whether it may cover others. */
export function isEvaluated({ spec, pointer }: SchemaRef, name?: string): boolean {
  return spec.schemas.model.possible(pointer).some(({ schema, pointer: at }) => {
    if (schema.$dynamicRef !== undefined || schema.additionalProperties !== undefined) return true;
    if (at !== pointer && schema.unevaluatedProperties !== undefined) return true;
    return name === undefined ? isObject(schema.patternProperties) : listDeclaring(schema, at, name).length > 0;
  });
}

type VersionedSchema = ApplicableSchema & { readonly ref: SchemaRef };

type VersionedSchemas = {
  readonly schemas: readonly VersionedSchema[];
  /** Whether one of the schemas is `false`, or a choice without branches. */
  readonly isUnsatisfiable: boolean;
};

/** Lists the schemas that always apply together with a schema. */
function getVersionedSchemas({ spec, pointer }: SchemaRef): VersionedSchemas {
  return getLookup(spec)(pointer);
}

const getLookup = memoizeByObject((spec: VersionedDocument) =>
  memoize((pointer: Pointer) => collectVersionedSchemas({ spec, pointer })),
);

function collectVersionedSchemas(ref: SchemaRef): VersionedSchemas {
  const { spec, pointer } = ref;
  const { applicableSchemas } = spec.schemas.model.at([pointer]);
  const hasEmptyChoice = applicableSchemas.some(({ schema }) =>
    CHOICE_KEYWORDS.some((keyword) => asArray(schema[keyword] ?? [false]).length === 0),
  );
  // `nullable` admits null regardless of the other keywords.
  const isEmptyChoice = hasEmptyChoice && applicableSchemas.every(({ schema }) => schema[NULL_ALLOWED] === undefined);
  const reached = [pointer, ...applicableSchemas.flatMap(({ always }) => always)];
  return {
    schemas: applicableSchemas.map((it) => ({ ...it, ref: { spec, pointer: it.pointer } })),
    isUnsatisfiable: isEmptyChoice || reached.some((it) => excludesAll(spec.at(it))),
  };
}

/** Whether a schema alone says that no value is valid: `false`, or `not: {}`, which generators write for a missing value. */
function excludesAll(schema: Json | undefined): boolean {
  return schema === false || (isObject(schema) && schema[NULL_ALLOWED] === undefined && isAnyValue(schema.not));
}

/** Without branches, these reject every value. */
const CHOICE_KEYWORDS = ["oneOf", "anyOf"] as const;

/** Merges lists of schemas without duplicates. */
function mergeDistinct(applying: readonly VersionedSchemas[]): VersionedSchema[] {
  const schemas = applying.flatMap((it) => it.schemas);
  return [...new Map(schemas.map((schema) => [getLocationKey(schema.ref), schema])).values()];
}

/** Whether a schema has keywords that may evaluate properties and items in schemas for the same value. */
export function hasEvaluatingKeyword(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => {
    if (keyword === "$ref" || keyword === "$dynamicRef") return true;
    const [, applies] = getApplicator(keyword) ?? [];
    return applies !== undefined && applies !== "not" && isInPlace({ applies });
  });
}

/** Whether no other keyword evaluates items, so that `unevaluatedItems` acts like `items`. */
export function isLikeItems({ unevaluatedItems, items, contains, ...others }: JsonObject): boolean {
  return (
    unevaluatedItems !== undefined && items === undefined && contains === undefined && !hasEvaluatingKeyword(others)
  );
}
