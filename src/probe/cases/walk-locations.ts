import { isObject, joinPointer, type Pointer } from "../../document/index.js";
import { includeIfDefined } from "../../samples/include-if-defined.js";
import { isValidForSchemas, makeValue } from "../../samples/make-value.js";
import { resolveMatchingBranches } from "../../samples/matching-branches.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { hasDependentConstraints, isValidInContext } from "./dependent-constraints.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation, ValuePath } from "./request-locations.js";

export const MAX_REQUEST_LOCATIONS = 400;
const MAX_DEPTH = 8;

/** A way through the places of a parameter or a body, from the outside inwards. */
export type LocationWalk = Pick<RequestLocation, "part" | "isText"> & {
  readonly context: GenerationContext;
  readonly found: RequestLocation[];
  /** Places seen already, by where they stand and what applies there. */
  readonly seen: Set<string>;
  readonly name: string;
  readonly recordUngenerated: (at: string, reason: string) => void;
};

export const NO_VALUE_FOUND = "no value is found that its schema lets pass";
const NO_COMPATIBLE_VALUE = "nothing that its schema lets pass goes with what is beside it in the example";

type WalkPosition = Omit<RequestLocation, "part" | "isText" | "at"> & {
  readonly path: ValuePath;
  readonly stack: readonly MergedSchema[];
};

/** Finds a place, those inside of it, and those that other branches would show. */
export function visitLocation(walk: LocationWalk, given: WalkPosition): void {
  const { context, found } = walk;
  const { node, value, path, stack } = given;
  const within = given.within ?? (node.choices.length > 0 ? formatLocation(walk.name, path) : undefined);
  const coupled = given.coupled ?? (hasDependentConstraints(node) ? { node, path } : undefined);
  const here = { ...given, ...includeIfDefined("within", within), ...includeIfDefined("coupled", coupled) };
  // A schema that contains itself is looked at twice, and no deeper.
  if (found.length >= MAX_REQUEST_LOCATIONS) {
    walk.recordUngenerated(formatLocation(walk.name, path), `there are ${MAX_REQUEST_LOCATIONS} places before it`);
    return;
  }
  if (path.length > MAX_DEPTH || stack.filter((it) => it === node).length > 1) return;
  const settled = resolveMatchingBranches(context, node, value);
  const key = `${path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${settled.pointers.join("\n")}`;
  if (!walk.seen.has(key)) {
    walk.seen.add(key);
    found.push(toRequestLocation(walk, { ...here, node: settled }));
    visitInside(walk, { ...here, node: settled, stack: [...stack, node] });
  }
  visitOtherBranches(walk, here, settled);
}

function toRequestLocation(
  { part, name, isText }: LocationWalk,
  { path, stack: _, ...here }: WalkPosition,
): RequestLocation {
  return { ...here, part, isText, at: formatLocation(name, path) };
}

function formatLocation(name: string, path: WalkPosition["path"]): string {
  return path.length === 0 ? name : name + joinPointer("", ...path);
}

function visitInside(walk: LocationWalk, here: WalkPosition): void {
  const { node, value, path, put, stack, isPresent } = here;
  const { context } = walk;
  const around = { ...includeIfDefined("within", here.within), ...includeIfDefined("coupled", here.coupled) };
  const request = buildRequest(here);
  if (Array.isArray(value)) {
    const item = context.nodes.item(node, 0);
    const made = value.length > 0 ? { value: value[0] as unknown } : item && makeValue(context, item);
    if (item === null || made === undefined || made === null) return;
    const putItem = (it: unknown): CaseRequest => put([it, ...value.slice(1)]);
    visitLocation(walk, {
      ...{ node: item, value: made.value, path: [...path, 0], stack, put: putItem, ...around },
      isPresent: isPresent && value.length > 0,
      standing: { request, holds: value.length > 0 },
      contract: item.pointers[0] ?? here.contract,
    });
  } else if (isObject(value))
    for (const name of listPropertyNames(node, value)) visitProperty(walk, here, { name, object: value, request });
}

function listPropertyNames({ applicableSchemas }: MergedSchema, value: object): string[] {
  const declared = applicableSchemas.flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return [...new Set([...declared, ...Object.keys(value)])];
}

/** The request has the object. */
type PropertyVisit = {
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly request: CaseRequest;
};

function buildRequest({ standing, put, value }: WalkPosition): CaseRequest {
  return standing.holds ? standing.request : put(value);
}

function visitProperty(walk: LocationWalk, here: WalkPosition, { name, object, request }: PropertyVisit): void {
  const { node, path, put, stack, isPresent } = here;
  const { context } = walk;
  const child = context.nodes.child(node, name);
  if (child === null || child.readOnly !== undefined) return;
  const has = Object.hasOwn(object, name);
  const at = formatLocation(walk.name, [...path, name]);
  const made = has ? { value: object[name] } : makeValue(context, child);
  if (made === undefined) {
    walk.recordUngenerated(at, NO_VALUE_FOUND);
    return;
  }
  const whole = put({ ...object, [name]: made.value });
  const place = { part: walk.part, at, ...includeIfDefined("coupled", here.coupled) };
  if (!has && !isValidInContext(context, place, whole)) {
    walk.recordUngenerated(at, NO_COMPATIBLE_VALUE);
    return;
  }
  const { [name]: _, ...others } = object;
  const asking = findRequirement(node, name);
  visitLocation(walk, {
    ...{ node: child, value: made.value, path: [...path, name], stack },
    ...includeIfDefined("within", here.within),
    ...includeIfDefined("coupled", here.coupled),
    isPresent: isPresent && has,
    standing: { request, holds: has },
    put: (value) => put({ ...object, [name]: value }),
    contract: child.pointers[0] ?? node.pointers[0] ?? "",
    without: {
      request: put(others),
      required: asking !== undefined,
      contract: asking ?? child.pointers[0] ?? "",
      ...includeIfDefined("coupled", here.coupled),
    },
  });
}

function findRequirement({ applicableSchemas }: MergedSchema, name: string): Pointer | undefined {
  const asking = applicableSchemas.find(
    ({ schema }) => Array.isArray(schema.required) && schema.required.includes(name),
  );
  return asking === undefined ? undefined : joinPointer(asking.pointer, "required");
}

const MAX_BRANCHES = 16;

/** The other branches that the value could have been of: each shows places of its own. */
function visitOtherBranches(walk: LocationWalk, here: WalkPosition, settled: MergedSchema): void {
  const { context } = walk;
  const branches = here.node.choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  for (const branch of branches.slice(0, MAX_BRANCHES)) {
    if (settled.pointers.includes(branch)) continue;
    const made = makeValue(context, context.nodes.at([...here.node.pointers, branch]));
    if (made === undefined || !isValidForSchemas(context, here.node, made.value)) continue;
    // Nothing that is written as text is read as null.
    if (walk.isText && made.value === null) continue;
    const node = resolveMatchingBranches(context, here.node, made.value);
    if (!node.pointers.includes(branch)) continue;
    const standing = { request: here.standing.request, holds: false };
    const other = { ...here, value: made.value, isPresent: false, standing, contract: branch, isOther: true } as const;
    const key = `${here.path.map((it) => (typeof it === "number" ? "*" : it)).join("/")}\n${node.pointers.join("\n")}`;
    if (walk.seen.has(key)) continue;
    walk.seen.add(key);
    walk.found.push(toRequestLocation(walk, { ...other, node }));
    visitInside(walk, { ...other, node, stack: [...here.stack, here.node] });
  }
}
