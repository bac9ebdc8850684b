import { decodePercentOrKeep, getOrCreate, singularize, takeName } from "../../document/index.js";
import {
  detectIdentifier,
  hasNumber,
  isFreeText,
  isRandomLike,
  isShortNumber,
  isSlug,
  replaceDigits,
} from "./identifier.js";
import { isPlural, toCamelCase } from "./naming.js";

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
  /** The children by their step: a slash and a decoded segment, or a suffix of the segment, such as `.json`. */
  readonly literals: Map<string, PathNode>;
  /** The child for all identifiers at this position. */
  parameterChild: PathNode | undefined;
  name: string | undefined;
  isEnd: boolean;
  /** Whether a template of the spec has this literal. */
  isKnown: boolean;
};

function createPathNode(): PathNode {
  return { literals: new Map(), parameterChild: undefined, name: undefined, isEnd: false, isKnown: false };
}

function splitPath(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .flatMap((segment) => splitSuffix(decodePercentOrKeep(segment)));
}

/** Separates a file extension or a method, as in `/orders/7.json` or `/orders/7:cancel`, from the value before it. */
function splitSuffix(segment: string): string[] {
  const [, stem, suffix] = SUFFIX.exec(segment) ?? [];
  return stem === undefined || suffix === undefined || isFreeText(stem) ? [`/${segment}`] : [`/${stem}`, suffix];
}

function addPath(root: PathNode, steps: readonly string[]): void {
  let branch = root;
  for (const step of steps) branch = getLiteralChild(branch, step);
  branch.isEnd = true;
}

function getLiteralChild(branch: PathNode, step: string): PathNode {
  return getOrCreate(branch.literals, step, createPathNode);
}

/** Adds a template of the spec. Templates with an expression in part of a segment, except before a suffix, are skipped. */
function addKnownTemplate(root: PathNode, template: string): void {
  const steps = splitPath(template);
  if (steps.some((step) => /[{}]/.test(step) && !WHOLE_EXPRESSION.test(step))) return;
  let branch = root;
  for (const step of steps) {
    const name = WHOLE_EXPRESSION.exec(step)?.[1];
    if (name === undefined) {
      branch = getLiteralChild(branch, step);
      branch.isKnown = true;
    } else {
      branch.parameterChild ??= createPathNode();
      branch.name ??= name;
      branch = branch.parameterChild;
    }
  }
}

/** Assigns parameters from left to right, because names depend on the preceding segments. */
function assignParameters(branch: PathNode, before: readonly PrecedingSegment[]): void {
  const values = before.length === 0 ? [] : findKnownValues(branch);
  const identifiers = [...findIdentifiers(branch, before.at(-1)?.literal), ...values];
  for (const segment of identifiers) {
    const child = branch.literals.get(`/${segment}`);
    branch.literals.delete(`/${segment}`);
    branch.parameterChild ??= createPathNode();
    if (child !== undefined) mergeNodes(branch.parameterChild, child);
  }
  if (branch.parameterChild !== undefined) {
    branch.name ??= chooseParameterName(identifiers, before);
    assignParameters(branch.parameterChild, [...before, { name: branch.name }]);
  }
  for (const [step, child] of branch.literals)
    assignParameters(child, step.startsWith("/") ? [...before, { literal: step.slice(1) }] : before);
}

type PrecedingSegment = { readonly literal?: string; readonly name?: string };

function mergeNodes(into: PathNode, from: PathNode): void {
  into.isEnd ||= from.isEnd;
  for (const [step, child] of from.literals) mergeNodes(getLiteralChild(into, step), child);
  if (from.parameterChild === undefined) return;
  into.parameterChild ??= createPathNode();
  into.name ??= from.name;
  mergeNodes(into.parameterChild, from.parameterChild);
}

function findIdentifiers(branch: PathNode, before: string | undefined): readonly string[] {
  const segments = [...branch.literals.keys()].flatMap((step) => (isSegment(step) ? [step.slice(1)] : []));
  const certain = segments.filter(isCertain);
  const plain = segments.filter((segment) => !isCertain(segment));
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
  const words = findWords(branch, rest, certain.filter(isFreeText));
  return [
    ...new Set([...certain, ...random, ...(isNumber ? numbers : []), ...similar, ...(isTitle ? slugs : []), ...words]),
  ];
}

