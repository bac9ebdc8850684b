import { formOf, identifierIn, isNumbered, isShortNumber, isSlug } from "./identifier.js";
import { camelCase, isPlural, singular } from "./words.js";

/** The templates of the paths that were asked for, and what a path says in place of their names. */
export type PathTemplates = { readonly read: (path: string) => PathReading | undefined };

export type PathReading = { readonly template: string; readonly values: ReadonlyMap<string, string> };

/**
 * Finds the parameters of paths. A segment is one where it looks like an identifier, or has others like it in its place; a
 * word stays a word, whatever stands beside it: `/users/me` is none of `/users/{userId}`.
 *
 * @param paths in their normal form.
 * @param known templates of the description, whose names for the same places are taken over.
 */
export function inferTemplates(paths: Iterable<string>, known: readonly string[] = []): PathTemplates {
  const root = newBranch();
  for (const template of known) addKnown(root, template);
  for (const path of paths) add(root, segmentsOf(path));
  settle(root, []);
  return { read: (path) => find(root, segmentsOf(path)) };
}

type Branch = {
  readonly literals: Map<string, Branch>;
  /** Below what stands for all identifiers in this place. */
  any: Branch | undefined;
  name: string | undefined;
  isEnd: boolean;
};

function newBranch(): Branch {
  return { literals: new Map(), any: undefined, name: undefined, isEnd: false };
}

function segmentsOf(path: string): string[] {
  return path.split("/").slice(1).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function add(root: Branch, segments: readonly string[]): void {
  let branch = root;
  for (const segment of segments) branch = literal(branch, segment);
  branch.isEnd = true;
}

function literal(branch: Branch, segment: string): Branch {
  const next = branch.literals.get(segment) ?? newBranch();
  branch.literals.set(segment, next);
  return next;
}

/** A template with an expression in a part of a segment tells nothing of whole ones. */
function addKnown(root: Branch, template: string): void {
  const segments = template.split("/").slice(1);
  if (segments.some((segment) => /[{}]/.test(segment) && !WHOLE.test(segment))) return;
  let branch = root;
  for (const segment of segments) {
    const name = WHOLE.exec(segment)?.[1];
    if (name === undefined) branch = literal(branch, decoded(segment));
    else {
      branch.any ??= newBranch();
      branch.name ??= name;
      branch = branch.any;
    }
  }
}

/** From the left: what a segment is called depends on what stands before it. */
function settle(branch: Branch, before: readonly Segment[]): void {
  const identifiers = identifiersIn(branch, before.at(-1)?.literal);
  for (const segment of identifiers) {
    const child = branch.literals.get(segment);
    branch.literals.delete(segment);
    branch.any ??= newBranch();
    if (child !== undefined) merge(branch.any, child);
  }
  if (branch.any !== undefined) {
    branch.name ??= nameOf(identifiers, before);
    settle(branch.any, [...before, { name: branch.name }]);
  }
  for (const [segment, child] of branch.literals) settle(child, [...before, { literal: segment }]);
}

type Segment = { readonly literal?: string; readonly name?: string };

function merge(into: Branch, from: Branch): void {
  into.isEnd ||= from.isEnd;
  for (const [segment, child] of from.literals) merge(literal(into, segment), child);
  if (from.any === undefined) return;
  into.any ??= newBranch();
  into.name ??= from.name;
  merge(into.any, from.any);
}

function identifiersIn(branch: Branch, before: string | undefined): readonly string[] {
  const segments = [...branch.literals.keys()].filter((segment) => segment !== "");
  const certain = segments.filter((segment) => identifierIn(segment) !== undefined);
  const rest = segments.filter((segment) => identifierIn(segment) === undefined);
  const isOpen = branch.any !== undefined || certain.length > 0;
  const numbers = rest.filter(isShortNumber);
  const isVersion = before !== undefined && VERSIONED.test(before);
  const isNumber = isOpen || (numbers.length > 1 && !isVersion) || (before !== undefined && isPlural(before));
  const numbered = rest.filter((segment) => isNumbered(segment) && !isShortNumber(segment));
  const forms = new Map<string, number>();
  for (const form of numbered.map(formOf)) forms.set(form, (forms.get(form) ?? 0) + 1);
  const alike = numbered.filter((segment) => isOpen || (forms.get(formOf(segment)) ?? 0) > 1);
  const slugs = rest.filter(isSlug);
  const isTitle = slugs.length >= MANY && slugs.length === rest.length && areAlike(branch, slugs);
  // A service has not so many names in one place.
  if (rest.length >= CROWD) return [...certain, ...rest.filter((segment) => !RESERVED.has(segment))];
  return [...certain, ...(isNumber ? numbers : []), ...alike, ...(isTitle ? slugs : [])];
}

/** Whether the same is found below each of them. */
function areAlike({ literals }: Branch, segments: readonly string[]): boolean {
  const below = segments.map((segment) => {
    const child = literals.get(segment);
    return JSON.stringify([child?.isEnd, [...(child?.literals.keys() ?? [])].sort()]);
  });
  return new Set(below).size === 1;
}

/** `/orders/{orderId}`; what is no identifier of anything that is named is an identifier. */
function nameOf(identifiers: readonly string[], before: readonly Segment[]): string {
  const kinds = new Set(identifiers.map(identifierIn));
  const [kind] = kinds.size === 1 ? kinds : [];
  const resource = camelCase(singular(before.at(-1)?.literal ?? ""));
  const isNamed = /^[a-z]/i.test(resource) && !/^v\d+$/.test(resource);
  const base = kind === "date" || kind === "email" ? kind : isNamed ? `${resource}Id` : "id";
  const taken = new Set(before.map(({ name }) => name));
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}${n}`;
  return name;
}

function find(root: Branch, segments: readonly string[]): PathReading | undefined {
  const way = wayTo(root, segments, 0);
  if (way === undefined) return undefined;
  const values = new Map(
    way.flatMap((name, index): [string, string][] => (name === undefined ? [] : [[name, segments[index] ?? ""]])),
  );
  return { template: `/${way.map((name, index) => segmentText(name, segments[index] ?? "")).join("/")}`, values };
}

/** For each segment the name of its parameter, or undefined for a literal one. */
function wayTo(branch: Branch, segments: readonly string[], at: number): (string | undefined)[] | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.isEnd ? [] : undefined;
  const child = branch.literals.get(segment);
  const below = child && wayTo(child, segments, at + 1);
  if (below !== undefined) return [undefined, ...below];
  const other = branch.any !== undefined && segment !== "" ? wayTo(branch.any, segments, at + 1) : undefined;
  return other && [branch.name, ...other];
}

function segmentText(name: string | undefined, segment: string): string {
  if (name !== undefined) return `{${name}}`;
  return encodeURIComponent(segment).replaceAll(PLAIN, decodeURIComponent);
}

const WHOLE = /^\{([^{}]+)\}$/;
/** What a segment may hold as it is, beside letters and digits. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
/** What numbers behind it are versions of. */
const VERSIONED = /^(?:api|rest|versions?|v)$/i;
const MANY = 3;
const CROWD = 100;
/** Words that stand beside the names of others. */
const RESERVED: ReadonlySet<string> = new Set(
  "all batch bulk count current export import me mine new recent search self stats".split(" "),
);
