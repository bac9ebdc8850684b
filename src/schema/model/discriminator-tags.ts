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
import { findNamedSchema } from "../registry/discriminator.js";
import { getReferenceTarget } from "../registry/normalize-schema.js";
import type { SchemaModel } from "./schema-model.js";

const COMPONENTS = "/components/schemas";

/** The discriminating property of a schema, with the values that name this schema. */
export type Tag = { readonly name: string; readonly values: readonly string[] };

/** A schema that a discriminator names. Without a tag, its own values are those of the discriminator. */
export type DiscriminatedMember = readonly [target: Pointer, tag: Tag | undefined];

/**
 * The values of discriminators. A discriminator beside `oneOf` or `anyOf` names branches; another one names the schemas that
 * have its schema in their `allOf`.
 */
export class DiscriminatorTags {
  readonly #schemas: SchemaModel;
  readonly #root: Json;
  /** The component schemas that extend a schema with a discriminator, by the pointer of that schema. */
  readonly #children = new Map<Pointer, Set<Pointer>>();

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
    const schema = valueAt(this.#root, branch);
    const target = isObject(schema) ? getReferenceTarget(schema) : undefined;
    return isObject(discriminator) && target !== undefined ? this.#getTag(discriminator, target) : undefined;
  }

  /** Undefined if the schema lists its own values, and no others than these. */
  #getTag(discriminator: JsonObject, target: Pointer): Tag | undefined {
    const name = asString(discriminator.propertyName);
    if (name === undefined) return undefined;
    const mapped = Object.entries(asObject(discriminator.mapping) ?? {})
      .filter(([, to]) => this.#find(to) === target)
      .map(([value]) => value);
    const values = mapped.length > 0 ? mapped : [lastToken(target)];
    const property = this.#schemas.child(this.#schemas.at([target]), name);
    const listed = property?.constraints.enumValues;
    const known = listed === undefined ? values : values.filter((value) => listed.includes(value));
    if (known.length === 0 || known.length === listed?.length) return undefined;
    return { name, values: known };
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

  #find(name: Json | undefined): Pointer | undefined {
    return typeof name === "string" ? findNamedSchema(this.#root, name) : undefined;
  }
}
