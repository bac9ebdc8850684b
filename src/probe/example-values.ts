import { isObject, joinPointer, type MediaType, type Parameter, resolve } from "../document/index.js";
import { isValidAt, type Made, makeValue, makeWritten } from "./make-value.js";
import type { Means } from "./means.js";

/** The values that the contract shows for a parameter or a body, the first of them first. */
export function shownValues({ document }: Means, { pointer, content }: Pick<Parameter, "pointer" | "content">) {
  const own = examplesAt(document, pointer);
  return content === undefined ? own : [...own, ...examplesAt(document, content.pointer)];
}

export type Shown = { readonly name: string; readonly value: unknown };

/** The examples that a media type shows, by name. */
export function shownBodies({ document }: Means, { pointer }: MediaType): Shown[] {
  return examplesAt(document, pointer);
}

function examplesAt(document: Means["document"], pointer: string): Shown[] {
  const holder = resolve(document, pointer)?.value;
  if (holder === undefined) return [];
  const plain = holder.example === undefined ? [] : [{ name: "example", value: holder.example }];
  const names = isObject(holder.examples) && !Array.isArray(holder.examples) ? Object.keys(holder.examples) : [];
  const named = names.flatMap((name): Shown[] => {
    const example = resolve(document, joinPointer(pointer, "examples", name))?.value;
    return example?.value === undefined ? [] : [{ name, value: example.value }];
  });
  return [...plain, ...named];
}

/** A value for a parameter of which nothing is known but what the contract says. */
export function parameterValue(means: Means, parameter: Parameter): Made {
  const schema = parameter.schema ?? parameter.content?.schema;
  const node = schema === undefined ? undefined : means.nodes.at([schema]);
  const shown = shownValues(means, parameter).find(
    ({ value }) => schema === undefined || isValidAt(means, schema, value),
  );
  if (shown !== undefined) return { value: shown.value };
  if (node === undefined) return { value: "text" };
  return parameter.content === undefined ? makeWritten(means, node) : makeValue(means, node);
}

/** Whether the contract shows a value, and does not only say what it would have to be. */
export function isShown(means: Means, parameter: Parameter): boolean {
  if (shownValues(means, parameter).length > 0) return true;
  const schema = parameter.schema ?? parameter.content?.schema;
  const shapes = schema === undefined ? [] : means.nodes.at([schema]).shapes;
  return shapes.some(({ schema: it }) =>
    ["example", "examples", "default", "enum", "const", "x-extensible-enum"].some((word) => it[word] !== undefined),
  );
}
