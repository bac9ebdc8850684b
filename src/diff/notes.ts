import { asArray, isObject, type Json, joinPointer, type Pointer } from "../document/index.js";
import { possibleShapes, type Shape } from "../schema/shape.js";
import type { Comparison, Pair, Places } from "./comparison.js";
import type { Sided } from "./containment/sided.js";
import type { Draft } from "./finding.js";
import type { Flow } from "./flow.js";

type Note = Omit<Draft, "touch"> & { readonly at: string };

/**
 * What containment does not see, walking both schemas side by side: properties that came or went where the objects are open,
 * values of open enumerations, and properties that a side may not carry any more.
 */
export function* notesOf(comparison: Comparison, flow: Flow, places: Places): Iterable<Note> {
  if (places.old === undefined || places.new === undefined) return;
  const seen = new Set<string>();
  const rest: Step[] = [{ old: [places.old], new: [places.new], at: "" }];
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    const key = `${step.old.join()} ${step.new.join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const shapes = { old: shapesOf(comparison.old, step.old), new: shapesOf(comparison.new, step.new) };
    yield* enumerationNotes(flow, shapes, step.at);
    yield* propertyNotes(flow, shapes, step.at);
    rest.push(...below(shapes, step.at));
  }
}

type Step = Pair<readonly Pointer[]> & { readonly at: string };
type Shapes = Pair<readonly Shape[]>;

function shapesOf({ root }: Sided, pointers: readonly Pointer[]): readonly Shape[] {
  return pointers.flatMap((pointer) => possibleShapes(root, pointer));
}

function* propertyNotes(flow: Flow, shapes: Shapes, at: string): Iterable<Note> {
  const names = { old: namesOf(shapes.old), new: namesOf(shapes.new) };
  // An object that named nothing has gained its first names; that is for containment to judge.
  if (names.old.size === 0 || names.new.size === 0) return;
  for (const [name, pointer] of names.new)
    if (!names.old.has(name) && flow.added !== undefined)
      yield {
        code: flow.added,
        message: `${at}/${name} is new`,
        new: pointer,
        ...holder("old", shapes.old),
        subject: name,
        at: `${at}/${name}`,
      };
  for (const [name, pointer] of names.old) {
    const kept = names.new.get(name);
    if (kept === undefined && flow.removed !== undefined)
      yield {
        code: flow.removed,
        message: `${at}/${name} is gone`,
        old: pointer,
        ...holder("new", shapes.new),
        subject: name,
        at: `${at}/${name}`,
      };
    if (kept !== undefined && flow.marked !== undefined) yield* markNotes(flow.marked, shapes, name, at);
  }
}

function* markNotes(
  { word, code }: NonNullable<Flow["marked"]>,
  shapes: Shapes,
  name: string,
  at: string,
): Iterable<Note> {
  const marked = (list: readonly Shape[]): Shape | undefined =>
    list.find(
      ({ schema: { properties } }) =>
        isObject(properties) && isObject(properties[name]) && properties[name][word] === true,
    );
  const now = marked(shapes.new);
  const [was] = declaring(shapes.old, name);
  if (now === undefined || was === undefined || marked(shapes.old) !== undefined) return;
  yield {
    code,
    message: `${at}/${name} is ${word} now`,
    old: was,
    new: joinPointer(now.pointer, "properties", name, word),
    at: `${at}/${name}`,
  };
}

/** The schema that would name a property. */
function holder(side: "old" | "new", shapes: readonly Shape[]): Partial<Pair<Pointer>> {
  const shape = shapes.find(({ schema }) => isObject(schema.properties));
  return shape === undefined ? {} : { [side]: joinPointer(shape.pointer, "properties") };
}

function namesOf(shapes: readonly Shape[]): Map<string, Pointer> {
  const names = new Map<string, Pointer>();
  for (const { pointer, schema } of shapes)
    for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      if (property !== false && !names.has(name)) names.set(name, joinPointer(pointer, "properties", name));
  return names;
}

function declaring(shapes: readonly Shape[], name: string): Pointer[] {
  return shapes.flatMap(({ pointer, schema }) =>
    isObject(schema.properties) && Object.hasOwn(schema.properties, name)
      ? [joinPointer(pointer, "properties", name)]
      : [],
  );
}

function* enumerationNotes(flow: Flow, shapes: Shapes, at: string): Iterable<Note> {
  const [old, next] = [listOf(shapes.old), listOf(shapes.new)];
  if (flow.unlisted === undefined || old === undefined || next === undefined) return;
  const [sent, known] = flow.sender === "old" ? [old, next] : [next, old];
  const missing = sent.values.filter((value) => !known.values.includes(value));
  if (missing.length === 0) return;
  const verb = flow.sender === "old" ? "no longer listed" : "newly listed";
  const list = missing.map((value) => JSON.stringify(value)).join(", ");
  const message = `${at === "" ? "" : `${at}: `}${list} ${missing.length === 1 ? "is" : "are"} ${verb}`;
  yield { code: flow.unlisted, message, old: old.pointer, new: next.pointer, at };
}

function listOf(shapes: readonly Shape[]): { readonly pointer: Pointer; readonly values: readonly Json[] } | undefined {
  const listing = shapes.filter(({ schema }) => Array.isArray(schema[OPEN]));
  const [first] = listing;
  if (first === undefined) return undefined;
  return { pointer: joinPointer(first.pointer, OPEN), values: listing.flatMap(({ schema }) => asArray(schema[OPEN])) };
}

const OPEN = "x-extensible-enum";

/** The properties that both name, and their items. */
function* below({ old, new: next }: Shapes, at: string): Iterable<Step> {
  for (const name of namesOf(old).keys()) {
    const [was, is] = [declaring(old, name), declaring(next, name)];
    if (is.length > 0) yield { old: was, new: is, at: `${at}/${name}` };
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const [was, is] = [holding(old, keyword), holding(next, keyword)];
    if (was.length > 0 && is.length > 0) yield { old: was, new: is, at: `${at}/*` };
  }
}

function holding(shapes: readonly Shape[], keyword: string): Pointer[] {
  return shapes.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [joinPointer(pointer, keyword)] : []));
}
