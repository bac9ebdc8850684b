/** The syntax tree of an ECMA-262 regular expression, as far as it affects matching. */
export type RegexNode =
  /** One character: a literal, an escape, a class or a dot. The engine decides what it matches. */
  | { readonly kind: "char"; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly items: readonly RegexNode[] }
  | { readonly kind: "repeat"; readonly item: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: "assertion"; readonly source: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "look"; readonly item: RegexNode; readonly negative: boolean; readonly behind: boolean }
  | { readonly kind: "backreference" };

type RegexReader = { readonly source: string; readonly unicode: boolean; at: number };

/**
 * Parses a pattern that the engine has already accepted.
 *
 * @see https://tc39.es/ecma262/#sec-patterns
 */
export function parseRegex(source: string, unicode: boolean): RegexNode {
  return readChoice({ source, unicode, at: 0 });
}

function readChoice(reader: RegexReader): RegexNode {
  const items = [readSequence(reader)];
  while (takeToken(reader, "|")) items.push(readSequence(reader));
  const [only] = items;
  return only !== undefined && items.length === 1 ? only : { kind: "choice", items };
}

function readSequence(reader: RegexReader): RegexNode {
  const items: RegexNode[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at] ?? ""))
    items.push(readQuantifier(reader, readAtom(reader)));
  return { kind: "sequence", items };
}

const GROUP = /\((?:\?(?::|=|!|<=|<!|<[^>]*>))?/y;
const CLASS = /\[(?:[^\\\]]|\\.)*\]/sy;
const UNICODE_ESCAPE = /\\u(?:\{[^}]*\}|[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\[pP]\{[^}]*\}/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)/sy;
const BACKREFERENCE = /\\(?:[1-9]\d*|k<[^>]*>)/y;

function readAtom(reader: RegexReader): RegexNode {
  const group = takeToken(reader, GROUP);
  if (group !== undefined) return readGroup(reader, group);
  const assertion = takeToken(reader, /[$^]|\\[bB]/y) as "^" | "$" | "\\b" | "\\B" | undefined;
  if (assertion !== undefined) return { kind: "assertion", source: assertion };
  if (takeToken(reader, BACKREFERENCE) !== undefined) return { kind: "backreference" };
  const escaped =
    (reader.unicode ? takeToken(reader, UNICODE_ESCAPE) : undefined) ??
    takeToken(reader, CLASS) ??
    takeToken(reader, ESCAPE);
  const source = escaped ?? takeToken(reader, reader.unicode ? /./suy : /./sy) ?? "";
  // Without the flag `u` these may be literals, but only within a longer pattern.
  return { kind: "char", source: /^[{}\]]$/.test(source) ? `\\${source}` : source };
}

function readGroup(reader: RegexReader, opening: string): RegexNode {
  const item = readChoice(reader);
  takeToken(reader, ")");
  const [, behind, sign] = /^\(\?(<?)([=!])$/.exec(opening) ?? [];
  return sign === undefined ? item : { kind: "look", item, negative: sign === "!", behind: behind === "<" };
}

const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

function readQuantifier(reader: RegexReader, item: RegexNode): RegexNode {
  const quantifier = takeToken(reader, QUANTIFIER);
  if (quantifier === undefined) return item;
  const [, lower, comma, upper] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (lower === undefined) {
    const min = quantifier.startsWith("+") ? 1 : 0;
    return { kind: "repeat", item, min, max: quantifier.startsWith("?") ? 1 : Number.POSITIVE_INFINITY };
  }
  const min = Number(lower);
  return {
    kind: "repeat",
    item,
    min,
    max: comma === "" ? min : Number(upper === "" ? Number.POSITIVE_INFINITY : upper),
  };
}

function takeToken(reader: RegexReader, token: RegExp | string): string | undefined {
  if (typeof token === "string") {
    if (!reader.source.startsWith(token, reader.at)) return undefined;
    reader.at += token.length;
    return token;
  }
  token.lastIndex = reader.at;
  const found = token.exec(reader.source)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}
