import type { Io } from "./io.js";

/** Control characters that move the cursor, colour text or change its direction, except tabs and line breaks. */
const CONTROL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** The sequences that this program writes itself: colours and the progress line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALLOWED_SEQUENCES = /\u001b\[[0-9;]*[mK]|\r/;

/**
 * Escapes control characters in all output, so that a recording or a spec cannot send commands to the terminal. Most messages
 * are already escaped. This catches the rest, such as file names and options.
 */
export function createSanitizedIo(io: Io): Io {
  const allowed = io.isTerminal ? `(${ALLOWED_SEQUENCES.source})|` : "(?!)()|";
  const unsafe = new RegExp(allowed + CONTROL_CHARACTERS.source, "g");
  const safe = (text: string): string =>
    CONTROL_CHARACTERS.test(text)
      ? text.replaceAll(unsafe, (found, own: string | undefined) => own ?? escapeCharacter(found))
      : text;
  return { ...io, stdout: (text) => io.stdout(safe(text)), stderr: (text) => io.stderr(safe(text)) };
}

/** JSON escapes keep the value of JSON reports unchanged. */
function escapeCharacter(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
