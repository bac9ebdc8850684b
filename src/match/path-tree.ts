import type { Operation } from "../document/index.js";

/** The operations on the one template that fits a path best. */
export type PathMatch = {
  /** By method. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The raw text of each template expression, by its name in that operation's template. */
  readonly values: (operation: Operation) => ReadonlyMap<string, string>;
};

export type PathTree = { readonly match: (path: string) => PathMatch | undefined };

type Branch = {
  readonly literals: Map<string, Branch>;
  /** Segments with template expressions in them, most literal text first. */
  readonly templates: {
    readonly key: string;
    readonly pattern: RegExp;
    readonly literal: number;
    readonly next: Branch;
  }[];
  readonly operations: Map<string, Operation>;
};

const EXPRESSION = /(\{[^{}]+\})/;

/**
 * Compiles path templates into a tree of segments. Literal text is preferred over an expression, segment by segment from
 * the left, and a way that does not lead to an operation is taken back.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */
export function compilePath(operations: readonly Operation[]): PathTree {
  const root = createBranch();
  for (const operation of operations) insert(root, operation);
  const readers = new Map(operations.map((operation) => [operation, valueReader(operation.path)]));
  return {
    match: (path) => {
      const whole = path.split("/").slice(1);
      // A slash at the end is a difference that is told (request.path.trailing-slash), not another path.
      const other = whole.at(-1) === "" ? whole.slice(0, -1) : [...whole, ""];
      const exact = find(root, whole, 0);
      const segments = exact === undefined ? other : whole;
      const found = exact ?? find(root, other, 0);
      if (found === undefined) return undefined;
      return { operations: found.operations, values: (operation) => readers.get(operation)?.(segments) ?? new Map() };
    },
  };
}

function createBranch(): Branch {
  return { literals: new Map(), templates: [], operations: new Map() };
}

function insert(root: Branch, operation: Operation): void {
  let branch = root;
  for (const segment of operation.path.split("/").slice(1)) {
    branch = EXPRESSION.test(segment) ? templateBranch(branch, segment) : literalBranch(branch, decode(segment));
  }
  if (!branch.operations.has(operation.method)) branch.operations.set(operation.method, operation);
}

function literalBranch(branch: Branch, segment: string): Branch {
  const next = branch.literals.get(segment) ?? createBranch();
  branch.literals.set(segment, next);
  return next;
}

function templateBranch(branch: Branch, segment: string): Branch {
  const key = segment.replaceAll(/\{[^{}]+\}/g, "{}");
  const known = branch.templates.find((template) => template.key === key);
  if (known !== undefined) return known.next;
  const literal = key.replaceAll("{}", "").length;
  const next = createBranch();
  branch.templates.push({ key, pattern: segmentPattern(segment), literal, next });
  branch.templates.sort((a, b) => b.literal - a.literal);
  return next;
}

function find(branch: Branch, segments: readonly string[], at: number): Branch | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.operations.size > 0 ? branch : undefined;
  const literal = branch.literals.get(decode(segment));
  const found = literal && find(literal, segments, at + 1);
  if (found !== undefined) return found;
  for (const { pattern, next } of branch.templates) {
    if (!pattern.test(segment)) continue;
    const below = find(next, segments, at + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

function valueReader(template: string): (segments: readonly string[]) => ReadonlyMap<string, string> {
  const parts = template
    .split("/")
    .slice(1)
    .map((part, index) => ({
      index,
      pattern: segmentPattern(part),
      names: [...part.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ""),
    }))
    .filter(({ names }) => names.length > 0);
  return (segments) => {
    const values = new Map<string, string>();
    for (const { index, pattern, names } of parts) {
      const captured = pattern.exec(segments[index] ?? "");
      for (const [position, name] of names.entries()) values.set(name, captured?.[position + 1] ?? "");
    }
    return values;
  };
}

/** An expression takes at least one character; of two in a segment the first takes as little as it can. */
function segmentPattern(segment: string): RegExp {
  const source = segment
    .split(EXPRESSION)
    .map((part) => (EXPRESSION.test(part) ? "(.+?)" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
  return new RegExp(`^${source}$`, "s");
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
