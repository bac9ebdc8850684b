import { isObject, joinPointer, type Operation, type Pointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import type { CaseRequest, Edit } from "./case.js";
import { withBody } from "./example-requests.js";
import { fits, makeValue } from "./make-value.js";
import type { Means } from "./means.js";

/** A value in a request, what the contract says of it, and how the request is with something else in its place. */
export type Place = {
  readonly part: Edit["part"] & ("path" | "query" | "header" | "cookie" | "body");
  /** The parameter, with a pointer into its value; or the pointer in the body. */
  readonly at: string;
  /** Where the contract speaks of it. */
  readonly contract: Pointer;
  /** The schemas that apply to the value, those of the chosen branches among them. */
  readonly node: Node;
  readonly value: unknown;
  /** Whether the base has it, or it was put there to be looked at. */
  readonly isPresent: boolean;
  readonly put: (value: unknown) => CaseRequest;
  /** The request without it, and whether the contract asks for it; absent for items and whole bodies. */
  readonly without?: { readonly request: CaseRequest; readonly required: boolean; readonly contract: Pointer };
  /** Whether the value is written as text, so that it has no type of its own: in URLs, headers and forms. */
  readonly isText: boolean;
  /** The outermost place around it at which a value may be one thing or another; wrong values may be told of there. */
  readonly within?: string;
};

const MOST_PLACES = 400;
const DEEPEST = 8;

/** Every place of an operation's request, seen from a base request: parameters, then the body from its outside inwards. */
export function placesOf(means: Means, operation: Operation, base: CaseRequest): readonly Place[] {
  const known = means.places.get(base) ?? new Map<Operation, readonly Place[]>();
  means.places.set(base, known);
  const places = known.get(operation) ?? findPlaces(means, operation, base);
  known.set(operation, places);
  return places;
}

function findPlaces(means: Means, operation: Operation, base: CaseRequest): Place[] {
  const found: Place[] = [];
  for (const parameter of operation.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    const given = base[parameter.in][parameter.name];
    const node = schema === undefined ? undefined : means.nodes.at([schema]);
    const made = given === undefined ? node && makeValue(means, node) : { value: given };
    if (node === undefined || made === undefined) continue;
    const { [parameter.name]: _, ...others } = base[parameter.in];
    visit(
      {
        ...{ means, found, seen: new Set(), part: parameter.in, name: parameter.name },
        isText: parameter.content === undefined,
      },
      {
        node,
        value: made.value,
        path: [],
        stack: [],
        isPresent: given !== undefined,
        put: (value) => ({ ...base, [parameter.in]: { ...base[parameter.in], [parameter.name]: value } }),
        contract: parameter.pointer,
        without: {
          request: { ...base, [parameter.in]: others },
          required: parameter.required,
          contract: parameter.pointer,
        },
      },
    );
  }
  visitBody(means, operation, base, found);
  return found.slice(0, MOST_PLACES);
}

function visitBody(means: Means, operation: Operation, given: CaseRequest, found: Place[]): void {
  const { requestBody } = operation;
  const base = withBody(means, operation, given);
  const { body } = base;
  if (body === undefined || "text" in body || requestBody === undefined) return;
  const media = requestBody.content.find(({ range }) => range === body.contentType) ?? requestBody.content[0];
  if (media?.schema === undefined) return;
  visit(
    { means, found, seen: new Set(), part: "body", name: "", isText: !/[/+]json/.test(body.contentType) },
    {
      node: means.nodes.at([media.schema]),
      value: body.value,
      path: [],
      stack: [],
      isPresent: true,
      put: (value) => ({ ...base, body: { contentType: body.contentType, value } }),
      contract: media.schema,
    },
  );
}

type Walk = Pick<Place, "part" | "isText"> & {
  readonly means: Means;
  readonly found: Place[];
  /** Places seen already, by where they stand and what applies there. */
  readonly seen: Set<string>;
  readonly name: string;
};

type Here = Omit<Place, "part" | "isText" | "at"> & {
  readonly path: readonly (string | number)[];
  readonly stack: readonly Node[];
};

function visit(walk: Walk, given: Here): void {
  const { means, found } = walk;
  const { node, value, path, stack } = given;
  const within = given.within ?? (node.choices.length > 0 ? nameOf(walk.name, path) : undefined);
  const here = within === undefined ? given : { ...given, within };
  // A schema that contains itself is looked at twice, and no deeper.
  if (found.length >= MOST_PLACES || path.length > DEEPEST || stack.filter((it) => it === node).length > 1) return;
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
  const around = here.within === undefined ? {} : { within: here.within };
  if (Array.isArray(value)) {
    const item = means.nodes.item(node, 0);
    const made = value.length > 0 ? { value: value[0] as unknown } : item && makeValue(means, item);
    if (item === null || made === undefined || made === null) return;
    const putItem = (it: unknown): CaseRequest => put([it, ...value.slice(1)]);
    visit(walk, {
      ...{ node: item, value: made.value, path: [...path, 0], stack, put: putItem, ...around },
      isPresent: isPresent && value.length > 0,
      contract: item.pointers[0] ?? here.contract,
    });
  } else if (isObject(value))
    for (const name of namesIn(node, value)) visitProperty(walk, here, { name, object: value });
}

function namesIn({ shapes }: Node, value: object): string[] {
  const declared = shapes.flatMap(({ schema }) => (isObject(schema.properties) ? Object.keys(schema.properties) : []));
  return [...new Set([...declared, ...Object.keys(value)])];
}

type Property = { readonly name: string; readonly object: Readonly<Record<string, unknown>> };

function visitProperty(walk: Walk, here: Here, { name, object }: Property): void {
  const { node, path, put, stack, isPresent } = here;
  const { means } = walk;
  const child = means.nodes.child(node, name);
  if (child === null || child.readOnly !== undefined) return;
  const has = Object.hasOwn(object, name);
  const made = has ? { value: object[name] } : makeValue(means, child);
  if (made === undefined) return;
  const { [name]: _, ...others } = object;
  const asking = requirementAt(node, name);
  visit(walk, {
    ...{ node: child, value: made.value, path: [...path, name], stack },
    ...(here.within === undefined ? {} : { within: here.within }),
    isPresent: isPresent && has,
    put: (value) => put({ ...object, [name]: value }),
    contract: child.pointers[0] ?? node.pointers[0] ?? "",
    without: {
      request: put(others),
      required: asking !== undefined,
      contract: asking ?? child.pointers[0] ?? "",
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
    const node = settledNode(means, here.node, made.value);
    if (!node.pointers.includes(branch)) continue;
    const other = { ...here, value: made.value, isPresent: false };
    const key = `${here.path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${node.pointers.join("\n")}`;
    if (walk.seen.has(key)) continue;
    walk.seen.add(key);
    walk.found.push(placeAt(walk, { ...other, node }));
    visitInside(walk, { ...other, node, stack: [...here.stack, here.node] });
  }
}

/** The schemas that apply to a value: those that always do, and the branches that it fits. */
export function settledNode({ schemas, nodes }: Means, node: Node, value: unknown): Node {
  let settled = node;
  const isValid = (pointer: Pointer): boolean => schemas.isValid(pointer, "request", value);
  for (let round = 0; round < 8; round += 1) {
    const added = settled.choices.flatMap((choice): Pointer[] => {
      if (choice.kind === "branches") return choice.branches.filter(isValid);
      if (choice.kind === "dependent")
        return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
      const consequence = isValid(choice.when) ? choice.then : choice.else;
      return consequence === undefined ? [] : [consequence];
    });
    const pointers = [...new Set([...settled.pointers, ...added])];
    if (pointers.length === settled.pointers.length) return settled;
    settled = nodes.at(pointers);
  }
  return settled;
}
