import { asArray, asObject, isObject, joinPointer, type Pointer } from "../../document/index.js";
import { listDeclaring } from "../../schema/analysis/evaluated-parts.js";
import { isRequired, listDeclaredProperties } from "../../schema/analysis/merged-schema.js";
import { printValues } from "./scalar-types.js";
import type { Conjunction, SchemaTypes } from "./schema-types.js";
import { createType, formatBlock, formatMember, formatType, type TypeText, UNDEFINED, unite } from "./type-text.js";

type PropertyType = {
  readonly name: string;
  readonly type: TypeText;
  readonly isOptional: boolean;
  readonly text: string;
};

/** Prints an object with the properties of its inline schemas, and those that are required beside them. */
export function printObject(types: SchemaTypes, conjunction: Conjunction): TypeText {
  const { inline } = conjunction;
  const names = [
    ...listInlineNames(conjunction),
    ...listUndeclaredNames(types, conjunction),
    ...(conjunction.tag === undefined ? [] : [conjunction.tag.name]),
  ];
  const properties = [...new Set(names)].flatMap((name) => printProperty(types, conjunction, name));
  const index = printIndex(types, conjunction, properties);
  if (properties.length === 0 && index === undefined)
    return inline.some(({ schema }) => schema.additionalProperties === false) ? CLOSED_OBJECT : BARE_OBJECT;
  const members = properties.map(({ text }) => text);
  return createType(formatBlock(index === undefined ? members : [...members, `[key: string]: ${formatType(index)};`]));
}

const BARE_OBJECT = createType("Record<string, unknown>");
const CLOSED_OBJECT = createType("Record<string, never>");

/** Whether a type says only that a value is an object. */
export function isBareObject(type: TypeText): boolean {
  return type === BARE_OBJECT || (type.length === 1 && type[0]?.text === BARE_OBJECT[0]?.text);
}

/** Whether a property is required that no inline schema declares, and no other schema both declares and requires. */
export function hasUndeclaredNames(types: SchemaTypes, conjunction: Conjunction): boolean {
  return listUndeclaredNames(types, conjunction).length > 0;
}

function listUndeclaredNames({ schemas }: SchemaTypes, conjunction: Conjunction): string[] {
  const { own, others, whole } = conjunction;
  const declared = new Set(listInlineNames(conjunction));
  const required = own.applicableSchemas.flatMap(({ schema }) => asArray(schema.required).filter(isString));
  return [...new Set(required)].filter((name) => {
    if (declared.has(name)) return false;
    const isDeclaredAnywhere = (schemas.child(whole, name)?.pointers.length ?? 0) > 0;
    return !others.some((pointer) => {
      const other = schemas.at([pointer]);
      const isDeclared = (schemas.child(other, name)?.pointers.length ?? 0) > 0;
      return isRequired(other, name) && (isDeclared || !isDeclaredAnywhere);
    });
  });
}

function listInlineNames({ inline }: Conjunction): string[] {
  return inline.flatMap(({ schema }) => Object.keys(asObject(schema.properties) ?? {}));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function printProperty(types: SchemaTypes, conjunction: Conjunction, name: string): PropertyType[] {
  const { inline, whole, scope, tag } = conjunction;
  const { schemas } = types;
  const declaring = inline.flatMap(({ schema, pointer }) => listDeclaring(schema, pointer, name));
  const pointers = declaring.length > 0 ? declaring : (schemas.child(whole, name)?.pointers ?? []);
  const isOnly = (flag: "readOnly" | "writeOnly"): boolean =>
    pointers.length > 0 && pointers.every((pointer) => schemas.at([pointer])[flag] !== undefined);
  if (isOnly(scope.direction === "request" ? "readOnly" : "writeOnly")) return [];
  const type = printPropertyType(types, pointers, conjunction);
  const isTag = tag?.name === name;
  const isOptional = !isRequired(whole, name);
  const text = formatMember(name, formatType(isTag ? printValues(tag.values) : type), {
    described: pointers[0] === undefined ? undefined : types.getWritten(pointers[0]),
    isOptional,
    isReadonly: isOnly("readOnly"),
  });
  return [{ name, type, isOptional, text }];
}

function printPropertyType(types: SchemaTypes, pointers: readonly Pointer[], { scope }: Conjunction): TypeText {
  return scope.isMultipart === true ? types.printPart(pointers) : types.printAll(pointers, scope.direction);
}

/**
 * Prints the type of properties that are not declared; undefined if the schemas say nothing of them. In TypeScript it must
 * include the types of the declared ones.
 */
function printIndex(
  types: SchemaTypes,
  conjunction: Conjunction,
  properties: readonly PropertyType[],
): TypeText | undefined {
  const { inline, whole, scope } = conjunction;
  const others: TypeText[] = [];
  let isUnevaluated = false;
  for (const { pointer, schema } of inline) {
    for (const pattern of Object.keys(asObject(schema.patternProperties) ?? {}))
      others.push(printPropertyType(types, [joinPointer(pointer, "patternProperties", pattern)], conjunction));
    const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
    const isTyped = isObject(schema[keyword]) || schema[keyword] === true;
    if (isTyped) others.push(printPropertyType(types, [joinPointer(pointer, keyword)], conjunction));
    isUnevaluated ||= isTyped && keyword === "unevaluatedProperties";
  }
  if (others.length === 0) return undefined;
  const beside = isUnevaluated ? listDeclaredProperties(whole) : [];
  return unite([
    ...others,
    ...properties.map(({ type }) => type),
    ...beside.map((name) => types.printAll(types.schemas.child(whole, name)?.pointers ?? [], scope.direction)),
    ...(properties.some(({ isOptional }) => isOptional) ? [UNDEFINED] : []),
  ]);
}
