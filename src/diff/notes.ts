import { asArray, isObject, type Json, joinPointer, type Pointer } from "../document/index.js";
import type { Shape } from "../schema/shape.js";
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
    if (isSame(comparison, step)) continue;
    const shapes = { old: shapesOf(comparison.old, step.old), new: shapesOf(comparison.new, step.new) };
    yield* enumerationNotes(flow, shapes, step.at);
    yield* propertyNotes(flow, comparison, { shapes, step });
    rest.push(...below(shapes, step.at), ...branches(shapes, step.at));
  }
}

/** Below what says the same in both there is nothing to note. */
function isSame(comparison: Comparison, { old, new: next }: Step): boolean {
  const [was, is] = [old[0], next[0]];
  if (was === undefined || is === undefined || old.length + next.length > 2) return false;
  return comparison.isMarkedSame({ sided: comparison.old, pointer: was }, { sided: comparison.new, pointer: is });
}

type Step = Pair<readonly Pointer[]> & { readonly at: string };
type Shapes = Pair<readonly Shape[]>;

/** What always applies to a value; the branches of a choice are walked by themselves. */
function shapesOf({ nodes }: Sided, pointers: readonly Pointer[]): readonly Shape[] {
  return nodes.at(pointers).shapes;
}

type Walked = { readonly shapes: Shapes; readonly step: Step };

function* propertyNotes(flow: Flow, comparison: Comparison, { shapes, step }: Walked): Iterable<Note> {
  const { at } = step;
  const names = { old: namesOf(shapes.old), new: namesOf(shapes.new) };
  // An object that named nothing has gained its first names; that is for containment to judge.
  if (names.old.size === 0 || names.new.size === 0) return;
  const anywhere = (side: "old" | "new", name: string): boolean =>
    step[side].some((pointer) => namesOf(comparison[side].possible(pointer)).has(name));
  for (const [name, pointer] of names.new)
    if (flow.added !== undefined && !anywhere("old", name))
      yield {
        ...lone(flow.added, name, at),
        message: `${at}/${name} is new`,
        ...holder("old", shapes.old),
        new: pointer,
      };
  for (const [name, pointer] of names.old) {
    if (flow.removed !== undefined && !anywhere("new", name))
      yield {
        ...lone(flow.removed, name, at),
        message: `${at}/${name} is gone`,
        old: pointer,
        ...holder("new", shapes.new),
      };
    if (!names.new.has(name)) continue;
    if (flow.marked !== undefined) yield* markNotes(flow.marked, shapes, name, at);
    if (flow.deprecated !== undefined)
      yield* markNotes({ word: "deprecated", code: flow.deprecated }, shapes, name, at);
  }
}

function lone(code: Note["code"], name: string, at: string): Pick<Note, "code" | "subject" | "at"> {
  return { code, subject: name, at: `${at}/${name}` };
}

function* markNotes(
  { word, code }: { readonly word: string; readonly code: Note["code"] },
  shapes: Shapes,
  name: string,
  at: string,
): Iterable<Note> {
  const marked = (list: readonly Shape[]): Shape | undefined =>
    list.find(({ schema: { properties } }) => {
      const property = isObject(properties) ? properties[name] : undefined;
      return isObject(property) && property[word] === true;
    });
  const now = marked(shapes.new);
  const [was] = declaring(shapes.old, name);
  if (now === undefined || was === undefined || marked(shapes.old) !== undefined) return;
  const place = joinPointer(now.pointer, "properties", name, word);
  yield { code, message: `${at}/${name} is ${word} now`, old: was, new: place, at: `${at}/${name}` };
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
  return shapes.flatMap(({ pointer, schema: { properties } }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? [joinPointer(pointer, "properties", name)] : [],
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

/** The branches of choices that are called the same, or stand in the same place of as many. */
function* branches({ old, new: next }: Shapes, at: string): Iterable<Step> {
  const [was, is] = [branchesOf(old), branchesOf(next)];
  for (const [index, branch] of was.entries()) {
    const partner = is.find(({ name }) => name !== undefined && name === branch.name);
    const alike = branch.name === undefined && was.length === is.length ? is[index] : undefined;
    const other = partner ?? alike;
    if (other !== undefined) yield { old: [branch.pointer], new: [other.pointer], at };
  }
}

type Branch = { readonly pointer: Pointer; readonly name: Json | undefined };

function branchesOf(shapes: readonly Shape[]): readonly Branch[] {
  return shapes.flatMap(({ pointer, schema }) =>
    ["oneOf", "anyOf"].flatMap((keyword) =>
      asArray(schema[keyword]).map((branch, index) => ({
        pointer: joinPointer(pointer, keyword, index),
        name: isObject(branch) ? branch.$ref : undefined,
      })),
    ),
  );
}
