import {
  memoizeByObject,
  type Operation,
  type PathTemplate,
  parsePathTemplate,
  tryCall,
} from "../../document/index.js";

/** A segment of a path template with expressions, such as `{name}.{ext}`. */
export type SegmentTemplate = ReturnType<typeof compileSegment>;

const EXPRESSION = /\{[^{}]+\}/;

export function hasExpression(segment: string): boolean {
  return EXPRESSION.test(segment);
}

export function compileSegment(segment: string) {
  const [head = "", ...tails] = segment.split(new RegExp(EXPRESSION, "g"));
  const key = [head, ...tails].join("{}");
  const literals = head + tails.join("");
  const reserved = [...new Set(literals.replaceAll(/[\w.~%-]/g, ""))].map(
    (character) => [new RegExp(`%${character.charCodeAt(0).toString(16)}`, "gi"), character] as const,
  );
  return {
    /** The segment without expression names. Segments with the same key match the same texts. */
    key,
    /** Higher for more concrete segments: by the number of literal characters, then of expressions. */
    specificity: literals.length + tails.length / 1000,
    /** Returns the raw text of each expression in order; undefined if the text does not match. */
    read: (text: string): readonly string[] | undefined => {
      const found = splitSegment(text, head, tails);
      if (found !== undefined || !text.includes("%")) return found;
      // Many clients encode the colon of "{id}:cancel" together with the preceding value.
      const plain = reserved.reduce((it, [encoded, character]) => it.replaceAll(encoded, () => character), text);
      return plain === text ? undefined : splitSegment(plain, head, tails);
    },
    /** Returns the other ways to split a text between several expressions, up to a limit. */
    readAlternatives: (text: string) => listOtherSplits(text, head, tails),
  };
}

/** A limit that real paths do not reach. */
const MAX_SPLITS = 20;

function listOtherSplits(text: string, head: string, tails: readonly string[]): string[][] {
  const found: string[][] = [];
  const end = text.length - (tails.at(-1) ?? "").length;
  let steps = 0;
  const from = (start: number, before: readonly string[]): void => {
    const tail = tails[before.length] ?? "";
    if (before.length === tails.length - 1) {
      if (end > start) found.push([...before, text.slice(start, end)]);
      return;
    }
    for (let to = text.indexOf(tail, start + 1); to !== -1 && to < end; to = text.indexOf(tail, to + 1)) {
      steps += 1;
      if (found.length > MAX_SPLITS || steps > MAX_SPLITS * MAX_SPLITS) return;
      from(to + tail.length, [...before, text.slice(start, to)]);
    }
  };
  if (text.startsWith(head) && text.endsWith(tails.at(-1) ?? "")) from(head.length, []);
  return found.slice(1);
}

/**
 * Splits a text at the literals. Each expression matches at least one character, and earlier expressions match as little as
 * possible. Not a regular expression, because many expressions in a segment can cause exponential backtracking.
 */
function splitSegment(text: string, head: string, tails: readonly string[]): string[] | undefined {
  if (!text.startsWith(head)) return undefined;
  const texts: string[] = [];
  let from = head.length;
  for (const [index, tail] of tails.entries()) {
    const isLast = index === tails.length - 1;
    const to = isLast ? (text.endsWith(tail) ? text.length - tail.length : -1) : text.indexOf(tail, from + 1);
    if (to <= from) return undefined;
    texts.push(text.slice(from, to));
    from = to + tail.length;
  }
  return texts;
}

/**
 * Returns a function that lists the templates that can match the same path as a given one and are not less concrete:
 * `/a/{x}/c` for `/a/b/{y}`. The result is computed on the first call and cached.
 */
export function createAmbiguityFinder(
  leaves: readonly TemplateGroup[],
): (leaf: TemplateGroup) => readonly TemplateGroup[] {
  return memoizeByObject((leaf: TemplateGroup) =>
    leaves.filter((other) => other !== leaf && areAmbiguous(leaf, other)).sort(compareSpecificity),
  );
}

/** Whether two templates can match the same path, and each has a segment that is more concrete than the other's. */
function areAmbiguous({ segments }: TemplateGroup, { segments: others }: TemplateGroup): boolean {
  if (segments.length !== others.length) return false;
  let [ours, theirs] = [false, false];
  for (const [index, segment] of segments.entries()) {
    const step = compareSegments(segment, others[index] ?? "");
    if (step === "apart") return false;
    ours ||= step === "ours" || step === "unclear";
    theirs ||= step === "theirs" || step === "unclear";
  }
  return ours && theirs;
}

function compareSegments(segment: string | SegmentTemplate, other: string | SegmentTemplate) {
  if (typeof segment === "string") {
    if (typeof other === "string") return segment === other ? "same" : "apart";
    return other.read(segment) === undefined ? "apart" : "ours";
  }
  if (typeof other === "string") return segment.read(other) === undefined ? "apart" : "theirs";
  if (segment.key === other.key) return "same";
  const [isWithin, contains] = [isSuperset(other, segment), isSuperset(segment, other)];
  return isWithin === contains ? "unclear" : isWithin ? "ours" : "theirs";
}

