import {
  asArray,
  getOrCreate,
  isObject,
  type Json,
  joinPointer,
  memoize,
  memoizeByObject,
  type Pointer,
} from "../../../document/index.js";
import type { ApplicableSchema, Choice } from "../../../schema/model/applicable-schema.js";
import { findItemPointers, findPropertyPointers } from "../../../schema/model/schema-model.js";
import { collectValueConstraints, type ValueConstraints } from "../../../schema/model/value-constraints.js";
import { NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import { isLikeItems } from "../keywords/applicator-keywords.js";
import { getLocationKey, isAnyValue, type SchemaRef, type VersionedDocument } from "./versioned-document.js";

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
      this.schemas.flatMap((schema) => listPropertySchemas(schema, name)),
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
  const { ref, schema, pointer } = applicable;
  if (index >= asArray(schema.prefixItems).length) {
    if (schema.items === false) return [{ ...ref, pointer: joinPointer(pointer, "items") }];
    if (isLikeItems(schema)) return [{ ...ref, pointer: joinPointer(pointer, "unevaluatedItems") }];
  }
  return findItemPointers([applicable], index).map((it) => ({ ...ref, pointer: it }));
}

/** The schemas of a property that one schema gives, if the property is present. */
function listPropertySchemas(applicable: VersionedSchema, name: string): readonly SchemaRef[] {
  const { ref, schema, pointer } = applicable;
  const at = (keyword: string): SchemaRef[] => [{ ...ref, pointer: joinPointer(pointer, keyword) }];
  const named = findPropertyPointers([{ ...applicable, schema: omitUnevaluated(schema) }], name);
  const closed = named === undefined || named.length === 0;
  if (closed && schema.additionalProperties === false && !isDeclared(applicable, name))
    return at("additionalProperties");
  if (schema.unevaluatedProperties !== undefined && !isEvaluated(applicable, name)) return at("unevaluatedProperties");
  return (named ?? []).map((it) => ({ ...ref, pointer: it }));
}

function omitUnevaluated(schema: ApplicableSchema["schema"]): ApplicableSchema["schema"] {
  if (schema.unevaluatedProperties === undefined) return schema;
  const { unevaluatedProperties: _, ...rest } = schema;
  return rest;
}

/** Whether `properties` or `patternProperties` cover a name. */
function isDeclared(schema: ApplicableSchema, name: string): boolean {
  const { properties = {}, patternProperties = {} } = schema.schema;
  return findPropertyPointers([{ ...schema, schema: { properties, patternProperties } }], name) !== undefined;
}

/** Whether any schema that may apply next to `unevaluatedProperties` covers a name. */
function isEvaluated({ ref, pointer }: VersionedSchema, name: string): boolean {
  return ref.spec.schemas.model.possible(pointer).some((schema) => {
    if (schema.schema.$dynamicRef !== undefined) return true;
    const isOpen = schema.schema.additionalProperties !== undefined;
    const isOther = schema.pointer !== pointer && schema.schema.unevaluatedProperties !== undefined;
    return isOpen || isOther || isDeclared(schema, name);
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
