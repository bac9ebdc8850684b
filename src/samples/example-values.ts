import {
  type Document,
  isObject,
  joinPointer,
  type MediaTypeDefinition,
  type Parameter,
  resolvePointer,
} from "../document/index.js";
import { isValidAtPointer, makeSerializableValue, makeValue, type SampleResult } from "./make-value.js";
import type { SampleContext } from "./sample-context.js";

type ExampleContext = SampleContext & { readonly document: Document };

/** The values that the contract shows for a parameter or a body, the first of them first. */
export function listParameterExamples(
  { document }: Pick<ExampleContext, "document">,
  { pointer, content }: Pick<Parameter, "pointer" | "content">,
) {
  const own = readExamples(document, pointer);
  return content === undefined ? own : [...own, ...readExamples(document, content.pointer)];
}

export type NamedExample = { readonly name: string; readonly value: unknown };

/** The examples that a media type shows, by name. */
export function listBodyExamples(
  { document }: Pick<ExampleContext, "document">,
  { pointer }: MediaTypeDefinition,
): NamedExample[] {
  return readExamples(document, pointer);
}

function readExamples(document: Document, pointer: string): NamedExample[] {
  const holder = resolvePointer(document, pointer)?.value;
  if (holder === undefined) return [];
  const plain = holder.example === undefined ? [] : [{ name: "example", value: holder.example }];
  const names = isObject(holder.examples) && !Array.isArray(holder.examples) ? Object.keys(holder.examples) : [];
  const named = names.flatMap((name): NamedExample[] => {
    const example = resolvePointer(document, joinPointer(pointer, "examples", name))?.value;
    return example?.value === undefined ? [] : [{ name, value: example.value }];
  });
  return [...plain, ...named];
}

/** A value for a parameter of which nothing is known but what the contract says. */
export function makeParameterValue(context: ExampleContext, parameter: Parameter): SampleResult {
  const schema = parameter.schema ?? parameter.content?.schema;
  const node = schema === undefined ? undefined : context.nodes.at([schema]);
  const shown = listParameterExamples(context, parameter).find(
    ({ value }) => schema === undefined || isValidAtPointer(context, schema, value),
  );
  if (shown !== undefined) return { value: shown.value };
  if (node === undefined) return { value: "text" };
  return parameter.content === undefined ? makeSerializableValue(context, node) : makeValue(context, node);
}

/** Whether the contract shows a value, and does not only say what it would have to be. */
export function hasExample(context: ExampleContext, parameter: Parameter): boolean {
  if (listParameterExamples(context, parameter).length > 0) return true;
  const schema = parameter.schema ?? parameter.content?.schema;
  const shapes = schema === undefined ? [] : context.nodes.at([schema]).applicableSchemas;
  return shapes.some(({ schema: it }) =>
    ["example", "examples", "default", "enum", "const", "x-extensible-enum"].some((word) => it[word] !== undefined),
  );
}
