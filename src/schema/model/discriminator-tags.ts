import {
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { memoize, memoizeByObject } from "../../document/memoize.js";
import { findNamedSchema } from "../registry/discriminator.js";
import { getReferenceTarget } from "../registry/normalize-schema.js";
import type { MergedSchema, SchemaModel } from "./schema-model.js";

const COMPONENTS = "/components/schemas";

/** The discriminating property of a schema, with the values that name this schema. */
export type Tag = { readonly name: string; readonly values: readonly string[] };

/** A schema that a discriminator names. Without a tag, its own values are those of the discriminator. */
export type DiscriminatedMember = readonly [target: Pointer, tag: Tag | undefined];

export const getDiscriminatorTags = memoizeByObject((schemas: SchemaModel) => new DiscriminatorTags(schemas));

/**
 * The values of discriminators. A discriminator beside `oneOf` or `anyOf` names branches; another one names the schemas that
 * have its schema in their `allOf`.
 */
export class DiscriminatorTags {
  readonly #schemas: SchemaModel;
  readonly #root: Json;
  /** The component schemas that extend a schema with a discriminator, by the pointer of that schema. */
  readonly #children = new Map<Pointer, Set<Pointer>>();
  readonly #find = memoize((name: Json | undefined) =>
    typeof name === "string" ? findNamedSchema(this.#root, name) : undefined,
  );

  constructor(schemas: SchemaModel) {
    this.#schemas = schemas;
    this.#root = schemas.root;
    for (const name of Object.keys(asObject(valueAt(this.#root, COMPONENTS)) ?? {})) {
      const component = joinPointer(COMPONENTS, name);
      if (asObject(valueAt(this.#root, component))?.$ref !== undefined) continue;
      for (const base of this.#listBases(component)) {
        if (base === component || base.startsWith(`${component}/`)) continue;
        this.#children.set(base, (this.#children.get(base) ?? new Set()).add(component));
      }
    }
  }

  /** The schemas that the discriminator of a schema names, unless these are branches of the schema. */
  listMembers(pointer: Pointer): readonly DiscriminatedMember[] {
    const base = this.#listBases(pointer).find((it) => it === pointer || it.startsWith(`${pointer}/allOf/`));
    const discriminator = base === undefined ? undefined : this.#getDiscriminator(base);
    if (base === undefined || discriminator === undefined) return [];
    const mapped = Object.values(asObject(discriminator.mapping) ?? {}).flatMap((name) => this.#find(name) ?? []);
    const named = mapped.length > 0 ? mapped : [...(this.#children.get(base) ?? [])];
    const targets = new Set([...named, ...[this.#find(discriminator.defaultMapping) ?? []].flat()]);
    return [...targets].map((target) => [target, this.#getTag(discriminator, target)] as const);
  }

  /** Whether a component schema extends one with a discriminator. The union of its members has the component itself. */
  isChild(component: Pointer, base: Pointer): boolean {
    return this.#listBases(base).some((it) => {
      const children = this.#children.get(it);
      return children?.has(component) === true && !children.has(base);
    });
  }

  /** The tag of a component that extends a schema with a discriminator, unless others extend the component. */
  getOwnTag(component: Pointer): Tag | undefined {
    for (const [base, children] of this.#children) {
      if (!children.has(component)) continue;
      const isExtended = [...children].some(
        (it) =>
          it !== component && this.#schemas.at([it]).applicableSchemas.some(({ pointer }) => pointer === component),
      );
      const discriminator = this.#getDiscriminator(base);
      return isExtended || discriminator === undefined ? undefined : this.#getTag(discriminator, component);
    }
    return undefined;
  }

  /** The tag of a branch of `oneOf` or `anyOf`. */
  getBranchTag({ discriminator }: JsonObject, branch: Pointer): Tag | undefined {
    const target = this.#findTarget(branch);
    return isObject(discriminator) && target !== undefined ? this.#getTag(discriminator, target) : undefined;
  }

  /**
   * The values that an object may have in the properties of its discriminators: those that name its branches, and the schemas that extend
   * its base. Empty if the discriminators contradict each other.
   *
   * @param object decides between several branches.
   */
  listTags({ applicableSchemas, pointers }: MergedSchema, object: JsonObject = {}): Tag[] {
    const found = new Map<string, readonly string[]>();
    for (const { pointer, schema, choices } of applicableSchemas) {
      const { discriminator } = schema;
      if (!isObject(discriminator)) continue;
      const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
      const chosen = branches.filter((it) => pointers.includes(it)).map((it) => this.#findTarget(it));
      const members = this.#listTargets(pointer);
      const extending = applicableSchemas.filter((it) => members.includes(it.pointer)).map((it) => it.pointer);
      const tags = [...chosen, ...extending.slice(0, 1)].flatMap((target) =>
        target === undefined ? [] : (this.#readTag(discriminator, target)?.tag ?? []),
      );
      const tag = tags.find(({ name, values }) => values.includes(asString(object[name]) ?? "")) ?? tags[0];
      if (tag !== undefined)
        found.set(tag.name, found.get(tag.name)?.filter((it) => tag.values.includes(it)) ?? tag.values);
    }
    return [...found].map(([name, values]) => ({ name, values }));
  }

  hasContradiction(schema: MergedSchema): boolean {
    return this.listTags(schema).some(({ values }) => values.length === 0);
  }

  /** The schemas that extend a base with a discriminator, each together with the base; none if one of them applies already. */
  listExtended(schema: MergedSchema): MergedSchema[] {
    const { applicableSchemas, discriminators } = schema;
    if (!discriminators.some(({ isBase }) => isBase)) return [];
    return applicableSchemas.flatMap(({ pointer }) => {
      const targets = this.#listTargets(pointer);
      const isExtended = applicableSchemas.some((it) => targets.includes(it.pointer));
      return isExtended ? [] : targets.map((target) => this.#schemas.extend(schema, [target]));
    });
  }

  /** The schema of an object together with the one that its discriminator names, or else with the first one that it can name. */
  extendFor(schema: MergedSchema, object: JsonObject): MergedSchema {
    const extended = this.listExtended(schema);
    return extended.find((it) => this.hasTags(it, object)) ?? extended[0] ?? schema;
  }

  /** Whether the discriminators of an object name schemas that may describe it. */
  hasKnownTags(schema: MergedSchema, object: JsonObject): boolean {
    const branches = schema.choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
    const further = [...this.listExtended(schema), ...branches.map((it) => this.#schemas.extend(schema, [it]))];
    const isKnown = further.length === 0 || further.some((it) => this.hasTags(it, object));
    return isKnown && this.hasTags(schema, object);
  }

  hasTags(schema: MergedSchema, object: JsonObject): boolean {
    return this.listTags(schema, object).every(({ name, values }) => values.includes(asString(object[name]) ?? ""));
  }

  #listTargets(pointer: Pointer): Pointer[] {
    return this.listMembers(pointer).map(([target]) => target);
  }

  #findTarget(branch: Pointer): Pointer | undefined {
    const schema = valueAt(this.#root, branch);
    return isObject(schema) ? getReferenceTarget(schema) : undefined;
  }

  /** Undefined if the schema lists its own values, and no others than these. */
  #getTag(discriminator: JsonObject, target: Pointer): Tag | undefined {
    const { tag, isListed = false } = this.#readTag(discriminator, target) ?? {};
    return isListed ? undefined : tag;
  }

  #readTag(discriminator: JsonObject, target: Pointer): { readonly tag: Tag; readonly isListed: boolean } | undefined {
    const name = asString(discriminator.propertyName);
    if (name === undefined) return undefined;
    const mapped = Object.entries(asObject(discriminator.mapping) ?? {})
      .filter(([, to]) => this.#find(to) === target)
      .map(([value]) => value);
    const values = mapped.length > 0 ? mapped : [lastToken(target)];
    const property = this.#schemas.child(this.#schemas.at([target]), name);
    const listed = property?.constraints.enumValues;
    const known = listed === undefined ? values : values.filter((value) => listed.includes(value));
    return known.length === 0 ? undefined : { tag: { name, values: known }, isListed: known.length === listed?.length };
  }

  #getDiscriminator(base: Pointer): JsonObject | undefined {
    return asObject(asObject(valueAt(this.#root, base))?.discriminator);
  }

  #listBases(pointer: Pointer): Pointer[] {
    return this.#schemas
      .at([pointer])
      .discriminators.filter(({ isBase }) => isBase)
      .map((it) => parentPointer(it.pointer));
  }
}
