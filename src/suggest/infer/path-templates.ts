import { decodePercentOrKeep } from "../../document/index.js";
import { detectIdentifier, hasNumber, isRandomLike, isShortNumber, isSlug, replaceDigits } from "./identifier.js";
import { isPlural, singularize, toCamelCase } from "./naming.js";

/** Path templates; `match` returns the template of a path and the values of its parameters. */
export type PathTemplates = { readonly match: (path: string) => PathTemplateMatch | undefined };

export type PathTemplateMatch = { readonly template: string; readonly values: ReadonlyMap<string, string> };

/**
 * Infers path templates. A segment is a parameter if it looks like an identifier or has similar siblings. Plain words stay
 * literal: `/users/me` does not match `/users/{userId}`.
 *
 * @param paths normalized paths.
 * @param known templates of the spec, whose parameter names are reused.
 */
export function inferTemplates(paths: Iterable<string>, known: readonly string[] = []): PathTemplates {
  const root = createPathNode();
  for (const template of known) addKnownTemplate(root, template);
  for (const path of paths) addPath(root, splitPath(path));
  assignParameters(root, []);
  return { match: (path) => matchPath(root, splitPath(path)) };
}

type PathNode = {
  readonly literals: Map<string, PathNode>;
  /** The child for all identifiers at this position. */
  parameterChild: PathNode | undefined;
  name: string | undefined;
  isEnd: boolean;
};

function createPathNode(): PathNode {
  return { literals: new Map(), parameterChild: undefined, name: undefined, isEnd: false };
}

function splitPath(path: string): string[] {
  return path.split("/").slice(1).map(decodePercentOrKeep);
}

function addPath(root: PathNode, segments: readonly string[]): void {
  let branch = root;
  for (const segment of segments) branch = getLiteralChild(branch, segment);
  branch.isEnd = true;
}

function getLiteralChild(branch: PathNode, segment: string): PathNode {
  const next = branch.literals.get(segment) ?? createPathNode();
  branch.literals.set(segment, next);
  return next;
}

/** Adds a template of the spec. Templates with an expression in part of a segment are skipped. */
function addKnownTemplate(root: PathNode, template: string): void {
  const segments = template.split("/").slice(1);
  if (segments.some((segment) => /[{}]/.test(segment) && !WHOLE_EXPRESSION.test(segment))) return;
  let branch = root;
  for (const segment of segments) {
    const name = WHOLE_EXPRESSION.exec(segment)?.[1];
    if (name === undefined) branch = getLiteralChild(branch, decodePercentOrKeep(segment));
    else {
      branch.parameterChild ??= createPathNode();
      branch.name ??= name;
      branch = branch.parameterChild;
    }
  }
}

/** Assigns parameters from left to right, because names depend on the preceding segments. */
function assignParameters(branch: PathNode, before: readonly PrecedingSegment[]): void {
  const identifiers = findIdentifiers(branch, before.at(-1)?.literal);
  for (const segment of identifiers) {
    const child = branch.literals.get(segment);
    branch.literals.delete(segment);
    branch.parameterChild ??= createPathNode();
    if (child !== undefined) mergeNodes(branch.parameterChild, child);
  }
  if (branch.parameterChild !== undefined) {
    branch.name ??= chooseParameterName(identifiers, before);
    assignParameters(branch.parameterChild, [...before, { name: branch.name }]);
  }
  for (const [segment, child] of branch.literals) assignParameters(child, [...before, { literal: segment }]);
}

type PrecedingSegment = { readonly literal?: string; readonly name?: string };

function mergeNodes(into: PathNode, from: PathNode): void {
  into.isEnd ||= from.isEnd;
  for (const [segment, child] of from.literals) mergeNodes(getLiteralChild(into, segment), child);
  if (from.parameterChild === undefined) return;
  into.parameterChild ??= createPathNode();
  into.name ??= from.name;
  mergeNodes(into.parameterChild, from.parameterChild);
}

