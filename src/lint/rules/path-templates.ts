/** Lists the names in the braces of a path template. */
export function listExpressions(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
}

/** Returns a template without its names. Templates of the same shape match the same URLs. */
export function getTemplateShape(template: string): string {
  return template.replaceAll(/\{[^{}]+\}/g, "{}");
}

/** Finds templates that differ only after `#`, each with the first template of its shape. */
export function findPathsDifferingInFragment(
  templates: readonly string[],
): { readonly path: string; readonly other: string }[] {
  const known = new Map<string, string>();
  return templates.flatMap((path) => {
    const key = getTemplateShape(path.replace(/#.*$/, ""));
    const other = known.get(key);
    if (other === undefined) known.set(key, path);
    const isEquivalent = other !== undefined && getTemplateShape(other) !== getTemplateShape(path);
    return isEquivalent ? [{ path, other }] : [];
  });
}

type TemplateNode = { readonly next: Map<string, TemplateNode>; path?: string };

/** Limits of the search for ambiguous paths, far above the needs of the largest specs. */
const MAX_STEPS = 1_000_000;
const MAX_PAIRS = 5_000;

/** Two templates that match the same URL, and the segments in which one has a literal and the other an expression. */
export type AmbiguousPaths = {
  readonly path: string;
  readonly other: string;
  readonly url: string;
  /** An expression, its template, and the literal at the same position in the other template. */
  readonly clashes: readonly { readonly template: string; readonly name: string; readonly literal: string }[];
};

/**
 * Finds pairs of templates of which each is more concrete than the other in some segment, with a path that matches both.
 *
 * An example is `/books/{id}` and `/{entity}/me`. Segments with text next to braces count as different.
 */
export function findAmbiguousPaths(templates: readonly string[]): AmbiguousPaths[] {
  const root: TemplateNode = { next: new Map() };
  for (const template of templates) insertTemplate(root, template);
  const pairs: AmbiguousPaths[] = [];
  let steps = 0;
  for (const template of templates) {
    const segments = getSegments(template);
    const visit = (branch: TemplateNode, at: number, trail: TemplateMatchState): void => {
      steps += 1;
      if (steps > MAX_STEPS || pairs.length >= MAX_PAIRS) return;
      const segment = segments[at];
      if (segment === undefined) {
        // The search finds each pair twice; it is reported once, for the template that is more concrete first.
        if (branch.path !== undefined && trail.ours && trail.theirs && trail.first === "ours")
          pairs.push(createAmbiguousPaths(template, branch.path));
        return;
      }
      for (const [other, next] of branch.next) {
        const step = compareSegments(segment, other);
        if (step !== undefined) visit(next, at + 1, addMatch(trail, step));
      }
    };
    visit(root, 0, { ours: false, theirs: false });
  }
  return pairs;
}

type SegmentMatch = "same" | "ours" | "theirs";

/** Which template has had a literal where the other has an expression. */
type TemplateMatchState = {
  readonly ours: boolean;
  readonly theirs: boolean;
  readonly first?: "ours" | "theirs";
};

function addMatch(trail: TemplateMatchState, step: SegmentMatch): TemplateMatchState {
  return {
    ours: trail.ours || step === "ours",
    theirs: trail.theirs || step === "theirs",
    ...(trail.first !== undefined ? { first: trail.first } : step === "same" ? {} : { first: step }),
  };
}

function createAmbiguousPaths(path: string, other: string): AmbiguousPaths {
  const theirs = other.split("/");
  const clashes: AmbiguousPaths["clashes"][number][] = [];
  const segments = path.split("/").map((segment, index) => {
    const opposite = theirs[index] ?? "";
    const [own] = listExpressions(segment);
    const [foreign] = listExpressions(opposite);
    if (own !== undefined && foreign === undefined) clashes.push({ template: path, name: own, literal: opposite });
    if (own === undefined && foreign !== undefined) clashes.push({ template: other, name: foreign, literal: segment });
    return own === undefined ? segment : opposite;
  });
  return { path, other, url: segments.join("/"), clashes };
}

function compareSegments(segment: string, other: string): SegmentMatch | undefined {
  if (segment === other) return "same";
  if (other === "{}" && !segment.includes("{}")) return "ours";
  return segment === "{}" && !other.includes("{}") ? "theirs" : undefined;
}

function insertTemplate(root: TemplateNode, template: string): void {
  let branch = root;
  for (const segment of getSegments(template)) {
    const next = branch.next.get(segment) ?? { next: new Map() };
    branch.next.set(segment, next);
    branch = next;
  }
  branch.path ??= template;
}

function getSegments(template: string): string[] {
  return getTemplateShape(template).split("/");
}
