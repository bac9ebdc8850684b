import {
  decodePercentOrKeep,
  getOrCreate,
  listExpressions,
  type Operation,
  parsePathTemplate,
} from "../../document/index.js";
import {
  compileSegment,
  createAmbiguityFinder,
  createMultiSegmentFinder,
  hasExpression,
  normalizePath,
  type SegmentTemplate,
  type TemplateGroup,
} from "./segment.js";

/** The operations of one template that matches a path. */
type PathMatch = {
  /** Keyed by method. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly values: (operation: Operation) => PathValues;
};

export type PathValues = {
  /** The raw text of each template expression, keyed by its name in the operation's template. */
  readonly path: ReadonlyMap<string, string>;
  /** Other possible values if several expressions share a segment. */
  readonly alternativePaths?: () => readonly ReadonlyMap<string, string>[];
};

export type PathMatches = {
  /** Whether the path and the template agree on the trailing slash. */
  readonly hasExactSlash: boolean;
  /** The best match first. The others match as well and are not less concrete. */
  readonly candidates: readonly [PathMatch, ...PathMatch[]];
};

/** Matches a normalized path and a raw query. */
export type PathTree = { readonly match: (path: string, query: string) => PathMatches | undefined };

type TreeBranch = {
  readonly literals: Map<string, TreeBranch>;
  /** Segments with template expressions, sorted by the amount of literal text, most first. */
  readonly templates: { readonly segment: SegmentTemplate; readonly next: TreeBranch }[];
  leaf?: TemplateGroup;
};

/**
 * Compiles path templates into a tree of segments. Matching goes segment by segment from the left, prefers literal text to
 * expressions, and backtracks from branches without an operation.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */
export function compilePathTree(operations: readonly Operation[]): PathTree {
  const root: TreeBranch = createBranch();
  const leaves = new Set<TemplateGroup>();
  for (const operation of operations) leaves.add(insert(root, operation));
  const readers = new Map(operations.map((operation) => [operation, createValueReader(operation.path)]));
  const findAmbiguous = createAmbiguityFinder([...leaves]);
  const findRoute = createMultiSegmentFinder(operations, (segments) => findGroup(root, segments, 0));
  return {
    match: (path, query) => {
      const whole = path.split("/").slice(1);
      // A different trailing slash is still a match; request.path.trailing-slash reports it.
      const exact = findGroup(root, whole, 0);
      const toggled = exact === undefined ? toggleTrailingSlash(whole) : whole;
      const ordinary = exact ?? findGroup(root, toggled, 0);
      const route = ordinary === undefined ? findRoute(whole) : { found: ordinary, segments: toggled };
      if (route === undefined) return undefined;
      const { found, segments } = route;
      const values: PathMatch["values"] = (operation) => readers.get(operation)?.(segments) ?? { path: new Map() };
      const best = selectByQuery(found, query);
      const ambiguous = findAmbiguous(found);
      const hasExactSlash = exact !== undefined || ordinary === undefined;
      if (ambiguous.length === 0 && best.duplicates.length === 0)
        return { hasExactSlash, candidates: [{ operations: best.operations, values }] };
      const others = ambiguous.filter((leaf) => matchesTemplate(leaf, segments));
      return {
        hasExactSlash,
        candidates: [
          { operations: best.operations, values },
          ...[best, ...others].flatMap(({ duplicates }) =>
            duplicates.map((it) => ({ operations: new Map([[it.method, it]]), values })),
          ),
          ...others.map((leaf) => ({ operations: leaf.operations, values })),
        ],
      };
    },
  };
}

/** Removes or adds a trailing slash. Two trailing slashes stay: the first one ends an empty segment. */
function toggleTrailingSlash(segments: readonly string[]): readonly string[] {
  if (segments.at(-1) !== "") return [...segments, ""];
  return (segments.at(-2) ?? "") === "" ? segments : segments.slice(0, -1);
}

function createBranch(): TreeBranch {
  return { literals: new Map(), templates: [] };
}

function insert(root: TreeBranch, operation: Operation): TemplateGroup {
  let branch = root;
  const { path, query } = parsePathTemplate(operation.path);
  const segments = parseSegments(path);
  for (const segment of segments)
    branch =
      typeof segment === "string"
        ? getOrCreate(branch.literals, segment, createBranch)
        : getTemplateBranch(branch, segment);
  branch.leaf ??= { segments, operations: new Map(), duplicates: [], byQuery: [] };
  const { operations, duplicates, byQuery } = branch.leaf;
  if (query.length > 0) {
    byQuery.push({ operation, query });
    byQuery.sort((a, b) => a.query.length - b.query.length);
  } else if (operations.has(operation.method)) duplicates.push(operation);
  else operations.set(operation.method, operation);
  return branch.leaf;
}

