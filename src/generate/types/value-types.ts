import { asArray, asObject, asString, isObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/index.js";
import { type ApplicableSchema, listDeclaring } from "../../schema/model/applicable-schema.js";
import type { Tag } from "../../schema/model/discriminator-tags.js";
import { listDeclaredProperties, type MergedSchema, type SchemaModel } from "../../schema/model/schema-model.js";
import type { ValueConstraints } from "../../schema/model/value-constraints.js";
import type { BrandNames } from "./brands.js";
import {
  combineTypes,
  createType,
  formatBlock,
  formatLiteralType,
  formatMember,
  formatOperand,
  formatTypeText,
  intersectTypes,
  type TypeText,
  UNKNOWN,
} from "./type-text.js";

/** Where a schema is printed. */
export type TypeScope = {
  /** The direction in which its values are sent. */
  readonly direction: MessageDirection;
  /** The schemas of the same value beside it, if it is a branch of one. */
  readonly enclosing?: MergedSchema | undefined;
  /** It is the body of a multipart request, so that its properties are parts. */
  readonly isMultipart?: boolean;
  /** The schemas of the same value around it, which a multipart request prints in place. */
  readonly outer?: readonly Pointer[];
};

/** A schema with the parts of its `allOf`, as one type is made of them. */
export type Conjunction = {
  readonly inline: readonly ApplicableSchema[];
  readonly constraints: ValueConstraints;
  /** The other schemas that apply as well. They have types of their own. */
  readonly others: readonly Pointer[];
  /** The properties that are required, are not declared inline, and are not both in one of the others. */
  readonly undeclared: readonly string[];
  /** All schemas of the value. */
  readonly whole: MergedSchema;
  readonly scope: TypeScope;
  readonly tag?: Tag | undefined;
};

/** Prints what is in a value. */
export type TypePrinter = {
  readonly schemas: SchemaModel;
  readonly brands: BrandNames;
  /** Prints what all these schemas of a property or an item accept. In a multipart request, it is a part. */
  readonly printProperty: (pointers: readonly Pointer[], scope: TypeScope) => TypeText;
  /** The schema as the spec has it. */
  readonly getWritten: (pointer: Pointer) => Json | undefined;
};

/** Prints the values of one type of JSON Schema. */
export function printValuesOf(type: string, types: TypePrinter, conjunction: Conjunction): TypeText {
  if (type === "object") return printObject(types, conjunction);
  if (type === "array") return printArray(types, conjunction);
  if (type === "string") return printString(types, conjunction);
  return ["boolean", "null", "number"].includes(type) ? createType(type) : UNKNOWN;
}

export function formatLiterals(values: readonly Json[]): TypeText {
  return combineTypes(values.map((value) => createType(formatLiteralType(value))));
}

function printString(types: TypePrinter, { inline, constraints }: Conjunction): TypeText {
  const brand = inline.flatMap(({ schema }) => asString(schema["x-brand"]) ?? [])[0];
  if (brand !== undefined) return createType(`\`\${Brand.${types.brands.getName(brand)}}\``);
  const known = constraints.extensibleValues.filter((value) => typeof value === "string");
  if (known.length === 0) return createType("string");
  // The empty object type keeps TypeScript from folding the known values into `string`.
  return combineTypes([formatLiterals(known), [{ text: "string & {}", isIntersection: true }]]);
}

/** Prints a part of a multipart request that is a file; undefined for other parts. */
export function formatBinaryPart({ applicableSchemas }: MergedSchema): TypeText | undefined {
  const has = (test: (schema: ApplicableSchema["schema"]) => boolean) =>
    applicableSchemas.some(({ schema }) => test(schema));
  const isType = (name: string) => has(({ type }) => [type].flat().includes(name));
  const isEncoded = has(({ contentEncoding }) => contentEncoding !== undefined);
  const isFile = has(
    ({ format, contentMediaType }) =>
      format === "binary" || (typeof contentMediaType === "string" && !/json|^text\//.test(contentMediaType)),
  );
  // In OpenAPI 3.1, a file has no type.
  const isTyped = has(({ type }) => type !== undefined);
  if ((isTyped && !isType("string")) || !(isEncoded || isFile)) return undefined;
  const beside = [...(isEncoded ? ["string"] : []), ...(isType("null") ? ["null"] : [])];
  return ["Blob", "ArrayBuffer", "ArrayBufferView", ...beside].flatMap(createType);
}

/** Prints an array: as a tuple, if its first items have schemas of their own. */
function printArray(types: TypePrinter, { inline, scope, constraints }: Conjunction): TypeText {
  const { minItems, maxItems } = constraints;
  const describing = inline.filter(({ schema }) => ITEM_KEYWORDS.some((keyword) => schema[keyword] !== undefined));
  if (describing.length === 0) return createType("unknown[]");
  return intersectTypes(
    describing.map(({ pointer, schema }) => {
      // Before 2020-12, the keywords had other names.
      const [first, others] = Array.isArray(schema.items) ? ["items", "additionalItems"] : ["prefixItems", "items"];
      const rest = [others, "unevaluatedItems"].find((keyword) => schema[keyword] !== undefined);
      const further = rest === undefined ? UNKNOWN : types.printProperty([joinPointer(pointer, rest)], scope);
      const items = asArray(schema[first]).map((_, index) => {
        const item = types.printProperty([joinPointer(pointer, first, index)], scope);
        return index < (minItems?.value ?? 0) ? formatTypeText(item) : `${formatOperand(item)}?`;
      });
      const list = `${formatOperand(further)}[]`;
      if (items.length === 0) return createType(list);
      const isClosed = further.length === 0 || (maxItems !== undefined && maxItems.value <= items.length);
      return createType(`[${[...items, ...(isClosed ? [] : [`...${list}`])].join(", ")}]`);
    }),
  );
}

export const ITEM_KEYWORDS = ["items", "prefixItems", "additionalItems", "unevaluatedItems"];

type PropertyType = { readonly type: TypeText; readonly isOptional: boolean; readonly text: string };

/** Prints an object with the properties of its inline schemas, and those that are required beside them. */
function printObject(types: TypePrinter, conjunction: Conjunction): TypeText {
  const { inline, constraints, undeclared, tag } = conjunction;
  const only = listOnlyNames(types, conjunction);
  const declared = [...constraints.propertyNames, ...undeclared, ...(tag === undefined ? [] : [tag.name])];
  const names = new Set([...declared, ...(only ?? [])]);
  const properties = [...names].flatMap((name) => printProperty(types, conjunction, name));
  const index = only === undefined ? printIndex(types, conjunction, properties) : undefined;
  if (properties.length === 0 && index === undefined)
    return only || inline.some(({ schema }) => schema.additionalProperties === false) ? CLOSED_OBJECT : BARE_OBJECT;
  const members = properties.map(({ text }) => text);
  return createType(
    formatBlock(index === undefined ? members : [...members, `[key: string]: ${formatTypeText(index)};`]),
  );
}

/** The type of any object. */
export const BARE_OBJECT = createType("Record<string, unknown>");
const CLOSED_OBJECT = createType("Record<string, never>");

/** The names that `propertyNames` lists; undefined if it lists none, so that there may be others. */
function listOnlyNames({ schemas }: TypePrinter, { inline }: Conjunction): readonly string[] | undefined {
  const naming = inline.filter(({ schema }) => schema.propertyNames !== undefined);
  const merged = schemas.at(naming.map(({ pointer }) => joinPointer(pointer, "propertyNames")));
  return merged.constraints.enumValues?.filter((it) => typeof it === "string");
}

function printProperty(types: TypePrinter, conjunction: Conjunction, name: string): PropertyType[] {
  const { inline, whole, scope, tag } = conjunction;
  const declaring = inline.flatMap(({ schema, pointer }) => listDeclaring(schema, pointer, name));
  const pointers = declaring.length > 0 ? declaring : (types.schemas.child(whole, name)?.pointers ?? []);
  const isOnly = (flag: "readOnly" | "writeOnly"): boolean =>
    pointers.length > 0 && pointers.every((pointer) => types.schemas.at([pointer])[flag] !== undefined);
  const excluded = scope.direction === "request" ? "readOnly" : "writeOnly";
  if (isOnly(excluded)) return [];
  const type = tag?.name === name ? formatLiterals(tag.values) : types.printProperty(pointers, scope);
  // `required` does not count for what any part of the schema excludes.
  const isRequired = whole.constraints.required.has(name);
  const isOptional = !isRequired || types.schemas.excludes(whole, name, scope.direction);
  const [first] = pointers;
  const described = first === undefined ? undefined : types.getWritten(first);
  const text = formatMember(name, formatTypeText(type), { described, isOptional, isReadonly: isOnly("readOnly") });
  return [{ type, isOptional, text }];
}

/**
 * Prints the type of properties that are not declared; undefined if the schemas say nothing of them. In TypeScript it must
 * include the types of the declared ones.
 */
function printIndex(
  types: TypePrinter,
  { inline, whole, scope }: Conjunction,
  properties: readonly PropertyType[],
): TypeText | undefined {
  const others = inline.flatMap(({ pointer, schema }) => {
    const patterns = Object.keys(asObject(schema.patternProperties) ?? {});
    const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
    const isTyped = isObject(schema[keyword]) || schema[keyword] === true;
    return [
      ...patterns.map((pattern) => joinPointer(pointer, "patternProperties", pattern)),
      ...(isTyped ? [joinPointer(pointer, keyword)] : []),
    ];
  });
  if (others.length === 0) return undefined;
  const print = (pointers: readonly Pointer[]): TypeText => types.printProperty(pointers, scope);
  // `unevaluatedProperties` does not apply to what another schema declares.
  const isUnevaluated = others.some((pointer) => pointer.endsWith("/unevaluatedProperties"));
  const beside = isUnevaluated ? listDeclaredProperties(whole) : [];
  return combineTypes([
    ...others.map((pointer) => print([pointer])),
    ...properties.map(({ type }) => type),
    ...beside.map((name) => print(types.schemas.child(whole, name)?.pointers ?? [])),
    ...(properties.some(({ isOptional }) => isOptional) ? [createType("undefined")] : []),
  ]);
}
