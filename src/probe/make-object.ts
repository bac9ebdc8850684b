import { asArray, asString, isObject, joinPointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import { type Making, makeInner, makeSeveral } from "./make-value.js";
import type { Words } from "./words.js";

/** Objects with what is required and no more, then with each of the other properties, then with all of them. */
export function* objectsFor(making: Making, node: Node, words: Words): Iterable<unknown> {
  const required = [...words.required.keys()].filter((name) => !isHidden(making, node, name));
  const others = words.names.filter((name) => !words.required.has(name) && !isHidden(making, node, name));
  const smallest = withProperties(making, node, { words, names: required });
  if (smallest !== undefined) yield smallest;
  for (const name of others.slice(0, 12)) {
    const larger = withProperties(making, node, { words, names: [...required, name] });
    if (larger !== undefined) yield larger;
  }
  const largest = withProperties(making, node, { words, names: [...required, ...others.slice(0, 40)] });
  if (largest !== undefined) yield largest;
}

/** What a request does not carry, or an answer. */
function isHidden({ means }: Making, node: Node, name: string): boolean {
  const child = means.nodes.child(node, name);
  return (means.view === "response" ? child?.writeOnly : child?.readOnly) !== undefined;
}

type Asked = { readonly words: Words; readonly names: readonly string[] };

/** Undefined when one of the properties cannot be made. */
function withProperties(making: Making, node: Node, { words, names }: Asked): object | undefined {
  const properties = new Map<string, unknown>();
  const wanted = new Set(names);
  // A set may grow while it is walked: what a property brings with it is asked for in its turn.
  for (const name of wanted) {
    const value = propertyFor(making, node, name);
    if (value === undefined) return undefined;
    properties.set(name, value.value);
    for (const other of broughtBy(node, name)) wanted.add(other);
  }
  fillUp(making, node, { words, names }, properties);
  return Object.fromEntries(properties);
}

function propertyFor(making: Making, node: Node, name: string): { readonly value: unknown } | undefined {
  const child = making.means.nodes.child(node, name);
  return child === null ? { value: "text" } : makeInner(making, child);
}

/** `dependentRequired`, and `dependencies` as it was called before. */
function broughtBy({ shapes }: Node, name: string): string[] {
  return shapes.flatMap(({ schema }) =>
    ["dependentRequired", "dependencies"].flatMap((keyword) => {
      const table = schema[keyword];
      return isObject(table) ? asArray(table[name]).flatMap((it) => asString(it) ?? []) : [];
    }),
  );
}

/** Up to `minProperties`: with what is declared first, then with names that `propertyNames` lets pass. */
function fillUp(making: Making, node: Node, { words }: Asked, properties: Map<string, unknown>): void {
  const least = words.minProperties?.value ?? 0;
  for (const name of [...words.names, ...inventedNames(making, node, least)]) {
    if (properties.size >= least) return;
    if (properties.has(name) || isHidden(making, node, name)) continue;
    const made = propertyFor(making, node, name);
    if (made !== undefined) properties.set(name, made.value);
  }
}

export function inventedNames(making: Making, node: Node, count: number): string[] {
  const naming = node.shapes.flatMap(({ pointer, schema }) => [
    ...(isObject(schema.propertyNames) ? [joinPointer(pointer, "propertyNames")] : []),
  ]);
  if (naming.length === 0) return Array.from({ length: count }, (_, index) => `name${index + 1}`);
  return makeSeveral(making, making.means.nodes.at(naming), count).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
}
