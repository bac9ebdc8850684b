import { type Operation, type PathTemplate, pathTemplate } from "../document/index.js";
import { normalPath } from "./normal-path.js";
import { rivalsOf } from "./rivals.js";
import { compileSegment, hasExpression, type SegmentTemplate } from "./segment.js";

/** The operations of one template that fits a path. */
export type PathMatch = {
  /** By method. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly values: (operation: Operation) => PathValues;
};

export type PathValues = {
  /** The raw text of each template expression, by its name in the operation's template. */
  readonly path: ReadonlyMap<string, string>;
  /** Where expressions share a segment, what else they may stand for. */
  readonly otherPaths?: () => readonly ReadonlyMap<string, string>[];
};

export type PathMatches = {
  /** The slash at the end is as the template has it. */
  readonly isExact: boolean;
  /** The best first; the others fit as well, and are not less concrete. */
  readonly candidates: readonly [PathMatch, ...PathMatch[]];
};

/** Takes paths in their normal form, and the raw query. */
export type PathTree = { readonly match: (path: string, query: string) => PathMatches | undefined };

type Branch = {
  readonly literals: Map<string, Branch>;
  /** Segments with template expressions in them, most literal text first. */
  readonly templates: { readonly segment: SegmentTemplate; readonly next: Branch }[];
  leaf?: Leaf;
};

/** The templates of one shape. `/a/{x}` and `/a/{y}` are one shape, and a mistake. */
export type Leaf = {
  readonly segments: readonly (string | SegmentTemplate)[];
  readonly operations: Map<string, Operation>;
  readonly repeated: Operation[];
  /** Those whose templates ask for something in the query, the most demanding last. */
  readonly byQuery: { readonly operation: Operation; readonly query: PathTemplate["query"] }[];
};

/**
 * Compiles path templates into a tree of segments. Literal text is preferred over an expression, segment by segment from
 * the left, and a way that does not lead to an operation is taken back.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */
export function compilePath(operations: readonly Operation[]): PathTree {
  const root: Branch = createBranch();
  const leaves = new Set<Leaf>();
  for (const operation of operations) leaves.add(insert(root, operation));
  const readers = new Map(operations.map((operation) => [operation, valueReader(operation.path)]));
  const rivals = rivalsOf([...leaves]);
  return {
    match: (path, query) => {
      const whole = path.split("/").slice(1);
      // A slash at the end is a difference that is told (request.path.trailing-slash), not another path.
      const exact = find(root, whole, 0);
      const segments = exact === undefined ? withOtherEnd(whole) : whole;
      const found = exact ?? find(root, segments, 0);
      if (found === undefined) return undefined;
      const values: PathMatch["values"] = (operation) => readers.get(operation)?.(segments) ?? { path: new Map() };
      const best = operationsFor(found, query);
      const others = rivals(found).filter((leaf) => fits(leaf, segments));
      return {
        isExact: exact !== undefined,
        candidates: [
          { operations: best.operations, values },
          ...[best, ...others].flatMap(({ repeated }) =>
            repeated.map((it) => ({ operations: new Map([[it.method, it]]), values })),
          ),
          ...others.map((leaf) => ({ operations: leaf.operations, values })),
        ],
      };
    },
  };
}

/** Without the slash at its end, or with one; of two slashes one is an empty segment and no end. */
function withOtherEnd(segments: readonly string[]): readonly string[] {
  if (segments.at(-1) !== "") return [...segments, ""];
  return (segments.at(-2) ?? "") === "" ? segments : segments.slice(0, -1);
}

function createBranch(): Branch {
  return { literals: new Map(), templates: [] };
}

function insert(root: Branch, operation: Operation): Leaf {
  let branch = root;
  const { path, query } = pathTemplate(operation.path);
  const segments = segmentsOf(path);
  for (const segment of segments)
    branch = typeof segment === "string" ? literalBranch(branch, segment) : templateBranch(branch, segment);
  branch.leaf ??= { segments, operations: new Map(), repeated: [], byQuery: [] };
  const { operations, repeated, byQuery } = branch.leaf;
  if (query.length > 0) {
    byQuery.push({ operation, query });
    byQuery.sort((a, b) => a.query.length - b.query.length);
  } else if (operations.has(operation.method)) repeated.push(operation);
  else operations.set(operation.method, operation);
  return branch.leaf;
}