/** Finds words where the spec has a parameter, if segments follow them. At the start of a path they can be other parts of the service. */
function findKnownValues({ literals, parameterChild }: PathNode): readonly string[] {
  const isValue = ([step, child]: [string, PathNode]): boolean =>
    isSegment(step) && !child.isKnown && !RESERVED.has(step.slice(1)) && [...child.literals.keys()].some(isSegment);
  return parameterChild === undefined ? [] : [...literals].filter(isValue).map(([step]) => step.slice(1));
}

/** Whether a step is a segment with text, and no suffix. */
function isSegment(step: string): boolean {
  return /^\/./.test(step);
}

function isCertain(segment: string): boolean {
  return detectIdentifier(segment) !== undefined || isFreeText(segment);
}

/** Finds the words that are values like the free text next to them: those without names of their own below them. */
function findWords({ literals }: PathNode, segments: readonly string[], texts: readonly string[]): readonly string[] {
  const listNames = (segment: string): string[] =>
    [...(literals.get(`/${segment}`)?.literals.keys() ?? [])].filter((it) => /^\//.test(it) && !isCertain(it.slice(1)));
  const known = new Set(texts.flatMap(listNames));
  const isValue = (segment: string): boolean =>
    !RESERVED.has(segment) && listNames(segment).every((name) => known.has(name));
  return texts.length === 0 ? [] : segments.filter(isValue);
}

/** Finds segments that look random and have the length of an opaque identifier next to them, as nanoids have. */
function findRandomSegments(segments: readonly string[], certain: readonly string[]): readonly string[] {
  const lengths = new Set(certain.filter((it) => detectIdentifier(it) === "other").map(({ length }) => length));
  return segments.filter((segment) => lengths.has(segment.length) && isRandomLike(segment));
}

/** Whether all segments have the same child segments. */
function haveSameChildren({ literals }: PathNode, segments: readonly string[]): boolean {
  const below = segments.map((segment) => {
    const child = literals.get(`/${segment}`);
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
  return takeName(base, new Set(before.flatMap(({ name }) => name ?? [])));
}

function matchPath(root: PathNode, steps: readonly string[]): PathTemplateMatch | undefined {
  const names = findParameterNames(root, steps, 0);
  if (names === undefined) return undefined;
  const values = new Map(
    names.flatMap((name, index): [string, string][] =>
      name === undefined ? [] : [[name, steps[index]?.slice(1) ?? ""]],
    ),
  );
  return { template: names.map((name, index) => formatStep(name, steps[index] ?? "")).join(""), values };
}

/** Returns the parameter name of each step, or undefined for a literal one. */
function findParameterNames(
  branch: PathNode,
  steps: readonly string[],
  at: number,
): (string | undefined)[] | undefined {
  const step = steps[at];
  if (step === undefined) return branch.isEnd ? [] : undefined;
  const child = branch.literals.get(step);
  const below = child && findParameterNames(child, steps, at + 1);
  if (below !== undefined) return [undefined, ...below];
  const other =
    branch.parameterChild !== undefined && isSegment(step)
      ? findParameterNames(branch.parameterChild, steps, at + 1)
      : undefined;
  return other && [branch.name, ...other];
}

function formatStep(name: string | undefined, step: string): string {
  if (name !== undefined) return `/{${name}}`;
  const [slash, text] = step.startsWith("/") ? ["/", step.slice(1)] : ["", step];
  return slash + encodeURIComponent(text).replaceAll(UNESCAPED, decodeURIComponent);
}

const WHOLE_EXPRESSION = /^\/\{([^{}]+)\}$/;
/** A common file extension, or a custom method. Other extensions can be part of a name, such as that of a host. */
const SUFFIX =
  /^([^@]+?)(\.(?:json|jsonl|ndjson|xml|ya?ml|csv|tsv|txt|md|html?|pdf|docx|xlsx|ics|rss|png|jpe?g|gif|svg|webp|mp[34]|zip|gz|js|css)|:[a-z]+)$/i;
/** Characters that need no encoding in a segment, besides letters and digits. */
const UNESCAPED = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
/** Segments that are usually followed by a version number. */
const VERSIONED = /^(?:api|rest|versions?|v)$/i;
const MIN_SLUGS = 3;
const MAX_LITERALS = 100;
/** Common literal segments next to names of resources. */
const RESERVED: ReadonlySet<string> = new Set(
  "all batch bulk count create current export import list login logout me mine new recent search self stats".split(" "),
);