/** Selects, for each method, the operation that requires the most query parameters; the first of several. */
function selectByQuery(leaf: TemplateGroup, query: string): Pick<TemplateGroup, "operations" | "duplicates"> {
  if (leaf.byQuery.length === 0) return leaf;
  const pairs = new URLSearchParams(query);
  const fitting = leaf.byQuery.filter((it) =>
    it.query.every(({ name, value }) => (value === undefined ? pairs.has(name) : pairs.getAll(name).includes(value))),
  );
  const demand = new Map(fitting.map((it) => [it.operation.method, it.query.length]));
  const best = fitting.filter((it) => it.query.length === demand.get(it.operation.method));
  const chosen = best.filter(({ operation: { method } }, index) =>
    best.slice(0, index).every((it) => it.operation.method !== method),
  );
  return {
    operations: new Map([...leaf.operations, ...chosen.map(({ operation }) => [operation.method, operation] as const)]),
    duplicates: [
      ...leaf.duplicates.filter(({ method }) => !demand.has(method)),
      ...best.filter((it) => !chosen.includes(it)).map(({ operation }) => operation),
    ],
  };
}

function parseSegments(template: string): (string | SegmentTemplate)[] {
  return template
    .split("/")
    .slice(1)
    .map((segment) => (hasExpression(segment) ? compileSegment(normalizeLiterals(segment)) : decodeSegment(segment)));
}

/** Normalizes the literal text between expressions as `normalizePath` does for a request. */
function normalizeLiterals(segment: string): string {
  return segment
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith("{") ? part : normalizePath(part)))
    .join("");
}

function getTemplateBranch(branch: TreeBranch, segment: SegmentTemplate): TreeBranch {
  const known = branch.templates.find((template) => template.segment.key === segment.key);
  if (known !== undefined) return known.next;
  const next = createBranch();
  branch.templates.push({ segment, next });
  branch.templates.sort((a, b) => b.segment.specificity - a.segment.specificity);
  return next;
}

function findGroup(branch: TreeBranch, segments: readonly string[], at: number): TemplateGroup | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.leaf;
  const literal = branch.literals.get(decodeSegment(segment));
  const found = literal && findGroup(literal, segments, at + 1);
  if (found !== undefined) return found;
  for (const { segment: template, next } of branch.templates) {
    if (template.read(segment) === undefined) continue;
    const below = findGroup(next, segments, at + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

function matchesTemplate({ segments }: TemplateGroup, texts: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const text = texts[index] ?? "";
    return typeof segment === "string" ? segment === decodeSegment(text) : segment.read(text) !== undefined;
  });
}

function createValueReader(template: string): (segments: readonly string[]) => PathValues {
  const parts = parsePathTemplate(template)
    .path.split("/")
    .slice(1)
    .flatMap((part, index) => (hasExpression(part) ? [{ index, ...parseExpressions(part) }] : []));
  const read = (segments: readonly string[]): ReadonlyMap<string, string> => {
    const values = new Map<string, string>();
    for (const { index, segment, names } of parts) {
      const text = segments[index] ?? "";
      setValues(values, names, text === "" ? names.map(() => "") : (segment.read(text) ?? []));
    }
    return values;
  };
  const shared = parts.filter(({ names }) => names.length > 1);
  if (shared.length === 0) return (segments) => ({ path: read(segments) });
  return (segments) => {
    const path = read(segments);
    const alternativePaths: PathValues["alternativePaths"] = () =>
      shared.flatMap(({ index, segment, names }) =>
        segment.readAlternatives(segments[index] ?? "").map((texts) => setValues(new Map(path), names, texts)),
      );
    return { path, alternativePaths };
  };
}

function parseExpressions(part: string): { readonly segment: SegmentTemplate; readonly names: readonly string[] } {
  return { segment: compileSegment(normalizeLiterals(part)), names: listExpressions(part) };
}

function setValues(
  values: Map<string, string>,
  names: readonly string[],
  texts: readonly string[],
): Map<string, string> {
  for (const [position, name] of names.entries()) values.set(name, texts[position] ?? "");
  return values;
}

function decodeSegment(segment: string): string {
  return segment.includes("%") ? decodePercentOrKeep(segment) : segment;
}