/** Of two operations the one that asks for more of what the query holds; of those that ask for as much, the first. */
function operationsFor(leaf: Leaf, query: string): Pick<Leaf, "operations" | "repeated"> {
  if (leaf.byQuery.length === 0) return leaf;
  const pairs = new URLSearchParams(query);
  const fitting = leaf.byQuery.filter((it) =>
    it.query.every(({ name, value }) => (value === undefined ? pairs.has(name) : pairs.getAll(name).includes(value))),
  );
  const demand = new Map(fitting.map((it) => [it.operation.method, it.query.length]));
  const asked = fitting.filter((it) => it.query.length === demand.get(it.operation.method));
  const chosen = asked.filter(({ operation: { method } }, index) =>
    asked.slice(0, index).every((it) => it.operation.method !== method),
  );
  return {
    operations: new Map([...leaf.operations, ...chosen.map(({ operation }) => [operation.method, operation] as const)]),
    repeated: [
      ...leaf.repeated.filter(({ method }) => !demand.has(method)),
      ...asked.filter((it) => !chosen.includes(it)).map(({ operation }) => operation),
    ],
  };
}

function segmentsOf(template: string): (string | SegmentTemplate)[] {
  return template
    .split("/")
    .slice(1)
    .map((segment) => (hasExpression(segment) ? compileSegment(withNormalText(segment)) : decode(segment)));
}

/** The text beside the expressions as `normalPath` leaves it in a request. */
function withNormalText(segment: string): string {
  return segment
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith("{") ? part : normalPath(part)))
    .join("");
}

function literalBranch(branch: Branch, segment: string): Branch {
  const next = branch.literals.get(segment) ?? createBranch();
  branch.literals.set(segment, next);
  return next;
}

function templateBranch(branch: Branch, segment: SegmentTemplate): Branch {
  const known = branch.templates.find((template) => template.segment.key === segment.key);
  if (known !== undefined) return known.next;
  const next = createBranch();
  branch.templates.push({ segment, next });
  branch.templates.sort((a, b) => b.segment.weight - a.segment.weight);
  return next;
}

function find(branch: Branch, segments: readonly string[], at: number): Leaf | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.leaf;
  const literal = branch.literals.get(decode(segment));
  const found = literal && find(literal, segments, at + 1);
  if (found !== undefined) return found;
  for (const { segment: template, next } of branch.templates) {
    if (template.read(segment) === undefined) continue;
    const below = find(next, segments, at + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

function fits({ segments }: Leaf, texts: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const text = texts[index] ?? "";
    return typeof segment === "string" ? segment === decode(text) : segment.read(text) !== undefined;
  });
}

function valueReader(template: string): (segments: readonly string[]) => PathValues {
  const parts = pathTemplate(template)
    .path.split("/")
    .slice(1)
    .flatMap((part, index) => (hasExpression(part) ? [{ index, ...expressionsOf(part) }] : []));
  const read = (segments: readonly string[]): ReadonlyMap<string, string> => {
    const values = new Map<string, string>();
    for (const { index, segment, names } of parts) setAll(values, names, segment.read(segments[index] ?? "") ?? []);
    return values;
  };
  const shared = parts.filter(({ names }) => names.length > 1);
  if (shared.length === 0) return (segments) => ({ path: read(segments) });
  return (segments) => {
    const path = read(segments);
    const otherPaths: PathValues["otherPaths"] = () =>
      shared.flatMap(({ index, segment, names }) =>
        segment.readOtherwise(segments[index] ?? "").map((texts) => setAll(new Map(path), names, texts)),
      );
    return { path, otherPaths };
  };
}

function expressionsOf(part: string): { readonly segment: SegmentTemplate; readonly names: readonly string[] } {
  const names = [...part.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return { segment: compileSegment(withNormalText(part)), names };
}

function setAll(values: Map<string, string>, names: readonly string[], texts: readonly string[]): Map<string, string> {
  for (const [position, name] of names.entries()) values.set(name, texts[position] ?? "");
  return values;
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
