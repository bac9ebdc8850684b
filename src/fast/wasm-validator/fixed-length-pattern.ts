/** The characters that each position of a fixed-length text allows. */
export type FixedLengthPattern = {
  /** For each byte, the character sets that contain it, as bits. */
  readonly sets: Uint16Array;
  /** For each position, the bit of its character set. */
  readonly positions: Uint16Array;
};

/**
 * Parses a regular expression for texts of one length, such as `^[0-9]{4}(-[0-9]{2}){2}$`. Undefined for any other
 * expression. The engine decides what an atom matches.
 */
export function parseFixedLengthPattern({ source, flags }: RegExp): FixedLengthPattern | undefined {
  if (!/^i?u?$/.test(flags) || !source.startsWith("^") || !source.endsWith("$")) return undefined;
  const atoms: string[] = [];
  const positions: number[] = [];
  const body = expandGroups(source.slice(1, -1));
  ATOM_TOKEN.lastIndex = 0;
  while (ATOM_TOKEN.lastIndex < body.length) {
    const [, atom = "", count = "1"] = ATOM_TOKEN.exec(body) ?? [];
    if (!atoms.includes(atom)) atoms.push(atom);
    if (atom === "" || Number(count) + positions.length > MAX_POSITIONS || atoms.length > MAX_SETS) return undefined;
    for (let index = 0; index < Number(count); index += 1) positions.push(1 << atoms.indexOf(atom));
  }
  if (positions.length === 0) return undefined;
  const patterns = atoms.map((atom) => new RegExp(`^${atom}$`, flags));
  const getSets = (_: unknown, byte: number): number =>
    byte < 0x80
      ? patterns.reduce((sets, it, index) => sets | (Number(it.test(String.fromCharCode(byte))) << index), 0)
      : 0;
  return { sets: Uint16Array.from({ length: 256 }, getSets), positions: Uint16Array.from(positions) };
}

/** Expands groups with a fixed number of repetitions. Their content is checked later. */
function expandGroups(source: string): string {
  if (SET_WITH_BRACKET.test(source)) return source;
  return source.replace(GROUP, (_, content: string, count = "1") =>
    content.repeat(Math.min(Number(count), MAX_POSITIONS + 1)),
  );
}

const SET_WITH_BRACKET = /\[[^\]]*[()]/;
const GROUP = /\((?:\?:)?([^()]*)\)(?:\{(\d{1,3})\})?/g;

/** A set without escapes, a digit or a literal, with an optional count. */
const ATOM_TOKEN = /(\[[\w-]+\]|\\d|[\w:-])(?:\{(\d{1,2})\})?(?![*+?{|])/y;

const MAX_POSITIONS = 100;
const MAX_SETS = 16;
