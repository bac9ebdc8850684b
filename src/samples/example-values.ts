import {
  type Document,
  isObject,
  joinPointer,
  type MediaTypeDefinition,
  type Parameter,
  resolveChildren,
  resolvePointer,
} from "../document/index.js";
import { hasAnyKeyword } from "../schema/model/applicable-schema.js";
import { isValidAtPointer, makeSerializableValue, makeValue, type SampleResult } from "./make-value.js";
import type { SampleContext } from "./sample-context.js";

/** Lists the `example` and `examples` of a parameter and of its `content`, in document order. */
export function listParameterExamples(
  { schemas: { document } }: Pick<SampleContext, "schemas">,
  { pointer, content }: Pick<Parameter, "pointer" | "content">,
) {
  const own = readExamples(document, pointer);
  return content === undefined ? own : [...own, ...readExamples(document, content.pointer)];
}

/** A parameter or a header. */
type DescribedValue = Pick<Parameter, "pointer" | "schema" | "content">;

export type NamedExample = { readonly name: string; readonly value: unknown };

/** Lists the `example` and `examples` of a media type, with `dataValue` before `value`. */
export function listBodyExamples({ schemas }: SampleContext, { pointer }: MediaTypeDefinition): NamedExample[] {
  return readExamples(schemas.document, pointer);
}

/** Lists the examples of a media type that are written as text (`serializedValue` of OpenAPI 3.2). */
export function listSerializedExamples(
  { schemas: { document } }: SampleContext,
  { pointer }: MediaTypeDefinition,
): { readonly name: string; readonly value: string; readonly hasData: boolean }[] {
  return resolveChildren(document, joinPointer(pointer, "examples")).flatMap(({ key, value }) =>
    typeof value.serializedValue === "string"
      ? [{ name: key, value: value.serializedValue, hasData: value.dataValue !== undefined }]
      : [],
  );
}

function readExamples(document: Document, pointer: string): NamedExample[] {
  const { example, examples } = resolvePointer(document, pointer)?.value ?? {};
  const plain = example === undefined ? [] : [{ name: "example", value: example }];
  const children = isObject(examples) ? resolveChildren(document, joinPointer(pointer, "examples")) : [];
  const named = children.flatMap(({ key, value: { dataValue, value } }) => {
    const data = dataValue ?? value;
    return data === undefined ? [] : [{ name: key, value: data }];
  });
  return [...plain, ...named];
}

/**
 * Makes a value for a parameter or a header from the spec alone: its first valid example, otherwise a value made from its schema.
 */
export function makeParameterValue(context: SampleContext, parameter: DescribedValue): SampleResult {
  const schema = parameter.schema ?? parameter.content?.schema;
  const node = schema === undefined ? undefined : context.schemas.model.at([schema]);
  const example = listParameterExamples(context, parameter).find(
    ({ value }) => schema === undefined || isValidAtPointer(context, schema, value),
  );
  if (example !== undefined) return { value: example.value };
  if (node === undefined) return { value: "text" };
  return parameter.content === undefined ? makeSerializableValue(context, node) : makeValue(context, node);
}

/** Whether the spec gives concrete values for a parameter: an example, a default or an enum. */
export function hasExample(context: SampleContext, parameter: Parameter): boolean {
  if (listParameterExamples(context, parameter).length > 0) return true;
  const schema = parameter.schema ?? parameter.content?.schema;
  return schema !== undefined && hasAnyKeyword(context.schemas.model.at([schema]).applicableSchemas, VALUE_KEYWORDS);
}

/** Keywords that give concrete values. */
export const VALUE_KEYWORDS = ["example", "examples", "default", "enum", "const", "x-extensible-enum"];
