/** A segment of a path template that has expressions in it, such as `{name}.{ext}`. */
export type SegmentTemplate = {
  /** The segment without the names: those with the same key take the same texts. */
  readonly key: string;
  /** The more concrete of two has more: characters that it fixes, then expressions. */
  readonly specificity: number;
  /** The raw text of each expression, in their order; undefined when the text does not fit. */
  readonly read: (text: string) => readonly string[] | undefined;
  /** Every other way to cut a text where expressions share the segment, but for those that come to too many. */
  readonly readAlternatives: (text: string) => readonly (readonly string[])[];
};

const EXPRESSION = /\{[^{}]+\}/;

export function hasExpression(segment: string): boolean {
  return EXPRESSION.test(segment);
}

export function compileSegment(segment: string): SegmentTemplate {
  const [head = "", ...tails] = segment.split(new RegExp(EXPRESSION, "g"));
  const key = [head, ...tails].join("{}");
  const literals = head + tails.join("");
  const reserved = [...new Set(literals.replaceAll(/[\w.~%-]/g, ""))].map(
    (character) => [new RegExp(`%${character.charCodeAt(0).toString(16)}`, "gi"), character] as const,
  );
  return {
    key,
    specificity: literals.length + tails.length / 1000,
    read: (text) => {
      const found = splitSegment(text, head, tails);
      if (found !== undefined || !text.includes("%")) return found;
      // Many clients encode the colon of "{id}:cancel" together with the value before it.
      const plain = reserved.reduce((it, [encoded, character]) => it.replaceAll(encoded, () => character), text);
      return plain === text ? undefined : splitSegment(plain, head, tails);
    },
    readAlternatives: (text) => listOtherSplits(text, head, tails),
  };
}

/** More ways than a text that somebody meant can be read in. */
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
 * Cuts a text at the literals. An expression takes at least one character; of two in a segment the first takes as little
 * as it can. By hand, because a pattern with many expressions can be made to backtrack for ever.
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
