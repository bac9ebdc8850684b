/** For each place of a text the bytes that may stand there, 1 for each that may. */
export type FixedPattern = readonly Uint8Array[];

/**
 * A regular expression that stands for texts of one length, such as `^[0-9]{4}-[0-9]{2}$`, place by place; undefined for
 * any other one. What an atom of it means is asked of the atom itself.
 */
export function fixedPattern({ source, flags }: RegExp): FixedPattern | undefined {
  if (!/^i?u?$/.test(flags) || !source.startsWith("^") || !source.endsWith("$")) return undefined;
  const tables: Uint8Array[] = [];
  const body = source.slice(1, -1);
  ATOM.lastIndex = 0;
  while (ATOM.lastIndex < body.length) {
    const [, atom = "", count = "1"] = ATOM.exec(body) ?? [];
    if (atom === "" || Number(count) + tables.length > MAX_PLACES) return undefined;
    const table = tableOf(atom, flags);
    for (let index = 0; index < Number(count); index += 1) tables.push(table);
  }
  return tables;
}

/** A set without escapes, a digit, or a character that stands for itself; perhaps with how often it comes. */
const ATOM = /(\[[\w-]+\]|\\d|[\w:-])(?:\{(\d{1,2})\})?(?![*+?{|])/y;

function tableOf(atom: string, flags: string): Uint8Array {
  const pattern = new RegExp(`^${atom}$`, flags);
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 && pattern.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

/** Whether the bytes at a place fit, and how far that is. */
export function fits(bytes: Buffer, start: number, pattern: FixedPattern): boolean {
  for (let index = 0; index < pattern.length; index += 1) {
    const table = pattern[index];
    if (table === undefined || table[bytes[start + index] ?? 0] !== 1) return false;
  }
  return true;
}

const MAX_PLACES = 100;
