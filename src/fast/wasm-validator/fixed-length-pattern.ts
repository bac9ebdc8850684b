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
  const key = `${flags}/${source}`;
  const cached = patternCache.get(key);
  if (cached !== undefined) return cached.pattern;
  const pattern = readPattern(source, flags);
  if (patternCache.size < MAX_CACHED) patternCache.set(key, { pattern });
  return pattern;
}

/** Specs repeat the same few patterns. */
const patternCache = new Map<string, { readonly pattern: FixedLengthPattern | undefined }>();
const MAX_CACHED = 1000;

function readPattern(source: string, flags: string): FixedLengthPattern | undefined {
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
  const sets = new Uint16Array(256);
  for (const [index, atom] of atoms.entries())
    for (const byte of listMatchingBytes(atom, flags)) sets[byte] = (sets[byte] ?? 0) | (1 << index);
  return { sets, positions: Uint16Array.from(positions) };
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

/** The ASCII bytes that an atom matches. */
function listMatchingBytes(atom: string, flags: string): readonly number[] {
  const key = `${flags}/${atom}`;
  const cached = atomCache.get(key);
  if (cached !== undefined) return cached;
  const pattern = new RegExp(`^${atom}$`, flags);
  const bytes = ASCII.filter((byte) => pattern.test(String.fromCharCode(byte)));
  if (atomCache.size < MAX_CACHED) atomCache.set(key, bytes);
  return bytes;
}

const ASCII = Array.from({ length: 0x80 }, (_, byte) => byte);
const atomCache = new Map<string, readonly number[]>();

/** A set without escapes, a digit or a literal, with an optional count. */
const ATOM_TOKEN = /(\[[\w-]+\]|\\d|[\w:-])(?:\{(\d{1,2})\})?(?![*+?{|])/y;

const MAX_POSITIONS = 100;
const MAX_SETS = 16;
