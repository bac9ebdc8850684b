/** Whether an atom of a pattern matches a character, given as a code point or a UTF-16 unit. */
export type CharacterTest = (code: number) => boolean;

const ASCII_SIZE = 128;

/** Tests characters with the engine, so that character classes have exactly the same meaning. */
export function createCharacterTest(source: string, flags: string): CharacterTest {
  const expression = new RegExp(`^${source}$`, flags.replace("m", ""));
  const matches = (code: number): boolean => expression.test(String.fromCodePoint(code));
  const asciiMatches = Uint8Array.from({ length: ASCII_SIZE }, (_, code) => Number(matches(code)));
  return (code) => (code < ASCII_SIZE ? asciiMatches[code] === 1 : matches(code));
}

/** Characters that distinguish atoms: ASCII, samples of other kinds, and those that the pattern names. */
export function listSampleCharacters(source: string): number[] {
  const named = [...source].flatMap((char) => listNeighbours(char.codePointAt(0) ?? 0));
  const escaped = [...source.matchAll(/\\[ux]\{?([\da-fA-F]+)/g)].flatMap(([, hex = "0"]) =>
    listNeighbours(Number.parseInt(hex.slice(0, 6), 16)),
  );
  const ascii = Array.from({ length: ASCII_SIZE }, (_, code) => code);
  return [...new Set([...ascii, ...NON_ASCII_SAMPLES, ...named, ...escaped])].filter(
    (code) => code >= 0 && code <= 0x10_ff_ff,
  );
}

const NON_ASCII_SAMPLES = [
  0xa0, 0xdf, 0xe9, 0x130, 0x3a9, 0x416, 0x5d0, 0x661, 0x2028, 0x20ac, 0x4e2d, 0xd83d, 0xde00, 0xfeff, 0x1f600,
];

function listNeighbours(code: number): number[] {
  return [code - 1, code, code + 1];
}
