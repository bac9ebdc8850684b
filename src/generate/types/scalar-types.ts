import { asArray, asString, type Json } from "../../document/index.js";
import type { ApplicableSchema } from "../../schema/analysis/applicable-schema.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import { isEqual } from "../../schema/index.js";
import type { SchemaTypes } from "./schema-types.js";
import { createType, formatLiteralType, type TypeText, UNKNOWN, unite } from "./type-text.js";

/** The values that all these schemas allow; undefined if none lists any. */
export function listValues(schemas: readonly ApplicableSchema[]): readonly Json[] | undefined {
  const lists = schemas.flatMap(({ schema }) => [
    ...(schema.const === undefined ? [] : [[schema.const]]),
    ...(Array.isArray(schema.enum) ? [schema.enum as readonly Json[]] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.some((it) => isEqual(it, value))));
}

export function printValues(values: readonly Json[]): TypeText {
  return unite(values.map((value) => createType(formatLiteralType(value))));
}

/** Prints a string, number, boolean or null. */
export function printScalar(types: SchemaTypes, type: string, schemas: readonly ApplicableSchema[]): TypeText {
  if (type !== "string") return SCALARS.includes(type) ? createType(type) : UNKNOWN;
  const find = (keyword: string): Json | undefined =>
    schemas.find(({ schema }) => schema[keyword] !== undefined)?.schema[keyword];
  // What fetch sends as a file, and what the client reads.
  if (find("format") === "binary") return createType("Blob");
  const brand = asString(find("x-brand"));
  if (brand !== undefined) return createType(`\`\${Brand.${types.brands.getName(brand)}}\``);
  const known = asArray(find("x-extensible-enum")).filter((value) => typeof value === "string");
  if (known.length === 0) return createType("string");
  types.hasOpenEnum = true;
  // The empty object type keeps TypeScript from folding the known values into `string`.
  return unite([
    ...known.map((value) => createType(JSON.stringify(value))),
    [{ text: "string & {}", isIntersection: true }],
  ]);
}

const SCALARS = ["number", "boolean", "null"];

/** Prints a part of a multipart request that is a file; undefined for other parts. */
export function printBinaryPart({ applicableSchemas }: MergedSchema): TypeText | undefined {
  const has = (test: (schema: ApplicableSchema["schema"]) => boolean) =>
    applicableSchemas.some(({ schema }) => test(schema));
  if (!has(({ type }) => [type].flat().includes("string"))) return undefined;
  const file = ["Blob", "ArrayBuffer", "ArrayBufferView"].map(createType);
  const isNull = has(({ type }) => [type].flat().includes("null")) ? [createType("null")] : [];
  if (has(({ contentEncoding }) => contentEncoding !== undefined))
    return unite([createType("string"), ...file, ...isNull]);
  const isFile = has(
    ({ format, contentMediaType }) =>
      format === "binary" || (typeof contentMediaType === "string" && !/json|^text\//.test(contentMediaType)),
  );
  return isFile ? unite([...file, ...isNull]) : undefined;
}
