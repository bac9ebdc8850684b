import { isObject, joinPointer, type Pointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import type { CaseRequest } from "./case.js";
import { fitsAround, isCoupled } from "./coupling.js";
import { fits, makeValue } from "./make-value.js";
import type { Means } from "./means.js";
import { optional } from "./optional.js";
import type { Path, Place } from "./places.js";
import { settledNode } from "./settled-node.js";

export const MOST_PLACES = 400;
const DEEPEST = 8;

/** A way through the places of a parameter or a body, from the outside inwards. */
export type Walk = Pick<Place, "part" | "isText"> & {
  readonly means: Means;
  readonly found: Place[];
  /** Places seen already, by where they stand and what applies there. */
  readonly seen: Set<string>;
  readonly name: string;
  readonly leave: (at: string, reason: string) => void;
};

export const NOTHING_MADE = "no value is found that its schema lets pass";
const NOT_BESIDE = "nothing that its schema lets pass goes with what is beside it in the example";

type Here = Omit<Place, "part" | "isText" | "at"> & {
  readonly path: Path;
  readonly stack: readonly Node[];
};

/** Finds a place, those inside of it, and those that other branches would show. */
export function visit(walk: Walk, given: Here): void {
  const { means, found } = walk;
  const { node, value, path, stack } = given;
  const within = given.within ?? (node.choices.length > 0 ? nameOf(walk.name, path) : undefined);
  const coupled = given.coupled ?? (isCoupled(node) ? { node, path } : undefined);
  const here = { ...given, ...optional("within", within), ...optional("coupled", coupled) };
  // A schema that contains itself is looked at twice, and no deeper.
  if (found.length >= MOST_PLACES) {
    walk.leave(nameOf(walk.name, path), `there are ${MOST_PLACES} places before it`);
    return;
  }
  if (path.length > DEEPEST || stack.filter((it) => it === node).length > 1) return;
  const settled = settledNode(means, node, value);
  const key = `${path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${settled.pointers.join("\n")}`;
  if (!walk.seen.has(key)) {
    walk.seen.add(key);
    found.push(placeAt(walk, { ...here, node: settled }));
    visitInside(walk, { ...here, node: settled, stack: [...stack, node] });
  }
  visitOthers(walk, here, settled);
}

function placeAt({ part, name, isText }: Walk, { path, stack: _, ...here }: Here): Place {
  return { ...here, part, isText, at: nameOf(name, path) };
}

function nameOf(name: string, path: Here["path"]): string {
  return path.length === 0 ? name : name + joinPointer("", ...path);
}

function visitInside(walk: Walk, here: Here): void {
  const { node, value, path, put, stack, isPresent } = here;
  const { means } = walk;
  const around = { ...optional("within", here.within), ...optional("coupled", here.coupled) };
  const request = requestWith(here);
  if (Array.isArray(value)) {
    const item = means.nodes.item(node, 0);
    const made = value.length > 0 ? { value: value[0] as unknown } : item && makeValue(means, item);
    if (item === null || made === undefined || made === null) return;
    const putItem = (it: unknown): CaseRequest => put([it, ...value.slice(1)]);
    visit(walk, {
      ...{ node: item, value: made.value, path: [...path, 0], stack, put: putItem, ...around },
      isPresent: isPresent && value.length > 0,
      standing: { request, holds: value.length > 0 },
      contract: item.pointers[0] ?? here.contract,
    });
  } else if (isObject(value))
    for (const name of namesIn(node, value)) visitProperty(walk, here, { name, object: value, request });
}

function namesIn({ shapes }: Node, value: object): string[] {
  const declared = shapes.flatMap(({ schema }) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
  return [...new Set([...declared, ...Object.keys(value)])];
}

/** The request has the object. */
type Property = {
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly request: CaseRequest;
};

function requestWith({ standing, put, value }: Here): CaseRequest {
  return standing.holds ? standing.request : put(value);
}

function visitProperty(walk: Walk, here: Here, { name, object, request }: Property): void {
  const { node, path, put, stack, isPresent } = here;
  const { means } = walk;
  const child = means.nodes.child(node, name);
  if (child === null || child.readOnly !== undefined) return;
  const has = Object.hasOwn(object, name);
  const at = nameOf(walk.name, [...path, name]);
  const made = has ? { value: object[name] } : makeValue(means, child);
  if (made === undefined) {
    walk.leave(at, NOTHING_MADE);
    return;
  }
  const whole = put({ ...object, [name]: made.value });
  const place = { part: walk.part, at, ...optional("coupled", here.coupled) };
  if (!has && !fitsAround(means, place, whole)) {
    walk.leave(at, NOT_BESIDE);
    return;
  }
  const { [name]: _, ...others } = object;
  const asking = requirementAt(node, name);
  visit(walk, {
    ...{ node: child, value: made.value, path: [...path, name], stack },
    ...optional("within", here.within),
    ...optional("coupled", here.coupled),
    isPresent: isPresent && has,
    standing: { request, holds: has },
    put: (value) => put({ ...object, [name]: value }),
    contract: child.pointers[0] ?? node.pointers[0] ?? "",
    without: {
      request: put(others),
      required: asking !== undefined,
      contract: asking ?? child.pointers[0] ?? "",
      ...optional("coupled", here.coupled),
    },
  });
}

function requirementAt({ shapes }: Node, name: string): Pointer | undefined {
  const asking = shapes.find(({ schema }) => Array.isArray(schema.required) && schema.required.includes(name));
  return asking === undefined ? undefined : joinPointer(asking.pointer, "required");
}

const MOST_BRANCHES = 16;

/** The other branches that the value could have been of: each shows places of its own. */
function visitOthers(walk: Walk, here: Here, settled: Node): void {
  const { means } = walk;
  const branches = here.node.choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  for (const branch of branches.slice(0, MOST_BRANCHES)) {
    if (settled.pointers.includes(branch)) continue;
    const made = makeValue(means, means.nodes.at([...here.node.pointers, branch]));
    if (made === undefined || !fits(means, here.node, made.value)) continue;
    // Nothing that is written as text is read as null.
    if (walk.isText && made.value === null) continue;
    const node = settledNode(means, here.node, made.value);
    if (!node.pointers.includes(branch)) continue;
    const standing = { request: here.standing.request, holds: false };
    const other = { ...here, value: made.value, isPresent: false, standing, contract: branch, isOther: true } as const;
    const key = `${here.path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${node.pointers.join("\n")}`;
    if (walk.seen.has(key)) continue;
    walk.seen.add(key);
    walk.found.push(placeAt(walk, { ...other, node }));
    visitInside(walk, { ...other, node, stack: [...here.stack, here.node] });
  }
}
