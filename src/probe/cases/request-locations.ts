import type { Contract } from "../../check/index.js";
import {
  getOrCreate,
  getParameterLocation,
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  memoizeByObject,
  type Operation,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { isValidAtPointer, isValidForSchemas, makeSerializableValue, makeValue } from "../../samples/make-value.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { isJsonLines, type MergedSchema, resolveBranches } from "../../schema/index.js";
import { type CaseRequest, readWrittenBody } from "../requests/probe-case.js";
import { addExampleBody } from "./example-requests.js";
import { type GenerationContext, getGenerationContext, recordUngenerated } from "./generation-context.js";
import type { RequestLocation, ValuePath } from "./request-location.js";

/** Lists all locations of a request: parameters, then the body from the outside in. */
export function getRequestLocations(
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): readonly RequestLocation[] {
  const context = getGenerationContext(contract);
  const known = getOrCreate(context.locations, base, () => new Map<Operation, readonly RequestLocation[]>());
  return getOrCreate(known, operation, () => findRequestLocations(context, operation, base));
}

function findRequestLocations(context: GenerationContext, operation: Operation, base: CaseRequest): RequestLocation[] {
  const found: RequestLocation[] = [];
  const createRecorder = (part: RequestLocation["part"]) => (at: string, reason: string) =>
    recordUngenerated(context, { operation: operation.id, at: `${part}${at.startsWith("/") ? "" : "."}${at}`, reason });
  for (const parameter of operation.parameters) {
    const schema = parameter.schema ?? parameter.content?.schema;
    const part = getParameterLocation(parameter);
    const given = base[part][parameter.name];
    const node = schema === undefined ? undefined : context.schemas.model.at([schema]);
    const make = parameter.content === undefined ? makeSerializableValue : makeValue;
    const made = given === undefined ? node && make(context, node) : { value: given };
    const recordUngenerated = createRecorder(part);
    if (node !== undefined && made === undefined) recordUngenerated(parameter.name, NO_VALUE_FOUND);
    if (node === undefined || made === undefined) continue;
    const { [parameter.name]: _, ...others } = base[part];
    visitLocation(
      {
        ...{ context, found, seen: new Set(), part, name: parameter.name, recordUngenerated },
        isText: parameter.content === undefined,
      },
      {
        node,
        value: made.value,
        path: [],
        stack: [],
        isPresent: given !== undefined,
        put: (value) => ({ ...base, [part]: { ...base[part], [parameter.name]: value } }),
        contract: parameter.pointer,
        without: {
          request: { ...base, [part]: others },
          required: parameter.required,
          contract: parameter.pointer,
        },
      },
    );
  }
  visitBody(
    { context, found, seen: new Set(), part: "body", name: "", recordUngenerated: createRecorder("body") },
    operation,
    base,
  );
  return found.slice(0, MAX_REQUEST_LOCATIONS);
}

function visitBody(walk: Omit<LocationWalk, "isText">, operation: Operation, given: CaseRequest): void {
  const { requestBody } = operation;
  const { context } = walk;
  const base = addExampleBody({ context, operation, base: given });
  const { body } = base;
  if (body === undefined || "text" in body || requestBody === undefined) return;
  const media = requestBody.content.find(({ range }) => range === body.contentType) ?? requestBody.content[0];
  const schema = media?.itemSchema ?? media?.schema;
  if (schema === undefined) return;
  const isItem = media?.itemSchema !== undefined;
  visitLocation(
    { ...walk, isText: !isJsonType(body.contentType) && !isJsonLines(body.contentType) },
    {
      node: context.schemas.model.at([schema]),
      value: isItem ? (body.value as readonly unknown[])[0] : body.value,
      path: isItem ? [0] : [],
      stack: [],
      isPresent: true,
      put: (value) => ({ ...base, body: { contentType: body.contentType, value: isItem ? [value] : value } }),
      contract: schema,
    },
  );
}

const MAX_REQUEST_LOCATIONS = 400;
const MAX_DEPTH = 8;

/** The state of a walk through a parameter or a body, from the outside in. */
type LocationWalk = Pick<RequestLocation, "part" | "isText"> & {
  readonly context: GenerationContext;
  readonly found: RequestLocation[];
  /** Visited locations, by path and applicable schemas. */
  readonly seen: Set<string>;
  readonly name: string;
  readonly recordUngenerated: (at: string, reason: string) => void;
};

const NO_VALUE_FOUND = "found no value that is valid for its schema";
const NO_COMPATIBLE_VALUE = "found no value that is valid together with the rest of the example";

type WalkPosition = Omit<RequestLocation, "context" | "part" | "isText" | "at"> & {
  readonly path: ValuePath;
  readonly stack: readonly MergedSchema[];
};

/** Visits a location, the locations inside it, and those of other branches. */
function visitLocation(walk: LocationWalk, given: WalkPosition): void {
  const { context, found } = walk;
  const { node, value, path, stack } = given;
  const enclosing = given.enclosing ?? (node.choices.length > 0 ? formatLocation(walk.name, path) : undefined);
  const dependency = given.dependency ?? (hasDependentConstraints(node) ? { node, path } : undefined);
  const here = { ...given, enclosing, dependency };
  // A recursive schema is visited twice, not deeper.
  if (found.length >= MAX_REQUEST_LOCATIONS) {
    const reason = `the limit of ${MAX_REQUEST_LOCATIONS} locations is reached`;
    walk.recordUngenerated(formatLocation(walk.name, path), reason);
    return;
  }
  if (path.length > MAX_DEPTH || stack.filter((it) => it === node).length > 1) return;
  const resolved = addBranches(context, node, value);
  addLocation(walk, here, resolved);
  visitOtherBranches(walk, here, resolved);
}

/** Adds a location and those inside it, unless it was visited before. */
function addLocation(walk: LocationWalk, position: WalkPosition, node: MergedSchema): void {
  const { path, stack, ...here } = position;
  const key = `${path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${node.pointers.join("\n")}`;
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  const { context, part, isText } = walk;
  walk.found.push({ ...here, context, node, part, isText, at: formatLocation(walk.name, path) });
  visitInside(walk, { ...position, node, stack: [...stack, position.node] });
}

function formatLocation(name: string, path: WalkPosition["path"]): string {
  return path.length === 0 ? name : name + joinPointer("", ...path);
}

function visitInside(walk: LocationWalk, here: WalkPosition): void {
  const { node, value, path, put, stack, isPresent } = here;
  const { context } = walk;
  const { enclosing, dependency } = here;
  if (Array.isArray(value)) {
    const item = context.schemas.model.item(node, 0);
    const made = value.length > 0 ? { value: value[0] as unknown } : item && makeValue(context, item);
    if (item === null || made === undefined || made === null) return;
    const putItem = (it: unknown): CaseRequest => put([it, ...value.slice(1)]);
    visitLocation(walk, {
      ...{ node: item, value: made.value, path: [...path, 0], stack, put: putItem, enclosing, dependency },
      isPresent: isPresent && value.length > 0,
      contract: item.pointers[0] ?? here.contract,
    });
  } else if (isObject(value)) {
    const names = new Set([...node.constraints.propertyNames, ...Object.keys(value)]);
    for (const name of names) visitProperty(walk, here, name, value);
  }
}

function visitProperty(
  walk: LocationWalk,
  here: WalkPosition,
  name: string,
  object: Readonly<Record<string, unknown>>,
): void {
  const { node, path, put, stack, isPresent } = here;
  const { context } = walk;
  const { model } = context.schemas;
  const child = model.child(node, name);
  if (child === null || model.excludes(node, name, "request")) return;
  const has = Object.hasOwn(object, name);
  const at = formatLocation(walk.name, [...path, name]);
  const made = has ? { value: object[name] } : makeValue(context, child);
  if (made === undefined) {
    walk.recordUngenerated(at, NO_VALUE_FOUND);
    return;
  }
  const whole = put({ ...object, [name]: made.value });
  const { enclosing, dependency } = here;
  if (!has && !isValidInContext({ context, part: walk.part, at, dependency }, whole)) {
    walk.recordUngenerated(at, NO_COMPATIBLE_VALUE);
    return;
  }
  const { [name]: _, ...others } = object;
  const requirement = node.constraints.required.get(name);
  visitLocation(walk, {
    ...{ node: child, value: made.value, path: [...path, name], stack, enclosing, dependency },
    isPresent: isPresent && has,
    put: (value) => put({ ...object, [name]: value }),
    contract: child.pointers[0] ?? node.pointers[0] ?? "",
    without: {
      ...{ request: put(others), required: requirement !== undefined, dependency },
      contract: requirement ?? child.pointers[0] ?? "",
    },
  });
}

const MAX_BRANCHES = 16;

/** Visits the branches that the value does not match, because each may declare other locations. */
function visitOtherBranches(walk: LocationWalk, here: WalkPosition, resolved: MergedSchema): void {
  const { context } = walk;
  const branches = here.node.choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  for (const branch of branches.slice(0, MAX_BRANCHES)) {
    if (resolved.pointers.includes(branch)) continue;
    const made = makeValue(context, context.schemas.model.at([...here.node.pointers, branch]));
    if (made === undefined || !isValidForSchemas(context, here.node, made.value)) continue;
    // Text cannot express null.
    if (walk.isText && made.value === null) continue;
    const node = addBranches(context, here.node, made.value);
    if (!node.pointers.includes(branch)) continue;
    const changes = { value: made.value, isPresent: false, contract: branch, isOther: true } as const;
    addLocation(walk, { ...here, ...changes }, node);
  }
}

/** Adds the branches that a value matches to the schemas that always apply. */
function addBranches(context: SampleContext, node: MergedSchema, value: unknown): MergedSchema {
  const isMatch = (branch: Pointer): boolean => isValidAtPointer(context, branch, value);
  const { branches } = resolveBranches(context.schemas.model, node, value, isMatch);
  return branches.length === 0 ? node : context.schemas.model.at([...node.pointers, ...branches]);
}

/** Keywords that restrict a value as a whole. A change of one member may make the whole value invalid. */
const DEPENDENT_KEYWORDS = [
  ...["not", "contains", "uniqueItems", "enum", "const", "unevaluatedProperties", "unevaluatedItems"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "propertyNames"],
  ...["dependentRequired", "dependencies", "$dynamicRef", "$recursiveRef"],
];

/**
 * Whether a value has constraints beyond those of its members. Without them the value is valid if and only if each
 * member is, and an invalid member causes findings only at its own location.
 */
export const hasDependentConstraints = memoizeByObject(
  ({ choices, applicableSchemas }: MergedSchema): boolean =>
    choices.length > 0 ||
    applicableSchemas.some(({ schema }) => DEPENDENT_KEYWORDS.some((keyword) => schema[keyword] !== undefined)),
);

/** Whether a value is invalid at its location, and does not make an enclosing value match another branch. */
export function isInvalidAt(location: RequestLocation, value: unknown): boolean {
  if (isValidForSchemas(location.context, location.node, value)) return false;
  return location.dependency === undefined || !isValidInContext(location, location.put(value));
}

/**
 * Whether a changed request is still valid at the outermost location with dependent constraints. True if there is none.
 * A value that matches another branch is valid.
 */
export function isValidInContext(
  { context, part, at, dependency }: Pick<RequestLocation, "context" | "part" | "at" | "dependency">,
  request: CaseRequest,
): boolean {
  if (dependency === undefined) return true;
  const { body } = request;
  if (part === "path" || (part === "body" && (body === undefined || "text" in body))) return true;
  const [name = at] = at.split("/");
  const whole = part === "body" ? readWrittenBody(request) : (request[part][name] as Json);
  return isValidForSchemas(context, dependency.node, valueAt(whole, joinPointer("", ...dependency.path)));
}
