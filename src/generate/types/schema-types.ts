import {
  asObject,
  type Document,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { getJsonTypeName } from "../../document/values/exact-number.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import { getSchemas, type MessageDirection, walkSchemas } from "../../schema/index.js";
import type { ApplicableSchema, Choice } from "../../schema/model/applicable-schema.js";
import {
  type DiscriminatedMember,
  type DiscriminatorTags,
  getDiscriminatorTags,
  type Tag,
} from "../../schema/model/discriminator-tags.js";
import type { MergedSchema, SchemaModel } from "../../schema/model/schema-model.js";
import { collectValueConstraints } from "../../schema/model/value-constraints.js";
import { getReferenceTarget, isNullable, NULL_ALLOWED } from "../../schema/registry/normalize-schema.js";
import { formatPropertyKey } from "../code.js";
import { ComponentNames } from "../typescript-names.js";
import { BrandNames } from "./brands.js";
import {
  combineTypes,
  createType,
  formatMember,
  formatOperand,
  formatSchemaComment,
  formatTypeText,
  intersectTypes,
  NULL,
  type TypeText,
  UNKNOWN,
} from "./type-text.js";
import {
  BARE_OBJECT,
  type Conjunction,
  formatBinaryPart,
  formatLiterals,
  ITEM_KEYWORDS,
  printValuesOf,
  type TypePrinter,
  type TypeScope,
} from "./value-types.js";

/** A schema with the type that is exported for it. */
export type NamedSchema = {
  /** Its member of `components["schemas"]`. */
  readonly name: string;
  readonly alias: string | undefined;
  readonly pointer: Pointer;
  readonly direction: MessageDirection;
};

/**
 * Prints schemas as types. A type describes what all schemas of a value mean together: references with siblings, `allOf`,
 * branches and discriminators. A property that its direction excludes is absent.
 *
 * Schemas that a reference leads to are members of `components["schemas"]`. One that differs in requests has a second member.
 */
export class SchemaTypes implements TypePrinter {
  readonly schemas: SchemaModel;
  readonly brands = new BrandNames();
  /** Whether schemas mean the same in both directions. */
  readonly isSymmetric: boolean;
  readonly #root: Json;
  readonly #document: Document;
  readonly #differs: (pointer: Pointer) => boolean;
  readonly #tags: DiscriminatorTags;
  readonly #named = new Map<string, NamedSchema>();
  /** The names of exported types, to which others can be added. */
  readonly names: ComponentNames;

  constructor(document: Document) {
    const { model, isSymmetric, differsByDirection } = getSchemas(document);
    this.#document = document;
    this.#root = model.root;
    this.#differs = differsByDirection;
    this.isSymmetric = isSymmetric;
    this.schemas = model;
    const components = valueAt(model.root, COMPONENTS);
    const pointers = Object.keys(isObject(components) ? components : {}).map((name) => joinPointer(COMPONENTS, name));
    this.names = new ComponentNames(pointers.map(lastToken));
    for (const pointer of pointers) this.#getNamed(pointer, "response");
    this.#tags = getDiscriminatorTags(this.schemas);
  }

  print(pointer: Pointer, scope: TypeScope): TypeText {
    const schema = valueAt(this.#root, pointer);
    if (schema === false) return [];
    if (!isObject(schema)) return UNKNOWN;
    const members = this.#tags.listMembers(pointer);
    const type =
      members.length === 0
        ? this.#printConjunction(pointer, scope)
        : combineTypes(members.map((member) => this.#printMember(pointer, member, scope)));
    return isNullable(asObject(this.getWritten(pointer)) ?? {}) ? combineTypes([type, NULL]) : type;
  }

  printProperty(pointers: readonly Pointer[], { direction, isMultipart = false }: TypeScope): TypeText {
    const schema = this.schemas.at(isMultipart ? pointers : []);
    const item = this.schemas.item(schema, 0);
    const file = formatBinaryPart(schema) ?? (item === null ? undefined : formatBinaryPart(item));
    if (file !== undefined) return item === null ? file : createType(`${formatOperand(file)}[]`);
    return intersectTypes(this.#sortOpenListsLast(pointers).map((pointer) => this.print(pointer, { direction })));
  }

  /** TypeScript takes the methods of a list from the first part of an intersection, so that one with items of any kind comes last. */
  #sortOpenListsLast(pointers: readonly Pointer[]): readonly Pointer[] {
    return pointers.toSorted((a, b) => Number(this.#hasOpenList(a)) - Number(this.#hasOpenList(b)));
  }

  /** Whether a value, or a property of it, is a list of which the schema does not say what its items have. */
  #hasOpenList(pointer: Pointer, depth = 0): boolean {
    const schema = this.schemas.at([pointer]);
    const { types, propertyNames } = schema.constraints;
    if (types?.includes("array") === true) {
      const item = this.schemas.item(schema, 0);
      if (item === null) return true;
      const { constraints, choices } = item;
      const isObjectOrAny = constraints.types === undefined || constraints.types.includes("object");
      return isObjectOrAny && constraints.propertyNames.length === 0 && choices.length === 0;
    }
    if (depth > MAX_DEPTH) return false;
    return propertyNames.some((name) => this.#hasOpenProperty(schema, name, depth + 1));
  }

  #hasOpenProperty(schema: MergedSchema, name: string, depth: number): boolean {
    return (this.schemas.child(schema, name)?.pointers ?? []).some((it) => this.#hasOpenList(it, depth));
  }

  #refinesOpenList({ constraints, others }: Conjunction): boolean {
    return others.some((it) =>
      constraints.propertyNames.some((name) => this.#hasOpenProperty(this.schemas.at([it]), name, 0)),
    );
  }

  /** Prints the body of a multipart request. */
  printMultipart(pointer: Pointer): TypeText {
    const reached = walkSchemas(this.#root, [pointer], ({ applies }) => applies !== "none");
    const isMultipart = [...reached].some((it) => formatBinaryPart(this.schemas.at([it.pointer])) !== undefined);
    return this.print(pointer, { direction: "request", isMultipart });
  }

  getWritten(pointer: Pointer): Json | undefined {
    return valueAt(this.#document.root, pointer);
  }

  /** Prints all named schemas, including those that are named meanwhile: their types, and the members of `components["schemas"]`. */
  formatNamed(): { readonly types: readonly string[]; readonly members: readonly string[] } {
    const types: string[] = [];
    const members: string[] = [];
    for (const { name, alias, pointer, direction } of this.#named.values()) {
      const type = formatTypeText(this.#isOwnPart(pointer) ? UNKNOWN : this.print(pointer, { direction }));
      const described = this.getWritten(pointer);
      if (alias !== undefined) types.push(`${formatSchemaComment(described)}export type ${alias} = ${type};`);
      members.push(alias === undefined ? formatMember(name, type, { described }) : formatMember(name, alias));
    }
    return { types, members };
  }

  /** The component schemas that have been named, in each direction with a type of its own. */
  listComponents(): readonly NamedSchema[] {
    return [...this.#named.values()].filter(({ pointer }) => parentPointer(pointer) === COMPONENTS);
  }

  /** Whether a schema refers to itself for the same value, which JSON Schema leaves undefined. Discriminators do not print such references. */
  #isOwnPart(pointer: Pointer): boolean {
    const parts = [...walkSchemas(this.#root, [pointer], ({ keyword }) => /^(all|any|one)Of$/.test(keyword))];
    if (parts.some(({ schema }) => schema.discriminator !== undefined)) return false;
    return parts.some(({ schema }) => getReferenceTarget(schema) === pointer);
  }

  #printConjunction(pointer: Pointer, scope: TypeScope, tag = this.#tags.getOwnTag(pointer)): TypeText {
    const conjunction = this.#readConjunction(pointer, scope, tag);
    const { inline, others, whole } = conjunction;
    // TypeScript accepts a scalar for its intersection with an object that requires no property.
    if (whole.constraints.types?.length === 0) return [];
    const choices = inline.flatMap((owner) =>
      owner.choices.map((choice) => this.#printChoice(conjunction, owner, choice)),
    );
    const sorted = this.#sortOpenListsLast(others);
    const beside = intersectTypes([...sorted.map((it) => this.#printOther(it, pointer, scope)), ...choices]);
    const hasNull = beside !== UNKNOWN && isNullable(asObject(this.getWritten(pointer)) ?? {});
    // Where the whole may be null, its parts need not say so.
    const own = this.#printOwn(conjunction).filter(({ text }) => !hasNull || text !== "null");
    if (beside === UNKNOWN || formatTypeText(own) !== formatTypeText(BARE_OBJECT))
      return intersectTypes(this.#refinesOpenList(conjunction) ? [own, beside] : [beside, own]);
    // Beside other objects, `type: object` says nothing. Otherwise it excludes null and scalars.
    const branches = inline.flatMap((it) =>
      it.choices.flatMap((choice) => ("branches" in choice ? choice.branches : [])),
    );
    const isOfObjects = [...others, ...branches].every((it) => this.#describesObjects(it));
    return isOfObjects ? beside : intersectTypes([beside, createType("object")]);
  }

  #describesObjects(pointer: Pointer, depth = 0): boolean {
    if (depth > MAX_DEPTH || isNullable(asObject(this.getWritten(pointer)) ?? {})) return false;
    const { constraints, choices } = this.schemas.at([pointer]);
    const found = constraints.types ?? constraints.enumValues?.map(getJsonTypeName);
    if (found !== undefined) return found.every((it) => it === "object" || it === "array");
    return choices.every(
      (it) => !("branches" in it) || it.branches.every((at) => this.#describesObjects(at, depth + 1)),
    );
  }

  #readConjunction(pointer: Pointer, scope: TypeScope, tag: Tag | undefined): Conjunction {
    const own = this.schemas.at([pointer]);
    const inline = new Set<ApplicableSchema>();
    const others = new Set<Pointer>();
    const visit = (at: Pointer): void => {
      const applicable = own.applicableSchemas.find((it) => it.pointer === at);
      if (applicable === undefined || inline.has(applicable)) return;
      inline.add(applicable);
      for (const next of applicable.always) {
        const isMerged = isBelow(next, at)
          ? !hasOwn(valueAt(this.#root, next), NULL_ALLOWED)
          : this.#isInPlace(scope, next) || this.#tags.isChild(pointer, next);
        if (isMerged) visit(next);
        else others.add(next);
      }
    };
    visit(pointer);
    const { enclosing } = scope;
    const whole = enclosing === undefined ? own : this.schemas.extend(enclosing, [pointer]);
    const constraints = collectValueConstraints([...inline]);
    const declares = (schema: MergedSchema, name: string) =>
      (this.schemas.child(schema, name)?.pointers ?? []).length > 0;
    const undeclared = listRequired(own).filter((name) => {
      if (constraints.propertyNames.includes(name)) return false;
      const requiring = [...others].map((it) => this.schemas.at([it])).filter((it) => listRequired(it).includes(name));
      return !requiring.some((it) => declares(it, name) || !declares(whole, name));
    });
    return { inline: [...inline], constraints, others: [...others], undeclared, whole, scope, tag };
  }

  /** Prints the target of a reference by its name, and a part that is not merged as it is. */
  #printOther(target: Pointer, owner: Pointer, { direction }: TypeScope): TypeText {
    return isBelow(target, owner) ? this.print(target, { direction }) : this.#printReference(target, direction);
  }

  #printReference(pointer: Pointer, direction: MessageDirection): TypeText {
    const { name, alias } = this.#getNamed(pointer, direction);
    return createType(alias ?? `components["schemas"][${JSON.stringify(name)}]`);
  }

  /** Prints the schema that a discriminator names, or the discriminating schema itself. */
  #printMember(base: Pointer, [target, tag]: DiscriminatedMember, scope: TypeScope): TypeText {
    if (target === base) return this.#printConjunction(base, scope, tag);
    const within = this.#isInPlace(scope, target) ? { ...scope, outer: [...(scope.outer ?? []), base] } : undefined;
    const type = within ? this.print(target, within) : this.#printReference(target, scope.direction);
    if (!this.#tags.isChild(target, base)) return intersectTypes([this.#printConjunction(base, scope, tag), type]);
    return intersectTypes([type, ...printTag(this.#tags.getOwnTag(target) === undefined ? tag : undefined)]);
  }

  /** A type with a name is that of JSON, where a file is text, so that a multipart request has a type of its own. */
  #isInPlace({ isMultipart = false, outer = [] }: TypeScope, pointer: Pointer): boolean {
    return isMultipart && !outer.includes(pointer);
  }

  #printChoice({ whole, scope, inline }: Conjunction, owner: ApplicableSchema, choice: Choice): TypeText {
    if (choice.kind !== "branches") return UNKNOWN;
    const types = choice.branches.map((branch) => {
      if (!isBelow(branch, owner.pointer)) return this.#printReference(branch, scope.direction);
      const outer = [...(scope.outer ?? []), ...inline.map((it) => it.pointer)];
      const type = this.print(branch, { ...scope, enclosing: whole, outer });
      return intersectTypes([type, ...printTag(this.#tags.getBranchTag(owner.schema, branch))]);
    });
    return combineTypes(types);
  }

  #printOwn(conjunction: Conjunction): TypeText {
    const types = this.#listTypes(conjunction)?.map(widen);
    const { enumValues } = conjunction.constraints;
    if (enumValues === undefined)
      return types === undefined ? UNKNOWN : combineTypes(types.map((type) => printValuesOf(type, this, conjunction)));
    const { whole, scope } = conjunction;
    const possible = types ?? whole.constraints.types?.map(widen);
    const isPossible = (value: Json) =>
      typeof value === "object" && value !== null
        ? this.#isValid(whole, value, scope.direction)
        : possible === undefined || possible.includes(widen(getJsonTypeName(value)));
    return formatLiterals(enumValues.filter(isPossible));
  }

  /** Whether a listed object or array satisfies the keywords beside its `enum`. */
  #isValid(schema: MergedSchema, value: Json, direction: MessageDirection): boolean {
    return isValidForSchemas({ schemas: getSchemas(this.#document), direction }, schema, value);
  }

  /** The types of values that the keywords of a conjunction are about; undefined if these say nothing. */
  #listTypes({ inline, whole, constraints, undeclared }: Conjunction): readonly string[] | undefined {
    if (constraints.types !== undefined) return constraints.types;
    const has = (keywords: readonly string[]) =>
      inline.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
    const about = [
      ...(has(OBJECT_KEYWORDS) || undeclared.length > 0 ? ["object"] : []),
      ...(has(ITEM_KEYWORDS) ? ["array"] : []),
    ];
    return about.length === 0 ? undefined : (whole.constraints.types ?? about);
  }

  #getNamed(pointer: Pointer, direction: MessageDirection): NamedSchema {
    const isWritable = direction === "request" && this.#differs(pointer);
    const key = `${isWritable ? "request" : "response"} ${pointer}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const isComponent = parentPointer(pointer) === COMPONENTS;
    const base = isComponent ? lastToken(pointer) : createName(pointer);
    const name = isComponent && !isWritable ? base : this.names.createName(isWritable ? `${base}Writable` : base);
    const named = {
      name,
      alias: this.names.getAlias(name),
      pointer,
      direction: isWritable ? direction : "response",
    } as const;
    this.#named.set(key, named);
    return named;
  }
}

const COMPONENTS = "/components/schemas";
const MAX_DEPTH = 8;

const OBJECT_KEYWORDS = "properties required additionalProperties patternProperties unevaluatedProperties".split(" ");

function isBelow(pointer: Pointer, owner: Pointer): boolean {
  return pointer.startsWith(`${owner}/`);
}

function hasOwn(schema: Json | undefined, keyword: string): boolean {
  return isObject(schema) && schema[keyword] !== undefined;
}

function printTag(tag: Tag | undefined): TypeText[] {
  if (tag === undefined) return [];
  return [createType(`{ ${formatPropertyKey(tag.name)}: ${formatTypeText(formatLiterals(tag.values))} }`)];
}

function listRequired({ constraints }: MergedSchema): string[] {
  return [...constraints.required.keys()];
}

function widen(type: string): string {
  return type === "integer" ? "number" : type;
}

/** The name of a schema that is no component. */
function createName(pointer: Pointer): string {
  return pointer
    .replace(/^\/components\/(schemas\/)?/, "")
    .replaceAll(/[^\w]+/g, "_")
    .replace(/^_/, "");
}