function findIdentifiers(branch: PathNode, before: string | undefined): readonly string[] {
  const segments = [...branch.literals.keys()].filter((segment) => segment !== "");
  const certain = segments.filter((segment) => detectIdentifier(segment) !== undefined);
  const plain = segments.filter((segment) => detectIdentifier(segment) === undefined);
  const random = findRandomSegments(plain, certain);
  const rest = plain.filter((segment) => !random.includes(segment));
  const hasParameter = branch.parameterChild !== undefined || certain.length > 0;
  const numbers = rest.filter(isShortNumber);
  const isVersion = before !== undefined && VERSIONED.test(before);
  const isNumber = hasParameter || (numbers.length > 1 && !isVersion) || (before !== undefined && isPlural(before));
  const numbered = rest.filter((segment) => hasNumber(segment) && !isShortNumber(segment));
  const forms = new Map<string, number>();
  for (const form of numbered.map(replaceDigits)) forms.set(form, (forms.get(form) ?? 0) + 1);
  const similar = numbered.filter((segment) => hasParameter || (forms.get(replaceDigits(segment)) ?? 0) > 1);
  const slugs = rest.filter(isSlug);
  const isTitle = slugs.length >= MIN_SLUGS && slugs.length === rest.length && haveSameChildren(branch, slugs);
  // No service has this many literal segments at one position.
  if (rest.length >= MAX_LITERALS) return [...certain, ...random, ...rest.filter((segment) => !RESERVED.has(segment))];
  return [...certain, ...random, ...(isNumber ? numbers : []), ...similar, ...(isTitle ? slugs : [])];
}

/** Finds segments that look random and have the length of an opaque identifier next to them, as nanoids have. */
function findRandomSegments(segments: readonly string[], certain: readonly string[]): readonly string[] {
  const lengths = new Set(certain.filter((it) => detectIdentifier(it) === "other").map(({ length }) => length));
  return segments.filter((segment) => lengths.has(segment.length) && isRandomLike(segment));
}

/** Whether all segments have the same child segments. */
function haveSameChildren({ literals }: PathNode, segments: readonly string[]): boolean {
  const below = segments.map((segment) => {
    const child = literals.get(segment);
    return JSON.stringify([child?.isEnd, [...(child?.literals.keys() ?? [])].sort()]);
  });
  return new Set(below).size === 1;
}

/** Names a parameter after the preceding segment, such as `/orders/{orderId}`, else `id`. */
function chooseParameterName(identifiers: readonly string[], before: readonly PrecedingSegment[]): string {
  const kinds = new Set(identifiers.map(detectIdentifier));
  const [kind] = kinds.size === 1 ? kinds : [];
  const resource = toCamelCase(singularize(before.at(-1)?.literal ?? ""));
  const isNamed = /^[a-z]/i.test(resource) && !/^v\d+$/.test(resource);
  const base = kind === "date" || kind === "email" ? kind : isNamed ? `${resource}Id` : "id";
  const taken = new Set(before.map(({ name }) => name));
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}${n}`;
  return name;
}

function matchPath(root: PathNode, segments: readonly string[]): PathTemplateMatch | undefined {
  const names = findParameterNames(root, segments, 0);
  if (names === undefined) return undefined;
  const values = new Map(
    names.flatMap((name, index): [string, string][] => (name === undefined ? [] : [[name, segments[index] ?? ""]])),
  );
  return { template: `/${names.map((name, index) => formatSegment(name, segments[index] ?? "")).join("/")}`, values };
}

/** Returns the parameter name of each segment, or undefined for a literal segment. */
function findParameterNames(
  branch: PathNode,
  segments: readonly string[],
  at: number,
): (string | undefined)[] | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.isEnd ? [] : undefined;
  const child = branch.literals.get(segment);
  const below = child && findParameterNames(child, segments, at + 1);
  if (below !== undefined) return [undefined, ...below];
  const other =
    branch.parameterChild !== undefined && segment !== ""
      ? findParameterNames(branch.parameterChild, segments, at + 1)
      : undefined;
  return other && [branch.name, ...other];
}

function formatSegment(name: string | undefined, segment: string): string {
  if (name !== undefined) return `{${name}}`;
  return encodeURIComponent(segment).replaceAll(UNESCAPED, decodeURIComponent);
}

const WHOLE_EXPRESSION = /^\{([^{}]+)\}$/;
/** Characters that need no encoding in a segment, besides letters and digits. */
const UNESCAPED = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
/** Segments that are usually followed by a version number. */
const VERSIONED = /^(?:api|rest|versions?|v)$/i;
const MIN_SLUGS = 3;
const MAX_LITERALS = 100;
/** Common literal segments next to names of resources. */
const RESERVED: ReadonlySet<string> = new Set(
  "all batch bulk count current export import me mine new recent search self stats".split(" "),
);