/** The NUL character, which occurs in no literal, represents any text. */
function isSuperset(segment: SegmentTemplate, { key }: SegmentTemplate): boolean {
  return segment.read(key.replaceAll("{}", "\u0000")) !== undefined;
}

/** Sorts by literal text from the left, like the tree, then by the order in the spec. */
function compareSpecificity({ segments }: TemplateGroup, { segments: others }: TemplateGroup): number {
  for (const [index, segment] of segments.entries()) {
    const difference = specificityOf(others[index]) - specificityOf(segment);
    if (difference !== 0) return difference > 0 ? 1 : -1;
  }
  return 0;
}

function specificityOf(segment: string | SegmentTemplate | undefined): number {
  if (segment === undefined) return 0;
  return typeof segment === "string" ? Number.MAX_SAFE_INTEGER : segment.specificity;
}

/** Templates that differ only in expression names, such as `/a/{x}` and `/a/{y}`. OpenAPI forbids such duplicates. */
export type TemplateGroup = {
  readonly segments: readonly (string | SegmentTemplate)[];
  readonly operations: Map<string, Operation>;
  readonly duplicates: Operation[];
  /** Operations whose templates require query parameters, sorted by their number. */
  readonly byQuery: { readonly operation: Operation; readonly query: PathTemplate["query"] }[];
};

/** The template that a path matches, and the segments of the path as the template divides it. */
type DividedPath = { readonly found: TemplateGroup; readonly segments: readonly string[] };

/**
 * Creates a function that matches a path with a parameter whose value contains slashes, as GitHub's spec declares with
 * `x-multi-segment`. It joins the segments of that value, which may also be empty (RFC 6570, section 3.2.2).
 *
 * @param find finds the template for segments
 */
export function createMultiSegmentFinder(
  operations: readonly Operation[],
  find: (segments: readonly string[]) => TemplateGroup | undefined,
): (whole: readonly string[]) => DividedPath | undefined {
  const places = new Map<string, ParameterPlace>();
  for (const { path, parameters } of operations) {
    const parts = parsePathTemplate(path).path.split("/").slice(1);
    for (const { name } of parameters.filter((it) => it.isMultiSegment === true)) {
      const index = parts.indexOf(`{${name}}`);
      const key = `${index} ${parts.length}`;
      const place = places.get(key) ?? { index, length: parts.length, paths: new Set() };
      if (index !== -1) places.set(key, place);
      place.paths.add(path);
    }
  }
  // Longer templates have more literal text.
  const sorted = [...places.values()].sort((a, b) => b.length - a.length);
  return (whole) => {
    for (const { index, length, paths } of sorted) {
      const end = whole.length - (length - index - 1);
      const value = whole.slice(index, end).join("/");
      if (end - index < 1 || (end - index === 1 && value !== "")) continue;
      const fill = (text: string): readonly string[] => [...whole.slice(0, index), text, ...whole.slice(end)];
      const segments = fill(value);
      // An expression alone does not match the empty text.
      const found = find(value === "" ? fill("-") : segments);
      if (found !== undefined && [...found.operations.values()].some((it) => paths.has(it.path)))
        return { found, segments };
    }
    return undefined;
  };
}

/** The segment of a parameter, and the number of segments of its templates. */
type ParameterPlace = { readonly index: number; readonly length: number; readonly paths: Set<string> };

/**
 * Normalizes a path for comparison: decodes unreserved characters, encodes characters that require it, and removes dot
 * segments. `%2F` in a segment stays encoded.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
 */
export function normalizePath(path: string): string {
  // Most paths are already normalized.
  if (!NEEDS_NORMALIZING.test(path)) return path;
  return removeDotSegments(path.replaceAll(ENCODED, decodeUnreserved).replaceAll(NEEDS_ENCODING, encodeText));
}

// Matches any character other than those that a URL allows unencoded, and the percent sign.
const NEEDS_NORMALIZING = /[^!#$&-;=?-[\]_a-z{-~]|\/\./;
const ENCODED = /%[0-9a-f]{2}/gi;
const NEEDS_ENCODING = /[^!#-;=?-[\]_a-z{-~]+/g;

function decodeUnreserved(triplet: string): string {
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
}

/** A lone surrogate cannot be encoded. */
function encodeText(text: string): string {
  return tryCall(() => encodeURIComponent(text)) ?? text;
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function removeDotSegments(path: string): string {
  if (!path.includes("/.")) return path;
  const segments = path.split("/");
  const result: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment !== "." && segment !== "..") result.push(segment);
    else {
      if (segment === ".." && result.length > 1) result.pop();
      if (index === segments.length - 1) result.push("");
    }
  }
  return result.join("/");
}
